"""What stands behind a field's or property's colon: read to a value, and written again."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from recall.errors import UsageError
from recall.search.syntax import (
    BLANKS,
    DATE_FIELDS,
    OPERATORS,
    STOPS,
    Operator,
    quote,
    trim,
    unescape,
)

if TYPE_CHECKING:
    from recall.search.tree import Filter, Value

_PROPERTY_PIECE = r'[^\s"]*+"(?>(?:\\"|[^"])*)"|\S+'
_WHOLE_QUOTED = r'"((?>(?:\\"|[^"])*))"'
_COMPARISON = r"(<=|>=|<|>|=)\s*(?=\S)"
_NUMBER = r"[+-]?[0-9]{1,15}(?:\.[0-9]{1,15})?"
_EXPRESSION = r"/(?>(?:[^/\\]|\\.){1,500})/"
_CONSTANTS: dict[str, bool | None] = {"null": None, "true": True, "false": False}

_BARE_NAME = r'\w[^\s\[\]":()“”„]*'


def field_value(field: str, text: str) -> str:
    """A field's value in its one spelling."""
    if field == "tag":
        text = text.lstrip(f"{BLANKS}#/").rstrip(f"{BLANKS}/\\")
    elif field == "path":
        text = text.replace("\\", "/")
    elif field in {"type", "source", "scope", "status", "is"}:
        text = text.lower()
    return trim(text)


def tag_names(given: tuple[str, ...]) -> tuple[str, ...]:
    """Tags as the query's ``tag:`` reads them: with or without ``#``.

    Raises:
        UsageError: one has no name.
    """
    for tag in given:
        if not field_value("tag", tag):
            raise UsageError(f"The tag {tag!r} has no name.")
    return tuple(field_value("tag", tag) for tag in given)


def conditions(body: str) -> list[tuple[Operator, Value]]:
    """What stands behind a property's colon: ``>5``, ``a OR b``, ``"in progress"``, ``/a+/``."""
    if len(body) > 2 and re.fullmatch(_EXPRESSION, body):
        return [("matches", body[1:-1])]
    if body.startswith("(") and body.endswith(")"):
        body = body[1:-1]
    choices: list[list[str]] = [[]]
    for piece in re.findall(_PROPERTY_PIECE, body):
        if piece == "OR":
            choices.append([])
        else:
            choices[-1].append(piece)
    return [_condition(" ".join(pieces)) for pieces in choices if pieces]


def _condition(text: str) -> tuple[Operator, Value]:
    comparison = re.match(_COMPARISON, text)
    operator: Operator = "="
    if comparison:
        operator = comparison[1]  # type: ignore[assignment]
        text = text[comparison.end() :]
    if quoted := re.fullmatch(_WHOLE_QUOTED, text):
        return operator, trim(unescape(quoted[1]))
    if operator == "=" and re.fullmatch(_EXPRESSION, text):
        return "matches", text[1:-1]
    text = trim(text)
    if operator == "=" and text.lower() in _CONSTANTS:
        return operator, _CONSTANTS[text.lower()]
    if operator != "=" and re.fullmatch(_NUMBER, text):
        return operator, float(text)
    return operator, text


def spell_filter(leaf: Filter) -> str:
    """The filter as it is typed; its canonical spelling."""
    if leaf.field == "property":
        return _spell_property(leaf)
    if leaf.field in DATE_FIELDS:
        return f"{leaf.field}:{leaf.shown}"
    value = str(leaf.value)
    if leaf.operator == "matches":
        return f"{leaf.field}:/{value}/"
    return f"{leaf.field}:{value if _is_one_word(value) else quote(value)}"


def _is_one_word(value: str) -> bool:
    """Whether a value can stand without quotes; ``path:/a/`` would be an expression."""
    if not value or value.startswith((":", "/")):
        return False
    return not any(char.isspace() or char in STOPS for char in value)


def _spell_property(leaf: Filter) -> str:
    is_bare = re.fullmatch(_BARE_NAME, leaf.name) and leaf.name not in {"x", "X"}
    name = leaf.name if is_bare else quote(leaf.name)
    if leaf.operator == "has":
        return f"[{name}]"
    if leaf.operator == "matches":
        return f"[{name}:/{leaf.value}/]"
    prefix = "" if leaf.operator == "=" else leaf.operator
    value = _spell_value(leaf.value)
    as_meant = (leaf.operator, leaf.value)
    is_bare = _is_one_word(value) and not set("[]") & set(value) and value not in OPERATORS
    if not is_bare or _condition(prefix + value) != as_meant:
        value = quote(value)
    return f"[{name}:{prefix}{value}]"


def _spell_value(value: Value) -> str:
    if value is None:
        return "null"
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, float):
        return f"{value:.15f}".rstrip("0").rstrip(".")
    return str(value)
