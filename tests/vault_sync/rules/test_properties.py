"""What known properties mean, and links in properties (OBSIDIAN.md section 10, R194 to R212)."""

import pytest
from rulebook import rows

from vault_sync.note import parse


def read(header):
    return parse("n.md", f"---\n{header}\n---\nbody".encode())


# rule, text between the dashes, tags
TAGS = [
    ("R194", "tags: [a, b/c]", ["a", "b/c"]),
    ("R194", "tags:\n  - a\n  - b/c", ["a", "b/c"]),
    ("R194", "tags: a", ["a"]),
    ("R194", "tags: [a, a, A]", ["a", "a", "A"]),
    ("R195", 'tags: "#a"', ["a"]),
    ("R195", "tags:\n- \"#a\"\n- '#b'", ["a", "b"]),
    ("R195", "tags:\n- #a\n- b", ["b"]),
    ("R195", "tags: #a", []),
    ("R196", "tags: a, b", []),
    ("R196", "tags: a b", []),
    ("R196", "tags: a,b", []),
    ("R197", "tags:", []),
    ("R197", "tags: []", []),
    ("R197", "tags: ''", []),
    ("R198", "tags: [42, ~, {a: b}, [c], a b, ok, true]", ["ok"]),
    ("R199", "TAGS: [a]", ["a"]),
    ("R199", "Tags: a", ["a"]),
    ("R200", "tag: a", []),
    ("R203", 'note: "#x"', []),
    ("R203", "note: see #x and\nmore: ['#y']", []),
]


@pytest.mark.parametrize(("header", "tags"), rows(TAGS))
def test_tags(header, tags):
    assert [tuple(tag) for tag in read(header).tags] == [(name, None, None) for name in tags]


# rule, text between the dashes, aliases, value as it stays in the properties
ALIASES = [
    ("R199", "ALIASES: X", ("X",), "X"),
    ("R200", "alias: X", (), None),
    ("R201", "aliases: X", ("X",), "X"),
    ("R201", "aliases: a, b", ("a, b",), "a, b"),
    ("R201", "aliases: [a, b, '', ' ', ~]", ("a", "b"), ["a", "b", "", " ", None]),
    ("R201", "aliases:\n- 'a, b'\n- ' c '", ("a, b", "c"), ["a, b", " c "]),
    ("R201", "aliases:", (), None),
    ("R202", "aliases: [2024, 1.5, true]", ("2024", "1.5", "true"), [2024, 1.5, True]),
    ("R202", "aliases: 2024", ("2024",), 2024),
    ("R202", "aliases: [{a: b}, [c]]", (), [{"a": "b"}, ["c"]]),
]


@pytest.mark.parametrize(
    ("header", "aliases", "raw"),
    rows(ALIASES),
)
def test_aliases(header, aliases, raw):
    note = read(header)
    assert note.aliases == aliases
    assert note.properties.get("aliases", note.properties.get("ALIASES")) == raw


# rule, text between the dashes, properties: these mean nothing to a reader
ORDINARY = [
    ("R200", "cssclass: wide", {"cssclass": "wide"}),
    ("R204", "cssclasses: [wide]\npublish: true", {"cssclasses": ["wide"], "publish": True}),
    ("R204", "permalink: a/b\ndescription: x", {"permalink": "a/b", "description": "x"}),
    ("R204", "image: p.png\ncover: https://x.test/c", {"image": "p.png", "cover": "https://x.test/c"}),
    ("R212", "date: 2024-01-02", {"date": "2024-01-02"}),
    ("R212", "when: [2024-01-02, 2024-01-02T10:00]", {"when": ["2024-01-02", "2024-01-02T10:00"]}),
]  # fmt: skip


@pytest.mark.parametrize(
    ("header", "properties"),
    rows(ORDINARY),
)
def test_ordinary_properties_give_values_and_nothing_else(header, properties):
    note = read(header)
    assert note.properties == properties
    assert (note.tags, note.aliases, note.links) == ((), (), ())


# rule, text between the dashes, links as (key, path, subpath, display, label)
LINKS = [
    ("R205", 'p: "[[Alpha]]"', [("p", "Alpha", "", "Alpha", None)]),
    ("R205", "p: '[[a/B.md]]'", [("p", "a/B.md", "", "a/B.md", None)]),
    ("R206", 'p: ["[[A]]", "[[B]]"]', [("p.0", "A", "", "A", None), ("p.1", "B", "", "B", None)]),
    ("R206", 'p: [x, "[[B]]"]', [("p.1", "B", "", "B", None)]),
    ("R206", 'm: {k: {l: "[[A]]"}}', [("m.k.l", "A", "", "A", None)]),
    ("R206", 'm:\n- k: "[[A]]"', [("m.0.k", "A", "", "A", None)]),
    ("R207", 'p: "see [[A]]"', []),
    ("R207", 'p: "[[A]] [[B]]"', []),
    ("R207", 'p: " [[A]] "', [("p", "A", "", "A", None)]),
    ("R208", "p: [[A]]", []),
    ("R209", 'p: "[[A|x]]"', [("p", "A", "", "x", "x")]),
    ("R209", 'p: "[[A#h]]"', [("p", "A", "#h", "A > h", None)]),
    ("R209", 'p: "[[#h]]"', [("p", "", "#h", "h", None)]),
    ("R209", 'p: "[[A#^k|x]]"', [("p", "A", "#^k", "x", "x")]),
    ("R210", 'p: "[A](A.md)"', [("p", "A.md", "", "A", "A")]),
    ("R210", 'p: "[A](Two%20Words.md#h)"', [("p", "Two Words.md", "#h", "A", "A")]),
    ("R210", 'p: "[A](https://x.test)"', []),
    ("R212", "date: 2024-01-02", []),
]


@pytest.mark.parametrize(("header", "links"), rows(LINKS))
def test_links_in_properties(header, links):
    found = read(header).links
    assert [
        (link.key, link.path, link.subpath, link.display, link.label) for link in found
    ] == links
    assert {link.syntax for link in found} <= {"property"}


# rule, text between the dashes, place of its link
PLACES = [
    ("R211", 'p: "[[A]]"', (None, None, None, None, None, None)),
    ("R211", 'p: ["[A](A.md)"]', (None, None, None, None, None, None)),
]


@pytest.mark.parametrize(("header", "place"), rows(PLACES))
def test_links_in_properties_have_no_position(header, place):
    [link] = read(header).links
    assert (link.line, link.column, link.end_line, link.end_column, link.start, link.end) == place


def test_an_unquoted_link_is_a_list_in_a_list():
    assert read("p: [[A]]").properties == {"p": [["A"]]}
