"""Several vaults in one store: every hit says whose it is, and its address leads back to it."""

import json
import shutil

import pytest
from commandline import recall

SEARCH = ("search", "yellow bean", "--limit", "4")


@pytest.fixture
def two(store, bare):
    """A second vault with the same notes, and a folder that is called like the first."""
    second = bare / "second"
    shutil.copytree("fixtures/vault", second)
    (second / "Seeds").mkdir()
    (second / "Seeds" / "Home.md").write_text("Nothing but kelp.")
    assert recall("vault", "add", str(second), "--name", "Second").code == 0
    return second


def test_an_address_leads_to_the_note_of_its_vault(two):
    hits = json.loads(recall(*SEARCH, "--json").out)["hits"]
    assert {hit["collection"] for hit in hits} == {"Seeds", "Second"}
    for hit in hits:
        assert hit["address"] == f"{hit['collection']}/{hit['citation']}"
        read = json.loads(recall("get", hit["address"], "--json").out)
        assert (read["id"], read["collection"]) == (hit["id"], hit["collection"])
        assert recall("open", hit["address"], "--print").code == 0
    printed = recall(*SEARCH, "--detail", "index").out.splitlines()
    assert [line.rpartition(" — ")[2] for line in printed] == [hit["address"] for hit in hits]
    paths = recall(*SEARCH, "--paths").out.splitlines()
    assert paths == [f"{hit['collection']}/{hit['path']}" for hit in hits]
    assert recall(*SEARCH, "-0").out.split("\0")[:-1] == paths


def test_where_one_vault_is_asked_its_name_is_left_out(two):
    for hit in json.loads(recall(*SEARCH, "--vault", "Second", "--json").out)["hits"]:
        assert hit["address"] == hit["citation"]
    assert "Second/" not in recall(*SEARCH, "--vault", "Second").out


def test_a_name_in_two_vaults_is_told_by_addresses_that_can_be_read(two):
    ran = recall("get", "Glossary")
    assert ran.code == 2
    assert "'Seeds/Glossary.md', 'Second/Glossary.md'" in ran.err
    for name in ("Second", "Seeds"):
        read = json.loads(recall("get", f"{name}/Glossary.md", "--json").out)
        assert read["collection"] == name
    assert recall("get", "seeds/glossary#Yellow bean").code == 0


def test_a_folder_called_like_a_vault_is_reached_behind_its_own(two):
    assert "kelp" not in recall("get", "Seeds/Home.md").out
    assert "kelp" in recall("get", "Second/Seeds/Home.md").out
    assert "kelp" in recall("get", "Seeds/Home.md", "--vault", "Second").out


def test_the_name_of_the_only_vault_may_stand_before_a_path(store):
    assert recall("get", "Seeds/Home.md").out == recall("get", "Home").out


def test_a_vault_inside_another_is_added_and_said_to_be_so(store, bare):
    inner = bare / "copy" / "Kitchen"
    shutil.copytree("fixtures/vault", inner.parent)
    assert recall("vault", "add", str(inner)).err == ""
    ran = recall("vault", "add", str(inner.parent), "--name", "Copy")
    said = "Kitchen lies in Copy: its notes belong to both, and are found once in each.\n"
    assert (ran.code, ran.err) == (0, said)
    assert recall("vault", "add", str(inner)).err == said


def test_links_out_of_a_vault_are_followed_when_asked_for(store, bare):
    root = bare / "linked"
    root.mkdir()
    (bare / "outside").mkdir()
    (root / "near.md").write_text("eel")
    (bare / "outside" / "far.md").write_text("kelp")
    (root / "shelf").symlink_to(bare / "outside")
    ran = recall("vault", "add", str(root))
    assert "shelf: This link leads out of the vault" in ran.out
    ran = recall("vault", "add", str(root), "--follow-symlinks")
    assert "linked: 1 added" in ran.out
    status = recall("vault", "status", "linked")
    assert "\n  links out of the vault are followed\n  up to date\n" in status.out
    assert json.loads(recall("vault", "status", "linked", "--json").out)["vaults"][0][
        "follow_symlinks"
    ]
    assert "kelp" in recall("get", "far").out
    ran = recall("vault", "add", str(root), "--no-follow-symlinks")
    assert "linked: 1 removed" in ran.out
    assert recall("get", "far").code == 1


def test_a_folder_that_was_added_is_read_first(store, bare):
    folder = bare / "fresh"
    folder.mkdir()
    (folder / "a.md").write_text("kelp")
    assert recall("vault", "add", str(folder), "--name", "Fresh").code == 0
    (folder / "b.md").write_text("zorblax")
    assert recall("search", "zorblax", "--vault", str(folder), "--paths").out.endswith("b.md\n")


def test_json_and_paths_exclude_each_other(store):
    for option in ("--paths", "-0"):
        ran = recall("search", "kelp", "--json", option)
        assert (ran.code, ran.out) == (2, "")
        assert "--json and --paths exclude each other" in ran.err
