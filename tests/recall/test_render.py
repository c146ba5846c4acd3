import json
import math
import re
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st
from samples import PASSAGE, document, hit, ranked, results

from recall.disclosure.budget import disclose
from recall.disclosure.json_form import answer_json, document_json, dump, listing_json
from recall.disclosure.text import answer_text, document_talk, document_text, explanation_text, talk
from recall.model import Snippet, Step, Suggestion, Term
from recall.reports import Finding, SyncReport

HARMFUL = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff]"
)
ANSI = re.compile("\x1b\\[[0-9;]*m")
LINE = "k3v9x2ab  0.62  2026-02-11  Postgres decision — Decisions/Postgres.md#L12-L15"


def answer(*hits, detail="index", **fields):
    return disclose(results(hits, **fields), detail)


# --- answers


def test_index_lines_stand_under_each_other():
    assert answer_text(answer(hit(1), hit(2))) == f"{LINE}\n{LINE}"


def test_longer_hits_are_set_apart():
    block = f"{LINE}\n    Storage > Ledger\n    The write path needs transactions over three tables"
    assert answer_text(answer(hit(1), hit(2), detail="summary")) == f"{block}\n\n{block}"


def test_no_hits_are_an_empty_text():
    assert answer_text(answer()) == ""


@pytest.mark.parametrize("detail", ["index", "summary", "full"])
def test_colour_changes_no_letter(detail):
    found = answer(hit(missing=("cost",), superseded_by="New.md"), detail=detail)
    coloured = answer_text(found, color=True)
    assert ANSI.sub("", coloured) == answer_text(found)
    assert coloured != answer_text(found)


def test_marks_of_a_snippet_are_emphasised():
    coloured = answer_text(answer(hit(), detail="summary"), color=True)
    assert "The \x1b[32m\x1b[1mwrite\x1b[0m path needs" in coloured


def test_a_summary_is_wrapped_to_the_width():
    text = answer_text(answer(hit(), detail="summary"), width=44)
    assert text.split("\n") == [
        "k3v9x2ab  0.62  2026-02-11  Postgres",
        "    decision — Decisions/Postgres.md#L12-L15",
        "    Storage > Ledger",
        "    The write path needs transactions over",
        "    three tables",
    ]


def test_wide_characters_count_two_columns():
    found = answer(hit(snippet=Snippet("漢字 " * 12, 1, 1, ())), detail="summary")
    text = answer_text(found, width=44)
    assert text.split("\n")[-2] == "    " + " ".join(["漢字"] * 8)


@pytest.mark.parametrize("detail", ["index", "full"])
def test_index_lines_and_passages_are_not_wrapped(detail):
    found = answer(hit(), detail=detail)
    assert answer_text(found, width=44) == answer_text(found)


# --- explanations


def test_an_explanation_is_the_arithmetic_line_by_line():
    terms = (
        Term("start", "bm25", 0.421, "12.3 of at most 29.2"),
        Term("add", "title", 0.35, "every word"),
        Term("multiply", "currency", 0.8021, "floor 0.5, half-life 90 days, 71 days old"),
    )
    assert explanation_text(hit(score=0.771 * 0.8021, terms=terms)) == (
        "  0.4210  = 0.4210  bm25      12.3 of at most 29.2\n"
        "+ 0.3500  = 0.7710  title     every word\n"
        "× 0.8021  = 0.6184  currency  floor 0.5, half-life 90 days, 71 days old\n"
        "          = 0.6184  score"
    )


def test_what_the_terms_do_not_explain_is_said():
    lines = explanation_text(hit(score=0.5, terms=(Term("start", "bm25", 0.6, ""),))).split("\n")
    assert lines[-2:] == ["- 0.1000  = 0.5000  not accounted for", "          = 0.5000  score"]


def test_a_hit_without_terms_has_its_score_alone():
    assert explanation_text(hit()) == "0.6184  score"


@given(
    st.floats(0, 1),
    st.lists(st.tuples(st.sampled_from(["add", "multiply"]), st.floats(-1, 1)), max_size=8),
)
def test_an_explanation_adds_up(start, steps):
    score = start
    for operation, value in steps:
        score = score + value if operation == "add" else score * value
    terms = (Term("start", "bm25", start, ""), *(Term(op, op, value, "") for op, value in steps))
    lines = explanation_text(hit(score=score, terms=terms)).split("\n")
    assert len(lines) == len(terms) + 1
    assert lines[-1].endswith(f"= {score:.4f}  score")
    assert f"= {score:.4f}" in lines[-2]


# --- talk


def test_an_answer_that_needs_no_words_says_nothing():
    assert talk(answer(hit())) == []


