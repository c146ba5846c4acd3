"""``recall eval build``: questions made out of a vault itself."""

from __future__ import annotations

import os
import time
from typing import TYPE_CHECKING

import click

from recall.cli.command import RecallCommand
from recall.cli.options import FOLDER, Whole, json_option
from recall.cli.output import Progress, say, write
from recall.disclosure.visible import one_line

if TYPE_CHECKING:
    from recall.evaluate.golden import Golden

NOTHING_FOUND = 1


@click.command(
    cls=RecallCommand,
    examples=(
        "recall eval build --vault fixtures/vault --out golden",
        "recall eval build --vault fixtures/vault --out small --per-kind 10 --seed 7 --json",
    ),
)
@click.option(
    "--vault", type=FOLDER, required=True, metavar="PATH", help="The vault to make questions of."
)
@click.option(
    "--out", type=FOLDER, required=True, metavar="DIR", help="The folder to write the set into."
)
@click.option(
    "--per-kind", type=Whole(1, 1_000), default=50, show_default=True, metavar="N",
    help="At most N questions of each kind.",
)  # fmt: skip
@click.option(
    "--seed", type=Whole(0), default=0, show_default=True, metavar="N",
    help="Another number makes other questions.",
)  # fmt: skip
@click.option("--force", is_flag=True, help="Replace the set that is in the folder.")
@json_option
@click.pass_context
def build(
    ctx: click.Context,
    *,
    vault: str,
    out: str,
    per_kind: int,
    seed: int,
    force: bool,
    as_json: bool,
) -> None:
    """Make questions with known answers out of your own vault.

    They come from aliases, headings, sentences around links, words in the middle of notes, and
    the neighbours of notes with many links: five kinds, each measured apart. The same vault and
    seed give the same questions. Nothing is written in the vault.
    """
    from recall import __version__
    from recall.evaluate import golden_set

    golden_set.demand_place(out, os.path.expanduser(vault), replace=force)
    made = _made(vault, per_kind, seed)
    if not made.questions:
        say(
            "No question can be made: that takes notes with aliases, headings, links or "
            "a few sentences. Write some by hand: recall guide evaluation"
        )
        ctx.exit(NOTHING_FOUND)
    day = time.strftime("%Y-%m-%d", time.localtime(time.time()))
    about: dict[str, object] = {
        "made": day, "recall": __version__, "seed": seed, "per_kind": per_kind,
    }  # fmt: skip
    manifest = golden_set.write_set(out, made, about)
    if as_json:
        from recall.disclosure.json_form import dump

        write(dump({**manifest, "folder": out, "unread": list(made.unread)}))
    else:
        _print(made, manifest, out)


def _made(vault: str, per_kind: int, seed: int) -> Golden:
    from recall.evaluate.golden import build as make

    progress = Progress()
    try:
        return make(vault, per_kind=per_kind, seed=seed, progress=progress)
    finally:
        progress.clear()


def _print(made: Golden, manifest: dict[str, object], folder: str) -> None:
    kinds = manifest["kinds"]
    lines = [f"{'kind':<12}{'questions':>10}{'could be':>10}"]
    if isinstance(kinds, dict):
        lines += [
            f"{kind:<12}{each['questions']:>10,}{each['candidates']:>10,}"
            for kind, each in kinds.items()
        ]
    write("\n".join(lines))
    count = f"{len(made.questions):,} {'question' if len(made.questions) == 1 else 'questions'}"
    notes = f"{made.notes:,} {'note' if made.notes == 1 else 'notes'}"
    say(f"{count} about {notes} written to {one_line(folder)}.")
    for path in made.unread:
        say(f"{one_line(repr(path))} could not be read.")
