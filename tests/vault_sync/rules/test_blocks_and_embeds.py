"""Section 5 of the rules: ids of blocks, and links that show their target in place."""

import pytest
from rulebook import edges, embed, link, links, read, rows

BLOCK_IDS = [
    # rule, text of the note, all its block ids with the lines they name
    ("R113", "Some text ^k-1", [("k-1", 0, 0)]),
    ("R113", "text^k-1", []),
    ("R113", "первая\nвторая\t^k1 \n\nx", [("k1", 0, 1)]),
    ("R113", "# Heading ^h\n\n犬 ^d", [("h", 0, 0), ("d", 2, 2)]),
    ("R114", "a ^a_b", []),
    ("R114", "a ^ж1", []),
    ("R114", "a ^Ab-9-", [("Ab-9-", 0, 0)]),
    ("R114", "a ^b.c\n\nd ^\n\ne ^ f", []),
    ("R115", "- item ^i1", [("i1", 0, 0)]),
    ("R115", "- a\n- б\n  в ^i-2\n- c", [("i-2", 1, 2)]),
    ("R115", "1. a ^x\n   - b ^y\n     c\n2. [ ] d ^z", [("x", 0, 0), ("z", 3, 3)]),
    ("R115", "1. a ^x\n   - b\n     c ^y\n2. [ ] d ^z", [("x", 0, 0), ("y", 1, 2), ("z", 3, 3)]),
    ("R116", "|a|\n|-|\n|b|\n\n^t1\n\nx", [("t1", 0, 2)]),
    ("R116", "> q\n> q\n\n^q1", [("q1", 0, 1)]),
    ("R116", "> [!note] Ж\n> q\n\n^c1\n", [("c1", 0, 1)]),
    ("R116", "- a\n- b\n  - c\n\n^l1\n", [("l1", 0, 2)]),
    ("R116", "```\na ^no\n```\n\n^f1\n", [("f1", 0, 2)]),
    ("R116", "абзац\n\n^p1", [("p1", 0, 0)]),
    ("R116", "^alone\n\nx", [("alone", 0, 0)]),
    ("R117", "a ^id b", []),
    ("R117", "a ^id б\nc ^d e ^f", [("f", 0, 1)]),
    ("R117", "a ^id\nb", []),
    ("R118", "x^2", []),
    ("R118", "a [^1]\n\n[^1]: note\n\nж^2^", []),
    ("R119", "```\na ^x\n```", []),
    ("R119", "~~~ ^y\na ^x\n~~~\n\n    b ^z\n\n- c\n\n      d ^w", []),
]  # fmt: skip


@pytest.mark.parametrize(("text", "expected"), rows(BLOCK_IDS))
def test_a_note_has_the_block_ids_of_the_rule(text, expected):
    assert [tuple(found) for found in read(text).block_ids] == expected


LINKS = [
    # rule, text of the note, all its links
    ("R120", "![[Alpha]] ![[Alpha#P]] ![[Alpha#^k]]", [embed("Alpha"), embed("Alpha", "#P", "Alpha > P"), embed("Alpha", "#^k", "Alpha > ^k")]),
    ("R120", "[[Ж]] ![[Ж]] ! [[Ж]] !![[Ж]]", [link("Ж"), embed("Ж"), link("Ж"), embed("Ж")]),
    ("R121", "![[pic.png|100]]", [embed("pic.png")]),
    ("R121", "![[pic.png|100x145]]", [embed("pic.png")]),
    ("R121", "![alt|100](pic.png)", [embed("pic.png", display="alt")]),
    ("R121", "![100](фото.png) ![подпись|20x30](b.png)", [embed("фото.png"), embed("b.png", display="подпись")]),
    ("R121", "[[pic.png|100]] ![[a.png|100x]] ![[b.png|1 000]]", [link("pic.png", display="100"), embed("a.png", display="100x"), embed("b.png", display="1 000")]),
    # (U) the size is what stands last
    ("R122", "![[pic.png|caption|100]]", [embed("pic.png", display="caption")]),
    ("R122", "![[pic.png|а|б|20x30]] ![[pic.png|100|б]]", [embed("pic.png", display="а|б"), embed("pic.png", display="100|б")]),
]  # fmt: skip


@pytest.mark.parametrize(("text", "expected"), rows(LINKS))
def test_a_note_has_the_links_of_the_rule(text, expected):
    assert links(text) == expected


LABELS = [
    # rule, text, what the author wrote to be shown (None: nothing)
    ("R121", "![[pic.png|100]]", None),
    ("R121", "![犬|100x145](pic.png)", "犬"),
    ("R121", "[[pic.png|100]]", "100"),
    ("R122", "![[pic.png|caption|100]]", "caption"),
]


@pytest.mark.parametrize(("text", "expected"), rows(LABELS))
def test_a_size_is_no_label(text, expected):
    assert [found.label for found in read(text).links] == [expected]


EDGES = [
    # rule, notes of a vault, where the links of each lead
    ("R120", {"A.md": "", "s.md": "![[A]] [[A]] ![x](A.md#y)"}, {"s.md": {"A.md": 3}}),
    ("R123", {"A.md": "![[B]]", "B.md": "![[A]]"}, {"A.md": {"B.md": 1}, "B.md": {"A.md": 1}}),
    ("R123", {"Я.md": "![[Я]] ![[#a]]\n# a\n![[я#a]]"}, {"Я.md": {"Я.md": 3}}),
]


@pytest.mark.parametrize(("vault", "expected"), rows(EDGES))
def test_an_embed_is_an_edge_and_nothing_more(vault, expected):
    assert edges(vault) == expected
