"""Plain BM25, the yardstick that ranking is measured against, and the documents it is run on.

Nothing but FTS5's own tokenizer and ``bm25()``: a row is a whole document, title and text weigh
alike, the words of a question are OR-ed. Kept in memory, no part of the store.
"""

from __future__ import annotations

import unicodedata
import zlib
from typing import TYPE_CHECKING, NamedTuple

import apsw

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from recall.store.database import Store

_TABLE = "create virtual table documents using fts5 (title, text, tokenize = 'porter unicode61')"

_INSERT = "insert into documents (rowid, title, text) values (?, ?, ?)"

_SEARCH = """
select rowid from documents
where documents match ? order by bm25(documents, 1.0, 1.0), rowid limit ?
"""

_SEARCHABLE = """
select items.namespace, items.path, items.title, texts.body from items
left join texts on texts.item_id = items.id
where items.excluded = 0 and items.path is not null
  and exists (select 1 from passages where passages.item_id = items.id)
order by items.id
"""


class PlainDocument(NamedTuple):
    """A document whole; ``namespace`` says whose it is."""

    namespace: str
    path: str
    title: str
    text: str


def searchable(store: Store) -> Iterator[PlainDocument]:
    """The documents that a search of this store can find, in the order they were written."""
    for namespace, path, title, packed in store.connection.execute(_SEARCHABLE):
        yield PlainDocument(namespace, path, title, zlib.decompress(packed).decode())


class PlainIndex:
    """An index of its own over some documents."""

    def __init__(self, documents: Iterable[PlainDocument]) -> None:
        self._paths: list[str] = []
        self._connection = apsw.Connection(":memory:")
        self._connection.execute(_TABLE)
        with self._connection:
            self._connection.executemany(_INSERT, self._rows(documents))

    def _rows(self, documents: Iterable[PlainDocument]) -> Iterator[tuple[int, str, str]]:
        for row, document in enumerate(documents):
            self._paths.append(document.path)
            yield row, document.title, document.text

    def ranked_paths(self, question: str, limit: int) -> tuple[str, ...]:
        """Paths of the documents with some word of the question, by BM25, best first."""
        match = " OR ".join(f'"{word}"' for word in dict.fromkeys(_words(question)))
        if not match:
            return ()
        rows = self._connection.execute(_SEARCH, (match, limit))
        return tuple(self._paths[row] for (row,) in rows)


def _words(text: str) -> list[str]:
    """Runs of letters, digits and marks: the vowel signs of Indic scripts belong to their words."""
    kept = (sign if _is_of_word(sign) else " " for sign in text)
    return "".join(kept).split()


def _is_of_word(sign: str) -> bool:
    return sign.isalnum() or sign == "_" or unicodedata.category(sign)[0] == "M"
