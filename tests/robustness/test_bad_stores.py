"""A store that cannot be used as it should: one clear sentence, and nothing is lost."""

import os
import random
import shutil
import tempfile
from pathlib import Path

import apsw
import pytest
from storehouse import Desk

from recall.api import Recall
from recall.errors import (
    RecallError,
    StoreBusyError,
    StoreCorruptError,
    StoreError,
    StoreFullError,
    StoreMissingError,
    StoreReadOnlyError,
    StoreTooNewError,
    VaultUnavailableError,
)
from recall.store import database

NOBODY = 65_534


@pytest.fixture
def filled(desk):
    """A desk whose store has twenty notes about pumps, closed."""
    for number in range(20):
        desk.write(
            f"Note {number}.md", f"# Pump {number}\n\nwater pumps of kind{number} [[Note 1]]\n" * 5
        )
    desk.sync()
    desk.close()
    return desk


@pytest.fixture
def unprivileged():
    """A folder of a user whom permissions bind, who is this process until the test ends."""
    folder = Path(tempfile.mkdtemp(prefix="recall-"))
    is_root = os.geteuid() == 0
    if is_root:
        os.chown(folder, NOBODY, NOBODY)
        os.seteuid(NOBODY)
    yield folder
    if is_root:
        os.seteuid(0)
    for here, _, _ in os.walk(folder):
        Path(here).chmod(0o700)
    shutil.rmtree(folder)


def use(path):
    """Everything one does with a store, as far as it goes."""
    with Recall.open(path) as recall:
        results = recall.search("pumps").results
        for hit in results.hits[:3]:
            recall.get(hit.id)
        recall.vault_status()
    return results


# --- no store of ours ---------------------------------------------------------------------------


def test_a_store_that_is_not_there_is_not_made_by_reading(tmp_path):
    path = tmp_path / "folder" / "recall.db"
    with pytest.raises(
        StoreMissingError, match=r"does not exist yet. Add a vault with 'recall vault add PATH'"
    ):
        Recall.open(str(path))
    assert not path.parent.exists()


def test_an_empty_file_is_a_store_that_does_not_exist_yet(tmp_path):
    path = tmp_path / "recall.db"
    path.touch()
    with pytest.raises(StoreMissingError):
        Recall.open(str(path))
    Recall.open(str(path), writable=True).close()
    assert use(str(path)).hits == ()


@pytest.mark.parametrize("size", [1, 15, 99, 100, 511, 512, 5_000])
@pytest.mark.parametrize("writable", [True, False])
def test_a_file_that_is_not_sqlite_is_refused_and_kept(tmp_path, size, writable):
    path = tmp_path / "notes.txt"
    content = (b"Dear diary, today I wrote. " * 200)[:size]
    path.write_bytes(content)
    with pytest.raises(
        StoreCorruptError, match=r"is not a SQLite file. Name another file with --store"
    ):
        Recall.open(str(path), writable=writable)
    assert path.read_bytes() == content
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("writable", [True, False])
def test_the_database_of_another_program_is_refused_and_kept(tmp_path, writable):
    path = tmp_path / "history.db"
    other = apsw.Connection(str(path))
    other.execute("create table visits (url text)")
    other.close()
    content = path.read_bytes()
    with pytest.raises(StoreCorruptError, match="is a database of another program"):
        Recall.open(str(path), writable=writable)
    assert path.read_bytes() == content


@pytest.mark.parametrize("writable", [True, False])
def test_a_folder_in_the_place_of_the_store_is_named_as_such(tmp_path, writable):
    with pytest.raises(StoreError, match="is a folder"):
        Recall.open(str(tmp_path), writable=writable)


def test_a_file_in_the_place_of_the_stores_folder_is_named(tmp_path):
    (tmp_path / "file").touch()
    with pytest.raises(StoreError, match=r"'.*file' is a file, not a folder"):
        Recall.open(str(tmp_path / "file" / "recall.db"), writable=True)


