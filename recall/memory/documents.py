"""Key-value documents: stored whole, appended to, edited between markers, taken out."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from recall.errors import ForgottenError, NotFoundError, RefusedError, SecretError, UsageError
from recall.memory import keeping, outline, private, secrets, sections
from recall.memory_model import KeyDocument, KeyValue, Memory
from recall.sources.passages import cut
from recall.store import documents, erasing, journal, memories
from recall.store.drafts import PassageDraft
from recall.store.journal import Splice
from vault_sync import note

if TYPE_CHECKING:
    from recall.memory.keeping import Actor
    from recall.memory_model import Action
    from recall.store.database import Store

MOST_CHARACTERS = 10_000_000
"""Of one document."""

_PREFIX = re.compile(r"([^\W_][\w/-]*):.", re.DOTALL)


class Wish(NamedTuple):
    """A text for a document, and how it is to be taken in."""

    key: str
    text: str
    tags: tuple[str, ...] = ()
    force: bool = False
    allow_secrets: bool = False


class Section(NamedTuple):
    """Which part of a document is to be replaced; ``inclusive``: the markers with it."""

    start_marker: str
    end_marker: str
    inclusive: bool = False


def tags_of(key: str, tags: tuple[str, ...]) -> tuple[str, ...]:
    """The tags given, and the one that the key's prefix is: ``learn`` of ``learn:topic``."""
    prefix = _PREFIX.match(key)
    found = {tag.casefold(): tag for tag in (*tags, *([prefix[1]] if prefix else []))}
    return tuple(found[name] for name in sorted(found))


def store(store: Store, wish: Wish, actor: Actor) -> KeyDocument:
    """Write a document whole, in the place of what has its key.

    Raises:
        RefusedError: it holds a secret, was forgotten, or all of it is private.
        UsageError: it is too long.
    """
    text, notes = _allowed(wish)
    with store.write():
        needs_scrub = keeping.begin(store, actor.now)
        found = _put(store, wish, text, actor)
    if needs_scrub:
        erasing.scrub(store)
    return found._replace(notes=notes)


def append(
    store: Store, wish: Wish, separator: str, actor: Actor, *, create: bool = True
) -> KeyDocument:
    """Add a text behind a document's, without writing that anew; make the document if need be.

    Raises:
        NotFoundError: there is no such document, and none is to be made.
        RefusedError: the text holds a secret, or all of it is private.
        UsageError: the document would be too long.
    """
    text, notes = _allowed(wish)
    with store.write():
        needs_scrub = keeping.begin(store, actor.now)
        row = documents.find(store, actor.namespace, wish.key)
        if row is None:
            _demand(store, wish.key, actor.namespace, create=create)
            found = _put(store, wish, text, actor, "append")
        else:
            found = _append(store, row, wish, (separator if row.characters else "") + text, actor)
    if needs_scrub:
        erasing.scrub(store)
    return found._replace(notes=notes)


def replace_section(
    store: Store, wish: Wish, section: Section, actor: Actor, *, create: bool = False
) -> KeyDocument:
    """Replace what stands between two markers of a document.

    Raises:
        NotFoundError: there is no such document, and none is to be made.
        RefusedError: the text holds a secret, or all of it is private.
        UsageError: a marker is missing, there more than once, or the end comes first.
    """
    text, notes = _allowed(wish) if wish.text else ("", ())
    with store.write():
        needs_scrub = keeping.begin(store, actor.now)
        found = _replace_section(store, wish._replace(text=text), section, actor, create=create)
    if needs_scrub:
        erasing.scrub(store)
    return found._replace(notes=notes)


def delete(store: Store, key: str, actor: Actor) -> str:
    """Take a document out; gives its id, by which it can be brought back.

    The same text may be stored again: who deletes a key says nothing about what it held.

    Raises:
        NotFoundError: there is no such document.
    """
    with store.write():
        needs_scrub = keeping.begin(store, actor.now)
        memory = _found(store, key, actor.namespace)
        memories.remove(store, memory.id)
        keeping.note_down(store, actor, "delete", memory.id, memory, None)
    if needs_scrub:
        erasing.scrub(store)
    return memory.id


