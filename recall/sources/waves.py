"""Writing what changed in a vault: files are read and written side by side, in whole waves.

A wave is one transaction: rows, links and index of its files move together or not at all. It
begins with the first file read and ends with the last, or after ``WAVE_SECONDS``, so that others
who want to write never wait longer than their patience (``BUSY_TIMEOUT_MILLISECONDS``).
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from recall.reports import SyncReport
from recall.sources import dating
from recall.sources.moves import Vanished
from recall.store import edges, items, passage_index, vectors, writing
from vault_sync.changes import Stamp
from vault_sync.resolve import Resolver, keys_of

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator, Mapping, Sequence
    from typing import Protocol

    from recall.reports import Finding
    from recall.sources.changed_files import Outcome
    from recall.store.collections import Collection
    from recall.store.database import Store
    from recall.store.prepared import Prepared
    from recall.store.writing import Written
    from vault_sync.changes import Changes
    from vault_sync.model import FileEntry

    class Reader(Protocol):
        """Reads files of one collection."""

        def outcomes(self, entries: Sequence[FileEntry]) -> Generator[Outcome]:
            """What becomes of the files, some at a time."""


WAVE_SECONDS = 5.0
"""Reading and writing 10,000 notes; half of what others wait, since indexing a wave follows."""


class Totals:
    """What a sync did, in items; ``waves`` are its transactions."""

    def __init__(self) -> None:
        self.waves = self.written = self.added = self.moved = self.removed = self.passages = 0

    def report(
        self, collection: Collection, files: int, unread: int, begun: float, findings: list[Finding]
    ) -> SyncReport:
        """What a sync did that began at ``begun`` (``time.perf_counter``).

        ``files`` are all of the collection, ``unread`` those that could not be read.
        """
        return SyncReport(
            collection=collection.name,
            root=collection.root,
            added=self.added,
            changed=self.written - self.added - self.moved,
            moved=self.moved,
            removed=self.removed,
            unchanged=files - self.written - unread,
            passages=self.passages,
            seconds=time.perf_counter() - begun,
            available=True,
            findings=tuple(findings),
        )


def write(
    store: Store,
    collection: Collection,
    changes: Changes,
    hashes: Mapping[str, bytes],
    reader: Reader,
) -> Totals:
    """Read and write every change; ``hashes`` are the contents indexed, by path."""
    totals = Totals()
    entries = (*changes.added, *changes.changed)
    if not entries and not changes.removed:
        return totals
    plan = _Plan(changes, hashes)
    outcomes = reader.outcomes(entries)
    try:
        ended = False
        while not ended:
            with store.write():
                wave = _Wave(store, collection, plan, totals)
                ended = wave.fill(outcomes)
                wave.finish(plan.removed if ended else set())
    finally:
        outcomes.close()
    return totals


class _Plan:
    """What is known of all changes before the first file is read."""

    def __init__(self, changes: Changes, hashes: Mapping[str, bytes]) -> None:
        self.new = {entry.path for entry in changes.added}
        self.removed = set(changes.removed)
        self._respelled = {new: old for old, new in changes.respelled}
        moved = self.removed.difference(self._respelled.values())
        self._vanished = Vanished(moved, self.new, hashes)

    def moved_from(self, item: Prepared) -> str | None:
        """The path that a new file had before: its content, or its name but for spelling."""
        if item.path not in self.new:
            return None
        old = self._respelled.get(item.path)
        if old is None:
            old = self._vanished.take(item.path, item.content_hash)
        if old not in self.removed:
            return None
        self.removed.discard(old)
        return old


class _Wave:
    """One transaction's worth of files."""

    def __init__(self, store: Store, collection: Collection, plan: _Plan, totals: Totals) -> None:
        self._store, self._collection, self._plan, self._totals = store, collection, plan, totals
        self._paths = items.paths(store, collection.id)
        self._written: dict[int, Written] = {}
        self._came_or_went: set[str] = set()
        self._stale: set[int] = set()
        self._first = not self._paths

    def fill(self, outcomes: Iterator[Outcome]) -> bool:
        """Write files as they are read; whether that was the last of them."""
        begun = time.monotonic()
        for outcome in outcomes:
            self._take(outcome)
            if time.monotonic() - begun > WAVE_SECONDS:
                return False
        return True

    def _take(self, outcome: Outcome) -> None:
        store, collection = self._store, self._collection
        for item in outcome.prepared:
            old = self._plan.moved_from(item)
            if old is not None:
                items.move(store, collection.id, old, item.path)
                self._paths[item.path] = self._paths.pop(old)
                self._came_or_went.add(old)
                self._totals.moved += 1
            elif item.path in self._plan.new:
                self._totals.added += 1
            if item.path in self._plan.new:
                self._came_or_went.add(item.path)
            if item.path in self._paths:
                self._stale |= items.targets(store, collection.id, (item.path,))
        for entry in outcome.touched:
            self._touch(entry)
        self._written.update(writing.write(store, collection, self._paths, outcome.prepared))
        self._totals.written += len(outcome.prepared)

    def _touch(self, entry: FileEntry) -> None:
        moment = entry.mtime_ns / 1e9
        file_time = items.FileTime(moment, *dating.date_of({}, None, moment))
        items.touch(self._store, self._collection.id, entry.path, Stamp(*entry[2:]), file_time)

    def finish(self, removed: set[str]) -> None:
        """Take out what is gone, resolve every link that may lead elsewhere now, index all that."""
        store, collection = self._store, self._collection
        self._stale |= items.targets(store, collection.id, removed)
        for path in sorted(removed):
            items.remove(store, collection.id, path)
            self._paths.pop(path, None)
        self._came_or_went |= removed
        resolver = Resolver(self._paths)

        def find(target: str, source: str) -> str | None:
            return resolver.resolve(target, source).path

        gained = writing.link(store, self._written, self._paths, find)
        changed = {*self._written, *self._stale}
        if not self._first:  # in an empty collection there are no older links to look at
            names = {key for path in self._came_or_went for key in keys_of(path)}
            waiting = edges.pending(store, collection.id, names)
            changed |= edges.resolve(store, self._paths, waiting, find)
        edges.supersede(store, collection.id)
        self._totals.passages += passage_index.refresh(store, changed, self._written, gained)
        vectors.expect(store)
        self._totals.removed += len(removed)
        self._totals.waves += 1
