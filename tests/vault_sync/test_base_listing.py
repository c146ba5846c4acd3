"""Which files the views of bases list, over small vaults and the fixture vault."""

import datetime
import os
import re
from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from vault_sync import Vault, bases

FIXTURES = Path(__file__).parents[2] / "fixtures" / "vault"
SHARED = Path(os.environ.get("RECALL_SHARED", "/nowhere"))
NOW = datetime.datetime(2026, 3, 1, 12, tzinfo=datetime.UTC)

NOTES = {
    "Books/Dune.md": "---\nstatus: read\nrating: 5\nfinished: 2026-02-20\nprice: 9.5\n"
    'author: "[[Frank]]"\ntags: [book, book/long]\ngenres: [space, sand]\n---\nsee [[Emma]]\n',
    "Books/Emma.md": "---\nstatus: open\nrating: 3\nfinished: 2025-12-01T10:00\nprice: 4\n"
    'author: "[[People/Jane|J]]"\ntags: book\nempty: ""\n---\n![[cover.png]]\n',
    "People/Frank.md": "---\naliases: Herbert\n---\n#person\n",
    "People/Jane.md": "nothing\n",
    "Top.md": "---\nrating: none\nnested: {a: {b: 2}}\n---\n[[Frank]] [[Nowhere]] #book/x\n",
    "cover.png": "x",
    ".obsidian/types.json": '{"types": {"finished": "date", "code": "text"}}',
}
BOOKS = ("Books/Dune.md", "Books/Emma.md")


@pytest.fixture(scope="module")
def vault(tmp_path_factory):
    root = tmp_path_factory.mktemp("vault")
    for path, text in NOTES.items():
        (root / path).parent.mkdir(exist_ok=True)
        (root / path).write_text(text)
        os.utime(root / path, (NOW.timestamp() - 86_400, NOW.timestamp() - 86_400))
    os.utime(root / "Top.md", (NOW.timestamp() - 3_600, NOW.timestamp() - 3_600))
    return bases.VaultFiles(Vault.open(root))


def yaml_text(text):
    return "'" + text.replace("'", "''") + "'"


def listed(vault, statement, **arguments):
    base = bases.parse("Books/x.base", f"filters: {yaml_text(statement)}\n".encode())
    return bases.listed(base, None, vault, now=NOW, **arguments)


