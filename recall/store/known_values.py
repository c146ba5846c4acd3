"""Which values the items of a store have: for saying that nothing has the one asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from recall.store.conditions import Condition
    from recall.store.database import Store

_COLUMNS: Final = ("kind", "memory_type", "source", "scope", "project", "status")


def is_there(store: Store, condition: Condition) -> bool:
    """Whether some searchable item satisfies a condition."""
    row = store.connection.execute(
        "select 1 from items where excluded = 0 and kind <> 'attachment' "
        f"and ({condition.sql}) limit 1",
        condition.parameters,
    ).get
    return row is not None


def hidden(store: Store, condition: Condition) -> str:
    """What that satisfies a condition no search shows: "attachment", "excluded", or "" if none."""
    row = store.connection.execute(
        "select case when kind = 'attachment' then kind else 'excluded' end from items "
        f"where (excluded <> 0 or kind = 'attachment') and ({condition.sql}) "
        "order by kind = 'attachment' limit 1",
        condition.parameters,
    ).get
    return row or ""


def property_values(store: Store, name: str, condition: Condition) -> list[str]:
    """Different values, as text, that the items that satisfy a condition have for a property."""
    rows = store.connection.execute(
        "select distinct properties.text from properties "
        "join items on items.id = properties.item_id where items.excluded = 0 "
        "and properties.key = ? "
        f"and properties.text <> '' and ({condition.sql}) order by 1 limit 1000",
        (name.casefold(), *condition.parameters),
    )
    return [row[0] for row in rows]


def tags(store: Store, condition: Condition) -> list[str]:
    """Different tags of the items that satisfy a condition."""
    rows = store.connection.execute(
        "select distinct tag from tags join items on items.id = tags.item_id "
        f"where items.excluded = 0 and ({condition.sql}) order by tag",
        condition.parameters,
    )
    return [row[0] for row in rows]


def property_names(store: Store, condition: Condition) -> list[str]:
    """Different names of properties of the items that satisfy a condition."""
    rows = store.connection.execute(
        "select distinct key from properties join items on items.id = properties.item_id "
        f"where items.excluded = 0 and ({condition.sql}) order by key",
        condition.parameters,
    )
    return [row[0] for row in rows]


def of_column(store: Store, column: str, condition: Condition) -> list[str]:
    """Different values of a column of ``items`` among those that satisfy a condition."""
    if column not in _COLUMNS:
        raise ValueError(column)
    rows = store.connection.execute(
        f"select distinct {column} from items where excluded = 0 and kind <> 'attachment' "
        f"and {column} is not null and ({condition.sql}) order by {column}",
        condition.parameters,
    )
    return [row[0] for row in rows]


def folders(store: Store, condition: Condition) -> list[str]:
    """Different names of folders on the paths of the items that satisfy a condition."""
    rows = store.connection.execute(
        f"select path from items where excluded = 0 and path like '%/%' and ({condition.sql})",
        condition.parameters,
    )
    found = {name: None for row in rows for name in row[0].split("/")[:-1]}
    return sorted(found)
