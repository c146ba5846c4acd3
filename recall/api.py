"""class Recall: every capability once. The command line, servers and programs call this.

No logic of its own: each method opens what it needs, calls one floor below, and returns records.
"""

from __future__ import annotations

import os
import time
from contextlib import suppress
from typing import TYPE_CHECKING

from recall import arguments, config
from recall.arguments import DEFAULT_NAMESPACE
from recall.disclosure.budget import LEVELS, TEXT, disclose
from recall.disclosure.cursor import decode_cursor
from recall.errors import StoreCorruptError
from recall.late import late
from recall.search.query import SOURCES
from recall.search.search import Scope, search
from recall.search.settings import with_settings
from recall.sources.apart import IN_MEMORY, demand_apart
from recall.store.database import Store, open_store

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from types import TracebackType

    from recall.disclosure.budget import Form
    from recall.document_api import DocumentMethods
    from recall.graph_api import GraphMethods
    from recall.journal_api import JournalMethods
    from recall.memory_api import MemoryMethods
    from recall.memory_model import MemoryScope
    from recall.model import Answer, Detail
    from recall.reports import Document, SyncReport
    from recall.source_api import SourceMethods
    from recall.upkeep_api import UpkeepMethods
    from recall.vault_api import VaultMethods

    Progress = Callable[[str, int, int], None]
    FilePath = str | os.PathLike[str]
else:
    DocumentMethods = late(
        "recall.document_api",
        "DocumentMethods",
        "store_document append_document replace_section get_document delete_document "
        "list_documents search_documents keyvalue",
    )
    VaultMethods = late(
        "recall.vault_api",
        "VaultMethods",
        "add_vault vaults find_vault vault_status check_vault remove_vault sync _known _vault_name",
    )
    MemoryMethods = late(
        "recall.memory_api",
        "MemoryMethods",
        "remember forget unforget memory list_memories search_memories confirm cite reinforce "
        "purge",
    )
    SourceMethods = late(
        "recall.source_api",
        "SourceMethods",
        "add_source sources source_status remove_source files timeline",
    )
    GraphMethods = late(
        "recall.graph_api",
        "GraphMethods",
        "graph backlinks path hubs orphans broken bridges communities related link unlink "
        "_whose _item",
    )
    JournalMethods = late("recall.journal_api", "JournalMethods", "log history undo")
    UpkeepMethods = late(
        "recall.upkeep_api",
        "UpkeepMethods",
        "brief review renew supersede export_memories import_memories",
    )

MAX_LIMIT = 1_000


