"""Notes of real vaults against what Obsidian itself read in them."""

import json
import os
from collections import Counter
from pathlib import Path

import pytest

from vault_sync.note import parse

SHARED = Path(os.environ.get("RECALL_SHARED", Path(__file__).parents[3] / "shared")) / "data"
VAULTS = ("belief", "csnote", "mathgraph", "michik0", "oldvault", "university")


@pytest.mark.parametrize("name", VAULTS)
def test_tags_aliases_and_headings_are_those_that_obsidian_exported(name: str) -> None:
    folder = SHARED / "oracles" / name
    if not folder.exists():
        pytest.skip(f"the vault {name} is not here")
    expected = json.loads((folder / "expected.json").read_text("utf-8"))["notes"]
    suspects = json.loads((folder / "suspects.json").read_text("utf-8"))
    changed = {
        *suspects["headings_differ"],
        *suspects["content_missing"],
        *suspects["only_in_export"],
    }
    for path in sorted(expected.keys() - changed):
        note = parse(path, (folder / "notes" / path).read_bytes())
        assert sorted({tag.name.lower() for tag in note.tags}) == sorted(expected[path]["tags"]), (
            path
        )
        assert list(note.aliases) == expected[path]["aliases"], path
        assert Counter((found.level, found.text) for found in note.headings) == Counter(
            (level, text) for level, text in expected[path]["headings"]
        ), path
