"""Regular expressions over whole texts, in a time that grows no faster than the texts.

``vault_sync.expressions`` says how many choices an expression may have to take back. One with
few is tried on the text as it is. Else ``a.*b`` is looked for piece by piece, each from where
the one before it ended, and what is left is tried on stretches of the text so short that the
worst of them ends soon. A clock stops those who ask for all of it at once.
"""

from __future__ import annotations

import re
from time import monotonic
from typing import TYPE_CHECKING, NamedTuple

from vault_sync.expressions import MAX_CHOICES, Judged, SlowExpressionError, judged

if TYPE_CHECKING:
    from collections.abc import Iterator

STRETCH = 4_096
"""Characters that an expression of one choice is tried on at once: 0.1 s at worst."""

STRETCH_OF_CHOICES = 512
"""The same for two and three choices."""

MAX_DIRECT = 400
"""Steps at one place of the text up to which an expression is tried on all of it."""

MAX_SECONDS = 10.0

MAX_SPANS = 100

_ANYTHING = re.compile(r"\.(?:[*+]|\{[01],\})\??")


class OutOfTimeError(Exception):
    """All that an expression may take has been used up."""


class Clock:
    """What is left of the time that expressions may take."""

    def __init__(self, seconds: float = MAX_SECONDS) -> None:
        self._end = monotonic() + seconds

    def check(self) -> None:
        """Nothing while there is time.

        Raises:
            OutOfTimeError: there is none left.
        """
        if monotonic() > self._end:
            raise OutOfTimeError


def refusal(source: str, *, case: bool = False) -> str:
    """Why an expression is not looked for; empty where it is."""
    try:
        return "" if compiled(source, case=case) else "is no expression that can be read"
    except SlowExpressionError:
        return "could take very long; write it with fewer repeats"


class TextExpression:
    """An expression made ready: ``pieces`` are looked for one behind the other in a line."""

    def __init__(self, pieces: tuple[_Piece, ...]) -> None:
        self._pieces = pieces

    def find(self, text: str, start: int, clock: Clock) -> tuple[int, int] | None:
        """Where it first stands from a place on.

        Raises:
            OutOfTimeError: the clock has run out.
        """
        if len(self._pieces) == 1:
            return _first(self._pieces[0], text, start, clock)
        return self._chained(text, start, clock)

    def spans(self, text: str, clock: Clock) -> Iterator[tuple[int, int]]:
        """Where it stands in a text, the first ``MAX_SPANS`` places."""
        start = 0
        for _ in range(MAX_SPANS):
            found = self.find(text, start, clock)
            if found is None:
                return
            if found[1] > found[0]:
                yield found
            start = max(found[1], found[0] + 1)

    def _chained(self, text: str, start: int, clock: Clock) -> tuple[int, int] | None:
        first, *others = self._pieces
        while start <= len(text):
            found = first.expression.pattern.search(text, start)
            if found is None:
                return None
            begin, at = found.span()
            end = text.find("\n", at)
            end = len(text) if end < 0 else end
            for piece in others:
                found = piece.expression.pattern.search(text, at + piece.gap, end)
                if found is None:
                    break
                at = found.end()
            else:
                return begin, at
            clock.check()
            start = end + 1
        return None


class _Piece(NamedTuple):
    """A piece, and how many characters must at least lie before it.

    ``whole`` finds the same in lines that are tried whole, perhaps sooner.
    """

    expression: Judged
    whole: re.Pattern[str]
    gap: int = 0


def compiled(source: str, *, case: bool) -> TextExpression | None:
    """The expression; None where it is none.

    Raises:
        SlowExpressionError: it could take very long.
    """
    flags = re.MULTILINE if case else re.MULTILINE | re.IGNORECASE
    whole = judged(source, flags)
    if whole is None:
        return None
    if whole.choices > 1 and (pieces := _pieces(source, flags)):
        return TextExpression(pieces)
    if whole.choices > MAX_CHOICES:
        raise SlowExpressionError
    sooner = judged(_at_run_starts(source), flags)
    return TextExpression((_Piece(whole, (sooner or whole).pattern),))


