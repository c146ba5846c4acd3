import json
import math
import os
import random
import subprocess
import sys
from pathlib import Path

import pytest

from recall.evaluate.corpus import QueryRecord, read_judgements, read_queries, write_run
from recall.evaluate.metrics import NAMES, Scores, mean, measure, measure_all, percentile
from recall.evaluate.report import (
    evaluate,
    queries_text,
    report_json,
    report_text,
    times_text,
)

SHARED = Path(os.environ.get("RECALL_SHARED") or Path(__file__).parents[2].parent / "shared")
SCORE = SHARED / "tools" / "score.py"

needs_shared = pytest.mark.skipif(not SCORE.exists(), reason=f"{SCORE} is absent")


def log2(number):
    return math.log2(number)


@pytest.mark.parametrize(
    ("ranked", "judged", "expected"),
    [
        pytest.param("a", {"a": 1}, Scores(1, 1, 1, 1, 1, 1, 1), id="right first"),
        pytest.param("", {"a": 1}, Scores(0, 0, 0, 0, 0, 0, 0), id="nothing found"),
        pytest.param("x", {"a": 1}, Scores(0, 0, 0, 0, 0, 0, 0), id="wrong"),
        pytest.param(
            "xa", {"a": 1}, Scores(1 / log2(3), 1 / log2(3), 0.5, 0, 1, 1, 1), id="right second"
        ),
        pytest.param(
            "uvwxya", {"a": 1}, Scores(0, 1 / log2(7), 1 / 6, 0, 0, 1, 1), id="right sixth"
        ),
        pytest.param(
            "0123456789a", {"a": 1}, Scores(0, 0, 1 / 11, 0, 0, 0, 0), id="right eleventh"
        ),
        pytest.param(
            "aab", {"b": 1}, Scores(1 / log2(3), 1 / log2(3), 0.5, 0, 1, 1, 1), id="repeated"
        ),
        pytest.param(
            "ba",
            {"a": 2, "b": 1},
            Scores(
                (1 + 2 / log2(3)) / (2 + 1 / log2(3)),
                (1 + 2 / log2(3)) / (2 + 1 / log2(3)),
                1,
                1,
                1,
                1,
                1,
            ),
            id="grades swapped",
        ),
        pytest.param(
            "a",
            {"a": 1, "b": 1},
            Scores(1 / (1 + 1 / log2(3)), 1 / (1 + 1 / log2(3)), 1, 1, 1, 0.5, 0),
            id="half",
        ),
        pytest.param("a", {"a": 0}, Scores(0, 0, 0, 0, 0, 0, 0), id="judged irrelevant"),
        pytest.param("a", {}, Scores(0, 0, 0, 0, 0, 0, 0), id="not judged"),
    ],
)
def test_measures_by_hand(ranked, judged, expected):
    assert measure(ranked, judged) == pytest.approx(expected, abs=1e-15)


def test_min_grade_leaves_ndcg_alone():
    scores = measure("ba", {"a": 2, "b": 1}, min_grade=2)
    assert scores.ndcg_10 == measure("ba", {"a": 2, "b": 1}).ndcg_10
    assert (scores.mrr, scores.hit_1, scores.hit_5, scores.recall_10, scores.all_10) == (
        0.5,
        0,
        1,
        1,
        1,
    )


def test_queries_without_a_relevant_document_do_not_count_and_unanswered_ones_are_zero():
    judgements = {"q1": {"a": 1}, "q2": {"a": 2}, "q3": {"a": 0}}
    assert measure_all({"q1": ["a"]}, judgements) == {
        "q1": measure("a", {"a": 1}),
        "q2": measure("", {"a": 2}),
    }
    assert list(measure_all({}, judgements, min_grade=2)) == ["q2"]


def test_the_mean_of_nothing_is_zero():
    assert mean([]) == Scores(0, 0, 0, 0, 0, 0, 0)


@pytest.mark.parametrize(
    ("values", "share", "expected"),
    [
        ([], 0.5, 0),
        ([7], 0.95, 7),
        ([4, 1, 3, 2], 0.5, 2),
        (range(1, 101), 0.95, 95),
        (range(1, 101), 0, 1),
    ],
)
def test_percentiles_are_values_that_occurred(values, share, expected):
    assert percentile(values, share) == expected


# --- reports


def query(name, category=None):
    return QueryRecord(name, f"question {name}", category, None, {})


def ticking():
    """A clock whose n-th question takes n milliseconds."""
    times = iter(time for number in range(1, 99) for time in (float(number), number * 1.001))
    return lambda: next(times)


