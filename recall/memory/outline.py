"""The headings that a place of a text lies under, with their levels, so that a text can go on."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from vault_sync.model import Heading

Outline = tuple[tuple[int, str], ...]
"""Level and text, the outermost first."""


def above(headings: Iterable[Heading], line: int) -> Outline:
    """The headings above a line (zero-based) that it lies under."""
    path: list[tuple[int, str]] = []
    for heading in headings:
        if heading.line >= line:
            break
        path = [each for each in path if each[0] < heading.level]
        path.append((heading.level, heading.text))
    return tuple(path)


def to_text(path: Outline) -> str:
    """An outline as it is kept."""
    return json.dumps(path, ensure_ascii=False)


def of_text(kept: str) -> Outline:
    """An outline from what was kept."""
    return tuple((level, text) for level, text in json.loads(kept))


def to_markdown(path: Outline) -> str:
    """Lines under which a text lies where this outline is; never the begin of properties."""
    return "\n" + "".join(f"{'#' * level} {text}\n" for level, text in path)
