"""What a session begins with, and what somebody should look at."""

import pytest
from storehouse import check

from recall.api import Recall
from recall.disclosure.brief import brief_text
from recall.disclosure.tokens import estimate
from recall.errors import NotFoundError, UsageError

NOW = 1_796_040_000.0
DAY = 86_400.0


@pytest.fixture
def clock(monkeypatch):
    class Clock:
        now = NOW

    monkeypatch.setattr("time.time", lambda: Clock.now)
    return Clock


@pytest.fixture
def recall(tmp_path, clock):
    path = str(tmp_path / "recall.db")
    with Recall.open(path, writable=True) as opened:
        yield opened
    check(path)


def save(recall, text, **options):
    return recall.remember(text, **{"scope": "global", **options}).memory.id


def filled(recall, clock):
    recall.store_document("session:latest", "Working on the hub.\nPorts are next.")
    recall.store_document("project:overview", "# Hub\n\nFive tablets, one ledger.")
    recall.store_document("pref:language", "Answers in English")
    recall.store_document("todo:relay", "Buy a relay")
    save(recall, "Never push on Fridays", pinned=True)
    save(recall, "Dentist at nine", type="event", event_date=NOW + 3 * DAY)
    save(recall, "The lease ends", type="fact", valid_until=NOW + 14 * DAY)
    save(recall, "Conference in Prague", type="event", event_date=NOW + 15 * DAY)
    save(recall, "Prefers tabs over spaces", type="preference")
    for number in range(4):
        clock.now = NOW + number
        save(recall, f"Decided to use tool number {number}", type="decision")


def sections(brief):
    return [entry.section for entry in brief.entries]


def test_a_brief_has_each_part_in_its_order(recall, clock):
    filled(recall, clock)
    brief = recall.brief()
    assert list(dict.fromkeys(sections(brief))) == [
        "session", "project", "pinned", "due", "preferences", "decisions", "todos",
    ]  # fmt: skip
    text = brief_text(brief)
    assert "Working on the hub.\nPorts are next." in text
    assert "Never push on Fridays" in text
    assert text.index("Dentist at nine") < text.index("The lease ends")
    assert "Prague" not in text
    assert text.index("tool number 3") < text.index("tool number 0")
    assert "(todo:relay, 2026-11-30)" in text
    assert brief.withheld == {}
    assert brief.tokens == estimate(text) <= brief.max_tokens == 800


@pytest.mark.parametrize("max_tokens", [1, 10, 30, 60, 100, 150, 250, 800])
def test_a_brief_keeps_to_its_budget_and_says_what_it_left_out(recall, clock, max_tokens):
    filled(recall, clock)
    recall.store_document("session:latest", "\n".join(f"line {n} of the log" for n in range(900)))
    whole = len(recall.brief(max_tokens=100_000).entries)
    brief = recall.brief(max_tokens=max_tokens)
    assert estimate(brief_text(brief)) == brief.tokens <= max_tokens
    assert len(brief.entries) + sum(brief.withheld.values()) == whole
    if brief.entries and brief.entries[0].section == "session":
        assert brief.entries[0].is_cut
        assert brief_text(brief).count("recall kv get session:latest") == 1


def test_every_part_has_its_turn_before_one_has_two(recall, clock):
    filled(recall, clock)
    few = sections(recall.brief(max_tokens=150))
    assert few.count("decisions") <= 2
    assert {"session", "pinned", "due", "preferences"} <= set(few)


def test_a_brief_of_a_project_leaves_others_out(recall):
    save(recall, "Use dayjs here", type="decision", project="git@github.com:example/a.git")
    save(recall, "Use moment there", type="decision", project="git@github.com:example/b.git")
    save(recall, "Sign all commits", type="decision")
    found = recall.brief("https://github.com/example/a")
    assert {entry.text for entry in found.entries} == {"Use dayjs here", "Sign all commits"}
    assert found.project == "github.com/example/a"


