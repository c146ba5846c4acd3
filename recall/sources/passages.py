"""Cutting a note into passages: what is indexed, ranked and cited.

A passage lies under one heading path and ends at the end of a block, so that a citation never
starts in the middle of a paragraph, a table or a code block unless that block alone is too long.
"""

from __future__ import annotations

import re
from itertools import accumulate
from typing import TYPE_CHECKING

from recall.store.drafts import PassageDraft

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from vault_sync.model import Block, Heading

TARGET_BYTES = 2_000
"""About 330 English words or 650 Chinese characters: a passage is closed once it has these."""

MAX_BYTES = 3_000
"""A block longer than this is cut at line ends, a line longer than this between words."""

_LINE_END = re.compile(r"\r\n|\n|\r")


def line_starts(text: str) -> list[int]:
    """Offset of each line's first character, and at the end the length of the text."""
    if "\r" in text:
        return [0, *(match.end() for match in _LINE_END.finditer(text)), len(text)]
    starts = list(accumulate((len(line) + 1 for line in text.split("\n")), initial=0))
    starts[-1] = len(text)
    return starts


def cut(
    text: str, first_line: int, blocks: Sequence[Block], headings: Sequence[Heading]
) -> tuple[PassageDraft, ...]:
    """Passages of a text whose body starts at ``first_line``; never empty.

    ``blocks`` and ``headings`` have zero-based lines, the passages one-based ones.
    """
    starts = line_starts(text)
    passages: list[PassageDraft] = []
    for path, first, last in _runs(blocks, headings, starts):
        passages += _split(text, starts, first, last, path)
    if not passages:
        last = len(starts) - 2
        first = min(first_line, last)
        passages = list(_split(text, starts, first, last, ()))
    return tuple(passages)


def _runs(
    blocks: Sequence[Block], headings: Sequence[Heading], starts: list[int]
) -> Iterator[tuple[tuple[str, ...], int, int]]:
    """Neighbouring blocks under one heading path, closed at ``TARGET_BYTES``."""
    by_line = {heading.line: heading for heading in headings}
    path: list[Heading] = []
    first = last = -1
    bare = False  # so far the run is nothing but headings
    for block in blocks:
        heading = by_line.get(block.first_line) if block.kind == "heading" else None
        size = starts[block.last_line + 1] - starts[block.first_line]
        held = starts[last + 1] - starts[first] if first >= 0 else 0
        if heading is not None:
            if first >= 0 and not bare:
                yield _texts(path), first, last
                first = -1
            path = [each for each in path if each.level < heading.level]
            path.append(heading)
            first, last = (block.first_line if first < 0 else first), block.last_line
            bare = True
            continue
        if first >= 0 and not bare and held + size > TARGET_BYTES:
            yield _texts(path), first, last
            first = -1
        first, last, bare = (block.first_line if first < 0 else first), block.last_line, False
    if first >= 0:
        yield _texts(path), first, last


def _texts(path: list[Heading]) -> tuple[str, ...]:
    return tuple(heading.text for heading in path if heading.text)


def _split(
    text: str, starts: list[int], first: int, last: int, path: tuple[str, ...]
) -> Iterator[PassageDraft]:
    """The lines as passages of at most ``MAX_BYTES``, cut at line ends where that is possible."""
    begin = first
    for line in range(first, last + 1):
        if line > begin and starts[line + 1] - starts[begin] > MAX_BYTES:
            yield from _passage(text, starts, begin, line - 1, path)
            begin = line
    yield from _passage(text, starts, begin, last, path)


def _passage(
    text: str, starts: list[int], first: int, last: int, path: tuple[str, ...]
) -> Iterator[PassageDraft]:
    start, stop = starts[first], starts[last + 1]
    while stop - start > MAX_BYTES * 2:
        middle = text.rfind(" ", start, start + MAX_BYTES) + 1 or start + MAX_BYTES
        yield PassageDraft(first + 1, last + 1, start, middle, path)
        start = middle
    yield PassageDraft(first + 1, last + 1, start, stop, path)
