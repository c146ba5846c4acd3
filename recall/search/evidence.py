"""Which passage of an item shows what was told from its text, and where in it."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from typing import TYPE_CHECKING

from recall.search import snippet
from recall.store import passage_search, texts
from vault_sync.text import Origin

if TYPE_CHECKING:
    from collections.abc import Sequence

    from recall.search.text_checks import TextChecks
    from recall.search.tree import Node
    from recall.store.database import Store
    from recall.store.passage_search import PassageRow


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


def beyond_the_text(
    store: Store, item_id: int, ranked: PassageRow, expressions: Sequence[str]
) -> tuple[int, str | None]:
    """The passage to show where no word stands in the best one's text, and what tells of it.

    That is the title of an item that links there with the words. What only the item's name or
    its tags say is shown at its beginning, since it holds for no passage more than for another.
    """
    wanted = tuple(expressions)
    if any(snippet.marks(store, heading, wanted) for heading in ranked.headings[1:]):
        return ranked.id, None
    linked = [f"{{anchors}} : ({each})" for each in wanted]
    if passage_search.matches(store, ranked.id, linked):
        for title, words in passage_search.links_to(store, item_id):
            if snippet.marks(store, words, wanted):
                return ranked.id, title
    return passage_search.first_passage(store, item_id), None