def read(store: Store, key: str, namespace: str, offset: int, max_chars: int) -> KeyValue:
    """A document's text from a character on; ``max_chars`` 0 is all the rest.

    Raises:
        NotFoundError: there is no such document.
        UsageError: the offset lies behind its end.
    """
    row = documents.find(store, namespace, key)
    if row is None:
        raise _missing(store, key, namespace)
    if offset > row.characters:
        raise UsageError(
            f"offset is {offset:,}, behind the end of {key!r}, which has {row.characters:,} "
            "characters."
        )
    stop = row.characters if max_chars == 0 else min(offset + max_chars, row.characters)
    text = documents.text_from(store, row.item_id, offset)[: stop - offset]
    return KeyValue(key, text, row.characters, stop if stop < row.characters else None)


def _allowed(wish: Wish) -> tuple[str, tuple[str, ...]]:
    """The text that may be kept, and what is to say about it."""
    plain = keeping.plain_text(wish.text)
    text, count = private.without(plain)
    if count and not text:
        raise RefusedError("Not stored: all of it is private.")
    found = None if wish.allow_secrets else secrets.find(text)
    if found:
        raise SecretError(*found)
    if not count:
        return plain, ()
    return text, (f"Left out: {count} private part{'' if count == 1 else 's'}.",)


def _demand_length(key: str, characters: int) -> None:
    if characters > MOST_CHARACTERS:
        raise UsageError(
            f"{key!r} would have {characters:,} characters, more than the {MOST_CHARACTERS:,} "
            "that one document may have."
        )


def _put(
    store: Store, wish: Wish, text: str, actor: Actor, action: Action = "store"
) -> KeyDocument:
    _demand_length(wish.key, len(text))
    digest = keeping.digest(actor.namespace, text)
    stone = None if wish.force else journal.tombstone(store, digest)
    if stone is not None:
        raise ForgottenError(stone.id, keeping.day(stone.at), stone.reason)
    if wish.force:
        journal.dig_up(store, digest)
    row = documents.find(store, actor.namespace, wish.key)
    old = None if row is None else memories.get(store, row.public_id, actor.namespace)
    tags = wish.tags or (old.tags if old else ())
    memory = _made(store, wish.key, text, tags_of(wish.key, tags), actor, old)
    keeping.put(store, memory)
    keeping.note_down(store, actor, action, memory.id, old, memory)
    return _document(memory)


def _made(
    store: Store, key: str, text: str, tags: tuple[str, ...], actor: Actor, old: Memory | None
) -> Memory:
    if old is not None:
        return old._replace(content=text, tags=tags, updated_at=actor.now)
    return Memory(
        id=keeping.new_id(store),
        content=text,
        scope="global",
        project=None,
        created_at=actor.now,
        expires_at=None,
        title=key,
        type=None,
        tags=tags,
        updated_at=actor.now,
        namespace=actor.namespace,
        importance=None,
        pinned=False,
        private=False,
        session=actor.session,
        valid_until=None,
        event_date=None,
        reinforced_at=None,
        reinforcements=0,
        supersedes=(),
        contradicts=(),
        superseded_by=None,
        key=key,
    )


def _document(memory: Memory) -> KeyDocument:
    return KeyDocument(
        memory.key or memory.id,
        memory.id,
        memory.tags,
        memory.created_at,
        memory.updated_at,
        len(memory.content),
    )


