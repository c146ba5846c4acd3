"""Transcripts: what a person types, sees on stdout and stderr, and the exit code.

``$ command`` begins an entry, ``2$ command`` one that ends with exit code 2; lines that begin
with ``2> `` went to stderr, all others to stdout. ``RECALL_UPDATE=1 pytest tests/cli`` writes
what the commands print into the files.
"""

import os
import re
import shlex
from pathlib import Path

import pytest
from commandline import recall

FOLDER = Path(__file__).parent
FILES = sorted(FOLDER.glob("*.txt"))
COMMAND = re.compile(r"^(\d*)\$ recall ?(.*)$")
MASKS = (
    # Scores move whenever the ranking is tuned; what they are is for tests/quality to say.
    (re.compile(r"^([0-9a-z]{8})  [01]\.\d\d  ", re.MULTILINE), r"\1  0.00  "),
    (re.compile(r'"score": [\d.]+'), '"score": 0'),
    (re.compile(r"\b\d+\.\d s\."), "0.0 s."),
    (re.compile(r'"(seconds|synced)": [\d.]+(e-\d+)?'), r'"\1": 0'),
)


def masked(text, *folders):
    for folder, name in folders:
        text = text.replace(str(folder), name)
    for pattern, replacement in MASKS:
        text = pattern.sub(replacement, text)
    return text


def played(text, *folders):
    """The transcript as it is when its commands are run anew."""
    lines = []
    is_head = True
    for line in text.splitlines():
        entry = COMMAND.match(line)
        if entry is None:
            if is_head:
                lines.append(line)
            continue
        is_head = False
        ran = recall(*shlex.split(entry[2]))
        lines.append(f"{ran.code or ''}$ recall {entry[2]}".rstrip())
        lines += masked(ran.out, *folders).splitlines()
        lines += [f"2> {line}".rstrip() for line in masked(ran.err, *folders).splitlines()]
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_commands_print_what_the_transcript_says(path, store, workshop, bare):
    if path.stem.startswith("new"):
        store.unlink()
    text = path.read_text(encoding="utf-8")
    found = played(text, (workshop, "/home/wen"), (bare, "/home/wen/.local"))
    assert "This is a bug in recall" not in found
    if os.environ.get("RECALL_UPDATE"):
        path.write_text(found, encoding="utf-8")
    assert found == path.read_text(encoding="utf-8")
