"""Lists, tasks, callouts, footnotes, sections and link definitions (R056, R134, R223 to R237)."""

import pytest
from rulebook import links, read, rows

from vault_sync import structure


def of(text):
    return structure.of(read(text))


def tasks(text):
    return [(item.span.start.line, item.task) for item in of(text).tasks]


# rule, text, lines and characters of its tasks
TASKS = [
    ("R230", "- [ ] x", [(0, " ")]),
    ("R230", "* [ ] x", [(0, " ")]),
    ("R230", "+ [ ] x", [(0, " ")]),
    ("R230", "1. [ ] x", [(0, " ")]),
    ("R230", "1) [ ] x", [(0, " ")]),
    ("R230", "12. [ ] x\n13. [x] y", [(0, " "), (1, "x")]),
    ("R230", "-   [ ] x", [(0, " ")]),
    ("R230", "-\t[ ] x", [(0, " ")]),
    ("R231", "- [x] x\n- [X] x\n- [-] x\n- [/] x\n- [?] x", list(enumerate("xX-/?"))),
    ("R231", "- [é] x\n- [✅] x\n- [🙂] x", list(enumerate("é✅🙂"))),
    ("R231", "- []] x\n- [[] x", list(enumerate("]["))),
    ("R232", "- [] x", []),
    ("R232", "- [xx] x", []),
    ("R232", "-[ ] x", []),
    ("R232", "- [ ]x", []),
    ("R232", "- [x](y.md) z", []),
    ("R232", "- a [ ] x", []),
    ("R232", "[ ] x", []),
    ("R233", "> - [ ] x\n> - [x] y", [(0, " "), (1, "x")]),
    ("R233", "> [!todo] t\n> - [ ] x", [(1, " ")]),
    ("R233", "> > [!todo]\n> > 1. [/] x", [(1, "/")]),
    ("R233", "- a\n  > - [ ] x", [(1, " ")]),
    ("R233", "```\n- [ ] x\n```", []),
    ("R233", "    - [ ] x", []),
    ("R233", "-     [ ] x", []),
    ("R233", "- a\n  ```\n  - [ ] x\n  ```\n- [ ] y", [(4, " ")]),
    ("R233", "<!--\n- [ ] x\n-->", []),
    ("R233", "- a\n\n  <!--\n  - [ ] x\n  -->\n", []),
    ("R233", "%%\n- [ ] x\n%%\n\n- [ ] y", [(4, " ")]),
    ("R233", "> %%\n> - [ ] x\n> %%\n>\n> - [ ] y", [(4, " ")]),
    ("R233", "> - [ ] x\n> %% open for ever\n> - [ ] y", [(0, " "), (2, " ")]),
]


@pytest.mark.parametrize(("text", "expected"), rows(TASKS))
def test_what_is_a_task(text, expected):
    assert tasks(text) == expected


# rule, character of a task, whether it is done
DONE = [("R231", " ", False), ("R231", "x", True), ("R231", "-", True), ("R231", "/", True)]


@pytest.mark.parametrize(("mark", "done"), rows(DONE))
def test_every_task_but_a_blank_is_done(mark, done):
    (item,) = of(f"- [{mark}] x").items
    assert item.is_done is done


def test_an_item_that_is_no_task_is_not_done():
    (item,) = of("- x").items
    assert not item.is_done


