"""What sync tools do to the files of a vault (OBSIDIAN.md section 19, R295 to R301)."""

import os
import unicodedata

import pytest
from rulebook import edges, rows

from vault_sync.changes import Stamp, compare
from vault_sync.conflicts import conflict_of, is_conflict_copy
from vault_sync.model import Census, FileEntry
from vault_sync.paths import fold
from vault_sync.vault import Vault

COPIES = [
    # rule, path, whether its original must exist, tool and original
    ("R296", "d/Note (Conflicted copy Pixel 7 (2) 202401021200).md", False, ("Obsidian Sync", "d/Note.md")),
    ("R296", "Board (Conflicted copy Mac 202401021200).canvas", False, ("Obsidian Sync", "Board.canvas")),
    ("R297", "d/Note.sync-conflict-20240102-030405-ABCDEFG.md", False, ("Syncthing", "d/Note.md")),
    ("R297", "Note.sync-conflict-20240102-030405.md", False, ("Syncthing", "Note.md")),
    ("R298", "Note (Sam's conflicted copy 2024-01-02).md", False, ("Dropbox", "Note.md")),
    ("R298", "Note (conflicted copy 2024-01-02 101010).md", False, ("Dropbox", "Note.md")),
    ("R298", "Note (Case Conflict).md", False, ("Dropbox", "Note.md")),
    ("R298", "d/Note 2.md", True, ("iCloud", "d/Note.md")),
    ("R298", "note 12.md", True, ("iCloud", "note.md")),
    ("R298", "Note (1).md", True, ("Google Drive", "Note.md")),
    ("R298", "Plan-DESKTOP-1A2B3C4.md", True, ("OneDrive", "Plan.md")),
    ("R298", "Plan-LAPTOP-1A2B3C4-2.md", True, ("OneDrive", "Plan.md")),
]  # fmt: skip


@pytest.mark.parametrize(("path", "beside", "expected"), rows(COPIES))
def test_a_conflict_copy_is_recognised_with_its_original(path, beside, expected):
    tool, original = expected
    assert conflict_of(path, {fold(original)}) == (tool, original)
    assert conflict_of(path) == (None if beside else expected)
    assert is_conflict_copy(path) is not beside


NOTES = [
    # A name of a computer alone is too weak for OneDrive: only those that Windows makes up count.
    # rule, path, files beside it
    ("R296", "On conflicted copy handling.md", ["On.md"]),
    ("R297", "Note.sync-conflict.md", ["Note.md"]),
    ("R297", ".sync-conflict-20240102-030405.md", [".md"]),
    ("R298", "Chapter 2.md", ["Chapter 1.md", "Other.md"]),
    ("R298", "Chapter 1.md", ["Chapter.md"]),
    ("R298", "2024 (1).md", ["2023.md"]),
    ("R298", "Plan-B.md", ["Plan.md"]),
    ("R298", "Plan-SAMS-PC.md", ["Plan.md"]),
    ("R298", "x (conflicted copy y)/Note.md", ["x/Note.md"]),
    ("R298", "Note 2.md", ["Note.canvas", "d/Note.md"]),
]


@pytest.mark.parametrize(("path", "beside"), rows(NOTES))
def test_a_note_of_its_own_is_no_conflict_copy(path, beside):
    assert conflict_of(path, {fold(other) for other in beside}) is None


CENSUS = [
    # rule, names in a folder, files of the census, placeholders
    ("R297", ["Note.md", ".syncthing.Note.md.tmp", "~syncthing~Note.md.tmp"], ["Note.md"], ()),
    ("R298", [".Note.md.icloud", ".x.icloud", ".icloud"], [], ("Note.md",)),
    (
        "R299",
        ["Note.md", "Note.sync-conflict-20240102-030405-ABCDEFG.md"],
        ["Note.md", "Note.sync-conflict-20240102-030405-ABCDEFG.md"],
        (),
    ),
    ("R300", ["a.md", ".b.md.icloud"], ["a.md"], ("b.md",)),
]


