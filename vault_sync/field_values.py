"""What the text of an inline field means (OBSIDIAN.md R219)."""

from __future__ import annotations

import re
from datetime import date, datetime
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias

from vault_sync import durations
from vault_sync.property_types import parse_date
from vault_sync.target import of_wikilink

if TYPE_CHECKING:
    from collections.abc import Callable

    from vault_sync.durations import Duration

ValueKind: TypeAlias = Literal[
    "null", "number", "boolean", "date", "datetime", "duration", "link", "text", "list"
]


class FieldLink(NamedTuple):
    """A link in a field; the fields of ``Link`` that say where it leads."""

    path: str
    subpath: str
    display: str
    embed: bool


FieldValue: TypeAlias = (
    "bool | int | float | date | datetime | Duration | FieldLink | str "
    "| tuple[FieldValue, ...] | None"
)

MAX_NUMBER = 300
"""Characters of a number; a longer one stays text, as in properties (R189)."""

_ATOM = re.compile(
    r"""[ \t]*(?:
      (?P<date>\d{4}-\d\d(?:-\d\d(?:T[0-9:.]+(?:Z|[+-]\d\d:?\d\d)?)?)?)
    | (?P<duration>[+-]?\d{1,15}(?:\.\d{1,15})?[ \t]*[A-Za-z]+
        (?>(?:[ \t]*,?[ \t]*[+-]?\d{1,15}(?:\.\d{1,15})?[ \t]*[A-Za-z]+)*))
    | (?P<quoted>"[^"\\]*+(?>(?:\\.[^"\\]*+)*)")
    | (?P<link>!?\[\[(?!\]\])[^\[\]\n]+\]\])
    | (?P<boolean>[Tt]rue|[Ff]alse)
    | (?P<number>-?\d++(?:\.\d++)?)
    | (?P<tag>\#[^\s,;.:()\[\]"]+)
    )[ \t]*(?:(?P<comma>,)|\Z)""",
    re.VERBOSE | re.ASCII,
)
_ESCAPE = re.compile(r"\\(.)", re.DOTALL)


def parse(text: str) -> tuple[FieldValue, ValueKind]:
    """The value of a field and its kind; what is of no other kind is text.

    Commas make a list where every member is of a kind by itself: ``1, 2`` and ``"a", "b"``
    are lists, ``first, second`` is a text.
    """
    text = text.strip()
    if not text:
        return None, "null"
    values: list[tuple[FieldValue, ValueKind]] = []
    position = 0
    while position < len(text):
        atom = _ATOM.match(text, position)
        value = atom and _value(atom)
        if not atom or not value:
            return text, "text"
        values.append(value)
        position = atom.end()
        if atom["comma"] and position == len(text):
            return text, "text"
    if len(values) == 1:
        return values[0]
    return tuple(value for value, _ in values), "list"


def _value(atom: re.Match[str]) -> tuple[FieldValue, ValueKind] | None:
    kind = next(name for name, found in atom.groupdict().items() if found)
    written: str = atom[kind]
    return _READERS[kind](written)


def _date(written: str) -> tuple[FieldValue, ValueKind] | None:
    found: date | datetime | None = parse_date(written if len(written) > 7 else f"{written}-01")
    if found is None:
        return None
    return found, "datetime" if isinstance(found, datetime) else "date"


def _duration(written: str) -> tuple[FieldValue, ValueKind] | None:
    found = durations.parse(written, durations.DATAVIEW_UNITS)
    return (found, "duration") if found else None


def _link(written: str) -> tuple[FieldValue, ValueKind]:
    embed = written.startswith("!")
    path, subpath, display, _ = of_wikilink(written[2 + embed : -2], embed=embed)
    return FieldLink(path, subpath, display, embed), "link"


def _number(written: str) -> tuple[FieldValue, ValueKind] | None:
    if len(written) > MAX_NUMBER:
        return None
    return (float(written) if "." in written else int(written)), "number"


_READERS: dict[str, Callable[[str], tuple[FieldValue, ValueKind] | None]] = {
    "date": _date,
    "duration": _duration,
    "quoted": lambda written: (_ESCAPE.sub(r"\1", written[1:-1]), "text"),
    "link": _link,
    "boolean": lambda written: (written.lower() == "true", "boolean"),
    "number": _number,
    "tag": lambda written: (written, "text"),
}
