"""Evaluation in a temporary store: what is asked of what, what is said, and what is left behind."""

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from recall import config
from recall.errors import StoreError, UsageError, VaultUnavailableError
from recall.evaluate.corpus import read_queries, read_run, write_run
from recall.evaluate.run import (
    ASKING,
    ASKING_BASELINE,
    READING,
    Settings,
    evaluate_corpus,
    evaluate_vault,
    evaluation_json,
    temporary_store,
)
from recall.search.search import Scope, ranked_paths, search
from recall.sources import documents

ROOT = Path(__file__).parents[2]
VAULT = ROOT / "fixtures" / "vault"
EXAMPLE = ROOT / "tests" / "quality" / "example_vault"
SHARED = Path(os.environ.get("RECALL_SHARED") or ROOT / ".." / "shared")
needs_shared = pytest.mark.skipif(
    not (SHARED / "tools" / "score.py").exists(), reason="the shared data is not here"
)
NOW = 1_796_040_000.0
"""2026-11-30 12:00 UTC."""


@pytest.fixture(autouse=True)
def temporary(tmp_path, monkeypatch):
    """A folder for temporary files that must be empty when a test ends."""
    folder = tmp_path / "temporary"
    folder.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(folder))
    monkeypatch.setenv("TZ", "UTC")
    yield folder
    assert os.listdir(folder) == []


def make_set(folder, texts, questions, right):
    """A set from {id: text or fields}, {id: question or fields} and {question: {document: grade}}."""

    def lines(rows, field):
        return "".join(
            json.dumps({"id": name, **(row if isinstance(row, dict) else {field: row})}) + "\n"
            for name, row in rows.items()
        )

    folder.mkdir(exist_ok=True)
    (folder / "corpus.jsonl").write_text(lines(texts, "text"))
    (folder / "queries.jsonl").write_text(lines(questions, "query"))
    (folder / "qrels.tsv").write_text(
        "".join(
            f"{question}\t{document}\t{grade}\n"
            for question, judged in right.items()
            for document, grade in judged.items()
        )
    )
    return str(folder)


def ranking(folder, **settings):
    return dict(evaluate_corpus(folder, Settings(NOW, **settings)).report.ranking)


# --- what is asked of what


def test_the_documents_of_a_corpus_are_ranked_by_their_ids(tmp_path):
    texts = {"a/1": "rye bread", "a/2": "rye bread and rye beer, rye", "b": "wheat"}
    folder = make_set(tmp_path / "set", texts, {"q": "rye"}, {"q": {"a/2": 1}})
    found = evaluate_corpus(folder, Settings(NOW))
    assert found.report.ranking == {"q": ("a/2", "a/1")}
    assert (found.report.scores.ndcg_5, found.documents, found.notes) == (1.0, 3, ())
    assert found.index_seconds > 0


def test_a_question_with_a_scope_is_answered_from_that_scope_alone(tmp_path):
    texts = {
        "ann": {"text": "the cat is called Milo", "scope": "Ann"},
        "bob": {"text": "the cat is called Otto", "scope": "Bob"},
        "all": "the cat of the house",
    }
    questions = {
        "q1": {"query": "cat", "scope": "Ann"},
        "q2": {"query": "cat", "scope": "Bob"},
        "q3": "cat",
        "q4": {"query": "cat", "scope": "Eve"},
    }
    folder = make_set(tmp_path / "set", texts, questions, {"q1": {"ann": 1}})
    found = evaluate_corpus(folder, Settings(NOW, baseline=True))
    for report in (found.report, found.baseline):
        assert report.ranking["q1"] == ("ann",)
        assert report.ranking["q2"] == ("bob",)
        assert set(report.ranking["q3"]) == {"ann", "bob", "all"}
        assert report.ranking["q4"] == ()


def test_the_time_of_a_document_is_its_date(tmp_path):
    texts = {
        "old": {"text": "budget", "time": "2024-05-01T10:00:00"},
        "new": {"text": "budget", "created": "2026-05-01"},
        "undated": "budget",
    }
    questions = {"q": "budget after:2026-01"}
    folder = make_set(tmp_path / "set", texts, questions, {"q": {"new": 1}})
    assert ranking(folder) == {"q": ("new",)}


