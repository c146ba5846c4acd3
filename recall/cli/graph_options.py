"""Options that the commands of the graph have in common."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

import click

from recall.cli.options import Whole
from recall.graph_api import MAX_LIMIT

if TYPE_CHECKING:
    from collections.abc import Callable

    from recall.disclosure.graph_formats import Picture

FORMS = ("text", "json", "mermaid", "dot", "graphml", "canvas")
_Decorated = TypeVar("_Decorated", bound="Callable[..., Any] | click.Command")

type_option = click.option(
    "--type", "types", multiple=True, metavar="TYPE",
    help="Only edges of this type, as links_to, embeds, supersedes, a property's name; repeatable.",
)  # fmt: skip


format_option = click.option(
    "--format", "form", type=click.Choice(FORMS), default="text", show_default=True,
    help="A tree, JSON, or a picture for Mermaid, Graphviz, GraphML readers, Obsidian's canvas.",
)  # fmt: skip


def drawn(picture: Picture, form: str) -> str:
    """A picture in the form that was asked for."""
    from recall.disclosure.graph_formats import FORMATS, canvas

    if form != "canvas":
        return FORMATS[form](picture)
    from recall.disclosure.json_form import dump, plain

    content = plain(canvas(picture))
    return dump(content, indent="\t") if isinstance(content, dict) else ""


def limit_option(default: int) -> Callable[[_Decorated], _Decorated]:
    """``--limit`` with the number that is shown without it."""
    return click.option(
        "--limit", "-n", type=Whole(1, MAX_LIMIT), default=default, show_default=True,
        metavar="N", help="Show N at most.",
    )  # fmt: skip
