"""A file that comes, goes or changes its name: every edge it can affect moves, no other is touched.

OBSIDIAN.md R095 to R097. Each case says what the links lead to before and after; the store after
the change must be the one of a fresh sync, and only links of the names concerned are looked at.
"""

import json
from typing import NamedTuple

import pytest
from storehouse import dump

from recall.store import edges
from vault_sync.resolve import key_of, keys_of

BYSTANDERS = {"far/Elsewhere.md": "[[Bystander]] [[far/Bystander|x]] ![[by.png]]", "by.png": ""}
"""In every vault: links that no case concerns."""


class Case(NamedTuple):
    """``edges``: linkpath in ``s.md`` (or ``source``), target before, target after.

    ``steps`` are ``("write", path)``, ``("move", old, new)`` and ``("delete", path)``.
    """

    name: str
    files: tuple[str, ...]
    links: tuple[tuple[str, str | None, str | None], ...]
    steps: tuple[tuple[str, ...], ...]
    source: str = "s.md"
    source_after: str | None = None


CASES = (
    Case(
        "a note that was only linked to comes",
        (),
        (("Ghost", None, "x/Ghost.md"), ("Ghost.md", None, "x/Ghost.md"), ("ghost", None, "x/Ghost.md")),
        (("write", "x/Ghost.md"),),
    ),
    Case(
        "a target comes that is named with a part of its path (R081, R082)",
        ("a/b/Other.md",),
        (("b/Note", None, "a/b/Note.md"), ("xb/Note", None, None), ("a/b/Note", None, "a/b/Note.md")),
        (("write", "a/b/Note.md"),),
    ),
    Case(
        "an unresolved link with a folder is made true where it says (R095)",
        (),
        (("Ghost/Sub", None, "Ghost/Sub.md"),),
        (("write", "Ghost/Sub.md"),),
    ),
    Case(
        "a second file of the name comes, nearer to the root (R079, R097)",
        ("a/b/c/Note.md",),
        (("Note", "a/b/c/Note.md", "d/Note.md"), ("c/Note", "a/b/c/Note.md", "a/b/c/Note.md")),
        (("write", "d/Note.md"),),
    ),
    Case(
        "a second file of the name comes into the root (R071)",
        ("z/Note.md",),
        (("Note", "z/Note.md", "Note.md"),),
        (("write", "Note.md"),),
        source="z/s.md",
    ),
    Case(
        "a second file of the name comes into the folder of the link (R076)",
        ("b/Note.md",),
        (("Note", "b/Note.md", "z/Note.md"), ("./Note", None, "z/Note.md"), ("../b/Note", "b/Note.md", "b/Note.md")),
        (("write", "z/Note.md"),),
        source="z/s.md",
    ),
    Case(
        "a second file of the name comes farther away and changes nothing",
        ("b/Note.md",),
        (("Note", "b/Note.md", "b/Note.md"),),
        (("write", "far/away/Note.md"),),
    ),
    Case(
        "the chosen one of two goes (R096)",
        ("b/Note.md", "cc/Note.md"),
        (("Note", "b/Note.md", "cc/Note.md"), ("b/Note", "b/Note.md", None), ("/b/Note", "b/Note.md", None)),
        (("delete", "b/Note.md"),),
    ),
    Case(
        "the only one goes (R096)",
        ("b/Note.md",),
        (("Note", "b/Note.md", None), ("Note.md", "b/Note.md", None)),
        (("delete", "b/Note.md"),),
    ),
    Case(
        "a whole folder goes",
        ("b/Note.md", "b/pic.png", "cc/Note.md"),
        (("Note", "b/Note.md", "cc/Note.md"), ("pic.png", "b/pic.png", None)),
        (("delete", "b"),),
    ),
    Case(
        "a name changes only its case (R256)",
        ("a/Note.md",),
        (("Note", "a/Note.md", "a/NOTE.md"), ("note", "a/Note.md", "a/NOTE.md"), ("/a/Note", "a/Note.md", "a/NOTE.md")),
        (("move", "a/Note.md", "a/NOTE.md"),),
    ),
    Case(
        "a name changes how its letters are composed (R062, R301)",
        ("a/Cafe\u0301.md",),
        (("Café", "a/Cafe\u0301.md", "a/Café.md"), ("Cafe\u0301", "a/Cafe\u0301.md", "a/Café.md")),
        (("move", "a/Cafe\u0301.md", "a/Café.md"),),
    ),
    Case(
        "a twin comes that is spelled as the link (R255)",
        ("Cafe\u0301.md",),
        (("Café", "Cafe\u0301.md", "Café.md"), ("Cafe\u0301", "Cafe\u0301.md", "Cafe\u0301.md")),
        (("write", "Café.md"),),
    ),
    Case(
        "a folder changes only its case",
        ("a/Note.md", "a/pic.png"),
        (("Note", "a/Note.md", "A/Note.md"), ("a/Note", "a/Note.md", "A/Note.md"), ("pic.png", "a/pic.png", "A/pic.png")),
        (("move", "a", "A"),),
    ),
    Case(
        "a folder moves",
        ("a/Note.md", "a/b/Deep.md", "a/pic.png"),
        (
            ("Note", "a/Note.md", "z/a/Note.md"), ("a/Note", "a/Note.md", "z/a/Note.md"),
            ("/a/Note", "a/Note.md", None), ("./a/b/Deep", "a/b/Deep.md", None),
            ("b/Deep", "a/b/Deep.md", "z/a/b/Deep.md"), ("pic.png", "a/pic.png", "z/a/pic.png"),
        ),
        (("move", "a", "z/a"),),
    ),
    Case(
        "the linking note moves, and what is beside it is another",
        ("a/Note.md", "b/Note.md", "b/c/Up.md", "Up.md"),
        (
            ("Note", "a/Note.md", "b/Note.md"), ("./Note", "a/Note.md", "b/Note.md"),
            ("../Up", "Up.md", "Up.md"), ("/a/Note", "a/Note.md", "a/Note.md"), ("./c/Up", None, "b/c/Up.md"),
        ),
        (("move", "a/s.md", "b/s.md"),),
        source="a/s.md",
        source_after="b/s.md",
    ),
    Case(
        "a note is renamed outside of Obsidian and another takes its name",
        ("Note.md", "Other.md"),
        (("Note", "Note.md", "Note.md"), ("Other", "Other.md", None), ("Third", None, "Third.md")),
        (("move", "Note.md", "Third.md"), ("move", "Other.md", "Note.md")),
    ),
    Case(
        "an attachment comes with the stem of a note (R065, R066)",
        ("Fig.md",),
        (("Fig", "Fig.md", "Fig.md"), ("Fig.png", None, "a/Fig.png"), ("Fig.md", "Fig.md", "Fig.md")),
        (("write", "a/Fig.png"),),
    ),
    Case(
        "a note comes that is called like an attachment with .md (R065)",
        ("Fig.png",),
        (("Fig.png", "Fig.png", "Fig.png"), ("Fig.png.md", None, "Fig.png.md")),
        (("write", "Fig.png.md"),),
    ),
    Case(
        "an attachment goes and a note of the name with .md remains (R065)",
        ("Fig.png", "Fig.png.md"),
        (("Fig.png", "Fig.png", "Fig.png.md"),),
        (("delete", "Fig.png"),),
    ),
    Case(
        "Note.md.md comes beside Note.md (R069)",
        ("Note.md",),
        (("Note", "Note.md", "Note.md"), ("Note.md", "Note.md", "Note.md"), ("Note.md.md", None, "Note.md.md")),
        (("write", "Note.md.md"),),
    ),
    Case(
        "Note.md goes and Note.md.md remains (R069)",
        ("Note.md", "Note.md.md"),
        (("Note", "Note.md", None), ("Note.md", "Note.md", "Note.md.md")),
        (("delete", "Note.md"),),
    ),
    Case(
        "links with a slash, ./ and ../ mean one place only (R073 to R075)",
        ("Note.md",),
        (
            ("/z/Note", None, "z/Note.md"), ("./Note", None, "z/Note.md"),
            ("../Note", "Note.md", "Note.md"), ("../../Note", None, None), ("../z/Note", None, "z/Note.md"),
        ),
        (("write", "z/Note.md"),),
        source="z/s.md",
    ),
    Case(
        "a canvas comes with the name of a note (R067)",
        ("Board.md",),
        (("Board", "Board.md", "Board.md"), ("Board.canvas", None, "Board.canvas")),
        (("write", "Board.canvas"),),
    ),
)  # fmt: skip


