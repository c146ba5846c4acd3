"""The texts of items one after the other, for what no index can tell."""

from __future__ import annotations

import zlib
from typing import TYPE_CHECKING, NamedTuple

from recall.store.items import storable

if TYPE_CHECKING:
    from collections.abc import Iterator

    from recall.store.conditions import Condition
    from recall.store.database import Store

_SELECT = """
select items.id, coalesce(items.path, items.title), texts.body,
  (select group_concat(body, '' order by start) from tails where item_id = items.id)
from items left join texts on texts.item_id = items.id
"""


class StoredText(NamedTuple):
    """An item's names and its text; a memory's title stands for the path it has not."""

    item_id: int
    path: str
    text: str

    @property
    def name(self) -> str:
        """The name of its file, without the ending of a note."""
        return name_of(self.path)


def name_of(path: str) -> str:
    """The name of a file, without the ending of a note."""
    return path.rpartition("/")[2].removesuffix(".md")


def read(store: Store, condition: Condition) -> Iterator[StoredText]:
    """The texts of all searchable items that satisfy a condition."""
    sql = f"{_SELECT} where items.excluded = 0 and items.kind <> 'attachment' and ({condition.sql})"
    for row in store.connection.execute(sql, condition.parameters):
        yield _stored(*row)


def one(store: Store, item_id: int) -> StoredText:
    """The text of one item."""
    return _stored(*store.connection.execute(f"{_SELECT} where items.id = ?", (item_id,)).get)


def _stored(item_id: int, path: str, packed: bytes | None, tail: str | None) -> StoredText:
    text = zlib.decompress(packed).decode() if packed else ""
    return StoredText(item_id, path, text + tail if tail else text)


def ids(store: Store, condition: Condition) -> frozenset[int]:
    """Row ids of the items that satisfy a condition."""
    rows = store.connection.execute(
        f"select items.id from items where {condition.sql}", condition.parameters
    )
    return frozenset(row[0] for row in rows)


def paths(store: Store) -> Iterator[tuple[int, str]]:
    """Row id and path of every item."""
    return iter(store.connection.execute("select id, coalesce(path, title) from items"))


def property_values(store: Store, name: str) -> Iterator[tuple[int, str]]:
    """Row id and value, as text, of every item that has a property; one each of a list."""
    return iter(
        store.connection.execute(
            "select item_id, text from properties where key = ?", (storable(name).casefold(),)
        )
    )
