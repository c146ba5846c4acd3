"""Edges of every origin between items, as rows: what is linked, in either direction, and how much.

Three tables have edges: ``edges`` (links as written, and those of memories), ``arrows`` (of
canvases, by path) and ``user_links`` (by public id). Here they are one.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, NamedTuple

from recall.relations import canonical

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from recall.store.database import Store

_LIVING = (
    "items.namespace = :namespace and (items.source <> 'memory' or "
    "(items.excluded = 0 and (items.expires is null or items.expires > :now)))"
)
_COUNTED = (
    f"{_LIVING} and items.kind not in ('attachment', 'base') and items.excluded = 0 and "
    "(:vault is null or items.collection_id in (select id from collections where name = :vault))"
)
"""What the whole graph is made of: files without text and excluded ones are not (R253)."""

_IDS = "in (select value from json_each(:ids))"

_EDGES = """
select edges.source_id as source_id, edges.target_id as target_id,
  edges.type, edges.origin, edges.label, edges.line,
  null
from edges
where edges.target_id <> edges.source_id {0}
"""
_ARROWS = """
select sources.id as source_id, targets.id as target_id,
  'arrow' as type, 'canvas', arrows.label, null, boards.path
from arrows
join items as boards on boards.id = arrows.item_id
join items as sources
  on sources.path = arrows.source and sources.collection_id = boards.collection_id
join items as targets
  on targets.path = arrows.target and targets.collection_id = boards.collection_id
where sources.id <> targets.id {0}
"""
_USER_LINKS = """
select sources.id as source_id, targets.id as target_id,
  user_links.type, 'user', user_links.note, null, null
