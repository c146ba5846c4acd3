"""``recall export`` and ``recall import``: memories out and in."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Literal

import click

from recall.api import Recall
from recall.cli.command import RecallCommand
from recall.cli.command import session as session_of
from recall.cli.options import json_option
from recall.cli.output import is_terminal, say, write
from recall.cli.remember import CLIENT, project_option
from recall.disclosure.visible import one_line
from recall.memory_model import SCOPES
from recall.upkeep_api import EXPORT_FORMS

if TYPE_CHECKING:
    from recall.memory_model import ImportReport, MemoryScope

NOT_DONE = 1
_SHOWN = 20
_SAID = {
    "new": "new",
    "doubled": "doubled",
    "secret": "with a secret",
    "dead": "forgotten here",
    "unreadable": "unreadable",
    "forgotten": "forgotten there",
}


@click.command(
    cls=RecallCommand,
    examples=(
        "recall export memories.jsonl",
        "recall export memories --format markdown",
    ),
)
@click.argument("path")
@click.option(
    "--format", "form", type=click.Choice(EXPORT_FORMS), default="jsonl", show_default=True,
    help="One file of JSON Lines, or a folder of Markdown files.",
)  # fmt: skip
@click.option("--private", is_flag=True, help="Also those with private text.")
@json_option
@click.pass_context
def export(
    ctx: click.Context,
    path: str,
    *,
    form: Literal["jsonl", "markdown"],
    private: bool,
    as_json: bool,
) -> None:
    """Write all memories and documents to PATH.

    PATH must be new. JSON Lines also have what was forgotten, as digests, so that it stays away
    where they are imported.
    """
    with Recall.open(session_of(ctx).store) as recall:
        done = recall.export_memories(path, form, private=private)
    if as_json:
        _dump(done._asdict())
        return
    write(f"{done.memories:,} memories and {done.documents:,} documents written to {path}.")
    if done.private:
        say(f"{done.private:,} with private text left out; --private writes them, too.")


@click.command(
    "import",
    cls=RecallCommand,
    examples=(
        "recall import fixtures/workspace/MEMORY.md --dry-run",
        "recall import fixtures/workspace/MEMORY.md --yes --project .",
    ),
)
@click.argument("path", type=click.Path(exists=True))
@click.option("--dry-run", is_flag=True, help="Only say what would become of it.")
@click.option("--yes", "-y", is_flag=True, help="Do it and do not ask.")
@click.option(
    "--format", "form", type=click.Choice(("memory-file", "basic-memory")),
    help="How to read Markdown; found out by default.",
)  # fmt: skip
@click.option(
    "--scope", type=click.Choice(SCOPES), default="global", show_default=True,
    help="For what says none of its own.",
)  # fmt: skip
@project_option
@click.option("--force", is_flag=True, help="Store what is doubled or was forgotten, too.")
@click.option("--allow-secrets", is_flag=True, help="Store what looks like a secret, too.")
@json_option
@click.pass_context
def import_command(  # noqa: PLR0913 - the options of an import
    ctx: click.Context,
    path: str,
    *,
    dry_run: bool,
    yes: bool,
    form: Literal["memory-file", "basic-memory"] | None,
    scope: MemoryScope,
    project: str | None,
    force: bool,
    allow_secrets: bool,
    as_json: bool,
) -> None:
    """Take in memories from a file or a folder.

    Known are our own exports, CLAUDE.md, AGENTS.md and MEMORY.md, the memory.json of the MCP
    memory server, the export of memento-mcp, and the notes of basic-memory. What is new, doubled,
    secret or was forgotten is said first; then you are asked, or --yes has answered. The exit code
    is 1 when nothing was taken in.
    """
    with Recall.open(session_of(ctx).store, writable=True) as recall:

        def run(*, rehearse: bool) -> ImportReport:
            return recall.import_memories(
                path, dry_run=rehearse, form=form, scope=scope, project=project, force=force,
                allow_secrets=allow_secrets, client=CLIENT,
            )  # fmt: skip

        report = run(rehearse=True)
        if not as_json:
            _print(report)
        agreed = not dry_run and bool(report.counts.get("new")) and (yes or _agreed(report))
        if agreed:
            report = run(rehearse=False)
    if as_json:
        _dump(report._asdict())
    elif agreed:
        write(f"Taken in: {report.counts.get('new', 0):,}.")
    if not agreed and not dry_run:
        if report.counts.get("new") and not as_json:
            say("Nothing was changed; --yes takes it in.")
        ctx.exit(NOT_DONE)


def _agreed(report: ImportReport) -> bool:
    if not (is_terminal(sys.stdin) and is_terminal(sys.stdout)):
        return False
    return click.confirm(f"Take in {report.counts['new']:,}?", err=True)


def _print(report: ImportReport) -> None:
    for outcome, label in _SAID.items():
        items = [each for each in report.items if each.outcome == outcome]
        if not items:
            continue
        write(f"{label}: {len(items):,}")
        for each in items[:_SHOWN]:
            why = f" — {one_line(each.why)}" if each.why else ""
            write(f"    {one_line(each.origin)}  {one_line(each.text)}{why}")
        if len(items) > _SHOWN:
            write(f"    and {len(items) - _SHOWN:,} more")
    if not report.items:
        write("Nothing in it to take in.")


def _dump(fields: dict[str, object]) -> None:
    from recall.disclosure.json_form import SCHEMA, dump, plain

    write(dump({"schema": SCHEMA, **{name: plain(each) for name, each in fields.items()}}))
