"""Opening, settings of every connection, transactions."""

import os
import threading

import apsw
import pytest

from recall.errors import RecallError, StoreBusyError, StoreCorruptError
from recall.store import database
from recall.store.database import open_store, sync_lock, translated


@pytest.fixture
def path(tmp_path):
    return str(tmp_path / "folder" / "recall.db")


def test_a_41_every_connection_has_all_settings(path):
    stores = [open_store(path, writable=True) for _ in range(5)] + [
        open_store(path, writable=False)
    ]
    for store in stores:
        pragma = store.connection.pragma
        assert pragma("journal_mode") == "wal"
        assert pragma("application_id") == database.APPLICATION_ID
        assert store.connection.config(apsw.SQLITE_DBCONFIG_DQS_DML, -1) == 0
        assert store.connection.config(apsw.SQLITE_DBCONFIG_DQS_DDL, -1) == 0
        assert pragma("foreign_keys") == int(store.writable)
        assert pragma("query_only") == int(not store.writable)
    for store in stores:
        store.close()


def test_a_reader_cannot_write(path):
    open_store(path, writable=True).close()
    store = open_store(path, writable=False)
    with pytest.raises(RecallError), store.write():
        store.connection.execute("insert into meta values ('a', 1)")
    store.close()


def test_a_write_is_kept_whole_or_not_at_all(path):
    store = open_store(path, writable=True)

    def rows():
        return list(store.connection.execute("select key from meta order by key"))

    with store.write():
        store.connection.execute("insert into meta values ('a', 1)")
    for number, failure in enumerate((ZeroDivisionError, KeyboardInterrupt)):

        def fail(key=f"b{number}", failure=failure):
            with store.write():
                store.connection.execute("insert into meta values (?, 1)", (key,))
                raise failure

        with pytest.raises(failure):
            fail()
    assert rows() == [("a",)]
    with store.write():
        store.connection.execute("insert into meta values ('d', 1)")
    assert rows() == [("a",), ("d",)]
    store.close()


def test_a_read_sees_one_moment(path):
    writer = open_store(path, writable=True)
    reader = open_store(path, writable=False)

    def count():
        return reader.connection.execute("select count(*) from meta").get

    with reader.read():
        assert count() == 0
        with writer.write():
            writer.connection.execute("insert into meta values ('a', 1)")
        assert count() == 0
    with reader.read():
        assert count() == 1
    with pytest.raises(ZeroDivisionError), reader.read():
        raise ZeroDivisionError
    with reader.read():
        assert count() == 1
    reader.close()
    writer.close()


def test_a_writer_waits_for_another_to_end(path):
    first, second = open_store(path, writable=True), open_store(path, writable=True)
    first.connection.execute("begin immediate")
    ending = threading.Timer(0.2, lambda: None)
    ending.start()
    done = threading.Event()

    def release():
        ending.join()
        done.set()

    threading.Thread(target=release).start()

    def wait():
        with second.write():
            second.connection.execute("insert into meta values ('b', 2)")

    waiting = threading.Thread(target=wait)
    waiting.start()
    assert done.wait(5)
    first.connection.execute("commit")
    waiting.join(5)
    assert not waiting.is_alive()
    assert first.connection.execute("select value from meta").get == 2
    first.close()
    second.close()


def test_a_lock_for_syncing_is_one_process_at_a_time_and_freed_by_closing(path, monkeypatch):
    monkeypatch.setattr(database, "BUSY_TIMEOUT_MILLISECONDS", 20)
    open_store(path, writable=True).close()
    lock = sync_lock(path)
    with pytest.raises(StoreBusyError):
        sync_lock(path)
    store = open_store(path, writable=True)  # other writers need not wait for a sync
    with store.write():
        store.connection.execute("insert into meta values ('a', 1)")
    store.close()
    lock.close()
    sync_lock(path).close()


def test_a_mistyped_column_in_quotes_is_no_text(path):
    store = open_store(path, writable=True)
    with pytest.raises(apsw.SQLError):
        store.connection.execute('select "nope" from items')
    store.close()


def test_folded_knows_every_alphabet(path):
    store = open_store(path, writable=True)
    assert store.connection.execute("select folded('ÜBER Москва')").get == "über москва"
    assert store.connection.execute("select folded(null)").get is None
    store.close()


def test_our_own_mistakes_are_not_called_damage(path):
    store = open_store(path, writable=True)
    with pytest.raises(apsw.SQLError), store.read():
        store.connection.execute(
            "select count(*) from passage_index where passage_index match 'a AND'"
        )
    with pytest.raises(StoreCorruptError), translated(path):
        store.connection.execute("select 1 from a_table_that_was_lost")
    store.close()


def test_a_relative_path_is_a_file_of_this_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    open_store("here.db", writable=True).close()
    open_store("here.db", writable=False).close()
    assert os.path.exists(tmp_path / "here.db")


@pytest.mark.parametrize(
    "name", ["a b.db", "100%.db", "q?mode=memory.db", "häßlich#1.db", "file:x.db", "日本.db"]
)
def test_a_store_may_have_any_name(tmp_path, name):
    path = str(tmp_path / name)
    open_store(path, writable=True).close()
    assert os.path.getsize(path)
    open_store(path, writable=False).close()


def test_a_name_that_sqlite_cannot_take_is_a_sentence(tmp_path):
    path = os.fsdecode(os.fsencode(tmp_path) + b"/caf\xe9.db")
    for writable in (True, False):
        with pytest.raises(RecallError):
            open_store(path, writable=writable)
