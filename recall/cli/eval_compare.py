"""``recall eval compare``: whether one ranking is better than another by more than chance."""

from __future__ import annotations

import os
import time
from typing import TYPE_CHECKING

import click

from recall import config
from recall.cli.command import RecallCommand
from recall.cli.eval_run import Asked, evaluated, of_set
from recall.cli.options import FOLDER, Whole, json_option
from recall.cli.output import write

if TYPE_CHECKING:
    from recall.evaluate.metrics import Ranking

SETTINGS_ENDING = ".toml"


@click.command(
    cls=RecallCommand,
    examples=(
        "recall eval compare now.toml titles.toml --set golden",
        "recall eval compare before.tsv after.tsv --set golden",
        "recall eval compare before.tsv after.tsv --qrels right.tsv --json",
    ),
)
@click.argument("a", type=FOLDER)
@click.argument("b", type=FOLDER)
@click.option(
    "--set", "made", type=FOLDER, metavar="SET", help="A folder made by 'recall eval build'."
)
@click.option("--vault", type=FOLDER, metavar="PATH", help="Ask about the notes of this folder.")
@click.option("--queries", type=FOLDER, metavar="FILE", help="Questions: JSON lines, TSV or text.")
@click.option("--qrels", type=FOLDER, metavar="FILE", help="What is right: query, path, grade.")
@click.option("--kinds", type=FOLDER, metavar="FILE", help="Kinds of the questions: query, kind.")
@click.option(
    "--min-grade", type=Whole(1), default=1, show_default=True, metavar="N",
    help="Grade from which on a document is right (nDCG takes every grade).",
)  # fmt: skip
@click.option(
    "--resamples", type=Whole(100, 1_000_000), default=10_000, show_default=True, metavar="N",
    help="How often questions are drawn for the intervals.",
)  # fmt: skip
@click.option(
    "--seed", type=Whole(0), default=0, show_default=True, metavar="N",
    help="Another number draws other questions.",
)  # fmt: skip
@click.option(
    "--most", type=Whole(0), default=10, show_default=True, metavar="N",
    help="Show the N questions that changed most.",
)  # fmt: skip
@json_option
def compare(
    *,
    a: str,
    b: str,
    made: str | None,
    min_grade: int,
    resamples: int,
    seed: int,
    most: int,
    as_json: bool,
    **files: str | None,
) -> None:
    """Compare two rankings or two settings files.

    A and B are run files ('recall eval run --run OUT'), or settings files (*.toml) to ask the
    vault with. Says for each measure how much better B is, with a 95 % interval from drawing the
    questions again and again, and whether that is more than chance.
    """
    asked = _where(made, files, (a, b))
    from recall.evaluate import corpus
    from recall.evaluate.compare import compare as compared
    from recall.evaluate.comparison_text import comparison_json, comparison_text
    from recall.evaluate.golden_set import read_kinds
    from recall.evaluate.run import demand_judged

    judgements = corpus.read_judgements(asked.qrels or "")
    asked_for = corpus.read_queries(asked.queries) if asked.queries else ()
    questions = {query.id: query.query for query in asked_for}
    kinds = {query.id: query.category for query in asked_for if query.category is not None}
    kinds |= read_kinds(asked.kinds) if asked.kinds else {}
    now = time.time()  # one for both: age counts in a ranking
    one, other = (_ranking(name, asked, min_grade, now) for name in (a, b))
    demand_judged({*questions, *one, *other}, judgements, min_grade, asked.qrels or "")
    found = compared(
        one, other, judgements, kinds, min_grade=min_grade, resamples=resamples, seed=seed
    )
    if as_json:
        from recall.disclosure.json_form import dump

        write(dump({"a": a, "b": b, **comparison_json(found, questions, most)}))
    else:
        write(comparison_text(found, questions, most))


def _where(made: str | None, files: dict[str, str | None], names: tuple[str, str]) -> Asked:
    if made is not None:
        if any((files["queries"], files["qrels"], files["kinds"])):
            raise click.UsageError("--set has its own questions; name no other files.")
        return of_set(made, files["vault"])
    needed = ["qrels"]
    if any(map(_is_settings, names)):
        needed = ["vault", "queries", "qrels"]
    missing = [f"--{name}" for name in needed if files[name] is None]
    if missing:
        raise click.UsageError(f"Name the questions: --set, or {' and '.join(missing)}.")
    return Asked(made=None, corpus=None, **files)


def _is_settings(name: str) -> bool:
    return os.path.splitext(name)[1].lower() == SETTINGS_ENDING


def _ranking(name: str, asked: Asked, min_grade: int, now: float) -> Ranking:
    if _is_settings(name):
        user = config.settings(os.path.expanduser(name))
        return evaluated(asked, {"min_grade": min_grade}, user, now).report.ranking
    from recall.evaluate.corpus import read_run

    return read_run(name)
