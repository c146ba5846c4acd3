"""Backlinks of real vaults, counted against what Obsidian itself resolved in them."""

import json
import os
from collections import Counter
from pathlib import Path

import pytest

from recall.api import Recall

SHARED = Path(os.environ.get("RECALL_SHARED", Path(__file__).parents[2] / ".." / "shared"))
ORACLES = sorted((SHARED / "data" / "oracles").glob("*/expected.json"))


@pytest.mark.slow
@pytest.mark.parametrize("expected_file", ORACLES, ids=lambda path: path.parent.name)
def test_backlinks_are_those_that_obsidian_counts(expected_file, tmp_path):
    expected = json.loads(expected_file.read_text(encoding="utf-8"))["notes"]
    notes = expected_file.parent / "notes"
    wanted, given = Counter(), Counter()
    targets = set()
    for source, row in expected.items():
        for target, count in row["links"].items():
            if target != source and (notes / source).exists() and (notes / target).exists():
                wanted[source, target] += count
                targets.add(target)
    with Recall.open(tmp_path / "recall.db", writable=True) as recall:
        recall.add_vault(notes)
        recall.sync()
        for target in targets:
            for link in recall.backlinks(target, limit=5_000).backlinks:
                # Obsidian's export has neither properties nor canvases.
                if link.path in expected and link.origin != "property":
                    given[link.path, target] += 1
    # what is left are files that were moved or changed after the export
    assert (wanted - given).total() <= 1
    assert (given - wanted).total() <= 1


def test_the_oracles_are_there():
    if not ORACLES:
        pytest.skip(f"no oracle vaults under {SHARED}; set RECALL_SHARED to test against them")
