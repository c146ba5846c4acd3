"""Currency: how much of its weight an item keeps as it grows old.

currency = status * (floor + (1 - floor) * 2^(-age / half-life)), in (0, 1] (DESIGN section 4.4).
The reader can see it (``--explain``), move its clock (``--as-of``) and override it in a note's
properties (``half-life``, ``floor``, ``pinned``, ``evergreen``).
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import NamedTuple

from recall.model import Currency

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
}
"""Half-life and floor by kind: a note says how things are, a daily note how a day was."""

STATUS_FACTORS: Mapping[str, float] = {
    "superseded": 0.6,
    "deprecated": 0.6,
    "obsolete": 0.6,
    "replaced": 0.6,
    "declined": 0.7,
    "rejected": 0.7,
    "archived": 0.7,
    "cancelled": 0.7,
}
"""What an item says of itself in its ``status`` property; any other status does not fade it."""

REINFORCEMENT_DAYS = 30.0
"""log2(1 + uses) times this many days are taken off the age: bounded, later uses count less."""


def share_left(age_seconds: float, half_life_seconds: float) -> float:
    """2^(-age/half-life), in (0, 1]. An age below zero (a future date) counts as zero."""
    return math.exp2(-max(age_seconds, 0.0) / half_life_seconds)


def currency(
    kind: str,
    now: float,
    *,
    dated: float | None,
    reinforced: float | None = None,
    reinforcements: int = 0,
    pinned: bool = False,
    status: str | None = None,
    superseded: bool = False,
    half_life_days: float | None = None,
    floor: float | None = None,
    kinds: Mapping[str, HalfLife] = KINDS,
) -> Currency:
    """Currency of an item at ``now`` (seconds since 1970), with what went into it.

    ``half_life_days`` and ``floor`` are the item's own and win over its kind's.
    """
    status_factor = _status_factor(status, superseded=superseded)
    default = kinds.get(kind, KINDS["note"])
    days = half_life_days if half_life_days is not None else default.days
    least = floor if floor is not None else default.floor
    if pinned:
        return Currency(status_factor, 0.0, None, 1.0, status_factor, "pinned")
    if dated is None:
        return Currency(status_factor, 0.0, None, 1.0, status_factor, "undated")
    if days is None:
        return Currency(status_factor, 0.0, None, 1.0, status_factor, f"a {kind} does not decay")
    newest = max(dated, reinforced) if reinforced is not None and reinforced <= now else dated
    age = max(now - newest, 0.0) / DAY_SECONDS
    age = max(age - REINFORCEMENT_DAYS * math.log2(1 + reinforcements), 0.0)
    value = least + (1 - least) * share_left(age * DAY_SECONDS, days * DAY_SECONDS)
    reason = "dated in the future" if newest > now else ""
    return Currency(status_factor * value, age, days, least, status_factor, reason)


def _status_factor(status: str | None, *, superseded: bool) -> float:
    factor = STATUS_FACTORS.get(status or "", 1.0)
    return min(factor, STATUS_FACTORS["superseded"]) if superseded else factor
