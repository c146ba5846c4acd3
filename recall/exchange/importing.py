"""Taking in what a file brings: rehearsed first, then all of it or nothing."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from recall.errors import ForgottenError, RecallError, SecretError
from recall.memory import checks, keeping, remember, secrets
from recall.memory_model import ImportedItem, ImportReport
from recall.store import documents, erasing, journal, memories

if TYPE_CHECKING:
    from collections.abc import Iterable

    from recall.exchange.incoming import Incoming
    from recall.memory.keeping import Actor
    from recall.memory_model import ImportOutcome, Memory, MemoryScope
    from recall.store.database import Store

MOST_SHOWN = 80


class Terms(NamedTuple):
    """How things are taken in; ``scope`` and ``project`` are for what says none of its own."""

    scope: MemoryScope = "global"
    project: str | None = None
    force: bool = False
    allow_secrets: bool = False


class _Rehearsed(Exception):  # noqa: N818 - no error: it ends a transaction that is not kept
    """Everything was tried."""


def run(
    store: Store, incoming: Iterable[Incoming], terms: Terms, actor: Actor, *, dry_run: bool
) -> ImportReport:
    """Take everything in, or with ``dry_run`` say what would become of it.

    Both go the same way, in one transaction; a rehearsal is taken back. So what it says holds,
    also for what is double within the file itself.
    """
    found: list[ImportedItem] = []
    needs_scrub = False
    try:
        with store.write():
            needs_scrub = keeping.begin(store, actor.now)
            found = [_one(store, each, terms, actor) for each in incoming]
            if dry_run:
                raise _Rehearsed  # noqa: TRY301 - what takes the transaction back
    except _Rehearsed:
        needs_scrub = False
    if needs_scrub:
        erasing.scrub(store)
    return ImportReport(tuple(found), Counter(each.outcome for each in found), dry_run)


def _one(  # noqa: PLR0911 - one answer an outcome
    store: Store, each: Incoming, terms: Terms, actor: Actor
) -> ImportedItem:
    shown = " ".join(each.content.split())[:MOST_SHOWN]

    def item(outcome: ImportOutcome, why: str = "", public_id: str | None = None) -> ImportedItem:
        return ImportedItem(outcome, each.origin, shown, public_id, why)

    if each.problem is not None:
        return item("unreadable", each.problem)
    if each.digest is not None:
        journal.bury(store, actor.namespace, each.digest, journal.Tombstone(actor.now, None, None))
        return item("forgotten", "Its text stays away here, too.")
    try:
        checks.content(each.content)
        if each.memory is not None:
            return _own(store, each, each.memory, terms, actor)
        wish, why = remember.allowed(_wish(each, terms))
        saved = remember.save(store, wish, actor)
    except SecretError as error:
        return item("secret", str(error))
    except ForgottenError as error:
        return item("dead", str(error))
    except RecallError as error:
        return item("unreadable", str(error))
    outcome: ImportOutcome = "doubled" if saved.duplicate else "new"
    return item(outcome, " ".join((*why, *saved.why)), saved.memory.id)


def _wish(each: Incoming, terms: Terms) -> remember.Wish:
    project = each.project or terms.project
    return remember.Wish(
        content=each.content,
        scope=each.scope or terms.scope,
        project=checks.named_project(project) if project else None,
        title=checks.line("title", each.title) if each.title else None,
        type=each.type,
        tags=each.tags,
        importance=each.importance,
        pinned=each.pinned,
        force=terms.force,
        allow_secrets=terms.allow_secrets,
        created_at=each.created_at,
    )


def _own(store: Store, each: Incoming, memory: Memory, terms: Terms, actor: Actor) -> ImportedItem:
    """A whole memory, as it was where it comes from; only the very same text is a double."""
    shown = " ".join(memory.content.split())[:MOST_SHOWN]
    found = None if terms.allow_secrets else secrets.find(memory.content)
    if found:
        raise SecretError(*found)
    known = _known(store, memory, actor)
    if known is not None and not (terms.force and memory.key):
        why = (
            f"{known.id} has this text."
            if known.content == memory.content
            else (f"The key {memory.key!r} has another text here; force overwrites it.")
        )
        return ImportedItem("doubled", each.origin, shown, known.id, why)
    digest = keeping.digest(actor.namespace, memory.content)
    stone = journal.tombstone(store, digest)
    if stone is not None and not terms.force:
        raise ForgottenError(stone.id, keeping.day(stone.at), stone.reason)
    journal.dig_up(store, digest)
    stored = _placed(store, memory, known, actor)
    keeping.put(store, stored)
    after = memories.get(store, stored.id, actor.namespace) or stored
    keeping.note_down(store, actor, "store" if stored.key else "remember", stored.id, known, after)
    return ImportedItem("new", each.origin, shown, stored.id, "")


def _known(store: Store, memory: Memory, actor: Actor) -> Memory | None:
    if memory.key is not None:
        checks.key(memory.key)
        row = documents.find(store, actor.namespace, memory.key)
        return None if row is None else memories.get(store, row.public_id, actor.namespace)
    wanted = memories.Filter(actor.namespace, actor.now, private=True)
    digest = keeping.digest(actor.namespace, memory.content)
    return memories.of_content(store, digest, wanted)


def _placed(store: Store, memory: Memory, known: Memory | None, actor: Actor) -> Memory:
    """A memory that fits here: its id is free or its own, its dates are not ahead."""
    if known is not None:
        public_id = known.id
    elif memory.id and not memories.is_taken(store, memory.id):
        public_id = memory.id
    else:
        public_id = keeping.new_id(store)
    created = min(memory.created_at or actor.now, actor.now)
    tags = tuple(tag for each in memory.tags for tag in checks.tags(each))
    return memory._replace(
        id=public_id,
        content=keeping.plain_text(memory.content),
        title=memory.title or memory.key or remember.title_of(memory.content),
        type=checks.memory_type(memory.type),
        tags=tuple(sorted(dict.fromkeys(tags), key=str.casefold)),
        namespace=actor.namespace,
        created_at=created,
        updated_at=min(max(memory.updated_at, created), actor.now),
    )
