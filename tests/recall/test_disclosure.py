"""Levels, blocks and what is made harmless."""

import re

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from samples import hit

from recall.disclosure.blocks import cut, whole_characters
from recall.disclosure.levels import FULL_TOKENS, passage, quoted, shown
from recall.disclosure.tokens import estimate
from recall.disclosure.visible import one_line, visible
from recall.model import Snippet

HARMFUL = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff]"
)
LINE = "k3v9x2ab  0.62  2026-02-11  Postgres decision — Decisions/Postgres.md#L12-L15"
FENCE = "```python\na = 1\n\n\nb = 2\n```"
TABLE = "| a | b |\n|---|---|\n| 1 | 2 |\n| 3 | 4 |"


# --- levels


def test_index_is_one_line_of_about_thirty_tokens():
    assert shown(hit(), "index") == LINE
    assert 20 <= estimate(LINE) <= 40


def test_index_says_that_a_hit_is_superseded():
    assert shown(hit(superseded_by="Decisions/Postgres 16.md"), "index") == f"{LINE}  [superseded]"


def test_an_undated_hit_keeps_the_columns():
    line = shown(hit(date=None, date_origin="none"), "index")
    assert line == LINE.replace("2026-02-11", "undated   ")


def test_a_hit_without_a_file_names_its_source():
    assert shown(hit(path="", source="memory"), "index").endswith("Postgres decision — memory")


def test_a_long_title_is_shortened_at_a_word():
    line = shown(hit(title="word " * 60), "index")
    assert estimate(line) <= 50
    assert " word… — Decisions/" in line


def test_summary_adds_headings_and_snippet():
    assert shown(hit(), "summary") == (
        f"{LINE}\n    Storage > Ledger\n    The write path needs transactions over three tables"
    )


def test_summary_says_what_speaks_against_the_hit():
    text = shown(
        hit(missing=("cost", "license"), status="archived", superseded_by="New.md", headings=()),
        "summary",
    )
    assert (
        text.split("\n")[1] == "    without: cost, license; superseded by: New.md; status: archived"
    )


def test_a_status_that_lowers_no_score_and_a_link_are_told_apart():
    text = shown(hit(status="accepted", linked_from="Nested note", headings=()), "summary")
    assert text.split("\n")[1] == "    linked from: Nested note"
    assert "accepted" not in text


def test_summary_folds_the_snippet_onto_one_line_and_shortens_it():
    snippet = Snippet("one\n\n  two\tthree " + "many more words " * 60, 1, 9, ())
    line = shown(hit(snippet=snippet), "summary").split("\n")[-1]
    assert line.startswith("    one two three many more")
    assert line.endswith("…")
    assert estimate(line) <= 65


def test_marks_are_painted_where_they_stand():
    painted = shown(hit(), "summary", lambda role, text: f"<{text}>" if role == "mark" else text)
    assert painted.endswith("The <write> path needs <transactions> over three tables")


def test_marks_out_of_order_or_range_do_no_harm():
    snippet = Snippet("abcdef", 1, 1, ((4, 99), (2, 4), (0, 3), (5, 5)))
    painted = shown(
        hit(snippet=snippet), "summary", lambda role, text: f"<{text}>" if role == "mark" else text
    )
    assert painted.endswith("    <abc>def")


def test_full_shows_the_passage_under_its_line():
    text = "One.\n\n- a\n  - b\n"
    full = shown(hit(text=text), "full")
    assert (
        full
        == f"{LINE.replace('L15', 'L16')}\n    Storage > Ledger\n    One.\n\n    - a\n      - b\n"
    )


def test_a_date_that_only_the_file_claims_is_marked():
    assert "  ~2026-02-11  " in shown(hit(date_origin="modified"), "index")
    for origin in ("property", "name", "created"):
        assert "  2026-02-11  " in shown(hit(date_origin=origin), "index")
    assert "  undated     " in shown(hit(date=None, date_origin="none"), "index")


def test_a_hit_among_several_vaults_names_its_own():
    line = shown(hit(shows_vault=True), "index")
    assert line.endswith(" — notes/Decisions/Postgres.md#L12-L15")
    long = "\n\n".join("many words of a passage " * 8 for _ in range(9))
    note = shown(hit(shows_vault=True, text=long), "full").rpartition("\n")[2]
    assert "recall get notes/Decisions/Postgres.md#L" in note


