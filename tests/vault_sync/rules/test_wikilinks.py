"""Section 1 of the rules: what is a wikilink, and what it says."""

import pytest
from rulebook import edges, embed, link, links, read, rows, tags

from vault_sync import Vault
from vault_sync.resolve import Resolver

LINKS = [
    # rule, text of the note, all its links
    ("R001", "[[Alpha]]", [link("Alpha")]),
    ("R001", "See [[Журнал]], [[日記]].", [link("Журнал"), link("日記")]),
    ("R002", "[[Alpha.md]]", [link("Alpha.md")]),
    ("R002", "[[Dir/Öl.md#Teil]]", [link("Dir/Öl.md", "#Teil", "Dir/Öl.md > Teil")]),
    ("R003", "[[Alpha|the first]]", [link("Alpha", display="the first")]),
    ("R003", "[[Журнал|the log]]", [link("Журнал", display="the log")]),
    ("R004", "[[Alpha|a|b]]", [link("Alpha", display="a|b")]),
    ("R004", "[[Alpha|a|b|c|]]", [link("Alpha", display="a|b|c|")]),
    ("R005", "[[Alpha||b]]", [link("Alpha", display="|b")]),
    ("R005", "[[犬|||]]", [link("犬", display="||")]),
    ("R006", "[[Alpha#Plan|p]]", [link("Alpha", "#Plan", "p")]),
    ("R006", "[[Alpha|p#Plan]]", [link("Alpha", display="p#Plan")]),
    ("R006", "[[Alpha#^k1|p#^k2]]", [link("Alpha", "#^k1", "p#^k2")]),
    ("R007", "[[Alpha#Plan]]", [link("Alpha", "#Plan", "Alpha > Plan")]),
    ("R007", "[[Alpha#Plan#Costs]]", [link("Alpha", "#Plan#Costs", "Alpha > Plan > Costs")]),
    ("R007", "[[Étude#Où#Là]]", [link("Étude", "#Où#Là", "Étude > Où > Là")]),
    ("R008", "[[#Plan]]", [link("", "#Plan", "Plan")]),
    ("R008", "[[#^k1]]", [link("", "#^k1", "^k1")]),
    ("R008", "[[Alpha#^k1]]", [link("Alpha", "#^k1", "Alpha > ^k1")]),
    ("R008", "[[#План#Цена]]", [link("", "#План#Цена", "План > Цена")]),
    ("R009", "[[Dir/Alpha]]", [link("Dir/Alpha")]),
    ("R009", "[[../x/./Альфа]]", [link("../x/./Альфа")]),
    ("R010", "[[ Alpha ]]", [link("Alpha")]),
    ("R010", "[[Alpha |x]]", [link("Alpha", display="x")]),
    ("R010", "[[ Alpha#Plan ]]", [link("Alpha", "#Plan", "Alpha > Plan")]),
    ("R010", "[[\tAlpha \t]]", [link("Alpha")]),
    ("R011", "[[Two Words]]", [link("Two Words")]),
    ("R011", "[[Два слова и 三]]", [link("Два слова и 三")]),
    ("R012", "[[]]", []),
    ("R012", "![[]] and [[]] [[A]]", [link("A")]),
    ("R013", "[[|]]", [link("|")]),
    ("R013", "[[|label]]", [link("|label")]),
    ("R013", "[[|имя#x]]", [link("|имя#x")]),
    ("R014", "[[Al\npha]]", []),
    ("R014", "[[Al\r\npha]] [[B]]", [link("B")]),
    ("R015", "[[Sq]uare]]", [link("Sq]uare")]),
    ("R015", "[[a]b]c|d]e]]", [link("a]b]c", display="d]e")]),
    ("R016", "[[Outer [[Inner]] tail]]", [link("Inner")]),
    ("R016", "[[a [[b [[c]]", [link("c")]),
    ("R016", "[[вне [[внутри|x]] b]] [[c]]", [link("внутри", display="x"), link("c")]),
    ("R017", "[[Alpha]", []),
    ("R017", "[Alpha]]", []),
    ("R017", "[[Alpha] and [Beta]] [ [C]]", [link("Alpha] and [Beta")]),
    ("R018", r"\[\[Alpha\]\]", []),
    ("R018", r"\[\[Альфа]] \\[[Beta]]", [link("Beta")]),
    ("R019", r"\[\[#Alpha\]\]", []),
    # an escaped "!" leaves a link, an escaped bracket leaves none
    ("R020", r"\![[Alpha]]", [link("Alpha")]),
    ("R020", r"!\[[Alpha]]", []),
    ("R020", r"\\![[Alpha]]", [embed("Alpha")]),
    ("R021", "|a|\n|-|\n| [[Alpha\\|x]] |", [link("Alpha", display="x")]),
    ("R021", "|a|b|\n|-|-|\n|[[犬\\|い]]|[[Б]]|", [link("犬", display="い"), link("Б")]),
    ("R022", "|a|\n|-|\n| [[Alpha#Plan\\|x]] |", [link("Alpha", "#Plan", "x")]),
    ("R022", "|a|\n|-|\n| ![[pic.png\\|80]] |", [embed("pic.png")]),
    ("R022", "|a|\n|-|\n| ![[pic.png\\|80x20]] ![[N#^k\\|x]] |", [embed("pic.png"), embed("N", "#^k", "x")]),
    ("R023", r"[[Alpha\|x]]", [link("Alpha", display="x")]),
    ("R023", r"- [[Dir/Альфа\|x\|y]]", [link("Dir/Альфа", display=r"x\|y")]),
    ("R024", "`[[Alpha]]`", []),
    ("R024", "``[[Alpha]]`` ``a ` [[B]]`` [[C]]", [link("C")]),
    ("R024", "```\n[[Alpha]]\n```\n\n~~~ python\n[[B]]\n~~~\n\n    [[C]]\n\n\t[[D]]\n\n[[E]]", [link("E")]),
    ("R024", "`a\n[[Alpha]]` [[B]]", [link("B")]),
    ("R025", "<!-- [[Alpha]] #t -->", []),
    ("R025", "a <!-- [[Alpha]] #t --> [[B]]", [link("B")]),
    ("R025", "a\n\n<!--\n[[Альфа]]\n\n#t\n-->\n\n[[B]]", [link("B")]),
    ("R026", "%% [[Alpha]] #t %%", [link("Alpha")]),
    ("R026", "vor %%[[Ä]] #t%% nach", [link("Ä")]),
    ("R027", "%%\n[[Alpha]]\n#t\n%%", [link("Alpha")]),
    ("R027", "a\n\n%%\n- [[Alpha]]\n- [ ] [[B]] #t\n\n# [[C]]\n%%\n", [link("Alpha"), link("B"), link("C")]),
    ("R028", "Text<br>[[#Plan]]", [link("", "#Plan", "Plan")]),
    ("R028", "a <b>[[Ж]]</b> <img src=\"x\">![[y.png]]", [link("Ж"), embed("y.png")]),
    ("R029", "<div>[[Alpha]]</div>", []),
    ("R029", "<div>\n[[Alpha]] #t\n</div>\n\n[[B]]", [link("B")]),
    ("R029", "<section>\n\n[[Alpha]]\n\n</section>", [link("Alpha")]),
    ("R030", "$[[Alpha]]$", []),
    ("R030", "x $$[[Alpha]]$$ y $$a\n[[B]]$$ [[C]]", [link("C")]),
    ("R030", "$$\nx\n[[Alpha]]\n$$\n\n[[B]]", [link("B")]),
    ("R030", "[[a$b]] and [[c$d]]", [link("a$b"), link("c$d")]),
    ("R031", "## See [[Alpha]]", [link("Alpha")]),
    ("R031", "См. [[Ж]]\n===", [link("Ж")]),
    ("R032", "> [!note] [[A]]\n> [[B]]", [link("A"), link("B")]),
    ("R032", "> [[A]]\n> > [[B]]\n\n- [[C]]\n  1. [[D]]\n- [ ] [[E]]\n- [x] [[F]]", [link(name) for name in "ABCDEF"]),
    ("R032", "|[[A]]|b|\n|-|-|\n|c|[[Д]]|\n\n[^1]: [[E]]\n    [[F]]", [link(name) for name in "AДEF"]),
    ("R033", "==[[Alpha]]== **[[B]]** ~~[[C]]~~", [link("Alpha"), link("B"), link("C")]),
    ("R033", "*__[[Ж|*x*]]__* ***![[y]]***", [link("Ж", display="*x*"), embed("y")]),
    ("R034", "```mermaid\ngraph LR\nAlpha-->B[[C]]\nclass Alpha internal-link;\n```", []),
    ("R034", "~~~mermaid\n[[Ж]]\n~~~\n[[B]]", [link("B")]),
    ("R035", "```dataview\nLIST FROM [[Alpha]]\n```", []),
    ("R035", "```query\n[[A]]\n```\n```base\nx: '[[B]]'\n```\n```tasks\npath includes [[C]]\n```\n", []),
    ("R036", "[[https://ex.test/a]]", [link("https://ex.test/a")]),
    ("R036", "[[mailto:a@ex.test|я]]", [link("mailto:a@ex.test", display="я")]),
    ("R037", "[[a:b]] [[c^d]] [[e%%f]] [[g*h?]]", [link("a:b"), link("c^d"), link("e%%f"), link("g*h?")]),
]  # fmt: skip


