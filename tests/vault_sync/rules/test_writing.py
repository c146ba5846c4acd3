"""How Obsidian writes, where a bridge meets it (OBSIDIAN.md section 20, R302 to R314)."""

import pytest
from rulebook import edges, read, rows

from vault_sync.changes import Stamp, compare
from vault_sync.mentions import Names, names_of
from vault_sync.model import Census, FileEntry
from vault_sync.new_names import free_path
from vault_sync.properties_text import prepend, remove_properties, set_properties
from vault_sync.settings import load
from vault_sync.vault import Vault
from vault_sync.write import digest, write

SET = [
    # rule, note, properties, note afterwards
    ("R302", "---\nb: 1\na: 2\n---\nx\n", {"a": 3, "c": "new"}, "---\nb: 1\na: 3\nc: new\n---\nx\n"),
    ("R302", "---\na: 1 # why\n# more\n---\n", {"b": 2}, "---\na: 1\nb: 2\n---\n"),
    ("R302", "---\na: 1\n---\n", {"a": None, "b": "", "c": [], "d": {}}, '---\na:\nb: ""\nc: []\nd: {}\n---\n'),
    ("R302", "---\na: 1\n---\n", {"l": ["x", None, 2], "m": {"k": ["y"]}}, "---\na: 1\nl:\n  - x\n  -\n  - 2\nm:\n  k:\n    - y\n---\n"),
    ("R302", "---\na: 1\n---\n", {"a": "word " * 40 + "end"}, f"---\na: {'word ' * 40}end\n---\n"),
    ("R302", "---\na: &k [1, 2]\nb: *k\n---\n", {"c": True}, "---\na:\n  - 1\n  - 2\nb:\n  - 1\n  - 2\nc: true\n---\n"),
    ("R302", "---\nd: 2024-07-21\n---\n", {"t": "12:30", "y": "yes"}, "---\nd: 2024-07-21\nt: 12:30\ny: yes\n---\n"),
    ("R302", "---\na: 1\n---\n", {"a": "true", "b": "12", "c": "[[N]]", "d": "x: y", "e": "#t"}, '---\na: "true"\nb: "12"\nc: "[[N]]"\nd: "x: y"\ne: "#t"\n---\n'),
    ("R302", "---\na: 1\n---\n", {"a": "one\ntwo", "b": "one\n"}, "---\na: |-\n  one\n  two\nb: |\n  one\n---\n"),
    ("R302", "---\na: 1\n---\n", {"a": [[1, 2], {"k": 3, "l": 4}]}, "---\na:\n  - - 1\n    - 2\n  - k: 3\n    l: 4\n---\n"),
    ("R302", "---\nDue: 1\n---\n", {"due": 2}, "---\nDue: 2\n---\n"),
    ("R302", "---\na:   1   # kept\n---\nx", {"a": 1}, "---\na:   1   # kept\n---\nx"),
    ("R303", "# Note\n", {"a": 1}, "---\na: 1\n---\n# Note\n"),
    ("R303", "", {"a": 1}, "---\na: 1\n---\n"),
    ("R303", "---\n---\nx", {"a": 1}, "---\na: 1\n---\nx"),
    ("R303", "\n---\nno: block\n---\n", {"a": 1}, "---\na: 1\n---\n\n---\nno: block\n---\n"),
    ("R303", "# Note\n", {}, "# Note\n"),
    ("R304", "---\na: 1\n---\n", {"tags": ["#x", "y/z", "#a#b"]}, "---\na: 1\ntags:\n  - x\n  - y/z\n  - a#b\n---\n"),
    ("R304", "---\nTags: [a]\n---\n", {"tags": "#x"}, "---\nTags: x\n---\n"),
    ("R306", "---\r\na: 1\r\n---\r\nx\r\ny\n", {"a": 2}, "---\na: 2\n---\nx\r\ny\n"),
    ("R306", "---\na: 1\n---  \nx\n\n\n", {"a": 2}, "---\na: 2\n---\nx\n\n\n"),
    ("R306", "\ufeff---\na: 1\n---\nx", {"a": 2}, "---\na: 2\n---\nx"),
    ("R306", "x\r\ny", {"a": 2}, "---\na: 2\n---\nx\r\ny"),
    ("R306", "---\na: 1\n---", {"a": 2}, "---\na: 2\n---"),
]  # fmt: skip


@pytest.mark.parametrize(("note", "properties", "expected"), rows(SET))
def test_properties_are_set(note, properties, expected):
    assert set_properties(note, properties) == expected


REMOVED = [
    # rule, note, names, note afterwards
    ("R302", "---\na: 1\nb: 2\nc: 3\n---\nx", ["b"], "---\na: 1\nc: 3\n---\nx"),
    ("R302", "---\nDue: 1\nb: 2\n---\nx", ["due"], "---\nb: 2\n---\nx"),
    ("R303", "---\na: 1\n---\nx\n", ["a"], "x\n"),
    ("R303", "---\r\na: 1\r\n---\r\nx\r\n", ["a"], "x\r\n"),
    ("R303", "---\na: 1\n---", ["a"], ""),
    # without the dashes, what follows would be taken for properties
    ("R303", "---\na: 1\n---\n---\nb: 2\n---\n", ["a"], "---\n---\n---\nb: 2\n---\n"),
    ("R303", "---\na: 1 # kept\n---\nx", ["b"], "---\na: 1 # kept\n---\nx"),
    ("R306", "---\n---\nx", ["a"], "---\n---\nx"),
]