# rule, text, lines of its items and their parents
PARENTS = [
    ("R234", "- a\n- b", [(0, -1), (1, -1)]),
    ("R234", "\n- a\n- b", [(1, -1), (2, -1)]),
    ("R234", "t\n\n- a\n- b", [(2, -2), (3, -2)]),
    ("R234", "- a\n  - b\n    - c\n  - d\n- e", [(0, -1), (1, 0), (2, 1), (3, 0), (4, -1)]),
    ("R234", "t\n\n1. a\n   - b\n2. c", [(2, -2), (3, 2), (4, -2)]),
    ("R234", "- a\n\t- b\n\t\t- c", [(0, -1), (1, 0), (2, 1)]),
    ("R234", "- a\n    - b", [(0, -1), (1, 0)]),
    ("R234", "- a\n  - b\n\n - c", [(0, -1), (1, 0), (3, -1)]),
    ("R234", "t\n\n> - a\n>   - b", [(2, -2), (3, 2)]),
    ("R234", "- a\n  > - b", [(0, -1), (1, 0)]),
    ("R234", "- - a\n  - b", [(0, -1), (0, 0), (1, 0)]),
    ("R234", "- [ ] 1. a\n- [ ] 2) b\n- [ ] 3 c", [(0, -1), (0, 0), (1, -1), (1, 1), (2, -1)]),
    # an item in a comment is none, so it is no parent
    ("R233", "- %%\n- %%\n  + x", [(0, -1), (2, -2)]),
    ("R233", "- a\n  %%\n  - b\n    - c %%\n      - d", [(0, -1), (4, 0)]),
    ("R235", "- a\n* b\n+ c", [(0, -1), (1, -1), (2, -2)]),
    ("R235", "t\n\n- a\n- b\n* c\n* d", [(2, -2), (3, -2), (4, -4), (5, -4)]),
    ("R235", "t\n\n1. a\n2. b\n3) c\n- d", [(2, -2), (3, -2), (4, -4), (5, -5)]),
    ("R235", "t\n\n> - a\n> * b", [(2, -2), (3, -3)]),
    ("R235", "- a\n  - b\n  * c", [(0, -1), (1, 0), (2, 0)]),
    ("R237", "- a\n\u200b\t- b\n- c", [(0, -1), (2, -1)]),
    ("R237", "- a\n\u200b- b", [(0, -1)]),
    ("R237", "- a\n\t- b", [(0, -1), (1, 0)]),
]


@pytest.mark.parametrize(("text", "expected"), rows(PARENTS))
def test_the_parent_of_an_item(text, expected):
    assert [(item.span.start.line, item.parent) for item in of(text).items] == expected


# rule, text, places of its items as (line, column, offset) of start and end
ITEM_SPANS = [
    ("R236", "- a\n- b", [((0, 0, 0), (0, 3, 3)), ((1, 0, 4), (1, 3, 7))]),
    ("R236", "- a\n  b\nlazy\n- c", [((0, 0, 0), (2, 4, 12)), ((3, 0, 13), (3, 3, 16))]),
    ("R236", "- a\n  b\n  - c\n  d", [((0, 0, 0), (1, 3, 7)), ((2, 2, 10), (3, 3, 17))]),
    ("R236", "- a\n\n  b\n\n  - c", [((0, 0, 0), (2, 3, 8)), ((4, 2, 12), (4, 5, 15))]),
    ("R236", "- a\n  ```\n  b\n  ```\n", [((0, 0, 0), (3, 5, 19))]),
    # a child begins behind the indentation that its parent's text has, blanks and all
    ("R236", "- a\n    - b", [((0, 0, 0), (0, 3, 3)), ((1, 2, 6), (1, 7, 11))]),
    ("R236", "1.  a\n    - b", [((0, 0, 0), (0, 5, 5)), ((1, 4, 10), (1, 7, 13))]),
    ("R236", "- a\n\t- b", [((0, 0, 0), (0, 3, 3)), ((1, 1, 5), (1, 4, 8))]),
    ("R236", " - a\n - b", [((0, 0, 0), (0, 4, 4)), ((1, 0, 5), (1, 4, 9))]),
    ("R236", "> - a\n>   - b", [((0, 2, 2), (0, 5, 5)), ((1, 4, 10), (1, 7, 13))]),
    ("R236", ">> - a\n>>\n> b", [((0, 3, 3), (0, 6, 6))]),
    # blank lines before the next of a list: it ends where they begin
    ("R236", "- a\n\n- b\n", [((0, 0, 0), (1, 0, 4)), ((2, 0, 5), (2, 3, 8))]),
    ("R236", "- a\n\ntext", [((0, 0, 0), (0, 3, 3))]),
    ("R236", "-\n- a", [((0, 0, 0), (0, 1, 1)), ((1, 0, 2), (1, 3, 5))]),
    ("R236", "- 🙂\n- é", [((0, 0, 0), (0, 4, 4)), ((1, 0, 5), (1, 3, 8))]),
    ("R236", "- a\r\n- b\r\n", [((0, 0, 0), (0, 3, 3)), ((1, 0, 5), (1, 3, 8))]),
]


