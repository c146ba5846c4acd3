"""The whole graph in memory, for what only the whole graph tells: which parts, held by what."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

from recall import relations
from recall.errors import UsageError
from recall.graph import records
from recall.store import graph_rows

if TYPE_CHECKING:
    from recall.store.database import Store
    from recall.store.graph_rows import NodeRow, Whose

MOST_EDGES = 1_000_000
"""Pairs of items that are still looked at as a whole; about a gigabyte of memory."""


class Network(NamedTuple):
    """The items that count and how much each pair of them is bound together, either way.

    ``beside`` has both directions. Items without an edge are in ``nodes`` alone.
    """

    nodes: dict[int, NodeRow]
    beside: dict[int, dict[int, float]]

    @property
    def pairs(self) -> int:
        """Number of pairs of items that are joined."""
        return sum(map(len, self.beside.values())) // 2


def load(store: Store, whose: Whose) -> Network:
    """Everything that is linked, attachments and excluded files left out.

    Raises:
        UsageError: it is too much to be looked at as a whole.
    """
    nodes = graph_rows.counted(store, whose)
    beside: dict[int, dict[int, float]] = {}
    pairs = 0
    for row in graph_rows.every(store, whose):
        one, other = row.source_id, row.target_id
        if one not in nodes or other not in nodes:
            continue
        binds = records.weight(relations.canonical(row.type))
        near = beside.setdefault(one, {})
        if other not in near:
            pairs += 1
            if pairs > MOST_EDGES:
                raise UsageError(
                    f"More than {MOST_EDGES:,} pairs of items are linked, too many to look at as a "
                    "whole. Name one vault."
                )
        near[other] = max(near.get(other, 0.0), binds)
        beside.setdefault(other, {})[one] = near[other]
    return Network(nodes, beside)


def thinned(network: Network) -> dict[tuple[int, int], float]:
    """Pairs with what binds them, less where one of the two is bound to very many.

    Two notes that one long list names are no more alike for that.
    """
    spread = {each: 1 / math.log2(2 + len(near)) for each, near in network.beside.items()}
    return {
        (one, other): binds * min(spread[one], spread[other])
        for one, near in network.beside.items()
        for other, binds in near.items()
        if one < other
    }
