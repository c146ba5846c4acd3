"""``recall related``: what is like an item and not linked with it."""

from __future__ import annotations

import click

from recall.cli.command import RecallCommand
from recall.cli.options import Whole, json_option, vault_option
from recall.cli.output import columns, say, write
from recall.cli.stores import opened
from recall.graph_api import MAX_RELATED

NOTHING_FOUND = 1


@click.command(
    cls=RecallCommand,
    examples=("recall related 'Label printer' | cat", "recall related Glossary --limit 3 --json"),
)
@click.argument("address", nargs=-1, required=True)
@vault_option
@click.option(
    "--limit", "-n", type=Whole(1, MAX_RELATED), default=10, show_default=True, metavar="N",
    help="Show N at most.",
)  # fmt: skip
@json_option
@click.pass_context
def related(
    ctx: click.Context, address: tuple[str, ...], *, vault: str | None, limit: int, as_json: bool
) -> None:
    """List items that are alike and not linked.

    ADDRESS is what 'recall get' takes. Below each item stand the reasons: neighbours, rare tags
    or telling words in common, a name without a link. The exit code is 1 when there is none.
    """
    from recall.disclosure.graph_text import related_text

    with opened(ctx, vault) as (recall, name):
        found = recall.related(" ".join(address), limit=limit, vault=name)
    if as_json:
        from recall.disclosure.json_form import dump, record_json

        write(dump(record_json(found)))
    elif found.related:
        write(related_text(found, columns()))
    else:
        say("Nothing like it that is not linked with it.")
    if not found.related:
        ctx.exit(NOTHING_FOUND)
