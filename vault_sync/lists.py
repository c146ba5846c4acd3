"""List items, tasks and callouts of a note (OBSIDIAN.md R223, R224, R230 to R237).

Read when asked for and not with the note: a sync needs none of them.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    from vault_sync.containers import Nested
    from vault_sync.places import Places, Span
    from vault_sync.plain_lists import PlainItem

_MARKER = re.compile(r"(?:[-*+]|[0-9]{1,9}[.)])(?=[ \t\n]|\Z)")
_TASK = re.compile(r"\[([^\n])\](?=[ \t])")
_ITEM_IN_TASK = re.compile(r"[ \t]*(?P<item>(?:[-*+]|[0-9]{1,9}[.)])[ \t]+)(?=\S)")
_OPENS_COMMENT = re.compile(r"(?>(?:[> \t]|(?:[-*+]|[0-9]{1,9}[.)])[ \t])*)%%(?!%)")
_CALLOUT = re.compile(
    r"[ \t]*\[!(?=[^\]\n])(?P<type>[^\]|\n]*+)(?:\|(?P<metadata>[^\]\n]*+))?\]"
    r"(?P<fold>[+-]?)(?P<title>[^\n]*)"
)
_BLANKS = re.compile(r"[ \t]*")
_MARKS_OF_QUOTES = re.compile(r"[> \t]*")
_MOST_BLANKS_BEFORE_TEXT = 4
"""More than that after a list marker is one blank and indented code."""


class ListItem(NamedTuple):
    """An item of a list. Its span ends before its first child (R236).

    ``parent`` is the line of the item that it lies in, else the negated first line of its
    list, where -1 also stands for line 0 (R234). ``task`` is the raw character of a task
    (R231), None for other items; ``id`` its block id without ``^``.
    """

    span: Span
    parent: int
    task: str | None
    id: str | None = None

    @property
    def is_done(self) -> bool:
        """Whether it is a task that is not open: Obsidian counts all but a blank as done."""
        return self.task is not None and self.task != " "


class Callout(NamedTuple):
    """A quote that begins with ``[!type]``; types compare in small letters (R223).

    ``title`` is empty where the author gave none. ``fold`` is ``-`` for one that is folded,
    ``+`` for one that can be folded and is open, else empty.
    """

    span: Span
    type: str
    title: str
    fold: str
    metadata: str = ""

    @property
    def is_folded(self) -> bool:
        """Whether it shows its title only until it is opened."""
        return self.fold == "-"


class _Inside(NamedTuple):
    """A container that is open: ``width`` are the columns that an item's text is indented by."""

    node: Nested
    width: int


def read(places: Places, nested: Sequence[Nested]) -> Iterator[ListItem | Callout]:
    """The items and callouts of one list or quote with all that lies in it, in order."""
    open_ones: list[_Inside] = []
    first_lines: dict[Nested, int] = {}
    last_line = max((node.last_line for node in nested), default=0)
    commented = _commented(places, nested[0].first_line, last_line) if nested else ()
    for index, node in enumerate(nested):
        del open_ones[node.depth :]
        scan = _Scan(places, node.first_line)
        for outer in open_ones:
            scan.enter(outer)
        start, width = scan.index, 0
        if node.kind == "item":
            width = scan.marker()
        elif node.kind == "blockquote":
            scan.enter(_Inside(node, 0))
        open_ones.append(_Inside(node, width))
        if node.kind == "list" or node.first_line in commented:
            continue
        if node.kind == "blockquote":
            yield from _callout(places, node, start, scan.index)
        else:
            first_line = first_lines.setdefault(open_ones[-2].node, node.first_line)
            parent = _parent(open_ones, first_line, commented)
            end = _own_end(places, nested, index, in_quote=_is_in_quote(open_ones))
            yield from _items(places, node.first_line, parent, start, scan.index, end)


def of_plain(places: Places, plain: Sequence[PlainItem]) -> Iterator[ListItem]:
    """The same items from a list that was told line by line."""
    top = -(plain[0].first_line or 1)
    for outer, line, _, start, text_start, end in plain:
        yield from _items(places, line, top if outer < 0 else outer, start, text_start, end)


