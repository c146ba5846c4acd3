"""Asking the index: weights, limits, conditions, and which statements read how much."""

import pytest
from storehouse import Desk

from recall.store import conditions, passage_search
from recall.store.database import open_store


@pytest.fixture(scope="module")
def store(tmp_path_factory):
    desk = Desk(tmp_path_factory.mktemp("index"))
    for number in range(40):
        desk.write(
            f"{'ab'[number % 2]}/{number}.md",
            f"# Part\n\npump {number}\n\n# More\n\n{'pump ' * (number % 5)} kiln #t{number % 3}",
        )
    desk.write("pump.md", "about")
    desk.sync()
    desk.close()
    opened = open_store(desk.store, writable=False)
    yield opened
    opened.close()


WEIGHTS = passage_search.weights_of({"title": 3.0})


def test_the_best_come_first_and_no_more_than_asked_for(store):
    found = passage_search.top(store, '"pump"', WEIGHTS, 10)
    assert len(found) == 10
    assert [each.bm25 for each in found] == sorted((each.bm25 for each in found), reverse=True)
    assert all(each.bm25 > 0 for each in found)


def test_weights_decide(store):
    def first(**weights):
        best = passage_search.top(store, '"pump"', passage_search.weights_of(weights), 1)[0]
        return passage_search.item_row(store, best.item_id).path

    assert first(title=9.0) == "pump.md"
    assert first(title=0.001, body=9.0) != "pump.md"
    assert passage_search.weights_of({}) == (1.0,) * 6


def test_a_condition_acts_before_the_cut_and_changes_no_score(store):
    everything = {
        each.passage_id: each.bm25 for each in passage_search.top(store, '"pump"', WEIGHTS, 500)
    }
    some = passage_search.top(store, '"pump"', WEIGHTS, 3, conditions.path_contains("a/"))
    assert len(some) == 3
    for each in some:
        assert passage_search.item_row(store, each.item_id).path.startswith("a/")
        assert everything[each.passage_id] == pytest.approx(each.bm25)


def test_counts(store):
    assert passage_search.document_frequency(store, '"kiln"') == 40
    assert passage_search.count_items(store, '"pump"') == 41
    assert passage_search.count_items(store, '"pump"', conditions.has_tag("t0")) == 14
    assert passage_search.size(store) == 81
    assert passage_search.count_listed(store, conditions.all_of([])) == 41


def test_which_expressions_an_item_has(store):
    best = passage_search.top(store, '"kiln"', WEIGHTS, 1)[0]
    assert passage_search.contains(store, best.item_id, ['"pump"', '"nothing"', '"part more"']) == [
        True,
        False,
        False,
    ]


def test_words_of_names_in_a_range(store):
    assert passage_search.name_words_like(store, "pu", 3, 5) == ["pump"]
    assert passage_search.name_words_like(store, "pu", 5, 9) == []
    assert passage_search.name_words_like(store, "", 1, 9) == ["pump"]


@pytest.mark.parametrize(
    "condition", [None, conditions.has_tag("t1"), conditions.has_property("x")]
)
def test_no_search_reads_all_passages(store, condition):
    """The plan begins at the index; passages and items are reached by row id."""
    sql = (
        passage_search._TOP
        if condition is None
        else passage_search._TOP_WHERE.format(condition=condition.sql)
    )
    parameters = ('"pump"', "bm25()", *(condition.parameters if condition else ()), 5)
    plan = [row[3] for row in store.connection.execute("explain query plan " + sql, parameters)]
    scans = [step for step in plan if step.startswith("SCAN")]
    assert all("passage_index" in step or "top" in step for step in scans), plan
