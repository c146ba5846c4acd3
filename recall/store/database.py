"""Opening the store: pragmas, transactions, and SQLite's errors turned into ours.

Pragmas and their reasons are measured in LIBRARIES.md section 4.
"""

from __future__ import annotations

import errno
import os
import time
import zlib
from contextlib import contextmanager
from typing import TYPE_CHECKING

import apsw

from recall.errors import (
    StoreBusyError,
    StoreCorruptError,
    StoreError,
    StoreFullError,
    StoreMissingError,
    StoreReadOnlyError,
)
from recall.store.schema import VERSION
from recall.store.transactions import immediate
from vault_sync.paths import fold

if TYPE_CHECKING:
    from collections.abc import Iterator

BUSY_TIMEOUT_MILLISECONDS = 10_000
"""How long a writer waits for another: twice what the longest transaction, a sync's wave, reads."""
APPLICATION_ID = 0x52434C4C  # "RCLL": tells `file` and us that this file is a store of recall
_HEADER = b"SQLite format 3\0"
_CANNOT_GROW = (apsw.SQLITE_IOERR_SHMSIZE, apsw.SQLITE_IOERR_SHMMAP)
_DAMAGED = "is damaged. Move it away and sync again: what it holds of vaults is read anew."
_SIGNS_OF_DAMAGE = (
    "parse error in", "vtable constructor failed", "invalid fts5 file format", "malformed",
    "no such table", "no such column", "tokenizer", "unrecognized option",
)  # fmt: skip
_NAME_ANOTHER = "Name another file with --store or RECALL_STORE."
_NOT_SQLITE = f"is not a SQLite file. {_NAME_ANOTHER}"


class Store:
    """An open store. ``connection`` is for the modules of ``recall.store`` alone.

    Not to be shared between threads: open one a thread (LIBRARIES.md 9).
    """

    def __init__(self, path: str, connection: apsw.Connection, *, writable: bool) -> None:
        self.path = path
        self.connection = connection
        self.writable = writable
        self.kept: dict[str, tuple[object, object]] = {}
        """What modules of ``recall.store`` keep in memory, with the state it was read in."""

    @contextmanager
    def read(self) -> Iterator[None]:
        """Reads inside see one moment of the store, whatever others write meanwhile."""
        with translated(self.path):
            self.connection.execute("begin deferred")
            try:
                yield
            finally:
                if not self.connection.get_autocommit():
                    self.connection.execute("rollback")

    @contextmanager
    def write(self) -> Iterator[None]:
        """One transaction: everything inside is kept or nothing; waits for other writers."""
        with translated(self.path), immediate(self.connection):
            yield

    def close(self) -> None:
        """Give the file back; further use is an error."""
        self.connection.close()


def open_store(path: str, *, writable: bool) -> Store:
    """The store at ``path``, migrated to this version; made when ``writable`` and absent.

    Raises:
        StoreMissingError: there is none and it may not be made.
        StoreError: or a child of it, for a file that is locked, corrupt, newer, not a store.
    """
    if path != ":memory:":
        _check_name(path)
        if writable:
            _make_file(path)
        _check_file(path, writable=writable)
    with translated(path):
        connection = _writer(path) if writable else _reader(path)
    return Store(path, connection, writable=writable)


def _check_name(path: str) -> None:
    try:
        path.encode()
    except UnicodeEncodeError:
        raise StoreError(path, f"has a name that is no UTF-8. {_NAME_ANOTHER}") from None
    if os.path.exists(path) and not os.path.isfile(path):
        what = "a folder" if os.path.isdir(path) else "no ordinary file"
        raise StoreError(path, f"is {what}. {_NAME_ANOTHER}")


def _make_file(path: str) -> None:
    folder = os.path.dirname(path) or "."
    try:
        os.makedirs(folder, mode=0o700, exist_ok=True)
        # The notes are private: a new file is for its owner only.
        os.close(os.open(path, os.O_CREAT | os.O_RDONLY, 0o600))
    except (FileExistsError, NotADirectoryError):
        raise StoreError(path, f"cannot be made: {folder!r} is a file, not a folder.") from None
    except OSError as error:
        raise _refused(path, error) from error


