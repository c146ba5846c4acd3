from datetime import UTC, date, datetime, timedelta, timezone

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from vault_sync.dates import daily_note_date, date_in_name, moment_format, parse_moment
from vault_sync.settings import VaultSettings

TUESDAY = datetime(2024, 3, 5, 14, 7, 9, 123_000, tzinfo=timezone(timedelta(hours=-5)))


@pytest.mark.parametrize(
    ("template", "expected"),
    [
        ("YYYY YY", "2024 24"),
        ("MMMM MMM MM M Mo", "March Mar 03 3 3rd"),
        ("DD D Do DDDD DDD", "05 5 5th 065 65"),
        ("dddd ddd dd d E", "Tuesday Tue Tu 2 2"),
        ("GGGG WW W Wo", "2024 10 10 10th"),
        ("gggg ww w wo", "2024 10 10 10th"),
        ("HH H hh h mm m ss s A a", "14 14 02 2 07 7 09 9 PM pm"),
        ("Q X x ZZ Z", "1 1709665629 1709665629123 -0500 -05:00"),
        ("[Week] W [a b]", "Week 10 a b"),
        ("YYYY/MM-MMMM/YYYY-MM-DD-dddd", "2024/03-March/2024-03-05-Tuesday"),
        ("\\D[]D", "D5"),
        ("", ""),
        ("日 YYYY年M月D日", "日 2024年3月5日"),
    ],
)
def test_r259_r260_formats(template: str, expected: str) -> None:
    assert moment_format(TUESDAY, template) == expected


@pytest.mark.parametrize(
    ("day", "template", "expected"),
    [
        (date(2021, 1, 3), "GGGG-[W]WW", "2020-W53"),
        (date(2021, 1, 3), "gggg-[W]ww", "2021-W02"),
        (date(2024, 12, 29), "gggg-[W]ww", "2025-W01"),
        (date(2024, 12, 28), "gggg-[W]ww", "2024-W52"),
        (date(2024, 1, 1), "hh A", "12 AM"),
        (date(2024, 1, 1), "X ZZ Z", "1704067200 +0000 +00:00"),
        (date(2024, 1, 22), "Do", "22nd"),
        (date(2024, 1, 11), "Do", "11th"),
        (date(2024, 1, 12), "Do", "12th"),
        (date(2024, 1, 21), "Do", "21st"),
    ],
)
def test_r260_years_of_weeks_and_ordinals(day: date, template: str, expected: str) -> None:
    assert moment_format(day, template) == expected