class Recall(
    VaultMethods,
    MemoryMethods,
    JournalMethods,
    DocumentMethods,
    UpkeepMethods,
    SourceMethods,
    GraphMethods,
):
    """An open store with everything one can do with it; use it as a context manager.

    Not to be shared between threads: open one a thread.
    """

    def __init__(self, store: Store) -> None:
        self._store = store

    @classmethod
    def open(cls, path: FilePath | None = None, *, writable: bool = False) -> Recall:
        """The store at ``path``, by default the user's own; made when ``writable`` and absent.

        Raises:
            StoreError: or a child of it: missing, locked, damaged, from a newer version.
        """
        return cls(open_store(store_file(path), writable=writable))

    @classmethod
    def of_vault(
        cls, root: FilePath, *, progress: Progress | None = None
    ) -> tuple[Recall, SyncReport]:
        """A store of one vault that was never added, in the cache and brought up to date.

        Raises:
            VaultUnavailableError: there is no readable folder at ``root``.
        """
        from recall.sources import vaults
        from recall.store import collections

        vault = vaults.open_vault(arguments.path("root", root))
        path = config.vault_store_path(vault.root)
        demand_apart(path, vault.root, "Put your cache folder elsewhere, or add the vault.")
        try:
            store = open_store(path, writable=True)
        except StoreCorruptError:
            # Nothing in it but what the vault holds: it is read anew.
            for ending in ("", "-wal", "-shm"):
                with suppress(OSError):
                    os.remove(f"{path}{ending}")
            store = open_store(path, writable=True)
        recall = cls(store)
        try:
            with store.read():
                known = collections.find(store, vault.root)
            if known is None:
                with store.write():
                    known = collections.add(store, "vault", vault.name, vault.root, time.time())
            report = vaults.sync(store, known, now=time.time(), progress=progress)
        except BaseException:
            store.close()
            raise
        return recall, report

    def __enter__(self) -> Recall:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Give the store's file back."""
        self._store.close()

    @property
    def store_path(self) -> str:
        """Where the store's file lies."""
        return self._store.path

    def search(  # noqa: PLR0913 - the options of one question
        self,
        query: str,
        *,
        limit: int = 10,
        detail: Detail = "index",
        max_tokens: int | None = None,
        cursor: str | None = None,
        vault: FilePath | None = None,
        source: str | None = None,
        kind: str | None = None,
        tags: str | Sequence[str] = (),
        scope: MemoryScope | None = None,
        project: str | None = None,
        namespace: str = DEFAULT_NAMESPACE,
        min_score: float = 0.0,
        as_of: float | None = None,
        half_life_days: float | None = None,
        words_only: bool = False,
        explain: bool = False,
        form: Form = TEXT,
    ) -> Answer:
        """What the store knows about ``query``, best first.

        Any text is a query, and nothing is written.

        Args:
            query: words, ``"phrases"``, ``-not``, ``OR``, ``tag:x``; see ``recall guide
                query-language``.
            limit: most hits to return, 1 to 1,000.
            detail: ``index`` (about 30 tokens a hit), ``summary`` (80) or ``full`` (150 to 300).
            max_tokens: the answer never costs more; hits are shown at the best mix that fits.
            cursor: continue an earlier answer to the same query.
            vault: only this vault, by name or path.
            source: only ``memory``, ``file``, ``transcript`` or ``vault``.
            kind: only items of this kind, such as ``note`` or ``daily``.
            tags: only items with all of these tags (a text is one tag), or tags nested below.
            scope: only memories of this scope.
            project: only memories of this project: a git remote in any spelling, or a clone.
            namespace: whose memories.
            min_score: leave out hits below this score, 0 to 1.
            as_of: seconds since 1970 that count as now; by default the clock. What is dated
                later, up to the clock, is left out.
            half_life_days: rehearse another half-life for all that decays.
            words_only: leave what the query means out of account.
            explain: hits carry the ``terms`` that their score is made of.
            form: how the answer will be printed, so that ``max_tokens`` counts just that.

        Raises:
            UsageError: a value out of range, or a cursor of another query.
            UnknownVaultError: there is no such vault.
        """
        arguments.text("query", query)
        arguments.choice("detail", detail, LEVELS)
        arguments.whole("limit", limit, 1, MAX_LIMIT)
        arguments.number("min_score", min_score, 0, 1)
        _check_budget(max_tokens)
        if half_life_days is not None:
            arguments.number("half_life_days", half_life_days, 0.01, 1_000_000)
        if as_of is not None:
            arguments.moment("as_of", as_of)
        if source is not None:
            arguments.choice("source", source, SOURCES)
        if kind is not None:
            arguments.text("kind", kind)
        where = Scope(
            now=time.time() if as_of is None else as_of,
            vault=None if vault is None else self._vault_name(vault),
            source=source,
            kind=kind,
            tags=_tags(tags) if tags else (),
            min_score=min_score,
            half_life_days=half_life_days,
            namespace=_namespace(namespace),
            scope=None if scope is None else _scope(scope),
            project=None if project is None else _project(project),
        )
        # The question a cursor belongs to: everything but the clock, which moves by itself.
        asked = repr(
            (query, where[1:-2] if scope else where[1:-3], as_of, *(["words"] * words_only))
        )
        where = with_settings(where, config.settings())
        if as_of is not None:
            where = where._replace(until=time.time())
        if words_only:
            where = where._replace(meaning=0.0)
        offset = 0
        if cursor is not None:
            offset = decode_cursor(arguments.text("cursor", cursor), asked)
        results = search(self._store, query, where, limit=limit, offset=offset)
        if not explain:
            bare = tuple(hit._replace(terms=()) for hit in results.hits)
            results = results._replace(hits=bare)
        return disclose(results, detail, max_tokens, offset=offset, question=asked, form=form)

    def get(
        self,
        address: str,
        *,
        detail: Detail = "full",
        max_tokens: int | None = None,
        vault: FilePath | None = None,
        namespace: str = DEFAULT_NAMESPACE,
        session: str | None = None,
    ) -> Document:
        """An item or a part of it.

        ``address`` is an id, a note's name, path or alias, ``path#Heading``, ``path#^block``,
        ``path#L10-L30`` or an ``obsidian://`` address. A memory that is read so grows old more
        slowly, once a ``session``, if the store was opened to write.

        Raises:
            NotFoundError: nothing answers to the address; similar names are in the message.
            AmbiguousNameError: several items do; their paths are in the message.
        """
        from recall.disclosure import document
        from recall.sources import reading

        arguments.choice("detail", detail, LEVELS)
        _check_budget(max_tokens)
        found = reading.get(
            self._store,
            arguments.address(address),
            None if vault is None else self._vault_name(vault),
            _namespace(namespace),
        )
        if found.source == "memory" and self._store.writable:
            self.reinforce(found.id, session=session, namespace=namespace)
        return document.disclose(found, detail, max_tokens)

    def uri(self, address: str, *, vault: FilePath | None = None) -> str:
        """The ``obsidian://`` address of what ``get`` would read, attachments included.

        Raises:
            NotFoundError: nothing answers to the address; similar names are in the message.
            AmbiguousNameError: several items do; their paths are in the message.
        """
        from recall.sources import reading

        arguments.address(address)
        name = self._vault_name(vault)
        with self._store.read():
            return reading.uri_of(self._store, address, name)


def store_file(path: FilePath | None) -> str:
    """The file of the store at ``path``, by default the user's own."""
    if path is None:
        return config.store_path()
    return path if path == IN_MEMORY else arguments.path("path", path)


def _check_budget(max_tokens: int | None) -> None:
    if max_tokens is not None:
        arguments.whole("max_tokens", max_tokens, 1, 1_000_000)


def _tags(tags: str | Sequence[str]) -> tuple[str, ...]:
    from recall.search.values import tag_names

    return tag_names(arguments.texts("tags", tags))


def _namespace(namespace: str) -> str:
    if namespace == DEFAULT_NAMESPACE:
        return namespace
    from recall.memory.checks import named_namespace

    return named_namespace(namespace)


def _scope(scope: str) -> str:
    from recall.memory_model import SCOPES

    arguments.choice("scope", scope, SCOPES)
    return scope


def _project(project: str) -> str:
    from recall.memory.checks import named_project

    return named_project(project)
