"""Headings and block ids of a note, from its blocks."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from vault_sync.model import BlockId, Heading

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from vault_sync.blocks import Section
    from vault_sync.containers import Part

_CLOSING_HASHES = re.compile(r"(?:^|[ \t]+)#+[ \t]*\Z")
_BLOCK_ID = re.compile(r"(?:^|[ \t])\^([a-zA-Z0-9-]+)[ \t]*\Z")
_MARKS_BEFORE_ID = re.compile(r"[>\s]*\Z")
_WITHOUT_ID = frozenset({"code", "html", "math", "thematicBreak"})


def headings(text: str, sections: Iterable[Section]) -> Iterator[Heading]:
    """The headings of the document; those in quotes and lists are not among them (R131)."""
    for section in sections:
        if section.kind == "heading":
            yield Heading(section.level, _heading_text(text, section), section.first_line)


def _heading_text(text: str, section: Section) -> str:
    """Raw text of a heading (R133) without its marks (R126, R127)."""
    content = text[section.start : section.end].strip(" \t")
    title, line_break, _ = content.rpartition("\n")
    if line_break:
        return " ".join(line.strip() for line in title.split("\n"))
    title = content[section.level :].strip()
    return _CLOSING_HASHES.sub("", title) if title.endswith("#") else title


def block_ids(text: str, sections: Iterable[Section]) -> Iterator[BlockId]:
    """The block ids of a note and the lines each names (R113 to R119)."""
    before: Section | None = None
    for section in sections:
        if section.parts:
            yield from _ids_of_parts(text, section)
        elif found := _id_at_end(text, section):
            named = before if before and _is_only_id(text, section, found) else section
            yield BlockId(found[1], named.first_line, named.last_line)
        before = section


def _ids_of_parts(text: str, section: Section) -> Iterator[BlockId]:
    """Ids in a list name the item (R115); in a quote or callout, the whole of it (R116)."""
    item: Part | None = None
    before: Part | None = None
    for part in section.parts:
        if part.kind == "item":
            item = part
            continue
        if found := _id_at_end(text, part):
            named: Part | Section = section if section.kind in ("blockquote", "callout") else part
            if item and part.last_line <= item.last_line:
                named = item
            elif before and _is_only_id(text, part, found):
                named = before
            yield BlockId(found[1], named.first_line, named.last_line)
        before = part


def _id_at_end(text: str, block: Section | Part) -> re.Match[str] | None:
    if block.kind in _WITHOUT_ID:
        return None
    mark = text.rfind("^", block.start, block.end)
    if mark < 0:
        return None
    line_start = max(text.rfind("\n", block.start, block.end) + 1, block.start)
    if mark < line_start:
        return None
    return _BLOCK_ID.search(text[line_start : block.end])


def _is_only_id(text: str, block: Section | Part, found: re.Match[str]) -> bool:
    one_line = "\n" not in text[block.start : block.end]
    return one_line and _MARKS_BEFORE_ID.match(found.string[: found.start()]) is not None