@pytest.mark.parametrize(
    ("text", "template", "expected"),
    [
        ("2024-03-05", "YYYY-MM-DD", date(2024, 3, 5)),
        ("2024-3-5", "YYYY-M-D", date(2024, 3, 5)),
        ("2024/03-March/2024-03-05-Tuesday", "YYYY/MM-MMMM/YYYY-MM-DD-dddd", date(2024, 3, 5)),
        ("2024/03-März/2024-03-05-Dienstag", "YYYY/MM-MMMM/YYYY-MM-DD-dddd", date(2024, 3, 5)),
        ("2024-03-05 terça-feira", "YYYY-MM-DD dddd", date(2024, 3, 5)),
        ("2024年3月5日 火曜日", "YYYY年M月D日 dddd", date(2024, 3, 5)),
        ("March 5th, 2024", "MMMM Do, YYYY", date(2024, 3, 5)),
        ("5 März 2024", "D MMMM YYYY", None),
        ("2024-03-05 (火)", "YYYY-MM-DD (ddd)", date(2024, 3, 5)),
        ("2024-03-05「Di」", "YYYY-MM-DD[「]dd[」]", date(2024, 3, 5)),
        ("Dienstag, 2024-03-05", "dddd, YYYY-MM-DD", date(2024, 3, 5)),
        ("2024/03 März/5.", "YYYY/MM MMMM/Do", date(2024, 3, 5)),
        ("2024-03 mars 5:e", "YYYY-MM MMMM Do", date(2024, 3, 5)),
        ("2024-03 mars 5", "YYYY-MM MMMM Do", date(2024, 3, 5)),
        ("2024 03 5-го", "YYYY MM Do", date(2024, 3, 5)),
        ("2024 3月 5日", "YYYY MMMM Do", date(2024, 3, 5)),
        ("2024 3월 5일", "YYYY MMM Do", date(2024, 3, 5)),
        ("2024 13月 5日", "YYYY MMMM Do", None),
        ("March 5, 2024", "MMMM Do, YYYY", None),
        ("2024-03 5st", "YYYY-MM Do", None),
        ("240305", "YYMMDD", date(2024, 3, 5)),
        ("690305", "YYMMDD", date(1969, 3, 5)),
        ("2024-065", "YYYY-DDDD", date(2024, 3, 5)),
        ("2020-W53", "GGGG-[W]WW", date(2020, 12, 28)),
        ("2020-W53-7", "GGGG-[W]WW-E", date(2021, 1, 3)),
        ("2025-W01", "gggg-[W]ww", date(2024, 12, 29)),
        ("2025-W01", "YYYY-[W]WW", date(2025, 1, 1)),
        ("2024-Q3", "YYYY-[Q]Q", date(2024, 7, 1)),
        ("2024-03", "YYYY-MM", date(2024, 3, 1)),
        ("2024", "YYYY", date(2024, 1, 1)),
        ("1709665629", "X", date(2024, 3, 5)),
        ("2024-03-05 1407", "YYYY-MM-DD HHmm", date(2024, 3, 5)),
        ("2024-03-05 W10", "YYYY-MM-DD [W]ww", date(2024, 3, 5)),
        ("2023-01-01 W52", "YYYY-MM-DD [W]ww", date(2023, 1, 1)),
        ("2023-01-01 W01", "YYYY-MM-DD [W]ww", date(2023, 1, 1)),
        ("2024-03-05 W11", "YYYY-MM-DD [W]ww", None),
        ("2024-03-05-Monday", "YYYY-MM-DD-dddd", None),
        ("2024-03-05/2024-03-06", "YYYY-MM-DD/YYYY-MM-DD", None),
        ("2023-02-29", "YYYY-MM-DD", None),
        ("2024-13-05", "YYYY-MM-DD", None),
        ("2024-03-05x", "YYYY-MM-DD", None),
        ("2024-03-05\n", "YYYY-MM-DD", None),
        ("2024-3-5", "YYYY-MM-DD", None),
        ("2024-03-05", "YYYY-M-D", None),
        ("２０２４-03-05", "YYYY-MM-DD", None),
        ("2024-W54", "gggg-[W]ww", None),
        ("0000-01-01", "YYYY-MM-DD", None),
        ("9999-12-31 01", "YYYY-MM-DD ww", date(9999, 12, 31)),
        ("9999-W99", "GGGG-[W]WW", None),
        ("a " * 200, "dd " * 200, None),
        ("03-05", "MM-DD", None),
        ("Daily", "[Daily]", None),
        ("", "", None),
    ],
)
def test_r260_r261_parsing(text: str, template: str, expected: date | None) -> None:
    assert parse_moment(text, template) == expected


@given(
    st.dates(date(1970, 1, 2), date(2068, 12, 30)),
    st.sampled_from(
        [
            "YYYY-MM-DD",
            "YYMMDD",
            "dddd, MMMM Do YYYY",
            "ddd D MMM YYYY [at] HH:mm",
            "YYYY/[Q]Q/DDDD",
            "GGGG-[W]WW-E",
            "GGGGWW dddd",
            "gggg-ww-d",
            "gggg [week] w dd",
            "X",
            "x",
        ]
    ),
)
def test_parsing_gives_back_the_day_that_was_formatted(day: date, template: str) -> None:
    assert parse_moment(moment_format(day, template), template) == day


