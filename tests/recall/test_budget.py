import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from samples import hit, ranked, results

from recall.disclosure.budget import LEVELS, TEXT, Form, disclose, join
from recall.disclosure.cursor import decode_cursor, encode_cursor
from recall.disclosure.json_form import JSON, answer_json, dump
from recall.disclosure.levels import shown
from recall.disclosure.text import answer_text, talk
from recall.disclosure.tokens import estimate
from recall.errors import UsageError
from recall.model import Withheld

DETAILS = ("index", "summary", "full")


def details(answer):
    return [item.detail for item in answer.shown]


def ranks(answer):
    return [item.hit.rank for item in answer.shown]


def test_without_a_budget_every_hit_is_shown_at_the_level_asked_for():
    answer = disclose(results(ranked(3)), "summary")
    assert details(answer) == ["summary"] * 3
    assert (answer.withheld, answer.cursor, answer.max_tokens) == ((), None, None)
    assert answer.tokens == estimate(answer_text(answer))
    assert answer.shown[0].text == shown(answer.shown[0].hit, "summary")


def test_hits_beyond_the_limit_are_counted_and_have_a_cursor():
    answer = disclose(results(ranked(3), total=10), "index", question="q")
    assert answer.withheld == (Withheld("limit", 7),)
    assert decode_cursor(answer.cursor, "q") == 3


def test_an_offset_passes_over_hits_that_were_shown():
    whole = disclose(results(ranked(5), total=9), "index", offset=2)
    page = disclose(results(ranked(5)[2:], total=9), "index", offset=2)
    assert ranks(whole) == ranks(page) == [3, 4, 5]
    assert whole.withheld == page.withheld == (Withheld("limit", 4),)


def test_an_offset_behind_the_end_shows_nothing_and_holds_nothing_back():
    answer = disclose(results((), total=9), "index", offset=9)
    assert (answer.shown, answer.withheld, answer.cursor) == ((), (), None)


def test_levels_never_rise_with_the_rank():
    hits = tuple(hit(rank, score=1 / rank, text="words of it " * 9 * rank) for rank in range(1, 9))
    for tokens in range(20, 1_500, 15):
        levels = [LEVELS.index(each) for each in details(disclose(results(hits), "full", tokens))]
        assert levels == sorted(levels, reverse=True)


def test_the_text_of_a_good_hit_comes_before_the_lines_of_poor_ones():
    hits = (hit(1, score=0.9), *(hit(rank, score=0.05) for rank in range(2, 9)))
    answer = disclose(results(hits), "full", 130)
    assert details(answer)[0] == "full"
    assert len(answer.shown) < len(hits)


def test_lines_of_good_hits_come_before_the_passage_of_the_best():
    long = "\n\n".join("many words of a passage " * 8 for _ in range(5))
    hits = tuple(hit(rank, score=0.9, text=long) for rank in range(1, 5))
    answer = disclose(results(hits), "full", 300)
    assert len(answer.shown) == 4
    assert "full" not in details(answer)


def test_detail_is_the_most_that_a_budget_raises_to():
    assert details(disclose(results(ranked(3)), "summary", 5_000)) == ["summary"] * 3
    assert details(disclose(results(ranked(3)), "index", 5_000)) == ["index"] * 3
    assert details(disclose(results(ranked(3)), "full", 5_000)) == ["full"] * 3


def test_a_passage_that_does_not_fit_leaves_the_budget_to_summaries():
    long = "\n\n".join("many words of a passage " * 8 for _ in range(5))
    hits = (hit(1, score=0.9, text=long), *(hit(rank, score=0.8) for rank in (2, 3)))
    answer = disclose(results(hits), "full", 280)
    assert details(answer) == ["summary", "summary", "summary"]


def test_where_not_one_line_fits_all_is_withheld():
    answer = disclose(results(ranked(3), total=5), "full", 5, question="q")
    assert (answer.shown, answer.tokens) == ((), 0)
    assert answer.withheld == (Withheld("budget", 3), Withheld("limit", 2))
    assert answer.cursor is None  # it would lead to where it came from
    needed = answer.needed_tokens
    assert talk(answer)[-1] == f"Nothing fits into 5 tokens; the first hit needs {needed}."
    assert len(disclose(results(ranked(3), total=5), "full", needed, question="q").shown) == 1
    last = disclose(results(ranked(3)[2:], total=5), "full", 1, offset=2)
    assert talk(last)[-1].startswith("Nothing fits into 1 token; the next hit needs ")


@pytest.mark.parametrize("tokens", [0, -1])
def test_a_budget_below_one_is_refused(tokens):
    with pytest.raises(UsageError, match=rf"max_tokens is {tokens}; it must be at least 1\."):
        disclose(results(ranked(1)), "full", tokens)


