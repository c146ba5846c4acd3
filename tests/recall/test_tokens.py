import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recall.disclosure.tokens import TWENTIETHS, estimate, prefix_length, weight

# Counted with tiktoken 0.14.0, encodings cl100k_base and o200k_base; every text is ours.
COUNTS = [
    json.loads(line)
    for line in (Path(__file__).parent / "token_counts.jsonl")
    .read_text(encoding="utf-8")
    .splitlines()
]
TOKENIZERS = ("cl100k_base", "o200k_base")


def of_kind(kind):
    return [pytest.param(row, id=row["name"]) for row in COUNTS if row["kind"] == kind]


@pytest.mark.parametrize("row", of_kind("mixed"))
@pytest.mark.parametrize("tokenizer", TOKENIZERS)
def test_mixed_text_is_within_a_fifth_of_a_real_tokenizer(row, tokenizer):
    assert estimate(row["text"]) == pytest.approx(row[tokenizer], rel=0.2)


@pytest.mark.parametrize("row", of_kind("dense"))
@pytest.mark.parametrize("tokenizer", TOKENIZERS)
def test_lines_of_ids_and_numbers_are_within_a_quarter(row, tokenizer):
    assert estimate(row["text"]) == pytest.approx(row[tokenizer], rel=0.25)


@pytest.mark.parametrize("row", of_kind("script"))
def test_other_scripts_lie_between_an_older_and_a_newer_tokenizer(row):
    counts = [row[tokenizer] for tokenizer in TOKENIZERS]
    assert 0.8 * min(counts) <= estimate(row["text"]) <= 1.2 * max(counts)


@pytest.mark.parametrize("tokenizer", TOKENIZERS)
def test_all_texts_together_are_within_a_tenth_or_a_fifth(tokenizer):
    total = sum(estimate(row["text"]) for row in COUNTS)
    assert total == pytest.approx(sum(row[tokenizer] for row in COUNTS), rel=0.2)


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("", 0),
        ("a", 1),
        ("abcd", 1),
        ("abcde", 2),
        ("four little words here ", 6),
        ("数据库迁移", 5),
        ("ひらがなとカタカナ", 9),
        ("ภาษาไทย", 7),
        ("ລາວ", 3),
        ("ភាសាខ្មែរ", 9),
        ("မြန်မာ", 6),
        ("Москва", 3),
        ("한국어", 2),
        ("🎉", 2),
        ("\ud800", 1),
    ],
)
def test_estimates_of_single_texts(text, tokens):
    assert estimate(text) == tokens


@given(st.text())
def test_an_estimate_is_never_below_characters_by_four(text):
    assert estimate(text) >= len(text) / 4


@given(st.text(), st.text())
def test_the_weight_of_a_sum_is_the_sum_of_the_weights(one, other):
    assert weight(one + other) == weight(one) + weight(other)


@given(st.text(), st.integers(0, 40))
def test_a_prefix_fits_and_one_character_more_does_not(text, tokens):
    end = prefix_length(text, tokens)
    assert weight(text[:end]) <= tokens * TWENTIETHS
    assert end == len(text) or weight(text[: end + 1]) > tokens * TWENTIETHS
