"""The part of ``Recall`` that is about key-value documents: checks, and calls one floor below."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Literal

from recall import arguments, config
from recall.arguments import DEFAULT_NAMESPACE
from recall.errors import RecallError, UsageError
from recall.memory import checks
from recall.memory_api import DEFAULT_CLIENT, actor
from recall.memory_model import KeyDocument, KeyHit, KeyList, KeyValue

if TYPE_CHECKING:
    from collections.abc import Sequence

    from recall.memory.documents import Wish
    from recall.store.database import Store

SEPARATOR = "\n\n"
MAX_LIMIT = 1_000
MAX_OFFSET = 1_000_000_000
ORDERS = ("date", "key")


class DocumentMethods:
    """What ``Recall`` can do with key-value documents; all of it within one ``namespace``."""

    _store: Store

    def store_document(
        self,
        key: str,
        message: str,
        *,
        tags: str | Sequence[str] = (),
        force: bool = False,
        allow_secrets: bool = False,
        namespace: str = DEFAULT_NAMESPACE,
        client: str = DEFAULT_CLIENT,
        session: str | None = None,
    ) -> KeyDocument:
        """Write a document whole, in the place of what has its key.

        Args:
            key: up to 500 characters; the part before a colon becomes a tag.
            message: the text, up to 10,000,000 characters.
            tags: more tags; without any the document keeps those it has.
            force: store a text that was forgotten.
            allow_secrets: store it though it holds what looks like a key or a password.
            namespace: whose document it is; nothing crosses it.
            client: which program saves it, for the journal.
            session: in which session.

        Raises:
            UsageError: a value out of range.
            RefusedError: a secret, or a text that was forgotten; nothing was stored.
        """
        from recall.memory import documents

        wish = _wish(key, _message(message), tags, allow_secrets=allow_secrets)
        wish = wish._replace(force=force)
        return documents.store(self._store, wish, actor(namespace, client, session, None))

    def append_document(  # noqa: PLR0913 - the parts of one change
        self,
        key: str,
        message: str,
        *,
        separator: str = SEPARATOR,
        create_if_missing: bool = True,
        tags: str | Sequence[str] = (),
        allow_secrets: bool = False,
        namespace: str = DEFAULT_NAMESPACE,
        client: str = DEFAULT_CLIENT,
        session: str | None = None,
    ) -> KeyDocument:
        """Add a text behind a document's; that costs no more for a long document.

        Raises:
            UsageError: a value out of range.
            NotFoundError: there is no such document, and ``create_if_missing`` is false.
            RefusedError: a secret; nothing was stored.
        """
        from recall.memory import documents

        wish = _wish(key, _message(message), tags, allow_secrets=allow_secrets)
        between = arguments.text("separator", separator)
        who = actor(namespace, client, session, None)
        return documents.append(self._store, wish, between, who, create=create_if_missing)

    def replace_section(  # noqa: PLR0913 - the parts of one change
        self,
        key: str,
        new_content: str,
        *,
        start_marker: str,
        end_marker: str,
        inclusive: bool = False,
        create_if_missing: bool = False,
        allow_secrets: bool = False,
        namespace: str = DEFAULT_NAMESPACE,
        client: str = DEFAULT_CLIENT,
        session: str | None = None,
    ) -> KeyDocument:
        """Replace what stands between two markers of a document, exactly.

        Args:
            key: the document's.
            new_content: what is to stand there; may be empty.
            start_marker: by convention ``<!-- name:start -->``.
            end_marker: by convention ``<!-- name:end -->``; it must follow the start marker.
            inclusive: replace the markers, too.
            create_if_missing: make the document, or the section at its end.
            allow_secrets: store it though it holds what looks like a key or a password.
            namespace: whose document.
            client: which program, for the journal.
            session: in which session.

        Raises:
            UsageError: a marker is missing or there more than once, or the end comes first; the
                document is unchanged.
            NotFoundError: there is no such document.
            RefusedError: a secret.
        """
        from recall.memory import documents

        content = arguments.text("new_content", new_content)
        wish = _wish(key, content, (), allow_secrets=allow_secrets)
        section = documents.Section(
            _marker("start_marker", start_marker), _marker("end_marker", end_marker), inclusive
        )
        if section.start_marker == section.end_marker:
            raise UsageError("start_marker and end_marker are the same.")
        who = actor(namespace, client, session, None)
        return documents.replace_section(self._store, wish, section, who, create=create_if_missing)

    def get_document(
        self,
        key: str,
        *,
        offset: int = 0,
        max_chars: int = 0,
        namespace: str = DEFAULT_NAMESPACE,
    ) -> KeyValue:
        """A document's text from a character on, all of it by default.

        Args:
            key: exactly as stored.
            offset: the character (Unicode code point) to begin at.
            max_chars: most characters to give; 0 is all that remain.
            namespace: whose document.

        Raises:
            NotFoundError: there is no such document.
            UsageError: a value out of range.
        """
        from recall.memory import documents

        arguments.whole("offset", offset, 0, MAX_OFFSET)
        arguments.whole("max_chars", max_chars, 0, MAX_OFFSET)
        named = checks.named_namespace(namespace)
        with self._store.read():
            return documents.read(self._store, checks.key(key), named, offset, max_chars)

    def delete_document(
        self,
        key: str,
        *,
        namespace: str = DEFAULT_NAMESPACE,
        client: str = DEFAULT_CLIENT,
        session: str | None = None,
    ) -> str:
        """Take a document out; gives its id, by which ``unforget`` brings it back.

        Raises:
            NotFoundError: there is no such document.
        """
        from recall.memory import documents

        who = actor(namespace, client, session, None)
        return documents.delete(self._store, checks.key(key), who)

    def list_documents(
        self,
        *,
        tags: str | Sequence[str] = (),
        sort_by: Literal["date", "key"] = "date",
        limit: int = 10,
        namespace: str = DEFAULT_NAMESPACE,
    ) -> KeyList:
        """Documents with all of the tags, newest first or in the order of their keys.

        Raises:
            UsageError: a value out of range.
        """
        from recall.store import documents

        arguments.choice("sort_by", sort_by, ORDERS)
        arguments.whole("limit", limit, 1, MAX_LIMIT)
        wanted, named = checks.tags(tags), checks.named_namespace(namespace)
        with self._store.read():
            found = documents.listed(
                self._store, named, wanted, by_key=sort_by == "key", limit=limit
            )
            return KeyList(found, documents.count(self._store, named, wanted))

    def search_documents(
        self,
        query: str,
        *,
        tags: str | Sequence[str] = (),
        limit: int = 10,
        preprocess: bool = True,
        namespace: str = DEFAULT_NAMESPACE,
    ) -> tuple[KeyHit, ...]:
        """Documents and memories that answer a query, best first.

        Args:
            query: words; what has only words of like meaning is found, too.
            tags: only with all of these.
            limit: 1 to 1,000.
            preprocess: False finds only what holds the query as it is written.
            namespace: whose.

        Raises:
            UsageError: a value out of range, or no query.
        """
        from recall.memory import key_search
        from recall.search.search import Scope
        from recall.search.settings import with_settings

        arguments.whole("limit", limit, 1, MAX_LIMIT)
        if not arguments.text("query", query).strip():
            raise UsageError("query is empty; name what to look for.")
        scope = Scope(
            now=time.time(),
            source="memory",
            tags=checks.tags(tags),
            namespace=checks.named_namespace(namespace),
        )
        find = key_search.find if preprocess else key_search.find_exactly
        return find(self._store, query, with_settings(scope, config.settings()), limit)

    def keyvalue(self, action: str, **given: object) -> dict[str, object]:
        """The tool ``memory`` of the family ``keyvalue``: one call, told apart by ``action``.

        Every answer has ``success``, and ``results`` or ``value``; a failure has ``error``.
        """
        from recall.key_tool import call

        try:
            return call(self, action, given)
        except RecallError as error:
            return {"success": False, "error": str(error)}


def _message(message: object) -> str:
    if not arguments.text("message", message):
        raise UsageError("message is empty; there is nothing to store.")
    return str(message)


def _wish(key: str, text: str, tags: str | Sequence[str], *, allow_secrets: bool) -> Wish:
    from recall.memory.documents import Wish

    return Wish(checks.key(key), text, checks.tags(tags), allow_secrets=allow_secrets)


def _marker(name: str, value: object) -> str:
    if not arguments.text(name, value):
        raise UsageError(f"{name} is empty.")
    return str(value)
