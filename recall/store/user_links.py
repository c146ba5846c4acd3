"""Rows of ``user_links``: edges that users and agents made by hand, between public ids."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from recall.store.database import Store


class Link(NamedTuple):
    """An edge from one item to another; ``created`` in seconds since 1970."""

    source: str
    target: str
    type: str
    note: str | None
    created: float
    client: str


def add(store: Store, namespace: str, link: Link) -> bool:
    """Write an edge; false when it is there already, its note then being the new one."""
    known = store.connection.execute(
        "select 1 from user_links where namespace = ? and source = ? and target = ? and type = ?",
        (namespace, *link[:3]),
    ).get
    store.connection.execute(
        "insert into user_links (namespace, source, target, type, note, created, client) "
        "values (?, ?, ?, ?, ?, ?, ?) on conflict do update "
        "set note = coalesce(excluded.note, note)",
        (namespace, *link),
    )
    return known is None


def between(store: Store, namespace: str, source: str, target: str, kind: str | None) -> list[Link]:
    """Edges from one item to another, of one type or of all."""
    rows = store.connection.execute(
        "select source, target, type, note, created, client from user_links "
        "where namespace = ?1 and source = ?2 and target = ?3 and (?4 is null or type = ?4) "
        "order by type",
        (namespace, source, target, kind),
    )
    return [Link(*row) for row in rows]


def remove(store: Store, namespace: str, link: Link) -> None:
    """Take an edge out."""
    store.connection.execute(
        "delete from user_links where namespace = ? and source = ? and target = ? and type = ?",
        (namespace, *link[:3]),
    )
