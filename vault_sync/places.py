"""Positions as Obsidian counts them: line, column and offset, each from zero (R038)."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from typing import NamedTuple

from vault_sync.text import Origin, unify

_LINE_END = re.compile(r"\n")
_TWO_UNITS = re.compile("[\U00010000-\U0010ffff]")


class Place(NamedTuple):
    """A place in a note; ``column`` and ``offset`` count UTF-16 units of the text on disk."""

    line: int
    column: int
    offset: int


class Span(NamedTuple):
    """From the first place of something to the one behind it."""

    start: Place
    end: Place


class Places:
    """Places of one text, asked for in any order by offsets into it with LF line ends."""

    def __init__(self, text: str) -> None:
        self.unified = unify(text)
        self._origin = Origin(text)
        self._line_starts = [0, *(found.end() for found in _LINE_END.finditer(self.unified))]
        astral = () if text.isascii() else _TWO_UNITS.finditer(self.unified)
        self._astral = [found.start() for found in astral]

    def place(self, offset: int) -> Place:
        """The place of an offset."""
        line = bisect_right(self._line_starts, offset) - 1
        start = self._line_starts[line]
        before = bisect_left(self._astral, offset)
        column = offset - start + before - bisect_left(self._astral, start)
        return Place(line, column, self._origin.offset(offset) + before)

    def span(self, start: int, end: int) -> Span:
        """The span between two offsets."""
        return Span(self.place(start), self.place(end))

    def lines(self, first: int, last: int) -> Span:
        """The span of whole lines, without the line end of the last."""
        return self.span(self._line_starts[first], self.line_end(last))

    def line_start(self, line: int) -> int:
        """Offset at which a line begins."""
        return self._line_starts[line]

    def line_end(self, line: int) -> int:
        """Offset of the end of a line, before its line end."""
        is_last = line + 1 >= len(self._line_starts)
        return len(self.unified) if is_last else self._line_starts[line + 1] - 1

    def at(self, line: int, column: int) -> Place:
        """The place of a line and a column of it."""
        return Place(line, column, self.place(self._line_starts[line]).offset + column)
