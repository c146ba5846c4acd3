"""Whether a leaf of the tree stands in a piece of text, and where."""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING, Protocol

from recall.search import snippet
from recall.search.syntax import joins
from recall.search.text_expressions import Clock, compiled
from recall.search.tree import Expression, Phrase, Text, Word
from recall.store import passage_search
from recall.store.tokenizer import BIGRAM_SCRIPTS, index_text, phrase_term, word_terms
from vault_sync.paths import fold

if TYPE_CHECKING:
    from collections.abc import Iterator

    from recall.store.database import Store

_QUOTED = re.compile(r'"((?:[^"]|"")*)"( \*)?')
_BIGRAM = re.compile(f"[{BIGRAM_SCRIPTS}]")


class Piece:
    """A piece of text with what several leaves ask of it, each made when first asked for."""

    __slots__ = ("_composed", "_folded", "_tokens", "text")

    def __init__(self, text: str) -> None:
        self.text = text
        self._composed: str | None = None
        self._folded: str | None = None
        self._tokens: list[str] | None = None

    @property
    def composed(self) -> str:
        """The text in composed form, in which two spellings of an accent are one."""
        if self._composed is None:
            text = self.text
            self._composed = text if text.isascii() else unicodedata.normalize("NFC", text)
        return self._composed

    @property
    def folded(self) -> str:
        """The text as it is compared where capitals do not count."""
        if self._folded is None:
            self._folded = fold(self.text)
        return self._folded

    def tokens(self, store: Store) -> list[str]:
        """The text as the index has it."""
        if self._tokens is None:
            found = passage_search.tokens(store, index_text(self.text))
            self._tokens = [each[2] for each in found]
        return self._tokens


class Matcher(Protocol):
    """A leaf made ready."""

    def found(self, piece: Piece) -> bool:
        """Whether it stands in a piece."""

    def spans(self, piece: Piece) -> Iterator[tuple[int, int]]:
        """Where it stands there, in characters."""


def matcher(store: Store, leaf: Word | Phrase | Text | Expression, clock: Clock) -> Matcher:
    """The leaf made ready to be looked for in many pieces."""
    if isinstance(leaf, Word):
        return _WordMatcher(store, leaf)
    if isinstance(leaf, Expression):
        return _ExpressionMatcher(leaf, clock)
    return _CharacterMatcher(leaf.text, case=leaf.case, whole=isinstance(leaf, Phrase))


class _CharacterMatcher:
    """Characters as they are; as ``whole`` words where their ends are parts of words."""

    def __init__(self, text: str, *, case: bool, whole: bool) -> None:
        self._case = case
        self._text = Piece(text).composed if case else fold(text)
        self._begins = whole and _of_word(self._text[:1])
        self._ends = whole and _of_word(self._text[-1:])
        self._pattern = re.compile(re.escape(text), 0 if case else re.IGNORECASE)

    def found(self, piece: Piece) -> bool:
        text = piece.composed if self._case else piece.folded
        at = text.find(self._text)
        while at >= 0:
            if self._is_whole(text, at, at + len(self._text)):
                return True
            at = text.find(self._text, at + 1)
        return False

    def spans(self, piece: Piece) -> Iterator[tuple[int, int]]:
        for found in self._pattern.finditer(piece.text):
            if self._is_whole(piece.text, *found.span()):
                yield found.span()

    def _is_whole(self, text: str, start: int, end: int) -> bool:
        if self._begins and start and _of_word(text[start - 1]):
            return False
        return not (self._ends and end < len(text) and _of_word(text[end]))


def _of_word(char: str) -> bool:
    """Whether a character makes a word longer: not in scripts that have no blanks."""
    return char not in ("", "_") and joins(char) and not _BIGRAM.match(char)


class _ExpressionMatcher:
    def __init__(self, leaf: Expression, clock: Clock) -> None:
        self._expression = compiled(leaf.source, case=leaf.case)
        self._clock = clock

    def found(self, piece: Piece) -> bool:
        if self._expression is None:
            return False
        self._clock.check()
        return self._expression.find(piece.text, 0, self._clock) is not None

    def spans(self, piece: Piece) -> Iterator[tuple[int, int]]:
        if self._expression is not None:
            yield from self._expression.spans(piece.text, self._clock)


class _WordMatcher:
    """A word in any of its forms, as in the index."""

    def __init__(self, store: Store, leaf: Word) -> None:
        self._store = store
        terms = word_terms(leaf.text, prefix=leaf.prefix)
        if len(terms) > 1:
            terms = tuple(filter(None, (phrase_term(leaf.text, prefix=leaf.prefix),)))
        self._expressions = terms
        self._runs = [run for term in terms for run in self._tokens(term)]
        # A form of an English word begins as its stem does but for the stem's last letter; a
        # look for that spares most lines the cutting into words.
        lowered = leaf.text.lower()
        stems = [token[:-1] for run, _ in self._runs for token in run]
        self._begins = [stem for stem in stems if stem.isascii() and stem in lowered]

    def _tokens(self, term: str) -> Iterator[tuple[list[str], bool]]:
        for quoted, star in _QUOTED.findall(term):
            found = passage_search.tokens(self._store, quoted.replace('""', '"'))
            yield [each[2] for each in found], bool(star)

    def found(self, piece: Piece) -> bool:
        if not self._runs:
            return True
        if piece.text.isascii() and not all(begin in piece.folded for begin in self._begins):
            return False
        tokens = piece.tokens(self._store)
        return all(_has_run(tokens, run, prefix=prefix) for run, prefix in self._runs)

    def spans(self, piece: Piece) -> Iterator[tuple[int, int]]:
        yield from snippet.marks(self._store, piece.text, self._expressions)


def _has_run(tokens: list[str], run: list[str], *, prefix: bool) -> bool:
    """Whether tokens stand side by side, the last perhaps only as a beginning."""
    length = len(run)
    if not length:
        return True
    if not prefix:
        if length == 1:
            return run[0] in tokens
        return any(tokens[at : at + length] == run for at in range(len(tokens) - length + 1))
    *before, last = run
    return any(
        tokens[at : at + length - 1] == before and tokens[at + length - 1].startswith(last)
        for at in range(len(tokens) - length + 1)
    )
