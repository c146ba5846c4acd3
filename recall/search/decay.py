"""Currency: how much of its weight an item keeps as it grows old.

currency = status * (floor + (1 - floor) * 2^(-age / half-life)), in (0, 1] (DESIGN section 4.4).
The reader can see it (``--explain``), move its clock (``--as-of``) and override it in a note's
properties (``half-life``, ``floor``, ``pinned``, ``evergreen``). Who asks for the past
(``recall.search.intent``) gets it unfaded.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

from recall.model import Currency

if TYPE_CHECKING:
    from collections.abc import Mapping

    from recall.store.passage_search import ItemRow

DAY_SECONDS = 86_400.0


class HalfLife(NamedTuple):
    """``days`` is None for a kind that does not decay; ``floor`` is the share that never goes."""

    days: float | None
    floor: float


KINDS: Mapping[str, HalfLife] = {
    "note": HalfLife(730.0, 0.85),
    "daily": HalfLife(180.0, 0.6),
    "canvas": HalfLife(None, 1.0),
    "base": HalfLife(None, 1.0),
    "attachment": HalfLife(None, 1.0),
    "document": HalfLife(None, 1.0),
    "transcript": HalfLife(180.0, 0.5),
    "memory": HalfLife(365.0, 0.5),
    "fact": HalfLife(365.0, 0.45),
    "decision": HalfLife(540.0, 0.6),
    "lesson": HalfLife(1_095.0, 0.7),
    "preference": HalfLife(1_095.0, 0.85),
    "pattern": HalfLife(1_095.0, 0.7),
    "command": HalfLife(365.0, 0.6),
    "reference": HalfLife(365.0, 0.6),
    "event": HalfLife(365.0, 0.5),
    "session": HalfLife(30.0, 0.2),
}
"""Half-life and floor by kind of item and, for what is no note, by type of memory.

A note says how things are, a daily note how a day was; a session's notes are of use for weeks, a
preference holds until another one is said.
"""

PAST_EVENT = HalfLife(14.0, 0.15)
"""What is over fades from its own day on; until then it does not."""

STATUS_FACTORS: Mapping[str, float] = {
    "superseded": 0.4,
    "deprecated": 0.4,
    "obsolete": 0.4,
    "replaced": 0.4,
    "declined": 0.7,
    "rejected": 0.7,
    "archived": 0.7,
    "cancelled": 0.7,
    "conflict copy": 0.6,
}
"""What an item says of itself in its ``status`` property; any other status does not fade it."""

REPLACED = frozenset({"superseded", "deprecated", "obsolete", "replaced"})
"""Status words that say: something else holds now."""

NO_LONGER_VALID = 0.25
"""What said until when it holds, afterwards."""

REINFORCEMENT_DAYS = 30.0
"""log2(1 + uses) times this many days are taken off the age: bounded, later uses count less."""


def share_left(age_seconds: float, half_life_seconds: float) -> float:
    """2^(-age/half-life), in (0, 1]. An age below zero (a future date) counts as zero."""
    return math.exp2(-max(age_seconds, 0.0) / half_life_seconds)


def currency(item: ItemRow, now: float, kinds: Mapping[str, HalfLife] = KINDS) -> Currency:
    """Currency of an item at ``now`` (seconds since 1970), with what went into it.

    Half-life and floor from the item's own properties win over those of its type and kind.
    """
    status_factor = _status_factor(item, now)
    if item.pinned:
        return _unfading(status_factor, "pinned")
    if item.event_date is not None:
        return _event(item.event_date, now, status_factor)
    if item.dated is None:
        return _unfading(status_factor, "undated")
    name, default = _default(item, kinds)
    days = item.half_life_days if item.half_life_days is not None else default.days
    floor = item.floor if item.floor is not None else default.floor
    if days is None:
        return _unfading(status_factor, f"a {name} does not decay")
    newest = _newest(item, item.dated, now)
    age = max(now - newest, 0.0) / DAY_SECONDS
    age = max(age - REINFORCEMENT_DAYS * math.log2(1 + item.reinforcements), 0.0)
    value = floor + (1 - floor) * share_left(age * DAY_SECONDS, days * DAY_SECONDS)
    reason = "dated in the future" if newest > now else ""
    return Currency(status_factor * value, age, days, floor, status_factor, reason)


def in_the_past() -> Currency:
    """Currency of everything when the past is asked for: nothing fades."""
    return _unfading(1.0, "the past is asked for")


def asked_by_name(current: Currency) -> Currency:
    """What is asked for by its name grows old, but nobody wants its successor instead."""
    value = current.value / current.status_factor
    return current._replace(value=value, status_factor=1.0, reason="asked for by its name")


def _unfading(status_factor: float, reason: str) -> Currency:
    return Currency(status_factor, 0.0, None, 1.0, status_factor, reason)


def _event(happens: float, now: float, status_factor: float) -> Currency:
    """An event keeps all its weight until its day is over, then it fades quickly."""
    age = (now - happens) / DAY_SECONDS - 1.0
    if age <= 0 or PAST_EVENT.days is None:
        return _unfading(status_factor, "still to come")
    floor = PAST_EVENT.floor
    value = floor + (1 - floor) * share_left(age, PAST_EVENT.days)
    return Currency(status_factor * value, age, PAST_EVENT.days, floor, status_factor, "over")


def _default(item: ItemRow, kinds: Mapping[str, HalfLife]) -> tuple[str, HalfLife]:
    """The half-life of a memory's type, else of the item's kind, with the name it has there.

    A note's ``type`` property is its author's word and means what it means there.
    """
    memory_type = item.memory_type if item.source != "vault" else None
    if memory_type is not None and memory_type in kinds:
        return memory_type, kinds[memory_type]
    return item.kind, kinds.get(item.kind, KINDS["note"])


def _newest(item: ItemRow, dated: float, now: float) -> float:
    """The claimed date, or a later deliberate use; a use after ``now`` has not happened yet."""
    if item.reinforced is None or item.reinforced > now:
        return dated
    return max(dated, item.reinforced)


def superseded_by(item: ItemRow, now: float) -> str | None:
    """Title of the item that has replaced this one by ``now``; a later one has not yet."""
    if item.superseded is not None and item.superseded > now:
        return None
    return item.superseded_by


def _status_factor(item: ItemRow, now: float) -> float:
    factor = STATUS_FACTORS.get(item.status or "", 1.0)
    if item.valid_until is not None and now - item.valid_until >= DAY_SECONDS:
        factor = min(factor, NO_LONGER_VALID)
    if item.superseded_by is None:
        return factor
    if superseded_by(item, now) is None:
        # The note says today that it is superseded; on that day nobody had.
        return 1.0 if item.status in REPLACED else factor
    return min(factor, STATUS_FACTORS["superseded"])
