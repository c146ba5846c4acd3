"""``recall timeline``: what came before and after something."""

from __future__ import annotations

import click

from recall.api import Recall
from recall.cli.command import RecallCommand, session
from recall.cli.options import Whole, json_option
from recall.cli.output import say, write
from recall.disclosure.visible import one_line

NOTHING_FOUND = 1
MARKS = {"before": " ", "at": ">", "after": " "}


@click.command(
    cls=RecallCommand,
    examples=(
        "recall timeline 2026-03 --window 3",
        "recall timeline 'Sync by signed bundles'",
        "recall timeline around the move to SQLite --json",
    ),
)
@click.argument("anchor", nargs=-1, required=True, metavar="ID|DATE|WORDS...")
@click.option(
    "--window", type=Whole(1, 50), default=5, show_default=True, metavar="N",
    help="Show N before and N after.",
)  # fmt: skip
@json_option
@click.pass_context
def timeline(ctx: click.Context, anchor: tuple[str, ...], *, window: int, as_json: bool) -> None:
    """Show what came before and after something.

    It may be an id, a note, a date ('last week', 2026-03), or words to look for ('around the
    migration'). Memories, notes, memory files and sessions stand in one line, by the dates they
    claim. The exit code is 1 when there is nothing.
    """
    with Recall.open(session(ctx).store) as recall:
        found = recall.timeline(" ".join(anchor), window)
    if as_json:
        from recall.disclosure.json_form import dump, record_json

        write(dump(record_json(found)))
    elif found.entries:
        wide = max(len(each.date) for each in found.entries)
        lines = [
            f"{MARKS[each.part]} {each.date:{wide}}  {each.source:10}  {each.id}  "
            f"{one_line(each.title)} — {one_line(each.address)}"
            for each in found.entries
        ]
        write("\n".join(lines))
    if found.more:
        say("There is more in this time; name a shorter one.")
    if not found.entries:
        say(f"Nothing is dated around {one_line(found.understood)}.")
        ctx.exit(NOTHING_FOUND)
