"""The parts of a text that ``line:``, ``block:``, ``section:`` and ``task:`` look into.

Only lines are told without reading Markdown. Whoever asks for blocks, sections or tasks narrows
down to the notes with the words first; a look at the text says whether it can hold a task at all;
and the text is read no further than to the first part that answers.
"""

from __future__ import annotations

import re
from functools import partial
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from recall.search.syntax import Scope
    from vault_sync.blocks import Section
    from vault_sync.parts import Parts

    MayHold = Callable[[int, int], bool]

_BOXES = {
    "task": re.compile(r"[-*+.)][ \t]+\[[^\n]\]"),
    "task-todo": re.compile(r"[-*+.)][ \t]+\[ \]"),
    "task-done": re.compile(r"[-*+.)][ \t]+\[[^ \n]\]"),
}


def may_have(scope: Scope, text: str) -> bool:
    """Whether a text may have such a part, as far as a look at its signs can tell."""
    box = _BOXES.get(scope)
    return box is None or box.search(text) is not None


def needs_markdown(scope: Scope) -> bool:
    """Whether a text must be read as Markdown to find its parts."""
    return scope not in ("line", "content")


def spans(scope: Scope, text: str, may_hold: MayHold) -> Iterator[tuple[int, int]]:
    """Where the parts of a text with LF line ends lie, without the line end after each.

    Args:
        scope: the kind of part.
        text: all of the text.
        may_hold: whether any part of a stretch can be of interest; a list that holds none is
            not read.
    """
    if scope == "content":
        yield 0, len(text)
    elif scope == "line":
        yield from _lines(text)
    else:
        from vault_sync.parts import Parts

        for start, end in _PARTS[scope](text, Parts(text), may_hold):
            yield text.rfind("\n", 0, start) + 1, _line_end(text, end)


def _lines(text: str) -> Iterator[tuple[int, int]]:
    start = 0
    while True:
        end = _line_end(text, start)
        yield start, end
        if end >= len(text):
            return
        start = end + 1


def _line_end(text: str, at: int) -> int:
    end = text.find("\n", at)
    return len(text) if end < 0 else end


def _blocks(_: str, parts: Parts, may_hold: MayHold) -> Iterator[tuple[int, int]]:
    """Blocks as Obsidian has them: of a list each item is one (OBSIDIAN.md R115, R236, R284)."""
    for block in parts.blocks():
        if block.kind != "list":
            yield block.start, block.end
        yield from (span for span, _ in _items(parts, block, may_hold))


def _tasks(
    text: str, parts: Parts, may_hold: MayHold, *, is_done: bool | None = None
) -> Iterator[tuple[int, int]]:
    """List items with a box; any sign but a blank makes them done (OBSIDIAN.md R231)."""
    for block in parts.blocks():
        if _BOXES["task"].search(text, block.start, block.end):
            for span, task in _items(parts, block, may_hold):
                if task is not None and is_done in (None, task != " "):
                    yield span


def _items(
    parts: Parts, block: Section, may_hold: MayHold
) -> Iterator[tuple[tuple[int, int], str | None]]:
    """Where the items of a block are, and the sign in the box of each that is a task."""
    from vault_sync.lists import ListItem

    if not parts.may_hold_items(block) or not may_hold(block.start, block.end):
        return
    for item in parts.inside(block):
        if isinstance(item, ListItem):
            start, end = item.span.start.line, item.span.end.line
            yield (parts.places.line_start(start), parts.places.line_end(end)), item.task


def _sections(text: str, parts: Parts, _: MayHold) -> Iterator[tuple[int, int]]:
    """From a heading to the next of any level, and what stands before the first."""
    start = 0
    for block in parts.blocks():
        if block.kind == "heading" and block.first_line:
            yield start, block.start - 1
            start = block.start
    yield start, len(text)


_PARTS: dict[str, Callable[[str, Parts, MayHold], Iterator[tuple[int, int]]]] = {
    "block": _blocks,
    "section": _sections,
    "task": _tasks,
    "task-todo": partial(_tasks, is_done=False),
    "task-done": partial(_tasks, is_done=True),
}
