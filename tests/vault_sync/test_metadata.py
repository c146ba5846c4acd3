"""The command `python -m vault_sync metadata`, and the entries that it prints."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from vault_sync import metadata
from vault_sync.note import parse

ROOT = Path(__file__).parents[2]


def run(*arguments, **options):
    return subprocess.run(
        [sys.executable, "-m", "vault_sync", *arguments],
        cwd=ROOT, capture_output=True, check=False, timeout=60, **options,
    )  # fmt: skip


def told(ran):
    return ran.stderr.decode()


@pytest.fixture
def vault(tmp_path):
    notes = {
        "Plan.md": "---\nup: '[[Home]]'\ntags: [a/b]\naliases: [P]\n---\n# Plan [[Home]]\n",
        "Home.md": "[[Plan#Plan|p]] [[Ghost]] ![[pic.png]] ![[Gone]] [x](sub/Deep.md) [[Ghost#x]]\n",
        "sub/Deep.md": "- [ ] #t a ^k\n  - b\n",
        "board.canvas": json.dumps(
            {"nodes": [{"type": "file", "file": "Plan.md"}, {"type": "text", "text": "[[Deep]]"}]}
        ),
        "pic.png": "",
        ".obsidian/app.json": "{}",
    }
    for path, text in notes.items():
        file = tmp_path / "vault" / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    return tmp_path / "vault"


def test_everything_of_a_vault_is_printed(vault):
    ran = run("metadata", str(vault))
    assert (ran.returncode, told(ran)) == (0, "")
    printed = json.loads(ran.stdout)
    assert list(printed["notes"]) == ["Home.md", "Plan.md", "sub/Deep.md"]
    assert printed["resolved"] == {
        "Home.md": {"Plan.md": 1, "pic.png": 1, "sub/Deep.md": 1},
        "Plan.md": {"Home.md": 2},
        "board.canvas": {"Plan.md": 1, "sub/Deep.md": 1},
    }
    assert printed["unresolved"] == {"Home.md": {"Ghost": 2, "Gone": 1}}
    assert printed["findings"] == []


def test_only_what_links_where(vault):
    ran = run("metadata", str(vault), "--resolved-only")
    assert json.loads(ran.stdout) == {
        "notes": {
            "Home.md": {
                "links": {"Plan.md": 1, "sub/Deep.md": 1},
                "unresolved": {"Ghost": 2},
                "tags": [],
                "aliases": [],
                "headings": [],
            },
            "Plan.md": {
                "links": {"Home.md": 1},
                "unresolved": {},
                "tags": ["a/b"],
                "aliases": ["P"],
                "headings": [[1, "Plan [[Home]]"]],
            },
            "sub/Deep.md": {
                "links": {},
                "unresolved": {},
                "tags": ["t"],
                "aliases": [],
                "headings": [],
            },
        }
    }


@pytest.mark.parametrize(
    ("asked", "notes"),
    [
        (["Plan.md"], ["Plan.md"]),
        (["./plan.MD"], ["Plan.md"]),
        (["sub", "Home.md"], ["Home.md", "sub/Deep.md"]),
        (["sub/"], ["sub/Deep.md"]),
        (["board.canvas"], []),
        (["."], ["Home.md", "Plan.md", "sub/Deep.md"]),
    ],
)
def test_only_what_is_asked_for(vault, asked, notes):
    ran = run("metadata", str(vault), *asked)
    assert ran.returncode == 0
    assert list(json.loads(ran.stdout)["notes"]) == notes


def test_a_path_may_be_absolute_and_links_still_lead_everywhere(vault):
    printed = json.loads(run("metadata", str(vault), str(vault / "Plan.md")).stdout)
    assert printed["resolved"] == {"Plan.md": {"Home.md": 2}}


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["{vault}/none"], "cannot be opened as a vault: there is no such folder."),
        (["{vault}/Home.md"], "cannot be opened as a vault: it is a file, not a folder."),
        (["{vault}", "../x.md"], "'../x.md' leads outside the vault"),
        (["{vault}", "sub/../../x.md"], "leads outside the vault"),
        (["{vault}", os.path.abspath(os.sep)], "leads outside the vault"),
        (["{vault}", "Nothing.md"], "'Nothing.md' is no note, canvas or folder of notes"),
        (["{vault}", "pic.png"], "'pic.png' is no note, canvas or folder of notes"),
        (["{vault}", ".obsidian"], "'.obsidian' is no note, canvas or folder of notes"),
    ],
)
def test_what_is_no_vault_or_not_in_it_is_said_in_a_sentence(vault, arguments, sentence):
    ran = run("metadata", *(each.format(vault=vault) for each in arguments))
    assert (ran.returncode, ran.stdout) == (2, b"")
    assert sentence in told(ran)
    assert told(ran).count("\n") == 1


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="root reads everything")
def test_a_note_that_may_not_be_read_is_named_at_the_end(vault):
    (vault / "Home.md").chmod(0)
    check_one_is_unread(vault)


@pytest.mark.skipif(os.name == "nt", reason="making links needs a right there")
def test_a_link_out_of_the_vault_is_not_followed(vault):
    (vault / "Home.md").unlink()
    (vault / "Home.md").symlink_to(vault.parent / "outside.md")
    (vault.parent / "outside.md").write_text("secret", encoding="utf-8")
    ran = run("metadata", str(vault))
    assert b"secret" not in ran.stdout
    assert list(json.loads(ran.stdout)["notes"]) == ["Plan.md", "sub/Deep.md"]


def test_a_note_that_is_too_large_is_named_at_the_end(vault):
    with (vault / "Home.md").open("wb") as file:
        file.truncate(65 * 1024 * 1024)
    check_one_is_unread(vault)


def check_one_is_unread(vault):
    ran = run("metadata", str(vault))
    assert ran.returncode == 1
    assert list(json.loads(ran.stdout)["notes"]) == ["Plan.md", "sub/Deep.md"]
    assert told(ran).startswith("vault_sync: 'Home.md' ")
    assert told(ran).count("\n") == 1


def test_findings_are_data_and_no_failure(vault):
    (vault / "Plan.md").write_text("---\na: [\n---\n", encoding="utf-8")
    (vault / "bad.md").write_bytes(b"\xff")
    (vault / "board.canvas").write_text("{", encoding="utf-8")
    ran = run("metadata", str(vault))
    assert (ran.returncode, told(ran)) == (0, "")
    found = {(each["path"], each["code"]) for each in json.loads(ran.stdout)["findings"]}
    assert found == {
        ("Plan.md", "invalid-yaml"),
        ("bad.md", "not-utf8"),
        ("board.canvas", "invalid-canvas"),
    }


def test_odd_properties_are_still_json(vault):
    text = f"---\na: .inf\nb: .nan\nc: {'9' * 5000}\nd: \"\\ud800\"\ne: {{1: x, '': y}}\n---\n"
    (vault / "Plan.md").write_text(text, encoding="utf-8")
    ran = run("metadata", str(vault), "Plan.md")
    assert (ran.returncode, told(ran)) == (0, "")

    def refuse(constant):
        raise AssertionError(constant)

    printed = json.loads(ran.stdout.decode("utf-8"), parse_constant=refuse)
    properties = printed["notes"]["Plan.md"].get("frontmatter", {})
    assert properties.get("a") is None
    assert properties.get("b") is None


def test_output_is_utf8_whatever_the_locale(vault):
    (vault / "日記 🙂.md").write_text("[[é]]", encoding="utf-8")
    plain = {"PATH": os.environ["PATH"], "LC_ALL": "C", "PYTHONIOENCODING": "ascii"}
    ran = run("metadata", str(vault), "日記 🙂.md", env={**os.environ, **plain})
    assert (ran.returncode, told(ran)) == (0, "")
    assert json.loads(ran.stdout.decode("utf-8"))["unresolved"] == {"日記 🙂.md": {"é": 1}}


@pytest.mark.skipif(os.name == "nt", reason="pipes close otherwise there")
def test_a_reader_that_has_read_enough_is_no_failure(vault):
    for number in range(400):
        (vault / f"{number}.md").write_text("- a\n" * 50, encoding="utf-8")
    with subprocess.Popen(
        [sys.executable, "-m", "vault_sync", "metadata", str(vault)],
        cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    ) as process:  # fmt: skip
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait(timeout=60) == 0


def test_a_vault_is_not_changed(vault):
    def state():
        return {path: path.stat().st_mtime_ns for path in vault.rglob("*")}

    before = state()
    run("metadata", str(vault))
    assert state() == before


def test_the_help_has_examples():
    for arguments in ([], ["metadata"]):
        ran = run(*arguments, "--help")
        assert ran.returncode == 0
        assert b"python -m vault_sync metadata ~/Notes" in ran.stdout


def test_no_command_is_a_usage_error():
    ran = run()
    assert (ran.returncode, ran.stdout) == (2, b"")


def entry(text):
    return metadata.cached(parse("n.md", text.encode()))


def place(line, col, offset):
    return {"line": line, "col": col, "offset": offset}


def test_an_entry_has_the_names_and_places_of_obsidian():
    found = entry("---\nup: '[[Home|h]]'\n---\n# A\n🙂 [[B#c|d]] #t\n\n- [x] e ^f\n")
    assert found == {
        "links": [
            {
                "link": "B#c",
                "original": "[[B#c|d]]",
                "displayText": "d",
                "position": {"start": place(4, 3, 32), "end": place(4, 12, 41)},
            }
        ],
        "embeds": [],
        "tags": [
            {"tag": "#t", "position": {"start": place(4, 13, 42), "end": place(4, 15, 44)}},
        ],
        "headings": [
            {
                "heading": "A",
                "level": 1,
                "position": {"start": place(3, 0, 25), "end": place(3, 3, 28)},
            }
        ],
        "sections": [
            {"type": "yaml", "position": {"start": place(0, 0, 0), "end": place(2, 3, 24)}},
            {"type": "heading", "position": {"start": place(3, 0, 25), "end": place(3, 3, 28)}},
            {"type": "paragraph", "position": {"start": place(4, 0, 29), "end": place(4, 15, 44)}},
            {"type": "list", "position": {"start": place(6, 0, 46), "end": place(6, 10, 56)}},
        ],
        "listItems": [
            {
                "position": {"start": place(6, 0, 46), "end": place(6, 10, 56)},
                "parent": -6,
                "task": "x",
                "id": "f",
            }
        ],
        "frontmatter": {"up": "[[Home|h]]"},
        "frontmatterPosition": {"start": place(0, 0, 0), "end": place(2, 3, 24)},
        "frontmatterLinks": [
            {"key": "up", "link": "Home", "original": "[[Home|h]]", "displayText": "h"}
        ],
        "aliases": [],
        "frontmatterTags": [],
        "blocks": {
            "f": {"id": "f", "position": {"start": place(6, 0, 46), "end": place(6, 10, 56)}}
        },
        "footnotes": [],
        "footnoteRefs": [],
        "referenceLinks": [],
    }


def test_a_note_without_properties_has_no_frontmatter():
    assert "frontmatter" not in entry("text")
    assert "frontmatter" not in entry("---\n---\n")
    assert entry("---\n---\n")["sections"][0]["type"] == "yaml"


WORDS = ("[[A]]", "[[B#c|d]]", "![[e.png]]", "[x](y.md)", "#t", "🙂", "é", " ", "\n", "\r\n", "\r")
TEXT = st.lists(st.sampled_from((*WORDS, "- ", "> ", "| a |", "\\", "`")), max_size=20).map("".join)


@settings(max_examples=300)
@given(TEXT)
def test_originals_are_what_stands_at_their_places(text):
    note = parse("n.md", text.encode())
    found, units = metadata.cached(note), note.text.encode("utf-16-le")

    def cut(position):
        start, end = (2 * position[name]["offset"] for name in ("start", "end"))
        return units[start:end].decode("utf-16-le")

    for each in [*found["links"], *found["embeds"]]:
        assert cut(each["position"]) == each["original"]
    for each in found["tags"]:
        assert cut(each["position"]) == each["tag"]


@settings(max_examples=200)
@given(st.text(max_size=80))
def test_any_text_has_an_entry_that_is_json(text):
    json.dumps(metadata.cached(parse("n.md", text.encode("utf-8", "replace"))), allow_nan=False)
