"""What passages mean, one row an item: the codes of its passages one behind the other.

Vectors are made after a sync's commit, in steps of their own, so that the words are searchable at
once. ``meta`` has the model that made them and whether every item has its row: items written
since are told by having none, since ``items.clear`` takes a row away with its passages.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from recall.store.conditions import Condition
    from recall.store.database import Store

MODEL_KEY, COMPLETE_KEY = "vectors_of", "vectors_complete"


class Vectors:
    """Vectors of many items, column by column."""

    __slots__ = ("codes", "first_passages", "item_ids")

    def __init__(self, item_ids: list[int], first_passages: list[int], codes: list[bytes]) -> None:
        self.item_ids, self.first_passages, self.codes = item_ids, first_passages, codes


def expect(store: Store) -> None:
    """Note that some item may have no vectors."""
    store.connection.execute("delete from meta where key = ?", (COMPLETE_KEY,))


def is_complete(store: Store, model: str) -> bool:
    """Whether every item has vectors of this model."""
    return meta(store, MODEL_KEY) == model and meta(store, COMPLETE_KEY) is not None


def count_waiting(store: Store, collection_id: int, model: str) -> int:
    """Number of items of a collection without vectors of this model."""
    if is_complete(store, model):
        return 0
    made = meta(store, MODEL_KEY) == model
    count: int = store.connection.execute(
        "select count(*) from items where collection_id = ? and excluded = 0 "
        "and exists (select 1 from passages where item_id = items.id) "
        "and not (? and exists (select 1 from vectors where item_id = items.id))",
        (collection_id, made),
    ).get
    return count


def state(store: Store) -> tuple[object, ...]:
    """Something that is another when anything in the store has changed."""
    connection = store.connection
    return connection.pragma("data_version"), connection.total_changes()


def load(store: Store, model: str) -> Vectors:
    """All vectors of this model; kept in memory until the store changes."""
    now = (model, *state(store))
    kept = store.kept.get("vectors")
    if kept is not None and kept[0] == now:
        return kept[1]  # type: ignore[return-value]
    rows: list[tuple[int, int, bytes]] = []
    if meta(store, MODEL_KEY) == model:
        # In a damaged file a row may hold anything.
        rows = list(
            store.connection.execute(
                "select item_id, first_passage, codes from vectors where typeof(codes) = 'blob'"
            )
        )
    loaded = Vectors(*map(list, zip(*rows, strict=True))) if rows else Vectors([], [], [])
    store.kept["vectors"] = (now, loaded)
    return loaded


def among(store: Store, condition: Condition) -> set[int]:
    """Row ids of the items that satisfy a condition."""
    rows = store.connection.execute(
        f"select items.id from items where ({condition.sql})", condition.parameters
    )
    return {row[0] for row in rows}


def meta(store: Store, key: str) -> object:
    """The value of a key of ``meta``; None when there is none."""
    return store.connection.execute("select value from meta where key = ?", (key,)).get


def set_meta(store: Store, key: str, value: str | int) -> None:
    """Write a key of ``meta``."""
    store.connection.execute("insert or replace into meta values (?, ?)", (key, value))
