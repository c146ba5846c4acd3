"""Memory files of agents: which files, which passages, which dates, and what a sync reads."""

import os
import shutil
from pathlib import Path

import pytest

from recall.api import Recall
from recall.errors import SourceUnavailableError, UnknownSourceError, UsageError
from recall.sources.folder import Folder
from recall.sources.memory_files import census, draft
from vault_sync.errors import OutsideRootError
from vault_sync.model import FileEntry

WORKSPACE = Path(__file__).parents[2] / "fixtures" / "workspace"


@pytest.fixture
def workspace(tmp_path):
    """A copy of the example workspace that a test may change."""
    copy = tmp_path / "work"
    shutil.copytree(WORKSPACE, copy)
    return copy


@pytest.fixture
def recall(tmp_path):
    with Recall.open(tmp_path / "store.db", writable=True) as opened:
        yield opened


def drafted(text, path="memory/2026-02-07.md"):
    data = text.encode()
    return draft(FileEntry(path, "note", len(data), 1_700_000_000 * 10**9, 0), data)


def found(recall, words, **options):
    return [shown.hit for shown in recall.search(words, **options).shown]


# --- which files


def paths(root):
    return [entry.path for entry in census(Folder.open(str(root))).files]


def test_a_workspace_has_its_files_at_known_places(workspace):
    for path in ("README.md", "docs/memory/x.md", "memory/.trash/old.md", "memory/a.txt"):
        (workspace / path).parent.mkdir(parents=True, exist_ok=True)
        (workspace / path).write_text("no memory file")
    assert paths(workspace) == [
        ".claude/agent-memory/reviewer/MEMORY.md",
        "AGENTS.md",
        "MEMORY.md",
        "memory/2026-02-07.md",
        "memory/archive/migration-2026-01-15.md",
        "memory/people.md",
    ]


def test_of_another_folder_every_markdown_file_is_one(workspace):
    (workspace / "memory" / "MEMORY.md").write_text("# Kept with the days\n")
    assert paths(workspace / "memory") == [
        "2026-02-07.md", "MEMORY.md", "archive/migration-2026-01-15.md", "people.md",
    ]  # fmt: skip
    assert paths(workspace / ".claude" / "agent-memory") == ["reviewer/MEMORY.md"]
    (workspace / "memory" / ".trash").mkdir()
    (workspace / "memory" / ".trash" / "old.md").write_text("hidden")
    assert len(paths(workspace / "memory")) == 4


def test_a_workspace_is_not_walked_beyond_its_places(workspace, monkeypatch):
    (workspace / "node_modules" / "deep").mkdir(parents=True)
    listed = []
    scandir = os.scandir
    monkeypatch.setattr("os.scandir", lambda path: listed.append(str(path)) or scandir(path))
    paths(workspace)
    assert listed
    assert not any("node_modules" in path for path in listed)


def test_a_file_alone_is_a_source(workspace, recall):
    assert paths(workspace / "MEMORY.md") == ["MEMORY.md"]
    recall.add_source(workspace / "MEMORY.md", "long-term")
    recall.sync()
    assert [hit.path for hit in found(recall, "register people birch")] == ["MEMORY.md"]


@pytest.mark.parametrize("link", ["memory/leak.md", "MEMORY.md", "AGENTS.md"])
def test_a_link_out_of_the_folder_is_named_and_not_read(link, workspace, recall, tmp_path):
    secret = tmp_path / "secret.md"
    secret.write_text("# Zebrafish\n")
    (workspace / link).unlink(missing_ok=True)
    (workspace / link).symlink_to(secret)
    recall.add_source(workspace)
    (report,) = recall.sync()
    assert [(each.path, each.code) for each in report.findings] == [(link, "outside")]
    assert found(recall, "zebrafish") == []


def test_a_link_to_a_folder_is_not_followed(workspace, tmp_path):
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "x.md").write_text("secret")
    (workspace / "memory" / "linked").symlink_to(outside)
    assert not any("linked" in path for path in paths(workspace))
    shutil.rmtree(workspace / "memory")
    (workspace / "memory").symlink_to(outside)
    assert not any(path.startswith("memory/") for path in paths(workspace))


@pytest.mark.parametrize(
    "path", ["../secret.md", "/etc/passwd", "memory/../../x", "a\0b", "out.md", "in/x.md"]
)
def test_no_path_leaves_the_folder(path, workspace, tmp_path):
    (tmp_path / "secret.md").write_text("secret")
    (tmp_path / "x.md").write_text("secret")
    (workspace / "out.md").symlink_to(tmp_path / "secret.md")
    (workspace / "in").symlink_to(tmp_path)
    with pytest.raises(OutsideRootError):
        Folder.open(str(workspace)).read(path)


# --- passages


def lines(text, **options):
    return [
        (each.first_line, each.last_line, each.headings)
        for each in drafted(text, **options).passages
    ]


