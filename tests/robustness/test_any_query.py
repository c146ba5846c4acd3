"""Laws of every search: it never fails, its numbers add up, its pages make the whole."""

import itertools
import random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from storehouse import NOW, Desk
from work import calls

from recall.errors import UsageError


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


@pytest.fixture(scope="module")
def library(tmp_path_factory):
    """Notes with shared words, of many ages, for laws about any query."""
    desk = Desk(tmp_path_factory.mktemp("library"))
    words = [
        "pump",
        "kiln",
        "barn",
        "river",
        "stone",
        "部署",
        "方案",
        "котёл",
        "don't",
        "C++",
        "snake_case",
        "road",
    ]
    for number in range(60):
        chosen = [word for place, word in enumerate(words) if number * 7 % (place + 2) == 0]
        head = [
            "---",
            f"status: {'superseded' if number % 9 == 0 else 'open'}",
            f"rank: {number}",
            "---",
        ]
        desk.write(
            f"{'abc'[number % 3]}/Note {number}.md",
            "\n".join(
                [
                    *head,
                    f"# {chosen[0]} {number}",
                    *chosen,
                    f"#tag{number % 4}",
                    "",
                    "## More",
                    *chosen[::2],
                ]
            ),
            days_old=number * 20,
        )
    desk.sync()
    yield desk
    desk.close()


SIGNS = st.sampled_from(list("\"'()[]{}:^*-+/\\#@~|&<>=.,;!?%$ \t\n\0\u2019“”«»"))
PIECES = st.one_of(
    st.sampled_from(
        ["pump", "kiln", "barn", "OR", "AND", "NOT", "NEAR(", "tag:", "path:a/", "-", "[rank:>5]", "[x", "before:7d",
         "after:", "on:2026-02-30", "is:", "type:note", '"', "部署", "котёл", "C++", "pum*", "title : x", "body:", "rank",
         "file:", "source:memory", "vault:", "\ud800", "(((", ")))", "-(", "-tag:tag1", "status:open", "content:pump",
         "line:(", "line:pump", "block:(pump kiln)", "section:", "section:river", 'task:""', "match-case:", "ignore-case:ump",
         "/pum+/", "/[k-p]*n/", "path:/^a/", "[rank:/5/]", '"barn', "/(/"]
    ),
    st.text(max_size=8),
    st.text(SIGNS, max_size=4),
)  # fmt: skip
QUERIES = st.lists(PIECES, max_size=8).flatmap(
    lambda parts: st.sampled_from(["", " "]).map(lambda glue: glue.join(parts))
)
OPTIONS = st.fixed_dictionaries(
    {},
    optional={
        "vault": st.sampled_from(["Vault", "vault"]),
        "source": st.sampled_from(["vault", "memory"]),
        "kind": st.sampled_from(["note", "", '"']),
        "tags": st.lists(
            st.one_of(st.sampled_from(["tag1", "x"]), st.text(max_size=3).map("t".__add__)),
            max_size=2,
        ),
        "min_score": st.floats(0, 1),
        "as_of": st.floats(-1e10, 1e11),
        "half_life_days": st.floats(0.01, 1e6),
        "explain": st.booleans(),
        "detail": st.sampled_from(["index", "summary", "full"]),
        "max_tokens": st.integers(1, 2_000),
        "limit": st.integers(1, 50),
    },
)
FAST = settings(
    max_examples=150,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)


@FAST
@given(query=QUERIES, options=OPTIONS)
def test_no_text_makes_a_search_fail(library, query, options):
    answer = library.recall.search(query, **{"as_of": NOW} | options)
    scores = [hit.score for hit in answer.results.hits]
    assert all(0 <= score <= 1 for score in scores)
    assert scores == sorted(scores, reverse=True)
    assert all(score >= options.get("min_score", 0) for score in scores)
    assert [hit.rank for hit in answer.results.hits] == list(range(1, len(scores) + 1))
    assert len(scores) <= options.get("limit", 10)
    assert len(scores) <= answer.results.total
    if "max_tokens" in options:
        assert answer.tokens <= options["max_tokens"]


@FAST
@given(query=QUERIES)
def test_the_terms_of_a_hit_add_up_to_its_score(library, query):
    for hit in library.search(query, explain=True).hits:
        value = 0.0
        for term in hit.terms:
            value = value * term.value if term.operation == "multiply" else value + term.value
        assert value == pytest.approx(hit.score, abs=1e-9)
        assert hit.score == pytest.approx(hit.relevance * hit.currency.value)
        assert hit.terms[0].operation == "start"


