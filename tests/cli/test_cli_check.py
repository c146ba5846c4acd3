"""``recall vault check``: what it prints of a vault that has everything, and its exit codes."""

import json

import pytest
from commandline import recall

KINDS = {
    "unresolved-link": 13,
    "ambiguous-link": 1,
    "missing-heading": 1,
    "missing-block": 1,
    "invalid-yaml": 1,
    "duplicate-block-id": 1,
    "conflict-copy": 1,
    "twin-name": 1,
    "orphan": 1,
    "unused-attachment": 1,
}
PRINTED = """\
Odd: 13 unresolved links, 1 ambiguous link, 1 link to a missing heading, 1 link to a missing \
block, 1 note with broken properties, 1 repeated block id, 1 conflict copy, 1 name with a twin, \
1 orphan, 1 unused attachment.
Unresolved links (13):
  a/Note.md:3: 'Ghost 1' leads nowhere.
  a/Note.md:4: 'Ghost 2' leads nowhere.
  a/Note.md:5: 'Ghost 3' leads nowhere.
  a/Note.md:6: 'Ghost 4' leads nowhere.
  a/Note.md:7: 'Ghost 5' leads nowhere.
  a/Note.md:8: 'Ghost 6' leads nowhere.
  a/Note.md:9: 'Ghost 7' leads nowhere.
  a/Note.md:10: 'Ghost 8' leads nowhere.
  a/Note.md:11: 'Ghost 9' leads nowhere.
  a/Note.md:12: 'Ghost 10' leads nowhere.
  and 3 more: recall vault check Odd --kind unresolved-link
Ambiguous links (1):
  Home.md:1: 'Note' means 'a/Note.md', but could mean 'b/Note.md'.
Links to missing headings (1):
  a/Note.md:1: 'Home.md' has no heading 'Nope'.
Links to missing blocks (1):
  a/Note.md:2: 'Home.md' has no block '^gone'.
Notes with broken properties (1):
  Broken.md:3: while parsing
Repeated block ids (1):
  Home.md:5: The block id '^k1' stands on line 3 already.
Conflict copies (1):
  Home (conflicted copy 2024-01-02).md: Dropbox kept this second version of 'Home.md'; merge it and delete it.
Names with a twin (1):
  twin.md: Its name differs from 'Twin.md' only in case, or in the kind of blank.
Orphans (1):
  Alone.md: Nothing links here, and it links to no other note.
Unused attachments (1):
  pic.png: Nothing links to this file or shows it.
"""


@pytest.fixture
def odd(bare):
    """A vault with something of every kind."""
    root = bare / "Odd"
    ghosts = "\n".join(f"[[Ghost {number}]]" for number in range(1, 14))
    notes = {
        "Home.md": "[[Note]]\n\none ^k1\n\ntwo ^k1\n",
        "Twin.md": "[[a/Note]]",
        "twin.md": "[[a/Note]]",
        "a/Note.md": f"[[Home#Nope]]\n[[Home#^gone]]\n{ghosts}\n",
        "b/Note.md": "[[Broken]]",
        "Broken.md": "---\nx: [\n---\n",
        "Home (conflicted copy 2024-01-02).md": "two",
        "Alone.md": "words",
        "pic.png": "",
    }
    for path, text in notes.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text)
    assert recall("vault", "add", str(root)).code == 0
    return root


def test_counts_come_first_and_then_the_first_of_each_kind(odd):
    ran = recall("vault", "check", "Odd")
    assert ran.err == ""
    assert ran.code == 1
    shown = [
        "  Broken.md:3: while parsing" if "Broken.md:" in line else line
        for line in ran.out.splitlines()
    ]
    assert shown == PRINTED.splitlines()


def test_what_is_left_out_is_shown_when_asked_for(odd):
    for option in (("--all",), ("--kind", "unresolved-link")):
        out = recall("vault", "check", "Odd", *option).out
        assert out.count("Ghost") == 13
        assert "more:" not in out


def test_json_has_everything_under_a_schema_number(odd):
    ran = recall("vault", "check", "Odd", "--json")
    assert ran.code == 1
    answer = json.loads(ran.out)
    (vault,) = answer["vaults"]
    assert answer["schema"] == 1
    assert vault["counts"] == KINDS
    assert len(vault["findings"]) == sum(KINDS.values())
    assert vault["findings"][13] == {
        "kind": "ambiguous-link",
        "path": "Home.md",
        "line": 1,
        "message": "'Note' means 'a/Note.md', but could mean 'b/Note.md'.",
        "link": "Note",
        "target": "a/Note.md",
        "others": ["b/Note.md"],
    }


def test_a_vault_without_findings_ends_with_0(bare):
    root = bare / "Tidy"
    root.mkdir()
    (root / "a.md").write_text("[[b]]")
    (root / "b.md").write_text("[[a]]")
    assert recall("vault", "add", str(root)).code == 0
    assert recall("vault", "check") == (0, "Tidy: nothing found.\n", "")
    (root / "b.md").unlink()
    ran = recall("vault", "check", "Tidy")
    assert (ran.code, ran.out) == (0, "Tidy: nothing found.\n")
    assert ran.err == ("Tidy has changed since: 1 removed; 'recall sync Tidy' reads them.\n")
    recall("sync")
    assert recall("vault", "check", str(root)).code == 1


def test_a_vault_that_was_never_read_is_not_called_tidy(bare):
    root = bare / "Tidy"
    root.mkdir()
    (root / "a.md").write_text("[[b]]")
    assert recall("vault", "add", str(root), "--no-sync").code == 0
    assert recall("vault", "check") == (1, "", "Tidy was not read yet: recall sync Tidy\n")


def test_a_vault_that_is_away_is_judged_by_its_index(odd):
    odd.rename(odd.with_name("elsewhere"))
    ran = recall("vault", "check", "Odd")
    assert ran.out.startswith("Odd: 13 unresolved links")
    assert ran.err.startswith("Odd is away: ")


def test_nothing_in_a_note_commands_the_terminal(bare):
    root = bare / "Bad"
    root.mkdir()
    (root / "a.md").write_text("[[\x1b[31mGhost\u202e]]")
    recall("vault", "add", str(root))
    out = recall("vault", "check").out
    assert "\x1b" not in out
    assert "\u202e" not in out
