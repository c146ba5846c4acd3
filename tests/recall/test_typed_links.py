"""Links that say what they mean: fields, relations in lists, arrows of canvases."""

import json

import pytest
from storehouse import dump
from work import assert_linear

from recall.sources.typed_links import meanings
from vault_sync.note import parse


def types_of(desk, text):
    """(type, origin, line) of each link of a note to ``b``."""
    desk.write("a.md", text)
    desk.write("b.md", "target")
    desk.sync()
    desk.close()
    return [(row[2], row[3], row[9]) for row in dump(desk.store)["edges"]]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("author:: [[b]]", ("author", "field")),
        ("Depends On:: [[b]]", ("depends_on", "field")),
        ("words [owner:: [[b]]] more", ("owner", "field")),
        ("words (owner:: [[b]]) more", ("owner", "field")),
        ("- kind:: [[b|shown]]", ("kind", "field")),
        ("- implements [[b]]", ("implements", "relation")),
        ("  * Depends on [[b]] (since May)", ("depends_on", "relation")),
        ("3. caused-by [[b]]", ("caused_by", "relation")),
        ("- pairs_with [[b]]", ("pairs_with", "relation")),
        ("- supersedes ![[b]]", ("supersedes", "relation")),
        ("- implements [text](b.md)", ("implements", "relation")),
        ("- talked to [[b]]", ("links_to", "wikilink")),
        ("- see [[b]]", ("links_to", "wikilink")),
        ("implements [[b]]", ("links_to", "wikilink")),
        ("- a_word and [[b]]", ("links_to", "wikilink")),
        ("a field:: of prose\nand [[b]]", ("links_to", "wikilink")),
        ("`author:: x` [[b]]", ("links_to", "wikilink")),
        ("[[b]] author:: x", ("links_to", "wikilink")),
        (f"- implements {'x' * 90} [[b]]", ("links_to", "wikilink")),
    ],
)
def test_a_link_has_the_type_that_is_written_before_it(desk, text, expected):
    assert [each[:2] for each in types_of(desk, text)] == [expected]


def test_of_two_fields_on_a_line_each_has_its_own_links(desk):
    found = types_of(desk, "top\n\nx [owner:: [[b]]] and [needs:: [[b]]] and [[b]]")
    assert sorted(found) == [
        ("links_to", "wikilink", 3), ("needs", "field", 3), ("owner", "field", 3),
    ]  # fmt: skip


def test_only_the_link_behind_a_relation_has_its_type(desk):
    found = types_of(desk, "- implements [[b]] with [[b]]")
    assert sorted(each[0] for each in found) == ["implements", "links_to"]


def test_a_field_that_supersedes_does_so_in_a_search(desk):
    desk.write("old.md", "price is five")
    desk.write("new.md", "price is six\n\nsupersedes:: [[old]]")
    desk.sync()
    hits = {hit.path: hit.superseded_by for hit in desk.search("price").hits}
    assert hits["new.md"] is None
    assert hits["old.md"] is not None


def test_an_arrow_of_a_canvas_leads_from_file_to_file(desk):
    cards = [
        {"id": "1", "type": "file", "file": "a.md"}, {"id": "2", "type": "file", "file": "b.md"},
        {"id": "3", "type": "text", "text": "words"},
    ]  # fmt: skip
    arrows = [
        {"id": "x", "fromNode": "1", "toNode": "2", "label": "leads\nto"},
        {"id": "y", "fromNode": "3", "toNode": "1"},
        {"id": "z", "fromNode": "1", "toNode": "1"},
        {"id": "q", "fromNode": "3", "toNode": "nowhere"},
    ]
    desk.notes(a="alpha", b="beta")
    desk.write("map.canvas", json.dumps({"nodes": cards, "edges": arrows}))
    desk.sync()
    desk.write("map.canvas", json.dumps({"nodes": cards, "edges": arrows[:2]}), days_old=1)
    desk.sync()
    desk.close()
    assert sorted(dump(desk.store)["arrows"]) == [
        ("map.canvas", "a.md", "b.md", "leads to"), ("map.canvas", "map.canvas", "a.md", ""),
    ]  # fmt: skip


@pytest.mark.parametrize(
    "text",
    ["[a:: [[b]]] ", "x::", "- ", "(a:: [b:: [[b]]] ", "- implements [[b]]\n", "a_b:: [[b]] "],
)
def test_hostile_lines_cost_what_they_are_long(text):
    notes = {
        size: parse("a.md", (text * size + "\n- uses [[b]]").encode()) for size in (1_000, 2_000)
    }
    assert_linear(lambda size: meanings(notes[size]), 1_000)
