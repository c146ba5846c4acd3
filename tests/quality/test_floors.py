"""How good answers must be: a floor for each golden set, with plain BM25 beside it.

The example vault and Obsidian's own help are measured in every run; the larger sets take minutes
and are measured with ``RECALL_QUALITY=1``. ``pytest tests/quality -s`` prints the tables.
"""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from recall.evaluate import corpus
from recall.evaluate.report import report_text, times_text
from recall.evaluate.run import Settings, evaluate_corpus, evaluate_vault

ROOT = Path(__file__).parents[2]
EXAMPLE = Path(__file__).parent / "example_vault"
SHARED = Path(os.environ.get("RECALL_SHARED") or ROOT / ".." / "shared") / "data"
needs_shared = pytest.mark.skipif(not SHARED.exists(), reason="the shared data is not here")
takes_minutes = pytest.mark.skipif(
    not os.environ.get("RECALL_QUALITY"), reason="takes minutes: set RECALL_QUALITY=1"
)
MODIFIED = 1_793_534_400.0
"""2026-11-01 12:00 UTC: the file time of every note, so that no checkout has other scores."""
NOW = 1_796_040_000.0
"""2026-11-30 12:00 UTC."""


def measured(found, name):
    """The scores of an evaluation, its table printed."""
    print(f"\n{name}\n{report_text(found.report, found.baseline)}")
    print(
        f"{found.documents:,} documents in {found.index_seconds:.1f} s; {times_text(found.report)}"
    )
    assert found.notes == ()
    return found.report.scores


def ask_vault(folder, golden, min_grade):
    files = [str(golden / name) for name in ("queries.jsonl", "qrels.tsv")]
    return evaluate_vault(str(folder), *files, Settings(NOW, min_grade, baseline=True))


@pytest.mark.slow
def test_the_example_vault_answers_its_questions(tmp_path):
    vault = tmp_path / "vault"
    shutil.copytree(ROOT / "fixtures" / "vault", vault)
    for path in sorted(vault.rglob("*")):
        os.utime(path, (MODIFIED, MODIFIED))
    found = ask_vault(vault, EXAMPLE, min_grade=1)
    scores = measured(found, "example vault")
    assert scores.ndcg_5 >= 0.74
    assert scores.mrr >= 0.79
    assert scores.ndcg_5 >= found.baseline.scores.ndcg_5 + 0.08


@needs_shared
@pytest.mark.slow
def test_the_help_of_obsidian_answers_its_questions():
    golden = SHARED / "retrieval" / "obsidian_help"
    found = ask_vault(SHARED / "vaults" / "obsidian-help", golden, min_grade=2)
    scores = measured(found, "obsidian_help")
    assert scores.ndcg_5 >= 0.75
    assert scores.mrr >= 0.79
    assert scores.ndcg_5 >= found.baseline.scores.ndcg_5 + 0.07


@needs_shared
@takes_minutes
@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "measure", "words_floor", "floor"),
    [
        ("xquad_zh", "ndcg_5", 0.96, 0.96),
        ("xquad_en", "ndcg_5", 0.965, 0.97),
        ("xquad_de", "ndcg_5", 0.92, 0.92),
        ("xquad_ru", "ndcg_5", 0.855, 0.855),
        ("cranfield", "ndcg_10", 0.37, 0.385),
        ("scifact", "ndcg_10", 0.69, 0.70),
        ("locomo_turn", "recall_10", 0.635, 0.69),
    ],
)
def test_a_set_is_answered_as_well_as_its_floor(name, measure, words_floor, floor):
    """Meaning makes no set worse than words alone do, in its language or another."""
    folder = str(SHARED / "retrieval" / name)
    words = evaluate_corpus(folder, Settings(NOW, words_only=True))
    print(f"\n{name}, words alone\n{report_text(words.report)}")
    scores = measured(evaluate_corpus(folder, Settings(NOW, baseline=True)), name)
    assert getattr(words.report.scores, measure) >= words_floor
    assert getattr(scores, measure) >= floor
    assert scores.ndcg_10 >= words.report.scores.ndcg_10 - 0.002


KINDS_OF_CURRENCY = 10


@needs_shared
@pytest.mark.slow
def test_the_answer_that_holds_comes_before_the_one_that_held(tmp_path):
    """The set has a scorer of its own, which knows what must not stand above the right answer."""
    folder = SHARED / "retrieval" / "currency"
    run = tmp_path / "run.tsv"
    found = evaluate_corpus(str(folder), Settings(NOW))
    corpus.write_run(str(run), found.report.ranking)
    scorer = SHARED.parent / "tools" / "score_currency.py"
    command = [sys.executable, str(scorer), "--set", str(folder), str(run), "--json"]
    shown = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    print(f"\ncurrency\n{shown}")
    scores = json.loads(shown)
    everything = scores.pop("all")
    assert len(scores) == KINDS_OF_CURRENCY
    assert everything["ndcg@5"] >= 0.96
    assert everything["hit@1"] >= 0.90
    assert everything["forb>right"] <= 0.05
    assert {kind: row["ndcg@5"] for kind, row in scores.items() if row["ndcg@5"] < 0.90} == {}
