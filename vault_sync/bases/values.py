"""Values of the filter language, and what they say by themselves.

Numbers are floats, as in JavaScript; lists are tuples, objects are dicts that nobody changes.
Dates are naive: the clock of the reader, as Obsidian shows them.
"""

from __future__ import annotations

import math
from datetime import date, datetime, timedelta, tzinfo
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from vault_sync import property_types, target
from vault_sync.durations import Duration
from vault_sync.moment import moment_format

if TYPE_CHECKING:
    from collections.abc import Mapping

    from vault_sync.bases.syntax import Pattern
    from vault_sync.model import Value


class Moment(NamedTuple):
    """A day, or a time of a day."""

    when: datetime
    has_time: bool


class LinkValue(NamedTuple):
    """A link; ``source`` is the note it stands in."""

    path: str
    subpath: str
    display: str | None
    source: str


class FileValue(NamedTuple):
    """A file of the vault; ``is_this`` is the one that shows the base."""

    path: str
    is_this: bool = False


class TagValue(NamedTuple):
    """A tag as written; it equals its text with or without ``#``."""

    text: str


class Rendered(NamedTuple):
    """What ``html()``, ``image()`` and ``icon()`` give: something to be shown."""

    kind: str
    text: str


BaseValue: TypeAlias = (
    "bool | float | str | Moment | Duration | LinkValue | FileValue | TagValue | Rendered "
    "| Pattern | tuple[Any, ...] | dict[str, Any] | None"
)
"""Members of a list and of an object are such values again."""

_KINDS: dict[type, str] = {
    bool: "boolean", float: "number", str: "string", Moment: "date", Duration: "duration",
    LinkValue: "link", FileValue: "file", TagValue: "tag", tuple: "list", dict: "object",
    type(None): "null",
}  # fmt: skip


def kind_of(value: BaseValue) -> str:
    """Name of a value's type, as ``isType()`` takes it."""
    if isinstance(value, Rendered):
        return value.kind
    return _KINDS.get(type(value), "regexp")


def is_truthy(value: BaseValue) -> bool:
    """Whether a value counts as true: null, 0, and what is empty do not."""
    if isinstance(value, Duration):
        return value.length != 0
    if isinstance(value, float):
        return value != 0 and not math.isnan(value)
    if type(value) in {bool, str, tuple, dict, type(None)}:
        return bool(value)
    return True


def to_text(value: BaseValue) -> str:
    """The text of a value; nothing for null."""
    writer = _WRITERS.get(type(value))
    return writer(value) if writer else ""


def number_text(number: float) -> str:
    """A number as JavaScript writes it."""
    if math.isnan(number):
        return "NaN"
    if math.isinf(number):
        return "Infinity" if number > 0 else "-Infinity"
    return str(int(number)) if number.is_integer() and abs(number) < 1e21 else repr(number)


def as_number(value: float) -> float:
    """A number of YAML, however many digits it has."""
    try:
        return float(value)
    except OverflowError:
        return math.inf if value > 0 else -math.inf


def read_moment(text: str, zone: tzinfo) -> Moment | None:
    """The date that is all of a text."""
    return moment_of(property_types.parse_date(text), zone)


def moment_of(found: date | None, zone: tzinfo) -> Moment | None:
    """A day or time in the reader's zone."""
    if found is None:
        return None
    if not isinstance(found, datetime):
        return Moment(datetime(found.year, found.month, found.day), has_time=False)  # noqa: DTZ001
    try:
        local = found.astimezone(zone).replace(tzinfo=None) if found.tzinfo else found
    except OverflowError:
        return None
    return Moment(local, has_time=True)