@pytest.mark.parametrize("field", ["as_of", "time"])
def test_a_question_may_say_when_it_is_asked(field, tmp_path):
    texts = {"then": {"text": "budget", "time": "2024-05-06"}}
    questions = {
        "now": "budget after:7d",
        "then": {"query": "budget after:7d", field: "2024-05-08"},
    }
    folder = make_set(tmp_path / "set", texts, questions, {"then": {"then": 1}})
    assert ranking(folder) == {"now": (), "then": ("then",)}


def test_a_moment_that_is_no_date_is_refused_with_the_question_that_has_it(tmp_path):
    questions = {"q7": {"query": "budget", "as_of": "some day"}}
    folder = make_set(tmp_path / "set", {"a": "budget"}, questions, {"q7": {"a": 1}})
    with pytest.raises(UsageError, match=r"'q7' has the as_of 'some day', which is no date"):
        evaluate_corpus(folder, Settings(NOW))


def test_the_settings_of_the_user_are_measured(tmp_path):
    texts = {
        "titled": {"title": "rye", "text": "bread"},
        "said": {"title": "bread", "text": "rye"},
    }
    folder = make_set(tmp_path / "set", texts, {"q": "rye"}, {"q": {"said": 1}})
    assert ranking(folder) == {"q": ("titled", "said")}
    user = config.Settings(weights={"title": 0.1, "body": 5.0})
    assert ranking(folder, user=user) == {"q": ("said", "titled")}


def test_no_more_documents_are_ranked_than_the_limit(tmp_path):
    texts = {f"d{number}": "rye" for number in range(9)}
    folder = make_set(tmp_path / "set", texts, {"q": "rye"}, {"q": {"d8": 1}})
    found = evaluate_corpus(folder, Settings(NOW, limit=4, baseline=True))
    assert len(found.report.ranking["q"]) == len(found.baseline.ranking["q"]) == 4
    assert found.report.scores.mrr == 0


def test_the_notes_of_a_vault_are_ranked_by_their_paths():
    found = evaluate_vault(
        str(VAULT), str(EXAMPLE / "queries.jsonl"), str(EXAMPLE / "qrels.tsv"), Settings(NOW)
    )
    assert found.report.asked == 61
    assert found.report.ranking["e01"][0] == "Projects/Label printer.md"
    assert found.notes == ()


def test_the_ranking_is_that_of_a_search():
    queries = read_queries(str(EXAMPLE / "queries.jsonl"))
    with temporary_store() as store:
        texts = [
            documents.Text(str(path.relative_to(VAULT)), path.stem, path.read_text("utf-8"))
            for path in sorted(VAULT.rglob("*.md"))
        ]
        documents.load(store, "notes", texts, NOW)
        for query in queries:
            found = search(store, query.query, Scope(NOW), limit=100)
            paths = ranked_paths(store, query.query, Scope(NOW), limit=100)
            assert paths == tuple(hit.path for hit in found.hits)


# --- what is said


def test_what_does_not_fit_together_is_counted_and_said(tmp_path):
    texts = {"a": "rye", "b": "wheat"}
    right = {
        "q1": {"a": 1, "gone": 1, "lost": 0},
        "q9": {"b": 1},
    }
    folder = make_set(tmp_path / "set", texts, {"q1": "rye", "q2": "wheat"}, right)
    found = evaluate_corpus(folder, Settings(NOW))
    assert found.notes == (
        "1 judged question ('q9') not asked: each counts as 0.",
        "1 judged document ('gone') not there: no answer can have them.",
        "1 question ('q2') without judgement: asked, not measured.",
    )
    assert found.report.scores.hit_1 == 0.5


def test_a_scope_means_nothing_in_a_vault_and_this_is_said(tmp_path):
    queries, right = tmp_path / "queries.jsonl", tmp_path / "right.tsv"
    queries.write_text('{"id": "q", "query": "CouchDB", "scope": "x"}\n')
    right.write_text("q\tDecisions/Leave CouchDB.md\t1\n")
    found = evaluate_vault(str(VAULT), str(queries), str(right), Settings(NOW))
    assert found.report.ranking["q"]
    assert found.notes[0] == "1 question ('q') with a scope asked of the whole vault."


