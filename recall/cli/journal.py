"""``recall log`` and ``recall undo``: what was done to memories, and taking it back."""

from __future__ import annotations

import click

from recall.api import Recall
from recall.cli.command import RecallCommand, session
from recall.cli.options import Whole, json_option
from recall.cli.output import say, write
from recall.cli.remember import CLIENT, reason_option
from recall.cli.stores import opened_to_change
from recall.memory_api import MAX_LISTED, MAX_OFFSET

NOTHING_FOUND = SOMETHING_LEFT = 1


@click.command(
    cls=RecallCommand,
    examples=("recall log | cat", "recall log --session s1 --limit 20 --json | cat"),
)
@click.option("--session", "of_session", metavar="ID", help="Only what this session did.")
@click.option(
    "--limit", "-n", type=Whole(1, MAX_LISTED), default=50, show_default=True, metavar="N",
    help="Show N at most.",
)  # fmt: skip
@click.option(
    "--offset", type=Whole(0, MAX_OFFSET), default=0, show_default=True, metavar="N",
    help="Leave out the first N.",
)  # fmt: skip
@json_option
@click.pass_context
def log(
    ctx: click.Context, *, of_session: str | None, limit: int, offset: int, as_json: bool
) -> None:
    """Show what was done to memories, the newest first.

    Each line has a number, which 'recall undo' takes. The exit code is 1 when there is nothing.
    """
    from recall.disclosure.memories import change_line, changes_json

    with Recall.open(session(ctx).store) as recall:
        changes = recall.log(session=of_session, limit=limit, offset=offset)
    if as_json:
        from recall.disclosure.json_form import dump

        write(dump(changes_json(changes)))
    elif changes:
        write("\n".join(map(change_line, changes)))
    else:
        say("Nothing was done.")
    if not changes:
        ctx.exit(NOTHING_FOUND)


@click.command(
    cls=RecallCommand,
    examples=(
        "recall undo $(recall remember 'Ben has the key' --id | grep -c .)",
        "recall undo $(recall remember 'Kim has the key' --id | grep -c .) --json",
    ),
)
@click.argument("number", type=Whole(1), required=False, metavar="[N]")
@click.option("--session", "of_session", metavar="ID", help="Take back all that this session did.")
@reason_option
@json_option
@click.pass_context
def undo(
    ctx: click.Context,
    number: int | None,
    *,
    of_session: str | None,
    reason: str | None,
    as_json: bool,
) -> None:
    """Take back what was done to a memory.

    N is the number of a change in 'recall log'; without it the last change that was not taken
    back. An undo is a change, too, and can be undone by its number. The exit code is 1 when
    something could not be taken back, because the memory was changed since.
    """
    from recall.disclosure.memories import change_line, record_json

    with opened_to_change(ctx) as recall:
        done = recall.undo(number, session=of_session, client=CLIENT, reason=reason)
    if as_json:
        from recall.disclosure.json_form import dump

        write(dump(record_json(done)))
    elif done.changes:
        write("\n".join(map(change_line, done.changes)))
    for sentence in done.left:
        say(sentence)
    if done.left:
        ctx.exit(SOMETHING_LEFT)
