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
    fits, nothing is shown and everything is counted in ``withheld``.

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
    room = max_tokens * TWENTIETHS - weight(desk.form.whole(_answer(desk, [])))
    costs: list[int] = []
    for hit in desk.hits:
        cost = _cost(desk, hit, "index")
        if cost > room:
            break
        room -= cost
        costs.append(cost)
    return _raised(desk, costs, room)


def _raised(desk: _Desk, costs: list[int], room: int) -> list[Detail]:
    """Levels of the hits whose index lines cost ``costs``, raised while ``room`` lasts."""
    from heapq import heapify, heappop, heappush

    levels: list[Detail] = ["index"] * len(costs)
    queue = [step for place in range(len(costs)) if (step := _step(desk, place, 0, costs[place]))]
    heapify(queue)
    while queue:
        _, place, level, cost = heappop(queue)
        extra = cost - costs[place]
        if extra > room:
            continue
        room -= extra
        costs[place], levels[place] = cost, LEVELS[level]
        if step := _step(desk, place, level, cost):
            heappush(queue, step)
    return levels


def _step(desk: _Desk, place: int, level: int, cost: int) -> tuple[float, int, int, int] | None:
    """The raise of a hit by one level: its value per token (negative: best first), and its cost."""
    if level >= LEVELS.index(desk.detail):
        return None
    hit = desk.hits[place]
    higher = _cost(desk, hit, LEVELS[level + 1])
    return (-hit.score / max(higher - cost, 1), place, level + 1, higher)


def _cost(desk: _Desk, hit: Hit, detail: Detail) -> int:
    return weight(desk.form.hit(hit, detail)) + _SEPARATOR


def _trimmed(desk: _Desk, levels: list[Detail]) -> Answer:
    """The answer without the last hits, should its frame have grown beyond what was expected."""
    answer = _answer(desk, levels)
    while levels and desk.max_tokens is not None and answer.tokens > desk.max_tokens:
        levels = levels[:-1]
        answer = _answer(desk, levels)
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
        cursor=encode_cursor(last, desk.question) if withheld else None,
    )
    return answer._replace(tokens=estimate(desk.form.whole(answer)))


def _withheld(desk: _Desk, count: int) -> tuple[Withheld, ...]:
    last = desk.hits[-1].rank if desk.hits else desk.offset
    reasons = (
        Withheld("budget", len(desk.hits) - count),
        Withheld("limit", desk.results.total - max(last, desk.offset)),
    )
    return tuple(reason for reason in reasons if reason.hits > 0)