@pytest.mark.parametrize(("text", "expected"), rows(ITEM_SPANS))
def test_where_an_item_stands(text, expected):
    assert [item.span for item in of(text).items] == expected


def test_block_ids_name_items_and_sections():
    found = of("- a ^one\n  - b\n\n| c |\n|---|\n\n^two\n\ntext ^three\n\n> q ^four\n")
    assert [item.id for item in found.items] == ["one", None]
    assert [(section.kind, section.id) for section in found.sections] == [
        ("list", None),
        ("table", "two"),
        ("paragraph", None),
        ("paragraph", "three"),
        ("blockquote", "four"),
    ]
    assert {name: (span.start.line, span.end.line) for name, span in found.blocks.items()} == {
        "one": (0, 0),
        "two": (3, 4),
        "three": (8, 8),
        "four": (10, 10),
    }


# rule, text, types, titles and folds of its callouts
CALLOUTS = [
    ("R223", "> [!note] Title", [("note", "Title", "")]),
    ("R223", "> [!NOTE]- T\n> text", [("note", "T", "-")]),
    ("R223", "> [!tip]+", [("tip", "", "+")]),
    ("R223", "> [!my own type] T", [("my own type", "T", "")]),
    ("R223", "> [!note|wide] T", [("note", "T", "")]),
    ("R223", ">[!note] T", [("note", "T", "")]),
    ("R223", "> [!a]\n> > [!B]- c\n> > d", [("a", "", ""), ("b", "c", "-")]),
    ("R223", "> [!a]\n>> [!b]\n>>> [!c]", [("a", "", ""), ("b", "", ""), ("c", "", "")]),
    ("R223", "- a\n  > [!note] T", [("note", "T", "")]),
    ("R223", "> text\n>\n> > [!note] T", [("note", "T", "")]),
    ("R224", "> text\n> [!note] T", []),
    ("R224", ">\n> [!note] T", []),
    ("R224", "[!note] T", []),
    ("R224", "- [!note] T", []),
    ("R224", "> [!] T", []),
    ("R224", "> a [!note] T", []),
]


@pytest.mark.parametrize(("text", "expected"), rows(CALLOUTS))
def test_what_is_a_callout(text, expected):
    found = of(text).callouts
    assert [(each.type, each.title, each.fold) for each in found] == expected
    assert [each.is_folded for each in found] == [fold == "-" for *_, fold in expected]


def test_a_callout_reaches_to_its_end_and_keeps_its_metadata():
    (outer, inner) = of("t\n\n> [!a|b c]\n> > [!d]\n> > e\n>\n> f\n").callouts
    assert (outer.span.start, outer.span.end) == ((2, 0, 3), (6, 3, 34))
    assert (inner.span.start, inner.span.end) == ((3, 2, 16), (4, 5, 28))
    assert (outer.metadata, inner.metadata) == ("b c", "")


