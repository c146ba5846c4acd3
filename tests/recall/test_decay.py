"""Currency: the formula with values computed by hand, and all that overrides it."""

import math
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from storehouse import DAY, NOW

from recall.errors import UsageError
from recall.search import decay
from recall.search.decay import HalfLife, currency, share_left
from recall.store.passage_search import ItemRow


def item(**fields):
    values = {
        "id": 1, "public_id": "x", "source": "vault", "collection": "v", "kind": "note",
        "memory_type": None, "title": "t", "path": "t.md", "status": None, "pinned": False,
        "half_life_days": None, "floor": None, "created": None, "dated": NOW, "date_text": None,
        "date_origin": "modified", "reinforced": None, "reinforcements": 0, "superseded_by": None,
        "superseded": None, "successor": None, "event_date": None, "valid_until": None, "project": "",
        "root": "/v", "aliases": "",
    }  # fmt: skip
    return ItemRow(**(values | fields))


def aged(days, **fields):
    return item(dated=NOW - days * DAY, **fields)


def memory(memory_type, days, **fields):
    return aged(days, source="memory", kind="memory", memory_type=memory_type, **fields)


@pytest.mark.parametrize(
    ("age_days", "half_life_days", "share"),
    [
        (0, 30, 1.0),
        (30, 30, 0.5),
        (60, 30, 0.25),
        (90, 30, 0.125),
        (15, 30, 0.7071067811865476),
        (-5, 30, 1.0),
    ],
)
def test_half_is_left_after_a_half_life(age_days, half_life_days, share):
    assert share_left(age_days * DAY, half_life_days * DAY) == pytest.approx(share, rel=1e-12)


@pytest.mark.parametrize(
    ("row", "value"),
    [
        (aged(0), 1.0),
        (aged(730), 0.925),  # 0.85 + 0.15 / 2
        (aged(1_460), 0.8875),  # 0.85 + 0.15 / 4
        (aged(180, kind="daily"), 0.8),  # 0.6 + 0.4 / 2
        (aged(540, kind="daily"), 0.65),  # 0.6 + 0.4 / 8
        (aged(100_000), 0.85),
        (aged(20, half_life_days=10.0), 0.8875),
        (aged(730, floor=0.0), 0.5),
        (aged(730, floor=1.0), 1.0),
        (aged(20, half_life_days=10.0, floor=0.2), 0.4),  # 0.2 + 0.8 / 4
        (aged(730, status="superseded"), 0.37),  # 0.4 * 0.925
        (aged(730, status="archived"), 0.6475),  # 0.7 * 0.925
        (aged(730, status="draft"), 0.925),
        (aged(730, superseded_by="New"), 0.37),
        (aged(730, superseded_by="New", status="archived"), 0.37),
        (aged(730, superseded_by="New", superseded=NOW - DAY), 0.37),
        # On that day nothing had replaced it yet, whatever it says of itself since.
        (aged(730, superseded_by="New", superseded=NOW + DAY), 0.925),
        (aged(730, superseded_by="New", superseded=NOW + DAY, status="superseded"), 0.925),
        (aged(730, superseded_by="New", superseded=NOW + DAY, status="archived"), 0.6475),
        (aged(5_000, pinned=True), 1.0),
        (aged(5_000, pinned=True, status="obsolete"), 0.4),
        (item(dated=None), 1.0),
        (aged(5_000, kind="document"), 1.0),
        (aged(-30), 1.0),
        (aged(730, kind="unknown"), 0.925),
        (aged(760, reinforcements=1), 0.925),  # log2(1 + 1) * 30 days off
        (aged(820, reinforcements=7), 0.925),  # log2(1 + 7) * 30 = 90 days off
        (aged(5, reinforcements=1), 1.0),
        (aged(5_000, reinforced=NOW - 730 * DAY), 0.925),
        (aged(730, reinforced=NOW + DAY), 0.925),  # a use that has not happened yet
        (aged(730, reinforced=NOW - 5_000 * DAY), 0.925),
        (memory("fact", 365), 0.725),  # 0.45 + 0.55 / 2
        (memory("session", 60), 0.4),  # 0.2 + 0.8 / 4
        (memory("decision", 540), 0.8),  # 0.6 + 0.4 / 2
        (memory("preference", 1_095), 0.925),  # 0.85 + 0.15 / 2
        (memory("hunch", 365), 0.75),  # a type of one's own: that of a memory, 0.5 + 0.5 / 2
        (aged(730, memory_type="fact"), 0.925),  # a note's type is its author's word
        (memory("event", 400, event_date=NOW + 30 * DAY), 1.0),
        (memory("event", 400, event_date=NOW), 1.0),  # until its day is over
        (memory("event", 400, event_date=NOW - 15 * DAY), 0.575),  # 0.15 + 0.85 / 2
        (memory("event", 9, event_date=NOW - 29 * DAY), 0.3625),  # 0.15 + 0.85 / 4
        (memory("fact", 0, valid_until=NOW - DAY), 0.25),
        (memory("fact", 0, valid_until=NOW - DAY / 2), 1.0),
        (memory("fact", 0, valid_until=NOW + DAY), 1.0),
    ],
)
def test_currency_of(row, value):
    assert currency(row, NOW).value == pytest.approx(value, rel=1e-9)


