"""Finding documents and memories by what they say: in other words too, or exactly as written."""

from __future__ import annotations

from typing import TYPE_CHECKING

from recall.memory import synonyms
from recall.memory_model import KeyHit
from recall.search.search import Scope, search
from recall.store import items, lookup, memories
from vault_sync.paths import fold

if TYPE_CHECKING:
    from collections.abc import Iterator

    from recall.model import Hit
    from recall.store.database import Store

_BEHIND = 0.9
"""Share that the score of what only synonyms found keeps, once more for how near they are."""

_EXACT_CANDIDATES = 1_000


def find(store: Store, query: str, scope: Scope, limit: int) -> tuple[KeyHit, ...]:
    """What answers a query, best first; what was found by synonyms alone comes behind."""
    hits = list(search(store, query, scope, limit=limit).hits)
    with store.read():
        wider = synonyms.expanded(store, scope.namespace or "default", query)
    if wider is not None:
        asked, nearest = wider
        known = {hit.id for hit in hits}
        hits += [
            hit._replace(score=hit.score * _BEHIND * nearest)
            for hit in search(store, asked, scope, limit=limit).hits
            if hit.id not in known
        ]
        hits.sort(key=lambda hit: -hit.score)
    with store.read():
        return tuple(_hits(store, hits[:limit], scope))


def find_exactly(store: Store, query: str, scope: Scope, limit: int) -> tuple[KeyHit, ...]:
    """What holds the query character by character, in capitals or not; the best first."""
    phrase = '"' + query.replace("\\", "\\\\").replace('"', '\\"') + '"'
    wanted = fold(query)
    hits = search(store, phrase, scope, limit=_EXACT_CANDIDATES).hits
    with store.read():
        found = [hit for hit in hits if wanted in fold(_text(store, hit))]
        return tuple(_hits(store, found[:limit], scope))


def _text(store: Store, hit: Hit) -> str:
    named = lookup.by_id(store, hit.id)
    return "\n".join(f"{each.title}\n{items.text_of(store, each.id)}" for each in named)


def _hits(store: Store, hits: list[Hit], scope: Scope) -> Iterator[KeyHit]:
    for hit in hits:
        memory = memories.get(store, hit.id, scope.namespace or "default")
        if memory is not None:
            yield KeyHit(
                memory.key or memory.id,
                memory.id,
                hit.text,
                hit.score,
                memory.tags,
                memory.updated_at,
            )
