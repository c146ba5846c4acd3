"""Items by the moment they are of: a memory by its making or event, all else by its date."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

    from recall.model import SourceKind
    from recall.store.database import Store

_MOMENT = (
    "case items.source when 'memory' then coalesce(items.event_date, items.created) "
    "when 'transcript' then coalesce(items.created, items.dated) else items.dated end"
)
_SELECT = f"""
select items.id, items.public_id, items.source, items.kind, items.title,
  coalesce(items.path, ''), coalesce(collections.name, ''), items.date_origin, moment
from (select id as of_item, {_MOMENT} as moment from items) as moments
join items on items.id = of_item
left join collections on collections.id = items.collection_id
where items.excluded = 0 and items.kind <> 'attachment' and items.namespace = :namespace
  and (items.expires is null or items.expires > :now)
"""


class Row(NamedTuple):
    """An item with its moment in seconds since 1970."""

    id: int
    public_id: str
    source: SourceKind
    kind: str
    title: str
    path: str
    collection: str
    date_origin: str
    moment: float


class Scope(NamedTuple):
    """Whose items, and those that have not ended at ``now``."""

    namespace: str
    now: float


def before(store: Store, scope: Scope, moment: float, limit: int) -> list[Row]:
    """The last items before a moment, the latest first."""
    sql = f"{_SELECT} and moment < :moment order by moment desc, items.id desc limit :limit"
    return list(_rows(store, sql, scope, moment=moment, limit=limit))


def since(store: Store, scope: Scope, moment: float, limit: int) -> list[Row]:
    """The first items of a moment or after it."""
    sql = f"{_SELECT} and moment >= :moment order by moment, items.id limit :limit"
    return list(_rows(store, sql, scope, moment=moment, limit=limit))


def between(store: Store, scope: Scope, start: float, end: float, limit: int) -> list[Row]:
    """The first items from a moment on and before another."""
    sql = f"{_SELECT} and moment >= :start and moment < :end order by moment, items.id limit :limit"
    return list(_rows(store, sql, scope, start=start, end=end, limit=limit))


def moment_of(store: Store, item_id: int) -> float | None:
    """The moment of an item; None when it has no date."""
    moment: float | None = store.connection.execute(
        f"select {_MOMENT} from items where id = ?", (item_id,)
    ).get
    return moment


def _rows(store: Store, sql: str, scope: Scope, **given: float) -> Iterator[Row]:
    for row in store.connection.execute(sql, {**scope._asdict(), **given}):
        yield Row(*row)
