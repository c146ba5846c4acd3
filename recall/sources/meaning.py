"""Making the vectors of what is new: a stage of its own behind a sync, in short transactions.

Whatever ends it, the next sync goes on where it stopped; until then search has what is there.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from recall.embedding.table import MODEL
from recall.store import vectors

if TYPE_CHECKING:
    from collections.abc import Callable

    from recall.embedding.encoder import Encoder
    from recall.store.database import Store
    from recall.store.vectors import Waiting

    Progress = Callable[[str, int, int], None]

BATCH_SECONDS = 1.0
"""What is computed between two writes; lost when a sync is interrupted."""

EMBEDDING = "Embedding"
"""Phase that progress is told of; it counts items."""


def embed(store: Store, progress: Progress | None = None) -> None:
    """Give every item of the store the vectors it lacks; the caller has the right to sync."""
    with store.read():
        if vectors.is_complete(store, MODEL):
            return
    with store.write():
        vectors.begin(store, MODEL)
    with store.read():
        waiting = vectors.waiting(store)
    if waiting:
        _embed(store, waiting, progress)
    with store.write():
        if not vectors.waiting(store):
            vectors.finish(store)


def _embed(store: Store, waiting: list[Waiting], progress: Progress | None) -> None:
    from recall.embedding.encoder import Encoder

    encoder = Encoder()
    done = 0
    while done < len(waiting):
        begun = time.monotonic()
        rows: list[vectors.Row] = []
        with store.read():
            for each in waiting[done:]:
                rows.append(_row(store, encoder, each))
                if time.monotonic() - begun >= BATCH_SECONDS:
                    break
        done += len(rows)
        with store.write():
            vectors.write(store, rows)
        if progress:
            progress(EMBEDDING, done, len(waiting))


def _row(store: Store, encoder: Encoder, item: Waiting) -> vectors.Row:
    first, bodies = vectors.bodies(store, item.item_id)
    codes = encoder.codes(item.title if item.named else "", bodies)
    return vectors.Row(item.item_id, first, item.named, b"".join(codes))
