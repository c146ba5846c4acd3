"""Measures of a ranking against relevance judgements.

A judgement gives a document of a query a grade: 0 is irrelevant, more is better. nDCG takes the
grade as gain; for the other measures a document is relevant from ``min_grade`` on. A document of
a grade below 0 is out of the race: the ranking is measured as if it were not there.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple, TypeAlias

Judgements: TypeAlias = Mapping[str, Mapping[str, int]]
"""Query id -> document id -> grade."""

Ranking: TypeAlias = Mapping[str, Sequence[str]]
"""Query id -> document ids, best first."""


class Scores(NamedTuple):
    """Measures of one query, or their means over several; all lie in [0, 1].

    ``ndcg_N``: discounted gain of the first N over that of the ideal order. ``mrr``: one over
    the rank of the first relevant document. ``hit_N``: a relevant document is among the first
    N. ``recall_10``: share of the relevant documents among the first ten; ``all_10``: all are.
    """

    ndcg_5: float
    ndcg_10: float
    mrr: float
    hit_1: float
    hit_5: float
    recall_10: float
    all_10: float


NAMES = Scores._fields
TITLES = ("nDCG@5", "nDCG@10", "MRR", "Hit@1", "Hit@5", "Recall@10", "AllRel@10")
"""Names of the fields of Scores as people write them."""


def position(name: str) -> int:
    """Which of the measures a name means, as ``nDCG@5`` or ``ndcg_5``.

    Raises:
        ValueError: none.
    """
    return NAMES.index({"allrel_10": "all_10"}.get(plain := name.lower().replace("@", "_"), plain))


def measure(ranked: Iterable[str], judged: Mapping[str, int], min_grade: int = 1) -> Scores:
    """Measures of the documents found for one query; a repeated document counts once."""
    order = [name for name in dict.fromkeys(ranked) if judged.get(name, 0) >= 0]
    relevant = {document for document, grade in judged.items() if grade >= min_grade}
    first = next((rank for rank, name in enumerate(order, 1) if name in relevant), 0)
    top = relevant.intersection(order[:10])
    return Scores(
        ndcg_5=_ndcg(order, judged, 5),
        ndcg_10=_ndcg(order, judged, 10),
        mrr=1 / first if first else 0.0,
        hit_1=float(first == 1),
        hit_5=float(1 <= first <= 5),
        recall_10=len(top) / len(relevant) if relevant else 0.0,
        all_10=float(bool(relevant) and top == relevant),
    )


def judged_queries(judgements: Judgements, min_grade: int = 1) -> tuple[str, ...]:
    """Queries that count: those with a relevant document."""
    return tuple(
        query
        for query, judged in judgements.items()
        if max(judged.values(), default=0) >= min_grade
    )


def measure_all(ranking: Ranking, judgements: Judgements, min_grade: int = 1) -> dict[str, Scores]:
    """Measures of every query that counts; one that was not answered has 0 throughout."""
    return {
        query: measure(ranking.get(query, ()), judgements[query], min_grade)
        for query in judged_queries(judgements, min_grade)
    }


def mean(rows: Sequence[Scores]) -> Scores:
    """Mean of each measure; 0 throughout when there are no rows."""
    if not rows:
        return Scores(*[0.0] * len(NAMES))
    return Scores(*(sum(column) / len(rows) for column in zip(*rows, strict=True)))


def percentile(values: Iterable[float], share: float) -> float:
    """The smallest value that ``share`` of the values do not exceed (nearest rank); 0 for none."""
    ordered = sorted(values)
    if not ordered:
        return 0.0
    return ordered[max(math.ceil(share * len(ordered)), 1) - 1]


def _ndcg(order: Sequence[str], judged: Mapping[str, int], depth: int) -> float:
    best = _dcg(sorted((grade for grade in judged.values() if grade > 0), reverse=True)[:depth])
    return _dcg([judged.get(name, 0) for name in order[:depth]]) / best if best else 0.0


def _dcg(gains: Sequence[int]) -> float:
    return sum(gain / math.log2(rank + 2) for rank, gain in enumerate(gains))
