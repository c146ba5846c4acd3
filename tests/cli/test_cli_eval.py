"""``recall eval`` on the command line: what the guide shows, run files, errors, nothing touched."""

import json
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import pytest
from commandline import recall

from recall.cli.group import COMMANDS

ROOT = Path(__file__).parents[2]
GUIDE = (ROOT / "recall" / "guides" / "evaluation.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```sh\n(.*?)^```", GUIDE, re.MULTILINE | re.DOTALL)
SHOWN = re.search(r"^```\n\n((?:    .*\n|\n)+)", GUIDE, re.MULTILINE)[1]
SHARED = Path(os.environ.get("RECALL_SHARED") or ROOT / ".." / "shared")
needs_shared = pytest.mark.skipif(
    not (SHARED / "tools" / "score.py").exists(), reason="the shared data is not here"
)
ASK_VAULT = ("--vault", "fixtures/vault", "--queries", "questions.tsv", "--qrels", "right.tsv")


MASK = re.compile(r"[-+]?\d+(\.\d+)?")


@pytest.fixture
def desk(bare, workshop, monkeypatch):
    """A folder with the example vault and the files of the guide; there is no store."""
    folder = bare / "desk"
    folder.mkdir()
    shutil.copytree(workshop / "fixtures", folder / "fixtures", copy_function=shutil.copy2)
    monkeypatch.chdir(folder)
    for block in BLOCKS:
        files = re.sub(r"^(RECALL_\S+ )?recall .*|^cat ranking.*", "", block, flags=re.MULTILINE)
        subprocess.run(["bash", "-euc", files], check=True)
    (folder / "seeds").rename(folder / "my-set")
    temporary = bare / "temporary"
    temporary.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(temporary))
    yield folder
    assert os.listdir(temporary) == []


def test_the_guide_shows_what_the_command_prints(desk):
    line = next(line for line in BLOCKS[0].splitlines() if line.startswith("recall "))
    ran = recall(*shlex.split(line)[1:])
    assert ran.code == 0
    assert ran.out == "".join(line[4:] + "\n" for line in SHOWN.rstrip().split("\n"))
    assert re.fullmatch(
        r"68 documents indexed in \d+\.\d s\. 3 questions asked; "
        r"p50 \d+\.\d ms, p95 \d+\.\d ms a question\.\n",
        ran.err,
    )


def test_the_examples_of_the_help_run(desk):
    _, _, below = recall("eval", "--help").out.partition("\nExamples:\n")
    examples = [line.strip() for line in below.splitlines() if line.strip()]
    assert len(examples) == 5
    for line in examples:
        ran = recall(*shlex.split(line)[1:])
        assert ran.code == 0, ran.err


@pytest.mark.parametrize(("command", "count"), [("build", 2), ("run", 4), ("compare", 3)])
def test_the_examples_of_a_command_run(command, count, golden):
    for name in ("before.tsv", "after.tsv"):
        recall("eval", *ASK_VAULT, "--run", name)
    Path("titles.toml").write_text("[weights]\ntitle = 5\n")
    _, _, below = recall("eval", command, "--help").out.partition("\nExamples:\n")
    examples = [line.strip() for line in below.splitlines() if line.strip()]
    assert len(examples) == count
    if command == "build":
        shutil.rmtree("golden")
    for line in examples:
        ran = recall(*shlex.split(line)[1:])
        assert ran.code == 0, ran.err


def test_run_is_the_command_by_its_full_name(desk):
    short, full = (recall("eval", *name, *ASK_VAULT, "--each") for name in ((), ("run",)))
    assert (short.code, short.out) == (full.code, full.out)
    assert recall("eval", "--store", "x.db", *ASK_VAULT, "--each").out == full.out
    assert (
        recall("eval", "--corpus", "my-set").out == recall("eval", "run", "--corpus", "my-set").out
    )


def test_the_table_of_commands_says_what_the_help_says():
    assert recall("eval", "--help").out.splitlines()[2].strip() == COMMANDS["eval"][2]


def test_a_run_file_holds_the_ranking_by_paths_in_the_vault(desk):
    assert recall("eval", *ASK_VAULT, "--run", "ranking.tsv").code == 0
    rows = [line.split("\t") for line in Path("ranking.tsv").read_text().splitlines()]
    assert ["q1", "Decisions/Sync by signed bundles.md", "1"] in rows
    ranks = [int(rank) for question, _, rank in rows if question == "q1"]
    assert ranks == list(range(1, len(ranks) + 1))
    assert {question for question, _, _ in rows} == {"q1", "q2", "q3"}


