"""Bringing the store in line with memory files and session logs that were added as sources."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from recall.embedding.table import MODEL
from recall.errors import SourceUnavailableError
from recall.reports import VaultStatus
from recall.sources import memory_files, session_states, sessions, vault_notes, waves
from recall.sources.changed_files import CHUNK, Outcome, unreadable
from recall.sources.folder import Folder
from recall.store import collections, items, vectors
from recall.store.database import sync_lock
from recall.store.prepared import prepare
from vault_sync.changes import Stamp, compare
from vault_sync.errors import VaultError
from vault_sync.paths import os_path

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Mapping, Sequence

    from recall.reports import Finding, SyncReport
    from recall.store.collections import Collection
    from recall.store.database import Store
    from vault_sync.model import Census, FileEntry

    Progress = Callable[[str, int, int], None]

FORMAT: str = "memory files 1"
"""Changed when the same file becomes other passages: every file is then read again."""


def sync(
    store: Store, collection: Collection, *, now: float, progress: Progress | None = None
) -> SyncReport:
    """Read what changed in a source since the last sync.

    Raises:
        SourceUnavailableError: it is away; what is indexed of it stays.
        StoreBusyError: another process is syncing.
    """
    begun = time.perf_counter()
    folder = Folder.open(os_path(collection.root))
    lock = sync_lock(store.path)
    try:
        if collection.source == "transcript":
            found = _census(folder, collection, session_states.known_states(store, collection.id))
            return sessions.sync(store, collection, folder, found, now=now, progress=progress)
        return _files(store, collection, folder, now=now, begun=begun, progress=progress)
    finally:
        lock.close()


def status(store: Store, collection: Collection) -> VaultStatus:
    """What is indexed of a source, compared with what lies on the disk at this moment."""
    with store.read():
        counts = items.counts(store, collection.id)
        known = items.known(store, collection.id)
        findings = items.findings_of(store, collection.id)
        unembedded = vectors.count_waiting(store, collection.id, MODEL)
    records: dict[str, int] = {}
    if collection.source == "transcript":
        states = session_states.known_states(store, collection.id)
        known = {path: Stamp(*state.stamp) for path, state in states.items()}
        findings, records = (
            tuple(session_states.findings_of(states)),
            session_states.records_of(states),
        )
    reason = ""
    waiting = (0, 0, 0)
    try:
        folder = Folder.open(os_path(collection.root))
        changes = compare(known, _census(folder, collection, known))
        waiting = (len(changes.added), len(changes.changed), len(changes.removed))
    except SourceUnavailableError as error:
        reason = error.reason
    return VaultStatus(
        collection.name,
        collection.root,
        not reason,
        reason,
        collection.synced,
        counts,
        *waiting,
        findings,
        source=collection.source,
        records=records,
        unembedded=unembedded,
    )


def _files(
    store: Store,
    collection: Collection,
    folder: Folder,
    *,
    now: float,
    begun: float,
    progress: Progress | None,
) -> SyncReport:
    with store.read():
        known = items.known(store, collection.id)
        hashes = items.hashes(store, collection.id)
    census = _census(folder, collection, known)
    forced = collection.settings_digest != FORMAT
    seen = dict.fromkeys(known, Stamp(-1, -1, -1)) if forced else known
    changes = compare(seen, census)
    reader = _Reader(folder, {} if forced else hashes, progress)
    totals = waves.write(store, collection, changes, hashes, reader)
    if totals.waves or forced:
        with store.write():
            collections.mark(store, collection, synced=now, settings_digest=FORMAT)
    with store.read():
        findings = items.findings_of(store, collection.id)
    return totals.report(
        collection,
        len(census.files),
        len(reader.findings),
        begun,
        [*vault_notes.plain_findings(census.findings), *reader.findings, *findings],
    )


def _census(folder: Folder, collection: Collection, known: Mapping[str, object]) -> Census:
    """The files of a source that is really there.

    Raises:
        SourceUnavailableError: it cannot be listed, or nothing is left of what was indexed: that
            is how the place of a disk looks that is not mounted.
    """
    is_of_logs = collection.source == "transcript"
    census = sessions.census(folder) if is_of_logs else memory_files.census(folder)
    if "" in census.unreadable:
        raise SourceUnavailableError(collection.root, "its folder cannot be listed.")
    if known and not census.files:
        raise SourceUnavailableError(
            collection.root,
            "nothing is left there of what is indexed. Is its disk mounted? "
            f"To forget it, run 'recall source remove {collection.name}'.",
        )
    return census


class _Reader:
    """Reads memory files; ``findings`` gathers those that could not be read."""

    def __init__(
        self, folder: Folder, hashes: Mapping[str, bytes], progress: Progress | None
    ) -> None:
        self._folder, self._hashes, self._progress = folder, hashes, progress
        self.findings: list[Finding] = []

    def outcomes(self, entries: Sequence[FileEntry]) -> Generator[Outcome]:
        """What becomes of the files, a chunk at a time."""
        for at in range(0, len(entries), CHUNK):
            outcome = Outcome([], [], [])
            for entry in entries[at : at + CHUNK]:
                self._read(entry, outcome)
            self.findings += outcome.findings
            if self._progress:
                self._progress("Reading", min(at + CHUNK, len(entries)), len(entries))
            yield outcome

    def _read(self, entry: FileEntry, outcome: Outcome) -> None:
        try:
            data = self._folder.read(entry.path)
        except FileNotFoundError:
            return  # gone since the walk: the next one will not meet it
        except (OSError, VaultError) as error:
            outcome.findings.append(unreadable(entry, error))
            return
        if self._hashes.get(entry.path) == vault_notes.content_hash(data):
            outcome.touched.append(entry)
        else:
            outcome.prepared.append(prepare(memory_files.draft(entry, data)))
