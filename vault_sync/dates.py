"""Dates that the names of notes state."""

from __future__ import annotations

import re
from datetime import date
from typing import TYPE_CHECKING

from vault_sync.moment import moment_format, parse_moment
from vault_sync.paths import fold

if TYPE_CHECKING:
    from vault_sync.settings import VaultSettings

__all__ = ["daily_note_date", "date_in_name", "moment_format", "parse_moment"]


def daily_note_date(path: str, settings: VaultSettings) -> date | None:
    """Day of a daily note: its path must be folder and format exactly (OBSIDIAN.md R261)."""
    folder = f"{settings.daily_folder}/" if settings.daily_folder else ""
    if not path.endswith(".md") or not fold(path).startswith(fold(folder)):
        return None
    return parse_moment(path[len(folder) : -len(".md")], settings.daily_format)


_SEPARATED = re.compile(r"(?<!\d)(\d{4})([-_.])(\d{2})\2(\d{2})(?!\d)", re.ASCII)
_COMPACT = re.compile(r"(?<!\d)(\d{4})(\d{2})(\d{2})(?!\d)", re.ASCII)
_WEEK = re.compile(r"(?<!\d)(\d{4})-?W(\d{2})(?!\d)", re.ASCII)
_MONTH = re.compile(r"(?<!\d)(\d{4})-(\d{2})(?![-_.]?\d)", re.ASCII)
_IN_FOLDERS = re.compile(
    r"(?:^|/)(\d{4})/(?:(\d{2})(?:[-_ ][^/]*)?/(\d{2})|(?:\d{2}(?:[-_ ][^/]*)?/)?(\d{2})-(\d{2}))$",
    re.ASCII,
)


def date_in_name(path: str) -> date | None:
    """Date that the name of a file states, None when it states none.

    A real date of the years 1900 to 2099, anywhere in the name but not in a longer run of
    digits: `2026-03-05`, `2026_03_05`, `2026.03.05`, `20260305`, else the first day of
    `2026-W05` or `2026-03`. A name that is only `05` or `03-05` counts with its folders:
    `2026/03/05.md`, `2026/03-March/05.md`, `2026/03-05.md`, `2026/03/03-05.md`.
    """
    name = path.rpartition("/")[2]
    for match in _SEPARATED.finditer(name):
        if found := _plausible(match[1], match[3], match[4]):
            return found
    for match in _COMPACT.finditer(name):
        if found := _plausible(*match.groups()):
            return found
    return _period_in_name(name) or _date_in_folders(path.rpartition(".")[0])


def _period_in_name(name: str) -> date | None:
    for match in _WEEK.finditer(name):
        year, week = map(int, match.groups())
        if 1900 <= year < 2100 and 1 <= week <= date(year, 12, 28).isocalendar().week:
            return date.fromisocalendar(year, week, 1)
    for match in _MONTH.finditer(name):
        if found := _plausible(match[1], match[2], "01"):
            return found
    return None


def _date_in_folders(stem: str) -> date | None:
    match = _IN_FOLDERS.search(stem)
    if match is None:
        return None
    year, month, day, own_month, own_day = match.groups()
    return _plausible(year, month or own_month, day or own_day)


def _plausible(year: str, month: str, day: str) -> date | None:
    try:
        found = date(int(year), int(month), int(day))
    except ValueError:
        return None
    return found if 1900 <= found.year < 2100 else None
