"""The operators of Obsidian's search: the same notes as Obsidian lists, and the place shown."""

from pathlib import Path

import obsidian_search
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from storehouse import Desk

from recall.api import Recall

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


@settings(max_examples=200, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(query=trees(st.one_of(ITEM_LEAVES, SCOPED)))
def test_any_query_of_operators_finds_what_obsidian_finds(library, vault, query):
    assert found(library, query) == obsidian_search.search(vault, query)
