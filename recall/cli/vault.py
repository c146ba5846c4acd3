"""``recall vault``: which vaults the store knows."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING, NamedTuple

import click

from recall.api import Recall, store_file
from recall.cli.check import check
from recall.cli.command import RecallGroup, help_alone, session
from recall.cli.options import complete_vault, json_option
from recall.cli.output import Progress, is_terminal, say, write
from recall.cli.reports import (
    SHOWN_FINDINGS,
    findings_text,
    is_waiting,
    nested_in,
    number,
    status_text,
    sync_text,
    unread_files,
)
from recall.cli.stores import NO_VAULT, known_name, opened_to_change
from recall.disclosure.levels import quoted
from recall.disclosure.visible import one_line
from recall.errors import AmbiguousNameError, UnknownVaultError, UsageError
from recall.sources.apart import demand_apart

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from click.shell_completion import CompletionItem

    from recall.reports import SyncReport, VaultStatus
    from recall.store.collections import Collection
    from vault_sync.registry import KnownVault

NOTHING_FOUND = 1
SOMETHING_UNREAD = 1


@click.command(
    cls=RecallGroup,
    examples=("recall vault add fixtures/vault --name Seeds", "recall vault status"),
)
@click.pass_context
def vault(ctx: click.Context) -> None:
    """Add, list, check and remove vaults."""
    help_alone(ctx)


vault.add_command(check)


def _complete_offered(
    ctx: click.Context,  # noqa: ARG001 - click's signature
    argument: click.Parameter,  # noqa: ARG001
    incomplete: str,
) -> list[CompletionItem]:
    from click.shell_completion import CompletionItem

    names = [each.name for each in _offered() if each.name.startswith(incomplete)]
    return [CompletionItem(name) for name in names] or [CompletionItem(incomplete, type="dir")]


@vault.command(
    examples=(
        "recall vault add fixtures/vault",
        "recall vault add fixtures/vault --name Seeds --no-sync",
        "recall vault add",
    ),
)
@click.argument("path", required=False, metavar="[PATH|NAME]", shell_complete=_complete_offered)
@click.option("--name", metavar="NAME", help="What to call it; by default its folder's name.")
@click.option(
    "--follow-symlinks/--no-follow-symlinks",
    "follow_symlinks",
    default=None,
    help="Read folders outside, too, that a link in the vault leads to; off at first.",
)
@click.option("--no-sync", is_flag=True, help="Register it only; 'recall sync' reads it later.")
@json_option
@click.pass_context
def add(
    ctx: click.Context,
    path: str | None,
    *,
    name: str | None,
    follow_symlinks: bool | None,
    no_sync: bool,
    as_json: bool,
) -> None:
    """Register a vault and read it.

    PATH is its folder, or the name or id of a vault that the Obsidian app knows. Without PATH
    those vaults are listed. Adding a vault again with --name gives it another name.
    """
    if path is None:
        _print_offered(ctx, as_json=as_json)
        return
    root = _folder(path)
    demand_apart(store_file(session(ctx).store), root)  # before the store is made there
    with Recall.open(session(ctx).store, writable=True) as recall:
        known = recall.find_vault(root)
        status = recall.add_vault(root, name, follow_symlinks=follow_symlinks)
        nested = nested_in(status, recall.vaults())
        reports = () if no_sync else sync_now(recall, status.name)
        status = recall.vault_status(status.name)[0]
    if as_json:
        print_json("vaults", (status,))
    else:
        write("\n".join([_added(status, known), *synced(status, reports)]))
    for sentence in nested:
        say(sentence)
    if any(unread_files(report.findings) for report in reports):
        ctx.exit(SOMETHING_UNREAD)


@vault.command("list", examples=("recall vault list", "recall vault list --json"))
@json_option
@click.pass_context
def list_vaults(ctx: click.Context, *, as_json: bool) -> None:
    """List the vaults that were added.

    The exit code is 1 when there are none.
    """
    with Recall.open(session(ctx).store) as recall:
        listed = [_Listed(each.name, each.root, each.synced) for each in recall.vaults()]
    if as_json:
        print_json("vaults", listed)
    elif listed:
        wide = max(len(each.name) for each in listed)
        write("\n".join(f"{each.name:{wide}}  {each.root}" for each in map(_visible, listed)))
    if not listed:
        say(NO_VAULT)
        ctx.exit(NOTHING_FOUND)


@vault.command(
    examples=("recall vault status", "recall vault status Seeds", "recall vault status --json")
)
@click.argument("name", required=False, shell_complete=complete_vault)
@json_option
@click.pass_context
def status(ctx: click.Context, name: str | None, *, as_json: bool) -> None:
    """Show what is indexed of a vault, what is not yet, and what is wrong.

    With NAME all findings of this vault are shown, otherwise the first 20 of each. The exit code
    is 1 when a vault is away or a sync would find work; findings in notes do not change it.
    """
    with Recall.open(session(ctx).store) as recall:
        found = recall.vault_status(None if name is None else known_name(recall, name))
    if as_json:
        print_json("vaults", found)
    for each in () if as_json else found:
        most = None if name else SHOWN_FINDINGS
        write("\n".join([*status_text(each), *findings_text(each.name, each.findings, most)]))
    if not found:
        say(NO_VAULT)
    if not found or any(map(is_waiting, found)):
        ctx.exit(NOTHING_FOUND)


@vault.command(examples=("recall vault remove Seeds --dry-run", "recall vault remove Seeds --yes"))
@click.argument("name", shell_complete=complete_vault)
@click.option("--yes", is_flag=True, help="Do not ask.")
@click.option("--dry-run", is_flag=True, help="Say what would leave the store, change nothing.")
@json_option
@click.pass_context
def remove(ctx: click.Context, name: str, *, yes: bool, dry_run: bool, as_json: bool) -> None:
    """Forget a vault and what is indexed of it.

    The vault itself is not touched; adding it again brings everything back.
    """
    with opened_to_change(ctx) as recall:
        known = known_name(recall, name)
        count = sum(recall.vault_status(known)[0].counts.values())
        if not dry_run:
            ask(f"Forget the vault {known!r} and its {number(count, 'item')}?", yes=yes)
            count = recall.remove_vault(known)
    if as_json:
        from recall.disclosure.json_form import SCHEMA, dump

        write(dump({"schema": SCHEMA, "vault": known, "items": count, "dry_run": dry_run}))
        return
    did = "Would forget" if dry_run else "Forgot"
    write(f"{did} {one_line(known)}: {number(count, 'item')}. No note is touched.")


class _Listed(NamedTuple):
    name: str
    root: str
    synced: float | None


def _visible(listed: _Listed) -> _Listed:
    return listed._replace(name=one_line(listed.name), root=one_line(listed.root))


def _folder(path: str) -> str:
    """The folder that a path means, or else the vault of the Obsidian app of this name or id."""
    from vault_sync.registry import find_vaults

    expanded = os.path.expanduser(path)
    if os.path.lexists(expanded) or os.path.basename(path) != path:
        return expanded
    offered = _offered()
    found = find_vaults(offered, path)
    if len(found) > 1:
        raise AmbiguousNameError(path, tuple(each.path for each in found))
    if not found:
        from difflib import get_close_matches

        close = get_close_matches(path, [each.name for each in offered])
        hint = "Write the path of a folder; 'recall vault add' lists the vaults of Obsidian."
        raise UnknownVaultError("folder or vault of Obsidian", path, tuple(close), hint)
    return found[0].path


def _offered() -> tuple[KnownVault, ...]:
    from vault_sync.registry import known_vaults

    return known_vaults()


def _print_offered(ctx: click.Context, *, as_json: bool) -> None:
    offered = _offered()
    if as_json:
        print_json("offered", offered)
    elif offered:
        wide = max(len(one_line(each.name)) for each in offered)
        for each in offered:
            gone = "" if each.exists else "  (its folder is not there)"
            write(f"{one_line(each.name):{wide}}  {one_line(each.path)}{gone}")
        say("Add one with 'recall vault add NAME'.")
    if not offered:
        say("Obsidian knows no vault on this computer. Name a folder: recall vault add PATH")
        ctx.exit(NOTHING_FOUND)


def sync_now(recall: Recall, name: str) -> tuple[SyncReport, ...]:
    """Sync what was just added, with progress."""
    progress = Progress()
    try:
        return recall.sync([name], progress=progress)
    finally:
        progress.clear()


def _added(status: VaultStatus, known: Collection | None) -> str:
    name, root = one_line(status.name), one_line(status.root)
    if known is None:
        return f"Added {name}: {root}"
    if known.name != status.name:
        return f"Renamed {one_line(known.name)} to {name}: {root}"
    return f"{name} was added before: {root}"


def synced(status: VaultStatus, reports: tuple[SyncReport, ...]) -> Iterator[str]:
    """Lines about the first sync of what was added; ``reports`` are empty when there was none."""
    for report in reports:
        yield sync_text(report)
        yield from findings_text(report.collection, report.findings)
    if not reports:
        yield f"Nothing is read yet: recall sync {quoted(status.name)}"


def ask(question: str, *, yes: bool) -> None:
    """Go on only when the user says so.

    Raises:
        UsageError: there is nobody to ask.
    """
    if yes:
        return
    if not is_terminal(sys.stdin):
        raise UsageError("There is nobody to ask. Repeat the command with --yes.")
    click.confirm(question, abort=True, err=True)


def print_json(name: str, records: Iterable[NamedTuple]) -> None:
    """Print records under a name, with the schema's number."""
    from recall.disclosure.json_form import dump, listing_json

    write(dump(listing_json(name, records)))
