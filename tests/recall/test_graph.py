"""The graph: what is near, what links here, what stands out, and edges made by hand."""

import unicodedata

import pytest

from recall.disclosure.graph_text import backlinks_text, broken_text, nodes_text, tree
from recall.errors import NotFoundError, UsageError


def named(found):
    return [node.title for node in found.nodes]


def edges(found):
    titles = {node.id: node.title for node in found.nodes}
    return {(titles[each.source], each.type, titles[each.target]) for each in found.edges}


@pytest.fixture
def chain(desk):
    """a -> b -> c -> d, and e alone."""
    desk.notes(a="to [[b]]", b="then\n\n- implements [[c]]", c="up:: [[d]]", d="end", e="alone")
    desk.sync()
    return desk


@pytest.mark.parametrize(
    ("direction", "depth", "expected"),
    [
        ("both", 1, ["b", "c", "a"]),
        ("out", 1, ["b", "c"]),
        ("in", 1, ["b", "a"]),
        ("out", 2, ["b", "c", "d"]),
        ("in", 6, ["b", "a"]),
        ("both", 2, ["b", "c", "a", "d"]),
    ],
)
def test_a_neighbourhood_goes_so_far_and_that_way(chain, direction, depth, expected):
    found = chain.recall.graph("b", direction=direction, depth=depth)
    assert named(found) == expected
    assert list(found.distances) == sorted(found.distances)
    assert found.is_complete
    assert found.left_out == 0


def test_an_edge_says_what_it_is_and_where_it_stands(chain):
    found = chain.recall.graph("b", direction="out")
    (edge,) = found.edges
    assert (edge.type, edge.origin, edge.path, edge.line, edge.times) == (
        "implements", "relation", "b.md", 3, 1,
    )  # fmt: skip


def test_types_are_kept_to_at_every_step_whatever_their_spelling(chain):
    assert named(chain.recall.graph("b", types="Implements", depth=3)) == ["b", "c"]
    assert named(chain.recall.graph("b", types=["implements", "up"], depth=3)) == ["b", "c", "d"]
    assert named(chain.recall.graph("b", types="no_such_type")) == ["b"]


def test_what_is_beyond_the_limit_is_counted(desk):
    desk.notes(
        hub=" ".join(f"[[n{each}]]" for each in range(30)),
        **{f"n{each}": "x" for each in range(30)},
    )
    desk.sync()
    found = desk.recall.graph("hub", limit=7)
    assert (len(found.nodes), found.left_out, found.is_complete) == (8, 23, True)


def test_items_around_one_are_shown_with_the_edges_among_them(desk):
    desk.notes(a="[[b]] [[c]]", b="[[c]]", c="")
    desk.sync()
    assert edges(desk.recall.graph("a")) == {
        ("a", "links_to", "b"), ("a", "links_to", "c"), ("b", "links_to", "c"),
    }  # fmt: skip


def test_links_into_the_own_note_and_circles_of_embeds_end(desk):
    desk.notes(a="[[#x]] ![[b]]", b="![[a]] ![[b]]")
    desk.sync()
    found = desk.recall.graph("a", depth=6)
    assert edges(found) == {("a", "embeds", "b"), ("b", "embeds", "a")}


def test_a_note_alone_is_a_graph_of_one(chain):
    found = chain.recall.graph("e", weak=True)
    assert named(found) == ["e"]
    assert found.edges == ()


def test_unknown_names_are_answered_as_get_answers_them(chain):
    with pytest.raises(NotFoundError, match="No note or id 'nowhere'"):
        chain.recall.graph("nowhere")
    with pytest.raises(UsageError, match="depth is 0"):
        chain.recall.graph("a", depth=0)
    with pytest.raises(UsageError, match="direction is 'up'"):
        chain.recall.graph("a", direction="up")


def test_an_address_with_a_part_means_its_note(desk):
    desk.notes(a="# Head\n[[b]]", b="")
    desk.sync()
    assert named(desk.recall.graph("a#Head")) == ["a", "b"]


