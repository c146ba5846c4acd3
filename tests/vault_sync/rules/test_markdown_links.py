"""Section 2 of the rules: Markdown links and pictures."""

import pytest
from rulebook import edges, embed, link, links, rows, tags

from vault_sync import Resolver, VaultSettings
from vault_sync.linktext import link as written

LINKS = [
    # rule, text of the note, all its links
    ("R039", "[t](Note%20A.md)", [link("Note A.md", display="t")]),
    ("R039", "[т](%D0%96%20%F0%9F%99%82.md)", [link("Ж 🙂.md", display="т")]),
    ("R040", "[t](<Note A.md>)", [link("Note A.md", display="t")]),
    ("R040", "[т](<Д/Два слова.md#Где>)", [link("Д/Два слова.md", "#Где", "т")]),
    ("R041", "[t](Note A.md)", []),
    ("R041", "![т](два слова.png) [u](b.md)", [link("b.md", display="u")]),
    ("R042", "[t](Note)", [link("Note", display="t")]),
    ("R042", "[t](Дом/犬)", [link("Дом/犬", display="t")]),
    ("R045", "[t](Note.md#Two%20Words)", [link("Note.md", "#Two Words", "t")]),
    ("R045", "[t](Ж.md#%5Ek-1)", [link("Ж.md", "#^k-1", "t")]),
    ("R046", "[t](#Plan)", [link("", "#Plan", "t")]),
    ("R046", "[t](#%D0%96) [u](#^k)", [link("", "#Ж", "t"), link("", "#^k", "u")]),
    ("R047", "[t](Note.md#a#b)", [link("Note.md", "#a#b", "t")]),
    ("R047", "![t](Ж#а#б#в)", [embed("Ж", "#а#б#в", "t")]),
    ("R048", "[x]()", []),
    ("R048", "[]()", []),
    ("R048", "![]() [x](<>) [y]( )", []),
    ("R049", "[t](https://ex.test/a.md) [t](mailto:a@ex.test)", []),
    ("R049", "[t](obsidian://open?vault=v) [t](file:///a/b.md) [t](zotero://select/1)", []),
    ("R049", "[т](HTTPS://ex.test/é) [t](<tel:+1 2>) [t](x-devonthink-item:1)", []),
    ("R050", '[t](Note.md "hover text")', [link("Note.md", display="t")]),
    ("R050", "[t](Note.md 'hover') [u](<N A.md> (hover))", [link("Note.md", display="t"), link("N A.md", display="u")]),
    ("R051", "![alt](pic.png)", [embed("pic.png", display="alt")]),
    ("R051", "![alt](https://ex.test/pic.png)", []),
    ("R051", "![](фото/1.jpg) ![x](http://ex.test/1.jpg)", [embed("фото/1.jpg")]),
    ("R052", "[t](50%.md)", [link("50%.md", display="t")]),
    ("R052", "[t](a%2.md) [u](%zz%20b.md) [v](%FF.md)", [link("a%2.md", display="t"), link("%zz%20b.md", display="u"), link("%FF.md", display="v")]),
    ("R053", "[t](a%2Fb.md)", [link("a/b.md", display="t")]),
    ("R053", "[t](%2e%2e%2Fb%23c.md)", [link("../b", "#c.md", "t")]),
    ("R057", r"[a\]b](Note.md)", [link("Note.md", display=r"a\]b")]),
    ("R057", "[a [b] c](Note.md)", [link("Note.md", display="a [b] c")]),
    ("R057", "[t](a(b)c.md) [u](a(b(c).md)", [link("a(b)c.md", display="t")]),
    ("R057", "[![犬](i.png)](犬.md)", [link("犬.md", display="![犬](i.png)"), embed("i.png", display="犬")]),
    ("R057", "[a [b](c.md) d](e.md)", [link("c.md", display="b")]),
    ("R057", "[t](a\\)b.md) [u](<a\\>b.md>)", [link("a)b.md", display="t"), link("a>b.md", display="u")]),
    ("R057", "[a\nb](c.md)", [link("c.md", display="a\nb")]),
    # what the app writes: blanks as %20, the rest as it is, no leading slash
    ("R058", "[a](Dir/Note%20(1)%20[2]!.md)", [link("Dir/Note (1) [2]!.md", display="a")]),
    ("R058", "[a](C#%20Notes.md)", [link("C", "#Notes.md", "a")]),
    ("R059", "[[a]](b)", [link("a")]),
    ("R059", "[[犬|い]](b.md) ![[c]](d.md)", [link("犬", display="い"), embed("c")]),
    ("R060", "<https://ex.test/a#b> https://ex.test/a#b", []),
    ("R060", "www.ex.test/#ж <mailto:a@ex.test> [x](c.md)", [link("c.md", display="x")]),
]  # fmt: skip


