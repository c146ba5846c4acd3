"""What a file brings: texts with what is known of them, not yet looked at by the store."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from recall.memory_model import Memory, MemoryScope

_TYPE = re.compile(r"[^\W\d_][\w-]{0,39}")
_NOT_OF_A_TAG = re.compile(r"[^\w/-]+")
MOST_OF_A_TAG = 80


class Incoming(NamedTuple):
    """One memory to be; ``origin`` is the file and line, ``problem`` why it cannot be read.

    ``memory`` is a whole one, from an export of this program; ``digest`` a forgotten text's.
    """

    origin: str
    content: str = ""
    title: str | None = None
    type: str | None = None
    tags: tuple[str, ...] = ()
    importance: float | None = None
    pinned: bool = False
    created_at: float | None = None
    scope: MemoryScope | None = None
    project: str | None = None
    memory: Memory | None = None
    digest: bytes | None = None
    problem: str | None = None


def type_of(value: object) -> str | None:
    """A type from what another program calls it; None when it is no single word."""
    found = str(value or "").strip().casefold().replace(" ", "-")
    return found if _TYPE.fullmatch(found) else None


def tag_of(value: object) -> str | None:
    """A tag from any name: ``Build & test`` is ``build-test``; None when nothing is left."""
    found = _NOT_OF_A_TAG.sub("-", str(value or "").strip().lstrip("#").casefold()).strip("-/")
    return found[:MOST_OF_A_TAG] or None


def tags_of(*values: object) -> tuple[str, ...]:
    """Tags from names, each once."""
    return tuple(dict.fromkeys(filter(None, map(tag_of, values))))


def seconds_of(value: object) -> float | None:
    """A moment from ISO 8601 or from seconds since 1970; None for anything else."""
    from datetime import UTC, datetime

    if isinstance(value, (int, float)) and not isinstance(value, bool):
        return float(value) if -62_135_596_800 <= value <= 253_402_300_799 else None
    try:
        found = datetime.fromisoformat(str(value).strip())
    except ValueError:
        return None
    return (found if found.tzinfo else found.replace(tzinfo=UTC)).timestamp()