def _append(
    store: Store, row: documents.Row, wish: Wish, fragment: str, actor: Actor
) -> KeyDocument:
    length = row.characters + len(fragment)
    _demand_length(wish.key, length)
    passages, above = _cut_end(store, row, fragment)
    if not documents.has_room(store, row.item_id, len(passages)):
        raise UsageError(f"{wish.key!r} has too many parts to append to; store it under two keys.")
    documents.append(store, row, fragment, passages, above, wish.key, actor.now)
    before = Splice(wish.key, actor.namespace, wish.key, row.characters, "", row.characters)
    after = before._replace(text=fragment, characters=length)
    keeping.note_down(store, actor, "append", row.public_id, before, after)
    more = tags_of(wish.key, wish.tags) if wish.tags else ()
    if set(more) - set(row.tags):
        memory = _found(store, wish.key, actor.namespace)
        keeping.put(store, memory._replace(tags=tags_of(wish.key, (*row.tags, *more))))
    created, tags = documents.facts(store, row.item_id)
    return KeyDocument(wish.key, row.public_id, tags, created, actor.now, length)


def _cut_end(
    store: Store, row: documents.Row, fragment: str
) -> tuple[tuple[PassageDraft, ...], str]:
    """The passages that take the place of the last one, and the headings above their last."""
    last = documents.last_passage(store, row.item_id)
    text = documents.text_from(store, row.item_id, last.start) + fragment
    lead = outline.to_markdown(outline.of_text(row.outline))
    lines = lead.count("\n")
    parsed = note.parse("", (lead + text).encode())
    cut_at = cut(parsed.text, parsed.body_line, parsed.blocks, parsed.headings)
    found = [
        PassageDraft(
            max(each.first_line - lines, 1) + last.first_line - 1,
            max(each.last_line - lines, 1) + last.first_line - 1,
            max(each.start - len(lead), 0) + last.start,
            each.stop - len(lead) + last.start,
            each.headings,
        )
        for each in cut_at
        if each.stop > len(lead)
    ]
    if not found:  # nothing but blanks
        found = [
            PassageDraft(last.first_line, last.first_line, last.start, last.start + len(text), ())
        ]
    above = outline.above(parsed.headings, max(cut_at[-1].first_line - 1, lines))
    return tuple(found), outline.to_text(above)


def _replace_section(
    store: Store, wish: Wish, section: Section, actor: Actor, *, create: bool
) -> KeyDocument:
    whole = wish.text
    if not section.inclusive:
        whole = f"{section.start_marker}\n{wish.text}\n{section.end_marker}"
    row = documents.find(store, actor.namespace, wish.key)
    if row is None:
        _demand(store, wish.key, actor.namespace, create=create)
        return _put(store, wish, whole, actor, "replace_section")
    memory = _found(store, wish.key, actor.namespace)
    place = sections.find(memory.content, section.start_marker, section.end_marker)
    if place is None:
        if not create:
            raise UsageError(
                f"{wish.key!r} has neither {section.start_marker!r} nor {section.end_marker!r}; "
                "nothing was changed."
            )
        return _append(store, row, wish, ("\n\n" if row.characters else "") + whole, actor)
    begin, after_start, end, after_end = place
    first, stop = (begin, after_end) if section.inclusive else (after_start, end)
    text = memory.content[:first] + wish.text + memory.content[stop:]
    _demand_length(wish.key, len(text))
    changed = memory._replace(content=text, updated_at=actor.now)
    keeping.put(store, changed)
    before = Splice(
        wish.key, actor.namespace, wish.key, first, memory.content[first:stop], len(memory.content)
    )
    after = before._replace(text=wish.text, characters=len(text))
    keeping.note_down(store, actor, "replace_section", memory.id, before, after)
    return _document(changed)


def _found(store: Store, key: str, namespace: str) -> Memory:
    row = documents.find(store, namespace, key)
    memory = None if row is None else memories.get(store, row.public_id, namespace)
    if memory is None:
        raise _missing(store, key, namespace)
    return memory


def _demand(store: Store, key: str, namespace: str, *, create: bool) -> None:
    if not create:
        raise _missing(store, key, namespace)


def _missing(store: Store, key: str, namespace: str) -> NotFoundError:
    import difflib

    near = difflib.get_close_matches(key, documents.keys(store, namespace), n=3, cutoff=0.6)
    return NotFoundError("document with the key", key, tuple(near))
