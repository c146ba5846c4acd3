"""Reading by any address: what is meant, which lines, and what is said when nothing is."""

import os

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from storehouse import Desk

from recall.errors import AmbiguousNameError, NotFoundError, RecallError, UsageError

PLAN = """\
---
aliases: [The Plan, road map]
tags: [work]
status: draft
---
# Plan

intro ^k1

## Costs

We pay 3 coins.

- a list
- of two ^list

## Costs

again, later

# Appendix

the end
"""


@pytest.fixture(scope="module")
def shelf(tmp_path_factory):
    desk = Desk(tmp_path_factory.mktemp("shelf"))
    desk.write("Work/Plan.md", PLAN)
    desk.write("a/Twin.md", "twin in a")
    desk.write("b/Twin.md", "twin in b")
    desk.write("C#.md", "# Types\n\nsharp\n\n# Loops\n\nround")
    desk.write("C.md", "plain c")
    desk.write("C#.md notes.md", "about a file")
    desk.write("Übersicht.md", "umlaut")
    desk.write("Ordner/U\u0308ber.md", "decomposed")
    desk.write("lines.md", "\n".join(f"line {number}" for number in range(1, 41)))
    desk.write("board.canvas", '{"nodes": [{"id": "1", "type": "text", "text": "card words"}]}')
    desk.write("picture.png", b"\x89PNG")
    desk.write("k3v9x2ab.md", "named like an id")
    desk.write("no heading.md", "just text")
    desk.sync()
    yield desk
    desk.close()


@pytest.mark.parametrize(
    ("address", "path"),
    [
        ("Plan", "Work/Plan.md"),
        ("plan", "Work/Plan.md"),
        ("Plan.md", "Work/Plan.md"),
        ("Work/Plan", "Work/Plan.md"),
        ("Work/Plan.md", "Work/Plan.md"),
        ("work/PLAN.md", "Work/Plan.md"),
        ("  Plan  ", "Work/Plan.md"),
        ("The Plan", "Work/Plan.md"),
        ("ROAD MAP", "Work/Plan.md"),
        ("[[Plan]]", "Work/Plan.md"),
        ("[[Work/Plan|shown]]", "Work/Plan.md"),
        ("a/Twin", "a/Twin.md"),
        ("b/Twin.md", "b/Twin.md"),
        ("C#", "C#.md"),
        ("C#.md", "C#.md"),
        ("C", "C.md"),
        ("C#.md notes", "C#.md notes.md"),
        ("übersicht", "Übersicht.md"),
        ("U\u0308bersicht", "Übersicht.md"),
        ("Über", "Ordner/U\u0308ber.md"),
        ("Ordner/Über", "Ordner/U\u0308ber.md"),
        ("ORDNER/über.md", "Ordner/U\u0308ber.md"),
        ("k3v9x2ab", "k3v9x2ab.md"),
        ("board.canvas", "board.canvas"),
        ("obsidian://open?vault=Vault&file=Work%2FPlan", "Work/Plan.md"),
        ("obsidian://open?vault=Vault&file=Plan.md", "Work/Plan.md"),
        ("obsidian://vault/Vault/Work/Plan", "Work/Plan.md"),
        ("OBSIDIAN://open?vault=Vault&file=C%23.md", "C#.md"),
    ],
)
def test_an_address_means(shelf, address, path):
    assert shelf.get(address).path == path


def test_an_id_from_a_search_is_an_address(shelf):
    for hit in shelf.search("twin").hits:
        document = shelf.get(hit.id)
        assert (document.id, document.path) == (hit.id, hit.path)
        assert shelf.get(hit.id.upper()).path == hit.path
        assert shelf.get(f"{hit.id}#L1").text.startswith("twin")


def test_every_citation_and_uri_of_a_search_can_be_read(shelf):
    for hit in shelf.search("twin OR coins OR sharp OR end OR card").hits:
        document = shelf.get(hit.citation)
        assert (document.path, document.first_line, document.last_line) == (
            hit.path, hit.first_line, hit.last_line,
        )  # fmt: skip
        assert document.text == hit.text.rstrip("\n")
        assert shelf.get(hit.uri).path == hit.path
    paths = {hit.path for hit in shelf.search("coins").hits}
    assert paths == {"Work/Plan.md"}


