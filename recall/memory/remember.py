"""Saving a memory: checked for secrets, for what was forgotten, and for what is known already."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from recall.errors import ForgottenError, NotFoundError, RefusedError, SecretError, UsageError
from recall.memory import duplicates, keeping, private, secrets, titles, wording
from recall.memory_model import Memory, MemoryScope, Remembered
from recall.store import erasing, journal, memories

if TYPE_CHECKING:
    from recall.memory.duplicates import Near
    from recall.memory.keeping import Actor
    from recall.store.database import Store

LIFETIMES: dict[MemoryScope, int | None] = {
    "session": 30 * 86_400,
    "project": 90 * 86_400,
    "global": None,
}
"""Seconds that a memory lives by default; None is for ever."""

_MOST_CONTRADICTED = 5


class Wish(NamedTuple):
    """What is to be saved and how, already checked; None leaves a thing to its default.

    The default of what replaces a memory is what that one has.
    """

    content: str
    scope: MemoryScope | None = None
    project: str | None = None
    ttl: int = 0
    title: str | None = None
    type: str | None = None
    tags: tuple[str, ...] | None = None
    importance: float | None = None
    pinned: bool | None = None
    valid_until: float | None = None
    event_date: float | None = None
    supersedes: tuple[str, ...] = ()
    replace: str | None = None
    force: bool = False
    allow_secrets: bool = False
    keep_private: bool = False
    threshold: float = duplicates.THRESHOLD
    created_at: float | None = None


def remember(store: Store, wish: Wish, actor: Actor) -> Remembered:
    """Save a memory, or answer with the one that says the same already.

    The check and the write are one transaction, so that two programs that save the same thing at
    once store it once.

    Raises:
        RefusedError: it holds a secret, was forgotten, or nothing of it may be kept.
        NotFoundError: a memory that it is to replace or to supersede is not there.
        UsageError: it would supersede what supersedes it.
    """
    wish, why = allowed(wish)
    with store.write():
        needs_scrub = keeping.begin(store, actor.now)
        answer = save(store, wish, actor)
    if needs_scrub:
        erasing.scrub(store)
    return answer._replace(why=(*why, *answer.why))


def allowed(wish: Wish) -> tuple[Wish, list[str]]:
    """The wish with the text that may be kept, and what is to say about it."""
    content = keeping.plain_text(wish.content)
    why = []
    if not wish.keep_private:
        content, count = private.without(content)
        if count:
            why.append(f"Left out: {count} private part{'' if count == 1 else 's'}.")
            if not content:
                raise RefusedError(
                    "Not stored: all of it is private. Keep it with keep_private (--keep-private)."
                )
    found = None if wish.allow_secrets else secrets.find(content)
    if found:
        raise SecretError(*found)
    is_private = private.without(content)[1] > 0
    return wish._replace(content=content, keep_private=is_private), why


def save(store: Store, wish: Wish, actor: Actor) -> Remembered:
    """Save what may be kept, or answer with what says the same, inside the caller's transaction.

    Raises:
        RecallError: as ``remember``.
    """
    old = None if wish.replace is None else found(store, wish.replace, actor.namespace)
    if old is not None and old.key is not None:
        raise UsageError(f"{old.id} is the document {old.key!r}; it is replaced by its key.")
    for each in wish.supersedes:
        found(store, each, actor.namespace)
    digest = keeping.digest(actor.namespace, wish.content)
    wanted = memories.Filter(actor.namespace, actor.now, project=wish.project)
    near = _near(store, wish, wanted, digest)
    if wish.force:
        journal.dig_up(store, digest)
    else:
        shown = duplicates.shown_by_search(store, wish.content, wanted)
        close = (each for each in near if each.likeness.score >= wish.threshold)
        same = shown or next(close, None)
        if same is not None and old is None:
            return _known(same, actor.now)
        _demand_alive(store, digest)
    others = [
        each for each in near if each.likeness.other_value and each.memory.superseded_by is None
    ][:_MOST_CONTRADICTED]
    memory = _made(store, wish, actor, old, tuple(each.memory.id for each in others))
    demand_no_circle(store, memory)
    keeping.put(store, memory)
    stored = memories.get(store, memory.id, actor.namespace) or memory
    keeping.note_down(
        store, actor, "remember" if old is None else "replace", stored.id, old, stored
    )
    return Remembered(
        stored,
        duplicate=False,
        similarity=None,
        contradicts=tuple(each.memory for each in others),
        why=tuple(_contradiction(each) for each in others),
    )


def found(store: Store, public_id: str, namespace: str) -> Memory:
    """The memory of this id.

    Raises:
        NotFoundError: there is none in the namespace.
    """
    memory = memories.get(store, public_id, namespace)
    if memory is None:
        raise NotFoundError("memory", public_id, hint="Its id is in 'recall list' and in searches.")
    return memory


def _near(store: Store, wish: Wish, wanted: memories.Filter, digest: bytes) -> list[Near]:
    """Like memories but for those that this one takes the place of."""
    gone = {each.lower() for each in (*wish.supersedes, *filter(None, (wish.replace,)))}
    said = wording.read(wish.content)
    near = duplicates.near(store, said, wanted)
    same = memories.of_content(store, digest, wanted)
    if same is not None and all(each.memory.id != same.id for each in near):
        near = [duplicates.exact(same), *near]
    return [each for each in near if each.memory.id not in gone]


def _known(same: Near, now: float) -> Remembered:
    memory, like = same
    why = [f"Not stored again: {memory.id} says the same ({like.score:.2f}; {like.reason})."]
    if memory.superseded_by:
        why.append(f"It is superseded by {memory.superseded_by}; force stores it anew.")
    if memory.expires_at is not None and memory.expires_at - now < keeping.KEEPING_SECONDS + 1:
        why.append(f"It ends on {keeping.day(memory.expires_at)}; replace it to keep it longer.")
    return Remembered(memory, duplicate=True, similarity=like.score, contradicts=(), why=tuple(why))


def _demand_alive(store: Store, digest: bytes) -> None:
    stone = journal.tombstone(store, digest)
    if stone is not None:
        raise ForgottenError(stone.id, keeping.day(stone.at), stone.reason)


def _contradiction(other: Near) -> str:
    return (
        f"Says something else than {other.memory.id} ({other.likeness.reason}). Both are kept; "
        "supersede or replace the one that no longer holds."
    )


def _made(
    store: Store, wish: Wish, actor: Actor, old: Memory | None, contradicts: tuple[str, ...]
) -> Memory:
    scope = wish.scope or (old.scope if old else "session")
    lifetime = wish.ttl or LIFETIMES[scope]
    supersedes = [*(old.supersedes if old else ()), *(each.lower() for each in wish.supersedes)]
    return Memory(
        id=old.id if old else keeping.new_id(store),
        content=wish.content,
        scope=scope,
        project=wish.project or (old.project if old else None),
        created_at=old.created_at if old else min(wish.created_at or actor.now, actor.now),
        expires_at=None if lifetime is None else actor.now + lifetime,
        title=_title(wish, old),
        type=wish.type or (old.type if old else None),
        tags=wish.tags if wish.tags is not None else (old.tags if old else ()),
        updated_at=actor.now if old else min(wish.created_at or actor.now, actor.now),
        namespace=actor.namespace,
        importance=_or(wish.importance, old.importance if old else None),
        pinned=bool(wish.pinned if wish.pinned is not None else old and old.pinned),
        private=wish.keep_private,
        session=old.session if old else actor.session,
        valid_until=_or(wish.valid_until, old.valid_until if old else None),
        event_date=_or(wish.event_date, old.event_date if old else None),
        reinforced_at=old.reinforced_at if old else None,
        reinforcements=old.reinforcements if old else 0,
        supersedes=tuple(dict.fromkeys(supersedes)),
        contradicts=contradicts,
        superseded_by=None,
    )


def _or(value: float | None, default: float | None) -> float | None:
    return default if value is None else value


def _title(wish: Wish, old: Memory | None) -> str:
    """The title given now or to the memory that is replaced, else one made of the text."""
    if wish.title:
        return wish.title
    if old and old.title != titles.make(old.content):
        return old.title
    return title_of(wish.content)


def title_of(content: str) -> str:
    """A title made of a text, with nothing private in it."""
    return titles.make(private.without(content)[0] or "private")


def demand_no_circle(store: Store, memory: Memory) -> None:
    """Refuse a memory that would, by way of others, supersede itself."""
    waiting, seen = list(memory.supersedes), set()
    while waiting:
        each = waiting.pop()
        if each == memory.id:
            raise UsageError(f"{memory.id!r} would supersede itself. Name another memory.")
        if each not in seen:
            seen.add(each)
            older = memories.get(store, each, memory.namespace)
            waiting += older.supersedes if older else ()