@pytest.mark.parametrize(("names", "files", "placeholders"), rows(CENSUS))
def test_what_of_it_belongs_to_the_vault(tmp_path, names, files, placeholders):
    for name in names:
        (tmp_path / name).write_text("x")
    census = Vault.open(tmp_path).census()
    assert [entry.path for entry in census.files] == files
    assert census.placeholders == placeholders
    assert census.findings == ()


EDGES = [
    # rule, vault, its edges
    (
        "R299",
        {"Note (1).md": "", "Note.md": "", "s.md": "[[Note]] [[Note (1)]]"},
        {"s.md": {"Note.md": 1, "Note (1).md": 1}},
    ),
]


@pytest.mark.parametrize(("vault", "expected"), rows(EDGES))
def test_links_lead_to_conflict_copies_as_to_any_note(vault, expected):
    assert edges(vault) == expected


def entry(path, stamp):
    return FileEntry(path, "note", *stamp)


OLD, TOUCHED = Stamp(5, 100, 100), Stamp(5, 100, 200)
DECOMPOSED = unicodedata.normalize("NFD", "Übersicht.md")

CHANGES = [
    # rule, known, census, what is added, changed, removed and respelled
    ("R300", {"a.md": OLD}, Census((), (), ("a.md",), ()), ([], [], [], [])),
    ("R300", {"Übersicht.md": OLD}, Census((), (), (DECOMPOSED,), ()), ([], [], [], [])),
    ("R300", {"a.md": OLD, "b.md": OLD}, Census((), (), ("a.md",), ()), ([], [], ["b.md"], [])),
    # a tool that gives the old time back cannot set the time of the change of status
    ("R301", {"a.md": OLD}, Census((entry("a.md", TOUCHED),), (), (), ()), ([], ["a.md"], [], [])),
    (
        "R301",
        {"Übersicht.md": OLD},
        Census((entry(DECOMPOSED, OLD),), (), (), ()),
        ([DECOMPOSED], [], ["Übersicht.md"], [("Übersicht.md", DECOMPOSED)]),
    ),
]


@pytest.mark.parametrize(("known", "census", "expected"), rows(CHANGES))
def test_what_counts_as_a_change(known, census, expected):
    changes = compare(known, census)
    found = [item.path for item in changes.added], [item.path for item in changes.changed]
    assert (*found, list(changes.removed), list(changes.respelled)) == expected


WHILE_READING = [
    # rule, what happens between the census and the reading, what reading gives
    ("R295", lambda path: path.write_bytes(b"newer"), b"newer"),
    ("R295", lambda path: path.unlink(), FileNotFoundError),
    ("R295", lambda path: (path.unlink(), path.mkdir()), IsADirectoryError),
    ("R295", lambda path: path.rename(path.with_name("b.md")), FileNotFoundError),
]


@pytest.mark.parametrize(("happens", "expected"), rows(WHILE_READING))
def test_files_that_change_under_the_reader(tmp_path, happens, expected):
    note = tmp_path / "a.md"
    note.write_bytes(b"older")
    vault = Vault.open(tmp_path)
    [found] = vault.census().files
    happens(note)
    if isinstance(expected, bytes):
        assert vault.read(found.path) == expected
    else:
        with pytest.raises(expected):
            vault.read(found.path)


@pytest.mark.skipif(os.name == "nt", reason="the time of creation stands in for that of status")
def test_r301_content_written_with_its_old_time_is_seen(tmp_path):
    note = tmp_path / "a.md"
    note.write_text("one")
    before = Vault.open(tmp_path).census()
    known = {item.path: Stamp(*item[2:]) for item in before.files}
    stamp = note.stat()
    while note.stat().st_ctime_ns == stamp.st_ctime_ns:
        note.write_text("two")
        os.utime(note, ns=(stamp.st_atime_ns, stamp.st_mtime_ns))
    changes = compare(known, Vault.open(tmp_path).census())
    assert [item.path for item in changes.changed] == ["a.md"]
