"""Which of several answers holds: the later of its kind or, asked for the past, the earlier.

Nobody marks every fact that a later one replaces. But two facts that answer one question are two
values of one thing, and it is the later that holds; so the earlier one steps back, the more the
better the later one answers. Age alone cannot tell them apart from what is old and still true.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from recall.search.decay import DAY_SECONDS, superseded_by

if TYPE_CHECKING:
    from collections.abc import Sequence

    from recall.store.passage_search import ItemRow

GROUPS = {
    "fact": "value",
    "decision": "value",
    "preference": "preference",
    "session": "session",
    "event": "event",
}
"""Types of memory whose later item tells what holds now; a lesson or a reference adds to others."""

STRENGTH = 0.65
"""How much an answer loses to a rival that answers as well."""

LEAST_SHARE = 0.3
"""What answers less well than this, measured by the other, is about something else."""


class Contender(NamedTuple):
    """An item that answers, how well, and which of the question's names and numbers it has."""

    item: ItemRow
    relevance: float
    exact: frozenset[str] = frozenset()


class Loss(NamedTuple):
    """What is left of an item's weight beside a rival, and that one's title."""

    factor: float
    rival: str


def losses(
    contenders: Sequence[Contender], now: float, *, past: bool, first: bool = False
) -> dict[int, Loss]:
    """By row id what the items lose to another answer to the same question.

    Args:
        contenders: the items that answer, all of one search.
        now: the moment that is asked about, in seconds since 1970.
        past: whether what held before is asked for.
        first: whether, of all that held before, the first is asked for and not the last.
    """
    found: dict[int, Loss] = {}
    groups: dict[tuple[str, str, str], list[Contender]] = {}
    for each in contenders:
        group = GROUPS.get(each.item.memory_type or "")
        if group and each.item.source != "vault" and each.item.created is not None:
            place = (group, each.item.project, each.item.collection)
            groups.setdefault(place, []).append(each)
    for (group, _, _), members in groups.items():
        for each in members:
            loss = _loss(each, members, group, now, past=past, first=first)
            if loss is not None:
                found[each.item.id] = loss
    if past:
        found |= _losses_of_successors(contenders, found, now, first=first)
    return found


def _loss(
    each: Contender,
    members: Sequence[Contender],
    group: str,
    now: float,
    *,
    past: bool,
    first: bool,
) -> Loss | None:
    item = each.item
    if item.pinned and not past:
        return None
    best: Contender | None = None
    for other in members:
        if other is each or other.relevance < LEAST_SHARE * each.relevance:
            continue
        if not each.exact <= other.exact:
            continue  # it says nothing of the error or the machine that was asked about
        if best and other.relevance <= best.relevance:
            continue
        if _precedes(other.item, item, group, now, past=past, first=first):
            best = other
    if best is None:
        return None
    # Of dates one is the next, however it is worded; values may be of two things.
    alike = 1.0 if group == "event" and not past else min(1.0, best.relevance / each.relevance)
    return Loss(1 - STRENGTH * alike, best.item.title)


def _precedes(
    rival: ItemRow, item: ItemRow, group: str, now: float, *, past: bool, first: bool
) -> bool:
    """Whether the rival is the one of the two that is asked for, by its date."""
    if rival.created is None or item.created is None:
        return False
    if past:
        both_replaced = superseded_by(rival, now) and superseded_by(item, now)
        if both_replaced and not first:
            return rival.created > item.created
        return rival.created < item.created
    if group == "event":
        # Of two dates to come the next one is meant; what is over fades by itself.
        if item.event_date is None or rival.event_date is None:
            return False
        return now - DAY_SECONDS < rival.event_date < item.event_date
    return rival.created > _latest(item, now) and _holds(rival, now)


def _latest(item: ItemRow, now: float) -> float:
    moments = (item.created, item.dated, item.reinforced)
    return max((each for each in moments if each is not None and each <= now), default=0.0)


def _holds(item: ItemRow, now: float) -> bool:
    over = item.valid_until is not None and now - item.valid_until >= DAY_SECONDS
    return superseded_by(item, now) is None and not over


def _losses_of_successors(
    contenders: Sequence[Contender], found: dict[int, Loss], now: float, *, first: bool
) -> dict[int, Loss]:
    """When the past is asked for, what replaced another answer is not it.

    In a row of answers, each replaced by the next, the last but one is meant: "what did we have
    before" asks for what came right before, unless it asks for the first.
    """
    titles = {each.item.id: each.item.title for each in contenders}
    replaced = {each.item.successor: each.item.title for each in contenders}
    between = {each.item.id for each in contenders if superseded_by(each.item, now) is not None}
    losses: dict[int, Loss] = {}
    for each in contenders:
        item = each.item
        rival = None
        if item.id in replaced and (first or item.id not in between):
            rival = replaced[item.id]
        elif not first and item.successor in between:
            rival = titles[item.successor]
        if rival is not None:
            losses[item.id] = min(found.get(item.id, Loss(1.0, "")), Loss(1 - STRENGTH, rival))
    return losses