def test_passages_lie_under_one_heading():
    text = "# Day\n\n## One\n\ntext\n\n### Deeper\n\n- a\n- b\n\n## Two\n\nmore\n"
    assert lines(text) == [
        (1, 5, ("Day", "One")), (7, 10, ("Day", "One", "Deeper")), (12, 14, ("Day", "Two")),
    ]  # fmt: skip


def test_a_long_list_is_cut_between_bullets_and_never_inside_one():
    bullet = "- **Thing {0}:** " + "word " * 60 + "\n  - below {0}\n    and on\n"
    text = "# Day\n" + "".join(bullet.format(number) for number in range(6))
    assert lines(text) == [
        (1, 7, ("Day",)), (8, 13, ("Day",)), (14, 19, ("Day",)),
    ]  # fmt: skip


@pytest.mark.parametrize("marker", ["- ", "* ", "+ ", "1. ", "10) "])
def test_every_kind_of_bullet_is_one(marker):
    text = "".join(f"{marker}{'word ' * 150}\n" for _ in range(3))
    assert [(first, last) for first, last, _ in lines(text)] == [(1, 1), (2, 2), (3, 3)]


def test_small_bullets_stand_together():
    assert lines("- a\n- b\n- c\n") == [(1, 3, ())]


# --- dates


@pytest.mark.parametrize(
    ("path", "text", "date", "kind"),
    [
        ("memory/2026-02-07.md", "", "2026-02-07", "daily"),
        ("memory/2026-02-07-sieves.md", "", "2026-02-07", "daily"),
        ("memory/2026-02-07_sieves.md", "", "2026-02-07", "daily"),
        ("memory/sieves-2026-02-07.md", "", "2026-02-07", "daily"),
        ("memory/archive/2026-02-07.md", "", "2026-02-07", "daily"),
        ("memory/2026/02/07.md", "", "2026-02-07", "daily"),
        ("memory/today.md", "# Log of 2026-02-07\n", "2026-02-07", "daily"),
        ("memory/2026-02-07.md", "# 2025-01-01\n", "2026-02-07", "daily"),
        ("memory/people.md", "# People\n\n## 2026-02-07\n", None, "memory_file"),
        ("memory/2026-13-40.md", "", None, "memory_file"),
        ("MEMORY.md", "# Kept since 2026-02-07\n", None, "memory_file"),
        (".claude/agent-memory/x/MEMORY.md", "# 2026-02-07\n", None, "memory_file"),
        ("AGENTS.md", "# 2026-02-07\n", None, "instructions"),
        ("memory/x.md", "---\ndate: 2026-02-07\n---\n", "2026-02-07", "memory_file"),
    ],
)  # fmt: skip
def test_the_date_of_a_file(path, text, date, kind):
    made = drafted(text, path)
    assert (made.date_text, made.kind) == (date, kind)
    assert (made.dated is None) == (date is None)


def test_what_is_dated_fades_and_what_lasts_does_not(recall, workspace):
    recall.add_source(workspace)
    recall.sync()
    as_of = 1_830_297_600.0  # 2028-01-01
    (day,) = [each for each in found(recall, "sieves brass", as_of=as_of) if each.date]
    assert day.currency.value < 0.75
    assert found(recall, "birch labels plastic", as_of=as_of)[0].currency.reason == "undated"


# --- beside notes


def test_search_finds_them_beside_notes_and_get_reads_them(recall, workspace, tmp_path):
    vault = tmp_path / "vault"
    vault.mkdir()
    (vault / "Sieves.md").write_text("Brass sieves are cleaned with vinegar.\n")
    recall.add_vault(vault)
    recall.add_source(workspace)
    recall.sync()
    hits = found(recall, "brass sieves", limit=2)
    assert {(hit.source, hit.full_path) for hit in hits} == {
        ("vault", "vault/Sieves.md"), ("file", "work/memory/2026-02-07.md"),
    }  # fmt: skip
    hit = next(hit for hit in hits if hit.source == "file")
    assert hit.citation == "memory/2026-02-07.md#L7-L10"
    document = recall.get(hit.address)
    assert document.text.startswith("## Sieves arrived 📦\n")
    assert (document.source, document.kind, document.date) == ("file", "daily", "2026-02-07")
    assert recall.get("work/MEMORY.md#House rules").text.endswith("2. Sieve twice, then weigh.")
    assert recall.get(".claude/agent-memory/reviewer/MEMORY.md").title == "MEMORY"
    assert [hit.source for hit in found(recall, "vinegar", source="vault")] == ["vault"]
    assert {hit.source for hit in found(recall, "brass sieves", source="file")} == {"file"}


def test_links_between_memory_files_are_edges(recall, workspace):
    recall.add_source(workspace)
    recall.sync()
    assert "memory/people.md" in {hit.path for hit in found(recall, "typed it in")}