def test_weak_edges_are_found_when_asked_for(desk):
    for path, text in {
        "x/a.md": "#rare", "x/b.md": "", "y/c.md": "#rare #common", "y/sub/d.md": "",
        "2026-01-01.md": "", "2026-01-02.md": "", "2026-01-05.md": "",
    }.items():  # fmt: skip
        desk.write(path, text)
    (desk.root / ".obsidian" / "daily-notes.json").write_text('{"format": "YYYY-MM-DD"}')
    desk.sync()
    assert edges(desk.recall.graph("x/a")) == set()
    assert edges(desk.recall.graph("x/a", weak=True)) == {("a", "tag", "c"), ("a", "folder", "b")}
    assert edges(desk.recall.graph("2026-01-02", weak=True)) == {
        ("2026-01-01", "day", "2026-01-02"), ("2026-01-02", "day", "2026-01-05"),
    }  # fmt: skip


def test_a_tag_that_many_have_joins_nobody(desk):
    desk.notes(**{f"n{each}": "#all" for each in range(60)})
    desk.sync()
    assert named(desk.recall.graph("n1", weak=True)) == ["n1"]


def test_backlinks_have_the_line_they_stand_in(desk):
    desk.write("one.md", "first [[b]] and [[b|again]]\n\nlast [[b]]")
    desk.write("two.md", "---\nup: '[[b]]'\n---\n")
    desk.write("b.md", "[[b]]")
    desk.sync()
    found = desk.recall.backlinks("b")
    assert [(each.path, each.line, each.type, each.text) for each in found.backlinks] == [
        ("one.md", 1, "links_to", "first [[b]] and [[b|again]]"),
        ("one.md", 1, "links_to", "first [[b]] and [[b|again]]"),
        ("one.md", 3, "links_to", "last [[b]]"),
        ("two.md", None, "up", ""),
    ]
    assert (found.total, found.items) == (4, 2)
    assert len(desk.recall.backlinks("b", limit=1).backlinks) == 1
    assert desk.recall.backlinks("b", types="up").total == 1


def test_hubs_count_notes_and_not_links(desk):
    desk.notes(a="[[b]] [[b]]", b="[[c]]", c="[[b]]", d="")
    desk.sync()
    found = desk.recall.hubs()
    assert [(each.node.title, each.linked_from, each.links_to) for each in found.nodes] == [
        ("b", 2, 1), ("c", 1, 1),
    ]  # fmt: skip


def test_orphans_are_those_of_the_check(desk):
    desk.notes(a="[[b]]", b="", c="alone", d="[[nowhere]]", e="![[pic.png]]", f="[[#own]]")
    desk.write("pic.png", b"x")
    desk.write("g.md", "only an arrow")
    desk.write("h.canvas", '{"nodes": [{"id": "1", "type": "file", "file": "g.md"}]}')
    desk.sync()
    (check,) = desk.recall.check_vault(kinds="orphan")
    assert [each.node.path for each in desk.recall.orphans().nodes] == ["c.md", "e.md", "f.md"]
    assert [each.path for each in check.findings] == ["c.md", "e.md", "f.md"]
    desk.recall.link("c", "a")
    assert [each.node.path for each in desk.recall.orphans().nodes] == ["e.md", "f.md"]


def test_names_that_links_miss_are_counted(desk):
    desk.notes(a="[[gone]] [[other]]", b="\n[[Gone|x]]", c="[[a]]")
    desk.write("d.canvas", '{"nodes": [{"id": "1", "type": "file", "file": "x/lost.md"}]}')
    desk.sync()
    found = desk.recall.broken()
    assert [(each.name, each.links) for each in found.broken] == [
        ("gone", 2), ("x/lost.md", 1), ("other", 1),
    ]  # fmt: skip
    assert [(each.path, each.line) for each in found.broken[0].places] == [("a.md", 1), ("b.md", 2)]


def test_a_link_by_hand_joins_memories_and_notes_and_lasts(desk):
    desk.notes(a="alpha", b="beta")
    desk.sync()
    memory = desk.recall.remember("The sun ruined the labels").memory
    made = desk.recall.link(memory.id, "a", "Caused by", note="July")
    desk.recall.link("b", memory.id)
    assert (made.type, made.note, made.target.title) == ("caused_by", "July", "a")
    desk.write("a.md", "another text", days_old=1)
    desk.sync()
    found = desk.recall.graph(memory.id)
    assert edges(found) == {(memory.title, "caused_by", "a"), ("b", "relates_to", memory.title)}
    assert {each.origin for each in found.edges} == {"user"}
    assert desk.recall.backlinks("a").backlinks[0].node.id == memory.id
    (gone,) = desk.recall.unlink(memory.id, "a")
    assert gone.type == "caused_by"
    assert named(desk.recall.graph("a")) == ["a"]
    with pytest.raises(NotFoundError, match="No link made by hand"):
        desk.recall.unlink(memory.id, "a")


