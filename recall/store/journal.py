"""Rows of ``journal`` and ``tombstones``: what was done to memories, and what must stay away."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, NamedTuple

from recall.memory_model import Change

if TYPE_CHECKING:
    from collections.abc import Iterator

    from recall.memory_model import Action, Memory
    from recall.store.database import Store

_SELECT = """
select id, at, client, session, action, item_public_id, reason, before, after, undoes, undone_by,
  kept
from journal where namespace = :namespace
"""


class Entry(NamedTuple):
    """What is to be noted; ``before`` and ``after`` are None where the memory is not there."""

    at: float
    client: str
    session: str | None
    action: Action
    id: str
    reason: str | None
    before: Memory | Splice | None
    after: Memory | Splice | None
    undoes: int | None = None


class Splice(NamedTuple):
    """What stands ``at`` a character of a document that is then ``characters`` long.

    A small change in a long document is noted by what was there and what is there since, and not
    by the document twice.
    """

    key: str
    namespace: str
    title: str
    at: int
    text: str
    characters: int


class Use(NamedTuple):
    """Whose use of a memory: a session's, or where there is none a client's since a moment."""

    session: str | None
    client: str
    since: float


class Tombstone(NamedTuple):
    """What is left of a forgotten text: when it went, why, and under which id."""

    at: float
    reason: str | None
    id: str | None


def append(store: Store, namespace: str, entry: Entry) -> int:
    """Write an entry; returns its number."""
    store.connection.execute(
        "insert into journal (namespace, at, client, session, action, item_public_id, reason, "
        "before, after, undoes) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (namespace, *entry[:6], _to_json(entry.before), _to_json(entry.after), entry.undoes),
    )
    number = store.connection.last_insert_rowid()
    if entry.undoes is not None:
        _mark(store, entry.undoes, number)
    return number


def _mark(store: Store, undone: int, by: int) -> None:
    """Note that an entry is undone; what it had undone itself counts again, and so on."""
    execute = store.connection.execute
    execute("update journal set undone_by = ? where id = ?", (by, undone))
    is_active = True
    below: int | None = execute("select undoes from journal where id = ?", (undone,)).get
    while below is not None:
        execute(
            "update journal set undone_by = ? where id = ?", (None if is_active else undone, below)
        )
        undone, is_active = below, not is_active
        below = execute("select undoes from journal where id = ?", (undone,)).get


def get(store: Store, namespace: str, number: int) -> Change | None:
    """The entry of this number; None when the namespace has none."""
    sql = _SELECT + "and id = :number"
    return next(_changes(store, sql, {"namespace": namespace, "number": number}), None)


def last(store: Store, namespace: str) -> Change | None:
    """The newest change that counts and undoes nothing."""
    sql = _SELECT + (
        "and undoes is null and undone_by is null and action <> 'get' order by id desc limit 1"
    )
    return next(_changes(store, sql, {"namespace": namespace}), None)


def of_session(store: Store, namespace: str, session: str) -> tuple[Change, ...]:
    """The changes of a session that count and undo nothing, newest first."""
    sql = _SELECT + (
        "and session = :session and undoes is null and undone_by is null and action <> 'get' "
        "order by id desc"
    )
    return tuple(_changes(store, sql, {"namespace": namespace, "session": session}))


def is_newest(store: Store, change: Change) -> bool:
    """Whether nothing was done to a memory's text since, but for what was taken back."""
    row = store.connection.execute(
        "select 1 from journal where item_public_id = ? and id > ? and undone_by is null "
        "and undoes is null and action not in ('confirm', 'cite', 'get') limit 1",
        (change.id, change.number),
    ).get
    return row is None


def log(
    store: Store, namespace: str, *, session: str | None, limit: int, offset: int
) -> tuple[Change, ...]:
    """The newest changes first."""
    sql = _SELECT + (
        "and (:session is null or session = :session) order by id desc limit :limit offset :offset"
    )
    values = {"namespace": namespace, "session": session, "limit": limit, "offset": offset}
    return tuple(_changes(store, sql, values))


def history(store: Store, namespace: str, public_id: str) -> tuple[Change, ...]:
    """All that happened to one memory, the oldest first."""
    sql = _SELECT + "and item_public_id = :id order by id"
    return tuple(_changes(store, sql, {"namespace": namespace, "id": public_id}))


def is_used(store: Store, namespace: str, public_id: str, use: Use) -> bool:
    """Whether a memory's use in a session was noted; without one, by a client since a moment."""
    row = store.connection.execute(
        "select 1 from journal where item_public_id = :id and namespace = :namespace "
        "and action in ('confirm', 'cite', 'get') and undone_by is null and (session = :session "
        "or (:session is null and session is null and client = :client and at > :since)) limit 1",
        {"id": public_id, "namespace": namespace, **use._asdict()},
    ).get
    return row is not None


def erase(store: Store, public_id: str) -> None:
    """Take the texts of one memory out of the journal; that something happened stays."""
    store.connection.execute(
        "update journal set before = null, after = null, reason = null, kept = 0 "
        "where item_public_id = ?",
        (public_id,),
    )


def old_texts(store: Store, before: float) -> int:
    """Number of entries with a text that are older than a moment."""
    count: int = store.connection.execute(
        "select count(*) from journal where at < ? and (before is not null or after is not null)",
        (before,),
    ).get
    return count


def holds_gone_texts(store: Store, before: float) -> bool:
    """Whether an entry older than a moment has a text that stands nowhere else."""
    row = store.connection.execute(
        "select 1 from journal where at < ? and before is not null limit 1", (before,)
    ).get
    return row is not None


def drop_old_texts(store: Store, before: float) -> None:
    """Take the texts out of entries that are older than a moment."""
    store.connection.execute(
        "update journal set before = null, after = null, kept = 0 "
        "where at < ? and (before is not null or after is not null)",
        (before,),
    )


def bury(store: Store, namespace: str, digest: bytes, stone: Tombstone) -> None:
    """Note that a text was forgotten."""
    store.connection.execute(
        "insert into tombstones (digest, namespace, at, reason, item_public_id) "
        "values (?, ?, ?, ?, ?) on conflict do update "
        "set at = excluded.at, reason = excluded.reason, item_public_id = excluded.item_public_id",
        (digest, namespace, *stone),
    )


def tombstone(store: Store, digest: bytes) -> Tombstone | None:
    """What is noted of a forgotten text; None when it was not forgotten."""
    row = store.connection.execute(
        "select at, reason, item_public_id from tombstones where digest = ?", (digest,)
    ).get
    return None if row is None else Tombstone(*row)


def digests(store: Store, namespace: str) -> list[bytes]:
    """Digests of all forgotten texts."""
    rows = store.connection.execute(
        "select digest from tombstones where namespace = ? order by at, digest", (namespace,)
    )
    return [row[0] for row in rows]


def dig_up(store: Store, digest: bytes) -> None:
    """Have a text count as not forgotten."""
    store.connection.execute("delete from tombstones where digest = ?", (digest,))


def _changes(store: Store, sql: str, values: dict[str, str | int | None]) -> Iterator[Change]:
    for row in list(store.connection.execute(sql, values)):
        before, after = _from_json(row[7]), _from_json(row[8])
        yield Change._make([*row[:7], before, after, row[9], row[10], bool(row[11])])


def _to_json(state: Memory | Splice | None) -> str | None:
    return None if state is None else json.dumps(state._asdict(), ensure_ascii=False)


def _from_json(text: str | None) -> dict[str, object] | None:
    if text is None:
        return None
    found: dict[str, object] = json.loads(text)
    return found
