"""Which memories say the same as a text, and which say something else of the same thing."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from recall.memory import likeness, wording
from recall.store import conditions, memories, passage_search
from recall.store.tokenizer import word_terms

if TYPE_CHECKING:
    from recall.memory.likeness import Likeness
    from recall.memory.wording import Wording
    from recall.memory_model import Memory
    from recall.store.database import Store

THRESHOLD = 0.92
"""From this likeness on two memories count as one."""

_ASKED = 5
"""Rarest words of a text by which like ones are looked for."""
_COMMON = 3_000
"""A word in more passages than this is asked for only when there is no rarer one."""
_CANDIDATES = 24
_LOOKED_UP = 24
_LONGEST_SHARE = 4
"""A text so many times as long says more: a book need not be read for a sentence."""


class Near(NamedTuple):
    """A memory that is like a text, and how."""

    memory: Memory
    likeness: Likeness


def near(store: Store, said: Wording, wanted: memories.Filter) -> list[Near]:
    """The memories most like a text, the likest first.

    Memories of other namespaces, private ones and those that ended are not looked at. When
    ``wanted`` names a project, those of other projects are left out: "this project" is another.
    """
    found = []
    length = sum(map(len, said.words))
    for item_id in _candidates(store, said, wanted):
        memory = memories.by_row(store, item_id)
        if memory is None or _is_elsewhere(memory, wanted.project):
            continue
        if len(memory.content) <= _LONGEST_SHARE * (length + _LONGEST_SHARE * 10):
            found.append(Near(memory, likeness.compare(said, wording.read(memory.content))))
    return sorted(found, key=lambda each: (-each.likeness.score, each.memory.created_at))


def _is_elsewhere(memory: Memory, project: str | None) -> bool:
    if project is None or memory.project is None:
        return False
    return memory.project.casefold() != project.casefold()


def _candidates(store: Store, said: Wording, wanted: memories.Filter) -> list[int]:
    """Row ids of memories that have the rarest words of a text.

    What says the same has all words of the matter but for slips; so the rarest that are in the
    index at all lead to it, however many memories there are.
    """
    texts = dict.fromkeys(token.text for token in said.matter)
    counted: list[tuple[int, str]] = []
    for text in list(texts)[:_LOOKED_UP]:
        for term in word_terms(text):
            number = passage_search.frequency_up_to(store, term, _COMMON)
            if number:
                counted.append((number, term))
    rare = [f"{{body}} : {term}" for _, term in sorted(counted)[:_ASKED]]
    if not rare:
        return []
    condition = conditions.all_of(
        [
            conditions.equals("source", "memory"),
            conditions.equals("kind", "memory"),
            conditions.equals("namespace", wanted.namespace),
            conditions.unexpired(wanted.now),
        ]
    )
    weights = passage_search.weights_of({})
    passages = passage_search.top(store, " OR ".join(rare), weights, _CANDIDATES, condition)
    return list(dict.fromkeys(each.item_id for each in passages))


def exact(memory: Memory) -> Near:
    """A memory of the very same words."""
    return Near(memory, likeness.Likeness(1.0, "the same words"))
