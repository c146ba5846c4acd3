"""Options that several commands have: the same name, letter and meaning everywhere."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

import click

from recall.cli.command import session

if TYPE_CHECKING:
    from collections.abc import Callable

    from click.shell_completion import CompletionItem

    from recall.search.when import Range

_Decorated = TypeVar("_Decorated", bound="Callable[..., Any] | click.Command")
DETAILS = ("index", "summary", "full")
MAX_TOKENS = 1_000_000
_DATES = "Write 2026-03-12, 2026-03, yesterday or '3 weeks ago'."


FOLDER = click.Path(path_type=str)
"""A file or folder; whether it is there is for the command to say, in its own words."""


class Whole(click.IntRange):
    """A whole number; click would call it an "integer range" in its errors."""

    name = "whole number"


class Number(click.FloatRange):
    """A number; NaN, which is below no limit and above none, is not one."""

    name = "number"

    def convert(
        self, value: float, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        """The number.

        Raises:
            click.BadParameter: it is none, or out of range.
        """
        found = super().convert(value, param, ctx)
        if found != found:  # noqa: PLR0124 - how NaN is told
            self.fail(f"{value!r} is not a valid {self.name}.", param, ctx)
        return found


class Floor(click.ParamType[tuple[str, float]]):
    """A measure and the least it may be, ``nDCG@5=0.7``."""

    name = "floor"

    def convert(
        self,
        value: str | tuple[str, float],
        param: click.Parameter | None,
        ctx: click.Context | None,
    ) -> tuple[str, float]:
        """Name of the measure and the number.

        Raises:
            click.BadParameter: there is no such measure, or the number is not from 0 to 1.
        """
        from recall.evaluate.metrics import TITLES, position

        if isinstance(value, tuple):
            return value
        name, _, number = value.partition("=")
        try:
            position(name.strip())
            least = float(number)
        except ValueError:
            least = -1.0
        if not 0 <= least <= 1:
            measures = ", ".join(TITLES)
            self.fail(
                f"{value!r} is no measure and a number from 0 to 1, as nDCG@5=0.7. "
                f"The measures are {measures}.",
                param,
                ctx,
            )
        return name.strip(), least


def complete_vault(
    ctx: click.Context,
    option: click.Parameter,  # noqa: ARG001 - click's signature
    incomplete: str,
) -> list[CompletionItem]:
    """Names of the vaults that were added, and folders where none begins like this."""
    from click.shell_completion import CompletionItem

    from recall.api import Recall
    from recall.errors import RecallError

    try:
        with Recall.open(session(ctx).store) as recall:
            names = [each.name for each in recall.vaults()]
    except RecallError:
        names = []
    wanted = incomplete.casefold()
    found = [CompletionItem(name) for name in names if name.casefold().startswith(wanted)]
    return found or [CompletionItem(incomplete, type="dir")]


def _one_vault(
    ctx: click.Context,  # noqa: ARG001 - click's signature
    option: click.Parameter,  # noqa: ARG001
    values: tuple[str, ...],
) -> str | None:
    if len(values) > 1:
        message = f"--vault names one vault, not {len(values)}. Without it all are searched."
        raise click.UsageError(message)
    if values and not values[0]:
        raise click.UsageError("--vault is empty; name a vault or a folder.")
    return values[0] if values else None


vault_option = click.option(
    "--vault",
    multiple=True,
    callback=_one_vault,
    metavar="NAME|PATH",
    shell_complete=complete_vault,
    help="Only this vault: its name, or a folder, which need not have been added.",
)


def max_tokens_option(text: str) -> Callable[[_Decorated], _Decorated]:
    """``--max-tokens`` with the sentence that says what the tokens of this command are."""
    return click.option("--max-tokens", type=Whole(1, MAX_TOKENS), metavar="N", help=text)


json_option = click.option(
    "--json", "as_json", is_flag=True, help="Print one JSON object with a schema number."
)


def moment(text: str | None, option: str) -> float | None:
    """The moment that a day or a time on the command line ends at, in seconds since 1970.

    Raises:
        click.BadParameter: it names no time.
    """
    span = None if text is None else _span(text, option)
    return None if span is None else span.end - 1


def start_of(text: str | None, option: str) -> float | None:
    """The moment that a day or a time on the command line begins at, in seconds since 1970.

    Raises:
        click.BadParameter: it names no time.
    """
    return None if text is None else _span(text, option).start


def _span(text: str, option: str) -> Range:
    import time

    from recall.search.when import parse_when

    named = parse_when(text, time.time())
    if named is None:
        message = f"{text!r} is no date of the years 1 to 9998. {_DATES}"
        raise click.BadParameter(message, param_hint=repr(option))
    return named
