"""Section 23 of the rules: a small vault on disk, and all that is in it."""

import json

import pytest
from rulebook import edges_on_disk, write

from vault_sync import Vault, find_subpath
from vault_sync.note import parse

SOURCE = r"""[[Note]] [[./Note]] [[b/Deep|d]] [[Depth]] [[Old]] [x](Two%20Words.md) [[#Top]]

| c |
|---|
| [[Deep\|t]] |

`[[Note]]` \[\[Note\]\] ![[Two Words]]
"""
CARDS = [
    {"id": "1", "type": "file", "file": "a/b/Deep.md", "x": 0, "y": 0, "width": 9, "height": 9},
    {"id": "2", "type": "text", "text": "[[Two Words]]", "x": 9, "y": 0, "width": 9, "height": 9},
]
FILES = {
    "Note.md": "# Note\n## Plan\ntext ^p1\n### Plan\n",
    "a/Note.md": "inner",
    "a/src.md": SOURCE,
    "a/b/Deep.md": '---\naliases: [Depth]\ntags: [x/y]\nup: "[[Note]]"\nmore: "see [[Note]]"\n---\n#z',
    "z/Two Words.md": "%%\n[[Deep]] #hidden\n%%\n<!-- [[Note]] #gone -->",
    "board.canvas": json.dumps({"nodes": CARDS, "edges": []}),
    ".trash/Old.md": "[[Note]]",
}
EDGES = {
    "a/src.md": {
        "Note.md": 1,
        "a/Note.md": 1,
        "a/b/Deep.md": 2,
        "z/Two Words.md": 2,
        "a/src.md": 1,
        "?Depth": 1,
        "?Old": 1,
    },
    "a/b/Deep.md": {"Note.md": 1},
    "z/Two Words.md": {"a/b/Deep.md": 1},
    "board.canvas": {"a/b/Deep.md": 1, "z/Two Words.md": 1},
}
TAGS = {"a/b/Deep.md": ["x/y", "z"], "z/Two Words.md": ["hidden"]}


@pytest.fixture
def vault(tmp_path):
    write(tmp_path, FILES)
    return Vault.open(tmp_path)


def test_its_files_are_those_that_are_not_hidden(vault):
    assert {entry.path for entry in vault.census().files} == FILES.keys() - {".trash/Old.md"}


@pytest.mark.parametrize("line_end", ["\n", "\r\n", "\r"])
def test_its_links_lead_where_they_should_whatever_ends_its_lines(tmp_path, line_end):
    write(tmp_path, {path: text.replace("\n", line_end) for path, text in FILES.items()})
    assert edges_on_disk(tmp_path) == EDGES


def test_its_tags_are_those_of_body_and_properties(vault):
    paths = [entry.path for entry in vault.census().files if entry.kind == "note"]
    tags = {path: [tag.name for tag in parse(path, vault.read(path)).tags] for path in paths}
    assert {path: names for path, names in tags.items() if names} == TAGS


@pytest.mark.parametrize(
    ("subpath", "lines"), [("#plan", (1, 3)), ("#Plan#Plan", (3, 3)), ("#^P1", (2, 2))]
)
def test_its_subpaths_name_lines(vault, subpath, lines):
    assert find_subpath(parse("Note.md", vault.read("Note.md")), subpath) == lines
