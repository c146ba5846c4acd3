"""Taking back what was done to memories, by the journal; an undo can be undone, too."""

from __future__ import annotations

from typing import TYPE_CHECKING

from recall.errors import NotFoundError, RefusedError
from recall.memory import keeping
from recall.memory_model import Memory, Undone
from recall.store import documents, erasing, journal, memories

if TYPE_CHECKING:
    from collections.abc import Mapping

    from recall.memory.keeping import Actor
    from recall.memory_model import Change
    from recall.store.database import Store

_USES = ("confirm", "cite", "get")


def memory_of(fields: Mapping[str, object]) -> Memory:
    """A memory from what the journal kept of it."""
    values = {
        name: tuple(value) if isinstance(value, list) else value for name, value in fields.items()
    }
    return Memory(**values)  # type: ignore[arg-type]


def undo(store: Store, actor: Actor, number: int | None = None) -> Undone:
    """Take back one change, by default the last that was not taken back.

    Raises:
        NotFoundError: there is no such change.
        RefusedError: the memory was changed since, or what it was is no longer kept.
    """
    with store.write():
        needs_scrub = keeping.begin(store, actor.now)
        change = (
            journal.last(store, actor.namespace)
            if number is None
            else journal.get(store, actor.namespace, number)
        )
        if change is None:
            what = "change to undo" if number is None else "change of number"
            raise NotFoundError(what, str(number or "last"), hint="'recall log' lists them.")
        refusal = _refusal(store, change)
        if refusal:
            raise RefusedError(refusal)
        done = (_take_back(store, change, actor),)
    if needs_scrub:
        erasing.scrub(store)
    return Undone(done, ())


def undo_session(store: Store, actor: Actor, session: str) -> Undone:
    """Take back all that a session did, the last first; what changed since is left and named.

    Raises:
        NotFoundError: the session did nothing that is not taken back already.
    """
    with store.write():
        needs_scrub = keeping.begin(store, actor.now)
        changes = journal.of_session(store, actor.namespace, session)
        if not changes:
            raise NotFoundError("change to undo in the session", session, hint="See 'recall log'.")
        done, left = [], []
        for change in changes:
            refusal = _refusal(store, change)
            if refusal:
                left.append(refusal)
            else:
                done.append(_take_back(store, change, actor))
    if needs_scrub:
        erasing.scrub(store)
    return Undone(tuple(done), tuple(left))


def _refusal(store: Store, change: Change) -> str:
    """Why a change cannot be taken back; "" when it can."""
    if change.undone_by is not None:
        return f"Change {change.number} is undone already, by change {change.undone_by}."
    if not change.is_kept:
        return (
            f"Change {change.number} cannot be undone: what it changed is no longer kept "
            "(30 days, or erased)."
        )
    now = memories.get(store, change.id, _namespace(change))
    if not _is_as_left(store, now, change):
        return (
            f"Change {change.number} cannot be undone: {change.id} was changed since. "
            f"Undo the later changes first (recall get {change.id} --history)."
        )
    if now is None and is_key_taken(store, change.before):
        return f"Change {change.number} cannot be undone: another document has its key by now."
    return ""


def is_key_taken(store: Store, fields: Mapping[str, object] | None) -> bool:
    """Whether what was a document cannot come back, since another one has its key."""
    key, namespace = (fields or {}).get("key"), (fields or {}).get("namespace")
    return bool(key) and documents.find(store, str(namespace), str(key)) is not None


def _is_as_left(store: Store, now: Memory | None, change: Change) -> bool:
    """Whether a memory is still what a change made of it."""
    after = change.after
    if after is not None and "at" in after:
        splice = splice_of(after)
        return (
            now is not None
            and len(now.content) == splice.characters
            and now.content.startswith(splice.text, splice.at)
            and journal.is_newest(store, change)
        )
    expected = None if after is None else memory_of(after)
    return _substance(now, change) == _substance(expected, change)


def splice_of(fields: Mapping[str, object]) -> journal.Splice:
    """A change within a document from what the journal kept of it."""
    return journal.Splice(**fields)  # type: ignore[arg-type]


def _namespace(change: Change) -> str:
    fields = change.after or change.before or {}
    return str(fields.get("namespace", "default"))


def _substance(memory: Memory | None, change: Change) -> Memory | None:
    """A memory without what follows from others, and without its uses where they do not count."""
    if memory is None:
        return None
    memory = memory._replace(superseded_by=None)
    if memory.key is not None:
        # What was appended and taken back leaves the text as it was, and a later date.
        memory = memory._replace(updated_at=0.0)
    if change.action in _USES:
        return memory
    return memory._replace(reinforced_at=None, reinforcements=0)


def _take_back(store: Store, change: Change, actor: Actor) -> Change:
    """Set a memory to what it was before a change, and note that down."""
    now = memories.get(store, change.id, actor.namespace)
    if now is not None and change.after is not None and "at" in change.after:
        return _splice_back(store, now, change, actor)
    before = None if change.before is None else memory_of(change.before)
    if before is None:
        memories.remove(store, change.id)
    else:
        if now is not None and change.action not in _USES:
            before = before._replace(
                reinforced_at=now.reinforced_at, reinforcements=now.reinforcements
            )
        keeping.put(store, before)
        journal.dig_up(store, keeping.digest(before.namespace, before.content))
    stored = memories.get(store, change.id, actor.namespace)
    number = keeping.note_down(store, actor, "undo", change.id, now, stored, change.number)
    if stored is None and now is not None and _is_about_forgetting(store, change):
        _bury_again(store, now, actor)
    return journal.get(store, actor.namespace, number) or change


def _splice_back(store: Store, now: Memory, change: Change, actor: Actor) -> Change:
    """Set a part of a document to what it was before a change."""
    was, is_now = splice_of(change.before or {}), splice_of(change.after or {})
    text = now.content[: is_now.at] + was.text + now.content[is_now.at + len(is_now.text) :]
    keeping.put(store, now._replace(content=text, updated_at=actor.now))
    number = keeping.note_down(store, actor, "undo", now.id, is_now, was, change.number)
    return journal.get(store, actor.namespace, number) or change


def _is_about_forgetting(store: Store, change: Change) -> bool:
    """Whether what is out again was forgotten once, and not only never saved."""
    while change.undoes is not None:
        below = journal.get(store, _namespace(change), change.undoes)
        if below is None:
            break
        change = below
    return change.action in ("forget", "unforget")


def _bury_again(store: Store, memory: Memory, actor: Actor) -> None:
    digest = keeping.digest(memory.namespace, memory.content)
    journal.bury(
        store, memory.namespace, digest, journal.Tombstone(actor.now, actor.reason, memory.id)
    )
