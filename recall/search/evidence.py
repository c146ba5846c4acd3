"""Which passage of an item shows what was told from its text, and where in it."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from typing import TYPE_CHECKING

from recall.store import passage_search, texts
from vault_sync.text import Origin

if TYPE_CHECKING:
    from recall.search.text_checks import TextChecks
    from recall.search.tree import Node
    from recall.store.database import Store


def passage(
    store: Store, checks: TextChecks, root: Node, item_id: int, ranked: int
) -> tuple[int, list[tuple[int, int]]]:
    """The passage to show and the places in it; ``ranked`` is the best one by its words.

    It stays unless it has no such place and another one has.
    """
    item = texts.one(store, item_id)
    places = checks.places(root, item)
    if not places:
        return ranked, []
    origin = Origin(item.text)  # the places are those of a text whose line ends are single
    if origin.differs:
        places = [(origin.offset(first), origin.offset(last)) for first, last in places]
    places.sort()
    firsts = [first for first, _ in places]
    inside = {}
    for row, start, stop in passage_search.spans_of(store, item_id):
        near = places[bisect_left(firsts, start) : bisect_right(firsts, stop)]
        inside[row] = [(first - start, last - start) for first, last in near if last <= stop]
    most = max(inside, key=lambda row: len(inside[row]), default=ranked)
    best = ranked if inside.get(ranked) else most
    if not inside.get(best):
        return ranked, []
    return best, [(first, last) for first, last in inside[best] if first < last]
