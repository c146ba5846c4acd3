"""The command as a process: pipes, signals, terminals, locales, and what it loads."""

import os
import re
import signal
import subprocess
import sys
import time

import pytest

RECALL = (sys.executable, "-m", "recall")
BOUND_SECONDS = 30

HEAVY = {
    "asyncio", "dataclasses", "frontmatter", "hashlib", "json", "logging", "markdown_it", "mcp",
    "networkx", "numpy", "pathlib", "platformdirs", "rich", "subprocess", "tempfile", "yaml",
}  # fmt: skip


def start(*arguments, **options):
    return subprocess.Popen(
        [*RECALL, *arguments],
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, **options,
    )  # fmt: skip


def finish(*arguments, **options):
    process = start(*arguments, **options)
    out, err = process.communicate(timeout=BOUND_SECONDS)
    return process.returncode, out, err


def shell(script):
    command = " ".join(RECALL)
    return subprocess.run(
        ["bash", "-c", script.replace("RECALL", command)],
        capture_output=True, timeout=BOUND_SECONDS, check=False,
    )  # fmt: skip


# --- pipes ------------------------------------------------------------------------------------


@pytest.mark.parametrize("options", ["", "--detail full", "--json", "--paths", "-0"])
def test_a_reader_that_stops_early_is_no_failure(store, options):
    ran = shell(f"set -o pipefail; RECALL search the --limit 60 {options} 2>/dev/null | head -c 9")
    assert (ran.returncode, ran.stderr) == (0, b"")
    assert len(ran.stdout) == 9


def test_a_reader_that_is_gone_before_the_answer_hears_no_complaint(store):
    reading, writing = os.pipe()
    os.close(reading)
    process = subprocess.run(
        [*RECALL, "search", "the", "--detail", "full"],
        stdout=writing, stderr=subprocess.PIPE, timeout=BOUND_SECONDS, check=False,
    )  # fmt: skip
    os.close(writing)
    assert (process.returncode, process.stderr) == (0, b"")


def test_a_closed_stdout_ends_quietly(store):
    ran = shell("RECALL search bundles >&-")
    assert b"Traceback" not in ran.stderr
    assert ran.returncode == 0


def test_a_closed_stderr_takes_the_talk_and_leaves_the_data(store):
    ran = shell("RECALL search couchbd --limit 1 2>&-")
    assert ran.returncode == 0
    assert ran.stdout.count(b"\n") > 1


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs /dev/full")
def test_a_full_disk_under_the_output_is_said(store):
    ran = shell("RECALL search bundles > /dev/full")
    assert ran.returncode == 3
    assert ran.stderr.startswith(b"recall: Cannot write the output: No space left on device.")
    assert b"Exception ignored" not in ran.stderr


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs /dev/full")
@pytest.mark.parametrize(
    "words", ["--help", "--version", "", "search --help", "vault", "guide", "completion bash"]
)
def test_a_full_disk_under_the_help_is_no_bug(bare, words):
    ran = shell(f"RECALL {words} > /dev/full")
    assert ran.returncode == 3
    assert ran.stderr == b"recall: Cannot write the output: No space left on device.\n"


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs /dev/full")
@pytest.mark.parametrize(("words", "code"), [("zzz", 2), ("search", 2), ("get nothing-like-it", 1)])
def test_a_full_disk_under_the_talk_changes_no_exit_code(store, words, code):
    assert shell(f"RECALL {words} 2> /dev/full").returncode == code


# --- signals ----------------------------------------------------------------------------------


@pytest.mark.slow
def test_ctrl_c_in_a_sync_leaves_a_store_that_works(bare, vault):
    for number in range(4_000):
        (vault / f"Note {number}.md").write_text(
            f"# Note {number}\n\nAbout kelp number {number}.\n"
        )
    assert finish("vault", "add", str(vault), "--no-sync")[0] == 0
    process = start("sync")
    lock = bare / "recall.db.sync-lock"
    deadline = time.monotonic() + BOUND_SECONDS
    while not lock.exists() and time.monotonic() < deadline:
        time.sleep(0.005)
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=BOUND_SECONDS)
    assert process.returncode == 130
    assert b"Traceback" not in err
    assert b"Interrupted" in err
    assert finish("sync")[0] == 0
    assert finish("search", "kelp", "3999", "--limit", "1")[0] == 0


# --- terminals and locales --------------------------------------------------------------------


def on_terminal(*arguments, columns="80", **environment):
    """What a terminal shows that stdout and stderr of the command are."""
    import pty

    leader, follower = pty.openpty()
    process = subprocess.Popen(
        [*RECALL, *arguments],
        stdin=follower, stdout=follower, stderr=follower,
        env={**os.environ, "COLUMNS": columns, "TERM": "xterm-256color", **environment},
    )  # fmt: skip
    os.close(follower)
    shown = b""
    while True:
        try:
            part = os.read(leader, 65_536)
        except OSError:  # how Linux says that nobody holds the other end
            break
        if not part:
            break
        shown += part
    os.close(leader)
    return process.wait(timeout=BOUND_SECONDS), shown.decode()


def test_a_terminal_gets_colour_and_lines_that_fit(store):
    code, shown = on_terminal("search", "yellow bean", "--limit", "2")
    assert code == 0
    assert "\x1b[" in shown
    plain = re.sub("\x1b\\[[0-9;]*m", "", shown)
    assert max(map(len, plain.splitlines())) <= 80


@pytest.mark.parametrize(
    ("arguments", "environment"),
    [((), {"NO_COLOR": "1"}), (("--no-color",), {}), ((), {"TERM": "dumb"})],
)
def test_a_terminal_without_colour_gets_none(store, arguments, environment):
    _, shown = on_terminal("search", "yellow bean", "--limit", "2", *arguments, **environment)
    assert "\x1b" not in shown


