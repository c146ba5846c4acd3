"""Memories out and in: our own forms there and back, and those of other programs."""

import json

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from storehouse import check

from recall.api import Recall
from recall.errors import UsageError
from recall.exchange import reading

NOW = 1_796_040_000.0
DAY = 86_400.0
TOKEN = "ghp_" + "a1B2" * 9


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


@pytest.fixture
def other(tmp_path, clock):
    path = str(tmp_path / "other.db")
    with Recall.open(path, writable=True) as opened:
        yield opened
    check(path)


def brought(recall, path, **options):
    """What an import takes in, by outcome; the rehearsal must have said the same."""
    before = recall.log(limit=200)
    said = recall.import_memories(path, **options)
    assert said.dry_run
    assert recall.log(limit=200) == before
    done = recall.import_memories(path, dry_run=False, **options)
    assert not done.dry_run
    assert [(each.outcome, each.origin, each.text) for each in said.items] == [
        (each.outcome, each.origin, each.text) for each in done.items
    ]
    assert said.counts == done.counts
    return done


def contents(recall, **options):
    return sorted(each.content for each in recall.list_memories(limit=200, **options).memories)


def fill(recall, clock):
    old = recall.remember("The lead is Ana", scope="global", type="fact").memory.id
    clock.now += 10
    recall.remember(
        'Since May the lead is "Ben": ask him\r\nfirst — 日本語\n\n---\n# not a title\n',
        scope="global", type="decision", tags=["team", "net/ports"], importance=0.7, pinned=True,
        supersedes=old, session="s1", valid_until=NOW + 90 * DAY, event_date=NOW + 5.5,
    )  # fmt: skip
    recall.remember("Only here", scope="project", project="git@github.com:example/a.git")
    recall.remember("The port is 8443", scope="global")
    recall.remember("The port is 9443", scope="global")
    recall.store_document("session:latest", "---\nall: well\n---\ntext", tags=["x"])
    recall.append_document("session:latest", "more\n")
    recall.confirm(old, session="s1")
    recall.forget(recall.remember("Standup is at ten").memory.id)


@pytest.mark.parametrize(("form", "name"), [("jsonl", "out.jsonl"), ("markdown", "out")])
def test_an_export_comes_back_as_it_was(recall, other, clock, tmp_path, form, name):
    fill(recall, clock)
    path = tmp_path / name
    done = recall.export_memories(path, form)
    assert (done.memories, done.documents, done.private) == (5, 1, 0)
    assert done.forgotten == (form == "jsonl")
    report = brought(other, path)
    assert report.counts["new"] == 6
    assert other.list_memories(limit=200) == recall.list_memories(limit=200)
    assert other.get_document("session:latest") == recall.get_document("session:latest")
    assert other.list_documents() == recall.list_documents()
    # Once more nothing is new.
    assert set(brought(other, path).counts) <= {"doubled", "forgotten"}


def test_what_was_forgotten_stays_away_where_it_is_imported(recall, other, clock, tmp_path):
    fill(recall, clock)
    recall.export_memories(tmp_path / "out.jsonl")
    other.import_memories(tmp_path / "out.jsonl", dry_run=False)
    (tmp_path / "AGENTS.md").write_text("- standup is at TEN\n- Lunch is at noon\n")
    report = brought(other, tmp_path / "AGENTS.md")
    assert [each.outcome for each in report.items] == ["dead", "new"]
    assert "forgotten" in report.items[0].why
    assert brought(other, tmp_path / "AGENTS.md", force=True).counts == {"new": 2}


def test_an_export_goes_nowhere_where_something_is(recall, clock, tmp_path):
    fill(recall, clock)
    (tmp_path / "there.jsonl").write_text("mine")
    (tmp_path / "folder").mkdir()
    (tmp_path / "folder" / "mine.md").write_text("mine")
    for name, form in (
        ("there.jsonl", "jsonl"),
        ("folder", "markdown"),
        ("there.jsonl", "markdown"),
    ):
        with pytest.raises(UsageError, match="there"):
            recall.export_memories(tmp_path / name, form)
    assert (tmp_path / "there.jsonl").read_text() == "mine"
    assert [each.name for each in (tmp_path / "folder").iterdir()] == ["mine.md"]


def test_private_memories_are_written_only_on_request(recall, other, tmp_path):
    recall.remember("The key: <private>under the mat</private>", keep_private=True)
    assert recall.export_memories(tmp_path / "a.jsonl").private == 1
    assert "mat" not in (tmp_path / "a.jsonl").read_text()
    recall.export_memories(tmp_path / "b.jsonl", private=True)
    brought(other, tmp_path / "b.jsonl")
    assert contents(other) == []
    assert contents(other, private=True) == ["The key: <private>under the mat</private>"]


