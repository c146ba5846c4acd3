"""The best mix of hits and levels of detail that fits into a number of tokens."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from recall.disclosure.cursor import encode_cursor
from recall.disclosure.levels import shown
from recall.disclosure.tokens import TWENTIETHS, estimate, weight
from recall.errors import UsageError
from recall.model import Answer, Detail, Hit, Results, Shown, Withheld

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

LEVELS: Final[tuple[Detail, ...]] = ("index", "summary", "full")
"""From least to most."""

STEP_VALUES: Final = (1.0, 1.2, 0.8)
"""What a hit's line, its summary and its passage are worth to a reader, times its score: the text
is what answers, and the line alone says whether to look."""

_SEPARATOR: Final = weight(", ")
"""Most that lies between two hits: a blank line in text, a comma in JSON."""
_PLACEHOLDER_TOKENS: Final = 99_999


class Form(NamedTuple):
    """How an answer is printed, so that what is counted is what is printed.

    ``hit`` gives one hit at a level, ``whole`` the answer with all that stands around its hits.
    """

    hit: Callable[[Hit, Detail], str]
    whole: Callable[[Answer], str]


def join(answer: Answer) -> str:
    """The hits of an answer as plain text: index lines as a list, longer ones set apart."""
    texts = [item.text for item in answer.shown]
    apart = any("\n" in text for text in texts)
    return ("\n\n" if apart else "\n").join(texts)


TEXT: Final = Form(shown, join)
"""Plain text of the hits alone, as ``text.answer_text`` prints it."""


def disclose(
    results: Results,
    detail: Detail,
    max_tokens: int | None = None,
    offset: int = 0,
    *,
    question: str | None = None,
    form: Form = TEXT,
) -> Answer:
    """The hits behind rank ``offset``, each at ``detail``, or what of them fits into a budget.

    With ``max_tokens``, ``detail`` is the most that is shown of a hit. Every hit comes at
    ``index`` first, best first; what then is left raises hits to ``summary`` and ``full`` by
    score per token. All that ``form`` prints costs at most ``max_tokens``; where not one line
    fits, nothing is shown, everything is counted in ``withheld``, and ``needed_tokens`` says
    what would do.

    Args:
        results: What was found; ``hits`` may begin at rank 1 or behind ``offset``.
        detail: Level of disclosure.
        max_tokens: Budget, at least 1; None for no limit.
        offset: Rank of the last hit that an earlier answer has shown.
        question: What the cursor is bound to, the query and its filters; the query by default.
        form: What is printed, and counted.

    Raises:
        UsageError: ``max_tokens`` is below 1.
    """
    if max_tokens is not None and max_tokens < 1:
        raise UsageError(f"max_tokens is {max_tokens}; it must be at least 1.")
    hits = [hit for hit in results.hits if hit.rank > offset]
    desk = _Desk(
        results,
        detail,
        max_tokens,
        offset,
        hits,
        results.query if question is None else question,
        form,
    )
    if max_tokens is None:
        return _answer(desk, [detail] * len(hits))
    return _trimmed(desk, _levels_that_fit(desk, max_tokens))


class _Desk(NamedTuple):
    """What every step of one disclosure needs."""

    results: Results
    detail: Detail
    max_tokens: int | None
    offset: int
    hits: Sequence[Hit]
    question: str
    form: Form


def _levels_that_fit(desk: _Desk, max_tokens: int) -> list[Detail]:
    """Levels of the hits that are shown, the best first and none higher than a better one's.

    One step after the other is taken, the one of most value per token first: a hit's line, then
    its summary, then its passage. A step stands open once the better hit has taken it.
    """
    from heapq import heappop, heappush

    room = max_tokens * TWENTIETHS - _frame(desk)
    ceiling = LEVELS.index(desk.detail)
    levels: list[int] = []
    costs: list[int] = []
    open_steps: list[tuple[float, int, int, int]] = []

    def offer(place: int, level: int) -> None:
        if place < len(desk.hits) and level <= ceiling:
            cost = _cost(desk, desk.hits[place], LEVELS[level])
            extra = cost - (costs[place] if level else 0)
            worth = desk.hits[place].score * STEP_VALUES[level]
            heappush(open_steps, (-worth / max(extra, 1), place, level, cost))

    offer(0, 0)
    while open_steps:
        _, place, level, cost = heappop(open_steps)
        extra = cost - (costs[place] if level else 0)
        if extra > room:
            continue
        room -= extra
        if level:
            costs[place], levels[place] = cost, level
        else:
            costs.append(cost)
            levels.append(0)
            offer(place + 1, 0)
        if place == 0 or levels[place - 1] > level:
            offer(place, level + 1)
        if place + 1 < len(levels) and levels[place + 1] == level - 1:
            offer(place + 1, level)
    return [LEVELS[level] for level in levels]


def _frame(desk: _Desk) -> int:
    """What an answer costs around its hits; its cursor among that."""
    empty = _answer(desk, [])
    cursor = encode_cursor(desk.offset, desk.question) if empty.withheld else None
    return weight(desk.form.whole(empty._replace(cursor=cursor)))


def _needed(desk: _Desk) -> int:
    """The budget into which the next hit fits as a line."""
    # The budget itself may be part of what is printed: the answer to a larger one is longer.
    desk = desk._replace(max_tokens=_PLACEHOLDER_TOKENS)
    expected = -(-(_frame(desk) + _cost(desk, desk.hits[0], LEVELS[0])) // TWENTIETHS)
    return max(expected, _answer(desk, [LEVELS[0]]).tokens)


def _cost(desk: _Desk, hit: Hit, detail: Detail) -> int:
    return weight(desk.form.hit(hit, detail)) + _SEPARATOR


def _trimmed(desk: _Desk, levels: list[Detail]) -> Answer:
    """The answer without the last hits, should its frame have grown beyond what was expected."""
    answer = _answer(desk, levels)
    while levels and desk.max_tokens is not None and answer.tokens > desk.max_tokens:
        levels = levels[:-1]
        answer = _answer(desk, levels)
    if desk.hits and not levels:
        answer = answer._replace(needed_tokens=_needed(desk))
        answer = answer._replace(tokens=estimate(desk.form.whole(answer)))
    return answer


def _answer(desk: _Desk, levels: list[Detail]) -> Answer:
    items = []
    for hit, detail in zip(desk.hits, levels, strict=False):
        text = desk.form.hit(hit, detail)
        items.append(Shown(hit, detail, text, estimate(text)))
    last = items[-1].hit.rank if items else desk.offset
    withheld = _withheld(desk, len(items))
    answer = Answer(
        results=desk.results,
        detail=desk.detail,
        max_tokens=desk.max_tokens,
        shown=tuple(items),
        tokens=desk.max_tokens or _PLACEHOLDER_TOKENS,
        withheld=withheld,
        # A cursor that leads to where it was asked for would lead round and round.
        cursor=encode_cursor(last, desk.question)
        if withheld and (items or not desk.hits)
        else None,
    )
    return answer._replace(tokens=estimate(desk.form.whole(answer)))


def _withheld(desk: _Desk, count: int) -> tuple[Withheld, ...]:
    last = desk.hits[-1].rank if desk.hits else desk.offset
    reasons = (
        Withheld("budget", len(desk.hits) - count),
        Withheld("limit", desk.results.total - max(last, desk.offset)),
    )
    return tuple(reason for reason in reasons if reason.hits > 0)
