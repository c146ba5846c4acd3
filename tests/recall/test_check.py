"""Checking a vault: every kind of finding with its place, and none where all is as meant."""

import json

import pytest

from recall.errors import UnknownVaultError, UsageError
from recall.reports import CHECK_KINDS


def checked(desk, *kinds):
    desk.sync()
    (found,) = desk.recall.check_vault(None, kinds)
    return found


def found(desk, kind):
    return [(each.path, each.line, each.message) for each in checked(desk, kind).findings]


def about(desk, kind):
    """What a finding says to programs."""
    return [
        (each.path, each.line, each.link, each.target, each.others)
        for each in checked(desk, kind).findings
    ]


def canvas(*nodes):
    return json.dumps({"nodes": [{"id": str(at), **node} for at, node in enumerate(nodes)]})


def test_nothing_is_found_where_all_is_as_meant(desk):
    desk.write("Home.md", "# Plan\n[[a/Note#Plan]] ^k1\n\n![[pic.png]] [[paper.pdf#page=3]]")
    desk.write("a/Note.md", "---\nup: '[[Home]]'\n---\n# Plan\n[[Home#^k1]] [[#Plan]] [[Home#]]")
    desk.write("pic.png")
    desk.write("paper.pdf")
    desk.write("Shelf.base", "views: []")
    desk.write("b/Note.md", "[[Shelf.base#View]] [web](https://ex.test/a#b)")
    desk.write("Board.canvas", canvas({"type": "file", "file": "b/Note.md", "subpath": ""}))
    found = checked(desk)
    assert found.findings == ()
    assert found.counts == dict.fromkeys(CHECK_KINDS, 0)


def test_a_link_that_leads_nowhere_is_named_with_its_place(desk):
    desk.write("a.md", "---\nup: '[[Ghost]]'\n---\n\n[[Ghost#Plan|g]] [[Ghost#Plan]]\n![[no.png]]")
    desk.write("b.md", "[x](Ghost%20two.md) [[https://ex.test/a]] [[../c]]")
    desk.write(
        "c.canvas",
        canvas({"type": "file", "file": "x/gone.md"}, {"type": "text", "text": "[[Old]]"}),
    )
    assert found(desk, "unresolved-link") == [
        ("a.md", None, "'Ghost' in the property 'up' leads nowhere."),
        ("a.md", 5, "'Ghost#Plan' leads nowhere."),
        ("a.md", 6, "'no.png' leads nowhere."),
        ("b.md", 1, "'Ghost two.md' leads nowhere."),
        (
            "b.md", 1,
            "'https://ex.test/a' is to Obsidian the name of a note that is not there; "
            "write a web address as [text](address).",
        ),
        ("b.md", 1, "'../c' leads nowhere."),
        ("c.canvas", None, "'x/gone.md' leads nowhere."),
        ("c.canvas", None, "'Old' leads nowhere."),
    ]  # fmt: skip


def test_an_ambiguous_name_says_which_file_is_meant_and_which_could_be(desk):
    for folder in ("", "a/", "b/"):
        desk.write(f"{folder}Note.md", "[[Home]]")
    desk.write("Home.md", "[[Note]]")
    desk.write("a/s.md", "one\n[[Note]]\n[[b/Note]] [[./Note]] [[/Note]] [x](Note.md)")
    others = ("a/Note.md", "b/Note.md")
    assert about(desk, "ambiguous-link") == [
        ("Home.md", 1, "Note", "Note.md", others),
        ("a/s.md", 2, "Note", "Note.md", others),
        ("a/s.md", 3, "Note.md", "Note.md", others),
    ]
    first = checked(desk, "ambiguous-link").findings[0]
    assert first.message == "'Note' means 'Note.md', but could mean 'a/Note.md', 'b/Note.md'."


