"""Words that begin with a dash: ``recall search wrap-up -draft`` excludes a word.

On the command line of a search everything is a word of the query that is not plainly an option:
``-draft``, ``-"a b"``, ``-tag:old`` and ``--dry-run`` are words. A long option that is nearly one
of ours (``--detial``) is a slip, and an error. Behind ``--`` everything is a word.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from recall.cli.command import RecallCommand

if TYPE_CHECKING:
    from collections.abc import Mapping

_ALIKE = 0.7
"""From this likeness on (difflib's ratio) a long word counts as a misspelt option."""


class WordsCommand(RecallCommand):
    """A command whose argument is words of a query.

    ``meta["odd_words"]`` of its context are the words that look like long options.
    """

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Tell options from words, then let click read the options."""
        options = {
            spelling: parameter
            for parameter in self.get_params(ctx)
            if isinstance(parameter, click.Option)
            for spelling in (*parameter.opts, *parameter.secondary_opts)
        }
        odd: list[str] = []
        ctx.meta["odd_words"] = odd
        return super().parse_args(ctx, _sorted(args, options, odd))


def _sorted(args: list[str], options: Mapping[str, click.Option], odd: list[str]) -> list[str]:
    """The options with their values, then ``--``, then the words; odd words are collected."""
    first: list[str] = []
    words: list[str] = []
    rest = iter(args)
    for argument in rest:
        if argument == "--":
            words += rest
            break
        option = _option(argument, options)
        if option is not None:
            first.append(argument)
            if _needs_value(argument, option):
                value = next(rest, None)
                if value is None:
                    return first  # click says that the value is missing
                first.append(value)
        elif argument.startswith("--") and _is_slip(argument, options):
            first.append(argument)  # click says what was probably meant
        else:
            words.append(argument)
            if argument.startswith("--"):
                odd.append(argument)
    return [*first, "--", *words]


def _option(argument: str, options: Mapping[str, click.Option]) -> click.Option | None:
    """The option an argument is: ``--limit``, ``--limit=5``, ``-n``, ``-n5``; None for a word."""
    if argument.startswith("--"):
        return options.get(argument.partition("=")[0])
    option = options.get(argument[:2]) if argument.startswith("-") else None
    if option is None or len(argument) == 2:
        return option
    # `-n5` is an option, `-notes` is a word that is not wanted.
    return option if not _is_flag(option) and argument[2:].isdecimal() else None


def _needs_value(argument: str, option: click.Option) -> bool:
    is_alone = len(argument) == 2 or (argument.startswith("--") and "=" not in argument)
    return is_alone and not _is_flag(option)


def _is_flag(option: click.Option) -> bool:
    return option.is_flag or option.count


def _is_slip(argument: str, options: Mapping[str, click.Option]) -> bool:
    from difflib import get_close_matches

    name = argument[2:].partition("=")[0].replace("_", "-").lower()
    known = [spelling[2:] for spelling in options if spelling.startswith("--")]
    return bool(get_close_matches(name, known, n=1, cutoff=_ALIKE))
