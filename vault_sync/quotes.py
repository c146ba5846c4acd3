"""markdown-it's rule for quotes, with a limit to how far it looks ahead.

The rule first takes every line up to the next blank one for a line that may continue the
quote's last paragraph, and then reads the quote. Where ``> # a`` and ``b`` alternate, each
quote would cost all the lines behind it. Here it is shown a few lines more than have a mark,
and twice as many as long as the quote reaches the last of them.
"""

from __future__ import annotations

from sys import maxsize
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from markdown_it.rules_block import StateBlock

_LINES_WITHOUT_MARK = 8
_LINES_THAT_DECIDE = 2
"""A block ends where it does because of the line after it, or the two that begin a table."""


def read(state: StateBlock, first: int, after: int, silent: bool) -> bool:
    """Read the quote at a line, as markdown-it's ``blockquote`` does."""
    from markdown_it.rules_block import blockquote

    if silent or not _is_quote(state, first):
        return blockquote(state, first, after, silent)
    # Quotes in a quote are read again with it: what they needed is kept, or every depth would
    # double the work of the one above.
    needed: dict[tuple[int, int], int] = state.env["quotes"]
    place = first, state.level
    limit = needed.get(place) or _end_of_marks(state, first, after) + _LINES_WITHOUT_MARK
    written, last_line = len(state.tokens), state.lineMax
    while limit < after:
        state.lineMax = limit
        found = blockquote(state, first, limit, False)
        state.lineMax = last_line
        if not found or state.line < limit - _LINES_THAT_DECIDE:
            needed[place] = limit
            return found
        del state.tokens[written:]
        state.line = first
        limit += limit - first
    needed[place] = maxsize
    return blockquote(state, first, after, False)


def _is_quote(state: StateBlock, line: int) -> bool:
    begins = state.bMarks[line] + state.tShift[line]
    return state.sCount[line] >= state.blkIndent and state.src.startswith(">", begins)


def _end_of_marks(state: StateBlock, first: int, after: int) -> int:
    line = first + 1
    while line < after and _is_quote(state, line):
        line += 1
    return line
