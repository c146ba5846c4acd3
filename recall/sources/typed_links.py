"""Links that say what they mean: in a field of Dataview's, or behind a relation in a list.

``author:: [[Ann]]`` is an edge ``author``, ``- implements [[Plan]]`` an edge ``implements``. A list
item names a relation when all before its link is one that ``recall.relations`` knows, with
blanks, hyphens or underscores, or one word with an underscore; any other words are prose.
"""

from __future__ import annotations

import re
from bisect import bisect
from typing import TYPE_CHECKING, NamedTuple

from recall.relations import RELATIONS, canonical

if TYPE_CHECKING:
    from collections.abc import Iterator

    from vault_sync.model import Note

_LONGEST = 60
"""Characters before a link in which a relation is looked for."""

_RELATION = re.compile(r"[ \t>]*+(?:[-*+]|[0-9]{1,9}[.)])[ \t]++([^\W\d_][\w -]*)")


class Meaning(NamedTuple):
    """The type of an edge, and what gave it: ``field`` or ``relation``."""

    type: str
    origin: str


def meanings(parsed: Note) -> dict[int, Meaning]:
    """What links of a note mean, by their place in ``Note.links``; plain ones are not there."""
    found = {
        at: Meaning(relation, "relation")
        for at, link in enumerate(parsed.links)
        if link.start is not None and (relation := _relation(parsed.text, link.start))
    }
    if parsed.links and _may_have_field(parsed.text):
        found.update(_fields(parsed))
    return found


def _relation(text: str, start: int) -> str | None:
    """The relation that a list item has before the link that begins at ``start``."""
    floor = max(start - _LONGEST, 0)
    begin = text.rfind("\n", floor, start)
    if begin < 0 and floor:
        return None
    match = _RELATION.fullmatch(text, begin + 1, start)
    if match is None:
        return None
    words = match[1].strip()
    name = canonical(words)
    own = "_" in words and " " not in words
    return name if own or name in RELATIONS else None


def _may_have_field(text: str) -> bool:
    """Whether any line has a bracket behind two colons."""
    at = text.find("::")
    while at >= 0:
        end = text.find("\n", at)
        end = len(text) if end < 0 else end
        if text.find("[", at, end) >= 0:
            return True
        at = text.find("::", end)
    return False


def _fields(parsed: Note) -> Iterator[tuple[int, Meaning]]:
    from vault_sync import fields

    lines: dict[int, list[tuple[int, int]]] = {}
    for at, link in enumerate(parsed.links):
        if link.line is not None and link.column is not None:
            lines.setdefault(link.line, []).append((link.column, at))
    for field in fields.of(parsed):
        if "[" not in field.raw_value or field.form == "emoji":
            continue
        behind = lines.get(field.line, [])
        place = 0
        for index in range(bisect(behind, (field.column, -1)), len(behind)):
            at = behind[index][1]
            original = parsed.links[at].original
            place = field.raw_value.find(original, place)
            if place < 0:
                break
            place += len(original)
            yield at, Meaning(canonical(field.key), "field")