# rule, text, its footnotes by id and text, the ids that its text calls
FOOTNOTES = [
    ("R225", "a[^1]\n\n[^1]: text", [("1", "text")], ["1"]),
    ("R225", "[^1]: a\n    b\n\n    c\n\nd", [("1", "a\n    b\n\n    c")], []),
    ("R225", "[^1]: a\nb\n\nc", [("1", "a\nb")], []),
    ("R225", "[^a]: x\n[^b]: y", [("a", "x"), ("b", "y")], []),
    ("R225", "a[^Note]\n\n[^nOTE]: x", [("note", "x")], ["note"]),
    ("R225", "[^1]: see [^2]\n[^2]: [^1]", [("1", "see [^2]"), ("2", "[^1]")], ["2", "1"]),
    ("R225", "a[^1][^2]", [], ["1", "2"]),
    ("R225", "a ^[in place] b", [("[inline0]", "in place")], ["[inline0]"]),
    ("R225", "^[see [[A]] and [b](B.md)]", [("[inline0]", "see [[A]] and [b](B.md)")], ["[inline0]"]),
    ("R225", "^[a ![b [c](d.md)](e.png) f]", [("[inline0]", "a ![b [c](d.md)](e.png) f")], ["[inline0]"]),
    ("R225", "> a[^1]\n\n- b[^2]\n\n# c[^3]", [], ["1", "2", "3"]),
    ("R225", "`[^1]` \\[^2] <!-- [^3] --> $[^4]$ [^5 6]", [], []),
    ("R225", "```\n[^1]: x\na[^1]\n```", [], []),
    ("R225", "a\\^[b]", [], []),
]  # fmt: skip


@pytest.mark.parametrize(("text", "expected", "calls"), rows(FOOTNOTES))
def test_what_is_a_footnote(text, expected, calls):
    found = of(text)
    assert [(note.id, note.text) for note in found.footnotes] == expected
    assert [ref.id for ref in found.footnote_refs] == calls


# rule, text with footnotes, its links
LINKS = [
    ("R225", "a[^1] [b][^1]\n\n[^1]: x.md", []),
    ("R225", "a ^[b] [^1]\n\n[b]: x.md\n[^1]: y.md", ["x.md"]),
    ("R056", "[a][r] [r] [R][]\n\n[r]: x.md", ["x.md"] * 3),
    ("R056", "[a][s]\n\n[r]: x.md", []),
]


@pytest.mark.parametrize(("text", "expected"), rows(LINKS))
def test_footnotes_are_no_links_and_definitions_are_not_their_own(text, expected):
    assert [link.path for link in links(text)] == expected


# rule, text, link definitions with their lines
REFERENCES = [
    ("R056", "[t][r]\n\n[r]: Note.md", [("r", "Note.md", 2)]),
    ("R056", "[r]: <Two Words.md> 'title'\n[S s]: https://ex.test", [
        ("r", "Two Words.md", 0), ("S s", "https://ex.test", 1)
    ]),
    ("R056", "[^1]: Note.md", []),
    ("R056", "text\n[r]: Note.md", []),
    ("R056", "```\n[r]: Note.md\n```", []),
]  # fmt: skip


@pytest.mark.parametrize(("text", "expected"), rows(REFERENCES))
def test_link_definitions_stand_apart(text, expected):
    found = of(text).reference_links
    assert [(each.id, each.link, each.span.start.line) for each in found] == expected


# rule, text of one block, its kind
SECTIONS = [
    ("R134", "---\na: b\n---\n", "yaml"),
    ("R134", "---\n---\n", "yaml"),
    ("R134", "# a\n", "heading"),
    ("R134", "a\nb\n", "paragraph"),
    ("R134", "- a\n- b\n", "list"),
    ("R134", "```\na\n```\n", "code"),
    ("R134", "> a\n", "blockquote"),
    ("R134", "> [!a]\n", "callout"),
    ("R134", "| a |\n|---|\n", "table"),
    ("R134", "<div>\n</div>\n", "html"),
    ("R134", "%%\na\n%%\n", "comment"),
    ("R134", "***\n", "thematicBreak"),
    ("R134", "[^1]: a\n", "footnoteDefinition"),
    ("R134", "$$\na\n$$\n", "math"),
]


@pytest.mark.parametrize(("text", "kind"), rows(SECTIONS))
def test_the_kinds_of_sections_and_where_they_stand(text, kind):
    (section,) = of(text).sections
    last = text.count("\n") - 1
    assert section.kind == kind
    assert section.span.start == (0, 0, 0)
    assert section.span.end == (last, len(text.split("\n")[last]), len(text) - 1)