from user_links
join items as sources on sources.public_id = user_links.source
join items as targets on targets.public_id = user_links.target
where user_links.namespace = :namespace {0}
"""
_SELECTS = (
    (_EDGES, "edges.source_id", "edges.target_id"),
    (_ARROWS, "sources.id", "targets.id"),
    (_USER_LINKS, "sources.id", "targets.id"),
)


class Whose(NamedTuple):
    """Whose items are seen, at which moment (memories end), and of which vault where one is asked.

    Only what looks at all items keeps to the vault; an edge may lead out of it.
    """

    namespace: str
    now: float
    vault: str | None = None


class EdgeRow(NamedTuple):
    """An edge; ``board`` is the path of the canvas that an arrow stands in."""

    source_id: int
    target_id: int
    type: str
    origin: str
    label: str | None
    line: int | None
    board: str | None


class NodeRow(NamedTuple):
    """An item of the graph."""

    id: int
    public_id: str
    title: str
    source: str
    kind: str
    collection: str
    path: str
    date_text: str | None
    status: str | None
    superseded: int


def outgoing(store: Store, whose: Whose, ids: Iterable[int]) -> Iterator[EdgeRow]:
    """Edges from these items to others."""
    return _edges(store, whose, 1, ids)


def incoming(store: Store, whose: Whose, ids: Iterable[int]) -> Iterator[EdgeRow]:
    """Edges to these items from others."""
    return _edges(store, whose, 2, ids)


def every(store: Store, whose: Whose) -> Iterator[EdgeRow]:
    """All edges of the store."""
    for each in _SELECTS:
        for row in store.connection.execute(each[0].format(""), whose._asdict()):
            yield EdgeRow(*row)


def among(store: Store, whose: Whose, ids: Iterable[int]) -> Iterator[EdgeRow]:
    """Edges of which both ends are among these items."""
    values = {**whose._asdict(), "ids": json.dumps(list(ids))}
    for sql, source, target in _SELECTS:
        both = sql.format(f"and {source} {_IDS} and {target} {_IDS}")
        for row in store.connection.execute(both, values):
            yield EdgeRow(*row)


def beside(
    store: Store, whose: Whose, ids: Iterable[int], types: frozenset[str]
) -> Iterator[tuple[int, int]]:
    """Items of these ids with items that an edge of one of these types (or any) joins them with."""
    values = {**whose._asdict(), "ids": json.dumps(list(ids))}
    wanted: dict[str, bool] = {}
    for sql, *ends in _SELECTS:
        for near, far, end in ((0, 1, ends[0]), (1, 0, ends[1])):
            chosen = f"select source_id, target_id, type from ({sql.format(f'and {end} {_IDS}')})"
            for row in store.connection.execute(chosen, values):
                if types:
                    kind = row[2]
                    if kind not in wanted:
                        wanted[kind] = canonical(kind) in types
                    if not wanted[kind]:
                        continue
                yield row[near], row[far]


def _edges(store: Store, whose: Whose, end: int, ids: Iterable[int]) -> Iterator[EdgeRow]:
    values = {**whose._asdict(), "ids": json.dumps(list(ids))}
    for each in _SELECTS:
        sql = each[0].format(f"and {each[end]} {_IDS}")
        for row in store.connection.execute(sql, values):
            yield EdgeRow(*row)


def nodes(store: Store, whose: Whose, ids: Iterable[int]) -> dict[int, NodeRow]:
    """The items of these row ids that may be seen, by row id."""
    return _nodes(store, whose, f"items.id {_IDS} and {_LIVING}", ids)


def living(store: Store, whose: Whose, ids: Iterable[int]) -> set[int]:
    """Those of these row ids whose items may be seen."""
    rows = store.connection.execute(
        f"select items.id from items where items.id {_IDS} and {_LIVING}",
        {**whose._asdict(), "ids": json.dumps(list(ids))},
    )
    return {row[0] for row in rows}


def edge_counts(store: Store, ids: Iterable[int]) -> dict[int, int]:
    """How many links from and to these items are written."""
    rows = store.connection.execute(
        f"select id, count(*) from (select source_id as id from edges where source_id {_IDS} "
        f"union all select target_id from edges where target_id {_IDS}) group by id",
        {"ids": json.dumps(list(ids))},
    )
    return dict(rows)


def edge_total(store: Store, ids: Iterable[int]) -> int:
    """How many links from or to any of these items are written."""
    total: int = store.connection.execute(
        f"select (select count(*) from edges where source_id {_IDS}) "
        f"+ (select count(*) from edges where target_id {_IDS})",
        {"ids": json.dumps(list(ids))},
    ).get
    return total


def counted(store: Store, whose: Whose) -> dict[int, NodeRow]:
    """The items that the whole graph is made of, by row id."""
    return _nodes(store, whose, _COUNTED, ())


def counted_among(store: Store, whose: Whose, ids: Iterable[int]) -> dict[int, NodeRow]:
    """Those of these items that the whole graph is made of."""
    return _nodes(store, whose, f"items.id {_IDS} and {_COUNTED}", ids)


def matching(store: Store, expression: str, most: int) -> list[int]:
    """Items with a passage that matches an FTS5 expression, the best first."""
    rows = store.connection.execute(
        "select passages.item_id from passage_index "
        "join passages on passages.id = passage_index.rowid "
        "where passage_index match ? order by rank limit ?",
        (expression, most * 3),
    )
    return list(dict.fromkeys(row[0] for row in rows))[:most]


def _nodes(store: Store, whose: Whose, where: str, ids: Iterable[int]) -> dict[int, NodeRow]:
    rows = store.connection.execute(
        "select items.id, items.public_id, items.title, items.source, items.kind, "
        "coalesce(collections.name, ''), coalesce(items.path, ''), items.date_text, items.status, "
        "items.superseded_by is not null "
        "from items left join collections on collections.id = items.collection_id "
        f"where {where} order by items.path, items.id",
        {**whose._asdict(), "ids": json.dumps(list(ids))},
    )
    return {row[0]: NodeRow(*row) for row in rows}


def tags(store: Store, item_ids: Iterable[int]) -> dict[int, list[str]]:
    """Tags of items, as written, by row id."""
    rows = store.connection.execute(
        f"select item_id, tag from tags where item_id {_IDS} order by key",
        {"ids": json.dumps(list(item_ids))},
    )
    found: dict[int, list[str]] = {}
    for item_id, tag in rows:
        found.setdefault(item_id, []).append(tag)
    return found


class Shared(NamedTuple):
    """Another item with the same tag, and how many have it."""

    item_id: int
    tag: str
    holders: int


def sharing_tags(store: Store, item_id: int, most: int) -> list[Shared]:
    """Items with the tags of one, of tags that ``most`` items have at most, the rarest first."""
    rows = store.connection.execute(
        """
        with mine as (select key, tag from tags where item_id = :item),
        sizes as (
          select mine.key, mine.tag, (select count(*) from tags where key = mine.key) as holders
          from mine
        )
        select tags.item_id, sizes.tag, sizes.holders
        from sizes join tags on tags.key = sizes.key
        where sizes.holders <= :most and tags.item_id <> :item
        order by sizes.holders, tags.item_id
        """,
        {"item": item_id, "most": most},
    )
    return [Shared(*row) for row in rows]


def in_folder(store: Store, item_id: int, most: int) -> list[int]:
    """Notes in the folder of one, none when it holds more than ``most``; not in a vault's root."""
    rows = store.connection.execute(
        """
        with mine as (
          select id, collection_id, rtrim(path, replace(path, '/', '')) as folder
          from items where id = :item
        )
        select items.id from mine join items on items.collection_id = mine.collection_id
        where mine.folder <> '' and items.id <> mine.id and items.kind <> 'attachment'
          and substr(items.path, 1, length(mine.folder)) = mine.folder
          and instr(substr(items.path, length(mine.folder) + 1), '/') = 0
        order by items.path limit :most + 1
        """,
        {"item": item_id, "most": most},
    )
    found = [row[0] for row in rows]
    return found if len(found) <= most else []