def test_of_a_namespace_only_its_own_goes_out_and_in(recall, other, tmp_path):
    recall.remember("Mine")
    recall.remember("Of Ann", namespace="ann")
    recall.store_document("k", "Of Ann, too", namespace="ann")
    recall.export_memories(tmp_path / "ann.jsonl", namespace="ann")
    assert "Mine" not in (tmp_path / "ann.jsonl").read_text()
    brought(other, tmp_path / "ann.jsonl", namespace="bob")
    assert contents(other) == []
    assert contents(other, namespace="bob") == ["Of Ann"]
    assert other.get_document("k", namespace="bob").value == "Of Ann, too"


def test_a_key_that_is_taken_is_not_overwritten_unasked(recall, tmp_path):
    recall.store_document("k", "first")
    recall.export_memories(tmp_path / "out.jsonl")
    recall.store_document("k", "second")
    [item] = brought(recall, tmp_path / "out.jsonl").items
    assert item.outcome == "doubled"
    assert "another text" in item.why
    assert recall.get_document("k").value == "second"
    brought(recall, tmp_path / "out.jsonl", force=True)
    assert recall.get_document("k").value == "first"


def test_an_import_can_be_undone(recall, tmp_path):
    (tmp_path / "MEMORY.md").write_text("- One thing\n- Another thing\n")
    recall.import_memories(tmp_path / "MEMORY.md", dry_run=False, session="import 1")
    assert len(contents(recall)) == 2
    recall.undo(session="import 1")
    assert contents(recall) == []


# --- other programs ---------------------------------------------------------------------------

MEMORY_FILE = f"""# Rules

<!-- for agents -->
@docs/more.md

Use tabs.

## Build & test

- Run `make` first
  - with two jobs
- Never push on Fridays:

```sh
git push
```

1. The key is {TOKEN}
2. use TABS
"""


@pytest.mark.parametrize("name", ["CLAUDE.md", "AGENTS.md", "MEMORY.md"])
def test_a_memory_file_gives_a_memory_a_bullet_and_a_paragraph(recall, tmp_path, name):
    (tmp_path / name).write_text(MEMORY_FILE)
    report = brought(recall, tmp_path / name, project="git@github.com:example/a.git")
    assert report.counts == {"new": 3, "secret": 1, "doubled": 1}
    assert contents(recall) == [
        "Never push on Fridays:\n\n```sh\ngit push\n```",
        "Run `make` first\n  - with two jobs",
        "Use tabs.",
    ]
    assert [each.origin for each in report.items][:2] == [f"{name}:6", f"{name}:10"]
    [tabs] = [each for each in recall.list_memories().memories if each.content == "Use tabs."]
    assert (tabs.tags, tabs.scope) == (("rules",), "global")
    assert tabs.project == "github.com/example/a"
    [push] = [each for each in recall.list_memories().memories if "push" in each.content]
    assert push.tags == ("build-test",)
    assert "line 1 holds what looks like a GitHub token" in report.items[3].why


GRAPH = [
    {"type": "entity", "name": "John_Smith", "entityType": "person",
     "observations": ["Speaks Spanish", "Prefers tea"]},
    {"type": "relation", "from": "John_Smith", "to": "Hub_Team", "relationType": "works_at"},
]  # fmt: skip


@pytest.mark.parametrize("shape", ["lines", "whole"])
def test_the_graph_of_the_mcp_memory_server(recall, tmp_path, shape):
    path = tmp_path / "memory.json"
    whole = {"entities": [GRAPH[0]], "relations": [GRAPH[1]]}
    lines = "\n".join(map(json.dumps, GRAPH))
    path.write_text(lines if shape == "lines" else json.dumps(whole, indent=1))
    assert brought(recall, path).counts == {"new": 3}
    assert contents(recall) == [
        "John Smith works at Hub Team", "John Smith: Prefers tea", "John Smith: Speaks Spanish",
    ]  # fmt: skip
    [tea] = [each for each in recall.list_memories().memories if "tea" in each.content]
    assert tea.tags == ("john_smith", "person")


def test_an_export_of_memento(recall, tmp_path):
    path = tmp_path / "memento.json"
    row = {"id": "1", "project_id": "p", "memory_type": "decision", "scope": "project",
           "title": "Queue", "body": "We took NATS.", "tags": '["infra", "Build & test"]',
           "importance_score": 0.8, "is_pinned": 1, "created_at": "2026-03-01 10:00:00",
           "deleted_at": None}  # fmt: skip
    value = {
        "schema_version": 2,
        "exported_at": "2026-11-01T00:00:00Z",
        "projects": [{"id": "p", "name": "hub", "root_path": "hub"}],
        "memories": [row, {**row, "title": "Gone", "body": "x", "deleted_at": "2026-04-01"},
                     {"title": "Only a title", "scope": "global", "tags": "a, b"}, {"body": ""}],
        "decisions": [{"title": "Ledger", "body": "One ledger for all.", "project_id": "p"}],
        "pitfalls": [{"title": "Clock", "body": "The clock drifts."}],
    }  # fmt: skip
    path.write_text(json.dumps(value))
    report = brought(recall, path)
    assert report.counts == {"new": 4, "unreadable": 1}
    found = {each.content: each for each in recall.list_memories().memories}
    nats = found["We took NATS."]
    assert (nats.title, nats.type, nats.scope, nats.project) == (
        "Queue",
        "decision",
        "project",
        "hub",
    )
    assert (nats.tags, nats.importance, nats.pinned) == (("build-test", "infra"), 0.8, True)
    assert nats.created_at == 1_772_359_200.0
    assert nats.expires_at == NOW + 90 * DAY
    assert found["Only a title"].tags == ("a", "b")
    assert found["One ledger for all."].type == "decision"
    assert found["The clock drifts."].type == "lesson"


