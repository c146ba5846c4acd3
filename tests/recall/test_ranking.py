"""From passages to ranked items: folding, names, other passages, the order, the arithmetic."""

import re

import pytest
from storehouse import DAY, NOW

from recall.model import Currency
from recall.search.ranking import NAME_SHARE, OTHER_PASSAGES, describe, fold
from recall.store.passage_search import SHARED_BY, Scored


def test_passages_are_folded_into_items_in_the_order_of_their_best():
    passages = [Scored(2, 20, 9.0), Scored(1, 10, 8.0), Scored(2, 21, 7.0), Scored(1, 11, 1.0)]
    folded = fold(passages)
    assert [each.item_id for each in folded] == [2, 1]
    assert [each.passage_id for each in folded[0].passages] == [20, 21]


def terms_of(desk, query, path, *, words_only=False):
    found = desk.search(query, explain=True, words_only=words_only).hits
    hit = next(hit for hit in found if hit.path == path)
    return {term.name: term for term in hit.terms}


@pytest.fixture
def filled(desk):
    for number in range(20):
        desk.write(f"filler {number}.md", "other words here")
    desk.write("one.md", "pump")
    desk.write("three.md", "# A\n\npump\n\n# B\n\npump\n\n# C\n\npump")
    desk.write("Pump house.md", "pump")
    desk.write("aliased.md", "---\naliases: [Pump, Other name]\n---\npump")
    desk.sync()
    return desk


def test_each_other_passage_adds_a_share_of_its_relevance(filled):
    terms = terms_of(filled, "pump", "three.md", words_only=True)
    assert terms["other passages"].value == pytest.approx(
        2 * OTHER_PASSAGES * terms["words"].value, rel=0.05
    )
    assert "other passages" not in terms_of(filled, "pump", "one.md")


def test_a_name_counts_as_far_as_the_query_says_it(filled):
    assert terms_of(filled, "pump", "aliased.md")["name"].value == 1.0
    assert terms_of(filled, "pump", "Pump house.md")["name"].value == pytest.approx(
        1 - NAME_SHARE / 2
    )
    assert terms_of(filled, "pump", "one.md")["name"].value == pytest.approx(1 - NAME_SHARE)
    assert terms_of(filled, "the pump house", "Pump house.md")["name"].value == 1.0


def test_a_title_that_many_share_names_none_of_them(desk):
    for number in range(SHARED_BY + 1):
        desk.write(f"{number}/Pump.md", f"pump {number}")
    desk.write("Kiln.md", "kiln")
    desk.sync()
    assert terms_of(desk, "pump", "3/Pump.md")["name"].value == pytest.approx(1 - NAME_SHARE)
    assert terms_of(desk, "kiln", "Kiln.md")["name"].value == 1.0


def test_currency_multiplies_and_reorders(desk):
    desk.write("old.md", "---\nhalf-life: 10\nfloor: 0\n---\npump", days_old=20)
    desk.write("young.md", "pump and other words that make it longer than the other")
    desk.sync()
    assert desk.found("pump") == ["young.md", "old.md"]
    assert terms_of(desk, "pump", "old.md")["currency"].value == pytest.approx(0.25)
    assert desk.found("pump", as_of=NOW - 20 * DAY) == ["old.md", "young.md"]


def test_explanations_are_left_out_unless_asked_for(filled):
    assert all(hit.terms == () for hit in filled.search("pump").hits)
    assert all(hit.terms for hit in filled.search("pump", explain=True).hits)


def test_the_best_few_are_the_first_of_the_many(filled):
    many = [hit.path for hit in filled.search("pump OR words", limit=50).hits]
    for limit in (1, 2, 3, 7):
        assert [hit.path for hit in filled.search("pump OR words", limit=limit).hits] == many[
            :limit
        ]


def test_a_least_score_leaves_out_what_is_below(filled):
    scores = [hit.score for hit in filled.search("pump").hits]
    results = filled.search("pump", min_score=scores[1])
    assert [hit.score for hit in results.hits] == [score for score in scores if score >= scores[1]]
    assert results.total == len(results.hits)


@pytest.mark.parametrize(
    ("current", "text"),
    [
        (Currency(0.925, 730.0, 730.0, 0.85, 1.0, ""), "(0.85 + 0.15 * 2^(-730.0 d / 730 d))"),
        (
            Currency(0.555, 730.0, 730.0, 0.85, 0.6, ""),
            "0.6 * (0.85 + 0.15 * 2^(-730.0 d / 730 d))",
        ),
        (Currency(1.0, 0.0, None, 1.0, 1.0, "pinned"), "1, pinned"),
        (Currency(0.6, 0.0, None, 1.0, 0.6, "undated"), "0.6 * 1, undated"),
        (
            Currency(1.0, 0.0, 730.0, 0.85, 1.0, "dated in the future"),
            "(0.85 + 0.15 * 2^(-0.0 d / 730 d)), dated in the future",
        ),
    ],
)
def test_the_formula_is_told_with_its_numbers(current, text):
    assert describe(current) == text


def test_an_explanation_says_no_nought_that_is_none(desk):
    for number in range(60):
        desk.write(f"{number}.md", "kelp")
    desk.sync()
    note = desk.hit("kelp", explain=True).terms[0].note
    numbers = [float(each) for each in re.findall(r"(?:BM25|most|idf) ([0-9.e-]+)", note)]
    assert len(numbers) == 3
    assert all(numbers)
