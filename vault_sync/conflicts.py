"""Second versions of files that sync tools keep under a name of their own (R296 to R299)."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from vault_sync.paths import fold

if TYPE_CHECKING:
    from collections.abc import Container

# Names that no person gives, by the tool that gives them.
_CERTAIN = (
    ("Obsidian Sync", r" \(conflicted copy .*\d{12}\)\Z"),  # R296
    ("Syncthing", r"\.sync-conflict-\d{8}-\d{6}(?:-[a-z0-9]+)?\Z"),  # R297
    ("Dropbox", r" \([^()]*conflicted copy[^()]*\)\Z"),  # R298; Nextcloud's look the same
    ("Dropbox", r" \([^()]*case conflict[^()]*\)\Z"),
)
# Names that people give too: they tell only beside the original (R298). Of OneDrive's only names
# of computers that Windows made up count: `Plan-B.md` beside `Plan.md` is a note.
_POSSIBLE = (
    ("iCloud", r" (?:[2-9]|[1-9][0-9])\Z"),
    ("Google Drive", r" ?\([1-9][0-9]?\)\Z"),
    ("OneDrive", r"-(?:desktop|laptop)-[a-z0-9]{7}(?:-[0-9]+)?\Z"),
)


class Conflict(NamedTuple):
    """The tool that made a copy, and the path of the file that it is a second version of."""

    tool: str
    original: str


def conflict_of(path: str, paths: Container[str] = ()) -> Conflict | None:
    """What a file is a second version of by its name, None for a file of its own.

    Conflict copies are ordinary notes for Obsidian (R299); nothing here hides or deletes one.

    Args:
        path: the file.
        paths: keys (`paths.fold`) of the files that exist. Names that are as often those of
            notes (`Note 2.md`, `Note (1).md`) count only where the original is among them.
    """
    folder, slash, name = path.rpartition("/")
    stem, dot, extension = name.rpartition(".")
    if not dot:
        stem, extension = name, ""
    for tool, ending in _CERTAIN:
        if (found := re.search(ending, stem, re.IGNORECASE)) and found.start():
            return Conflict(tool, f"{folder}{slash}{stem[: found.start()]}{dot}{extension}")
    for tool, ending in _POSSIBLE:
        if (found := re.search(ending, stem, re.IGNORECASE)) and found.start():
            original = f"{folder}{slash}{stem[: found.start()]}{dot}{extension}"
            if fold(original) in paths:
                return Conflict(tool, original)
    return None


def is_conflict_copy(path: str) -> bool:
    """Whether the name alone says that a sync tool made this file (R296 to R299)."""
    return conflict_of(path) is not None
