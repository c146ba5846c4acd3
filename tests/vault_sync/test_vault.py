import contextlib
import os
import socket
import unicodedata
from collections.abc import Callable
from pathlib import Path

import pytest

from vault_sync.errors import FileTooLargeError, NotAVaultError, OutsideRootError
from vault_sync.model import Census
from vault_sync.vault import MAX_FILE_BYTES, Vault, find_root, kind_of


def fill(root: Path, *paths: str) -> None:
    for path in paths:
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(path)


def census(root: Path, *, follow_symlinks: bool = False) -> Census:
    return Vault.open(root, follow_symlinks=follow_symlinks).census()


def paths(found: Census) -> list[str]:
    return [entry.path for entry in found.files]


def codes(found: Census) -> list[tuple[str, str]]:
    return [(finding.path, finding.code) for finding in found.findings]


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    root = tmp_path / "v"
    root.mkdir()
    return root


# opening


def test_any_folder_is_a_vault_named_after_it(vault: Path) -> None:
    opened = Vault.open(vault)
    assert (opened.root, opened.name, opened.is_obsidian) == (os.path.realpath(vault), "v", False)


def test_a_folder_with_settings_is_known_to_obsidian(vault: Path) -> None:
    (vault / ".obsidian").mkdir()
    assert Vault.open(vault).is_obsidian


def test_r268_the_name_is_that_of_the_link_by_which_the_vault_is_opened(vault: Path) -> None:
    link = vault.parent / "Notes"
    link.symlink_to(vault)
    opened = Vault.open(link)
    assert (opened.name, opened.root) == ("Notes", os.path.realpath(vault))
    assert Vault.open(link, name="Mine").name == "Mine"


def test_opening_a_missing_folder_says_so(vault: Path) -> None:
    with pytest.raises(NotAVaultError, match=r"no such folder.*mounted\?"):
        Vault.open(vault / "away")


def test_opening_a_file_says_so(vault: Path) -> None:
    fill(vault, "a.md")
    with pytest.raises(NotAVaultError, match="it is a file"):
        Vault.open(vault / "a.md")
    with pytest.raises(NotAVaultError, match="it is a file"):
        Vault.open(vault / "a.md" / "b")


def test_opening_without_permission_says_so(vault: Path, forbid: Callable[[Path], None]) -> None:
    forbid(vault)
    with pytest.raises(NotAVaultError, match="no permission"):
        Vault.open(vault)


def test_no_name_is_not_the_current_folder() -> None:
    with pytest.raises(
        NotAVaultError, match=r"'' cannot be opened as a vault: no folder is named\."
    ):
        Vault.open("")


def test_opening_a_path_with_nul_or_a_link_to_itself_says_so(vault: Path) -> None:
    (vault / "loop").symlink_to(vault / "loop")
    for path in ("a\0b", vault / "loop"):
        with pytest.raises(NotAVaultError):
            Vault.open(path)


def test_find_root_climbs_to_the_nearest_vault(vault: Path) -> None:
    fill(vault, "a/b/n.md", "a/inner/n.md")
    (vault / ".obsidian").mkdir()
    (vault / "a/inner/.obsidian").mkdir()
    assert find_root(vault / "a/b/n.md") == str(vault)
    assert find_root(vault) == str(vault)
    assert find_root(vault / "a/inner/n.md") == str(vault / "a/inner")
    assert find_root(vault.parent) is None


# census


def test_r246_r247_known_kinds_belong_to_the_vault(vault: Path) -> None:
    fill(vault, "n.md", "b.canvas", "t.base", "p.PDF", "i.png", "v.webm", "N.MD")
    fill(vault, "x.markdown", "y.txt", "z.mdx", "md", "LICENSE", "a.tar.gz")
    kinds = {entry.path: entry.kind for entry in census(vault).files}
    assert kinds == {
        "N.MD": "note",
        "b.canvas": "canvas",
        "i.png": "attachment",
        "n.md": "note",
        "p.PDF": "attachment",
        "t.base": "base",
        "v.webm": "attachment",
    }


def test_r246_other_files_belong_to_it_when_the_owner_shows_them(vault: Path) -> None:
    fill(vault, "n.md", "x.txt", "md", "LICENSE")
    (vault / ".obsidian").mkdir()
    (vault / ".obsidian/app.json").write_text('{"showUnsupportedFiles": true}')
    kinds = {entry.path: entry.kind for entry in census(vault).files}
    assert kinds == dict.fromkeys(["LICENSE", "md", "x.txt"], "attachment") | {"n.md": "note"}


