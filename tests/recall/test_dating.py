"""Which date an item claims: a property, its name, the file's time, in this order."""

import os
import time
from datetime import UTC, datetime

import pytest
from storehouse import DAY, NOW

from recall.sources.dating import date_of, parse_date


@pytest.fixture(autouse=True)
def zone(monkeypatch):
    """Tests count in Berlin, where summer is two hours before UTC."""

    def use(name):
        monkeypatch.setenv("TZ", name)
        time.tzset()

    use("Europe/Berlin")
    yield use
    monkeypatch.undo()
    time.tzset()


def utc(*numbers):
    return datetime(*numbers, tzinfo=UTC).timestamp()


@pytest.mark.parametrize(
    ("value", "seconds"),
    [
        ("2026-02-11", utc(2026, 2, 10, 23)),
        ("2026-07-11", utc(2026, 7, 10, 22)),
        ("2026-2-1", utc(2026, 1, 31, 23)),
        (" 2026-02-11 ", utc(2026, 2, 10, 23)),
        ("[[2026-02-11]]", utc(2026, 2, 10, 23)),
        ("[[2026-02-11|yesterday]]", utc(2026, 2, 10, 23)),
        ("2026-02-11T09:30", utc(2026, 2, 11, 8, 30)),
        ("2026-02-11 09:30:15", utc(2026, 2, 11, 8, 30, 15)),
        ("2026-02-11T09:30:15.123Z", utc(2026, 2, 11, 9, 30, 15)),
        ("2026-02-11T09:30:00+05:30", utc(2026, 2, 11, 4)),
        ("2026-02-11T09:30-0800", utc(2026, 2, 11, 17, 30)),
        ("2026-02-11, a Wednesday", utc(2026, 2, 10, 23)),
        ("1969-07-20", utc(1969, 7, 19, 23)),
    ],
)
def test_a_date_is_read(value, seconds):
    assert parse_date(value).timestamp() == seconds


@pytest.mark.parametrize(
    "value",
    ["", "soon", "2026", "2026-13-01", "2026-02-30", "11.02.2026", "2026-02-11T25:00", 20260211, None,
     ["2026-02-11"], True, "0000-01-01", "９９９９-１２-３１", "2026-02-11T09:30+99:00"],
)  # fmt: skip
def test_no_date_is_read(value):
    assert parse_date(value) is None


def test_a_date_at_the_edge_of_time_is_a_date_or_none():
    for value in ("0001-01-01", "9999-12-31", "9999-12-31T23:59:59-12:00", "0001-01-01T00:00Z"):
        moment = parse_date(value)
        assert moment is None or isinstance(moment.timestamp(), float)


def test_the_property_comes_first_then_the_name_then_the_file():
    name = datetime(2025, 1, 2).astimezone()
    properties = {"updated": "2024-03-04", "created": "2020-01-01"}
    assert date_of(properties, name, NOW) == (utc(2024, 3, 3, 23), "2024-03-04", "property")
    assert date_of({"updated": "never"}, name, NOW) == (utc(2025, 1, 1, 23), "2025-01-02", "name")
    assert date_of({}, None, NOW) == (NOW, "2026-05-28", "modified")
    assert date_of({}, None, None) == (None, None, "none")


@pytest.mark.parametrize("modified", [0.0, -5.0, 1e12, 1e18, float("inf")])
def test_a_file_time_that_cannot_be_meant_is_no_date(modified):
    assert date_of({}, None, modified).origin == "none"


@pytest.mark.parametrize(
    ("path", "text", "expected"),
    [
        ("a.md", "---\ndate: 2024-03-04\nupdated: 2025-01-01\n---\n", ("2024-03-04", "property")),
        ("a.md", "---\nDate Modified: 2024-03-04\n---\n", ("2024-03-04", "property")),
        ("a.md", "---\nCREATED: '[[2024-03-04]]'\n---\n", ("2024-03-04", "property")),
        ("2025-06-07 Meeting.md", "---\ndate: soon\n---\n", ("2025-06-07", "name")),
        ("2025-06-07.md", "", ("2025-06-07", "name")),
        ("Meeting 20250607.md", "", ("2025-06-07", "name")),
        ("a.md", "", ("2026-05-18", "modified")),
        ("Call 2025-13-45.md", "", ("2026-05-18", "modified")),
    ],
)
def test_a_note_is_dated(desk, path, text, expected):
    desk.write(path, f"{text}words", days_old=10)
    desk.sync()
    hit = desk.hit("words")
    assert (hit.date, hit.date_origin) == expected
    document = desk.get(hit.id)
    assert (document.date, document.date_origin) == expected


def test_a_61_the_files_time_counts_and_not_that_of_indexing(desk):
    desk.write("old.md", "reports of 2020", days_old=2_000)
    desk.write("new.md", "reports of 2026", days_old=3)
    desk.sync()
    assert desk.found("reports after:7d") == ["new.md"]
    assert desk.found("after:2020-01-01 before:2021-01-01") == ["old.md"]
    assert desk.search("reports path:old").hits[0].date == "2020-12-05"
    assert desk.found("after:1990-01-01") == ["new.md", "old.md"]


def test_a_date_is_a_day_of_the_users_zone(desk, zone):
    desk.write("2026-05-28.md", "words")
    desk.sync()
    assert desk.found("words on:2026-05-28") == ["2026-05-28.md"]
    assert desk.found("words on:today") == ["2026-05-28.md"]
    assert desk.found("words before:2026-05-28") == []


def test_a_file_of_the_year_ten_thousand_does_not_stop_a_sync(desk):
    file = desk.write("a.md", "words")
    try:
        os.utime(file, (300_000_000_000, 300_000_000_000))
    except OSError:
        pytest.skip("this disk has no such times")
    assert desk.sync().added == 1
    assert desk.found("words") == ["a.md"]
    os.utime(file, (NOW - DAY, NOW - DAY))
    desk.sync()
    assert desk.hit("words").date_origin == "modified"
