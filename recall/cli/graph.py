"""``recall graph`` and ``recall backlinks``: what lies around an item, and what links to it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from recall.cli.command import RecallCommand
from recall.cli.graph_options import drawn, format_option, limit_option, type_option
from recall.cli.options import Whole, json_option, vault_option
from recall.cli.output import columns, say, write
from recall.cli.stores import opened
from recall.graph_api import MAX_DEPTH
from recall.graph_model import DIRECTIONS

if TYPE_CHECKING:
    from recall.graph_model import Direction

NOTHING_FOUND = 1


@click.command(
    cls=RecallCommand,
    examples=(
        "recall graph Sync by signed bundles",
        "recall graph 'Sync by signed bundles' --direction out --type supersedes --type owner",
        "recall graph Glossary --depth 2 --limit 20 --json",
        "recall graph Sync by signed bundles --format canvas",
        "recall graph 'Thursday dal' --weak --vault fixtures/vault",
    ),
)
@click.argument("address", nargs=-1, required=True)
@vault_option
@click.option(
    "--depth", type=Whole(1, MAX_DEPTH), default=1, show_default=True, metavar="N",
    help="Go N steps.",
)  # fmt: skip
@click.option(
    "--direction", type=click.Choice(DIRECTIONS), default="both", show_default=True,
    help="Along edges (out), against them (in), or both.",
)  # fmt: skip
@type_option
@limit_option(50)
@click.option(
    "--weak", is_flag=True,
    help="Also what nobody wrote: rare tags in common, one folder, the days beside it.",
)  # fmt: skip
@format_option
@json_option
@click.pass_context
def graph(  # noqa: PLR0913 - the options of one question
    ctx: click.Context,
    address: tuple[str, ...],
    *,
    vault: str | None,
    depth: int,
    direction: Direction,
    types: tuple[str, ...],
    limit: int,
    weak: bool,
    form: str,
    as_json: bool,
) -> None:
    """Show what an item is connected with.

    ADDRESS is what 'recall get' takes. Each line is an edge: → leads from the item above, ← to
    it. The exit code is 1 when there is none.
    """
    from recall.disclosure.graph_formats import around
    from recall.disclosure.graph_text import graph_talk, tree

    with opened(ctx, vault) as (recall, name):
        found = recall.graph(
            " ".join(address), depth=depth, direction=direction, types=types, limit=limit,
            weak=weak, vault=name,
        )  # fmt: skip
    if as_json or form == "json":
        from recall.disclosure.json_form import dump, record_json

        write(dump(record_json(found)))
    else:
        write(tree(found, columns()) if form == "text" else drawn(around(found), form))
        for sentence in graph_talk(found):
            say(sentence)
    if len(found.nodes) == 1:
        ctx.exit(NOTHING_FOUND)


@click.command(
    cls=RecallCommand,
    examples=(
        "recall backlinks Glossary",
        "recall backlinks 'Tobias Ekwueme' --type owner --json",
    ),
)
@click.argument("address", nargs=-1, required=True)
@vault_option
@type_option
@limit_option(50)
@json_option
@click.pass_context
def backlinks(
    ctx: click.Context,
    address: tuple[str, ...],
    *,
    vault: str | None,
    types: tuple[str, ...],
    limit: int,
    as_json: bool,
) -> None:
    """Show what links to an item.

    Each link with the line it stands in. ADDRESS is what 'recall get' takes. The exit code is 1
    when nothing does.
    """
    from recall.disclosure.graph_text import backlinks_text, more_talk

    with opened(ctx, vault) as (recall, name):
        found = recall.backlinks(" ".join(address), types=types, limit=limit, vault=name)
    if as_json:
        from recall.disclosure.json_form import dump, record_json

        write(dump(record_json(found)))
    elif found.backlinks:
        write(backlinks_text(found, columns()))
        for sentence in more_talk(len(found.backlinks), found.total, "links"):
            say(sentence)
    else:
        say("Nothing links here.")
    if not found.total:
        ctx.exit(NOTHING_FOUND)