def small_report(**options):
    answers = {"q1": ["a", "b"], "q2": ["x"], "q3": ["x", "c"]}
    judgements = {"q1": {"a": 2}, "q2": {"b": 1}, "q4": {"d": 1}}
    queries = [query("q1", "easy"), query("q2", "hard"), query("q3")]
    return evaluate(
        lambda record: answers[record.id], queries, judgements, clock=ticking(), **options
    )


def test_a_report_has_groups_times_and_the_ranking():
    report = small_report()
    assert [(group.name, group.queries, group.scores.hit_1) for group in report.groups] == [
        ("all", 3, pytest.approx(1 / 3)),
        ("easy", 1, 1.0),
        ("hard", 1, 0.0),
    ]
    assert report.ranking == {"q1": ("a", "b"), "q2": ("x",), "q3": ("x", "c")}
    assert (report.seconds_p50, report.seconds_p95) == (pytest.approx(0.002), pytest.approx(0.003))
    assert report.scores == report.groups[0].scores


def test_a_report_as_a_table():
    assert report_text(small_report()) == (
        "group     n  nDCG@5  nDCG@10     MRR   Hit@1   Hit@5  Recall@10  AllRel@10\n"
        "all       3  0.3333   0.3333  0.3333  0.3333  0.3333     0.3333     0.3333\n"
        "easy      1  1.0000   1.0000  1.0000  1.0000  1.0000     1.0000     1.0000\n"
        "hard      1  0.0000   0.0000  0.0000  0.0000  0.0000     0.0000     0.0000"
    )


def test_a_baseline_stands_under_each_group_of_a_report():
    lines = report_text(small_report(), small_report()).split("\n")
    assert [line[:12].strip() for line in lines[1:]] == [
        "all", "plain BM25", "easy", "plain BM25", "hard", "plain BM25",
    ]  # fmt: skip
    assert {len(line) for line in lines} == {len(lines[0])}


def test_the_times_of_a_report():
    assert times_text(small_report()) == "3 questions asked; p50 2.0 ms, p95 3.0 ms a question"


def test_questions_are_listed_with_the_worst_answered_first():
    queries = [query("q1"), query("q2")._replace(query="two\nlines"), query("q3")]
    assert queries_text(small_report(), queries) == (
        "nDCG@5  rank  question\n"
        "0.0000     -  q2  two lines -> x\n"
        "0.0000     -  q4  (not asked) -> nothing\n"
        "1.0000     1  q1  question q1 -> a"
    )


def test_a_report_as_json_lists_queries_when_asked():
    report = small_report()
    assert "queries" not in report_json(report)
    found = json.loads(json.dumps(report_json(report, each_query=True)))
    assert found["groups"][1] == {"name": "easy", "queries": 1, **dict.fromkeys(NAMES, 1.0)}
    assert [row["id"] for row in found["queries"]] == ["q1", "q2", "q4"]
    assert found["queries"][0]["top"] == ["a", "b"]


def test_progress_is_told_after_every_question():
    told = []
    small_report(progress=lambda done, of: told.append((done, of)))
    assert told == [(1, 3), (2, 3), (3, 3)]


# --- against the reference


@needs_shared
@pytest.mark.parametrize(
    ("name", "min_grade"), [("obsidian_help", 1), ("obsidian_help", 2), ("memdaily", 1)]
)
def test_every_number_equals_that_of_the_reference_scorer(name, min_grade, tmp_path):
    folder = SHARED / "data" / "retrieval" / name
    queries = read_queries(str(folder / "queries.jsonl"))
    judgements = read_judgements(str(folder / "qrels.tsv"))
    chance = random.Random(name)
    documents = sorted({document for judged in judgements.values() for document in judged})

    def ask(record):
        right = list(judgements.get(record.id, {}))
        found = chance.sample(documents, min(30, len(documents))) + chance.sample(
            right, min(2, len(right))
        )
        chance.shuffle(found)
        return found if chance.random() > 0.1 else []

    report = evaluate(ask, queries, judgements, min_grade=min_grade)
    run = tmp_path / "run.tsv"
    write_run(str(run), report.ranking)
    command = [
        sys.executable,
        str(SCORE),
        "--qrels",
        str(folder / "qrels.tsv"),
        "--run",
        str(run),
        "--json",
    ]
    options = ["--queries", str(folder / "queries.jsonl"), "--min-grade", str(min_grade)]
    table = json.loads(
        subprocess.run(command + options, check=True, capture_output=True, text=True).stdout
    )
    assert {group.name for group in report.groups} == table.keys()
    assert len(report.groups) > 1
    for group in report.groups:
        row = table[group.name]
        assert group.queries == row.pop("queries")
        assert list(group.scores) == pytest.approx(list(row.values()), abs=1e-12)
