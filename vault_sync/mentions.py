"""Unlinked mentions: names of notes that a text has outside of links (OBSIDIAN.md R314)."""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_right
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from vault_sync.paths import fold

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from vault_sync.model import Note

MAX_TOKENS = 100
"""Words and marks of a name; longer ones are not looked for, which bounds the work at a place."""

_UNSPACED = (
    "\u0e00-\u0edf\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u31f0-\u31ff"
    "\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uff66-\uff9f\U00020000-\U0003fffd"
)
"""Scripts without blanks, in which any character may begin a word: Thai, Lao, Burmese, Khmer,
Japanese, Chinese."""

_LINE_END = re.compile(r"\r\n?|\n")
_TICKS = re.compile("`+")
_WITHOUT_MENTIONS = frozenset({"code", "math", "html"})

_Span: TypeAlias = "tuple[int, int]"


class Mention(NamedTuple):
    """A place in ``Note.text`` (character offsets) that has the name of the notes at ``paths``."""

    start: int
    end: int
    line: int
    paths: tuple[str, ...]


class Names:
    """Names and aliases of notes, to be looked for in texts, all of them in one pass.

    A name matches as whole words, whatever the case; in scripts without blanks, anywhere. One
    run of blanks is as good as another, a line break is none.
    """

    def __init__(self, names: Iterable[tuple[str, str]]) -> None:
        """Take pairs of a name and the path of the note that has it."""
        self._root = _Branch()
        for name, path in names:
            tokens = [
                _key(token) for token in _tokens().findall(unicodedata.normalize("NFC", name))
            ]
            if 0 < len(tokens) <= MAX_TOKENS and name.strip():
                branch = self._root
                for token in tokens:
                    branch = branch.next.setdefault(token, _Branch())
                if path not in branch.paths:
                    branch.paths = (*branch.paths, path)

    def mentions(self, note: Note) -> tuple[Mention, ...]:
        """Mentions in a note, in order and without overlap; the longest name at a place wins.

        Links, code, math and HTML hold none, and neither do the properties. The note's own
        names hide shorter ones in them and are no mentions.
        """
        starts = [0, *(match.end() for match in _LINE_END.finditer(note.text))]
        hidden = _Hidden(_hidden(note, starts))
        found = []
        for start, end, paths in self._matches(note.text, hidden):
            others = tuple(path for path in paths if path != note.path)
            if others:
                found.append(Mention(start, end, bisect_right(starts, start) - 1, others))
        return tuple(found)

    def _matches(self, text: str, hidden: _Hidden) -> Iterator[tuple[int, int, tuple[str, ...]]]:
        places = [
            (token.start(), token.end(), _key(token[0])) for token in _tokens().finditer(text)
        ]
        first, index = self._root.next, 0
        while index < len(places):
            start = places[index][0]
            after = index + 1
            if places[index][2] in first and not hidden.holds(start, start + 1):
                length, paths = self._longest(places, index)
                if length and not hidden.holds(start, places[index + length - 1][1]):
                    after = index + length
                    yield start, places[after - 1][1], paths
            index = after

    def _longest(
        self, places: list[tuple[int, int, str]], index: int
    ) -> tuple[int, tuple[str, ...]]:
        """How many tokens from here are a name, and whose."""
        branch = self._root
        found: tuple[int, tuple[str, ...]] = (0, ())
        for length in range(1, min(MAX_TOKENS, len(places) - index) + 1):
            following = branch.next.get(places[index + length - 1][2])
            if following is None:
                break
            branch = following
            if branch.paths:
                found = (length, branch.paths)
        return found


class _Branch:
    """Names by their next word or mark; ``paths`` are those of the name that ends here."""

    __slots__ = ("next", "paths")

    def __init__(self) -> None:
        self.next: dict[str, _Branch] = {}
        self.paths: tuple[str, ...] = ()


class _Hidden:
    """Spans in which nothing is looked for, asked in ascending order."""

    def __init__(self, spans: Iterable[_Span]) -> None:
        self._spans: list[_Span] = []
        for start, end in sorted(spans):
            if self._spans and start <= self._spans[-1][1]:
                self._spans[-1] = (self._spans[-1][0], max(end, self._spans[-1][1]))
            else:
                self._spans.append((start, end))
        self._starts = [start for start, _ in self._spans]

    def holds(self, start: int, end: int) -> bool:
        """Whether any of this lies in a span."""
        before = bisect_right(self._starts, end - 1) - 1
        return before >= 0 and self._spans[before][1] > start


def names_of(note: Note) -> Iterator[tuple[str, str]]:
    """The names a note can be mentioned by: its file's, without ``.md``, and its aliases."""
    yield note.path.rpartition("/")[2].removesuffix(".md"), note.path
    for alias in note.aliases:
        yield alias, note.path


def _hidden(note: Note, starts: list[int]) -> Iterator[_Span]:
    """Where a note has no mentions; ``starts`` are the offsets of its lines."""
    text = note.text

    def start_of(line: int) -> int:
        return starts[line] if line < len(starts) else len(text)

    yield 0, start_of(note.body_line)
    for block in note.blocks:
        span = start_of(block.first_line), start_of(block.last_line + 1)
        if block.kind in _WITHOUT_MENTIONS:
            yield span
        elif text.find("`", *span) >= 0:
            yield from _code_spans(text, *span)
    for link in note.links:
        if link.start is not None and link.end is not None:
            yield link.start, link.end


def _code_spans(text: str, start: int, end: int) -> Iterator[_Span]:
    """Code between as many backticks as opened it; a fence in a list reads like that too."""
    runs = list(_TICKS.finditer(text, start, end))
    latest: dict[int, int] = {}
    closing: list[int | None] = [None] * len(runs)
    for index in range(len(runs) - 1, -1, -1):
        length = len(runs[index][0])
        closing[index] = latest.get(length)
        latest[length] = index
    index = 0
    while index < len(runs):
        close = closing[index]
        if close is not None:
            yield runs[index].start(), runs[close].end()
            index = close
        index += 1


@lru_cache(maxsize=1)
def _tokens() -> re.Pattern[str]:
    """Expression for what a text is made of: words, runs of blanks, single marks."""
    marks = "".join(
        re.escape(chr(code))
        for code in range(0x300, 0x10000)
        if unicodedata.category(chr(code))[0] == "M" and not _is_unspaced(chr(code))
    )
    word = rf"(?:[^\W{_UNSPACED}]|[{marks}])+"
    return re.compile(rf"[{_UNSPACED}][\u3099\u309a]?|{word}|[^\S\r\n]+|.", re.DOTALL)


def _is_unspaced(character: str) -> bool:
    return re.match(f"[{_UNSPACED}]", character) is not None


def _key(token: str) -> str:
    return " " if token.isspace() and token not in "\r\n" else fold(token)
