"""The query language: what each spelling means, and that no text can break it."""

from __future__ import annotations

import re
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path

import apsw
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from work import assert_linear

import recall
from recall.search.query import (
    DEPTH_LIMIT,
    LEAF_LIMIT,
    And,
    Expression,
    Filter,
    Node,
    Not,
    Or,
    Phrase,
    Query,
    Scoped,
    Text,
    Word,
    filters,
    is_plain,
    parse,
    understood,
    words,
)
from recall.search.syntax import CASES as CASE_FIELDS
from recall.search.syntax import FIELDS as FIELD_NAMES
from recall.search.syntax import SCOPES
from recall.search.when import parse_when

NOW = datetime(2026, 3, 12, 14, 23, 5, tzinfo=UTC).timestamp()


def read(text: str) -> Query:
    return parse(text, NOW, UTC)


def same(left: Node | None, right: Node | None) -> bool:
    """Tuples of equal content are equal whatever their type; their repr is not."""
    return repr(left) == repr(right)


def w(*texts: str) -> tuple[Word, ...]:
    return tuple(map(Word, texts))


def prop(name: str, operator: str = "has", value: object = None) -> Filter:
    return Filter("property", operator, value, name)  # type: ignore[arg-type]


def day(year: int, month: int, number: int) -> float:
    return datetime(year, month, number, tzinfo=UTC).timestamp()


WORDS = {
    "A-01 a hyphen inside a word is part of it": ("wrap-up", w("wrap-up")[0]),
    "A-01 in quotes it is a phrase": ('"wrap-up"', Phrase("wrap-up")),
    "A-02 a straight apostrophe is part of a word": ("doesn't leak", And(w("doesn't", "leak"))),
    "A-02 a name with an apostrophe is one word": ("O'Hara", Word("O'Hara")),
    "A-02 a curly apostrophe is part of a word": ("doesn’t leak", And(w("doesn’t", "leak"))),
    "A-02 a lone apostrophe is nothing": ("'", None),
    "A-03 an unknown field before a blank is a word": ("TODO: paint", And(w("TODO:", "paint"))),
    "A-03 an unknown field is text": ("err:42", Word("err:42")),
    "A-03 two colons are text": ("a::b", Word("a::b")),
    "A-03 an inline field is text": ("status::done", Word("status::done")),
    "A-03 an address is text": ("http://x.test", Word("http://x.test")),
    "A-03 an address of a file is text": ("file:///home/x", Word("file:///home/x")),
    "A-03 a time of day is text": ("12:30", Word("12:30")),
    "A-03 a drive is text": ("C:\\dir", Word("C:\\dir")),
    "A-04 several words are no phrase": ("spring pumps", And(w("spring", "pumps"))),
    "A-05 quoted dashes are a phrase": ('"--dry-run"', Phrase("--dry-run")),
    "A-05 two dashes negate nothing": ("--dry-run", Word("dry-run")),
    "A-05 empty quotes are nothing": ('""', None),
    "A-05 a lone quote is nothing": ('"', None),
    "A-06 Chinese is a word": ("部署方案", Word("部署方案")),
    "A-07 one kana is a word": ("雨", Word("雨")),
    "A-08 composed letters stay as typed": ("Übersicht", Word("Übersicht")),
    "A-08 decomposed letters stay as typed": ("U\u0308bersicht", Word("U\u0308bersicht")),
    "A-09 Cyrillic words": ("котёл давления лист", And(w("котёл", "давления", "лист"))),
    "A-09 Devanagari marks do not cut words": ("मुद्रा", Word("मुद्रा")),
    "a lone dash is nothing": ("- x", Word("x")),
    "punctuation is nothing": ("... ?! +++ -> | & :) :-( (:)", None),
    "a symbol beyond ASCII is a word": ("€ 🔥", And(w("€", "🔥"))),
    "C++ and #tag stay as typed": ("C++ #tag", And(w("C++", "#tag"))),
    "a parenthesis inside a word is text": ("f(x) g(", And(w("f(x)", "g("))),
    "inch marks open no phrase": ('5" pipe 6" hose', And(w('5"', "pipe", '6"', "hose"))),
    "a quote after punctuation opens a phrase": ('x="a b"', And((Word("x="), Phrase("a b")))),
    "a wikilink is its words": ("[[Some Note]]", And(w("Some", "Note"))),
    "a checkbox is text": ("[x] paint [ ] fence", And(w("x", "paint", "fence"))),
    "a markdown link is text": ("[text](url)", Word("text](url)")),
    "a trailing star asks for a beginning": ("post*", Word("post", True)),
    "so in any script": ("मुद्रा*", Word("मुद्रा", True)),
    "emphasis is no beginning": ("**bold**", Word("**bold**")),
    "a lone star is nothing": ("* **", None),
    "NUL and controls are blanks": ("a\x00b\x1fc\x85d", And(w("a", "b", "c", "d"))),
    "a lone surrogate is replaced": ("a\ud800", Word("a\ufffd")),
    "R289 nothing gives nothing": ("", None),
}

