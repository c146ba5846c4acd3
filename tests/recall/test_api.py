"""class Recall: what programs call; opening, closing, vaults, addresses."""

import subprocess
import sys
from pathlib import Path

import pytest
from storehouse import Desk

import recall
from recall.api import Recall
from recall.errors import NotFoundError, StoreMissingError, UsageError


def test_the_package_gives_its_names_when_asked_and_is_cheap(desk):
    assert recall.Recall is Recall
    assert set(recall.__all__) <= set(dir(recall))
    for name in recall.__all__:
        assert getattr(recall, name).__name__ == name
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        recall.nothing  # noqa: B018
    program = "import recall, sys; sys.exit('apsw' in sys.modules or 'recall.api' in sys.modules)"
    assert (
        subprocess.run(
            [sys.executable, "-c", program], cwd=Path(recall.__file__).parents[1], check=False
        ).returncode
        == 0
    )


def test_the_store_lies_where_the_user_says(tmp_path, monkeypatch):
    monkeypatch.setenv("RECALL_STORE", str(tmp_path / "mine.db"))
    with pytest.raises(StoreMissingError):
        Recall.open()
    with Recall.open(writable=True) as opened:
        assert opened.store_path == str(tmp_path / "mine.db")
    Recall.open().close()


def test_closing_twice_is_no_error(desk):
    opened = desk.recall
    opened.close()
    opened.close()


def test_a_vault_is_added_listed_found_renamed_removed(desk):
    root = str(desk.root)
    with Recall.open(desk.store, writable=True) as opened:
        status = opened.add_vault(root)
        assert (status.name, status.root, status.available, status.synced) == (
            "Vault",
            root,
            True,
            None,
        )
        assert [each.name for each in opened.vaults()] == ["Vault"]
        assert (
            opened.find_vault("vault") == opened.find_vault(root) == opened.find_vault(f"{root}/")
        )
        assert opened.find_vault("other") is None
        assert opened.add_vault(root, "Garden").name == "Garden"
        assert opened.remove_vault("GARDEN") == 0
        assert opened.vaults() == ()
        with pytest.raises(NotFoundError):
            opened.remove_vault("Garden")


def test_two_vaults_cannot_have_one_name(desk):
    other = Desk(desk.folder / "elsewhere", "Vault")
    desk.recall.vaults()
    with pytest.raises(UsageError, match=r"'Vault' is taken by .*--name") as caught:
        desk.recall.add_vault(str(other.root))
    assert caught.value.exit_code == 2
    assert desk.recall.add_vault(str(other.root), "Second").name == "Second"
    with pytest.raises(UsageError, match="taken"):
        desk.recall.add_vault(str(other.root), "vault")
    assert [each.name for each in desk.recall.vaults()] == ["Second", "Vault"]


def test_a_home_folder_may_be_written_with_a_tilde(desk, monkeypatch):
    monkeypatch.setenv("HOME", str(desk.folder))
    with Recall.open(desk.store, writable=True) as opened:
        assert opened.add_vault("~/Vault").root == str(desk.root)
        assert opened.find_vault("~/Vault") is not None


def test_a_folder_that_was_never_added_has_a_store_of_its_own(desk):
    desk.write("a.md", "words")
    opened, report = Recall.of_vault(str(desk.root))
    with opened:
        assert report.added == 1
        assert opened.search("words").results.total == 1
    again, report = Recall.of_vault(f"{desk.root}/../Vault")
    with again:
        assert (report.added, report.unchanged) == (0, 1)
        assert again.store_path == opened.store_path
    assert not Path(desk.store).exists()


def test_an_address_for_the_app(desk):
    desk.write("Ein Ordner/Über uns.md", "# Plan & Ziel\n\nx ^k1")
    desk.write("b.md", "y")
    desk.sync()
    assert (
        desk.recall.uri("über uns")
        == "obsidian://open?vault=Vault&file=Ein%20Ordner%2F%C3%9Cber%20uns"
    )
    assert desk.recall.uri("Über uns#Plan & Ziel").endswith("%23Plan%20%26%20Ziel")
    assert desk.recall.uri("b#L1") == "obsidian://open?vault=Vault&file=b"
    for hit in desk.search("plan OR y").hits:
        assert desk.get(hit.uri).path == hit.path
    with pytest.raises(NotFoundError):
        desk.recall.uri("nothing like it")


def test_answers_keep_to_their_budget_and_lead_on(desk):
    for number in range(40):
        desk.write(f"Note {number}.md", f"pump number {number} with some more words")
    desk.sync()
    answer = desk.recall.search("pump", limit=40, max_tokens=300)
    assert 0 < answer.tokens <= 300
    assert 0 < len(answer.shown) < 40
    assert sum(each.hits for each in answer.withheld) == 40 - len(answer.shown)
    seen = [each.hit.id for each in answer.shown]
    while answer.cursor:
        answer = desk.recall.search("pump", limit=40, max_tokens=300, cursor=answer.cursor)
        seen += [each.hit.id for each in answer.shown]
    assert len(seen) == len(set(seen)) == 40
