import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from vault_sync.model import Resolution
from vault_sync.resolve import Resolver, key_of, keys_of, unresolved_key

CASES = [
    # rule or case, files, source, linkpath, expected; section 3 has its own in the folder rules
    ("R062 A-08 composed link", ["Cafe\u0301.md"], "s.md", "Café", "Cafe\u0301.md"),
    ("R010 outer blanks", ["N.md"], "s.md", " N ", "N.md"),
    ("R011 inner blanks", ["Two Words.md"], "s.md", "Two Words", "Two Words.md"),
    ("R015 bracket", ["Sq]uare.md"], "s.md", "Sq]uare", "Sq]uare.md"),
    ("R013 pipe", ["s.md"], "s.md", "|label", None),
    ("R036 address", ["a.md", "ex.test/a.md"], "s.md", "https://ex.test/a", None),
    ("R255 twins", ["Note.md", "note.md"], "s.md", "note", "note.md"),
    ("R255 twins, other", ["Note.md", "note.md"], "s.md", "Note", "Note.md"),
    ("R255 twins, neither", ["Note.md", "note.md"], "s.md", "NOTE", "Note.md"),
    ("A-22 across folders", ["projects/plan.md"], "ideas/x.md", "plan", "projects/plan.md"),
    ("A-23 from the folder", ["Sub/My Note.md"], "Sub/b.md", "Sub/My Note.md", "Sub/My Note.md"),
    ("A-23 from the root", ["Sub/My Note.md"], "r.md", "My Note.md", "Sub/My Note.md"),
    (
        "A-24 only similar",
        ["Data planning.md", "Old data plan notes.md"],
        "s.md",
        "Data plan",
        None,
    ),
]


@pytest.mark.parametrize(
    ("files", "source", "linkpath", "expected"), [c[1:] for c in CASES], ids=[c[0] for c in CASES]
)
def test_a_link_leads_where_the_rule_says(
    files: list[str], source: str, linkpath: str, expected: str | None
) -> None:
    for order in (files, files[::-1]):
        assert Resolver(order).resolve(linkpath, source).path == expected


def test_r080_a25_the_candidates_are_named_the_chosen_one_first() -> None:
    files = ["Note.md", "zzzz/Note.md", "a/b/Note.md"]
    resolver = Resolver(files)
    for source in ("s.md", "zzzz/s.md", "a/b/s.md"):
        found = resolver.resolve("Note", source)
        assert found.candidates[0] == "Note.md"
        assert sorted(found.candidates) == sorted(files)
    resolver.remove("Note.md")
    assert resolver.resolve("Note", "s.md") == Resolution(
        "a/b/Note.md", ("a/b/Note.md", "zzzz/Note.md")
    )
    assert resolver.resolve("Note", "zzzz/s.md").path == "zzzz/Note.md"
    assert resolver.resolve("Note", "a/b/s.md").path == "a/b/Note.md"


def test_r073_the_same_relative_link_leads_elsewhere_from_another_folder() -> None:
    resolver = Resolver(["a/Note.md", "b/Note.md"])
    assert resolver.resolve("./Note", "a/s.md").path == "a/Note.md"
    assert resolver.resolve("./Note", "b/s.md").path == "b/Note.md"


def test_r079_length_is_counted_in_utf16_units() -> None:
    files = ["😀😀/N.md", "ccc/N.md"]
    assert Resolver(files).resolve("N", "s.md").path == "ccc/N.md"


def test_r095_r096_r097_added_and_removed_files_count_at_once() -> None:
    resolver = Resolver(["s.md"])
    assert resolver.resolve("Ghost/Sub", "s.md").path is None
    resolver.add("Ghost/Sub.md")
    assert resolver.resolve("Ghost/Sub", "s.md").path == "Ghost/Sub.md"
    resolver.add("long/Alpha.md")
    assert resolver.resolve("Alpha", "s.md").path == "long/Alpha.md"
    resolver.add("Alpha.md")
    resolver.add("Alpha.md")
    assert resolver.resolve("Alpha", "s.md").candidates == ("Alpha.md", "long/Alpha.md")
    resolver.remove("Alpha.md")
    resolver.remove("Alpha.md")
    assert resolver.resolve("Alpha", "s.md").path == "long/Alpha.md"
    resolver.remove("long/Alpha.md")
    assert resolver.resolve("Alpha", "s.md") == Resolution(None, ())