@pytest.mark.parametrize(("note", "names", "expected"), rows(REMOVED))
def test_properties_are_removed(note, names, expected):
    assert remove_properties(note, names) == expected


PREPENDED = [
    # rule, note, text, note afterwards
    ("R307", "---\na: 1\n---\nbody\n", "first", "---\na: 1\n---\nfirst\nbody\n"),
    ("R307", "---\na: 1\n---\nbody\n", "first\n", "---\na: 1\n---\nfirst\nbody\n"),
    ("R307", "body", "first", "first\nbody"),
    ("R307", "", "first", "first"),
    ("R307", "---\na: 1\n---", "first", "---\na: 1\n---\nfirst"),
    ("R307", "---\r\na: 1\r\n---\r\nbody", "first", "---\r\na: 1\r\n---\r\nfirst\nbody"),
    ("R307", "---\na: 1\nb:\n---\nbody", "---\na: 2\nb: 3\nc: 4\n---\nfirst", "---\na: 1\nb: 3\nc: 4\n---\nfirst\nbody"),
    ("R307", "---\ntags: [x]\n---\nbody", "---\nTags: [x, y]\n---\n", "---\ntags:\n  - x\n  - y\n---\nbody"),
    ("R307", "body", "---\na: 1\n---\nfirst", "---\na: 1\n---\nfirst\nbody"),
]  # fmt: skip


@pytest.mark.parametrize(("note", "text", "expected"), rows(PREPENDED))
def test_a_text_is_put_before_the_body(note, text, expected):
    assert prepend(note, text) == expected


NAMES = [
    # rule, wanted path, in the trash, taken paths, path
    ("R308", "Untitled.md", False, [], "Untitled.md"),
    ("R308", "Untitled.md", False, ["Untitled.md"], "Untitled 1.md"),
    ("R308", "d/Untitled.md", False, ["d/untitled.md", "d/Untitled 1.md"], "d/Untitled 2.md"),
    ("R308", "d/Untitled.md", False, ["Untitled.md"], "d/Untitled.md"),
    ("R308", "a.tar.gz", False, ["a.tar.gz"], "a.tar 1.gz"),
    ("R308", "d.x/Folder", False, ["d.x/Folder"], "d.x/Folder 1"),
    ("R308", ".trash/Note.md", True, [".trash/Note.md"], ".trash/Note 2.md"),
    ("R308", ".trash/Note.md", True, [".trash/Note.md", ".trash/Note 2.md"], ".trash/Note 3.md"),
]


@pytest.mark.parametrize(("path", "in_trash", "taken", "expected"), rows(NAMES))
def test_a_name_that_is_taken_gets_a_number(path, in_trash, taken, expected):
    assert free_path(path, taken, in_trash=in_trash) == expected


WRITTEN = [
    # rule, what the file holds, what its writer saw, what is written, what it holds then
    ("R305", b"old", b"old", b"new", b"new"),
    ("R305", None, None, b"new", b"new"),
    ("R305", b"edited", b"old", b"new", b"edited"),
    ("R305", b"there", None, b"new", b"there"),
    ("R305", None, b"old", b"new", None),
    ("R306", b"a\r\nb", b"a\r\nb", b"a\r\nc\n", b"a\r\nc\n"),
]


@pytest.mark.parametrize(("there", "seen", "data", "after"), rows(WRITTEN))
def test_a_file_is_replaced_only_as_it_was_seen(tmp_path, there, seen, data, after):
    note = tmp_path / "d" / "n.md"
    note.parent.mkdir()
    if there is not None:
        note.write_bytes(there)
    expected = None if seen is None else digest(seen)
    if after == data:
        assert write(tmp_path, "d/n.md", data, expected=expected) == digest(data)
    else:
        with pytest.raises(Exception, match=r"'d/n\.md'") as caught:
            write(tmp_path, "d/n.md", data, expected=expected)
        assert type(caught.value).__name__ == "ChangedOutsideError"
    assert (note.read_bytes() if note.exists() else None) == after
    assert [path.name for path in note.parent.iterdir()] == ["n.md"] * (after is not None)


SETTINGS = [
    # The names of the values are uncertain: those that sources show.
    # rule, content of app.json, where deleted files go
    ("R309", "{}", "system"),
    ("R309", '{"trashOption": "system"}', "system"),
    ("R309", '{"trashOption": "local"}', "local"),
    ("R309", '{"trashOption": "none"}', "none"),
]


@pytest.mark.parametrize(("content", "option"), rows(SETTINGS))
def test_where_deleted_files_go(tmp_path, content, option):
    (tmp_path / ".obsidian").mkdir()
    (tmp_path / ".obsidian" / "app.json").write_text(content)
    assert load(str(tmp_path)).trash_option == option


