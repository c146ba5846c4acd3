"""Memories that answer a query, whole."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from recall import config
from recall.memory_model import FoundMemories, FoundMemory
from recall.search.search import Scope
from recall.search.search import search as ask
from recall.search.settings import with_settings
from recall.store import memories

if TYPE_CHECKING:
    from recall.store.database import Store

MOST_FETCHED = 50
CHARACTERS_A_TOKEN = 4


class Terms(NamedTuple):
    """Whose memories are asked for, and which."""

    now: float
    namespace: str
    scope: str | None
    project: str | None


def search(
    store: Store, query: str, terms: Terms, limit: int, max_tokens: int | None
) -> FoundMemories:
    """The best ``limit``, or with ``max_tokens`` as many of the best 50 as fit."""
    scope = Scope(
        now=terms.now,
        source="memory",
        namespace=terms.namespace,
        scope=terms.scope,
        project=terms.project,
    )
    most = limit if max_tokens is None else MOST_FETCHED
    hits = ask(store, query, with_settings(scope, config.settings()), limit=most).hits
    found: list[FoundMemory] = []
    tokens = withheld = 0
    with store.read():
        for hit in hits:
            memory = memories.get(store, hit.id, terms.namespace)
            if memory is None:
                continue
            cost = -(-len(memory.content) // CHARACTERS_A_TOKEN)
            if max_tokens is not None and tokens + cost > max_tokens:
                withheld += 1
                continue
            tokens += cost
            found.append(FoundMemory(memory, hit.score))
    return FoundMemories(tuple(found), tokens, withheld)
