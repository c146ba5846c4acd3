"""Vaults that are away or in disorder, files nobody can read: a sentence, and nothing is lost."""

import os
from pathlib import Path

import pytest
from storehouse import Desk, check, dump, photograph, unreadable

from recall.api import Recall
from recall.errors import VaultUnavailableError

FOLDERS = ("", "Sub/", "Sub/Deep/")


@pytest.fixture
def garden(desk):
    """Six notes in three folders, synced."""
    for folder in FOLDERS:
        desk.write(f"{folder}Rose.md", f"roses in {folder or 'front'}\n\n[[Tulip]]")
        desk.write(f"{folder}Tulip.md", "tulips")
    desk.sync()
    return desk


# --- not a vault --------------------------------------------------------------------------------


def test_a_folder_that_is_not_there_is_no_vault(desk):
    with pytest.raises(
        VaultUnavailableError,
        match=r"no such folder. If it is on another disk, is that disk mounted",
    ):
        desk.recall.add_vault(str(desk.folder / "nowhere"))
    with pytest.raises(VaultUnavailableError):
        Recall.of_vault(str(desk.folder / "nowhere"))
    assert [each.name for each in desk.recall.vaults()] == ["Vault"]


def test_a_file_is_no_vault(desk):
    path = desk.write("note.md", "text")
    with pytest.raises(VaultUnavailableError, match="it is a file, not a folder") as caught:
        desk.recall.add_vault(str(path))
    assert caught.value.exit_code == 3


def test_a_folder_that_may_not_be_listed_is_no_vault(desk):
    closed = desk.folder / "closed"
    closed.mkdir()
    with (
        unreadable(lambda path: path == str(closed)),
        pytest.raises(VaultUnavailableError, match="you have no permission to list this folder"),
    ):
        desk.recall.add_vault(str(closed))


def test_a_plain_folder_without_obsidian_is_a_vault(tmp_path):
    desk = Desk(tmp_path, is_obsidian=False)
    desk.write("note.md", "just a folder")
    assert desk.sync().added == 1
    assert desk.found("folder") == ["note.md"]
    desk.close()


# --- a vault that is away -----------------------------------------------------------------------


def test_a_vault_whose_folder_is_missing_keeps_what_is_indexed(garden):
    before = dump(garden.store)
    away = garden.root.rename(garden.folder / "unmounted")
    with pytest.raises(VaultUnavailableError, match="is that disk mounted") as caught:
        garden.sync()
    assert caught.value.exit_code == 3
    assert dump(garden.store) == before
    (status,) = garden.recall.vault_status()
    assert not status.available
    assert "mounted" in status.reason
    assert status.waiting_removed == 0
    assert len(garden.found("roses")) == 3
    away.rename(garden.root)
    report = garden.sync()
    assert (report.unchanged, report.removed) == (6, 0)


def test_an_empty_mount_point_is_not_a_mass_deletion(garden):
    before = dump(garden.store)
    away = garden.root.rename(garden.folder / "unmounted")
    garden.root.mkdir()
    with pytest.raises(VaultUnavailableError) as caught:
        garden.sync()
    message = str(caught.value)
    assert "its folder is empty, though 6 files of it are indexed. Is its disk mounted?" in message
    assert "'recall vault remove Vault'" in message
    (status,) = garden.recall.vault_status()
    assert (status.available, status.waiting_removed) == (False, 0)
    assert dump(garden.store) == before
    garden.root.rmdir()
    away.rename(garden.root)
    assert garden.sync().unchanged == 6


def test_notes_deleted_in_a_vault_that_is_there_are_gone(garden):
    for name in ("Rose.md", "Tulip.md", "Sub"):
        garden.delete(name)
    assert garden.sync().removed == 6
    assert garden.found("roses") == []


def test_a_vault_that_was_emptied_can_be_removed(garden):
    garden.root.rename(garden.folder / "elsewhere")
    garden.root.mkdir()
    assert garden.recall.remove_vault("Vault") == 6
    assert garden.recall.vaults() == ()


def test_one_vault_away_does_not_keep_the_others_from_syncing(garden):
    other = Desk(garden.folder, "Other")
    other.write("lily.md", "lilies")
    garden.recall.add_vault(str(other.root))
    garden.root.rename(garden.folder / "unmounted")
    reports = {report.collection: report for report in garden.recall.sync()}
    assert reports["Other"].added == 1
    assert not reports["Vault"].available
    (finding,) = reports["Vault"].findings
    assert finding.code == "vault-unavailable"
    assert "What is indexed of it stays." in finding.message
    assert garden.found("lilies") == ["lily.md"]
    assert len(garden.found("roses")) == 3


