"""Words that mean nearly the same as another, among those that a store's memories have.

By the table of word vectors that comes with the package, and not by a list of synonyms: it knows
``deploy`` and ``rollout`` as well as ``fast`` and ``quick``, in the words of the store's own
memories. Opposites are near, too ("slow"); so what is found by such a word alone ranks behind.
``tests/quality/test_synonyms.py`` has what was measured.
"""

from __future__ import annotations

import re
from operator import mul
from typing import TYPE_CHECKING, NamedTuple

from recall.embedding.codes import Codes, asked
from recall.embedding.encoder import Encoder
from recall.embedding.query import query_vector
from recall.search.common_words import is_common
from recall.store import documents

if TYPE_CHECKING:
    from collections.abc import Iterable

    from recall.store.database import Store

LEAST_COSINE = 0.5
"""From here on two words count as of one meaning."""

MOST = 6
"""Synonyms of one word that are looked for."""

_MOST_WORDS = 20_000
"""Different words that are compared, those of the newest memories first."""

_CANDIDATES = 32
_WORD = re.compile(r"[^\W\d_]{3,40}")
_PLAIN = re.compile(r"""[^"'():\[\]/*|]+""")


class Near(NamedTuple):
    """A word that means nearly the same, and how nearly, up to 1."""

    word: str
    cosine: float


class Vocabulary:
    """Words with their vectors."""

    def __init__(self, words: Iterable[str]) -> None:
        encoder = Encoder()
        self._words = list(words)
        self._codes = Codes(b"".join([encoder.codes("", [word])[0] for word in self._words]))

    def near(self, word: str) -> list[Near]:
        """The words nearest to one, itself and its other forms left out."""
        numbers = query_vector(word).numbers
        if not any(numbers):
            return []
        found = []
        for place in self._codes.nearest(asked(numbers), _CANDIDATES):
            other = self._words[place]
            cosine = sum(map(mul, numbers, query_vector(other).numbers))
            if cosine >= LEAST_COSINE and not _is_form(word, other):
                found.append(Near(other, cosine))
        return sorted(found, key=lambda each: -each.cosine)[:MOST]


def expanded(store: Store, namespace: str, query: str) -> tuple[str, float] | None:
    """A query that asks for synonyms, too, and how near the nearest of them is.

    None where no word of it has any, and for one with signs of the query language.
    """
    if not _PLAIN.fullmatch(query) or re.search(r"(?:^|\s)-|\bOR\b", query):
        return None
    vocabulary = _vocabulary(store, namespace)
    nearest = 0.0
    parts = []
    for text in query.split():
        word = _WORD.search(text)
        near = vocabulary.near(word[0].lower()) if word and _is_telling(word[0]) else []
        if near:
            nearest = max(nearest, near[0].cosine)
            parts.append(f"({' OR '.join([text, *(each.word for each in near)])})")
        else:
            parts.append(text)
    return (" ".join(parts), nearest) if nearest else None


def _is_telling(word: str) -> bool:
    return not is_common(word)


def _is_form(word: str, other: str) -> bool:
    """Whether two words are forms of one, which the index finds anyway: quick, quickly."""
    short, long = sorted((word, other), key=len)
    return long.startswith(short) and len(long) - len(short) <= 2


def _vocabulary(store: Store, namespace: str) -> Vocabulary:
    connection = store.connection
    state = (namespace, connection.pragma("data_version"), connection.total_changes())
    kept = store.kept.get("vocabulary")
    if kept is not None and kept[0] == state:
        return kept[1]  # type: ignore[return-value]
    words: dict[str, None] = {}
    for _, text in documents.texts(store, namespace):
        for word in _WORD.findall(text):
            if _is_telling(word):
                words.setdefault(word.lower())
        if len(words) >= _MOST_WORDS:
            break
    made = Vocabulary(words)
    store.kept["vocabulary"] = (state, made)
    return made
