"""What lies around an item: step by step along edges, each step one question to the store."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

from recall import relations
from recall.graph import records
from recall.graph_model import Edge, Neighbourhood
from recall.store import graph_rows

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from recall.graph_model import Direction
    from recall.store.database import Store
    from recall.store.graph_rows import EdgeRow, NodeRow, Whose

MOST_NODES = 5_000
"""Items that are looked at; an item that more are near to is shown with those found until then."""

MOST_SHARING = 50
"""Items with a tag, or in a folder, up to which that says something of two of them."""

_TAG_WEIGHT, _FOLDER_WEIGHT, _DAY_WEIGHT = 0.4, 0.1, 0.2


class Wish(NamedTuple):
    """How far to go and along which edges; no types are all that somebody wrote."""

    depth: int
    direction: Direction
    types: frozenset[str]
    limit: int
    weak: bool = False


class _Found(NamedTuple):
    distances: dict[int, int]
    rows: list[EdgeRow]
    is_complete: bool


def around(store: Store, whose: Whose, center: int, wish: Wish) -> Neighbourhood:
    """The items within so many steps of one, the nearest first, and the edges between them."""
    found = _walk(store, whose, center, wish)
    nodes = graph_rows.nodes(store, whose, found.distances)
    weak: list[Edge] = []
    if wish.weak:
        weak = _weak(store, whose, nodes, center, wish)
        for edge in weak:
            far = {edge.source, edge.target}
            for item_id, row in nodes.items():
                if row.public_id in far:
                    found.distances.setdefault(item_id, 1)
    written = records.edges(found.rows, nodes, wish.types)
    ordered = _order(found.distances, nodes, [*written, *weak], center)
    kept = dict.fromkeys(ordered[: wish.limit + 1])
    if wish.direction == "both":  # and how the items around are connected with each other
        written = records.edges(graph_rows.among(store, whose, kept), nodes, wish.types)
    shown = {nodes[item_id].public_id: place for place, item_id in enumerate(kept)}
    return Neighbourhood(
        center=records.node(nodes[center]),
        depth=wish.depth,
        direction=wish.direction,
        types=tuple(sorted(wish.types)),
        nodes=tuple(records.node(nodes[item_id]) for item_id in kept),
        distances=tuple(found.distances[item_id] for item_id in kept),
        edges=tuple(sorted(_between(written + weak, shown), key=_by_place(shown))),
        left_out=len(ordered) - len(kept),
        is_complete=found.is_complete,
    )


def _between(edges: Iterable[Edge], shown: Mapping[str, int]) -> Iterable[Edge]:
    return (edge for edge in edges if edge.source in shown and edge.target in shown)


def _by_place(shown: Mapping[str, int]) -> Callable[[Edge], tuple[int, int, str]]:
    """The order of the items at both ends, which is the same in every store of a vault."""
    return lambda edge: (shown[edge.source], shown[edge.target], edge.type)


def _walk(store: Store, whose: Whose, center: int, wish: Wish) -> _Found:
    distances = {center: 0}
    rows: list[EdgeRow] = []
    level = [center]
    for distance in range(1, wish.depth + 1):
        reached: dict[int, None] = {}
        for row in _step(store, whose, level, wish):
            rows.append(row)
            for each in (row.source_id, row.target_id):
                if each not in distances:
                    reached.setdefault(each)
        living = graph_rows.nodes(store, whose, reached)
        room = MOST_NODES - len(distances)
        level = [each for each in reached if each in living]
        distances.update(dict.fromkeys(level[:room], distance))
        if len(level) > room:
            return _Found(distances, rows, is_complete=False)
    return _Found(distances, rows, is_complete=True)


def _step(store: Store, whose: Whose, level: list[int], wish: Wish) -> Iterable[EdgeRow]:
    if wish.direction != "in":
        yield from _of_types(graph_rows.outgoing(store, whose, level), wish.types)
    if wish.direction != "out":
        yield from _of_types(graph_rows.incoming(store, whose, level), wish.types)


def _of_types(rows: Iterable[EdgeRow], types: frozenset[str]) -> Iterable[EdgeRow]:
    return (row for row in rows if not types or relations.canonical(row.type) in types)


def _order(
    distances: dict[int, int], nodes: dict[int, NodeRow], edges: list[Edge], center: int
) -> list[int]:
    """The centre, then what is nearest, bound by most, and by the path."""
    bound: dict[str, float] = {}
    for edge in edges:
        for each in (edge.source, edge.target):
            bound[each] = bound.get(each, 0.0) + edge.weight
    others = [each for each in distances if each in nodes and each != center]
    others.sort(
        key=lambda each: (
            distances[each], -bound.get(nodes[each].public_id, 0.0), nodes[each].path,
            nodes[each].public_id,
        )
    )  # fmt: skip
    return [center, *others]


def _weak(
    store: Store, whose: Whose, nodes: dict[int, NodeRow], center: int, wish: Wish
) -> list[Edge]:
    """Edges of the centre that nobody wrote: rare tags, the folder, the days beside it."""
    drafts: list[tuple[int, int, str, str | None, float]] = []
    tags: dict[int, list[tuple[str, float]]] = {}
    for other, tag, holders in graph_rows.sharing_tags(store, center, MOST_SHARING):
        tags.setdefault(other, []).append((tag, rarity(holders)))
    for other, shared in tags.items():
        label = " ".join(f"#{tag}" for tag, _ in shared)
        binds = min(sum(value for _, value in shared), 1.0) * _TAG_WEIGHT
        drafts.append((center, other, relations.TAG, label, binds))
    drafts += (
        (center, other, relations.FOLDER, None, _FOLDER_WEIGHT)
        for other in graph_rows.in_folder(store, center, MOST_SHARING)
    )
    before, after = graph_rows.days_beside(store, center)
    if before is not None:
        drafts.append((before, center, relations.DAY, None, _DAY_WEIGHT))
    if after is not None:
        drafts.append((center, after, relations.DAY, None, _DAY_WEIGHT))
    wanted = [draft for draft in drafts if not wish.types or draft[2] in wish.types]
    new = {each for draft in wanted for each in draft[:2]}
    nodes.update(graph_rows.nodes(store, whose, new - nodes.keys()))
    return [
        Edge(nodes[source].public_id, nodes[target].public_id, kind, "derived", label, "", None, 1,
             binds)
        for source, target, kind, label, binds in wanted
        if source in nodes and target in nodes
    ]  # fmt: skip


def rarity(holders: int) -> float:
    """How much a tag says of those that have it: 1 for two of them, less for many."""
    return 1 / math.log2(max(holders, 2))
