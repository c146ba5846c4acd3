"""Comments, math, highlights and HTML (OBSIDIAN.md section 12: R222, R226 to R229)."""

import pytest
from rulebook import rows

from vault_sync.note import parse

# rule, text, links, tags, headings, kinds of blocks
NOTES = [
    ("R222", "a %% [[A]] #t %% b", ["A"], ["t"], [], ["paragraph"]),
    ("R222", "%%\n[[A]] #t\n# H\n%%\n# J\n", ["A"], ["t"], ["J"], ["comment", "heading"]),
    ("R222", "%%\n[[A]] #t\n# H\n", ["A"], ["t"], ["H"], ["paragraph", "heading"]),
    ("R222", "%%%%\n[[A]] #t\n# H\n", ["A"], ["t"], ["H"], ["paragraph", "heading"]),
    ("R226", "costs $5 and #t [[A]] for $6", ["A"], ["t"], [], ["paragraph"]),
    ("R226", "from $ 5 [[A]]$ on", ["A"], [], [], ["paragraph"]),
    ("R226", "has $x [[A]] y$ in it", [], [], [], ["paragraph"]),
    ("R226", "has $x [[A]] y$5 in it", ["A"], [], [], ["paragraph"]),
    ("R226", r"only \$x [[A]] y$ in it", ["A"], [], [], ["paragraph"]),
    ("R227", "==see [[A]] #t== ~~old [[B]]~~", ["A", "B"], ["t"], [], ["paragraph"]),
    ("R228", "$$\n[[A]] #t\n$$\n\n[[B]]\n", ["B"], [], [], ["math", "paragraph"]),
    ("R228", "```mermaid\nA --> B[[C]] #t\n```\n\n[[B]]\n", ["B"], [], [], ["code", "paragraph"]),
    ("R229", "<div>\n[[A]] #t **b**\n</div>\n\n[[B]]\n", ["B"], [], [], ["html", "paragraph"]),
    ("R229", "<!-- [[A]] #t -->\n\n[[B]]\n", ["B"], [], [], ["html", "paragraph"]),
    ("R229", "a <b>[[A]] #t</b>", ["A"], ["t"], [], ["paragraph"]),
]


@pytest.mark.parametrize(
    ("text", "links", "tags", "headings", "kinds"),
    rows(NOTES),
)
def test_what_is_read_in_them(text, links, tags, headings, kinds):
    note = parse("n.md", text.encode())
    assert [link.path for link in note.links] == links
    assert [tag.name for tag in note.tags] == tags
    assert [heading.text for heading in note.headings] == headings
    assert [block.kind for block in note.blocks] == kinds


# rule, text that stays to be found, whatever it is
SEARCHABLE = [
    ("R227", "==mark== ~~gone~~\n", [(0, 0)]),
    ("R228", "$$\nx^2\n$$\n", [(0, 2)]),
    ("R228", "```mermaid\ngraph TD\n```\n", [(0, 2)]),
    ("R229", "<p>words</p>\n", [(0, 0)]),
]


@pytest.mark.parametrize(("text", "lines"), rows(SEARCHABLE))
def test_their_text_belongs_to_a_block(text, lines):
    note = parse("n.md", text.encode())
    assert note.text == text
    assert [(block.first_line, block.last_line) for block in note.blocks] == lines
