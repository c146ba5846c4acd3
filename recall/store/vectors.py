"""What passages mean, one row an item: the codes of its passages one behind the other.

Vectors are made after a sync's commit, in steps of their own, so that the words are searchable at
once. ``meta`` has the model that made them and whether every item has its row: items written
since are told by having none, since ``items.clear`` takes a row away with its passages.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from recall.store import items

if TYPE_CHECKING:
    from collections.abc import Sequence

    from recall.store.conditions import Condition
    from recall.store.database import Store

_MODEL, _COMPLETE = "vectors_of", "vectors_complete"
SHARED_BY = 8
"""A title that more items have names none of them: it is left out of what they mean."""

_WAITING = f"""
with named as materialized (
  select id, title, count(*) over (partition by title) <= {SHARED_BY} as named
  from items where excluded = 0 and exists (select 1 from passages where item_id = items.id)
)
select named.id, named.title, named.named from named
left join vectors on vectors.item_id = named.id
where vectors.named is not named.named
"""


class Waiting(NamedTuple):
    """An item whose passages have no vectors yet, or those of another title."""

    item_id: int
    title: str
    named: bool


class Row(NamedTuple):
    """The vectors of one item; its passages follow ``first_passage``."""

    item_id: int
    first_passage: int
    named: bool
    codes: bytes


class Vectors(NamedTuple):
    """Vectors of many items, column by column."""

    item_ids: list[int]
    first_passages: list[int]
    codes: list[bytes]


def expect(store: Store) -> None:
    """Note that some item may have no vectors."""
    store.connection.execute("delete from meta where key = ?", (_COMPLETE,))


def is_complete(store: Store, model: str) -> bool:
    """Whether every item has vectors of this model."""
    return _meta(store, _MODEL) == model and _meta(store, _COMPLETE) is not None


def begin(store: Store, model: str) -> None:
    """Take away the vectors of another model."""
    if _meta(store, _MODEL) != model:
        store.connection.execute("delete from vectors")
        expect(store)
        _set(store, _MODEL, model)


def finish(store: Store) -> None:
    """Note that every item has its vectors."""
    _set(store, _COMPLETE, 1)


def waiting(store: Store) -> list[Waiting]:
    """Items that need vectors, in the order of their rows."""
    rows = store.connection.execute(_WAITING + " order by named.id")
    return [Waiting(item_id, title, bool(named)) for item_id, title, named in rows]


def count_waiting(store: Store, collection_id: int, model: str) -> int:
    """Number of items of a collection without vectors of this model."""
    if is_complete(store, model):
        return 0
    made = _meta(store, _MODEL) == model
    count: int = store.connection.execute(
        "select count(*) from items where collection_id = ? and excluded = 0 "
        "and exists (select 1 from passages where item_id = items.id) "
        "and not (? and exists (select 1 from vectors where item_id = items.id))",
        (collection_id, made),
    ).get
    return count


def bodies(store: Store, item_id: int) -> tuple[int, list[str]]:
    """The row id of an item's first passage, and the texts of all, without images in them."""
    from recall.store.prepared import without_data

    execute = store.connection.execute
    text = items.text_of(store, item_id)
    rows = list(
        execute(
            "select id, start, stop from passages where item_id = ? order by ordinal", (item_id,)
        )
    )
    first = rows[0][0] if rows else 0
    return first, [without_data(text[start:stop]) for _, start, stop in rows]


def write(store: Store, rows: Sequence[Row]) -> None:
    """Write the vectors of items that are still there."""
    store.connection.executemany(
        "insert or replace into vectors select ?1, ?2, ?3, ?4 "
        "where exists (select 1 from passages where id = ?2 and item_id = ?1)",
        rows,
    )


def load(store: Store, model: str) -> Vectors:
    """All vectors of this model; kept in memory until the store changes."""
    connection = store.connection
    state = (model, connection.pragma("data_version"), connection.total_changes())
    kept = store.kept.get("vectors")
    if kept is not None and kept[0] == state:
        return kept[1]  # type: ignore[return-value]
    rows: list[tuple[int, int, bytes]] = []
    if _meta(store, _MODEL) == model:
        rows = list(connection.execute("select item_id, first_passage, codes from vectors"))
    loaded = Vectors(*map(list, zip(*rows, strict=True))) if rows else Vectors([], [], [])
    store.kept["vectors"] = (state, loaded)
    return loaded


def among(store: Store, condition: Condition) -> set[int]:
    """Row ids of the items that satisfy a condition."""
    rows = store.connection.execute(
        f"select items.id from items where ({condition.sql})", condition.parameters
    )
    return {row[0] for row in rows}


def _meta(store: Store, key: str) -> object:
    return store.connection.execute("select value from meta where key = ?", (key,)).get


def _set(store: Store, key: str, value: str | int) -> None:
    store.connection.execute("insert or replace into meta values (?, ?)", (key, value))
