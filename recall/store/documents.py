"""Rows of key-value documents: memories with a key, of any length, to which texts are appended.

What is appended costs as much as it is long and not as the document is: it goes into ``tails``,
and only the last passage is indexed anew. Long tails are folded into the text now and then.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from recall.memory_model import KeyDocument
from recall.store import conditions, items, passage_index, vectors
from recall.store.prepared import terms_of
from recall.store.writing import MOST_PASSAGES, first_passage_of_document

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from recall.store.database import Store
    from recall.store.drafts import PassageDraft

MOST_IN_TAILS = 65_536
"""Characters behind the text before they are folded into it."""

_SELECT = """
select items.id, items.document_key, items.public_id, items.created, items.modified,
  items.characters
from items where items.source = 'memory' and items.document_key is not null
"""


class Row(NamedTuple):
    """A document, and what appending to it needs to know."""

    item_id: int
    public_id: str
    characters: int
    outline: str
    tags: tuple[str, ...]


class Last(NamedTuple):
    """The last passage of a document."""

    id: int
    ordinal: int
    first_line: int
    start: int


def find(store: Store, namespace: str, key: str) -> Row | None:
    """The document of exactly this key."""
    row = store.connection.execute(
        "select id, public_id, characters, coalesce(outline, '[]') from items "
        "where namespace = ? and document_key = ?",
        (namespace, key),
    ).get
    return None if row is None else Row(row[0], row[1], row[2], row[3], _tags(store, row[0]))


def listed(
    store: Store, namespace: str, tags: Sequence[str], *, by_key: bool, limit: int
) -> tuple[KeyDocument, ...]:
    """Documents with all of these tags or tags below them, newest first or in order of keys."""
    wanted = _wanted(namespace, tags)
    order = "items.document_key" if by_key else "items.modified desc, items.id desc"
    rows = store.connection.execute(
        f"{_SELECT} and ({wanted.sql}) order by {order} limit ?", (*wanted.parameters, limit)
    )
    return tuple(
        KeyDocument(key, public_id, _tags(store, item_id), created, modified, characters)
        for item_id, key, public_id, created, modified, characters in list(rows)
    )


def count(store: Store, namespace: str, tags: Sequence[str]) -> int:
    """Number of documents with all of these tags."""
    wanted = _wanted(namespace, tags)
    total: int = store.connection.execute(
        "select count(*) from items where source = 'memory' and document_key is not null "
        f"and ({wanted.sql})",
        wanted.parameters,
    ).get
    return total


def keys(store: Store, namespace: str) -> list[str]:
    """Keys of all documents."""
    rows = store.connection.execute(
        "select document_key from items where namespace = ? and document_key is not null",
        (namespace,),
    )
    return [row[0] for row in rows]


def texts(store: Store, namespace: str) -> Iterator[tuple[int, str]]:
    """Row ids and texts of all that is searched in a namespace's memories, the newest first."""
    rows = store.connection.execute(
        "select id from items where source = 'memory' and namespace = ? and excluded = 0 "
        "order by modified desc, id desc",
        (namespace,),
    )
    for (item_id,) in list(rows):
        yield item_id, items.text_of(store, item_id)


def last_passage(store: Store, item_id: int) -> Last:
    """Where what is appended to a document begins to be indexed."""
    return Last(
        *store.connection.execute(
            "select id, ordinal, first_line, start from passages where item_id = ? "
            "order by ordinal desc limit 1",
            (item_id,),
        ).get
    )


def text_from(store: Store, item_id: int, start: int) -> str:
    """The text of a document from a character on; of a long one only the tails are read."""
    rows = list(
        store.connection.execute(
            "select start, body from tails where item_id = ? "
            "and start >= coalesce((select max(start) from tails where item_id = ?1 "
            "and start <= ?2), 0) order by start",
            (item_id, start),
        )
    )
    if rows and rows[0][0] <= start:
        return "".join([body for _, body in rows])[start - rows[0][0] :]
    return items.text_of(store, item_id)[start:]


def append(
    store: Store,
    row: Row,
    fragment: str,
    passages: Sequence[PassageDraft],
    outline: str,
    key: str,
    now: float,
) -> None:
    """Write a text behind that of a document.

    ``passages`` take the place of the last one, ``outline`` are the headings above their last.
    """
    execute = store.connection.execute
    execute("insert into tails values (?, ?, ?)", (row.item_id, row.characters, fragment))
    last = last_passage(store, row.item_id)
    execute("delete from passage_index where rowid = ?", (last.id,))
    execute("delete from passages where id = ?", (last.id,))
    text = text_from(store, row.item_id, last.start)
    first = first_passage_of_document(row.item_id) + last.ordinal
    spans = [
        (each.start - last.start, each.stop - last.start, "\n".join(each.headings))
        for each in passages
    ]
    store.connection.executemany(
        "insert into passages (id, item_id, ordinal, first_line, last_line, start, stop, headings) "
        "values (?, ?, ?, ?, ?, ?, ?, ?)",
        [
            (first + at, row.item_id, last.ordinal + at, *each[:4], "\n".join(each.headings))
            for at, each in enumerate(passages)
        ],
    )
    terms = terms_of(key, (), row.tags, {}, text, spans)
    passage_index.insert(store, ((first + at, each) for at, each in enumerate(terms)))
    execute("delete from vectors where item_id = ?", (row.item_id,))
    vectors.expect(store)
    execute(
        "update items set characters = ?, outline = ?, modified = ?, dated = ?, date_text = "
        "date(?3, 'unixepoch', 'localtime'), content_hash = null where id = ?5",
        (row.characters + len(fragment), outline, now, now, row.item_id),
    )
    waiting = row.characters + len(fragment) - _settled(store, row.item_id)
    if waiting > MOST_IN_TAILS:
        fold(store, row.item_id)


def has_room(store: Store, item_id: int, more: int) -> bool:
    """Whether a document may have that many passages more."""
    return last_passage(store, item_id).ordinal + more < MOST_PASSAGES


def fold(store: Store, item_id: int) -> None:
    """Bring what was appended into the text."""
    text = items.text_of(store, item_id)
    store.connection.execute(
        "update texts set body = ? where item_id = ?", (items.pack(text), item_id)
    )
    store.connection.execute("delete from tails where item_id = ?", (item_id,))


def _settled(store: Store, item_id: int) -> int:
    """Where the tails of a document begin."""
    start: int = store.connection.execute(
        "select coalesce(min(start), 0) from tails where item_id = ?", (item_id,)
    ).get
    return start


def _wanted(namespace: str, tags: Sequence[str]) -> conditions.Condition:
    return conditions.all_of(
        [
            conditions.equals("namespace", namespace),
            *(conditions.has_tag(tag) for tag in tags),
        ]
    )


def _tags(store: Store, item_id: int) -> tuple[str, ...]:
    rows = store.connection.execute(
        "select tag from tags where item_id = ? order by key", (item_id,)
    )
    return tuple(row[0] for row in rows)


def facts(store: Store, item_id: int) -> tuple[float, tuple[str, ...]]:
    """When a document was made, and its tags."""
    created: float = store.connection.execute(
        "select created from items where id = ?", (item_id,)
    ).get
    return created, _tags(store, item_id)
