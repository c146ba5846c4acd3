"""YAML as Obsidian writes it: no folding, no anchors, nothing for empty values (R302)."""

from __future__ import annotations

import json
import math
import re
from typing import TYPE_CHECKING

from vault_sync.yaml_core import MAX_DEPTH, is_core

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from vault_sync.model import Value

_LONGEST_KEY = 1000
"""Characters of a key before its colon; YAML allows 1,024 (section 7.4 of its specification)."""

# What a plain text may not begin with, hold or end in, between the lines of a block.
_NOT_PLAIN = re.compile(
    r"""\A(?:[\s,\[\]{}\#&*!|>'"%@`]|[-?:](?:\s|\Z)|---|\.\.\.|<<\Z|=\Z)|:(?:\s|\Z)|\s\#|\s\Z|\A\Z"""
    r"""|[\x00-\x1f\x7f-\x9f\u2028\u2029\ufeff\ud800-\udfff\ufffe\uffff]""",
    re.VERBOSE,
)
_NOT_LITERAL = re.compile(
    r"[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028\u2029\ufeff\ud800-\udfff\ufffe\uffff]"
)
_NOT_PRINTED = re.compile(r"[\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]")


def dump(properties: Mapping[str, Value]) -> str:
    """Lines between the dashes for these properties, empty for none.

    Reading them back gives equal values; a lone surrogate, which no file can hold, is
    written as a question mark.

    Raises:
        ValueError: values are nested deeper than a reader follows.
    """
    return "".join(f"{line}\n" for line in _mapping(properties, "", MAX_DEPTH - 1))


def _mapping(values: Mapping[str, Value], indent: str, depth: int) -> Iterator[str]:
    for key, value in values.items():
        name = _scalar(key) if "\n" not in key else _quoted(key)
        if len(name) > _LONGEST_KEY:
            yield f"{indent}? {name}"
            name = ""
        yield from _entry(f"{indent}{name}:", value, f"{indent}  ", depth)


def _entry(head: str, value: Value, indent: str, depth: int) -> Iterator[str]:
    """Lines of a value after what stands before it, a key or the dash of an item."""
    if depth == 0:
        raise ValueError(f"values are nested deeper than {MAX_DEPTH} levels")
    if isinstance(value, dict) and value:
        yield head
        yield from _mapping(value, indent, depth - 1)
    elif isinstance(value, list) and value:
        yield head
        for item in value:
            yield from _item(item, indent, depth - 1)
    elif isinstance(value, str) and "\n" in value:
        yield from _block(head, value, indent)
    else:
        yield f"{head} {_scalar(value)}".rstrip(" ")


def _item(value: Value, indent: str, depth: int) -> Iterator[str]:
    """Lines of one item of a list; a map or list in it begins on the line of the dash."""
    if isinstance(value, dict | list) and value:
        if depth == 0:
            raise ValueError(f"values are nested deeper than {MAX_DEPTH} levels")
        inner = f"{indent}  "
        lines = (
            list(_mapping(value, inner, depth - 1))
            if isinstance(value, dict)
            else [line for item in value for line in _item(item, inner, depth - 1)]
        )
        yield f"{indent}- {lines[0][len(inner) :]}"
        yield from lines[1:]
    else:
        yield from _entry(f"{indent}-", value, f"{indent}  ", depth)


def _block(head: str, text: str, indent: str) -> Iterator[str]:
    """A text of several lines as it is, or quoted where YAML would not keep it so."""
    content = text.rstrip("\n")
    ends = len(text) - len(content)
    if not content or ends > 1 or content[0] in " \n" or _NOT_LITERAL.search(text):
        yield f"{head} {_quoted(text)}"
        return
    yield f"{head} |" if ends else f"{head} |-"
    for line in content.split("\n"):
        yield f"{indent}{line}" if line else ""


def _scalar(value: Value) -> str:
    """A value on one line; nothing for an empty one."""
    match value:
        case None:
            return ""
        case str():
            return _quoted(value) if _NOT_PLAIN.search(value) or is_core(value) else value
        case bool():
            return "true" if value else "false"
        case int() | float():
            return repr(value) if math.isfinite(value) else _endless(value)
    return "[]" if isinstance(value, list) else "{}"


def _endless(value: float) -> str:
    return ".nan" if math.isnan(value) else ".inf" if value > 0 else "-.inf"


def _quoted(text: str) -> str:
    storable = text.encode("utf-8", "replace").decode("utf-8")
    written = json.dumps(storable, ensure_ascii=False)
    return _NOT_PRINTED.sub(lambda match: f"\\u{ord(match[0]):04x}", written)
