"""How two items are connected: the chain of edges that says most, and others beside it.

Both ends are walked away from, the smaller side first, until the sides meet, and one step more
where that is cheap: the best chain by weight may be one edge longer than the shortest.
"""

from __future__ import annotations

import heapq
import math
from collections import defaultdict
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from recall import relations
from recall.graph import records
from recall.graph_model import Path, Paths, Step
from recall.store import graph_rows

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping

    from recall.graph_model import Edge, Node
    from recall.store.database import Store
    from recall.store.graph_rows import Whose

MOST_EDGES = 100_000
"""Edges looked at before the search is given up."""

_FEW = 1_000
"""Edges that a step more than the sides need to meet may cost."""

_CROWD = 0.15
"""What it costs to lead through an item, times the logarithm of its edges: that two notes stand in
one long list says little of them."""


class Wish(NamedTuple):
    """Along which edges, all of them where none are named, and how many chains at most."""

    types: frozenset[str]
    most: int


def between(store: Store, whose: Whose, ends: tuple[int, int], wish: Wish) -> Paths:
    """The chains of edges from one item to another, whichever way each edge points."""
    start, end = ends
    search = _Search(store, whose, wish.types)
    kept = search.run(start, end) if start != end else {}
    nodes = graph_rows.nodes(store, whose, {start, end, *kept})
    rows = graph_rows.among(store, whose, kept)
    names = {each.public_id: records.node(each) for each in nodes.values()}
    crowds = graph_rows.edge_counts(store, kept)
    ways = _Ways(
        records.edges(rows, nodes, wish.types),
        {row.public_id: crowds.get(item_id, 0) for item_id, row in nodes.items()},
    )
    tags = graph_rows.tags(store, ends)
    theirs = {tag.casefold() for tag in tags.get(end, ())}
    first, last = nodes[start].public_id, nodes[end].public_id
    return Paths(
        start=names[first],
        end=names[last],
        paths=tuple(_path(ways, chain, names) for chain in ways.chains(first, last, wish.most)),
        shared_tags=tuple(tag for tag in tags.get(start, ()) if tag.casefold() in theirs),
        is_complete=search.is_complete,
    )


class _Search:
    """Walks from both ends, and remembers which items are beside each other."""

    def __init__(self, store: Store, whose: Whose, types: frozenset[str]) -> None:
        self._store, self._whose, self._types = store, whose, types
        self._beside: defaultdict[int, list[int]] = defaultdict(list)
        self._looked_at = 0
        self.is_complete = True

    def run(self, start: int, end: int) -> Mapping[int, int]:
        """The items on chains of the fewest edges or one more; none when there is no chain."""
        seen = ({start}, {end})
        fronts: list[Collection[int]] = [[start], [end]]
        ahead = [self._edges(front) for front in fronts]
        has_met = False
        while fronts[0] and fronts[1]:
            side = int(ahead[1] < ahead[0])
            if has_met and ahead[side] > _FEW:
                break
            if self._looked_at > MOST_EDGES:
                self.is_complete = has_met
                break
            self._looked_at += ahead[side]
            fronts[side] = self._grow(seen[side], fronts[side])
            if has_met:
                break
            has_met = not seen[1 - side].isdisjoint(fronts[side])
            ahead[side] = self._edges(fronts[side])
        return self._on_the_way(start, end) if has_met else {}

    def _edges(self, front: Collection[int]) -> int:
        return graph_rows.edge_total(self._store, front)

    def _grow(self, seen: set[int], front: Collection[int]) -> Collection[int]:
        beside = self._beside
        new: set[int] = set()
        for near, far in graph_rows.beside(self._store, self._whose, front, self._types):
            beside[near].append(far)
            beside[far].append(near)
            new.add(far)
        new -= seen
        new = graph_rows.living(self._store, self._whose, new)
        seen |= new
        return new

    def _on_the_way(self, start: int, end: int) -> Mapping[int, int]:
        back = self._steps(end, {}, None)
        most = back[start] + 1
        return self._steps(start, back, most)

    def _steps(self, start: int, back: Mapping[int, int], most: int | None) -> dict[int, int]:
        """How far items are from one; those alone from which not more than ``most`` are left."""
        steps = {start: 0}
        front = [start]
        while front:
            on = steps[front[0]] + 1
            new = {far for near in front for far in self._beside[near]}.difference(steps)
            if most is not None:
                new = {each for each in new if on + back.get(each, most) <= most}
            steps.update(dict.fromkeys(new, on))
            front = list(new)
        return steps


class _Ways:
    """A small graph with what it costs to go through it."""

    def __init__(self, edges: Iterable[Edge], crowds: Mapping[str, int]) -> None:
        self.best: dict[str, dict[str, Edge]] = {}
        self._crowds = crowds
        for edge in edges:
            for one, other in ((edge.source, edge.target), (edge.target, edge.source)):
                known = self.best.setdefault(one, {}).get(other)
                if known is None or _rank(edge, one) > _rank(known, one):
                    self.best[one][other] = edge

    def cost(self, one: str, other: str, end: str) -> float:
        """Of going from one item to the next; the last one costs nothing to lead through."""
        crowd = 0.0 if other == end else _CROWD * math.log2(max(self._crowds[other], 1))
        return 1 / self.best[one][other].weight + crowd

    def chains(self, start: str, end: str, most: int) -> Iterator[tuple[float, list[str]]]:
        """The cheapest chain, then the cheapest without any item in the middle of those before."""
        closed: set[str] = set()
        direct = end in self.best.get(start, {})
        for _ in range(most if start != end else 0):
            found = self._cheapest(start, end, closed, direct=direct)
            if found is None:
                return
            yield found
            direct = direct and len(found[1]) > 2
            closed.update(found[1][1:-1])

    def _cheapest(
        self, start: str, end: str, closed: set[str], *, direct: bool
    ) -> tuple[float, list[str]] | None:
        waiting: list[tuple[float, int, str, list[str]]] = [(0.0, 0, start, [start])]
        done: set[str] = set()
        while waiting:
            cost, steps, at, chain = heapq.heappop(waiting)
            if at == end:
                return cost, chain
            if at in done:
                continue
            done.add(at)
            for other in self.best.get(at, ()):
                if other in done or other in closed:
                    continue
                if at == start and other == end and not direct:
                    continue
                on = cost + self.cost(at, other, end)
                heapq.heappush(waiting, (on, steps + 1, other, [*chain, other]))
        return None


def _rank(edge: Edge, start: str) -> tuple[float, bool, str, str]:
    """Of several edges between two items the one that binds most, then one walked forward."""
    return edge.weight, edge.source == start, edge.type, edge.path


def _path(ways: _Ways, chain: tuple[float, list[str]], names: Mapping[str, Node]) -> Path:
    cost, ids = chain
    steps = []
    for one, other in pairwise(ids):
        edge = ways.best[one][other]
        forward = edge.source == one
        words = relations.wording(edge.type, edge.label)
        steps.append(Step(edge, forward, words.forward if forward else words.backward))
    return Path(tuple(names[each] for each in ids), tuple(steps), cost)
