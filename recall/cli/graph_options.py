"""Options that the commands of the graph have in common."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

import click

from recall.cli.options import Whole
from recall.graph_api import MAX_LIMIT

if TYPE_CHECKING:
    from collections.abc import Callable

_Decorated = TypeVar("_Decorated", bound="Callable[..., Any] | click.Command")

type_option = click.option(
    "--type", "types", multiple=True, metavar="TYPE",
    help="Only edges of this type, as links_to, embeds, supersedes, a property's name; repeatable.",
)  # fmt: skip


def limit_option(default: int) -> Callable[[_Decorated], _Decorated]:
    """``--limit`` with the number that is shown without it."""
    return click.option(
        "--limit", "-n", type=Whole(1, MAX_LIMIT), default=default, show_default=True,
        metavar="N", help="Show N at most.",
    )  # fmt: skip
