"""A timeline: what came before and after an item, a date, or what words find, across sources."""

import shutil
from pathlib import Path

import pytest

from recall.api import Recall
from recall.errors import NotFoundError, UsageError

FIXTURES = Path(__file__).parents[2] / "fixtures"
NOW = 1_770_854_400.0
"""2026-02-12 00:00 UTC."""


@pytest.fixture
def recall(tmp_path, monkeypatch):
    """A workspace, sessions, a vault of daily notes, and a memory."""
    monkeypatch.setenv("TZ", "UTC")
    import time

    time.tzset()
    monkeypatch.setattr("time.time", lambda: NOW)
    shutil.copytree(FIXTURES / "workspace", tmp_path / "work")
    shutil.copytree(FIXTURES / "sessions", tmp_path / "sessions")
    vault = tmp_path / "vault"
    vault.mkdir()
    for day in ("2026-01-02", "2026-02-06", "2026-02-08", "2026-02-10", "2026-02-11"):
        (vault / f"{day}.md").write_text(f"What was on {day}.\n")
    with Recall.open(tmp_path / "store.db", writable=True) as opened:
        opened.add_source(tmp_path / "work")
        opened.add_source(tmp_path / "sessions")
        opened.add_vault(vault)
        opened.sync()
        opened.remember("The stairs were painted.", scope="global")
        yield opened
    monkeypatch.undo()
    time.tzset()


def shown(found):
    return [(each.part, each.source, each.date) for each in found.entries]


def test_a_day_across_all_sources(recall):
    found = recall.timeline("2026-02-07", 2)
    assert found.understood == "2026-02-07"
    assert shown(found) == [
        ("before", "file", "2026-01-15"),
        ("before", "vault", "2026-02-06"),
        ("at", "file", "2026-02-07"),
        ("at", "transcript", "2026-02-07 10:00"),
        ("at", "transcript", "2026-02-07 10:08"),
        ("at", "transcript", "2026-02-07 11:01"),
        ("after", "vault", "2026-02-08"),
        ("after", "transcript", "2026-02-08 09:00"),
    ]
    addresses = [each.address for each in found.entries]
    assert addresses[2] == "work/memory/2026-02-07.md"
    assert addresses[3].endswith(".jsonl#L2-L11")
    for each in found.entries:
        assert recall.get(each.address).id == each.id


@pytest.mark.parametrize(
    ("anchor", "inside"),
    [
        ("2026-01", 2),
        ("last week", 8),
        ("2026-02-10..2026-02-11", 2),
        ("around 2026-02-06", 1),
        ("yesterday", 1),
        ("2025", 0),
    ],
)
def test_a_stretch_of_time(anchor, inside, recall):
    found = recall.timeline(anchor)
    assert sum(each.part == "at" for each in found.entries) == inside
    moments = [each.moment for each in found.entries]
    assert moments == sorted(moments)
    assert all(
        found.start <= each.moment < found.end for each in found.entries if each.part == "at"
    )


@pytest.mark.parametrize(
    "anchor", ["work/memory/2026-02-07.md", "id", "around brass sieves coarse seed"]
)
def test_an_item_with_its_neighbours(anchor, recall):
    if anchor == "id":
        anchor = recall.get("work/memory/2026-02-07.md").id
    found = recall.timeline(anchor, 2)
    assert shown(found) == [
        ("before", "file", "2026-01-15"), ("before", "vault", "2026-02-06"), ("at", "file", "2026-02-07"),
        ("after", "transcript", "2026-02-07 10:00"), ("after", "transcript", "2026-02-07 10:08"),
    ]  # fmt: skip


def test_a_memory_stands_where_it_was_made(recall):
    last = recall.timeline("2026-02-12", 1).entries[-1]
    assert (last.source, last.date) == ("memory", "2026-02-12 00:00")
    assert recall.get(last.address).text == "The stairs were painted."
    found = recall.timeline(last.id, 1)
    assert shown(found) == [("before", "vault", "2026-02-11"), ("at", "memory", "2026-02-12 00:00")]


def test_items_of_one_moment_are_all_neighbours(recall, tmp_path):
    for number in range(6):
        (tmp_path / "work" / "memory" / f"2026-02-07-{number}.md").write_text(f"Number {number}.\n")
    recall.sync()
    for number in range(6):
        found = recall.timeline(f"work/memory/2026-02-07-{number}.md", 50)
        assert len({each.id for each in found.entries}) == len(found.entries) == 19
        assert [each.title for each in found.entries if each.part == "at"] == [
            f"2026-02-07-{number}"
        ]


def test_memories_of_others_are_not_in_it(recall):
    recall.remember("Painted by somebody else.", namespace="other", scope="global")
    assert not any("else" in each.title for each in recall.timeline("2026-02-12").entries)
    assert any(
        "else" in each.title for each in recall.timeline("2026-02-12", namespace="other").entries
    )


def test_what_has_no_place_in_time_is_refused(recall):
    with pytest.raises(UsageError, match="has no date"):
        recall.timeline("work/MEMORY.md")
    with pytest.raises(NotFoundError, match="No date, item or words 'zebrafish'"):
        recall.timeline("zebrafish")
    for window in (0, 51, "5", True):
        with pytest.raises(UsageError, match="window is "):
            recall.timeline("2026", window)
