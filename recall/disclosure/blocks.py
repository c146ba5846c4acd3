"""Where a Markdown text may be cut: at a block's end, else a line's, else a character's."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from recall.disclosure.tokens import TWENTIETHS, prefix_length, weight

# Compiled when first used: not every answer is cut.
_FENCE: Final = r"\s*(?:(?:[-*+]|\d{1,9}[.)])\s+)?(`{3,}|~{3,})([^`]*)"
_JOINERS: Final = ("\u200d", "\ufe0e", "\ufe0f")
_MARKS: Final = ("Mn", "Mc", "Me")
_LONGEST_CLUSTER: Final = 64
"""How far a cut steps back for combining marks; a longer pile is nobody's writing."""
_CUT_NOTE: Final = "[line {line} is cut here, after {shown:,} of {all:,} characters]"


class Fit(NamedTuple):
    """How many leading lines of a text fit: whole blocks, up to outside of a fence, at all.

    ``block`` is 0 where headings alone would be whole.
    """

    block: int
    outside_fence: int
    line: int


def cut(text: str, max_tokens: int, first_line: int) -> tuple[str, int]:
    """The part of a text that fits, and the number of its last line.

    ``first_line`` is the number of the text's first line. The cut lies behind a blank line
    outside of fences and tables; where not even one block below its heading fits, at a line's end
    (inside a fence only if the text begins with it). A single line that is too long is cut at a
    character and says so.
    """
    lines = text.split("\n")
    if weight(text) <= max_tokens * TWENTIETHS:
        return text, first_line + len(lines) - 1
    fit = fitting(lines, max_tokens)
    count = fit.block or fit.outside_fence or fit.line
    if count:
        return "\n".join(lines[:count]), first_line + count - 1
    return _cut_line(lines[0], max_tokens, first_line), first_line


def fitting(lines: list[str], max_tokens: int) -> Fit:
    """How many leading lines fit into so many tokens, counted in three ways."""
    budget = max_tokens * TWENTIETHS
    newline = weight("\n")
    used, block, outside, fence = -newline, 0, 0, ""
    for number, line in enumerate(lines):
        used += newline + weight(line)
        if used > budget:
            return Fit(block, outside, number)
        fence = _fence_after(fence, line)
        if fence or not line.strip():
            continue
        follows = lines[number + 1] if number + 1 < len(lines) else ""
        if not (_divides(line) or _divides(follows)):  # the head of a table is no row of it
            outside = number + 1
        # A heading belongs to what follows: a cut behind it shows a title without its text.
        if not follows.strip() and not line.startswith("#"):
            block = number + 1
    return Fit(len(lines), len(lines), len(lines))


def _divides(line: str) -> bool:
    """Whether a line stands between the head of a table and its rows."""
    return "|" in line and "-" in line and not line.strip("|-: \t")


def _fence_after(fence: str, line: str) -> str:
    """The fence that is open behind a line, "" outside: its characters as it was opened."""
    if fence:
        mark = line.strip()
        closes = mark.startswith(fence) and not mark.strip(fence[0])
        return "" if closes else fence
    opened = re.match(_FENCE, line)
    # A fence of backticks has no backtick in its info string: ```a``` is code in a line.
    if opened and (opened[1][0] == "~" or opened.end() == len(line)):
        return opened[1]
    return ""


def _cut_line(line: str, max_tokens: int, number: int) -> str:
    room = max_tokens
    note = ""
    largest = _CUT_NOTE.format(line=number, shown=len(line), all=len(line))
    if max_tokens > (cost := -(-weight(" " + largest) // TWENTIETHS)):
        room -= cost
        note = largest
    end = whole_characters(line, prefix_length(line, room))
    if note:
        note = " " + _CUT_NOTE.format(line=number, shown=end, all=len(line))
    return line[:end] + note


def whole_characters(text: str, end: int) -> int:
    """A place at or before ``end`` that splits no letter from its accents, no joined emoji."""
    from unicodedata import category

    place = end
    while 0 < place < len(text) and end - place < _LONGEST_CLUSTER:
        before, after = text[place - 1], text[place]
        if not (category(after) in _MARKS or _joined(before, after)):
            return place
        place -= 1
    return place if place == 0 else end


def _joined(before: str, after: str) -> bool:
    return (
        after in _JOINERS
        or before == "\u200d"
        or "\U0001f3fb" <= after <= "\U0001f3ff"
        or ("\ud800" <= before <= "\udbff" and "\udc00" <= after <= "\udfff")
    )
