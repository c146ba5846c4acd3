import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recall.errors import UsageError
from recall.evaluate.corpus import (
    CorpusDocument,
    QueryRecord,
    read_corpus,
    read_judgements,
    read_queries,
    read_run,
    read_set,
    write_run,
)

SHARED = (
    Path(os.environ.get("RECALL_SHARED") or Path(__file__).parents[2].parent / "shared")
    / "data"
    / "retrieval"
)


@pytest.fixture
def write(tmp_path):
    def write_file(name, text, encoding="utf-8"):
        path = tmp_path / name
        path.write_bytes(text if isinstance(text, bytes) else text.encode(encoding))
        return str(path)

    return write_file


def test_documents_keep_the_fields_they_bring_along(write):
    path = write(
        "corpus.jsonl",
        '{"id": "a", "title": "T", "text": "x", "scope": "s", "created": "2026-01-02"}\n\n',
    )
    assert read_corpus(path) == (
        CorpusDocument("a", "a", "T", "x", "s", {"created": "2026-01-02"}),
    )


def test_questions_come_from_records(write):
    path = write(
        "queries.jsonl", '{"id": 7, "query": "why", "category": "c", "as_of": "2026-11-11"}\r\n'
    )
    assert read_queries(path) == (QueryRecord("7", "why", "c", None, {"as_of": "2026-11-11"}),)


def test_questions_come_from_a_table(write):
    assert read_queries(write("q.tsv", "a\twhy?\nb\twhat\tfor\n")) == (
        QueryRecord("a", "why?", None, None, {}),
        QueryRecord("b", "what\tfor", None, None, {}),
    )


def test_questions_come_from_plain_lines(write):
    path = write("q.txt", "\ufeffwhy?\n\n# a comment\nwhat for\n")
    assert [(query.id, query.query) for query in read_queries(path)] == [
        ("q1", "why?"),
        ("q4", "what for"),
    ]


def test_judgements_are_grades_by_query_and_document(write):
    path = write("qrels.tsv", "q1\ta b.md\t2\nq1\tc\t0\nq2\ta b.md\t1\n")
    assert read_judgements(path) == {"q1": {"a b.md": 2, "c": 0}, "q2": {"a b.md": 1}}


def test_a_set_is_named_by_its_folder(tmp_path):
    folder = tmp_path / "small"
    folder.mkdir()
    (folder / "corpus.jsonl").write_text('{"id": "a", "text": "x"}\n')
    (folder / "queries.jsonl").write_text('{"id": "q", "query": "x"}\n')
    (folder / "qrels.tsv").write_text("q\ta\t1\n")
    found = read_set(f"{folder}/")
    assert (found.name, len(found.documents), len(found.queries)) == ("small", 1, 1)


@pytest.mark.parametrize(
    ("read", "name", "text", "message"),
    [
        (
            read_corpus,
            "c.jsonl",
            '{"id": "a", "text": "x"}\n{"id": "a"',
            "c.jsonl:2: is not JSON: ",
        ),
        (read_corpus, "c.jsonl", "[1]", "c.jsonl:1: is not an object, but '[1]'."),
        (read_corpus, "c.jsonl", "[" * 100_000, "c.jsonl:1: is not JSON: "),
        (read_corpus, "c.jsonl", '{"text": "x"}', "c.jsonl:1: the field 'id' is missing."),
        (read_corpus, "c.jsonl", '{"id": "a"}', "c.jsonl:1: the field 'text' is missing."),
        (
            read_corpus,
            "c.jsonl",
            '{"id": ["a"]}',
            "c.jsonl:1: the field 'id' is no text, but ['a'].",
        ),
        (
            read_corpus,
            "c.jsonl",
            '{"id": "a", "text": "x"}\n{"id": "a", "text": "y"}',
            "c.jsonl:2: the id 'a' has been used by an earlier line.",
        ),
        (read_corpus, "c.jsonl", b"\xff\xfe", "c.jsonl: is not UTF-8 text (at byte 0)."),
        (read_queries, "q.jsonl", '{"id": "a"}', "q.jsonl:1: the field 'query' is missing."),
        (
            read_queries,
            "q.tsv",
            "why",
            "q.tsv:1: no tab; a line is a query id, a tab and the question.",
        ),
        (
            read_queries,
            "q.tsv",
            "a\tx\na\ty",
            "q.tsv:2: the id 'a' has been used by an earlier line.",
        ),
        (
            read_judgements,
            "j.tsv",
            "q\ta",
            "j.tsv:1: not three columns: query id, document id, grade.",
        ),
        (
            read_judgements,
            "j.tsv",
            "q\ta\tgood",
            "j.tsv:1: the grade is no whole number, but 'good'.",
        ),
        (read_run, "r.tsv", "q\ta", "r.tsv:1: not three columns: query id, document id, rank."),
    ],
)
def test_an_error_names_file_line_and_what(write, read, name, text, message):
    path = write(name, text)
    with pytest.raises(UsageError) as caught:
        read(path)
    assert message in str(caught.value)
    assert str(caught.value).startswith(path)


def test_a_missing_file_is_named(tmp_path):
    (tmp_path / "corpus.jsonl").touch()
    with pytest.raises(UsageError, match=r"it lacks queries\.jsonl, qrels\.tsv"):
        read_set(str(tmp_path))


def test_a_run_is_ranked_lines_to_a_depth(tmp_path):
    path = tmp_path / "run.tsv"
    assert (
        write_run(str(path), {"q1": ["b", "a", "b"], "q2": [], "q3": [f"d{n}" for n in range(150)]})
        == 102
    )
    lines = path.read_text(encoding="utf-8").split("\n")
    assert lines[:3] == ["q1\tb\t1", "q1\ta\t2", "q3\td0\t1"]
    assert lines[-2:] == ["q3\td99\t100", ""]


@pytest.mark.parametrize("name", ["a\tb", "a\nb", "a\rb"])
def test_an_id_that_would_break_a_run_is_refused(tmp_path, name):
    with pytest.raises(UsageError, match="tab or line feed in an id"):
        write_run(str(tmp_path / "run.tsv"), {"q": [name]})


def test_a_run_that_cannot_be_written_is_a_sentence(tmp_path):
    with pytest.raises(UsageError, match=r"run\.tsv: cannot be written: No such file"):
        write_run(str(tmp_path / "absent" / "run.tsv"), {"q": ["a"]})


IDS = st.text(st.characters(exclude_categories=["C", "Zl", "Zp"]), min_size=1, max_size=9).filter(
    str.strip
)


@given(st.dictionaries(IDS, st.lists(IDS, min_size=1, max_size=5, unique=True), max_size=4))
def test_a_run_is_read_as_it_was_written(tmp_path_factory, ranking):
    path = str(tmp_path_factory.mktemp("runs") / "run.tsv")
    write_run(path, ranking)
    assert read_run(path) == ranking


@pytest.mark.skipif(not SHARED.exists(), reason=f"{SHARED} is absent")
@pytest.mark.parametrize("name", ["obsidian_help", "currency", "memdaily", "scifact", "xquad_zh"])
def test_real_sets_are_read(name):
    found = read_set(str(SHARED / name))
    known = {document.id for document in found.documents}
    assert found.judgements.keys() <= {query.id for query in found.queries}
    assert all(judged.keys() <= known for judged in found.judgements.values())