# --- unreadable parts (CASES.md) -----------------------------------------------------


def test_a_39_an_unreadable_folder_keeps_what_is_indexed_below_it(garden):
    closed = str(garden.root / "Sub")
    with unreadable(lambda path: path == closed):
        garden.write("New.md", "fresh roses")
        report = garden.sync()
    assert (report.added, report.removed) == (1, 0)
    assert [(each.path, each.code) for each in report.findings] == [("Sub", "unreadable")]
    assert len(garden.found("roses")) == 4
    assert garden.sync().removed == 0


def test_a_39_an_unreadable_root_removes_nothing(garden):
    before = dump(garden.store)
    with unreadable(str(garden.root).__eq__), pytest.raises(VaultUnavailableError):
        garden.sync()
    assert dump(garden.store) == before
    assert garden.sync().unchanged == 6


def test_a_root_that_turns_unreadable_during_the_walk_removes_nothing(garden):
    before = dump(garden.store)
    calls = []

    def second_time(path):
        if path == str(garden.root):
            calls.append(path)
        return path == str(garden.root) and len(calls) > 1

    with (
        unreadable(second_time),
        pytest.raises(VaultUnavailableError, match="cannot be listed"),
    ):
        garden.sync()
    assert dump(garden.store) == before


def test_a_35_an_unreadable_file_is_named_and_keeps_its_old_text(garden):
    garden.write("Rose.md", "changed while closed", days_old=-1)
    garden.write("Hidden.md", "never read")
    (garden.root / "folder.md").mkdir()
    (garden.root / "broken.md").symlink_to("nowhere.md")
    closed = {str(garden.root / "Rose.md"), str(garden.root / "Hidden.md")}
    with unreadable(closed.__contains__):
        report = garden.sync()
    assert {(each.path, each.code) for each in report.findings} == {
        ("Rose.md", "unreadable"),
        ("Hidden.md", "unreadable"),
        ("folder.md", "folder-like-note"),
        ("broken.md", "broken-symlink"),
    }
    assert "Permission denied. What was indexed of it before stays." in report.findings[-1].message
    assert "Rose.md" in garden.found("front")
    assert garden.found("closed") == []
    report = garden.sync()
    assert (report.added, report.changed) == (1, 1)
    assert garden.found("closed") == ["Rose.md"]


@pytest.mark.parametrize("closed", ["Sub/Rose.md", "Sub"])
def test_settings_reach_what_was_unreadable_when_they_changed(garden, closed):
    garden.settings(userIgnoreFilters=["Sub/"])
    with unreadable(lambda path: path == str(garden.root / closed)):
        garden.sync()
    garden.sync()
    assert garden.found("roses") == ["Rose.md"]
    garden.close()
    fresh = garden.fresh()
    fresh.sync()
    fresh.close()
    assert dump(garden.store) == dump(fresh.store)


def test_a_file_that_vanishes_after_the_walk_is_no_crash(garden, monkeypatch):
    from vault_sync.vault import Vault

    read = Vault.read
    for number in range(20):
        garden.write(f"n{number}.md", f"weed {number}")

    def late(self, path):
        if path.startswith("n1"):
            os.unlink(garden.root / path)
        return read(self, path)

    with monkeypatch.context() as patch:
        patch.setattr(Vault, "read", late)
        garden.sync()
    garden.sync()
    assert len(garden.found("weed")) == 9


