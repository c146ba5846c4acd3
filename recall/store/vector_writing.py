"""Making and writing the vectors of items that have none."""

from __future__ import annotations

import time
import zlib
from typing import TYPE_CHECKING, NamedTuple

from recall.store import items
from recall.store.passage_search import SHARED_BY
from recall.store.prepared import without_data
from recall.store.vectors import COMPLETE_KEY, MODEL_KEY, expect, meta, set_meta

if TYPE_CHECKING:
    from collections.abc import Sequence

    from recall.store.database import Store

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


def begin(store: Store, model: str) -> None:
    """Take away the vectors of another model."""
    if meta(store, MODEL_KEY) != model:
        store.connection.execute("delete from vectors")
        expect(store)
        set_meta(store, MODEL_KEY, model)


def finish(store: Store) -> None:
    """Note that every item has its vectors."""
    set_meta(store, COMPLETE_KEY, 1)


def waiting(store: Store) -> list[Waiting]:
    """Items that need vectors, in the order of their rows."""
    rows = store.connection.execute(_WAITING + " order by named.id")
    return [Waiting(item_id, title, bool(named)) for item_id, title, named in rows]


def count_passages(store: Store, model: str) -> int:
    """About how many passages need vectors."""
    rows = (
        ""
        if meta(store, MODEL_KEY) != model
        else ("where not exists (select 1 from vectors where vectors.item_id = passages.item_id)")
    )
    count: int = store.connection.execute(f"select count(*) from passages {rows}").get
    return count


def bodies(store: Store, item_id: int) -> tuple[int, list[str]]:
    """The row id of an item's first passage, and the texts of all, without images in them."""
    execute = store.connection.execute
    text = items.text_of(store, item_id)
    rows = list(
        execute(
            "select id, start, stop from passages where item_id = ? order by ordinal", (item_id,)
        )
    )
    first = rows[0][0] if rows else 0
    return first, [without_data(text[start:stop]) for _, start, stop in rows]


_COMPANIONS = """
select others.id, texts.body from items
join items as others on others.id between items.id - :reach and items.id + :reach
  and others.id <> items.id and others.kind = items.kind and others.created = items.created
  and others.namespace = items.namespace and others.collection_id is items.collection_id
join texts on texts.item_id = others.id
where items.id = :item and items.kind = 'document' and items.created is not null
order by others.id
"""
_REACH = 8
"""Rows in which an item's companions are looked for."""


def companions(store: Store, item_id: int) -> tuple[list[str], list[str]]:
    """Texts of the documents of one moment just before an item and just after it, in order.

    Documents that were made in the same second, and not only on the same day, are one talk or
    one sitting: each alone says too little.
    """
    moment = store.connection.execute("select created from items where id = ?", (item_id,)).get
    if moment is None or time.localtime(moment)[3:6] == (0, 0, 0):
        return [], []
    values = {"item": item_id, "reach": _REACH}
    rows = store.connection.execute(_COMPANIONS, values)
    texts = [(other, without_data(zlib.decompress(packed).decode())) for other, packed in rows]
    before = [text for other, text in texts if other < item_id]
    return before, [text for other, text in texts if other > item_id]


def write(store: Store, rows: Sequence[Row]) -> None:
    """Write the vectors of items that are still there."""
    store.connection.executemany(
        "insert or replace into vectors select ?1, ?2, ?3, ?4 "
        "where exists (select 1 from passages where id = ?2 and item_id = ?1)",
        rows,
    )
