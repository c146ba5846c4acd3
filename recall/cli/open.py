"""``recall open``: a note where it lives, in Obsidian."""

from __future__ import annotations

import click

from recall.cli.command import RecallCommand
from recall.cli.options import vault_option
from recall.cli.output import write
from recall.cli.stores import opened
from recall.errors import RecallError


class OpenerError(RecallError):
    """No program of this computer opens obsidian:// addresses."""

    def __init__(self, uri: str) -> None:
        super().__init__(uri)
        self.uri = uri

    def __str__(self) -> str:
        return f"No program opened {self.uri!r}. Is Obsidian installed? To read here: recall get."


@click.command(
    "open",
    cls=RecallCommand,
    examples=(
        "recall open 'Sync by signed bundles#Context' --print",
        "recall open Roadmap.canvas --print --vault fixtures/vault",
    ),
)
@click.argument("address", nargs=-1, required=True)
@vault_option
@click.option("--print", "only_print", is_flag=True, help="Print the address, open nothing.")
@click.pass_context
def open_item(
    ctx: click.Context, address: tuple[str, ...], *, vault: str | None, only_print: bool
) -> None:
    """Open a note in Obsidian.

    ADDRESS is what 'recall get' takes; a heading or block in it is opened there. Attachments and
    canvases can be opened as well.
    """
    with opened(ctx, vault) as (recall, name):
        uri = recall.uri(" ".join(address), vault=name)
    if only_print:
        write(uri)
    elif click.launch(uri):
        raise OpenerError(uri)
