"""What a session should begin with, section by section; ``disclosure.brief`` makes it fit."""

from __future__ import annotations

from typing import TYPE_CHECKING

from recall.memory_model import BriefEntry, BriefSection
from recall.store import documents, memories

if TYPE_CHECKING:
    from recall.memory_model import Memory
    from recall.store.database import Store

DUE_SECONDS = 14 * 86_400.0
"""How far ahead dates are told of."""

_MOST = 50
"""Candidates of one section; a brief has room for few."""

_DOCUMENTS: tuple[tuple[BriefSection, str], ...] = (
    ("session", "session:latest"),
    ("project", "project:overview"),
)
_MEMORIES: tuple[tuple[BriefSection, str], ...] = (
    ("pinned", "pinned"),
    ("due", "due"),
    ("preferences", "preference"),
    ("decisions", "decision"),
    ("todos", "todo"),
)
_PREFIXES: tuple[tuple[BriefSection, str], ...] = (("preferences", "pref"), ("todos", "todo"))


def candidates(store: Store, wanted: memories.Filter) -> list[BriefEntry]:
    """All that might be told, each thing once, in the order of sections."""
    found: dict[str, BriefEntry] = {}
    for section, key in _DOCUMENTS:
        row = documents.find(store, wanted.namespace, key)
        memory = None if row is None else memories.get(store, row.public_id, wanted.namespace)
        if memory is not None:
            found[memory.id] = _entry(section, memory)
    until = wanted.now + DUE_SECONDS
    for section, choice in _MEMORIES:
        for memory in memories.chosen(store, wanted, choice, _MOST, until):
            found.setdefault(memory.id, _entry(section, memory))
    for section, tag in _PREFIXES:
        listed = documents.listed(store, wanted.namespace, [tag], by_key=False, limit=_MOST)
        for each in listed:
            memory = memories.get(store, each.id, wanted.namespace)
            if memory is not None:
                found.setdefault(each.id, _entry(section, memory))
    return list(found.values())


def _entry(section: BriefSection, memory: Memory) -> BriefEntry:
    return BriefEntry(
        section, memory.id, memory.key, memory.content, memory.updated_at, is_cut=False
    )
