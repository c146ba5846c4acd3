"""Which store a command works on: the user's own, or that of a folder in the cache."""

from __future__ import annotations

import contextlib
import os
from typing import TYPE_CHECKING

from recall.api import Recall, store_file
from recall.cli.command import session
from recall.errors import RecallError, StoreMissingError, UnknownVaultError
from vault_sync.paths import fold

if TYPE_CHECKING:
    from collections.abc import Iterator

    import click

    from recall.reports import SyncReport


NO_VAULT = "No vault yet. Add one with 'recall vault add PATH'."


@contextlib.contextmanager
def opened(ctx: click.Context, vault: str | None) -> Iterator[tuple[Recall, str | None]]:
    """The store that answers for ``vault``, and the name to keep to in it.

    A name or a folder that was added is a filter on the user's store. Any other folder has a
    store of its own, which is brought up to date first.

    Raises:
        UnknownVaultError: ``vault`` is neither the name of a vault nor a folder.
        StoreMissingError: there is no store yet, and no folder is named.
    """
    recall, name = _open(ctx, vault)
    with recall:
        yield recall, name


def opened_to_change(ctx: click.Context) -> Recall:
    """The user's store to write into; a command that needs one to be there makes none.

    Raises:
        StoreMissingError: there is no store yet.
    """
    path = store_file(session(ctx).store)
    if not os.path.exists(path):
        raise StoreMissingError(path)
    return Recall.open(path, writable=True)


def known_name(recall: Recall, name: str) -> str:
    """The name of a vault that is given by name or folder; an unknown one is left to the API."""
    known = recall.find_vault(name)
    return name if known is None else known.name


def nothing_indexed(recall: Recall) -> str:
    """A sentence for a store that cannot answer because nothing was read into it; else ""."""
    places = (*recall.vaults(), *recall.sources())
    if not places:
        return NO_VAULT
    unread = [each.name for each in places if each.synced is None]
    return f"Not read yet: {', '.join(map(repr, unread))}. Run 'recall sync'." if unread else ""


def _open(ctx: click.Context, vault: str | None) -> tuple[Recall, str | None]:
    if vault is None:
        return Recall.open(session(ctx).store), None
    names: tuple[str, ...] = ()
    with contextlib.suppress(StoreMissingError):
        recall = Recall.open(session(ctx).store)
        known = recall.find_vault(vault)
        if known is not None:
            is_path = fold(vault) != fold(known.name)
            return _refreshed(recall, known.name) if is_path else recall, known.name
        names = tuple(each.name for each in recall.vaults())
        recall.close()
    return _open_folder(vault, names), None


def _refreshed(recall: Recall, name: str) -> Recall:
    """The store with a vault that was named by its folder read first, as any folder is."""
    from recall.cli.output import Progress, say

    path = recall.store_path
    recall.close()
    progress = Progress()
    try:
        with Recall.open(path, writable=True) as changed:
            changed.sync(name, progress=progress)
    except RecallError as error:
        progress.clear()
        say(f"Not brought up to date. {error}")
    finally:
        progress.clear()
    return Recall.open(path)


def _open_folder(vault: str, names: tuple[str, ...]) -> Recall:
    from recall.cli.output import Progress, say

    path = os.path.abspath(os.path.expanduser(vault))
    if not os.path.lexists(path):
        raise UnknownVaultError.among("vault or folder", vault, names)
    progress = Progress()
    try:
        recall, report = Recall.of_vault(path, progress=progress)
    finally:
        progress.clear()
    for line in unread(report):
        say(line)
    return recall


def unread(report: SyncReport) -> list[str]:
    """One sentence on the files of a vault that could not be read; none when all could."""
    paths = [each.path for each in report.findings if each.code == "unreadable"]
    if not paths:
        return []
    named = ", ".join(map(repr, paths[:3])) + (" and others" if len(paths) > 3 else "")
    return [f"{len(paths)} {'file' if len(paths) == 1 else 'files'} could not be read: {named}."]
