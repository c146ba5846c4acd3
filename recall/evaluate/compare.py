"""Two rankings of the same questions: which is better, and whether by more than chance.

The questions are taken as a sample of all that might be asked. Drawing from them again and again,
each time as many as there are and with replacement (the paired bootstrap), shows how far the
difference of the means would move with other questions.
"""

from __future__ import annotations

import math
from bisect import bisect_right
from collections import Counter
from itertools import accumulate, combinations_with_replacement
from random import Random
from typing import TYPE_CHECKING, Final, NamedTuple

from recall.evaluate.metrics import NAMES, Judgements, Ranking, Scores, measure_all
from recall.evaluate.report import EVERYTHING

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    Row = tuple[float, ...]

COMPARED: Final = ("ndcg_5", "ndcg_10", "mrr", "hit_1", "recall_10")
"""Measures that are compared; the first one decides."""

RESAMPLES: Final = 10_000
OUTSIDE: Final = 0.025
"""Share of the resamples that lie below a 95 % interval, and above it."""

FEWEST_DIFFERENT: Final = 6
"""Even a coin that falls six times on one side is rarer than 1 in 20; below, nothing is told."""

_EXACT_CASES: Final = 10_000
_POSITIONS: Final = tuple(NAMES.index(name) for name in COMPARED)


class Difference(NamedTuple):
    """Means of A and B in one measure, and their difference (B less A).

    ``low`` and ``high`` are its 95 % interval; the other three count the questions that B answers
    better, worse and as well as A.
    """

    a: float
    b: float
    difference: float
    low: float
    high: float
    better: int
    worse: int
    same: int

    @property
    def is_beyond_chance(self) -> bool:
        """Whether 0 is outside the interval, and enough questions differ to rely on that."""
        outside = self.low > 0 or self.high < 0
        return outside and self.better + self.worse >= FEWEST_DIFFERENT


class Group(NamedTuple):
    """The questions of one kind, or all; ``measures`` are in the order of ``COMPARED``."""

    name: str
    questions: int
    measures: tuple[Difference, ...]


class Changed(NamedTuple):
    """A question with its nDCG@5 and the rank of the first right note (0: none) in A and B."""

    id: str
    a: float
    b: float
    rank_a: int
    rank_b: int


class Comparison(NamedTuple):
    """All questions, then each kind; ``changed`` has those that differ, the most first."""

    groups: tuple[Group, ...]
    changed: tuple[Changed, ...]
    resamples: int
    seed: int


def compare(
    a: Ranking,
    b: Ranking,
    judgements: Judgements,
    kinds: Mapping[str, str],
    *,
    min_grade: int = 1,
    resamples: int = RESAMPLES,
    seed: int = 0,
) -> Comparison:
    """Compare two rankings; a question that one of them lacks counts there as 0.

    Args:
        a: What is compared against.
        b: What may be better.
        judgements: What is right.
        kinds: Kinds of the questions by id; one without counts among all alone.
        min_grade: Grade from which on a document is relevant.
        resamples: How often questions are drawn; of few questions every draw there is counts.
        seed: The same seed gives the same intervals.
    """
    scores_a = measure_all(a, judgements, min_grade)
    scores_b = measure_all(b, judgements, min_grade)
    members: dict[str, list[str]] = {EVERYTHING: list(scores_a)}
    for name in scores_a:
        if name in kinds:
            members.setdefault(kinds[name], []).append(name)
    groups = tuple(
        Group(
            name,
            len(ids),
            _differences(
                [scores_a[each] for each in ids],
                [scores_b[each] for each in ids],
                Random(f"{seed}:{name}"),
                resamples,
            ),
        )
        for name, ids in members.items()
    )
    rows = (
        Changed(name, one.ndcg_5, other.ndcg_5, _rank(one), _rank(other))
        for name, one in scores_a.items()
        if (other := scores_b[name]) != one
    )
    changed = sorted(rows, key=lambda row: (-abs(row.b - row.a), row.id))
    return Comparison(groups, tuple(changed), resamples, seed)


