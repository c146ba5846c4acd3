"""Commands for memories that are there, or were: list, forget, unforget, confirm, purge."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from recall.api import Recall
from recall.cli.command import RecallCommand
from recall.cli.command import session as session_of
from recall.cli.options import Whole, json_option
from recall.cli.output import say, write
from recall.cli.remember import CLIENT, project_option, reason_option, session_option
from recall.cli.stores import opened_to_change
from recall.disclosure.visible import one_line
from recall.memory_api import MAX_LISTED, MAX_OFFSET
from recall.memory_model import SCOPES

if TYPE_CHECKING:
    from recall.memory_model import Memory, MemoryScope

NOTHING_FOUND = 1


@click.command(
    "list",
    cls=RecallCommand,
    examples=(
        "recall list | cat",
        "recall list --project https://github.com/example/repo --scope project | cat",
        "recall list --type decision --limit 20 --json | cat",
    ),
)
@project_option
@click.option("--scope", type=click.Choice(SCOPES), help="Only of this scope.")
@click.option("--type", "kind", metavar="KIND", help="Only of this type.")
@click.option(
    "--limit", "-n", type=Whole(1, MAX_LISTED), default=50, show_default=True, metavar="N",
    help="Show N at most.",
)  # fmt: skip
@click.option(
    "--offset", type=Whole(0, MAX_OFFSET), default=0, show_default=True, metavar="N",
    help="Leave out the first N.",
)  # fmt: skip
@click.option("--private", is_flag=True, help="Also those with private text.")
@json_option
@click.pass_context
def list_memories(
    ctx: click.Context,
    *,
    project: str | None,
    scope: MemoryScope | None,
    kind: str | None,
    limit: int,
    offset: int,
    private: bool,
    as_json: bool,
) -> None:
    """List memories, newest first.

    The exit code is 1 when there are none.
    """
    from recall.disclosure.memories import memory_line, record_json

    with Recall.open(session_of(ctx).store) as recall:
        found = recall.list_memories(project, scope, limit, offset, type=kind, private=private)
    if as_json:
        from recall.disclosure.json_form import dump

        write(dump(record_json(found)))
    elif found.memories:
        write("\n".join(map(memory_line, found.memories)))
        rest = found.total - offset - len(found.memories)
        if rest > 0:
            say(f"{rest:,} more: --offset {offset + len(found.memories)}")
    else:
        say("No memory.")
    if not found.memories:
        ctx.exit(NOTHING_FOUND)


@click.command(
    cls=RecallCommand,
    examples=(
        "recall forget $(recall remember 'Standup is at ten' --id)",
        "recall forget $(recall remember 'Ana is on leave' --id) --erase --json",
    ),
)
@click.argument("id_", metavar="ID")
@click.option("--erase", is_flag=True, help="Leave no byte of its text; it cannot come back.")
@session_option
@reason_option
@json_option
@click.pass_context
def forget(
    ctx: click.Context,
    id_: str,
    *,
    erase: bool,
    as_json: bool,
    session: str | None,
    reason: str | None,
) -> None:
    """Take a memory out.

    The same text is not stored again by itself. For 30 days 'recall unforget ID' brings it back;
    with --erase nothing does.
    """
    with opened_to_change(ctx) as recall:
        done = recall.forget(id_, erase=erase, client=CLIENT, session=session, reason=reason)
    if as_json:
        from recall.disclosure.json_form import dump
        from recall.disclosure.memories import record_json

        write(dump(record_json(done)))
        return
    write(f"Forgot {done.id}: {one_line(done.title)}")
    if not erase:
        say(f"'recall unforget {done.id}' brings it back within 30 days.")


@click.command(
    cls=RecallCommand,
    examples=(
        "recall unforget $(recall forget $(recall remember 'Ann has the key' --id)"
        " --json | grep -o '[0-9a-z]\\{8\\}' | head -1)",
    ),
)
@click.argument("id_", metavar="ID")
@session_option
@reason_option
@json_option
@click.pass_context
def unforget(
    ctx: click.Context, id_: str, *, session: str | None, reason: str | None, as_json: bool
) -> None:
    """Bring a forgotten memory back.

    As it was, within 30 days.
    """
    with opened_to_change(ctx) as recall:
        memory = recall.unforget(id_, client=CLIENT, session=session, reason=reason)
    _print_memory(memory, as_json=as_json)


@click.command(
    cls=RecallCommand,
    examples=("recall confirm $(recall remember 'Seeds dry at 35 degrees' --id)",),
)
@click.argument("id_", metavar="ID")
@session_option
@reason_option
@json_option
@click.pass_context
def confirm(
    ctx: click.Context, id_: str, *, session: str | None, reason: str | None, as_json: bool
) -> None:
    """Say that a memory still holds.

    That keeps it from fading (recall guide currency). A session counts once, and without one a
    day.
    """
    with opened_to_change(ctx) as recall:
        memory = recall.confirm(id_, client=CLIENT, session=session, reason=reason)
    _print_memory(memory, as_json=as_json)


@click.command(
    cls=RecallCommand, examples=("recall purge --dry-run", "recall purge", "recall purge --json")
)
@click.option("--dry-run", is_flag=True, help="Only say what would go.")
@json_option
@click.pass_context
def purge(ctx: click.Context, *, dry_run: bool, as_json: bool) -> None:
    """Take out memories that ended.

    They are no longer found or listed anyhow. What was forgotten or overwritten more than 30 days
    ago leaves the file, too.
    """
    from recall.disclosure.memories import memory_line, record_json

    with opened_to_change(ctx) as recall:
        done = recall.purge(dry_run=dry_run, client=CLIENT)
    if as_json:
        from recall.disclosure.json_form import dump

        write(dump(record_json(done)))
        return
    lines = [memory_line(each) for each in done.memories]
    verb = "would go" if dry_run else "gone"
    write(
        "\n".join([*lines, f"Memories: {len(lines)} {verb}; texts of the journal: {done.texts}."])
    )


def _print_memory(memory: Memory, *, as_json: bool) -> None:
    from recall.disclosure.memories import memory_json, memory_line

    if as_json:
        from recall.disclosure.json_form import dump

        write(dump(memory_json(memory)))
    else:
        write(memory_line(memory))