FILTERS = [
    ('status == "read"', ("Books/Dune.md",)),
    ('status != "read" && file.hasProperty("Status")', ("Books/Emma.md",)),
    ("rating >= 3", BOOKS),
    ("rating < 4", ("Books/Emma.md",)),
    ("price * 2 + 1 == 20", ("Books/Dune.md",)),
    ("price % 3 == 1", ("Books/Emma.md",)),
    ("-price == -4", ("Books/Emma.md",)),
    ("price == 9.5 || price == 4", BOOKS),
    ('file.inFolder("Books")', BOOKS),
    ('file.inFolder("Book")', ()),
    ('file.folder == ""', ("Top.md", "cover.png")),
    ('file.hasTag("book")', (*BOOKS, "Top.md")),
    ('file.hasTag("book/long", "person")', ("Books/Dune.md", "People/Frank.md")),
    ('file.tags.contains("#person")', ("People/Frank.md",)),
    ('file.tags.contains("person")', ("People/Frank.md",)),
    ('tags.contains("book")', BOOKS),
    ('file.hasLink("Emma")', ("Books/Dune.md",)),
    ('file.hasLink("Frank")', ("Books/Dune.md", "Top.md")),
    ('file.hasLink("Nowhere")', ("Top.md",)),
    ("file.links.length == 2", ("Books/Dune.md", "Top.md")),
    ("file.embeds.length == 1", ("Books/Emma.md",)),
    ('file.backlinks.contains(file("Top"))', ("People/Frank.md",)),
    ('file.ext == "png"', ("cover.png",)),
    ('file.basename == "cover" && file.size == 1', ("cover.png",)),
    ('author == link("Frank")', ("Books/Dune.md",)),
    ('author == link("People/Jane")', ("Books/Emma.md",)),
    ('author == file("Jane")', ("Books/Emma.md",)),
    ('author.asFile().name == "Jane.md"', ("Books/Emma.md",)),
    ('list(author)[0].asFile().properties.aliases.contains("Herbert")', ("Books/Dune.md",)),
    ('finished > "2026-01-01"', ("Books/Dune.md",)),
    ("finished > now() - '10 days'", ("Books/Dune.md",)),
    ("finished < today() && finished.year == 2025", ("Books/Emma.md",)),
    ('finished == date("2026-02-20")', ("Books/Dune.md",)),
    ('finished.format("MMMM D") == "February 20"', ("Books/Dune.md",)),
    ("finished.relative() == '9 days ago'", ()),
    ("finished.isType('date')", BOOKS),
    ("file.mtime > now() - '2h'", ("Top.md",)),
    ("now() - file.mtime < 3600001", ("Top.md",)),
    ("status.isEmpty()", ("People/Frank.md", "People/Jane.md", "Top.md", "cover.png")),
    ("empty.isEmpty() && status", ("Books/Dune.md", "Books/Emma.md")),
    ('genres.containsAny("sand", "sea")', ("Books/Dune.md",)),
    ('genres.containsAll("sand", "sea")', ()),
    ('genres.map(value.upper + index).length == 2', ("Books/Dune.md",)),
    ('genres.filter(value.startsWith("sp")).join("") == "space"', ("Books/Dune.md",)),
    ("nested.a.b == 2", ("Top.md",)),
    ('nested["a"]["b"] == 2', ("Top.md",)),
    ("nested.keys().contains('a')", ("Top.md",)),
    ("/^b.*S\\//i.matches(file.path)", BOOKS),
    ('if(rating.isType("number"), rating > 3, file.name == "Top.md")', ("Books/Dune.md", "Top.md")),
    ("true", tuple(sorted(path for path in NOTES if path[0] != "."))),
    ("", tuple(sorted(path for path in NOTES if path[0] != "."))),
    ("!true", ()),
]  # fmt: skip


@pytest.mark.parametrize(("statement", "expected"), FILTERS)
def test_a_filter_lists_the_files_it_is_true_for(vault, statement, expected):
    assert listed(vault, statement).paths == expected


