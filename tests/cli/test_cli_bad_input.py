"""Bad input and bad stores get a clear sentence and the right exit code, and nothing is lost."""

import os
import shutil
from contextlib import contextmanager

import apsw
import pytest
from commandline import recall

SEARCH = ("search", "bundles", "--detail", "index", "--limit", "1")


def sentence(ran):
    """What was said, once it is known to be one sentence and no traceback."""
    assert ran.err.startswith("recall: ")
    assert ran.err.count("\n") == 1
    assert "Traceback" not in ran.err
    return ran.err.removeprefix("recall: ").rstrip()


@contextmanager
def forbidden(path, mode=0):
    """A file or folder without permission; skips where the user may do everything."""
    before = path.stat().st_mode
    path.chmod(mode)
    try:
        if os.access(path, os.W_OK):
            pytest.skip("root may do everything")
        yield
    finally:
        path.chmod(before)


# --- vaults -----------------------------------------------------------------------------------


@pytest.mark.parametrize("command", [("vault", "add"), (*SEARCH, "--vault")])
def test_a_folder_that_is_not_there(store, command):
    ran = recall(*command, "./nowhere")
    assert ran.code == (3 if command[0] == "vault" else 2)
    assert "nowhere" in sentence(ran)
    assert not os.path.exists("nowhere")


@pytest.mark.parametrize("command", [("vault", "add"), (*SEARCH, "--vault")])
def test_a_file_is_no_vault(store, command):
    ran = recall(*command, "fixtures/vault/Home.md")
    assert (ran.code, ran.out) == (3, "")
    assert "it is a file, not a folder" in sentence(ran)


@pytest.mark.parametrize(
    "command",
    [("search", "x", "--vault"), ("get", "Home", "--vault"), ("open", "Home", "--print", "--vault"),
     ("sync",), ("sync", "Seeds"), ("vault", "status"), ("vault", "remove", "--yes"),
     ("vault", "remove", "--dry-run"), ("vault", "add")],
)  # fmt: skip
@pytest.mark.parametrize("name", ["Nobody", ""])
def test_a_vault_that_nobody_added_is_no_empty_answer(store, vault, command, name, monkeypatch):
    monkeypatch.chdir(vault)  # where an empty path would lead
    ran = recall(*command, name)
    assert (ran.code, ran.out) == (2, "")
    assert "vault" in ran.err


def test_two_vaults_cannot_be_asked_for(store):
    ran = recall(*SEARCH, "--vault", "Seeds", "--vault", "fixtures/vault")
    assert (ran.code, ran.out) == (2, "")
    assert "--vault names one vault, not 2." in ran.err


def test_the_store_stays_out_of_the_vault(bare, vault):
    for inside in (vault / "recall.db", vault / "Decisions" / "r.db", vault / ".obsidian" / "r.db"):
        ran = recall("--store", str(inside), "vault", "add", str(vault))
        assert (ran.code, ran.out) == (2, "")
        assert "lies in the vault" in sentence(ran)
        assert not inside.exists()
    hidden = vault / ".local" / "share" / "recall.db"  # as in a home that is a vault as a whole
    assert recall("--store", str(hidden), "vault", "add", str(vault)).code == 0


def test_the_cache_stays_out_of_the_vault(bare, vault, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(vault / "cache"))
    ran = recall("search", "bundles", "--vault", str(vault))
    assert ran.code == 2
    assert "Put your cache folder elsewhere" in sentence(ran)
    assert not (vault / "cache").exists()


def test_a_folder_without_permission(store, vault):
    with forbidden(vault):
        ran = recall("vault", "add", str(vault))
    assert ran.code == 3
    assert "permission" in sentence(ran).lower()


def test_an_empty_folder_is_an_empty_vault(bare):
    (bare / "empty").mkdir()
    assert recall("vault", "add", str(bare / "empty")).code == 0
    assert recall("search", "anything").code == 1


