"""The command ``recall`` itself: a table of commands, each loaded when it is called."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

import click

from recall import __version__
from recall.cli.command import RecallGroup, help_alone, version_option

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

COMMANDS = {
    "search": ("recall.cli.search", "search", "Find what you know about WORDS, best first."),
    "get": ("recall.cli.get", "get", "Read a note or a part of it."),
    "timeline": ("recall.cli.timeline", "timeline", "Show what came before and after something."),
    "remember": ("recall.cli.remember", "remember", "Save a fact, a decision, a lesson."),
    "list": ("recall.cli.memories", "list_memories", "List memories, newest first."),
    "forget": ("recall.cli.memories", "forget", "Take a memory out."),
    "unforget": ("recall.cli.memories", "unforget", "Bring a forgotten memory back."),
    "confirm": ("recall.cli.memories", "confirm", "Say that a memory still holds."),
    "kv": ("recall.cli.kv", "kv", "Keep documents under keys: store, append, edit, read."),
    "log": ("recall.cli.journal", "log", "Show what was done to memories, the newest first."),
    "undo": ("recall.cli.journal", "undo", "Take back what was done to a memory."),
    "purge": ("recall.cli.memories", "purge", "Take out memories that ended."),
    "graph": ("recall.cli.graph", "graph", "Show what an item is connected with."),
    "backlinks": ("recall.cli.graph", "backlinks", "Show what links to an item."),
    "path": ("recall.cli.path", "path", "Show how two items are connected."),
    "hubs": ("recall.cli.graph_lists", "hubs", "List the items that most others link to."),
    "orphans": ("recall.cli.graph_lists", "orphans", "List notes that are linked with nothing."),
    "broken": ("recall.cli.graph_lists", "broken", "List names that links lead to in vain."),
    "bridges": (
        "recall.cli.graph_lists",
        "bridges",
        "List items that alone hold others to the rest.",
    ),
    "communities": (
        "recall.cli.graph_lists",
        "communities",
        "List groups of items that are linked among each other.",
    ),
    "related": ("recall.cli.related", "related", "List items that are alike and not linked."),
    "link": ("recall.cli.links", "link", "Link two items by hand."),
    "unlink": ("recall.cli.links", "unlink", "Take out links that were made by hand."),
    "brief": ("recall.cli.upkeep", "brief", "Print what a session should begin with."),
    "review": (
        "recall.cli.upkeep",
        "review",
        "Look at what contradicts, is double, ends soon, ended or was superseded.",
    ),
    "export": ("recall.cli.exchange", "export", "Write all memories and documents to PATH."),
    "import": (
        "recall.cli.exchange",
        "import_command",
        "Take in memories from a file or a folder.",
    ),
    "open": ("recall.cli.open", "open_item", "Open a note in Obsidian."),
    "vault": ("recall.cli.vault", "vault", "Add, list, check and remove vaults."),
    "source": (
        "recall.cli.source",
        "source",
        "Add, list and remove memory files and sessions of agents.",
    ),
    "sync": ("recall.cli.sync", "sync", "Read what changed in your vaults and sources."),
    "guide": ("recall.cli.guide", "guide", "Read a page of the manual."),
    "eval": ("recall.cli.eval", "eval_group", "Measure how good answers are."),
    "mcp": (
        "recall.cli.mcp",
        "mcp",
        "Serve tools to agents (MCP).",
    ),
    "completion": ("recall.cli.completion", "completion", "Print the completion of a shell."),
}
"""Name: module, attribute, summary. The summary stands here so that help loads no command."""


class LazyGroup(RecallGroup):
    """A group whose commands are modules that are imported when they are called."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - click's signature
        """Names in the order of the table, the most used first."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        """The command of this name, its module loaded; None when there is none."""
        if cmd_name not in COMMANDS:
            return None
        module, attribute, _ = COMMANDS[cmd_name]
        command: click.Command = getattr(import_module(module), attribute)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command named first; an unknown one is answered with the names that come close."""
        try:
            return super().resolve_command(ctx, args)
        except click.NoSuchCommand as error:
            name = error.command_name
            close = click.NoSuchCommand(name, possibilities=COMMANDS, ctx=ctx)
            if not close.possibilities:
                message = f"No such command {name!r}. To look for words: recall search WORDS."
                close = click.NoSuchCommand(name, message, ctx=ctx)
            raise close from None

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        """List the commands from the table."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, entry[2]) for name, entry in COMMANDS.items()])

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """Names of commands from the table, options from click."""
        from click.shell_completion import CompletionItem

        names = [
            CompletionItem(name, help=entry[2])
            for name, entry in COMMANDS.items()
            if name.startswith(incomplete)
        ]
        return [*names, *click.Command.shell_complete(self, ctx, incomplete)]


@click.command(
    cls=LazyGroup,
    shows_shared=True,
    context_settings={"help_option_names": ["-h", "--help"]},
    examples=(
        "recall vault add fixtures/vault --name Seeds",
        "recall search why we left PouchDB",
        "recall get 'Sync by event log'",
    ),
    epilog="The manual: 'recall guide'. --store and --color work behind a command, too.",
)
@version_option(__version__)
@click.pass_context
def recall(ctx: click.Context) -> None:
    """One local store that answers "what do I know about this?".

    Reads your Obsidian vaults, never writes into them, and cites each answer to the line.
    """
    help_alone(ctx)
