"""Syncs that are stopped anywhere, and several at once: the store stays whole and catches up."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import apsw
import pytest
from storehouse import check, dump

from recall.api import Recall

ROOT = Path(__file__).parents[2]
NOTES = 60
BOUND_SECONDS = 60

STOPPING = """
import os, signal, sys
from recall.api import Recall
from recall.sources import changed_files, waves
from recall.store import edges, items, passage_index, writing
store, place, count, number = sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
changed_files.CHUNK, waves.WAVE_SECONDS = 25, -1.0
module, name = place.split(".")
original = getattr(globals()[module], name)
calls = 0
def stopping(*arguments, **options):
    global calls
    calls += 1
    if calls == count:
        os.kill(os.getpid(), number)
    return original(*arguments, **options)
setattr(globals()[module], name, stopping)
Recall.open(store, writable=True).sync()
"""

PLACES = [
    ("changed_files.read", 1),
    ("changed_files.read", 3),
    ("items.move", 1),
    ("writing.write", 1),
    ("writing.write", 2),
    ("writing.link", 2),
    ("edges.resolve", 3),
    ("edges.supersede", 1),
    ("passage_index.refresh", 1),
    ("passage_index.refresh", 3),
]


@pytest.fixture
def grown(desk):
    """A synced vault that then changed in every way, with more of it to write than one wave."""
    for number in range(NOTES):
        desk.write(
            f"Note {number}.md", f"# Head\n\nalpha {number} [[Note {number + 1}|next one]]\n"
        )
    desk.sync()
    desk.close()
    for number in range(20, NOTES):
        desk.write(
            f"Note {number}.md",
            f"# Head\n\nbeta {number} [[Note {number + 1}|next two]]\n",
            days_old=-1,
        )
    for number in range(5):
        desk.move(f"Note {number}.md", f"moved/Note {number}.md")
    for number in range(5, 10):
        desk.delete(f"Note {number}.md")
    for number in range(30):
        desk.write(f"New {number}.md", f"supersedes nothing, beta [[Note {number}]]")
    return desk


def run(program, *arguments):
    return subprocess.run(
        [sys.executable, "-c", program, *arguments],
        capture_output=True, text=True, timeout=BOUND_SECONDS, cwd=ROOT, check=False,
    )  # fmt: skip


def start_sync(store):
    return subprocess.Popen(
        [sys.executable, "-m", "recall", "sync", "--store", store],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=ROOT,
    )  # fmt: skip


def assert_it_recovers(desk):
    """The store is whole as it was left, and the next sync makes it equal to a fresh one."""
    check(desk.store)
    with Recall.open(desk.store) as recall:
        assert recall.search("alpha OR beta", limit=200).results.hits
    desk.sync()
    desk.close()
    fresh = desk.fresh()
    fresh.sync()
    fresh.close()
    check(desk.store)
    assert dump(desk.store) == dump(fresh.store)


@pytest.mark.parametrize(
    ("place", "count"), PLACES, ids=[f"{place}-{count}" for place, count in PLACES]
)
def test_a_sync_killed_anywhere_loses_nothing(grown, place, count):
    ran = run(STOPPING, grown.store, place, str(count), str(int(signal.SIGKILL)))
    assert ran.returncode == -signal.SIGKILL, ran.stderr
    assert_it_recovers(grown)


@pytest.mark.parametrize(("place", "count"), [PLACES[0], PLACES[3], PLACES[-1]])
def test_a_sync_that_is_interrupted_loses_nothing(grown, place, count):
    ran = run(STOPPING, grown.store, place, str(count), str(int(signal.SIGINT)))
    assert "KeyboardInterrupt" in ran.stderr
    assert_it_recovers(grown)


@pytest.mark.slow
@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGINT, signal.SIGTERM])
def test_a_sync_stopped_at_any_time_loses_nothing(grown, number):
    for delay in (0.12, 0.16, 0.2, 0.25, 0.3, 0.4):
        process = start_sync(grown.store)
        try:
            process.communicate(timeout=delay)
        except subprocess.TimeoutExpired:
            process.send_signal(number)
        _, err = process.communicate(timeout=BOUND_SECONDS)
        # On a busy machine Python itself may still be starting: what it prints then is its own.
        assert "Traceback" not in err or "in main" not in err, err
        check(grown.store)
    assert_it_recovers(grown)


def test_several_syncs_at_once_wait_or_say_that_one_is_at_work(grown):
    processes = [start_sync(grown.store) for _ in range(3)]
    for process in processes:
        _, err = process.communicate(timeout=BOUND_SECONDS)
        assert process.returncode in (0, 75), err
        if process.returncode == 75:
            assert "Try again" in err
    assert 0 in [process.returncode for process in processes]
    check(grown.store)
    grown.close()
    fresh = grown.fresh()
    fresh.sync()
    fresh.close()
    assert dump(grown.store) == dump(fresh.store)


def test_several_programs_may_make_the_same_store_at_once(desk):
    desk.write("a.md", "first words")
    program = (
        "import sys\n"
        "from recall.api import Recall\n"
        "with Recall.open(sys.argv[1], writable=True) as recall:\n"
        "    recall.add_vault(sys.argv[2], 'Vault')\n"
        "    recall.sync()\n"
    )
    processes = [
        subprocess.Popen(
            [sys.executable, "-c", program, desk.store, str(desk.root)],
            stderr=subprocess.PIPE, text=True, cwd=ROOT,
        )
        for _ in range(5)
    ]  # fmt: skip
    for process in processes:
        _, err = process.communicate(timeout=BOUND_SECONDS)
        assert process.returncode == 0, err
    assert [each.name for each in desk.recall.vaults()] == ["Vault"]
    assert desk.found("first") == ["a.md"]


def test_a_reader_does_not_wait_for_a_writer(desk):
    desk.write("note.md", "alpha")
    desk.sync()
    desk.close()
    writer = apsw.Connection(desk.store)
    writer.execute("begin immediate; update items set title = 'being written'")
    with Recall.open(desk.store) as recall:  # had it to wait, it would be told to try again
        (hit,) = recall.search("alpha").results.hits
    assert hit.title == "note"
    writer.execute("rollback")
    writer.close()


def test_readers_see_the_old_index_or_the_new_one(desk):
    for number in range(300):
        desk.write(f"Note {number}.md", f"alpha {number}")
    desk.sync()
    desk.close()
    for number in range(300):
        desk.write(f"Note {number}.md", f"beta {number}", days_old=-1)
    seen = set()
    process = start_sync(desk.store)
    deadline = time.monotonic() + BOUND_SECONDS
    while process.poll() is None:
        assert time.monotonic() < deadline
        with Recall.open(desk.store) as recall:
            old, new = (
                {hit.path for hit in recall.search(word, limit=1_000, words_only=True).results.hits}
                for word in ("alpha", "beta")
            )
        seen |= {len(old), len(new)}
    assert process.communicate()[1] == ""
    assert seen <= {0, 300}
    assert len(desk.found("beta", limit=1_000)) == 300


def test_a_reader_with_an_open_view_does_not_stop_a_sync(grown):
    from recall.store.database import open_store

    store = open_store(grown.store, writable=False)
    with store.read():
        assert store.connection.execute("select count(*) from items").get == NOTES
        report = grown.sync()
        assert report.added
    store.close()


def test_nothing_is_left_beside_the_store_but_its_locks(grown):
    grown.sync()
    grown.close()
    names = sorted(os.listdir(Path(grown.store).parent))
    assert names == ["recall.db", "recall.db.embed-lock", "recall.db.sync-lock"]