def test_settings_are_those_of_the_last_census(vault: Path) -> None:
    fill(vault, "n.md", "x.txt")
    (vault / ".obsidian").mkdir()
    opened = Vault.open(vault)
    assert paths(opened.census()) == ["n.md"]
    (vault / ".obsidian/app.json").write_text('{"showUnsupportedFiles": true}')
    assert paths(opened.census()) == ["n.md", "x.txt"]
    assert opened.settings.show_unsupported_files


def test_r248_r251_hidden_parts_are_invisible(vault: Path) -> None:
    fill(vault, "a.md", ".b.md", ".trash/c.md", "d/.e/f.md", ".md", "inner/.obsidian/x.md")
    fill(vault, "inner/g.md")
    assert paths(census(vault)) == ["a.md", "inner/g.md"]


def test_a33_hidden_parts_above_the_root_do_not_matter(tmp_path: Path) -> None:
    root = tmp_path / ".data" / ".notes"
    fill(root, "a/b.md")
    assert paths(census(root)) == ["a/b.md"]


def test_the_census_is_sorted_and_has_the_stamps_of_the_disk(vault: Path) -> None:
    fill(vault, "b/z.md", "a.md", "b.md", "b/a/x.md", "Z.md")
    found = census(vault)
    assert paths(found) == sorted(paths(found))
    status = (vault / "a.md").stat()
    entry = next(entry for entry in found.files if entry.path == "a.md")
    assert entry[1:] == ("note", status.st_size, status.st_mtime_ns, status.st_ctime_ns)


def test_an_empty_vault_has_an_empty_census(vault: Path) -> None:
    assert census(vault) == Census((), (), (), ())


@pytest.mark.parametrize(
    "name", ["a\nb.md", "a\tb.md", "a\x1b[0m.md", "#^[x]|%%.md", " .md", "~.md"]
)
def test_r257_r037_whatever_name_the_disk_holds_is_kept(vault: Path, name: str) -> None:
    fill(vault, name)
    opened = Vault.open(vault)
    assert paths(opened.census()) == [name]
    assert opened.read(name) == name.encode()


def test_names_that_are_no_utf8_are_found_and_read(vault: Path) -> None:
    folder = os.fsencode(vault) + b"/d\xff"
    os.mkdir(folder)
    with open(folder + b"/caf\xe9.md", "wb") as file:
        file.write(b"x")
    opened = Vault.open(vault)
    [path] = paths(opened.census())
    assert path == r"d\xff/caf\xe9.md"
    assert opened.read(path) == b"x"


def test_r255_r256_a08_twins_are_kept_and_named(vault: Path) -> None:
    composed, decomposed = "Übersicht.md", unicodedata.normalize("NFD", "Übersicht.md")
    fill(vault, composed, "Note.md", "a/Note.md")
    fill(vault, decomposed, "note.md")
    found = census(vault)
    if len(found.files) < 5:
        pytest.skip("this disk takes such names for one file")
    assert codes(found) == [("note.md", "twin-name"), (composed, "twin-name")]


def test_r300_placeholders_are_reported_and_are_no_files(vault: Path) -> None:
    fill(vault, "a.md", "d/.Name.md.icloud", ".x.txt.icloud", ".icloud", "..md.icloud")
    found = census(vault)
    assert paths(found) == ["a.md"]
    assert found.placeholders == ("d/Name.md",)


def test_a35_a_folder_named_like_a_note_is_named_and_entered(vault: Path) -> None:
    fill(vault, "x.md/inner.md")
    found = census(vault)
    assert paths(found) == ["x.md/inner.md"]
    assert codes(found) == [("x.md", "folder-like-note")]


def test_a35_a_broken_symlink_is_named(vault: Path) -> None:
    fill(vault, "a.md")
    (vault / "gone.md").symlink_to(vault / "nowhere.md")
    (vault / "loop.md").symlink_to(vault / "loop.md")
    found = census(vault)
    assert paths(found) == ["a.md"]
    assert codes(found) == [("gone.md", "broken-symlink"), ("loop.md", "broken-symlink")]


def test_a35_a_file_without_permission_stays_in_the_census(vault: Path) -> None:
    fill(vault, "a.md", "b.md")
    (vault / "b.md").chmod(0)
    assert paths(census(vault)) == ["a.md", "b.md"]


