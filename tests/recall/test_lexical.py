"""The lexical arm: terms, their rarity, steps from strict to relaxed, the budget of a query."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recall.search import lexical
from recall.search.lexical import COLUMN_WEIGHTS, MORE_WORDS, idf, length_factor
from recall.search.query import parse
from recall.store.database import open_store
from recall.store.schema import INDEX_COLUMNS


@pytest.mark.parametrize(
    ("frequency", "total", "value"),
    [
        (1, 10, math.log(9.5 / 1.5)),
        (0, 10, math.log(10.5 / 0.5)),
        (5, 10, 1e-6),
        (10, 10, 1e-6),
        (0, 0, 1e-6),
    ],
)
def test_rarity_of_a_term(frequency, total, value):
    assert idf(frequency, total) == pytest.approx(value)


@given(st.integers(0, 10**7), st.integers(0, 10**7))
def test_a_rarer_term_counts_more(one, other):
    rare, common = sorted((one, other))
    assert idf(rare, 10**7) >= idf(common, 10**7) > 0


def test_every_weight_is_that_of_a_column():
    assert set(COLUMN_WEIGHTS) == set(INDEX_COLUMNS)


@pytest.fixture
def planned(desk):
    desk.notes(a="the pump is here", b="the kiln is there", c="pump pump kiln", d="什么 部署方案")
    desk.sync()
    desk.close()
    store = open_store(desk.store, writable=False)

    def plan(text):
        with store.read():
            return lexical.plan(store, parse(text, 0.0), None)

    yield plan
    store.close()


def words(plan):
    return [unit.word for unit in plan.units]


def test_words_of_grammar_are_asked_for_only_when_nothing_else_is_left(planned):
    assert words(planned("where is the pump")) == ["pump"]
    assert words(planned("the is")) == ["the", "is"]


def test_each_pair_of_a_run_is_a_term_and_pairs_that_stand_nowhere_are_left_out(planned):
    assert [unit.expression for unit in planned("部署方案").units] == ['"部署"', '"署方"', '"方案"']
    assert [unit.expression for unit in planned("部署计划").units] == ['"部署"']


def test_the_commonest_words_go_when_a_query_touches_too_much(planned, monkeypatch):
    monkeypatch.setattr(lexical, "POSTINGS_BUDGET", 1)
    plan = planned("pump kiln 部署")
    assert words(plan) == ["部署"]
    assert plan.ignored == ("pump", "kiln")


def test_what_was_not_asked_for_is_said(desk, monkeypatch):
    monkeypatch.setattr(lexical, "POSTINGS_BUDGET", 1)
    desk.notes(a="pump rare", b="pump", c="pump")
    desk.sync()
    results = desk.search("pump rare", words_only=True)
    assert [hit.path for hit in results.hits] == ["a.md"]
    assert any("'pump'" in remark for remark in results.notes)


def test_the_limit_is_the_most_a_passage_can_reach(desk):
    desk.write("a.md", "pump")
    for number in range(30):
        desk.write(f"{number}.md", "other words")
    desk.write("pump.md", "---\naliases: [pump]\ntags: [pump]\n---\n# pump\n\n" + "pump " * 300)
    desk.sync()
    best = desk.hit("pump", words_only=True)
    assert best.path == "pump.md"
    assert 0.9 < best.relevance <= 1


@given(st.integers(0, 5_000), st.floats(1, 1_000), st.floats(0, 0.99))
def test_length_weighed_anew_makes_no_more_of_a_passage_than_can_be(words, mean, share):
    factor = length_factor(words, mean, share)
    assert 0 < share * factor <= 1 or not share
    # The short lose what the long gain.
    assert (factor - 1) * (words - mean) >= 0 or factor == pytest.approx(1)


def test_a_length_factor_is_that_of_bm25_with_longer_passages():
    """A term that is there three times: 3 * 2.2 / (3 + 1.2 * (0.25 + 0.75 * length / mean))."""

    def part(words, mean):
        return 3 / (3 + 1.2 * (0.25 + 0.75 * words / mean))

    longer = part(60 + MORE_WORDS, 20 + MORE_WORDS)
    assert part(60, 20) * length_factor(60, 20.0, part(60, 20)) == pytest.approx(longer)


def test_some_words_more_are_no_wordiness_in_short_passages(desk):
    for number in range(40):
        desk.write(f"{number}.md", "nothing else here")
    desk.write("both.md", "The pump of the house on the hill was mended by a man, with a valve.")
    desk.write("one.md", "A pump.")
    desk.sync()
    assert desk.found("pump valve") == ["both.md", "one.md"]
    pump, other = desk.search("pump", explain=True, words_only=True).hits
    assert (pump.path, other.path) == ("one.md", "both.md")
    assert other.relevance > 0.7 * pump.relevance