def test_a_vault_that_is_away_loses_nothing(bare, vault):
    assert recall("vault", "add", str(vault), "--name", "Away").code == 0
    vault.rename(bare / "unmounted")
    ran = recall("sync")
    assert ran.code == 3
    assert str(vault) in sentence(ran)
    assert recall(*SEARCH).code == 0
    assert recall("get", "Glossary").code == 0
    state = recall("vault", "status")
    assert state.code == 1
    assert "away" in state.out
    (bare / "unmounted").rename(vault)
    assert recall("sync").code == 0


def test_one_vault_that_is_away_does_not_keep_the_others_from_syncing(store, vault):
    assert recall("vault", "add", str(vault), "--name", "Away").code == 0
    shutil.rmtree(vault)
    ran = recall("sync")
    assert ran.code == 1
    assert "Away: away, nothing was changed." in ran.out
    assert "Seeds: nothing changed" in ran.out


def test_a_note_that_cannot_be_read_is_named(store, vault):
    with forbidden(vault / "Glossary.md"):
        ran = recall("vault", "add", str(vault), "--name", "Partly")
    assert ran.code == 1
    assert "Glossary.md: Cannot be read: Permission denied." in ran.out


def test_the_first_twenty_findings_are_shown_and_the_way_to_the_others(store, vault):
    for number in range(25):
        (vault / f"Odd {number:02}.md").write_text("---\ntags: [a\n---\n# Odd\n")
    ran = recall("vault", "add", str(vault), "--name", "Odd ones")
    assert ran.code == 0  # they were read
    assert "25 findings in Odd ones:" in ran.out
    assert ran.out.count("\n  Odd ") == 20
    assert "and 5 more: recall vault status 'Odd ones'" in ran.out
    assert recall("vault", "status", "Odd ones").out.count("\n  Odd ") == 25


def test_two_vaults_cannot_have_one_name(store, vault):
    ran = recall("vault", "add", str(vault), "--name", "seeds")
    assert ran.code == 2
    assert "is taken by" in sentence(ran)


HARMFUL = "\x1b]0;owned\x07\u202e\x9b2J"


@pytest.mark.parametrize(
    "command",
    [("sync", HARMFUL), ("vault", "status", HARMFUL), ("vault", "add", HARMFUL), ("get", HARMFUL),
     ("get", f"Home#{HARMFUL}"), ("search", "x", "--vault", HARMFUL), (HARMFUL,), ("guide", HARMFUL),
     ("search", "x", "--limit", HARMFUL), ("search", "x", f"--limti{HARMFUL}"), ("sync", "nowhere"),
     ("search", "x", "--cursor", HARMFUL), ("search", f"--{HARMFUL}"), ("vault", "list")],
)  # fmt: skip
def test_nothing_that_is_said_can_command_a_terminal(store, vault, command):
    assert recall("vault", "add", str(vault), "--name", f"Evil{HARMFUL}", "--no-sync").code == 0
    ran = recall(*command)
    for sign in HARMFUL:
        assert sign in "]0;owned2J" or sign not in ran.out + ran.err


def test_the_reason_of_an_error_stays_on_its_line(store, monkeypatch):
    from recall.errors import VaultUnavailableError

    def broken(*arguments, **options):
        raise VaultUnavailableError("Away", "it said\nrecall: all is well\x1b[2J")

    monkeypatch.setattr("recall.api.Recall.search", broken)
    assert sentence(recall(*SEARCH)).endswith("it said recall: all is well␛[2J")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--half-life", "nan"), "'--half-life': 'nan' is not a valid number."),
        (("--half-life", "-inf"), "'--half-life': -inf is not in the range"),
        (("--min-score", "nan"), "'--min-score': 'nan' is not a valid number."),
        (("--limit", "abc"), "'--limit' / '-n': 'abc' is not a valid whole number."),
        (("--max-tokens", "1.5"), "'--max-tokens': '1.5' is not a valid whole number."),
        (("--as-of", "9999"), "'--as-of': '9999' is no date of the years 1 to 9998."),
    ],
)
def test_a_value_that_cannot_be_read_is_said_with_the_name_of_its_option(store, options, message):
    ran = recall(*SEARCH, *options)
    assert (ran.code, ran.out) == (2, "")
    assert message in ran.err