OPERATORS = {
    "R276 blanks bind stronger than OR": ("a b OR c", Or((And(w("a", "b")), Word("c")))),
    "R277 a small or is a word": ("a or b", And(w("a", "or", "b"))),
    "AND changes nothing": ("a AND b AND", And(w("a", "b"))),
    "NOT negates": ("NOT a", Not(Word("a"))),
    "R278 a dash negates a word": ("-a b", And((Not(Word("a")), Word("b")))),
    "R278 a dash negates a phrase": ('-"a b"', Not(Phrase("a b"))),
    "R278 a dash negates a group": ("-(a b)", Not(And(w("a", "b")))),
    "R278 a dash negates a field": ("-path:Dir", Not(Filter("path", "contains", "Dir"))),
    "a dash negates a property": ("-[p]", Not(prop("p"))),
    "a dash before nothing negates nothing": ("-... a -[ b -:) c", And(w("a", "b", "c"))),
    "two negations are none": ("-(-a) NOT NOT b", And(w("a", "b"))),
    "a dash behind a group negates nothing": ("(a)-b", And(w("a", "b"))),
    "a negated operator is its word": ("-OR", Not(Phrase("OR"))),
    "R288 a dangling OR is left out": ("OR a OR OR b OR", Or(w("a", "b"))),
    "a dangling NOT is left out": ("a NOT", Word("a")),
    "R288 an open group ends with the text": ("a (b OR c", And((Word("a"), Or(w("b", "c"))))),
    "R288 a closing parenthesis too many": ("a) b", And(w("a", "b"))),
    "R288 an open quote ends with the text": ('a "b c', And((Word("a"), Phrase("b c")))),
    "operators stand against parentheses": ("a OR(b c)", Or((Word("a"), And(w("b", "c"))))),
    "a smiley closes no group": ("(a :) OR b) c", And((Or(w("a", "b")), Word("c")))),
    "groups of one are no groups": ("((a)) (())", Word("a")),
    "groups of the same kind are one": ("a (b (c d))", And(w("a", "b", "c", "d"))),
    "R279 a quote in a phrase": (r'"say \"hi\" now"', Phrase('say "hi" now')),
    "blanks in a phrase are single": ('"a \n  b "', Phrase("a b")),
    "curly quotes": ("“a b”", Phrase("a b")),
    "German quotes": ("„a b“", Phrase("a b")),
    "French quotes": ("« a b »", Phrase("a b")),
    "guillemets turned inwards": ("»a b«", Phrase("a b")),
    "a trail of names is no quote": ("Home » Notes » Log", And(w("Home", "Notes", "Log"))),
    "corner brackets": ("「部署 方案」", Phrase("部署 方案")),
}

