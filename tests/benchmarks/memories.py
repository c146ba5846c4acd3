"""How long saving takes beside 100,000 memories: ``python -m tests.benchmarks.memories``."""

from __future__ import annotations

import argparse
import random
import statistics
import tempfile
import time
from pathlib import Path

from recall.api import Recall
from recall.memory import keeping
from recall.memory.remember import Wish, _made
from recall.store import passage_index

BUDGET_MILLISECONDS = 15.0
"""Remember with its check, p50 at 100,000 memories."""

APPEND_MILLISECONDS = 2.0
"""Append to a document of a million characters, p50."""

SUBJECTS = [
    "hub",
    "tablet",
    "relay",
    "printer",
    "importer",
    "exporter",
    "backup",
    "branch",
    "packet",
    "ledger",
]
VERBS = ["listens", "runs", "waits", "stops", "stores", "sends", "reads", "keeps", "shows", "needs"]
PLACES = ["kitchen", "cellar", "attic", "shed", "office", "garden", "hall", "library"]


def sentence(dice: random.Random, number: int) -> str:
    """A memory of a few dozen common words and one or two rare ones, as people write them."""
    words = [
        f"The {dice.choice(SUBJECTS)} in the {dice.choice(PLACES)} {dice.choice(VERBS)}",
        f"on port {dice.randrange(1_000, 60_000)}",
        f"since {dice.choice(('Monday', 'spring', 'the move', 'last year'))}",
        f"because {dice.choice(('Wen', 'Ana', 'Ben', 'Kim'))} asked for case {number}",
        f"and word{dice.randrange(20_000)} follows.",
    ]
    return " ".join(words)


def fill(recall: Recall, count: int) -> None:
    """Memories without their check, which is what is measured."""
    store = recall._store  # the one thing a program cannot do by the front door
    dice = random.Random(1)
    actor = keeping.Actor("default", time.time(), "benchmark")
    for start in range(0, count, 5_000):
        with store.write():
            for number in range(start, min(start + 5_000, count)):
                wish = Wish(sentence(dice, number), scope="global")
                keeping.put(store, _made(store, wish, actor, None, ()))
    with store.write():
        passage_index.optimize(store)


def measure(recall: Recall, attempts: int) -> dict[str, list[float]]:
    """Seconds of saving what is new, and what is known."""
    dice = random.Random(2)
    new: list[float] = []
    known: list[float] = []
    for number in range(attempts):
        text = sentence(dice, 10_000_000 + number)
        for times, expected in ((new, False), (known, True)):
            begun = time.perf_counter()
            answer = recall.remember(text)
            times.append(time.perf_counter() - begun)
            assert answer.duplicate is expected, text
    return {"new": new, "known already": known}


def append(recall: Recall, attempts: int) -> list[float]:
    """Seconds of appending a line to a document of a million characters."""
    dice = random.Random(3)
    recall.store_document("log", "\n\n".join(sentence(dice, number) for number in range(8_000)))
    times = []
    for number in range(attempts):
        text = sentence(dice, number)
        begun = time.perf_counter()
        recall.append_document("log", text)
        times.append(time.perf_counter() - begun)
    return times


def row(name: str, seconds: list[float], budget: float) -> str:
    """One line of the table."""
    cuts = statistics.quantiles(seconds, n=20)
    return (
        f"{name:24} p50 {cuts[9] * 1000:6.2f} ms  p95 {cuts[18] * 1000:6.2f} ms  "
        f"sum {sum(seconds):6.1f} s  (budget p50 {budget:g} ms)"
    )


def main() -> None:
    """Print p50 and p95 beside the budget."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--memories", type=int, default=100_000)
    parser.add_argument("--attempts", type=int, default=200)
    parser.add_argument("--appends", type=int, default=10_000)
    asked = parser.parse_args()
    with (
        tempfile.TemporaryDirectory() as folder,
        Recall.open(Path(folder) / "recall.db", writable=True) as recall,
    ):
        fill(recall, asked.memories)
        for name, seconds in measure(recall, asked.attempts).items():
            print(row(f"remember, {name}", seconds, BUDGET_MILLISECONDS))
        print(row("append", append(recall, asked.appends), APPEND_MILLISECONDS))


if __name__ == "__main__":
    main()
