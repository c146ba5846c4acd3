"""Footnotes and reference definitions of a note (OBSIDIAN.md R225, R056).

Read when asked for and not with the note: a sync needs none of them.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from vault_sync import links
from vault_sync.inline import InlineReader, each_definition

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from vault_sync.blocks import Section
    from vault_sync.places import Places, Span

_DEFINITION = re.compile(r"[ ]{0,3}\[\^(?P<id>[^\]\s]+)\]:[ \t]*")
_CALL = re.compile(r"\[\^(?P<id>[^\[\]\s]+)\]")


class Footnote(NamedTuple):
    """A footnote: a definition (``[^id]: text``), or one written in place (``^[text]``).

    ``id`` is in small letters, as ids compare (R225); of those in place it is a number in
    brackets, ``[inline0]`` and so on, which no written id can be.
    """

    span: Span
    id: str
    text: str
    is_inline: bool = False


class FootnoteRef(NamedTuple):
    """A place that calls a footnote (``[^id]``); in-place footnotes call themselves."""

    span: Span
    id: str


class ReferenceLink(NamedTuple):
    """A link definition (``[id]: destination``); ``id`` is as written."""

    span: Span
    id: str
    link: str


class Notes(NamedTuple):
    """What ``read`` finds, each in the order of the text."""

    footnotes: tuple[Footnote, ...]
    refs: tuple[FootnoteRef, ...]
    reference_links: tuple[ReferenceLink, ...]


def read(places: Places, sections: Sequence[Section]) -> Notes:
    """Footnotes, their calls and the link definitions of a note's blocks."""
    text = places.unified
    runs = links.runs_of_text(text, sections)
    references: list[ReferenceLink] = []
    known: dict[str, str] = {}
    if links.DEFINITION_LINE.search(text):
        references.extend(_reference_links(places, runs))
        known = links.take_definitions(text, runs)
    reader = _Reader(text, known)
    reader.read(runs)
    defined = dict(_definitions(places, sections))
    footnotes = [*defined.values()]
    refs = [
        FootnoteRef(places.span(start, end), name.lower())
        for start, end, name in reader.calls
        if start not in defined
    ]
    for number, (start, end) in enumerate(sorted(reader.in_place)):
        span, name = places.span(start, end), f"[inline{number}]"
        footnotes.append(Footnote(span, name, text[start + 2 : end - 1].strip(), is_inline=True))
        refs.append(FootnoteRef(span, name))
    return Notes(tuple(sorted(footnotes)), tuple(sorted(refs)), tuple(references))


def _reference_links(places: Places, runs: Sequence[tuple[int, int]]) -> Iterator[ReferenceLink]:
    text = places.unified
    for start, end in runs:
        for found in each_definition(text, start, end):
            last = found.end - text.endswith("\n", found.start, found.end)
            yield ReferenceLink(places.span(found.start, last), found.label, found.destination)


def _definitions(places: Places, sections: Sequence[Section]) -> Iterator[tuple[int, Footnote]]:
    """Footnote definitions by the offsets of their first brackets."""
    text = places.unified
    for section in sections:
        if section.kind != "footnoteDefinition":
            continue
        found = _DEFINITION.match(text, section.start, section.end)
        if found is not None:
            content = text[found.end() : section.end].strip()
            span = places.span(section.start, section.end)
            yield found.start("id") - 2, Footnote(span, found["id"].lower(), content)


class _Reader(InlineReader):
    """Collects what calls footnotes, and passes everything else as links and tags do."""

    def __init__(self, text: str, references: Mapping[str, str]) -> None:
        super().__init__(text, references)
        self.calls: list[tuple[int, int, str]] = []
        self.in_place: list[tuple[int, int]] = []

    def _bracketed(self, token: re.Match[str]) -> int:
        start, end = token.span()
        if self._is_in_place(start):
            self.in_place.append((start - 1, end))
            return end
        if call := _CALL.fullmatch(token[0]):
            self.calls.append((start, end, call["id"]))
            return end
        return super()._bracketed(token)

    def _close(self, token: re.Match[str]) -> int:
        if self._openers and self._is_in_place(self._openers[-1]):
            self.in_place.append((self._openers.pop() - 1, token.end()))
            return token.end()
        if self._openers and (call := _CALL.fullmatch(self._text, self._openers[-1], token.end())):
            self._openers.pop()
            self.calls.append((call.start(), call.end(), call["id"]))
            return token.end()
        return super()._close(token)

    def _close_openers(self) -> None:
        in_place = [start for start in self._openers if self._is_in_place(start)]
        super()._close_openers()
        kept = sorted({*self._openers, *in_place})
        self._openers.clear()
        self._openers.extend(kept)

    def _is_in_place(self, start: int) -> bool:
        """Whether a ``^`` that is not escaped stands before the bracket."""
        return start > self._edge and self._text[start - 1] == "^"
