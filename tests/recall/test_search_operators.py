"""The operators of Obsidian's search: the same notes as Obsidian lists, and the place shown."""

import re
import subprocess
import sys
from pathlib import Path

import obsidian_search
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from storehouse import Desk
from work import assert_linear

import recall
from recall.api import Recall
from recall.search.text_checks import TextChecks

VAULT = Path(__file__).parents[2] / "fixtures" / "vault"


@pytest.fixture(scope="module")
def library(tmp_path_factory):
    store = Recall.open(str(tmp_path_factory.mktemp("stores") / "recall.db"), writable=True)
    store.add_vault(str(VAULT), "Seeds")
    store.sync()
    yield store
    store.close()


@pytest.fixture(scope="module")
def vault():
    return Files(obsidian_search.files(VAULT, ("Templates/",)))


class Files(list):
    def __repr__(self):
        return f"{len(self)} files"


def found(library, query):
    results = library.search(query, limit=1000).results
    paths = [hit.path for hit in results.hits]
    assert len(paths) == len(set(paths)) == results.total, query
    # Obsidian's search has notes and canvases; recall has the names of bases, too.
    return {path for path in paths if not path.endswith(".base")}


QUERIES = """
"label printer"
"Label Printer"
"quo"
"label"
"Kitchen"
"Noor said"
"of what the branch can bear."
"- [ ]"
"status: accepted"
"12 km/h"
"Stand-up"
"\\"Nobody would do that\\""
-"the"
-"the" -"and"
"price" "branch"
"price" OR "kettle"
"price" "branch" OR "kettle"
("price" OR "kettle") "noor"
-("price" OR "label")
-("price" "label")
"price" -"label"
"price" -("label" OR "noor")
"or"
file:label
file:Label
file:2026-0
file:.canvas
file:.md
file:"Pricing meeting"
file:(pricing OR kick)
file:(pricing 2026)
-file:2026
FILE:crock
file:/^2026-.*meeting/
file:/^\\d{4}-\\d\\d-\\d\\d\\.md$/
path:Daily
path:daily/
path:"Daily/2026"
-path:/\\//
path:/^(Daily|Kitchen)\\//
path:(Daily OR Kitchen)
path:(daily -2026)
content:"label printer"
content:"Roadmap"
content:ignore-case:printer
content:match-case:Printer
content:/v1\\.\\d+/
content:("price" -"label")
content:("price" OR /kettle/)
"Roadmap"
tag:#meeting
tag:meeting
tag:decision
tag:decision/pricing
tag:MEETING
tag:pricing
-tag:meeting
tag:(meeting OR daily)
tag:meeting tag:decision
tag:meeting "price"
tag:kitchen/lunch
line:("price" "branch")
line:("price" OR "kettle")
line:("price" -"branch")
-line:("price" "branch")
line:"label printer"
line:ignore-case:print
line:(ignore-case:print ignore-case:label)
line:(match-case:Print match-case:label)
line:(/\\d+ €/ "month")
line:/^- \\[.\\] /
line:/^#+ .*\\d/
line:(-ignore-case:e "crock")
line:("noor" ("bríd" OR "shuyi"))
line:("status" "accepted")
block:("price" "branch")
block:("Ingrid" "Bríd")
block:("noor" -"branch")
block:("port" OR "kettle")
-block:("the" "a")
block:(/\\d+ %/ "the")
block:(ignore-case:label match-case:T-40)
section:("price" "branch")
section:("label" -"printer")
section:(/^# / "crock")
section:("why" "because")
section:("noor" section:"branch")
-section:("the" "and")
task:"Pavel"
task:""
task-todo:""
task-done:""
-task:""
-task-todo:""
task-done:"" -task-todo:""
task:ignore-case:port
task:("Port" "80")
task-todo:"Port"
task-done:"Port"
task-todo:("the" -"Pavel")
task:/\\d{4}-\\d\\d-\\d\\d/
task:(/\\d+/ "labels")
task:("samples" OR "kettle")
task-done:(ignore-case:tell OR ignore-case:try)
match-case:Printer
match-case:printer
match-case:"Label printer"
match-case:"label printer"
match-case:(Label Crock)
match-case:(Label OR Kettle)
match-case:(Label -Crock)
-match-case:The
match-case:umbl
match-case:path:Daily
match-case:path:daily
match-case:file:label
match-case:(file:Label "Printer")
match-case:/Printer|Kettle/
match-case:/[A-Z]{4,}/
match-case:[status:Accepted]
match-case:[status:accepted]
match-case:(Label ignore-case:CROCK)
match-case:line:(Noor Bríd)
line:match-case:Noor
ignore-case:ump
ignore-case:PRINT
ignore-case:(ump OR ettl)
ignore-case:"PRICE"
/\\d{4}-\\d\\d-\\d\\d/
/price|kettle/
/\\bport\\b/
/label.*printer/
/label[\\s\\S]*kettle/
/^status: (accepted|open)$/
/(?<!\\w)T-\\d+/
/\\[\\[.*\\|.*\\]\\]/
/a\\/b/
/km\\/h/
/é|ü/
/京都/
-/e/
/e/ -/a/
/fo{2,}d/
/^$/
[status]
[status:accepted]
[status:ACCEPTED]
[status:accepted OR superseded]
[status:(accepted OR superseded)]
[status:/^a/]
[status:/^(a|s)/]
-[status]
-[status:accepted]
[rating]
[rating:>3]
[rating:<4]
[rating:>=4]
[date:<2026-01-01]
[date:>2026-06-01]
[tags:meeting]
[type:meeting] "price"
[nothing]
[mood:null]
["type":decision]
[status:accepted] line:("price" "branch")
tag:meeting OR task:""
[status] OR line:/^- \\[ \\]/
path:Daily (task-todo:"" OR "kettle")
"price" OR (path:Kitchen -"salt")
-(path:Daily OR path:Meetings) "noor"
(line:("price" "branch") OR block:("label" "glue")) -path:Home
file:2026 -(task:"" OR tag:meeting)
""".strip().splitlines()


