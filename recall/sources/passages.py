"""Cutting a note into passages: what is indexed, ranked and cited.

A passage lies under one heading path and ends at the end of a block, so that a citation never
starts in the middle of a paragraph, a table or a code block unless that block alone is too long.
"""

from __future__ import annotations

import re
from itertools import accumulate
from typing import TYPE_CHECKING

from recall.sources.plugin_data import without
from recall.store.drafts import PassageDraft
from recall.store.prepared import data_in

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from recall.sources.plugin_data import Lines
    from vault_sync.model import Block, Heading

TARGET_BYTES = 2_000
"""About 330 English words or 650 Chinese characters: a passage is closed once it has these."""

MAX_BYTES = 3_000
"""A block longer than this is cut at line ends, a line longer than this between words."""

_SENTENCE_END = re.compile(r"[。、，．！？；：」』）।။។၊]")
"""Signs that end words in scripts without blanks."""

_LINE_END = re.compile(r"\r\n|\n|\r")


def line_starts(text: str) -> list[int]:
    """Offset of each line's first character, and at the end the length of the text."""
    if "\r" in text:
        return [0, *(match.end() for match in _LINE_END.finditer(text)), len(text)]
    ends = accumulate(map(len, text.split("\n")))
    starts = [0, *[end + line for line, end in enumerate(ends, 1)]]
    starts[-1] = len(text)
    return starts


def cut(
    text: str,
    first_line: int,
    blocks: Sequence[Block],
    headings: Sequence[Heading],
    data: Sequence[Lines] = (),
    target: int = TARGET_BYTES,
) -> tuple[PassageDraft, ...]:
    """Passages of a text whose body starts at ``first_line``; never empty.

    ``blocks``, ``headings`` and ``data`` (what is left out) have zero-based lines, the passages
    one-based ones. A passage is closed once it has ``target`` bytes.
    """
    starts = line_starts(text)
    passages: list[PassageDraft] = []
    kept = without(blocks, data) if data else blocks
    for path, first, last in _runs(kept, headings, starts, target):
        start, stop = starts[first], starts[last + 1]
        if stop - start <= MAX_BYTES:
            passages.append(PassageDraft(first + 1, last + 1, start, stop, path))
        else:
            passages += _split(text, starts, first, last, path)
    if not passages:
        last = len(starts) - 2
        first = min(first_line, last)
        passages = [] if data else list(_split(text, starts, first, last, ()))
        # A note of nothing but an image still has a name to be found by.
        at = starts[first]
        passages = passages or [PassageDraft(first + 1, last + 1, at, at, ())]
    return tuple(passages)


def _runs(
    blocks: Iterable[tuple[str, int, int]],
    headings: Sequence[Heading],
    starts: list[int],
    target: int,
) -> Iterator[tuple[tuple[str, ...], int, int]]:
    """Neighbouring blocks under one heading path, closed at ``target`` bytes."""
    by_line = {heading.line: heading for heading in headings}
    path: list[Heading] = []
    texts: tuple[str, ...] = ()
    begin = first = last = -1  # offset and lines of the run, -1 before there is one
    bare = False  # so far the run is nothing but headings
    for kind, block_first, block_last in blocks:
        heading = by_line.get(block_first) if kind == "heading" else None
        if not kind:  # what is left out: no run reaches over it
            if first >= 0:
                yield texts, first, last
            first, bare = -1, False
            continue
        if heading is not None:
            if first >= 0 and not bare:
                yield texts, first, last
                first = -1
            path = [each for each in path if each.level < heading.level]
            path.append(heading)
            texts = tuple([each.text for each in path if each.text])
            bare = True
        elif first >= 0 and not bare and starts[block_last + 1] - begin > target:
            yield texts, first, last
            first = -1
        else:
            bare = False
        if first < 0:
            first, begin = block_first, starts[block_first]
        last = block_last
    if first >= 0:
        yield texts, first, last


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
    for start, stop in _stretches(text, starts[first], starts[last + 1]):
        yield PassageDraft(first + 1, last + 1, start, stop, path)


def _stretches(text: str, start: int, stop: int) -> Iterator[tuple[int, int]]:
    """A run of lines as it is; of a line that is too long pieces that end between words.

    An image or other data in a long line is left out: megabytes are no text (CASES.md A-54).
    """
    if stop - start <= MAX_BYTES * 2:
        yield start, stop
        return
    for first, after in data_in(text, start, stop):
        if after - first > MAX_BYTES:
            yield from _pieces(text, start, first)
            start = after
    yield from _pieces(text, start, stop)


def _pieces(text: str, start: int, stop: int) -> Iterator[tuple[int, int]]:
    while stop - start > MAX_BYTES * 2:
        middle = _word_end(text, start + MAX_BYTES // 2, start + MAX_BYTES)
        yield start, middle
        start = middle
    if start < stop:
        yield start, stop


def _word_end(text: str, least: int, most: int) -> int:
    """The last place between two words, or two sentences where words are not kept apart."""
    blank = text.rfind(" ", least, most)
    if blank >= 0:
        return blank + 1
    ends = [match.end() for match in _SENTENCE_END.finditer(text, least, most)]
    return ends[-1] if ends else most
