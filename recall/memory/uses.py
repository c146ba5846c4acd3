"""Deliberate uses of a memory, which move its clock forward: at most one a session."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from recall.memory import keeping
from recall.memory.remember import found
from recall.store import erasing, journal, memories

if TYPE_CHECKING:
    from recall.memory.keeping import Actor
    from recall.memory_model import Memory
    from recall.store.database import Store


def use(
    store: Store, public_id: str, actor: Actor, action: Literal["confirm", "cite", "get"]
) -> tuple[Memory, bool]:
    """Note that a memory was confirmed, cited or read; gives it, and whether this use counted.

    A session counts once. Without one, a client counts once a day. How much a use weighs is for
    ``recall.search.decay`` to say, where the tenth weighs less than the first.

    Raises:
        NotFoundError: there is no such memory.
    """
    with store.write():
        needs_scrub = keeping.begin(store, actor.now)
        memory = found(store, public_id, actor.namespace)
        own = journal.Use(actor.session, actor.client, actor.now - keeping.DAY_SECONDS)
        counts = not journal.is_used(store, actor.namespace, memory.id, own)
        if counts:
            memories.reinforce(store, memory.id, actor.now)
            after = found(store, memory.id, actor.namespace)
            keeping.note_down(store, actor, action, memory.id, memory, after)
            memory = after
    if needs_scrub:
        erasing.scrub(store)
    return memory, counts