@pytest.mark.parametrize("address", ["Home#zzz", "Home#^zzz", "Home#L9999", "Home#L999999999999"])
def test_a_part_that_is_not_there_is_not_opened(store, address):
    for command in (("get",), ("open", "--print")):
        ran = recall(*command, address)
        assert (ran.code in (1, 2), ran.out) == (True, "")
        assert address.partition("#")[2] in sentence(ran)


def test_a_line_far_beyond_the_end_is_no_heading(store):
    assert "'Home.md' has 32 lines; 'L999999999999'" in sentence(
        recall("get", "Home#L999999999999")
    )


@pytest.mark.parametrize("address", ["./Home.md", "/Home.md", "./Home", "/Home#Map", ".//Home.md"])
def test_a_path_may_begin_at_the_vault(store, address):
    ran = recall("get", address)
    assert ran.code == 0
    assert "Home.md#L" in ran.out.partition("\n")[0]


# --- queries ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "words",
    ["", " ", "\t\n", "...", "?!", '"', '""', "'", "-", "--", "()", "AND", "OR NOT", "NEAR(a b)", "*",
     "a*b*", "{title}: x", "^x", "“”", "tag:", "[", "[]", "[:]", "before:", "\x00", "\ud800", "x\udcff"],
)  # fmt: skip
def test_any_text_is_a_query(store, words):
    ran = recall("search", "--", words)
    assert ran.code in (0, 1)
    assert "Traceback" not in ran.err
    assert "recall: " not in ran.err


@pytest.mark.parametrize("words", ["", "...", "?!"])
def test_a_query_without_a_word_finds_nothing_and_says_so(store, words):
    ran = recall("search", words)
    assert (ran.code, ran.out) == (1, "")
    assert ran.err == "There is nothing to look for: the query has no word.\n"


def test_ten_thousand_words_are_a_query(store):
    ran = recall("search", *(f"word{number}" for number in range(9_999)), "bundles")
    assert ran.code in (0, 1)
    assert "first 64" in ran.err


def test_a_hundred_thousand_characters_in_one_word(store):
    assert recall("search", "x" * 100_000).code == 1


# --- stores -----------------------------------------------------------------------------------


@pytest.mark.parametrize("command", [SEARCH, ("vault", "add", "fixtures/vault"), ("sync",)])
@pytest.mark.parametrize("way", ["option", "variable", "cache"])
def test_a_store_whose_name_is_no_utf_8(bare, command, way, monkeypatch):
    name = str(bare / "\udcfe" / "recall.db")
    if way == "cache":
        monkeypatch.setenv("XDG_CACHE_HOME", name)
        command = (*SEARCH, "--vault", "fixtures/vault")
    if way == "variable":
        monkeypatch.setenv("RECALL_STORE", name)
    ran = recall(*(("--store", name) if way == "option" else ()), *command)
    assert (ran.code, ran.out) == (3, "")
    assert sentence(ran).startswith("The store '")


def test_a_store_may_be_named_from_the_home_folder(store, bare, monkeypatch):
    monkeypatch.setenv("HOME", str(bare))
    assert recall("--store", "~/recall.db", *SEARCH).code == 0
    assert recall("--store=~/recall.db", "sync").code == 0
    monkeypatch.setenv("RECALL_STORE", "~/recall.db")
    assert recall(*SEARCH).code == 0
    assert recall("sync").code == 0
    assert not os.path.exists("~")


def test_an_empty_name_of_a_store_is_not_the_users_own(store):
    assert recall("--store", "", *SEARCH).code == 2


def test_no_store_says_how_to_get_one(bare):
    ran = recall(*SEARCH)
    assert ran.code == 3
    assert "recall vault add PATH" in sentence(ran)
    assert not (bare / "recall.db").exists()


@pytest.mark.slow
def test_a_locked_store_is_to_be_tried_again(store):
    other = apsw.Connection(str(store))
    other.pragma("journal_mode", "delete")
    other.execute("begin exclusive")
    ran = recall(*SEARCH)
    assert ran.code == 75
    assert "Try again" in sentence(ran)
    other.execute("rollback")
    other.close()
    assert recall(*SEARCH).code == 0


