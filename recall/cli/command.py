"""What all commands share: the options ``--store`` and ``--color``, and examples in the help."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

import click

from recall.config import STORE_VARIABLE

if TYPE_CHECKING:
    from collections.abc import Callable

_Decorated = TypeVar("_Decorated", bound="Callable[..., Any] | click.Command")


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

    def get_help_option(self, ctx: click.Context) -> click.Option | None:
        """``--help``, whose output may be a full disk like any other.

        Not click's own, which looks for translations of its text: 2 ms of every command.
        """
        names = self.get_help_option_names(ctx)
        if self._help_option is None and names:
            self._help_option = click.Option(
                [*names, "_shows_help"],
                is_flag=True,
                expose_value=False,
                is_eager=True,
                help="Show this message and exit.",
                callback=_show_help,
            )
        return self._help_option

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
        _write(ctx.get_help())


def version_option(version: str) -> Callable[[_Decorated], _Decorated]:
    """``--version``, as click's own but for its treatment of an output that cannot be written."""

    def show(ctx: click.Context, option: click.Parameter, value: object) -> None:  # noqa: ARG001
        if value and not ctx.resilient_parsing:
            _write(f"recall {version}")
            ctx.exit()

    return click.option(
        "--version",
        is_flag=True,
        expose_value=False,
        is_eager=True,
        callback=show,
        help="Show the version and exit.",
    )


def _show_help(ctx: click.Context, option: click.Parameter, value: object) -> None:  # noqa: ARG001
    if value and not ctx.resilient_parsing:
        _write(ctx.get_help())
        ctx.exit()


def _write(text: str) -> None:
    from recall.cli.output import write

    write(text)


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
