"""One way to write: a transaction that is kept whole or leaves no trace."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    import apsw


@contextmanager
def immediate(connection: apsw.Connection) -> Iterator[None]:
    """A transaction that waits for other writers before it begins, and not in its middle.

    Not APSW's own ``with connection``: on a full disk SQLite rolls back by itself, and APSW's
    second rollback then hides the reason (``cannot rollback - no transaction is active``).
    """
    connection.execute("begin immediate")
    try:
        yield
        connection.execute("commit")
    except BaseException:
        if not connection.get_autocommit():
            connection.execute("rollback")
        raise
