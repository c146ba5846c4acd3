"""``recall eval run``: how good answers are, by questions whose right answers are known."""

from __future__ import annotations

import os
import time
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from recall import config
from recall.cli.command import RecallCommand
from recall.cli.options import FOLDER, Floor, Whole, json_option
from recall.cli.output import Progress, say, write
from recall.disclosure.visible import one_line
from recall.errors import UsageError

if TYPE_CHECKING:
    from recall.evaluate.report import EvaluationReport
    from recall.evaluate.run import Evaluation

BELOW = 1
"""Exit code when a measure is below what ``--fail-under`` demands."""


class Asked(NamedTuple):
    """What to ask about: a set made by ``recall eval build``, a vault with files, or a corpus."""

    made: str | None
    vault: str | None
    queries: str | None
    qrels: str | None
    kinds: str | None
    corpus: str | None


@click.command(
    cls=RecallCommand,
    examples=(
        "recall eval run golden --baseline",
        "recall eval run golden --fail-under nDCG@5=0.5 --fail-under MRR=0.5",
        "recall eval run --vault fixtures/vault --queries questions.tsv --qrels right.tsv",
        "recall eval run --corpus my-set --run ranking.tsv --json",
    ),
)
@click.argument("made", metavar="[SET]", required=False, type=FOLDER)
@click.option("--vault", type=FOLDER, metavar="PATH", help="Ask about the notes of this folder.")
@click.option("--queries", type=FOLDER, metavar="FILE", help="Questions: JSON lines, TSV or text.")
@click.option("--qrels", type=FOLDER, metavar="FILE", help="What is right: query, path, grade.")
@click.option("--kinds", type=FOLDER, metavar="FILE", help="Kinds of the questions: query, kind.")
@click.option(
    "--corpus", type=FOLDER, metavar="DIR",
    help="Ask about the texts of a set: corpus.jsonl, queries.jsonl, qrels.tsv.",
)  # fmt: skip
@click.option("--run", type=FOLDER, metavar="OUT", help="Write the ranking: query, document, rank.")
@click.option(
    "--min-grade", type=Whole(1), default=1, show_default=True, metavar="N",
    help="Grade from which on a document is right (nDCG takes every grade).",
)  # fmt: skip
@click.option(
    "--limit", "-n", type=Whole(1, 1_000), default=100, show_default=True, metavar="N",
    help="Rank N documents a question at most.",
)  # fmt: skip
@click.option("--baseline", is_flag=True, help="Measure plain BM25 on the same documents too.")
@click.option("--words-only", is_flag=True, help="Rank by words alone, not by meaning.")
@click.option("--each", is_flag=True, help="Show every question, the worst answered first.")
@click.option(
    "--fail-under", type=Floor(), multiple=True, metavar="METRIC=VALUE",
    help="End with exit code 1 when a measure is lower, as nDCG@5=0.7. Can be repeated.",
)  # fmt: skip
@json_option
@click.pass_context
def run_command(
    ctx: click.Context,
    /,
    *,
    run: str | None,
    each: bool,
    fail_under: tuple[tuple[str, float], ...],
    as_json: bool,
    **given: Any,  # noqa: ANN401 - fields of Asked and Settings as click parsed them
) -> None:
    """Ask the questions of a set and measure the answers.

    SET is a folder made by 'recall eval build'; its vault is asked, or the one of --vault if it
    has moved. Questions of your own are named by --queries and --qrels. It works in a temporary
    store, which is removed at the end; yours is not opened.
    """
    asked = _where(Asked(**{name: given.pop(name) for name in Asked._fields}))
    _demand_folder(run)
    found = evaluated(asked, given)
    if run is not None:
        from recall.evaluate.corpus import write_run

        write_run(run, found.report.ranking, given["limit"])
    if as_json:
        from recall.disclosure.json_form import dump
        from recall.evaluate.run import evaluation_json

        write(dump(evaluation_json(found, each_query=each)))
    else:
        _print(found, each=each)
    if _say_what_is_below(found.report, fail_under):
        ctx.exit(BELOW)


def _where(asked: Asked) -> Asked:
    """The files to ask with; those of a set are found in its folder."""
    if asked.made is None:
        _demand_one_source(asked)
        return asked
    if any((asked.queries, asked.qrels, asked.kinds, asked.corpus)):
        raise click.UsageError("A SET has its own questions; name no other files or --corpus.")
    return of_set(asked.made, asked.vault)


def of_set(folder: str, vault: str | None = None) -> Asked:
    """The vault and the files of a set; ``vault`` is where the vault is now if it has moved."""
    from recall.evaluate.golden_set import find_set

    files = find_set(folder)
    return Asked(None, vault or files.vault, files.queries, files.qrels, files.kinds, None)


def _demand_one_source(asked: Asked) -> None:
    vault, corpus = asked.vault, asked.corpus
    if (vault is None) == (corpus is None):
        message = "Name what to ask about: --vault or --corpus, one of them, or a SET."
        raise click.UsageError(message)
    files = {"--queries": asked.queries, "--qrels": asked.qrels}
    if vault is not None and None in files.values():
        missing = " and ".join(name for name, value in files.items() if value is None)
        raise click.UsageError(f"--vault needs {missing}.")
    if corpus is not None and any((*files.values(), asked.kinds)):
        raise click.UsageError("--corpus has its own queries.jsonl and qrels.tsv; name no others.")


def _demand_folder(run: str | None) -> None:
    """Say that the ranking cannot be written before minutes of work, not after."""
    folder = os.path.dirname(run or "") or "."
    if not os.path.isdir(folder):
        raise UsageError(f"{run}: there is no folder {folder!r}. Make it first.")


def evaluated(
    asked: Asked,
    measured: dict[str, Any],
    user: config.Settings | None = None,
    now: float | None = None,
) -> Evaluation:
    """Ask and measure, by default with the user's settings and now; says how far it is."""
    from recall.evaluate.golden_set import read_kinds
    from recall.evaluate.run import ASKING, Settings, evaluate_corpus, evaluate_vault

    progress = Progress()

    def tell(phase: str, done: int, total: int) -> None:
        progress(phase, done, total, "questions" if phase.startswith(ASKING) else "files")

    user = config.settings() if user is None else user
    now = time.time() if now is None else now
    settings = Settings(now, **measured, progress=tell, user=user)
    try:
        if asked.vault is None:
            return evaluate_corpus(asked.corpus or "", settings)
        kinds = read_kinds(asked.kinds) if asked.kinds else None
        return evaluate_vault(asked.vault, asked.queries or "", asked.qrels or "", settings, kinds)
    finally:
        progress.clear()


def _say_what_is_below(report: EvaluationReport, floors: tuple[tuple[str, float], ...]) -> bool:
    from recall.evaluate.metrics import TITLES, position

    below = False
    for name, floor in floors:
        at = position(name)
        value = report.scores[at]
        if value < floor:
            say(f"{TITLES[at]} is {value:.4f}, below {floor:g}.")
            below = True
    return below


def _print(found: Evaluation, *, each: bool) -> None:
    from recall.evaluate.report import queries_text, report_text, times_text

    write(report_text(found.report, found.baseline))
    if each:
        write("\n" + queries_text(found.report, found.questions))
    documents = f"{found.documents:,} {'document' if found.documents == 1 else 'documents'}"
    say(f"{documents} indexed in {found.index_seconds:.1f} s. {times_text(found.report)}.")
    for note in found.notes:
        say(one_line(note))
