"""Two rankings compared: means, counts, and intervals against distributions that are known."""

import math
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recall.evaluate.compare import COMPARED, compare, intervals
from recall.evaluate.comparison_text import comparison_json, comparison_text, verdict

WIDE = len(COMPARED)


def rows(values):
    return [(value,) * WIDE for value in values]


def ranked(places):
    """Questions whose one right note stands at these places, 0 for nowhere, among others."""
    ranking = {}
    for number, place in enumerate(places):
        order = [f"x{at}" for at in range(1, 11)]
        if place:
            order[place - 1] = "right"
        ranking[f"q{number}"] = order
    return ranking


def judged(count):
    return {f"q{number}": {"right": 1} for number in range(count)}


def compared(a, b, kinds=None, **options):
    return compare(ranked(a), ranked(b), judged(len(a)), kinds or {}, **options)


def test_a_question_answered_better_and_one_answered_worse():
    found = compared([2, 1, 3, 0], [1, 2, 3, 0])
    mrr = found.groups[0].measures[COMPARED.index("mrr")]
    assert (mrr.a, mrr.b) == (pytest.approx((0.5 + 1 + 1 / 3) / 4),) * 2
    assert (mrr.difference, mrr.better, mrr.worse, mrr.same) == (0, 1, 1, 2)
    assert [(each.id, each.rank_a, each.rank_b) for each in found.changed] == [
        ("q0", 2, 1), ("q1", 1, 2),
    ]  # fmt: skip


def test_kinds_have_groups_of_their_own():
    found = compared([2, 1, 1], [1, 1, 1], {"q0": "alias", "q1": "quote"})
    assert [(group.name, group.questions) for group in found.groups] == [
        ("all", 3), ("alias", 1), ("quote", 1),
    ]  # fmt: skip
    assert found.groups[1].measures[0].difference > 0
    assert found.groups[2].measures[0].difference == 0


def test_a_question_that_one_lacks_counts_as_nothing():
    a, b = ranked([1, 1]), ranked([1])
    measure = compare(a, b, judged(2), {}).groups[0].measures[0]
    assert (measure.a, measure.b, measure.worse) == (1.0, 0.5, 1)


def test_what_changed_most_comes_first():
    found = compared([1, 1, 4], [2, 0, 3])
    assert [each.id for each in found.changed] == ["q1", "q0", "q2"]


# --- intervals


def test_of_few_questions_every_draw_there_is_counts():
    # Of 2 questions with 0 and 1, the four draws give 0, 1/2, 1/2, 1: 0 and 1 a quarter each.
    assert intervals(rows([0, 1]), Random(0), 10_000) == [(0.0, 1.0)] * WIDE
    # Of 5 with one 1, P(no hit) = 0.8^5 = 0.33; P(at most 2 hits) = 0.942, P(at most 3) = 0.993.
    assert intervals(rows([0, 0, 0, 0, 1]), Random(0), 10_000) == [(0.0, 0.6)] * WIDE


def test_the_seed_makes_no_difference_where_every_draw_counts():
    values = [0.1, -0.2, 0.3, 0.4, -0.5]
    assert intervals(rows(values), Random(0), 100) == intervals(rows(values), Random(9), 1_000)


@pytest.mark.parametrize(
    ("count", "hits"), [(200, 200), (200, 40), (200, 3), (50, 10), (1_000, 5), (40, 1)]
)
def test_a_share_has_the_interval_of_the_binomial(count, hits):
    """Drawing rows of 0 and 1 again is a binomial of their share; its ends are known exactly."""
    share = hits / count
    total, low, high = 0.0, None, None
    for number in range(count + 1):
        total += math.comb(count, number) * share**number * (1 - share) ** (count - number)
        low = number / count if low is None and total >= 0.025 else low
        high = number / count if high is None and total >= 0.975 else high
    found = intervals(rows([1.0] * hits + [0.0] * (count - hits)), Random(1), 8_000)
    for ends in found:
        assert ends == pytest.approx((low, high), abs=1.01 / count)


def test_many_questions_have_the_interval_of_the_normal_law():
    random = Random(4)
    values = [random.gauss(0.05, 0.2) for _ in range(400)]
    mean = math.fsum(values) / 400
    error = math.sqrt(math.fsum((value - mean) ** 2 for value in values) / 400 / 400)
    for low, high in intervals(rows(values), Random(0), 5_000):
        assert low == pytest.approx(mean - 1.96 * error, abs=0.12 * error)
        assert high == pytest.approx(mean + 1.96 * error, abs=0.12 * error)


def test_an_interval_holds_the_truth_about_nineteen_times_in_twenty():
    random = Random(7)
    inside = 0
    for _ in range(200):
        sample = [random.choice((-0.5, 0.0, 0.0, 0.0, 0.7)) for _ in range(60)]
        low, high = intervals(rows(sample), random, 400)[0]
        inside += low <= 0.04 <= high
    assert 0.89 <= inside / 200 <= 0.99


@given(st.lists(st.floats(-1, 1), min_size=1, max_size=6), st.integers())
def test_swapping_a_and_b_swaps_the_interval(values, seed):
    forth = intervals(rows(values), Random(seed), 200)
    back = intervals(rows([-value for value in values]), Random(seed), 200)
    assert back == [(pytest.approx(-high), pytest.approx(-low)) for low, high in forth]


def test_nothing_moved_is_an_interval_of_nothing():
    assert intervals(rows([0.0] * 30), Random(0), 100) == [(0.0, 0.0)] * WIDE


# --- the verdict


@pytest.mark.parametrize(
    ("a", "b", "sentence"),
    [
        ([1] * 40, [1] * 40, "A and B answer every question alike in nDCG@5."),
        ([2] * 40, [1] * 40, "B is better than A: nDCG@5 +0.3691, more than chance explains "),
        ([1] * 40, [2] * 40, "B is worse than A: nDCG@5 -0.3691, more than chance explains "),
        ([2, 1] * 20, [1, 2] * 20, "nDCG@5 +0.0000 may be chance: 0 is within its 95 % interval "),
        # Five questions of five are rare for a coin, yet not rarer than 1 in 20.
        ([2] * 5, [1] * 5, "Too few questions differ to tell A from B: 5 of 5 in nDCG@5."),
        ([2] * 6, [1] * 6, "B is better than A: "),
    ],
)
def test_the_verdict_is_a_sentence(a, b, sentence):
    found = compared(a, b)
    assert verdict(found).startswith(sentence)
    assert verdict(found) in comparison_text(found, {}, 3)
    assert comparison_json(found, {}, 3)["beyond_chance"] is sentence.startswith("B is")


def test_the_table_shows_at_most_so_many_questions_and_no_controls():
    found = compared([2] * 6, [1] * 6)
    text = comparison_text(found, {"q0": "what\x1b[2J now"}, 2)
    assert "\x1b" not in text
    assert len(text.partition("rank A  rank B")[2].strip().splitlines()) == 3
    assert "rank A" not in comparison_text(found, {}, 0)
