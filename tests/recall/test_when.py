"""Dates people write: what each names, in whose calendar, and that none raises."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta, timezone, tzinfo
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from recall.search.when import Range, add_months, parse_when

NOW = datetime(2026, 3, 12, 14, 23, 5, tzinfo=UTC).timestamp()  # a Thursday


def stamp(text: str, zone: tzinfo = UTC) -> float:
    return datetime.fromisoformat(text).replace(tzinfo=zone).timestamp()


def named(text: str, now: float = NOW, zone: tzinfo | None = UTC) -> Range:
    found = parse_when(text, now, zone)
    assert found is not None
    return found


# text: first moment, first moment after, canonical spelling
FORMS = {
    "2026-03-12": ("2026-03-12", "2026-03-13", "2026-03-12"),
    "2026-3-2": ("2026-03-02", "2026-03-03", "2026-03-02"),
    "2026/03/12": ("2026-03-12", "2026-03-13", "2026-03-12"),
    "12.03.2026": ("2026-03-12", "2026-03-13", "2026-03-12"),
    "2.3.2026": ("2026-03-02", "2026-03-03", "2026-03-02"),
    "2026-03": ("2026-03-01", "2026-04-01", "2026-03"),
    "2025-12": ("2025-12-01", "2026-01-01", "2025-12"),
    "2026": ("2026-01-01", "2027-01-01", "2026"),
    "2026-W05": ("2026-01-26", "2026-02-02", "2026-W05"),
    "2026-w1": ("2025-12-29", "2026-01-05", "2026-W01"),
    "2020W53": ("2020-12-28", "2021-01-04", "2020-W53"),
    "12 March 2026": ("2026-03-12", "2026-03-13", "2026-03-12"),
    "1st mar 2026": ("2026-03-01", "2026-03-02", "2026-03-01"),
    "12. march 2026": ("2026-03-12", "2026-03-13", "2026-03-12"),
    "March 12, 2026": ("2026-03-12", "2026-03-13", "2026-03-12"),
    "mar 12": ("2026-03-12", "2026-03-13", "2026-03-12"),
    "mar 13": ("2025-03-13", "2025-03-14", "2025-03-13"),
    "24 dec": ("2025-12-24", "2025-12-25", "2025-12-24"),
    "feb 29": ("2024-02-29", "2024-03-01", "2024-02-29"),
    "Sept. 3": ("2025-09-03", "2025-09-04", "2025-09-03"),
    "March 2026": ("2026-03-01", "2026-04-01", "2026-03"),
    "march": ("2026-03-01", "2026-04-01", "2026-03"),
    "may": ("2025-05-01", "2025-06-01", "2025-05"),
    "today": ("2026-03-12", "2026-03-13", "2026-03-12"),
    "Yesterday": ("2026-03-11", "2026-03-12", "2026-03-11"),
    "tomorrow": ("2026-03-13", "2026-03-14", "2026-03-13"),
    "now": ("2026-03-12T14:23", "2026-03-12T14:24", "2026-03-12T14:23+00:00"),
    "7d": ("2026-03-05", "2026-03-06", "2026-03-05"),
    "2w": ("2026-02-26", "2026-02-27", "2026-02-26"),
    "3m": ("2025-12-12", "2025-12-13", "2025-12-12"),
    "1y": ("2025-03-12", "2025-03-13", "2025-03-12"),
    "12h": ("2026-03-12T02:23", "2026-03-12T02:24", "2026-03-12T02:23+00:00"),
    "30min": ("2026-03-12T13:53", "2026-03-12T13:54", "2026-03-12T13:53+00:00"),
    "3 days ago": ("2026-03-09", "2026-03-10", "2026-03-09"),
    "3 days": ("2026-03-09", "2026-03-10", "2026-03-09"),
    "a week ago": ("2026-03-05", "2026-03-06", "2026-03-05"),
    "an hour ago": ("2026-03-12T13:23", "2026-03-12T13:24", "2026-03-12T13:23+00:00"),
    "last week": ("2026-03-02", "2026-03-09", "2026-W10"),
    "this  week": ("2026-03-09", "2026-03-16", "2026-W11"),
    "next week": ("2026-03-16", "2026-03-23", "2026-W12"),
    "last month": ("2026-02-01", "2026-03-01", "2026-02"),
    "this month": ("2026-03-01", "2026-04-01", "2026-03"),
    "next month": ("2026-04-01", "2026-05-01", "2026-04"),
    "last year": ("2025-01-01", "2026-01-01", "2025"),
    "next year": ("2027-01-01", "2028-01-01", "2027"),
    "last day": ("2026-03-11", "2026-03-12", "2026-03-11"),
    "last monday": ("2026-03-09", "2026-03-10", "2026-03-09"),
    "last thursday": ("2026-03-05", "2026-03-06", "2026-03-05"),
    "last friday": ("2026-03-06", "2026-03-07", "2026-03-06"),
    "this friday": ("2026-03-13", "2026-03-14", "2026-03-13"),
    "next friday": ("2026-03-13", "2026-03-14", "2026-03-13"),
    "next thu": ("2026-03-19", "2026-03-20", "2026-03-19"),
    "next monday": ("2026-03-16", "2026-03-17", "2026-03-16"),
    "thursday": ("2026-03-12", "2026-03-13", "2026-03-12"),
    "friday": ("2026-03-06", "2026-03-07", "2026-03-06"),
    "last 7 days": ("2026-03-05", "2026-03-13", "2026-03-05..2026-03-12"),
    "past 2 weeks": ("2026-02-26", "2026-03-13", "2026-02-26..2026-03-12"),
    "last hour": (
        "2026-03-12T13:23",
        "2026-03-12T14:24",
        "2026-03-12T13:23+00:00..2026-03-12T14:23+00:00",
    ),
    "2026-01..2026-02": ("2026-01-01", "2026-03-01", "2026-01..2026-02"),
    "2026-03-12T10:30": ("2026-03-12T10:30", "2026-03-12T10:31", "2026-03-12T10:30+00:00"),
    "2026-03-12 10:30:15": (
        "2026-03-12T10:30:15",
        "2026-03-12T10:30:16",
        "2026-03-12T10:30:15+00:00",
    ),
    "2026-03-12T10:30:15.5Z": (
        "2026-03-12T10:30:15",
        "2026-03-12T10:30:16",
        "2026-03-12T10:30:15+00:00",
    ),
    "2026-03-12T10:30+02:00": ("2026-03-12T08:30", "2026-03-12T08:31", "2026-03-12T08:30+00:00"),
    "2026-03-12t00:30-1100": ("2026-03-12T11:30", "2026-03-12T11:31", "2026-03-12T11:30+00:00"),
}


@pytest.mark.parametrize(("text", "expected"), FORMS.items(), ids=FORMS.keys())
def test_a_text_names_this_stretch_of_time(text: str, expected: tuple[str, str, str]):
    start, end, spelling = expected
    assert named(text) == (stamp(start), stamp(end), spelling)


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "xyzzy",
        "12",
        "20260312",
        "2026-13",
        "2026-02-30",
        "2026-W54",
        "31.02.2026",
        "03/12/2026",
        "30 february",
        "0000",
        "0000-01-01",
        "9999-12-31",
        "99999y",
        "12 fortnights",
        "last",
        "last xyzzy",
        "next hour",
        "ma 12",
        "ago",
        "..",
        "2026..",
        "2026-03..2026-02",
        "2026-03..2026-04..2026-05",
        "2026-03-12T24:30",
        "2026-03-12T10:30+25:00",
        "२०२६",
        "today" * 100,
    ],
)
def test_a_text_that_names_no_time_gives_none(text: str):
    assert parse_when(text, NOW, UTC) is None


@pytest.mark.parametrize("now", [float("nan"), float("inf"), -1e20, 1e20])
def test_an_impossible_now_gives_none(now: float):
    assert parse_when("today", now, UTC) is None


# --- calendar days of the user's zone ----------------------------------------------

EAST, WEST = timezone(timedelta(hours=13)), timezone(timedelta(hours=-11))


@pytest.mark.parametrize("zone", [EAST, WEST], ids=["UTC+13", "UTC-11"])
@pytest.mark.parametrize("clock", ["23:30", "00:00", "00:30"])
@pytest.mark.parametrize(
    ("text", "first", "after"),
    [
        ("today", "2026-03-12", "2026-03-13"),
        ("yesterday", "2026-03-11", "2026-03-12"),
        ("last week", "2026-03-02", "2026-03-09"),
        ("this month", "2026-03-01", "2026-04-01"),
        ("last thursday", "2026-03-05", "2026-03-06"),
        ("7d", "2026-03-05", "2026-03-06"),
    ],
)
def test_a62_days_are_those_of_the_users_zone(
    zone: tzinfo, clock: str, text: str, first: str, after: str
):
    now = stamp(f"2026-03-12T{clock}", zone)
    assert named(text, now, zone)[:2] == (stamp(first, zone), stamp(after, zone))


def test_a62_the_same_moment_has_two_todays():
    now = stamp("2026-03-12T23:30", EAST)
    assert named("today", now, EAST).understood == "2026-03-12"
    assert named("today", now, WEST).understood == "2026-03-11"


def test_without_a_zone_days_are_those_of_this_computer(monkeypatch: pytest.MonkeyPatch):
    import time

    monkeypatch.setenv("TZ", "Pacific/Tongatapu")
    time.tzset()
    try:
        now = stamp("2026-03-12T23:30", ZoneInfo("Pacific/Tongatapu"))
        for text in FORMS:
            assert named(text, now, None) == named(text, now, ZoneInfo("Pacific/Tongatapu"))
    finally:
        monkeypatch.undo()
        time.tzset()


BERLIN, SAO_PAULO = ZoneInfo("Europe/Berlin"), ZoneInfo("America/Sao_Paulo")
HAVANA, APIA = ZoneInfo("America/Havana"), ZoneInfo("Pacific/Apia")


@pytest.mark.parametrize(
    ("zone", "text", "hours"),
    [
        (BERLIN, "2026-03-29", 23),
        (BERLIN, "2026-10-25", 25),
        (BERLIN, "2026-03-28", 24),
        (BERLIN, "2026-W13", 7 * 24 - 1),
        (SAO_PAULO, "2018-11-04", 23),  # no midnight
        (SAO_PAULO, "2018-11-03", 24),
        (HAVANA, "2026-11-01", 25),  # midnight twice
        (APIA, "2011-12-30", 0),  # no such day
    ],
    ids=str,
)
def test_a_day_is_as_long_as_the_clocks_of_the_zone_make_it(zone: tzinfo, text: str, hours: int):
    found = named(text, NOW, zone)
    assert found.end - found.start == hours * 3600


def test_yesterday_after_the_clocks_changed_is_the_whole_day():
    now = stamp("2026-03-30T00:30", BERLIN)
    found = named("yesterday", now, BERLIN)
    assert found.understood == "2026-03-29"
    assert found.end - found.start == 23 * 3600


def test_hours_are_hours_across_a_change_of_clocks():
    now = stamp("2026-03-29T12:00", BERLIN)
    assert named("12h", now, BERLIN).understood == "2026-03-28T23:00+01:00"


@pytest.mark.parametrize(
    ("day", "months", "expected"),
    [
        (date(2026, 3, 31), -1, date(2026, 2, 28)),
        (date(2024, 3, 31), -1, date(2024, 2, 29)),
        (date(2026, 1, 31), -2, date(2025, 11, 30)),
        (date(2026, 12, 31), 1, date(2027, 1, 31)),
        (date(2024, 2, 29), -12, date(2023, 2, 28)),
        (date(2026, 11, 15), 1, date(2026, 12, 15)),
    ],
)
def test_months_end_with_their_last_day(day: date, months: int, expected: date):
    assert add_months(day, months) == expected


ZONES = st.sampled_from(
    [UTC, EAST, WEST, BERLIN, SAO_PAULO, HAVANA, APIA, ZoneInfo("Asia/Kathmandu")]
)
SPOKEN = st.one_of(
    st.sampled_from(list(FORMS)),
    st.dates().map(str),
    st.datetimes().map(lambda moment: moment.isoformat()[:16]),
    st.datetimes(timezones=st.timezones()).map(datetime.isoformat),
    st.text(alphabet="0123456789-.:/ twzdhmy+ago", max_size=20),
    st.text(max_size=20),
)


@settings(max_examples=800)
@given(SPOKEN, st.floats(-1e9, 5e9), ZONES)
def test_the_canonical_spelling_names_the_same_time_ever_after(text: str, now: float, zone: tzinfo):
    found = parse_when(text, now, zone)
    if found is not None:
        assert found.start <= found.end
        assert parse_when(found.understood, now + 1e8, zone) == found