def test_full_cuts_a_long_passage_behind_a_block_and_says_so():
    text = "\n\n".join(f"Paragraph {number} " + "has some words " * 20 for number in range(9))
    full = shown(hit(text=text, path="A b.md"), "full")
    body, note = full.rsplit("\n", 1)
    assert note == "    [cut here; the rest: recall get 'A b.md#L17-L28']"
    assert body.endswith(text.split("\n")[4])
    assert estimate(body) <= FULL_TOKENS + 50


def test_full_leaves_a_fence_out_rather_than_cut_it():
    text = "Before.\n```\n" + "x = 1\n" * 400 + "```"
    full = shown(hit(text=text), "full")
    assert full.endswith(
        "Before.\n    [cut here; the rest: recall get Decisions/Postgres.md#L13-L414]"
    )


def test_full_of_a_passage_that_is_one_long_fence_points_to_it():
    text = "```\n" + "x = 1\n" * 400 + "```"
    full = shown(hit(text=text), "full")
    assert full.endswith(
        "Ledger\n    [cut here; the rest: recall get Decisions/Postgres.md#L12-L413]"
    )


def test_full_cuts_a_single_long_line_at_a_character():
    full = shown(hit(text="word" * 5000), "full")
    assert estimate(full) <= FULL_TOKENS + 60
    assert full.endswith(
        "word…\n    [line cut here; all of it: recall get Decisions/Postgres.md#L12]"
    )


@pytest.mark.parametrize(
    ("address", "expected"),
    [
        ("Notes/a.md#L1", "Notes/a.md#L1"),
        ("日本/ノート.md#L1-L2", "日本/ノート.md#L1-L2"),
        ("A b.md", "'A b.md'"),
        ("it's.md", "'it'\"'\"'s.md'"),
        ("-rf.md", "'-rf.md'"),
        ("#inbox/a.md", "'#inbox/a.md'"),
        ("$(rm).md", "'$(rm).md'"),
    ],
)
def test_addresses_are_quoted_for_the_shell(address, expected):
    assert quoted(address) == expected


# --- blocks


def test_a_text_that_fits_is_not_cut():
    assert cut("one\n\ntwo\n", 10, 5) == ("one\n\ntwo\n", 8)


def test_a_cut_lies_behind_a_block():
    text = "word " * 20 + "\nmore\n\n" + "word " * 20 + "\nmore"
    assert cut(text, 40, 10) == ("word " * 20 + "\nmore", 11)


def test_one_block_that_does_not_fit_is_cut_behind_a_line():
    assert cut("word word\n" * 50, 10, 1) == ("word word\n" * 3 + "word word", 4)


@pytest.mark.parametrize(
    "block", [FENCE, TABLE, FENCE.replace("```", "~~~~"), f"- item\n\n  {FENCE}"]
)
def test_a_cut_goes_before_a_fence_or_table_that_does_not_fit(block):
    text = f"Intro.\n\n{block}\n\nOutro."
    for tokens in range(2, estimate(text)):
        shortened, _ = cut(text, tokens, 1)
        opening = block.split("\n\n")[0] if block.startswith("- ") else None
        assert shortened in ("Intro.", f"Intro.\n\n{opening}", f"Intro.\n\n{block}")


def test_a_table_that_is_all_of_a_section_is_cut_behind_the_rows_that_fit():
    rows = [f"| 1.{row} | what release {row} brought |" for row in range(30)]
    lines = ["## Releases", "", "| version | what |", "|---|---|", *rows]
    for tokens in range(60, estimate("\n".join(lines))):
        shortened, last = cut("\n".join(lines), tokens, 18)
        shown = last - 17
        assert shortened == "\n".join(lines[:shown])
        assert estimate("\n".join(lines[: shown + 1])) > tokens
        assert shown > 4


def test_a_list_or_paragraph_below_a_heading_is_cut_behind_a_line():
    text = "## Steps\n\n- drain the pump\n- close the valve\n- call the plumber"
    assert cut(text, estimate(text) - 3, 1) == (text[: text.rindex("\n")], 4)


def test_a_fence_inside_a_longer_fence_does_not_close_it():
    block = "````\n```\n\ncode\n\n```\n\n````"
    for tokens in range(2, 12):
        assert cut(f"Hi.\n\n{block}\n\nEnd of it all.", tokens, 1)[0] in ("Hi.", f"Hi.\n\n{block}")


def test_code_in_a_line_opens_no_fence():
    text = "```a``` is code.\n\n" + "word " * 50
    assert cut(text, 10, 1) == ("```a``` is code.", 1)


