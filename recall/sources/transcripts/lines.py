"""The lines of a growing file, one at a time and none of them larger than memory can bear."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, BinaryIO, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

    from recall.sources.transcripts.records import Object

MAX_LINE_BYTES = 32 * 1024 * 1024
"""A longer line is passed over: a record has a message, or an image of some megabytes."""


class Line(NamedTuple):
    """A line (one-based) from ``start`` up to ``end``; ``row`` is None where it is no object.

    ``problem`` says why it is none, "" for a blank line.
    """

    number: int
    start: int
    end: int
    row: Object | None
    problem: str = ""


def read(file: BinaryIO, offset: int = 0, number: int = 1) -> Iterator[Line]:
    """The lines from an offset on; a last one without its end waits unless it is whole."""
    file.seek(offset)
    while data := file.readline(MAX_LINE_BYTES):
        ended = data.endswith(b"\n")
        end = offset + len(data)
        if not ended and len(data) == MAX_LINE_BYTES:
            end, ended = _skip(file, end)
            if ended:
                yield Line(number, offset, end, None, f"has more than {MAX_LINE_BYTES >> 20} MB")
                offset, number = end, number + 1
            continue
        line = _parsed(number, offset, end, data)
        if not ended and line.row is None:
            return
        yield line
        offset, number = end, number + 1


def _skip(file: BinaryIO, end: int) -> tuple[int, bool]:
    """To the end of a line that is too long: its offset, and whether the line ends there."""
    while data := file.readline(MAX_LINE_BYTES):
        end += len(data)
        if data.endswith(b"\n"):
            return end, True
    return end, False


def _parsed(number: int, start: int, end: int, data: bytes) -> Line:
    if not data.strip():
        return Line(number, start, end, None)
    try:
        row = json.loads(data)
    except UnicodeDecodeError:
        return Line(number, start, end, None, "is not UTF-8 text")
    except (ValueError, RecursionError) as error:
        reason = error.msg if isinstance(error, json.JSONDecodeError) else "nested too deeply"
        return Line(number, start, end, None, f"is not JSON ({reason})")
    if not isinstance(row, dict):
        return Line(number, start, end, None, "is not an object")
    return Line(number, start, end, row)
