"""Rows of memories: items without a collection, of which the store itself is the truth.

How memories are linked stands in ``edges`` (origin ``memory``, by public id), and what has
replaced one follows from that: so a memory that comes back finds its links again.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from recall.memory_model import Memory
from recall.store import items, passage_index, vectors, writing
from recall.store.prepared import COLUMNS
from recall.store.writing import Written

if TYPE_CHECKING:
    from collections.abc import Iterator

    from recall.store.database import Store
    from recall.store.prepared import Prepared

_OWN = (
    "scope", "project", "importance", "session", "event_date", "valid_until", "reinforced",
    "reinforcements", "document_key", "characters", "outline",
)  # fmt: skip
_WRITTEN = (*COLUMNS, *_OWN)
_INSERT = (
    f"insert into items (id, public_id, {', '.join(_WRITTEN)}) "
    f"values ({', '.join('?' * (len(_WRITTEN) + 2))})"
)
_UPDATE = f"update items set {', '.join(f'{name} = ?' for name in _WRITTEN)} where id = ?"
_SELECT = """
select items.id, items.public_id, items.scope, items.project, items.created, items.expires,
  items.title, items.memory_type, items.modified, items.namespace, items.importance, items.pinned,
  items.excluded, items.session, items.valid_until, items.event_date, items.reinforced,
  items.reinforcements, successors.public_id, items.document_key
from items left join items as successors on successors.id = items.superseded_by
where items.source = 'memory'
"""
_PLACE = "(:project is null or items.project is null or items.project = :project collate nocase)"
_LIVING = "(items.expires is null or items.expires > :now)"


DAY_SECONDS = 86_400
_CHOICES = {
    "pinned": "items.pinned = 1",
    "preference": "items.memory_type = 'preference'",
    "decision": "items.memory_type = 'decision'",
    "todo": "items.memory_type in ('todo', 'task')",
    "due": f"items.event_date between :now - {DAY_SECONDS} and :until "
    "or items.valid_until between :now and :until",
    "fading": "items.expires between :now and :until",
    "any": "1",
}


class Filter(NamedTuple):
    """Which memories are meant: one namespace's, that have not ended at ``now``."""

    namespace: str
    now: float
    scope: str | None = None
    project: str | None = None
    memory_type: str | None = None
    private: bool = False


def get(store: Store, public_id: str, namespace: str) -> Memory | None:
    """The memory of this id, ended or not; None when there is none in the namespace."""
    found = _memories(
        store,
        _SELECT + "and items.public_id = :id and items.namespace = :namespace",
        {"id": public_id.strip().lower(), "namespace": namespace},
    )
    return next(found, None)


def by_row(store: Store, item_id: int) -> Memory | None:
    """The memory of this row id."""
    return next(_memories(store, _SELECT + "and items.id = :id", {"id": item_id}), None)


def of_content(store: Store, content_hash: bytes, wanted: Filter) -> Memory | None:
    """The oldest memory of exactly these words; in a project, of that one or of none."""
    # By its words, and not through all of the namespace in the order of their dates.
    where = _where(wanted._replace(project=None)).replace("items.namespace", "+items.namespace")
    sql = (
        f"{_SELECT} and items.content_hash = :content and {_PLACE} "
        f"and {where} order by items.created"
    )
    return next(_memories(store, sql, {**wanted._asdict(), "content": content_hash}), None)


def listed(store: Store, wanted: Filter, limit: int, offset: int) -> tuple[Memory, ...]:
    """Memories, newest first."""
    sql = (
        f"{_SELECT} and {_where(wanted)} "
        "order by items.created desc, items.public_id limit :limit offset :offset"
    )
    return tuple(_memories(store, sql, {**wanted._asdict(), "limit": limit, "offset": offset}))


def chosen(
    store: Store, wanted: Filter, choice: str, limit: int, until: float = 0.0
) -> tuple[Memory, ...]:
    """Memories of one of the choices that nothing has superseded, of a project or of none.

    What is due or fading by ``until`` comes in the order of its day, all else newest first.
    """
    order = {"due": "coalesce(items.event_date, items.valid_until)", "fading": "items.expires"}
    sql = (
        f"{_SELECT} and {_where(wanted._replace(project=None))} and {_PLACE} "
        f"and items.superseded_by is null and ({_CHOICES[choice]}) "
        f"order by {order.get(choice, 'items.modified desc')}, items.public_id limit :limit"
    )
    return tuple(_memories(store, sql, {**wanted._asdict(), "limit": limit, "until": until}))


