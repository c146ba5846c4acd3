"""Section 7 of the rules: tags in the body, and beside those of the properties."""

import pytest
from rulebook import read, rows, tags

TAGS = [
    # rule, text of the note, all its tags
    ("R138", "#idea", ["idea"]),
    ("R138", "see #idea\n#мысль\t#犬", ["idea", "мысль", "犬"]),
    # blanks are JavaScript's
    ("R138", "x\n\ufeff#a\ufeff #b\u3000#c\u00a0#d", ["a", "b", "c", "d"]),
    ("R139", "x\u0085#a #b\u0085", ["b\u0085"]),
    ("R139", "word#idea", []),
    ("R139", "слово#мысль 犬#犬 1#a", []),
    ("R140", "#a/b/c", ["a/b/c"]),
    ("R140", "#дом/сад/大", ["дом/сад/大"]),
    ("R141", "#1984", []),
    ("R141", "#y1984 #2024-01 #1984_", ["y1984", "2024-01", "1984_"]),
    ("R141", "#0 #1/2 #1年", ["1/2", "1年"]),
    ("R142", "# \n\n#", []),
    ("R142", "a ## b # c ### #", []),
    ("R143", "#été #日本語 #тег #🚀launch #🚀", ["été", "日本語", "тег", "🚀launch", "🚀"]),
    ("R143", "#ελλάδα #हिन्दी #한국어 #עברית", ["ελλάδα", "हिन्दी", "한국어", "עברית"]),
    ("R144", "#👨\u200d👩 #a—b", ["👨", "a"]),
    ("R144", "#a\u2000b #c\u2026d #e\u2019f #g\u206f #h\u2070", ["a", "c", "e", "g", "h\u2070"]),
    ("R144", "#\u200da", []),
    ("R145", "#a. #a, #a: #a; #a! #a? #a) #a' #a.b", ["a"] * 9),
    ("R145", '#ж" #ж% #ж& #ж( #ж* #ж+ #ж< #ж= #ж> #ж@ #ж^ #ж` #ж{ #ж| #ж} #ж~ #ж[ #ж] #ж\\ #ж$', ["ж"] * 20),
    # (U) marks of full width do not end one
    ("R146", "#标签，后", ["标签，后"]),
    ("R146", "#标签。后 #标（签）", ["标签。后", "标（签）"]),
    ("R147", "#a_b-c", ["a_b-c"]),
    ("R147", "#-ж_ #_ #-", ["-ж_", "_", "-"]),
    # one tag to whoever looks for it, each kept as typed
    ("R148", "#Tag #tag", ["Tag", "tag"]),
    # (U) one may begin where another ended
    ("R149", "#a#b", ["a", "b"]),
    ("R149", "#а#1#б", ["а"]),
    # (U) only a blank or the line's beginning stands before one
    ("R150", '(#a) "#a"', []),
    ("R150", "«#тег» [#b] *#c* -#d", []),
    ("R151", r"\#a", []),
    ("R151", r"\#а #б \\#c", ["б", "c"]),
    ("R152", "`#a` <!-- #b --> x", []),
    ("R152", "x `#a` ``#b`` y <!-- #c --> #d", ["d"]),
    ("R152", "```\n#a\n```\n\n    #b\n\n<!--\n#c\n-->\n", []),
    ("R152", "%% #a %%\n\n%%\n#тег\n%%", ["a", "тег"]),
    ("R153", "[x](page.md#a) [[N#a]] https://x.test/#a", []),
    ("R153", "[y](Ж.md #ж) ![[犬#犬|x #y]] ![z](<a #b.md>) www.x.test#c", ["ж"]),
    ("R154", '<span style="color:#fff000">a</span>', []),
    ("R154", "a #ffffff b", ["ffffff"]),
    ("R154", "x <font color=\" #abc\">#def</font> <b>#g</b>", []),
    ("R155", "## Title #a", ["a"]),
    ("R155", "# #ж\n\nИмя #犬\n---", ["ж", "犬"]),
    ("R156", "- [ ] do #a", ["a"]),
    ("R156", "> #a\n> > #b\n>#ж", ["a", "b", "ж"]),
    ("R156", "|x|\n|-|\n| #a |\n|#б|", ["a", "б"]),
    ("R156", "1. #a\n   - #b\n\n[^1]: #犬", ["a", "b", "犬"]),
    # (U) formulas have none
    ("R157", "$#a$", []),
    ("R157", "$ #a$ $$ #b $$ x $#ж y$", ["a"]),
    # (U) the slash at the end is not of it
    ("R158", "#a/", ["a"]),
    ("R158", "#а/б/ #c// #/", ["а/б", "c"]),
    ("R160", "---\ntags: [b, a]\n---\n#a #c #a", ["b", "a", "a", "c", "a"]),
    ("R160", "---\ntags:\n  - '#犬'\n  - дом/сад\n---\n\n- #Дом/сад", ["犬", "дом/сад", "Дом/сад"]),
]  # fmt: skip


@pytest.mark.parametrize(("text", "expected"), rows(TAGS))
def test_a_note_has_the_tags_of_the_rule(text, expected):
    assert tags(text) == expected


PLACES = [
    # rule, text of the note, its tags with line and column of the "#" (none in properties)
    ("R138", "🙂 #a\n  #犬", [("a", 0, 3), ("犬", 1, 2)]),
    ("R149", "é #a#b", [("a", 0, 2), ("b", 0, 4)]),
    ("R160", "---\ntags: [b]\n---\n\n#a", [("b", None, None), ("a", 4, 0)]),
]


@pytest.mark.parametrize(("text", "expected"), rows(PLACES))
def test_tags_of_the_body_stand_where_the_rule_says(text, expected):
    assert [tuple(tag) for tag in read(text).tags] == expected


WORDS = ["work", "work/x", "Work/Y/z", "workshop", "myjob/work", "дом/сад", "Дом", "домик"]
SEARCHES = [
    # rule, query, the tags whose notes are found
    ("R140", "tag:#work/y", ["Work/Y/z"]),
    ("R140", "tag:work/y/z", ["Work/Y/z"]),
    ("R148", "tag:#WORKSHOP", ["workshop"]),
    ("R148", "tag:#дом", ["дом/сад", "Дом"]),
    ("R159", "tag:#work", ["work", "work/x", "Work/Y/z"]),
    ("R159", "tag:myjob", ["myjob/work"]),
    ("R159", "tag:#wor", []),
]


@pytest.mark.parametrize(("query", "expected"), rows(SEARCHES))
def test_a_search_for_a_tag_finds_its_children_and_no_others(desk, query, expected):
    for number, tag in enumerate(WORDS):
        desk.write(f"{number}.md", f"text #{tag}")
    desk.sync()
    assert sorted(desk.found(query)) == sorted(f"{WORDS.index(tag)}.md" for tag in expected)
