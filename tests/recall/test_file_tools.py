"""The family ``files``: each sentence of its description that states behaviour has a test.

The sentences are quoted in the tests' docstrings.
"""

import os
import shutil
from pathlib import Path

import pytest

from recall.api import Recall
from recall.errors import UsageError

FIXTURES = Path(__file__).parents[2] / "fixtures"
FIELDS = {"snippet", "path", "startLine", "endLine", "score", "citation"}


@pytest.fixture(autouse=True)
def at_one_moment(monkeypatch):
    """Scores hang on the clock, in their tenth digit."""
    monkeypatch.setattr("time.time", lambda: 1_796_040_000.0)


@pytest.fixture
def workspace(tmp_path):
    copy = tmp_path / "work"
    shutil.copytree(FIXTURES / "workspace", copy)
    return copy


@pytest.fixture
def recall(tmp_path, workspace):
    """A store with a workspace, sessions, a memory and a vault."""
    vault = tmp_path / "vault"
    vault.mkdir()
    (vault / "Sieves.md").write_text("Brass sieves from Bram are cleaned with vinegar.\n")
    shutil.copytree(FIXTURES / "sessions", tmp_path / "sessions")
    with Recall.open(tmp_path / "store.db", writable=True) as opened:
        opened.add_source(workspace)
        opened.add_source(tmp_path / "sessions")
        opened.add_vault(vault)
        opened.sync()
        opened.remember("Brass polish is kept under the stairs.", scope="global")
        yield opened


@pytest.fixture
def ask(recall, workspace):
    def search(query, **given):
        return recall.files("memory_search", {"query": query, **given}, workspace=workspace)[
            "results"
        ]

    return search


@pytest.fixture
def get(recall, workspace):
    def read(path, **given):
        return recall.files("memory_get", {"path": path, **given}, workspace=workspace)

    return read


# --- memory_search


def test_it_searches_memory_files_and_session_transcripts(ask):
    """'... search across your indexed memory files (MEMORY.md, memory/*.md, and session transcripts).'"""
    assert ask("birch labels plastic", maxResults=1)[0]["path"] == "MEMORY.md"
    assert ask("brass sieves coarse seed", maxResults=1)[0]["path"] == "memory/2026-02-07.md"
    assert ask("jars number ink", maxResults=1)[0]["path"].startswith("sessions/claude-code/")


def test_it_searches_nothing_else_but_memories(ask):
    """The same sentence: neither notes of a vault nor instructions. What `remember` saved is found."""
    paths = {
        each["path"] for each in ask("brass sieves vinegar polish paragraph answer", maxResults=50)
    }
    assert not any("Sieves.md" in path or "AGENTS.md" in path for path in paths)
    assert any(path.startswith("memories/") for path in paths)


@pytest.mark.parametrize("given", [{}, {"query": None}, {"query": 7}, {"query": ["a"]}])
def test_the_query_is_required_and_a_text(given, recall):
    """'`query` | string | yes'"""
    with pytest.raises(UsageError, match=r"query is .*; it must be a text"):
        recall.files("memory_search", given)


def test_the_query_may_be_a_question(ask):
    """'Natural language question or topic to search for'"""
    assert ask("who prefers short answers in the morning?")[0]["citation"] == "MEMORY.md#L1-L8"
    assert ask("important dates birthdays deadlines", maxResults=10)[0]["path"] == "MEMORY.md"


def test_six_results_by_default(ask, workspace, recall):
    """'`maxResults` | number | no | Max results to return (default: 6)'"""
    for number in range(20):
        (workspace / "memory" / f"note-{number}.md").write_text(
            f"# Zebrafish {number}\n\nSwims number {number}.\n"
        )
    recall.sync()
    assert len(ask("zebrafish")) == 6
    for most in (1, 3, 10):
        assert len(ask("zebrafish", maxResults=most)) == most
    assert (
        ask("zebrafish", maxResults=3.0) == ask("zebrafish", maxResults=3) == ask("zebrafish")[:3]
    )
    assert ask("zebrafish", maxResults=None) == ask("zebrafish")


@pytest.mark.parametrize("most", [0, -1, 1.5, "6", True, 1_001, float("nan")])
def test_a_number_of_results_out_of_range_is_refused(most, ask):
    with pytest.raises(UsageError, match="maxResults is "):
        ask("x", maxResults=most)


