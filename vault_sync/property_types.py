"""Properties read by their declared type (OBSIDIAN.md R192).

The stored YAML stays as it is: a date is a text there (R180). This says what the text means.
"""

from __future__ import annotations

import re
from datetime import date, datetime
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from vault_sync.model import Finding

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from vault_sync.model import Value

TypedValue: TypeAlias = "Value | date | datetime | tuple[str, ...]"

OWN_TYPES = {"tags": "tags", "aliases": "aliases", "cssclasses": "multitext"}
"""Types of Obsidian's own properties, whatever is declared."""

_DATE = re.compile(
    r"(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d{1,6})?)?)[ ]?(Z|[+-]\d\d:?\d\d)?)?",
    re.ASCII,
)


class Typed(NamedTuple):
    """A property's value as its type reads it.

    ``type`` is the declared type, ``""`` where none is. ``problem`` completes the sentence
    "The property …" where the value does not fit its type; ``value`` is then the stored one.
    """

    value: TypedValue
    type: str
    problem: str = ""


def declared_type(name: str, types: Mapping[str, str]) -> str:
    """Declared type of a property, whose name compares without case (R179)."""
    lowered = name.lower()
    own = OWN_TYPES.get(lowered) or types.get(name)
    if own is not None:
        return own
    return next((kind for key, kind in types.items() if key.lower() == lowered), "")


def typed(name: str, value: Value, types: Mapping[str, str]) -> Typed:
    """What a property says by its declared type.

    ``types`` are ``VaultSettings.property_types``. A date or a time with an offset (R193) is
    aware, all others are naive: the clock of whoever reads them. No value fits every type.
    """
    kind = declared_type(name, types)
    read = _READERS.get(kind)
    return read(value, kind) if read and value is not None else Typed(value, kind)


def findings(
    path: str, properties: Mapping[str, Value], types: Mapping[str, str]
) -> Iterator[Finding]:
    """The properties of a note whose values do not fit their declared types."""
    for name, value in properties.items():
        found = typed(name, value, types)
        if found.problem:
            message = f"The property {name!r} is a {found.type}: {found.problem}."
            yield Finding(path, None, "property-type", message)


def parse_date(text: str) -> date | datetime | None:
    """The day or the time that is all of a text in ISO form; None for anything else."""
    found = _DATE.fullmatch(text.strip())
    if found is None:
        return None
    try:
        if found[2] is None:
            return date.fromisoformat(found[1])
        return datetime.fromisoformat(f"{found[1]}T{found[2]}{found[3] or ''}")
    except ValueError:
        return None


def _moment(value: Value, kind: str) -> Typed:
    found = parse_date(value) if isinstance(value, str) else None
    if found is None:
        if isinstance(value, str) and not value.strip():
            return Typed(None, kind)
        return Typed(value, kind, f"{_shown(value)} is no date")
    if kind == "datetime" and not isinstance(found, datetime):
        found = datetime(found.year, found.month, found.day)  # noqa: DTZ001 - naive as written
    if kind == "date" and isinstance(found, datetime):
        return Typed(found, kind, f"{_shown(value)} has a time")
    return Typed(found, kind)


def _number(value: Value, kind: str) -> Typed:
    if isinstance(value, int | float) and not isinstance(value, bool):
        return Typed(value, kind)
    return Typed(value, kind, f"{_shown(value)} is no number")


def _checkbox(value: Value, kind: str) -> Typed:
    problem = "" if isinstance(value, bool) else f"{_shown(value)} is neither true nor false"
    return Typed(value, kind, problem)


def _text(value: Value, kind: str) -> Typed:
    problem = f"{_shown(value)} is no text" if isinstance(value, list | dict) else ""
    return Typed(value, kind, problem)


def _texts(value: Value, kind: str) -> Typed:
    """A list of texts; one text alone is a list of one (R194, R201)."""
    items = value if isinstance(value, list) else [value]
    if any(isinstance(item, list | dict) for item in items):
        return Typed(value, kind, f"{_shown(value)} is no list of texts")
    written = (_written(item) for item in items)
    return Typed(tuple(text for text in written if text), kind)


_READERS: dict[str, Callable[[Value, str], Typed]] = {
    "text": _text,
    "number": _number,
    "checkbox": _checkbox,
    **dict.fromkeys(("date", "datetime"), _moment),
    **dict.fromkeys(("multitext", "tags", "aliases"), _texts),
}


def _written(value: Value) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return "" if value is None else str(value)


def _shown(value: Value) -> str:
    shown = repr(value) if not isinstance(value, list | dict) else type(value).__name__
    return shown if len(shown) <= 40 else f"{shown[:39]}…"
