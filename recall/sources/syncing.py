"""Syncing what was added, whatever it is: vaults, memory files, session logs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from recall.embedding.table import MODEL
from recall.errors import SourceUnavailableError, UsageError, VaultUnavailableError
from recall.reports import Finding, SyncReport
from recall.store import collections, vectors

if TYPE_CHECKING:
    from collections.abc import Callable

    from recall.store.collections import Collection
    from recall.store.database import Store

    Progress = Callable[[str, int, int], None]


def sync_all(
    store: Store, names: tuple[str, ...], *, now: float, progress: Progress | None = None
) -> tuple[SyncReport, ...]:
    """Sync the vaults and sources named, or all of them, one after the other.

    Raises:
        NotFoundError: a name is not known.
        UsageError: nothing was added at all.
        VaultUnavailableError: after all others were synced, when the only one is away.
        SourceUnavailableError: likewise.
    """
    with store.read():
        chosen = [collections.get(store, name) for name in names] or [
            each for each in collections.all_of(store) if not collections.is_given(each)
        ]
    if not chosen:
        raise UsageError("No vault was added yet. Add one with 'recall vault add PATH'.")
    reports: list[SyncReport] = []
    away: VaultUnavailableError | SourceUnavailableError | None = None
    for collection in chosen:
        try:
            reports.append(sync(store, collection, now=now, progress=progress))
        except (VaultUnavailableError, SourceUnavailableError) as error:
            away = away or error
            reports.append(_unavailable(collection, error.reason))
    if away and len(chosen) == 1:
        raise away
    return tuple(reports)


def sync(
    store: Store, collection: Collection, *, now: float, progress: Progress | None = None
) -> SyncReport:
    """Sync one vault or source.

    Raises:
        VaultUnavailableError: the vault is away; what is indexed of it stays.
        SourceUnavailableError: likewise.
        StoreBusyError: another process is syncing.
    """
    if collection.source == "vault":
        from recall.sources import vaults

        report = vaults.sync(store, collection, now=now, progress=progress)
    else:
        from recall.sources import added

        report = added.sync(store, collection, now=now, progress=progress)
    if not vectors.is_complete(store, MODEL):
        from recall.sources import meaning

        meaning.embed(store, progress, meaning.AT_ONCE)
    return report


def _unavailable(collection: Collection, reason: str) -> SyncReport:
    finding = Finding("", None, "vault-unavailable", f"{reason} What is indexed of it stays.")
    return SyncReport(
        collection.name, collection.root, 0, 0, 0, 0, 0, 0, 0.0, False, (finding,)
    )  # fmt: skip