def described(case):
    return case.name


def led_to(store, source):
    """What each linkpath of a note leads to."""
    return {row[5]: row[1] for row in dump(store)["edges"] if row[0] == source}


def text_of(path):
    """No two files have one content: a move is told from its content."""
    return json.dumps({"nodes": []}) if path.endswith(".canvas") else f"I am {path}."


def apply(desk, step):
    if step[0] == "write":
        desk.write(step[1], text_of(step[1]))
    else:
        getattr(desk, step[0])(*step[1:])


@pytest.fixture
def watched(desk, monkeypatch):
    """A vault whose store tells which links were looked at, and which of them were changed."""
    looked, changed = [], []
    pending, resolve = edges.pending, edges.resolve

    def watch_pending(store, collection_id, names):
        found = pending(store, collection_id, names)
        looked.extend((each.source_path, each.path) for each in found)
        return found

    def watch_resolve(store, ids, links, find):
        before = store.connection.total_changes()
        touched = resolve(store, ids, links, find)
        changed.append(store.connection.total_changes() - before)
        return touched

    monkeypatch.setattr(edges, "pending", watch_pending)
    monkeypatch.setattr(edges, "resolve", watch_resolve)
    for path, text in BYSTANDERS.items():
        desk.write(path, text)
    desk.looked, desk.changed = looked, changed
    return desk


