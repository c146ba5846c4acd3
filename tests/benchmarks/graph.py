"""The graph of a large vault: paths between random notes, communities, what lies around one.

    python -m tests.benchmarks.graph [--vault FOLDER] [--notes 6500] [--pairs 100]

Measured on the Obsidian hub where it is, else on a vault written by rule. The budgets are those of
the guide: a path in 50 ms (median), communities in 5 s.
"""

import argparse
import random
import tempfile
import time
from pathlib import Path
from statistics import median

from tests.benchmarks.make_vault import hub_archive, unpack, write_vault
from tests.benchmarks.measure import Row, clocked, quantile, show

PATH_MILLISECONDS = 50
COMMUNITY_MILLISECONDS = 5_000


def vault_in(folder, notes):
    archive = hub_archive()
    return unpack(archive, folder) if archive else write_vault(folder, notes)


def measure(root, folder, pairs):
    """The table's rows, and what was found."""
    from recall.api import Recall

    drawn = random.Random(3)
    with Recall.open(str(folder / "graph.db"), writable=True) as recall:
        recall.add_vault(str(root), "Vault")
        recall.sync()
        hubs = recall.hubs(limit=200)
        center = hubs.nodes[0].node.id
        ids = [node.id for node in recall.graph(center, depth=6, limit=5_000).nodes]
        recall.path(*drawn.sample(ids, 2))
        seconds, found = [], 0
        for _ in range(pairs):
            ends = drawn.sample(ids, 2)
            begun = time.perf_counter()
            found += bool(recall.path(*ends).paths)
            seconds.append(time.perf_counter() - begun)
        near = [clocked(lambda: recall.graph(center, depth=2)) for _ in range(5)]
        back = [clocked(lambda: recall.backlinks(center)) for _ in range(5)]
        alone = [clocked(recall.orphans) for _ in range(5)]
        held = [clocked(recall.bridges) for _ in range(3)]
        parted = [clocked(recall.communities) for _ in range(3)]
        groups = recall.communities(limit=10)
    rows = [
        _row("path, median pair", [median(seconds)], PATH_MILLISECONDS),
        _row("path, slowest of twenty", [quantile(seconds, 0.95)], None),
        _row("two steps around the largest hub", near, None),
        _row("backlinks of the largest hub", back, None),
        _row("orphans", alone, None),
        _row("bridges", held, None),
        _row("communities", parted, COMMUNITY_MILLISECONDS),
    ]
    return rows, found, groups


def _row(what, seconds, budget):
    return Row(what, [each * 1_000 for each in seconds], None, budget)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--vault", type=Path)
    parser.add_argument("--notes", type=int, default=6_500)
    parser.add_argument("--pairs", type=int, default=100)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made)
        (folder / "vault").mkdir()
        root = options.vault or vault_in(folder / "vault", options.notes)
        rows, found, groups = measure(root, folder, options.pairs)
    within = show(f"The graph of {groups.items:,} notes", rows)
    print(f"\n{found} of {options.pairs} pairs are connected. The largest communities:")
    for each in groups.communities:
        around = ", ".join(node.title for node in each.central)
        print(f"{each.size:6,}  {', '.join(each.terms)} (around {around})")
    raise SystemExit(0 if within else 1)


if __name__ == "__main__":
    main()
