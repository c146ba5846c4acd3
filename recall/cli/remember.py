"""``recall remember``: a memory saved, or found to be known already."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

import click

from recall.api import Recall
from recall.cli.command import RecallCommand, session
from recall.cli.options import Number, Whole, json_option, start_of
from recall.cli.output import is_terminal, say, write
from recall.memory_api import MAX_TTL
from recall.memory_model import SCOPES

if TYPE_CHECKING:
    from recall.memory_model import Remembered

CLIENT = "cli"
SESSION_VARIABLE = "RECALL_SESSION"

session_option = click.option(
    "--session", metavar="ID", envvar=SESSION_VARIABLE, show_envvar=True,
    help="The session that does it, for the journal.",
)  # fmt: skip
reason_option = click.option("--reason", metavar="TEXT", help="Why, for the journal.")
project_option = click.option(
    "--project", metavar="P",
    help="A git remote in any spelling, a clone (--project .), or a name.",
)  # fmt: skip


@click.command(
    cls=RecallCommand,
    examples=(
        "recall remember We use dayjs for dates, not moment --scope project --project .",
        "recall remember 'The hub listens on port 8443' --type fact --tag hub --scope global",
        "recall remember 'Prague meeting' --type event --event-date 2027-03-12 --ttl 31536000",
        "recall remember 'Standup moved to ten' --json",
    ),
)
@click.argument("text", nargs=-1)
@click.option(
    "--scope", type=click.Choice(SCOPES),
    help="session (default, lives 30 days), project (90 days) or global (for ever).",
)  # fmt: skip
@project_option
@click.option(
    "--ttl", type=Whole(0, MAX_TTL), metavar="SECONDS",
    help="How long it lives; 0 is the default of its scope.",
)  # fmt: skip
@click.option("--title", metavar="T", help="By default made of the text.")
@click.option("--type", metavar="KIND", help="fact, decision, lesson, preference, event, ...")
@click.option("--tag", "tags", multiple=True, metavar="T", help="Repeatable.")
@click.option("--importance", type=Number(0, 1), metavar="X", help="0 to 1.")
@click.option("--pin", "pinned", is_flag=True, help="It does not grow old.")
@click.option("--valid-until", metavar="DATE", help="The last day on which it holds.")
@click.option("--event-date", metavar="DATE", help="The day on which it takes place.")
@click.option("--supersedes", multiple=True, metavar="ID", help="A memory that no longer holds.")
@click.option("--replace", metavar="ID", help="Overwrite this memory.")
@click.option("--force", is_flag=True, help="Store it though it is known, or was forgotten.")
@click.option("--allow-secrets", is_flag=True, help="Store it with what looks like a secret.")
@click.option("--keep-private", is_flag=True, help="Store <private> text, and do not search it.")
@session_option
@reason_option
@click.option("--id", "only_id", is_flag=True, help="Print its id only.")
@json_option
@click.pass_context
def remember(
    ctx: click.Context,
    /,
    text: tuple[str, ...],
    *,
    only_id: bool,
    as_json: bool,
    **options: Any,  # noqa: ANN401 - what click parsed, checked by the types above
) -> None:
    """Save a fact, a decision, a lesson.

    TEXT is what to remember; without it, or as -, it is read from the standard input. What is
    known already is not stored twice: its id is printed. What looks like a secret is refused, and
    so is what was forgotten, unless you insist.
    """
    content = _content(text)
    for name, option in (("valid_until", "--valid-until"), ("event_date", "--event-date")):
        options[name] = start_of(options[name], option)
    options["tags"] = options["tags"] or None
    options["pinned"] = options["pinned"] or None
    with Recall.open(session(ctx).store, writable=True) as recall:
        answer = recall.remember(content, client=CLIENT, **options)
    _print(answer, only_id=only_id, as_json=as_json)


def _content(text: tuple[str, ...]) -> str:
    if text and text != ("-",):
        return " ".join(text)
    if sys.stdin is None or (not text and is_terminal(sys.stdin)):
        raise click.UsageError("Name what to remember, or pipe it in.")
    return sys.stdin.read().strip("\n")


def _print(answer: Remembered, *, only_id: bool, as_json: bool) -> None:
    from recall.disclosure.memories import memory_line, remembered_json

    if as_json:
        from recall.disclosure.json_form import dump

        write(dump(remembered_json(answer)))
        return
    write(answer.memory.id if only_id else memory_line(answer.memory))
    for sentence in answer.why:
        say(sentence)
