"""What a sync does and says: additions, changes, moves, deletions, links that follow."""

import os
import random
import unicodedata

import pytest
from storehouse import Desk, check, dump

from recall.api import Recall
from recall.errors import NotFoundError, UsageError
from recall.sources import changed_files, waves


def counts(report):
    return (report.added, report.changed, report.moved, report.removed, report.unchanged)


def edges_of(desk):
    """(source, target or None, linkpath) of every link in the store."""
    desk.close()
    return sorted(((row[0], row[1], row[5]) for row in dump(desk.store)["edges"]), key=repr)


# --- the report ---------------------------------------------------------------------------------


def test_every_sort_of_change_is_counted(desk):
    for name in ("same", "edited", "moved", "deleted", "Renamed"):
        desk.write(f"{name}.md", f"text of {name}")
    assert counts(desk.sync()) == (5, 0, 0, 0, 0)
    desk.write("edited.md", "other text")
    desk.write("new.md", "fresh")
    desk.move("moved.md", "folder/moved.md")
    desk.move("Renamed.md", "renamed.md")
    desk.delete("deleted.md")
    report = desk.sync()
    assert counts(report) == (1, 1, 2, 1, 1)
    assert (report.collection, report.root, report.available, report.findings) == (
        "Vault", str(desk.root), True, (),
    )  # fmt: skip
    assert report.seconds > 0
    assert counts(desk.sync()) == (0, 0, 0, 0, 5)


def test_a_moved_note_keeps_its_id(desk):
    desk.write("a.md", "words")
    desk.sync()
    before = desk.hit("words").id
    desk.move("a.md", "deep/er/b.md")
    desk.sync()
    assert desk.hit("words").id == before
    assert desk.get(before).path == "deep/er/b.md"
    desk.write("a.md", "another at the old place")
    desk.sync()
    assert desk.get("a").id != before


def test_two_notes_that_change_places_change_their_texts(desk):
    desk.notes(a="alpha", b="beta")
    desk.sync()
    desk.move("a.md", "c.md")
    desk.move("b.md", "a.md")
    desk.move("c.md", "b.md")
    assert counts(desk.sync()) == (0, 2, 0, 0, 0)
    assert (desk.found("alpha"), desk.found("beta")) == (["b.md"], ["a.md"])


def test_many_notes_of_the_same_text_move_together(desk):
    for number in range(4):
        desk.write(f"old/{number}.md", "twins")
    desk.sync()
    desk.move("old", "new")
    report = desk.sync()
    assert report.added + report.moved == 4
    assert report.removed + report.moved == 4
    assert sorted(desk.found("twins")) == [f"new/{number}.md" for number in range(4)]


def test_progress_is_told_and_ends_at_all(desk):
    for number in range(450):
        desk.write(f"{number}.md", "x")
    seen = []
    desk.recall.sync(progress=lambda *step: seen.append(step))
    assert seen
    assert {(phase, total) for phase, _, total in seen} == {("Reading", 450), ("Embedding", 450)}
    for each in ("Reading", "Embedding"):
        done = [files for phase, files, _ in seen if phase == each]
        assert done == sorted(done)
        assert done[-1] == 450


def test_a_name_that_is_not_known_lists_those_that_are(desk):
    desk.recall.vaults()
    with pytest.raises(NotFoundError, match=r"No vault 'Other'. Known: 'Vault'."):
        desk.recall.sync(["Other"])
    with pytest.raises(NotFoundError):
        desk.recall.vault_status("Other")
    desk.recall.remove_vault("vault")
    with pytest.raises(UsageError, match="Add one with 'recall vault add PATH'"):
        desk.recall.sync()


