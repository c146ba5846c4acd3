"""The language of Obsidian's search (OBSIDIAN.md section 18, R276 to R292), as recall answers it."""

import json

import pytest
from rulebook import rows
from storehouse import Desk

VAULT = {
    "Boiler.md": (
        "---\ntags: [heat/oil]\nstatus: Draft\nrating: 7\ndue: 2023-05-01\nmy prop: blue\nempty:\n---\n"
        "# Boiler\n\nThe boiler eats oil.\nOne pump, no grease.\n\n"
        "- [ ] buy Grease\n- [x] call the plumber\n"
    ),
    "Works/Pump.md": (
        "---\nstatus: done\nrating: 3\ndone: true\n---\n# Pump\n\nGrease it in spring. #heat\n\n"
        'A line with "a quoted word" in it, and 2024-05-12.\n\n## Parts\n\nSeal and shaft\nneed the gasket.\n\n'
        "- [-] order the seal\n"
    ),
    "Works/Log.md": "# Log\n\n`#heat` in code is none.\nFixed TODO or not: km/h.\n\n- [ ] Grease the hinge\n",
    "Attic.md": "Nothing but dust or air.\n",
    "Board.canvas": json.dumps(
        {"nodes": [{"id": "1", "type": "text", "text": "Insulate the pump room"}], "edges": []}
    ),
    "Old/Pump.md": "# An excluded pump\n",
}  # fmt: skip

BOILER, PUMP, LOG, ATTIC, BOARD = list(VAULT)[:5]
ALL = [BOILER, PUMP, LOG, ATTIC, BOARD]