@pytest.mark.parametrize(("text", "expected"), rows(LINKS))
def test_a_note_has_the_links_of_the_rule(text, expected):
    assert links(text) == expected


TAGS = [
    # rule, text of the note, all its tags
    ("R019", r"\[\[#Alpha\]\]", ["Alpha"]),
    ("R019", r"\[#один\] \[\[#two]]", ["один", "two"]),
    ("R025", "<!-- [[Alpha]] #t --> #u", []),  # a line that begins with a comment is its block
    ("R025", "x <!-- [[Alpha]] #t --> #u", ["u"]),
    ("R026", "%% [[Alpha]] #t %%", ["t"]),
    ("R026", "x %%#тег%% %% #u%%", ["u"]),  # "%%#" has no blank before it (R139)
    ("R027", "%%\n[[Alpha]]\n#t\n\n- #日本\n%%", ["t", "日本"]),
]


@pytest.mark.parametrize(("text", "expected"), rows(TAGS))
def test_a_note_has_the_tags_of_the_rule(text, expected):
    assert tags(text) == expected


EDGES = [
    # rule, text of s.md beside Alpha.md, where its links lead
    ("R002", "[[Alpha]] [[Alpha.md]]", {"Alpha.md": 2}),
    ("R010", "[[ Alpha ]] [[Alpha |x]] [[ Alpha#Plan ]]", {"Alpha.md": 3}),
    ("R013", "[[|]] [[|label]]", {"?|": 1, "?|label": 1}),
    ("R013", "[[|Alpha]] [[|s]]", {"?|Alpha": 1, "?|s": 1}),
    ("R023", r"[[Alpha\|x]]", {"Alpha.md": 1}),
    ("R036", "[[https://ex.test/Alpha]]", {"?https://ex.test/Alpha": 1}),
]