FIELDS = {
    "R283 tag: with its mark": ("tag:#a/b", Filter("tag", "under", "a/b")),
    "R283 tag: without": ("tag:a/b/", Filter("tag", "under", "a/b")),
    "a tag between marks": ('tag:"# /a/\\\\ /"', Filter("tag", "under", "a")),
    "A-29 a tag with _": ("tag:a_b", Filter("tag", "under", "a_b")),
    "A-29 a tag with %": ("tag:100%", Filter("tag", "under", "100%")),
    "A-29 a tag in brackets": ("tag:[x]", Filter("tag", "under", "[x]")),
    "A-29 a star is a tag": ("tag:*", Filter("tag", "under", "*")),
    "R282 names without case": ("PATH:x", Filter("path", "contains", "x")),
    "a value in quotes": ('path:"My Folder"', Filter("path", "contains", "My Folder")),
    "a path with backslashes": ("path:a\\b\\", Filter("path", "contains", "a/b/")),
    "a value with colons": ("project:git@h:a/b", Filter("project", "=", "git@h:a/b")),
    "a value that looks like an address": ('path:"//a"', Filter("path", "contains", "//a")),
    "closed sets without case": ("source:Vault", Filter("source", "=", "vault")),
    "is: is kept": ("is:pinned", Filter("is", "=", "pinned")),
    "a list": (
        "tag:(a OR -b)",
        Or((Filter("tag", "under", "a"), Not(Filter("tag", "under", "b")))),
    ),
    "a list takes phrases": (
        'file:("a b" c)',
        And((Filter("file", "contains", "a b"), Filter("file", "contains", "c"))),
    ),
    "a field without a value is a word": ("tag: foo", And(w("tag:", "foo"))),
    "so at the end of a group": ("(a OR title:)", Or(w("a", "title:"))),
    "so with empty quotes": ('tag:""', Word("tag:")),
    "R287 has the property": ("[p]", prop("p")),
    "R287 a value": ("[p:v]", prop("p", "=", "v")),
    "R287 a quoted name": ('["my prop":v]', prop("my prop", "=", "v")),
    "R287 alternatives": ("[p:a OR b]", Or((prop("p", "=", "a"), prop("p", "=", "b")))),
    "R287 in parentheses": ("[p:(a OR b)]", Or((prop("p", "=", "a"), prop("p", "=", "b")))),
    "R287 null": ("[p:null]", prop("p", "=", None)),
    "R287 true": ("[p:true]", prop("p", "=", True)),
    "a quoted null is text": ('[p:"null"]', prop("p", "=", "null")),
    "R287 a number": ("[p:>5]", prop("p", ">", 5.0)),
    "R287 a date": ("[p:<2024-01-01]", prop("p", "<", "2024-01-01")),
    "R287 a text": ("[p:>=x]", prop("p", ">=", "x")),
    "a value of several words": ("[p:in progress]", prop("p", "=", "in progress")),
    "a quoted OR": ('[p:"a OR b"]', prop("p", "=", "a OR b")),
    "a bracket in a quoted value": ('[p:"a]b"]', prop("p", "=", "a]b")),
    "an empty value asks for presence": ("[p:]", prop("p")),
    "a date": ("before:2026-03", Filter("before", "<", day(2026, 3, 1), shown="2026-03")),
    "after is inclusive": (
        "after:2026-03",
        Filter("after", ">=", day(2026, 3, 1), shown="2026-03"),
    ),
    "on is within": (
        "on:2026-03",
        Filter("on", "within", (day(2026, 3, 1), day(2026, 4, 1)), shown="2026-03"),
    ),
    "a relative date": ("after:7d", Filter("after", ">=", day(2026, 3, 5), shown="2026-03-05")),
    "last week without quotes": (
        "after:last week x",
        And((Filter("after", ">=", day(2026, 3, 2), shown="2026-W10"), Word("x"))),
    ),
    "last week in quotes": (
        'after:"last week"',
        Filter("after", ">=", day(2026, 3, 2), shown="2026-W10"),
    ),
    "a date in parentheses": (
        "before:(12 March 2026)",
        Filter("before", "<", day(2026, 3, 12), shown="2026-03-12"),
    ),
    "a list of dates": (
        "before:(2026 OR last month)",
        Or(
            (
                Filter("before", "<", day(2026, 1, 1), shown="2026"),
                Filter("before", "<", day(2026, 2, 1), shown="2026-02"),
            )
        ),
    ),
    "no date: the filter is left out": ("a before:xyzzy", Word("a")),
    "R282 content:": ("content:a", Scoped("content", Word("a"))),
    "R282 content: in quotes": ('content:"a b"', Scoped("content", Phrase("a b"))),
    "R282 content: of several": (
        'content:(a -"b c")',
        Scoped("content", And((Word("a"), Not(Phrase("b c"))))),
    ),
}