@pytest.mark.slow
def test_a_sync_waits_for_another_writer_and_then_gives_up(store):
    other = apsw.Connection(str(store))
    other.execute("begin immediate")
    try:
        ran = recall("vault", "remove", "Seeds", "--yes")
        assert ran.code == 75
        assert "Try again" in sentence(ran)
        assert recall(*SEARCH).code == 0  # readers do not wait for writers
    finally:
        other.close()
    assert recall("vault", "list").out.startswith("Seeds")


def test_a_damaged_store(store):
    data = bytearray(store.read_bytes())
    data[4096 : len(data)] = b"\xa5" * (len(data) - 4096)
    store.write_bytes(data)
    ran = recall(*SEARCH)
    assert ran.code == 3
    assert "is damaged" in sentence(ran)


@pytest.mark.parametrize(
    "content", [b"Dear diary,\n" * 500, b"\x00" * 8192, b"SQLite format 3\x00"]
)
def test_a_file_that_is_no_store_is_left_as_it_is(store, content):
    store.write_bytes(content)
    for command in (SEARCH, ("vault", "add", "fixtures/vault"), ("sync",)):
        ran = recall(*command)
        assert ran.code == 3, command
        assert str(store) in sentence(ran)
    assert store.read_bytes() == content


def test_a_database_of_another_program_is_left_as_it_is(store):
    store.unlink()
    other = apsw.Connection(str(store))
    other.execute("create table bookmarks (url)")
    other.close()
    before = store.read_bytes()
    for command in (SEARCH, ("vault", "add", "fixtures/vault")):
        ran = recall(*command)
        assert ran.code == 3
        assert "another program" in sentence(ran)
    assert store.read_bytes() == before


def test_a_store_of_a_newer_version(store):
    other = apsw.Connection(str(store))
    other.pragma("user_version", 99_999)
    other.close()
    for command in (SEARCH, ("sync",)):
        ran = recall(*command)
        assert ran.code == 3
        assert "newer version" in sentence(ran)


def test_a_folder_is_no_store(bare):
    (bare / "recall.db").mkdir()
    for command in (SEARCH, ("vault", "add", "fixtures/vault")):
        ran = recall(*command)
        assert ran.code == 3
        assert "recall.db" in sentence(ran)


def test_a_file_where_the_stores_folder_should_be(bare, monkeypatch):
    (bare / "taken").write_text("")
    ran = recall("--store", str(bare / "taken" / "recall.db"), "vault", "add", "fixtures/vault")
    assert ran.code == 3
    assert "taken" in sentence(ran)


def test_a_store_that_may_only_be_read_answers_and_says_what_it_cannot(store):
    other = apsw.Connection(str(store))
    other.pragma("journal_mode", "delete")
    other.close()
    with forbidden(store, 0o400):
        assert recall(*SEARCH).code == 0
        ran = recall("vault", "remove", "Seeds", "--yes")
    assert ran.code == 3
    assert "no permission" in sentence(ran)


def test_an_empty_file_is_a_store_to_be(store):
    store.write_bytes(b"")
    assert recall("vault", "add", "fixtures/vault").code == 0
    assert recall(*SEARCH).code == 0


# --- the shared options and the net -----------------------------------------------------------


@pytest.mark.parametrize("place", [0, 1, 2])
def test_the_store_may_be_named_anywhere(store, bare, place):
    shutil.move(store, bare / "other.db")
    words = list(SEARCH)
    words[place:place] = ["--store", str(bare / "other.db")]
    assert recall(*words).code == 0


def test_a_search_writes_nothing(store):
    before = store.read_bytes()
    assert recall(*SEARCH, "--explain").code == 0
    assert recall("get", "Glossary").code == 0
    assert store.read_bytes() == before
    log = store.with_name("recall.db-wal")
    assert not log.exists() or log.stat().st_size == 0


