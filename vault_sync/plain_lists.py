"""Lists that hold nothing but items of text, told line by line.

Nearly all are such. What markdown-it makes of the others ``vault_sync.lists`` reads, and it would
give the same items for these, which the tests compare.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from vault_sync import leaves

_LINE = re.compile(
    rf"""(?P<indentation>[ \t]*)(?P<marker>[-*+]|[0-9]{{1,9}}[.)])(?P<blanks>[ ]{{1,4}})
        {leaves.PLAIN}
      | [ \t]*+{leaves.PLAIN}
      | (?P<blank>[ \t]*)$""",
    re.VERBOSE | re.MULTILINE,
)
_MOST_COLUMNS = 3
"""Further in than that a marker is code or text."""
_MOST_DEPTH = 20
"""markdown-it stops at some depth."""


class PlainItem(NamedTuple):
    """An item with its own lines: they end before its first child.

    ``text`` is the offset of its text, ``parent`` the line of the item that it lies in, -1 at
    the top.
    """

    parent: int
    first_line: int
    last_line: int
    start: int
    text: int
    end: int


def read(text: str, start: int, end: int, first_line: int) -> list[PlainItem] | None:
    """The items of the list between two offsets; None where it takes the exact rules to tell."""
    reader = _Reader()
    line = first_line
    while start <= end:
        found = _LINE.match(text, start, end)
        if found is None or not reader.take(found, line):
            return None
        start, line = found.end() + 1, line + 1
    return reader.items()


class _Open(NamedTuple):
    """An item that others may lie in: its line, the columns of its marker and of its text."""

    line: int
    marker: int
    text: int


class _Reader:
    """Takes the lines of one list one after the other."""

    def __init__(self) -> None:
        self._items: list[PlainItem] = []
        self._open: list[_Open] = []
        self._kind = ""
        self._gap: tuple[int, int] | None = None
        """Line and offset of the first blank line since the last text."""
        self._is_loose = self._is_nested = False

    def take(self, found: re.Match[str], line: int) -> bool:
        """Whether it can be told what a line is."""
        if found["blank"] is not None:
            self._gap = self._gap or (line, found.start())
            self._is_loose = True
            return not self._is_nested
        if found["marker"] is not None:
            return self._begin(found, line)
        if self._gap or not self._items:
            return False
        self._items[-1] = self._items[-1]._replace(last_line=line, end=found.end())
        return True

    def items(self) -> list[PlainItem] | None:
        """The items of all lines; None where the last are blank."""
        return None if self._gap else self._items

    def _begin(self, found: re.Match[str], line: int) -> bool:
        indentation, marker = found["indentation"], found["marker"]
        column = _columns(indentation)
        before = None
        while self._open and column < self._open[-1].text:
            before = self._open.pop()
        base = self._open[-1].text if self._open else 0
        if not self._belongs(marker[-1], column - base, column, before):
            return False
        if self._gap:  # an item ends where the blank lines before the next begin
            self._items[-1] = self._items[-1]._replace(last_line=self._gap[0], end=self._gap[1])
            self._gap = None
        start, text = found.start() + _passed(indentation, base), found.end("blanks")
        parent = self._open[-1].line if self._open else -1
        self._items.append(PlainItem(parent, line, line, start, text, found.end()))
        self._open.append(_Open(line, column, column + len(marker) + len(found["blanks"])))
        return True

    def _belongs(self, kind: str, depth: int, column: int, before: _Open | None) -> bool:
        """Whether a marker surely begins an item of the innermost list that is open."""
        self._kind = self._kind or kind
        if kind != self._kind or depth > _MOST_COLUMNS or (before and before.marker != column):
            return False
        if self._open:
            self._is_nested = True
            return not self._is_loose and kind in "-*+" and len(self._open) < _MOST_DEPTH
        return True


def _columns(indentation: str) -> int:
    return len(indentation.expandtabs(4))


def _passed(indentation: str, columns: int) -> int:
    """How many blanks belong to the containers; a tab does as a whole, as for Obsidian."""
    if "\t" not in indentation:
        return min(columns, len(indentation))
    return next(
        (count for count in range(len(indentation)) if _columns(indentation[:count]) >= columns),
        len(indentation),
    )
