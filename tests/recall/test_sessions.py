"""Session logs: what is searched of each agent's, how far a sync reads, what a citation leads to."""

import json
import os
import shutil
import string
import tracemalloc
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recall.api import Recall
from recall.memory.secrets import masked
from recall.sources.transcripts import claude_code, codex, lines, pi
from recall.sources.transcripts.words import arguments, first_lines, plain

SESSIONS = Path(__file__).parents[2] / "fixtures" / "sessions"
SHARED = Path(os.environ.get("RECALL_SHARED") or Path(__file__).parents[2].parent / "shared")
CLAUDE = "claude-code/-home-wen-register/5b7c1f7e-0000-4000-8000-000000000001.jsonl"
CODEX = "codex/2026/02/07/rollout-2026-02-07T11-00-00-6c7c1f7e-0000-4000-8000-000000000002.jsonl"
PI = "pi/--home-wen-register--/2026-02-08T09-00-00-000Z_7d7c1f7e.jsonl"


@pytest.fixture(autouse=True)
def in_utc(monkeypatch):
    monkeypatch.setenv("TZ", "UTC")
    import time

    time.tzset()
    yield
    monkeypatch.undo()
    time.tzset()


@pytest.fixture
def folder(tmp_path):
    """A copy of the example sessions that a test may change."""
    copy = tmp_path / "sessions"
    shutil.copytree(SESSIONS, copy)
    return copy


@pytest.fixture
def recall(tmp_path):
    with Recall.open(tmp_path / "store.db", writable=True) as opened:
        yield opened


@pytest.fixture
def synced(recall, folder):
    recall.add_source(folder)
    recall.sync()
    return recall


def found(recall, words, **options):
    return [shown.hit for shown in recall.search(words, **options).shown]


def text_of(recall, path):
    return recall.get(path).text


# --- what is searched


def test_a_session_of_claude_code(synced):
    assert (
        text_of(synced, CLAUDE)
        == """\
[L2, 2026-02-07 10:00]
User: How do we number the jars?

[L4-L5, 2026-02-07 10:01]
Assistant: Let me look at the register.
Bash: grep -n shelf register.csv

[L6, 2026-02-07 10:02]
→ 1: shelf 1
2: shelf 2
3: shelf 3
4: shelf 4
5: shelf 5
6: shelf 6

[L7, 2026-02-07 10:03]
Assistant: By shelf: the year is on the label anyway.

[L10, 2026-02-07 10:06]
User: Write the numbers with a brush.

[L11, 2026-02-07 10:07]
Assistant: Done: forty jars have their number in ink."""
    )


def test_a_session_of_codex(synced):
    assert (
        text_of(synced, CODEX)
        == """\
[L3, 2026-02-07 11:01]
User: Print the labels on birch.

[L7-L8, 2026-02-07 11:02]
shell: bash -lc lpr labels.pdf
→ request id is birch-12

[L9, 2026-02-07 11:04]
Assistant: The labels are with the printer, twelve to a sheet.

[L11, 2026-02-07 11:05]
Summary: So far: labels on birch, twelve to a sheet, printed on Saturday."""
    )


@pytest.mark.parametrize(
    ("path", "place"), [(PI, "greenhouse"), ("openclaw/main/sessions/8e7c1f7e.jsonl", "cellar")]
)
def test_a_session_of_pi_and_one_of_openclaw(path, place, synced):
    assert (
        text_of(synced, path)
        == f"""\
[L2, 2026-02-08 09:00]
User: Where does the {place} thermometer hang?

[L3-L4, 2026-02-08 09:01]
read: map.md
→ thermometer: behind the door

[L6, 2026-02-08 09:03]
Assistant: Behind the door, at head height.

[L7, 2026-02-08 09:04]
Summary: The thermometer hangs behind the door.

[L8, 2026-02-08 09:05]
bash: date
→ Sun 8 Feb"""
    )
    document = synced.get(path)
    assert document.properties["agent"] == path.partition("/")[0]
    assert (document.source, document.kind, document.date) == (
        "transcript",
        "transcript",
        "2026-02-08",
    )