def test_pipes_and_sockets_are_named_and_are_no_files(vault: Path) -> None:
    os.mkfifo(vault / "p.md")
    os.mkfifo(vault / "other")
    with contextlib.closing(socket.socket(socket.AF_UNIX)) as server, contextlib.chdir(vault):
        server.bind("s.canvas")
    opened = Vault.open(vault)
    found = opened.census()
    assert paths(found) == []
    assert codes(found) == [("p.md", "not-a-file"), ("s.canvas", "not-a-file")]
    with pytest.raises(OSError, match="Not a regular file"):
        opened.read("p.md")


@pytest.mark.parametrize("follow_symlinks", [False, True])
def test_a_file_time_after_2262_is_the_last_one_that_fits(
    vault: Path, *, follow_symlinks: bool
) -> None:
    fill(vault, "a.md")
    fill(vault.parent, "b.md")
    (vault / "b.md").symlink_to(vault.parent / "b.md")
    seconds = 10_413_792_000  # the year 2300
    for file in (vault / "a.md", vault.parent / "b.md"):
        os.utime(file, (seconds, seconds))
    if (vault / "a.md").stat().st_mtime != seconds:
        pytest.skip("this disk keeps no such time")
    times = {entry.mtime_ns for entry in census(vault, follow_symlinks=follow_symlinks).files}
    assert times == {2**63 - 1}


@pytest.fixture
def forbid(monkeypatch: pytest.MonkeyPatch) -> Callable[[Path], None]:
    """Takes the permission to list a folder; root may list it whatever its mode."""
    real = os.scandir

    def _forbid(folder: Path) -> None:
        def scandir(path: str) -> object:
            if os.path.realpath(path) == os.path.realpath(folder):
                raise PermissionError(13, "Permission denied", path)
            return real(path)

        monkeypatch.setattr(os, "scandir", scandir)

    return _forbid


def test_a39_a_folder_without_permission_is_unreadable_not_empty(
    vault: Path, forbid: Callable[[Path], None]
) -> None:
    fill(vault, "a.md", "d/b.md", "d/e/c.md")
    forbid(vault / "d")
    found = census(vault)
    assert paths(found) == ["a.md"]
    assert found.unreadable == ("d",)
    assert codes(found) == [("d", "unreadable")]


def test_a39_a_root_that_went_away_is_unreadable_not_empty(vault: Path) -> None:
    fill(vault, "a.md")
    opened = Vault.open(vault)
    vault.rename(vault.parent / "moved")
    found = opened.census()
    assert (found.files, found.unreadable) == ((), ("",))
    assert codes(found) == [("", "unreadable")]