def test_a_run_file_is_as_deep_as_the_limit(desk):
    recall("eval", *ASK_VAULT, "--run", "ranking.tsv", "--limit", "3")
    assert len(Path("ranking.tsv").read_text().splitlines()) == 9


def test_json_holds_the_measures_and_the_times(desk):
    ran = recall("eval", *ASK_VAULT, "--json", "--each", "--baseline")
    found = json.loads(ran.out)
    assert (ran.err, found["schema"], found["asked"], found["documents"]) == ("", 1, 3, 68)
    assert found["groups"][0]["name"] == found["baseline"]["groups"][0]["name"] == "all"
    assert found["groups"][0]["ndcg_5"] > found["baseline"]["groups"][0]["ndcg_5"]
    assert [row["id"] for row in found["queries"]] == ["q1", "q2", "q3"]
    assert min(found["seconds_p50"], found["seconds_p95"], found["index_seconds"]) > 0


@pytest.mark.parametrize("arguments", [ASK_VAULT, ("--corpus", "my-set", "--baseline")])
def test_the_store_of_the_user_is_not_made(arguments, desk, bare):
    assert recall("eval", *arguments).code == 0
    assert not Path(os.environ["RECALL_STORE"]).exists()
    assert sorted(path.name for path in bare.iterdir()) == ["desk", "temporary"]


@pytest.mark.parametrize("arguments", [ASK_VAULT, ("--corpus", "my-set", "--baseline")])
def test_the_store_of_the_user_is_not_changed(arguments, desk, store):
    before = store.read_bytes(), store.stat().st_mtime_ns, sorted(os.listdir(store.parent))
    assert recall("eval", *arguments).code == 0
    assert before == (
        store.read_bytes(), store.stat().st_mtime_ns, sorted(os.listdir(store.parent)),
    )  # fmt: skip


def test_nothing_is_written_in_the_vault(desk):
    def listing():
        return {
            path: path.stat().st_mtime_ns
            for path in [Path("fixtures"), *Path().rglob("fixtures/*")]
        }

    before = listing()
    assert recall("eval", *ASK_VAULT).code == 0
    assert listing() == before


@pytest.mark.parametrize(
    ("file", "text", "message"),
    [
        ("corpus.jsonl", "{]\n", "my-set/corpus.jsonl:1: is not JSON: "),
        (
            "queries.jsonl",
            '{"id": "q1"}\n',
            "my-set/queries.jsonl:1: the field 'query' is missing.",
        ),
        ("qrels.tsv", "q1\td1\n", "my-set/qrels.tsv:1: not three columns: query id, document id, "),
        ("qrels.tsv", "q1\td1\t0\n", "my-set/qrels.tsv: there is nothing to measure: no document "),
    ],
)
def test_a_broken_file_is_named_with_its_line(file, text, message, desk):
    Path("my-set", file).write_text(text)
    ran = recall("eval", "--corpus", "my-set")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith(f"recall: {message}")


def test_what_does_not_fit_together_is_said_beside_the_table(desk):
    with open("right.tsv", "a") as right:
        right.write("q3\tGone.md\t1\nq9\tHome.md\t1\n")
    ran = recall("eval", *ASK_VAULT)
    assert ran.code == 0
    assert ran.out.startswith("group")
    assert "1 judged question ('q9') not asked: each counts as 0.\n" in ran.err
    assert "1 judged document ('Gone.md') not there: no answer can have them.\n" in ran.err


def test_the_settings_file_counts_as_in_a_search(desk, bare, monkeypatch):
    before = json.loads(recall("eval", *ASK_VAULT, "--json").out)
    (bare / "config.toml").write_text("[weights]\ntitle = 0\nbody = 0\nheadings = 0\n")
    monkeypatch.setenv("RECALL_CONFIG", str(bare / "config.toml"))
    after = json.loads(recall("eval", *ASK_VAULT, "--json").out)
    assert after["groups"][0]["ndcg_5"] < before["groups"][0]["ndcg_5"]
    (bare / "config.toml").write_text('[weights]\ntitle = "much"\n')
    assert recall("eval", *ASK_VAULT).code == 2


