"""Searching through the one door: signs, scripts, ranking, and what a search says of itself."""

import itertools
import unicodedata
from datetime import datetime

import pytest
from storehouse import Desk

# --- query syntax (CASES.md) -------------------------------------------------------


@pytest.mark.parametrize(
    ("body", "queries"),
    [
        ("the wrap-up list", ["wrap-up", '"wrap-up"', "wrap-up list", "WRAP-UP"]),
        ("it doesn't leak", ["doesn't leak", "doesn\u2019t leak", '"doesn\'t leak"']),
        ("O'Hara called", ["O'Hara", "O\u2019Hara", "o'hara"]),
        ("TODO: paint fence", ["TODO: paint", "todo:", "TODO:paint"]),
        ("err:42 in a::b at http://x.test", ["err:42", "a::b", "http://x.test"]),
        ("pumps need grease every spring", ["spring pumps", "grease spring pumps"]),
        ("run with --dry-run first", ['"--dry-run"', "--dry-run"]),
        ("a NEAR b AND c", ["NEAR(a b)", "near AND c", "near c", '"AND c"']),
        ("price {x} = [y] ^z $5 100%", ["{x}", "^z", "$5", "100%", "(y)", "price = 100%"]),
        ("see foo/bar.py and C:\\temp\\x", ["foo/bar.py", "C:\\temp\\x", "bar.py"]),
        (
            "smart “quotes” and «guillemets»",
            ["“quotes”", "«guillemets»", "„quotes“", '"quotes" and'],
        ),
        ("mail a@b.test about #issue-7", ["a@b.test", '"#issue-7"']),
        ("title, body and rowid", ["title", "body:x body", "rowid", "rank rowid"]),
    ],
    ids=itertools.count(),
)
def test_a_01_to_a_05_signs_are_text(desk, body, queries):
    desk.notes(found=body, other="something else entirely")
    desk.sync()
    for query in queries:
        assert desk.found(query)[:1] == ["found.md"], query


@pytest.mark.parametrize(
    "query",
    [
        "",
        " ",
        "'",
        '"',
        '""',
        "\u2019",
        "+++",
        "---",
        "()",
        "*",
        "^",
        "\0",
        "?!",
        "\ud800",
        "-",
        "OR",
        "::",
        "[]",
    ],
)
def test_a_query_of_nothing_finds_nothing(desk, query):
    desk.notes(a='it\'s a "note" OR [] -- + * with signs ()')
    desk.sync()
    results = desk.search(query)
    assert results.hits == () or query == "OR"
    assert results.verdict in ("nothing_relevant", "answered")


# --- unicode (A-06 to A-10) ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("body", "queries"),
    [
        ("今天讨论了部署方案", ["部署", "部署方案", "讨论", '"了部署"', "方"]),
        ("雨が降る", ["雨", "降る"]),
        ("the db is slow", ["db"]),
        ("паровой котёл низкого давления", ["котёл давления лист", "КОТЁЛ", "паровой"]),
        ("मुद्रा नीति", ["मुद्रा", "नीति मुद्रा"]),
        ("ตลาดน้ำวันอาทิตย์", ["ตลาด", "วันอาทิตย์", "น้ำ"]),
        ("한국어를 배운다", ["한국어", "배운다"]),
        ("تقرير مُهِمّ", ["مهم", "تقرير"]),
        ("Straßenbahn fährt", ["STRASSENBAHN", "fahrt"]),
    ],
    ids=["Chinese", "Japanese", "short", "Russian", "Hindi", "Thai", "Korean", "Arabic", "German"],
)
def test_a_06_to_a_09_words_of_every_script_are_found(desk, body, queries):
    desk.notes(found=body, other="another note about nothing")
    desk.sync()
    for query in queries:
        assert desk.found(query) == ["found.md"], query


def test_a_08_one_name_in_two_compositions_is_one_note(desk):
    stored = unicodedata.normalize("NFD", "Übersicht.md")
    desk.write(stored, "the overview")
    desk.write("links.md", "see [[Übersicht|everything here]]")
    for _ in range(2):
        desk.sync()
        assert desk.search("overview").total == 1
        assert desk.get("Übersicht").path == stored
    assert stored in desk.found("everything here")
    desk.move(stored, "Übersicht.md")
    report = desk.sync()
    assert (report.moved, report.added, report.removed) == (1, 0, 0)
    assert desk.found("overview") == ["Übersicht.md"]


