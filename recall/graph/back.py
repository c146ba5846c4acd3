"""What links to an item: each link with the line it stands in."""

from __future__ import annotations

from typing import TYPE_CHECKING

from recall import relations
from recall.graph import records
from recall.graph_model import Backlink, BacklinkList
from recall.store import graph_rows, items

if TYPE_CHECKING:
    from recall.store.database import Store
    from recall.store.graph_rows import EdgeRow, NodeRow, Whose


def links(
    store: Store, whose: Whose, center: int, types: frozenset[str], limit: int
) -> BacklinkList:
    """Links to an item from others, in the order of paths and lines."""
    rows = [
        row
        for row in graph_rows.incoming(store, whose, [center])
        if not types or relations.canonical(row.type) in types
    ]
    nodes = graph_rows.nodes(store, whose, {center, *(row.source_id for row in rows)})
    seen = [row for row in rows if row.source_id in nodes]
    seen.sort(key=lambda row: (nodes[row.source_id].path, row.source_id, row.line or 0))
    return BacklinkList(
        records.node(nodes[center]),
        tuple(_backlinks(store, seen[:limit], nodes)),
        len(seen),
        len({row.source_id for row in seen}),
    )


def _backlinks(store: Store, rows: list[EdgeRow], nodes: dict[int, NodeRow]) -> list[Backlink]:
    found: list[Backlink] = []
    read: tuple[int, list[str]] = (0, [])
    for row in rows:
        source = nodes[row.source_id]
        if row.line is not None and read[0] != row.source_id:
            read = row.source_id, items.text_of(store, row.source_id).splitlines()
        lines = read[1] if row.line is not None else []
        at = (row.line or 1) - 1
        text = lines[at].strip() if at < len(lines) else ""
        found.append(
            Backlink(
                records.node(source), relations.canonical(row.type), row.origin, row.label,
                records.place(row, source), row.line, text,
            )
        )  # fmt: skip
    return found
