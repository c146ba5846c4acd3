"""Making the vectors of what is new: a stage of its own behind a sync, in short transactions.

A few notes have theirs before the sync ends. After a first sync of a large vault that would take
longer than the sync itself: a process of its own makes them, and search has the words meanwhile.
Whatever ends it, the next sync goes on where it stopped.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from typing import TYPE_CHECKING

from recall.embedding.table import MODEL
from recall.errors import RecallError
from recall.sources import own_process
from recall.store import vector_writing, vectors
from recall.store.database import embedding_lock, open_store

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from recall.embedding.encoder import Encoder
    from recall.store.database import Store
    from recall.store.vector_writing import Waiting

    Progress = Callable[[str, int, int], None]

AT_ONCE = 3_000
"""Passages whose vectors a sync waits for: about a second."""

BATCH_SECONDS = 1.0
"""What is computed between two writes; lost when a sync is interrupted."""

EMBEDDING = "Embedding"
"""Phase that progress is told of; it counts items."""


def embed(store: Store, progress: Progress | None = None, at_once: int | None = None) -> None:
    """Give every item of the store the vectors it lacks.

    More passages than ``at_once`` are left to another process; None is no limit.
    """
    with store.read():
        if vectors.is_complete(store, MODEL):
            return
        passages = vector_writing.count_passages(store, MODEL)
    if at_once is not None and passages > at_once and _start(store.path):
        return
    lock = embedding_lock(store.path)
    if lock is None:
        return  # somebody is at it, and looks for more at the end
    try:
        _embed_all(store, progress)
    finally:
        lock.close()


def _embed_all(store: Store, progress: Progress | None) -> None:
    from recall.embedding.encoder import Encoder

    with store.write():
        vector_writing.begin(store, MODEL)
    encoder = Encoder()
    while True:
        with store.read():
            waiting = vector_writing.waiting(store)
        if waiting:
            _embed(store, encoder, waiting, progress)
        with store.write():
            if not vector_writing.waiting(store):
                vector_writing.finish(store)
                return


def _embed(
    store: Store, encoder: Encoder, waiting: Sequence[Waiting], progress: Progress | None
) -> None:
    done = 0
    while done < len(waiting):
        begun = time.monotonic()
        rows: list[vector_writing.Row] = []
        with store.read():
            state = vectors.state(store)
            for each in waiting[done:]:
                rows.append(_row(store, encoder, each))
                if time.monotonic() - begun >= BATCH_SECONDS:
                    break
        with store.write():
            # What was written meanwhile may have another text by now: it is looked for anew.
            if vectors.state(store) != state:
                return
            vector_writing.write(store, rows)
        done += len(rows)
        if progress:
            progress(EMBEDDING, done, len(waiting))


def _row(store: Store, encoder: Encoder, item: Waiting) -> vector_writing.Row:
    first, bodies = vector_writing.bodies(store, item.item_id)
    around = vector_writing.companions(store, item.item_id)
    codes = encoder.codes(item.title if item.named else "", bodies, *around)
    return vector_writing.Row(item.item_id, first, item.named, b"".join(codes))


def _start(path: str) -> bool:
    """Begin in a process that outlives this one; whether that could be done."""
    flags = 0
    if sys.platform == "win32":
        flags = subprocess.DETACHED_PROCESS | subprocess.CREATE_NEW_PROCESS_GROUP
    try:
        process = subprocess.Popen(
            own_process.command("recall.sources.meaning", os.path.abspath(path)),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            env=own_process.surroundings(),
            cwd=os.path.dirname(sys.executable),  # no folder of the user is kept busy
            creationflags=flags,
            start_new_session=True,
        )
    except OSError:
        return False
    process.returncode = 0  # nobody will wait for it, and Python need not warn of that
    return True


def main(path: str) -> None:
    """Make what is missing in the store at ``path``; nobody is there to be told of a failure."""
    try:
        store = open_store(path, writable=True)
        try:
            embed(store)
        finally:
            store.close()
    except (RecallError, OSError):
        return  # the next sync tries again and says what is wrong with the store


if __name__ == "__main__":
    main(sys.argv[1])
