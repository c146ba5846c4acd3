"""What plugins keep in notes for themselves: it is in the file, and no text of its author.

Excalidraw keeps a drawing as JSON, most often compressed, under a heading ``Drawing``; Kanban its
settings in a comment at the end. Around both stands what people wrote: text elements, links,
lanes, cards. Links in such data count as for Obsidian, which reads the file without a thought of
plugins; only the index leaves it out.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, TypeAlias

from vault_sync.text import unify

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from vault_sync.model import Block, Note

Lines: TypeAlias = tuple[int, int]
"""First and last line, zero-based."""

_DRAWING = re.compile(r"#{1,2} Drawing\s*")
_JSON_FENCE = re.compile(r"```(?:compressed-)?json\s*")
_KANBAN_SETTINGS = re.compile(r"%%\s*kanban:settings\b.*")
_WARNING = "==\u26a0"
"""The first line of a drawing tells people to switch to its other view."""


def lines_of(parsed: Note) -> tuple[Lines, ...]:
    """Lines of a note that hold a plugin's data, in order; nearly always there are none."""
    names = {name.casefold() for name in parsed.properties}
    is_drawing = "excalidraw-plugin" in names or parsed.path.lower().endswith(".excalidraw.md")
    if not is_drawing and "kanban-plugin" not in names:
        return ()
    lines = unify(parsed.text).split("\n")
    return tuple(_drawing(lines) if is_drawing else _settings(lines))


def without(blocks: Sequence[Block], data: Sequence[Lines]) -> Iterator[tuple[str, int, int]]:
    """Blocks as kind, first and last line; in the place of data one whose kind is empty."""
    waiting = list(reversed(data))
    for kind, first, last in blocks:
        begin = first
        while waiting and waiting[-1][0] <= last:
            start, stop = waiting[-1]
            if start > begin:
                yield kind, begin, start - 1
            yield "", max(begin, start), min(stop, last)
            begin = stop + 1
            if stop > last:
                break  # it reaches into the next block
            waiting.pop()
        if begin <= last:
            yield kind, begin, last


def _drawing(lines: list[str]) -> Iterator[Lines]:
    at = free = 0  # what stands before ``free`` is taken: two drawings share no %%
    while at < len(lines):
        if lines[at].startswith(_WARNING):
            yield at, at
        elif _DRAWING.fullmatch(lines[at]):
            fence = _next_full(lines, at + 1)
            if fence < len(lines) and _JSON_FENCE.fullmatch(lines[fence]):
                last = _comment_end(lines, _closing(lines, fence + 1, "```"))
                yield max(free, _comment_begin(lines, at)), last
                at = last
                free = last + 1
        at += 1


def _settings(lines: list[str]) -> Iterator[Lines]:
    for at, line in enumerate(lines):
        if _KANBAN_SETTINGS.fullmatch(line):
            yield at, _closing(lines, at + 1, "%%")
            return


def _closing(lines: list[str], start: int, sign: str) -> int:
    """The line that ends what is open, or the last one."""
    ends = (at for at in range(start, len(lines)) if lines[at].rstrip().endswith(sign))
    return next(ends, len(lines) - 1)


def _next_full(lines: list[str], start: int) -> int:
    return next((at for at in range(start, len(lines)) if lines[at].strip()), len(lines))


def _comment_begin(lines: list[str], at: int) -> int:
    """The line of the ``%%`` above, if there is one: alone it says nothing."""
    above = next((each for each in range(at - 1, -1, -1) if lines[each].strip()), at)
    return above if lines[above].strip() == "%%" else at


def _comment_end(lines: list[str], at: int) -> int:
    below = _next_full(lines, at + 1)
    return below if below < len(lines) and lines[below].strip() == "%%" else at
