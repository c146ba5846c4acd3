"""Sessions of OpenClaw: ``agents/<agent>/sessions/<session>.jsonl``, in the format of pi."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from recall.sources.transcripts import pi

if TYPE_CHECKING:
    from recall.sources.transcripts.records import Object, Place, Record

NAME: Final = "openclaw"


def is_at(path: str) -> bool:
    """Whether a path is that of a session of OpenClaw's: ``<agent>/sessions/<session>.jsonl``."""
    return path.split("/")[-2:-1] == ["sessions"]


def is_record(row: Object) -> bool:
    """Whether a record is one of OpenClaw's: it looks like one of pi's."""
    return pi.is_record(row)


def read(row: Object) -> Record:
    """What an entry says."""
    return pi.read(row)


def place(row: Object) -> Place | None:
    """Where an entry stands in the tree."""
    return pi.place(row)
