"""Which agent wrote a session log."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Protocol

from recall.sources.transcripts import claude_code, codex, openclaw, pi

if TYPE_CHECKING:
    from recall.sources.transcripts.records import Object, Place, Record


class Agent(Protocol):
    """What each module of an agent has."""

    NAME: str

    def is_record(self, row: Object) -> bool:
        """Whether a record is one of this agent's."""

    def read(self, row: Object) -> Record:
        """What a record says."""

    def place(self, row: Object) -> Place | None:
        """Where a record stands in the tree of its session; None where there is none."""


AGENTS: Final[dict[str, Agent]] = {
    claude_code.NAME: claude_code,
    codex.NAME: codex,
    openclaw.NAME: openclaw,
    pi.NAME: pi,
}


def of_record(row: Object, path: str) -> Agent | None:
    """The agent that a record is of, by its form and, where two have one form, by its path."""
    if codex.is_record(row):
        return codex
    if claude_code.is_record(row):
        return claude_code
    if pi.is_record(row):
        return openclaw if openclaw.is_at(path) else pi
    return None
