"""The check for doubles on labelled pairs: what counts as one memory, and what must not."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recall.memory.duplicates import THRESHOLD
from recall.memory.likeness import compare
from recall.memory.wording import read

PAIRS = [
    json.loads(line)
    for line in Path(__file__)
    .with_name("duplicates.jsonl")
    .read_text(encoding="utf-8")
    .splitlines()
]


def likeness(one, other):
    return compare(read(one), read(other))


def test_the_pairs_are_two_hundred_of_many_kinds_and_languages():
    assert len(PAIRS) == len({(pair["one"], pair["other"]) for pair in PAIRS}) == 200
    assert len({pair["language"] for pair in PAIRS}) >= 12
    assert len({pair["kind"] for pair in PAIRS}) >= 30
    assert 80 <= sum(pair["same"] for pair in PAIRS) <= 120


def test_precision_and_recall_at_the_default_threshold():
    assert THRESHOLD == 0.92
    found = [likeness(pair["one"], pair["other"]).score >= THRESHOLD for pair in PAIRS]
    right = sum(each and pair["same"] for each, pair in zip(found, PAIRS, strict=True))
    precision, recall = right / sum(found), right / sum(pair["same"] for pair in PAIRS)
    assert precision >= 0.98
    assert recall >= 0.95


@pytest.mark.parametrize("kind", ["negation", "number", "name", "swap", "unit"])
def test_another_value_is_never_a_double(kind):
    wrong = [
        (pair["one"], pair["other"])
        for pair in PAIRS
        if pair["kind"] == kind
        and not pair["same"]
        and likeness(pair["one"], pair["other"]).score >= THRESHOLD
    ]
    assert wrong == []


TEXTS = st.one_of(
    st.text(max_size=80),
    st.sampled_from([pair["one"] for pair in PAIRS]),
    st.lists(
        st.sampled_from(
            [
                "the",
                "hub",
                "is",
                "not",
                "on",
                "port",
                "8443",
                "30s",
                "when",
                "build",
                "fails",
                ",",
                ".",
                "Anna",
                "Bob",
                "from",
                "to",
                "don't",
                "数据库",
            ]
        ),
        max_size=12,
    ).map(" ".join),
)


@given(TEXTS, TEXTS)
def test_likeness_is_the_same_both_ways_and_lies_between_nothing_and_all(one, other):
    there, back = likeness(one, other), likeness(other, one)
    assert there.score == pytest.approx(back.score)
    assert 0 <= there.score <= 1


@given(TEXTS)
def test_a_text_is_like_itself_and_unlike_its_negation(text):
    said = read(text)
    if said.words:
        assert compare(said, said).score == 1
    if said.matter:
        assert compare(said, read(f"{text} not")).score < THRESHOLD


def test_a_long_text_is_compared_in_time_that_grows_with_its_length():
    text = " ".join(f"word{number} of the list" for number in range(20_000))
    assert likeness(text, text + " more").score < THRESHOLD
    assert likeness(text, text.replace("of the", "in a")).score >= 0.5
