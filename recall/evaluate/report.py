"""Runs the questions of a golden set and reports how good and how fast the answers are."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Final, NamedTuple

from recall.disclosure.visible import one_line
from recall.evaluate.metrics import (
    NAMES,
    TITLES,
    Judgements,
    Ranking,
    Scores,
    mean,
    measure_all,
    percentile,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from recall.evaluate.corpus import QueryRecord

EVERYTHING: Final = "all"
"""Name of the group of all queries."""

_BASELINE: Final = "  plain BM25"


class GroupScores(NamedTuple):
    """Means over the queries of one category, or over all."""

    name: str
    queries: int
    scores: Scores


class QueryScores(NamedTuple):
    """Measures of one query, and what it found first."""

    id: str
    category: str | None
    scores: Scores
    top: tuple[str, ...]


class EvaluationReport(NamedTuple):
    """What an evaluation found; the first group is that of all queries.

    The times are of one question, in seconds: half and 95 % of the questions took no longer.
    ``ranking`` is what was found, for ``corpus.write_run``.
    """

    groups: tuple[GroupScores, ...]
    rows: tuple[QueryScores, ...]
    asked: int
    min_grade: int
    seconds_p50: float
    seconds_p95: float
    ranking: Ranking

    @property
    def scores(self) -> Scores:
        """Means over all queries."""
        return self.groups[0].scores


def evaluate(
    ask: Callable[[QueryRecord], Sequence[str]],
    queries: Sequence[QueryRecord],
    judgements: Judgements,
    *,
    min_grade: int = 1,
    progress: Callable[[int, int], None] | None = None,
    clock: Callable[[], float] = time.perf_counter,
) -> EvaluationReport:
    """Asks every question and measures the answers.

    Args:
        ask: Gives the ids of the documents found, best first.
        queries: The questions; one without judgements is asked and not measured.
        judgements: What is right; a judged query that is not asked counts as 0.
        min_grade: Grade from which on a document is relevant (nDCG takes every grade).
        progress: Called after each question with the number of those done and of all.
        clock: Seconds that only grow.
    """
    ranking: dict[str, tuple[str, ...]] = {}
    seconds = []
    for done, query in enumerate(queries, 1):
        start = clock()
        ranking[query.id] = tuple(ask(query))
        seconds.append(clock() - start)
        if progress:
            progress(done, len(queries))
    rows = _rows(ranking, queries, judgements, min_grade)
    return EvaluationReport(
        groups=_groups(rows),
        rows=rows,
        asked=len(queries),
        min_grade=min_grade,
        seconds_p50=percentile(seconds, 0.5),
        seconds_p95=percentile(seconds, 0.95),
        ranking=ranking,
    )


def report_text(report: EvaluationReport, baseline: EvaluationReport | None = None) -> str:
    """A table of the groups; with a ``baseline`` its scores stand under those of each group."""
    rows = [(one_line(group.name), group) for group in report.groups]
    if baseline:
        below = [(_BASELINE, group) for group in baseline.groups]
        rows = [row for pair in zip(rows, below, strict=True) for row in pair]
    wide = max(len(name) for name, _ in [("group", None), *rows])
    widths = [max(len(title), 6) + 2 for title in TITLES]
    head = f"{'group':<{wide}}{'n':>6}" + "".join(
        f"{title:>{width}}" for title, width in zip(TITLES, widths, strict=True)
    )
    lines = [
        f"{name:<{wide}}{group.queries:>6}"
        + "".join(f"{value:>{width}.4f}" for value, width in zip(group.scores, widths, strict=True))
        for name, group in rows
    ]
    return "\n".join([head, *lines])


def times_text(report: EvaluationReport) -> str:
    """How long the questions took."""
    return (
        f"{report.asked:,} {'question' if report.asked == 1 else 'questions'} asked; "
        f"p50 {report.seconds_p50 * 1000:.1f} ms, p95 {report.seconds_p95 * 1000:.1f} ms a question"
    )


def queries_text(report: EvaluationReport, questions: Iterable[QueryRecord]) -> str:
    """A line a question, the worst answered first.

    It shows nDCG@5, the rank of the first relevant document, id and question, and what was
    found first.
    """
    asked = {question.id: question.query for question in questions}
    wide = max((len(one_line(row.id)) for row in report.rows), default=0)
    lines = [f"{TITLES[0]}  rank  question"]
    for row in sorted(report.rows, key=lambda row: (row.scores.ndcg_5, row.scores.mrr)):
        rank = f"{round(1 / row.scores.mrr)}" if row.scores.mrr else "-"
        found = row.top[0] if row.top else "nothing"
        words = one_line(f"{asked.get(row.id, '(not asked)')} -> {found}")
        lines.append(f"{row.scores.ndcg_5:.4f}  {rank:>4}  {one_line(row.id):<{wide}}  {words}")
    return "\n".join(lines)


def report_json(report: EvaluationReport, *, each_query: bool = False) -> dict[str, object]:
    """The report as plain values, with every query's measures when asked for."""
    found: dict[str, object] = {
        "schema": 1,
        "asked": report.asked,
        "min_grade": report.min_grade,
        "seconds_p50": report.seconds_p50,
        "seconds_p95": report.seconds_p95,
        "groups": [
            {"name": group.name, "queries": group.queries, **_named(group.scores)}
            for group in report.groups
        ],
    }
    if each_query:
        found["queries"] = [
            {"id": row.id, "category": row.category, "top": list(row.top), **_named(row.scores)}
            for row in report.rows
        ]
    return found


def _rows(
    ranking: Ranking, queries: Sequence[QueryRecord], judgements: Judgements, min_grade: int
) -> tuple[QueryScores, ...]:
    category = {query.id: query.category for query in queries}
    return tuple(
        QueryScores(name, category.get(name), scores, tuple(ranking.get(name, ())[:10]))
        for name, scores in measure_all(ranking, judgements, min_grade).items()
    )


def _groups(rows: Sequence[QueryScores]) -> tuple[GroupScores, ...]:
    members: dict[str, list[Scores]] = {}
    for row in rows:
        if row.category is not None:
            members.setdefault(row.category, []).append(row.scores)
    everything = [row.scores for row in rows]
    return (
        GroupScores(EVERYTHING, len(everything), mean(everything)),
        *(GroupScores(name, len(group), mean(group)) for name, group in members.items()),
    )


def _named(scores: Scores) -> dict[str, float]:
    return dict(zip(NAMES, scores, strict=True))
