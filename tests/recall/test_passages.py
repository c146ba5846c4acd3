"""Cutting a note into passages: nothing is lost, nothing stands twice, places are right."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from recall.sources.passages import MAX_BYTES, TARGET_BYTES, cut, line_starts
from vault_sync import note


def passages_of(text):
    parsed = note.parse("n.md", text.encode("utf-8", "replace"))
    return parsed, cut(parsed.text, parsed.body_line, parsed.blocks, parsed.headings)


def shape(text):
    return [(each.first_line, each.last_line, each.headings) for each in passages_of(text)[1]]


def test_each_heading_begins_a_passage_under_its_path():
    text = "intro\n\n# One\n\ntext\n\n## Two\n\ntext\n\n# Three\n\ntext"
    assert shape(text) == [
        (1, 1, ()),
        (3, 5, ("One",)),
        (7, 9, ("One", "Two")),
        (11, 13, ("Three",)),
    ]


def test_headings_without_text_go_with_the_text_below_them():
    assert shape("# One\n\n## Two\n\ntext\n\n# Last") == [(1, 5, ("One", "Two")), (7, 7, ("Last",))]


def test_properties_are_no_passage():
    assert shape("---\na: 1\n---\n\ntext") == [(5, 5, ())]
    assert shape("---\na: 1\n---") == [(3, 3, ())]
    assert shape("---\na: 1\n---\n") == [(4, 4, ())]


@pytest.mark.parametrize("text", ["", "\n", "\n\n\n", " \t\n "])
def test_a_text_of_nothing_is_one_passage(text):
    assert len(passages_of(text)[1]) == 1


def test_a_passage_is_closed_at_a_blocks_end_once_it_is_long_enough():
    paragraph = "word " * 130
    found = passages_of("\n\n".join([paragraph] * 9))[1]
    assert [(each.first_line, each.last_line) for each in found] == [(1, 5), (7, 11), (13, 17)]
    assert all(each.stop - each.start <= TARGET_BYTES + 10 for each in found)


def test_a_long_block_is_cut_at_line_ends():
    code = "\n".join(["```", *(f"line {number} {'x' * 40}" for number in range(200)), "```"])
    parsed, found = passages_of(code)
    assert len(found) > 2
    for each in found:
        assert each.stop - each.start <= MAX_BYTES
        assert parsed.text[each.start : each.stop].endswith(("\n", "```"))


def test_a_long_line_is_cut_between_words():
    parsed, found = passages_of("word " * 5_000)
    texts = [parsed.text[each.start : each.stop] for each in found]
    assert "".join(texts) == parsed.text
    assert all(text.startswith("word") for text in texts)
    assert {(each.first_line, each.last_line) for each in found} == {(1, 1)}


def test_a_long_line_in_a_script_without_blanks_is_cut_between_sentences():
    parsed, found = passages_of("これは長い文章です。" * 2_000)
    for each in found:
        assert parsed.text[each.start : each.stop].endswith("。")


def test_an_image_in_a_line_is_left_out_and_its_neighbours_stay():
    image = "data:image/png;base64," + "iVBORw0KGgo" * 10_000
    parsed, found = passages_of(f"before {'words ' * 200} ![]({image}) after")
    texts = [parsed.text[each.start : each.stop] for each in found]
    assert "before" in texts[0]
    assert texts[-1] == ") after"
    assert sum(map(len, texts)) < 2_000
    assert len(passages_of(image)[1]) == 1


def test_other_data_in_a_line_are_left_out_too():
    key = "9aF+" * 5_000
    parsed, found = passages_of(f"before {'words ' * 200} {key} after ![]({key}) last")
    texts = [parsed.text[each.start : each.stop] for each in found]
    assert "".join(texts).split() == ["before", *["words"] * 200, "after", "last"]
    assert len(passages_of(key)[1]) == 1


@pytest.mark.parametrize(
    ("text", "starts"),
    [
        ("", [0, 0]),
        ("a", [0, 1]),
        ("a\n", [0, 2, 2]),
        ("a\nb", [0, 2, 3]),
        ("a\r\nb", [0, 3, 4]),
        ("a\rb\r\n", [0, 2, 5, 5]),
        ("a\u2028b\x0cc", [0, 5]),
    ],
)
def test_line_starts(text, starts):
    assert line_starts(text) == starts


LINES = st.one_of(
    st.sampled_from(
        ["# One", "## Two", "###### Six", "text", "", "", "- a", "  - b", "> q", "```", "| a | b |", "| - | - |", "---", "***",
         "%%", "$$", "[^1]: note", "[a]: http://x", "<div>", "</div>", "a", "===", "^id", "1. x", "\tcode", "word " * 300, "字" * 3_200,
         "é" * 7_000]
    ),
    st.text(max_size=12),
)  # fmt: skip


def without_data(text):
    """The text without blanks and without runs that are too long for any word."""
    return re.sub(r"[!-~]{1000,}", "", text).strip()


@settings(max_examples=200)
@given(
    lines=st.lists(LINES, max_size=25),
    end=st.sampled_from(["\n", "\r\n", "\r"]),
    head=st.booleans(),
)
def test_passages_cover_the_body_once_in_order(lines, end, head):
    text = end.join([*(["---", "k: v", "---"] if head else []), *lines])
    parsed, found = passages_of(text)
    starts = line_starts(parsed.text)
    assert found
    place = 0
    for each in found:
        assert place <= each.start <= each.stop <= len(parsed.text)
        assert starts[each.first_line - 1] <= each.start
        assert each.stop <= starts[each.last_line]
        assert each.stop - each.start <= MAX_BYTES * 2
        skipped = parsed.text[max(place, starts[parsed.body_line]) : each.start]
        assert not without_data(skipped), "text between two passages"
        place = each.stop
    assert not without_data(parsed.text[max(place, starts[parsed.body_line]) :])
