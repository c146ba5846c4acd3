"""The store's versions: numbered steps, each in one transaction, never edited once released."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from recall.errors import StoreTooNewError
from recall.store import schema
from recall.store.transactions import immediate

if TYPE_CHECKING:
    import apsw


class Migration(NamedTuple):
    """``statements`` lead from the version before to this one.

    ``reindex`` says that what is indexed of sources must be read again: the next sync then
    reads every file, whatever its time and size.
    """

    statements: tuple[str, ...]
    reindex: bool


MIGRATIONS: tuple[Migration, ...] = (
    Migration(schema.VERSION_1, reindex=False),
    Migration(schema.DATED_AHEAD, reindex=False),
    Migration(schema.VECTORS, reindex=False),
    Migration(schema.SYMLINKS, reindex=False),
    Migration(schema.MEMORIES, reindex=False),
    Migration(schema.DOCUMENTS, reindex=False),
    Migration(schema.GRAPH, reindex=True),
    Migration(schema.SESSIONS, reindex=False),
)


def is_older(connection: apsw.Connection, path: str) -> bool:
    """Whether a store must be migrated before this version can use it.

    Raises:
        StoreTooNewError: a newer recall wrote the file.
    """
    version = connection.pragma("user_version")
    if version > len(MIGRATIONS):
        raise StoreTooNewError(path, version, len(MIGRATIONS))
    return bool(version < len(MIGRATIONS))


def migrate(connection: apsw.Connection, path: str) -> None:
    """Bring the file to the newest version.

    Raises:
        StoreTooNewError: a newer recall wrote the file.
    """
    if not is_older(connection, path):
        return
    with immediate(connection):
        # Another process may have migrated while this one waited for the lock.
        version = connection.pragma("user_version")
        for number, migration in enumerate(MIGRATIONS[version:], version + 1):
            for statement in migration.statements:
                connection.execute(statement)
            if migration.reindex:
                connection.execute(
                    "update items set content_hash = null, mtime_ns = null where source <> 'memory'"
                )
            connection.pragma("user_version", number)
