"""Formats of moment.js, in which Obsidian writes the names of daily notes."""

from __future__ import annotations

import re
from datetime import UTC, date, datetime, timedelta
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable

_MONTHS = "January February March April May June July August September October November December"
_WEEKDAYS = "Monday Tuesday Wednesday Thursday Friday Saturday Sunday"
_MONTH_NAMES, _WEEKDAY_NAMES = _MONTHS.split(), _WEEKDAYS.split()
_TOKEN = re.compile(
    r"\[(?P<literal>[^\[]*)\]|\\(?P<escaped>.)"
    r"|YYYY|YY|MMMM|MMM|MM|Mo|M|DDDD|DDD|DD|Do|D|dddd|ddd|dd|d|E"
    r"|gggg|GGGG|ww|wo|w|WW|Wo|W|HH|H|hh|h|mm|m|ss|s|A|a|Q|X|x|ZZ|Z|.",
    re.DOTALL,
)

_ORDINALS = frozenset({"Do", "Mo", "wo", "Wo"})
_ENGLISH_ORDINALS = ("st", "nd", "rd", "th")
_WORD = r"[^\d\s_./()\[\]{}（）【】「」『』〈〉《》,;:，、；：-]++"
_ANY_NAME = rf"{_WORD}(?:[ -]{_WORD}){{0,3}}\.?|[0-9]{{1,2}}[月월]"
_ORDINAL = r"[0-9]{1,2}(?:[-:'’]?[^\d\s_./()\[\],:-]{1,5}|\.)?"
"""`5th`, `5.`, `5º`, `5日`, `5:e`, `5-го`; French says `5` alone."""
_NAMES = {
    "MMMM": (_MONTH_NAMES, 9),
    "MMM": (_MONTH_NAMES, 3),
    "dddd": (_WEEKDAY_NAMES, 9),
    "ddd": (_WEEKDAY_NAMES, 3),
    "dd": (_WEEKDAY_NAMES, 2),
}
"""Tokens that the app writes in its own language, and how many letters English takes."""

_SHAPES = {
    **dict.fromkeys(["YYYY", "gggg", "GGGG"], "[0-9]{4}"),
    **dict.fromkeys(["YY", "MM", "DD", "ww", "WW", "HH", "hh", "mm", "ss"], "[0-9]{2}"),
    **dict.fromkeys(["M", "D", "w", "W", "H", "h", "m", "s"], "[0-9]{1,2}"),
    **dict.fromkeys(_ORDINALS, _ORDINAL),
    **{
        token: "|".join([*(name[:length] for name in names), _ANY_NAME])
        for token, (names, length) in _NAMES.items()
    },
    **dict.fromkeys(["A", "a"], "[AaPp][Mm]"),
    "DDDD": "[0-9]{3}",
    "DDD": "[0-9]{1,3}",
    "d": "[0-6]",
    "E": "[1-7]",
    "Q": "[1-4]",
    "X": r"-?[0-9]{1,11}(?:\.[0-9]{1,3})?",
    "x": "-?[0-9]{1,14}",
    "Z": "[+-][0-9]{2}:[0-9]{2}",
    "ZZ": "[+-][0-9]{4}",
}
_ISO_WEEK = {"gggg": "GGGG", "ww": "WW", "wo": "Wo", "w": "W"}
"""Weeks of the app's language, which most languages count as ISO does and English does not."""

_OF_DAY = {"HH", "H", "hh", "h", "mm", "m", "ss", "s", "A", "a", "X", "x", "Z", "ZZ"}
"""Tokens that say nothing about which day it is, or not alone (a time zone belongs to X)."""


def moment_format(moment: date, template: str) -> str:
    """Text of a date or time in a moment.js format (OBSIDIAN.md R260), names in English.

    A time without zone counts as UTC, a date as its first moment.
    """
    when = _with_time(moment)
    pieces = []
    for match in _TOKEN.finditer(template):
        literal = match["literal"] if match["literal"] is not None else match["escaped"]
        writer = _WRITERS.get(match[0])
        pieces.append(literal if literal is not None else writer(when) if writer else match[0])
    return "".join(pieces)