@given(
    st.text("YMDdwWgGQEXxZHhmsAa[]\\-/ 0123", max_size=30),
    st.text("0123456789-/ MTuay", max_size=30),
)
def test_any_format_and_text_give_a_date_or_none(template: str, text: str) -> None:
    found = parse_moment(text, template)
    assert found is None or isinstance(found, date)
    parse_moment(moment_format(TUESDAY, template), template)


SETTINGS = VaultSettings(daily_folder="Journal", daily_format="YYYY/MM/YYYY-MM-DD")


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("Journal/2024/03/2024-03-05.md", date(2024, 3, 5)),
        ("journal/2024/03/2024-03-05.md", date(2024, 3, 5)),
        ("Journal/2024-03-05.md", None),
        ("Journal/2024/04/2024-03-05.md", None),
        ("2024/03/2024-03-05.md", None),
        ("x/Journal/2024/03/2024-03-05.md", None),
        ("Journal/2024/03/2024-03-05 evening.md", None),
        ("Journal/2024/03/2024-03-05.canvas", None),
    ],
)
def test_r261_only_folder_and_format_make_a_daily_note(path: str, expected: date | None) -> None:
    assert daily_note_date(path, SETTINGS) == expected


def test_r258_daily_notes_lie_at_the_root_by_default() -> None:
    assert daily_note_date("2024-03-05.md", VaultSettings()) == date(2024, 3, 5)
    assert daily_note_date("a/2024-03-05.md", VaultSettings()) is None


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("2026-03-05.md", date(2026, 3, 5)),
        ("d/Meeting 2026-03-05 notes.md", date(2026, 3, 5)),
        ("call_2026_03_05_x.md", date(2026, 3, 5)),
        ("20260305 call.md", date(2026, 3, 5)),
        ("v2026.03.05.md", date(2026, 3, 5)),
        ("2026.03.05", date(2026, 3, 5)),
        ("2026-02-30 2026-03-05.md", date(2026, 3, 5)),
        ("2026-03 2026-04-05.md", date(2026, 4, 5)),
        ("2026-03.md", date(2026, 3, 1)),
        ("Review 2026-03.md", date(2026, 3, 1)),
        ("2026-W05.md", date(2026, 1, 26)),
        ("Week 2026W05.md", date(2026, 1, 26)),
        ("2026-W53.md", date(2026, 12, 28)),
        ("2025-W53.md", None),
        ("2026-W00.md", None),
        ("1812-W05.md", None),
        ("202603051234.md", None),
        ("120260305.md", None),
        ("2026-03-055.md", None),
        ("2026-03_05.md", None),
        ("2026-13-05.md", None),
        ("2026-02-30.md", None),
        ("1234-56-78.md", None),
        ("1812-06-24.md", None),
        ("2100-01-01.md", None),
        ("555-2026-03.md", date(2026, 3, 1)),
        ("Note.md", None),
        ("2026-03-05/Note.md", None),
        ("2026/03/05.md", date(2026, 3, 5)),
        ("Daily/2026/03-March/05.md", date(2026, 3, 5)),
        ("2026/03-05.md", date(2026, 3, 5)),
        ("2026/03/03-05.md", date(2026, 3, 5)),
        ("2026/03/05 call.md", None),
        ("2026/13/05.md", None),
        ("x2026/03/05.md", None),
        ("05.md", None),
        ("٢٠٢٦-03-05.md", None),
    ],
)
def test_a_date_in_a_name(path: str, expected: date | None) -> None:
    assert date_in_name(path) == expected


@given(
    st.dates(date(1900, 1, 1), date(2099, 12, 31)),
    st.sampled_from(["-", "_", ".", ""]),
    st.text(),
    st.text(),
)
def test_a_date_between_other_words_is_found(day: date, mark: str, before: str, after: str) -> None:
    assume(not any(c.isdigit() or c == "/" for c in before + after))
    text = day.strftime(f"%Y{mark}%m{mark}%d")
    assert date_in_name(f"{before}{text}{after}.md") == day


def test_a_time_without_zone_counts_as_utc() -> None:
    assert moment_format(datetime(2024, 1, 1, tzinfo=UTC).replace(tzinfo=None), "X") == "1704067200"