def test_a_folder_before_a_name_that_tells_not_enough_is_ambiguous(desk):
    desk.write("x/a/Note.md")
    desk.write("yy/a/Note.md")
    desk.write("s.md", "[[a/Note]] [[x/a/Note]]")
    assert about(desk, "ambiguous-link") == [
        ("s.md", 1, "a/Note", "x/a/Note.md", ("yy/a/Note.md",))
    ]


def test_many_files_of_a_name_are_counted_in_the_message_and_all_in_the_finding(desk):
    for folder in "abcdefg":
        desk.write(f"{folder}/Note.md")
    desk.write("s.md", "[[Note]]")
    (only,) = checked(desk, "ambiguous-link").findings
    assert only.message.endswith("could mean 'b/Note.md', 'c/Note.md', 'd/Note.md' and 3 more.")
    assert only.others == tuple(f"{folder}/Note.md" for folder in "bcdefg")


@pytest.mark.parametrize(
    ("link", "message"),
    [
        ("[[t#plan a]]", None),
        ("[[t#Top#Costs]]", None),
        ("[[t#^K1]]", None),
        ("![[t#Plan A]]", None),
        ("[x](t.md#Plan%20A)", None),
        ("[[t#Nope]]", ("missing-heading", "'t.md' has no heading 'Nope'.")),
        ("[[t#Costs#Top]]", ("missing-heading", "'t.md' has no heading 'Costs#Top'.")),
        ("[[t#^gone]]", ("missing-block", "'t.md' has no block '^gone'.")),
        ("[[t#Top#^gone|x]]", ("missing-block", "'t.md' has no block '^gone'.")),
        ("[[#Own]]", ("missing-heading", "'s.md' has no heading 'Own'.")),
        ("[[Ghost#Nope]]", None),
    ],
)
def test_links_to_headings_and_blocks_follow_the_rules_of_subpaths(desk, link, message):
    desk.write("t.md", "# Top\n## Costs\ntext ^k1\n# Plan: A")
    desk.write("s.md", f"first\n{link}")
    result = checked(desk, "missing-heading", "missing-block").findings
    assert [(each.kind, each.message) for each in result] == ([message] if message else [])
    assert all((each.path, each.line) == ("s.md", 2) for each in result)


def test_what_stands_in_a_note_that_nobody_could_read_is_not_missing(desk, monkeypatch):
    monkeypatch.setattr("vault_sync.vault.MAX_FILE_BYTES", 30)
    desk.write("t.md", "# Plan\n" + "words " * 20)
    desk.write("s.md", "[[t#Plan]] [[t#Nope]]")
    assert found(desk, "missing-heading") == []


def test_broken_properties_and_repeated_block_ids_are_named_by_line(desk):
    desk.write("a.md", "---\ntags: [x\n---\nwords")
    desk.write("b.md", "one ^k1\n\ntwo ^K1\n\nthree ^k2")
    ((path, line, _),) = found(desk, "invalid-yaml")
    assert (path, line) == ("a.md", 3)
    assert found(desk, "duplicate-block-id") == [
        ("b.md", 3, "The block id '^K1' stands on line 1 already.")
    ]


def test_copies_that_a_sync_tool_left_are_named(desk):
    desk.write("a.md", "[[b]] [[a 3]]")
    desk.write("a 3.md", "[[b]] [[#x]]")
    desk.write("b.md")
    desk.write("a.sync-conflict-20240102-030405-ABCDEFG.md")
    desk.write("gone (conflicted copy 2024-01-02).md")
    desk.write("A 2.md", "[[b]] [[A 2]]")
    desk.write("b (1).md")
    desk.write("a-LAPTOP-AB12CD3.md")
    desk.write("Chapter 2.md", "[[b]]")
    desk.sync()
    report = checked(desk, "conflict-copy", "orphan")
    assert [(each.path, each.message, each.target) for each in report.findings] == [
        (
            "A 2.md",
            "By its name a second version of 'a.md' that iCloud kept; is it one?",
            "a.md",
        ),
        (
            "a-LAPTOP-AB12CD3.md",
            "By its name a second version of 'a.md' that OneDrive kept; is it one?",
            "a.md",
        ),
        (
            "a.sync-conflict-20240102-030405-ABCDEFG.md",
            "Syncthing kept this second version of 'a.md'; merge it and delete it.",
            "a.md",
        ),
        (
            "b (1).md",
            "By its name a second version of 'b.md' that Google Drive kept; is it one?",
            "b.md",
        ),
        (
            "gone (conflicted copy 2024-01-02).md",
            "Dropbox kept this second version of 'gone.md', which is gone; merge it and delete it.",
            None,
        ),
    ]