PARTS = {
    "R284 a line": (
        "line:(a b) block:c",
        And((Scoped("line", And(w("a", "b"))), Scoped("block", Word("c")))),
    ),
    "R284 a section without": (
        '-section:("a b" -c)',
        Not(Scoped("section", And((Phrase("a b"), Not(Word("c")))))),
    ),
    "a line of alternatives": (
        "LINE:(a OR b) c",
        And((Scoped("line", Or(w("a", "b"))), Word("c"))),
    ),
    "content: in a part is that part": ("line:(content:a b)", Scoped("line", And(w("a", "b")))),
    "a filter in a part": (
        "line:(a tag:t)",
        Scoped("line", And((Word("a"), Filter("tag", "under", "t")))),
    ),
    "R285 a task": ("task-todo:buy", Scoped("task-todo", Word("buy"))),
    "R285 all tasks": ('task:""', Scoped("task", None)),
    "R285 none of the done ones": ('-task-done:""', Not(Scoped("task-done", None))),
    "a part before a blank is text": ("task: buy", And(w("task:", "buy"))),
    "a part of nothing": ("line:... a", Word("a")),
    "a part of a dash": ("line:- a", Word("a")),
    "a part that never closes": ("line:(a b", Scoped("line", And(w("a", "b")))),
    "a part of an operator": ("line:OR a", And((Scoped("line", Phrase("OR")), Word("a")))),
    "R286 a word": ("match-case:Foo", Text("Foo", True)),
    "R286 a phrase": ('match-case:"Foo b"', Phrase("Foo b", True)),
    "R286 a group": (
        "match-case:(Foo OR -Bar)",
        Or((Text("Foo", True), Not(Text("Bar", True)))),
    ),
    "R286 capitals count again": (
        "match-case:(Foo ignore-case:Bar)",
        And((Text("Foo", True), Text("Bar", False))),
    ),
    "R286 in a part": (
        "line:(match-case:Foo bar)",
        Scoped("line", And((Text("Foo", True), Word("bar")))),
    ),
    "R286 around a part": ("match-case:line:Foo", Scoped("line", Text("Foo", True))),
    "R286 a path": ("match-case:path:Foo", Filter("path", "contains", "Foo", case=True)),
    "R286 a property": ("match-case:[p:Foo]", Filter("property", "=", "Foo", "p", case=True)),
    "R286 the text": ("match-case:content:Foo", Scoped("content", Text("Foo", True))),
    "R286 a list of files": ("file:(match-case:Foo)", Filter("file", "contains", "Foo", case=True)),
    "R280 an expression": (r"/\d{4}/", Expression(r"\d{4}")),
    "R280 a slash in it": (r"/a\/b c/ d", And((Expression(r"a\/b c"), Word("d")))),
    "R280 with capitals": ("match-case:/Foo/", Expression("(?:Foo)", True)),
    "R280 in a part": ("line:(/a+b/ x)", Scoped("line", And((Expression("a+b"), Word("x"))))),
    "R280 a path": ("path:/^a/", Filter("path", "matches", "^a")),
    "R280 files": (
        "file:(/a/ OR b)",
        Or((Filter("file", "matches", "a"), Filter("file", "contains", "b"))),
    ),
    "R280 a property": ("[p:/^[ab]/]", prop("p", "matches", "^[ab]")),
    "R280 properties": ("[p:/a/ OR b]", Or((prop("p", "matches", "a"), prop("p", "=", "b")))),
    "R280 a blank at its end": ("/^- /", Expression("^- ")),
    "a path is text": ("/usr/bin /etc and /", And(w("/usr/bin", "/etc", "and"))),
    "slashes in a sentence": (
        "papers on /slip flow/ heat transfer",
        And(w("papers", "on", "slip", "flow", "heat", "transfer")),
    ),
    "slashes far apart are no expression": ("/x / y/", And(w("/x", "y/"))),
    "a quoted expression is text": ('path:"/a/"', Filter("path", "contains", "/a/")),
    "signs in quotes are looked for": ('"- [ ]"', Phrase("- [ ]")),
}