def _check_file(path: str, *, writable: bool) -> None:
    """Refuse what SQLite would take for an empty database, or complain of without saying why."""
    try:
        with open(path, "rb") as file:
            header = file.read(len(_HEADER))
    except (FileNotFoundError, NotADirectoryError):
        raise StoreMissingError(path) from None
    except OSError as error:
        raise _refused(path, error) from error
    if header and header != _HEADER:
        raise StoreCorruptError(path, _NOT_SQLITE)
    if not header and not writable:
        raise StoreMissingError(path)


def _refused(path: str, error: OSError) -> StoreError:
    """What the system says about opening the file, as a sentence."""
    if error.errno == errno.ENOSPC:
        return StoreFullError(path)
    is_new = not os.path.lexists(path)
    if error.errno == errno.EROFS or (isinstance(error, PermissionError) and is_new):
        return StoreReadOnlyError(path)
    if isinstance(error, PermissionError):
        return StoreError(path, "cannot be opened: you have no permission to read it.")
    return StoreError(path, f"cannot be opened: {error.strerror}.")


def _writer(path: str) -> apsw.Connection:
    connection = _connect(path, writable=True)
    try:
        _check_identity(connection, path)
        if connection.pragma("user_version") != VERSION:
            from recall.store.migrations import migrate

            migrate(connection, path)
        # After the first page exists: the journal mode is a property of the file.
        connection.pragma("journal_mode", "wal")
    except BaseException:
        connection.close()
        raise
    return connection


def _reader(path: str) -> apsw.Connection:
    connection = _connect(path, writable=False)
    try:
        try:
            _check_identity(connection, path)
        except (apsw.CantOpenError, apsw.IOError, apsw.ReadOnlyError):
            connection.close()
            connection = _connect(_unshared(path), writable=False, extra=apsw.SQLITE_OPEN_URI)
            _check_identity(connection, path)
        if _is_older(connection, path):
            connection.close()
            _writer(path).close()  # the first program of a newer version brings the file up
            connection = _connect(path, writable=False)
    except BaseException:
        connection.close()
        raise
    return connection


def _is_older(connection: apsw.Connection, path: str) -> bool:
    """Whether the file must be migrated first; StoreTooNewError when it cannot be."""
    if connection.pragma("user_version") == VERSION:
        return False
    from recall.store.migrations import is_older

    return is_older(connection, path)


def _unshared(path: str) -> str:
    """The file as SQLite reads it without writing anything beside it, not even readers' marks.

    Whoever may write there might do so meanwhile, unseen: that is possible only where another
    user owns the folder, and a search is short.
    """
    try:
        pending = os.path.getsize(f"{path}-wal")
    except OSError:
        pending = 0
    if pending:
        raise StoreError(
            path,
            "has changes that can be read only by a user who may write in its folder. "
            "Let that user run any recall command that searches, then try again.",
        )
    from urllib.parse import quote

    return f"file:{quote(os.path.abspath(path))}?immutable=1"


def _connect(name: str, *, writable: bool, extra: int = 0) -> apsw.Connection:
    flags = (
        apsw.SQLITE_OPEN_READWRITE | apsw.SQLITE_OPEN_CREATE
        if writable
        else apsw.SQLITE_OPEN_READONLY
    )
    connection = apsw.Connection(name, flags=flags | extra)
    connection.set_busy_handler(_Patience())
    connection.config(apsw.SQLITE_DBCONFIG_DQS_DML, 0)
    connection.config(apsw.SQLITE_DBCONFIG_DQS_DDL, 0)
    # SQLite's own lower() knows only A to Z.
    connection.create_scalar_function("folded", _folded, 1, deterministic=True)
    if writable:
        connection.pragma("synchronous", "normal")
        connection.pragma("foreign_keys", True)
        connection.pragma("recursive_triggers", True)
    else:
        connection.pragma("query_only", True)
    return connection