@pytest.mark.parametrize(
    "words", ["typewriter", "roof", "reminder Saturday", "environment_context", "injected"]
)
def test_what_was_left_or_injected_is_not_searched(words, synced):
    assert not any(
        word in hit.text
        for hit in found(synced, words)
        for word in words.split()
        if word != "Saturday"
    )


def test_who_said_what_is_counted(synced):
    (status,) = synced.source_status()
    assert status.counts == {"transcript": 5}
    assert status.records == {
        "records": 44, "searchable": 26, "left out: state": 7, "abandoned": 4, "left out: thinking": 4,
        "left out: injected": 3, "left out: said twice": 2, "left out: image": 2,
    }  # fmt: skip


def test_a_hit_is_cited_by_the_lines_of_its_log(synced):
    (hit,) = found(synced, "jars number ink", limit=1)
    assert (hit.citation, hit.snippet.first_line, hit.source) == (f"{CLAUDE}#L11", 11, "transcript")
    assert hit.headings == ("2026-02-07 10:07",)
    assert hit.title == "How do we number the jars?"
    assert (
        synced.get(hit.address).text
        == "[L11, 2026-02-07 10:07]\nAssistant: Done: forty jars have their number in ink."
    )
    assert synced.get(hit.id).first_line == 2


@pytest.mark.parametrize(
    "name", ["6c7c1f7e-0000-4000-8000-000000000002", "7d7c1f7e", Path(CODEX).stem]
)
def test_a_session_is_found_by_its_id(name, synced):
    assert synced.get(name).source == "transcript"


def test_a_sub_agent_is_tied_to_its_session(synced):
    document = synced.get("agent-7")
    assert document.properties["parent"] == "5b7c1f7e-0000-4000-8000-000000000001"
    rows = synced._store.connection.execute(
        "select source.path, target.path from edges join items as source on source.id = source_id "
        "join items as target on target.id = target_id where type = 'part_of'"
    )
    assert list(rows) == [("claude-code/-home-wen-register/agent-7.jsonl", CLAUDE)]


def test_get_within_a_budget_ends_with_a_passage_and_says_how_to_go_on(synced):
    first = synced.get(CLAUDE, max_tokens=60)
    assert (first.first_line, first.last_line) == (2, 5)
    assert first.text.endswith("grep -n shelf register.csv")
    rest = synced.get(first.cursor)
    assert rest.text.startswith("[L6, ")
    assert rest.text.endswith("number in ink.")


# --- words


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("<system-reminder>x\n</system-reminder>hello", "hello"),
        ("<environment_context>\n<cwd>/x</cwd>\n</environment_context>", ""),
        ("<user_instructions>never ends", ""),
        ("<command-name>/review</command-name><command-message>m</command-message><command-args>main</command-args>", "/review main"),
        ("<local-command-stdout>many lines</local-command-stdout>", ""),
        ("keep <b>this</b> & a < b", "keep <b>this</b> & a < b"),
        ("red \x1b[31mtext\x1b[0m", "red text"),
        ("see data:image/png;base64," + "iVBO" * 400 + " here", "see   here"),
    ],
)  # fmt: skip
def test_machine_text_is_left_out(text, kept):
    assert plain(text) == kept


def test_of_a_result_the_first_lines_are_kept():
    assert first_lines("\n\n".join(f"line {number}" for number in range(100))).count("\n") == 5
    assert len(first_lines("x y " * 10_000)) <= 600


@pytest.mark.parametrize(
    ("given", "shown"),
    [
        ({"command": "ls"}, "ls"),
        ('{"command": ["bash", "-lc", "ls"]}', "bash -lc ls"),
        ({"path": "a.py", "text": "x" * 1_000}, "path: a.py\ntext: " + "x" * 400),
        ("no json", "no json"), ({}, ""), (None, ""), ([1], ""), ({"n": {"a": 1}}, '{"a": 1}'),
    ],
)  # fmt: skip
def test_arguments_of_a_tool(given, shown):
    assert arguments(given) == shown


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(
        st.sampled_from(["type", "message", "content", "role", "text", "payload", "id", "uuid", "parentId",
                         "name", "input", "arguments", "timestamp", "summary", "output", "git", "isMeta"]),
        inner | st.sampled_from(["user", "assistant", "message", "text", "tool_use", "tool_result", "toolCall",
                                 "toolResult", "response_item", "function_call", "compaction", "summary"]),
        max_size=6),
    max_leaves=20,
)  # fmt: skip