CASES = WORDS | OPERATORS | FIELDS | PARTS


@pytest.mark.parametrize(("text", "root"), CASES.values(), ids=CASES.keys())
def test_a_text_has_this_tree(text: str, root: Node | None):
    assert repr(read(text).root) == repr(root)


@pytest.mark.parametrize("text", [text for text, _ in CASES.values()], ids=CASES.keys())
def test_the_canonical_spelling_has_the_same_tree(text: str):
    query = read(text)
    assert repr(read(understood(query)).root) == repr(query.root)


NOTES = {
    "A-03 an unknown field": ("err:42", "'err:42' is read as words: there is no field 'err:'."),
    "a field nearly right": (
        "tags:a",
        "'tags:a' is read as words: there is no field 'tags:'. Did you mean 'tag:'?",
    ),
    "an open quote": ('a "b', "The quote was not closed; it reaches to the end."),
    "no date": ("before:xyzzy", "No date can be read in before:xyzzy; the filter is left out."),
    "no value": ("tag: a", "'tag:' has no value and is read as a word."),
    "an unknown source": (
        "source:x",
        "There is no source 'x': sources are memory, file, transcript and vault.",
    ),
    "a log line": (
        "[ERROR] x",
        "'[ERROR]' asks for a property 'ERROR'; write \"[ERROR]\" in quotes to look for the text.",
    ),
    "a dangling OR": (
        "a OR",
        "'OR' has nothing to join and is left out; write \"OR\" in quotes to look for the word.",
    ),
    "R290 parts in parts": (
        "line:(a block:b)",
        "'block:' has no meaning inside 'line:' and is left out.",
    ),
    "a part of nothing": ('line:""', "'line:' asks for nothing and is left out."),
    "no expression": ("/a(/", "/a(/ is no expression that can be read; it is left out."),
    "a slow expression": (
        "path:/(a+)+$/",
        "/(a+)+$/ could take very long; write it with fewer repeats; it is left out.",
    ),
    "a dangling NOT": (
        "NOT",
        "'NOT' has nothing to join and is left out; write \"NOT\" in quotes to look for the word.",
    ),
}


@pytest.mark.parametrize(("text", "note"), NOTES.values(), ids=NOTES.keys())
def test_what_may_be_misread_is_said(text: str, note: str):
    assert read(text).notes == (note,)


@pytest.mark.parametrize(
    "text", ["TODO: paint", "a::b", "http://x.test", "12:30", "C:\\dir", "[p:a OR b]", "/usr/bin/"]
)
def test_ordinary_text_is_read_without_remarks(text: str):
    assert read(text).notes == ()


def test_words_are_the_positive_leaves_in_order_with_repetitions():
    query = read('b "c d" (a OR -x) b tag:t -(y "z")')
    assert words(query) == (Word("b"), Phrase("c d"), Word("a"), Word("b"))


def test_filters_are_all_filters_in_order():
    query = read("tag:a b -(path:c OR [d]) type:e")
    assert [(leaf.field, leaf.value or leaf.name) for leaf in filters(query)] == [
        ("tag", "a"),
        ("path", "c"),
        ("property", "d"),
        ("type", "e"),
    ]


@pytest.mark.parametrize("text", ["", "a", '"a b" c tag:d after:2026', "tag:d", "(a (b))"])
def test_words_and_filters_side_by_side_are_plain(text: str):
    assert is_plain(read(text))


