"""``recall eval``: measuring answers. Without a subcommand it runs ``recall eval run``."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import click

from recall.cli.command import RecallGroup, help_alone
from recall.cli.eval_build import build
from recall.cli.eval_compare import compare
from recall.cli.eval_run import run_command

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

_OWN = {"-h", "--help"}
_SWITCHES = {"--color", "--no-color"}


class EvalGroup(RecallGroup):
    """A group that runs one of its commands, ``run``, when none is named."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Name ``run`` where a command's name would stand and an option of its own does."""
        at = _behind_shared(args)
        if at == len(args):
            is_run = not ctx.resilient_parsing  # else a name is being completed
        elif args[at].startswith("-"):
            is_run = args[at] not in _OWN
        else:
            is_run = args[at] not in self.commands and os.path.isdir(args[at])
        return super().parse_args(ctx, [*args[:at], "run", *args[at:]] if is_run else args)

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The options of ``run``, which may be written without its name, and the commands."""
        run_command.format_options(ctx, formatter)
        self.format_commands(ctx, formatter)

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """Names of the commands, and the options of ``run``."""
        found = super().shell_complete(ctx, incomplete)
        known = {item.value for item in found}
        options = click.Command.shell_complete(run_command, ctx, incomplete)
        return [*found, *(item for item in options if item.value not in known)]


@click.group(
    cls=EvalGroup,
    subcommand_metavar="[build|run|compare]",
    commands=[build, run_command, compare],
    examples=(
        "recall eval build --vault fixtures/vault --out golden",
        "recall eval run golden --baseline",
        "recall eval --vault fixtures/vault --queries questions.tsv --qrels right.tsv",
        "recall eval --corpus my-set --baseline",
        "recall eval --corpus my-set --run ranking.tsv --json",
    ),
)
@click.pass_context
def eval_group(ctx: click.Context) -> None:
    """Measure how good answers are.

    Asks questions whose right answers you know and says how high the answers stand (recall guide
    evaluation). It works in a temporary store, which is removed at the end; yours is not opened.
    Without a command it is 'recall eval run', whose options are these.
    """
    help_alone(ctx)


def _behind_shared(args: list[str]) -> int:
    """The place behind the options that stand before a command: ``--store FILE``, ``--color``."""
    at = 0
    while at < len(args):
        if args[at] == "--store":
            at += 2
        elif args[at] in _SWITCHES or args[at].startswith("--store="):
            at += 1
        else:
            break
    return min(at, len(args))
