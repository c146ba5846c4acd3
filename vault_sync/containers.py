"""Lists and quotes by markdown-it: where one ends, and the blocks in it.

What a line of a list means depends on every list and quote around it. markdown-it has these
rules; only they run, on the lines in question alone.
"""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias

from vault_sync import leaves, quotes
from vault_sync.model import BlockKind

if TYPE_CHECKING:
    from collections.abc import Sequence

    from markdown_it import MarkdownIt
    from markdown_it.rules_block import StateBlock
    from markdown_it.token import Token

PartKind: TypeAlias = Literal["item"] | BlockKind
NestedKind: TypeAlias = Literal["list", "item", "blockquote"]

# After a blank line, a line at the margin that is neither item nor quote belongs to neither.
_REGION_END = re.compile(
    r"(?<=[^ \t\n])[ \t]*+(?P<end>\n)(?>(?:[ \t]*\n)+)"
    r"(?![ \t]|>|(?:[-+*]|[0-9]{1,9}[.)])(?:[ \t\n]|\Z))(?=.)"
)

_KINDS: dict[str, PartKind] = {
    "list_item_open": "item",
    "paragraph_open": "paragraph",
    "heading_open": "heading",
    "fence": "code",
    "code_block": "code",
    "html_block": "html",
    "math_block": "math",
    "table_open": "table",
}

_NESTING: dict[str, NestedKind] = {
    "bullet_list": "list",
    "ordered_list": "list",
    "list_item": "item",
    "blockquote": "blockquote",
}


class Part(NamedTuple):
    """A list item with its own lines, before its children (R236), or a block in a container."""

    kind: PartKind
    first_line: int
    last_line: int
    start: int
    end: int
    level: int = 0


class Nested(NamedTuple):
    """A list, item or quote with all its lines; ``depth`` counts the ones that it lies in."""

    kind: NestedKind
    first_line: int
    last_line: int
    depth: int


class Container(NamedTuple):
    """A list or quote: offset of its end and what it holds, in order."""

    end: int
    parts: tuple[Part, ...]


