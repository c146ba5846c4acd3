"""Leaving nothing of a text in the file once it is to be gone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from recall.store import passage_index
from recall.store.database import translated

if TYPE_CHECKING:
    from recall.store.database import Store


def zero_what_is_deleted(store: Store) -> None:
    """Have SQLite overwrite what this connection deletes (pragma secure_delete).

    Not for a sync: the vault keeps its notes anyway, and overwriting costs writes.
    """
    store.connection.pragma("secure_delete", True)


def scrub(store: Store) -> None:
    """Rewrite the index and the file, so that no byte of what was deleted is left in either.

    The index keeps the terms of a deleted passage until its segments are merged: secure-delete of
    FTS5 does nothing for a table with ``contentless_delete``. Pages that a sync freed are not
    overwritten, so the whole file is written anew, and the write-ahead log is emptied.

    Raises:
        StoreBusyError: another process reads or writes for too long; what is gone stays gone.
    """
    with store.write():
        passage_index.optimize(store)
    with translated(store.path):
        store.connection.execute("vacuum")
        store.connection.execute("pragma wal_checkpoint(truncate)")