def parse_moment(text: str, template: str) -> date | None:
    """Day that a text names in a moment.js format, None when it is not in that format.

    The text must be what the format gives for that day; only names of months and weekdays
    may be in any language, since the app writes them in its own (R259). A format without a
    day gives the first day of its month, week or year. A format without year gives none.
    """
    match = _reader(template).fullmatch(text)
    if match is None:
        return None
    fields: dict[str, str] = match.groupdict()
    try:
        found = _day(fields)
    except (ValueError, OverflowError):
        return None
    return found if found and _agrees(found, fields) else None


def _with_time(moment: date) -> datetime:
    if not isinstance(moment, datetime):
        return datetime(moment.year, moment.month, moment.day, tzinfo=UTC)
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)


class _Week(NamedTuple):
    year: int
    week: int


def _us_week(when: datetime) -> _Week:
    """Week as English locales count: from Sunday, the first is that of 1 January."""
    year, weekday = when.year, when.isoweekday() % 7
    if when.month == 12 and when.day + 6 - weekday > 31:
        return _Week(year + 1, 1)
    before = date(year, 1, 1).isoweekday() % 7
    return _Week(year, (when.timetuple().tm_yday - 1 + before) // 7 + 1)


def _ordinal(number: int) -> str:
    ending = {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{'th' if 10 < number % 100 < 14 else ending}"


_WRITERS: dict[str, Callable[[datetime], str]] = {
    "YYYY": lambda when: f"{when.year:04}",
    "YY": lambda when: f"{when.year % 100:02}",
    "MMMM": lambda when: _MONTH_NAMES[when.month - 1],
    "MMM": lambda when: _MONTH_NAMES[when.month - 1][:3],
    "MM": lambda when: f"{when.month:02}",
    "Mo": lambda when: _ordinal(when.month),
    "M": lambda when: str(when.month),
    "DDDD": lambda when: f"{when.timetuple().tm_yday:03}",
    "DDD": lambda when: str(when.timetuple().tm_yday),
    "DD": lambda when: f"{when.day:02}",
    "Do": lambda when: _ordinal(when.day),
    "D": lambda when: str(when.day),
    "dddd": lambda when: _WEEKDAY_NAMES[when.weekday()],
    "ddd": lambda when: _WEEKDAY_NAMES[when.weekday()][:3],
    "dd": lambda when: _WEEKDAY_NAMES[when.weekday()][:2],
    "d": lambda when: str(when.isoweekday() % 7),
    "E": lambda when: str(when.isoweekday()),
    "gggg": lambda when: f"{_us_week(when).year:04}",
    "ww": lambda when: f"{_us_week(when).week:02}",
    "wo": lambda when: _ordinal(_us_week(when).week),
    "w": lambda when: str(_us_week(when).week),
    "GGGG": lambda when: f"{when.isocalendar().year:04}",
    "WW": lambda when: f"{when.isocalendar().week:02}",
    "Wo": lambda when: _ordinal(when.isocalendar().week),
    "W": lambda when: str(when.isocalendar().week),
    "HH": lambda when: f"{when.hour:02}",
    "H": lambda when: str(when.hour),
    "hh": lambda when: f"{(when.hour - 1) % 12 + 1:02}",
    "h": lambda when: str((when.hour - 1) % 12 + 1),
    "mm": lambda when: f"{when.minute:02}",
    "m": lambda when: str(when.minute),
    "ss": lambda when: f"{when.second:02}",
    "s": lambda when: str(when.second),
    "A": lambda when: "AM" if when.hour < 12 else "PM",
    "a": lambda when: "am" if when.hour < 12 else "pm",
    "Q": lambda when: str((when.month + 2) // 3),
    "X": lambda when: str(int(when.timestamp())),
    "x": lambda when: str(int(when.timestamp()) * 1000 + when.microsecond // 1000),
    "ZZ": lambda when: when.strftime("%z")[:5],
    "Z": lambda when: f"{when:%z}"[:3] + ":" + f"{when:%z}"[3:5],
}


@lru_cache(maxsize=16)
def _reader(template: str) -> re.Pattern[str]:
    """Expression for texts of a format, with one group named after each of its tokens.

    A token that comes again must have the same text; that also bounds the ways to match.
    """
    pieces: list[str] = []
    tokens: set[str] = set()
    for match in _TOKEN.finditer(template):
        token = match[0]
        literal = match["literal"] if match["literal"] is not None else match["escaped"]
        if literal is not None or token not in _SHAPES:
            pieces.append(re.escape(token if literal is None else literal))
        else:
            pieces.append(f"(?P={token})" if token in tokens else f"(?P<{token}>{_SHAPES[token]})")
            tokens.add(token)
    return re.compile("".join(pieces))


def _day(fields: dict[str, str]) -> date | None:
    if "X" in fields or "x" in fields:
        seconds = float(fields["X"]) if "X" in fields else int(fields["x"]) / 1000
        return (datetime(1970, 1, 1, tzinfo=UTC) + timedelta(seconds=seconds)).date()
    year, month = _year(fields), _month(fields)
    day, of_year = _number(fields, "DD", "D", "Do"), _number(fields, "DDDD", "DDD")
    if year is not None and month is not None:
        return date(year, month, day or 1)
    if year is not None and of_year is not None:
        return date(year, 1, 1) + timedelta(days=of_year - 1)
    if fields.keys() & {"WW", "W", "Wo", "ww", "w", "wo"}:
        return _day_of_week(fields, year)
    if year is None or fields.keys() & {"DD", "D", "Do", "MMMM", "MMM"}:
        return None  # a day of no month, or a month whose name is not known
    return date(year, (_number(fields, "Q") or 1) * 3 - 2, 1)


def _day_of_week(fields: dict[str, str], year: int | None) -> date | None:
    """Day of a week; without weekday the first of it that lies in the year of the format."""
    iso_week, us_week = _number(fields, "WW", "W", "Wo"), _number(fields, "ww", "w", "wo")
    weekday = _weekday(fields)
    if weekday is None and fields.keys() & {"dddd", "ddd", "dd"}:
        return None
    if iso_week is not None:
        week_year = _number(fields, "GGGG") or year
        start = week_year and date.fromisocalendar(week_year, iso_week, 1)
        offset = weekday or 0
    else:
        week_year = _number(fields, "gggg") or year
        start = week_year and _first_sunday(week_year) + timedelta(weeks=(us_week or 1) - 1)
        offset = ((weekday or 0) + 1) % 7 if weekday is not None else 0
    if not start:
        return None
    if year is not None and weekday is None:
        return max(start, date(year, 1, 1))
    return start + timedelta(days=offset)


def _first_sunday(year: int) -> date:
    """First day of the year's first week as English locales count."""
    first = date(year, 1, 1)
    return first - timedelta(days=first.isoweekday() % 7)


def _year(fields: dict[str, str]) -> int | None:
    if "YY" in fields and "YYYY" not in fields:
        short = int(fields["YY"])
        return short + (1900 if short > 68 else 2000)  # as moment.js
    return _number(fields, "YYYY")


def _month(fields: dict[str, str]) -> int | None:
    number = _number(fields, "MM", "M", "Mo")
    if number is not None:
        return number
    named = _named(fields, "MMMM", "MMM")
    if named is not None:
        return named + 1
    # Chinese, Japanese and Korean count their months
    counted = re.match("([0-9]{1,2})[月월]", fields.get("MMMM") or fields.get("MMM") or "")
    return int(counted[1]) if counted else None


def _weekday(fields: dict[str, str]) -> int | None:
    """0 is Monday."""
    if "E" in fields or "d" in fields:
        return (int(fields["E"]) - 1) if "E" in fields else (int(fields["d"]) + 6) % 7
    return _named(fields, "dddd", "ddd", "dd")


def _named(fields: dict[str, str], *tokens: str) -> int | None:
    """Place of an English name in its list, None for names in other languages."""
    for token in tokens:
        names, length = _NAMES[token]
        short = [name[:length].lower() for name in names]
        if fields.get(token, "").lower() in short:
            return short.index(fields[token].lower())
    return None


def _number(fields: dict[str, str], *tokens: str) -> int | None:
    for token in tokens:
        if token in fields:
            digits = re.match("[0-9]+", fields[token])
            return int(digits[0] if digits else fields[token])
    return None


def _agrees(found: date, fields: dict[str, str]) -> bool:
    """Whether the format gives these texts for this day, names of other languages aside."""
    when = _with_time(found)
    is_english = any(_named(fields, token) is not None for token in _NAMES)
    for token, value in fields.items():
        if token in _OF_DAY:
            continue
        if token in _ORDINALS and not (is_english or value.lower().endswith(_ENGLISH_ORDINALS)):
            continue
        if token in _NAMES and _named({token: value}, token) is None:
            continue
        written = {_WRITERS[same](when).lower() for same in (token, _ISO_WEEK.get(token, token))}
        if value.lower() not in written:
            return False
    return True
