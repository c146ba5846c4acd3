"""Did you mean: what a word that stands nowhere was probably meant to be."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recall.model import Suggestion
from recall.search.suggest import edits


@pytest.mark.parametrize(
    ("left", "right", "distance"),
    [("vault", "vault", 0), ("vualt", "vault", 1), ("vaul", "vault", 1), ("vaults", "vault", 1), ("vaolt", "vault", 1),
     ("obsidan", "obsidian", 1), ("abcd", "badc", 2), ("", "ab", 2), ("kitten", "sitting", 3)],
)  # fmt: skip
def test_edits_between(left, right, distance):
    assert edits(left, right, 3) == distance
    assert edits(right, left, 3) == distance


@given(st.text(max_size=8), st.text(max_size=8), st.integers(0, 3))
def test_edits_are_symmetrical_and_bounded(left, right, most):
    distance = edits(left, right, most)
    assert (distance <= most) == (edits(right, left, most) <= most)
    assert distance >= abs(len(left) - len(right)) or distance > most
    assert (edits(left, right, 9) <= most) == (distance <= most)


@pytest.fixture
def named(desk):
    desk.write("Obsidian vault.md", "---\naliases: [Knowledge base]\n---\ntext")
    desk.write("Decision log.md", "text")
    desk.write("日本語.md", "text")
    desk.write("Übersicht.md", "text")
    desk.sync()
    return desk


@pytest.mark.parametrize(
    ("word", "meant", "path"),
    [
        ("vualt", "vault", "Obsidian vault.md"),
        ("obsidan", "obsidian", "Obsidian vault.md"),
        ("obsidaina", "obsidian", "Obsidian vault.md"),
        ("knowledeg", "knowledge", "Obsidian vault.md"),
        ("decison", "decision", "Decision log.md"),
        ("übersciht", "übersicht", "Übersicht.md"),
    ],
)
def test_a_mistyped_word_finds_the_name_and_says_so(named, word, meant, path):
    results = named.search(word)
    assert results.suggestions == (Suggestion(word, meant),)
    assert [hit.path for hit in results.hits] == [path]


@pytest.mark.parametrize(
    ("word", "path"),
    [("obsid", "Obsidian vault.md"), ("know", "Obsidian vault.md"), ("deci", "Decision log.md")],
)
def test_the_beginning_of_a_name_finds_it_without_a_remark(named, word, path):
    results = named.search(word)
    assert results.suggestions == ()
    assert [hit.path for hit in results.hits] == [path]


@pytest.mark.parametrize(
    "word", ["lgo", "xyzzy", "texf", "vlt", "zbsidian", "12345", "\U0001f980", "日木語"]
)
def test_nothing_is_suggested_for(named, word):
    assert named.search(word).suggestions == ()


def test_a_word_that_stands_somewhere_is_not_corrected(named):
    named.write("typo.md", "the vualt")
    named.sync()
    results = named.search("vualt")
    assert results.suggestions == ()
    assert [hit.path for hit in results.hits] == ["typo.md"]
