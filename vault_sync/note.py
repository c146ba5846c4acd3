"""Bytes of a Markdown file -> Note, read as Obsidian reads it."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from vault_sync.model import Note


def parse(path: str, data: bytes) -> Note:
    """Read the note at ``path``, whose file holds ``data``. Pure, and never raises."""
    # Late, because reading compiles 10 ms of expressions that a search does not need.
    from vault_sync import reading

    return reading.read(path, data)