def assert_as_fresh(desk):
    desk.close()
    fresh = desk.fresh()
    fresh.sync()
    fresh.close()
    assert dump(desk.store) == dump(fresh.store)


@pytest.mark.parametrize("case", CASES, ids=described)
@pytest.mark.parametrize("form", ["wikilink", "property"])
def test_only_links_of_the_names_concerned_move(watched, case, form):
    desk = watched
    for path in case.files:
        desk.write(path, text_of(path))
    links = [f"[[{linkpath}]]" for linkpath, _, _ in case.links]
    listed = json.dumps(links, ensure_ascii=False)
    desk.write(case.source, "\n".join(links) if form == "wikilink" else f"---\nup: {listed}\n---\n")
    desk.sync()
    desk.close()
    assert led_to(desk.store, case.source) == {path: before for path, before, _ in case.links}
    desk.looked.clear()
    desk.changed.clear()
    was = {entry.relative_to(desk.root).as_posix() for entry in desk.root.rglob("*.*")}

    for step in case.steps:
        apply(desk, step)
    desk.sync()

    source = case.source_after or case.source
    desk.close()
    assert led_to(desk.store, source) == {path: after for path, _, after in case.links}
    now = {entry.relative_to(desk.root).as_posix() for entry in desk.root.rglob("*.*")}
    names = {name for path in was ^ now for name in keys_of(path)}
    concerned = {(source, path) for path, _, _ in case.links if key_of(path) in names}
    assert set(desk.looked) == concerned
    assert len(desk.looked) == len(concerned)
    # A link whose target went, or moved along with its row id, need not be written.
    assert sum(desk.changed) <= sum(before != after for _, before, after in case.links)
    assert_as_fresh(desk)


def test_the_files_of_a_canvas_are_followed_by_their_whole_path(watched):
    """OBSIDIAN.md R239: no other file of the name takes their place."""
    desk = watched
    cards = [
        {"id": "1", "type": "file", "file": "a/Note.md"},
        {"id": "2", "type": "file", "file": "a/pic.png"},
        {"id": "3", "type": "text", "text": "[[Note]]"},
    ]
    desk.write("Board.canvas", json.dumps({"nodes": cards}))
    for path in ("a/Note.md", "a/pic.png"):
        desk.write(path, text_of(path))
    desk.sync()
    desk.looked.clear()
    desk.move("a", "b")
    desk.sync()
    desk.close()
    assert led_to(desk.store, "Board.canvas") == {
        "/a/Note.md": None, "/a/pic.png": None, "Note": "b/Note.md",
    }  # fmt: skip
    assert sorted(desk.looked) == [
        ("Board.canvas", "/a/Note.md"), ("Board.canvas", "/a/pic.png"), ("Board.canvas", "Note"),
    ]  # fmt: skip
    desk.write("a/Note.md", "another")
    desk.sync()
    desk.close()
    assert led_to(desk.store, "Board.canvas")["/a/Note.md"] == "a/Note.md"
    assert_as_fresh(desk)


def test_a_change_within_a_note_has_no_other_links_looked_at(watched):
    desk = watched
    desk.notes(a="[[b]]", b="[[a]]", c="[[a]] [[b]]")
    desk.sync()
    desk.looked.clear()
    desk.write("a.md", "[[b]] [[c]] and more", days_old=1)
    desk.sync()
    assert desk.looked == []
    assert_as_fresh(desk)


def test_a_link_within_a_note_follows_it_to_its_new_name(watched):
    desk = watched
    desk.write("a.md", "[[#Plan]]\n# Plan")
    desk.sync()
    desk.move("a.md", "x/b.md")
    desk.sync()
    desk.close()
    assert led_to(desk.store, "x/b.md") == {"": "x/b.md"}
    assert_as_fresh(desk)
