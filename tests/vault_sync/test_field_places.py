"""Inline fields: their places, and that no text makes them fail or take long."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from work import assert_linear

from vault_sync import durations, field_values, fields, structure
from vault_sync.durations import BASES_UNITS, DATAVIEW_UNITS, Duration
from vault_sync.note import parse

PIECES = (
    *"ab1é🙂:[]()`$%\\*_->|\"., \n\t", "::", "k:: ", "[k:: ", "(k:: ", "- ", "- [ ] ", "> ", "```\n",
    "%%", "$$", "<!--", "-->", "[[A]]", "2024-01-02", "6hr", "true", "📅 ", "🔁 every", "---\n", "\r\n", "    ",
)  # fmt: skip
TEXTS = st.lists(st.sampled_from(PIECES), max_size=40).map("".join)


def of(text):
    return fields.of(parse("Note.md", text.encode()))


@given(TEXTS | st.text())
@example("[k:: v")
@example("- \n- [ ] ")
@example('k:: "\\')
def test_no_text_makes_reading_fields_fail_and_each_stands_where_it_says(text):
    lines = (
        parse("Note.md", text.encode()).text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    )
    for field in of(text):
        units = lines[field.line].encode("utf-16-le")[2 * field.column :]
        rest = units.decode("utf-16-le")
        mark = {"bracket": "[", "parenthesis": "(", "emoji": field.raw_key, "line": ""}[field.form]
        assert rest.startswith(mark)
        assert field.key
        assert field.raw_key in rest


def test_a_field_of_an_item_names_the_first_line_of_the_item():
    found = of("# H\n\n- one\n- two\n  🙂 [k:: 1]\n    - [ ] in 📅 2024-01-02\n")
    assert [(each.key, each.line, each.column, each.item_line) for each in found] == [
        ("k", 4, 5, 3),
        ("due", 5, 13, 5),
    ]


def test_fields_keep_what_was_written():
    (field,) = of("**Read On**:: 2024-01-02")
    assert (field.raw_key, field.raw_value, field.kind) == ("Read On", "2024-01-02", "date")


def test_a_key_is_found_as_it_was_written():
    assert fields.by_key(of("**Bold Key**:: v"))[fields.canonical("Bold Key")] == "v"


@pytest.mark.parametrize(
    ("text", "units", "expected"),
    [
        ("1d", BASES_UNITS, Duration(0, 86_400_000)),
        ("1M", BASES_UNITS, Duration(1, 0)),
        ("1m", BASES_UNITS, Duration(0, 60_000)),
        ("-2 weeks", BASES_UNITS, Duration(0, -14 * 86_400_000)),
        ("1y 6M", BASES_UNITS, Duration(18, 0)),
        ("1.5 months", BASES_UNITS, Duration(1, 15 * 86_400_000)),
        ("1 yr", BASES_UNITS, None),
        ("1 yr", DATAVIEW_UNITS, Duration(12, 0)),
        ("6h, 7m", DATAVIEW_UNITS, Duration(0, 6 * 3_600_000 + 7 * 60_000)),
        ("", BASES_UNITS, None),
        ("1d,", BASES_UNITS, None),
        ("d", BASES_UNITS, None),
        ("1d x", BASES_UNITS, None),
        ("9" * 40 + "d", BASES_UNITS, None),
    ],
)
def test_durations(text, units, expected):
    assert durations.parse(text, units) == expected


@pytest.mark.parametrize(
    ("before", "piece", "after"),
    [
        ("", "[k:: ", ""),
        ("", "[k:: v] ", ""),
        ("", "(", "::"),
        ("", "a::\n", ""),
        ("- ", "[k:: v]", ""),
        ("```", "`x:: y", ""),
        ("", "$x::", ""),
        ("", "%%%::", ""),
        ("- [ ] ", "📅 ", ""),
        ("- [ ] 🔁 ", "every ", ""),
        ("k:: ", "1a", "!"),
        ("k:: ", '"\\', ""),
        ("k:: ", "1, ", ""),
        ("", "- [ ] a [k:: v] 📅 2024-01-02\n", ""),
    ],
)
def test_the_work_for_hostile_notes_grows_with_their_length(before, piece, after):
    notes = {
        size: parse("Note.md", f"{before}{piece * size}{after}".encode())
        for size in (2_000, 4_000, 40_000)
    }
    assert_linear(lambda size: fields.of(notes[size]), 2_000)
    fields.of(notes[40_000])  # what an expression does inside is no call


@given(st.text() | TEXTS)
def test_no_value_makes_parsing_fail(text):
    value, kind = field_values.parse(text)
    assert (value is None) == (kind == "null")


ITEMS = (
    "[k:: v]", "k:: v", "- ", "- [ ] ", "1. ", "> ", "\n", "\n", "\n\n", "    ", "  ", " a ", "📅 2024-01-02",
    "```\n", "# ", "[x] ", "* ", "| a |\n|--|\n",
)  # fmt: skip


@given(st.lists(st.sampled_from(ITEMS), max_size=14).map("".join))
def test_the_items_of_fields_are_those_of_the_notes_structure(text):
    note = parse("Note.md", text.encode())
    items = structure.of(note).items
    for field in fields.of(note):
        inside = [
            each for each in items if each.span.start.line <= field.line <= each.span.end.line
        ]
        begun = [each for each in inside if each.span.start.line == field.item_line]
        assert bool(begun) == bool(inside) == (field.item_line is not None)
        if field.form == "emoji":
            assert any(each.task is not None for each in begun)
