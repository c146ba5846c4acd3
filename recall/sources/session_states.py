"""How far each session log was read, and what of it could not be."""

from __future__ import annotations

import json
import os
from hashlib import blake2b
from typing import TYPE_CHECKING, BinaryIO, Final, NamedTuple

from recall.reports import Finding
from recall.sources.transcripts.session import Point
from recall.store import sessions

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from recall.store.database import Store

UNFINISHED: Final = (-1, -1, -1)
"""Stamp of a log that a sync has read in part."""

_CHECKED_BYTES: Final = 1024


class State(NamedTuple):
    """How far a log was read: its open part, and what tells that it is the same log still."""

    stamp: tuple[int, int, int]
    point: Point
    end: int
    lines: int
    head: str
    tail: str
    counts: Mapping[str, int]
    malformed: tuple[tuple[int, str], ...]


def load(text: str) -> State | None:
    """A state as it was kept; None when it is none."""
    try:
        stamp, point, *rest = json.loads(text)
        agent, offset, line, part, recent, facts, counts, malformed, abandoned = point
        where = Point(
            agent, offset, line, part, tuple(recent), facts, counts, _pairs(malformed),
            tuple(abandoned),
        )  # fmt: skip
        end, lines, head, tail, all_counts, all_malformed = rest
        size, mtime, ctime = stamp
    except (ValueError, TypeError):
        return None
    return State(
        (size, mtime, ctime), where, end, lines, head, tail, all_counts, _pairs(all_malformed)
    )


def _pairs(rows: list[list[object]]) -> tuple[tuple[int, str], ...]:
    return tuple((int(str(line)), str(problem)) for line, problem in rows)


def findings_of(states: Mapping[str, State]) -> Iterator[Finding]:
    """Lines that could not be read, log by log."""
    for path, state in sorted(states.items()):
        for line, problem in state.malformed:
            yield Finding(path, line, "malformed", f"This line {problem}; it is passed over.")
        more = state.counts.get("malformed", 0) - len(state.malformed)
        if more > 0:
            yield Finding(path, None, "malformed", f"{more:,} more lines are no records.")


def records_of(states: Mapping[str, State]) -> dict[str, int]:
    """How many records there are, how many are searched, and why the others are not."""
    total: dict[str, int] = {}
    for state in states.values():
        for what, count in state.counts.items():
            total[what] = total.get(what, 0) + count
    return dict(sorted(total.items(), key=lambda pair: -pair[1]))


def known_states(store: Store, collection_id: int) -> dict[str, State]:
    """How far each log was read."""
    with store.read():
        kept = sessions.states(store, collection_id)
    loaded = ((path, load(text)) for path, text in kept.items())
    return {path: state for path, state in loaded if state is not None}


def is_same(file: BinaryIO, state: State) -> bool:
    """Whether a log is the one that was read, perhaps with more behind it."""
    size = os.fstat(file.fileno()).st_size
    return size >= state.end and digests(file, state.end) == (state.head, state.tail)


def digests(file: BinaryIO, end: int) -> tuple[str, str]:
    """Digests of the first and the last bytes before an offset; the file is left where it was."""
    place = file.tell()
    file.seek(0)
    head = file.read(min(_CHECKED_BYTES, end))
    start = max(end - _CHECKED_BYTES, 0)
    file.seek(start)
    tail = file.read(end - start)
    file.seek(place)
    return tuple(blake2b(each, digest_size=8).hexdigest() for each in (head, tail))  # type: ignore[return-value]
