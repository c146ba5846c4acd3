"""What the blocks of a note hold: list items, tasks, callouts, sections, footnotes, definitions.

Read when asked for. ``note.parse`` leaves it out, for a sync needs none of it.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from vault_sync import footnotes
from vault_sync.lists import Callout, ListItem
from vault_sync.parts import Parts

if TYPE_CHECKING:
    from vault_sync.blocks import Section as Block
    from vault_sync.footnotes import Footnote, FootnoteRef, ReferenceLink
    from vault_sync.model import BlockKind, Note
    from vault_sync.places import Places, Span

_ID_AT_END = re.compile(r"\^([a-zA-Z0-9-]+)[ \t\n]*\Z")
_MOST_BLANKS = 100
"""Behind a block id; more of them leave it to the section."""


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


def of(note: Note, *, simple: bool = True) -> Structure:
    """The structure of a note as parsed. Pure, and never raises.

    With ``simple`` off all of it goes through the exact rules: the same result, slower.
    """
    parts = Parts(note.text, simple=simple)
    places = parts.places
    blocks: list[Block] = []
    found: list[ListItem | Callout] = []
    for block in parts.blocks():
        blocks.append(block)
        found += parts.inside(block)
    items = [each for each in found if isinstance(each, ListItem)]
    sections = [Section(each.kind, places.span(each.start, each.end)) for each in blocks]
    named = _name(note, places, items, sections)
    notes = footnotes.read(places, [block for block in blocks if block.kind != "yaml"])
    return Structure(
        sections=tuple(sections),
        items=tuple(items),
        callouts=tuple(each for each in found if isinstance(each, Callout)),
        footnotes=notes.footnotes,
        footnote_refs=notes.refs,
        reference_links=notes.reference_links,
        blocks=named,
    )


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
