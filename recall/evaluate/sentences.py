"""Sentences of a note that link to other notes, without what the links show."""

from __future__ import annotations

import re
from bisect import bisect_right
from typing import TYPE_CHECKING, Final, NamedTuple

from recall.evaluate.wording import joined, readable, telling, words

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from vault_sync.model import Link, Note

PROSE: Final = frozenset({"paragraph", "list", "blockquote", "callout"})
"""Kinds of blocks that are sentences; code and tables are not asked in."""

LEAST_TELLING, MOST_WORDS, MOST_CHARACTERS = 3, 30, 4_000

# Obsidian shows the lines of a paragraph as lines: no sentence is read across their ends.
_SENTENCE_END: Final = re.compile(r"""[.!?…]['"”’)*_]{0,3}\s|[。！？။।]|[\r\n]""")
_MASK: Final = "\0"


class Linking(NamedTuple):
    """A sentence as a question, and the notes it links to as they are written there."""

    question: str
    targets: tuple[str, ...]


def linking_sentences(note: Note, starts: Sequence[int]) -> Iterator[Linking]:
    """The sentences of a note's prose that link and still say something without the links.

    ``starts`` are the offsets of the note's lines. Embeds and links into the note itself are
    taken out like all others and are no targets.
    """
    links = sorted(
        (link for link in note.links if link.start is not None and link.end is not None),
        key=lambda link: link.start or 0,
    )
    offsets = [link.start or 0 for link in links]
    for kind, first_line, last_line in note.blocks:
        start, stop = starts[first_line], starts[last_line + 1]
        inside = links[bisect_right(offsets, start - 1) : bisect_right(offsets, stop - 1)]
        if kind in PROSE and inside:
            yield from _of_block(note.text[start:stop], start, inside)


def _of_block(text: str, offset: int, links: Sequence[Link]) -> Iterator[Linking]:
    masked = _masked(text, offset, links)
    ends = [match.end() for match in _SENTENCE_END.finditer(masked)]
    by_sentence: dict[int, list[str]] = {}
    for link in links:
        place = bisect_right(ends, (link.start or 0) - offset)
        by_sentence.setdefault(place, [])
        if link.path and not link.embed:
            by_sentence[place].append(link.path)
    borders = [0, *ends, len(masked)]
    for place, targets in by_sentence.items():
        begin, end = borders[place], borders[place + 1]
        if targets and end - begin <= MOST_CHARACTERS:
            found = words(readable(masked[begin:end].replace(_MASK, " ")))
            if telling(found) >= LEAST_TELLING and len(found) <= MOST_WORDS:
                yield Linking(joined(found), tuple(dict.fromkeys(targets)))


def _masked(text: str, offset: int, links: Sequence[Link]) -> str:
    """The text with every link overwritten, so that no sentence ends in one and none is read."""
    parts = []
    done = 0
    for link in links:
        start, end = (link.start or 0) - offset, (link.end or 0) - offset
        if start >= done:
            parts += [text[done:start], _MASK * (min(end, len(text)) - start)]
            done = end
    return "".join([*parts, text[done:]])