def test_a_bug_is_one_line_and_how_to_report_it(store, monkeypatch):
    def broken(*arguments, **options):
        raise ZeroDivisionError("by nought")

    monkeypatch.setattr("recall.api.Recall.search", broken)
    ran = recall(*SEARCH)
    assert ran.code == 70
    said = sentence(ran)
    assert "ZeroDivisionError: by nought" in said
    assert "RECALL_DEBUG=1" in said
    monkeypatch.setenv("RECALL_DEBUG", "1")
    assert "Traceback" in recall(*SEARCH).err


def test_the_arithmetic_of_an_explanation_ends_with_the_score(store):
    ran = recall("search", "yellow bean", "--explain", "--limit", "5")
    assert ran.code == 0
    shown, ends = [], []
    for line in ran.out.splitlines():
        if line and not line.startswith(" "):
            shown.append(float(line.split()[1]))
        if line.endswith(" score"):
            ends.append(float(line.split()[1]))
    assert len(shown) == len(ends) > 1
    assert all(abs(score - end) < 0.006 for score, end in zip(shown, ends, strict=True))
    assert "not accounted for" not in ran.out


@pytest.mark.parametrize("options", [(), ("--json",), ("--explain",), ("--detail", "full")])
@pytest.mark.parametrize("budget", [1, 40, 150, 700])
def test_a_budget_is_kept(store, budget, options):
    from recall.disclosure.tokens import estimate

    ran = recall("search", "bundles", "--max-tokens", str(budget), *options)
    frame = 130 if "--json" in options else 0  # what an object without a hit costs
    assert estimate(ran.out.rstrip("\n")) <= max(budget, frame)


def test_a_cursor_leads_through_all_hits_once(store):
    seen, cursor = [], ()
    while True:
        ran = recall("search", "bundles", "--limit", "4", "--paths", *cursor)
        assert ran.code == 0
        seen += ran.out.splitlines()
        _, _, rest = ran.err.partition("--cursor ")
        if not rest:
            break
        cursor = ("--cursor", rest.strip())
    every = recall("search", "bundles", "--limit", "1000", "--paths").out.splitlines()
    assert seen == every


def test_a_budget_that_nothing_fits_into_says_what_would_do(store):
    ran = recall("search", "bundles", "--max-tokens", "20")
    assert (ran.code, ran.out) == (0, "")
    assert ran.err.startswith("Nothing fits into 20 tokens; the first hit needs ")
    assert "--cursor" not in ran.err
    needed = ran.err.split()[-1].rstrip(".")
    assert recall("search", "bundles", "--max-tokens", needed).out.count("\n") == 1


@pytest.mark.parametrize("budget", [5, 30, 100])
def test_the_budget_of_get_counts_the_text(store, budget):
    from recall.disclosure.tokens import estimate

    ran = recall("get", "Glossary", "--max-tokens", str(budget))
    assert 0 < estimate(ran.out.partition("\n\n")[2].rstrip("\n")) <= budget


def test_an_outline_has_no_text_to_cut(store):
    ran = recall("get", "Glossary", "--outline", "--max-tokens", "50")
    assert (ran.code, ran.out) == (2, "")
    assert "--max-tokens is about the text" in ran.err
    assert '"text": ""' in recall("get", "Glossary", "--outline", "--json").out


@pytest.mark.parametrize("tag", ["decision", "#decision", "#Decision/"])
def test_a_tag_may_be_written_with_its_sign(store, tag):
    same = recall("search", "tag:decision", "--paths").out
    assert recall("search", "--tag", tag, "--paths").out == same != ""


def test_a_file_that_is_gone_or_away_is_said(bare, vault):
    import json

    def state():
        return json.loads(recall("get", "Glossary", "--json").out)["file_state"]

    assert recall("vault", "add", str(vault)).code == 0
    assert (state(), recall("get", "Glossary").err) == ("as indexed", "")
    (vault / "Glossary.md").rename(vault / "Glossary.txt")
    assert state() == "gone"
    ran = recall("get", "Glossary")
    assert ran.err.startswith("The file is no longer there; this is what was indexed.")
    assert "Yellow bean" in ran.out
    vault.rename(bare / "unmounted")
    assert state() == "away"
    assert recall("get", "Glossary").err.startswith("The file or its vault cannot be read")
