"""The full-text index over all passages, kept right by ``refresh``."""

from __future__ import annotations

import json
from contextlib import contextmanager, nullcontext
from typing import TYPE_CHECKING, NamedTuple

from recall.store import items
from recall.store.prepared import Terms, terms_of
from recall.store.tokenizer import index_text

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

    from recall.store.database import Store
    from recall.store.writing import Written

MAX_ANCHORS = 64
"""Different anchor texts indexed at one item: the words of thousands of links would drown it."""

BULK_ITEMS = 500
"""From this many items on, all incoming links are read in one pass instead of item by item."""

_INSERT = (
    "insert into passage_index (rowid, title, aliases, headings, anchors, tags, body) "
    "values (?, ?, ?, ?, ?, ?, ?)"
)


class _Indexed(NamedTuple):
    """An item to be indexed: row ids and headings of its passages, and their terms."""

    ids: Sequence[int]
    headings: Sequence[str]
    terms: Sequence[Terms]


class _Anchor(NamedTuple):
    subpath: str
    label: str | None
    context: str


def refresh(
    store: Store,
    item_ids: Iterable[int],
    written: Mapping[int, Written],
    gained: Collection[int] = (),
) -> int:
    """Make the index say what the tables say about these items; returns the passage count.

    Called with every item that was written and every item whose incoming links changed.
    ``written`` are the items written a moment ago: nothing of them need be read back, and
    nothing of them is in the index yet. ``gained`` are other items that have more incoming links
    than before and are else the same: only their passages with such links are written again.
    """
    ids = sorted({*item_ids, *gained})
    incoming = _all_incoming(store) if len(ids) >= BULK_ITEMS else None
    only_linked = set(gained) - set(item_ids) - written.keys()
    count = 0

    def rows() -> Iterator[tuple[object, ...]]:
        nonlocal count
        for item_id in ids:
            item = _of(written[item_id]) if item_id in written else _read(store, item_id)
            links = _incoming(store, item_id) if incoming is None else incoming.get(item_id, [])
            anchors = _anchors(links, item.headings) if links and item.terms else None
            for at, terms in enumerate(item.terms):
                linked = index_text(anchors[at]) if anchors and anchors[at] else ""
                if linked or item_id not in only_linked:
                    count += 1
                    yield (item.ids[at], *terms[:3], linked, *terms[3:])

    _delete(store, [each for each in ids if each not in written and each not in only_linked])
    with much_memory(store) if len(ids) >= BULK_ITEMS else nullcontext():
        _replace(store, rows()) if only_linked else store.connection.executemany(_INSERT, rows())
    return count


def insert(store: Store, rows: Iterable[tuple[int, Terms]]) -> None:
    """Index passages of an item that nothing links to, given by row id."""
    store.connection.executemany(
        _INSERT, [(passage_id, *terms[:3], "", *terms[3:]) for passage_id, terms in rows]
    )


def _replace(store: Store, rows: Iterator[tuple[object, ...]]) -> None:
    """Insert rows of which some may be in the index already."""
    waiting = list(rows)
    store.connection.executemany(
        "delete from passage_index where rowid = ?", [(row[0],) for row in waiting]
    )
    store.connection.executemany(_INSERT, waiting)


@contextmanager
def much_memory(store: Store) -> Iterator[None]:
    """FTS5 gathers terms in memory and writes them as one segment, instead of merging many.

    64 MB hold a wave of files; a third of the time of filling and merging the index is spared.
    """
    execute = store.connection.execute
    execute("insert into passage_index (passage_index, rank) values ('hashsize', 67108864)")
    yield
    execute("insert into passage_index (passage_index, rank) values ('hashsize', 1048576)")


def _delete(store: Store, item_ids: list[int]) -> None:
    store.connection.executemany(
        "delete from passage_index where rowid in (select id from passages where item_id = ?)",
        [(item_id,) for item_id in item_ids],
    )


def _of(written: Written) -> _Indexed:
    item = written.item
    ids = range(written.first_passage, written.first_passage + len(item.passages))
    return _Indexed(ids, [passage[4] for passage in item.passages], item.terms)


def _read(store: Store, item_id: int) -> _Indexed:
    """An item as the tables have it; no terms for one that is not searched."""
    execute = store.connection.execute
    row = execute("select title, properties, excluded from items where id = ?", (item_id,)).get
    passages = list(
        execute(
            "select id, start, stop, headings from passages where item_id = ? order by ordinal",
            (item_id,),
        )
    )
    if row is None or row[2]:
        return _Indexed((), (), ())
    tags = [tag for (tag,) in execute("select tag from tags where item_id = ?", (item_id,))]
    terms = terms_of(
        row[0],
        items.aliases_of(store, item_id),
        tags,
        json.loads(row[1]),
        items.text_of(store, item_id),
        [passage[1:] for passage in passages],
    )
    return _Indexed(
        [passage[0] for passage in passages], [passage[3] for passage in passages], list(terms)
    )


def _all_incoming(store: Store) -> dict[int, list[_Anchor]]:
    incoming: dict[int, list[_Anchor]] = {}
    for target, *anchor in store.connection.execute(
        "select target_id, subpath, label, context from edges "
        "where target_id is not null and source_id <> target_id"
    ):
        incoming.setdefault(target, []).append(_Anchor(*anchor))
    return incoming


def _incoming(store: Store, item_id: int) -> list[_Anchor]:
    rows = store.connection.execute(
        "select subpath, label, context from edges where target_id = ? and source_id <> target_id",
        (item_id,),
    )
    return [_Anchor(*row) for row in rows]


def _anchors(incoming: list[_Anchor], headings: Sequence[str]) -> list[str]:
    """For each passage the words with which other items link to it.

    A link to a heading counts for the first passage under it, every other link for the first.
    """
    texts: list[set[str]] = [set() for _ in headings]
    places: dict[str, int] = {}
    if any(anchor.subpath for anchor in incoming):
        for ordinal, path in enumerate(headings):
            places.setdefault(items.name_key(path.rpartition("\n")[2]), ordinal)
    for subpath, label, context in incoming:
        place = texts[0]
        if subpath:
            place = texts[places.get(items.name_key(subpath.rpartition("#")[2]), 0)]
        text = f"{label} {context}" if label else context
        if text:
            place.add(text)
    # Sorted, so that the index does not depend on which note was read first.
    return ["\n".join(sorted(each)[:MAX_ANCHORS]) for each in texts]


def optimize(store: Store) -> None:
    """Merge segments after a bulk load: queries get twice as fast (LIBRARIES.md 3.7)."""
    store.connection.execute("insert into passage_index (passage_index) values ('optimize')")
