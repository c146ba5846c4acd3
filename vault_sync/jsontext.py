"""JSON from a user's files: any bytes give a value or one sentence about what is wrong."""

from __future__ import annotations

from typing import TypeAlias

Json: TypeAlias = "bool | int | float | str | list[Json] | dict[str, Json] | None"


def decode(data: bytes) -> Json:
    """Value of a JSON text; a byte-order mark is allowed (OBSIDIAN.md R269).

    Lone surrogates, which JSON can write and UTF-8 cannot, become question marks.

    Raises:
        ValueError: with a sentence; nothing else, whatever the bytes.
    """
    import json

    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise ValueError(f"It is no UTF-8 text (byte {error.start}).") from error
    if not text.strip():
        raise ValueError("It is empty.")
    try:
        value: Json = json.loads(text)
        return _storable(value) if "\\u" in text else value
    except json.JSONDecodeError as error:
        where = f"line {error.lineno}, column {error.colno}"
        raise ValueError(f"It is no valid JSON: {error.msg} ({where}).") from error
    except RecursionError as error:
        raise ValueError("It is nested too deeply.") from error
    except ValueError as error:  # a number with more digits than Python converts
        raise ValueError("It holds a number that is too long.") from error


def _storable(value: Json) -> Json:
    if isinstance(value, str):
        return value.encode("utf-8", "replace").decode("utf-8")
    if isinstance(value, list):
        return [_storable(item) for item in value]
    if isinstance(value, dict):
        return {str(_storable(key)): _storable(item) for key, item in value.items()}
    return value