_REPEAT = re.compile(r"(\\[dDwWsS]|\[\^?(?:\\.|[^\]\\])+\]|\w)[*+]")


def _at_run_starts(source: str) -> str:
    r"""The same, looked for only where the run that it begins with begins.

    ``\w+ing`` inside a word matches only if it does from the word's beginning on; looking there
    alone spares a walk to the end of the word from each of its letters.
    """
    found = _REPEAT.match(source)
    return f"(?<!{found[1]}){source}" if found and "|" not in source else source


def _pieces(source: str, flags: int) -> tuple[_Piece, ...]:
    """The pieces between ``.*``; none where one of them is not of one length and one line.

    Of such a piece the first match ends first, so that what fits behind any fits behind it.
    """
    pieces: list[_Piece] = []
    for gap, part in _cut(source):
        found = judged(part, flags)
        if (
            found is None
            or found.choices > 1
            or found.crosses_lines
            or found.shortest != found.longest
            or found.longest > MAX_DIRECT
        ):
            return ()
        if part or gap or not pieces:
            pieces.append(_Piece(found, found.pattern, gap))
    return tuple(pieces)


def _cut(source: str) -> list[tuple[int, str]]:
    """The parts of an expression between those that take anything; itself where it has none."""
    parts: list[tuple[int, str]] = []
    begin = at = gap = 0
    while at < len(source):
        found = _ANYTHING.match(source, at)
        char = source[at]
        if char == "\\":
            at += 2
        elif char in "([|":  # only a plain sequence is cut, to its first group or set's end
            at = _group_end(source, at)
            if at < 0:
                return [(0, source)]
        elif found:
            parts.append((gap, source[begin:at]))
            gap = int("+" in found[0] or "1" in found[0])
            begin = at = found.end()
        else:
            at += 1
    return [*parts, (gap, source[begin:])]


def _group_end(source: str, at: int) -> int:
    """Behind the group or set that begins here; -1 for an alternative and what never ends."""
    depth, in_set = 0, False
    while at < len(source):
        char = source[at]
        if char == "\\":
            at += 1
        elif in_set:
            in_set = char != "]"
        elif char == "[":
            in_set = True
        elif char == "(":
            depth += 1
        elif char == ")":
            depth -= 1
        elif char == "|" and not depth:
            return -1
        at += 1
        if not depth and not in_set:
            return at
    return -1


def _first(piece: _Piece, text: str, start: int, clock: Clock) -> tuple[int, int] | None:
    """Where an expression first stands, on all of the text or stretch by stretch."""
    expression = piece.expression
    if _is_quick(expression):
        found = piece.whole.search(text, start)
        return found and found.span()
    length = STRETCH if expression.choices <= 1 else STRETCH_OF_CHOICES
    for first, last, is_cut in _stretches(expression, text, start, length):
        clock.check()
        pattern = expression.pattern if is_cut else piece.whole
        found = pattern.search(text, first, last)
        at_cut = is_cut and expression.looks_around and found and found.end() == last < len(text)
        if found and not at_cut:
            return found.span()
    return None


def _is_quick(expression: Judged) -> bool:
    longest = min(expression.longest, MAX_DIRECT + 1)
    return bool(longest <= MAX_DIRECT ** (1 / max(expression.choices, 1)))


def _stretches(
    expression: Judged, text: str, start: int, length: int
) -> Iterator[tuple[int, int, bool]]:
    """What an expression is tried on: as many lines as fit, a longer one in overlapping halves.

    The third says whether a stretch is such a part.
    """
    if expression.crosses_lines:
        yield from _halves(start, len(text), length)
        return
    begin = start
    while begin <= len(text):
        end = len(text)
        if end - begin > length:
            end = text.rfind("\n", begin, begin + length)
            if end < begin:
                end = text.find("\n", begin)
                end = len(text) if end < 0 else end
        yield from _halves(begin, end, length)
        begin = end + 1


def _halves(begin: int, end: int, length: int) -> Iterator[tuple[int, int, bool]]:
    is_cut = end - begin > length
    while end - begin > length:
        yield begin, begin + length, True
        begin += length // 2
    yield begin, end, is_cut
