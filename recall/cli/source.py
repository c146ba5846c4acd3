"""``recall source``: which memory files and sessions of agents the store knows."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import click

from recall.api import Recall, store_file
from recall.cli.command import RecallGroup, help_alone, session
from recall.cli.options import json_option
from recall.cli.output import say, write
from recall.cli.reports import (
    SHOWN_FINDINGS,
    findings_text,
    is_waiting,
    number,
    status_text,
    unread_files,
)
from recall.cli.stores import opened_to_change
from recall.cli.vault import ask, print_json, sync_now, synced
from recall.disclosure.visible import one_line
from recall.errors import UnknownSourceError
from recall.sources.apart import demand_apart

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

    from recall.sources.places import Kind, Place

NOTHING_FOUND = 1
SOMETHING_UNREAD = 1
NO_SOURCE = "No source yet. Add one with 'recall source add PATH'."


@click.command(
    cls=RecallGroup,
    examples=("recall source add fixtures/workspace", "recall source status"),
)
@click.pass_context
def source(ctx: click.Context) -> None:
    """Add, list and remove memory files and sessions of agents."""
    help_alone(ctx)


def _complete_place(
    ctx: click.Context,  # noqa: ARG001 - click's signature
    argument: click.Parameter,  # noqa: ARG001
    incomplete: str,
) -> list[CompletionItem]:
    from click.shell_completion import CompletionItem

    from recall.sources import places

    names = [each.name for each in places.offered() if each.name.startswith(incomplete)]
    return [CompletionItem(name) for name in names] or [CompletionItem(incomplete, type="file")]


@source.command(
    examples=(
        "recall source add fixtures/workspace",
        "recall source add fixtures/workspace --name desk --no-sync",
        "recall source add",
    ),
)
@click.argument("path", required=False, metavar="[PATH|NAME]", shell_complete=_complete_place)
@click.option(
    "--kind", type=click.Choice(("files", "transcripts")),
    help="Memory files (Markdown) or session logs; by default what is there.",
)  # fmt: skip
@click.option("--name", metavar="NAME", help="What to call it; by default its folder's name.")
@click.option("--no-sync", is_flag=True, help="Register it only; 'recall sync' reads it later.")
@json_option
@click.pass_context
def add(
    ctx: click.Context,
    path: str | None,
    *,
    kind: Kind | None,
    name: str | None,
    no_sync: bool,
    as_json: bool,
) -> None:
    """Register memory files or sessions and read them.

    PATH is a workspace, a folder or a file, or the name of a known place: claude-code, codex,
    openclaw, pi, workspace. Without PATH those that exist here are listed. Nothing else is read.
    """
    if path is None:
        _print_offered(ctx, as_json=as_json)
        return
    where, known_as = _place(path)
    demand_apart(store_file(session(ctx).store), where)  # before the store is made there
    with Recall.open(session(ctx).store, writable=True) as recall:
        status = recall.add_source(where, name or known_as, kind=kind)
        reports = () if no_sync else sync_now(recall, status.name)
        status = recall.source_status(status.name)[0]
    if as_json:
        print_json("sources", (status,))
    else:
        write("\n".join([f"{one_line(status.name)}: {one_line(status.root)}",
                         *synced(status, reports)]))  # fmt: skip
    if any(unread_files(report.findings) for report in reports):
        ctx.exit(SOMETHING_UNREAD)


@source.command("list", examples=("recall source list", "recall source list --json"))
@json_option
@click.pass_context
def list_sources(ctx: click.Context, *, as_json: bool) -> None:
    """List the sources that were added.

    The exit code is 1 when there are none.
    """
    from recall.sources.places import KIND_OF

    with Recall.open(session(ctx).store) as recall:
        listed = recall.sources()
    if as_json:
        from recall.disclosure.json_form import SCHEMA, dump

        rows = [
            {"name": each.name, "kind": KIND_OF[each.source], "root": each.root,
             "synced": each.synced}
            for each in listed
        ]  # fmt: skip
        write(dump({"schema": SCHEMA, "sources": rows}))
    elif listed:
        wide = max(len(one_line(each.name)) for each in listed)
        write("\n".join(
            f"{one_line(each.name):{wide}}  {KIND_OF[each.source]:11}  {one_line(each.root)}"
            for each in listed
        ))  # fmt: skip
    if not listed:
        say(NO_SOURCE)
        ctx.exit(NOTHING_FOUND)


@source.command(examples=("recall source status", "recall source status --json"))
@click.argument("name", required=False)
@json_option
@click.pass_context
def status(ctx: click.Context, name: str | None, *, as_json: bool) -> None:
    """Show what is indexed of a source, what is not yet, and what is wrong.

    With NAME all findings of this source are shown, otherwise the first 20 of each. The exit code
    is 1 when a source is away or a sync would find work.
    """
    with Recall.open(session(ctx).store) as recall:
        found = recall.source_status(name)
    if as_json:
        print_json("sources", found)
    for each in () if as_json else found:
        most = None if name else SHOWN_FINDINGS
        write("\n".join([*status_text(each), *findings_text(each.name, each.findings, most)]))
    if not found:
        say(NO_SOURCE)
    if not found or any(map(is_waiting, found)):
        ctx.exit(NOTHING_FOUND)


@source.command(examples=("recall source remove workspace --dry-run",))
@click.argument("name")
@click.option("--yes", is_flag=True, help="Do not ask.")
@click.option("--dry-run", is_flag=True, help="Say what would leave the store, change nothing.")
@json_option
@click.pass_context
def remove(ctx: click.Context, name: str, *, yes: bool, dry_run: bool, as_json: bool) -> None:
    """Forget a source and what is indexed of it.

    Its files are not touched; adding it again brings everything back.
    """
    with opened_to_change(ctx) as recall:
        known = recall.source_status(name)[0]
        count = sum(known.counts.values())
        if not dry_run:
            question = f"Forget the source {known.name!r} and its {number(count, 'item')}?"
            ask(question, yes=yes)
            count = recall.remove_source(known.name)
    if as_json:
        from recall.disclosure.json_form import SCHEMA, dump

        report = {"source": known.name, "items": count, "dry_run": dry_run}
        write(dump({"schema": SCHEMA, **report}))
        return
    did = "Would forget" if dry_run else "Forgot"
    write(f"{did} {one_line(known.name)}: {number(count, 'item')}. No file is touched.")


def _place(path: str) -> tuple[str, str | None]:
    """The path that is meant, and the name it has by that; a folder wins over a known place."""
    expanded = os.path.expanduser(path)
    if os.path.lexists(expanded) or os.path.basename(path) != path:
        return expanded, None
    from recall.sources import places

    found = places.find(path)
    if found is None:
        names = ", ".join(each.name for each in places.offered())
        hint = f"Known places here: {names}." if names else "Write the path of a folder."
        raise UnknownSourceError("file, folder or known place", path, hint=hint)
    return found.path, None if found.name == "workspace" else found.name


def _print_offered(ctx: click.Context, *, as_json: bool) -> None:
    from recall.sources import places

    offered = places.offered()
    if as_json:
        print_json("offered", offered)
    elif offered:
        wide = max(len(each.name) for each in offered)
        write("\n".join(_offer(each, wide) for each in offered))
        say("Add one with 'recall source add NAME'.")
    if not offered:
        say("No known place is on this computer. Name a folder: recall source add PATH")
        ctx.exit(NOTHING_FOUND)


def _offer(place: Place, wide: int) -> str:
    return f"{place.name:{wide}}  {one_line(place.path)}  ({place.what})"