def test_a_frame_around_the_hits_is_paid_from_the_budget():
    spoken = Form(shown, lambda answer: "\n".join([join(answer), *talk(answer)]))
    answer = disclose(results(ranked(20), total=50), "full", 100, form=spoken)
    text = "\n".join([answer_text(answer), *talk(answer)])
    assert estimate(text) == answer.tokens <= 100
    assert len(answer.shown) <= len(disclose(results(ranked(20), total=50), "full", 100).shown)


# CASES.md A-64
@pytest.mark.parametrize("form", [TEXT, JSON], ids=["text", "json"])
def test_two_thousand_hits_fit_into_a_thousand_tokens_and_say_what_is_missing(form):
    answer = disclose(results(ranked(2_000)), "full", 1_000, form=form)
    printed = dump(answer_json(answer)) if form is JSON else answer_text(answer)
    assert estimate(printed) <= 1_000
    assert answer.tokens == pytest.approx(estimate(printed), abs=1)
    assert answer.withheld == (Withheld("budget", 2_000 - len(answer.shown)),)
    assert answer.shown
    if form is JSON:
        assert len(json.loads(printed)["hits"]) == len(answer.shown)


TITLES = st.text(alphabet=st.sampled_from("ab 9-日\nе"), min_size=1, max_size=60)


@st.composite
def many_results(draw):
    number = draw(st.integers(0, 12))
    hits = tuple(
        hit(
            rank,
            title=draw(TITLES),
            score=draw(st.floats(0, 1)),
            text=draw(
                st.sampled_from(
                    ["short", "para one\n\n" * 9, "words and words " * 90, "日本語" * 200]
                )
            ),
            missing=draw(st.sampled_from([(), ("word",)])),
        )
        for rank in range(1, number + 1)
    )
    return results(hits, total=number + draw(st.integers(0, 30)))


@given(many_results(), st.sampled_from(DETAILS), st.integers(1, 900), st.integers(0, 13))
def test_a_budget_is_never_exceeded_and_every_hit_is_shown_or_counted(
    found, detail, tokens, offset
):
    answer = disclose(found, detail, tokens, offset)
    assert estimate(answer_text(answer)) == answer.tokens <= tokens
    counted = sum(reason.hits for reason in answer.withheld)
    assert len(answer.shown) + counted == max(found.total - offset, 0)
    assert ranks(answer) == list(range(offset + 1, offset + 1 + len(answer.shown)))
    leads_on = counted > 0 and answer.needed_tokens is None
    assert (answer.cursor is not None) == leads_on
    if answer.needed_tokens is not None:
        assert answer.needed_tokens > tokens
        assert disclose(found, detail, answer.needed_tokens, offset).shown


@given(many_results(), st.sampled_from(DETAILS), st.integers(1, 2_000))
def test_json_keeps_the_budget_whenever_it_shows_a_hit(found, detail, tokens):
    answer = disclose(found, detail, tokens, form=JSON)
    printed = estimate(dump(answer_json(answer)))
    assert printed <= tokens or not answer.shown
    if answer.needed_tokens is not None:
        assert disclose(found, detail, answer.needed_tokens, form=JSON).shown
    assert len(answer.shown) + sum(reason.hits for reason in answer.withheld) == found.total


@given(st.integers(60, 400))
def test_following_the_cursor_shows_every_hit_once(tokens):
    found, seen, offset = results(ranked(12)), [], 0
    while True:
        answer = disclose(found, "full", tokens, offset, question="q")
        seen += ranks(answer)
        if answer.cursor is None:
            break
        offset = decode_cursor(answer.cursor, "q")
    assert seen == list(range(1, 13))


# --- cursors


@given(st.integers(0, 10**6), st.text(alphabet=st.characters()))
def test_a_cursor_gives_back_its_offset(offset, question):
    cursor = encode_cursor(offset, question)
    assert decode_cursor(cursor, question) == offset
    assert decode_cursor(f" {cursor.upper()}\n", question) == offset
    assert len(cursor) <= 12


def test_a_cursor_of_another_question_is_refused():
    with pytest.raises(UsageError, match="is none of this search"):
        decode_cursor(encode_cursor(10, "one"), "other")


@pytest.mark.parametrize("cursor", ["", "-5", "a b", "1_0", "٣", "z" * 21, "x\x1b[31m", "ä"])
def test_what_is_no_cursor_is_refused(cursor):
    with pytest.raises(UsageError, match="is not a cursor"):
        decode_cursor(cursor, "q")


@given(st.text())
def test_any_text_as_a_cursor_is_refused_with_a_sentence(text):
    with pytest.raises(UsageError):
        decode_cursor(text, "q")