TRUE = [
    '[1,2,3,4].filter(value > 2) == [3,4]',
    '[1,2,3,4].map(value + 1) == [2,3,4,5]',
    '[1,2,3].reduce(acc + value, 0) == 6',
    '[4,9,"x"].filter(value.isType("number")).reduce(if(acc == null || value > acc, value, acc), null) == 9',
    '[1,[2,[3]]].flat() == [1,2,3]',
    '[1,2,3,4].slice(1,3) == [2,3] && [1,2].reverse() == [2,1]',
    '[3,1,2].sort() == [1,2,3] && ["c","a","b"].sort() == ["a","b","c"]',
    '["a10","a2"].sort()[0] == "a2"',
    '[1,2,2,3].unique() == [1,2,3]',
    '"hello".contains("ell") && !"hello".contains("x")',
    '"hello".containsAll("h", "e") && "hello".containsAny("x", "e")',
    '"hello".endsWith("lo") && "hello".startsWith("he")',
    '"".isEmpty() && !"x".isEmpty() && [].isEmpty() && {}.isEmpty()',
    '"a:b:c".replace(/:/, "-") == "a-b:c" && "a:b:c".replace(/:/g, "-") == "a-b-c"',
    '"a:b:c".replace(":", "-") == "a-b-c"',
    '"ab".replace(/(a)(b)/, "$2$1$$") == "ba$"',
    '"123".repeat(2) == "123123" && "hello".reverse() == "olleh"',
    '"hello".slice(1, 4) == "ell" && "hello".slice(-2) == "lo"',
    '"a,b,c,d".split(",", 3) == ["a","b","c"] && "a1b2".split(/[0-9]/) == ["a","b",""]',
    '"hello world".title() == "Hello World" && "  hi ".trim() == "hi" && "HI".lower() == "hi"',
    '(-5).abs() == 5 && (2.1).ceil() == 3 && (2.9).floor() == 2',
    '(2.5).round() == 3 && (2.3333).round(2) == 2.33 && (3.14159).toFixed(2) == "3.14"',
    '(2.5).toFixed(0) == "3" && 1.isTruthy() && !0.isTruthy() && 123.toString() == "123"',
    'max(1, 5, 3) == 5 && min(4, 2) == 2 && number("3.4") == 3.4 && number(true) == 1',
    'list("value") == ["value"] && list([1]) == [1]',
    'date("2024-12-01") + "1M" + "4h" + "3m" == date("2025-01-01 04:03:00")',
    'date("2024-01-31") + "1 month" == date("2024-02-29")',
    '(now() + "1d") - now() == 86400000',
    'now() + (duration("1d") * 2) == now() + "2 days"',
    'today().format("YYYY-MM-DD") == "2026-03-01" && now().time() == "12:00:00"',
    'now().date() == today() && now().hour == 12 && now().month == 3',
    'date("2026-02-27").relative() == "3 days ago"',
    '1 / 0 > 5 && -7 % 3 == -1 && 2 + 3 * 4 - 6 / 2 == 11',
    '"a" + 1 + null == "a1" && (null + 1) == null && null != 0 && null != ""',
    '!(null > 1) && !(null < 1) && "b" > "a"',
    '{"a": 1, b: [2]}.keys() == ["a", "b"] && {"a": 1}.values() == [1]',
    'link("x", "shown").toString() == "shown" && link("[[Frank]]") == file("People/Frank.md")',
    'link("[[Dune]]").linksTo(file("Emma"))',
    'escapeHTML("<b>") == "&lt;b&gt;" && icon("plus").isType("icon")',
    'true || undefined_name.x && false',
    '"it\\\'s" == "it\'s" && "a\\nb".length == 3',
]  # fmt: skip


@pytest.mark.parametrize("statement", TRUE)
def test_documented_functions(vault, statement):
    found = listed(vault, f'file.name == "Top.md" && ({statement})')
    assert found == bases.Listing(("Top.md",), 1, ())


def test_groups_of_filters_and_the_views_own_are_all_applied(vault):
    base = bases.parse(
        "x.base",
        b"""
filters:
  and:
    - file.hasTag("book")
    - not:
        - file.name == "Top.md"
        - rating == 1
views:
  - {type: table, name: All}
  - type: table
    name: Some
    filters:
      or:
        - rating == 3
        - and: [rating == 5, status == "open"]
  - {type: list, name: None of them, filters: {not: 'true'}}
  - {type: list, name: Empty groups, filters: {and: []}}
""",
    )
    names = {view.name: bases.listed(base, view.name, vault, now=NOW).paths for view in base.views}
    assert names == {
        "All": BOOKS, "Some": ("Books/Emma.md",), "None of them": (), "Empty groups": BOOKS,
    }  # fmt: skip
    assert bases.listed(base, None, vault, now=NOW).paths == BOOKS


def test_a_view_is_sorted_and_cut(vault):
    text = "views:\n  - name: V\n    limit: 2\n    sort: [{property: %s, direction: %s}]\n"
    for key, direction, expected in [
        ("note.finished", "ASC", ("Books/Emma.md", "Books/Dune.md")),
        ("finished", "DESC", ("Books/Dune.md", "Books/Emma.md")),
        ("file.mtime", "DESC", ("Top.md", "Books/Dune.md")),
        ("file.name", "ASC", ("cover.png", "Books/Dune.md")),
    ]:
        found = bases.listed(
            bases.parse("x.base", (text % (key, direction)).encode()), "V", vault, now=NOW
        )
        assert (found.paths, found.total) == (expected, 6)


