"""Dates people write: a text to the stretch of time it names, in the user's calendar.

A day is the user's day: from midnight to midnight in his zone (CASES.md A-62), whatever the
clock does in between. Weeks begin on Monday (ISO 8601).
"""

from __future__ import annotations

import re
from datetime import date, datetime, time, timedelta
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import tzinfo

_LONGEST = 80

_MONTHS = (
    "january", "february", "march", "april", "may", "june", "july",
    "august", "september", "october", "november", "december",
)  # fmt: skip
_WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")

_UNITS = {
    "min": "minute", "mins": "minute", "minute": "minute", "minutes": "minute",
    "h": "hour", "hr": "hour", "hrs": "hour", "hour": "hour", "hours": "hour",
    "d": "day", "day": "day", "days": "day",
    "w": "week", "wk": "week", "week": "week", "weeks": "week",
    "m": "month", "mo": "month", "month": "month", "months": "month",
    "y": "year", "yr": "year", "year": "year", "years": "year",
}  # fmt: skip


class Range(NamedTuple):
    """A stretch of time in seconds since 1970, without its end.

    ``understood`` is its canonical spelling (``2026-03-12``, ``2026-W11``), which means the
    same at any later time in the same zone.
    """

    start: float
    end: float
    understood: str


class _Calendar:
    """The user's calendar at one moment; ``today`` is the day it is there."""

    def __init__(self, now: float, zone: tzinfo | None) -> None:
        self.now = now
        self.zone = zone
        self.today = datetime.fromtimestamp(now, zone).date()

    def days(self, first: date, after: date, understood: str) -> Range:
        """The days from ``first`` to the one before ``after``."""
        return Range(self._midnight(first), self._midnight(after), understood)

    def day(self, day: date) -> Range:
        return self.days(day, day + timedelta(days=1), day.isoformat())

    def week(self, day: date) -> Range:
        """The week ``day`` lies in."""
        monday = day - timedelta(days=day.weekday())
        year, week, _ = day.isocalendar()
        return self.days(monday, monday + timedelta(days=7), f"{year:04}-W{week:02}")

    def month(self, year: int, month: int) -> Range:
        first = date(year, month, 1)
        return self.days(first, add_months(first, 1), f"{year:04}-{month:02}")

    def year(self, year: int) -> Range:
        return self.days(date(year, 1, 1), date(year + 1, 1, 1), f"{year:04}")

    def moment(self, moment: float, seconds: int) -> Range:
        """The minute or second that begins at ``moment``; its spelling has the zone's offset."""
        here = datetime.fromtimestamp(moment, self.zone)
        here = here.astimezone() if self.zone is None else here
        if here.second:  # also where the zone's offset had seconds, as before 1900
            seconds = 1
        text = here.isoformat(timespec="seconds" if seconds == 1 else "minutes")
        return Range(moment, moment + seconds, text)

    def minute(self, moment: float) -> Range:
        """The minute that ``moment`` lies in."""
        return self.moment(moment // 60 * 60, 60)

    def timestamp(self, moment: datetime) -> float:
        """Seconds since 1970; a moment without an offset is meant in the user's zone."""
        return (moment if moment.tzinfo else moment.replace(tzinfo=self.zone)).timestamp()

    def _midnight(self, day: date) -> float:
        # Where a change of the clock skips midnight, this is the moment of the change; where
        # midnight comes twice, the first.
        return self.timestamp(datetime.combine(day, time()))


def parse_when(text: str, now: float, zone: tzinfo | None = None) -> Range | None:
    """The stretch of time a text names; None where it names none.

    ``2026-03-12``, ``2026-03``, ``2026``, ``2026-W05``, ``12.03.2026``, ``12 March 2026``,
    ``mar 12`` (the latest one), ``7d 2w 3m 1y`` and ``3 days ago`` (that day), ``12h 30min``
    (that minute), ``yesterday``, ``last week``, ``last monday``, ``last 7 days`` (today
    included), ISO 8601 with a time of day, and two of them as ``A..B``.

    Args:
        text: What the user typed.
        now: The moment it is said, in seconds since 1970.
        zone: Whose days are meant; None is this computer's zone.
    """
    if len(text) > _LONGEST:
        return None
    words = " ".join(text.lower().replace(",", " ").split())
    try:
        calendar = _Calendar(now, zone)
        first, dots, last = words.partition("..")
        if not dots:
            return _read(words, calendar)
        start, end = _read(first.strip(), calendar), _read(last.strip(), calendar)
    except (ValueError, OverflowError, OSError):  # 31 April, year 0, beyond the calendar
        return None
    if start is None or end is None or end.end <= start.start:
        return None
    return Range(start.start, end.end, f"{start.understood}..{end.understood}")


def add_months(day: date, months: int) -> date:
    """The same day of another month, or the last one of a shorter month."""
    year, month = divmod(day.year * 12 + day.month - 1 + months, 12)
    first = date(year, month + 1, 1)
    following = date(year + (month == 11), (month + 1) % 12 + 1, 1)
    return min(first.replace(day=1) + timedelta(days=day.day - 1), following - timedelta(days=1))


def _read(text: str, calendar: _Calendar) -> Range | None:
    named = _NAMED.get(text)
    if named is not None:
        return named(calendar)
    for pattern, reader in _FORMS:
        found = re.fullmatch(pattern, text, re.ASCII)
        meant = reader(calendar, *found.groups(default="")) if found else None
        if meant is not None:
            return meant
    return None


def _iso_day(calendar: _Calendar, year: str, month: str, day: str) -> Range:
    return calendar.day(date(int(year), int(month), int(day)))


def _iso_week(calendar: _Calendar, year: str, week: str) -> Range:
    return calendar.week(date.fromisocalendar(int(year), int(week), 1))


def _iso_moment(calendar: _Calendar, text: str, seconds: str) -> Range:
    moment = datetime.fromisoformat(text.upper()).replace(microsecond=0)
    return calendar.moment(calendar.timestamp(moment), 1 if seconds else 60)


def _day_month(calendar: _Calendar, day: str, name: str, year: str) -> Range | None:
    month = _place(name, _MONTHS)
    if month is None:
        return None
    if year:
        return calendar.day(date(int(year), month + 1, int(day)))
    # Without a year: the latest such day, for a note has been written already. 29 February
    # is looked for as far back as one can be.
    for back in range(9):
        try:
            latest = date(calendar.today.year - back, month + 1, int(day))
        except ValueError:
            continue
        if latest <= calendar.today:
            return calendar.day(latest)
    return None


def _month_day(calendar: _Calendar, name: str, day: str, year: str) -> Range | None:
    return _day_month(calendar, day, name, year)


def _month_year(calendar: _Calendar, name: str, year: str) -> Range | None:
    month = _place(name, _MONTHS)
    if month is None:
        return None
    today = calendar.today
    return calendar.month(int(year) if year else today.year - (month + 1 > today.month), month + 1)


def _ago(calendar: _Calendar, count: str, name: str) -> Range | None:
    unit = _UNITS.get(name)
    number = int(count) if count.isdigit() else 1
    if unit == "minute":
        return calendar.minute(calendar.now - number * 60)
    if unit == "hour":
        return calendar.minute(calendar.now - number * 3600)
    return calendar.day(_shift(calendar.today, unit, -number)) if unit else None


def _past(calendar: _Calendar, count: str, name: str) -> Range | None:
    """``last 7 days``: from that day on, with today; hours and minutes end at this minute."""
    start = _ago(calendar, count, name)
    if start is None:
        return None
    is_short = _UNITS[name] in {"hour", "minute"}
    last = calendar.minute(calendar.now) if is_short else calendar.day(calendar.today)
    return Range(start.start, last.end, f"{start.understood}..{last.understood}")


def _relative(calendar: _Calendar, which: str, name: str) -> Range | None:
    """``last week``, ``this month``, ``next monday``."""
    step = {"last": -1, "past": -1, "this": 0, "next": 1}[which]
    unit = _UNITS.get(name)
    if unit in _PERIODS:
        return _PERIODS[unit](calendar, _shift(calendar.today, unit, step))
    if unit is not None:
        return _past(calendar, "1", name) if step < 0 else None
    weekday = _place(name, _WEEKDAYS)
    if weekday is None:
        return None
    ahead = weekday - calendar.today.weekday()
    if step < 0 <= ahead or (step > 0 >= ahead):
        ahead += 7 * step
    return calendar.day(calendar.today + timedelta(days=ahead))


def _weekday(calendar: _Calendar, name: str) -> Range | None:
    """A weekday alone: the latest one, today included."""
    weekday = _place(name, _WEEKDAYS)
    if weekday is None:
        return _month_year(calendar, name, "")
    return calendar.day(calendar.today - timedelta(days=(calendar.today.weekday() - weekday) % 7))


def _shift(day: date, unit: str, count: int) -> date:
    if unit in {"month", "year"}:
        return add_months(day, count * (12 if unit == "year" else 1))
    return day + timedelta(days=count * (7 if unit == "week" else 1))


def _place(name: str, names: tuple[str, ...]) -> int | None:
    """Which of the names this is, written in full or as its first three letters or more."""
    if len(name) < 3:
        return None
    places = (place for place, full in enumerate(names) if full.startswith(name))
    return next(places, None)


_PERIODS: dict[str, Callable[[_Calendar, date], Range]] = {
    "day": _Calendar.day,
    "week": _Calendar.week,
    "month": lambda calendar, day: calendar.month(day.year, day.month),
    "year": lambda calendar, day: calendar.year(day.year),
}

_NAMED: dict[str, Callable[[_Calendar], Range]] = {
    "now": lambda calendar: calendar.minute(calendar.now),
    "today": lambda calendar: calendar.day(calendar.today),
    "yesterday": lambda calendar: calendar.day(calendar.today - timedelta(days=1)),
    "tomorrow": lambda calendar: calendar.day(calendar.today + timedelta(days=1)),
}

# Frequent forms first: a pattern is compiled when it is tried. No text has two meanings here.
_FORMS: tuple[tuple[str, Callable[..., Range | None]], ...] = (
    (r"(\d{4})-(\d{1,2})-(\d{1,2})", _iso_day),
    (r"(\d{1,5}) ?([a-z]+)(?: ago)?", _ago),
    (r"(last|past|this|next) ([a-z]+)", _relative),
    (r"(\d{4})[-/](\d{1,2})", lambda calendar, year, month: calendar.month(int(year), int(month))),
    (r"(\d{4})", lambda calendar, year: calendar.year(int(year))),
    (r"(\d{4})-?w(\d{1,2})", _iso_week),
    (r"(?:last|past) (\d{1,5}) ([a-z]+)", _past),
    (r"([a-z]{3,9})", _weekday),
    (r"(\d{4})/(\d{1,2})/(\d{1,2})", _iso_day),
    (
        r"(\d{1,2})\.(\d{1,2})\.(\d{4})",
        lambda calendar, day, month, year: _iso_day(calendar, year, month, day),
    ),
    (r"(\d{1,2})(?:st|nd|rd|th|\.)? ([a-z]{3,9})\.?(?: (\d{4}))?", _day_month),
    (r"([a-z]{3,9})\.? (\d{1,2})(?:st|nd|rd|th)?(?: (\d{4}))?", _month_day),
    (r"([a-z]{3,9})\.? (\d{4})", _month_year),
    (r"(an?|one) ([a-z]+) ago", _ago),
    (
        r"(\d{4}-\d\d-\d\d[t ]\d\d:\d\d(:\d\d(?:\.\d{1,6})?)?"
        r"(?:z|[-+]\d\d(?::?\d\d(?::?\d\d)?)?)?)",
        _iso_moment,
    ),
)