def test_status_tells_what_a_sync_would_do(desk):
    desk.notes(a="x", b="y", c="z")
    desk.write("pic.png", b"p")
    (before,) = desk.recall.vault_status()
    assert (before.synced, before.waiting_added, dict(before.counts)) == (None, 4, {})
    desk.sync()
    desk.write("a.md", "longer")
    desk.write("new.md", "new")
    desk.delete("b.md")
    (status,) = desk.recall.vault_status("vault")
    assert dict(status.counts) == {"attachment": 1, "note": 3}
    assert (status.waiting_added, status.waiting_changed, status.waiting_removed) == (1, 1, 1)
    assert status.synced is not None
    desk.sync()
    (after,) = desk.recall.vault_status()
    assert (after.waiting_added, after.waiting_changed, after.waiting_removed) == (0, 0, 0)


# --- links (CASES.md; OBSIDIAN.md R095 to R097) --------------------------


def test_a_26_a_link_written_before_its_target_leads_there_once_it_exists(desk):
    desk.write("source.md", "see [[Later|the plan to come]]")
    desk.sync()
    assert edges_of(desk) == [("source.md", None, "Later")]
    desk.write("deep/Later.md", "here")
    desk.sync()
    assert edges_of(desk) == [("source.md", "deep/Later.md", "Later")]
    assert "deep/Later.md" in desk.found("plan to come")


def test_a_36_deletions_while_nothing_ran_reach_search_lists_and_links(desk):
    for number in range(5):
        desk.write(f"{number}.md", f"text {number} [[{(number + 1) % 5}|next of {number}]]")
    desk.sync()
    for number in (1, 2, 3):
        desk.delete(f"{number}.md")
    assert desk.sync().removed == 3
    assert sorted(desk.found("text")) == ["0.md", "4.md"]
    (status,) = desk.recall.vault_status()
    assert dict(status.counts) == {"note": 2}
    for number in (1, 2, 3):
        with pytest.raises(NotFoundError):
            desk.get(f"{number}.md")
    assert edges_of(desk) == [("0.md", None, "1"), ("4.md", "0.md", "0")]


def test_a_37_no_edge_is_left_without_an_end(desk):
    desk.notes(A="[[B]]", B="x")
    desk.sync()
    desk.delete("B.md")
    desk.sync()
    assert edges_of(desk) == [("A.md", None, "B")]
    desk.delete("A.md")
    desk.sync()
    assert edges_of(desk) == []


def test_r097_a_second_note_of_a_name_changes_where_old_links_lead(desk):
    desk.write("source.md", "[[Alpha]]")
    desk.write("folder/deep/Alpha.md", "first")
    desk.sync()
    assert edges_of(desk)[0][1] == "folder/deep/Alpha.md"
    desk.write("b/Alpha.md", "shorter path")
    desk.sync()
    assert edges_of(desk)[0][1] == "b/Alpha.md"
    desk.write("Alpha.md", "exact path")
    desk.sync()
    assert edges_of(desk)[0][1] == "Alpha.md"
    desk.delete("Alpha.md")
    desk.delete("b")
    desk.sync()
    assert edges_of(desk)[0][1] == "folder/deep/Alpha.md"


def test_a_moved_note_takes_its_links_along_and_resolves_them_anew(desk):
    desk.write("a/source.md", "[[./Near|my neighbour]]")
    desk.write("a/Near.md", "in a")
    desk.write("b/Near.md", "in b")
    desk.sync()
    assert "a/Near.md" in desk.found("neighbour")
    desk.move("a/source.md", "b/source.md")
    desk.sync()
    assert edges_of(desk) == [("b/source.md", "b/Near.md", "./Near")]
    assert sorted(desk.found("neighbour")) == ["b/Near.md", "b/source.md"]


def test_a_canvas_links_by_whole_paths(desk):
    desk.write("x/Note.md", "deep")
    desk.write("Note.md", "top")
    desk.write(
        "board.canvas",
        '{"nodes": [{"id": "1", "type": "file", "file": "x/Note.md"}, {"id": "2", "type": "file", "file": "y/Note.md"}]}',
    )
    desk.sync()
    assert [edge[1] for edge in edges_of(desk)] == ["x/Note.md", None]


# --- corruption (CASES.md) ---------------------------------------------------------


