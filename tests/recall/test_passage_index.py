"""What stands in which column of the index, and that a change leaves nothing behind."""

import pytest
from storehouse import check, dump

from recall.store import passage_index


def columns_of(desk, term):
    desk.close()
    return {spot[:3] for spot in dump(desk.store)["index"].get(term, [])}


def test_each_part_of_a_note_has_its_column(desk):
    desk.write(
        "Titleword.md",
        "---\naliases: [Aliasword]\ntags: [Tagword/Sub]\nstatus: propword\n---\n"
        "bodyone\n\n# Headword\n\nbodytwo #inlinetag",
    )
    desk.write("other.md", "contextword [[Titleword#Headword|labelword]]")
    desk.sync()
    note = "Titleword.md"
    expected = {
        "titleword": {(note, 0, "title"), (note, 1, "title"), ("other.md", 0, "body")},
        "aliasword": {(note, 0, "aliases"), (note, 1, "aliases")},
        "tagword": {(note, 0, "tags"), (note, 1, "tags")},
        "inlinetag": {(note, 0, "tags"), (note, 1, "tags"), (note, 1, "body")},
        "headword": {(note, 1, "headings"), (note, 1, "body"), ("other.md", 0, "body")},
        "bodyon": {(note, 0, "body")},
        "bodytwo": {(note, 1, "body")},
        "propword": {(note, 0, "body")},
        "labelword": {(note, 1, "anchors"), ("other.md", 0, "body")},
        "contextword": {(note, 1, "anchors"), ("other.md", 0, "body")},
    }
    assert {term: columns_of(desk, term) for term in expected} == expected


@pytest.mark.parametrize("bulk", [1, 10**9], ids=["all incoming at once", "item by item"])
def test_anchors_are_the_same_however_they_are_gathered(desk, monkeypatch, bulk):
    monkeypatch.setattr(passage_index, "BULK_ITEMS", bulk)
    desk.write("target.md", "# One\n\nx\n\n# Two\n\ny")
    for number in range(80):
        desk.write(
            f"{number:02}.md", f"[[target#{'Two' if number % 2 else 'Nope'}|label{number:02}]]"
        )
    desk.sync()
    desk.close()
    index = dump(desk.store)["index"]
    anchored = {
        (term, spot[1])
        for term, spots in index.items()
        for spot in spots
        if spot[0] == "target.md" and spot[2] == "anchors"
    }
    assert {("label00", 0), ("label01", 1)} <= anchored
    assert len(anchored) == 80


def test_no_more_than_the_most_different_anchors_are_indexed(desk):
    desk.write("hub.md", "x")
    for number in range(passage_index.MAX_ANCHORS + 20):
        desk.write(f"{number:03}.md", f"[[hub|label{number:03}]]")
    desk.sync()
    desk.close()
    labels = [
        term
        for term, spots in dump(desk.store)["index"].items()
        if any(spot[2] == "anchors" for spot in spots)
    ]
    assert len(labels) == passage_index.MAX_ANCHORS


def test_excluded_notes_have_no_row_and_their_words_still_name_others(desk):
    desk.settings(userIgnoreFilters=["old/"])
    desk.write("old/a.md", "secretword [[b|calling]]")
    desk.write("b.md", "x")
    desk.sync()
    assert columns_of(desk, "secretword") == {("b.md", 0, "anchors")}
    assert columns_of(desk, "call") == {("b.md", 0, "anchors")}


def test_the_index_is_sound_after_a_bulk_load_and_a_merge(desk):
    for number in range(300):
        desk.write(f"{number}.md", f"text {number} [[{number + 1}]]")
    desk.sync()
    for number in range(0, 300, 3):
        desk.write(f"{number}.md", f"other {number}")
    desk.sync()
    with desk.recall._store.write():
        passage_index.optimize(desk.recall._store)
    check(desk.store)
    assert desk.search("other", limit=500).total == 100