def test_what_this_means_depends_on_who_shows_the_base(vault):
    assert listed(vault, "file.folder == this.file.folder").paths == BOOKS
    assert listed(vault, "file.hasLink(this.file)", this="Books/Emma.md").paths == (
        "Books/Dune.md",
    )
    assert listed(vault, "rating == this.rating", this="Books/Emma.md").paths == ("Books/Emma.md",)
    assert listed(vault, "author == this", this="People/Frank.md").paths == ("Books/Dune.md",)


@pytest.mark.parametrize(
    ("statement", "said"),
    [
        ('status.containz("x")', "column 8: the function 'containz()' is not known"),
        ("taggedWith(1)", "column 1: the function 'taggedWith()' is not known"),
        ('true || status.containz("x")', "the function 'containz()' is not known"),
        ("file.hasTag()", "the function 'hasTag()' takes no 0 arguments"),
        ("file.sise > 1", "files have no field 'file.sise'"),
        ("formula.x > 1", "the base has no formula 'x'"),
        ("1 +", "the end is not expected here"),
        ("status = 1", "there is a character that is no syntax"),
        ("a b", "'b' is not expected here"),
        ("/a/m.matches(status)", "the flags 'm'"),
        ("/(a+)+$/.matches(status)", "may take too long"),
        ("file.ctime > today()", "does not say when a file was created"),
        ("(" * 100 + "1" + ")" * 100, "nested too deeply"),
        ("!" * 5_000 + "1", "nested too deeply"),
        ("1" + "+1" * 100, "more than 60 operators in a row"),
        ('"x".repeat(1000000000) == 1', "a text of more than 100000 characters"),
    ],
)
def test_what_is_not_understood_makes_the_listing_unknown_and_says_where(vault, statement, said):
    found = listed(vault, statement)
    assert found.paths is None
    assert found.total is None
    (finding,) = found.findings
    assert finding.code == "unsupported-base-filter"
    assert said in finding.message
    assert finding.message.startswith("Not understood in filters, column ")


def test_the_place_of_a_statement_is_its_group_and_its_line(vault):
    base = bases.parse(
        "x.base", b"views:\n - name: V\n   filters:\n    or:\n     - true\n     - nope()\n"
    )
    (finding,) = bases.listed(base, "V", vault, now=NOW).findings
    assert finding.line == 5
    assert "in view 'V', filters.or[1], column 1" in finding.message


@pytest.mark.parametrize(
    "filters",
    ["{and: [a], or: [b]}", "{xor: [a]}", "[a, b]", "{and: [[a]]}", "{and: [{}]}"],
)
def test_groups_that_are_none_are_not_understood(vault, filters):
    found = bases.listed(
        bases.parse("x.base", f"filters: {filters}\n".encode()), None, vault, now=NOW
    )
    assert found.paths is None
    assert found.findings[0].code == "unsupported-base-filter"


def test_values_that_do_not_go_together_give_null_and_are_counted(vault):
    found = listed(vault, "rating.lower() == null && file.inFolder('Books')")
    assert found.paths == BOOKS
    (finding,) = found.findings
    assert finding.code == "base-type-mismatch"
    assert "'Books/Dune.md' and 1 times more" in finding.message


def test_a_formula_that_uses_itself_is_named(vault):
    base = bases.parse(
        "x.base", b"filters: formula.a > 1\nformulas: {a: formula.b, b: formula.a}\n"
    )
    found = bases.listed(base, None, vault, now=NOW)
    assert found.paths is None
    assert "the formula 'a' uses itself" in found.findings[0].message


def test_a_broken_formula_matters_only_where_it_is_used(vault):
    text = b"formulas: {f: '1 +'}\nviews: [{name: A}, {name: B, filters: formula.f > 1}]\n"
    base = bases.parse("x.base", text)
    assert bases.listed(base, "A", vault, now=NOW).total == 6
    assert (
        "in the formula 'f' at column 4"
        in bases.listed(base, "B", vault, now=NOW).findings[0].message
    )