@pytest.mark.parametrize(
    ("right", "min_grade", "message"),
    [
        ({"q": {"a": 1}}, 2, r"no document has grade 2 or more\. Add one, or lower --min-grade"),
        ({}, 1, r"no document has grade 1 or more"),
        ({"Q": {"a": 1}}, 1, r"its one question is not among those asked\. Compare the ids"),
    ],
)
def test_nothing_to_measure_is_an_error(right, min_grade, message, tmp_path):
    folder = make_set(tmp_path / "set", {"a": "rye"}, {"q": "rye"}, right)
    with pytest.raises(UsageError, match=rf"qrels\.tsv: there is nothing to measure: {message}"):
        evaluate_corpus(folder, Settings(NOW, min_grade=min_grade))


def test_a_vault_that_is_not_there_is_an_error(tmp_path):
    with pytest.raises(VaultUnavailableError):
        evaluate_vault(
            str(tmp_path / "none"),
            str(EXAMPLE / "queries.jsonl"),
            str(EXAMPLE / "qrels.tsv"),
            Settings(NOW),
        )


def test_an_evaluation_as_json(tmp_path):
    folder = make_set(tmp_path / "set", {"a": "rye"}, {"q": "rye"}, {"q": {"a": 1}})
    found = evaluation_json(evaluate_corpus(folder, Settings(NOW, baseline=True)), each_query=True)
    assert found["schema"] == 1
    assert (found["documents"], found["notes"]) == (1, [])
    assert found["groups"] == found["baseline"]["groups"]
    assert found["queries"][0]["top"] == ["a"]
    assert evaluation_json(evaluate_corpus(folder, Settings(NOW)))["baseline"] is None


# --- what is left behind


@pytest.mark.parametrize("phase", [READING, ASKING, ASKING_BASELINE])
def test_an_interrupt_leaves_nothing_behind(phase, temporary):
    seen = []

    def interrupt(current, done, total):
        if current == phase:
            seen.append((done, total, len(os.listdir(temporary))))
            raise KeyboardInterrupt

    settings = Settings(NOW, baseline=True, progress=interrupt)
    with pytest.raises(KeyboardInterrupt):
        evaluate_vault(
            str(VAULT), str(EXAMPLE / "queries.jsonl"), str(EXAMPLE / "qrels.tsv"), settings
        )
    assert len(seen) == 1
    assert seen[0][2] == 1  # there was a store at that moment


def test_no_room_for_a_store_is_an_error(monkeypatch, tmp_path, temporary):
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "none"))
    with pytest.raises(StoreError, match="cannot be made"), temporary_store():
        pass


# --- against the references


def scored(folder, run, *options):
    """What the reference scorer says of a run file."""
    command = [
        sys.executable, str(SHARED / "tools" / "score.py"), "--qrels", str(folder / "qrels.tsv"),
        "--queries", str(folder / "queries.jsonl"), "--run", str(run), "--json", *options,
    ]  # fmt: skip
    return json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)


@needs_shared
@pytest.mark.parametrize(
    ("name", "min_grade"), [("obsidian_help", 1), ("obsidian_help", 2), ("currency", 2)]
)
def test_the_measures_equal_those_of_the_reference_scorer_on_the_run_file(
    name, min_grade, tmp_path
):
    folder = SHARED / "data" / "retrieval" / name
    settings = Settings(NOW, min_grade=min_grade)
    if name == "obsidian_help":
        vault = str(SHARED / "data" / "vaults" / "obsidian-help")
        files = [str(folder / file) for file in ("queries.jsonl", "qrels.tsv")]
        report = evaluate_vault(vault, *files, settings).report
    else:
        report = evaluate_corpus(str(folder), settings).report
    run = tmp_path / "run.tsv"
    write_run(str(run), report.ranking)
    table = scored(folder, run, "--min-grade", str(min_grade))
    for group in report.groups:
        row = table[group.name]
        assert group.queries == row.pop("queries")
        assert list(group.scores) == pytest.approx(list(row.values()), abs=1e-12)


@needs_shared
@pytest.mark.parametrize("name", ["obsidian_help", "currency"])
def test_the_baseline_ranks_as_the_reference_baseline_does(name, tmp_path):
    folder = SHARED / "data" / "retrieval" / name
    found = evaluate_corpus(str(folder), Settings(NOW, baseline=True))
    run = tmp_path / "run.tsv"
    command = [sys.executable, str(SHARED / "tools" / "bm25_baseline.py"), str(folder)]
    subprocess.run([*command, "--run", str(run)], check=True, capture_output=True)
    expected = read_run(str(run))
    for question, paths in found.baseline.ranking.items():
        assert list(paths) == expected.get(question, [])
