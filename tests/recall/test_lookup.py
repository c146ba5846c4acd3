"""From a name to rows: ids, paths, names, ends of paths, aliases, and names that come close."""

import unicodedata

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from storehouse import Desk

from recall.store import lookup
from recall.store.database import open_store


@pytest.fixture(scope="module")
def store(tmp_path_factory):
    desk = Desk(tmp_path_factory.mktemp("names"))
    desk.write("a/Note.md", "---\naliases: [First, Größe]\n---\n")
    desk.write("b/a/Note.md", "x")
    desk.write(unicodedata.normalize("NFD", "Ö/Über.md"), "x")
    desk.write("100%.md", "x")
    desk.write("1000.md", "x")
    desk.write("pic.png", b"x")
    desk.sync()
    desk.close()
    opened = open_store(desk.store, writable=False)
    yield opened
    opened.close()


def paths(rows):
    return [unicodedata.normalize("NFC", row.path) for row in rows]


@pytest.mark.parametrize(
    ("way", "name", "expected"),
    [
        (lookup.by_path, "a/Note.md", ["a/Note.md"]),
        (lookup.by_path, "a/Note", ["a/Note.md"]),
        (lookup.by_path, "A/NOTE", ["a/Note.md"]),
        (lookup.by_path, "Ö/Über.md", ["Ö/Über.md"]),
        (lookup.by_path, "ö/ÜBER", ["Ö/Über.md"]),
        (lookup.by_path, "Note.md", []),
        (lookup.by_path, "100%.md", ["100%.md"]),
        (lookup.by_name, "note", ["a/Note.md", "b/a/Note.md"]),
        (lookup.by_name, "NOTE.md", ["a/Note.md", "b/a/Note.md"]),
        (lookup.by_name, "über", ["Ö/Über.md"]),
        (lookup.by_name, "pic.png", ["pic.png"]),
        (lookup.by_name, "pic", []),
        (lookup.by_name, "100%", ["100%.md"]),
        (lookup.by_path_end, "a/Note", ["a/Note.md", "b/a/Note.md"]),
        (lookup.by_path_end, "b/a/note.md", ["b/a/Note.md"]),
        (lookup.by_path_end, "/Note", []),
        (lookup.by_path_end, "x/Note", []),
        (lookup.by_alias, "first", ["a/Note.md"]),
        (lookup.by_alias, "GRÖSSE", ["a/Note.md"]),
        (lookup.by_alias, "second", []),
    ],
)
def test_a_way_of_naming_finds(store, way, name, expected):
    assert paths(way(store, name)) == expected


def test_an_id_finds_its_item_in_any_case(store):
    (row,) = lookup.by_path(store, "100%.md")
    assert lookup.by_id(store, row.public_id) == [row]
    assert lookup.by_id(store, row.public_id.upper()) == [row]
    assert lookup.by_id(store, "nothing1") == []


@pytest.mark.parametrize("root", ["", "Vault"])
def test_a_location_is_a_path_or_else_a_name(store, root):
    assert paths(lookup.by_location(store, root, "b/a/Note")) == ["b/a/Note.md"]
    assert paths(lookup.by_location(store, root, "über")) == ["Ö/Über.md"]
    assert lookup.by_location(store, "Other", "über") == []


def test_names_that_come_close_are_best_first(store):
    assert lookup.similar(store, "Noet") == ("Note",)
    assert lookup.similar(store, "Fist") == ("First",)
    assert lookup.similar(store, "10")[0] in ("100%", "1000")
    assert lookup.similar(store, "xyzzy") == ()
    assert lookup.similar(store, "") == ()


@settings(max_examples=80, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.text(st.characters(exclude_categories=("Cs",)), max_size=20))
def test_no_name_makes_a_lookup_fail(store, name):
    for way in (
        lookup.by_id,
        lookup.by_path,
        lookup.by_name,
        lookup.by_path_end,
        lookup.by_alias,
        lookup.similar,
    ):
        way(store, name)