def test_the_least_score(ask):
    """'`minScore` | number | no | Minimum relevance score threshold (0-1)'"""
    everything = ask("brass sieves", maxResults=50)
    scores = [each["score"] for each in everything]
    assert scores == sorted(scores, reverse=True)
    assert all(0 <= score <= 1 for score in scores)
    middle = scores[1]
    assert [each["score"] for each in ask("brass sieves", maxResults=50, minScore=middle)] == [
        score for score in scores if score >= middle
    ]
    assert ask("brass sieves", minScore=0) == ask("brass sieves")
    assert ask("brass sieves", minScore=1) == []


@pytest.mark.parametrize("least", [-0.1, 1.1, "0.5", True, float("nan")])
def test_a_least_score_out_of_range_is_refused(least, ask):
    with pytest.raises(UsageError, match="minScore is "):
        ask("x", minScore=least)


def test_scores_are_the_same_from_call_to_call(ask):
    few, many = ask("brass sieves", maxResults=1), ask("brass sieves", maxResults=50)
    assert few[0]["score"] == many[0]["score"]


def test_each_result_has_these_fields(ask, get, workspace):
    """'Array of results, each with: snippet, path, startLine / endLine, score, citation'"""
    for result in ask("brass sieves jars birch", maxResults=50):
        assert set(result) == FIELDS
        assert 1 <= result["startLine"] <= result["endLine"]
    (result,) = ask("brass sieves coarse seed", maxResults=1)
    # 'the matching text chunk', 'line range in the source file'
    lines = (workspace / result["path"]).read_text().splitlines()
    assert result["snippet"] == "\n".join(lines[result["startLine"] - 1 : result["endLine"]])
    # 'formatted source reference'
    assert result["citation"] == f"{result['path']}#L{result['startLine']}-L{result['endLine']}"


def test_paths_are_relative(ask):
    """'`path` — relative file path (e.g. `MEMORY.md`, `memory/2026-02-07.md`)'"""
    paths = [each["path"] for each in ask("brass sieves jars birch register", maxResults=50)]
    assert paths
    assert not any(os.path.isabs(path) or ".." in path for path in paths)


def test_a_workspace_that_is_not_indexed_is_said(recall, tmp_path):
    answer = recall.files("memory_search", {"query": "brass"}, workspace=tmp_path)
    assert "not indexed" in answer["note"]
    assert {each["path"].partition("/")[0] for each in answer["results"]} >= {"work"}


# --- memory_get


def test_what_was_found_can_be_read_with_more_around_it(ask, get):
    """'Use this after `memory_search` to pull more context around a result.'"""
    for result in ask("brass sieves jars birch thermometer polish", maxResults=50):
        first, last = result["startLine"], result["endLine"]
        read = get(result["path"], **{"from": first, "lines": last - first + 1})
        assert result["snippet"].split("\n")[0] in read["text"]
        more = get(result["path"])
        assert result["snippet"].split("\n")[-1] in more["text"] or more["total_lines"] > last


def test_the_path_is_required(recall):
    """'`path` | string | yes'"""
    for given in ({}, {"path": None}, {"path": 7}):
        with pytest.raises(UsageError, match=r"path is .*; it must be a text"):
            recall.files("memory_get", given)
    for empty in ("", " ", "a\0b"):
        with pytest.raises(UsageError, match="names nothing"):
            recall.files("memory_get", {"path": empty})


def test_a_whole_file(get, workspace):
    """Example: '{ "path": "MEMORY.md" }'"""
    text = (workspace / "MEMORY.md").read_text()
    assert get("MEMORY.md") == {
        "path": "MEMORY.md", "text": text.rstrip("\n"), "from": 1, "lines": 18, "total_lines": 18,
    }  # fmt: skip


def test_a_section_by_line_range(get):
    """'`from` | number | no | Starting line number', '`lines` | number | no | Number of lines to read'"""
    day = "memory/2026-02-07.md"
    assert get(day, **{"from": 7, "lines": 1})["text"] == "## Sieves arrived 📦"
    assert get(day, **{"from": 12})["text"].startswith("### Germination test")
    assert get(day, lines=1)["text"] == "# 2026-02-07"
    assert get(day, **{"from": 3.0, "lines": 2.0})["lines"] == 2


