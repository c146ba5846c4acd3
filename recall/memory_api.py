"""The part of ``Recall`` that is about memories: each method checks, and calls one floor below."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from recall import arguments
from recall.arguments import DEFAULT_NAMESPACE
from recall.errors import UsageError
from recall.memory import checks
from recall.memory_model import SCOPES, MemoryList

if TYPE_CHECKING:
    from collections.abc import Sequence

    from recall.memory.keeping import Actor
    from recall.memory_model import (
        Forgotten,
        FoundMemories,
        Memory,
        MemoryScope,
        Purged,
        Remembered,
    )
    from recall.store.database import Store

DEFAULT_CLIENT = "python"
MAX_TTL = 100 * 365 * 86_400
"""A hundred years: what is to live longer has the scope global."""
MAX_LISTED = 200
MAX_OFFSET = 1_000_000_000
MAX_FOUND = 50
MAX_TOKENS = 100_000


class MemoryMethods:
    """What ``Recall`` can do with memories; all of it within one ``namespace``."""

    _store: Store

    def remember(  # noqa: PLR0913 - the fields of a memory
        self,
        content: str,
        *,
        scope: MemoryScope | None = None,
        project: str | None = None,
        force: bool = False,
        replace: str | None = None,
        ttl: int | None = None,
        title: str | None = None,
        type: str | None = None,  # noqa: A002 - the field's name
        tags: str | Sequence[str] | None = None,
        importance: float | None = None,
        pinned: bool | None = None,
        valid_until: float | None = None,
        event_date: float | None = None,
        supersedes: str | Sequence[str] = (),
        allow_secrets: bool = False,
        keep_private: bool = False,
        namespace: str = DEFAULT_NAMESPACE,
        client: str = DEFAULT_CLIENT,
        session: str | None = None,
        reason: str | None = None,
    ) -> Remembered:
        """Save a memory; what is known already is not stored twice, but answered.

        Args:
            content: the text, up to 1,000,000 characters.
            scope: ``session`` (the default; lives 30 days), ``project`` (90 days) or ``global``
                (for ever). What replaces a memory keeps its scope by default.
            project: a git remote in any spelling, a clone of it, or a name.
            force: store it whatever is known or was forgotten.
            replace: the id of a memory that this one overwrites.
            ttl: seconds to live; 0 or None is the default of the scope.
            title: by default made of the text.
            type: fact, decision, lesson, preference, pattern, command, event, or another word.
            tags: with or without ``#``.
            importance: 0 to 1.
            pinned: it does not grow old.
            valid_until: until when what it says holds, in seconds since 1970.
            event_date: when what it tells of takes place, in seconds since 1970.
            supersedes: ids of memories that no longer hold by this one.
            allow_secrets: store it though it holds what looks like a key or a password.
            keep_private: store text between ``<private>`` tags; the memory is then not searched,
                and listed only on request.
            namespace: whose memory it is; nothing crosses it.
            client: which program saves it, for the journal.
            session: in which session.
            reason: why.

        Raises:
            UsageError: a value out of range.
            RefusedError: a secret, or a text that was forgotten; nothing was stored.
            NotFoundError: there is no memory of the id to replace or to supersede.
        """
        from recall.memory.remember import Wish, remember

        checks.content(content)
        if scope is not None:
            arguments.choice("scope", scope, SCOPES)
        if ttl is not None:
            arguments.whole("ttl", ttl, 0, MAX_TTL)
        if importance is not None:
            arguments.number("importance", importance, 0, 1)
        for name, moment in (("valid_until", valid_until), ("event_date", event_date)):
            if moment is not None:
                arguments.moment(name, moment)
        wish = Wish(
            content=content,
            scope=scope,
            project=checks.named_project(project) if project is not None else None,
            ttl=ttl or 0,
            title=checks.line("title", title) if title is not None else None,
            type=checks.memory_type(type),
            tags=None if tags is None else checks.tags(tags),
            importance=importance,
            pinned=pinned,
            valid_until=valid_until,
            event_date=event_date,
            supersedes=arguments.texts("supersedes", supersedes),
            replace=None if replace is None else checks.line("replace", replace),
            force=force,
            allow_secrets=allow_secrets,
            keep_private=keep_private,
        )
        return remember(self._store, wish, actor(namespace, client, session, reason))

    def forget(
        self,
        id: str,  # noqa: A002 - the field's name
        *,
        erase: bool = False,
        namespace: str = DEFAULT_NAMESPACE,
        client: str = DEFAULT_CLIENT,
        session: str | None = None,
        reason: str | None = None,
    ) -> Forgotten:
        """Take a memory out; its text is not stored again without ``force``.

        ``unforget`` brings it back within 30 days, unless ``erase`` leaves no byte of it.

        Raises:
            NotFoundError: there is no such memory.
        """
        from recall.memory.forget import forget

        who = actor(namespace, client, session, reason)
        return forget(self._store, checks.line("id", id), who, erase=erase)

    def unforget(
        self,
        id: str,  # noqa: A002
        *,
        namespace: str = DEFAULT_NAMESPACE,
        client: str = DEFAULT_CLIENT,
        session: str | None = None,
        reason: str | None = None,
    ) -> Memory:
        """Bring a forgotten memory back as it was, within 30 days.

        Raises:
            NotFoundError: it is there, was never there, or its text is no longer kept.
        """
        from recall.memory.forget import unforget

        return unforget(
            self._store, checks.line("id", id), actor(namespace, client, session, reason)
        )

    def memory(self, id: str, *, namespace: str = DEFAULT_NAMESPACE) -> Memory:  # noqa: A002
        """One memory with all its fields.

        Raises:
            NotFoundError: there is no such memory.
        """
        from recall.memory.remember import found

        with self._store.read():
            return found(self._store, checks.line("id", id), checks.named_namespace(namespace))

    def list_memories(
        self,
        project: str | None = None,
        scope: MemoryScope | None = None,
        limit: int = 50,
        offset: int = 0,
        *,
        type: str | None = None,  # noqa: A002
        private: bool = False,
        namespace: str = DEFAULT_NAMESPACE,
    ) -> MemoryList:
        """Memories, newest first; those that ended are left out, private ones unless asked for.

        Args:
            project: a git remote in any spelling, a clone of it, or a name.
            scope: ``session``, ``project`` or ``global``; by default all.
            limit: 1 to 200.
            offset: how many to skip.
            type: only of this type.
            private: also those with private text.
            namespace: whose memories.

        Raises:
            UsageError: a value out of range.
        """
        from recall.store import memories

        arguments.whole("limit", limit, 1, MAX_LISTED)
        arguments.whole("offset", offset, 0, MAX_OFFSET)
        if scope is not None:
            arguments.choice("scope", scope, SCOPES)
        wanted = memories.Filter(
            checks.named_namespace(namespace),
            time.time(),
            scope,
            checks.named_project(project) if project is not None else None,
            checks.memory_type(type),
            private,
        )
        with self._store.read():
            found = memories.listed(self._store, wanted, limit, offset)
            return MemoryList(found, memories.count(self._store, wanted), limit, offset)

    def search_memories(
        self,
        query: str,
        scope: MemoryScope | None = None,
        project: str | None = None,
        limit: int = 10,
        max_tokens: int | None = None,
        *,
        namespace: str = DEFAULT_NAMESPACE,
    ) -> FoundMemories:
        """The memories and documents that answer a query, whole and with a score, best first.

        Args:
            query: words, as ``search`` takes them.
            scope: only of this scope.
            project: only of this project: a git remote in any spelling, a clone, or a name.
            limit: 1 to 50.
            max_tokens: 1 to 100,000. As many of the best 50 as fit, at four characters a token;
                ``limit`` then does not count.
            namespace: whose memories.

        Raises:
            UsageError: a value out of range, or no query.
        """
        from recall.memory.searching import Terms, search

        if not arguments.text("query", query).strip():
            raise UsageError("query is empty; name what to look for.")
        if scope is not None:
            arguments.choice("scope", scope, SCOPES)
        arguments.whole("limit", limit, 1, MAX_FOUND)
        if max_tokens is not None:
            arguments.whole("max_tokens", max_tokens, 1, MAX_TOKENS)
        terms = Terms(
            time.time(),
            checks.named_namespace(namespace),
            scope,
            None if project is None else checks.named_project(project),
        )
        return search(self._store, query, terms, limit, max_tokens)

    def confirm(
        self,
        id: str,  # noqa: A002
        *,
        session: str | None = None,
        namespace: str = DEFAULT_NAMESPACE,
        client: str = DEFAULT_CLIENT,
        reason: str | None = None,
    ) -> Memory:
        """Say that a memory still holds, which keeps it from fading; counts once a session.

        Raises:
            NotFoundError: there is no such memory.
        """
        from recall.memory.uses import use

        who = actor(namespace, client, session, reason)
        return use(self._store, checks.line("id", id), who, "confirm")[0]

    def cite(
        self,
        id: str,  # noqa: A002
        *,
        session: str | None = None,
        namespace: str = DEFAULT_NAMESPACE,
        client: str = DEFAULT_CLIENT,
        reason: str | None = None,
    ) -> Memory:
        """Say that a memory was used in an answer, which keeps it from fading, as ``confirm``.

        Raises:
            NotFoundError: there is no such memory.
        """
        from recall.memory.uses import use

        who = actor(namespace, client, session, reason)
        return use(self._store, checks.line("id", id), who, "cite")[0]

    def reinforce(
        self,
        id: str,  # noqa: A002
        *,
        session: str | None = None,
        namespace: str = DEFAULT_NAMESPACE,
        client: str = DEFAULT_CLIENT,
    ) -> Memory:
        """Note that a memory was read on purpose, as ``get`` does where it may write.

        Raises:
            NotFoundError: there is no such memory.
        """
        from recall.memory.uses import use

        who = actor(namespace, client, session, None)
        return use(self._store, checks.line("id", id), who, "get")[0]

    def purge(
        self,
        *,
        dry_run: bool = False,
        namespace: str = DEFAULT_NAMESPACE,
        client: str = DEFAULT_CLIENT,
        reason: str | None = None,
    ) -> Purged:
        """Take out the memories whose time is over; until then they are only not shown."""
        from recall.memory.forget import purge

        return purge(self._store, actor(namespace, client, None, reason), dry_run=dry_run)


def actor(namespace: str, client: str, session: str | None, reason: str | None) -> Actor:
    """Who does something, checked."""
    from recall.memory.keeping import Actor

    return Actor(
        checks.named_namespace(namespace),
        time.time(),
        checks.line("client", client),
        None if session is None else checks.line("session", session),
        None if reason is None else checks.line("reason", reason),
    )
