"""Writing many items at once: one statement a table, whatever the number of items.

A first sync writes thousands; a statement for each row of each table would cost twice the time.
Row ids are given out here and not by SQLite, so that all tables can be filled side by side:
that is safe, because the transaction is the only writer.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from recall.store import items
from recall.store.items import name_key, name_words, pack, public_id, scalar_text

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from recall.store.collections import Collection
    from recall.store.database import Store
    from recall.store.drafts import Draft, EdgeDraft

    Resolve = Callable[[str, str], str | None]

_COLUMNS = (
    "source", "kind", "namespace", "memory_type", "title", "path", "name_key", "excluded",
    "status", "pinned", "half_life_days", "floor", "created", "modified", "dated", "date_text",
    "date_origin", "expires", "content_hash", "size", "mtime_ns", "ctime_ns", "properties",
    "findings",
)  # fmt: skip

_INSERT = (
    f"insert into items (id, public_id, collection_id, {', '.join(_COLUMNS)}) "
    f"values ({', '.join('?' * (len(_COLUMNS) + 3))})"
)
_UPDATE = f"update items set {', '.join(f'{name} = ?' for name in _COLUMNS)} where id = ?"

_TO_JSON = json.JSONEncoder(ensure_ascii=True, default=str).encode

Written = dict[int, "Draft"]
"""Row id to what was written there."""


def write(store: Store, collection: Collection, drafts: Sequence[Draft]) -> Written:
    """Write items whole, replacing what stood at their paths; their links follow by ``link``.

    Their passages are not yet searchable: ``passage_index.refresh`` follows too.
    """
    written = _rows(store, collection, drafts)
    executemany = store.connection.executemany
    executemany(
        "insert into texts values (?, ?)",
        ((item_id, pack(draft.text)) for item_id, draft in written.items()),
    )
    first = _next_id(store, "passages")
    executemany(
        "insert into passages (id, item_id, ordinal, first_line, last_line, start, stop, headings) "
        "values (?, ?, ?, ?, ?, ?, ?, ?)",
        _passages(written, first),
    )
    executemany(
        "insert into aliases values (?, ?, ?)",
        (
            (item_id, alias, name_key(alias))
            for item_id, draft in written.items()
            for alias in draft.aliases
        ),
    )
    executemany(
        "insert into tags values (?, ?, ?) on conflict do nothing",
        (
            (item_id, tag, tag.casefold())
            for item_id, draft in written.items()
            for tag in draft.tags
        ),
    )
    executemany(
        "insert into properties values (?, ?, ?, ?)",
        (
            row
            for item_id, draft in written.items()
            for row in _properties(item_id, draft.properties)
        ),
    )
    executemany(
        "insert into name_words values (?, ?) on conflict do nothing",
        (
            (word, item_id)
            for item_id, draft in written.items()
            for word in name_words(draft.title, draft.aliases)
        ),
    )
    return written


def _rows(store: Store, collection: Collection, drafts: Sequence[Draft]) -> Written:
    known = items.paths(store, collection.id)
    next_id = _next_id(store, "items")
    written: Written = {}
    inserts: list[tuple[object, ...]] = []
    updates: list[tuple[object, ...]] = []
    given: set[str] = set()
    for draft in drafts:
        item_id = known.get(draft.path)
        if item_id is None:
            item_id, next_id = next_id, next_id + 1
            identity = _identity(store, collection.name, draft.path, given)
            inserts.append((item_id, identity, collection.id, *_values(draft)))
        else:
            items.clear(store, item_id)
            updates.append((*_values(draft), item_id))
        written[item_id] = draft
    store.connection.executemany(_INSERT, inserts)
    store.connection.executemany(_UPDATE, updates)
    return written


def _next_id(store: Store, table: str) -> int:
    highest: int = store.connection.execute(f"select coalesce(max(id), 0) from {table}").get
    return highest + 1


def _identity(store: Store, collection: str, path: str, given: set[str]) -> str:
    """A public id that no other item has."""
    for attempt in range(1_000):
        identity = public_id(collection, path, attempt)
        if identity not in given:
            taken = store.connection.execute(
                "select 1 from items where public_id = ?", (identity,)
            ).get
            if taken is None:
                given.add(identity)
                return identity
    raise RuntimeError(f"no free id for {path!r} in {collection!r}")


def _values(draft: Draft) -> tuple[object, ...]:
    return (
        draft.source, draft.kind, draft.namespace, draft.memory_type, draft.title, draft.path,
        draft.name_key, int(draft.excluded), draft.status, int(draft.pinned),
        draft.half_life_days, draft.floor, draft.created, draft.modified, draft.dated,
        draft.date_text, draft.date_origin, draft.expires, draft.content_hash, *draft.stamp,
        _TO_JSON(dict(draft.properties)) if draft.properties else "{}",
        _TO_JSON(draft.findings) if draft.findings else "[]",
    )  # fmt: skip


def _passages(written: Written, first: int) -> Iterator[tuple[object, ...]]:
    passage_id = first
    for item_id, draft in written.items():
        for ordinal, passage in enumerate(draft.passages):
            yield (passage_id, item_id, ordinal, *passage[:4], "\n".join(passage.headings))
            passage_id += 1


def _properties(
    item_id: int, properties: object, prefix: str = ""
) -> Iterator[tuple[int, str, str, float | None]]:
    """One row a scalar: lists give several rows of one key, maps dotted keys."""
    if not isinstance(properties, dict):
        return
    for name, value in properties.items():
        key = f"{prefix}{name}".casefold()
        values = value if isinstance(value, list) else [value]
        for each in values or [None]:
            if isinstance(each, dict):
                yield from _properties(item_id, each, f"{key}.")
            else:
                yield (item_id, key, scalar_text(each), _number(each))


def _number(value: object) -> float | None:
    if isinstance(value, (int, float)) and abs(value) < 1e300:  # what SQLite's real can hold
        return float(value)
    return None


def link(store: Store, written: Written, ids: dict[str, int], find: Resolve) -> set[int]:
    """Write the links of items just written; returns the ids of the items they lead to.

    ``ids`` are the row ids of all items of the collection by path, ``find`` resolves a linkpath
    as written in a note at a path.
    """
    targets: set[int] = set()

    def rows() -> Iterator[tuple[object, ...]]:
        for item_id, draft in written.items():
            for edge in draft.edges:
                target = _target(edge, item_id, draft.path, ids, find)
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