@given(JSON)
def test_no_record_can_make_reading_fail(row):
    if isinstance(row, dict):
        for agent in (claude_code, codex, pi):
            agent.is_record(row)
            agent.read(row)
            agent.place(row)


# --- secrets


def random(alphabet, count, seed=0):
    return "".join(Random(seed).choices(alphabet, k=count))


WORD, HEX, UPPER = (
    string.ascii_letters + string.digits,
    "0123456789abcdef",
    string.ascii_uppercase + "234567",
)
SECRETS = {
    "private key": "-----BEGIN RSA PRIVATE KEY-----\n" + random(WORD, 60) + "\n-----END RSA PRIVATE KEY-----",
    "aws": "AKIA" + random(UPPER, 16), "github": "ghp_" + random(WORD, 36),
    "github fine": "github_pat_" + random(WORD, 70), "gitlab": "glpat-" + random(WORD, 20),
    "slack": "xoxb-" + random(WORD, 30), "slack app": "xapp-1-" + random(WORD, 30),
    "slack hook": "https://hooks.slack.com/services/T0/B0/" + random(WORD, 24),
    "google": "AIza" + random(WORD, 35), "google oauth": "GOCSPX-" + random(WORD, 28),
    "stripe": "sk_live_" + random(WORD, 24), "anthropic": "sk-ant-api03-" + random(WORD, 40),
    "openai": "sk-proj-" + random(WORD, 40), "hugging face": "hf_" + random(string.ascii_letters, 34),
    "npm": "npm_" + random(WORD, 36), "pypi": "pypi-AgEIcHlwaS5vcmc" + random(WORD, 60),
    "sendgrid": "SG." + random(WORD, 22) + "." + random(WORD, 43), "twilio": "SK" + random(HEX, 32),
    "mailchimp": random(HEX, 32) + "-us12", "digital ocean": "dop_v1_" + random(HEX, 64),
    "shopify": "shpat_" + random(HEX, 32), "vault": "hvs." + random(WORD, 24),
    "databricks": "dapi" + random(HEX, 32), "linear": "lin_api_" + random(WORD, 40),
    "age": "AGE-SECRET-KEY-1" + random("QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L", 58),
    "telegram": "123456789:AA" + random(WORD, 33), "azure": "AccountKey=" + random(WORD, 86) + "==",
    "jwt": f"eyJ{random(WORD, 20)}.eyJ{random(WORD, 40)}.{random(WORD, 30)}",
    "address": "postgres://wen:" + random(WORD, 16) + "@db.example.org/x",
    "password": 'password = "' + "Tr0ub4dor-" + random(WORD, 10) + '"',
}  # fmt: skip


@pytest.mark.parametrize("kind", SECRETS)
def test_the_index_never_holds_a_secret(kind, recall, tmp_path):
    secret = SECRETS[kind]
    told = secret.partition("//wen:")[2].partition("@")[0] or secret.removeprefix(
        'password = "'
    ).strip('"')
    told = told.split("\n")[1] if "\n" in told else told
    assert told not in masked(f"the key is {secret} and more")
    rows = [
        claude("user", "u1", None, f"here it is: {secret}"),
        claude("assistant", "u2", "u1", [{"type": "tool_use", "name": "Bash", "input": {"command": f"echo {secret}"}}]),
        claude("user", "u3", "u2", [{"type": "tool_result", "content": f"ok {secret}\nzebrafish"}]),
    ]  # fmt: skip
    log(tmp_path / "s" / "x.jsonl", rows)
    recall.add_source(tmp_path / "s")
    recall.sync()
    assert found(recall, "zebrafish")
    texts = "".join(recall.get(hit.id).text for hit in found(recall, "here zebrafish echo"))
    assert told not in texts
    assert "masked]" in texts
    recall.close()
    data = b"".join(path.read_bytes() for path in tmp_path.glob("store.db*"))
    assert told.encode() not in data
    assert told.lower().encode() not in data


def test_what_is_no_secret_is_not_masked():
    text = "commit 3f2a9c1d5e7b8a6f4c2d1e0f9a8b7c6d5e4f3a2b, key: value, password: <yours>, https://a.example/b"
    assert masked(text) == text


