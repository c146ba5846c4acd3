"""Which passage of an item shows what was told from its text, and where in it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from recall.store import passage_search, texts

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
    if "\r\n" in item.text:
        places = [_in_raw(item.text, each) for each in places]
    spans = passage_search.spans_of(store, item_id)
    counts = {
        row: sum(start <= first and last <= stop for first, last in places)
        for row, start, stop in spans
    }
    best = ranked if counts.get(ranked) else max(counts, key=lambda row: counts[row])
    if not counts[best]:
        return ranked, []
    start, stop = next((start, stop) for row, start, stop in spans if row == best)
    return best, [
        (first - start, last - start)
        for first, last in places
        if start <= first and last <= stop and first < last
    ]


def _in_raw(text: str, place: tuple[int, int]) -> tuple[int, int]:
    """A place in a text whose line ends are single, in that text as it is."""
    first, last = place
    return _raw(text, first), _raw(text, last)


def _raw(text: str, offset: int) -> int:
    """Each line end of two characters before an offset moves it by one."""
    at = text.find("\r\n")
    while 0 <= at < offset:
        offset += 1
        at = text.find("\r\n", at + 2)
    return offset