def intervals(rows: Sequence[Row], random: Random, resamples: int) -> list[tuple[float, float]]:
    """The 95 % interval of the mean of each column, by drawing rows with replacement.

    Swapping the signs of all rows swaps the signs and the ends of the intervals.
    """
    moved = [row for row in rows if any(row)]
    if not moved:
        return [(0.0, 0.0)] * len(COMPARED)
    if math.comb(2 * len(rows) - 1, len(rows)) <= _EXACT_CASES:
        draws = _every_draw(rows)
    else:
        draws = _some_draws(moved, len(rows), random, resamples)
    weights = [weight for weight, _ in draws]
    columns = zip(*(means for _, means in draws), strict=True)
    return [_middle(column, weights) for column in columns]


def _differences(
    a: Sequence[Scores], b: Sequence[Scores], random: Random, resamples: int
) -> tuple[Difference, ...]:
    rows = [
        tuple(other[at] - one[at] for at in _POSITIONS) for one, other in zip(a, b, strict=True)
    ]
    found = []
    for place, (low, high) in enumerate(intervals(rows, random, resamples)):
        at, signs = _POSITIONS[place], Counter(_sign(row[place]) for row in rows)
        mean_a, mean_b = (math.fsum(each[at] for each in one) / len(rows) for one in (a, b))
        difference = math.fsum(row[place] for row in rows) / len(rows)
        found.append(
            Difference(mean_a, mean_b, difference, low, high, signs[1], signs[-1], signs[0])
        )
    return tuple(found)


def _every_draw(rows: Sequence[Row]) -> list[tuple[int, Row]]:
    """Every draw there is with its weight: the orders in which the same rows can be drawn."""
    count = len(rows)
    draws = []
    for chosen in combinations_with_replacement(range(count), count):
        times = Counter(chosen).values()
        weight = math.factorial(count) // math.prod(map(math.factorial, times))
        columns = zip(*(rows[at] for at in chosen), strict=True)
        draws.append((weight, tuple(math.fsum(column) / count for column in columns)))
    return draws


def _some_draws(
    moved: Sequence[Row], count: int, random: Random, resamples: int
) -> list[tuple[int, Row]]:
    """Draws from ``count`` rows of which all but ``moved`` are 0.

    How many of those that are not 0 a draw has is drawn first: the rest need no drawing.
    """
    shares = _binomial(count, len(moved) / count)
    draws = []
    for _ in range(resamples):
        number = min(bisect_right(shares, random.random()), count)
        columns = zip(*random.choices(moved, k=number), strict=True)
        means = tuple(sum(column) / count for column in columns)
        draws.append((1, means or (0.0,) * len(COMPARED)))
    return draws


def _binomial(count: int, share: float) -> list[float]:
    """Probabilities of at most 0, 1, ... hits in ``count`` draws."""
    if share >= 1:
        return [0.0] * count
    hit, miss, whole = math.log(share), math.log1p(-share), math.lgamma(count + 1)
    return list(
        accumulate(
            math.exp(
                whole - math.lgamma(hits + 1) - math.lgamma(count - hits + 1)
                + hits * hit + (count - hits) * miss
            )
            for hits in range(count + 1)
        )
    )  # fmt: skip


def _middle(values: Sequence[float], weights: Sequence[int]) -> tuple[float, float]:
    """The values that a share of ``OUTSIDE`` does not exceed, and does not fall short of."""
    ordered = sorted(zip(values, weights, strict=True))
    limit = OUTSIDE * sum(weights)
    return _reached(ordered, limit), _reached(ordered[::-1], limit)


def _reached(ordered: Sequence[tuple[float, int]], limit: float) -> float:
    places = accumulate(weight for _, weight in ordered)
    return next(value for (value, _), place in zip(ordered, places, strict=True) if place >= limit)


def _sign(value: float) -> int:
    return (value > 0) - (value < 0)


def _rank(scores: Scores) -> int:
    return round(1 / scores.mrr) if scores.mrr else 0
