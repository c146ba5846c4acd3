"""``recall completion``: what a shell needs to complete commands, options and vaults."""

from __future__ import annotations

import click

from recall.cli.command import RecallCommand
from recall.cli.output import write


@click.command(
    cls=RecallCommand,
    examples=("recall completion bash", "recall completion zsh", "recall completion fish"),
)
@click.argument("shell", type=click.Choice(("bash", "zsh", "fish")))
@click.pass_context
def completion(ctx: click.Context, shell: str) -> None:
    """Print the completion of a shell.

    \b
    bash: add to ~/.bashrc   eval "$(recall completion bash)"
    zsh:  add to ~/.zshrc    eval "$(recall completion zsh)"
    fish: run once           recall completion fish > ~/.config/fish/completions/recall.fish
    """  # noqa: D301 - click reads the control character as "keep these lines"
    from click.shell_completion import get_completion_class

    from recall.cli.door import COMPLETION_VARIABLE

    kind = get_completion_class(shell)
    if kind is None:
        raise click.BadParameter(f"click has no completion for {shell!r}.", ctx=ctx)
    write(kind(ctx.find_root().command, {}, "recall", COMPLETION_VARIABLE).source())
