"""Taking memories out so that they stay out, bringing them back, and leaving nothing behind."""

from __future__ import annotations

from typing import TYPE_CHECKING

from recall.errors import NotFoundError, RefusedError
from recall.memory import keeping
from recall.memory.remember import found
from recall.memory.undo import is_key_taken, memory_of
from recall.memory_model import Forgotten, Purged
from recall.store import erasing, journal, memories

if TYPE_CHECKING:
    from recall.memory.keeping import Actor
    from recall.memory_model import Memory
    from recall.store.database import Store


def forget(store: Store, public_id: str, actor: Actor, *, erase: bool = False) -> Forgotten:
    """Take a memory out; a digest stays, so that the same text does not come back by itself.

    With ``erase`` nothing else stays, and it cannot be brought back. That also takes a memory
    that was forgotten before.

    Raises:
        NotFoundError: there is no such memory.
    """
    with store.write():
        needs_scrub = keeping.begin(store, actor.now)
        memory = memories.get(store, public_id, actor.namespace)
        if memory is None and erase:
            title = _forgotten(store, public_id, actor.namespace).title
        else:
            memory = memory or found(store, public_id, actor.namespace)
            title = memory.title
            _take_out(store, memory, actor)
        if erase:
            journal.erase(store, public_id.strip().lower())
    if needs_scrub or erase:
        erasing.scrub(store)
    return Forgotten(
        public_id.strip().lower(), deleted=memory is not None, title=title, erased=erase
    )


def unforget(store: Store, public_id: str, actor: Actor) -> Memory:
    """Bring a forgotten memory back as it was.

    Raises:
        NotFoundError: it was never there, is there, or its text is no longer kept.
        RefusedError: another document has its key by now.
    """
    with store.write():
        needs_scrub = keeping.begin(store, actor.now)
        if memories.get(store, public_id, actor.namespace) is not None:
            raise NotFoundError("forgotten memory", public_id, hint="It is there.")
        memory = _forgotten(store, public_id, actor.namespace)
        if is_key_taken(store, memory._asdict()):
            raise RefusedError(f"Another document has the key {memory.key!r} by now.")
        keeping.put(store, memory)
        journal.dig_up(store, keeping.digest(memory.namespace, memory.content))
        keeping.note_down(store, actor, "unforget", memory.id, None, memory)
        memory = found(store, memory.id, actor.namespace)
    if needs_scrub:
        erasing.scrub(store)
    return memory


def purge(store: Store, actor: Actor, *, dry_run: bool = False) -> Purged:
    """Take out the memories that ended, and the texts whose keeping time is over."""
    if dry_run:
        with store.read():
            return _due(store, actor, dry_run=True)
    with store.write():
        due = _due(store, actor, dry_run=False)
        keeping.begin(store, actor.now)
        for memory in due.memories:
            memories.remove(store, memory.id)
            keeping.note_down(store, actor, "purge", memory.id, memory, None)
    if due.memories or due.texts:
        erasing.scrub(store)
    return due


def _due(store: Store, actor: Actor, *, dry_run: bool) -> Purged:
    texts = journal.old_texts(store, actor.now - keeping.KEEPING_SECONDS)
    return Purged(memories.ended(store, actor.namespace, actor.now), texts, dry_run)


def _take_out(store: Store, memory: Memory, actor: Actor) -> None:
    memories.remove(store, memory.id)
    keeping.note_down(store, actor, "forget", memory.id, memory, None)
    bury(store, memory, actor)


def bury(store: Store, memory: Memory, actor: Actor) -> None:
    """Leave the digest of a text that is not to come back."""
    digest = keeping.digest(memory.namespace, memory.content)
    stone = journal.Tombstone(actor.now, actor.reason, memory.id)
    journal.bury(store, memory.namespace, digest, stone)


def _forgotten(store: Store, public_id: str, namespace: str) -> Memory:
    """A memory as it was when it left."""
    changes = journal.history(store, namespace, public_id.strip().lower())
    last = changes[-1] if changes else None
    if last is None:
        raise NotFoundError(
            "forgotten memory", public_id, hint="'recall log' names those there are."
        )
    if last.before is None:
        raise NotFoundError(
            "text kept of", public_id,
            hint="It was erased, or its keeping time of 30 days is over.",
        )  # fmt: skip
    return memory_of(last.before)
