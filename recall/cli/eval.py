"""``recall eval``: how good answers are, measured with questions whose right answers are known."""

from __future__ import annotations

import os
import time
from typing import TYPE_CHECKING, Any

import click

from recall import config
from recall.cli.command import RecallCommand
from recall.cli.options import Whole, json_option
from recall.cli.output import Progress, say, write
from recall.disclosure.visible import one_line
from recall.errors import UsageError

if TYPE_CHECKING:
    from recall.evaluate.run import Evaluation

_FOLDER = click.Path(path_type=str)


@click.command(
    cls=RecallCommand,
    examples=(
        "recall eval --vault fixtures/vault --queries questions.tsv --qrels right.tsv",
        "recall eval --corpus my-set --baseline",
        "recall eval --corpus my-set --run ranking.tsv --json",
    ),
)
@click.option("--vault", type=_FOLDER, metavar="PATH", help="Ask about the notes of this folder.")
@click.option("--queries", type=_FOLDER, metavar="FILE", help="Questions: JSON lines, TSV or text.")
@click.option("--qrels", type=_FOLDER, metavar="FILE", help="What is right: query, path, grade.")
@click.option(
    "--corpus", type=_FOLDER, metavar="DIR",
    help="Ask about the texts of a set: corpus.jsonl, queries.jsonl, qrels.tsv.",
)  # fmt: skip
@click.option(
    "--run", type=_FOLDER, metavar="OUT", help="Write the ranking: query, document, rank."
)
@click.option(
    "--min-grade", type=Whole(1), default=1, show_default=True, metavar="N",
    help="Grade from which on a document is right (nDCG takes every grade).",
)  # fmt: skip
@click.option(
    "--limit", "-n", type=Whole(1, 1_000), default=100, show_default=True, metavar="N",
    help="Rank N documents a question at most.",
)  # fmt: skip
@click.option("--baseline", is_flag=True, help="Measure plain BM25 on the same documents too.")
@click.option("--each", is_flag=True, help="Show every question, the worst answered first.")
@json_option
def eval_command(
    *,
    vault: str | None,
    queries: str | None,
    qrels: str | None,
    corpus: str | None,
    run: str | None,
    each: bool,
    as_json: bool,
    **measured: Any,  # noqa: ANN401 - fields of Settings as click parsed them
) -> None:
    """Measure how good answers are.

    Asks questions whose right answers you know and says how high the answers stand (recall guide
    evaluation). It works in a temporary store, which is removed at the end; yours is not opened.
    """
    _demand_one_source(vault, queries, qrels, corpus)
    _demand_folder(run)
    found = _evaluate(vault, queries, qrels, corpus, measured)
    if run is not None:
        from recall.evaluate.corpus import write_run

        write_run(run, found.report.ranking, measured["limit"])
    if as_json:
        from recall.disclosure.json_form import dump
        from recall.evaluate.run import evaluation_json

        write(dump(evaluation_json(found, each_query=each)))
        return
    _print(found, each=each)


def _demand_one_source(
    vault: str | None, queries: str | None, qrels: str | None, corpus: str | None
) -> None:
    if (vault is None) == (corpus is None):
        raise click.UsageError("Name what to ask about: --vault or --corpus, one of them.")
    files = {"--queries": queries, "--qrels": qrels}
    if vault is not None and None in files.values():
        missing = " and ".join(name for name, value in files.items() if value is None)
        raise click.UsageError(f"--vault needs {missing}.")
    if corpus is not None and any(files.values()):
        raise click.UsageError("--corpus has its own queries.jsonl and qrels.tsv; name no others.")


def _demand_folder(run: str | None) -> None:
    """Say that the ranking cannot be written before minutes of work, not after."""
    folder = os.path.dirname(run or "") or "."
    if not os.path.isdir(folder):
        raise UsageError(f"{run}: there is no folder {folder!r}. Make it first.")


def _evaluate(
    vault: str | None,
    queries: str | None,
    qrels: str | None,
    corpus: str | None,
    measured: dict[str, Any],
) -> Evaluation:
    from recall.evaluate.run import ASKING, Settings, evaluate_corpus, evaluate_vault

    progress = Progress()

    def tell(phase: str, done: int, total: int) -> None:
        progress(phase, done, total, "questions" if phase.startswith(ASKING) else "files")

    settings = Settings(time.time(), **measured, progress=tell, user=config.settings())
    try:
        if vault is None:
            return evaluate_corpus(corpus or "", settings)
        return evaluate_vault(vault, queries or "", qrels or "", settings)
    finally:
        progress.clear()


def _print(found: Evaluation, *, each: bool) -> None:
    from recall.evaluate.report import queries_text, report_text, times_text

    write(report_text(found.report, found.baseline))
    if each:
        write("\n" + queries_text(found.report, found.questions))
    documents = f"{found.documents:,} {'document' if found.documents == 1 else 'documents'}"
    say(f"{documents} indexed in {found.index_seconds:.1f} s. {times_text(found.report)}.")
    for note in found.notes:
        say(one_line(note))
