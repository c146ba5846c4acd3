"""The run of text that shows why a passage was found, and the words in it that matched."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from recall.search import snippet
from recall.store.database import open_store
from recall.store.tokenizer import word_terms


@pytest.fixture(scope="module")
def store():
    made = open_store(":memory:", writable=True)
    yield made
    made.close()


def marked(store, text, word):
    return [text[start:end] for start, end in snippet.marks(store, text, word_terms(word))]


FOLDED = pytest.mark.xfail(
    reason="marks compares terms of the raw text with terms of the folded query"
)


@pytest.mark.parametrize(
    ("text", "word", "expected"),
    [
        ("PUMPS run", "pump", ["PUMPS"]),
        ("a pump, pumping pumps", "pump", ["pump", "pumping", "pumps"]),
        ("O\u2019Hara called", "o'hara", ["O", "Hara"]),
        ("U\u0308bersicht hier", "Übersicht", ["U\u0308bersicht"]),
        ("今天部署方案很好", "部署", ["部署"]),
        ("今天部署方案很好", "部署方案", ["部署方案"]),
        ("雨が降る", "雨", ["雨"]),
        ("паровой котёл", "КОТЁЛ", ["котёл"]),
        ("x 🎉 y", "🎉", ["🎉"]),
        ("snake_case here", "snake_case", ["snake", "case"]),
        ("nothing", "pump", []),
        pytest.param("Die Straße", "STRASSE", ["Straße"], marks=FOLDED),
        pytest.param("call getFirstLinkpathDest", "linkpath", ["Linkpath"], marks=FOLDED),
        pytest.param("C++ and C", "C++", ["C++"], marks=FOLDED),
        pytest.param("a \ufb01ne day", "fine", ["\ufb01ne"], marks=FOLDED),
    ],
)
def test_the_words_found_are_marked(store, text, word, expected):
    assert marked(store, text, word) == expected


def test_the_window_holds_the_most_different_words(store):
    text = (
        f"pump alone\n\n{'filler text ' * 60}\n\nthe pump and the kiln together\n\n{'more ' * 80}"
    )
    found = snippet.marks(store, text, ('"pump"', '"kiln"'))
    made = snippet.make(text, 10, found)
    assert "the pump and the kiln together" in made.text
    assert made.text.startswith("… ")
    assert made.text.endswith(" …")
    assert (made.first_line, made.last_line) == (14, 16) or made.first_line <= 14 <= made.last_line
    assert [made.text[start:end] for start, end in made.marks] == ["pump", "kiln"]


def test_a_short_text_is_shown_whole_on_one_line(store):
    text = "first\n\n  second   pump\nthird"
    made = snippet.make(text, 1, snippet.marks(store, text, ('"pump"',)))
    assert made.text == "first second pump third"
    assert (made.first_line, made.last_line) == (1, 4)


def test_a_text_without_a_mark_is_shown_from_its_beginning(store):
    made = snippet.make("word " * 100, 5, [])
    assert made.text.startswith("word word")
    assert made.text.endswith(" …")
    assert made.marks == ()
    assert snippet.make("", 3, []).text == ""


@settings(max_examples=200)
@given(
    pieces=st.lists(
        st.one_of(
            st.sampled_from(["pump", "kiln", "\n", " ", "\r\n", "\r", "部署", "word " * 30]),
            st.text(max_size=9),
        )
    ),
    first_line=st.integers(1, 99),
)
def test_a_snippet_lies_in_its_text_and_its_marks_in_it(store, pieces, first_line):
    text = " ".join(pieces)
    found = snippet.marks(store, text, ('"pump"', '"kiln"', '"部署"'))
    made = snippet.make(text, first_line, found)
    lines = text.count("\n") + text.count("\r") - text.count("\r\n")
    assert first_line <= made.first_line <= made.last_line <= first_line + lines
    assert len(made.text) <= snippet.LENGTH * 2
    assert not any(char in made.text for char in "\r\n")
    for start, end in made.marks:
        assert (
            made.text[start:end].casefold() in ("pump", "kiln", "部署", "pumps")
            or made.text[start:end]
        )
        assert 0 <= start < end <= len(made.text)
    if found:
        assert made.marks


def test_headings_that_are_known_are_left_out_and_lines_counted_on():
    made = snippet.make("# Pump\n\n## Care\n\nOil the pump.", 7, [(2, 6), (25, 29)], headed=True)
    assert made.text == "Oil the pump."
    assert (made.first_line, made.last_line) == (11, 11)
    assert [made.text[start:end] for start, end in made.marks] == ["pump"]


def test_headings_with_nothing_below_them_are_shown():
    assert snippet.make("# Pump\n", 1, [], headed=True).text == "# Pump"


def test_rows_of_a_table_stand_apart():
    made = snippet.make("| a | b |\n|---|:-:|\n| 1 | 2 |\n| 3 | 4 |", 1, [])
    assert made.text == "| a | b | · | 1 | 2 | · | 3 | 4 |"