def test_get_says_when_the_file_is_not_as_indexed(recall, workspace):
    recall.add_source(workspace)
    recall.sync()
    path = workspace / "memory" / "people.md"
    path.write_text("# People\n\nNobody.\n")
    document = recall.get("memory/people.md")
    assert (document.file_state, document.text) == ("changed", "# People\n\nNobody.")
    path.unlink()
    assert recall.get("memory/people.md").file_state == "gone"
    workspace.rename(workspace.with_name("away"))
    assert recall.get("memory/people.md").file_state == "away"


# --- syncing


def counts(report):
    return report.added, report.changed, report.moved, report.removed, report.unchanged


def test_only_what_changed_is_read(recall, workspace):
    recall.add_source(workspace)
    assert counts(recall.sync()[0]) == (6, 0, 0, 0, 0)
    assert counts(recall.sync()[0]) == (0, 0, 0, 0, 6)
    with (workspace / "memory" / "2026-02-07.md").open("a") as file:
        file.write("\n## Evening\n\nThe zebrafish came.\n")
    (workspace / "memory" / "people.md").rename(workspace / "memory" / "folk.md")
    (workspace / "AGENTS.md").unlink()
    (workspace / "memory" / "2026-02-08.md").write_text("# Sunday\n")
    status = recall.source_status()[0]
    assert (status.waiting_added, status.waiting_changed, status.waiting_removed) == (2, 1, 2)
    assert counts(recall.sync()[0]) == (1, 1, 1, 1, 3)
    assert found(recall, "zebrafish")[0].citation == "memory/2026-02-07.md#L16-L18"
    os.utime(workspace / "MEMORY.md", (1, 1))
    assert counts(recall.sync()[0]) == (0, 0, 0, 0, 6)


def test_a_source_that_is_away_loses_nothing(recall, workspace):
    recall.add_source(workspace)
    recall.sync()
    workspace.rename(workspace.with_name("away"))
    with pytest.raises(SourceUnavailableError, match="there is no such file or folder"):
        recall.sync()
    workspace.mkdir()
    with pytest.raises(SourceUnavailableError, match="Is its disk mounted"):
        recall.sync()
    assert not recall.source_status()[0].available
    assert found(recall, "brass sieves")


def test_one_that_is_away_does_not_keep_others_from_being_read(recall, workspace, tmp_path):
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "MEMORY.md").write_text("# Zebrafish\n")
    recall.add_source(workspace)
    recall.add_source(tmp_path / "other")
    shutil.rmtree(workspace)
    reports = {each.collection: each for each in recall.sync()}
    assert (reports["other"].added, reports["work"].available) == (1, False)


def test_nothing_is_written_where_memory_files_lie(recall, workspace):
    def listing():
        return {path: path.stat() for path in [workspace, *workspace.rglob("*")]}

    before = listing()
    recall.add_source(workspace)
    recall.sync()
    found(recall, "brass")
    recall.get("MEMORY.md")
    after = listing()
    assert {path: (each.st_mtime_ns, each.st_size) for path, each in before.items()} == {
        path: (each.st_mtime_ns, each.st_size) for path, each in after.items()
    }


# --- what was added


def test_sources_are_listed_renamed_and_forgotten(recall, workspace):
    recall.add_source(workspace)
    assert [(each.name, each.source) for each in recall.sources()] == [("work", "file")]
    assert recall.vaults() == ()
    recall.add_source(workspace, "desk")
    recall.sync(["desk"])
    assert recall.source_status("desk")[0].counts == {
        "daily": 2,
        "instructions": 1,
        "memory_file": 3,
    }
    assert recall.remove_source(workspace) == 6
    assert recall.sources() == ()
    assert found(recall, "brass sieves") == []


def test_what_cannot_be_added_is_refused(recall, workspace, tmp_path):
    with pytest.raises(SourceUnavailableError):
        recall.add_source(tmp_path / "none")
    with pytest.raises(UsageError, match="kind is 'notes'"):
        recall.add_source(workspace, kind="notes")
    with pytest.raises(UsageError, match="lies in the vault"):
        recall.add_source(tmp_path)  # the store is in it
    recall.add_vault(workspace)
    with pytest.raises(UsageError, match="was added as vault already"):
        recall.add_source(workspace)
    with pytest.raises(UnknownSourceError, match=r"No source 'work'\. Add one"):
        recall.remove_source("work")


@pytest.mark.parametrize(
    "text", ["", "\0", "- " * 5_000, "#" * 5_000, "---\n", "- a\n" * 5_000, "\r\n- a\r\n- b\r",
             " - a\n- b\n  - c\n - d", "1) x\n\n\n   y\n2) z"],
)  # fmt: skip
def test_any_text_is_a_memory_file(text):
    made = drafted(text)
    stops = [each.stop for each in made.passages]
    assert stops == sorted(stops)
    assert made.passages
