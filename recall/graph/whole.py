"""What is found on all items at once: hubs, orphans, names that links miss."""

from __future__ import annotations

from typing import TYPE_CHECKING

from recall.graph import records
from recall.graph_model import Broken, BrokenList, NodeList, Place, Ranked
from recall.store import graph_rows

if TYPE_CHECKING:
    from recall.store.database import Store
    from recall.store.graph_rows import BrokenRow, NodeRow, Whose

SHOWN_PLACES = 5


def hubs(store: Store, whose: Whose, limit: int) -> NodeList:
    """The items that most others link to."""
    degrees = graph_rows.degrees(store, whose)
    nodes = graph_rows.counted(store, whose)
    linked = [each for each in degrees.values() if each.item_id in nodes and each.linked_from]
    linked.sort(key=lambda each: (-each.linked_from, -each.links_to, nodes[each.item_id].path))
    shown = tuple(
        Ranked(records.node(nodes[each.item_id]), each.linked_from, each.links_to)
        for each in linked[:limit]
    )
    return NodeList(shown, len(linked))


def orphans(store: Store, whose: Whose, limit: int) -> NodeList:
    """Notes that are linked with nothing."""
    ids = graph_rows.orphans(store, whose)
    nodes = graph_rows.nodes(store, whose, ids[:limit])
    shown = (Ranked(records.node(nodes[each]), 0, 0) for each in ids[:limit])
    return NodeList(tuple(shown), len(ids))


def broken(store: Store, whose: Whose, limit: int) -> BrokenList:
    """Names that links lead to and nothing has, those that are missed most first."""
    groups: dict[str, list[BrokenRow]] = {}
    for row in graph_rows.broken(store, whose):
        groups.setdefault(row.name, []).append(row)
    ordered = sorted(groups.values(), key=lambda rows: (-len(rows), rows[0].name))
    shown = ordered[:limit]
    near = {row.item_id for rows in shown for row in rows[:SHOWN_PLACES]}
    nodes = graph_rows.nodes(store, whose, near)
    return BrokenList(tuple(_broken(rows, nodes) for rows in shown), len(groups))


def _broken(rows: list[BrokenRow], nodes: dict[int, NodeRow]) -> Broken:
    first = rows[0]
    # The store keeps the paths of a canvas apart with a slash.
    name = first.path.removeprefix("/") if first.origin == "canvas" else first.path
    places = tuple(
        Place(nodes[row.item_id].public_id, nodes[row.item_id].path, row.line)
        for row in rows[:SHOWN_PLACES]
    )
    return Broken(name, places, len(rows))
