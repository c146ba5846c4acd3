"""A session log read in parts, from its beginning or from where it was left.

A part is some dozens of passages; only one is held at a time, so that a log of any size is read in
the same memory. The last part stays open: what is appended is read together with it.
"""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING, BinaryIO, Final, NamedTuple

from recall.sources.transcripts import agents
from recall.sources.transcripts.lines import read as read_lines
from recall.sources.transcripts.passages import Cutter
from recall.sources.transcripts.tree import Tree, Trunk

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Set

    from recall.sources.transcripts.agents import Agent
    from recall.sources.transcripts.lines import Line
    from recall.sources.transcripts.records import Object, Record
    from recall.store.drafts import PassageDraft

PART_CHARACTERS: Final = 32_000
"""Of words in a part, from which on the next prompt begins another; twice that ends it anyway."""

PART_BYTES: Final = 512 * 1024
"""Likewise of the file: reading a part again must take no time."""

MOST_MALFORMED: Final = 20
"""Lines that are named one by one; others are counted."""

TITLE_CHARACTERS: Final = 80


class Point(NamedTuple):
    """Where a part begins, and what was known there. Plain values, to be kept as JSON."""

    agent: str
    offset: int = 0
    line: int = 1
    part: int = 1
    recent: tuple[str, ...] = ()
    facts: Mapping[str, str] = {}
    counts: Mapping[str, int] = {}
    malformed: tuple[tuple[int, str], ...] = ()
    abandoned: tuple[int, ...] = ()


class Part(NamedTuple):
    """A part of a session: passages of one text, and when the first and last of it were said.

    ``point`` is where it begins, ``next`` where the one after it does; ``end`` and ``lines`` are
    how far the file was read. ``facts``, ``counts`` and ``malformed`` are those up to its end.
    """

    point: Point
    next: Point
    text: str
    passages: tuple[PassageDraft, ...]
    first_time: float | None
    last_time: float | None
    end: int
    lines: int
    is_last: bool


class Branches(NamedTuple):
    """What is known of the branches of a log.

    ``gone`` are lines that are not searched. ``known`` is up to where the log was read when that
    was found out, None when it was read to the end. ``tree`` is filled while the log is read.
    """

    gone: Set[int] = frozenset()
    known: int | None = None
    tree: Tree | None = None


class BranchedError(Exception):
    """What was appended does not go on from the end: the session must be read as a whole."""


def agent_of(file: BinaryIO, path: str) -> Agent | None:
    """The agent that wrote a log, by the first of its records that tells; None for no log."""
    for looked, line in enumerate(read_lines(file)):
        found = None if line.row is None else agents.of_record(line.row, path)
        if found is not None or looked > 100:
            return found
    return None


def parts(file: BinaryIO, agent: Agent, point: Point, branches: Branches) -> Iterator[Part]:
    """The parts of a log from a point on; at least one, though it may have no passages.

    Raises:
        BranchedError: a record behind ``branches.known`` goes on from before the point.
    """
    reading = _Reading(agent, point, branches)
    for line in read_lines(file, point.offset, point.line):
        record = None if line.row is None else agent.read(line.row)
        if reading.is_full(line, record):
            yield reading.finish(line)
            reading = _Reading(agent, reading.next, branches)
        reading.take(line, record)
    yield reading.finish(None)


class _Reading:
    """One part as it is read."""

    def __init__(self, agent: Agent, point: Point, branches: Branches) -> None:
        self._agent, self._point, self._branches = agent, point, branches
        self._trunk = Trunk(list(point.recent))
        self._cutter = Cutter()
        self._facts = dict(point.facts)
        self._counts = dict(point.counts)
        self._malformed = list(point.malformed)
        self._times: list[float] = []
        self._end, self._line = point.offset, point.line
        self.next = point

    def is_full(self, line: Line, record: Record | None) -> bool:
        """Whether another part should begin with this record."""
        characters, size = self._cutter.size, line.start - self._point.offset
        if characters > 2 * PART_CHARACTERS or size > 2 * PART_BYTES:
            return True
        starts = record is not None and any(each.speaker == "user" for each in record.said)
        return starts and (characters > PART_CHARACTERS or size > PART_BYTES)

    def take(self, line: Line, record: Record | None) -> None:
        """Take in a line and what it says."""
        self._end, self._line = line.end, line.number + 1
        if record is None or line.row is None:
            if line.problem:
                self._count("malformed")
                if len(self._malformed) < MOST_MALFORMED:
                    self._malformed.append((line.number, line.problem))
            return
        self._count("records")
        self._place(line, line.row, is_said=bool(record.said))
        for name, value in record.facts.items():
            if value:
                self._facts[name] = value
        if line.number in self._branches.gone:
            self._count("abandoned")
            return
        for reason, count in record.left_out.items():
            self._count(f"left out: {reason}", count)
        if record.said:
            self._say(line.number, record)

    def _say(self, line: int, record: Record) -> None:
        self._count("searchable")
        if record.time is not None:
            self._times.append(record.time)
        for said in record.said:
            self._cutter.add(line, said, _shown(record.time))
            if said.speaker == "user" and "title" not in self._facts:
                self._facts["title"] = _title(said.text)

    def _place(self, line: Line, row: Object, *, is_said: bool) -> None:
        place = self._agent.place(row)
        if place is None:
            return
        _, known, tree = self._branches
        if tree is not None:
            tree.add(line.number, place)
        is_new = known is not None and line.start >= known
        if is_new and not self._trunk.goes_on(place):
            raise BranchedError
        self._trunk.add(place, is_said=is_said)

    def finish(self, line: Line | None) -> Part:
        """The part; ``line`` is where the next begins, None at the end of the file."""
        end = self._end if line is None else line.start
        lines = self._line - 1 if line is None else line.number - 1
        text, passages = self._cutter.finish()
        self.next = Point(
            self._agent.NAME,
            end,
            lines + 1,
            self._point.part + bool(passages),
            tuple(self._trunk.recent),
            self._facts,
            self._counts,
            tuple(self._malformed),
        )
        first = min(self._times, default=None)
        last = max(self._times, default=None)
        return Part(self._point, self.next, text, passages, first, last, end, lines, line is None)

    def _count(self, what: str, number: int = 1) -> None:
        self._counts[what] = self._counts.get(what, 0) + number


def _shown(time: float | None) -> str:
    if time is None:
        return ""
    try:
        return f"{datetime.fromtimestamp(time).astimezone():%Y-%m-%d %H:%M}"
    except (ValueError, OverflowError, OSError):
        return ""


def _title(text: str) -> str:
    """The beginning of a prompt, as a title."""
    line = " ".join(text.split())
    if len(line) <= TITLE_CHARACTERS:
        return line
    return line[:TITLE_CHARACTERS].rpartition(" ")[0] or line[:TITLE_CHARACTERS]
