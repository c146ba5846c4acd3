"""The runs of a note's text that may hold inline fields: paragraphs, items, headings, tables."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from vault_sync import frontmatter
from vault_sync.blocks import Reader

if TYPE_CHECKING:
    from collections.abc import Iterator

    from vault_sync.blocks import Section
    from vault_sync.containers import Part

_MARKER = re.compile(
    r"[ \t>]*(?:[-*+]|[0-9]{1,9}[.)])(?:[ \t]+|(?=\n|\Z))(?P<task>\[.\](?=\s|\Z))?"
)
_ITEM = re.compile(r"^[ \t]*(?:[-*+]|[0-9]{1,9}[.)])[ \t]", re.MULTILINE)
_MAY_HOLD = re.compile("::|[📅📆🗓✅➕⏳⌛🛫❌🔁🔺⏫🔼🔽⏬🆔⛔🏁]")
_WITHOUT_FIELDS = frozenset({"code", "html", "math", "comment", "thematicBreak"})
_HIDING = re.compile(r"\\.|`+|\$\$?|%%|<!--", re.DOTALL)
_TICKS = re.compile("`+")
_DOLLAR = re.compile(r"(?<![\s\\$])\$(?![$0-9])")


class Run(NamedTuple):
    """A run of text: its offset, and the text with NUL for what is hidden in it.

    Of a list item, ``item_line`` is the first line and ``is_first`` says that the run is
    what follows its marker.
    """

    start: int
    shown: str
    item_line: int | None = None
    is_task: bool = False
    is_first: bool = False
    is_table: bool = False


def runs(text: str) -> Iterator[Run]:
    """The runs of a note's text with LF line ends, in order. Linear in its length."""
    if not _MAY_HOLD.search(text):
        return
    header = frontmatter.split(text)
    start = header.body if header else 0
    line = text.count("\n", 0, start)
    for section in Reader(text).sections(start, len(text), line):
        if section.kind in _WITHOUT_FIELDS or not _MAY_HOLD.search(
            text, section.start, section.end
        ):
            continue
        if section.parts:
            yield from _of_parts(text, section)
        elif section.kind == "list":
            yield from _of_simple_list(text, section)
        else:
            yield _run(text, section)


def _run(text: str, block: Section | Part) -> Run:
    shown = _masked(text, block.start, block.end)
    return Run(block.start, shown, is_table=block.kind == "table")


def _of_simple_list(text: str, section: Section) -> Iterator[Run]:
    starts = [found.start() for found in _ITEM.finditer(text, section.start, section.end)]
    line, counted = section.first_line, section.start
    for start, end in zip(starts, [*starts[1:], section.end], strict=True):
        line += text.count("\n", counted, start)
        counted = start
        yield _item(text, start, end, line)


def _of_parts(text: str, section: Section) -> Iterator[Run]:
    """Of nested blocks; an item's text is its paragraphs, up to its own last line."""
    item: Part | None = None
    for part in section.parts:
        if part.kind == "item":
            item = part
        elif part.kind not in _WITHOUT_FIELDS:
            if item is None or part.first_line > item.last_line:
                yield _run(text, part)
            elif part.first_line == item.first_line:
                yield _item(text, item.start, part.end, item.first_line)
            else:
                shown = _masked(text, part.start, part.end)
                is_task = _is_task(text, item.start, item.end)
                yield Run(part.start, shown, item.first_line, is_task)


def _item(text: str, start: int, end: int, line: int) -> Run:
    marker = _MARKER.match(text, start, end)
    begin = marker.end() if marker else start
    shown = _masked(text, begin, end)
    return Run(begin, shown, line, bool(marker and marker["task"]), is_first=True)


def _is_task(text: str, start: int, end: int) -> bool:
    marker = _MARKER.match(text, start, end)
    return bool(marker and marker["task"])


def _masked(text: str, start: int, end: int) -> str:
    """The text with NUL for code spans, math and comments, each character for one."""
    run = text[start:end]
    pieces: list[str] = []
    position = done = 0
    closer = _Closer(run)
    while found := _HIDING.search(run, position):
        position = found.end()
        after = closer.after(found)
        if after is not None:
            pieces += (run[done : found.start()], "\0" * (after - found.start()))
            position = done = after
    pieces.append(run[done:])
    return "".join(pieces)


class _Closer:
    """Where what hides text ends; a mark that is closed nowhere is looked for once."""

    def __init__(self, run: str) -> None:
        self._run = run
        self._unclosed: set[str] = set()
        self._ticks: dict[int, list[int]] | None = None

    def after(self, found: re.Match[str]) -> int | None:
        """Offset after the closing mark; None for an escape or a mark that hides nothing."""
        mark, end = found[0], found.end()
        if mark.startswith("\\") or mark in self._unclosed:
            return None
        if mark.startswith("`"):
            return self._after_ticks(len(mark), end)
        if mark == "$":
            closing = None if self._run[end : end + 1].isspace() else _DOLLAR.search(self._run, end)
            after = closing.end() if closing else None
        else:
            closer = "-->" if mark == "<!--" else mark
            at = self._run.find(closer, end)
            after = at + len(closer) if at >= 0 else None
        if after is None and not self._run[end : end + 1].isspace():
            self._unclosed.add(mark)
        return after

    def _after_ticks(self, length: int, end: int) -> int | None:
        if self._ticks is None:
            self._ticks = {}
            for ticks in _TICKS.finditer(self._run):
                self._ticks.setdefault(len(ticks[0]), []).append(ticks.end())
            for ends in self._ticks.values():
                ends.reverse()
        ends = self._ticks.get(length, [])
        while ends and ends[-1] <= end:
            ends.pop()
        return ends[-1] if ends else None
