"""Vaults beside and inside each other, links that leave one, what a vault excludes, conflict copies."""

import json
import os

import pytest
from storehouse import Desk, dump, take_back

from recall.api import Recall
from recall.errors import AmbiguousNameError, NotFoundError
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
        report = recall.sync()[0]
        assert (report.unchanged + report.changed, report.added) == (1, 0)


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


def test_an_address_that_means_two_vaults_alike_is_not_guessed(two, monkeypatch):
    desk, other = two
    desk.write("Plan.md", "alpha")
    other.write("Plan.md", "beta")
    other.write("Only other.md", "beta")
    desk.recall.add_vault(str(other.root), "Other")
    desk.recall.sync()
    with pytest.raises(AmbiguousNameError, match=r"'Vault/Plan\.md', 'Other/Plan\.md'"):
        desk.get("obsidian://open?vault=Vault&file=Plan")
    assert desk.get("obsidian://open?vault=Vault&file=Only%20other").collection == "Other"
    assert desk.get("obsidian://open?vault=fedcba9876543210&file=Plan").collection == "Other"
    assert desk.get(f"obsidian://open?path={other.root}/Plan.md").collection == "Other"
    know_only(desk, other)
    assert desk.get("obsidian://open?vault=Vault&file=Plan").collection == "Other"
    monkeypatch.setenv("XDG_CONFIG_HOME", str(desk.folder / "nowhere"))
    with pytest.raises(AmbiguousNameError):
        desk.get("obsidian://open?vault=Vault&file=Plan")


def know_only(desk, other):
    """The app forgets the first vault."""
    registry = desk.folder / "config" / "obsidian" / "obsidian.json"
    registry.write_text(json.dumps({"vaults": {"fedcba9876543210": {"path": str(other.root)}}}))


@pytest.mark.parametrize("order", [(0, 1), (1, 0)], ids=["outer first", "inner first"])
def test_a_link_of_an_inner_vault_leads_to_a_file_of_the_vault_it_is_read_in(desk, order):
    inner = Desk(desk.root, "Inner")
    desk.write("a.md", "kelp [[b]]")
    inner.write("b.md", "kelp [[a]] [[c]]")
    inner.write("c.md", "eel")
    with Recall.open(desk.store, writable=True) as recall:
        for at in order:
            recall.add_vault((desk.root, inner.root)[at])
            recall.sync()
        hits = recall.search("kelp").results.hits
        assert {hit.full_path: hit.uri for hit in hits} == {
            "Vault/a.md": "obsidian://open?vault=Vault&file=a",
            "Vault/Inner/b.md": "obsidian://open?vault=Vault&file=Inner%2Fb",
            "Inner/b.md": "obsidian://open?vault=Inner&file=b",
        }
        # The most specific vault holds an absolute path (R272).
        assert recall.get(f"obsidian://open?path={inner.root}/b.md").collection == "Inner"
    edges = {(row[0], row[5]): row[1] for row in dump(desk.store)["edges"]}
    assert edges["Inner/b.md", "a"] == "a.md"
    assert edges["b.md", "a"] is None
    assert edges["b.md", "c"] == "c.md"


def test_nothing_outside_is_read_unless_it_is_asked_for(linked):
    report = linked.sync()
    assert {finding.code for finding in report.findings} == {"symlink-outside"}
    for address in ("Linked/far.md", "far", "../outside/far.md"):
        with pytest.raises(NotFoundError):
            linked.get(address)


def test_what_links_lead_to_is_followed_through_changes_and_absence(linked):
    linked.recall.add_vault(linked.root, follow_symlinks=True)
    linked.sync()
    assert linked.sync().unchanged == 2
    (linked.folder / "outside" / "far.md").write_text("pumps, changed")
    assert linked.get("far").file_state == "changed"
    assert linked.sync().changed == 1
    os.rename(linked.folder / "outside", linked.folder / "unmounted")
    assert linked.sync().removed == 0
    assert "Linked/far.md" in linked.found("pumps")
    read = linked.get("far")
    assert (read.text, read.file_state) == ("pumps, changed", "away")
