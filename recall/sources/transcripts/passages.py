"""What was said, cut into passages: a prompt, an answer, a run of tools.

Lines are those of the session's file, so that a citation holds however the words are shown.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from recall.sources.passages import MAX_BYTES, TARGET_BYTES
from recall.store.drafts import PassageDraft

if TYPE_CHECKING:
    from collections.abc import Iterator

    from recall.sources.transcripts.records import Said

SPEAKERS: Final = {"user": "User", "assistant": "Assistant", "summary": "Summary", "result": "→"}


class _Open(NamedTuple):
    """A passage that may go on: its kind, and the answer it is a part of."""

    kind: str
    answer: str
    first_line: int
    start: int
    time: str


class Cutter:
    """Takes what was said, record by record, and makes passages of one text."""

    def __init__(self) -> None:
        self._texts: list[str] = []
        self._length = 0
        self._last_line = 0
        self._open: _Open | None = None
        self._done: list[PassageDraft] = []

    @property
    def size(self) -> int:
        """Characters so far."""
        return self._length

    def add(self, line: int, said: Said, time: str) -> None:
        """Take what a record says; ``time`` is when, as it is shown."""
        kind = "tools" if said.speaker in ("tool", "result") else said.speaker
        open_ = self._open
        joins = open_ is not None and (
            (said.answer and said.answer == open_.answer)
            or (kind == open_.kind == "tools" and self._length - open_.start < TARGET_BYTES)
        )
        for number, text in enumerate(_pieces(shown(said))):
            fits = open_ is not None and self._length - open_.start + len(text) <= MAX_BYTES
            if not (joins and fits and not number):
                self._close()
                open_ = self._open = _Open(kind, said.answer, line, self._length, time)
            self._texts.append(f"{text}\n")
            self._length += len(text) + 1
            self._last_line = line

    def _close(self) -> None:
        if self._open is not None:
            _, _, first, start, time = self._open
            headings = (time,) if time else ()
            last = self._last_line
            self._done.append(PassageDraft(first, last, start, self._length, headings))
            self._open = None

    def finish(self) -> tuple[str, tuple[PassageDraft, ...]]:
        """The text and its passages."""
        self._close()
        return "".join(self._texts), tuple(self._done)


def shown(said: Said) -> str:
    """What was said with who said it."""
    if said.speaker == "tool":
        return f"{said.name}: {said.text}" if said.text else said.name
    mark = SPEAKERS[said.speaker]
    return f"{mark} {said.text}" if said.speaker == "result" else f"{mark}: {said.text}"


def _pieces(text: str) -> Iterator[str]:
    """A long message in pieces that end with a paragraph, a line or a word."""
    while len(text) > MAX_BYTES:
        at = max(text.rfind("\n\n", TARGET_BYTES // 2, TARGET_BYTES), 0)
        at = at or max(text.rfind("\n", TARGET_BYTES // 2, TARGET_BYTES), 0)
        at = at or max(text.rfind(" ", TARGET_BYTES // 2, TARGET_BYTES), 0) or TARGET_BYTES
        yield text[:at].rstrip()
        text = text[at:].lstrip()
    if text:
        yield text
