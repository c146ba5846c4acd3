"""The README's examples print what the README says."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner

from recall.cli.door import run

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```console\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)
# What a reader's machine decides: how long it took, where the next page begins, the id of a memory.
PASSING = re.compile(r"^(?:Added |Seeds: |\d+ more: |\w{8}  \S+  The hub listens|Not stored again)")


def examples(block: str) -> list[tuple[str, list[str]]]:
    """Commands of a block, each with the lines below it."""
    found: list[tuple[str, list[str]]] = []
    for line in block.splitlines():
        if line.startswith("$ "):
            found.append((line[2:], []))
        else:
            found[-1][1].append(line)
    return found


def printed(output: str) -> list[str]:
    return [line for line in output.splitlines() if not PASSING.match(line)]


def ran(arguments: list[str]) -> tuple[int, str, str]:
    with CliRunner().isolation() as streams:
        code = run(arguments)
        out, err = (stream.getvalue().decode() for stream in streams[:2])
    return code, out, err


def test_every_console_block_prints_what_stands_below_its_commands(tmp_path, monkeypatch):
    monkeypatch.chdir(ROOT)
    monkeypatch.setenv("RECALL_STORE", str(tmp_path / "store.db"))
    monkeypatch.setenv("RECALL_CONFIG", str(tmp_path / "none.toml"))
    assert len(BLOCKS) >= 5
    for block in BLOCKS:
        for command, expected in examples(block):
            program, *arguments = shlex.split(command)
            assert program == "recall"
            code, out, err = ran(arguments)
            assert code == 0, command
            shown = "\n".join(printed(out) + printed(err)).strip()
            assert shown == "\n".join(printed("\n".join(expected))).strip(), command


def test_the_python_example_runs(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(ROOT)
    monkeypatch.setenv("RECALL_STORE", str(tmp_path / "store.db"))
    ran(["vault", "add", "fixtures/vault"])
    (program,) = re.findall(r"^```python\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)
    exec(compile(program, "README.md", "exec"), {})
    assert "Projects/The Crock.md#L" in capsys.readouterr().out


@pytest.mark.parametrize("needed", ["-m pytest", "recall search"])
def test_a_newcomer_needs_one_line(needed):
    lines = [line for line in README.splitlines() if line.startswith("python3 -m venv")]
    assert len([line for line in lines if needed in line]) == 1
