"""What the blocks of a note hold: list items, tasks, callouts, sections, footnotes, definitions.

Read when asked for. ``note.parse`` leaves it out, for a sync needs none of it.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from vault_sync import footnotes, frontmatter, lists
from vault_sync.blocks import Reader
from vault_sync.containers import Containers
from vault_sync.lists import Callout, ListItem
from vault_sync.places import Places, Span

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from vault_sync.blocks import Section as Block
    from vault_sync.footnotes import Footnote, FootnoteRef, ReferenceLink
    from vault_sync.model import BlockKind, Note

_ID_AT_END = re.compile(r"\^([a-zA-Z0-9-]+)[ \t\n]*\Z")
_MOST_BLANKS = 100
"""Behind a block id; more of them leave it to the section."""
_CONTAINERS = frozenset({"list", "blockquote", "callout"})


class Section(NamedTuple):
    """A top-level block and its kind (R134); ``id`` is its block id without ``^``."""

    kind: BlockKind
    span: Span
    id: str | None = None


class Structure(NamedTuple):
    """The parts of a note that are no text, each in order, with places as Obsidian has them.

    ``sections`` begin with the properties (``yaml``) where the note has any. ``blocks`` are
    the spans that block ids name, by the id as typed.
    """

    sections: tuple[Section, ...]
    items: tuple[ListItem, ...]
    callouts: tuple[Callout, ...]
    footnotes: tuple[Footnote, ...]
    footnote_refs: tuple[FootnoteRef, ...]
    reference_links: tuple[ReferenceLink, ...]
    blocks: dict[str, Span]

    @property
    def tasks(self) -> tuple[ListItem, ...]:
        """The list items that are tasks."""
        return tuple(item for item in self.items if item.task is not None)


def of(note: Note) -> Structure:
    """The structure of a note as parsed. Pure, and never raises."""
    places = Places(note.text)
    text = places.unified
    header = frontmatter.split(text)
    body = header.body if header else 0
    blocks = list(Reader(text, simple=False).sections(body, len(text), note.body_line))
    found = list(_in_containers(places, blocks))
    items = [each for each in found if isinstance(each, ListItem)]
    sections = [Section(each.kind, places.span(each.start, each.end)) for each in blocks]
    named = _name(note, places, items, sections)
    if header:
        sections.insert(0, Section("yaml", places.span(0, header.end + len("---"))))
    notes = footnotes.read(places, blocks)
    return Structure(
        sections=tuple(sections),
        items=tuple(items),
        callouts=tuple(each for each in found if isinstance(each, Callout)),
        footnotes=notes.footnotes,
        footnote_refs=notes.refs,
        reference_links=notes.reference_links,
        blocks=named,
    )


def _in_containers(places: Places, blocks: Sequence[Block]) -> Iterator[ListItem | Callout]:
    containers, limit = Containers(places.unified), len(places.unified)
    for block in blocks:
        if block.kind in _CONTAINERS:
            yield from lists.read(places, containers.nested(block.start, limit, block.first_line))


def _name(
    note: Note, places: Places, items: list[ListItem], sections: list[Section]
) -> dict[str, Span]:
    """Give the block ids to the items and sections that they name; the span of each id."""
    item_at = {item.span.start.line: index for index, item in reversed([*enumerate(items)])}
    section_at = {section.span.start.line: index for index, section in enumerate(sections)}
    named: dict[str, Span] = {}
    for name, first, last in note.block_ids:
        lines = places.lines(first, last)
        end = places.line_end(last)
        at_end = _ID_AT_END.search(places.unified[max(end - len(name) - _MOST_BLANKS, 0) : end])
        if first in item_at and at_end and at_end[1] == name:
            index = item_at[first]
            items[index] = items[index]._replace(id=name)
            lines = items[index].span
        elif first in section_at and sections[section_at[first]].span.end.line == last:
            index = section_at[first]
            sections[index] = sections[index]._replace(id=name)
            lines = sections[index].span
        named.setdefault(name, lines)
    return named