def test_a_store_of_a_newer_recall_is_refused_and_kept(filled):
    connection = apsw.Connection(filled.store)
    connection.pragma("user_version", 99)
    connection.close()
    content = Path(filled.store).read_bytes()
    for writable in (True, False):
        with pytest.raises(
            StoreTooNewError, match=r"schema 99, this one knows \d+.*pip install --upgrade"
        ) as caught:
            Recall.open(filled.store, writable=writable)
        assert caught.value.exit_code == 3
    assert Path(filled.store).read_bytes() == content


# --- damage -------------------------------------------------------------------------------------


def damaged(source, target, seed):
    """A copy with one page of noise, one of zeros, or cut short; the first page stays."""
    chance = random.Random(seed)
    data = bytearray(Path(source).read_bytes())
    pages = len(data) // 4_096
    page = chance.randrange(1, pages) * 4_096
    way = seed % 4
    if way == 0:
        data[page : page + 4_096] = chance.randbytes(4_096)
    elif way == 1:
        data[page : page + 4_096] = bytes(4_096)
    elif way == 2:
        del data[page + chance.randrange(4_096) :]
    else:
        for _ in range(40):
            data[chance.randrange(4_096, len(data))] ^= 1 << chance.randrange(8)
    Path(target).write_bytes(data)


@pytest.mark.parametrize("way", range(4))
def test_a_damaged_store_answers_or_says_that_it_is_damaged(filled, tmp_path, way):
    copy = tmp_path / "damaged.db"
    complaints = []
    for seed in range(way, 120, 4):
        damaged(filled.store, copy, seed)
        for suffix in ("-wal", "-shm"):
            Path(f"{copy}{suffix}").unlink(missing_ok=True)
        try:
            use(str(copy))
            with Recall.open(str(copy), writable=True) as recall:
                recall.sync()
        except StoreError as error:
            complaints.append(str(error))
        except VaultUnavailableError:
            pass  # the damaged byte is in the name of the vault's folder
    assert complaints
    assert all("is damaged. Move it away" in each for each in complaints), complaints
    filled.recall.sync()


def test_a_damaged_store_that_is_moved_away_is_built_anew(filled):
    damaged(filled.store, filled.store, 0)
    Path(filled.store).rename(Path(filled.store).with_suffix(".damaged"))
    assert filled.sync().added == 20


# --- permissions --------------------------------------------------------------------------------


@pytest.mark.parametrize("mode", [0o444, 0o400])
def test_a_file_that_may_only_be_read_is_searched_and_not_written(unprivileged, mode):
    desk = Desk(unprivileged)
    desk.write("a.md", "water pumps")
    desk.sync()
    desk.close()
    Path(desk.store).chmod(mode)
    assert use(desk.store).hits
    desk.write("b.md", "more")
    with pytest.raises(
        StoreReadOnlyError, match=r"cannot be written: no permission.*--store or RECALL_STORE"
    ) as caught:
        desk.sync()
    assert caught.value.exit_code == 3
    desk.close()


def test_a_store_in_a_folder_that_may_only_be_read_is_searched(unprivileged):
    desk = Desk(unprivileged)
    desk.write("a.md", "water pumps")
    desk.sync()
    desk.close()
    folder = Path(desk.store).parent
    before = sorted(folder.iterdir())
    folder.chmod(0o500)
    assert use(desk.store).hits
    with pytest.raises(StoreReadOnlyError):
        Recall.open(desk.store, writable=True).sync()
    assert sorted(folder.iterdir()) == before


def test_a_store_that_may_not_be_read_is_refused_with_a_sentence(unprivileged):
    desk = Desk(unprivileged)
    desk.recall.vaults()
    desk.close()
    Path(desk.store).chmod(0)
    for writable in (True, False):
        with pytest.raises(StoreError, match="no permission"):
            Recall.open(desk.store, writable=writable)


def test_a_folder_where_no_store_can_be_made_is_named(unprivileged):
    unprivileged.chmod(0o500)
    for path in ("recall.db", "new/folder/recall.db"):
        with pytest.raises(StoreReadOnlyError):
            Recall.open(str(unprivileged / path), writable=True)
    assert not list(unprivileged.iterdir())