def superseded(store: Store, wanted: Filter, limit: int) -> tuple[Memory, ...]:
    """Memories that others have taken the place of, those first that were longest."""
    sql = (
        f"{_SELECT} and {_where(wanted)} and items.superseded_by is not null "
        "order by items.modified, items.public_id limit :limit"
    )
    return tuple(_memories(store, sql, {**wanted._asdict(), "limit": limit}))


def contradicting(store: Store, wanted: Filter, limit: int) -> list[tuple[Memory, Memory]]:
    """Pairs of memories that give another value for the same thing, the newer one first."""
    rows = store.connection.execute(
        "select edges.source_id, edges.target_id from edges "
        "join items on items.id = edges.source_id join items as others "
        "on others.id = edges.target_id where edges.origin = 'memory' "
        "and edges.type = 'contradicts' and items.superseded_by is null "
        "and others.superseded_by is null and (others.expires is null or others.expires > :now) "
        f"and others.excluded = 0 and {_where(wanted)} order by edges.id desc limit :limit",
        {**wanted._asdict(), "limit": limit},
    )
    pairs = [(by_row(store, newer), by_row(store, older)) for newer, older in list(rows)]
    return [(newer, older) for newer, older in pairs if newer and older]


def count(store: Store, wanted: Filter) -> int:
    """Number of memories that match."""
    total: int = store.connection.execute(
        f"select count(*) from items where items.source = 'memory' and {_where(wanted)}",
        wanted._asdict(),
    ).get
    return total


def ended(store: Store, namespace: str, now: float) -> tuple[Memory, ...]:
    """Memories whose time is over, the longest first."""
    sql = (
        f"{_SELECT} and items.namespace = :namespace and items.expires <= :now "
        "order by items.expires, items.public_id"
    )
    return tuple(_memories(store, sql, {"namespace": namespace, "now": now}))


def everything(store: Store, namespace: str) -> Iterator[Memory]:
    """Every memory and document of a namespace, ended ones too, the oldest first."""
    sql = f"{_SELECT} and items.namespace = :namespace order by items.created, items.public_id"
    yield from _memories(store, sql, {"namespace": namespace})


def is_taken(store: Store, public_id: str) -> bool:
    """Whether an item has or had this id."""
    row = store.connection.execute(
        "select 1 from items where public_id = :id "
        "union all select 1 from journal where item_public_id = :id limit 1",
        {"id": public_id},
    ).get
    return row is not None


def write(store: Store, memory: Memory, prepared: Prepared, outline: str | None = None) -> None:
    """Write a memory whole, in the place of what has its id.

    ``outline`` are the headings that the last passage of a document lies under.
    """
    values = [
        *(None if name == "path" else value
          for name, value in zip(COLUMNS, prepared.values, strict=True)),
        memory.scope, memory.project, memory.importance, memory.session, memory.event_date,
        memory.valid_until, memory.reinforced_at, memory.reinforcements, memory.key,
        None if memory.key is None else len(memory.content), outline,
    ]  # fmt: skip
    item_id = _row_id(store, memory.id)
    linked: set[int] = set()
    if item_id is None:
        item_id = writing.next_id(store, "items")
        store.connection.execute(_INSERT, (item_id, memory.id, *values))
    else:
        linked = _superseded(store, item_id)
        items.clear(store, item_id)
        store.connection.execute(_UPDATE, (*values, item_id))
    first = (
        writing.next_id(store, "passages")
        if memory.key is None
        else writing.first_passage_of_document(item_id)
    )
    written = {item_id: Written(prepared, first)}
    writing.hang(store, written)
    _link(store, item_id, memory)
    _relink(store, {item_id, *linked, *_superseded(store, item_id)})
    passage_index.refresh(store, [item_id], written)
    vectors.expect(store)


