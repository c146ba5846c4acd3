"""Items that alone hold others to the rest: without one, a part of the graph falls off.

Articulation points, found in one walk in depth (Hopcroft and Tarjan 1973), with the sizes of what
each would cut off; without recursion, since a chain of notes may be as long as a vault.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from recall.graph import network, records
from recall.graph_model import Bridge, Bridges

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from recall.graph.network import Network
    from recall.store.database import Store
    from recall.store.graph_rows import Whose

_EXAMPLES = 3


class _Part(NamedTuple):
    """What falls off: its number of items, and the one beside the bridge."""

    size: int
    first: int


def find(store: Store, whose: Whose, limit: int) -> Bridges:
    """The bridges that hold the largest parts, best first."""
    whole = network.load(store, whose)
    parts = cut_off(whole.beside)
    ordered = sorted(
        parts, key=lambda each: (-parts[each][0].size, -len(parts[each]), whole.nodes[each].path)
    )
    shown = tuple(
        Bridge(
            records.node(whole.nodes[each]),
            tuple(part.size for part in parts[each]),
            tuple(_titles(whole, each, parts[each][0].first)),
        )
        for each in ordered[:limit]
    )
    return Bridges(shown, len(ordered), len(whole.nodes))


def cut_off(beside: Mapping[int, Mapping[int, float]]) -> dict[int, list[_Part]]:
    """For each item that holds others to the rest, the parts without it, but for the largest."""
    parts: dict[int, list[_Part]] = {}
    seen: dict[int, int] = {}
    for root in beside:
        if root not in seen:
            _walk(beside, root, seen, parts)
    return {each: sorted(held, key=lambda part: -part.size) for each, held in parts.items() if held}


def _walk(
    beside: Mapping[int, Mapping[int, float]],
    root: int,
    seen: dict[int, int],
    parts: dict[int, list[_Part]],
) -> None:
    """Walk one connected part; ``seen`` numbers its items, ``parts`` gains what is cut off."""
    begun = len(seen)
    low: dict[int, int] = {root: begun}
    below: dict[int, int] = {root: 1}
    seen[root] = begun
    held: dict[int, list[_Part]] = {}
    above: dict[int, int] = {}
    stack: list[tuple[int, int, Iterator[int]]] = [(root, root, iter(beside[root]))]
    while stack:
        parent, at, others = stack[-1]
        other = next(others, None)
        if other is None:
            stack.pop()
            if stack:
                below[parent] += below[at]
                low[parent] = min(low[parent], low[at])
                if low[at] >= seen[parent]:
                    held.setdefault(parent, []).append(_Part(below[at], at))
        elif other not in seen:
            seen[other] = low[other] = len(seen)
            below[other], above[other] = 1, at
            stack.append((at, other, iter(beside[other])))
        elif other != parent:
            low[at] = min(low[at], seen[other])
    total = below[root]
    for each, cut in held.items():
        rest = total - 1 - sum(part.size for part in cut)
        if each != root:
            cut.append(_Part(rest, above[each]))
        cut.remove(max(cut))
        parts[each] = [part for part in cut if part.size]


def _titles(whole: Network, bridge: int, first: int) -> Iterator[str]:
    """Titles in the part that falls off, the nearest to the bridge first."""
    reached = {bridge: None, first: None}
    front = [first]
    while front and len(reached) <= _EXAMPLES:
        front = list(
            dict.fromkeys(far for near in front for far in whole.beside[near] if far not in reached)
        )
        reached.update(dict.fromkeys(front))
    for each in list(reached)[1 : _EXAMPLES + 1]:
        yield whole.nodes[each].title