def days_beside(store: Store, item_id: int) -> tuple[int | None, int | None]:
    """The daily notes before and after one; None where there is none, or it is none itself."""
    before, after = (
        store.connection.execute(
            "select other.id from items as mine join items as other "
            "on other.collection_id = mine.collection_id and other.kind = 'daily' "
            f"and other.dated {sign} mine.dated where mine.id = ? and mine.kind = 'daily' "
            f"order by other.dated {order}, other.id limit 1",
            (item_id,),
        ).get
        for sign, order in (("<", "desc"), (">", ""))
    )
    return before, after


class DegreeRow(NamedTuple):
    """How many items link to one, and how many it links to."""

    item_id: int
    linked_from: int
    links_to: int


def degrees(store: Store, whose: Whose) -> dict[int, DegreeRow]:
    """Of every item that has an edge with another one; two that link twice count once."""
    selects = " union all ".join(sql.format("") for sql, *_ in _SELECTS)
    rows = store.connection.execute(
        f"""
        with pairs as materialized (select distinct source_id, target_id from ({selects})),
        ends as (
          select target_id as id, 1 as gains, 0 as gives from pairs
          union all select source_id, 0, 1 from pairs
        )
        select id, sum(gains), sum(gives) from ends group by id
        """,
        whose._asdict(),
    )
    return {row[0]: DegreeRow(*row) for row in rows}


def orphans(store: Store, whose: Whose) -> list[int]:
    """Notes that no edge joins with another item, in the order of their paths.

    What ``recall vault check`` calls orphans: a link that leads nowhere is still one, and one
    to an attachment joins nothing.
    """
    others = " union all ".join(sql.format("") for sql, *_ in _SELECTS[1:])
    rows = store.connection.execute(
        f"""
        with others as materialized (select source_id, target_id from ({others}))
        select items.id from items
        where {_COUNTED} and items.source = 'vault' and items.kind in ('note', 'daily')
          and not exists (
            select 1 from edges left join items as targets on targets.id = edges.target_id
            where edges.source_id = items.id and (edges.target_id is null
              or (edges.target_id <> items.id and targets.kind <> 'attachment'))
          )
          and not exists (
            select 1 from edges where edges.target_id = items.id and edges.source_id <> items.id
          )
          and items.id not in (select source_id from others)
          and items.id not in (select target_id from others)
        order by items.path
        """,
        whose._asdict(),
    )
    return [row[0] for row in rows]


class BrokenRow(NamedTuple):
    """A link that leads nowhere; ``name`` is its last part, folded."""

    name: str
    item_id: int
    origin: str
    path: str
    line: int | None


def broken(store: Store, whose: Whose) -> list[BrokenRow]:
    """Links that lead nowhere, in the order of the notes they stand in."""
    rows = store.connection.execute(
        "select edges.name_key, items.id, edges.origin, edges.path, edges.line "
        "from edges join items on items.id = edges.source_id "
        f"where edges.target_id is null and edges.origin <> 'memory' and {_COUNTED} "
        "order by items.path, coalesce(edges.line, 0), edges.id",
        whose._asdict(),
    )
    return [BrokenRow(*row) for row in rows]