NOTE = """---
title: Coffee
type: note
tags: [drinks]
permalink: coffee
created: 2026-03-01T10:00:00Z
---
# Coffee

How we make it.

## Observations
- [method] Pour over takes three minutes #brewing (measured)
- [best practice] Grind it fresh
- a plain bullet

## Relations
- requires [[Water|hot water]]
- [[Kettle]]
"""


def test_a_note_of_basic_memory(recall, tmp_path):
    (tmp_path / "notes" / "drinks").mkdir(parents=True)
    (tmp_path / "notes" / "drinks" / "coffee.md").write_text(NOTE)
    report = brought(recall, tmp_path / "notes")
    assert report.counts == {"new": 5}
    found = {each.content: each for each in recall.list_memories().memories}
    assert set(found) == {
        "Coffee: Pour over takes three minutes (measured)", "Coffee: Grind it fresh",
        "Coffee requires Water", "Coffee relates to Kettle", "How we make it.\n\n- a plain bullet",
    }  # fmt: skip
    pour = found["Coffee: Pour over takes three minutes (measured)"]
    assert (pour.type, pour.tags, pour.created_at) == (
        "method",
        ("brewing", "drinks"),
        1_772_359_200.0,
    )
    assert found["How we make it.\n\n- a plain bullet"].title == "Coffee"


@pytest.mark.parametrize(
    ("text", "outcome"),
    [
        ("{", "unreadable"), ('{"a": 1}', "unreadable"), ('{"recall": 99, "memory": {}}', "unreadable"),
        ('{"recall": 1, "memory": {"content": 3}}', "unreadable"), ('{"recall": 1}', "unreadable"),
        ('{"recall": 1, "memory": {"content": "x", "type": "two words"}}', "unreadable"),
        ('{"recall": 1, "memory": {"content": "x", "key": " "}}', "new"),
        ('{"recall": 1, "memory": {"content": "x", "id": "../x", "tags": 3, "scope": []}}', "new"),
        ('{"recall": 1, "forgotten": "zz"}', "unreadable"),
    ],
)  # fmt: skip
def test_a_broken_line_is_said_and_stops_nothing(recall, tmp_path, text, outcome):
    (tmp_path / "x.jsonl").write_text(text + '\n{"recall": 1, "memory": {"content": "good"}}\n')
    report = brought(recall, tmp_path / "x.jsonl")
    assert [each.outcome for each in report.items] == [outcome, "new"]
    assert report.items[0].origin == "x.jsonl:1"
    assert "good" in contents(recall)


def test_what_cannot_be_read_at_all_is_refused(recall, tmp_path):
    (tmp_path / "empty").mkdir()
    for path in (tmp_path / "nothing.md", tmp_path / "empty"):
        with pytest.raises(UsageError):
            recall.import_memories(path)
    for wrong in ({"scope": "all"}, {"form": "docx"}):
        (tmp_path / "a.md").write_text("x")
        with pytest.raises(UsageError):
            recall.import_memories(tmp_path / "a.md", **wrong)


JSONISH = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=True) | st.text(max_size=20),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3)
    ),
    max_leaves=8,
)
FIELDS = st.dictionaries(
    st.sampled_from(
        ["recall", "memory", "content", "id", "tags", "type", "name", "entityType", "observations",
         "from", "to", "relationType", "entities", "relations", "schema_version", "memories",
         "projects", "body", "title", "created_at", "key", "forgotten", "scope", "pinned"]
    ),
    JSONISH, max_size=8,
)  # fmt: skip


@settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.lists(FIELDS | st.text(max_size=40), max_size=4), st.booleans())
def test_no_file_breaks_an_import(tmp_path_factory, parts, nested):
    folder = tmp_path_factory.mktemp("any")
    lines = [
        part if isinstance(part, str)
        else json.dumps({"recall": 1, "memory": part} if nested else part)
        for part in parts
    ]  # fmt: skip
    for name in ("x.jsonl", "x.md"):
        path = folder / name
        path.write_text("\n".join(lines), encoding="utf-8", errors="replace")
        for form in (None, "basic-memory", "memory-file"):
            list(reading.read(str(path), form, "default"))
    with Recall.open(":memory:", writable=True) as recall:
        recall.import_memories(folder / "x.jsonl", dry_run=False)