@pytest.mark.parametrize(
    ("become", "reason"),
    [
        (
            lambda file: file.symlink_to(file.parents[1] / "outside.md"),
            "It leads outside the vault",
        ),
        (os.mkfifo, "Not a regular file"),
        (os.mkdir, "Is a directory"),
    ],
    ids=["link", "pipe", "folder"],
)
def test_a_file_that_is_none_once_it_is_read_is_named_in_one_sentence(
    garden, monkeypatch, become, reason
):
    from vault_sync import export
    from vault_sync.vault import Vault

    file, read = garden.write("Late.md", "late words"), Vault.read
    garden.sync()
    garden.write("Late.md", "other words", days_old=-1)

    def late(self, path):
        if path == "Late.md" and file.read_bytes():
            file.unlink()
            become(file)
        return read(self, path)

    with monkeypatch.context() as patch:
        patch.setattr(Vault, "read", late)
        (finding,) = garden.sync().findings
    assert (finding.path, finding.message) == (
        "Late.md",
        f"Cannot be read: {reason}. What was indexed of it before stays.",
    )
    assert garden.found("late") == ["Late.md"]
    file.rmdir() if file.is_dir() else file.unlink()
    file.write_text("again")
    with monkeypatch.context() as patch:
        patch.setattr(Vault, "read", late)
        unread = export.write(str(garden.root), [], resolved_only=False, out=lambda _: None)
    assert unread == [f"'Late.md' could not be read: {reason}."]


# --- names --------------------------------------------------------------------------------------


def test_a_name_that_is_no_utf8_is_indexed_read_and_printed(desk):
    os.makedirs(os.fsencode(desk.root) + b"/d\xe9j\xe0")
    for name in (b"caf\xe9.md", b"d\xe9j\xe0/vu.md"):
        Path(os.fsdecode(os.fsencode(desk.root) + b"/" + name)).write_text("noir")
    report = desk.sync()
    assert report.added == 2
    assert sorted(desk.found("noir")) == [r"caf\xe9.md", r"d\xe9j\xe0/vu.md"]
    assert desk.get(r"caf\xe9.md").text == "noir"
    assert desk.get(os.fsdecode(b"caf\xe9.md")).path == r"caf\xe9.md"
    for hit in desk.search("noir").hits:
        str(hit).encode()
        assert desk.get(hit.id).text == "noir"
    assert desk.sync().unchanged == 2


def test_a_vault_at_a_path_that_is_no_utf8_works(desk):
    root = Path(os.fsdecode(os.fsencode(desk.folder) + b"/ch\xe2teau"))
    root.mkdir()
    (root / "a.md").write_text("first words")
    status = desk.recall.add_vault(str(root))
    str(status).encode()
    assert status.name == r"ch\xe2teau"
    (report,) = desk.recall.sync([status.name])
    assert report.added == 1
    assert desk.found("first", vault=status.name) == ["a.md"]
    (root / "a.md").write_text("other words")
    assert desk.get("a").text == "other words"
    assert desk.recall.find_vault(str(root)).name == status.name
    assert desk.recall.remove_vault(str(root)) == 1


def test_a_vault_named_with_a_lone_surrogate_works(desk):
    assert desk.recall.add_vault(str(desk.root), "bad \udcff name").name == r"bad \xff name"
    assert desk.sync().added == 0


def test_a_33_hidden_parents_of_a_vault_do_not_hide_it(tmp_path):
    for name in (".notes", "plain"):
        desk = Desk(tmp_path / ".data" / name, name)
        desk.write("a.md", "visible")
        desk.write(".trash/b.md", "visible too, were it not thrown away")
        assert desk.sync().added == 1
        assert desk.found("visible") == ["a.md"]
        desk.close()


def test_a_vault_reached_by_two_spellings_is_one(desk):
    desk.write("a.md", "once")
    desk.sync()
    link = desk.folder / "link"
    link.symlink_to(desk.root)
    for spelling in (link, desk.root / ".." / "Vault", f"{desk.root}/"):
        assert desk.recall.add_vault(str(spelling)).name == "Vault"
    assert len(desk.recall.vaults()) == 1
    assert desk.found("once") == ["a.md"]


# --- nothing in the vault changes ---------------------------------------------------------------


def test_no_operation_changes_a_byte_a_time_or_a_name_in_the_vault(garden):
    garden.write("bad.md", "---\ntitle: a: b: [\n---\n\x00 text \xff".encode("latin-1"))
    garden.write("board.canvas", '{"nodes": []}')
    before = photograph(garden.root)
    garden.sync()
    for address in ("Rose.md", "Sub/Rose.md#L1", "bad", "board.canvas"):
        garden.get(address)
        garden.recall.uri(address)
    garden.search("roses OR text", explain=True, detail="full")
    garden.recall.vault_status()
    opened, _ = Recall.of_vault(str(garden.root))
    opened.search("tulips")
    opened.close()
    garden.recall.remove_vault("Vault")
    assert photograph(garden.root) == before
    check(garden.store)