def test_a_44_a_note_written_a_hundred_times_leaves_no_old_word(desk):
    desk.write("other.md", "[[note|label]]")
    for number in range(100):
        if number % 10 == 9:
            desk.delete("note.md")
        else:
            desk.write("note.md", f"version{number} text", days_old=100 - number)
        desk.sync()
    check(desk.store)
    for number in range(99):
        assert desk.found(f"version{number}") == []
    desk.write("note.md", "final")
    desk.sync()
    assert desk.found("final") == ["note.md"]


def test_a_45_a_46_old_words_are_gone_after_change_removal_and_return(desk):
    desk.write("a.md", "---\naliases: [Elder]\ntags: [elder]\n---\n# Elder\n\nelder words")
    desk.sync()
    desk.write("a.md", "younger")
    desk.sync()
    check(desk.store)
    assert desk.found("elder", words_only=True) == []
    desk.settings(userIgnoreFilters=["a.md"])
    desk.sync()
    check(desk.store)
    assert desk.found("younger") == []
    desk.settings()
    desk.sync()
    check(desk.store)
    assert desk.found("younger") == ["a.md"]
    desk.recall.remove_vault("Vault")
    check(desk.store)
    assert desk.found("younger") == []


def test_removing_one_vault_leaves_the_other_whole(desk):
    other = Desk(desk.folder, "Other")
    for each in (desk, other):
        each.write("same.md", f"words of {each.name} [[same]]")
    desk.recall.add_vault(str(other.root))
    desk.recall.sync()
    assert desk.recall.remove_vault("Other") == 1
    assert desk.found("words") == ["same.md"]
    check(desk.store)


# --- many files at once -------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("wave_seconds", [5.0, -1.0], ids=["one wave", "a wave for each chunk"])
def test_helper_processes_read_the_same_as_one_process(desk, monkeypatch, wave_seconds):
    chance = random.Random(3)
    for number in range(700):
        links = " ".join(f"[[{chance.randrange(800)}|w{chance.randrange(50)}]]" for _ in range(3))
        desk.write(
            f"{number % 7}/{number}.md",
            f"---\ntags: [t{number % 5}]\n---\n# H{number}\n\ntext {links}",
        )
    desk.write("bad.md", "---\na: b: [\n---\nx")
    alone = desk.fresh()
    monkeypatch.setattr(changed_files, "PARALLEL_FILES", 10**9)
    alone_report = alone.sync()
    monkeypatch.setattr(changed_files, "PARALLEL_FILES", 1)
    monkeypatch.setattr(waves, "WAVE_SECONDS", wave_seconds)
    monkeypatch.setattr(os, "cpu_count", lambda: 3)
    report = desk.sync()
    assert counts(report) == counts(alone_report)
    assert report.findings == alone_report.findings
    desk.close()
    alone.close()
    assert dump(desk.store) == dump(alone.store)


HELPERS = {
    "cannot start": None,
    "dies at once": "exit 1",
    "speaks nonsense": "echo hello; cat > /dev/null",
}


@pytest.mark.skipif(os.name != "posix", reason="the helper is a shell script here")
@pytest.mark.parametrize("fault", HELPERS)
def test_a_helper_that_fails_leaves_its_files_to_the_others(desk, monkeypatch, fault):
    for number in range(300):
        desk.write(f"{number}.md", f"text {number}")
    monkeypatch.setattr(changed_files, "PARALLEL_FILES", 1)
    monkeypatch.setattr(os, "cpu_count", lambda: 3)
    program = desk.folder / "helper"
    if HELPERS[fault]:
        program.write_text(f"#!/bin/sh\n{HELPERS[fault]}\n")
        program.chmod(0o700)
    monkeypatch.setattr("sys.executable", str(program))
    assert desk.sync().added == 300
    assert desk.search("text", limit=1_000).total == 300


# --- names of vaults ----------------------------------------------------------------------------


