"""Vaults beside and inside each other, links that leave one, what a vault excludes, conflict copies."""

import json
import os

import pytest
from storehouse import Desk, take_back

from recall.api import Recall
from recall.store.schema import SYMLINKS
from vault_sync.uri import parse


@pytest.fixture
def two(desk, monkeypatch):
    """Two vaults whose folders are both called Vault; Obsidian knows both."""
    other = Desk(desk.folder / "elsewhere", "Vault")
    other.root.mkdir(parents=True, exist_ok=True)
    config = desk.folder / "config"
    (config / "obsidian").mkdir(parents=True)
    known = {"0123456789abcdef": str(desk.root), "fedcba9876543210": str(other.root)}
    registry = {"vaults": {key: {"path": path, "ts": 1} for key, path in known.items()}}
    (config / "obsidian" / "obsidian.json").write_text(json.dumps(registry))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(config))
    monkeypatch.setattr("sys.platform", "linux")
    return desk, other


def test_a_vault_is_called_by_its_id_where_another_has_its_name(two):
    desk, other = two
    desk.write("a.md", "alpha")
    other.write("b.md", "beta")
    desk.sync()
    assert parse(desk.hit("alpha").uri).vault == "Vault"
    desk.recall.add_vault(str(other.root), "Other")
    desk.recall.sync()
    assert parse(desk.hit("alpha").uri).vault == "0123456789abcdef"
    assert parse(desk.hit("beta").uri).vault == "fedcba9876543210"
    assert parse(desk.recall.uri("b")).vault == "fedcba9876543210"
    assert desk.recall.get(desk.hit("beta").uri).path == "b.md"


def test_a_vault_inside_another_belongs_to_both(desk):
    desk.write("outer.md", "pumps [[inner]]")
    desk.write("Sub/inner.md", "pumps of the mill")
    inner = desk.root / "Sub"
    desk.recall.add_vault(str(inner), "Sub")
    desk.recall.sync()
    found = [(hit.collection, hit.path) for hit in desk.search("mill").hits]
    assert sorted(found) == [("Sub", "inner.md"), ("Vault", "Sub/inner.md")]
    assert len({hit.id for hit in desk.search("mill").hits}) == 2
    assert desk.found("mill", vault="Sub") == ["inner.md"]
    desk.recall.remove_vault("Sub")
    assert desk.found("mill") == ["Sub/inner.md"]


@pytest.fixture
def linked(desk):
    outside = desk.folder / "outside"
    outside.mkdir()
    (outside / "far.md").write_text("pumps of another disk [[near]]")
    desk.write("near.md", "pumps here [[far]]")
    os.symlink(outside, desk.root / "Linked")
    os.symlink(desk.root, desk.root / "Loop")
    return desk


def test_links_out_of_a_vault_are_followed_only_when_the_user_says_so(linked):
    linked.sync()
    assert linked.found("pumps") == ["near.md"]
    status = linked.recall.add_vault(str(linked.root), follow_symlinks=True)
    assert status.follow_symlinks
    assert linked.sync().added == 1
    assert sorted(linked.found("pumps")) == ["Linked/far.md", "near.md"]
    assert linked.get("far").file_state == "as indexed"
    assert "another disk" in linked.get("far").text
    # Adding it again without a word leaves it so; saying no takes them out.
    assert linked.recall.add_vault(str(linked.root)).follow_symlinks
    assert not linked.recall.add_vault(str(linked.root), follow_symlinks=False).follow_symlinks
    assert linked.sync().removed == 1
    assert linked.found("pumps") == ["near.md"]


def test_a_store_from_before_links_were_followed_follows_none(linked):
    linked.sync()
    linked.close()
    take_back(linked.store, SYMLINKS)
    with Recall.open(linked.store, writable=True) as recall:
        assert not recall.vault_status("Vault")[0].follow_symlinks
        assert recall.sync()[0].unchanged == 1


def test_what_a_vault_excludes_resolves_but_is_not_found(desk):
    desk.settings(userIgnoreFilters=["Archive/"])
    desk.write("Archive/old.md", "pumps [[new]]")
    desk.write("new.md", "pumps [[old]]")
    desk.sync()
    assert desk.found("pumps") == ["new.md"]
    assert desk.found("-line:zzz") == ["new.md"]
    check = desk.recall.check_vault("Vault")[0]
    assert check.counts["unresolved-link"] == 0
    # The link from the excluded note counts: the other one is no orphan.
    assert check.counts["orphan"] == 0


def test_other_exclusions_hold_from_the_next_sync_on_though_no_note_changed(desk):
    desk.settings(userIgnoreFilters=["Archive/"])
    desk.write("Archive/old.md", "pumps")
    desk.write("new.md", "pumps")
    desk.sync()
    desk.settings(userIgnoreFilters=["new"])
    desk.sync()
    assert desk.found("pumps") == ["Archive/old.md"]
    desk.settings()
    desk.sync()
    assert sorted(desk.found("pumps")) == ["Archive/old.md", "new.md"]


@pytest.mark.parametrize(
    "name",
    [
        "Plan (conflicted copy laptop 202601021530).md",
        "Plan.sync-conflict-20260102-030405-ABCDEFG.md",
        "Plan (Sam's conflicted copy 2026-01-02).md",
    ],
)
def test_a_conflict_copy_is_found_behind_its_original_and_says_what_it_is(desk, name):
    desk.write("Plan.md", "---\naliases: [Scheme]\n---\nrules of the house")
    desk.write(name, "---\naliases: [Scheme]\n---\nrules of the house")
    desk.sync()
    first, second = desk.search("rules house", explain=True).hits
    assert (first.path, second.path) == ("Plan.md", name)
    assert second.status == "conflict copy"
    assert second.currency.status_factor == 0.6
    assert desk.found('status:"conflict copy"') == [name]


def test_a_note_about_conflicts_is_none(desk):
    desk.write("Conflict.md", "rules of the house")
    desk.write("My conflicted copy.md", "rules of the house")
    desk.sync()
    assert {hit.status for hit in desk.search("rules").hits} == {None}
