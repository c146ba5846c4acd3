"""Vectors in the store: made behind a sync, gone with their passages, one model at a time."""

import time

import apsw
import pytest
from storehouse import check, dump, take_back

from recall.embedding.codes import CODE_BYTES, NOTHING
from recall.embedding.encoder import Encoder
from recall.embedding.table import MODEL
from recall.evaluate.run import temporary_store
from recall.sources import documents, meaning
from recall.store import vector_writing, vectors
from recall.store.database import embedding_lock
from recall.store.schema import VECTORS


def rows(desk):
    desk.close()
    return {row[0]: row[1:] for row in dump(desk.store)["vectors"]}


def change(desk, *statements):
    desk.close()
    connection = apsw.Connection(desk.store)
    for statement in statements:
        connection.execute(statement)
    connection.close()


def unembedded(desk):
    return vectors.count_waiting(desk.recall._store, 1, MODEL)


def test_every_passage_gets_its_code(desk):
    desk.write("Crock.md", "# Lids\n\nclay and water\n\n# Salt\n\ntwo spoons")
    desk.write("Empty.md", "")
    desk.write("日本.md", "日本語の文章")
    desk.sync()
    found = rows(desk)
    wanted = Encoder().codes("Crock", ["# Lids\n\nclay and water\n\n", "# Salt\n\ntwo spoons"])
    assert found["Crock.md"] == (1, b"".join(wanted))
    assert found["Empty.md"] == (1, Encoder().codes("Empty", [""])[0])
    assert found["日本.md"] == (1, NOTHING)
    check(desk.store)


def test_an_edit_a_move_and_a_deletion_take_vectors_along(desk):
    desk.notes(a="pump", b="water", c="earth")
    desk.sync()
    before = rows(desk)
    desk.write("a.md", "stone", days_old=-1)
    desk.move("b.md", "z.md")
    desk.delete("c.md")
    desk.sync()
    after = rows(desk)
    assert set(after) == {"a.md", "z.md"}
    assert after["a.md"] != before["a.md"]
    check(desk.store)


def test_a_title_of_many_items_is_no_part_of_their_meaning(desk):
    for number in range(vector_writing.SHARED_BY):
        desk.write(f"{number}/Log.md", "pump")
    desk.sync()
    assert {row[0] for row in rows(desk).values()} == {1}
    desk.write("more/Log.md", "pump")
    desk.sync()
    found = rows(desk)
    assert {row[0] for row in found.values()} == {0}
    assert set(found.values()) == {(0, Encoder().codes("", ["pump"])[0])}
    desk.delete("more")
    desk.sync()
    assert {row[0] for row in rows(desk).values()} == {1}


def test_an_unchanged_store_is_not_looked_through(desk, monkeypatch):
    desk.notes(a="pump")
    desk.sync()
    monkeypatch.setattr(vector_writing, "waiting", None)
    assert desk.sync().unchanged == 1


def test_an_interrupted_embedding_goes_on_at_the_next_sync(desk, monkeypatch):
    for number in range(5):
        desk.write(f"{number}.md", f"pump {number}")
    make, made = meaning._row, []

    def interrupted(*arguments):
        if len(made) == 1:
            raise KeyboardInterrupt
        made.append(1)
        return make(*arguments)

    monkeypatch.setattr(meaning, "_row", interrupted)
    monkeypatch.setattr(meaning, "BATCH_SECONDS", 0.0)
    with pytest.raises(KeyboardInterrupt):
        desk.sync()
    monkeypatch.undo()
    assert unembedded(desk) == 4
    assert len(desk.found("pump")) == 5
    assert desk.sync().unchanged == 5
    assert unembedded(desk) == 0
    assert len(rows(desk)) == 5


def test_another_model_makes_all_vectors_anew(desk, monkeypatch):
    desk.notes(a="pump", b="water")
    desk.sync()
    before = rows(desk)
    change(desk, "update meta set value = 'older' where key = 'vectors_of'",
           "update vectors set codes = x''")  # fmt: skip
    assert unembedded(desk) == 2
    assert desk.found("pump") == ["a.md"]
    desk.sync()
    assert unembedded(desk) == 0
    assert rows(desk) == before


def test_a_store_of_the_version_before_gets_its_vectors_at_the_next_sync(desk):
    desk.notes(a="pump", b="water")
    desk.sync()
    desk.close()
    before = dump(desk.store)
    take_back(desk.store, VECTORS)
    assert desk.found("pump") == ["a.md"]
    assert unembedded(desk) == 2
    desk.sync()
    desk.close()
    assert dump(desk.store) == before
    check(desk.store)


def test_the_codes_of_an_item_removed_meanwhile_are_not_written(desk):
    desk.notes(a="pump")
    desk.sync()
    store = desk.recall._store
    with store.write():
        vector_writing.write(store, [vector_writing.Row(77, 77, True, b"x" * CODE_BYTES)])
    assert set(rows(desk)) == {"a.md"}


def test_removing_a_vault_takes_its_vectors(desk):
    desk.notes(a="pump")
    desk.sync()
    desk.recall.remove_vault("Vault")
    assert rows(desk) == {}


def test_many_passages_are_left_to_a_process_of_their_own(desk, monkeypatch):
    monkeypatch.setattr(meaning, "AT_ONCE", 3)
    desk.notes(a="pump", b="water", c="clay", d="salt")
    begun = []
    start = meaning._start
    monkeypatch.setattr(meaning, "_start", lambda path: begun.append(path) or True)
    desk.sync()
    assert len(begun) == 1
    assert unembedded(desk) == 4
    assert desk.found("pump") == ["a.md"]
    assert [each.unembedded for each in desk.recall.vault_status()] == [4]
    start(begun[0])
    deadline = time.monotonic() + 60
    while unembedded(desk) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert unembedded(desk) == 0
    assert len(rows(desk)) == 4


def test_two_do_not_make_the_same_vectors(desk):
    desk.notes(a="pump")
    assert desk.found("pump") == []
    lock = embedding_lock(desk.store)
    assert lock is not None
    try:
        desk.sync()
        assert unembedded(desk) == 1
    finally:
        lock.close()
    desk.sync()
    assert unembedded(desk) == 0


def test_what_changes_while_its_vectors_are_made_is_made_anew(desk, monkeypatch):
    desk.notes(a="pump", b="water")
    make = meaning._row
    writes = ["a.md"]

    def changed_meanwhile(*arguments):
        if writes:
            other = apsw.Connection(desk.store)
            other.execute("update meta set value = value where key = 'vectors_of'")
            other.close()
            writes.pop()
        return make(*arguments)

    monkeypatch.setattr(meaning, "_row", changed_meanwhile)
    desk.sync()
    assert unembedded(desk) == 0
    assert writes == []


@pytest.mark.parametrize(
    ("created", "together"),
    [("2026-05-08T13:56:00", True), ("2026-05-08", False), (None, False)],
)
def test_what_was_said_in_one_sitting_is_read_together(created, together):
    said = ["Did you see the doctor?", "Yes.", "And the engine of the car?"]
    texts = [documents.Text(str(n), "Ann", text, created=created) for n, text in enumerate(said)]
    with temporary_store() as store:
        documents.load(store, "talk", texts, 0.0)
        codes = [row[0] for row in store.connection.execute("select codes from vectors")]
    alone = [Encoder().codes("Ann", [text])[0] for text in said]
    whole = Encoder()
    around = [
        whole.codes("Ann", [text], said[:at], said[at + 1 :])[0] for at, text in enumerate(said)
    ]
    assert codes == (around if together else alone)
    assert around != alone