def test_the_address_of_the_folder_of_a_vault_is_a_path_too(shelf):
    assert shelf.get(f"obsidian://open?path={shelf.root}/Work/Plan.md").path == "Work/Plan.md"
    assert shelf.get(f"obsidian://{shelf.root}/C.md").path == "C.md"


@pytest.mark.parametrize(
    ("address", "lines", "text"),
    [
        ("Plan#Appendix", (21, 23), "# Appendix\n\nthe end"),
        ("Plan#costs", (10, 16), "## Costs\n\nWe pay 3 coins.\n\n- a list\n- of two ^list"),
        ("Plan#Plan#Costs", (10, 16), "## Costs\n\nWe pay 3 coins.\n\n- a list\n- of two ^list"),
        ("[[Plan#Appendix|x]]", (21, 23), "# Appendix\n\nthe end"),
        ("The Plan#Appendix", (21, 23), "# Appendix\n\nthe end"),
        ("Plan#^k1", (8, 8), "intro ^k1"),
        ("Plan#^LIST", (15, 15), "- of two ^list"),
        ("C##Loops", (5, 7), "# Loops\n\nround"),
        ("C#.md#Loops", (5, 7), "# Loops\n\nround"),
        ("C#.md#L1-L3", (1, 3), "# Types\n\nsharp"),
        ("lines#L10", (10, 10), "line 10"),
        ("lines.md#L10-L12", (10, 12), "line 10\nline 11\nline 12"),
        ("lines#L10-12", (10, 12), "line 10\nline 11\nline 12"),
        ("lines#l39-", (39, 40), "line 39\nline 40"),
        ("lines#L39-L99", (39, 40), "line 39\nline 40"),
        ("obsidian://open?vault=Vault&file=Plan%23Appendix", (21, 23), "# Appendix\n\nthe end"),
        ("obsidian://open?vault=Vault&file=Plan%23%5Ek1", (8, 8), "intro ^k1"),
    ],
)
def test_a_part_is_read(shelf, address, lines, text):
    document = shelf.get(address)
    assert ((document.first_line, document.last_line), document.text) == (lines, text)


def test_a_document_tells_all_about_its_item(shelf):
    document = shelf.get("Plan#Costs")
    assert document.aliases == ("The Plan", "road map")
    assert document.tags == ("work",)
    assert document.properties["status"] == "draft"
    assert (document.status, document.kind, document.source) == ("draft", "note", "vault")
    assert document.outline == (
        (1, "Plan", 6),
        (2, "Costs", 10),
        (2, "Costs", 17),
        (1, "Appendix", 21),
    )
    assert document.citation == "Work/Plan.md#L10-L16"
    assert document.uri == "obsidian://open?vault=Vault&file=Work%2FPlan%23Costs"
    assert not document.stale
    assert shelf.get("board.canvas").text == "card words"


# --- what is not there --------------------------------------------------------------------------


def test_an_unknown_name_suggests_names_that_come_close(shelf):
    with pytest.raises(
        NotFoundError, match=r"No note or id 'Plam'. Did you mean 'Plan'\?"
    ) as caught:
        shelf.get("Plam#Costs")
    assert caught.value.exit_code == 1
    with pytest.raises(NotFoundError, match="'zzzzzz'") as caught:
        shelf.get("zzzzzz")
    assert caught.value.similar == ()


@pytest.mark.parametrize(
    "address",
    [
        "",
        " ",
        "#",
        "#Costs",
        "#^x",
        "[[]]",
        "obsidian://open",
        "obsidian:",
        "\ud800",
        "\0",
        "a\0b",
        "/",
        "..",
        "*",
        "%",
    ],
)
def test_an_address_of_nothing_is_a_clear_error(shelf, address):
    with pytest.raises(RecallError) as caught:
        shelf.get(address)
    assert str(caught.value).encode("utf-8", "surrogatepass")


def test_a_missing_heading_lists_the_headings(shelf):
    with pytest.raises(
        NotFoundError,
        match=r"heading in 'Work/Plan.md': 'Cost'. It has: 'Plan', 'Costs', 'Costs', 'Appendix'\.",
    ):
        shelf.get("Plan#Cost")
    with pytest.raises(
        NotFoundError, match=r"block in 'Work/Plan.md': '\^zz'. It has: 'k1', 'list'\."
    ):
        shelf.get("Plan#^zz")
    with pytest.raises(NotFoundError, match=r"heading in 'no heading.md': 'X'. It has: none\."):
        shelf.get("no heading#X")