@pytest.mark.parametrize(
    ("first", "count", "lines"),
    [(1, 1_000, 14), (14, 30, 1), (15, 30, 0), (1_000, None, 0), (1_000, 1, 0)],
)
def test_beyond_the_end_there_is_what_there_is(first, count, lines, get):
    """Example: '{ "path": "memory/2026-02-07.md", "from": 15, "lines": 30 }'"""
    read = get("memory/2026-02-07.md", **{"from": first, "lines": count})
    assert (read["from"], read["lines"], read["total_lines"]) == (first, lines, 14)
    assert bool(read["text"]) == bool(lines)
    assert "note" not in read


@pytest.mark.parametrize("name", ["from", "lines"])
@pytest.mark.parametrize("value", [0, -1, 1.5, "1", True])
def test_lines_out_of_range_are_refused(name, value, get):
    with pytest.raises(UsageError, match=f"{name} is "):
        get("MEMORY.md", **{name: value})


@pytest.mark.parametrize(
    "path",
    [
        "memory/2020-01-01.md",
        "memory/none/x.md",
        "nothing.md",
        "sessions/none.jsonl",
        "memories/00000000",
        "memory",
        "memory/",
    ],
)
def test_a_missing_file_is_an_empty_text_with_a_note(path, get):
    read = get(path)
    assert (read["text"], read["lines"], read["total_lines"]) == ("", 0, 0)
    assert read["note"] == f"There is no file {path!r} in the workspace."


@pytest.mark.parametrize(
    "path",
    ["../secret.md", "memory/../../secret.md", "..", "memory/..", "/etc/passwd", "\\\\server\\x.md", "C:\\x.md",
     "c:/x.md", "~/x.md", "memory\\..\\..\\secret.md", "//x"],
)  # fmt: skip
def test_a_path_that_leaves_the_workspace_is_refused(path, get, tmp_path):
    """'Relative path from workspace'"""
    (tmp_path / "secret.md").write_text("secret")
    with pytest.raises(UsageError, match="leaves the workspace"):
        get(path)


@pytest.mark.parametrize("link", ["memory/leak.md", "MEMORY.md"])
def test_a_link_out_of_the_workspace_is_refused(link, get, workspace, tmp_path):
    (tmp_path / "secret.md").write_text("secret")
    (workspace / link).unlink(missing_ok=True)
    (workspace / link).symlink_to(tmp_path / "secret.md")
    with pytest.raises(UsageError, match="a link that leaves the workspace"):
        get(link)


def test_a_linked_folder_out_of_the_workspace_is_refused(get, workspace, tmp_path):
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "x.md").write_text("secret")
    (workspace / "memory" / "in").symlink_to(tmp_path / "out")
    with pytest.raises(UsageError, match="a link that leaves the workspace"):
        get("memory/in/x.md")


@pytest.mark.parametrize("path", [".env", "src/x.md", ".git/config", "README.md", "memory/x.txt"])
def test_what_is_no_memory_file_is_not_read(path, get, workspace):
    """'Read a specific section of a memory file'"""
    (workspace / path).parent.mkdir(parents=True, exist_ok=True)
    (workspace / path).write_text("TOKEN=1")
    with pytest.raises(UsageError, match="is no memory file"):
        get(path)


def test_the_notes_of_a_vault_are_not_read(get):
    assert get("vault/Sieves.md")["text"] == ""


def test_a_file_is_read_as_it_is_now(get, workspace):
    (workspace / "memory" / "new.md").write_text("one\r\ntwo\r\n")
    assert get("memory/new.md")["text"] == "one\ntwo"
    (workspace / "memory" / "empty.md").write_text("")
    assert get("memory/empty.md")["text"] == ""


def test_another_tool_and_other_parameters_are_refused(recall):
    with pytest.raises(
        UsageError, match="tool is 'memory_put'; it must be memory_search or memory_get"
    ):
        recall.files("memory_put", {})
    with pytest.raises(
        UsageError,
        match="There is no parameter 'max_results'; there are query, maxResults, minScore",
    ):
        recall.files("memory_search", {"query": "x", "max_results": 3})


def test_the_current_folder_is_the_workspace(recall, workspace, monkeypatch):
    monkeypatch.chdir(workspace)
    assert (
        recall.files("memory_get", {"path": "./MEMORY.md", "lines": 1})["text"]
        == "# Long-term memory"
    )