def test_a_limit_cuts_only_by_an_order_that_is_known(vault):
    text = "views: [{name: V, limit: %d, sort: [{property: file.ctime}]}]"
    few, all_ = (
        bases.listed(bases.parse("x.base", (text % limit).encode()), "V", vault, now=NOW)
        for limit in (2, 6)
    )
    assert few.paths is None
    assert len(all_.paths) == 6
    assert {each.findings[0].code for each in (few, all_)} == {"unsupported-base-sort"}


def test_excluded_files_are_in_no_base_and_still_resolve(tmp_path):
    (tmp_path / ".obsidian").mkdir()
    (tmp_path / ".obsidian/app.json").write_text('{"userIgnoreFilters": ["Old/"]}')
    (tmp_path / "Old").mkdir()
    (tmp_path / "Old/Gone.md").write_text("")
    (tmp_path / "A.md").write_text("[[Gone]]")
    vault = bases.VaultFiles(Vault.open(tmp_path))
    assert listed(vault, 'file.hasLink("Gone") || file.inFolder("Old")').paths == ("A.md",)


def test_the_base_of_the_fixture_vault_lists_its_books():
    vault = bases.VaultFiles(Vault.open(FIXTURES))
    base = bases.parse("Reading.base", (FIXTURES / "Reading.base").read_bytes())
    assert bases.listed(base, "Five beans", vault, now=NOW).paths == (
        "Reading/Small Clocks.md",
        "Reading/The Patience of Granaries.md",
    )
    everything = bases.listed(base, None, vault, now=NOW)
    assert everything.total == 4
    assert everything.findings == ()


@pytest.mark.skipif(not SHARED.is_dir(), reason="the shared data is not here (RECALL_SHARED)")
def test_every_example_of_the_documentation_is_evaluated(capsys):
    folder = SHARED / "data" / "vaults" / "obsidian-help"
    vault = bases.VaultFiles(Vault.open(folder))
    unsupported = []
    for text in examples(folder):
        base = bases.parse("example.base", text.encode())
        for name in [None, *(view.name for view in base.views)]:
            found = bases.listed(base, name, vault, now=NOW)
            unsupported += [finding.message for finding in found.findings if found.paths is None]
    with capsys.disabled():
        print(
            "\nunsupported in the documentation's examples:", *sorted(set(unsupported)), sep="\n  "
        )
    # examples of a part of a base that speak of formulas not in it, and one with a quote too many
    unexplained = [
        each
        for each in unsupported
        if "the base has no formula" not in each and '""a:b:c:d"' not in each
    ]
    assert unexplained == []


def examples(folder):
    """Bases in the notes' code blocks, and every inline expression as a filter."""
    for path in sorted((folder / "Bases").rglob("*.md")):
        text = path.read_text("utf-8")
        for block in re.findall(r"```(?:yaml|base|js)\n(.*?)```", text, re.DOTALL):
            if re.search(r"^(?:filters|formulas|views|summaries|properties):", block, re.MULTILINE):
                yield block
        for block in re.findall(r"```js\n(.*?)```", text, re.DOTALL):
            yield "filters: " + yaml_text(" ".join(block.split()))
        for code in re.findall(r"Example[^`\n]*: `([^`\n]+)`", text):
            yield "filters: " + yaml_text(code)
    yield from (path.read_text("utf-8") for path in sorted(folder.rglob("*.base")))