@pytest.mark.parametrize("text", ["a OR b", "-a", "a -b", "a (b OR c)", "tag:(a OR b) c"])
def test_alternatives_and_exclusions_are_not_plain(text: str):
    assert not is_plain(read(text))


def test_a_query_of_exclusions_only_is_legal():
    query = read("-a -tag:b")
    assert same(query.root, And((Not(Word("a")), Not(Filter("tag", "under", "b")))))
    assert words(query) == ()


def test_the_text_comes_back_printable():
    assert read("a\x00b\ud800").text == "a b\ufffd"


def test_a_canonical_date_means_the_same_later():
    first = read("after:yesterday on:last week before:12h")
    later = parse(understood(first), NOW + 90 * 86_400, UTC)
    assert repr(later.root) == repr(first.root)


def test_words_beyond_the_limit_are_left_out_and_said_so():
    query = read(" ".join(f"word{number}" for number in range(10_000)) + " tag:x")
    assert len(words(query)) == LEAF_LIMIT
    assert len(filters(query)) == 1
    assert query.notes == (f"Only the first {LEAF_LIMIT} different words are looked for.",)


def test_repeated_words_are_bounded():
    query = read("to be or not " * 10_000 + "tag:x")
    assert len(words(query)) <= 8 * LEAF_LIMIT
    assert len(filters(query)) == 1


def test_filters_beyond_the_limit_are_left_out_and_said_so():
    query = read("tag:(" + " OR ".join(f"t{number}" for number in range(1000)) + ")")
    assert len(filters(query)) == LEAF_LIMIT
    assert query.notes == (f"Only the first {LEAF_LIMIT} different filters are looked for.",)


def test_notes_are_few():
    assert len(read(" ".join(f"field{n}x:y" for n in range(1000))).notes) <= 10


def depth(node: Node | None) -> int:
    if isinstance(node, And | Or):
        return 1 + max(map(depth, node.nodes))
    return 1 + depth(node.node) if isinstance(node, Not) else 1


@pytest.mark.parametrize("opening", ["(", "-(", "(a OR ", "(a b OR -(", "tag:(a OR -(b ", "NOT ("])
def test_deep_nesting_is_cut_and_keeps_its_words(opening: str):
    query = read(opening * 10_000 + "needle" + ")" * 9_000)
    assert depth(query.root) <= 3 * DEPTH_LIMIT
    assert any("nested deeper" in note for note in query.notes)
    assert repr(read(understood(query)).root) == repr(query.root)


