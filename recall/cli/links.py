"""``recall link`` and ``recall unlink``: edges made by hand, in the store alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from recall.cli.command import RecallCommand
from recall.cli.options import json_option
from recall.cli.output import say, write
from recall.cli.remember import CLIENT
from recall.cli.stores import opened_to_change
from recall.disclosure.levels import quoted
from recall.disclosure.visible import one_line

if TYPE_CHECKING:
    from recall.graph_model import UserLink


@click.command(
    cls=RecallCommand,
    examples=(
        "recall link 'Sliding scale pricing' '2026-09-08 Pricing meeting' --type 'decided in'",
        "recall link $(recall remember 'The sun ruined the labels' --id) Projects/Label\\ printer"
        " --type caused_by --json",
    ),
)
@click.argument("source", metavar="FROM")
@click.argument("target", metavar="TO")
@click.option(
    "--type", "kind", metavar="TYPE", default="relates_to", show_default=True,
    help="What FROM is to TO: supersedes, caused_by, implements, or a word of your own.",
)  # fmt: skip
@click.option("--note", metavar="TEXT", help="Why, in a few words.")
@json_option
@click.pass_context
def link(
    ctx: click.Context, source: str, target: str, *, kind: str, note: str | None, as_json: bool
) -> None:
    """Link two items by hand.

    FROM and TO are what 'recall get' takes: notes and memories alike. The edge lives in the
    store; no note is changed. 'recall unlink' takes it out.
    """
    with opened_to_change(ctx) as recall:
        made = recall.link(source, target, kind, note=note, client=CLIENT)
    if as_json:
        from recall.disclosure.json_form import dump, record_json

        write(dump(record_json(made)))
    else:
        write(f"Linked: {sentence(made)}")


@click.command(
    cls=RecallCommand,
    examples=("recall unlink Home Glossary --type uses | cat",),
)
@click.argument("source", metavar="FROM")
@click.argument("target", metavar="TO")
@click.option("--type", "kind", metavar="TYPE", help="Only the edge of this type.")
@json_option
@click.pass_context
def unlink(
    ctx: click.Context, source: str, target: str, *, kind: str | None, as_json: bool
) -> None:
    """Take out links that were made by hand.

    Those that are written in notes stay. The exit code is 1 when there is none.
    """
    with opened_to_change(ctx) as recall:
        gone = recall.unlink(source, target, kind)
    if as_json:
        from recall.disclosure.json_form import dump, listing_json

        write(dump(listing_json("unlinked", gone)))
        return
    for each in gone:
        write(f"Unlinked: {sentence(each)}")
        note = f" --note {quoted(each.note)}" if each.note else ""
        say(f"Again: recall link {each.source.id} {each.target.id} --type {each.type}{note}")


def sentence(made: UserLink) -> str:
    """An edge in words."""
    from recall.relations import wording

    words = wording(made.type).forward
    return f"{one_line(made.source.title)} {words} {one_line(made.target.title)}"
