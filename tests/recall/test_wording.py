"""Words of notes as somebody would type them."""

import time
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recall.evaluate.wording import fragment, joined, key, readable, telling, words


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("see [[Notes/Warm water#Pipes|the warm one]] there", "see the warm one there"),
        ("see [[Notes/Warm water#Pipes]] there", "see Warm water there"),
        ("an ![[image.png]] shown", "an shown"),
        ("a [link](https://example.org/a_(b)) here", "a link here"),
        ("plain https://example.org/x?y=z here", "plain here"),
        ("a <b>bold</b> word[^1]", "a bold word"),
        ("seen %%hidden%% seen", "seen seen"),
        ("the end of it ^block-1", "the end of it"),
        ("**bold**, _thin_ and `code`", "bold thin and code"),
        ("don't re-use state-of-the-art", "don't re-use state-of-the-art"),
        ("NOT a AND b OR c", "not a and b or c"),
        ("tag:x -y \"z\" (a) key:value", "tag x y z a key value"),
        ("Größe naïve Ελλάδα العربية", "Größe naïve Ελλάδα العربية"),
        ("今天,天气很好。", "今天 天气很好"),
        ("一 ab 二", "一 ab 二"),
        ("", ""),
    ],
)  # fmt: skip
def test_words_without_markup(text, expected):
    assert joined(words(readable(text))) == expected


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("Straße", "STRASSE"), ("naïve", "NAIVE"), ("re-use, it", "Re use it"),
        ("  a\n\tb ", "a b"), ("don't", "Don’t"), ("e\u0301", "é"),
    ],
)  # fmt: skip
def test_what_two_texts_have_in_common(text, same):
    assert key(text) == key(same)


@pytest.mark.parametrize(
    ("text", "count"),
    [("what is the of", 0), ("the copper pipe", 2), ("2026 17", 0), ("种子发芽", 2), ("种", 0)],
)
def test_how_much_of_a_subject_words_name(text, count):
    assert telling(words(text)) == count


@pytest.mark.parametrize("text", ["", "one two three", "the of and to in it is a " * 20, "。" * 50])
def test_of_a_text_that_says_too_little_nothing_is_quoted(text):
    assert fragment(text, Random(0)) is None


@given(st.text(max_size=400), st.integers())
def test_a_fragment_stands_in_its_text_and_asks_for_nothing_but_words(text, seed):
    found = fragment(text, Random(seed))
    if found is not None:
        assert key(found) in key(text)
        assert not set('"()[]:*\t\r\n') & set(found)
        assert not any(word.startswith("-") for word in found.split())
        assert not {"AND", "OR", "NOT"} & set(found.split())


@pytest.mark.parametrize(
    "sign", ["[[", "![", "](", "<", "%%", "^a", "[^", "http:", "e\u0301", "-a'"]
)
def test_reading_a_hostile_text_takes_time_in_proportion(sign):
    def cost(times):
        start = time.process_time()
        joined(words(readable(sign * times)))
        return time.process_time() - start

    cost(1_000)
    assert cost(80_000) < 30 * cost(10_000) + 0.1
