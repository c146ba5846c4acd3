"""Rows of the graph as records: items, and the edges between two of them put together."""

from __future__ import annotations

from typing import TYPE_CHECKING

from recall import relations
from recall.graph_model import Edge, Node

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from recall.store.graph_rows import EdgeRow, NodeRow

_WEIGHTS = {relations.LINK: 0.5, relations.EMBED: 0.6, relations.ARROW: 0.7}
"""How much a type binds; what somebody gave a name binds most."""

NAMED = 1.0


def weight(edge_type: str) -> float:
    """How much an edge of this type binds, in (0, 1]."""
    return _WEIGHTS.get(edge_type, NAMED)


def place(row: EdgeRow, source: NodeRow) -> str:
    """The path of the file that an edge stands in, "" where it stands in none."""
    return row.board or ("" if row.origin in ("user", "memory") else source.path)


def node(row: NodeRow) -> Node:
    """An item of the graph."""
    return Node(
        id=row.public_id,
        title=row.title,
        source=row.source,  # type: ignore[arg-type]
        kind=row.kind,
        collection=row.collection,
        path=row.path,
        date=row.date_text,
        status=row.status,
        superseded=bool(row.superseded),
    )


def edges(
    rows: Iterable[EdgeRow], nodes: Mapping[int, NodeRow], types: frozenset[str] = frozenset()
) -> list[Edge]:
    """Edges between the items given, of these types or of all; what is written twice is one."""
    found: dict[tuple[int, int, str], Edge] = {}
    for row in dict.fromkeys(rows):
        source, target = nodes.get(row.source_id), nodes.get(row.target_id)
        kind = relations.canonical(row.type)
        if source is None or target is None or (types and kind not in types):
            continue
        key = (row.source_id, row.target_id, kind)
        known = found.get(key)
        if known is not None:
            found[key] = known._replace(times=known.times + 1)
            continue
        found[key] = Edge(
            source=source.public_id,
            target=target.public_id,
            type=kind,
            origin=row.origin,
            label=row.label or None,
            path=place(row, source),
            line=row.line,
            times=1,
            weight=weight(kind),
        )
    return list(found.values())
