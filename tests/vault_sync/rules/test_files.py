"""Which files belong to a vault (OBSIDIAN.md section 15, R246 to R257)."""

import os
import unicodedata

import pytest
from rulebook import rows

from vault_sync.changes import Stamp, compare
from vault_sync.kinds import kind_of
from vault_sync.new_names import refused
from vault_sync.note import parse
from vault_sync.resolve import Resolver
from vault_sync.settings import VaultSettings
from vault_sync.vault import Vault

NFC, NFD = "Caf\u00e9.md", "Cafe\u0301.md"

KINDS = [
    # rule, names, their kind
    ("R246", "a.md a.MD", "note"),
    ("R246", "a.canvas", "canvas"),
    ("R246", "a.base", "base"),
    ("R246", "a.avif a.bmp a.gif a.jpeg a.jpg a.png a.svg a.webp a.PNG a.pdf", "attachment"),
    ("R246", "a.flac a.m4a a.mp3 a.ogg a.wav a.3gp", "attachment"),
    ("R246", "a.mkv a.mov a.mp4 a.ogv a.webm", "attachment"),
    ("R246", "a.exe a.docx a", None),
    ("R247", "a.markdown a.txt a.mdx a.md.txt", None),
]


@pytest.mark.parametrize(("names", "kind"), rows(KINDS))
def test_the_kind_of_a_file(names, kind):
    assert {kind_of(name) for name in names.split()} == {kind}


CENSUS = [
    # rule, files, settings file, paths of the census, codes of findings
    ("R246", ["a.md", "b.txt", "c.pdf"], "{}", ["a.md", "c.pdf"], []),
    ("R246", ["a.md", "b.txt", "c"], '{"showUnsupportedFiles": true}', ["a.md", "b.txt", "c"], []),
    ("R247", ["a.markdown", "b.txt", "c.mdx", "d.md"], "{}", ["d.md"], []),
    ("R248", [".git/a.md", ".trash/b.md", ".stfolder/x.md", ".DS_Store", "c/.d/e.md", ".f.md", "g.md"], "{}", ["g.md"], []),
    ("R249", [".obsidian-phone/app.json", ".config/n.md", "a.md"], "{}", ["a.md"], []),
    ("R251", ["a.md", "in/.obsidian/app.json", "in/b.md"], "{}", ["a.md", "in/b.md"], []),
    ("R253", ["Archive/a.md", "b.md"], '{"userIgnoreFilters": ["Archive/"]}', ["Archive/a.md", "b.md"], []),
    ("R255", [NFC, NFD], "{}", [NFD, NFC], ["twin-name"]),
    ("R255", ["Note.md", "note.md"], "{}", ["Note.md", "note.md"], ["twin-name"]),
    ("R257", ["a#b^c[d].md", 'x"y|z<w>*?:\\.md'], "{}", ["a#b^c[d].md", 'x"y|z<w>*?:\\.md'], []),
]  # fmt: skip


@pytest.mark.skipif(os.name == "nt", reason="the disk refuses some of these names")
@pytest.mark.parametrize(("files", "settings", "paths", "codes"), rows(CENSUS))
def test_the_files_of_a_vault(tmp_path, files, settings, paths, codes):
    for name in [".obsidian/app.json", *files]:
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(settings if name == ".obsidian/app.json" else "x", encoding="utf-8")
    census = Vault.open(tmp_path).census()
    if len(census.files) < len(paths):
        pytest.skip("this disk takes the two names for one")
    assert [entry.path for entry in census.files] == paths
    assert [finding.code for finding in census.findings] == codes


def test_r249_each_configuration_folder_has_its_own_settings(tmp_path):
    for folder, value in ((".obsidian", "false"), (".obsidian-phone", "true")):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "app.json").write_text(f'{{"showUnsupportedFiles": {value}}}')
    assert not Vault.open(tmp_path).settings.show_unsupported_files
    phone = Vault.open(tmp_path, config_folder=".obsidian-phone")
    assert (phone.is_obsidian, phone.settings.show_unsupported_files) == (True, True)


LINKS = [
    # Following links out of the vault is off unless it is asked for: a vault from somebody else
    # must not be able to show files of this computer.
    # rule, links (path -> target), follow, paths of the census, codes of findings
    ("R250", {"v/far": "out"}, True, ["far/deep/b.md", "far/o.md", "in/a.md"], []),
    ("R250", {"v/far": "out"}, False, ["in/a.md"], ["symlink-outside"]),
    ("R250", {"v/far.md": "out/o.md"}, True, ["far.md", "in/a.md"], []),
    ("R250", {"v/up": "."}, True, ["in/a.md"], []),
    ("R250", {"v/self": "v"}, True, ["in/a.md"], []),
    ("R250", {"v/twice": "v/in"}, True, ["in/a.md"], []),
    ("R250", {"v/far": "out", "out/back": "v", "out/round": "out"}, True, ["far/deep/b.md", "far/o.md", "in/a.md"], []),
    ("R250", {"v/one": "out", "v/two": "out/deep"}, True, ["in/a.md", "one/deep/b.md", "one/o.md"], []),
    ("R250", {"v/far": "nowhere"}, True, ["in/a.md"], ["broken-symlink"]),
]  # fmt: skip


