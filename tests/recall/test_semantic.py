"""The semantic arm: what it finds, what it leaves alone, and how it adds up."""

import math

import pytest

from recall.errors import UsageError
from recall.search import semantic
from recall.store import vectors

FILLER = ("bread dough rises overnight", "the choir sings on Sunday", "a fence of larch boards",
          "tax forms are due in May", "the tide tables of the harbour")  # fmt: skip


@pytest.fixture
def filled(desk):
    for number, text in enumerate(FILLER):
        desk.write(f"filler {number}.md", text)
    desk.write("doctor.md", "An appointment with the physician at the hospital")
    desk.write("speed.md", "quick and speedy, the fastest engine")
    desk.sync()
    return desk


def test_a_note_is_found_that_shares_no_word(filled):
    assert filled.found("nurses and medical visits", words_only=True) == []
    assert filled.found("nurses and medical visits")[0] == "doctor.md"


def test_it_is_said_when_only_the_meaning_is_near(filled):
    assert filled.found("rapid locomotives", words_only=True) == []
    results = filled.search("rapid locomotives", explain=True)
    assert results.hits[0].path == "speed.md"
    assert results.hits[0].missing == ("rapid", "locomotives")
    assert any("near in meaning" in note for note in results.notes)
    assert [term.name for term in results.hits[0].terms][:2] == ["words", "meaning"]
    assert results.hits[0].terms[0].value == 0.0


def test_one_word_that_stands_somewhere_means_that_word(filled):
    assert filled.found("physician") == ["doctor.md"]
    assert filled.found("medicine", words_only=True) == []
    assert filled.found("medicine")[:1] == ["doctor.md"]


@pytest.mark.parametrize("query", ["the appointment at the hospital", "quick bread", "choir"])
def test_the_terms_add_up_to_the_score(filled, query):
    for hit in filled.search(query, explain=True).hits:
        value = 0.0
        for term in hit.terms:
            value = {"start": term.value, "add": value + term.value,
                     "multiply": value * term.value}[term.operation]  # fmt: skip
        assert value == pytest.approx(hit.score)
        assert 0 <= hit.score <= 1
        by_name = {term.name: term.value for term in hit.terms}
        assert by_name["words"] <= 1 - semantic.MEANING
        assert 0 <= by_name["meaning"] <= semantic.MEANING


@pytest.mark.parametrize(
    "query",
    [
        '"rapid locomotives"', "rapid locomotives -steam", "rapid OR locomotives",
        "line:(rapid locomotives)", "/rapid locomotives/", "rapid locomot*",
        "стремительные паровозы", "急速的机车", "schnelle Lokomotiven fahren", "zzyzx qwrtp",
    ],
)  # fmt: skip
def test_operators_and_other_languages_are_left_to_the_words(filled, query):
    assert filled.found(query) == filled.found(query, words_only=True)
    for hit in filled.search(query, explain=True).hits:
        assert "meaning" not in {term.name for term in hit.terms}


def test_filters_hold_for_what_is_near_in_meaning(filled):
    for number in range(40):
        filled.write(f"more {number}.md", "quick and speedy, the fastest engine")
    filled.write("tagged.md", "a locomotive\n\n#train")
    filled.sync()
    assert filled.found("rapid railways tag:train") == ["tagged.md"]
    assert filled.found("rapid railways", tags=["train"]) == ["tagged.md"]
    assert filled.found("rapid railways tag:nothing") == []


def test_an_item_without_vectors_is_judged_by_its_words(filled):
    before = filled.hit("appointment hospital", words_only=True)
    store = filled.recall._store
    with store.write():
        store.connection.execute("delete from vectors")
        vectors.expect(store)
    assert filled.hit("appointment hospital").score == pytest.approx(before.score)
    assert filled.found("rapid locomotives") == []


def test_the_vectors_in_memory_follow_the_store(filled):
    assert filled.found("rapid locomotives") == ["speed.md"]
    filled.delete("speed.md")
    filled.write("other.md", "a fast train engine")
    filled.sync()
    assert filled.found("rapid locomotives") == ["other.md"]


def test_an_arm_that_fails_leaves_the_words_and_says_so(filled, monkeypatch):
    def broken(*_):
        raise OSError("no table")

    monkeypatch.setattr(vectors, "load", broken)
    results = filled.search("appointment hospital")
    assert results.verdict == "incomplete"
    assert "no table" in results.failures[0]
    assert results.hits[0].path == "doctor.md"


def test_the_share_is_a_setting(filled, tmp_path, monkeypatch):
    file = tmp_path / "config.toml"
    monkeypatch.setenv("RECALL_CONFIG", str(file))
    file.write_text("[weights]\nmeaning = 0\n")
    assert filled.found("rapid locomotives") == []
    file.write_text("[weights]\nmeaning = 1\n")
    hit = filled.hit("rapid locomotives", explain=True)
    assert {term.name: term.value for term in hit.terms}["words"] == 0.0
    file.write_text("[weights]\nmeaning = 1.5\n")
    with pytest.raises(UsageError, match="share"):
        filled.search("rapid locomotives")


def test_more_passages_than_are_scanned_keep_the_nearest(desk, monkeypatch):
    monkeypatch.setattr(semantic, "NEAREST", 5)
    for number in range(60):
        desk.write(f"{number}.md", f"{FILLER[number % 5]} {number}")
    desk.write("speed.md", "quick and speedy, the fastest engine")
    desk.sync()
    assert desk.found("rapid locomotives")[:1] == ["speed.md"]
    assert all(math.isfinite(hit.score) for hit in desk.search("rapid locomotives").hits)