def test_adding_a_vault_again_changes_nothing_but_its_name(desk):
    desk.write("a.md", "x")
    desk.sync()
    identity = desk.hit("x").id
    assert desk.recall.add_vault(str(desk.root)).name == "Vault"
    assert desk.recall.add_vault(str(desk.root), "Garden").name == "Garden"
    assert desk.hit("x").id == identity
    assert desk.hit("x").collection == "Garden"
    assert counts(desk.recall.sync(["garden"])[0]) == (0, 0, 0, 0, 1)


def test_a_vault_named_in_another_composition_is_found(desk):
    root = desk.folder / unicodedata.normalize("NFD", "Tagebücher")
    root.mkdir()
    desk.recall.add_vault(str(root))
    assert desk.recall.find_vault("Tagebücher") is not None
    assert desk.recall.find_vault("TAGEBÜCHER") is not None


def test_a_store_in_memory_can_be_synced_and_searched(desk):
    desk.write("a.md", "words")
    with Recall.open(":memory:", writable=True) as recall:
        recall.add_vault(str(desk.root))
        recall.sync()
        assert recall.search("words").results.total == 1


def test_the_words_around_a_link_reach_to_the_links_beside_it(desk):
    desk.write(
        "Tomato.md", "Needs [[Greenhouse]] heat of 20 C. See [[Compost tea|the smelly brew]]."
    )
    desk.write("Greenhouse.md", "Polycarbonate, 6 mm")
    desk.write("Compost tea.md", "Two weeks in a bucket")
    for number in range(10):
        desk.write(f"other {number}.md", "nothing of it")
    desk.sync()
    assert set(desk.found("smelly brew")) == {"Compost tea.md", "Tomato.md"}
    assert "Compost tea.md" not in desk.found("needs greenhouse")
    assert "Greenhouse.md" in desk.found("needs heat")


def test_a_note_that_is_not_understood_stops_no_other(desk, monkeypatch):
    from recall.sources import vault_notes

    original = vault_notes.draft

    def failing(source, entry, data):
        if entry.path == "bad.md":
            raise KeyError("odd")
        return original(source, entry, data)

    monkeypatch.setattr(vault_notes, "draft", failing)
    desk.write("bad.md", "words")
    desk.write("good.md", "words")
    report = desk.sync()
    assert [finding.code for finding in report.findings] == ["not-understood"]
    assert desk.found("words") == ["good.md"]


def test_a_file_that_goes_while_it_is_read_is_no_trouble(desk, monkeypatch):
    from vault_sync.vault import Vault

    original = Vault.read

    def vanishing(self, path):
        if path == "b.md":
            desk.delete("b.md")
        return original(self, path)

    desk.write("a.md", "words")
    desk.write("b.md", "words")
    monkeypatch.setattr(Vault, "read", vanishing)
    assert desk.sync().findings == ()
    assert desk.found("words") == ["a.md"]


def test_a_half_life_that_is_none_is_said(desk):
    desk.write("a.md", "---\nhalf-life: -1\n---\nwords")
    desk.write("b.md", "---\nhalf-life: 30\nfloor: 7\n---\nwords")
    desk.write("c.md", "---\nfloor: 7\n---\nwords")
    desk.write("d.md", f"---\nhalf-life: {'9' * 400}\n---\nwords")
    found = [(finding.path, finding.code) for finding in desk.sync().findings]
    assert found == [("a.md", "odd-half-life"), ("b.md", "odd-floor"), ("d.md", "odd-half-life")]


def test_a_file_too_large_to_read_is_found_by_its_name_and_said(desk):
    desk.write("ok.md", "zebra")
    huge = desk.root / "Huge zebra.md"
    with huge.open("wb") as file:
        file.truncate(200 * 1024 * 1024)
    report = desk.sync()
    assert [(each.path, each.code) for each in report.findings] == [("Huge zebra.md", "too-large")]
    assert set(desk.found("zebra")) == {"ok.md", "Huge zebra.md"}
    assert desk.sync().changed == 0