@pytest.mark.parametrize(
    ("steps", "said"),
    [
        ([("all of: a, b, c", 0), ("some of: a, b, c", 9)],
         ["No note has all of: a, b, c. Showing notes with some of them."]),
        ([("all of: a, b", 0), ("as written", 0), ("some of: a, b", 9)],
         ["No note has all of: a, b. No note matches as written. Showing notes with some of them."]),
        ([("as written", 0), ("all of: a", 2)],
         ["No note matches as written. Showing notes with all of: a."]),
        ([("all of: a, b", 1), ("some of: a, b", 9)],
         ["1 note has all of: a, b. Then come notes with some of them."]),
        ([("all of: a, b", 2), ("some of: a, b", 9)], []),
        ([("all of: a, b", 0), ("some of: a, b", 0)], []),
        ([("all of: a", 2)], []),
        ([], []),
    ],
)  # fmt: skip
def test_relaxing_is_told_where_it_matters(steps, said):
    assert talk(answer(hit(1), hit(2), steps=tuple(Step(*step) for step in steps))) == said


def test_suggestions_failures_and_notes_are_sentences():
    said = talk(
        answer(
            hit(),
            notes=("'foo:' is no field; it was read as a word.",),
            suggestions=(Suggestion("vualt", "vault"),),
            failures=("the index of titles cannot be read",),
            verdict="incomplete",
        )
    )
    assert said == [
        "'foo:' is no field; it was read as a word.",
        "Did you mean 'vault' for 'vualt'?",
        "Incomplete: the index of titles cannot be read",
    ]


@pytest.mark.parametrize(
    ("verdict", "sentence"),
    [
        ("nothing_relevant", "No note answers this."),
        ("filtered_out", "Notes match the words, but the filters leave none of them."),
    ],
)
def test_a_verdict_is_a_sentence(verdict, sentence):
    assert talk(answer(verdict=verdict)) == [sentence]


def test_what_is_held_back_is_counted_with_its_cursor():
    found = disclose(results(ranked(3), total=15), "index", question="q")
    assert talk(found) == [f"12 more: --cursor {found.cursor}"]
    vague = disclose(results(ranked(3), total=15, total_is_exact=False), "index", question="q")
    assert talk(vague) == [f"At least 12 more: --cursor {found.cursor}"]


# --- documents


def test_a_document_has_one_line_that_says_what_it_is():
    assert document_text(document(tags=("decision",), aliases=("PG",), status="active")) == (
        "k3v9x2ab  2026-02-11  Postgres decision — Decisions/Postgres.md#L12-L15 of 40\n"
        f"status: active; aliases: PG; tags: decision\n\n{PASSAGE}"
    )


def test_the_index_of_a_document_ends_with_its_properties_and_no_blank_line():
    properties = {
        "tags": ["decision"], "role": "Prep", "due": "2026-03-01", "rating": 4, "done": False,
        "cooks": ["Ana", "Bo"], "from": {"shop": "Mill", "row": 2}, "empty": None,
    }  # fmt: skip
    shown = document_text(
        document("", detail="index", tags=("decision",), status=None, properties=properties)
    )
    assert shown.split("\n")[1:] == [
        "tags: decision",
        "role: Prep",
        "due: 2026-03-01",
        "rating: 4",
        "done: false",
        "cooks: Ana, Bo",
        "from: shop: Mill; row: 2",
    ]


def test_a_property_of_a_thousand_levels_is_shown_to_the_eighth():
    deep = []
    for _ in range(1000):
        deep = [deep, "x"]
    shown = document_text(document("", detail="index", properties={"deep": deep}))
    assert shown.endswith("deep: …, …" + ", x" * 8)


def test_an_outline_lists_headings_with_their_lines():
    assert (
        document_text(document(), outline=True).split("\n\n")[1]
        == "L8   Postgres decision\nL12    Storage"
    )


def test_a_document_says_that_it_is_stale_superseded_and_cut():
    said = document_talk(
        document(file_state="changed", superseded_by="New.md", cursor="A b.md#L16-L40")
    )
    assert said == [
        "The file has changed since it was indexed; 'recall sync' brings it up to date.",
        "Superseded by New.md.",
        "Lines 12 to 15 of 40. The rest: recall get 'A b.md#L16-L40'",
    ]


# --- JSON


def test_json_of_an_answer_has_the_fields_of_the_records():
    found = answer(hit(), detail="full", total=3)
    assert answer_json(found) == {
        "schema": 1,
        "query": "write path",
        "understood": "write path",
        "notes": [],
        "steps": [{"asked": "all of: write, path", "items": 1}],
        "verdict": "answered",
        "total": 3,
        "total_is_exact": True,
        "suggestions": [],
        "as_of": 1_780_000_000.0,
        "failures": [],
        "detail": "full",
        "max_tokens": None,
        "tokens": found.tokens,
        "withheld": [{"reason": "limit", "hits": 2}],
        "cursor": found.cursor,
        "needed_tokens": None,
        "hits": [
            {
                "rank": 1,
                "id": "k3v9x2ab",
                "source": "vault",
                "collection": "notes",
                "kind": "note",
                "title": "Postgres decision",
                "path": "Decisions/Postgres.md",
                "first_line": 12,
                "last_line": 15,
                "citation": "Decisions/Postgres.md#L12-L15",
                "address": "Decisions/Postgres.md#L12-L15",
                "score": 0.6184,
                "date": "2026-02-11",
                "status": None,
                "superseded_by": None,
                "headings": ["Storage", "Ledger"],
                "relevance": 0.6184,
                "currency": {
                    "value": 1.0,
                    "age_days": 0.0,
                    "half_life_days": None,
                    "floor": 1.0,
                    "status_factor": 1.0,
                    "reason": "evergreen",
                },
                "date_origin": "property",
                "tags": ["decision"],
                "missing": [],
                "uri": "obsidian://open?vault=notes&file=Decisions%2FPostgres",
                "snippet": {
                    "text": "The write path needs transactions over three tables",
                    "first_line": 14,
                    "last_line": 14,
                    "marks": [[4, 9], [21, 33]],
                },
                "linked_from": None,
                "text": PASSAGE,
                "rest": None,
                "detail": "full",
                "tokens": found.shown[0].tokens,
            }
        ],
    }