@pytest.mark.parametrize(("links", "follow", "paths", "codes"), rows(LINKS))
def test_linked_folders(tmp_path, links, follow, paths, codes):
    for name in ("v/in/a.md", "out/o.md", "out/deep/b.md"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("x")
    for name, target in links.items():
        (tmp_path / name).symlink_to(tmp_path / target)
    census = Vault.open(tmp_path / "v", follow_symlinks=follow).census()
    assert [entry.path for entry in census.files] == paths
    assert [finding.code for finding in census.findings] == codes


def test_r251_the_inner_notes_belong_to_both_vaults(tmp_path):
    (tmp_path / "in" / ".obsidian").mkdir(parents=True)
    (tmp_path / "in" / "b.md").write_text("x")
    outer, inner = Vault.open(tmp_path), Vault.open(tmp_path / "in")
    assert [entry.path for entry in outer.census().files] == ["in/b.md"]
    assert [entry.path for entry in inner.census().files] == ["b.md"]
    assert outer.read("in/b.md") == inner.read("b.md") == b"x"


EXCLUDED = [
    # rule, filters, excluded paths, paths that stay
    ("R252", ["Archive/"], ["Archive/a.md", "archive/x/b.md"], ["x/Archive/a.md", "Archive.md"]),
    ("R252", ["/^x.*\\.MD$/"], ["x.md", "X/y.md"], ["ax.md", "x.canvas"]),
    ("R252", ["/(/", "b"], ["b.md"], ["(.md"]),
    ("R252", [], [], ["a.md"]),
    ("R253", ["Archive/"], ["Archive/Alpha.md"], ["Alpha.md"]),
]


@pytest.mark.parametrize(("filters", "excluded", "kept"), rows(EXCLUDED))
def test_excluded_files(filters, excluded, kept):
    settings = VaultSettings(user_ignore_filters=tuple(filters))
    assert [path for path in excluded + kept if settings.is_excluded(path)] == excluded


RESOLVED = [
    # rule, files, link, where it leads
    ("R253", ["Archive/Alpha.md", "s.md"], "Alpha", "Archive/Alpha.md"),
    ("R255", [NFC, NFD], NFC[:-3], NFC),
    ("R255", [NFC, NFD], NFD[:-3], NFD),
    ("R255", [NFD], NFC[:-3], NFD),
    ("R257", ["a[b]^c.md"], "a[b]^c", "a[b]^c.md"),
]


@pytest.mark.parametrize(("files", "link", "expected"), rows(RESOLVED))
def test_links_to_such_files(files, link, expected):
    assert Resolver(files).resolve(link, "s.md").path == expected


SIZES = [
    # rule, bytes of a note, its tags
    ("R254", b"x " * 1_500_000 + b"#end", ["end"]),
    ("R254", b"a line of a long note\n" * 150_000 + b"#end", ["end"]),
]


@pytest.mark.parametrize(("data", "tags"), rows(SIZES))
def test_a_note_of_any_size_is_read(data, tags):
    assert [tag.name for tag in parse("n.md", data).tags] == tags


RENAMES = [
    # rule, known path, found path, whether it is one rename
    ("R256", "Note.md", "note.md", True),
    ("R256", "a/Straße.md", "A/STRASSE.md", False),
    ("R256", "Dir/n.md", "dir/N.md", True),
    ("R256", NFC, NFD, True),
    ("R256", NFC, unicodedata.normalize("NFD", NFC.upper()), True),
    ("R256", "Note.md", "Other.md", False),
]


@pytest.mark.parametrize(("old", "new", "one"), rows(RENAMES))
def test_a_rename_that_changes_only_case_or_composition_is_one(tmp_path, old, new, one):
    (tmp_path / new).parent.mkdir(parents=True, exist_ok=True)
    (tmp_path / new).write_text("x")
    changes = compare({old: Stamp(1, 1, 1)}, Vault.open(tmp_path).census())
    assert changes.respelled == (((old, new),) if one else ())
    assert (changes.removed, [entry.path for entry in changes.added]) == ((old,), [new])


NAMES = [
    # rule, name, characters for which the app refuses it
    ("R257", 'a*b"c\\d/e<f>g:h|i?', ("*", '"', "\\", "/", "<", ">", ":", "|", "?")),
    ("R257", "a#b^c[d] (e) & f", ()),
    ("R257", "::", (":",)),
]


@pytest.mark.parametrize(("name", "characters"), rows(NAMES))
def test_characters_that_the_app_refuses_in_a_name(name, characters):
    assert refused(name) == characters
