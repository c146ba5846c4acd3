"""The lines of a note that a subpath names: a heading's section or a block."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vault_sync.errors import SubpathNotFoundError
from vault_sync.paths import fold
from vault_sync.text import unify

if TYPE_CHECKING:
    from vault_sync.model import Heading, Note

_PUNCTUATION = str.maketrans(dict.fromkeys('!"#$%&()*+,.:;<=>?@^\\{|}~/[]`', " "))
"""What counts as a blank between the words of a heading; hyphen, underscore and apostrophe
do not (OBSIDIAN.md R101, R102)."""


def find(note: Note, subpath: str) -> tuple[int, int]:
    """First and last line, zero-based, of what a subpath names in a note.

    ``#Plan`` is a heading and its section, ``#Plan#Costs`` a deeper heading below it (R105),
    ``#^id`` a block (R107). An empty subpath is the whole note (R111).

    Raises:
        SubpathNotFoundError: the note has no such heading or block (R112).
    """
    parts = [part.strip() for part in subpath.split("#") if part.strip()]
    if not parts:
        return 0, _last_line(note)
    if parts[-1].startswith("^"):
        return _block(note, parts[-1])
    place = _heading(note.headings, parts, 0, len(note.headings))
    if place is None:
        choices = tuple(heading.text for heading in note.headings)
        raise SubpathNotFoundError(note.path, subpath, choices)
    after = _section_end(note.headings, place)
    first = note.headings[place].line
    is_last = after == len(note.headings)
    return first, _last_line(note) if is_last else note.headings[after].line - 1


def strip_heading(text: str) -> str:
    """What of a heading's text counts when it is compared (OBSIDIAN.md R101 to R103, R108)."""
    return " ".join(fold(text).translate(_PUNCTUATION).split())


def _block(note: Note, part: str) -> tuple[int, int]:
    name = fold(part[1:])
    for block in note.block_ids:
        if fold(block.id) == name:
            return block.first_line, block.last_line
    choices = tuple(block.id for block in note.block_ids)
    raise SubpathNotFoundError(note.path, f"#{part}", choices)


def _heading(headings: tuple[Heading, ...], parts: list[str], start: int, end: int) -> int | None:
    """Index of the first heading with the last name whose ancestors have the others (R105)."""
    bounds = [(start, end)]
    for depth, part in enumerate(parts):
        wanted = strip_heading(part)
        matching = [
            index
            for first, last in bounds
            for index in range(first, last)
            if _matches(headings[index].text, part, wanted)
        ]
        if depth == len(parts) - 1:
            return matching[0] if matching else None
        bounds = [(index + 1, _section_end(headings, index)) for index in matching]
    return None


def _matches(text: str, part: str, wanted: str) -> bool:
    # of a heading that is all punctuation nothing is left to compare
    return strip_heading(text) == wanted if wanted else text.strip() == part


def _section_end(headings: tuple[Heading, ...], index: int) -> int:
    """Index of the next heading of the same or a higher rank (R106)."""
    level = headings[index].level
    for after in range(index + 1, len(headings)):
        if headings[after].level <= level:
            return after
    return len(headings)


def _last_line(note: Note) -> int:
    text = unify(note.text)
    return max(text.count("\n") - text.endswith("\n"), 0)