def test_a_vault_that_is_not_there_is_said(desk):
    ran = recall("eval", "--vault", "none", *ASK_VAULT[2:])
    assert (ran.code, ran.out) == (3, "")
    assert ran.err.startswith("recall: Cannot read the vault ")


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="signals of POSIX")
def test_ctrl_c_leaves_no_temporary_store_behind(desk, bare):
    Path("my-set/queries.jsonl").write_text(
        "".join(f'{{"id": "q{number}", "query": "overnight"}}\n' for number in range(100_000))
    )
    Path("my-set/qrels.tsv").write_text("q1\td1\t1\n")
    temporary = bare / "temporary"
    running = subprocess.Popen(
        [sys.executable, "-m", "recall", "eval", "--corpus", "my-set"],
        env={**os.environ, "TMPDIR": str(temporary)}, stderr=subprocess.PIPE, text=True,
        # A shell's background job ignores the signal, and so would its children.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # noqa: PLW1509
    )  # fmt: skip
    for _ in range(200):
        # Not the file with which tempfile tries whether the folder can be written.
        if any(name.startswith("recall-eval-") for name in os.listdir(temporary)):
            break
        assert running.poll() is None
        time.sleep(0.05)
    running.send_signal(signal.SIGINT)
    _, err = running.communicate(timeout=20)
    assert running.returncode == 130
    assert err.startswith("recall: Interrupted.")
    assert os.listdir(temporary) == []


def test_hostile_ids_do_not_reach_the_terminal(desk):
    row = {"id": "q1", "query": "soak\x1b[2J", "category": "a\x1b[31m\nb"}
    Path("my-set/queries.jsonl").write_text(json.dumps(row) + "\n")
    ran = recall("eval", "--corpus", "my-set", "--each")
    assert ran.code == 0
    assert "\x1b" not in ran.out + ran.err


# --- questions made from a vault


@pytest.fixture
def golden(desk):
    """The desk with a set made from the example vault."""
    ran = recall("eval", "build", "--vault", "fixtures/vault", "--out", "golden")
    assert ran.code == 0, ran.err
    return desk / "golden"


def test_build_writes_a_set_and_says_what_is_in_it(golden):
    ran = recall("eval", "build", "--vault", "fixtures/vault", "--out", "golden", "--force")
    asked, could = {}, {}
    for line in ran.out.splitlines()[1:]:
        kind, *counts = line.split()
        asked[kind], could[kind] = map(int, counts)
    assert list(asked) == ["alias", "heading", "anchor", "quote", "neighbour"]
    assert all(0 < asked[kind] <= min(50, could[kind]) for kind in asked)
    assert ran.err == f"{sum(asked.values())} questions about 66 notes written to golden.\n"
    manifest = json.loads((golden / "manifest.json").read_text())
    assert manifest["vault"] == str((golden.parent / "fixtures" / "vault").resolve())
    assert (manifest["made"], manifest["seed"], manifest["per_kind"]) == ("2026-11-30", 0, 50)
    assert {kind: each["questions"] for kind, each in manifest["kinds"].items()} == asked
    assert sorted(path.name for path in golden.iterdir()) == [
        "kinds.tsv", "manifest.json", "qrels.tsv", "queries.tsv",
    ]  # fmt: skip


def test_build_as_json(desk):
    ran = recall("eval", "build", "--vault", "fixtures/vault", "--out", "small", "--per-kind", "3",
                 "--json")  # fmt: skip
    found = json.loads(ran.out)
    assert (ran.code, ran.err, found["schema"], found["folder"]) == (0, "", 1, "small")
    assert {each["questions"] for each in found["kinds"].values()} == {3}


def test_a_set_is_made_again_the_same(golden):
    recall("eval", "build", "--vault", "fixtures/vault", "--out", "again")
    recall("eval", "build", "--vault", "fixtures/vault", "--out", "other", "--seed", "1")
    for name in ("queries.tsv", "qrels.tsv", "kinds.tsv"):
        assert (golden / name).read_bytes() == Path("again", name).read_bytes()
    assert (golden / "queries.tsv").read_bytes() != Path("other/queries.tsv").read_bytes()


def test_run_shows_each_kind_of_a_set(golden):
    ran = recall("eval", "run", "golden", "--baseline")
    assert ran.code == 0
    names = [line.split()[0] for line in ran.out.splitlines()[1::2]]
    assert names == ["all", "alias", "heading", "anchor", "quote", "neighbour"]
    assert "not there" not in ran.err
    assert recall("eval", "golden", "--baseline").out == ran.out