@pytest.mark.parametrize(
    ("row", "reason"),
    [
        (aged(9), ""),
        (aged(9, pinned=True), "pinned"),
        (item(dated=None), "undated"),
        (aged(9, kind="canvas"), "a canvas does not decay"),
        (aged(-9), "dated in the future"),
    ],
)
def test_the_reason_is_given(row, reason):
    found = currency(row, NOW)
    assert found.reason == reason
    assert (found.half_life_days is None) == (reason not in ("", "dated in the future"))


def test_settings_by_kind_replace_the_built_in_ones():
    kinds = {**decay.KINDS, "note": HalfLife(10.0, 0.0), "daily": HalfLife(None, 1.0)}
    assert currency(aged(10), NOW, kinds).value == pytest.approx(0.5)
    assert currency(aged(10, kind="daily"), NOW, kinds).reason == "a daily does not decay"
    assert currency(aged(10, half_life_days=5.0), NOW, kinds).value == pytest.approx(0.25)


ROWS = st.builds(
    item,
    dated=st.one_of(st.none(), st.floats(-1e11, 1e12)),
    half_life_days=st.one_of(st.none(), st.floats(0.01, 1e9)),
    floor=st.one_of(st.none(), st.floats(0, 1)),
    status=st.sampled_from([None, "superseded", "archived", "done"]),
    superseded_by=st.sampled_from([None, "New"]),
    pinned=st.booleans(),
    kind=st.sampled_from([*decay.KINDS, "decision"]),
    reinforced=st.one_of(st.none(), st.floats(-1e11, 1e12)),
    reinforcements=st.integers(0, 10**6),
)


@given(ROWS, st.floats(0, 1e12))
def test_currency_lies_between_nought_and_one_and_is_its_formula(row, now):
    found = currency(row, now)
    assert 0 <= found.value <= 1
    if found.half_life_days is None:
        assert found.value == found.status_factor
    else:
        left = math.exp2(-found.age_days / found.half_life_days)
        value = found.status_factor * (found.floor + (1 - found.floor) * left)
        assert found.value == pytest.approx(value)


@given(ROWS, st.floats(0, 1e11), st.floats(0, 1e11))
def test_nothing_grows_younger(row, now, later):
    row = row._replace(reinforced=None)
    first, second = sorted((now, later))
    assert currency(row, second).value <= currency(row, first).value + 1e-12


# --- as notes say it ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("head", "half_life", "floor"),
    [
        ("half-life: 90", 90.0, 0.85),
        ("half_life: 90d", 90.0, 0.85),
        ("Half-Life: 3 weeks", 21.0, 0.85),
        ("half-life: 2 months", 60.88, 0.85),
        ("half-life: 1.5 y", 547.875, 0.85),
        ("half-life: 30\nfloor: 0.5", 30.0, 0.5),
        ("half-life: 30\nfloor: 0", 30.0, 0.0),
        ("floor: 0", 730.0, 0.85),  # the floor of a house, perhaps
        ("half-life: soon", 730.0, 0.85),
        ("half-life: -3", 730.0, 0.85),
        ("half-life: 0", 730.0, 0.85),
        ("half-life: true\nfloor: 7", 730.0, 0.85),
    ],
)
def test_a_note_sets_its_half_life_and_floor(desk, head, half_life, floor):
    desk.write("a.md", f"---\n{head}\n---\nwords", days_old=100)
    desk.sync()
    found = desk.hit("words").currency
    assert found.half_life_days == pytest.approx(half_life)
    assert found.floor == floor
    assert found.age_days == pytest.approx(100)
    assert found.value == pytest.approx(floor + (1 - floor) * 2 ** (-100 / half_life))


@pytest.mark.parametrize(
    "head", ["pinned: true", "evergreen: true", "tags: [Evergreen]", "PINNED: true"]
)
def test_a_pinned_note_does_not_decay(desk, head):
    desk.write("a.md", f"---\n{head}\n---\nwords", days_old=5_000)
    desk.sync()
    found = desk.hit("words").currency
    assert (found.value, found.reason) == (1.0, "pinned")
    assert desk.found("is:pinned") == ["a.md"]


