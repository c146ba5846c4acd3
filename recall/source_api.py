"""The part of ``Recall`` that is about memory files and sessions of agents."""

from __future__ import annotations

import os
import time
from typing import TYPE_CHECKING, Literal

from recall import arguments

if TYPE_CHECKING:
    from collections.abc import Mapping

    from recall.reports import Timeline, VaultStatus
    from recall.store.collections import Collection
    from recall.store.database import Store

    FilePath = str | os.PathLike[str]
    Kind = Literal["files", "transcripts"]

KINDS = ("files", "transcripts")


class SourceMethods:
    """What ``Recall`` can do with memory files and sessions."""

    _store: Store

    def add_source(
        self, path: FilePath, name: str | None = None, *, kind: Kind | None = None
    ) -> VaultStatus:
        """Register memory files or sessions at ``path``; ``sync`` then reads them.

        Adding them again changes nothing but the name.

        Args:
            path: a workspace, a folder, or a file.
            name: what to call it; by default as its folder is called.
            kind: ``files`` (Markdown) or ``transcripts`` (session logs); by default what is there.

        Raises:
            SourceUnavailableError: there is nothing readable at ``path``.
            UsageError: the name is taken, the store lies there, or it was added as something else.
        """
        from recall.sources import places

        where = os.path.abspath(arguments.path("path", path))
        if name is not None:
            arguments.place_name(name)
        if kind is not None:
            arguments.choice("kind", kind, KINDS)
        known = places.register(self._store, where, name, kind, time.time())
        return self.source_status(known.name)[0]

    def sources(self) -> tuple[Collection, ...]:
        """Memory files and sessions that were added, by name; looks at no disk."""
        from recall.store import collections

        with self._store.read():
            return tuple(
                each
                for each in collections.all_of(self._store)
                if each.source != "vault" and not collections.is_given(each)
            )

    def source_status(self, name: FilePath | None = None) -> tuple[VaultStatus, ...]:
        """Each source (or the one named): what is indexed, and what has changed on disk since.

        Raises:
            UnknownSourceError: there is no such source.
        """
        from recall.sources import added, places

        chosen = self.sources() if name is None else (places.known(self._store, name),)
        return tuple(added.status(self._store, each) for each in chosen)

    def remove_source(self, name: FilePath) -> int:
        """Forget a source and what is indexed of it; its files are not touched.

        Returns:
            The number of items that left the store.

        Raises:
            UnknownSourceError: there is no such source.
        """
        from recall.sources import places
        from recall.store import collections

        known = places.known(self._store, name)
        with self._store.write():
            return collections.remove(self._store, known)

    def files(
        self, tool: str, given: Mapping[str, object], *, workspace: FilePath | None = None
    ) -> dict[str, object]:
        """Answer a call of the family ``files``: ``memory_search`` or ``memory_get``.

        Args:
            tool: the name of the tool.
            given: its parameters, named as agents know them (``maxResults``, ``from``).
            workspace: what paths are relative to; by default the current folder.

        Raises:
            UsageError: a value is missing or out of range, or a path leaves the workspace.
        """
        from recall import file_tools

        root = os.getcwd() if workspace is None else arguments.path("workspace", workspace)
        return file_tools.call(self._store, tool, given, root)

    def timeline(self, anchor: str, window: int = 5, *, namespace: str = "default") -> Timeline:
        """What came before and after something, across all sources.

        Args:
            anchor: an id or address, a date or stretch of time (``last week``, ``2026-03``), or
                words to look for (``around the migration``).
            window: how many before it and after it, 1 to 50.
            namespace: whose memories.

        Raises:
            NotFoundError: nothing answers to the anchor.
            UsageError: the window is out of range, or the item has no date.
        """
        from recall.sources import timeline
        from recall.store.timeline import Scope

        arguments.address(anchor)
        arguments.whole("window", window, 1, 50)
        scope = Scope(arguments.text("namespace", namespace), time.time())
        return timeline.around(self._store, anchor, window, scope)
