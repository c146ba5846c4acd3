"""Bringing the store in line with a vault: only what changed is read, all or nothing is kept."""

from __future__ import annotations

import gc
import time
from contextlib import contextmanager
from typing import TYPE_CHECKING

from recall.embedding.table import MODEL
from recall.errors import VaultUnavailableError
from recall.reports import VaultStatus
from recall.sources import vault_notes, waves
from recall.sources.changed_files import Reader
from recall.store import collections, items, passage_index, vectors
from recall.store.database import Store, sync_lock
from vault_sync.changes import Changes, Stamp, compare
from vault_sync.errors import NotAVaultError
from vault_sync.paths import os_path
from vault_sync.vault import Vault

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from recall.reports import Finding, SyncReport
    from recall.sources.changed_files import Progress
    from recall.store.collections import Collection
    from vault_sync.model import Census

OPTIMIZE_FROM = 2_000
"""Files written from which on merging the index's segments pays for itself."""


def open_vault(root: str, name: str | None = None, *, follow_symlinks: bool = False) -> Vault:
    """The vault at ``root``, its links out of it followed only where the user said so.

    Raises:
        VaultUnavailableError: it is not there or cannot be read; nothing indexed is lost by that.
    """
    try:
        return Vault.open(root, name=name, follow_symlinks=follow_symlinks)
    except NotAVaultError as error:
        raise VaultUnavailableError(root, error.reason) from error


def _open(collection: Collection) -> Vault:
    return open_vault(
        os_path(collection.root),
        collection.name,
        follow_symlinks=bool(collection.follow_symlinks),
    )


def _census(vault: Vault, collection: Collection, known: Mapping[str, Stamp]) -> Census:
    """The files of a vault that is really there.

    Raises:
        VaultUnavailableError: it cannot be listed, or it is as empty as the place where a disk
            was mounted. A vault of Obsidian's without notes still has its settings.
    """
    census = vault.census()
    if "" in census.unreadable:
        raise VaultUnavailableError(collection.root, "its folder cannot be listed.")
    if known and not any(census[:3]) and not vault.is_obsidian:
        files = "1 file of it is" if len(known) == 1 else f"{len(known):,} files of it are"
        raise VaultUnavailableError(
            collection.root,
            f"its folder is empty, though {files} indexed. Is its disk "
            f"mounted? To forget them, run 'recall vault remove {collection.name}'.",
        )
    return census


def sync(
    store: Store, collection: Collection, *, now: float, progress: Progress | None = None
) -> SyncReport:
    """Read what changed in a vault since the last sync; an unchanged vault costs one walk.

    Raises:
        VaultUnavailableError: the vault is away; what is indexed of it stays.
        StoreBusyError: another process is syncing.
    """
    begun = time.perf_counter()
    vault = _open(collection)
    lock = sync_lock(store.path)
    try:
        return _locked(store, collection, vault, now=now, begun=begun, progress=progress)
    finally:
        lock.close()


def status(store: Store, name: str | None) -> tuple[VaultStatus, ...]:
    """What is indexed of each vault, compared with what lies on the disk at this moment."""
    with store.read():
        chosen = [collections.get(store, name)] if name else [*collections.all_of(store)]
    return tuple(_status(store, each) for each in chosen if each.source == "vault")


def _status(store: Store, collection: Collection) -> VaultStatus:
    with store.read():
        counts = items.counts(store, collection.id)
        known = items.known(store, collection.id)
        findings = items.findings_of(store, collection.id)
        unembedded = vectors.count_waiting(store, collection.id, MODEL)
    reason = ""
    added = changed = removed = 0
    try:
        vault = _open(collection)
        census = _census(vault, collection, known)
        changes = compare(known, census)
        added, changed, removed = map(len, changes[:3])
        findings = (*_plain(vault, census), *findings)
    except VaultUnavailableError as error:
        reason = error.reason
    return VaultStatus(
        name=collection.name,
        root=collection.root,
        available=not reason,
        reason=reason,
        synced=collection.synced,
        counts=counts,
        waiting_added=added,
        waiting_changed=changed,
        waiting_removed=removed,
        findings=findings,
        follow_symlinks=bool(collection.follow_symlinks),
        unembedded=unembedded,
    )


def _locked(
    store: Store,
    collection: Collection,
    vault: Vault,
    *,
    now: float,
    begun: float,
    progress: Progress | None,
) -> SyncReport:
    with store.read():
        known = items.known(store, collection.id)
        hashes = items.hashes(store, collection.id)
    census = _census(vault, collection, known)
    digest = _digest(vault)
    # Other exclusions or another daily folder change what a file becomes, though it did not change.
    forced = digest != collection.settings_digest
    seen = dict.fromkeys(known, Stamp(-1, -1, -1)) if forced else known
    changes = compare(seen, census)
    reader = Reader(vault, {} if forced else hashes, progress)
    with _collector_paused():
        totals = waves.write(store, collection, changes, hashes, reader)
    if totals.waves or forced:
        with store.write():
            if forced:
                items.forget_content(store, collection.id, _unread(known, changes, census, reader))
            collections.mark(store, collection, synced=now, settings_digest=digest)
            if totals.written > OPTIMIZE_FROM:
                passage_index.optimize(store)
    with store.read():
        findings = items.findings_of(store, collection.id)
    return totals.report(
        collection,
        len(census.files),
        len(reader.findings),
        begun,
        [*_plain(vault, census), *sorted(reader.findings, key=_path), *findings],
    )


def _path(finding: Finding) -> str:
    return finding.path


def _unread(
    known: Mapping[str, Stamp], changes: Changes, census: Census, reader: Reader
) -> set[str]:
    """Indexed files that are kept though nobody could look at them."""
    seen = {entry.path for entry in census.files} - {finding.path for finding in reader.findings}
    return known.keys() - seen - set(changes.removed)


def _digest(vault: Vault) -> str:
    """The settings that decide what a file becomes in the store."""
    chosen = vault.settings
    return repr(
        (
            chosen.user_ignore_filters,
            chosen.show_unsupported_files,
            chosen.daily_format,
            chosen.daily_folder,
        )
    )


def _plain(vault: Vault, census: Census) -> tuple[Finding, ...]:
    return vault_notes.plain_findings((*vault.settings.findings, *census.findings))


@contextmanager
def _collector_paused() -> Iterator[None]:
    """No garbage collection inside.

    Reading makes a million records that all stay; looking at them again and again takes a sixth
    of the time.
    """
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()
