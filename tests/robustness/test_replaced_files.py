"""Files that other programs replace, move and delete between syncs and during one (CASES.md)."""

import os

import pytest
from storehouse import dump

from vault_sync.vault import Vault


def test_a_31_a_note_saved_by_renaming_over_it_is_always_there_with_its_newest_text(desk):
    desk.write("n.md", "draft0")
    desk.sync()
    for number in range(1, 21):
        desk.write("n.md.tmp", f"draft{number}")
        os.replace(desk.root / "n.md.tmp", desk.root / "n.md")
        report = desk.sync()
        assert (report.added, report.changed, report.removed) == (0, 1, 0)
        assert desk.found(f"draft{number}") == ["n.md"]
        assert desk.found(f"draft{number - 1}") == []


def test_a_31_a_checkout_of_many_files_is_one_change_of_each(desk):
    for number in range(200):
        desk.write(f"n{number}.md", f"main branch{number}")
    desk.sync()
    for number in range(200):
        desk.delete(f"n{number}.md")
        desk.write(f"n{number}.md", f"other branch{number}", days_old=-1)
    report = desk.sync()
    assert (report.added, report.changed, report.removed) == (0, 200, 0)
    assert desk.found("branch199") == ["n199.md"]
    assert desk.search("main").total == 0


def test_a_32_a_file_moved_over_a_note_brings_its_text_and_its_links(desk):
    desk.notes(note="old words [[Alpha]]", tmp="new words [[Beta]]", Alpha="a", Beta="b")
    desk.sync()
    os.replace(desk.root / "tmp.md", desk.root / "note.md")
    desk.sync()
    assert desk.found('"old words"') == []
    assert desk.found('"new words"') == ["note.md"]
    assert same_as_fresh(desk)


def test_a_32_a_moved_folder_is_found_at_its_new_place_alone(desk):
    for name in ("a", "b", "deep/c"):
        desk.write(f"dir1/{name}.md", "wandering [[./b]] [[dir1/a]] [[dir2/a]]")
    desk.write("stays.md", "[[dir1/a]] [[b]] [[dir2/deep/c]]")
    desk.sync()
    desk.move("dir1", "dir2")
    report = desk.sync()
    assert (report.moved, report.added, report.removed) == (3, 0, 0)
    assert sorted(desk.found("wandering")) == ["dir2/a.md", "dir2/b.md", "dir2/deep/c.md"]
    assert same_as_fresh(desk)


@pytest.mark.parametrize("text", ["", "the same in all"])
def test_a_32_files_of_one_text_keep_their_ids_when_their_folder_moves(desk, text):
    names = ("a.md", "b.md", "deep/c.md", "deep/a.md", "x/index.md", "y/index.md", "z/index.md")
    for name in names:
        desk.write(f"old/{name}", text)
    desk.sync()
    before = {name: desk.get(f"old/{name}").id for name in names}
    desk.move("old", "new")
    assert desk.sync().moved == len(names)
    assert {name: desk.get(f"new/{name}").id for name in names} == before


def test_a_32_files_of_one_text_that_are_renamed_too_are_given_away_once(desk):
    for number in range(5):
        desk.write(f"{number}.md", "")
    desk.sync()
    kept = desk.get("4.md").id
    for number in range(4):
        desk.move(f"{number}.md", f"renamed {number}.md")
    desk.move("4.md", "folder/4.md")
    assert desk.sync().moved == 5
    assert desk.get("folder/4.md").id == kept


def test_a_34_files_that_no_sync_has_seen_are_counted_and_the_next_one_has_them(desk):
    desk.write("first.md", "seen")
    desk.sync()
    for number in range(3):
        desk.write(f"new{number}.md", "unseen")
    (status,) = desk.recall.vault_status()
    assert (status.waiting_added, status.waiting_changed, status.waiting_removed) == (3, 0, 0)
    desk.sync()
    assert len(desk.found("unseen")) == 3


def test_a_38_half_of_the_changed_files_are_deleted_before_they_are_read(desk, monkeypatch):
    for number in range(100):
        desk.write(f"n{number}.md", f"before [[n{number + 1}]]")
    desk.sync()
    for number in range(100):
        desk.write(f"n{number}.md", f"after [[n{number + 1}]]", days_old=-1)
    read, gone = Vault.read, {f"n{number}.md" for number in range(0, 100, 2)}

    def late(self, path):
        if path in gone:
            desk.delete(path)
        return read(self, path)

    with monkeypatch.context() as patch:
        patch.setattr(Vault, "read", late)
        assert desk.sync().findings == ()
    desk.sync()
    assert len(desk.found("after")) == 50
    assert desk.found("before") == []
    assert same_as_fresh(desk)


def same_as_fresh(desk):
    """Whether the store is one that never saw an earlier state."""
    desk.close()
    fresh = desk.fresh()
    fresh.sync()
    fresh.close()
    return dump(desk.store) == dump(fresh.store)