PIECES = (
    *"ab1()[]{}.,:+-*/%!<>=&|\"'\\ ", "==", "&&", "||", "file", ".name", "note.", "formula.f", "this", "now()",
    "status", "rating", '"x"', "[1,2]", ".map(value)", ".filter(", ".lower()", "/a/g", ".contains(", "if(", "null",
    "date(", '"2024-01-01"', '"1M"', "duration(", ".replace(", ".repeat(", "99999999999", ".length", ".reduce(acc + value, 0)",
    ".asFile()", "link(", ".toFixed(", ".round(", ".slice(", ".split(", ".join(", ".unique()", ".sort()",
)  # fmt: skip
SOURCES = st.text(max_size=40) | st.lists(st.sampled_from(PIECES), max_size=14).map("".join)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(SOURCES)
@example('"1e999".lower()')
@example('duration("999999999999999y") + now()')
@example("now() + 1/0")
@example("[[1],[1]].sort()")
@example('[1,"a",null,now()].sort()')
@example("(1/0).toFixed(2)")
@example('date("0001-01-01") - "1d"')
@example('duration("1d") * (1/0)')
@example('"a".slice(1/0, 0/0)')
@example("number(date('0001-01-01'))")
def test_no_text_as_a_filter_raises(vault, source):
    for wrapped in (source, f"({source}).toString()"):
        found = listed(vault, wrapped.replace("\0", ""))
        assert (found.paths is None) <= bool(found.findings)


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8) | SOURCES,
    lambda inner: st.lists(inner, max_size=3)
    | st.dictionaries(st.sampled_from(["and", "or", "not", "property", "name", "limit", "x"]), inner, max_size=3),
    max_leaves=12,
)  # fmt: skip
KEYS = ("filters", "formulas", "properties", "summaries", "views", "other")


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.dictionaries(st.sampled_from(KEYS), VALUES | st.lists(
    st.dictionaries(st.sampled_from(["name", "filters", "limit", "sort", "order", "groupBy"]), VALUES), max_size=2)))  # fmt: skip
def test_no_yaml_as_a_base_raises(vault, values):
    import yaml

    base = bases.parse(
        "x.base", yaml.safe_dump(values, allow_unicode=True).encode("utf-8", "replace")
    )
    for name in (None, *(view.name for view in base.views)):
        bases.listed(base, name, vault, now=NOW)


@given(st.binary() | st.text().map(str.encode))
@example(b"[" * 10_000)
@example(b"a: " * 10_000)
@example(b"\xff\xfe")
def test_no_bytes_as_a_base_raise(data):
    bases.parse("x.base", data)


LISTS = "[" + ",".join("1" * 200) + "]"


@pytest.mark.parametrize(
    "text",
    [
        "filters: " + "(" * 100_000,
        "filters: '" + "[" * 9_000 + "'",
        "filters: '" + "a." * 4_000 + "a'",
        "filters: '" + "a||" * 3_000 + "a'",
        "filters: '" + "-" * 9_000 + "1'",
        f"filters: '{LISTS}.map({LISTS}.map({LISTS}.map({LISTS}.map(value))))'",
        "filters: formula.f40 == 1\nformulas:\n  f0: '\"xxxxxxxx\"'\n"
        + "".join(f"  f{n}: formula.f{n - 1} + formula.f{n - 1}\n" for n in range(1, 41)),
        "filters: formula.f900 == 1\nformulas:\n  f0: '1'\n"
        + "".join(f"  f{n}: formula.f{n - 1} + 1\n" for n in range(1, 901)),
        "filters: " + "{and: [" * 200 + "a" + "]}" * 200,
        "filters: '/a.*b.*c.*d.*e/.matches(\"" + "abcd" * 1_000 + "\")'",
        "filters: '/(x*)*$/.matches(\"" + "x" * 1_000 + "y\")'",
        "filters: '\"" + "a" * 9_000 + '".split("").map(value + "b").join("").length > 1\'',
    ],
    ids=range(12),
)
def test_hostile_bases_end_and_are_known_or_say_why(vault, text):
    found = bases.listed(bases.parse("x.base", text.encode()), None, vault, now=NOW)
    assert (found.paths is None) <= bool(found.findings)


def test_a_naive_moment_and_a_missing_clock_zone_are_utc(vault):
    base = bases.parse("x.base", b"filters: now().hour == 12\n")
    assert bases.listed(base, None, vault, now=NOW.replace(tzinfo=None)).total == 6
    berlin = datetime.timezone(datetime.timedelta(hours=1))
    assert bases.listed(base, None, vault, now=NOW.astimezone(berlin)).total == 0


@pytest.mark.parametrize("name", bases.__all__)
def test_every_name_of_the_package_leads_somewhere(name):
    assert getattr(bases, name).__name__ == name
    assert name in dir(bases)
