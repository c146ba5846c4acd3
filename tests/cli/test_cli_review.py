"""``recall review`` on a terminal: one key an answer."""

import os
import pty
import select
import subprocess
import sys
import termios
import time

import pytest
from commandline import recall

from recall.api import Recall


@pytest.fixture
def full(bare, monkeypatch):
    monkeypatch.undo()
    path = str(bare / "review.db")
    with Recall.open(path, writable=True) as opened:
        opened.remember("The hub listens on port 8443", scope="global")
        opened.remember("The hub listens on port 9443", scope="global")
        opened.remember("Ends tomorrow", ttl=86_400)
    return path


def answered(store, keys):
    """Exit code and output of a review whose questions are answered with these keys."""
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "recall", "--store", store, "review"],
        stdin=theirs, stdout=theirs, stderr=theirs, cwd=os.path.dirname(store),
        env={**os.environ, "PYTHONPATH": os.getcwd(), "TERM": "dumb"},
    )  # fmt: skip
    os.close(theirs)
    shown, end = b"", time.monotonic() + 30
    waiting = list(keys)
    while time.monotonic() < end:
        ready, _, _ = select.select([ours], [], [], 0.2)
        if ready:
            try:
                piece = os.read(ours, 65_536)
            except OSError:
                break
            if not piece:
                break
            shown += piece
        # A key that comes before the question is thrown away.
        asked = shown.count(b"q quit") > (len(keys) - len(waiting))
        if waiting and asked and not termios.tcgetattr(ours)[3] & termios.ICANON:
            os.write(ours, waiting.pop(0).encode())
    os.close(ours)
    return process.wait(30), shown.decode()


def test_each_finding_is_answered_with_a_key(full):
    code, shown = answered(full, "nk")
    assert code == 0, shown
    assert "[1/2] contradiction" in shown
    assert "[2/2] fading" in shown
    with Recall.open(full) as opened:
        assert opened.review().counts["contradiction"] == 0
        assert [each.action for each in opened.log(limit=2)] == ["replace", "replace"]
        assert {each.reason for each in opened.log(limit=2)} == {"review"}


def test_what_is_skipped_or_left_is_still_there(full):
    assert answered(full, "sq")[0] == 1
    with Recall.open(full) as opened:
        assert len(opened.review().findings) == 2


def test_without_a_terminal_nothing_is_asked(full):
    ran = recall("--store", full, "review")
    assert ran.code == 1
    assert ran.out.startswith("contradiction: ")
    assert recall("--store", full, "review", "--kind", "superseded").code == 0