def test_json_discloses_by_level():
    (index,) = answer_json(answer(hit()))["hits"]
    (summary,) = answer_json(answer(hit(), detail="summary"))["hits"]
    assert not {"snippet", "text", "terms"} & index.keys()
    assert "snippet" in summary
    assert "text" not in summary


def test_json_says_where_the_rest_of_a_cut_passage_is():
    long = "\n\n".join(["words of a paragraph " * 30] * 4)
    (found,) = answer_json(answer(hit(text=long), detail="full"))["hits"]
    assert found["text"] == "words of a paragraph " * 30
    assert found["rest"] == "Decisions/Postgres.md#L13-L18"


def test_json_has_the_terms_when_there_are_any():
    (found,) = answer_json(answer(hit(terms=(Term("start", "bm25", 0.61841234567, "x"),))))["hits"]
    assert found["terms"] == [
        {"operation": "start", "name": "bm25", "value": 0.618412, "note": "x"}
    ]


def test_json_of_a_document_holds_any_property():
    cycle = []
    cycle.append(cycle)
    properties = {
        "day": date(2026, 2, 11),
        "share": math.nan,
        "set": {"b", "a"},
        3: [1, {"deep": None}],
        "c": cycle,
    }
    found = document_json(document(properties=properties))
    assert found["citation"] == "Decisions/Postgres.md#L12-L15"
    kept = json.loads(dump(found))["properties"]
    del kept["c"]
    assert kept == {"day": "2026-02-11", "share": None, "set": ["a", "b"], "3": [1, {"deep": None}]}


def test_json_of_a_sync_lists_its_findings():
    report = SyncReport(
        collection="notes",
        root="/vault",
        added=1,
        changed=2,
        moved=0,
        removed=0,
        unchanged=4,
        passages=9,
        seconds=0.25,
        available=True,
        findings=(Finding("a.md", 3, "yaml", "no"),),
    )
    (found,) = listing_json("collections", [report])["collections"]
    assert found["changed"] == 2
    assert found["findings"] == [{"path": "a.md", "line": 3, "code": "yaml", "message": "no"}]


def test_dump_keeps_letters_and_one_line_unless_indented():
    assert dump({"a": "日本\u2028\u202e\x1b\x9b"}) == '{"a": "日本\\u2028\\u202e\\u001b\\u009b"}'
    assert dump({"a": 1}, indent=2) == '{\n  "a": 1\n}'


# --- nothing escapes

TEXTS = st.text(alphabet=st.characters())


@given(TEXTS)
def test_no_escape_of_a_note_reaches_any_text(text):
    evil = hit(
        id=text, title=text, path=text, date=text, headings=(text,), status=text, superseded_by=text,
        missing=(text,), text=text, snippet=Snippet(text, 1, 1, ((0, 1),)),
        terms=(Term("start", text, 0.5, text),),
    )  # fmt: skip
    found = answer(
        evil, detail="full", notes=(text,), failures=(text,), suggestions=(Suggestion(text, text),),
        steps=(Step(text, 0), Step(text, 1)),
    )  # fmt: skip
    paper = document(
        text, id=text, title=text, path=text, date=text, aliases=(text,), tags=(text,), status=text,
        superseded_by=text, cursor=text, outline=((1, text, 1),),
    )  # fmt: skip
    outputs = [
        answer_text(found), answer_text(found, width=50), ANSI.sub("", answer_text(found, color=True)),
        explanation_text(evil), document_text(paper), document_text(paper, outline=True),
        ANSI.sub("", document_text(paper, color=True)),
    ]  # fmt: skip
    assert not any(HARMFUL.search(output) for output in outputs)
    sentences = [*talk(found), *document_talk(paper)]
    assert not any(HARMFUL.search(sentence) or "\n" in sentence for sentence in sentences)


@given(TEXTS, st.dictionaries(TEXTS, TEXTS, max_size=3))
def test_json_is_valid_harmless_and_faithful(text, properties):
    printed = dump(document_json(document(text, title=text, properties=properties)))
    assert not HARMFUL.search(printed)
    assert "\n" not in printed
    assert printed.encode("utf-8")
    assert json.loads(printed)["text"] == re.sub("[\ud800-\udfff]", "\ufffd", text)