# --- syncing


def claude(kind, uuid, parent, content, **more):
    message = {"role": kind, "content": content}
    return {"type": kind, "uuid": uuid, "parentUuid": parent, "sessionId": "s", "message": message,
            "timestamp": "2026-02-07T10:00:00Z", **more}  # fmt: skip


def log(path, rows, mode="w", end="\n"):
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open(mode, encoding="utf-8") as file:
        file.write(
            "\n".join(row if isinstance(row, str) else json.dumps(row) for row in rows) + end
        )


def counts(report):
    return report.added, report.changed, report.removed, report.unchanged


@pytest.fixture
def growing(recall, tmp_path):
    """A log of two records that was read, and a way to append to it and sync."""
    path = tmp_path / "s" / "x.jsonl"
    log(
        path,
        [claude("user", "u1", None, "first words"), claude("assistant", "u2", "u1", "an answer")],
    )
    recall.add_source(path.parent)
    recall.sync()

    def grow(*rows, **options):
        log(path, rows, "a", **options)
        return recall.sync()[0]

    grow.path = path
    return grow


def test_what_is_appended_is_read(recall, growing):
    assert counts(growing(claude("user", "u3", "u2", "the zebrafish came"))) == (0, 1, 0, 0)
    assert found(recall, "zebrafish")[0].citation == "x.jsonl#L3"
    assert counts(recall.sync()[0]) == (0, 0, 0, 1)
    assert recall.source_status()[0].records["records"] == 3


def test_a_last_line_that_is_cut_off_waits(recall, growing):
    whole = json.dumps(claude("user", "u3", "u2", "the zebrafish came"))
    report = growing(whole[:60], end="")
    assert (report.findings, found(recall, "zebrafish")) == ((), [])
    growing(whole[60:])
    assert found(recall, "zebrafish")[0].citation == "x.jsonl#L3"


def test_a_whole_last_line_without_its_end_is_read(recall, growing):
    growing(claude("user", "u3", "u2", "the zebrafish came"), end="")
    assert found(recall, "zebrafish")
    log(growing.path, ["", json.dumps(claude("user", "u4", "u3", "and the newt"))], "a")
    recall.sync()
    assert found(recall, "newt")[0].citation == "x.jsonl#L4"
    assert recall.source_status()[0].records["records"] == 4


def test_an_answer_that_goes_on_is_one_passage(recall, growing):
    def answer(uuid, parent, text):
        row = claude("assistant", uuid, parent, [{"type": "text", "text": text}])
        row["message"]["id"] = "m1"
        return row

    growing(answer("u3", "u2", "The zebrafish"))
    growing(answer("u4", "u3", "swims at night."))
    (hit,) = found(recall, "zebrafish swims", limit=1)
    assert hit.citation == "x.jsonl#L3-L4"


def test_a_rewritten_log_is_read_anew(recall, growing):
    growing(claude("user", "u3", "u2", "the zebrafish came"))
    log(growing.path, [claude("user", "n1", None, "wholly different words of a newt")])
    assert counts(recall.sync()[0]) == (0, 1, 0, 0)
    assert found(recall, "zebrafish") == []
    assert found(recall, "newt")[0].citation == "x.jsonl#L1"
    assert recall.source_status()[0].records["records"] == 1


def test_a_branch_that_is_left_later_goes_out_of_the_index(recall, growing):
    growing(
        claude("user", "u3", "u2", "the zebrafish came"), claude("assistant", "u4", "u3", "welcome")
    )
    assert found(recall, "zebrafish")
    growing(claude("user", "u5", "u2", "the newt came"))
    assert found(recall, "zebrafish") == []
    assert found(recall, "newt")
    assert recall.source_status()[0].records["abandoned"] == 2
    growing(claude("assistant", "u6", "u5", "the toad answers"))
    assert found(recall, "zebrafish") == []
    assert found(recall, "toad")
    growing(claude("user", "u7", "u4", "back to the zebrafish again"))
    assert found(recall, "newt") == []
    assert len(found(recall, "zebrafish")) == 1