@pytest.mark.parametrize(
    ("file", "text", "message"),
    [
        ("manifest.json", '{"vault": "a\\u0000b"}', "golden/manifest.json: does not say which vault "),
        ("manifest.json", "{", "golden/manifest.json: cannot be read: "),
        ("queries.tsv", "alias-001\n", "golden/queries.tsv:1: no tab; a line is a query id, "),
        ("queries.tsv", "a\tx\na\ty\n", "golden/queries.tsv:2: the id 'a' has been used "),
        ("queries.tsv", b"\xff\tx\n", "golden/queries.tsv: is not UTF-8 text (at byte 0)."),
        ("queries.tsv", "", "golden/qrels.tsv: there is nothing to measure: none of its "),
        ("queries.tsv", None, "golden/queries.tsv: cannot be read: No such file or directory."),
        ("qrels.tsv", "alias-001\tHome.md\n", "golden/qrels.tsv:1: not three columns: "),
        ("qrels.tsv", "alias-001\tHome.md\tgood\n", "golden/qrels.tsv:1: the grade is no whole "),
        ("qrels.tsv", "q\tHome.md\t" + "9" * 400 + "\n", "golden/qrels.tsv:1: the grade is beyond "),
        ("qrels.tsv", "q\tHome.md\t" + "9" * 5_000 + "\n", "golden/qrels.tsv:1: the grade is no "),
        ("kinds.tsv", "alias-001\n", "golden/kinds.tsv:1: not two columns: query id, kind."),
    ],
)  # fmt: skip
@pytest.mark.parametrize(
    "command", [("run", "golden"), ("compare", "now.toml", "now.toml", "--set", "golden")]
)
def test_a_broken_set_is_one_sentence(command, file, text, message, golden):
    Path("now.toml").write_text("")
    if text is None:
        (golden / file).unlink()
    else:
        (golden / file).write_bytes(text if isinstance(text, bytes) else text.encode())
    ran = recall("eval", *command)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith(f"recall: {message}")
    assert "Traceback" not in ran.err
    assert (len(ran.err.splitlines()), len(ran.err) < 300) == (1, True)


def test_a_vault_that_has_moved_is_named(golden):
    Path("fixtures/vault").rename("moved")
    away = recall("eval", "run", "golden")
    assert (away.code, away.out) == (3, "")
    assert recall("eval", "run", "golden", "--vault", "moved").code == 0


@pytest.mark.parametrize(
    ("floors", "code", "sentence"),
    [
        (("nDCG@5=0",), 0, None),
        (("ndcg_5=0.9999",), 1, r"nDCG@5 is 0\.\d{4}, below 0\.9999\."),
        (("MRR=0.01", "Recall@10=1"), 1, r"Recall@10 is 0\.\d{4}, below 1\."),
        (("MRR=1", "Hit@1=1"), 1, r"MRR is 0\.\d{4}, below 1\.\nHit@1 is 0\.\d{4}, below 1\."),
    ],
)  # fmt: skip
def test_a_measure_that_is_too_low_is_exit_code_1(floors, code, sentence, desk):
    options = [part for floor in floors for part in ("--fail-under", floor)]
    ran = recall("eval", *ASK_VAULT, *options)
    assert ran.code == code
    assert ran.out.startswith("group")
    assert (re.search(sentence, ran.err) is not None) if sentence else "below" not in ran.err
    as_json = recall("eval", *ASK_VAULT, *options, "--json")
    assert as_json.code == code
    json.loads(as_json.out)


@pytest.mark.parametrize("floor", ["MRR", "MRR=", "MRR=2", "MRR=-1", "MRR=nan", "F1=0.5", "=0.5"])
def test_a_floor_that_cannot_be_meant_is_refused(floor, desk):
    ran = recall("eval", *ASK_VAULT, "--fail-under", floor)
    assert (ran.code, ran.out) == (2, "")
    assert "is no measure and a number from 0 to 1, as nDCG@5=0.7." in ran.err


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--vault", "fixtures/vault", "--out", "fixtures/vault/set"), "lies in the vault"),
        (("--vault", "fixtures/vault", "--out", "golden"), "has a set. Name another folder"),
        (("--vault", "fixtures/vault", "--out", "my-set"), "is not empty and has no set."),
        (("--vault", "fixtures/vault", "--out", "right.tsv"), "cannot be used: Not a directory"),
    ],
)
def test_a_set_is_written_over_nothing_else(arguments, message, golden):
    ran = recall("eval", "build", *arguments)
    assert (ran.code, ran.out) == (2, "")
    assert message in ran.err
    assert not Path("fixtures/vault/set").exists()


def test_a_vault_that_gives_no_question_is_said(desk):
    Path("bare").mkdir()
    Path("bare/One.md").write_text("Nothing.\n")
    ran = recall("eval", "build", "--vault", "bare", "--out", "none")
    assert (ran.code, ran.out) == (1, "")
    assert ran.err.startswith("No question can be made: ")
    assert not Path("none").exists()