class Containers:
    """Reads the containers of one text; neighbours share one markdown-it state."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._regions: dict[int, _Region] = {}

    def read(self, start: int, limit: int, line: int) -> Container:
        """The list or quote that begins at the line start ``start``, which is line ``line``."""
        region = self._region(start, limit, line)
        try:
            return region.read(line)
        except IndexError:  # markdown-it has raised on quotes at the end of a text
            del self._regions[limit]
            blank = leaves.NEXT_BLANK_LINE.search(self._text, start, limit)
            return Container(blank.start() if blank else region.end, ())

    def nested(self, start: int, limit: int, line: int) -> list[Nested]:
        """The container that begins there and all that lie in it, in order of their beginnings."""
        try:
            return self._region(start, limit, line).nested(line)
        except IndexError:  # as in read
            del self._regions[limit]
            return []

    def _region(self, start: int, limit: int, line: int) -> _Region:
        region = self._regions.get(limit)
        if region is None or start >= region.end:
            found = _REGION_END.search(self._text, start, limit)
            end = found.start("end") if found else limit
            region = self._regions[limit] = _Region(self._text, start, end, limit, line)
        return region


class _Region:
    """Lines that may hold several containers, with no way out of one but its own rules."""

    def __init__(self, text: str, start: int, end: int, limit: int, line: int) -> None:
        from markdown_it.rules_block import StateBlock

        self.end = end
        self._line = line
        self._tokens: list[Token] = []
        self._read_line = -1
        source = text[start:end].removesuffix("\n")
        place = {"text": text, "start": start, "limit": limit, "quotes": {}}
        self._state = StateBlock(source + "\n", _block_reader(), place, self._tokens)
        self._lines = source.split("\n")
        self._offsets = [start]
        for content in self._lines:
            self._offsets.append(self._offsets[-1] + len(content) + 1)

    def read(self, line: int) -> Container:
        first = line - self._line
        last = self._last_line(first, self._run(first))
        return Container(self._offsets[last + 1] - 1, tuple(self._parts()))

    def nested(self, line: int) -> list[Nested]:
        self._run(line - self._line)
        nested: list[Nested] = []
        depth = 0
        for token in self._tokens:
            kind = _NESTING.get(token.type.removesuffix("_open").removesuffix("_close"))
            if kind is None:
                continue
            if token.nesting > 0:
                first, after = _span(token)
                last = self._last_line(first, after)
                nested.append(Nested(kind, self._line + first, self._line + last, depth))
            depth += token.nesting
        return nested

    def _run(self, first: int) -> int:
        """Read the container at a line into tokens; the line after it."""
        from markdown_it.rules_block import list_block

        state = self._state
        if first == self._read_line:
            return state.line
        self._read_line = -1
        self._tokens.clear()
        state.line = first
        if not quotes.read(state, first, state.lineMax, False):
            list_block(state, first, state.lineMax, False)
        self._read_line = first
        return state.line

    def _parts(self) -> list[Part]:
        parts: list[Part] = []
        item: int | None = None
        for token in self._tokens:
            # The first list after an item's beginning is its child, if it begins within it.
            if token.type.endswith("_list_open") and item is not None:
                self._close_item(parts, item, _span(token)[0])
            kind = _KINDS.get(token.type)
            if kind is not None:
                parts.append(self._part(kind, token))
            if kind == "item":
                item = len(parts) - 1
        return parts

    def _part(self, kind: PartKind, token: Token) -> Part:
        first, after = _span(token)
        last = self._last_line(first, after)
        level = int(token.tag[1]) if kind == "heading" else 0
        offsets, line = self._offsets, self._line
        return Part(kind, line + first, line + last, offsets[first], offsets[last + 1] - 1, level)

    def _close_item(self, parts: list[Part], index: int, after: int) -> None:
        """End an item before its first child, once."""
        item = parts[index]
        last = self._last_line(item.first_line - self._line, after)
        if last + self._line < item.last_line:
            end = self._offsets[last + 1] - 1
            parts[index] = item._replace(last_line=last + self._line, end=end)

    def _last_line(self, first: int, after: int) -> int:
        last = min(after, len(self._lines)) - 1
        while last > first and not self._lines[last].strip(" \t"):
            last -= 1
        return max(last, first)


def _span(token: Token) -> Sequence[int]:
    if token.map is None:
        raise ValueError(f"a {token.type} token without lines")
    return token.map


@cache
def _block_reader() -> MarkdownIt:
    from markdown_it import MarkdownIt

    reader = MarkdownIt("commonmark", {"maxNesting": 100}).enable("table").disable("reference")
    alternatives = ["paragraph", "reference", "blockquote", "list"]
    reader.block.ruler.at("blockquote", quotes.read, {"alt": alternatives})
    reader.block.ruler.before("code", "math_block", _math, {"alt": alternatives})
    reader.block.ruler.before("code", "margin_block", _margin_block, {"alt": alternatives})
    return reader


def _math(state: StateBlock, first: int, after: int, silent: bool) -> bool:
    """A ``$$`` block inside a container, closed as one outside."""
    if state.is_code_block(first):
        return False
    begins = state.bMarks[first] + state.tShift[first]
    opener = leaves.OPENER.match(state.src, begins, state.eMarks[first])
    if opener is None or opener.lastgroup != "math":
        return False
    one_line = "$" in state.src[opener.end() : state.eMarks[first]]
    if silent:
        return not one_line
    line = first + 1
    while not one_line and line < after and state.sCount[line] >= state.blkIndent:
        content = state.src[state.bMarks[line] : state.eMarks[line]]
        line += 1
        if content.rstrip(" \t").endswith("$$"):
            break
    state.line = line
    state.push("math_block", "", 0).map = [first, line]
    return True


def _margin_block(state: StateBlock, first: int, after: int, silent: bool) -> bool:  # noqa: ARG001
    """Whether a comment or footnote begins here, which ends the container's text.

    Inside a container neither is a block.
    """
    if not silent or state.is_code_block(first):
        return False
    place = state.env
    start = place["start"] + state.bMarks[first] + state.tShift[first]
    opener = leaves.OPENER.match(place["text"], start, place["limit"])
    if opener is None or opener.lastgroup not in ("comment", "footnoteDefinition"):
        return False
    return leaves.begins_block(place["text"], start, place["limit"], after_text=True)