def test_a_fence_at_the_start_that_does_not_fit_is_cut_behind_a_line():
    assert cut("```\n" + "x = 1\n" * 100 + "```", 10, 1) == ("```\n" + "x = 1\n" * 3 + "x = 1", 5)


def test_a_single_huge_line_is_cut_at_a_character_and_says_so():
    text, last = cut("ab" * 500_000, 100, 7)
    assert last == 7
    assert text.endswith("ab [line 7 is cut here, after 304 of 1,000,000 characters]")
    assert 90 <= estimate(text) <= 100


def test_a_budget_below_the_note_still_gives_characters():
    assert cut("abcd" * 50, 2, 1) == ("abcdabcd", 1)


@pytest.mark.parametrize(
    "cluster",
    ["e\u0301\u0323", "👩\u200d💻", "👍🏽", "❤\ufe0f", "\ud83d\ude00"],
    ids=ascii,
)
def test_no_cluster_is_split(cluster):
    text = f"x{cluster}y"
    for end in range(2, 1 + len(cluster)):
        assert whole_characters(text, end) == 1
    assert whole_characters(text, 1 + len(cluster)) == 1 + len(cluster)


PIECES = st.sampled_from(
    ["word " * 7, "- item", FENCE, TABLE, "# Heading", "> quote\n> more", "a\nb\nc", "日本語の文"]
)


@given(st.lists(PIECES, min_size=1, max_size=8), st.integers(0, 120))
def test_a_cut_is_a_prefix_that_fits_and_splits_no_block(pieces, tokens):
    text = "\n\n".join(pieces)
    shortened, last = cut(text, tokens, 1)
    assert estimate(shortened) <= tokens or tokens == 0
    if "is cut here" in shortened or (
        shortened and not text.startswith(shortened + "\n") and shortened != text
    ):
        assert last == 1  # not even one line fits
        return
    assert text.startswith(shortened)
    assert last == 1 + shortened.count("\n")
    wholes = ["\n\n".join(pieces[:number]) for number in range(1, len(pieces) + 1)]
    # A heading alone says nothing: what stands below it is cut behind a line or a row.
    begun = ("\n\n".join(pieces[:2]) + "\n").startswith(f"{shortened}\n")
    heads = pieces[0].startswith("#") and begun
    assert shortened in wholes or pieces[0].startswith(shortened) or heads
    assert not (heads and shortened.endswith(("| a | b |", "|---|---|")))


@given(
    st.text(alphabet=st.sampled_from("ab \n`~|-\u0301日"), max_size=200),
    st.integers(0, 30),
    st.integers(1, 99),
)
@example("```\n\n```", 1, 1)
def test_any_text_is_cut_to_a_prefix_within_the_budget(text, tokens, first):
    shortened, last = cut(text, tokens, first)
    assert estimate(shortened) <= tokens
    assert first <= last <= first + text.count("\n")
    assert text.startswith(re.sub(r" \[line .*", "", shortened))


@given(st.lists(PIECES, min_size=1, max_size=30))
def test_full_never_splits_a_fence(pieces):
    text, last = passage(hit(text="\n\n".join(pieces)))
    assert estimate(text) <= FULL_TOKENS
    assert text.count("```") % 2 == 0
    assert last <= hit(text="\n\n".join(pieces)).last_line


# --- harmless


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("\x1b[31mred\x1b[0m\x07", "␛[31mred␛[0m␇"),
        ("a\tb\r\nc\rd", "a\tb\nc␍d"),
        ("\u202etxt.exe\u2069", "<U+202E>txt.exe<U+2069>"),
        ("\x7f\x9b31m", "␡<U+009B>31m"),
        ("\ud800", "\ufffd"),
        ("one\u2028two", "one<U+2028>two"),
        ("日本 é 👩\u200d💻 עברית", "日本 é 👩\u200d💻 עברית"),
    ],
)
def test_control_characters_become_signs(text, expected):
    assert visible(text) == expected


def test_one_line_folds_every_blank():
    assert one_line(" a\n\tb\u2028c \x1b") == "a b c ␛"


@given(st.text(alphabet=st.characters()), st.sampled_from(["index", "summary", "full"]))
def test_no_escape_reaches_the_output(text, detail):
    evil = hit(
        id=text, title=text, path=text, date=text, headings=(text,), status=text, superseded_by=text,
        missing=(text,), text=text * 20, snippet=Snippet(text, 1, 1, ((0, 1), (1, 3))),
    )  # fmt: skip
    output = shown(evil, detail)
    assert not HARMFUL.search(output)
    assert detail != "index" or "\n" not in output