@pytest.mark.parametrize("query", QUERIES)
def test_a_query_finds_the_notes_that_obsidian_finds(library, vault, query):
    expected = obsidian_search.search(vault, query)
    assert found(library, query) == expected


def test_the_queries_are_worth_asking(vault):
    sizes = [len(obsidian_search.search(vault, query)) for query in QUERIES]
    assert len(sizes) > 150
    assert sum(0 < size < len(vault) for size in sizes) > 0.85 * len(sizes)


WORDS = ["price", "Label", "crock", "Noor", "kettle", "the", "branch", "€", "2026", "Bríd", "port"]
LEAVES = st.one_of(
    st.sampled_from(WORDS).map('"{}"'.format),
    st.sampled_from(["rint", "Noor", "AND", "ettle", "ü", "ab"]).map("ignore-case:{}".format),
    st.sampled_from(["Print", "noor", "Crock", "T-4"]).map("match-case:{}".format),
    st.sampled_from([r"\d+ €", "pri[ck]e", "^- ", "l.*b.*l", r"\bof\b"]).map("/{}/".format),
)
ITEM_LEAVES = st.one_of(
    LEAVES,
    st.sampled_from(
        [
            "tag:meeting", "tag:#decision", "[status:accepted]", "[status]", "path:Daily", "file:2026",
            'task:""', 'task-done:""', "[rating:>3]", "path:/^[A-K]/",
        ]
    ),
)  # fmt: skip


def trees(leaves):
    def grow(inner):
        several = st.lists(inner, min_size=2, max_size=3)
        return st.one_of(
            several.map(lambda each: f"({' '.join(each)})"),
            several.map(lambda each: f"({' OR '.join(each)})"),
            inner.map(lambda each: each if each.startswith("-") else f"-{each}"),
        )

    return st.recursive(leaves, grow, max_leaves=5)


SCOPED = st.tuples(st.sampled_from(obsidian_search.SCOPES), trees(LEAVES)).map(
    lambda pair: f"{pair[0]}:({pair[1]})"
)


@settings(max_examples=200, suppress_health_check=[HealthCheck.too_slow])
@given(query=trees(st.one_of(ITEM_LEAVES, SCOPED)))
def test_any_query_of_operators_finds_what_obsidian_finds(library, vault, query):
    assert found(library, query) == obsidian_search.search(vault, query)


# --- the passage that is shown ---------------------------------------------------------------

SHOWN = {
    "a line": ("line:(second needle)", 7),
    "a phrase": ('"second needle"', 7),
    "an expression": ("/se.ond n/", 7),
    "characters": ("match-case:Second", 7),
    "a task": ("task-todo:needle", 11),
    "an alternative": ("nothing OR line:(second needle)", 7),
    "beside a word that is everywhere": ("needle /second/", 7),
    "a block": ("block:(second needle)", 7),
    "a section": ("section:(second needle)", 7),
}