@pytest.mark.parametrize(("text", "expected"), rows(LINKS))
def test_a_note_has_the_links_of_the_rule(text, expected):
    assert links(text) == expected


EDGES = [
    # rule, source, its text, other files, where its links lead
    ("R039", "s.md", "[t](Note%20A.md)", ["Note A.md"], {"Note A.md": 1}),
    ("R042", "s.md", "[t](Note) [u](x/Note)", ["x/Note.md"], {"x/Note.md": 2}),
    ("R043", "r.md", "[y](My%20Note.md)", ["Sub/My Note.md"], {"Sub/My Note.md": 1}),
    ("R043", "Sub/r.md", "[y](Ж.md)", ["Дом/Ж.md"], {"Дом/Ж.md": 1}),
    ("R044", "Sub/b.md", "[z](Sub/My%20Note.md)", ["Sub/My Note.md"], {"Sub/My Note.md": 1}),
    ("R044", "Sub/b.md", "[z](Sub/N.md)", ["Sub/N.md", "Sub/Sub/N.md"], {"Sub/N.md": 1}),
    ("R046", "s.md", "[t](#Plan)", [], {"s.md": 1}),
    ("R049", "s.md", "[t](https://ex.test/a) [u](zotero:1) [v](file:///N.md)", ["N.md"], {}),
    ("R053", "s.md", "[t](a%2Fb.md)", ["a/b.md", "b.md"], {"a/b.md": 1}),
    ("R054", "p/q.md", "[t](../x/Note.md)", ["x/Note.md", "p/x/Note.md"], {"x/Note.md": 1}),
    ("R054", "p/q.md", "[t](../x/Note.md)", ["p/x/Note.md", "Note.md"], {"?../x/Note": 1}),
    ("R055", "p/q.md", "[t](/x/Note.md)", ["x/Note.md", "p/x/Note.md"], {"x/Note.md": 1}),
    ("R055", "p/q.md", "[t](/x/Note.md)", ["p/x/Note.md"], {"?/x/Note": 1}),
    ("R058", "s.md", "[t](a%20#b.md)", ["a #b.md"], {"?a": 1}),
]


@pytest.mark.parametrize(("source", "text", "others", "expected"), rows(EDGES))
def test_links_lead_where_the_rule_says(source, text, others, expected):
    vault = dict.fromkeys(others, "") | {source: text}
    assert edges(vault).get(source, {}) == expected


MARKDOWN = VaultSettings(markdown_links=True, link_format="absolute")
WRITTEN = [
    # rule, path of a note, the link that is written to it
    ("R058", "Dir/Note (1) [2]!.md", "[x](Dir/Note%20(1)%20[2]!.md)"),
    ("R058", "Дом/犬 é.md", "[x](Дом/犬%20é.md)"),
]


@pytest.mark.parametrize(("path", "expected"), rows(WRITTEN))
def test_a_link_that_is_written_is_read_again(path, expected):
    assert written(path, "s.md", Resolver([path]), MARKDOWN, alias="x") == expected
    assert links(expected) == [link(path, display="x")]


TAGS = [
    # rule, text of the note, all its tags
    ("R060", "<https://ex.test/a#b> https://ex.test/a#b", []),
    ("R060", "www.ex.test/#ж [#c](d.md#e) #f", ["f"]),
]


@pytest.mark.parametrize(("text", "expected"), rows(TAGS))
def test_a_note_has_the_tags_of_the_rule(text, expected):
    assert tags(text) == expected