def test_a39_an_error_in_the_middle_of_a_listing_makes_the_folder_unreadable(
    vault: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fill(vault, "a.md", "d/b.md", "d/c.md")
    opened = Vault.open(vault)
    real = os.scandir

    class Failing:
        def __init__(self, path: str) -> None:
            self.entries = real(path)

        def __enter__(self) -> "Failing":
            return self

        def __exit__(self, *_: object) -> None:
            self.entries.close()

        def __iter__(self) -> "Failing":
            return self

        def __next__(self) -> object:
            raise OSError(5, "Input/output error")

    monkeypatch.setattr(os, "scandir", lambda path: (Failing if path.endswith("d") else real)(path))
    assert opened.census().unreadable == ("d",)


def test_a_file_deleted_while_its_folder_is_listed_is_no_trouble(
    vault: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fill(vault, "a.md", "b.md", "d/c.md")
    opened = Vault.open(vault)
    real = os.scandir

    def scandir(path: str) -> contextlib.nullcontext[list[os.DirEntry[str]]]:
        entries = list(real(path))
        (vault / "b.md").unlink(missing_ok=True)
        return contextlib.nullcontext(entries)

    monkeypatch.setattr(os, "scandir", scandir)
    found = opened.census()
    assert paths(found) == ["a.md", "d/c.md"]
    assert (found.unreadable, found.findings) == ((), ())


# symlinks


@pytest.fixture
def outside(tmp_path: Path) -> Path:
    folder = tmp_path / "v-secret"
    fill(folder, "x.md", "deep/y.md")
    return folder


def test_a50_a_link_out_of_the_vault_is_named_and_not_followed(vault: Path, outside: Path) -> None:
    fill(vault, "a.md")
    (vault / "out.md").symlink_to(outside / "x.md")
    (vault / "folder").symlink_to(outside)
    found = census(vault)
    assert paths(found) == ["a.md"]
    assert codes(found) == [("folder", "symlink-outside"), ("out.md", "symlink-outside")]


def test_r250_links_out_are_followed_on_request(vault: Path, outside: Path) -> None:
    fill(vault, "a.md")
    (vault / "zout.md").symlink_to(outside.parent / "w.md")
    fill(outside.parent, "w.md")
    (vault / "folder").symlink_to(outside)
    found = census(vault, follow_symlinks=True)
    assert paths(found) == ["a.md", "folder/deep/y.md", "folder/x.md", "zout.md"]
    assert found.findings == ()
    assert Vault.open(vault, follow_symlinks=True).read("folder/deep/y.md") == b"deep/y.md"


@pytest.mark.parametrize("follow_symlinks", [False, True])
def test_r250_links_to_inside_and_to_a_parent_are_ignored(
    vault: Path, *, follow_symlinks: bool
) -> None:
    fill(vault, "a.md", "d/b.md")
    (vault / "c.md").symlink_to(vault / "a.md")
    (vault / "e").symlink_to(vault / "d")
    (vault / "d/up").symlink_to("..")
    (vault / "d/top").symlink_to(vault.parent)
    found = census(vault, follow_symlinks=follow_symlinks)
    assert paths(found) == ["a.md", "d/b.md"]
    assert found.findings == ()


def test_r250_loops_through_followed_folders_end(vault: Path, outside: Path) -> None:
    fill(vault, "a.md")
    (vault / "one").symlink_to(outside)
    (vault / "two").symlink_to(outside / "deep")
    (outside / "back").symlink_to(vault)
    (outside / "self").symlink_to(outside)
    found = census(vault, follow_symlinks=True)
    assert paths(found) == ["a.md", "one/deep/y.md", "one/x.md"]


def test_a39_a_followed_link_whose_disk_is_away_is_unreadable(vault: Path) -> None:
    (vault / "disk").symlink_to(vault.parent / "unmounted")
    assert census(vault, follow_symlinks=True).unreadable == ("disk",)


@pytest.fixture
def secret(vault: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A link that leads through one that may not be read; root may read them all."""
    fill(vault, "a.md")
    (vault / "x.md").symlink_to(vault.parent / "secret")
    (vault.parent / "secret").symlink_to(vault.parent / "more")
    real = os.readlink

    def readlink(path: str) -> str:
        if os.fspath(path).endswith("secret"):
            raise PermissionError(13, "Permission denied", path)
        return real(path)

    monkeypatch.setattr(os, "readlink", readlink)
    return "x.md"


@pytest.mark.parametrize("follow_symlinks", [False, True])
def test_a_link_whose_target_may_not_be_known_is_broken(
    vault: Path, secret: str, *, follow_symlinks: bool
) -> None:
    found = census(vault, follow_symlinks=follow_symlinks)
    assert paths(found) == ["a.md"]
    assert codes(found) == [(secret, "broken-symlink")]
    assert found.unreadable == ((secret,) if follow_symlinks else ())


def test_a_link_whose_target_may_not_be_known_is_not_read(vault: Path, secret: str) -> None:
    opened = Vault.open(vault)
    assert not opened.contains(secret)
    with pytest.raises(PermissionError):
        opened.read(secret)
    with pytest.raises(OutsideRootError):
        opened.relative(vault.parent / "secret")


# reading


def test_reading_gives_the_bytes_as_they_are(vault: Path) -> None:
    data = b"\xef\xbb\xbfa\r\nb\x00" + b"x" * 200_000
    (vault / "a.md").write_bytes(data)
    opened = Vault.open(vault)
    assert opened.read("a.md") == data
    assert opened.read("./a.md") == data


def test_r254_a_file_is_read_up_to_the_limit_and_refused_above_it(vault: Path) -> None:
    for name, size in (("a.md", MAX_FILE_BYTES), ("b.md", MAX_FILE_BYTES + 1), ("c.md", 5 << 30)):
        with (vault / name).open("wb") as file:
            file.truncate(size)
    opened = Vault.open(vault)
    assert len(opened.read("a.md")) == MAX_FILE_BYTES
    for name in ("b.md", "c.md"):
        with pytest.raises(FileTooLargeError, match=rf"'{name}' is larger than 64 MB; it is found"):
            opened.read(name)


def test_a_file_that_grows_while_it_is_read_is_refused_at_the_limit(
    vault: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fill(vault, "a.md")
    asked: list[int] = []

    def endless(_: int, size: int) -> bytes:
        asked.append(size)
        return b"x" * size

    monkeypatch.setattr(os, "read", endless)
    with pytest.raises(FileTooLargeError):
        Vault.open(vault).read("a.md")
    assert sum(asked) <= MAX_FILE_BYTES + 65_536


@pytest.mark.parametrize(
    "path",
    [
        "../v-secret/x.md",
        "d/../../v-secret/x.md",
        "d/../a.md",
        "/etc/passwd",
        "//etc/passwd",
        "a\0.md",
    ],
)
def test_a50_a51_paths_that_climb_or_are_absolute_are_refused(
    vault: Path, outside: Path, path: str
) -> None:
    fill(vault, "a.md", "d/b.md")
    opened = Vault.open(vault)
    assert not opened.contains(path)
    with pytest.raises(OutsideRootError):
        opened.read(path)


def test_a50_an_absolute_path_of_a_sibling_is_refused(vault: Path, outside: Path) -> None:
    with pytest.raises(OutsideRootError):
        Vault.open(vault).read(str(outside / "x.md"))
    with pytest.raises(OutsideRootError):
        Vault.open(vault).relative(outside / "x.md")


def test_a51_percent_sequences_are_literal(vault: Path, outside: Path) -> None:
    fill(vault, "%2e%2e.md")
    opened = Vault.open(vault)
    assert opened.read("%2e%2e.md") == b"%2e%2e.md"
    with pytest.raises(FileNotFoundError):
        opened.read("%2e%2e%2fv-secret%2fx.md")


def test_a50_a52_symlinks_out_are_refused_for_reading_and_for_new_files(
    vault: Path, outside: Path
) -> None:
    (vault / "out.md").symlink_to(outside / "x.md")
    (vault / "link").symlink_to(outside)
    (vault / "dangling.md").symlink_to(outside / "new.md")
    opened = Vault.open(vault)
    for path in ("out.md", "link/x.md", "link/new.md", "dangling.md"):
        assert not opened.contains(path)
        with pytest.raises(OutsideRootError):
            opened.read(path)
    assert opened.contains("new/file.md")


def test_a_symlink_inside_the_vault_can_be_read(vault: Path) -> None:
    fill(vault, "d/a.md")
    (vault / "b.md").symlink_to("d/a.md")
    assert Vault.open(vault).read("b.md") == b"d/a.md"


def test_a_folder_that_became_a_link_out_is_refused_at_the_next_read(
    vault: Path, outside: Path
) -> None:
    fill(vault, "d/x.md")
    opened = Vault.open(vault)
    assert opened.read("d/x.md") == b"d/x.md"
    (vault / "d").rename(vault / "e")
    (vault / "d").symlink_to(outside)
    with pytest.raises(OutsideRootError):
        opened.read("d/x.md")


def test_r248_hidden_files_are_not_read(vault: Path) -> None:
    fill(vault, ".obsidian/plugins/p/data.json", ".env")
    for path in (".obsidian/plugins/p/data.json", ".env", "./.env"):
        with pytest.raises(FileNotFoundError):
            Vault.open(vault).read(path)


def test_missing_files_and_folders_raise_what_the_system_says(vault: Path) -> None:
    (vault / "d.md").mkdir()
    with pytest.raises(FileNotFoundError):
        Vault.open(vault).read("gone.md")
    with pytest.raises(IsADirectoryError):
        Vault.open(vault).read("d.md")


def test_a49_an_absolute_path_inside_the_vault_gives_its_relative_one(vault: Path) -> None:
    fill(vault, "d/a.md")
    link = vault.parent / "link"
    link.symlink_to(vault)
    opened = Vault.open(vault)
    assert opened.relative(vault / "d" / "a.md") == "d/a.md"
    assert opened.relative(link / "d" / "a.md") == "d/a.md"
    with pytest.raises(OutsideRootError):
        opened.relative("d/a.md")


# kinds


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("a/N.md", "note"),
        ("Archive.tar.gz", None),
        (".md", None),
        ("a.b/md", None),
        ("x.3GP", "attachment"),
    ],
)
def test_r100_the_kind_follows_the_last_extension(path: str, expected: str | None) -> None:
    assert kind_of(path) == expected
