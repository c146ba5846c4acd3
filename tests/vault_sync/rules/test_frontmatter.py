"""Where a note's properties stand (OBSIDIAN.md section 8, R161 to R179)."""

import pytest
from rulebook import rows

from vault_sync import frontmatter
from vault_sync.note import parse

A = {"a": 1}
INVALID = ("invalid-yaml",)

# rule, file, properties, body, codes of findings
NOTES = [
    ("R161", b"---\na: 1\n---\nbody\n", A, "body\n", ()),
    ("R161", b"x---\na: 1\n---\nbody\n", {}, "x---\na: 1\n---\nbody\n", ()),
    ("R162", b"\n---\na: 1\n---\nbody\n", {}, "\n---\na: 1\n---\nbody\n", ()),
    ("R162", b" ---\na: 1\n---\nbody\n", {}, " ---\na: 1\n---\nbody\n", ()),
    ("R163", b"\xef\xbb\xbf---\na: 1\n---\nbody\n", A, "body\n", ()),
    ("R164", b"---\r\na: 1\r\n---\r\nbody\r\n", A, "body\r\n", ()),
    ("R164", b"---\ra: 1\r---\rbody\r", A, "body\r", ()),
    ("R165", b"---\na: 1\n---", A, "", ()),
    ("R165", b"---\na: 1\n--- \t\nbody", A, "body", ()),
    ("R165", b"---  \na: 1\n---\nbody", A, "body", ()),
    ("R166", b"----\na: 1\n----\n", {}, "----\na: 1\n----\n", ()),
    ("R166", b"--- x\na: 1\n---\n", {}, "--- x\na: 1\n---\n", ()),
    ("R166", b"---\na: 1\n----\n", {}, "---\na: 1\n----\n", ()),
    ("R166", b"---\na: 1\n--- x\n---\nbody", {}, "body", INVALID),
    ("R167", b"---\na: 1\nbody\n", {}, "---\na: 1\nbody\n", ()),
    ("R167", b"---", {}, "---", ()),
    ("R168", b"---\n---\nbody\n", {}, "body\n", ()),
    ("R168", b"---\n\n---\nbody\n", {}, "body\n", ()),
    ("R168", b"---\n# only a remark\n---\nbody\n", {}, "body\n", ()),
    ("R169", b"---\na: |\n  one\n---\ntwo\n---\n", {"a": "one\n"}, "two\n---\n", ()),
    ("R169", b"---\na: x --- y\n---\nbody", {"a": "x --- y"}, "body", ()),
    ("R169", b"---\na: |\n  one\n  ---\n  two\n---\nbody", {"a": "one\n---\ntwo\n"}, "body", ()),
    ("R170", b"text\n\n---\na: 1\n---\n", {}, "text\n\n---\na: 1\n---\n", ()),
    ("R170", b"---\na: 1\n---\n\n---\nb: 2\n---\n", A, "\n---\nb: 2\n---\n", ()),
    ("R171", b"---\na: 1\n...\nbody\n", {}, "---\na: 1\n...\nbody\n", ()),
    ("R172", b"---\na: 1\n---\n", A, "", ()),
    ("R173", b"---\na: b: c\n---\nbody\n", {}, "body\n", INVALID),
    ("R173", b"---\nlist: [1, 2\n---\nbody\n", {}, "body\n", INVALID),
    ("R174", b"---\na: 1\nb: 2\na: 3\n---\nbody\n", {}, "body\n", INVALID),
    ("R174", b"---\nmap: {a: 1, a: 2}\n---\nbody\n", {}, "body\n", INVALID),
    ("R175", b"---\na: {{date}}\n---\nx", {"a": {"{ date }": None}}, "x", ()),
    ("R175", b"---\n{{date}}: 1\n---\nx", {"{ { date } }": 1}, "x", ()),
    ("R175", b"---\na: <% tp.date.now() %>\n---\nx", {"a": "<% tp.date.now() %>"}, "x", ()),
    ("R175", b"---\n<%* let a = 1 %>\n---\nx", {}, "x", ()),
    ("R176", b'---\n{"tags":"journal","publish":false}\n---\nx', {"tags": "journal", "publish": False}, "x", ()),
    ("R177", b"---\na:\n\tb: 1\n---\nx", {}, "x", INVALID),
    ("R178", b"---\n- a\n- b\n---\nx", {}, "x", ()),
    ("R178", b"---\njust words\n---\nx", {}, "x", ()),
    ("R178", b"---\n42\n---\nx", {}, "x", ()),
    ("R179", b"---\nDue Date: 1\nUP: 2\n---\nx", {"Due Date": 1, "UP": 2}, "x", ()),
]  # fmt: skip


@pytest.mark.parametrize(
    ("data", "properties", "body", "codes"),
    rows(NOTES),
)
def test_the_properties_and_the_body_of_a_note(data, properties, body, codes):
    note = parse("n.md", data)
    assert note.properties == properties
    assert "".join(note.text.splitlines(keepends=True)[note.body_line :]) == body
    assert tuple(finding.code for finding in note.findings) == codes


# rule, file, tags of the note, headings, kinds of its blocks
BODIES = [
    ("R170", "a\n\n---\n\n#t\n\n---\n", ["t"], [], ["paragraph", "thematicBreak", "paragraph", "thematicBreak"]),
    ("R171", "---\na: 1\n...\n#t\n", ["t"], [], ["thematicBreak", "paragraph"]),
    ("R172", "---\ntags: [a]\n---\n", ["a"], [], []),
    ("R173", "---\na: b: c\ntags: [a]\n---\n# H\n#t\n", ["t"], ["H"], ["heading", "paragraph"]),
    ("R178", "---\n- '#a'\n---\n#t\n", ["t"], [], ["paragraph"]),
]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "tags", "headings", "kinds"),
    rows(BODIES),
)
def test_the_body_is_read_whatever_became_of_the_properties(text, tags, headings, kinds):
    note = parse("n.md", text.encode())
    assert [tag.name for tag in note.tags] == tags
    assert [heading.text for heading in note.headings] == headings
    assert [block.kind for block in note.blocks] == kinds


# rule, properties, name asked for, value
NAMES = [
    ("R179", {"Due": 1}, "due", 1),
    ("R179", {"DUE": 1, "due": 2}, "due", 2),
    ("R179", {"Due": 1}, "duo", None),
]


@pytest.mark.parametrize(
    ("properties", "name", "value"),
    rows(NAMES),
)
def test_names_of_properties_compare_without_case(properties, name, value):
    assert frontmatter.named(properties, name) == value


# rule, file, line of the finding and its sentence
PROBLEMS = [
    ("R173", "---\nok: 1\na: b: c\n---\n", 2, "Properties: mapping values are not allowed in this context."),
    ("R174", "---\na: 1\nb: 2\na: 3\n---\n", 3, "Properties: the key 'a' is given twice."),
]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "line", "message"),
    rows(PROBLEMS),
)
def test_what_is_wrong_is_said_with_its_line(text, line, message):
    [finding] = parse("n.md", text.encode()).findings
    assert (finding.path, finding.line, finding.message) == ("n.md", line, message)
