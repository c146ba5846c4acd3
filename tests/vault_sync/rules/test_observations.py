"""Section 24 of the rules: what Obsidian's own exports show and readers get wrong."""

import pytest
from rulebook import edges, embed, link, links, read, rows, tags

BAD_YAML = "---\ntags: [a]\naliases: <% tp.file.title %>: x\n---\n#b [[C]]"
LINKS = [
    # observation, text of the note, all its links
    ("S24.1", "%% [[A]] %% <!-- [[B]] -->", [link("A")]),
    ("S24.1", "%%\n[[Ж]]\n\n<!-- [[B]] -->\n%%\n", [link("Ж")]),
    ("S24.2", "|x|y|\n|-|-|\n|[[a|b]]|[[c]]|", [link("c")]),
    ("S24.2", "|x|y|\n|-|-|\n|[[а\\|б]]|[[犬|d]]|", [link("а", display="б")]),
    ("S24.3", "[[[Untitled] (Live)|text]]", [link("[Untitled] (Live)", display="text")]),
    ("S24.3", "![[a [1] b]] [[[Ж]]]", [embed("a [1] b"), link("Ж")]),
    ("S24.4", "[[a]](b)", [link("a")]),
    ("S24.4", "[[犬#h|x]](b.md)[c](d.md)", [link("犬", "#h", "x"), link("d.md", display="c")]),
    ("S24.5", BAD_YAML, [link("C")]),
    ("S24.6", "text $$\nx\n$$\n\n[[A]]", []),
    ("S24.6", "[[Ж]] $$\nx\n$$\n[[A]]\n\n[[B]]\n$$\n[[C]]", [link("Ж"), link("C")]),
    ("S24.9", "[[#x]]", [link("", "#x", "x")]),
]


@pytest.mark.parametrize(("text", "expected"), rows(LINKS))
def test_a_note_has_the_links_observed(text, expected):
    assert links(text) == expected


TAGS = [
    # observation, text of the note, all its tags
    ("S24.1", "%% #a %% <!-- #b -->", ["a"]),
    ("S24.1", "%%\nx\n- #ж\n%%\n", ["ж"]),
    ("S24.5", BAD_YAML, ["b"]),
    ("S24.5", "---\n<%* const x = 1 %>\ntags: [a]\n---\n", []),
    ("S24.11", "---\ntags:\n  - \"a/b\"\n  - '#ж'\n---\n", ["a/b", "ж"]),
]


@pytest.mark.parametrize(("text", "expected"), rows(TAGS))
def test_a_note_has_the_tags_observed(text, expected):
    assert tags(text) == expected


ALIASES = [
    # observation, text of the note, all its aliases
    ("S24.5", "---\n<%* const x = 1 %>\naliases: [a]\n---\n", ()),
    ("S24.5", "---\naliases: [имя]\nx: <% y %>: z\n---\n", ()),
    ("S24.11", '---\naliases:\n  - "one, two"\n  - Имя, другое\n---\n', ("one, two", "Имя, другое")),
    ("S24.11", "---\naliases: ['a \"b\" c', \"d 'e'\"]\n---\n", ('a "b" c', "d 'e'")),
    ("S24.11", "---\naliases:\n  - a \"b\" c\n  - it's\n---\n", ('a "b" c', "it's")),
]  # fmt: skip


@pytest.mark.parametrize(("text", "expected"), rows(ALIASES))
def test_a_note_has_the_aliases_observed(text, expected):
    assert read(text).aliases == expected


FINDINGS = [
    # observation, text of the note, what is reported: line and code
    ("S24.5", BAD_YAML, [(2, "invalid-yaml")]),
    ("S24.11", '---\naliases: ["a, b"]\n---\n', []),
]


@pytest.mark.parametrize(("text", "expected"), rows(FINDINGS))
def test_a_broken_header_is_reported(text, expected):
    assert [(found.line, found.code) for found in read(text).findings] == expected


EDGES = [
    # observation, source, its text, other files, where its links lead
    ("S24.2", "s.md", "|x|y|\n|-|-|\n|[[a|b]]|[[c]]|", ["a.md", "c.md"], {"c.md": 1}),
    ("S24.3", "s.md", "[[[U] (Live)|text]]", ["[U] (Live).md"], {"[U] (Live).md": 1}),
    ("S24.4", "s.md", "[[a]](b)", ["a.md", "b.md"], {"a.md": 1}),
    ("S24.7", "s.md", "[[I\u0301n]] ![[i\u0301N#x]]", ["\u00edn.md"], {"\u00edn.md": 2}),
    ("S24.7", "s.md", "[x](%D0%B8%CC%86.md)", ["d/\u0439.md"], {"d/\u0439.md": 1}),
    ("S24.8", "a/s.md", "[[N]]", ["N.md", "a/N.md", "b/N.md"], {"N.md": 1}),
    ("S24.8", "a/s.md", "[[N]]", ["a/x/y/N.md", "b/N.md"], {"a/x/y/N.md": 1}),
    ("S24.8", "я/s.md", "[[犬]]", ["я/x/犬.md", "я/y/y/犬.md", "b/犬.md"], {"я/x/犬.md": 1}),
    ("S24.8", "a/s.md", "[[N]]", ["bbb/N.md", "c/c/N.md", "dd/N.md"], {"dd/N.md": 1}),
    ("S24.9", "a/s.md", "[[#x]] [y](#z)", ["x.md"], {"a/s.md": 2}),
    ("S24.10", "s.md", "[x](LICENSE)", ["a/LICENSE", "LICENSE.md"], {"a/LICENSE": 1}),
    ("S24.10", "s.md", "[x](Ч.1) [[Ч.1]]", ["дом/Ч.1", "Ч.1.md"], {"дом/Ч.1": 2}),
]


@pytest.mark.parametrize(("source", "text", "others", "expected"), rows(EDGES))
def test_links_lead_where_observed(source, text, others, expected):
    assert edges(dict.fromkeys(others, "") | {source: text}) == {source: expected}