@pytest.mark.parametrize("line_end", ["\n", "\r\n"], ids=["lf", "crlf"])
@pytest.mark.parametrize(("query", "line"), SHOWN.values(), ids=SHOWN.keys())
def test_a_hit_shows_the_passage_where_it_is(desk, query, line, line_end):
    text = "# One\n\nneedle needle needle\n\n# Two\n\nThe Second needle lies here.\n\n# Three\n\n- [ ] a needle\n"
    desk.write("Note.md", text.replace("\n", line_end))
    desk.sync()
    hit = desk.hit(query)
    assert hit.first_line <= line <= hit.last_line
    assert hit.snippet.marks
    marked = [hit.snippet.text[start:end].lower() for start, end in hit.snippet.marks]
    assert any("needle" in each or "se" in each for each in marked)


def test_a_line_of_the_properties_is_found_and_the_note_shown(desk):
    desk.write("Note.md", "---\nstatus: draft\n---\n# Title\n\nBody.\n")
    desk.sync()
    hit = desk.hit("line:(/^status/ draft)")
    assert hit.first_line == 4


def test_the_passage_is_found_in_work_that_grows_with_the_note(desk):
    for size in (300, 600):
        desk.write(f"{size}.md", "# Deep\r\n\r\nneedle in the hay\r\n\r\n" * size)
    desk.sync()
    assert_linear(lambda size: desk.search(f"file:{size} line:needle", limit=1), 300)


# --- never relaxed ---------------------------------------------------------------------------

STRICT = ["line:(price kettle)", "/qqq/", "match-case:QQQ", 'task:"zzz"', '"of the of the"',
          "price line:(price kettle)", "price /qqq/", "-/e/ /e/"]  # fmt: skip


@pytest.mark.parametrize("query", STRICT)
def test_what_no_note_has_finds_nothing(library, query):
    assert library.search(query).results.hits == ()


def test_words_beside_an_operator_are_relaxed_and_the_operator_is_not(library):
    results = library.search("price zebra unicorn /ladder/", limit=50).results
    assert {hit.path for hit in results.hits} == found(library, "/ladder/")
    assert results.steps[0].items == 0


def test_notes_without_the_words_that_rank_come_last(library):
    hits = library.search("kettle OR tag:meeting", limit=50).results.hits
    assert "ettle" in hits[0].text
    assert {hit.path for hit in hits} > found(library, "tag:meeting")
    assert hits[-1].terms[0].label == "listed" if hits[-1].terms else True


def test_all_of_a_large_answer_are_counted(desk):
    for number in range(1_100):
        desk.write(f"{number}.md", f"Line {number}\n")
    desk.sync()
    results = desk.search("line:/^Line/", limit=1)
    assert (results.total, results.total_is_exact) == (1_100, True)


# --- what it costs ---------------------------------------------------------------------------


@pytest.fixture
def readings(monkeypatch):
    """The checks that searches make, to see what they have read."""
    made = []
    begin = TextChecks.__init__

    def noted(self, *arguments):
        begin(self, *arguments)
        made.append(self)

    monkeypatch.setattr(TextChecks, "__init__", noted)
    return made


@pytest.fixture(scope="module")
def crowd(tmp_path_factory):
    desk = Desk(tmp_path_factory.mktemp("crowd"))
    for number in range(300):
        task = "- [ ] buy seed\n" if number % 50 == 0 else "- buy seed\n"
        word = "gasket" if number % 30 == 0 else "shaft"
        desk.write(f"{'ab'[number % 2]}/{number}.md", f"# Seed\n\nThe {word} turns.\n\n{task}")
    desk.sync()
    yield desk
    desk.close()


COSTS = {
    "words of a block narrow down": ("block:(gasket turns)", 10, 10),
    "so do those of a task": ("task:gasket", 10, 1),
    "a box is looked for before a note is read": ('task:""', 300, 6),
    "other filters narrow down": ("path:a/1 block:(gasket turns)", 3, 3),
    "exclusions do, too": ("-path:a block:(gasket turns)", 0, 0),
    "a phrase reads the notes with its words": ('"the gasket"', 10, 0),
    "an expression reads all": ("/gas.et/", 300, 0),
    "several are told by one reading": ("/gas.et/ match-case:The -/zzz/ (/a/ OR /b/)", 300, 0),
    "words need no reading": ("gasket turns -shaft", None, None),
    "nor do words of the text": ("content:(gasket -shaft)", None, None),
}


@pytest.mark.parametrize(("query", "read", "parsed"), COSTS.values(), ids=COSTS.keys())
def test_the_index_narrows_down_what_is_read(crowd, readings, query, read, parsed):
    crowd.search(query, limit=1)
    (places,) = readings or [None]
    if read is None:
        assert places is None
    else:
        shown = 1 if parsed else 0  # the hit's own place is looked up once more
        assert (places.read, places.parsed) == (read, parsed + shown)


