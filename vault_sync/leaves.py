"""Blocks that hold no other blocks: where each begins and ends (CommonMark 0.31, GFM tables).

Texts have LF line ends. ``limit`` bounds the search as ``endpos`` does for expressions; ends
lie before the line end of the block's last line.
"""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from vault_sync.model import BlockKind

OPENER = re.compile(
    r"""[ ]{0,3}(?:
      (?P<code>`{3,}(?=[^`\n]*$)|~{3,})
    | (?P<heading>\#{1,6})(?=[ \t]|$)
    | (?P<thematicBreak>(?:(?>(?:\*[ \t]*+){3,})|(?>(?:-[ \t]*+){3,})|(?>(?:_[ \t]*+){3,}))$)
    | (?P<blockquote>>)
    | (?P<list>[-*+]|[0-9]{1,9}[.)])(?=[ \t]|$)
    | (?P<html><)
    | (?P<math>\$\$(?=[^$\n]*$|[^\n]*[^$\n]\$\$[ \t]*$))
    | (?P<comment>%%(?!%))
    | (?P<footnoteDefinition>\[\^[^\]\s]+\]:)
    )""",
    re.VERBOSE | re.MULTILINE,
)
"""How every block but paragraphs and indented code begins; the group that matched is its kind.

A heading may be empty (R132)."""

PLAIN = r"""(?:[^\s#>\-+*_`~<|$%=:\d\[\\^]
  | \[(?!\^) | \\(?!\n)
  | [0-9](?![0-9]{0,8}[.)](?:[ \t]|$))
  | [-+:](?=\w) | \*{1,2}(?=[^\s*]) | _{1,2}(?=[^\s_]) | [=~]{1,2}(?=[^\s=~])
  | `{1,2}(?=[^\n`]) | \$(?=[^$\n]) | %(?=[^%\n]) | \#(?=[^\s\#])
  | <(?=https?:|(?:a|b|i|u|font|img|kbd|mark|span|sub|sup)\b[^<>\n]*>[^\s<])
  )[^\n]*+"""
"""A line that is text wherever it stands: it begins no block and underlines no heading."""

INDENTED = re.compile(r"[ ]{0,3}\t|[ ]{4}")
_CODE = re.compile(r"(?>(?:(?:[ ]{0,3}\t|[ ]{4})[^\n]*+(?:\n|\Z)|[ \t]*\n)+)")
_BLANK_LINE = re.compile(r"[ \t]*(?:\n|\Z)")
NEXT_BLANK_LINE = re.compile(r"\n[ \t]*(?:\n|\Z)")
_PLAIN_LINES = re.compile(rf"[ \t]*+{PLAIN}(?>(?:\n[ \t]*+{PLAIN})*)", re.VERBOSE | re.MULTILINE)
# Blanks behind the line make it none for Obsidian: "- " under a text is an empty item.
_SETEXT = re.compile(r"[ ]{0,3}(?:(?P<first>=+)|-+)$", re.MULTILINE)
_DELIMITER_ROW = re.compile(r"[ ]{0,3}(?!-[ \t])[|:-][-:| \t]+$", re.MULTILINE)
_ALIGNMENT = re.compile(r"[ \t]*:?-+:?[ \t]*\Z")
PIPE = re.compile(r"(?<!\\)\|")
_MATH_END = re.compile(r"\$\$[ \t]*$", re.MULTILINE)
_INDENTED_REST = re.compile(r"(?>(?:\n(?>(?:[ \t]*\n)*)(?:[ ]{4}|[ ]{0,3}\t)[ \t]*+[^\s][^\n]*+)+)")


class Text(NamedTuple):
    """A paragraph, or what its next line makes of it; ``level`` is that of a heading."""

    kind: BlockKind
    end: int
    level: int = 0


def line_end(text: str, start: int, limit: int) -> int:
    """Offset of the line end after ``start``."""
    found = text.find("\n", start, limit)
    return limit if found < 0 else found


def code_end(text: str, start: int, limit: int) -> int:
    """End of indented code; blank lines after it do not belong to it."""
    found = _CODE.match(text, start, limit)
    end = found.end() if found else limit
    return line_end(text, start + len(text[start:end].rstrip(" \t\n")), limit)


def fence_end(text: str, opener: re.Match[str], limit: int) -> int:
    """End of a fence: as many marks or more close it, else it runs on (R135)."""
    marks = opener["code"]
    closing = _closing_fence(marks[0], len(marks)).search(text, opener.end(), limit)
    return closing.end() if closing else _last(text, limit)


def html_end(text: str, opener: re.Match[str], limit: int, *, after_text: bool) -> int | None:
    """End of an HTML block, None when the line is no such; some cannot follow text directly."""
    start = opener.start("html")
    first_end = line_end(text, start, limit)
    line = text[start:first_end]
    sequence = next((found for found in _html_sequences() if found[0].search(line)), None)
    if sequence is None or (after_text and not sequence[2]):
        return None
    ends = sequence[1]
    if ends.search(""):
        blank = NEXT_BLANK_LINE.search(text, start, limit)
        return blank.start() if blank else _last(text, limit)
    closing = ends.search(text, start, limit)
    return line_end(text, closing.end(), limit) if closing else _last(text, limit)