@pytest.mark.parametrize("part", ["L41", "L41-L50", "L12-L10", "L99999999"])
def test_lines_that_are_not_there_say_how_many_there_are(shelf, part):
    with pytest.raises(UsageError, match=r"'lines\.md' has 40 lines"):
        shelf.get(f"lines#{part}")


def test_an_ambiguous_name_lists_its_paths(shelf):
    with pytest.raises(
        AmbiguousNameError, match=r"'Twin' may mean 'a/Twin.md', 'b/Twin.md'. Name one of them."
    ) as caught:
        shelf.get("Twin")
    assert caught.value.exit_code == 2
    for choice in caught.value.choices:
        assert shelf.get(choice).path == choice


def test_a_file_without_text_says_how_to_open_it(shelf):
    with pytest.raises(
        UsageError, match=r"'picture.png' is a file without text; open it with 'recall open'"
    ):
        shelf.get("picture.png")
    assert shelf.recall.uri("picture.png") == "obsidian://open?vault=Vault&file=picture.png"


# --- a disk that moves on -----------------------------------------------------------------------


def test_a_changed_file_is_read_as_it_is_and_called_stale(desk):
    desk.write("a.md", "# One\n\nold words")
    desk.sync()
    desk.write("a.md", "# One\n\nnew words\n\n# Two\n\nmore")
    document = desk.get("a")
    assert document.stale
    assert document.text.endswith("# Two\n\nmore")
    assert desk.get("a#Two").text == "# Two\n\nmore"
    desk.sync()
    assert not desk.get("a").stale


@pytest.mark.parametrize("kind", ["a.md", "a.canvas"])
def test_a_deleted_file_is_read_from_the_store_and_called_stale(desk, kind):
    desk.write(kind, '{"nodes": [{"id": "1", "type": "text", "text": "old words"}]}')
    desk.sync()
    assert not desk.get(kind).stale
    desk.delete(kind)
    assert "old words" in desk.get(kind).text
    assert desk.get(kind).stale


def test_a_changed_canvas_is_read_as_it_is(desk):
    for words in ("old", "new"):
        desk.write("a.canvas", f'{{"nodes": [{{"id": "1", "type": "text", "text": "{words}"}}]}}')
        if words == "old":
            desk.sync()
    document = desk.get("a.canvas")
    assert (document.text, document.stale) == ("new", True)


def test_a_vault_that_is_away_answers_from_the_store(desk):
    desk.write("a.md", "# One\n\nwords ^b")
    desk.sync()
    desk.root.rename(desk.folder / "unmounted")
    document = desk.get("a#One")
    assert (document.text, document.stale) == ("# One\n\nwords ^b", False)
    assert desk.get("a#^b").text == "words ^b"


def test_two_vaults_with_the_same_path_are_told_apart_by_id_or_vault(desk):
    other = Desk(desk.folder, "Other")
    for each in (desk, other):
        each.write("same.md", f"{each.name} text\n\nsecond\n\nthird")
    desk.recall.add_vault(str(other.root))
    desk.recall.sync()
    with pytest.raises(AmbiguousNameError) as caught:
        desk.get("same")
    assert sorted(desk.get(choice).collection for choice in caught.value.choices) == [
        "Other",
        "Vault",
    ]
    assert desk.get("same", vault="other").text.startswith("Other text")
    assert desk.get("same.md", vault=str(desk.root)).text.startswith("Vault text")
    assert desk.get("obsidian://open?vault=Other&file=same").collection == "Other"
    with pytest.raises(NotFoundError):
        desk.get("same", vault="third")


def test_a_cursor_leads_on_in_its_own_vault(desk):
    other = Desk(desk.folder, "Other")
    for each in (desk, other):
        each.write("same.md", f"{each.name} text\n\nsecond\n\nthird")
    desk.recall.add_vault(str(other.root))
    desk.recall.sync()
    first = desk.get("same", vault="Other", max_tokens=4)
    assert desk.get(first.cursor).collection == "Other"


def test_lines_end_with_a_line_feed_whatever_the_file_has(desk):
    desk.write("mac.md", "# Head\r\rwords\r\rmore")
    desk.write("dos.md", "# Head\r\n\r\nwords\r\n\r\nmore")
    desk.sync()
    for name in ("mac", "dos"):
        assert desk.get(name).text == "# Head\n\nwords\n\nmore"
        assert desk.get(f"{name}#L3").text == "words"