@pytest.mark.parametrize(
    ("linkpath", "expected"),
    [
        ("Ghost", "Ghost"),
        ("Ghost.md", "Ghost"),
        ("Ghost.md#x", "Ghost"),
        ("ghost", "ghost"),
        ("pa", "pa"),
        ("pa#th/x", "pa"),
        (" Ghost/Sub ", "Ghost/Sub"),
        ("pic.png", "pic.png"),
    ],
)
def test_r093_r094_unresolved_keys(linkpath: str, expected: str) -> None:
    assert unresolved_key(linkpath) == expected


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("x/Alpha.md", ("alpha.md", "alpha")),
        ("Note.md.md", ("note.md.md", "note.md")),
        ("d/Pic.PNG", ("pic.png",)),
        ("LICENSE", ("license",)),
    ],
)
def test_keys_of_a_file(path: str, expected: tuple[str, ...]) -> None:
    assert keys_of(path) == expected


@pytest.mark.parametrize(
    ("linkpath", "expected"),
    [
        ("a/Alpha", "alpha"),
        ("/Alpha.md", "alpha.md"),
        ("..\\B", "b"),
        ("", ""),
        ("..", ""),
        ("a/", ""),
    ],
)
def test_key_of_a_link(linkpath: str, expected: str) -> None:
    assert key_of(linkpath) == expected


NAMES = st.sampled_from(["a", "A", "b", "a.md", "a.md.md", "é", "e\u0301.md", "a b", "..", ".", ""])
FILES = st.lists(NAMES.filter(lambda name: name.strip(".")), min_size=1, max_size=3).map("/".join)
LINKS = st.lists(NAMES, min_size=1, max_size=4).map("/".join) | st.text("aA./\\ #|md", max_size=8)
SOURCES = FILES.map(lambda path: f"{path}/s.md") | st.just("s.md")


@given(st.sets(FILES, max_size=8), FILES, LINKS, SOURCES)
@settings(max_examples=400)
def test_r097_only_files_with_a_key_of_the_link_change_its_resolution(
    files: set[str], extra: str, linkpath: str, source: str
) -> None:
    before = Resolver(files - {extra}).resolve(linkpath, source)
    after = Resolver(files | {extra}).resolve(linkpath, source)
    assert before == after or key_of(linkpath) in keys_of(extra)


@given(st.lists(st.tuples(FILES, st.booleans(), LINKS, SOURCES), max_size=15))
def test_a_resolver_kept_up_to_date_answers_like_a_fresh_one(
    steps: list[tuple[str, bool, str, str]],
) -> None:
    resolver, files = Resolver(), set[str]()
    for path, is_added, linkpath, source in steps:
        (resolver.add if is_added else resolver.remove)(path)
        (files.add if is_added else files.discard)(path)
        for link in (linkpath, path, path.rpartition("/")[2]):
            assert resolver.resolve(link, source) == Resolver(files).resolve(link, source)
            assert resolver.resolve(link, source) == Resolver(files).resolve(link, source)


@given(st.sets(FILES, max_size=8), LINKS, SOURCES)
def test_a_resolution_is_a_file_of_the_vault_and_leads_its_candidates(
    files: set[str], linkpath: str, source: str
) -> None:
    found = Resolver(files).resolve(linkpath, source)
    if linkpath.strip():
        assert set(found.candidates) <= files
    assert len(set(found.candidates)) == len(found.candidates)
    assert found.path == (found.candidates[0] if found.candidates else None)


@given(st.text(st.characters(exclude_categories=[])), st.text())
def test_any_text_can_be_resolved(linkpath: str, source: str) -> None:
    Resolver(["a.md"]).resolve(linkpath, source)


def test_a10_both_spellings_of_a_name_have_the_same_keys() -> None:
    composed, decomposed = "d/Їжак.md", unicodedata.normalize("NFD", "d/Їжак.md")
    assert keys_of(composed) == keys_of(decomposed)