def test_tools_side_by_side_are_no_branches(recall, tmp_path):
    def call(uuid, parent, name):
        return claude(
            "assistant", uuid, parent, [{"type": "tool_use", "id": uuid, "name": name, "input": {}}]
        )

    def result(uuid, parent, text):
        return claude(
            "user", uuid, parent, [{"type": "tool_result", "tool_use_id": parent, "content": text}]
        )

    rows = [
        claude("user", "u1", None, "look"), call("u2", "u1", "Zebra"), call("u3", "u2", "Newt"),
        result("u4", "u2", "zebrafish"), result("u5", "u3", "newtfish"), claude("assistant", "u6", "u5", "both"),
    ]  # fmt: skip
    log(tmp_path / "s" / "x.jsonl", rows)
    recall.add_source(tmp_path / "s")
    recall.sync()
    assert "abandoned" not in recall.source_status()[0].records
    assert found(recall, "zebrafish")


def test_malformed_lines_are_named_and_passed_over(recall, growing):
    bad = ["{", "42", '"text"', "[1]", "null", "\\xff", "[" * 100_000]
    report = growing(*bad, claude("user", "u3", "u2", "the zebrafish came"))
    assert [(each.line, each.code) for each in report.findings] == [
        (line, "malformed") for line in range(3, 10)
    ]
    assert found(recall, "zebrafish")[0].citation == "x.jsonl#L10"
    status = recall.source_status()[0]
    assert (status.records["malformed"], status.records["records"]) == (7, 3)
    assert status.findings == report.findings


def test_lines_that_are_no_text_and_too_long(recall, growing, monkeypatch):
    monkeypatch.setattr(lines, "MAX_LINE_BYTES", 2_000)
    with growing.path.open("ab") as file:
        file.write(b'\xff\xfe{"type"}\n' + b'{"x": "' + b"a" * 9_000 + b'"}\n')
    report = growing(claude("user", "u3", "u2", "the zebrafish came"))
    assert [each.line for each in report.findings] == [3, 4]
    assert found(recall, "zebrafish")[0].citation == "x.jsonl#L5"


def test_a_file_that_is_no_session_is_said(recall, tmp_path):
    log(tmp_path / "s" / "x.jsonl", [{"question": "what"}, {"answer": 42}])
    (tmp_path / "s" / "empty.jsonl").write_text("")
    recall.add_source(tmp_path / "s", kind="transcripts")
    (report,) = recall.sync()
    assert [(each.path, each.code) for each in report.findings] == [
        ("empty.jsonl", "unknown-format"), ("x.jsonl", "unknown-format"),
    ]  # fmt: skip


def test_a_log_that_is_gone_leaves_the_index(synced, folder):
    (folder / CODEX).unlink()
    assert counts(synced.sync()[0]) == (0, 0, 1, 4)
    assert found(synced, "birch") == []
    assert synced.source_status()[0].counts == {"transcript": 4}


def test_a_long_session_is_stored_in_parts_and_cited_as_one(recall, tmp_path, monkeypatch):
    from recall.sources.transcripts import session

    monkeypatch.setattr(session, "PART_CHARACTERS", 2_000)
    rows, parent = [], None
    for number in range(200):
        kind = "assistant" if number % 2 else "user"
        rows.append(claude(kind, f"u{number}", parent, f"number{number} " + "words " * 30))
        parent = f"u{number}"
    path = tmp_path / "s" / "x.jsonl"
    log(path, rows[:150])
    recall.add_source(path.parent)
    recall.sync()
    parts = recall.source_status()[0].counts["transcript"]
    assert parts > 10
    for row in rows[150:]:
        log(path, [row], "a")
        recall.sync()
    assert recall.source_status()[0].counts["transcript"] > parts
    for number in (0, 75, 149, 150, 199):
        (hit,) = found(recall, f"number{number}", limit=1)
        assert (hit.path, hit.citation) == ("x.jsonl", f"x.jsonl#L{number + 1}")
        assert recall.get(f"x.jsonl#L{number + 1}").text.count("number") == 1
    assert recall.get("x.jsonl#L1-L200").text.count("number") == 200
    seen = recall.get("x.jsonl")
    while seen.cursor:
        seen = recall.get(seen.cursor)
    assert "number199" in seen.text
    log(path, rows[:2])
    recall.sync()
    assert recall.source_status()[0].counts == {"transcript": 1}