def test_a_link_by_hand_comes_back_with_its_note(desk):
    desk.notes(a="alpha", b="beta")
    desk.sync()
    desk.recall.link("a", "b", "uses")
    desk.delete("b.md")
    desk.sync()
    assert named(desk.recall.graph("a")) == ["a"]
    desk.write("b.md", "beta")
    desk.sync()
    assert named(desk.recall.graph("a")) == ["a", "b"]


@pytest.mark.parametrize(
    ("ends", "kind", "message"),
    [
        (("a", "a"), "uses", "not linked with itself"),
        (("a", "b"), "x; drop table", "no name of a relation"),
        (("a", "b"), " - ", "no name of a relation"),
        (("a", "b"), "x" * 41, "no name of a relation"),
        (("a", "b"), "tag", "is computed"),
    ],
)
def test_a_link_by_hand_that_says_nothing_is_refused(desk, ends, kind, message):
    desk.notes(a="", b="")
    desk.sync()
    with pytest.raises(UsageError, match=message):
        desk.recall.link(*ends, kind)


def test_a_link_made_again_is_one(desk):
    desk.notes(a="", b="")
    desk.sync()
    desk.recall.link("a", "b", "uses", note="why")
    assert desk.recall.link("a", "b", "uses").note == "why"
    assert len(desk.recall.graph("a").edges) == 1


def test_nobody_sees_the_memories_of_another_or_those_that_ended(desk, monkeypatch):
    desk.notes(a="alpha")
    desk.sync()
    theirs = desk.recall.remember("Theirs alone", namespace="other").memory
    short = desk.recall.remember("Not for long", ttl=60).memory
    desk.recall.link(short.id, "a")
    assert len(desk.recall.graph("a").nodes) == 2
    with pytest.raises(NotFoundError):
        desk.recall.graph(theirs.id)
    with pytest.raises(NotFoundError):
        desk.recall.link(theirs.id, "a")
    import time

    later = time.time() + 61
    monkeypatch.setattr("time.time", lambda: later)
    assert named(desk.recall.graph("a")) == ["a"]
    assert desk.recall.backlinks("a").total == 0


def test_an_arrow_has_its_label_and_its_canvas(desk):
    desk.notes(a="", b="")
    desk.write(
        "map.canvas",
        '{"nodes": [{"id": "1", "type": "file", "file": "a.md"},'
        '{"id": "2", "type": "file", "file": "b.md"}],'
        '"edges": [{"id": "x", "fromNode": "1", "toNode": "2", "label": "leads to"}]}',
    )
    desk.sync()
    (arrow,) = desk.recall.graph("a", types="arrow").edges
    assert (arrow.label, arrow.path, arrow.origin) == ("leads to", "map.canvas", "canvas")


@pytest.mark.parametrize("width", [20, 40, 79])
def test_a_tree_fits_the_width_of_a_terminal(desk, width):
    desk.write(
        "京都の種の図書室と長い名前.md",
        "[[a very long name of a note that goes on]] [[e\u0301\u200d🍞]]",
    )
    desk.write("a very long name of a note that goes on.md", "")
    desk.write("e\u0301\u200d🍞.md", "")
    desk.sync()
    lines = tree(desk.recall.graph("京都の種の図書室と長い名前"), width).split("\n")
    assert len(lines) == 3
    for line in lines:
        wide = sum(2 if unicodedata.east_asian_width(char) in "WF" else 1 for char in line)
        assert wide <= width + 2  # signs that take no column are counted as one above
    assert lines[0].endswith("…") == (width < 79)


def test_titles_and_types_cannot_command_a_terminal(desk):
    desk.write("a\x1b]0;x\x07.md", "---\n\"u\\ep\": '[[b]]'\n---\n")
    desk.write("b.md", "[[nowhere\x1b[2J]]")
    desk.sync()
    texts = [
        tree(desk.recall.graph("b")),
        backlinks_text(desk.recall.backlinks("b")),
        broken_text(desk.recall.broken()),
        nodes_text(desk.recall.hubs(), counts=True),
    ]
    assert all(texts)
    assert not any("\x1b" in text or "\x07" in text for text in texts)