# --- budgets ------------------------------------------------------------------------------------

BLOCKS = st.sampled_from(
    [
        "word " * 9,
        "# Heading",
        "- a\n- b\n- c",
        "```\ncode\n\ncode\n```",
        "| a | b |\n| - | - |\n| 1 | 2 |",
        "短い文章です。",
        ">q\n>r",
    ]
)


@settings(max_examples=30, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    blocks=st.lists(BLOCKS, min_size=1, max_size=12),
    budget=st.integers(25, 60),
    end=st.sampled_from(["\n", "\r\n", "\r"]),
)
def test_a_chain_of_cursors_gives_the_whole_text(tmp_path_factory, blocks, budget, end):
    desk = Desk(tmp_path_factory.mktemp("chain"))
    text = "\n\n".join(blocks)
    desk.write("note.md", text.replace("\n", end))
    desk.sync()
    cursor, pieces, last = "note", [], 0
    for _ in range(200):
        document = desk.get(cursor, max_tokens=budget)
        assert document.tokens <= budget
        assert document.first_line > last
        pieces += [""] * (document.first_line - last - 1) + document.text.split("\n")
        last = document.last_line
        if document.cursor is None:
            break
        cursor = document.cursor
    desk.close()
    assert "\n".join(pieces).rstrip("\n") == text


def test_levels_show_nothing_the_beginning_and_all(shelf):
    assert shelf.get("Plan", detail="index").text == ""
    summary = shelf.get("lines", detail="summary")
    assert 0 < summary.tokens <= 80
    assert summary.cursor == f"{summary.id}#L{summary.last_line + 1}-L40"
    assert shelf.get("lines").cursor is None
    with pytest.raises(UsageError, match="max_tokens is 0"):
        shelf.get("lines", max_tokens=0)


def test_reading_opens_only_the_file_it_reads(shelf, monkeypatch):
    from vault_sync.vault import Vault

    monkeypatch.setattr(Vault, "census", lambda self: pytest.fail("a walk"))
    before = os.stat(shelf.store).st_mtime_ns
    assert shelf.get("Plan").text.startswith("---")
    assert os.stat(shelf.store).st_mtime_ns == before


@pytest.mark.parametrize(
    "address", ["Work/Plan.md", "./Work/Plan.md#Costs", "Plan.md", "../Work/Plan.md"]
)
def test_a_path_from_the_current_folder_is_read(shelf, address, monkeypatch):
    monkeypatch.chdir(shelf.root / "a")
    for place in (address, str(shelf.root / "Work" / "Plan.md"), "![[Plan]]", "![[Plan#Costs|x]]"):
        assert shelf.get(place).path == "Work/Plan.md"
    monkeypatch.chdir(shelf.folder)
    assert shelf.get(f"{shelf.name}/Work/Plan.md#Appendix").text == "# Appendix\n\nthe end"
    with pytest.raises(NotFoundError):
        shelf.get(f"{shelf.name}/../Plan.md")


@pytest.mark.parametrize("part", ["L0", "L0-L3", "L000"])
def test_lines_count_from_one(shelf, part):
    with pytest.raises(UsageError, match="is not among them"):
        shelf.get(f"lines.md#{part}")


def test_a_base_that_was_found_can_be_read(desk):
    desk.write("Reading.base", "views:\n  - type: table\n")
    desk.sync()
    hit = desk.hit("reading")
    for address in (hit.id, hit.citation, "Reading.base"):
        found = desk.get(address)
        assert (found.path, found.file_state) == ("Reading.base", "as indexed")
    assert desk.get("Reading.base").text == "views:\n  - type: table"


def test_an_address_of_a_vault_that_is_not_there_names_the_vault(shelf):
    with pytest.raises(
        NotFoundError, match=r"^No vault 'Vaul'. Did you mean 'Vault'\? Known: 'Vault'.$"
    ):
        shelf.get("obsidian://open?vault=Vaul&file=Plan")


@pytest.mark.parametrize("name", ["", " ", "a/b", "a\\b"])
def test_a_name_of_a_vault_is_no_path(desk, name):
    with pytest.raises(UsageError, match="The name "):
        desk.recall.add_vault(desk.root, name)
