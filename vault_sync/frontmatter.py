"""Properties of a note: where their block lies, and what it says by YAML 1.2 core rules."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from vault_sync import plain_yaml
from vault_sync.model import Finding, Tag, Value

if TYPE_CHECKING:
    from collections.abc import Iterator

# Blanks after the dashes are accepted (R165); an indented or longer rule is none (R166, R169), and
# neither are YAML's three dots (R171).
_OPENING = re.compile(r"---[ \t]*\n")
_DIVIDED = re.compile(r"[\s,]")
_CLOSING = re.compile(r"^---[ \t]*(?:\n|\Z)", re.MULTILINE)


class Place(NamedTuple):
    """Where a properties block lies in a text with LF line ends."""

    start: int
    """Offset of the first line between the dashes."""
    end: int
    """Offset of the closing dashes."""
    body: int
    """Offset of the first line after the block."""


class Header(NamedTuple):
    """The properties of a note; ``body`` and ``body_line`` are where its text begins."""

    body: int
    body_line: int
    properties: dict[str, Value]
    findings: tuple[Finding, ...]


def split(text: str) -> Place | None:
    """Where the properties of a note stand; None when it has none (R161 to R172)."""
    opening = _OPENING.match(text)
    if opening is None:
        return None
    closing = _CLOSING.search(text, opening.end())
    return closing and Place(opening.end(), closing.start(), closing.end())


def read(path: str, text: str) -> Header:
    """The properties of a note, whose text has LF line ends.

    Invalid YAML gives no properties and one finding (R173).
    """
    place = split(text)
    if place is None:
        return Header(0, 0, {}, ())
    properties, problem = _load(text[place.start : place.end])
    findings: tuple[Finding, ...] = ()
    if problem is not None:
        line, message = problem
        findings = (Finding(path, line + 1, "invalid-yaml", message),)
    lines = text.count("\n", 0, place.body) + (text[place.body - 1] != "\n")  # R165
    # A copy, because headers repeat in a vault and are read once.
    return Header(place.body, lines, _copy(properties), findings)


def named(properties: dict[str, Value], name: str) -> Value:
    """Value of a property whose name compares without case (R179, R199)."""
    if name in properties:
        return properties[name]
    return next((value for key, value in properties.items() if key.lower() == name), None)


def aliases(properties: dict[str, Value]) -> tuple[str, ...]:
    """Other names of a note: a text is one alias, commas and all (R201, R202)."""
    value = named(properties, "aliases")
    items = value if isinstance(value, list) else [value]
    texts = (_scalar_text(item).strip() for item in items)
    return tuple(text for text in texts if text)


def tags(properties: dict[str, Value]) -> tuple[Tag, ...]:
    """Tags in the properties (R194 to R199)."""
    value = named(properties, "tags")
    items = value if isinstance(value, list) else [value]
    names = (item.strip().removeprefix("#").rstrip("/") for item in items if isinstance(item, str))
    return tuple(Tag(name, None, None) for name in names if name and not _DIVIDED.search(name))


def texts(properties: dict[str, Value]) -> Iterator[tuple[str, str]]:
    """Every text in the properties with its dotted key: ``up``, ``p.0``, ``a.b`` (R206)."""
    for key, value in properties.items():
        yield from _texts(key, value)


def _texts(key: str, value: Value) -> Iterator[tuple[str, str]]:
    if isinstance(value, str):
        yield key, value
    elif isinstance(value, list):
        for index, item in enumerate(value):
            yield from _texts(f"{key}.{index}", item)
    elif isinstance(value, dict):
        for name, item in value.items():
            yield from _texts(f"{key}.{name}", item)


def _scalar_text(value: Value) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value) if isinstance(value, str | int | float) else ""


def _copy(properties: dict[str, Value]) -> dict[str, Value]:
    return {key: _copy_value(value) for key, value in properties.items()}


def _copy_value(value: Value) -> Value:
    if isinstance(value, list):
        return [_copy_value(item) for item in value]
    if isinstance(value, dict):
        return _copy(value)
    return value


@lru_cache(maxsize=1024)
def _load(header: str) -> tuple[dict[str, Value], tuple[int, str] | None]:
    """Properties between the dashes, and the problem with them: line there and sentence."""
    plain = plain_yaml.load(header)
    if plain is not None:
        return plain, None
    from yaml import MarkedYAMLError, YAMLError

    from vault_sync import yaml_core

    try:
        return yaml_core.load(header), None
    except MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        line, problem = mark.line if mark else 0, error.problem or error.context
        return {}, (line, f"Properties: {problem}.")
    except (YAMLError, ValueError, TypeError, RecursionError) as error:
        return {}, (0, f"Properties: {str(error).splitlines()[0]}.")