def test_a_new_store_is_for_its_owner_alone(desk):
    desk.recall.vaults()
    assert Path(desk.store).stat().st_mode & 0o777 == 0o600
    assert Path(desk.store).parent.stat().st_mode & 0o777 == 0o700


@pytest.mark.parametrize("pending", [False, True], ids=["nothing pending", "changes pending"])
def test_changes_that_only_a_writer_could_read_are_not_passed_over(unprivileged, pending):
    desk = Desk(unprivileged)
    desk.write("a.md", "water pumps")
    desk.sync()
    desk.write("b.md", "more pumps")
    report = desk.sync() if pending else None
    copy = unprivileged / "copy"
    copy.mkdir()
    for suffix in ("", "-wal") if pending else ("",):
        shutil.copy(f"{desk.store}{suffix}", copy / f"recall.db{suffix}")
    desk.close()
    if not pending:
        shutil.copy(desk.store, copy / "recall.db")
    copy.chmod(0o500)
    if pending:
        assert report.added == 1
        with pytest.raises(
            StoreError, match="changes that can be read only by a user who may write in its folder"
        ):
            use(str(copy / "recall.db"))
    else:
        assert use(str(copy / "recall.db")).total == 1


# --- other processes ----------------------------------------------------------------------------


def test_a_locked_store_is_tried_again_later(filled, monkeypatch):
    monkeypatch.setattr(database, "BUSY_TIMEOUT_MILLISECONDS", 50)
    filled.write("new.md", "volcano")
    holder = apsw.Connection(filled.store)
    holder.execute("begin immediate")
    with pytest.raises(StoreBusyError, match=r"is locked by another process. Try again") as caught:
        filled.sync()
    assert caught.value.exit_code == 75
    assert filled.found("pumps")  # a reader need not wait
    holder.execute("rollback")
    holder.close()
    assert filled.sync().added == 1


def test_a_second_sync_waits_and_then_says_who_is_at_work(filled, monkeypatch):
    monkeypatch.setattr(database, "BUSY_TIMEOUT_MILLISECONDS", 50)
    lock = database.sync_lock(filled.store)
    with pytest.raises(
        StoreBusyError, match=r"is being synced by another process. Try again when"
    ) as caught:
        filled.sync()
    assert caught.value.exit_code == 75
    lock.close()
    assert filled.sync().unchanged == 20


def test_a_file_in_the_place_of_the_lock_is_named(filled):
    lock = Path(f"{filled.store}.sync-lock")
    lock.write_text("not ours " * 200)
    with pytest.raises(
        StoreError, match=r"cannot be locked: '.*sync-lock' is in the way. Delete it"
    ):
        filled.sync()
    lock.unlink()
    assert filled.sync().unchanged == 20


@pytest.mark.skipif(not os.path.exists("/dev/null"), reason="needs devices")
@pytest.mark.parametrize("writable", [True, False])
def test_a_device_or_a_pipe_is_no_store(tmp_path, writable):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    for path in ("/dev/null", str(pipe)):
        with pytest.raises(StoreError, match="is no ordinary file"):
            Recall.open(path, writable=writable)


def test_an_exclusively_locked_store_gives_75_to_readers_too(filled, monkeypatch):
    monkeypatch.setattr(database, "BUSY_TIMEOUT_MILLISECONDS", 50)
    holder = apsw.Connection(filled.store)
    holder.pragma("locking_mode", "exclusive")
    holder.execute("begin exclusive")
    try:
        with pytest.raises(StoreBusyError) as caught:
            use(filled.store)
        assert caught.value.exit_code == 75
    finally:
        holder.execute("rollback")
        holder.close()


def test_every_complaint_about_a_store_is_one_sentence_with_its_path(tmp_path):
    path = str(tmp_path / "recall.db")
    errors = [
        StoreMissingError(path), StoreBusyError(path), StoreTooNewError(path, 9, 1),
        StoreFullError(path), StoreReadOnlyError(path), StoreCorruptError(path, "is damaged."),
    ]  # fmt: skip
    for error in errors:
        assert isinstance(error, RecallError)
        assert str(error).startswith(f"The store {path!r} ")
        assert str(error).endswith(".")
        assert "\n" not in str(error)