def moment_at(nanoseconds: int, zone: tzinfo) -> Moment | None:
    """A Unix time as a date."""
    try:
        when = datetime.fromtimestamp(0, zone) + timedelta(microseconds=nanoseconds // 1_000)
        return Moment(when.astimezone(zone).replace(tzinfo=None), has_time=True)
    except (OverflowError, ValueError, OSError):
        return None


def milliseconds(moment: Moment, zone: tzinfo) -> float:
    """Unix time of a date in milliseconds."""
    try:
        return moment.when.replace(tzinfo=zone).timestamp() * 1_000
    except (OverflowError, ValueError):
        return math.nan


def shifted(moment: Moment, duration: Duration, sign: int) -> Moment | None:
    """A date moved by a duration, None beyond the years there are."""
    when = moment.when
    months = when.year * 12 + when.month - 1 + sign * duration.months
    year, month = divmod(months, 12)
    if not 1 <= year <= 9999:
        return None
    day = min(when.day, _days_of(year, month + 1))
    try:
        moved = when.replace(year=year, month=month + 1, day=day)
        moved += timedelta(milliseconds=sign * duration.milliseconds)
    except (OverflowError, ValueError):
        return None
    is_whole = not moment.has_time and duration.milliseconds % 86_400_000 == 0
    return Moment(moved, has_time=not is_whole)


def _days_of(year: int, month: int) -> int:
    if month == 12:
        return 31
    return (date(year, month + 1, 1) - timedelta(days=1)).day


def of_property(
    name: str, value: Value, types: Mapping[str, str], source: str, zone: tzinfo
) -> BaseValue:
    """A note's property by its declared type (R192); without one, a text that is a date is one.

    A value that does not fit its type is taken as it stands.
    """
    read = property_types.typed(name, value, types)
    if read.type == "tags" and not read.problem and isinstance(read.value, tuple):
        return tuple(TagValue(text.removeprefix("#")) for text in read.value)
    if isinstance(read.value, date):
        return moment_of(read.value, zone)
    if isinstance(read.value, tuple):
        return tuple(_text_value(text, source) for text in read.value)
    return _plain(value, source, zone if read.type in {"", "unknown"} else None)


def _plain(value: Value, source: str, zone: tzinfo | None) -> BaseValue:
    """A stored value; texts become dates where a zone is given."""
    if isinstance(value, str):
        moment = read_moment(value, zone) if zone else None
        return moment or _text_value(value, source)
    if isinstance(value, list):
        return tuple(_plain(item, source, zone) for item in value)
    if isinstance(value, dict):
        return {key: _plain(item, source, zone) for key, item in value.items()}
    if value is None or isinstance(value, bool):
        return value
    return as_number(value)


def _text_value(text: str, source: str) -> BaseValue:
    return read_link(text, source) or text


def read_link(text: str, source: str) -> LinkValue | None:
    """The link that is all of a text (R205 to R210)."""
    text = text.strip()
    if wikilink := target.WIKILINK.match(text):
        found: target.Target | None = target.of_wikilink(wikilink[2], embed=bool(wikilink[1]))
    elif link := target.MARKDOWN.match(text):
        found = target.of_markdown(link[3] or link[4], link[2], embed=bool(link[1]))
    else:
        return None
    return found and LinkValue(found.path, found.subpath, found.label, source)


def _moment_text(moment: Moment) -> str:
    return moment_format(moment.when, "YYYY-MM-DD[T]HH:mm:ss" if moment.has_time else "YYYY-MM-DD")


def _object_text(value: dict[str, Any]) -> str:
    return "{" + ", ".join(f"{key}: {to_text(item)}" for key, item in value.items()) + "}"


_WRITERS: dict[type, Any] = {
    bool: lambda value: "true" if value else "false",
    float: number_text,
    str: lambda value: value,
    Moment: _moment_text,
    Duration: lambda value: number_text(value.length),
    LinkValue: lambda value: value.display or value.path + value.subpath,
    FileValue: lambda value: value.path,
    TagValue: lambda value: value.text,
    Rendered: lambda value: value.text,
    tuple: lambda value: ", ".join(map(to_text, value)),
    dict: _object_text,
}
