"""Text of a note -> its top-level blocks, in one pass.

CommonMark's blocks with GitHub's tables and Obsidian's comments, ``$$`` math, callouts and
footnotes. Lists and quotes whose inside decides where they end are left to markdown-it
(``vault_sync.containers``); the simple ones, nearly all, are told by one expression here.
Both ways give the same blocks, which the tests compare.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from vault_sync import leaves
from vault_sync.containers import Containers, Part

if TYPE_CHECKING:
    from collections.abc import Iterator

    from vault_sync.model import BlockKind

_TEXT = rf"{leaves.PLAIN}(?>(?:\n[ \t]*+{leaves.PLAIN})*)"
_ITEM_TEXT = rf"[ ]{{1,4}}(?=\S){_TEXT}"
_BEGINS = r"""\#{1,6}[ \t] | <!-- | > | `{3,}[^`\n]*+(?:\n|\Z)
  | %%(?!%)[^%\n]*+%%[ \t]*(?:\n|\Z)"""
_DEEPER = rf"\n(?:[ ]{{4}}|\t)[ \t]*+(?:[-*+]|[0-9]{{1,9}}[.)]){_ITEM_TEXT}"


def _simple_list(marker: str, again: str) -> str:
    """A list whose items hold only text; an item of another kind lies four columns deep."""
    return rf"""{marker}{_ITEM_TEXT}
      (?>(?: \n(?:[ \t]*+ | (?>(?:[ \t]*\n)+)[ ]{{0,3}}){again}{_ITEM_TEXT} | {_DEEPER})*)
      (?= (?>(?:\n[ \t]*)*)\Z | \n(?>(?:[ \t]*\n)*)(?:{_BEGINS})
        | \n(?>(?:[ \t]*\n)+)(?![ \t\n]|{again}(?:[ \t\n]|\Z)) )"""


# The blocks of ordinary notes, taken only where nothing after them can change what they are.
_SIMPLE = re.compile(
    rf"""(?>(?:[ \t]*\n)*)(?:
    (?P<heading>\#{{1,6}}(?:[ \t][^\n]*+)?)(?=\n|\Z)
  | (?P<paragraph>[ ]{{0,3}}{_TEXT})
    (?=\Z | \n(?:[ \t]*(?:\n|\Z) | {_BEGINS} | [-*+][ ]+[\w\[]))
  | (?P<html>[ ]{{0,3}}<!--(?!-?>)[^-]*+(?>(?:-(?!->)[^-]*+)*)-->[^\n]*+)
  | (?P<comment>%%(?!%)[^%\n]*+%%[ \t]*+)(?=\n|\Z)
  | (?P<list>(?:{_simple_list("(?P<bullet>[-*+])", "(?P=bullet)")}
    | {_simple_list("[0-9]{1,9}(?P<stop>[.)])", "[0-9]{1,9}(?P=stop)")}))
    )""",
    re.VERBOSE | re.MULTILINE,
)
_ITEM = re.compile(r"^(?P<indentation>[ \t]*)(?:[-*+]|[0-9]{1,9}[.)])[ ]", re.MULTILINE)
_BLANK = re.compile(r"(?:[ \t]*\n)+|[ \t]+\Z")
_CALLOUT = re.compile(r"[ ]{0,3}>[ \t]*\[![^\]\n]+\]")


class Section(NamedTuple):
    """A top-level block, and where it stands.

    ``start`` and ``end`` are offsets (``end`` before the last line end). ``level`` is that of
    a heading. ``parts`` are what a list, quote or comment holds, empty when it holds only text.
    """

    kind: BlockKind
    first_line: int
    last_line: int
    start: int
    end: int
    level: int = 0
    parts: tuple[Part, ...] = ()


class Reader:
    """Reads the blocks of one text with LF line ends.

    With ``simple`` off every list goes to markdown-it and every block through the exact
    rules: the same result, slower.
    """

    def __init__(self, text: str, *, simple: bool = True) -> None:
        self._text = text
        self._simple = simple
        self.containers = Containers(text)

    def sections(self, start: int, limit: int, line: int) -> Iterator[Section]:
        """The blocks between two line starts; ``line`` is the number of the first."""
        text = self._text
        while start < limit:
            section = self._simple_section(start, limit, line) if self._simple else None
            if section is None:
                blank = _BLANK.match(text, start, limit)
                if blank:
                    line += text.count("\n", start, blank.end())
                    start = blank.end()
                    continue
                section = self._section(start, limit, line)
            yield section
            start = section.end + 1
            line = section.last_line + 1

    def _simple_section(self, start: int, limit: int, line: int) -> Section | None:
        """The block after any blank lines, unless it takes the exact rules to tell."""
        text = self._text
        found = _SIMPLE.match(text, start, limit)
        if found is None:
            return None
        kind: BlockKind = found.lastgroup  # type: ignore[assignment]
        first, end = found.span(kind)
        if first > start:
            line += text.count("\n", start, first)
        if kind == "heading":
            level = end - first - len(text[first:end].lstrip("#"))
            return Section(kind, line, line, first, end, level)
        last_line = line + text.count("\n", first, end)
        if kind == "list" and text.find("^", first, end) >= 0:  # items matter only for block ids
            parts = _flat_items(text, first, end, line)
            return None if parts is None else Section(kind, line, last_line, first, end, 0, parts)
        return Section(kind, line, last_line, first, end)

    def _section(self, start: int, limit: int, line: int) -> Section:
        kind, end, level, parts = self._block(start, limit, line)
        last_line = line + self._text.count("\n", start, end)
        return Section(kind, line, last_line, start, end, level, parts)

    def _block(self, start: int, limit: int, line: int) -> _Block:
        """The block at a line start by the exact rules, in CommonMark's order."""
        text = self._text
        if leaves.INDENTED.match(text, start, limit):
            return _Block("code", leaves.code_end(text, start, limit))
        opener = leaves.OPENER.match(text, start, limit)
        kind = opener.lastgroup if opener else None
        if opener and kind in ("list", "blockquote", "comment"):
            found = self._nested(opener, start, limit, line)
        else:
            found = opener and _leaf(text, opener, start, limit)
        return found or _Block(*leaves.read_text(text, start, limit))

    def _nested(self, opener: re.Match[str], start: int, limit: int, line: int) -> _Block | None:
        text = self._text
        if opener.lastgroup == "comment":
            end = leaves.comment_end(text, opener.start("comment"), limit)
            return _Block("comment", end, 0, self._commented(start, end, line)) if end else None
        end, parts = self.containers.read(start, limit, line)
        if opener.lastgroup == "list":
            return _Block("list", end, 0, parts)
        kind: BlockKind = "callout" if _CALLOUT.match(text, start, limit) else "blockquote"
        return _Block(kind, end, 0, parts)

    def _commented(self, start: int, end: int, line: int) -> tuple[Part, ...]:
        """What stands in a comment: Obsidian indexes its links and tags (R027)."""
        text = self._text
        first_end = text.find("\n", start, end)
        if first_end < 0:
            return ()
        last_start = text.rindex("\n", start, end) + 1
        last_line = line + text.count("\n", start, end)
        parts = [Part("paragraph", line, line, start, first_end)]
        for section in self.sections(first_end + 1, last_start, line + 1):
            parts.extend(section.parts or [Part(*section[:6])])
        return *parts, Part("paragraph", last_line, last_line, last_start, end)


def _flat_items(text: str, start: int, end: int, line: int) -> tuple[Part, ...] | None:
    """The items of a simple list; None when some lie in others."""
    items = list(_ITEM.finditer(text, start, end))
    if any(item["indentation"] for item in items):
        return None
    parts: list[Part] = []
    for item, after in zip(items, [*(item.start() for item in items[1:]), end], strict=True):
        first, line = item.start(), line + text.count("\n", start, item.start())
        start = first
        last = leaves.line_end(text, first + len(text[first:after].rstrip()), after)
        last_line = line + text.count("\n", first, last)
        parts.append(Part("item", line, last_line, first, last))
        parts.append(Part("paragraph", line, last_line, first, last))
    return tuple(parts)


class _Block(NamedTuple):
    kind: BlockKind
    end: int
    level: int = 0
    parts: tuple[Part, ...] = ()


def _leaf(text: str, opener: re.Match[str], start: int, limit: int) -> _Block | None:
    """The block that an opener begins and that holds no others; None when it does not after all."""
    match opener.lastgroup:
        case "heading":
            level = len(opener["heading"])
            return _Block("heading", leaves.line_end(text, start, limit), level)
        case "thematicBreak":
            return _Block("thematicBreak", opener.end())
        case "code":
            return _Block("code", leaves.fence_end(text, opener, limit))
        case "math":
            return _Block("math", leaves.math_end(text, opener, limit))
        case "footnoteDefinition":
            return _Block("footnoteDefinition", leaves.footnote_end(text, start, limit))
        case _:
            end = leaves.html_end(text, opener, limit, after_text=False)
            return _Block("html", end) if end else None