def test_a_path_cannot_command_the_terminal_and_is_raw_in_a_pipe(bare, vault):
    name = "Kelp \x1b]0;owned\x07\n.md"
    (vault / name).write_text("kelpie")
    assert finish("vault", "add", str(vault))[0] == 0
    _, shown = on_terminal("search", "kelpie", "--paths")
    assert shown == "Kelp ␛]0;owned␇␊.md\r\n"
    assert finish("search", "kelpie", "--paths")[1] == f"{name}\n".encode()
    _, shown = on_terminal("search", "kelpie", "-0")
    assert "\x1b" in shown


def test_colour_that_is_asked_for_reaches_a_pipe(store):
    code, out, _ = finish("--color", "search", "yellow bean")
    assert code == 0
    assert b"\x1b[" in out


def test_no_terminal_gets_no_colour_and_no_progress(store, vault):
    code, out, err = finish("search", "yellow bean", "--vault", str(vault))
    assert code == 0
    assert b"\x1b" not in out + err
    assert b"\r" not in out + err


@pytest.mark.parametrize("columns", ["1", "20", "nonsense", "0"])
def test_a_narrow_terminal_breaks_nothing(store, columns):
    for arguments in (("search", "yellow bean", "--explain"), ("search", "--help"), ()):
        code, shown = on_terminal(*arguments, columns=columns)
        assert code == 0, shown


@pytest.mark.parametrize(
    "environment",
    [{"LC_ALL": "C"}, {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
     {"PYTHONIOENCODING": "latin-1"}],
    ids=["c", "ascii", "latin-1"],
)  # fmt: skip
def test_output_is_utf_8_in_every_locale(store, environment):
    code, out, _ = finish("search", "kyoto OR 京都", env={**os.environ, **environment})
    assert code == 0
    assert "京都の種の図書室" in out.decode("utf-8")


def test_bytes_that_are_no_text_are_a_query(store):
    code, _, err = finish("search", b"caf\xe9 bundles", b"\xff")
    assert code in (0, 1)
    assert b"Traceback" not in err


@pytest.mark.skipif(sys.platform == "darwin", reason="the disk refuses such a name")
def test_a_name_that_is_no_utf_8_is_printed_as_the_disk_spells_it(store, vault):
    name = b"caf\xe9 roll.md"
    with open(os.path.join(os.fsencode(vault), name), "w", encoding="utf-8") as file:
        file.write("# Roll\n\nZimtschnecke.\n")
    code, out, _ = finish("search", "Zimtschnecke", "-0", "--vault", str(vault))
    assert (code, out) == (0, name + b"\0")
    for options in ([], ["--json"], ["--detail", "full"]):
        code, out, _ = finish("search", "Zimtschnecke", *options, "--vault", str(vault))
        assert code == 0
        assert out.decode("utf-8")


# --- completion -------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["bash", "zsh", "fish"])
def test_a_completion_script_calls_recall_back(name, bare):
    code, out, err = finish("completion", name)
    assert (code, err) == (0, b"")
    assert b"_RECALL_COMPLETE=" in out


def completed(line):
    words = line.split(" ")
    environment = {
        **os.environ, "_RECALL_COMPLETE": "bash_complete", "COMP_WORDS": line,
        "COMP_CWORD": str(len(words) - 1),
    }  # fmt: skip
    out = finish(env=environment)[1].decode()
    return [each.partition(",")[2] for each in out.splitlines()]


@pytest.mark.parametrize(
    ("line", "choice"),
    [
        ("recall s", "search"),
        ("recall vault st", "status"),
        ("recall search x --vault S", "Seeds"),
        ("recall search x --det", "--detail"),
        ("recall search x --detail s", "summary"),
        ("recall sync S", "Seeds"),
        ("recall vault remove S", "Seeds"),
        ("recall vault add v", "vault"),
        ("recall guide cur", "currency"),
        ("recall completion z", "zsh"),
    ],
)
def test_a_shell_completes(store, obsidian, line, choice):
    assert choice in completed(line)


def test_a_shell_completes_without_a_store(bare):
    assert completed("recall search x --vault S") == ["S"]  # the shell then looks for folders


# --- start-up ---------------------------------------------------------------------------------


def loaded(*arguments):
    """Modules in the process after a command, those of a bare click and apsw left out."""
    code = (
        "import sys, apsw, click; before = set(sys.modules)\n"
        "from recall.cli.door import run\n"
        f"assert run({list(arguments)!r}) == 0\n"
        "print(*sorted(set(sys.modules) - before), file=sys.stderr)"
    )
    ran = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=BOUND_SECONDS,
        check=True,
    )  # fmt: skip
    return set(ran.stderr.splitlines()[-1].split())


def test_a_search_loads_nothing_heavy(store):
    assert loaded("search", "tablet bundles tag:decision") & HEAVY == set()


def test_a_search_loads_nothing_of_what_it_does_not_do(store):
    others = (
        "recall.memory", "recall.vault_api", "recall.document", "recall.store.memories",
        "recall.graph", "recall.relations", "recall.store.graph_rows", "recall.store.user_links",
        "recall.disclosure.graph",
    )  # fmt: skip
    found = loaded("search", "tablet bundles")
    assert not [name for name in found if name.startswith(others)]


def test_help_loads_no_command(store):
    found = loaded("--help")
    assert "recall.api" not in found
    assert not {"recall.cli.search", "recall.cli.vault", "recall.cli.sync"} & found


def test_the_module_runs_as_the_command_does(store):
    code, out, _ = finish("--version")
    assert (code, out.split()[0]) == (0, b"recall")
