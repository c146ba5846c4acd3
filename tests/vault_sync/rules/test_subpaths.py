"""Section 4 of the rules: which lines of a note a subpath names."""

import pytest
from rulebook import edges, embed, link, links, read, rows

from vault_sync import SubpathNotFoundError, find_subpath
from vault_sync.linktext import heading_subpath

NESTED = "# A\n## X\n### B\n# C\n#### B\n# A\n## B\nend"
LINES = [
    # rule, text of the note, subpath, first and last line of what it names
    ("R101", "x\n## Cost: 10% (net)\n", "#cost 10 net", (1, 1)),
    ("R101", "## Cost: 10% (net)\n\ny", "#Cost: 10% (net)", (0, 2)),
    ("R101", "# «Да», нет & всё?!\n", "#«ДА» нет  всё", (0, 0)),
    ("R101", "# a!b\"c#d$e%f&g(h)i*j+k,l.m:n;o<p=q>r?s@t^u\\v{w|x}y~z/1[2]3`4\n", "#a b c d e f g h i j k l m n o p q r s t u v w x y z 1 2 3 4", (0, 0)),
    ("R102", "## It's a-b_c\n", "#It's a-b_c", (0, 0)),
    ("R102", "## l'œuvre_d'Été-2\n", "#L'ŒUVRE_D'ÉTÉ-2", (0, 0)),
    ("R103", "x\n\n## **Bold** plan\ny", "#Bold plan", (2, 3)),
    ("R103", "## `код` / ==犬==\n", "#код 犬", (0, 0)),
    ("R104", "# D\n\n# D\nx\n", "#D", (0, 1)),
    ("R104", "# Ж\na\n## ж\nb\n", "#Ж", (0, 3)),
    ("R105", "# A\n\n### B\nx\n", "#A#B", (2, 3)),
    ("R105", NESTED, "#A#B", (2, 2)),
    ("R105", NESTED, "#A#X#B", (2, 2)),
    ("R105", NESTED, "#C#B", (4, 4)),
    ("R105", "# Б\n# А\n## Б\n", "#А#Б", (2, 2)),
    ("R106", "## A\nx\n### B\ny\n## C\n", "#A", (0, 3)),
    ("R106", "## A\nx\n# B\n", "#A", (0, 1)),
    ("R106", "# A\n## B\ny\n\n", "#B", (1, 3)),
    ("R106", "Титул\n=====\nа\n\nДалее\n---\n", "#титул", (0, 5)),
    ("R107", "# N\ntext ^p1\n", "#^P1", (1, 1)),
    ("R107", "a\nb ^K-2\n\nc ^k-2\n", "#^k-2", (0, 1)),
    ("R108", "## Q1: [[Alpha]] | draft\n", "#Q1 Alpha draft", (0, 0)),
    ("R108", "## a %%б%% #c ^d \\e\n", "#a б c d e", (0, 0)),
    ("R111", "a\nb\n\n", "", (0, 2)),
    ("R111", "a\nб\n", "#", (0, 1)),
]  # fmt: skip


@pytest.mark.parametrize(("text", "subpath", "expected"), rows(LINES))
def test_a_subpath_names_the_lines_of_the_rule(text, subpath, expected):
    assert find_subpath(read(text), subpath) == expected


WRITTEN = [
    # rule, heading, subpath that is written for it
    ("R108", "Q1: [[Alpha]] | draft", "#Q1 Alpha draft"),
    ("R108", "a %%б%% #c ^d \\e", "#a б c d e"),
    ("R108", "It's **so** [1]", "#It's **so** [1]"),
]


@pytest.mark.parametrize(("heading", "expected"), rows(WRITTEN))
def test_a_subpath_that_is_written_finds_its_heading(heading, expected):
    assert heading_subpath(heading) == expected
    assert find_subpath(read(f"x\n# {heading}\n"), expected) == (1, 1)


MISSING = [
    # rule, text of the note, subpath, what the error offers
    ("R102", "## It's a-b_c\n", "#Its a b c", ("It's a-b_c",)),
    ("R105", "# A\n# X\n## B\n", "#A#B", ("A", "X", "B")),
    ("R107", "x ^a-1\n\ny ^b\n", "#^a1", ("a-1", "b")),
    ("R112", "# Note\n## Plan\n\n### Ж [[x]]\n", "#Plans", ("Note", "Plan", "Ж [[x]]")),
    ("R112", "text", "#Plan", ()),
    ("R112", "", "#^犬", ()),
    ("R112", "# p1\n", "#^p1", ()),
    ("R112", "# p1 ^q\n", "#p1#x", ("p1 ^q",)),
]


@pytest.mark.parametrize(("text", "subpath", "choices"), rows(MISSING))
def test_a_missing_subpath_is_an_error_with_what_there_is(text, subpath, choices):
    with pytest.raises(SubpathNotFoundError) as error:
        find_subpath(read(text), subpath)
    assert (error.value.path, error.value.choices) == ("Note.md", choices)


LINKS = [
    # rule, text of the note, all its links
    ("R109", "![[doc.pdf#page=3]]", [embed("doc.pdf", "#page=3", "doc.pdf > page=3")]),
    ("R109", "[[doc.pdf#height=400]]", [link("doc.pdf", "#height=400", "doc.pdf > height=400")]),
    ("R109", "![стр](Книга.pdf#page=3&selection=1,2)", [embed("Книга.pdf", "#page=3&selection=1,2", "стр")]),
    ("R110", "![[Board.base#View]]", [embed("Board.base", "#View", "Board.base > View")]),
    ("R110", "![[Д/Книги.base#По годам|x]]", [embed("Д/Книги.base", "#По годам", "x")]),
    ("R111", "[[N#]]", [link("N")]),
    ("R111", "[[N#|x]] [y](Ж.md#) ![[N# ]]", [link("N", display="x"), link("Ж.md", display="y"), embed("N")]),
]  # fmt: skip


@pytest.mark.parametrize(("text", "expected"), rows(LINKS))
def test_a_note_has_the_links_of_the_rule(text, expected):
    assert links(text) == expected


EDGES = [
    # rule, text of s.md, other files, where its links lead
    ("R109", "![[doc.pdf#page=3]]", ["d/doc.pdf", "doc.md"], {"d/doc.pdf": 1}),
    ("R110", "![[Board.base#View]]", ["Board.base", "Board.md"], {"Board.base": 1}),
    ("R111", "[[N#]] [[#]]", ["N.md"], {"N.md": 1, "s.md": 1}),
]


@pytest.mark.parametrize(("text", "others", "expected"), rows(EDGES))
def test_links_lead_where_the_rule_says(text, others, expected):
    assert edges(dict.fromkeys(others, "") | {"s.md": text})["s.md"] == expected