def test_a_daily_note_fades_faster_than_a_note(desk):
    desk.settings()
    desk.write("2025-11-29.md", "words")
    desk.write("2025-11-29 Minutes.md", "words")
    desk.sync()
    by_kind = {hit.kind: hit.currency for hit in desk.search("words").hits}
    assert by_kind["daily"].half_life_days == 180.0
    assert by_kind["daily"].value < by_kind["note"].value


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("superseded_by: '[[New]]'", ""),
        ("superseded-by: '[[New]]'", ""),
        ("Superseded by: '[[New|the new one]]'", ""),
        ("superseded_by: ['[[Missing]]', '[[New]]']", ""),
        ("", "supersedes: '[[Old]]'"),
        ("", "supersedes:\n  - '[[Old]]'\n  - '[[Other]]'"),
        ("superseded_by: '[[New]]'", "supersedes: '[[Old]]'"),
    ],
)
def test_a_superseded_note_says_by_what_and_comes_second(desk, old, new):
    desk.write("Old.md", f"---\nx: 1\n{old}\n---\nrules of the house")
    desk.write("New.md", f"---\nx: 1\n{new}\n---\nrules of the house")
    desk.sync()
    first, second = desk.search("rules").hits
    assert (first.path, first.superseded_by) == ("New.md", None)
    assert (second.path, second.superseded_by, second.currency.status_factor) == (
        "Old.md",
        "New",
        0.4,
    )
    assert desk.get("Old").superseded_by == "New"


def test_supersession_follows_the_links(desk):
    desk.write("Old.md", "rules")
    desk.write("New.md", "---\nsupersedes: '[[Old]]'\n---\nrules")
    desk.write("Self.md", "---\nsupersedes: '[[Self]]'\nsuperseded_by: '[[Self]]'\n---\nrules")
    desk.sync()
    assert desk.get("Old").superseded_by == "New"
    assert desk.get("Self").superseded_by is None
    desk.move("New.md", "folder/Newer.md")
    desk.sync()
    assert desk.get("Old").superseded_by == "Newer"
    desk.delete("folder")
    desk.sync()
    assert desk.get("Old").superseded_by is None
    desk.write("New.md", "---\nsupersedes: '[[Later]]'\n---\nrules")
    desk.sync()
    desk.move("Old.md", "Later.md")
    desk.sync()
    assert desk.get("Later").superseded_by == "New"


def test_what_a_note_says_of_itself_wins_then_the_first_path(desk):
    desk.write("Old.md", "---\nsuperseded_by: '[[Chosen]]'\n---\nrules")
    desk.write("Chosen.md", "rules")
    desk.write("A Claim.md", "---\nsupersedes: ['[[Old]]', '[[Two]]']\n---\nrules")
    desk.write("B Claim.md", "---\nsupersedes: '[[Two]]'\n---\nrules")
    desk.write("Two.md", "rules")
    desk.sync()
    assert desk.get("Old").superseded_by == "Chosen"
    assert desk.get("Two").superseded_by == "A Claim"


# --- the clock and rehearsal --------------------------------------------------------------------


def test_as_of_moves_the_clock(desk):
    desk.write("a.md", "words", days_old=0)
    desk.sync()
    for days, value in ((0, 1.0), (730, 0.925), (-365, 1.0)):
        found = desk.hit("words", as_of=NOW + days * DAY)
        assert found.currency.value == pytest.approx(value)
        assert desk.search("words", as_of=NOW + days * DAY).as_of == NOW + days * DAY
    assert desk.hit("words", as_of=NOW - DAY).currency.reason == "dated in the future"


def test_as_of_moves_relative_dates_too(desk):
    desk.write("2024-03-04.md", "words")
    desk.sync()
    assert desk.found("words after:7d", as_of=1_709_800_000.0) == ["2024-03-04.md"]
    assert desk.found("words after:7d") == []


def test_a_half_life_can_be_rehearsed_and_leaves_no_trace(desk):
    desk.write("a.md", "words", days_old=10)
    desk.write("pinned.md", "---\npinned: true\n---\nwords", days_old=10)
    desk.sync()
    rehearsed = {hit.path: hit.currency for hit in desk.search("words", half_life_days=10).hits}
    assert rehearsed["a.md"].value == pytest.approx(0.925)
    assert rehearsed["pinned.md"].value == 1.0
    assert desk.hit("words path:a.md").currency.half_life_days == 730.0


@pytest.mark.parametrize("days", [0, -1, 0.001, 2e6, float("nan")])
def test_a_half_life_out_of_range_is_refused(desk, days):
    with pytest.raises(UsageError, match="half_life_days"):
        desk.search("words", half_life_days=days)


def test_the_picture_in_the_manual_shows_these_curves():
    page = (Path(__file__).parents[2] / "recall" / "guides" / "currency.md").read_text("utf-8")
    drawn = re.findall(r"^    (\w+) +([▁▂▃▄▅▆▇█]{46}) (\d\.\d\d)$", page, re.MULTILINE)
    assert len(drawn) == 6
    for kind, bar, floor in drawn:
        days, least = decay.KINDS[kind]
        left = [least + (1 - least) * 2 ** (-40 * column / days) for column in range(46)]
        assert bar == "".join("▁▂▃▄▅▆▇█"[min(7, int(value * 8))] for value in left)
        assert float(floor) == least