def test_importing_the_parser_loads_nothing_heavy():
    code = (
        "import click, sys; before = set(sys.modules); import recall.search.query;"
        "print(*sorted(m for m in set(sys.modules) - before if not m.startswith('recall')))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == []


# --- the guide ---------------------------------------------------------------------------

GUIDE = (Path(recall.__file__).parent / "guides" / "query-language.md").read_text(encoding="utf-8")


def test_the_guide_names_every_field_and_limit():
    for field in (*FIELD_NAMES, *SCOPES, *CASE_FIELDS):
        assert f"`{field}:" in GUIDE
    assert f"{LEAF_LIMIT} different words" in GUIDE
    assert f"nest {DEPTH_LIMIT} deep" in GUIDE


def test_every_time_the_guide_names_is_read():
    times = GUIDE.partition("Times are named so:")[2].partition("\n\nDays are")[0]
    named = re.findall(r"`([^`]+)`", times)
    assert len(named) > 25
    for text in named:
        assert parse_when(text, NOW, UTC), text


def test_every_example_of_the_guides_tables_is_read_without_remarks():
    for line in GUIDE.partition("## Dates")[0].splitlines():
        if line.startswith("| `"):
            for text in re.findall(r"`([^`]+)`", line.split(" | ")[0]):
                query = read(text)
                assert text.endswith(":") or (query.root and query.notes == ()), text


# --- laws --------------------------------------------------------------------------------

PIECES = st.sampled_from(
    [
        *"()[]{}\"'“”„«»‹›「」-*:/\\.,#<>=|&~ \t\n\x00",
        " ",
        " ",
        " OR ",
        " AND ",
        " NOT ",
        "OR",
        "NOT(",
        "or",
        "--",
        "f(",
        ":)",
        'a"',
        '\\"',
        "tag:",
        "path:",
        "content:(",
        "after:",
        "on:",
        "line:",
        "line:(",
        "section:",
        "task:",
        "task-todo:(",
        "match-case:",
        "ignore-case:",
        '""',
        "/x",
        "y/",
        "/ab?/",
        "[p:/a/]",
        "foo:",
        "[p",
        '["p q"',
        "[x]",
        "[p:a OR b]",
        ":>5",
        "null",
        "true",
        "last week",
        "2026-03",
        "days ago",
        "7d",
        "a",
        "b",
        "word",
        "मुद्रा",
        "日本",
        "é",
        "\ud800",
        "🔥",
        "\u3000",
        "(a OR b)",
        "/x y/",
    ]
)
TEXTS = st.one_of(st.text(), st.lists(PIECES, max_size=40).map("".join))


def leaves_are_sound(node: Node | None, inside: type = object) -> bool:
    match node:
        case Word():
            return node.text == node.text.strip() != "" and not node.text.startswith("-")
        case Phrase():
            return node.text == " ".join(node.text.split()) != ""
        case And() | Or():
            return (
                len(node.nodes) > 1
                and inside is not type(node)
                and all(leaves_are_sound(part, type(node)) for part in node.nodes)
            )
        case Not():
            return inside is not Not and leaves_are_sound(node.node, Not)
        case _:
            return True


@settings(max_examples=1500)
@given(TEXTS)
def test_any_text_has_a_sound_tree_and_a_canonical_spelling(text: str):
    query = read(text)
    assert leaves_are_sound(query.root)
    spelling = understood(query)
    again = read(spelling)
    assert repr(again.root) == repr(query.root)
    assert understood(again) == spelling


@pytest.fixture(scope="module")
def passages() -> apsw.Connection:
    connection = apsw.Connection(":memory:")
    connection.execute(
        "create virtual table passages using fts5(title, body, tokenize='porter unicode61')"
    )
    connection.execute("insert into passages values ('wrap-up', 'the db doesn''t leak OR run')")
    return connection


@settings(max_examples=1500)
@given(TEXTS)
def test_the_words_of_any_text_can_be_asked_of_fts5(passages: apsw.Connection, text: str):
    terms = [
        '"' + leaf.text.replace('"', '""') + '"' + (" *" if leaf[1:] == (True,) else "")
        for leaf in words(read(text))
    ]
    if terms:
        passages.execute(
            "select rowid from passages where passages match ?", (" OR ".join(terms),)
        ).fetchall()


LONG = {
    "words": "wrap-up ",
    "distinct words": None,
    "groups": "(a ",
    "closed groups": "(a OR b) ",
    "closing parentheses": "a)",
    "calls": "f(",
    "quotes": '"a ',
    "quotes in words": 'a"',
    "odd quotes": "» a ",
    "brackets": "[a ",
    "open properties": '[a:" ',
    "quoted brackets": '["\\"',
    "properties": "[a:b OR c] ",
    "slashes": "/\\/ ",
    "dashes": "-",
    "spaced dashes": "- ",
    "fields": "tag:(",
    "dates": "after:(2026 ",
    "unknown fields": "abc:d ",
    "blanks": "  ",
    "one word": "a",
    "stars": "*",
    "surrogates": "\ud800",
}


@pytest.mark.parametrize("piece", LONG.values(), ids=LONG.keys())
def test_work_grows_with_the_length_of_the_text(piece: str | None):
    def text(count: int) -> str:
        return piece * count if piece else " ".join(f"w{number}" for number in range(count))

    assert_linear(lambda count: understood(read(text(count))), 4_000)