class _Patience:
    """Waits for another writer as long as SQLite's own handler, but asks more often.

    That one sleeps 100 ms in the end; beside a program that saves one memory after the other it
    would not meet the millisecond between two of its transactions, and give up.
    """

    def __init__(self) -> None:
        self._begun = 0.0

    def __call__(self, asked: int) -> bool:
        now = time.monotonic()
        if not asked:
            self._begun = now
        if now - self._begun > BUSY_TIMEOUT_MILLISECONDS / 1000:
            return False
        # A step that differs from call to call, so that two that wait do not go in step.
        time.sleep(0.0005 + (time.perf_counter_ns() >> 4) % 1_000 / 300_000)
        return True


def _folded(*values: apsw.SQLiteValue) -> str | None:
    return fold(values[0]) if isinstance(values[0], str) else None


def _check_identity(connection: apsw.Connection, path: str) -> None:
    """Refuse somebody else's SQLite file instead of writing tables into it."""
    identity = connection.pragma("application_id")
    if identity == APPLICATION_ID:
        return
    empty = not connection.execute("select count(*) from sqlite_schema").get
    if identity == 0 and empty:
        return
    raise StoreCorruptError(path, f"is a database of another program. {_NAME_ANOTHER}")


def sync_lock(path: str) -> apsw.Connection:
    """The right to sync into the store at ``path``, held until the connection is closed.

    A lock inside SQLite and not a lock file: the system frees it when a process is killed, and
    it works on every platform. Its own file, so that saving memories need not wait for a sync.

    Raises:
        StoreBusyError: another process is syncing.
    """
    lock_path = f"{path}.sync-lock"
    with translated(path):
        connection = apsw.Connection(":memory:" if path == ":memory:" else lock_path)
        try:
            connection.set_busy_timeout(BUSY_TIMEOUT_MILLISECONDS)
            connection.execute("begin exclusive")
        except apsw.BusyError:
            connection.close()
            raise StoreBusyError(
                path, "is being synced by another process. Try again when that has ended."
            ) from None
        except apsw.NotADBError:
            connection.close()
            raise StoreError(
                path, f"cannot be locked: {lock_path!r} is in the way. Delete it."
            ) from None
    return connection


def embedding_lock(path: str) -> apsw.Connection | None:
    """The right to make vectors, held until the connection is closed; None if another has it."""
    connection = apsw.Connection(":memory:" if path == ":memory:" else f"{path}.embed-lock")
    try:
        connection.execute("begin exclusive")
    except apsw.Error:
        connection.close()
        return None
    return connection


@contextmanager
def translated(path: str) -> Iterator[None]:
    """Errors of SQLite inside become sentences about the store at ``path``."""
    try:
        yield
    except (apsw.BusyError, apsw.LockedError) as error:
        raise StoreBusyError(path) from error
    except (apsw.FullError, apsw.IOError) as error:
        raise _full_or_broken(path, error) from error
    except apsw.ReadOnlyError as error:
        raise StoreReadOnlyError(path) from error
    except apsw.NotADBError as error:
        raise StoreCorruptError(path, _NOT_SQLITE) from error
    except (apsw.CorruptError, UnicodeDecodeError, zlib.error) as error:
        raise StoreCorruptError(path, _DAMAGED) from error
    except apsw.SQLError as error:
        # Our statements are constants: where they stop fitting, the schema is not what it was.
        if not any(sign in str(error) for sign in _SIGNS_OF_DAMAGE):
            raise
        raise StoreCorruptError(path, _DAMAGED) from error
    except apsw.CantOpenError as error:  # the file was readable: what lies beside it cannot be made
        raise StoreReadOnlyError(path) from error


def _full_or_broken(path: str, error: apsw.FullError | apsw.IOError) -> StoreError:
    """SQLite calls a full disk an I/O error where a file beside the store's cannot grow."""
    code = getattr(error, "extendedresult", 0)
    if isinstance(error, apsw.FullError) or code in _CANNOT_GROW:
        return StoreFullError(path)
    return StoreError(path, f"cannot be read or written: {error}. Is its disk in order?")
