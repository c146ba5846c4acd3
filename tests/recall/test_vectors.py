"""Vectors in the store: made behind a sync, gone with their passages, one model at a time."""

import apsw
import pytest
from storehouse import check, dump, take_back

from recall.embedding.codes import CODE_BYTES, NOTHING
from recall.embedding.encoder import Encoder
from recall.embedding.table import MODEL
from recall.sources import meaning
from recall.store import vectors
from recall.store.schema import VECTORS


def rows(desk):
    desk.close()
    return {row[0]: row[1:] for row in dump(desk.store)["vectors"]}


def sync(desk):
    """A sync with the stage behind it that makes vectors."""
    report = desk.sync()
    meaning.embed(desk.recall._store)
    return report


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
    sync(desk)
    found = rows(desk)
    wanted = Encoder().codes("Crock", ["# Lids\n\nclay and water\n\n", "# Salt\n\ntwo spoons"])
    assert found["Crock.md"] == (1, b"".join(wanted))
    assert found["Empty.md"] == (1, Encoder().codes("Empty", [""])[0])
    assert found["日本.md"] == (1, NOTHING)
    check(desk.store)


def test_an_edit_a_move_and_a_deletion_take_vectors_along(desk):
    desk.notes(a="pump", b="water", c="earth")
    sync(desk)
    before = rows(desk)
    desk.write("a.md", "stone", days_old=-1)
    desk.move("b.md", "z.md")
    desk.delete("c.md")
    sync(desk)
    after = rows(desk)
    assert set(after) == {"a.md", "z.md"}
    assert after["a.md"] != before["a.md"]
    check(desk.store)


def test_a_title_of_many_items_is_no_part_of_their_meaning(desk):
    for number in range(vectors.SHARED_BY):
        desk.write(f"{number}/Log.md", "pump")
    sync(desk)
    assert {row[0] for row in rows(desk).values()} == {1}
    desk.write("more/Log.md", "pump")
    sync(desk)
    found = rows(desk)
    assert {row[0] for row in found.values()} == {0}
    assert set(found.values()) == {(0, Encoder().codes("", ["pump"])[0])}
    desk.delete("more")
    sync(desk)
    assert {row[0] for row in rows(desk).values()} == {1}


def test_an_unchanged_store_is_not_looked_through(desk, monkeypatch):
    desk.notes(a="pump")
    sync(desk)
    monkeypatch.setattr(vectors, "waiting", None)
    assert sync(desk).unchanged == 1


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
        sync(desk)
    monkeypatch.undo()
    assert unembedded(desk) == 4
    assert len(desk.found("pump")) == 5
    assert sync(desk).unchanged == 5
    assert unembedded(desk) == 0
    assert len(rows(desk)) == 5


def test_another_model_makes_all_vectors_anew(desk, monkeypatch):
    desk.notes(a="pump", b="water")
    sync(desk)
    before = rows(desk)
    change(desk, "update meta set value = 'older' where key = 'vectors_of'",
           "update vectors set codes = x''")  # fmt: skip
    assert unembedded(desk) == 2
    assert desk.found("pump") == ["a.md"]
    sync(desk)
    assert unembedded(desk) == 0
    assert rows(desk) == before


def test_a_store_of_the_version_before_gets_its_vectors_at_the_next_sync(desk):
    desk.notes(a="pump", b="water")
    sync(desk)
    desk.close()
    before = dump(desk.store)
    take_back(desk.store, VECTORS)
    assert desk.found("pump") == ["a.md"]
    assert unembedded(desk) == 2
    sync(desk)
    desk.close()
    assert dump(desk.store) == before
    check(desk.store)


def test_the_codes_of_an_item_removed_meanwhile_are_not_written(desk):
    desk.notes(a="pump")
    sync(desk)
    store = desk.recall._store
    with store.write():
        vectors.write(store, [vectors.Row(77, 77, True, b"x" * CODE_BYTES)])
    assert set(rows(desk)) == {"a.md"}


def test_removing_a_vault_takes_its_vectors(desk):
    desk.notes(a="pump")
    sync(desk)
    desk.recall.remove_vault("Vault")
    assert rows(desk) == {}