def test_names_that_differ_only_in_spelling_are_twins(desk):
    for name in ("U\u0308ber.md", "Über.md", "note.md", "Note.md"):
        desk.write(name)
    assert about(desk, "twin-name") == [
        ("note.md", None, None, "Note.md", ()),
        ("Über.md", None, None, "U\u0308ber.md", ()),
    ]
    assert [message.rpartition(" only in ")[2] for *_, message in found(desk, "twin-name")] == [
        "case, or in the kind of blank.",
        "how letters are composed of signs.",
    ]


def test_an_orphan_is_linked_with_nothing_but_itself_and_pictures(desk):
    desk.write("alone.md", "[[#x]] [[alone]] ![[pic.png]] [web](https://ex.test)")
    desk.write("leads.md", "[[Ghost]]")
    desk.write("led to.md")
    desk.write("shown.md")
    desk.write("b.canvas", canvas({"type": "file", "file": "shown.md"}))
    desk.write("lonely.canvas", canvas())
    desk.write("2024-05-06.md")
    desk.write("from.md", "[[led to]]")
    desk.write("pic.png")
    assert [path for path, *_ in found(desk, "orphan")] == ["2024-05-06.md", "alone.md"]


def test_an_attachment_that_nothing_shows_is_unused(desk):
    for name in ("a.png", "b.png", "c.png", "d.pdf"):
        desk.write(name)
    desk.write("n.md", "---\ncover: '[[b.png]]'\n---\n![[a.png]]")
    desk.write("x.canvas", canvas({"type": "file", "file": "c.png"}))
    assert found(desk, "unused-attachment") == [
        ("d.pdf", None, "Nothing links to this file or shows it.")
    ]


def test_excluded_files_are_not_checked_but_what_they_link_to_is_used(desk):
    desk.settings(userIgnoreFilters=["old/"])
    desk.write(
        "old/a.md", "---\nx: [\n---\n[[Ghost]] [[n]] ![[pic.png]] [[n#Nope]]\n\nx ^k\n\ny ^k"
    )
    desk.write("old/lonely.md")
    desk.write("old/spare.png")
    desk.write("pic.png")
    desk.write("n.md")
    assert checked(desk).findings == ()


def test_kinds_that_were_not_asked_for_are_not_counted(desk):
    desk.write("a.md", "[[Ghost]] [[#No]]")
    result = checked(desk, "missing-heading")
    assert result.counts == {"missing-heading": 1}
    assert [each.kind for each in result.findings] == ["missing-heading"]


def test_an_index_that_is_older_says_so_and_is_what_is_judged(desk):
    desk.write("a.md", "[[b]]")
    desk.sync()
    desk.write("b.md")
    (result,) = desk.recall.check_vault()
    assert (result.waiting_added, [each.link for each in result.findings]) == (1, ["b"])
    desk.root.rename(desk.root.with_name("elsewhere"))
    (result,) = desk.recall.check_vault()
    assert not result.available
    assert result.reason
    assert [each.link for each in result.findings] == ["b"]


def test_only_a_known_vault_and_known_kinds_can_be_asked_for(desk):
    desk.sync()
    assert len(desk.recall.check_vault(desk.name)) == 1
    with pytest.raises(UnknownVaultError):
        desk.recall.check_vault("Weeds")
    with pytest.raises(UsageError, match="orphanage"):
        desk.recall.check_vault(kinds="orphanage")
