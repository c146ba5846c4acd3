"""Spans of time as people write them: ``6hr 7min``, ``2 weeks``."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping

_SECOND = 1_000
_DAY = 86_400 * _SECOND
_MONTH = 30 * _DAY
"""A month where nothing says which one."""

_PART = re.compile(r"([+-]?[0-9]{1,15}(?:\.[0-9]{1,15})?)[ \t]*([A-Za-z]+)[ \t]*(?:,[ \t]*)?")


class Duration(NamedTuple):
    """Whole months and milliseconds: a month has no fixed length before it is added."""

    months: int
    milliseconds: float

    @property
    def length(self) -> float:
        """Milliseconds, a month taken for 30 days."""
        return self.months * _MONTH + self.milliseconds

    def added_to(self, days: int) -> timedelta | None:
        """The part without months as a timedelta, plus days; None beyond Python's range."""
        try:
            return timedelta(days=days, milliseconds=self.milliseconds)
        except (OverflowError, ValueError):
            return None


def _units(**names: str) -> dict[str, Duration]:
    lengths = {
        "year": Duration(12, 0),
        "month": Duration(1, 0),
        "week": Duration(0, 7 * _DAY),
        "day": Duration(0, _DAY),
        "hour": Duration(0, 3_600 * _SECOND),
        "minute": Duration(0, 60 * _SECOND),
        "second": Duration(0, _SECOND),
    }
    return {name: lengths[unit] for unit, all_names in names.items() for name in all_names.split()}


BASES_UNITS = _units(
    year="y year years", month="M month months", week="w week weeks", day="d day days",
    hour="h hour hours", minute="m minute minutes", second="s second seconds",
)  # fmt: skip
"""Units of Bases, in which case matters: ``M`` is a month and ``m`` a minute."""

DATAVIEW_UNITS = _units(
    year="yr yrs year years", month="mo mos month months", week="w wk wks week weeks",
    day="d day days", hour="h hr hrs hour hours", minute="m min mins minute minutes",
    second="s sec secs second seconds",
)  # fmt: skip
"""Units of Dataview's fields (OBSIDIAN.md R219)."""


def parse(text: str, units: Mapping[str, Duration]) -> Duration | None:
    """The duration that is all of a text, None when it is none."""
    text = text.strip()
    position, months, milliseconds = 0, 0.0, 0.0
    while position < len(text):
        part = _PART.match(text, position)
        unit = part and units.get(part[2])
        if not part or unit is None:
            return None
        months += float(part[1]) * unit.months
        milliseconds += float(part[1]) * unit.milliseconds
        position = part.end()
    if not position or text.endswith(","):
        return None
    whole = int(months)
    return Duration(whole, milliseconds + (months - whole) * _MONTH)
