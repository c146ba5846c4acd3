"""Rows of ``edges``: links as written, and the items they lead to."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from recall.store.database import Store

Resolve = Callable[[str, str], str | None]
"""(linkpath, path of the linking item) to the path of the target, None when unresolved."""


class Pending(NamedTuple):
    """A link whose target has to be found (again)."""

    id: int
    source_id: int
    source_path: str
    path: str
    target_id: int | None


def pending(store: Store, collection_id: int, names: Iterable[str]) -> list[Pending]:
    """Links whose resolution may have changed, because a file of such a name came or went."""
    execute = store.connection.execute
    return [
        Pending(*row)
        for name in names
        for row in execute(
            "select edges.id, edges.source_id, items.path, edges.path, edges.target_id "
            "from edges join items on items.id = edges.source_id "
            "where edges.name_key = ? and items.collection_id = ?",
            (name, collection_id),
        )
    ]


def resolve(store: Store, ids: Mapping[str, int], links: list[Pending], find: Resolve) -> set[int]:
    """Point links at their targets; returns the ids of items that gained or lost a link.

    ``ids`` are the row ids of all items of the collection by path.
    """
    changed: list[tuple[int | None, int]] = []
    touched: set[int] = set()
    for link in links:
        path = link.source_path if link.path == "" else find(link.path, link.source_path)
        target = ids.get(path) if path is not None else None
        if target != link.target_id:
            changed.append((target, link.id))
            touched.update(each for each in (target, link.target_id) if each is not None)
    store.connection.executemany("update edges set target_id = ? where id = ?", changed)
    return touched


def supersede(store: Store, collection_id: int) -> None:
    """Set ``superseded_by`` from links in the properties ``superseded_by`` and ``supersedes``.

    Both spellings say the same thing from either end; where they disagree, what the old note
    says of itself wins, then the first path. An item does not supersede itself.
    """
    store.connection.execute(
        """
        with claims (old, new, priority) as (
          select edges.source_id, edges.target_id, 0 from edges
          where edges.type in ('superseded_by', 'superseded-by', 'superseded by')
          union all
          select edges.target_id, edges.source_id, 1 from edges
          where edges.type = 'supersedes'
        ),
        best as (
          select old, new, row_number() over (partition by old order by priority, path) as place
          from claims join items on items.id = new where old is not null and old <> new
        )
        update items set superseded_by = (
          select new from best where best.old = items.id and best.place = 1
        )
        where collection_id = ? and (
          superseded_by is not null or id in (select old from best)
        )
        """,
        (collection_id,),
    )
