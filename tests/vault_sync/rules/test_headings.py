"""Section 6 of the rules: headings, and where blocks end."""

import pytest
from rulebook import link, links, read, rows, tags

HEADINGS = [
    # rule, text of the note, all its headings: level, text, line
    ("R124", "# T\n## T\n### T\n#### T\n##### T\n###### T", [(level, "T", level - 1) for level in range(1, 7)]),
    ("R124", "####### T", []),
    ("R124", "   # Ж\n    # code\n#\tтаб", [(1, "Ж", 0), (1, "таб", 2)]),
    ("R125", "#T", []),
    ("R125", "##Ж\n\n# 犬", [(1, "犬", 2)]),
    # (U) as CommonMark: the marks behind the text are not of it
    ("R126", "# T #", [(1, "T", 0)]),
    ("R126", "## Ж #### \n# C#\n# a \\#\n# #", [(2, "Ж", 0), (1, "C#", 1), (1, "a \\#", 2), (1, "", 3)]),
    # (U) as CommonMark
    ("R127", "Title\n=====", [(1, "Title", 0)]),
    ("R127", "Две\nстроки\n=\n\nx", [(1, "Две строки", 0)]),
    ("R127", "=====\n\n- a\n===", []),
    ("R128", "para\n---", [(2, "para", 0)]),
    ("R128", "para\n\n---\n\nx", []),
    ("R128", "абзац\n-\n***\nx\n***", [(2, "абзац", 0)]),
    ("R129", "---\n# comment\na: 1\n---\n# T", [(1, "T", 4)]),
    ("R129", "---\nx: |\n  # а\n# б\n---\n", []),
    ("R130", "```\n# x\n```\n\n<!--\n# y\n-->\n\n# T", [(1, "T", 8)]),
    ("R130", "~~~\n# x\n\n# Ж\n\n", []),
    # (U) no heading of the document
    ("R131", "> # Quoted\n> text\n\n# T", [(1, "T", 3)]),
    ("R131", "> [!note]\n> ## Ж\n\n- # a\n  ## b", []),
    # (U) a heading without text
    ("R132", "# ", [(1, "", 0)]),
    ("R132", "#\n\n###  \t\n# Ж", [(1, "", 0), (3, "", 2), (1, "Ж", 3)]),
    ("R133", "## A [[B]] *c* #t", [(2, "A [[B]] *c* #t", 0)]),
    ("R133", "# `код` **b** ^id ![[x|y]] <b>\n", [(1, "`код` **b** ^id ![[x|y]] <b>", 0)]),
]  # fmt: skip


@pytest.mark.parametrize(("text", "expected"), rows(HEADINGS))
def test_a_note_has_the_headings_of_the_rule(text, expected):
    assert [tuple(found) for found in read(text).headings] == expected


TAGS = [
    # rule, text of the note, all its tags
    ("R125", "#T", ["T"]),
    ("R125", "##Ж\n\n# 犬", []),
    ("R133", "## A [[B]] *c* #t", ["t"]),
]


@pytest.mark.parametrize(("text", "expected"), rows(TAGS))
def test_a_note_has_the_tags_of_the_rule(text, expected):
    assert tags(text) == expected


BLOCKS = [
    # rule, text of the note, its blocks: kind, first line, last line
    ("R124", "####### T", [("paragraph", 0, 0)]),
    ("R128", "para\n---\n\n---", [("heading", 0, 1), ("thematicBreak", 3, 3)]),
    ("R135", "````\n```\nx\n`````\ny", [("code", 0, 3), ("paragraph", 4, 4)]),
    ("R135", "a\n~~~ж\n```\n\n[[x]]\n", [("paragraph", 0, 0), ("code", 1, 4)]),
    ("R136", "- a\n  ```\n  x\n\nb", [("list", 0, 2), ("paragraph", 4, 4)]),
    ("R136", "> ```\n> x\nb", [("blockquote", 0, 1), ("paragraph", 2, 2)]),
    ("R137", "\tx\n\n  \ty", [("code", 0, 2)]),
    ("R137", "- a\n\n\tb\n\nc", [("list", 0, 2), ("paragraph", 4, 4)]),
    ("R137", "текст\n\tещё", [("paragraph", 0, 1)]),
]


@pytest.mark.parametrize(("text", "expected"), rows(BLOCKS))
def test_blocks_begin_and_end_where_the_rule_says(text, expected):
    assert [tuple(found) for found in read(text).blocks] == expected


LINKS = [
    # rule, text of the note, all its links
    ("R129", "---\n# [[x]]\na: 1\n---\n[[B]]", [link("B")]),
    ("R135", "````\n```\n[[x]]\n````\n[[B]]", [link("B")]),
    ("R136", "- a\n  ```\n  [[x]]\n- [[B]]", [link("B")]),
    ("R136", "> ```\n> [[x]]\n\n[[Ж]]", [link("Ж")]),
    ("R136", "1. > ~~~\n   > [[x]]\n   [[B]]", [link("B")]),
    ("R137", "\t[[x]]\n\n- a\n\t- [[B]]\n\t\t- [[犬]]", [link("B"), link("犬")]),
    ("R137", "- a\n\n\t\t[[x]]\n\n\t[[B]]", [link("B")]),
]


@pytest.mark.parametrize(("text", "expected"), rows(LINKS))
def test_what_is_code_has_no_links(text, expected):
    assert links(text) == expected
