"""Which of several answers holds, by documents whose right order is known."""

from datetime import datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recall.evaluate.run import temporary_store
from recall.search.intent import asks_for_the_past
from recall.search.search import Scope, ranked_paths, search
from recall.search.succession import LEAST_SHARE, STRENGTH
from recall.sources import documents
from recall.sources.documents import Text

NOW = datetime(2026, 11, 1, 12).astimezone().timestamp()
FILLER = [Text(f"filler {number}", f"Filler {number}", "unrelated words") for number in range(30)]


def fact(path, text, created, **fields):
    return Text(path, path, text, created=created, **{"type": "fact"} | fields)


OLD = fact("old", "The staging port is 5432.", "2023-05-01")
NEW = fact("new", "For staging the port is 6543 since the move.", "2026-05-01")


def asked(query, *texts, **scope):
    with temporary_store() as store:
        documents.load(store, "set", [*texts, *FILLER], NOW)
        return search(store, query, Scope(NOW, **scope), limit=10)


def order(query, *texts):
    return [hit.path for hit in asked(query, *texts).hits]


@pytest.mark.parametrize(
    ("query", "texts", "first"),
    [
        ("staging port", (OLD, NEW), "new"),
        ("which port did staging have before the move", (OLD, NEW), "old"),
        # A lesson or a reference adds to others, it does not replace them.
        (
            "staging port",
            (
                OLD._replace(type="lesson", text="Staging port: that of staging is 5432."),
                NEW._replace(type="lesson"),
            ),
            "old",
        ),
        # Superseded, or no longer valid: the other one holds.
        ("staging port", (OLD, NEW._replace(superseded_by="old", status="superseded")), "old"),
        ("staging port", (OLD, NEW._replace(valid_until="2026-08-01")), "old"),
        # In use since: it is not the earlier one.
        ("staging port", (OLD._replace(modified="2026-06-01"), NEW), "old"),
        ("staging port", (OLD._replace(pinned=True), NEW), "old"),
        # Fresh, but about something else.
        (
            "error F28 of the washing machine",
            (
                fact("exact", "Washing machine error F28: the hose is shut.", "2023-05-01"),
                fact("fresh", "The washing machine is loud.", "2026-10-01"),
            ),
            "exact",
        ),
        # Of two dates to come the next, and what is over last.
        (
            "next dentist appointment",
            (
                fact("soon", "Dentist appointment on Thursday.", "2026-01-05", type="event", event_date="2026-11-19"),
                fact("far", "Dentist appointment, the next but one.", "2026-09-01", type="event", event_date="2027-05-20"),
                fact("over", "Dentist appointment, next week.", "2026-06-20", type="event", event_date="2026-07-02"),
            ),
            "soon",
        ),
    ],
    ids=["later", "past", "adds", "superseded", "ended", "changed", "pinned", "exact", "events"],
)  # fmt: skip
def test_the_answer_that_holds_comes_first(query, texts, first):
    assert order(query, *texts)[0] == first


def test_a_rival_as_good_takes_its_share_and_is_named():
    with temporary_store() as store:
        twins = [OLD._replace(text="staging port one"), NEW._replace(text="staging port two")]
        documents.load(store, "set", [*twins, *FILLER], NOW)
        hits = {
            hit.path: hit
            for hit in search(store, "staging port", Scope(NOW, meaning=0), limit=9).hits
        }
    old = hits["old"]
    assert old.currency.value == pytest.approx(
        (1 - STRENGTH) * (old.currency.floor + (1 - old.currency.floor) * 2 ** (-old.currency.age_days / 365))
    )  # fmt: skip
    assert "later is 'new'" in old.terms[-1].note
    assert hits["new"].currency.value > 0.8
    assert old.score == pytest.approx(old.relevance * old.currency.value)


CHAIN = (
    fact("one", "The price is per branch.", "2024-01-01", superseded_by="two", status="superseded"),
    fact("two", "The price is by size.", "2025-01-01", superseded_by="three", status="superseded"),
    fact("three", "The price is per loan.", "2026-01-01"),
)


@pytest.mark.parametrize("kind", ["fact", "reference"])
@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("what is the price", ["three", "two", "one"]),
        ("what was the previous price", ["two", "one", "three"]),
        ("what was the price originally", ["one", "two", "three"]),
    ],
)
def test_of_a_row_of_answers_the_one_asked_for_comes_first(query, expected, kind):
    assert order(query, *(each._replace(type=kind) for each in CHAIN)) == expected


def test_who_asks_for_the_past_is_told_so():
    replaced = OLD._replace(superseded_by="new", status="superseded")
    found = asked("what was the staging port before", replaced, NEW)
    assert [hit.path for hit in found.hits][:2] == ["old", "new"]
    assert any("question about the past" in note for note in found.notes)
    assert not any("the past" in note for note in asked("staging port", replaced, NEW).notes)


def test_pages_add_up_beside_rivals():
    texts = [fact(f"f{number}", f"port {'staging ' * (number % 5)}", f"20{10 + number}-01-01") for number in range(16)]  # fmt: skip
    with temporary_store() as store:
        documents.load(store, "set", [*texts, *FILLER], NOW)
        whole = ranked_paths(store, "staging port", Scope(NOW), limit=16)
        for limit in range(1, 16):
            assert ranked_paths(store, "staging port", Scope(NOW), limit=limit) == whole[:limit]


@pytest.mark.parametrize(
    ("question", "past"),
    [
        ("what message queue did we run before NATS", True),
        ("original name of the refund service", True),
        ("where did we stay in Kyoto on our first trip", True),
        ("what we used to pay for hosting", True),
        ("wer hat früher die Heizung gewartet", True),
        ("welcher Anbieter war es vor der Umstellung", True),
        ("qui était l'ancien fournisseur", True),
        ("какой сервер был раньше", True),
        ("以前的办公室在哪里", True),
        ("what to do before a release", False),
        ("first aid kit", False),
        ("the first step of a migration", False),
        ("did the release go out", False),
        ("old notes", False),
        ("Termin vor Ort", False),
        ("办公室在哪里", False),
        ("", False),
    ],
)
def test_a_question_about_the_past_is_known_by_its_words(question, past):
    assert asks_for_the_past(question) is past


@given(st.text())
def test_any_text_is_a_question(text):
    assert asks_for_the_past(text) in (True, False)


def test_the_share_of_a_rival_is_less_than_all():
    assert 0 < LEAST_SHARE < 1
    assert 0 < STRENGTH < 1