def test_a_query_of_words_loads_nothing_of_this(tmp_path):
    desk = Desk(tmp_path)
    desk.write("a.md", "pump grease\n")
    desk.sync()
    desk.close()
    code = (
        "import sys; from recall.api import Recall\n"
        f"store = Recall.open({desk.store!r})\n"
        "store.search('pump OR tag:x -grease content:y')\n"
        "print(*sorted(name for name in sys.modules if 'text_' in name or 'expressions' in name))"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout.split() == []


SLOW = [
    "(a+)+$",
    "(a|a)*b",
    "(.*a){20}",
    r"(\w+\s?)*$",
    "(" * 200,
    r"(a?){50}a{50}",
    ".*.*.*.*x(y|yz)",
]


@pytest.mark.parametrize("source", SLOW)
def test_an_expression_that_could_hang_is_refused_and_said_so(desk, source):
    desk.write("Note.md", "a" * 10_000)
    desk.sync()
    results = desk.search(f"/{source}/")
    assert results.hits == ()
    assert "left out" in results.notes[0]


@pytest.mark.parametrize("source", [r"\s+x", "a*a*b", ".*.*b", r"\w+ing", "a.*a.*a.*b", "[^x]*y"])
def test_an_expression_on_a_hostile_text_ends(desk, source):
    desk.write("Note.md", "a" * 20_000 + "\n" + " " * 20_000)
    desk.sync()
    assert desk.search(f"/{source}/").hits == ()


# --- the guide -------------------------------------------------------------------------------

GUIDE = (Path(recall.__file__).parent / "guides" / "query-language.md").read_text("utf-8")
GUIDE_NOTES = {
    "Daily/2026-03-12": "Pumps lie here.\n\n- [ ] oil the pump\n- [-] kiln\n",
    "Care": "---\nstatus: draft\n---\nThe pump wants grease, pump: grease.\n\n# Crock\n\nA crock of v1.2 runs.\n",
    "Other": "---\nstatus: in progress\n---\nHeat pump. A pumpkin pump:grease pie in /usr.\n\nGrease apart.\n",
    "Kiln": "Kiln and Pump, in heat pump colours.\n",
}  # fmt: skip
C, D, K, O = "Care", "Daily/2026-03-12", "Kiln", "Other"  # noqa: E741 - a table
SHOWN_IN_GUIDE = {
    "line:(pump grease)": [C, O],
    "block:(pump grease)": [C, O],
    "section:(pump -grease)": [D, K],
    "task:pump": [D],
    'task:""': [D],
    "task-todo:pump": [D],
    "task-done:pump": [],
    "-line:(pump grease)": [D, K],
    "match-case:Pump": [D, K],
    'match-case:"Heat pump"': [O],
    "match-case:(Pump OR Kiln)": [D, K],
    "ignore-case:ump": [C, D, K, O],
    r"/v\d+\.\d+/": [C],
    "path:/^Daily/": [D],
    r"file:/^\d{4}-/": [D],
    "[status:/^d/]": [C],
    r"line:(/v\d/ crock)": [C],
    "pump": [C, D, K, O],
    "pump grease": [C, O, K, D],
    "ignore-case:pump": [C, D, K, O],
    "Daily": [],
    "path:Daily": [D],
    '"Daily"': [D],
    "pump:grease": [C, O],
    "/usr": [O],
    "[status:in progress]": [O],
}


@pytest.fixture(scope="module")
def guided(tmp_path_factory):
    desk = Desk(tmp_path_factory.mktemp("guided")).notes(**GUIDE_NOTES)
    desk.sync()
    yield desk
    desk.close()


@pytest.mark.parametrize(("query", "notes"), SHOWN_IN_GUIDE.items())
def test_an_example_of_the_guide_finds_what_it_says(guided, query, notes):
    assert sorted(guided.found(query)) == sorted(f"{note}.md" for note in notes)


def test_every_example_of_the_guides_tables_on_texts_is_run():
    sections = [
        GUIDE.partition(f"## {title}")[2].partition("\n## ")[0]
        for title in ("Parts of a note", "Exactly as written", "Unlike Obsidian")
    ]
    rows = [line for text in sections for line in text.splitlines() if line.startswith("| `")]
    shown = {each for row in rows for each in re.findall(r"`([^`]+)`", row.split(" | ")[0])}
    additions = {each for each in shown if each.isupper() or each == "*" or each.endswith(":")}
    assert shown - additions <= SHOWN_IN_GUIDE.keys()
    assert len(shown - additions) > 15
