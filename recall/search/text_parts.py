"""The parts of a text that ``line:``, ``block:``, ``section:`` and ``task:`` look into.

Only lines are told without reading Markdown. A thousand notes take about a second to read, so
whoever asks for blocks, sections or tasks narrows down to the notes with the words first, and
here a look at the text says whether it can hold a task at all.
"""

from __future__ import annotations

import re
from functools import partial
from itertools import pairwise
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from recall.search.syntax import Scope
    from vault_sync.model import Note
    from vault_sync.places import Span

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


def spans(scope: Scope, text: str, parsed: Note | None) -> Iterator[tuple[int, int]]:
    """Where the parts of a text with LF line ends lie, without the line end after each."""
    starts = _line_starts(text)
    if scope == "content":
        yield 0, len(text)
    elif scope == "line" or parsed is None:
        for first, after in pairwise(starts):
            yield first, after - 1
    else:
        for first, last in _PARTS[scope](parsed):
            yield starts[first], starts[last + 1] - 1


def _line_starts(text: str) -> list[int]:
    starts = [0]
    at = text.find("\n")
    while at >= 0:
        starts.append(at + 1)
        at = text.find("\n", at + 1)
    return [*starts, len(text) + 1]


def _blocks(parsed: Note) -> Iterator[tuple[int, int]]:
    """Blocks as Obsidian has them: of a list each item is one (OBSIDIAN.md R115, R236, R284)."""
    from vault_sync import structure

    found = structure.of(parsed)
    for section in found.sections:
        if section.kind != "list":
            yield _lines(section.span)
    for item in found.items:
        yield _lines(item.span)


def _tasks(parsed: Note, *, is_done: bool | None = None) -> Iterator[tuple[int, int]]:
    """List items with a box; any sign but a blank makes them done (OBSIDIAN.md R231)."""
    from vault_sync import structure

    for task in structure.of(parsed).tasks:
        if is_done in (None, task.is_done):
            yield _lines(task.span)


def _lines(span: Span) -> tuple[int, int]:
    return span.start.line, span.end.line


def _sections(parsed: Note) -> Iterator[tuple[int, int]]:
    """From a heading to the next of any level, and what stands before the first."""
    begins = [0, *(heading.line for heading in parsed.headings if heading.line)]
    last = parsed.text.count("\n")
    for first, after in zip(begins, [*begins[1:], last + 1], strict=True):
        yield first, after - 1


_PARTS: dict[str, Callable[[Note], Iterator[tuple[int, int]]]] = {
    "block": _blocks,
    "section": _sections,
    "task": _tasks,
    "task-todo": partial(_tasks, is_done=False),
    "task-done": partial(_tasks, is_done=True),
}
