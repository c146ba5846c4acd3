"""Stores of other versions: older ones are brought up whole, newer ones are left alone."""

import apsw
import pytest
from storehouse import check, dump, take_back

from recall.api import Recall
from recall.errors import StoreTooNewError
from recall.store import database, migrations
from recall.store.database import open_store
from recall.store.migrations import MIGRATIONS, Migration
from recall.store.schema import VERSION


@pytest.fixture
def filled(desk):
    desk.notes(a="words [[b]]", b="more words")
    desk.sync()
    desk.close()
    return desk


def version(path):
    connection = apsw.Connection(path)
    try:
        return connection.pragma("user_version")
    finally:
        connection.close()


def with_next(monkeypatch, *statements, reindex=False):
    monkeypatch.setattr(
        migrations, "MIGRATIONS", (*MIGRATIONS, Migration(statements, reindex=reindex))
    )
    monkeypatch.setattr(database, "VERSION", VERSION + 1)


def test_a_new_store_has_the_newest_version(filled):
    assert version(filled.store) == VERSION == len(MIGRATIONS)


def test_an_older_store_is_brought_up_and_keeps_its_content(filled, monkeypatch):
    before = dump(filled.store)
    with_next(monkeypatch, "create table extra (a text) strict")
    with Recall.open(filled.store, writable=True) as recall:
        assert len(recall.search("words").results.hits) == 2
    assert version(filled.store) == len(MIGRATIONS) + 1
    assert dump(filled.store) == before


def test_a_reader_brings_an_older_store_up_too(filled, monkeypatch):
    with_next(monkeypatch, "create table extra (a text) strict")
    with Recall.open(filled.store) as recall:
        assert len(recall.search("words").results.hits) == 2
    assert version(filled.store) == len(MIGRATIONS) + 1


def test_a_migration_that_fails_leaves_the_old_version(filled, monkeypatch):
    before = dump(filled.store)
    with_next(
        monkeypatch, "create table extra (a text) strict", "drop table a_table_that_is_not_there"
    )
    with pytest.raises(Exception, match="damaged"):
        open_store(filled.store, writable=True)
    monkeypatch.undo()
    assert version(filled.store) == len(MIGRATIONS)
    assert dump(filled.store) == before


def test_a_migration_may_have_every_file_read_again(filled, monkeypatch):
    with_next(monkeypatch, "update items set title = 'lost'", reindex=True)
    assert filled.sync().changed == 2
    assert filled.hit("more").title == "b"
    filled.close()
    check(filled.store)


def test_a_47_a_half_made_store_is_finished(tmp_path):
    path = str(tmp_path / "recall.db")
    connection = apsw.Connection(path)
    connection.pragma("application_id", database.APPLICATION_ID)
    connection.close()
    with Recall.open(path, writable=True) as recall:
        assert recall.vaults() == ()
    check(path)


def test_the_newest_wins_a_race(filled, monkeypatch):
    """Another process migrated between the look at the version and the lock."""
    with_next(monkeypatch, "create table extra (a text) strict")
    is_older = migrations.is_older

    def late(connection, path):
        answer = is_older(connection, path)
        if answer:
            monkeypatch.setattr(migrations, "is_older", is_older)
            open_store(filled.store, writable=True).close()
        return answer

    monkeypatch.setattr(migrations, "is_older", late)
    open_store(filled.store, writable=True).close()
    assert version(filled.store) == len(MIGRATIONS) + 1


def test_a_newer_store_names_both_versions_and_the_way_out(filled):
    connection = apsw.Connection(filled.store)
    connection.pragma("user_version", 999)
    connection.close()
    with pytest.raises(
        StoreTooNewError, match=f"schema 999, this one knows {len(MIGRATIONS)}"
    ) as caught:
        open_store(filled.store, writable=False)
    assert (caught.value.found, caught.value.known) == (999, len(MIGRATIONS))


@pytest.mark.parametrize("number", range(1, len(MIGRATIONS)))
def test_a_filled_store_of_every_older_version_is_brought_up(filled, number):
    before = dump(filled.store)
    take_back(filled.store, MIGRATIONS[number].statements)
    assert version(filled.store) == number
    filled.sync()
    assert filled.found("more words") == ["b.md", "a.md"]
    filled.close()
    assert version(filled.store) == len(MIGRATIONS)
    assert dump(filled.store) == before
    check(filled.store)
