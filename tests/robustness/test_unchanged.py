"""What must not happen: reading an unchanged vault again, writing by searching."""

import os
from pathlib import Path

import apsw
import pytest
from storehouse import Desk, photograph

from recall.api import Recall
from vault_sync.vault import Vault


@pytest.fixture
def synced(desk):
    for number in range(30):
        desk.write(
            f"folder {number % 3}/Note {number}.md",
            f"# Pump\n\nwater pumps {number} [[Note 1|one]] #tag\n",
        )
    desk.write(
        "board.canvas", '{"nodes": [{"id": "1", "type": "text", "text": "pumps [[Note 2]]"}]}'
    )
    desk.write("picture.png", b"\x89PNG")
    desk.write("table.base", "filters: x")
    desk.write("bad.md", "---\ntitle: a: b: [\n---\nbody")
    desk.sync()
    return desk


@pytest.fixture
def reads(monkeypatch):
    """Paths of the files of vaults that are read."""
    read, paths = Vault.read, []

    def counting(self, path):
        paths.append(path)
        return read(self, path)

    monkeypatch.setattr(Vault, "read", counting)
    return paths


def fingerprint(store):
    connection = apsw.Connection(store, flags=apsw.SQLITE_OPEN_READONLY)
    version = (
        connection.pragma("data_version"),
        connection.execute("select max(synced) from collections").get,
    )
    connection.close()
    return version, Path(store).read_bytes(), os.stat(store).st_mtime_ns


def test_a_second_sync_reads_no_file_and_writes_nothing(synced, reads):
    synced.close()
    before = fingerprint(synced.store)
    watcher = apsw.Connection(synced.store)
    version = watcher.pragma("data_version")
    report = synced.sync()
    assert watcher.pragma("data_version") == version, "something was committed"
    watcher.close()
    synced.close()
    assert reads == []
    assert fingerprint(synced.store) == before
    assert (report.added, report.changed, report.moved, report.removed, report.unchanged) == (
        0,
        0,
        0,
        0,
        34,
    )
    assert [each.code for each in report.findings] == ["invalid-yaml"]


def test_a_sync_reads_only_what_changed(synced, reads):
    synced.write("folder 1/Note 1.md", "# Pump\n\nair pumps\n")
    synced.write("folder 2/Note 99.md", "new")
    synced.delete("folder 0/Note 0.md")
    report = synced.sync()
    assert sorted(reads) == ["folder 1/Note 1.md", "folder 2/Note 99.md"]
    assert (report.added, report.changed, report.removed, report.unchanged) == (1, 1, 1, 32)


def test_a_file_with_a_new_time_is_looked_at_once(synced, reads):
    os.utime(synced.root / "bad.md", (1_000_000_000, 1_000_000_000))
    assert synced.sync().changed == 0
    assert synced.sync().changed == 0
    assert reads == ["bad.md"]
    assert synced.get("bad").date == "2001-09-09"


@pytest.mark.parametrize("left_open", [False, True], ids=["at rest", "while a writer has it open"])
def test_searching_and_reading_write_nothing(synced, left_open):
    if not left_open:
        synced.close()
    with Recall.open(synced.store) as recall:  # SQLite makes its marks of readers here
        recall.search("pumps")
    folder = Path(synced.store).parent

    def picture():
        return {
            path: facts[-1]
            for path, facts in photograph(folder).items()
            if not path.endswith("-shm")
        }

    before = picture()
    times = os.stat(synced.store).st_mtime_ns
    with Recall.open(synced.store) as recall:
        for query in ("pumps", "vualt", "tag:tag water", '"water pumps" -air', "[x:1]", ""):
            recall.search(query, explain=True, detail="full", as_of=0.0)
            recall.search(query, half_life_days=1)
        recall.get("Note 1")
        recall.vault_status()
        recall.uri("Note 1")
    assert picture() == before
    assert os.stat(synced.store).st_mtime_ns == times


def test_a_search_of_a_folder_syncs_what_changed_and_nothing_else(tmp_path, reads):
    desk = Desk(tmp_path)
    desk.write("a.md", "water pumps")
    for expected in (["a.md"], []):
        reads.clear()
        recall, _ = Recall.of_vault(str(desk.root))
        with recall:
            assert [hit.path for hit in recall.search("pumps").results.hits] == ["a.md"]
            store = recall.store_path
        assert reads == expected
    assert store.startswith(str(tmp_path))
    assert not Path(desk.store).exists()
