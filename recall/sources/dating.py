"""Which date an item claims for itself: a property, its file name, then the file's time."""

from __future__ import annotations

import re
from datetime import datetime, timedelta, timezone
from time import localtime
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping

    from recall.model import DateOrigin

DATE_PROPERTIES = (
    "date",
    "updated",
    "modified",
    "last-modified",
    "last_modified",
    "date modified",
    "created",
    "date created",
    "created_at",
)
"""Properties read as the item's date, the first one present wins."""

CREATED_PROPERTIES = ("created", "date created", "created_at", "date")

_DATE = re.compile(
    r"(\d{4})-(\d{1,2})-(\d{1,2})"
    r"(?:[T ](\d{1,2}):(\d{2})(?::(\d{2}))?(?:[.,]\d+)?\s*(?:(Z)|([+-]\d{2}):?(\d{2}))?)?",
    re.ASCII,
)
_LINK = re.compile(r"^\[\[([^\]|#]+)")


class Dating(NamedTuple):
    """A moment (seconds since 1970), how it reads (``2026-02-11``), and where it comes from."""

    seconds: float | None
    text: str | None
    origin: DateOrigin


def parse_date(value: object) -> datetime | None:
    """A property's value as a moment, in the local zone unless it names one; None for no date."""
    if not isinstance(value, str):
        return None
    link = _LINK.match(value)
    match = _DATE.match((link[1] if link else value).strip())
    if not match:
        return None
    *parts, is_utc, hours, minutes = match.groups()
    numbers = [int(part or 0) for part in parts]
    try:
        moment = datetime(*numbers)  # type: ignore[arg-type]  # noqa: DTZ001 - the zone follows
        if hours or is_utc:
            moment = moment.replace(tzinfo=_zone(hours or "+00", minutes or "00"))
        return moment.astimezone()
    except (ValueError, OverflowError, OSError):
        return None


def _zone(hours: str, minutes: str) -> timezone:
    sign = -1 if hours.startswith("-") else 1
    return timezone(sign * timedelta(hours=int(hours[1:]), minutes=int(minutes)))


def first_date(properties: Mapping[str, object], names: tuple[str, ...]) -> datetime | None:
    """The first of the properties named (all case-folded) that holds a date."""
    for name in names:
        if name in properties:
            moment = parse_date(properties[name])
            if moment is not None:
                return moment
    return None


def date_of(
    properties: Mapping[str, object], in_name: datetime | None, modified: float | None
) -> Dating:
    """The date an item claims (DESIGN section 4.4); ``properties`` have case-folded names."""
    moment = first_date(properties, DATE_PROPERTIES)
    if moment is not None:
        return Dating(moment.timestamp(), moment.strftime("%Y-%m-%d"), "property")
    if in_name is not None:
        return Dating(in_name.timestamp(), in_name.strftime("%Y-%m-%d"), "name")
    if modified is not None and modified > 0:
        try:
            day = localtime(modified)
        except (ValueError, OverflowError, OSError):  # beyond what the system's clock can say
            return Dating(None, None, "none")
        if day.tm_year > 9999:
            return Dating(None, None, "none")
        text = f"{day.tm_year:04}-{day.tm_mon:02}-{day.tm_mday:02}"
        return Dating(modified, text, "modified")
    return Dating(None, None, "none")
