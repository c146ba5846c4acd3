"""Writing many items at once: one statement a table, whatever the number of items.

A first sync writes thousands; a statement for each row of each table would cost twice the time.
Row ids are given out here and not by SQLite, so that all tables can be filled side by side:
that is safe, because the transaction is the only writer.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from recall.store import items
from recall.store.items import public_id
from recall.store.prepared import COLUMNS
from vault_sync.paths import last_part

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from recall.store.collections import Collection
    from recall.store.database import Store
    from recall.store.drafts import EdgeDraft
    from recall.store.prepared import Prepared

    Resolve = Callable[[str, str], str | None]

_INSERT = (
    f"insert into items (id, public_id, collection_id, {', '.join(COLUMNS)}) "
    f"values ({', '.join('?' * (len(COLUMNS) + 3))})"
)
_UPDATE = f"update items set {', '.join(f'{name} = ?' for name in COLUMNS)} where id = ?"


DOCUMENT_PASSAGES = 1 << 40
"""From this row id on passages are those of documents, which have room to grow."""

MOST_PASSAGES = 1 << 16
"""Passages that a document has room for: some 100 MB of text."""


class Written(NamedTuple):
    """An item that was written, and the row id of its first passage; the others follow it."""

    item: Prepared
    first_passage: int


def write(
    store: Store, collection: Collection, paths: dict[str, int], prepared: Sequence[Prepared]
) -> dict[int, Written]:
    """Write items whole, replacing what stood at their paths; gives them by row id.

    ``paths`` are the row ids of all items of the collection; those of new ones are added. The
    links of the items follow by ``link``, and ``passage_index.refresh`` makes them searchable.
    """
    written = _items(store, collection, paths, prepared)
    hang(store, written)
    return written


def hang(store: Store, written: Mapping[int, Written]) -> None:
    """Write what hangs on items, given by row id, of which nothing is there yet."""
    executemany = store.connection.executemany
    executemany(
        "insert into texts values (?, ?)",
        ((item_id, each.item.text) for item_id, each in written.items()),
    )
    executemany(
        "insert into passages (id, item_id, ordinal, first_line, last_line, start, stop, headings) "
        "values (?, ?, ?, ?, ?, ?, ?, ?)",
        (
            (each.first_passage + ordinal, item_id, ordinal, *passage)
            for item_id, each in written.items()
            for ordinal, passage in enumerate(each.item.passages)
        ),
    )
    executemany(
        "insert into aliases values (?, ?, ?)",
        ((item_id, *row) for item_id, each in written.items() for row in each.item.aliases),
    )
    executemany(
        "insert into tags values (?, ?, ?)",
        ((item_id, *row) for item_id, each in written.items() for row in each.item.tags),
    )
    executemany(
        "insert into properties values (?, ?, ?, ?)",
        ((item_id, *row) for item_id, each in written.items() for row in each.item.properties),
    )
    executemany(
        "insert into arrows values (?, ?, ?, ?)",
        ((item_id, *arrow) for item_id, each in written.items() for arrow in each.item.arrows),
    )
    executemany(
        "insert into name_words values (?, ?)",
        ((word, item_id) for item_id, each in written.items() for word in each.item.words),
    )


def _items(
    store: Store, collection: Collection, paths: dict[str, int], prepared: Sequence[Prepared]
) -> dict[int, Written]:
    next_item, next_passage = next_id(store, "items"), next_id(store, "passages")
    written: dict[int, Written] = {}
    inserts: list[tuple[object, ...]] = []
    updates: list[tuple[object, ...]] = []
    given: set[str] = set()
    # The folder's name and not the one a user gave: an id then holds in every store of the vault.
    place = last_part(collection.root)
    for each in prepared:
        item_id = paths.get(each.path)
        if item_id is None:
            item_id, next_item = next_item, next_item + 1
            paths[each.path] = item_id
            identity = _identity(store, place, each.path, given)
            inserts.append((item_id, identity, collection.id, *each.values))
        else:
            items.clear(store, item_id)
            updates.append((*each.values, item_id))
        written[item_id] = Written(each, next_passage)
        next_passage += len(each.passages)
    store.connection.executemany(_INSERT, inserts)
    store.connection.executemany(_UPDATE, updates)
    return written


def next_id(store: Store, table: str) -> int:
    """The row id after all that a table has."""
    highest: int = store.connection.execute(
        f"select coalesce(max(id), 0) from {table} where id < {DOCUMENT_PASSAGES}"
    ).get
    return highest + 1


def first_passage_of_document(item_id: int) -> int:
    """The row id of a document's first passage: appending goes on behind the last one."""
    return DOCUMENT_PASSAGES + item_id * MOST_PASSAGES


def _identity(store: Store, place: str, path: str, given: set[str]) -> str:
    """A public id that no other item has."""
    for attempt in range(1_000):
        identity = public_id(place, path, attempt)
        if identity not in given:
            taken = store.connection.execute(
                "select 1 from items where public_id = ?", (identity,)
            ).get
            if taken is None:
                given.add(identity)
                return identity
    raise RuntimeError(f"no free id for {path!r} in {place!r}")


def link(store: Store, written: dict[int, Written], ids: dict[str, int], find: Resolve) -> set[int]:
    """Write the links of items just written; returns the ids of the items they lead to.

    ``ids`` are the row ids of all items of the collection by path, ``find`` resolves a linkpath
    as written in a note at a path.
    """
    targets: set[int] = set()

    def rows() -> Iterator[tuple[object, ...]]:
        for item_id, each in written.items():
            for edge in each.item.edges:
                target = _target(edge, item_id, each.item.path, ids, find)
                if target is not None:
                    targets.add(target)
                yield (item_id, target, *edge)

    store.connection.executemany(
        "insert into edges (source_id, target_id, type, origin, name_key, path, subpath, label, "
        "context, line) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        rows(),
    )
    return targets


def _target(
    edge: EdgeDraft, item_id: int, source: str, ids: dict[str, int], find: Resolve
) -> int | None:
    if edge.path == "":
        return item_id  # a link into the note itself (OBSIDIAN.md R091)
    path = find(edge.path, source)
    return ids.get(path) if path is not None else None