class _Scan:
    """Reads the beginning of one line, container by container.

    A tab of which only some columns belong to a container is passed as a whole, and what is
    left of it counts for the next: so do Obsidian's own columns.
    """

    def __init__(self, places: Places, line: int) -> None:
        self._text = places.unified
        self._line = line
        self.index = places.line_start(line)
        self._column = self._left = 0

    def enter(self, inside: _Inside) -> None:
        """Pass what of the line belongs to a container that it lies in."""
        if inside.node.kind == "blockquote":
            self._blanks(3)
            if self._text.startswith(">", self.index):
                self.index += 1
                self._column += 1
                self._blanks(1)
        elif inside.node.kind == "item":
            if inside.node.first_line == self._line:
                self.marker()
            else:
                self._blanks(inside.width)

    def marker(self) -> int:
        """Pass a list marker; the columns from where its container's text begins to its own."""
        first_column = self._column
        self._blanks(None)
        marker = _MARKER.match(self._text, self.index)
        if marker is None:
            return 0
        self._column += marker.end() - self.index
        self.index = marker.end()
        behind = self.index, self._column, self._left
        blanks = self._blanks(None)
        is_empty = self.index >= len(self._text) or self._text[self.index] == "\n"
        if is_empty or blanks > _MOST_BLANKS_BEFORE_TEXT:
            self.index, self._column, self._left = behind
            self._column += not self._blanks(1)  # an empty item's text would begin there
        return self._column - first_column

    def _blanks(self, most: int | None) -> int:
        """Pass so many columns of blanks at most; how many there were."""
        passed = 0
        while most is None or passed < most:
            if not self._left:
                mark = self._text[self.index : self.index + 1]
                if mark not in {" ", "\t"}:
                    break
                self._left = 1 if mark == " " else 4 - self._column % 4
                self.index += 1
            step = self._left if most is None else min(self._left, most - passed)
            self._left -= step
            self._column += step
            passed += step
        return passed


def _commented(places: Places, first: int, last: int) -> set[int]:
    """Lines of a container that lie in a ``%%`` block in it (R233).

    A line that begins with ``%%`` opens one; the next line with ``%%`` in it closes it.
    """
    text, commented, opened = places.unified, set[int](), -1
    if text.find("%%", places.line_start(first), places.line_end(last)) < 0:
        return commented
    for line in range(first, last + 1):
        start, end = places.line_start(line), places.line_end(line)
        marks = text.count("%%", start, end)
        if marks and opened >= 0:
            commented.update(range(opened + 1, line + 1))
            opened = -1
        elif marks == 1 and _OPENS_COMMENT.match(text, start, end):
            opened = line
    return commented


def _callout(places: Places, node: Nested, start: int, text_start: int) -> Iterator[Callout]:
    """The callout that a quote is, if its first line says so (R224)."""
    found = _CALLOUT.match(places.unified, text_start)
    if found is None:
        return
    span = places.span(start, places.line_end(node.last_line))
    kind, metadata = found["type"].strip().lower(), found["metadata"] or ""
    yield Callout(span, kind, found["title"].strip(), found["fold"], metadata.strip())


def _items(
    places: Places, line: int, parent: int, start: int, text_start: int, end: int
) -> Iterator[ListItem]:
    """An item; and the one in it that a marker behind its task begins (``- [ ] 1. x``)."""
    text = places.unified
    while True:
        task = _TASK.match(text, text_start, end)
        yield ListItem(places.span(start, end), parent, task and task[1])
        inner = task and _ITEM_IN_TASK.match(text, task.end(), end)
        if inner is None:
            return
        start, text_start, parent = inner.start("item"), inner.end(), line


def _parent(open_ones: Sequence[_Inside], first_line: int, commented: Collection[int]) -> int:
    """What Obsidian notes as the parent of an item whose list has its first there (R234).

    An item in a comment is none (R233), so it is no parent either.
    """
    for inside in reversed(open_ones[:-1]):
        if inside.node.kind == "item" and inside.node.first_line not in commented:
            return inside.node.first_line
    return -(first_line or 1)


def _is_in_quote(open_ones: Sequence[_Inside]) -> bool:
    return any(inside.node.kind == "blockquote" for inside in open_ones)


def _own_end(places: Places, nested: Sequence[Nested], index: int, *, in_quote: bool) -> int:
    """Offset of the end of an item's own lines, which a list in it ends (R236).

    One that blank lines part from the next of its list ends for Obsidian where these begin.
    """
    node, last = nested[index], nested[index].last_line
    for number in range(index + 1, len(nested)):
        other = nested[number]
        if other.depth <= node.depth:
            is_next = other.kind == "item" and other.depth == node.depth
            if is_next and other.first_line > last + 1 and not in_quote:
                return places.line_start(last + 1)
            break
        if other.kind == "list":
            last = max(other.first_line - 1, node.first_line)
            break
    blank = _MARKS_OF_QUOTES if in_quote else _BLANKS
    while last > node.first_line and blank.fullmatch(
        places.unified, places.line_start(last), places.line_end(last)
    ):
        last -= 1
    return places.line_end(last)
