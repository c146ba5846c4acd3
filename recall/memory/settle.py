"""Answers to a review: keep a memory longer, or have one take the place of another."""

from __future__ import annotations

from typing import TYPE_CHECKING

from recall.errors import UsageError
from recall.memory import keeping
from recall.memory.remember import LIFETIMES, demand_no_circle, found
from recall.store import erasing

if TYPE_CHECKING:
    from collections.abc import Callable

    from recall.memory.keeping import Actor
    from recall.memory_model import Memory
    from recall.store.database import Store


def renew(store: Store, public_id: str, actor: Actor) -> Memory:
    """Let a memory begin its time anew, ended or not.

    Raises:
        NotFoundError: there is no such memory.
    """
    return _changed(store, public_id, actor, _renewed)


def supersede(store: Store, newer: str, older: str, actor: Actor) -> Memory:
    """Have one memory take the place of another, which stays findable behind it.

    Raises:
        NotFoundError: there is no such memory.
        UsageError: it would supersede itself.
    """

    def change(memory: Memory, actor: Actor) -> Memory:
        replaced = found(store, older, actor.namespace).id
        if replaced == memory.id:
            raise UsageError(f"{memory.id!r} would supersede itself. Name another memory.")
        changed = memory._replace(
            supersedes=tuple(dict.fromkeys((*memory.supersedes, replaced))),
            contradicts=tuple(each for each in memory.contradicts if each != replaced),
        )
        demand_no_circle(store, changed)
        return changed

    return _changed(store, newer, actor, change)


def _renewed(memory: Memory, actor: Actor) -> Memory:
    lifetime = LIFETIMES[memory.scope]
    return memory._replace(expires_at=None if lifetime is None else actor.now + lifetime)


def _changed(
    store: Store, public_id: str, actor: Actor, change: Callable[[Memory, Actor], Memory]
) -> Memory:
    with store.write():
        needs_scrub = keeping.begin(store, actor.now)
        before = found(store, public_id, actor.namespace)
        keeping.put(store, change(before, actor))
        after = found(store, before.id, actor.namespace)
        keeping.note_down(store, actor, "replace", before.id, before, after)
    if needs_scrub:
        erasing.scrub(store)
    return after