def remove(store: Store, public_id: str) -> None:
    """Take a memory out; those that it had replaced hold again."""
    item_id = _row_id(store, public_id)
    if item_id is None:
        return
    superseded = _superseded(store, item_id)
    items.clear(store, item_id)
    store.connection.execute("delete from items where id = ?", (item_id,))
    _relink(store, superseded)
    vectors.expect(store)


def reinforce(store: Store, public_id: str, now: float) -> None:
    """Note a deliberate use of a memory."""
    store.connection.execute(
        "update items set reinforced = ?, reinforcements = reinforcements + 1 where public_id = ?",
        (now, public_id),
    )


def _where(wanted: Filter) -> str:
    clauses = ["items.namespace = :namespace", _LIVING, "items.document_key is null"]
    clauses += ["items.scope = :scope"] if wanted.scope else []
    clauses += ["items.project = :project collate nocase"] if wanted.project else []
    clauses += ["items.memory_type = :memory_type collate nocase"] if wanted.memory_type else []
    clauses += [] if wanted.private else ["items.excluded = 0"]
    return " and ".join(clauses)


def _memories(store: Store, sql: str, values: dict[str, object]) -> Iterator[Memory]:
    for row in list(store.connection.execute(sql, values)):
        links = _links(store, row[0])
        yield Memory(
            id=row[1],
            content=items.text_of(store, row[0]),
            scope=row[2],
            project=row[3],
            created_at=row[4],
            expires_at=row[5],
            title=row[6],
            type=row[7],
            tags=_tags(store, row[0]),
            updated_at=row[8],
            namespace=row[9],
            importance=row[10],
            pinned=bool(row[11]),
            private=bool(row[12]),
            session=row[13],
            valid_until=row[14],
            event_date=row[15],
            reinforced_at=row[16],
            reinforcements=row[17],
            supersedes=tuple(path for kind, path in links if kind == "supersedes"),
            contradicts=tuple(path for kind, path in links if kind == "contradicts"),
            superseded_by=row[18],
            key=row[19],
        )


def _row_id(store: Store, public_id: str) -> int | None:
    found: int | None = store.connection.execute(
        "select id from items where public_id = ? and source = 'memory'", (public_id,)
    ).get
    return found


def _tags(store: Store, item_id: int) -> tuple[str, ...]:
    rows = store.connection.execute(
        "select tag from tags where item_id = ? order by key", (item_id,)
    )
    return tuple(row[0] for row in rows)


def _links(store: Store, item_id: int) -> list[tuple[str, str]]:
    rows = store.connection.execute(
        "select type, path from edges where source_id = ? and origin = 'memory' order by id",
        (item_id,),
    )
    return [(row[0], row[1]) for row in rows]


def _link(store: Store, item_id: int, memory: Memory) -> None:
    """Write the links of a memory, and point those of others at it again."""
    links = [("supersedes", each) for each in memory.supersedes]
    links += [("contradicts", each) for each in memory.contradicts]
    store.connection.executemany(
        "insert into edges (source_id, target_id, type, origin, name_key, path) values (?1, "
        "(select id from items where public_id = ?3 and source = 'memory' and namespace = ?4), "
        "?2, 'memory', ?3, ?3)",
        [(item_id, kind, target, memory.namespace) for kind, target in links],
    )
    store.connection.execute(
        "update edges set target_id = ? where origin = 'memory' and path = ?", (item_id, memory.id)
    )


def _superseded(store: Store, item_id: int) -> set[int]:
    rows = store.connection.execute(
        "select target_id from edges where source_id = ? and origin = 'memory' "
        "and type = 'supersedes' and target_id is not null",
        (item_id,),
    )
    return {row[0] for row in rows}


def _relink(store: Store, item_ids: set[int]) -> None:
    """Have each memory say by which it is replaced: the newest that says so of itself."""
    store.connection.executemany(
        "update items set superseded_by = (select newer.id from edges "
        "join items as newer on newer.id = edges.source_id "
        "where edges.target_id = items.id and edges.origin = 'memory' "
        "and edges.type = 'supersedes' and newer.id <> items.id "
        "order by newer.created desc, newer.public_id desc limit 1) where id = ?",
        [(each,) for each in sorted(item_ids)],
    )
