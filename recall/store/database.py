"""Opening the store: pragmas, transactions, and SQLite's errors turned into ours.

Pragmas and their reasons are measured in LIBRARIES.md section 4.
"""

from __future__ import annotations

import os
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
from recall.store import migrations

if TYPE_CHECKING:
    from collections.abc import Iterator

BUSY_TIMEOUT_MILLISECONDS = 5_000
APPLICATION_ID = 0x52434C4C  # "RCLL": tells `file` and us that this file is a store of recall


class Store:
    """An open store. ``connection`` is for the modules of ``recall.store`` alone.

    Not to be shared between threads: open one a thread (LIBRARIES.md 9).
    """

    def __init__(self, path: str, connection: apsw.Connection, *, writable: bool) -> None:
        self.path = path
        self.connection = connection
        self.writable = writable

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
        with translated(self.path), self.connection:
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
    if not writable and not os.path.exists(path):
        raise StoreMissingError(path)
    if writable and path != ":memory:":
        _make_folder(path)
    with translated(path):
        connection = _connect(path, writable=writable)
        try:
            _check_identity(connection, path)
            migrations.migrate(connection, path, writable=writable)
            if writable:
                # After the first page exists: the journal mode is a property of the file.
                connection.pragma("journal_mode", "wal")
        except BaseException:
            connection.close()
            raise
    return Store(path, connection, writable=writable)


def _make_folder(path: str) -> None:
    folder = os.path.dirname(path) or "."
    try:
        os.makedirs(folder, mode=0o700, exist_ok=True)
    except FileExistsError:
        raise StoreError(path, f"cannot be made: {folder!r} is a file, not a folder.") from None
    except PermissionError:
        raise StoreReadOnlyError(path) from None
    except OSError as error:
        raise StoreError(path, f"cannot be made: {error.strerror}.") from error


def _connect(path: str, *, writable: bool) -> apsw.Connection:
    # The notes are private: a new file is for its owner only.
    if writable and path != ":memory:" and not os.path.exists(path):
        os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))
    flags = (
        apsw.SQLITE_OPEN_READWRITE | apsw.SQLITE_OPEN_CREATE
        if writable
        else apsw.SQLITE_OPEN_READONLY
    )
    connection = apsw.Connection(path, flags=flags)
    connection.set_busy_timeout(BUSY_TIMEOUT_MILLISECONDS)
    connection.config(apsw.SQLITE_DBCONFIG_DQS_DML, 0)
    connection.config(apsw.SQLITE_DBCONFIG_DQS_DDL, 0)
    if writable:
        connection.pragma("synchronous", "normal")
        connection.pragma("foreign_keys", True)
        connection.pragma("recursive_triggers", True)
        connection.transaction_mode = "IMMEDIATE"
    else:
        connection.pragma("query_only", True)
    return connection


def _check_identity(connection: apsw.Connection, path: str) -> None:
    """Refuse somebody else's SQLite file instead of writing tables into it."""
    identity = connection.pragma("application_id")
    if identity == APPLICATION_ID:
        return
    empty = not connection.execute("select count(*) from sqlite_schema").get
    if identity == 0 and empty:
        return
    raise StoreCorruptError(
        path, "is a database of another program. Name another file with --store or RECALL_STORE."
    )


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
    return connection


@contextmanager
def translated(path: str) -> Iterator[None]:
    """Errors of SQLite inside become sentences about the store at ``path``."""
    try:
        yield
    except (apsw.BusyError, apsw.LockedError) as error:
        raise StoreBusyError(path) from error
    except apsw.FullError as error:
        raise StoreFullError(path) from error
    except apsw.ReadOnlyError as error:
        raise StoreReadOnlyError(path) from error
    except apsw.NotADBError as error:
        raise StoreCorruptError(
            path, "is not a SQLite file. Name another file with --store or RECALL_STORE."
        ) from error
    except apsw.CorruptError as error:
        raise StoreCorruptError(
            path,
            "is damaged. Move it away and sync again: what it holds of vaults is read anew.",
        ) from error
    except apsw.CantOpenError as error:
        raise StoreError(path, "cannot be opened: it is no file, or access is denied.") from error
    except apsw.IOError as error:
        raise StoreError(path, f"cannot be read or written: {error}.") from error
