"""Citations that stay true: lines that were cited, found again in a file that changed since."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Sequence

LEAST_ALIKE: Final = 0.5
"""Share of the cited words that must stand together for a passage to be the same, edited."""

MOST_LINES: Final = 400
"""More lines than that are no citation of a passage: only the very same ones are looked for."""


def follow(
    before: Sequence[str], now: Sequence[str], first: int, last: int
) -> tuple[int, int] | None:
    """Where lines (one-based) of a text are in another one; None when they are gone.

    The same lines at the nearest place, else the run of lines that has most of their words.
    """
    cited = _words(before[first - 1 : last])
    if not any(cited):
        return first, min(last, len(now))
    while not cited[-1]:  # blank lines at the end are no part of a passage
        cited.pop()
        last -= 1
    there = _words(now)
    same = _same(cited, there, first - 1)
    if same is not None:
        return same + 1, same + len(cited)
    return _alike(cited, there, first - 1) if len(cited) <= MOST_LINES else None


def _words(lines: Sequence[str]) -> list[str]:
    return [" ".join(line.split()) for line in lines]


def _same(cited: list[str], there: list[str], near: int) -> int | None:
    """Where the very same lines stand, the nearest to where they were."""
    starts = [
        at
        for at, line in enumerate(there)
        if line == cited[0] and there[at : at + len(cited)] == cited
    ]
    return min(starts, key=lambda at: abs(at - near), default=None)


def _alike(cited: list[str], there: list[str], near: int) -> tuple[int, int] | None:
    """The run of as many lines that has most of the words that were cited."""
    wanted: dict[str, int] = {}
    for line in cited:
        for word in line.split():
            wanted[word] = wanted.get(word, 0) + 1
    total = sum(wanted.values())
    counts = [_counted(line, wanted) for line in there]
    have: dict[str, int] = {}
    common, best = 0, (0.0, 0, 0)
    for at, count in enumerate(counts):
        common += _change(have, count, wanted, 1)
        if at >= len(cited):
            common += _change(have, counts[at - len(cited)], wanted, -1)
        start = max(at - len(cited) + 1, 0)
        best = max(best, (common / total, -abs(start - near), start))
    share, _, start = best
    if share < LEAST_ALIKE:
        return None
    stop = min(start + len(cited), len(there))
    while start < stop - 1 and not counts[start]:
        start += 1
    while stop - 1 > start and not counts[stop - 1]:
        stop -= 1
    return start + 1, stop


def _counted(line: str, wanted: dict[str, int]) -> dict[str, int]:
    counts: dict[str, int] = {}
    for word in line.split():
        if word in wanted:
            counts[word] = counts.get(word, 0) + 1
    return counts


def _change(have: dict[str, int], count: dict[str, int], wanted: dict[str, int], sign: int) -> int:
    """Add or take away the words of a line; returns by how many the common words grow."""
    grown = 0
    for word, number in count.items():
        before = have.get(word, 0)
        have[word] = before + sign * number
        grown += min(have[word], wanted[word]) - min(before, wanted[word])
    return grown