# --- ranking and filters (A-27 to A-29) ---------------------------------------------------------


@pytest.fixture(scope="module")
def crowd(tmp_path_factory):
    """Five hundred long notes about pumps in one folder, one short in another."""
    desk = Desk(tmp_path_factory.mktemp("crowd"))
    for number in range(500):
        desk.write(f"big/{number}.md", f"{'pump ' * 20} number{number % 7}\n\n# Part\n\npump again")
    desk.write("small/note.md", f"{'other words ' * 200} pump")
    desk.sync()
    yield desk
    desk.close()


def test_a_27_filters_act_before_the_best_are_cut(crowd):
    assert crowd.found("pump path:small/", limit=5) == ["small/note.md"]
    assert crowd.found("pump -path:big/", limit=1) == ["small/note.md"]
    assert crowd.found("pump file:note", limit=1) == ["small/note.md"]


def test_a_28_a_title_counts_more_than_a_long_body(desk):
    desk.write("Heat pump.md", "short")
    for number in range(5):
        desk.write(f"other {number}.md", f"{'heat pump ' * 10} {'filler text ' * 200}")
    desk.sync()
    assert desk.found("heat pump")[0] == "Heat pump.md"


def test_the_best_comes_first_whatever_was_written_first(desk):
    desk.write("z.md", "kiln")
    desk.write("a.md", "kiln")
    desk.sync()
    desk.write("0.md", "kiln")
    desk.sync()
    assert desk.found("kiln") == ["0.md", "a.md", "z.md"]


def test_anchors_make_a_note_findable_by_what_others_call_it(desk):
    desk.write("2023-04-12 Meeting.md", "# Agenda\n\nitems\n\n# Costs\n\nnumbers")
    desk.write(
        "log.md",
        "see [[2023-04-12 Meeting|why we left Mongo]] and [[2023-04-12 Meeting#Costs|the invoice]]",
    )
    desk.sync()
    assert "2023-04-12 Meeting.md" in desk.found("left mongo")
    hit = next(hit for hit in desk.search("invoice").hits if hit.path.startswith("2023"))
    assert hit.headings == ("Costs",)
    assert hit.linked_from == "log"
    desk.write("log.md", "nothing")
    desk.sync()
    assert desk.found("mongo") == []


def test_excluded_folders_are_not_found_but_still_linked(desk):
    desk.settings(userIgnoreFilters=["Archive/"])
    desk.write("Archive/old.md", "kiln [[new]]")
    desk.write("new.md", "kiln [[old|the former kiln]]")
    desk.sync()
    assert desk.found("kiln") == ["new.md"]
    assert desk.get("old").text.startswith("kiln")
    desk.settings()
    desk.sync()
    assert sorted(desk.found("kiln")) == ["Archive/old.md", "new.md"]


# --- what a search says of itself ---------------------------------------------------------------


def test_all_words_come_before_some_and_the_steps_are_told(desk):
    desk.notes(both="red kiln", one="red barn", none="blue door")
    desk.sync()
    results = desk.search("red kiln")
    assert [hit.path for hit in results.hits] == ["both.md", "one.md"]
    assert [(step.asked, step.items) for step in results.steps] == [
        ("all of: red, kiln", 1),
        ("some of: red, kiln", 2),
    ]
    assert results.hits[1].missing == ("kiln",)
    assert (results.total, results.total_is_exact, results.verdict) == (2, True, "answered")


def test_verdicts(desk):
    desk.notes(a="kiln #x")
    desk.sync()
    assert desk.search("kiln").verdict == "answered"
    assert desk.search("xyzzy").verdict == "nothing_relevant"
    assert desk.search("kiln tag:y").verdict == "filtered_out"
    assert desk.search("kiln vault:other").verdict == "filtered_out"


def test_filters_alone_list_newest_first(desk):
    for days, name in ((3, "c"), (1, "a"), (2, "b")):
        desk.write(f"{name}.md", "text #t", days_old=days)
    desk.sync()
    results = desk.search("tag:t")
    assert [hit.path for hit in results.hits] == ["a.md", "b.md", "c.md"]
    assert results.hits[0].relevance == 1.0


