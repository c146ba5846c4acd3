"""``recall mcp``: the server for agents, over stdio."""

from __future__ import annotations

import sys
from typing import NoReturn

import click

from recall.cli.command import RecallCommand, session


@click.command(cls=RecallCommand, examples=("recall mcp --help",))
@click.option(
    "--profile", default="recall", show_default=True, envvar="RECALL_MCP_PROFILE",
    metavar="NAME,...", help="Families of tools: recall, husk, keyvalue, files.",
)  # fmt: skip
@click.option(
    "--read-only", is_flag=True, envvar="RECALL_MCP_READ_ONLY", help="Offer nothing that writes."
)
@click.option(
    "--namespace", default="default", show_default=True, envvar="RECALL_MCP_NAMESPACE",
    help="Whose memories.",
)  # fmt: skip
@click.option("--project", envvar="RECALL_MCP_PROJECT", help="Project of memories by default.")
@click.option("--vault", envvar="RECALL_MCP_VAULT", help="Vault to search by default.")
@click.pass_context
def mcp(
    ctx: click.Context,
    *,
    profile: str,
    read_only: bool,
    namespace: str,
    project: str | None,
    vault: str | None,
) -> None:
    """Serve tools to agents (MCP).

    The server speaks the Model Context Protocol on stdin and stdout.
    Each option may stand in the environment instead, as RECALL_MCP_PROFILE.
    """
    from recall.server.profiles import tools_of
    from recall.server.serve import serve
    from recall.server.tool import Options

    profiles = tuple(name.strip() for name in profile.split(",") if name.strip())
    tools_of(profiles)
    serve(Options(profiles, session(ctx).store, namespace, project, vault, read_only=read_only))


def main() -> NoReturn:
    """Run ``recall mcp``; what the command ``recall-mcp`` calls."""
    from recall.cli import main as run

    sys.argv.insert(1, "mcp")
    run()
