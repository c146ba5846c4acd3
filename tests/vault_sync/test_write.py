"""Guarded writing: below its folder only, as a whole or not at all."""

import errno
import os
import stat
from pathlib import Path

import pytest

from vault_sync import write as writing
from vault_sync.errors import ChangedOutsideError, OutsideRootError
from vault_sync.write import digest, write

posix = pytest.mark.skipif(os.name == "nt", reason="symlinks and permissions of POSIX")


@pytest.fixture
def root(tmp_path):
    (tmp_path / "root" / "d").mkdir(parents=True)
    (tmp_path / "root" / "d" / "n.md").write_bytes(b"old")
    (tmp_path / "outside").mkdir()
    (tmp_path / "outside" / "n.md").write_bytes(b"old")
    return tmp_path / "root"


def everything(folder):
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file() and not path.is_symlink()
    }


def test_missing_folders_are_made(root):
    write(root, "e/f/n.md", b"new", expected=None)
    assert everything(root) == {"d/n.md": b"old", "e/f/n.md": b"new"}


def test_an_empty_and_a_large_file_are_written_as_they_are(root):
    for data in (b"", os.urandom(3_000_000)):
        name = f"{len(data)}.md"
        assert write(root, name, data, expected=None) == digest(data)
        assert (root / name).read_bytes() == data


@pytest.mark.parametrize(
    "path",
    [
        "", "/", "/n.md", "../outside/n.md", "d/../../outside/n.md", "d/..", "..", ".", "./n.md", "d/",
        ".obsidian/app.json", "d/.n.md", ".git/x/n.md", "n\0.md",
    ],
)  # fmt: skip
def test_a50_paths_out_of_the_folder_and_hidden_ones_are_refused(root, path):
    before = everything(root.parent)
    for expected in (None, digest(b"old")):
        with pytest.raises(OutsideRootError):
            write(root, path, b"new", expected=expected)
    assert everything(root.parent) == before


@posix
@pytest.mark.parametrize(
    ("link", "target", "path"),
    [
        ("link", "../outside", "link/n.md"),
        ("link", "../outside", "link/new/n.md"),
        ("l.md", "../outside/n.md", "l.md"),
        ("l.md", "../outside/none.md", "l.md"),
        ("link", ".hidden", "link/n.md"),
    ],
)
def test_a52_links_out_of_the_folder_are_not_followed(root, link, target, path):
    (root / ".hidden").mkdir()
    (root / link).symlink_to(target)
    before = everything(root.parent)
    for expected in (None, digest(b"old")):
        with pytest.raises(OutsideRootError):
            write(root, path, b"new", expected=expected)
    assert everything(root.parent) == before


@posix
def test_a_link_inside_the_folder_stays_one(root):
    (root / "l.md").symlink_to("d/n.md")
    write(root, "l.md", b"new", expected=digest(b"old"))
    assert (root / "l.md").is_symlink()
    assert (root / "d" / "n.md").read_bytes() == b"new"


@posix
def test_the_permissions_of_a_file_stay(root):
    (root / "d" / "n.md").chmod(0o640)
    write(root, "d/n.md", b"new", expected=digest(b"old"))
    assert stat.S_IMODE((root / "d" / "n.md").stat().st_mode) == 0o640


def test_a_name_that_is_no_utf8_text_is_the_one_on_the_disk(root):
    if os.name == "nt":
        pytest.skip("names are text there")
    name = os.fsdecode(b"n\xff.md")
    try:
        (root / name).write_bytes(b"old")
    except OSError:
        pytest.skip("this disk takes no such names")
    write(root, r"n\xff.md", b"new", expected=digest(b"old"))
    assert (root / name).read_bytes() == b"new"


class LoseAt:
    """A step of writing that fails as a full disk does."""

    def __init__(self, call):
        self.call = call

    def __call__(self, *_, **__):
        raise OSError(errno.ENOSPC, "no space left on device")


@pytest.mark.parametrize("step", ["write", "fsync", "replace"])
def test_a_step_that_fails_leaves_the_old_file_and_nothing_else(root, monkeypatch, step):
    before = everything(root)
    monkeypatch.setattr(writing.os, step, LoseAt(step))
    with pytest.raises(OSError, match="no space"):
        write(root, "d/n.md", b"new", expected=digest(b"old"))
    assert everything(root) == before


def test_a_change_while_the_temporary_file_is_written_wins(root, monkeypatch):
    flush = os.fsync

    def meanwhile(descriptor):
        (root / "d" / "n.md").write_bytes(b"by hand")
        flush(descriptor)

    monkeypatch.setattr(writing.os, "fsync", meanwhile)
    with pytest.raises(ChangedOutsideError, match="was changed since it was read"):
        write(root, "d/n.md", b"new", expected=digest(b"old"))
    assert everything(root) == {"d/n.md": b"by hand"}


@posix
def test_a_file_made_in_the_last_moment_is_not_replaced(root, monkeypatch):
    link = os.link

    def meanwhile(*arguments):
        (root / "new.md").write_bytes(b"by hand")
        link(*arguments)

    monkeypatch.setattr(writing.os, "link", meanwhile)
    with pytest.raises(ChangedOutsideError, match="exists already"):
        write(root, "new.md", b"new", expected=None)
    assert everything(root) == {"d/n.md": b"old", "new.md": b"by hand"}


@posix
def test_a_folder_that_becomes_a_link_out_is_noticed(root, monkeypatch):
    flush = os.fsync

    def meanwhile(descriptor):
        (root / "d").rename(root / "e")
        (root / "d").symlink_to("../outside")
        flush(descriptor)

    monkeypatch.setattr(writing.os, "fsync", meanwhile)
    with pytest.raises(OutsideRootError):
        write(root, "d/n.md", b"new", expected=digest(b"old"))
    assert (root.parent / "outside" / "n.md").read_bytes() == b"old"
    assert list((root.parent / "outside").iterdir()) == [root.parent / "outside" / "n.md"]


@posix
def test_a_disk_without_hard_links_will_do(root, monkeypatch):
    def refuse(*_):
        raise OSError(errno.EPERM, "operation not permitted")

    monkeypatch.setattr(writing.os, "link", refuse)
    write(root, "new.md", b"new", expected=None)
    assert everything(root) == {"d/n.md": b"old", "new.md": b"new"}


def test_errors_say_what_happened(root):
    with pytest.raises(ChangedOutsideError, match="is gone since it was read"):
        write(root, "gone.md", b"new", expected=digest(b"old"))
    with pytest.raises(ChangedOutsideError, match="exists already"):
        write(root, "d/n.md", b"new", expected=None)


def test_nothing_in_the_reader_loads_the_writer():
    for path in Path(writing.__file__).parent.glob("*.py"):
        if path.name != "write.py":
            assert "vault_sync.write" not in path.read_text("utf-8").replace(
                "``vault_sync.write``", ""
            )