@FAST
@given(query=QUERIES)
def test_snippets_and_places_are_those_of_the_file(library, query):
    for hit in library.search(query, limit=5).hits:
        document = library.get(hit.citation)
        assert document.text == hit.text.rstrip("\n")
        assert hit.first_line <= hit.snippet.first_line <= hit.snippet.last_line <= hit.last_line
        for start, end in hit.snippet.marks:
            assert 0 <= start < end <= len(hit.snippet.text)


@pytest.mark.parametrize(
    "query", ["pump", "pump kiln", "tag:tag1", "pump OR kiln OR barn", "", "部署"]
)
@pytest.mark.parametrize("size", [1, 7, 30])
def test_pages_add_up_to_the_whole(library, query, size):
    whole = [hit.id for hit in library.search(query, limit=100).hits]
    assert pages(library, query, size) == whole


@pytest.mark.parametrize(
    ("query", "least"), [("pump", 500), ("pump number3", 70), ("pump other again", 1)]
)
def test_pages_of_a_crowd_add_up_to_the_whole(crowd, query, least):
    whole = [hit.id for hit in crowd.search(query, limit=600).hits]
    assert len(whole) >= least
    assert pages(crowd, query, 50) == whole


def test_pages_of_notes_with_several_passages_add_up_to_the_whole(desk):
    chance = random.Random(1)
    words = ["pump", "kiln", "barn", *(f"x{number}" for number in range(12))]
    for number in range(200):
        parts = [
            f"# Part {part}\n\n" + " ".join(chance.choices(words, k=chance.randrange(20, 120)))
            for part in range(chance.randrange(1, 5))
        ]
        desk.write(f"{number}.md", "\n\n".join(parts))
    desk.sync()
    whole = [hit.id for hit in desk.search("pump kiln", limit=600).hits]
    assert pages(desk, "pump kiln", 50) == whole


def pages(desk, query, size):
    found, cursor = [], None
    for _ in range(600 // size + 2):
        answer = desk.recall.search(query, limit=size, cursor=cursor, as_of=NOW)
        found += [shown.hit.id for shown in answer.shown]
        cursor = answer.cursor
        if cursor is None:
            return found
    return found


@pytest.mark.parametrize(
    "query",
    [
        " ".join(f"word{number}" for number in range(10_000)),
        "pump " * 10_000,
        "-" * 10_000,
        "(" * 10_000 + "pump",
        '"' * 9_999,
        '"' + "pump " * 10_000 + '"',
        "OR " * 5_000,
        "tag:x " * 5_000,
        "pump-" * 10_000,
        "x" * 200_000,
        "[a:1]" * 3_000,
        "部署方案" * 2_500,
        "".join(chr(0x4E00 + number) for number in range(10_000)),
        pytest.param("-" + "".join(chr(0x4E00 + number) for number in range(10_000))),
        '"' + "".join(chr(0x4E00 + number) for number in range(10_000)) + '"',
        "pump OR (kiln " + "".join(chr(0x4E00 + number) for number in range(3_000)) + ")",
        " ".join(
            "".join(chr(0x4E00 + number * 50 + place) for place in range(50))
            for number in range(300)
        ),
    ],
    ids=itertools.count(),
)
def test_a_query_of_any_length_is_answered(library, query):
    results = library.search(query)
    assert calls(lambda: library.search(query)) < 50 * len(query) + 100_000
    assert results.hits or results.verdict in ("nothing_relevant", "filtered_out")


@pytest.mark.parametrize(
    ("options", "name"),
    [({"limit": 0}, "limit"), ({"limit": 1_001}, "limit"), ({"min_score": 1.5}, "min_score"), ({"min_score": -1}, "min_score"),
     ({"max_tokens": 0}, "max_tokens"), ({"half_life_days": 0}, "half_life_days"), ({"cursor": "nonsense!"}, "cursor"), ({"cursor": "zzzz"}, "cursor")],
)  # fmt: skip
def test_a_value_out_of_range_is_refused_with_its_name(library, options, name):
    with pytest.raises(UsageError, match=name) as caught:
        library.search("pump", **options)
    assert caught.value.exit_code == 2


def test_a_cursor_of_another_question_is_refused(library):
    cursor = library.recall.search("pump", limit=1, as_of=NOW).cursor
    with pytest.raises(UsageError, match="is none of this search"):
        library.recall.search("kiln", limit=1, cursor=cursor, as_of=NOW)