def math_end(text: str, opener: re.Match[str], limit: int) -> int:
    """End of a ``$$`` block, closed on its own line or at the end of a later one."""
    first_end = line_end(text, opener.end(), limit)
    if "$" in text[opener.end() : first_end]:
        return first_end
    closing = _MATH_END.search(text, first_end, limit)
    return closing.end() if closing else _last(text, limit)


def comment_end(text: str, start: int, limit: int) -> int | None:
    """End of a ``%%`` block; None for one that never ends or has text behind it on its line.

    One that never ends hides the rest of the note in view; what the cache says of it is
    uncertain (OBSIDIAN.md R222). Here it is text, so that one stray mark loses no headings.
    """
    closing = text.find("%%", start + 2, limit)
    if closing < 0:
        return None
    end = line_end(text, closing, limit)
    one_line = "\n" not in text[start:closing]
    return None if one_line and text[closing + 2 : end].strip(" \t") else end


def footnote_end(text: str, start: int, limit: int) -> int:
    """End of a footnote: its first paragraph and whatever indented follows (R225)."""
    end = read_text(text, start, limit).end
    rest = _INDENTED_REST.match(text, end, limit)
    return rest.end() if rest else end


def table_end(text: str, start: int, limit: int) -> int | None:
    """End of the table whose header row begins at ``start``; None if no table does."""
    header_end = line_end(text, start, limit)
    rule = _DELIMITER_ROW.match(text, header_end + 1, limit)
    if rule is None or "|" not in text[start:header_end]:
        return None
    alignments = _outer_cells(rule[0].split("|"))
    if not all(map(_ALIGNMENT.match, alignments)):
        return None
    if len(alignments) != len(_outer_cells(PIPE.split(text[start:header_end]))):
        return None
    end = rule.end()
    while not (
        _BLANK_LINE.match(text, end + 1, limit)
        or INDENTED.match(text, end + 1, limit)
        or begins_block(text, end + 1, limit, after_text=False)
    ):
        end = line_end(text, end + 1, limit)
    return end


def read_text(text: str, start: int, limit: int) -> Text:
    """The paragraph at ``start``, or the heading or table that it turns out to be."""
    if (end := table_end(text, start, limit)) is not None:
        return Text("table", end)
    before, end = start, line_end(text, start, limit)
    while not _BLANK_LINE.match(text, end + 1, limit):
        if underline := _SETEXT.match(text, end + 1, limit):
            return Text("heading", underline.end(), 1 if underline["first"] else 2)
        if _begins_table(text, before, limit):
            return Text("paragraph", before - 1)
        if begins_block(text, end + 1, limit, after_text=True):
            break
        plain = _PLAIN_LINES.match(text, end + 1, limit)
        end = plain.end() if plain else line_end(text, end + 1, limit)
        before = text.rfind("\n", start, end) + 1
    return Text("paragraph", end)


def begins_block(text: str, start: int, limit: int, *, after_text: bool) -> bool:
    """Whether the line at ``start`` begins a block of its own, ending the one before it."""
    opener = OPENER.match(text, start, limit)
    kind = opener.lastgroup if opener else None
    if opener is None or kind is None:
        return False
    if kind == "html":
        return html_end(text, opener, limit, after_text=True) is not None
    if kind == "comment":
        return comment_end(text, opener.start("comment"), limit) is not None
    if kind == "math":
        return "$" not in text[opener.end() : line_end(text, opener.end(), limit)]
    if kind == "list" and after_text:
        marker = opener["list"]
        empty = _BLANK_LINE.match(text, opener.end(), limit)
        return not empty and (len(marker) == 1 or int(marker[:-1]) == 1)
    return True


def _begins_table(text: str, start: int, limit: int) -> bool:
    return not INDENTED.match(text, start, limit) and table_end(text, start, limit) is not None


def _outer_cells(cells: list[str]) -> list[str]:
    """Cells of a row without the empty ones that its outer pipes make."""
    first = 1 if cells and not cells[0].strip() else 0
    last = -1 if len(cells) > 1 and not cells[-1].strip() else None
    return cells[first:last]


def _last(text: str, limit: int) -> int:
    return limit - 1 if text[limit - 1] == "\n" else limit


@cache
def _closing_fence(mark: str, count: int) -> re.Pattern[str]:
    return re.compile(rf"^[ ]{{0,3}}{mark}{{{count},}}[ \t]*$", re.MULTILINE)


@cache
def _html_sequences() -> list[tuple[re.Pattern[str], re.Pattern[str], bool]]:
    """How HTML blocks begin and end, and whether they may follow text: markdown-it's table."""
    from markdown_it.rules_block.html_block import HTML_SEQUENCES

    return HTML_SEQUENCES
