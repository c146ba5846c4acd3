"""Links of real vaults against what Obsidian itself resolved in them."""

import json
import os
from collections import Counter
from pathlib import Path

import pytest

from vault_sync.note import parse
from vault_sync.resolve import Resolver
from vault_sync.vault import Vault

SHARED = Path(os.environ.get("RECALL_SHARED", Path(__file__).parents[2] / ".." / "shared"))
ORACLES = sorted((SHARED / "data" / "oracles").glob("*/expected.json"))


@pytest.mark.parametrize("expected_file", ORACLES, ids=lambda path: path.parent.name)
def test_links_lead_where_obsidian_says(expected_file: Path) -> None:
    expected = json.loads(expected_file.read_text(encoding="utf-8"))["notes"]
    vault = Vault.open(expected_file.parent / "notes")
    census = vault.census()
    resolver = Resolver(entry.path for entry in census.files)
    wanted: Counter[tuple[str, str]] = Counter()
    given: Counter[tuple[str, str]] = Counter()
    for source, row in expected.items():
        if not vault.contains(source) or not os.path.exists(os.path.join(vault.root, source)):
            continue
        wanted.update({(source, target): count for target, count in row["links"].items()})
        for link in parse(source, vault.read(source)).links:
            target = resolver.resolve(link.path, source).path
            if link.syntax != "property" and target is not None and target.endswith(".md"):
                given[source, target] += 1
    # what is left are files that were moved or changed after the export
    assert (wanted - given).total() <= 1
    assert (given - wanted).total() <= 1


def test_the_oracles_are_there() -> None:
    if not ORACLES:
        pytest.skip(f"no oracle vaults under {SHARED}; set RECALL_SHARED to test against them")
