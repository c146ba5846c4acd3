"""From a small vault to one ten times its size: what a note costs, and what a search costs.

python -m tests.benchmarks.growth [SMALL LARGE]     (10000 100000)
"""

import argparse
import tempfile
from pathlib import Path

from tests.benchmarks import search
from tests.benchmarks.make_vault import Writer, write_vault
from tests.benchmarks.measure import Row, show, step

LINEAR = 1.3
"""A note in the large vault may cost so many times one in the small vault."""


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("sizes", type=int, nargs="*", default=[10_000, 100_000])
    parser.add_argument("--questions", type=int, default=40)
    arguments = parser.parse_args()
    small, large = arguments.sizes
    asking = Writer(23)
    questions = [asking.question() for _ in range(arguments.questions)]
    found = {}
    with tempfile.TemporaryDirectory(prefix="recall-benchmark-") as name:
        for notes in (small, large):
            folder = Path(name) / str(notes)
            root = write_vault(folder / "vault", notes)
            store = str(folder / "recall.db")
            synced = step("sync", "first", str(root), store)
            floor = step("sync", "floor", str(root), str(folder / "floor.db"))
            _, rows = search.measure("", store, questions, 3)
            found[notes] = (synced, floor, rows[0])
            print(f"{notes:,} notes: first sync {synced['seconds']:.1f} s, "
                  f"floor {floor['seconds']:.1f} s, {synced['peak']:.0f} MB")  # fmt: skip
    before, after = found[small], found[large]

    def a_note(place, what="seconds"):
        after, before = ([1_000 * found[size][place][what] / size] for size in (large, small))
        return after, before

    show(
        f"Growth from {small:,} (the baseline) to {large:,} notes",
        [
            Row("first sync, a note", *a_note(0), LINEAR),
            Row("the same, processor", *a_note(0, "processor"), None),
            Row("floor, a note", *a_note(1), None),
            Row("memory", [after[0]["peak"]], [before[0]["peak"]], None, "MB"),
            Row("search p50", after[2].values, before[2].values, 4),
            Row("bare FTS5 p50", after[2].baseline, before[2].baseline, None),
        ],
    )


if __name__ == "__main__":
    main()