UNTOUCHED = [
    # rule, file, its content
    ("R311", ".obsidian/app.json", b'{"alwaysUpdateLinks": true}'),
    ("R311", ".obsidian/workspace.json", b"{"),
    ("R306", "n.md", b"\xef\xbb\xbf---\r\na: 1\r\n---\r\n[[x]]\n"),
]


@pytest.mark.parametrize(("name", "data"), rows(UNTOUCHED))
def test_reading_changes_no_byte_and_adds_no_file(tmp_path, name, data):
    file = tmp_path / name
    file.parent.mkdir(exist_ok=True)
    file.write_bytes(data)
    before = {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*")}
    vault = Vault.open(tmp_path)
    for entry in vault.census().files:
        read(vault.read(entry.path).decode("utf-8"))
    assert vault.settings.update_links is (name == ".obsidian/app.json")
    assert {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*")} == before
    assert file.read_bytes() == data


RENAMED = [
    # a rename outside of the app updates nothing: links are what they were
    # rule, vault before, vault after, edges after
    (
        "R312",
        {"Old.md": "", "s.md": "[[Old]]"},
        {"New.md": "", "s.md": "[[Old]]"},
        {"s.md": {"?Old": 1}},
    ),
    (
        "R312",
        {"a/N.md": "", "s.md": "[[N]] [[a/N]]"},
        {"b/N.md": "", "s.md": "[[N]] [[a/N]]"},
        {"s.md": {"b/N.md": 1, "?a/N": 1}},
    ),
]


@pytest.mark.parametrize(("before", "after", "expected"), rows(RENAMED))
def test_links_after_a_rename_outside(before, after, expected):
    assert edges(before) != edges(after) == expected


STAMP = Stamp(3, 4, 5)

MOVED = [
    # what was kept by its path is to be moved by who is told of old and new
    # rule, old path, new path, whether the pair is told
    ("R313", "Note.md", "note.md", True),
    ("R313", "a/Note.md", "b/Note.md", False),
]


@pytest.mark.parametrize(("old", "new", "told"), rows(MOVED))
def test_a_rename_is_no_change_of_a_file(old, new, told):
    changes = compare({old: STAMP}, Census((FileEntry(new, "note", *STAMP),), (), (), ()))
    assert changes.changed == ()
    assert (changes.removed, [Stamp(*item[2:]) for item in changes.added]) == ((old,), [STAMP])
    assert changes.respelled == (((old, new),) if told else ())


MENTIONS = [
    # rule, text of n.md, mentions as (text, paths)
    ("R314", "On alpha and ALPHA.", [("alpha", ["Alpha.md"]), ("ALPHA", ["Alpha.md"])]),
    ("R314", "alphabet, an_alpha, x-alpha", [("alpha", ["Alpha.md"])]),
    ("R314", "[[Alpha]] [Alpha](x.md) `Alpha` ![[Alpha]] Alpha", [("Alpha", ["Alpha.md"])]),
    ("R314", "---\nup: Alpha\n---\n```\nAlpha\n```\n\n    Alpha\n\n$$\nAlpha\n$$\n", []),
    ("R314", "- a\n  ```\n  Alpha\n  ```\n- Alpha\n", [("Alpha", ["Alpha.md"])]),
    ("R314", "Alpha  Beta and Alpha\nBeta", [("Alpha  Beta", ["d/Alpha Beta.md"]), ("Alpha", ["Alpha.md"])]),
    ("R314", "the AI said ai", [("AI", ["d/Alpha Beta.md", "Alpha.md"]), ("ai", ["d/Alpha Beta.md", "Alpha.md"])]),
    ("R314", "東日本大震災", [("日本", ["日本.md"])]),
    ("R314", "C++ C#", [("C++", ["C++.md"])]),
    ("R314", "Cafe\u0301 and CAFÉ", [("Cafe\u0301", ["Café.md"]), ("CAFÉ", ["Café.md"])]),
    ("R314", "हिन्दी", []),
    ("R314", "this is n, my own alias", []),
    ("R314", "x\r\ny Alpha", [("Alpha", ["Alpha.md"])]),
]  # fmt: skip

KNOWN = {
    "Alpha.md": "---\naliases: [AI]\n---",
    "d/Alpha Beta.md": "---\naliases: [ai]\n---",
    "日本.md": "",
    "C++.md": "",
    "Café.md": "",
    "ह.md": "",
    "own.md": "",
    "n.md": "---\naliases: [own alias]\n---",
}


@pytest.mark.parametrize(("text", "expected"), rows(MENTIONS))
def test_unlinked_mentions(text, expected):
    pairs = [pair for path, note in KNOWN.items() for pair in names_of(read(note, path))]
    note = read(text, "n.md")
    assert [
        (note.text[found.start : found.end], sorted(found.paths))
        for found in Names(pairs).mentions(note)
    ] == [(mention, sorted(paths)) for mention, paths in expected]