def test_an_interrupted_sync_goes_on_where_it_was(recall, tmp_path, monkeypatch):
    from recall.sources import sessions
    from recall.sources.transcripts import session

    monkeypatch.setattr(session, "PART_CHARACTERS", 500)
    monkeypatch.setattr(sessions, "WAVE_SECONDS", 0.0)
    rows = [
        claude("user", f"u{n}", f"u{n - 1}" if n else None, f"number{n} words") for n in range(100)
    ]
    log(tmp_path / "s" / "x.jsonl", rows)
    recall.add_source(tmp_path / "s")
    finish, calls = sessions._Work._wave, []

    def stop(self, *arguments):
        calls.append(1)
        if len(calls) == 3:
            raise KeyboardInterrupt
        return finish(self, *arguments)

    monkeypatch.setattr(sessions._Work, "_wave", stop)
    with pytest.raises(KeyboardInterrupt):
        recall.sync()
    assert found(recall, "number1")
    assert not found(recall, "number99")
    monkeypatch.setattr(sessions._Work, "_wave", finish)
    recall.sync()
    assert [hit.citation for hit in found(recall, "number99")] == ["x.jsonl#L100"]
    assert recall.source_status()[0].records == {"records": 100, "searchable": 100}
    whole = recall.get("x.jsonl#L1-L100").text
    assert all(whole.count(f"User: number{n} words") == 1 for n in range(100))


@pytest.mark.parametrize("seconds", [0.0, 60.0])
def test_branches_are_left_out_in_however_many_steps_a_log_is_read(
    seconds, recall, tmp_path, monkeypatch
):
    from recall.sources import sessions
    from recall.sources.transcripts import session

    monkeypatch.setattr(session, "PART_CHARACTERS", 300)
    monkeypatch.setattr(sessions, "WAVE_SECONDS", seconds)
    rows = [claude("user", "k-1", None, "the first words")]
    for number in range(60):
        parent = f"k{number - 1}"
        rows += [
            claude("user", f"l{number}", parent, f"left{number} words"),
            claude("user", f"k{number}", parent, f"kept{number} words"),
        ]
    log(tmp_path / "s" / "x.jsonl", rows)
    recall.add_source(tmp_path / "s")
    recall.sync()
    text = recall.get("x.jsonl#L1-L121").text
    assert all(text.count(f"User: kept{number} words") == 1 for number in range(60))
    assert "left" not in text
    assert counts(recall.sync()[0]) == (0, 0, 0, 1)
    assert recall.source_status()[0].records == {"records": 121, "searchable": 61, "abandoned": 60}


@pytest.mark.slow
def test_a_large_session_takes_no_more_memory_than_a_small_one(recall, tmp_path):
    path = tmp_path / "s" / "x.jsonl"
    path.parent.mkdir()
    with path.open("w") as file:
        for number in range(10_000):
            row = claude(
                "user", f"u{number}", f"u{number - 1}" if number else None, f"number{number} words"
            )
            row["toolUseResult"] = "x" * 2_000
            file.write(json.dumps(row) + "\n")
    recall.add_source(path.parent)
    tracemalloc.start()
    recall.sync()
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert path.stat().st_size > 20 << 20
    assert peak < 12 << 20
    assert found(recall, "number9999")[0].citation == "x.jsonl#L10000"


@pytest.mark.skipif(
    not (SHARED / "data" / "transcripts").exists(), reason="the shared data is not here"
)
def test_real_sessions_are_read(recall):
    """Records of 18 real logs: read, left out with the reason, searchable."""
    recall.add_source(SHARED / "data" / "transcripts")
    (report,) = recall.sync()
    assert report.added == 18
    assert {each.path.rpartition("/")[2] for each in report.findings} == {"edge_cases.jsonl"}
    assert [each.line for each in report.findings] == [13, 15, 16]
    assert recall.source_status()[0].records == {
        "records": 4365, "searchable": 2826, "left out: state": 805, "left out: thinking": 691,
        "left out: empty": 35, "left out: said twice": 33, "left out: injected": 19, "malformed": 3,
        "left out: image": 2, "left out: no message": 1, "left out: unknown type": 1,
        "left out: unknown block": 1,
    }  # fmt: skip
