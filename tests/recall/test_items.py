"""Rows of items: ids, names, values of properties, what hangs on an item and goes with it."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st
from storehouse import dump

from recall.store import items
from recall.store.database import open_store
from recall.store.items import name_key, name_words, public_id, scalar_text, storable


def test_an_id_is_eight_characters_that_cannot_be_misread_and_always_the_same():
    assert public_id("Vault", "a/Note.md") == public_id("Vault", "a/Note.md")
    found = {public_id("Vault", f"{number}.md") for number in range(2_000)}
    assert len(found) == 2_000
    assert all(len(each) == 8 and not set(each) & set("ilou") for each in found)
    assert public_id("Vault", "a") != public_id("Other", "a") != public_id("Other", "a", 1)


def test_an_id_that_is_taken_gets_another(desk, monkeypatch):
    monkeypatch.setattr(
        "recall.store.writing.public_id", lambda vault, path, attempt: f"same{attempt:04}"
    )
    desk.notes(a="x", b="x", c="x")
    desk.sync()
    assert sorted(hit.id for hit in desk.search("x").hits) == ["same0000", "same0001", "same0002"]


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ("Über", "U\u0308BER"),
        ("a\u00a0b", "A  b "),
        ("Straße", "STRASSE"),
        ("\uff21", "a"),
        ("ﬁne", "FINE"),
        ("日本語", "日本語"),
    ],
)
def test_names_that_are_one(left, right):
    assert name_key(left) == name_key(right)


@pytest.mark.parametrize(
    ("left", "right"), [("a b", "ab"), ("Note", "Notes"), ("C", "C#"), ("日本", "日本語")]
)
def test_names_that_are_two(left, right):
    assert name_key(left) != name_key(right)


def test_words_of_names_leave_out_short_ones_and_numbers():
    assert name_words("The (big) plan_of 2024: v2", ["Road-map!", "x"]) == {
        "the",
        "big",
        "plan",
        "road-map",
    }


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (None, ""),
        (True, "true"),
        (False, "false"),
        (1.5, "1.5"),
        (7, "7"),
        ("a", "a"),
        ([1, "b", None], "1, b, "),
        ([[1], True], "1, true"),
        (math.inf, "inf"),
    ],
)
def test_a_propertys_value_as_text(value, text):
    assert scalar_text(value) == text


@given(st.text())
def test_any_text_can_be_stored_after_storable(text):
    storable(text).encode()
    name_key(storable(text))
    if not any("\ud800" <= char <= "\udfff" for char in text):
        assert storable(text) == text


@given(st.text())
def test_a_text_is_unpacked_as_it_was(text):
    store = open_store(":memory:", writable=True)
    store.connection.execute(
        "insert into items (id, public_id, source, kind, title, name_key) values (1, 'x', 'vault', 'note', 't', 't')"
    )
    store.connection.execute("insert into texts values (1, ?)", (items.pack(text),))
    assert items.text_of(store, 1) == text.encode("utf-8", "replace").decode()
    assert items.text_of(store, 2) == ""
    store.close()


def test_whatever_hangs_on_an_item_goes_with_it(desk):
    text = (
        "---\naliases: [Other]\ntags: [t]\nstatus: done\nlist: [1, 2]\n---\n# H\n\n[[b]] ![[c.png]]"
    )
    desk.write("a.md", text)
    desk.write("b.md", "x")
    desk.sync()
    desk.delete("a.md")
    desk.sync()
    desk.close()
    left = dump(desk.store)
    for table in ("texts", "passages", "name_words"):
        assert {row[0] for row in left[table]} <= {"b.md"}
    for table in ("aliases", "tags", "properties", "edges"):
        assert left[table] == []
    assert set(left["index"]) == {"b", "x"}


def test_a_stamp_beyond_what_sqlite_holds_is_bounded():
    from vault_sync.changes import Stamp

    assert items.bounded(Stamp(1, 10**30, -(10**30))) == (1, 2**63 - 1, -(2**63))
    assert items.bounded(Stamp(1, 2, 3)) == (1, 2, 3)


def test_findings_come_back_as_they_were(desk):
    desk.write("bad.md", "---\na: b: [\n---\nx")
    report = desk.sync()
    (status,) = desk.recall.vault_status()
    assert status.findings == report.findings
    (finding,) = status.findings
    assert (finding.path, finding.line) == ("bad.md", 2)


def test_properties_become_one_row_a_value(desk):
    desk.write(
        "a.md",
        "---\nN: 1.5\nb: true\nlist: [x, 2]\nmap: {k: {d: v}}\nempty:\nnone: []\nmaps: [{k: 1}, {k: 2}]\n---\n",
    )
    desk.sync()
    desk.close()
    rows = {row[1:] for row in dump(desk.store)["properties"]}
    assert rows == {
        ("n", "1.5", 1.5), ("b", "true", None), ("list", "x", None), ("list", "2", 2.0), ("map.k.d", "v", None),
        ("empty", "", None), ("none", "", None), ("maps.k", "1", 1.0), ("maps.k", "2", 2.0),
    }  # fmt: skip
