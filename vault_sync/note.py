"""Bytes of a Markdown file -> Note, read as Obsidian reads it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from vault_sync import frontmatter, leaves, outline, target
from vault_sync.blocks import Reader, Section
from vault_sync.containers import Part
from vault_sync.inline import FoundLink, FoundTag, InlineReader, definitions
from vault_sync.model import Block, Link, Note, Tag, Value
from vault_sync.text import Cursor, Origin, decode, unify, utf16_length

_NEXT_ITEM = re.compile(r"\n(?=[ \t]*(?:[-*+]|[0-9]{1,9}[.)])[ ])")
_BLANK_LINES = re.compile(r"\n(?:[ \t]*\n)+")
_WITHOUT_TEXT = frozenset({"code", "html", "math", "thematicBreak"})


def parse(path: str, data: bytes) -> Note:
    """Read the note at ``path``, whose file holds ``data``. Pure, and never raises."""
    text, findings = decode(path, data)
    unified = unify(text)
    place = frontmatter.split(unified)
    properties: dict[str, Value] = {}
    body, body_line = 0, 0
    if place is not None:
        body, body_line = place.body, unified.count("\n", 0, place.body)
        properties, problems = frontmatter.load(path, unified[place.start : place.end])
        findings += problems
    sections = list(Reader(unified).sections(body, len(unified), body_line))
    links, tags = _inline(unified, sections)
    return Note(
        path=path,
        text=text,
        body_line=body_line,
        properties=properties,
        aliases=frontmatter.aliases(properties),
        tags=(*(Tag(name, None, None) for name in frontmatter.tags(properties)), *tags),
        headings=tuple(outline.headings(unified, sections)),
        links=(*_property_links(properties), *_body_links(text, unified, links)),
        block_ids=tuple(outline.block_ids(unified, sections)) if "^" in unified else (),
        blocks=tuple(Block(section.kind, section[1], section[2]) for section in sections),
        findings=findings,
    )


def _inline(text: str, sections: Iterable[Section]) -> tuple[list[FoundLink], tuple[Tag, ...]]:
    runs = [run for section in sections for run in _runs(text, section)]
    references: dict[str, str] = {}
    if "]:" in text:
        for index, (start, end) in enumerate(runs):
            found, after = definitions(text, start, end)
            references = found | references
            runs[index] = (after, end)
    reader = InlineReader(text, references)
    for start, end in runs:
        reader.read(start, end)
    reader.links.sort(key=lambda link: link.start)
    return reader.links, tuple(_placed_tags(text, reader.tags))


def _runs(text: str, section: Section) -> Iterator[tuple[int, int]]:
    """The runs of text in a block within which links, tags and code spans stay."""
    if not section.parts:
        yield from _runs_of(text, section)
        return
    position = section.start
    for part in section.parts:
        if part.kind == "item":
            continue
        # What markdown-it skips, empty items and lists too deep for it, is read line by line.
        yield from _lines(text, position, part.start)
        yield from _runs_of(text, part)
        position = part.end + 1
    yield from _lines(text, position, section.end)


def _runs_of(text: str, block: Section | Part) -> Iterator[tuple[int, int]]:
    start, end = block.start, block.end
    if block.kind == "heading":
        yield start + block.level, end
    elif block.kind == "table":
        yield from _cells(text, start, end)
    elif block.kind == "list":
        yield from _pieces(text, start, end, _NEXT_ITEM)
    elif block.kind == "footnoteDefinition":
        yield from _pieces(text, start, end, _BLANK_LINES)
    elif block.kind not in _WITHOUT_TEXT:
        yield start, end


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


def _body_links(text: str, unified: str, links: Iterable[FoundLink]) -> Iterator[Link]:
    cursor, origin = Cursor(unified), Origin(text)
    for start, end, syntax, embed, (path, subpath, display, label) in links:
        line, column = cursor.move(start)
        original = unified[start:end]
        last_break = original.rfind("\n") + 1
        end_line = line + original.count("\n") if last_break else line
        end_column = utf16_length(original[last_break:]) + (0 if last_break else column)
        on_disk, disk_end = origin.offset(start), origin.offset(end)
        yield Link(
            syntax, embed, path, subpath, display, label, text[on_disk:disk_end],
            line, column, end_line, end_column, on_disk, disk_end,
        )  # fmt: skip


def _property_links(properties: dict[str, Value]) -> Iterator[Link]:
    """Properties whose whole text is a link (R205 to R211)."""
    for key, value in frontmatter.texts(properties):
        found = _whole_link(value.strip())
        if found is not None:
            path, subpath, display, label = found
            yield Link("property", False, path, subpath, display, label, value.strip(), key=key)


def _whole_link(value: str) -> target.Target | None:
    if not value.endswith(("]", ")")):
        return None
    if wikilink := target.WIKILINK.match(value):
        return target.of_wikilink(wikilink[2], embed=bool(wikilink[1]))
    if link := target.MARKDOWN.match(value):
        return target.of_markdown(link[3] or link[4], link[2], embed=bool(link[1]))
    return None
