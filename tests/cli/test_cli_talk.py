"""Questions, progress and programs that the command line starts."""

import io
import sys

import pytest
from commandline import recall

from recall.cli.output import Progress


class Terminal(io.TextIOWrapper):
    """A stream that somebody looks at."""

    def __init__(self):
        super().__init__(io.BytesIO(), encoding="utf-8", newline="")

    def isatty(self):
        return True

    def shown(self):
        self.flush()
        return self.buffer.getvalue().decode()


@pytest.fixture
def clock(monkeypatch):
    moments = [0.0]
    monkeypatch.setattr("time.monotonic", lambda: moments[0])
    return moments


def test_a_short_task_shows_no_progress(monkeypatch, clock):
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    progress = Progress()
    clock[0] = 0.9
    progress("Reading", 64, 128)
    progress.clear()
    assert terminal.shown() == ""


def test_a_long_task_shows_one_line_and_takes_it_away(monkeypatch, clock):
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    progress = Progress()
    clock[0] = 1.1
    progress("Reading", 1_024, 6_571)
    progress("Reading", 6_571, 6_571)
    progress.clear()
    first, second = "Reading 1,024 of 6,571 files", "Reading 6,571 of 6,571 files"
    assert terminal.shown() == f"\r{first}\r{second}\r{' ' * len(second)}\r"


def test_nobody_at_the_terminal_sees_no_progress(capsys, clock):
    progress = Progress()
    clock[0] = 5.0
    progress("Reading", 64, 128)
    progress.clear()
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize(
    ("answer", "code", "left"), [("y\n", 0, ""), ("n\n", 130, "Seeds"), ("", 130, "Seeds")]
)
def test_removing_a_vault_asks_first(store, monkeypatch, answer, code, left):
    monkeypatch.setattr("recall.cli.vault.is_terminal", lambda stream: True)
    ran = recall("vault", "remove", "Seeds", typed=answer)
    assert ran.code == code
    assert "Forget the vault 'Seeds' and its 71 items? [y/N]" in ran.err
    assert recall("vault", "list").out.startswith(left)


def test_open_gives_the_address_to_the_system(store, monkeypatch):
    opened = []
    monkeypatch.setattr("click.launch", lambda uri: opened.append(uri) or 0)
    assert recall("open", "Sync by signed bundles#Context") == (0, "", "")
    assert opened == [
        "obsidian://open?vault=vault&file=Decisions%2FSync%20by%20signed%20bundles%23Context"
    ]


def test_open_without_an_opener_says_so(store, monkeypatch):
    monkeypatch.setattr("click.launch", lambda uri: 1)
    ran = recall("open", "Glossary")
    assert ran.code == 1
    assert ran.err.startswith(
        "recall: No program opened 'obsidian://open?vault=vault&file=Glossary'"
    )
