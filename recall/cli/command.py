"""What all commands share: the options ``--store`` and ``--color``, and examples in the help."""

from __future__ import annotations

from typing import Any

import click

from recall.config import STORE_VARIABLE


class Session:
    """What the shared options say; kept by click as the object of the context."""

    def __init__(self) -> None:
        self.store: str | None = None
        self.color: bool | None = None


class RecallCommand(click.Command):
    """A command with the shared options, and with examples that the tests run.

    The shared options are shown by ``recall --help`` and understood behind every command.
    """

    def __init__(
        self,
        *args: Any,  # noqa: ANN401 - what click takes
        examples: tuple[str, ...] = (),
        shows_shared: bool = False,
        **kwargs: Any,  # noqa: ANN401
    ) -> None:
        super().__init__(*args, **kwargs)
        self.examples = examples
        self.params += _shared_options(shown=shows_shared)

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the examples, each on a line of its own however narrow the terminal is."""
        if self.examples:
            with formatter.section("Examples"):
                for line in self.examples:
                    formatter.write(f"{'':{formatter.current_indent}}{line}\n")
        super().format_epilog(ctx, formatter)


class RecallGroup(RecallCommand, click.Group):
    """A group with the shared options; called alone it prints its help."""

    command_class = RecallCommand

    def __init__(self, *args: Any, **kwargs: Any) -> None:  # noqa: ANN401
        super().__init__(*args, invoke_without_command=True, **kwargs)


def help_alone(ctx: click.Context) -> None:
    """Print the help of a group that was called without a command."""
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help(), color=ctx.color)


def session(ctx: click.Context) -> Session:
    """The session of a running command."""
    return ctx.ensure_object(Session)


def _shared_options(*, shown: bool) -> list[click.Parameter]:
    # The variable is read by config; behind a command it must not outdo the option before it.
    return [
        click.Option(
            ["--store"],
            metavar="FILE",
            envvar=STORE_VARIABLE if shown else None,
            show_envvar=shown,
            hidden=not shown,
            expose_value=False,
            callback=_remember,
            help="The store to use instead of the one in your data folder.",
        ),
        click.Option(
            ["--color/--no-color"],
            default=None,
            hidden=not shown,
            expose_value=False,
            callback=_remember,
            help="Colour the output; by default on a terminal and without NO_COLOR.",
        ),
    ]


def _remember(ctx: click.Context, option: click.Parameter, value: object) -> None:
    if value is not None and option.name is not None:
        setattr(session(ctx), option.name, value)
