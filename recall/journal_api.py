"""The part of ``Recall`` that is about what was done to memories, and its undoing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from recall import arguments
from recall.arguments import DEFAULT_NAMESPACE
from recall.errors import UsageError
from recall.memory import checks
from recall.memory_api import DEFAULT_CLIENT, MAX_LISTED, MAX_OFFSET, actor

if TYPE_CHECKING:
    from recall.memory_model import Change, Undone
    from recall.store.database import Store


class JournalMethods:
    """What ``Recall`` can do with the journal of memories."""

    _store: Store

    def log(
        self,
        *,
        session: str | None = None,
        limit: int = 50,
        offset: int = 0,
        namespace: str = DEFAULT_NAMESPACE,
    ) -> tuple[Change, ...]:
        """What was done to memories, the newest first; ``limit`` is 1 to 200.

        Raises:
            UsageError: a value out of range.
        """
        from recall.store import journal

        arguments.whole("limit", limit, 1, MAX_LISTED)
        arguments.whole("offset", offset, 0, MAX_OFFSET)
        named = None if session is None else checks.line("session", session)
        with self._store.read():
            return journal.log(
                self._store,
                checks.named_namespace(namespace),
                session=named,
                limit=limit,
                offset=offset,
            )

    def history(self, id: str, *, namespace: str = DEFAULT_NAMESPACE) -> tuple[Change, ...]:  # noqa: A002
        """All that was done to one memory, the oldest first; also to one that is gone.

        Raises:
            NotFoundError: there never was such a memory.
        """
        from recall.errors import NotFoundError
        from recall.store import journal

        public_id = checks.line("id", id).strip().lower()
        with self._store.read():
            changes = journal.history(self._store, checks.named_namespace(namespace), public_id)
        if not changes:
            raise NotFoundError("memory", id)
        return changes

    def undo(
        self,
        number: int | None = None,
        *,
        session: str | None = None,
        namespace: str = DEFAULT_NAMESPACE,
        client: str = DEFAULT_CLIENT,
        reason: str | None = None,
    ) -> Undone:
        """Take back the change of this number, all of a session, or the last one.

        Raises:
            NotFoundError: there is no such change.
            RefusedError: the memory was changed since, or what it was is no longer kept.
        """
        from recall.memory import undo

        who = actor(namespace, client, None, reason)
        if session is not None:
            if number is not None:
                raise UsageError("Name a change or a session to undo, not both.")
            return undo.undo_session(self._store, who, checks.line("session", session))
        if number is not None:
            arguments.whole("number", number, 1, 2**63 - 1)
        return undo.undo(self._store, who, number)
