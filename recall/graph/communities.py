"""Communities: items that are linked among each other more than with the rest, with names.

Louvain's method as networkx has it (Blondel and others 2008), on pairs that count less where one
of the two is bound to very many; it starts from one seed, so that an answer stays the same. What
is larger than it does in seconds is parted by label propagation, which is coarser.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from typing import TYPE_CHECKING

from recall.graph import network, records
from recall.graph_model import Communities, Community
from recall.search.common_words import COMMON_WORDS
from recall.store import graph_rows

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from recall.graph.network import Network
    from recall.store.database import Store
    from recall.store.graph_rows import NodeRow, Whose

MOST_PAIRS_FOR_LOUVAIN = 60_000
"""Some five seconds of work."""

LEAST_MEMBERS = 3
"""Two that are linked with each other alone are a pair and no community."""

_SEED = 1
_TRIES, _FEW_PAIRS = 10, 3_000
"""A small graph is parted from several seeds, and the best is taken: that costs nothing."""

_TERMS, _CENTRAL = 4, 3
_WORD = re.compile(r"[^\W\d_][\w'’-]*[^\W_]")
_LEAST_LETTERS = 3
_LEAST_SHARE = 0.04
"""Of the members that have a term which names them all."""


def find(store: Store, whose: Whose, limit: int) -> Communities:
    """The largest communities, each with the words that its titles, folders and tags share."""
    whole = network.load(store, whose)
    pairs = network.thinned(whole)
    parted, method = _parted(pairs, list(whole.nodes))
    _gather(parted, pairs)
    large = [each for each in parted if len(each) >= LEAST_MEMBERS]
    large.sort(key=lambda each: (-len(each), min(whole.nodes[item].path for item in each)))
    tags = graph_rows.tags(store, whole.nodes)
    terms = {each: _terms(row, tags.get(each, ())) for each, row in whole.nodes.items()}
    everywhere = Counter(term for each in terms.values() for term in each)
    shown = tuple(_community(whole, members, terms, everywhere) for members in large[:limit])
    return Communities(
        shown, len(large), len(whole.nodes), len(whole.nodes) - len(whole.beside),
        sum(map(len, parted)) - sum(map(len, large)), _modularity(parted, pairs), method,
    )  # fmt: skip


def _parted(
    pairs: Mapping[tuple[int, int], float], ordered: Sequence[int]
) -> tuple[list[set[int]], str]:
    if not pairs:
        return [], "none"
    import networkx

    # By the order of paths and not by row ids, which differ from store to store.
    ranks = {each: rank for rank, each in enumerate(ordered)}
    graph: networkx.Graph[int] = networkx.Graph()
    graph.add_weighted_edges_from(
        sorted(
            (min(ranks[one], ranks[other]), max(ranks[one], ranks[other]), binds)
            for (one, other), binds in pairs.items()
        )
    )
    if len(pairs) > MOST_PAIRS_FOR_LOUVAIN:
        method = "label propagation"
        parted = networkx.community.asyn_lpa_communities(graph, weight="weight", seed=_SEED)
        return [{ordered[rank] for rank in each} for each in parted], method
    tries = (
        [
            {ordered[rank] for rank in each}
            for each in networkx.community.louvain_communities(graph, seed=_SEED + number)
        ]
        for number in range(_TRIES if len(pairs) <= _FEW_PAIRS else 1)
    )
    return max(tries, key=lambda parted: _modularity(parted, pairs)), "louvain"


def _gather(parted: list[set[int]], pairs: Mapping[tuple[int, int], float]) -> None:
    """Have groups too small to be a community join the one that binds them most."""
    place = {each: number for number, members in enumerate(parted) for each in members}
    drawn: dict[int, dict[int, float]] = {}
    for (one, other), binds in pairs.items():
        for near, far in ((place[one], place[other]), (place[other], place[one])):
            if len(parted[near]) < LEAST_MEMBERS <= len(parted[far]):
                ties = drawn.setdefault(near, {})
                ties[far] = ties.get(far, 0.0) + binds
    for near, ties in drawn.items():
        parted[max(ties, key=lambda each: (ties[each], -each))] |= parted[near]
    for near in sorted(drawn, reverse=True):
        del parted[near]


def _modularity(parted: list[set[int]], pairs: Mapping[tuple[int, int], float]) -> float:
    """What of the pairs lies inside the communities, less what would by chance (Newman 2004)."""
    total = sum(pairs.values())
    if not total:
        return 0.0
    place = {each: number for number, members in enumerate(parted) for each in members}
    inside, ends = [0.0] * len(parted), [0.0] * len(parted)
    for (one, other), binds in pairs.items():
        ends[place[one]] += binds
        ends[place[other]] += binds
        inside[place[one]] += binds if place[one] == place[other] else 0.0
    return sum(
        held / total - (each / (2 * total)) ** 2 for held, each in zip(inside, ends, strict=True)
    )


def _terms(row: NodeRow, tags: Sequence[str]) -> frozenset[str]:
    """Words of a title and of the innermost folder, and tags, as they may name a community."""
    folder = row.path.rpartition("/")[0].rpartition("/")[2]
    words = (match[0].casefold() for match in _WORD.finditer(f"{row.title} {folder}"))
    named = {each for each in words if len(each) >= _LEAST_LETTERS and each not in COMMON_WORDS}
    return frozenset(named | {f"#{tag.casefold()}" for tag in tags})


def _community(
    whole: Network,
    members: set[int],
    terms: Mapping[int, frozenset[str]],
    everywhere: Mapping[str, int],
) -> Community:
    inside: dict[int, int] = {
        each: sum(far in members for far in whole.beside[each]) for each in members
    }
    central = sorted(members, key=lambda each: (-inside[each], whole.nodes[each].path))
    return Community(
        terms=tuple(_telling(members, terms, everywhere, len(whole.nodes))),
        size=len(members),
        central=tuple(records.node(whole.nodes[each]) for each in central[:_CENTRAL]),
        members=tuple(whole.nodes[each].public_id for each in central),
    )


def _telling(
    members: set[int],
    terms: Mapping[int, frozenset[str]],
    everywhere: Mapping[str, int],
    total: int,
) -> Iterator[str]:
    """The terms that tell members from others best: many have them here, few elsewhere."""
    here = Counter(term for each in members for term in terms[each])
    size, others = len(members), total - len(members)

    def tells(term: str) -> float:
        share = here[term] / size
        beyond = (everywhere[term] - here[term] + 0.5) / (others + 1)
        return here[term] * math.log(share / beyond) if share > beyond else 0.0

    least = max(size * _LEAST_SHARE, 2 if size > LEAST_MEMBERS else 1)
    known = [term for term, count in here.items() if count >= least and tells(term) > 0]
    known.sort(key=lambda term: (-tells(term), term))
    named: list[str] = []
    for term in known:
        bare = term.removeprefix("#")
        # A tag and a word that say the same name it once.
        if all(bare not in each and each.removeprefix("#") not in bare for each in named):
            named.append(term)
    yield from named[:_TERMS]
