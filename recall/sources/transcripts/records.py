"""What a record of a session log says, in the same words for every agent."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping

Speaker = Literal["user", "assistant", "tool", "result", "summary"]

Object = dict[str, object]
"""A JSON object; nothing in it can be relied upon."""


class Said(NamedTuple):
    """Words of a record. ``name`` is the tool's, ``answer`` what the records of one share."""

    speaker: Speaker
    text: str
    name: str = ""
    answer: str = ""


class Place(NamedTuple):
    """Where a record stands in the tree of its session; ``parent`` is "" for none.

    ``is_prompt`` says that a branch may begin with it.
    """

    id: str
    parent: str
    is_prompt: bool


class Record(NamedTuple):
    """A record as read.

    ``left_out`` counts by reason what of it is not searched. ``facts`` tell of the whole session:
    its title, id, folder, parent.
    """

    said: tuple[Said, ...] = ()
    left_out: Mapping[str, int] = {}
    time: float | None = None
    facts: Mapping[str, str] = {}


def left_out(reason: str, time: float | None = None) -> Record:
    """A record of which nothing is searched."""
    return Record(left_out={reason: 1}, time=time)


def text_of(value: object) -> str:
    """A value that should be a text, else nothing."""
    return value if isinstance(value, str) else ""


def object_of(value: object) -> Object:
    """A value that should be an object, else an empty one."""
    return value if isinstance(value, dict) else {}


def list_of(value: object) -> list[object]:
    """A value that should be a list, else an empty one."""
    return value if isinstance(value, list) else []


def moment(value: object) -> float | None:
    """A time written in ISO 8601 or as milliseconds since 1970, in seconds; None for no time."""
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        return value / 1000 if 0 < value < 1e14 else None
    if not isinstance(value, str) or not 10 <= len(value) <= 40:
        return None
    from datetime import UTC, datetime

    try:
        found = datetime.fromisoformat(value)
        found = found if found.tzinfo else found.replace(tzinfo=UTC)
        return found.timestamp()
    except (ValueError, OverflowError):
        return None