# rule, query, the notes that have it
QUERIES = [
    ("R276", '"pump" "oil"', [BOILER]),
    ("R276", '"oil" "pump"', [BOILER]),
    ("R276", '"dust" OR "oil" "pump"', [BOILER, ATTIC]),
    ("R276", '"dust" OR "gasket"', [PUMP, ATTIC]),
    ("R277", '"dust" ignore-case:or ignore-case:air', [ATTIC]),
    ("R277", "dust or air", [ATTIC]),
    ("R278", '-"pump"', [LOG, ATTIC]),
    ("R278", '-"no grease" "grease"', [PUMP, LOG]),
    ("R278", '-("grease" "oil") "grease"', [PUMP, LOG]),
    ("R278", "-tag:#heat", [LOG, ATTIC, BOARD]),
    ("R278", "-path:Works", [BOILER, ATTIC, BOARD]),
    ("R278", '-line:("pump" "grease") "grease"', [PUMP, LOG]),
    ("R279", '"no grease"', [BOILER]),
    ("R279", '"grease no"', []),
    ("R279", '"NO GREASE"', [BOILER]),
    ("R279", r'"\"a quoted word\""', [PUMP]),
    ("R280", r"/\d{4}-\d\d-\d\d\./", [PUMP]),
    ("R280", "/PLUMB/", [BOILER]),
    ("R280", r"/km\/h/", [LOG]),
    ("R280", "/^Seal.*shaft$/", [PUMP]),
    ("R280", r"path:/^works\/l/", [LOG]),
    ("R280", "file:/^(b|a)/", [BOILER, ATTIC, BOARD]),
    ("R280", "[status:/^d/]", [BOILER, PUMP]),
    ("R281", '"Insulate"', [BOARD]),
    ("R281", '"Works"', [PUMP, LOG]),
    ("R281", '"Attic"', [ATTIC]),
    ("R281", "insulate", [BOARD]),
    ("R282", "file:pump", [PUMP]),
    ("R282", "FILE:PUMP", [PUMP]),
    ("R282", "file:.canvas", [BOARD]),
    ("R282", "path:works", [PUMP, LOG]),
    ("R282", "content:insulate", [BOARD]),
    ("R282", "content:attic", []),
    ("R282", 'content:"Works"', []),
    ("R283", "tag:#heat", [BOILER, PUMP]),
    ("R283", "tag:heat", [BOILER, PUMP]),
    ("R283", "tag:heat/oil", [BOILER]),
    ("R283", "tag:oil", []),
    ("R284", "line:(pump grease)", [BOILER]),
    ("R284", "line:(seal gasket)", []),
    ("R284", "block:(seal gasket)", [PUMP]),
    ("R284", "block:(buy plumber)", []),
    ("R284", "block:(spring gasket)", []),
    ("R284", "section:(spring quoted)", [PUMP]),
    ("R284", "section:(spring gasket)", []),
    ("R284", "section:(gasket hinge)", []),
    ("R285", "task:grease", [BOILER, LOG]),
    ("R285", "task-todo:grease", [BOILER, LOG]),
    ("R285", "task-done:grease", []),
    ("R285", "task-done:(call OR order)", [BOILER, PUMP]),
    ("R285", 'task:""', [BOILER, PUMP, LOG]),
    ("R285", 'task-todo:""', [BOILER, LOG]),
    ("R285", 'task-done:"" -task-todo:""', [PUMP]),
    ("R286", "match-case:Grease", [BOILER, PUMP, LOG]),
    ("R286", "match-case:grease", [BOILER]),
    ("R286", "match-case:(grease OR Insulate)", [BOILER, BOARD]),
    ("R286", 'match-case:"The boiler"', [BOILER]),
    ("R286", "match-case:path:works", []),
    ("R286", "match-case:(Grease ignore-case:PLUMBER)", [BOILER]),
    ("R286", "ignore-case:GREASE", [BOILER, PUMP, LOG]),
    ("R287", "[status]", [BOILER, PUMP]),
    ("R287", "[status:draft]", [BOILER]),
    ("R287", "[status:draft OR done]", [BOILER, PUMP]),
    ("R287", "[status:(draft OR done)]", [BOILER, PUMP]),
    ("R287", '["my prop":blue]', [BOILER]),
    ("R287", "[empty:null]", [BOILER]),
    ("R287", "[done:true]", [PUMP]),
    ("R287", "[rating:>5]", [BOILER]),
    ("R287", "[rating:<=3]", [PUMP]),
    ("R287", "[due:<2024-01-01]", [BOILER]),
    ("R287", "-[status]", [LOG, ATTIC, BOARD]),
    ("R288", '"no grease', [BOILER]),
    ("R288", "line:(pump grease", [BOILER]),
    ("R288", '"dust" OR', [ATTIC]),
    ("R288", 'OR "dust"', [ATTIC]),
    ("R289", "", []),
    ("R289", '""', []),
    ("R290", "section:(gasket section:shaft)", [PUMP]),
    ("R290", "line:(pump block:grease)", [BOILER]),
    ("R291", "ignore-case:nsulat", [BOARD]),
    ("R291", '"insulat"', []),
    ("R291", '"insulate"', [BOARD]),
    ("R291", "ignore-case:pumps", []),
    ("R292", "file:pump", [PUMP]),
    ("R292", '-"Boiler" -task:"" -"or"', [BOARD]),
    ("R292", 'section:"excluded"', []),
    ("R292", "/excluded/", []),
]


@pytest.fixture(scope="module")
def shelf(tmp_path_factory):
    desk = Desk(tmp_path_factory.mktemp("shelf"))
    desk.settings(userIgnoreFilters=["Old/"])
    for path, text in VAULT.items():
        desk.write(path, text)
    desk.sync()
    yield desk
    desk.close()


@pytest.mark.parametrize(("query", "paths"), rows(QUERIES))
def test_a_query_finds_these_notes(shelf, query, paths):
    results = shelf.search(query)
    assert sorted(hit.path for hit in results.hits) == sorted(paths)
    assert results.total == len(paths)
    assert results.total_is_exact


REMARKS = [
    # rule, query, what is said of it
    ("R288", '"no grease', "The quote was not closed; it reaches to the end."),
    ("R288", "pump:grease", "'pump:grease' is read as words: there is no field 'pump:'."),
    ("R289", "", "There is nothing to look for: the query has no word."),
    ("R290", "line:(a task:b)", "'task:' has no meaning inside 'line:' and is left out."),
]


@pytest.mark.parametrize(("query", "note"), rows(REMARKS))
def test_what_is_read_otherwise_is_said(shelf, query, note):
    assert note in shelf.search(query).notes