def test_building_changes_nothing_of_the_user(desk, bare):
    def listing():
        return {path: path.stat().st_mtime_ns for path in [Path("fixtures"), *Path("fixtures").rglob("*")]}  # fmt: skip

    before = listing()
    assert recall("eval", "build", "--vault", "fixtures/vault", "--out", "golden").code == 0
    assert listing() == before
    assert not Path(os.environ["RECALL_STORE"]).exists()


# --- comparing


def test_the_guide_shows_a_comparison_as_the_command_prints_it(golden):
    block = next(block for block in BLOCKS if "compare now.toml trial.toml --set golden" in block)
    line = block.splitlines()[-1]
    ran = recall(*shlex.split(line)[1:])
    assert ran.code == 0
    assert ran.out.splitlines()[-6].startswith("B is worse than A: nDCG@5 -0.")
    table, _, _ = ran.out.partition("\nnDCG@5 A  ")
    shown = GUIDE.partition("--most 3\n```\n\n")[2].partition("\n    nDCG@5 A  ")[0]

    def shape(text):
        return [MASK.sub("0", line).split() for line in text.splitlines()]

    assert shape(table) == shape(shown)


def test_a_ranking_compared_with_itself_is_alike(golden):
    recall("eval", "run", "golden", "--run", "now.tsv")
    ran = recall("eval", "compare", "now.tsv", "now.tsv", "--set", "golden")
    assert ran.code == 0
    rows = [line for line in ran.out.splitlines() if "." in line and line.count("0000")]
    assert len(rows) == 10
    assert all("+0.0000  +0.0000 to +0.0000        0      0 " in row for row in rows)
    assert ran.out.endswith("\nA and B answer every question alike in nDCG@5.\n")


def test_run_files_and_settings_files_compare_alike(golden):
    Path("trial.toml").write_text("[weights]\nanchors = 0\n")
    Path("plain.toml").write_text("")
    recall("eval", "run", "golden", "--run", "now.tsv")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("RECALL_CONFIG", "trial.toml")
        recall("eval", "run", "golden", "--run", "trial.tsv")
    found = [
        json.loads(recall("eval", "compare", *names, "--set", "golden", "--json").out)
        for names in (("now.tsv", "trial.tsv"), ("plain.toml", "trial.toml"), ("now.tsv", "trial.toml"))
    ]  # fmt: skip
    assert found[0]["groups"] == found[1]["groups"] == found[2]["groups"]
    anchors = next(group for group in found[0]["groups"] if group["name"] == "anchor")
    first = anchors["measures"]["ndcg_5"]
    assert first["high"] < 0
    assert first["beyond_chance"]
    assert first["better"] + first["worse"] + first["same"] == anchors["queries"]
    assert found[0]["changed"][0]["query"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("now.tsv", "now.tsv"), "Name the questions: --set, or --qrels."),
        (
            ("now.toml", "now.tsv", "--qrels", "right.tsv"),
            "Name the questions: --set, or --vault and --queries.",
        ),
        (("a", "b", "--set", "golden", "--qrels", "right.tsv"), "--set has its own questions;"),
        (("none.tsv", "none.tsv", "--set", "golden"), "none.tsv: cannot be read: "),
        (("none.toml", "none.toml", "--set", "golden"), "The settings in 'none.toml' cannot be"),
        (("a", "b", "--set", "seeds"), "seeds: there is no set of questions. Make one: "),
    ],
)
def test_a_comparison_of_nothing_is_refused(arguments, message, golden):
    ran = recall("eval", "compare", *arguments)
    assert (ran.code, ran.out) == (2, "")
    assert message in ran.err


@needs_shared
@pytest.mark.slow
def test_the_table_is_that_of_the_reference_scorer_for_the_run_file(bare):
    golden = SHARED / "data" / "retrieval" / "obsidian_help"
    files = {name: str(golden / file) for name, file in (
        ("--queries", "queries.jsonl"), ("--qrels", "qrels.tsv"),
    )}  # fmt: skip
    run = str(bare / "ranking.tsv")
    both = [*(part for pair in files.items() for part in pair), "--run", run, "--min-grade", "2"]
    vault = str((SHARED / "data" / "vaults" / "obsidian-help").resolve())
    ran = recall("eval", "--vault", vault, *both)
    scorer = [sys.executable, str(SHARED / "tools" / "score.py"), *both]
    expected = subprocess.run(scorer, check=True, capture_output=True, text=True).stdout
    assert [line.split() for line in ran.out.splitlines()[1:]] == [
        line.split() for line in expected.splitlines()[1:]
    ]
