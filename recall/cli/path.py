"""``recall path``: how two items are connected."""

from __future__ import annotations

import click

from recall.cli.command import RecallCommand
from recall.cli.graph_options import drawn, format_option, type_option
from recall.cli.options import Whole, json_option, vault_option
from recall.cli.output import columns, say, write
from recall.cli.stores import opened
from recall.graph_api import MAX_PATHS

NOTHING_FOUND = 1


@click.command(
    cls=RecallCommand,
    examples=(
        "recall path 'Small Clocks' 'Price by size of collection'",
        "recall path Glossary 'Keep the catalogue in PouchDB' --limit 1 --json",
    ),
)
@click.argument("start", metavar="FROM")
@click.argument("end", metavar="TO")
@vault_option
@type_option
@click.option(
    "--limit", "-n", type=Whole(1, MAX_PATHS), default=3, show_default=True, metavar="N",
    help="Show N ways at most; no two lead through the same item.",
)  # fmt: skip
@format_option
@json_option
@click.pass_context
def path(
    ctx: click.Context,
    start: str,
    end: str,
    *,
    vault: str | None,
    types: tuple[str, ...],
    limit: int,
    form: str,
    as_json: bool,
) -> None:
    """Show how two items are connected.

    FROM and TO are what 'recall get' takes. The way that says most comes first: by properties
    and relations rather than plain links, and not through notes that link to everything. Edges
    are walked either way. The exit code is 1 when there is none.
    """
    from recall.disclosure.graph_formats import along
    from recall.disclosure.graph_text import paths_talk, paths_text

    with opened(ctx, vault) as (recall, name):
        found = recall.path(start, end, types=types, limit=limit, vault=name)
    if as_json or form == "json":
        from recall.disclosure.json_form import dump, record_json

        write(dump(record_json(found)))
    else:
        if found.paths:
            is_text = form == "text"
            write(paths_text(found, columns()) if is_text else drawn(along(found), form))
        for sentence in paths_talk(found):
            say(sentence)
    if not found.paths:
        ctx.exit(NOTHING_FOUND)