def test_negation_alternatives_and_groups(desk):
    desk.notes(a="red kiln", b="red barn", c="blue kiln")
    desk.sync()
    assert desk.found("red -barn") == ["a.md"]
    assert desk.found("-red") == ["c.md"]
    assert sorted(desk.found("barn OR blue")) == ["b.md", "c.md"]
    assert desk.found("kiln (red OR green)")[0] == "a.md"
    assert desk.found('"red kiln"') == ["a.md"]
    assert desk.found('kiln -"red kiln"') == ["c.md"]


def test_words_of_grammar_do_not_answer_for_a_word_that_stands_nowhere(desk):
    for number in range(60):
        desk.write(f"note {number}.md", f"who is here, it is the number {number} of many")
    desk.sync()
    assert desk.found("who is allergic") == []
    assert desk.found("xyzzy the") == []
    assert desk.found("how many numbers")[0].startswith("note ")
    assert len(desk.found("who is the")) > 0


def test_content_ranks_and_shows_the_passage_that_has_it(desk):
    desk.write("long.md", "# A\n\nintro\n\n# B\n\nPetherick stands here\n")
    desk.sync()
    hit = desk.search("content:Petherick").hits[0]
    assert (hit.first_line, hit.last_line) == (5, 7)


def test_as_of_a_day_what_is_dated_later_was_not_there(desk):
    def at(day):
        return datetime.fromisoformat(day).astimezone().timestamp()

    desk.write("2024-03-01 Pump.md", "the pump is red")
    desk.write("Plan.md", "---\ndate: 2025-06-01\n---\nthe pump is to be blue")
    desk.write("Fair.md", "---\ndate: 2999-01-01\n---\nthe pump at the fair")
    desk.write("Undated.md", "a pump")
    desk.sync()

    def found(**options):
        return {hit.path for hit in desk.recall.search("pump", **options).results.hits}

    assert found() == {"2024-03-01 Pump.md", "Plan.md", "Fair.md", "Undated.md"}
    # What is still to come today was planned, for all anybody knows, on that day, too.
    assert found(as_of=at("2024-12-31")) == {"2024-03-01 Pump.md", "Fair.md", "Undated.md"}
    assert found(as_of=at("2025-12-31")) == found()


@pytest.mark.parametrize("query", ["", "?!", "OR"])
def test_nothing_asked_is_nothing_found_whatever_else_the_store_holds(desk, query):
    desk.write("a.md", "x")
    desk.sync()
    desk.recall.remember("for an hour", ttl=3_600)
    desk.recall.remember("somebody else's", namespace="other")
    assert desk.search(query).hits == ()


@pytest.mark.parametrize("query", ["The old pump", "the OLD pump ", "hand pump"])
def test_what_is_asked_for_by_its_name_comes_first_old_or_not(desk, query):
    desk.write(
        "The old pump.md",
        "---\nsuperseded_by: The new pump\nstatus: superseded\naliases: [Hand pump]\n---\nIt leaks.",
    )
    desk.write("The new pump.md", "It replaces the old pump, the hand pump. The old pump leaked.")
    desk.write("Log.md", "the old pump, the old hand pump, the old pump again")
    desk.sync()
    answer = desk.search(query, explain=True)
    assert answer.hits[0].path == "The old pump.md"
    assert answer.hits[0].currency.reason == "asked for by its name"
    assert "named" in {term.name for term in answer.hits[0].terms}


def test_what_only_its_name_answers_is_shown_at_its_beginning(desk):
    sections = "\n\n".join(f"## Part {n}\n\n{'words of many kinds ' * 60}" for n in range(5))
    desk.write("The Crock.md", f"# The Crock\n\n{sections}\n\n## Case\n\nOpen the crock here.")
    desk.write("Other.md", "nothing")
    desk.sync()
    hit = desk.search("The Crock").hits[0]
    assert (hit.path, hit.first_line) == ("The Crock.md", 1)
    assert hit.linked_from is None
    desk.write("Marmalade.md", sections)
    desk.sync()
    assert desk.search("marmalade words").hits[0].path == "Marmalade.md"
    assert desk.search("marmalade").hits[0].first_line == 1
