"""Several programs that save memories at once, and one that is killed in the middle."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from storehouse import check

from recall.api import Recall

ROOT = Path(__file__).parents[2]
BOUND_SECONDS = 240

SAVING = """
import sys
from recall.api import Recall
store, name, count = sys.argv[1], sys.argv[2], int(sys.argv[3])
with Recall.open(store, writable=True) as recall:
    for number in range(count):
        answer = recall.remember(f"{name} number {number} stands on shelf {number * 7}", client=name)
        assert not answer.duplicate, answer
        print(answer.memory.id, flush=True)
"""

SHARED = """
import sys
from recall.api import Recall
with Recall.open(sys.argv[1], writable=True) as recall:
    new = sum(not recall.remember(f"the crate {number} is full").duplicate for number in range(60))
print(new)
"""


def start(program, *arguments):
    return subprocess.Popen(
        [sys.executable, "-c", program, *arguments],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=ROOT,
    )  # fmt: skip


@pytest.mark.slow
def test_two_programs_remember_a_thousand_each_at_the_same_time(tmp_path):
    store = str(tmp_path / "recall.db")
    saving = [start(SAVING, store, name, "1000") for name in ("jars", "boxes")]
    printed = []
    for process in saving:
        out, err = process.communicate(timeout=BOUND_SECONDS)
        assert (process.returncode, err) == (0, "")
        printed += out.split()
    with Recall.open(store) as recall:
        assert recall.list_memories(limit=1).total == 2_000
        assert len(set(printed)) == 2_000
        assert recall.search("jars 700", limit=1).results.hits
    check(store)


@pytest.mark.slow
def test_two_programs_that_save_the_same_things_store_each_once(tmp_path):
    store = str(tmp_path / "recall.db")
    saving = [start(SHARED, store) for _ in range(2)]
    counts = []
    for process in saving:
        out, err = process.communicate(timeout=BOUND_SECONDS)
        assert (process.returncode, err) == (0, "")
        counts.append(int(out))
    assert sum(counts) == 60
    check(store)


@pytest.mark.slow
@pytest.mark.parametrize("delay", [0.05, 0.2, 0.5])
def test_a_kill_loses_nothing_that_was_answered(tmp_path, delay):
    store = str(tmp_path / "recall.db")
    process = start(SAVING, store, "jars", "100000")
    assert process.stdout is not None
    first = process.stdout.readline().strip()
    time.sleep(delay)
    os.kill(process.pid, signal.SIGKILL)
    rest = process.communicate(timeout=BOUND_SECONDS)[0].splitlines()
    answered = [first, *(line for line in rest if len(line) == 8)]
    check(store)
    with Recall.open(store, writable=True) as recall:
        for public_id in answered:
            assert recall.memory(public_id).id == public_id
            assert [change.action for change in recall.history(public_id)] == ["remember"]
        total = recall.list_memories().total
        assert len(answered) <= total <= len(answered) + 1
        assert recall.remember("one more thing").memory
