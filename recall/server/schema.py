"""JSON schemas of the tools' parameters, and the check of a call against one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from recall.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    Schema = dict[str, Any]

LONGEST = 1_000_000
"""Characters of one text; a store takes no more of a memory either."""

_TYPES: dict[str, tuple[tuple[type, ...], str]] = {
    "string": ((str,), "a text"),
    "boolean": ((bool,), "true or false"),
    "integer": ((int,), "a whole number"),
    "number": ((int, float), "a number"),
    "array": ((list,), "a list of texts"),
}


def text(about: str, default: str | None = None, choices: tuple[str, ...] = ()) -> Schema:
    """A text, or one of some words."""
    schema: Schema = {"type": "string", "description": about}
    if choices:
        schema["enum"] = list(choices)
    return schema if default is None else {**schema, "default": default}


def whole(about: str, least: int, most: int | None = None, default: int | None = None) -> Schema:
    """A whole number in a range."""
    schema: Schema = {"type": "integer", "description": about, "minimum": least}
    if most is not None:
        schema["maximum"] = most
    return schema if default is None else {**schema, "default": default}


def share(about: str) -> Schema:
    """A number from 0 to 1."""
    return {"type": "number", "description": about, "minimum": 0, "maximum": 1}


def flag(about: str, *, default: bool | None = None) -> Schema:
    """True or false."""
    schema: Schema = {"type": "boolean", "description": about}
    return schema if default is None else {**schema, "default": default}


def texts(about: str) -> Schema:
    """A list of texts."""
    return {"type": "array", "items": {"type": "string"}, "description": about}


def parameters(needed: tuple[str, ...], **properties: Schema) -> Schema:
    """The schema of a call; ``from_`` stands for ``from``, which Python keeps for itself."""
    return {
        "type": "object",
        "properties": {name.removesuffix("_"): each for name, each in properties.items()},
        "required": list(needed),
        "additionalProperties": False,
    }


def fields(**types: str) -> Schema:
    """The schema of an answer: its fields and their types, all of which are always there."""
    return {
        "type": "object",
        "properties": {name: {"type": each} for name, each in types.items()},
        "required": list(types),
    }


def checked(schema: Schema, given: Mapping[str, object]) -> dict[str, Any]:
    """The parameters of a call with the defaults of those that are absent or null.

    Raises:
        UsageError: one is unknown, missing, of a wrong type or out of range.
    """
    known = schema["properties"]
    for name in given:
        if name not in known:
            there = ", ".join(known)
            raise UsageError(f"There is no parameter {name[:100]!r}; there are {there}.")
    values = {name: each["default"] for name, each in known.items() if "default" in each}
    for name, value in given.items():
        if value is not None:
            values[name] = _value(name, value, known[name])
    for name in schema["required"]:
        if name not in values:
            raise UsageError(f"{name} is missing; it must be given.")
    return values


def _value(name: str, value: object, schema: Schema) -> object:
    if schema["type"] == "integer" and isinstance(value, float) and value.is_integer():
        value = int(value)  # JSON may write 6 as 6.0
    types, meant = _TYPES[schema["type"]]
    wrong = not isinstance(value, types) or (isinstance(value, bool) and bool not in types)
    if wrong or (isinstance(value, list) and not all(isinstance(each, str) for each in value)):
        raise UsageError(f"{name} is {_shown(value)}; it must be {meant}.")
    if isinstance(value, str) and len(value) > LONGEST:
        raise UsageError(f"{name} has {len(value):,} characters; it may have {LONGEST:,}.")
    if "enum" in schema and value not in schema["enum"]:
        raise UsageError(f"{name} is {_shown(value)}; it must be one of {_words(schema['enum'])}.")
    _demand_range(name, value, schema)
    return value


def _demand_range(name: str, value: object, schema: Schema) -> None:
    if not isinstance(value, int | float):
        return
    least, most = schema.get("minimum"), schema.get("maximum")
    if least is not None and most is not None and not least <= value <= most:
        raise UsageError(f"{name} is {_shown(value)}; it must be from {least} to {most}.")
    if least is not None and not value >= least:
        raise UsageError(f"{name} is {_shown(value)}; it must be at least {least}.")


def _shown(value: object) -> str:
    shown = repr(value)
    return shown if len(shown) <= 100 else f"{shown[:100]}…"


def _words(words: list[str]) -> str:
    return ", ".join(map(repr, words))
