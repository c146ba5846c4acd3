"""Writing memories with their journal, and what of them is kept for how long."""

from __future__ import annotations

import os
import time
from hashlib import blake2b
from typing import TYPE_CHECKING, NamedTuple

from recall.memory import outline, wording
from recall.sources.passages import cut
from recall.store import erasing, items, journal, memories
from recall.store.drafts import Draft
from recall.store.prepared import prepare
from vault_sync import note
from vault_sync.changes import Stamp

if TYPE_CHECKING:
    from recall.memory_model import Action, Memory
    from recall.store.database import Store
    from recall.store.drafts import PassageDraft
    from recall.store.prepared import Prepared

DAY_SECONDS = 86_400.0
KEEPING_SECONDS = 30 * DAY_SECONDS
"""How long the journal keeps the texts that ``undo`` and ``unforget`` need."""

MEMORY = "memory"
"""The kind of every memory; what it is of is its type."""

DOCUMENT = "document"
"""The kind of a memory with a key."""


class Actor(NamedTuple):
    """Who does something to memories, when and why."""

    namespace: str
    now: float
    client: str
    session: str | None = None
    reason: str | None = None


def digest(namespace: str, content: str) -> bytes:
    """What is left of a forgotten text: the same for the same words, whatever their case.

    Nothing can be read from it, and it is of no use in another namespace.
    """
    words = wording.read(content).words or tuple(content.split())
    said = "\0".join((namespace, *words))
    return blake2b(said.encode("utf-8", "replace"), digest_size=16).digest()


def new_id(store: Store) -> str:
    """An id that no item has or had."""
    while True:
        public_id = items.public_id(MEMORY, os.urandom(16).hex())
        if not memories.is_taken(store, public_id):
            return public_id


def put(store: Store, memory: Memory) -> None:
    """Write a memory or a document in the place of what has its id."""
    parsed = note.parse("", memory.content.encode())
    passages = cut(parsed.text, parsed.body_line, parsed.blocks, parsed.headings)
    above = None
    if memory.key is not None:
        above = outline.to_text(outline.above(parsed.headings, passages[-1].first_line - 1))
    memories.write(store, memory, _prepared(memory, passages), above)


def plain_text(content: str) -> str:
    """A text as it is kept: without a byte-order mark, and without what no store can hold."""
    return note.parse("", items.storable(content).encode()).text


def _prepared(memory: Memory, passages: tuple[PassageDraft, ...]) -> Prepared:
    return prepare(
        Draft(
            source="memory",
            kind=MEMORY if memory.key is None else DOCUMENT,
            title=memory.title,
            path="",
            name_key=items.name_key(memory.title),
            text=memory.content,
            content_hash=digest(memory.namespace, memory.content),
            stamp=Stamp(len(memory.content.encode()), 0, 0),
            passages=passages,
            tags=memory.tags,
            excluded=memory.private,
            namespace=memory.namespace,
            memory_type=memory.type,
            pinned=memory.pinned,
            created=memory.created_at,
            modified=memory.updated_at,
            dated=memory.updated_at,
            date_text=day(memory.updated_at),
            date_origin="created",
            expires=memory.expires_at,
        )
    )


def day(moment: float) -> str:
    """A moment as a day, in the time zone of this computer."""
    return time.strftime("%Y-%m-%d", time.localtime(moment))


def note_down(
    store: Store,
    actor: Actor,
    action: Action,
    public_id: str,
    before: Memory | journal.Splice | None,
    after: Memory | journal.Splice | None,
    undoes: int | None = None,
) -> int:
    """Write the journal's entry for a change; returns its number."""
    entry = journal.Entry(
        actor.now, actor.client, actor.session, action, public_id, actor.reason, before, after,
        undoes,
    )  # fmt: skip
    return journal.append(store, actor.namespace, entry)


def begin(store: Store, now: float) -> bool:
    """What every change does first: texts whose keeping time is over leave the journal.

    Returns:
        Whether ``erasing.scrub`` has to follow, for the bytes of those texts.
    """
    erasing.zero_what_is_deleted(store)
    oldest = now - KEEPING_SECONDS
    if not journal.old_texts(store, oldest):
        return False
    is_due = journal.holds_gone_texts(store, oldest)
    journal.drop_old_texts(store, oldest)
    return is_due
