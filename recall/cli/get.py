"""``recall get``: an item or a part of it, as it stands in its file."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

import click

from recall.cli.command import RecallCommand
from recall.cli.options import DETAILS, json_option, max_tokens_option, vault_option
from recall.cli.output import say, wants_color, write
from recall.cli.stores import opened, opened_to_change
from recall.disclosure.text import document_talk, document_text

if TYPE_CHECKING:
    from recall.model import Detail


@click.command(
    cls=RecallCommand,
    examples=(
        "recall get Sync by event log",
        "recall get 'Sync by signed bundles#Context'",
        "recall get 'Decisions/Sync by event log.md#L10-L16'",
        "recall get Glossary --outline",
        "recall get Glossary --max-tokens 200 --vault fixtures/vault",
        "recall get Home --detail index --json",
    ),
)
@click.argument("address", nargs=-1, required=True)
@vault_option
@click.option(
    "--detail", type=click.Choice(DETAILS), default="full", show_default=True,
    help="What is known of it (index), with its beginning (summary), or all of it (full).",
)  # fmt: skip
@max_tokens_option("Print N tokens of its text at most (estimated); its facts come on top.")
@click.option("--history", is_flag=True, help="List what was done to this memory instead.")
@click.option("--outline", is_flag=True, help="List its headings with their lines instead.")
@json_option
@click.pass_context
def get(
    ctx: click.Context,
    address: tuple[str, ...],
    *,
    vault: str | None,
    history: bool,
    outline: bool,
    as_json: bool,
    detail: Detail,
    max_tokens: int | None,
) -> None:
    """Read a note or a part of it.

    ADDRESS is an id or a citation from a search, the name, path or alias of a note, one of these
    with #Heading, #^block or #L10-L30 behind it, [[a wikilink]], or an obsidian:// address.
    """
    if history:
        _print_history(ctx, " ".join(address), as_json=as_json)
        return
    if outline and max_tokens is not None:
        raise click.UsageError("--max-tokens is about the text, which --outline leaves out.")
    if outline:
        detail = "index"
    with opened(ctx, vault) as (recall, name):
        document = recall.get(" ".join(address), detail=detail, max_tokens=max_tokens, vault=name)
    if document.source == "memory":
        _note_use(ctx, document.id)
    if as_json:
        from recall.disclosure.json_form import document_json, dump

        write(dump(document_json(document)))
        return
    color = wants_color(ctx)
    write(document_text(document, color=color, outline=outline), color=color)
    for sentence in document_talk(document):
        say(sentence)


def _note_use(ctx: click.Context, public_id: str) -> None:
    """A memory that is read on purpose grows old more slowly; reading works without that, too."""
    import os

    from recall.cli.remember import CLIENT, SESSION_VARIABLE
    from recall.errors import RecallError

    with suppress(RecallError), opened_to_change(ctx) as recall:
        recall.reinforce(public_id, client=CLIENT, session=os.environ.get(SESSION_VARIABLE) or None)


def _print_history(ctx: click.Context, address: str, *, as_json: bool) -> None:
    from recall.disclosure.memories import change_line, changes_json

    with opened(ctx, None) as (recall, _):
        changes = recall.history(address)
    if as_json:
        from recall.disclosure.json_form import dump

        write(dump(changes_json(changes)))
    else:
        write("\n".join(map(change_line, changes)))
