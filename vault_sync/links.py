"""Links and tags of a note, each with its place."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from vault_sync import frontmatter, leaves, target
from vault_sync.inline import FoundLink, FoundTag, InlineReader, definitions
from vault_sync.model import Link, Tag
from vault_sync.text import Cursor, Origin, utf16_length

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from vault_sync.blocks import Section
    from vault_sync.containers import Part
    from vault_sync.model import Value

_NEXT_ITEM = re.compile(r"\n(?=[ \t]*(?:[-*+]|[0-9]{1,9}[.)])[ ])")
DEFINITION_LINE = re.compile(r"^[ ]{0,3}\[(?!\^)[^\[\]\n]+\]:", re.MULTILINE)
_BLANK_LINES = re.compile(r"\n(?:[ \t]*\n)+")
_DIVIDERS = {"list": _NEXT_ITEM, "footnoteDefinition": _BLANK_LINES}
# Code (R024, R035), HTML blocks and math (R029, R030; both uncertain) hold no links and no tags.
_WITHOUT_TEXT = frozenset({"code", "html", "math", "thematicBreak"})


def of_body(
    text: str, unified: str, sections: Iterable[Section]
) -> tuple[tuple[Link, ...], tuple[Tag, ...]]:
    """The links and tags of a note below its properties.

    ``sections`` are the blocks of ``unified``, which is ``text`` with LF line ends.
    """
    runs = runs_of_text(unified, sections)
    defines = "]:" in unified and DEFINITION_LINE.search(unified)
    references = take_definitions(unified, runs) if defines else {}
    reader = InlineReader(unified, references)
    reader.read(runs)
    reader.links.sort(key=lambda link: link.start)
    return tuple(_placed_links(text, unified, reader.links)), tuple(
        _placed_tags(unified, reader.tags)
    )


def take_definitions(text: str, runs: list[tuple[int, int]]) -> dict[str, str]:
    """Take the link definitions that begin runs of text out of them; the first of a name holds."""
    references: dict[str, str] = {}
    for index, (start, end) in enumerate(runs):
        found, after = definitions(text, start, end)
        for name, destination in found.items():
            references.setdefault(name, destination)
        runs[index] = (after, end)
    return references


def of_properties(properties: dict[str, Value]) -> Iterator[Link]:
    """Properties whose whole text is a link (R205 to R211)."""
    for key, value in frontmatter.texts(properties):
        found = _whole_link(value.strip())
        if found is not None:
            path, subpath, display, label = found
            yield Link("property", False, path, subpath, display, label, value.strip(), key=key)


def runs_of_text(text: str, sections: Iterable[Section]) -> list[tuple[int, int]]:
    """The runs of text of a note within which links, tags and code spans stay, in order."""
    runs: list[tuple[int, int]] = []
    for section in sections:
        if section.parts:
            runs.extend(_runs_of_parts(text, section))
        elif section.kind == "paragraph":
            runs.append((section.start, section.end))
        else:
            runs.extend(_runs_of(text, section))
    return runs


def _runs_of_parts(text: str, section: Section) -> Iterator[tuple[int, int]]:
    position = section.start
    for part in section.parts:
        if part.kind == "item":
            continue
        # What markdown-it skips, empty items and lists too deep for it, is read line by line.
        yield from _lines(text, position, part.start)
        yield from _runs_of(text, part)
        position = part.end + 1
    yield from _lines(text, position, section.end)


def _runs_of(text: str, block: Section | Part) -> Iterable[tuple[int, int]]:
    kind, start, end = block.kind, block.start, block.end
    if kind in _WITHOUT_TEXT:
        return ()
    if kind == "heading":
        return ((start + block.level, end),)
    if kind == "table":
        return _cells(text, start, end)
    if divider := _DIVIDERS.get(kind):
        return _pieces(text, start, end, divider)
    return ((start, end),)


def _lines(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    while start < end:
        after = leaves.line_end(text, start, end)
        yield start, after
        start = after + 1


def _cells(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Cells of a table: a bare pipe ends one even inside a wikilink (section 24.2)."""
    for line_start, line_end in _lines(text, start, end):
        yield from _pieces(text, line_start, line_end, leaves.PIPE)


def _pieces(text: str, start: int, end: int, divider: re.Pattern[str]) -> Iterator[tuple[int, int]]:
    for found in divider.finditer(text, start, end):
        yield start, found.start()
        start = found.end()
    yield start, end


def _placed_tags(text: str, tags: Iterable[FoundTag]) -> Iterator[Tag]:
    cursor = Cursor(text)
    for tag in tags:
        yield Tag(tag.name, *cursor.move(tag.start))


def _placed_links(text: str, unified: str, links: Iterable[FoundLink]) -> Iterator[Link]:
    cursor, origin = Cursor(unified), Origin(text)
    for start, end, syntax, embed, (path, subpath, display, label) in links:
        line, column = cursor.move(start)
        original = unified[start:end]
        end_line, end_column = line, column
        if "\n" in original:
            end_line += original.count("\n")
            end_column = utf16_length(original[original.rindex("\n") + 1 :])
        else:
            end_column += utf16_length(original)
        if origin.differs:
            start, end = origin.offset(start), origin.offset(end)  # noqa: PLW2901
            original = text[start:end]
        yield Link(
            syntax,
            embed,
            path,
            subpath,
            display,
            label,
            original,
            line,
            column,
            end_line,
            end_column,
            start,
            end,
        )


def _whole_link(value: str) -> target.Target | None:
    if not value.endswith(("]", ")")):
        return None
    if wikilink := target.WIKILINK.match(value):
        return target.of_wikilink(wikilink[2], embed=bool(wikilink[1]))
    if link := target.MARKDOWN.match(value):
        return target.of_markdown(link[3] or link[4], link[2], embed=bool(link[1]))
    return None