@pytest.mark.parametrize(("text", "expected"), rows(EDGES))
def test_links_lead_where_the_rule_says(text, expected):
    assert edges({"Alpha.md": "", "s.md": text}) == {"s.md": expected}


HEADINGS = [
    # rule, text, headings as Obsidian keeps them
    ("R031", "## See [[Alpha]]", [(2, "See [[Alpha]]")]),
    ("R031", "# [[Ж|x]] и ![[y#z]]", [(1, "[[Ж|x]] и ![[y#z]]")]),
    # of what lies in a comment the links count, the headings do not
    ("R027", "%%\n# A\n%%\n\n# B", [(1, "B")]),
]


@pytest.mark.parametrize(("text", "expected"), rows(HEADINGS))
def test_headings_are_kept_raw(text, expected):
    assert [(found.level, found.text) for found in read(text).headings] == expected


ODD_NAMES = [
    # rule, name of a note that a link can hardly write
    ("R037", "a # b"),
    ("R037", "a ^b"),
    ("R037", "%%a%%"),
    ("R037", "[[a]]"),
    ("R037", "a|b"),
    ("R037", "a: b"),
    ("R037", "日 #1 [[x"),
]


@pytest.mark.parametrize("name", rows(ODD_NAMES))
def test_a_file_of_any_name_is_a_note(tmp_path, name):
    try:
        (tmp_path / f"{name}.md").write_text("[[x]]", "utf-8")
    except OSError:
        pytest.skip("this disk refuses the name")
    vault = Vault.open(tmp_path)
    (entry,) = vault.census().files
    assert (entry.path, entry.kind) == (f"{name}.md", "note")
    assert [found.path for found in read(vault.read(entry.path).decode(), entry.path).links] == [
        "x"
    ]
    assert Resolver([entry.path]).resolve(entry.path, "s.md").path == entry.path


PLACES = [
    # rule, text, line, column, end line, end column of its one link
    ("R038", "🙂 [[A]]", (0, 3, 0, 8)),
    ("R038", "é [[A]]", (0, 2, 0, 7)),
    ("R038", "🙂🙂\n日🙂 [[🙂|🙂]] 🙂", (1, 4, 1, 13)),
    ("R038", "---\na: b\n---\n\n![[A]]", (4, 0, 4, 6)),
    ("R038", "a [b\n🙂 c](D.md)", (0, 2, 1, 11)),
]


@pytest.mark.parametrize(("text", "expected"), rows(PLACES))
def test_places_are_counted_in_utf16_units_from_zero(text, expected):
    (found,) = read(text).links
    assert (found.line, found.column, found.end_line, found.end_column) == expected
