"""``recall hubs``, ``orphans``, ``broken``, ``bridges``, ``communities``: about all items."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from recall.cli.command import RecallCommand
from recall.cli.graph_options import limit_option
from recall.cli.options import json_option, vault_option
from recall.cli.output import columns, say, write
from recall.cli.stores import opened

if TYPE_CHECKING:
    from recall.graph_model import BrokenList, NodeList

NOTHING_FOUND = 1


@click.command(cls=RecallCommand, examples=("recall hubs", "recall hubs --limit 5 --json"))
@vault_option
@limit_option(20)
@json_option
@click.pass_context
def hubs(ctx: click.Context, *, vault: str | None, limit: int, as_json: bool) -> None:
    """List the items that most others link to.

    Before each stand how many link to it and how many it links to. The exit code is 1 when
    nothing is linked.
    """
    with opened(ctx, vault) as (recall, name):
        found = recall.hubs(limit=limit, vault=name)
    _print_nodes(ctx, found, as_json=as_json, counts=True, none="No item is linked to.")


@click.command(cls=RecallCommand, examples=("recall orphans | cat", "recall orphans --json | cat"))
@vault_option
@limit_option(50)
@json_option
@click.pass_context
def orphans(ctx: click.Context, *, vault: str | None, limit: int, as_json: bool) -> None:
    """List notes that are linked with nothing.

    The exit code is 1 when there are none.
    """
    with opened(ctx, vault) as (recall, name):
        found = recall.orphans(limit=limit, vault=name)
    _print_nodes(ctx, found, as_json=as_json, counts=False, none="Every note is linked.")


@click.command(cls=RecallCommand, examples=("recall broken", "recall broken --json"))
@vault_option
@limit_option(50)
@json_option
@click.pass_context
def broken(ctx: click.Context, *, vault: str | None, limit: int, as_json: bool) -> None:
    """List names that links lead to in vain.

    No note has them; those that are missed most come first, with the places of five links each.
    The exit code is 1 when every link leads somewhere.
    """
    from recall.disclosure.graph_text import broken_text, more_talk

    with opened(ctx, vault) as (recall, name):
        found: BrokenList = recall.broken(limit=limit, vault=name)
    if as_json:
        from recall.disclosure.json_form import dump, record_json

        write(dump(record_json(found)))
    elif found.broken:
        write(broken_text(found, columns()))
        for sentence in more_talk(len(found.broken), found.total, "names"):
            say(sentence)
    else:
        say("Every link leads somewhere.")
    if not found.total:
        ctx.exit(NOTHING_FOUND)


@click.command(cls=RecallCommand, examples=("recall bridges", "recall bridges --limit 3 --json"))
@vault_option
@limit_option(20)
@json_option
@click.pass_context
def bridges(ctx: click.Context, *, vault: str | None, limit: int, as_json: bool) -> None:
    """List items that alone hold others to the rest.

    Without one of them the parts below it fall off; their sizes are given, and titles in the
    largest. The exit code is 1 when there is none.
    """
    from recall.disclosure.graph_text import bridges_text, more_talk

    with opened(ctx, vault) as (recall, name):
        found = recall.bridges(limit=limit, vault=name)
    if as_json:
        from recall.disclosure.json_form import dump, record_json

        write(dump(record_json(found)))
    elif found.bridges:
        write(bridges_text(found, columns()))
        for sentence in more_talk(len(found.bridges), found.total, "bridges"):
            say(sentence)
    else:
        say("No item holds others alone.")
    if not found.total:
        ctx.exit(NOTHING_FOUND)


@click.command(
    cls=RecallCommand, examples=("recall communities", "recall communities --limit 3 --json")
)
@vault_option
@limit_option(12)
@json_option
@click.pass_context
def communities(ctx: click.Context, *, vault: str | None, limit: int, as_json: bool) -> None:
    """List groups of items that are linked among each other.

    Before each its size, then words that its titles, folders and tags share, then the items that
    it lies around. The exit code is 1 when there is none.
    """
    from recall.disclosure.graph_text import communities_talk, communities_text

    with opened(ctx, vault) as (recall, name):
        found = recall.communities(limit=limit, vault=name)
    if as_json:
        from recall.disclosure.json_form import dump, record_json

        write(dump(record_json(found)))
    else:
        if found.communities:
            write(communities_text(found, columns()))
        for sentence in communities_talk(found):
            say(sentence)
    if not found.total:
        ctx.exit(NOTHING_FOUND)


def _print_nodes(
    ctx: click.Context, found: NodeList, *, as_json: bool, counts: bool, none: str
) -> None:
    from recall.disclosure.graph_text import more_talk, nodes_text

    if as_json:
        from recall.disclosure.json_form import dump, record_json

        write(dump(record_json(found)))
    elif found.nodes:
        write(nodes_text(found, columns(), counts=counts))
        for sentence in more_talk(len(found.nodes), found.total, "items"):
            say(sentence)
    else:
        say(none)
    if not found.total:
        ctx.exit(NOTHING_FOUND)
