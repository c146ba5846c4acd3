"""A disk without room: the store is as it was before, and catches up once there is room."""

import os
import shutil
import subprocess
import sys

import pytest
from storehouse import Desk, check, dump

from recall.errors import StoreFullError
from recall.store import database


@pytest.fixture
def filled(desk):
    """A desk whose store has twenty notes about pumps, closed."""
    for number in range(20):
        desk.write(
            f"Note {number}.md", f"# Pump {number}\n\nwater pumps of kind{number} [[Note 1]]\n" * 5
        )
    desk.sync()
    desk.close()
    return desk


def test_a_full_store_is_left_as_it_was(filled, monkeypatch):
    before = dump(filled.store)
    connect = database._connect

    def small(path, *, writable):
        connection = connect(path, writable=writable)
        connection.pragma("max_page_count", connection.pragma("page_count") + 4)
        return connection

    monkeypatch.setattr(database, "_connect", small)
    for number in range(20):
        filled.write(f"New {number}.md", f"volcano {number} " * 2_000)
    with pytest.raises(
        StoreFullError, match=r"the disk is full. Nothing was changed. Make room, then try again"
    ):
        filled.sync()
    filled.close()
    assert dump(filled.store) == before
    monkeypatch.undo()
    assert filled.sync().added == 20
    assert len(filled.found("volcano")) == 20


@pytest.mark.slow
@pytest.mark.skipif(os.geteuid() != 0, reason="mounting a small disk needs root")
def test_a_full_disk_at_any_point_leaves_the_old_state_or_the_new(tmp_path):
    disk = tmp_path / "disk"
    disk.mkdir()
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=4m", "tmpfs", str(disk)], check=False
    )
    if mounted.returncode:
        pytest.skip("no tmpfs can be mounted here")
    try:
        outcomes = {
            _sync_with_room(tmp_path / f"try{room}", disk, room) for room in range(0, 1_800, 150)
        }
    finally:
        subprocess.run(["umount", "--lazy", str(disk)], check=True)
    assert outcomes == {"full", "done"}


def _sync_with_room(folder, disk, room):
    """Sync a megabyte of notes with so many KiB to spare; says how it went."""
    desk = Desk(folder)
    desk.store = str(disk / "recall.db")
    desk.write("old.md", "old volcano")
    desk.sync()
    desk.close()
    before = dump(desk.store)
    for number in range(60):
        desk.write(
            f"New {number}.md",
            f"volcano {number} " + " ".join(str(n * number) for n in range(2_000)),
        )
    filler = disk / "filler"
    free = shutil.disk_usage(disk).free
    filler.write_bytes(bytes(max(free - room * 1_024, 0)))
    try:
        desk.sync()
        outcome = "done"
    except StoreFullError:
        outcome = "full"
    finally:
        desk.close()
    filler.unlink()
    if outcome == "full":
        assert dump(desk.store) == before
    check(desk.store)
    desk.sync()
    assert len(desk.found("volcano", limit=100)) == 61
    desk.close()
    for file in disk.iterdir():
        file.unlink()
    return outcome


def test_a_limit_on_the_size_of_files_leaves_the_store_as_it_was(filled):
    filled.write("big.md", " ".join(str(number) for number in range(40_000)))
    before = dump(filled.store)
    program = (
        "import resource, signal, sys\n"
        "signal.signal(signal.SIGXFSZ, signal.SIG_IGN)\n"
        f"resource.setrlimit(resource.RLIMIT_FSIZE, ({64 * 1_024},) * 2)\n"
        "from recall.api import Recall\n"
        "from recall.errors import RecallError\n"
        "try:\n"
        "    Recall.open(sys.argv[1], writable=True).sync()\n"
        "except RecallError as error:\n"
        "    print(type(error).__name__, error)\n"
    )
    ran = subprocess.run(
        [sys.executable, "-c", program, filled.store],
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    assert "cannot be read or written: disk I/O error" in ran.stdout, ran.stdout + ran.stderr
    assert dump(filled.store) == before