def test_a_brief_tells_nothing_private_ended_superseded_or_of_others(recall, clock):
    save(recall, "<private>Her key is under the mat</private>", pinned=True, keep_private=True)
    save(recall, "Over soon", pinned=True, ttl=60)
    old = save(recall, "The lead is Ana", type="decision")
    save(recall, "The lead is Ben", type="decision", supersedes=old)
    save(recall, "Of another user", pinned=True, namespace="ann")
    recall.store_document("session:latest", "Of Ann", namespace="ann")
    clock.now += 61
    assert [entry.text for entry in recall.brief().entries] == ["The lead is Ben"]


def test_a_brief_of_nothing_is_empty(recall):
    brief = recall.brief()
    assert (brief.entries, brief.tokens, brief_text(brief)) == ((), 0, "")


@pytest.mark.parametrize("wrong", [0, -1, 1.5, 1_000_001])
def test_a_budget_out_of_range_is_refused(recall, wrong):
    with pytest.raises(UsageError):
        recall.brief(max_tokens=wrong)


# --- review -----------------------------------------------------------------------------------


def found(recall, kind, **options):
    return [
        tuple(each.content for each in finding.memories)
        for finding in recall.review(kind, **options).findings
    ]


def test_a_review_finds_each_kind(recall, clock):
    save(recall, "The hub listens on port 8443")
    save(recall, "The hub listens on port 9443")
    save(recall, "Prefers tea")
    save(recall, "prefers TEA", force=True)
    old = save(recall, "The lead is Ana")
    save(recall, "Since May the lead is Ben", supersedes=old)
    save(recall, "Ends tomorrow", ttl=int(DAY))
    save(recall, "Ends in eight days", ttl=int(8 * DAY))
    save(recall, "Ended", ttl=1)
    clock.now += 2
    review = recall.review()
    assert review.counts == {
        "contradiction": 1, "duplicate": 1, "fading": 1, "expired": 1, "superseded": 1,
    }  # fmt: skip
    assert found(recall, "contradiction") == [
        ("The hub listens on port 9443", "The hub listens on port 8443")
    ]
    assert {frozenset(pair) for pair in found(recall, "duplicate")} == {
        frozenset(("Prefers tea", "prefers TEA"))
    }
    assert found(recall, "fading") == [("Ends tomorrow",)]
    assert found(recall, "expired") == [("Ended",)]
    assert found(recall, "superseded") == [("The lead is Ana",)]
    assert list(recall.review(["fading", "expired"]).counts) == ["fading", "expired"]


def test_a_review_changes_nothing_and_looks_at_no_other_user(recall):
    save(recall, "The hub listens on port 8443", namespace="ann")
    save(recall, "The hub listens on port 9443", namespace="ann")
    before = recall.log(namespace="ann")
    assert recall.review().findings == ()
    assert len(recall.review(namespace="ann").findings) == 1
    assert recall.log(namespace="ann") == before


def test_a_contradiction_is_settled_by_saying_which_holds(recall):
    old = save(recall, "The hub listens on port 8443")
    new = save(recall, "The hub listens on port 9443")
    assert recall.supersede(new, old).supersedes == (old,)
    assert found(recall, "contradiction") == []
    assert recall.memory(old).superseded_by == new
    assert recall.memory(new).contradicts == ()
    with pytest.raises(UsageError, match="supersede itself"):
        recall.supersede(old, new)
    with pytest.raises(UsageError, match="supersede itself"):
        recall.supersede(old, old)
    recall.undo()
    assert len(found(recall, "contradiction")) == 1


def test_what_ends_can_begin_its_time_anew(recall, clock):
    saved = recall.remember("Words", ttl=10).memory.id
    clock.now += 20
    assert found(recall, "expired") == [("Words",)]
    assert recall.renew(saved).expires_at == clock.now + 30 * DAY
    assert found(recall, "expired") == []
    with pytest.raises(NotFoundError):
        recall.renew("nothing1")


@pytest.mark.parametrize("wrong", [{"limit": 0}, {"limit": 201}, {"kinds": "doubles"}])
def test_a_review_out_of_range_is_refused(recall, wrong):
    with pytest.raises(UsageError):
        recall.review(**wrong)
