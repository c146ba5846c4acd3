"""Every example in a help and in the manual does what it shows: it runs and ends with 0."""

import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import click
import pytest
from commandline import recall

from recall.cli.group import COMMANDS
from recall.cli.group import recall as group

GUIDES = Path(__file__).parents[2] / "recall" / "guides"
BLOCK = re.compile(r"^```sh\n(.*?)^```", re.MULTILINE | re.DOTALL)
WRITTEN_BY_OTHERS = {"eval"}


def commands(command=group, name="recall"):
    yield name, command
    if isinstance(command, click.Group):
        context = click.Context(command)
        for each in command.list_commands(context):
            if each not in WRITTEN_BY_OTHERS:
                yield from commands(command.get_command(context, each), f"{name} {each}")


@pytest.fixture(scope="module", autouse=True)
def tidied(workshop):
    """Blocks of a page go on from each other's files; for other tests the workshop is as before."""
    before = set(workshop.iterdir())
    yield
    for path in set(workshop.iterdir()) - before:
        shutil.rmtree(path) if path.is_dir() else path.unlink()


def shown_examples(help_text):
    _, _, below = help_text.partition("\nExamples:\n")
    return [line.strip() for line in below.partition("\n\n")[0].splitlines()]


EXAMPLES = [
    line for name, _ in commands() for line in shown_examples(recall(*name.split()[1:], "-h").out)
]
GUIDE_BLOCKS = [
    pytest.param(block, id=f"{page.stem}-{number}")
    for page in sorted(GUIDES.glob("*.md"))
    for number, block in enumerate(BLOCK.findall(page.read_text(encoding="utf-8")), 1)
]


@pytest.mark.parametrize("name", [name for name, _ in commands()])
def test_every_command_has_a_summary_and_examples(name):
    ran = recall(*name.split()[1:], "--help")
    assert ran.code == 0
    assert shown_examples(ran.out)
    assert all(line.startswith(name) for line in shown_examples(ran.out))


@pytest.mark.parametrize("name", [name for name, _ in commands() if name.count(" ") == 1])
def test_the_table_says_of_a_command_what_its_help_says(name):
    command = name.split()[1]
    assert recall(command, "--help").out.splitlines()[2].strip() == COMMANDS[command][2]


@pytest.mark.parametrize("line", dict.fromkeys(EXAMPLES))
def test_an_example_of_a_help_runs(line, store, obsidian, bare):
    if line.startswith("recall source"):
        (bare / "home" / ".codex" / "sessions").mkdir(parents=True)
        if not line.startswith("recall source add fixtures"):
            recall("source", "add", "fixtures/workspace")
    if "|" in line or "$(" in line:
        assert shell(line, store).returncode == 0
    else:
        ran = recall(*shlex.split(line)[1:])
        assert ran.code == 0, ran.err


@pytest.mark.slow
@pytest.mark.parametrize("block", GUIDE_BLOCKS)
def test_an_example_of_the_manual_runs(block, store):
    ran = shell(f"set -e\n{block}", store)
    assert ran.returncode == 0, ran.stderr


def shell(script, store):
    """Run a script with ``recall`` on the path, for xargs to find."""
    program = store.with_name("recall")
    program.write_text(f'#!/bin/sh\nexec {shlex.quote(sys.executable)} -m recall "$@"\n')
    program.chmod(0o755)
    return subprocess.run(
        ["bash", "-c", script],
        env={**os.environ, "PATH": f"{store.parent}:{os.environ['PATH']}"},
        stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip
