"""The part of ``Recall`` that looks after memories: briefs, reviews, and their answers."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Literal

from recall import arguments
from recall.arguments import DEFAULT_NAMESPACE
from recall.memory import checks
from recall.memory_api import DEFAULT_CLIENT, actor
from recall.memory_model import REVIEW_KINDS, SCOPES
from recall.store import memories

if TYPE_CHECKING:
    import os
    from collections.abc import Sequence

    from recall.memory_model import (
        Brief,
        Exported,
        ImportReport,
        Memory,
        MemoryScope,
        Review,
        ReviewKind,
    )
    from recall.store.database import Store

    FilePath = str | os.PathLike[str]

BRIEF_TOKENS = 800
MOST_TOKENS = 1_000_000
MOST_FINDINGS = 200
EXPORT_FORMS = ("jsonl", "markdown")


class UpkeepMethods:
    """What ``Recall`` can do for somebody who begins a session, or tidies up."""

    _store: Store

    def brief(
        self,
        project: str | None = None,
        *,
        max_tokens: int = BRIEF_TOKENS,
        namespace: str = DEFAULT_NAMESPACE,
    ) -> Brief:
        """What a session should begin with: pinned, preferences, the last session, what is due.

        Args:
            project: a git remote in any spelling, a clone of it, or a name; memories of other
                projects are left out.
            max_tokens: what it may cost as text.
            namespace: whose memories.

        Raises:
            UsageError: a value out of range.
        """
        from recall.disclosure.brief import fitting
        from recall.memory.brief import candidates

        arguments.whole("max_tokens", max_tokens, 1, MOST_TOKENS)
        wanted = _wanted(project, namespace)
        with self._store.read():
            found = candidates(self._store, wanted)
        return fitting(found, wanted.project, max_tokens)

    def review(
        self,
        kinds: ReviewKind | Sequence[ReviewKind] = (),
        *,
        project: str | None = None,
        limit: int = 50,
        namespace: str = DEFAULT_NAMESPACE,
    ) -> Review:
        """What somebody should look at; nothing is changed.

        Contradictions, doubles among the newest 500, what ends within a week, what ended and
        what is superseded.

        Args:
            kinds: only these, such as ``contradiction``; all by default.
            project: only memories of this project and of none.
            limit: most findings of a kind, 1 to 200.
            namespace: whose memories.

        Raises:
            UsageError: a value out of range.
        """
        from recall.memory.review import review

        arguments.whole("limit", limit, 1, MOST_FINDINGS)
        asked = arguments.texts("kinds", kinds)
        for kind in asked:
            arguments.choice("kind", kind, REVIEW_KINDS)
        chosen = tuple(kind for kind in REVIEW_KINDS if not asked or kind in asked)
        wanted = _wanted(project, namespace)
        with self._store.read():
            return review(self._store, wanted, chosen, limit)

    def renew(
        self,
        id: str,  # noqa: A002 - the field's name
        *,
        namespace: str = DEFAULT_NAMESPACE,
        client: str = DEFAULT_CLIENT,
        session: str | None = None,
        reason: str | None = None,
    ) -> Memory:
        """Let a memory begin the time of its scope anew, also one that ended.

        Raises:
            NotFoundError: there is no such memory.
        """
        from recall.memory.settle import renew

        who = actor(namespace, client, session, reason)
        return renew(self._store, checks.line("id", id), who)

    def supersede(
        self,
        newer: str,
        older: str,
        *,
        namespace: str = DEFAULT_NAMESPACE,
        client: str = DEFAULT_CLIENT,
        session: str | None = None,
        reason: str | None = None,
    ) -> Memory:
        """Have one memory take the place of another, which stays findable behind it.

        Raises:
            NotFoundError: there is no such memory.
            UsageError: it would, by way of others, supersede itself.
        """
        from recall.memory.settle import supersede

        who = actor(namespace, client, session, reason)
        return supersede(self._store, checks.line("newer", newer), checks.line("older", older), who)

    def export_memories(
        self,
        path: FilePath,
        form: Literal["jsonl", "markdown"] = "jsonl",
        *,
        private: bool = False,
        namespace: str = DEFAULT_NAMESPACE,
    ) -> Exported:
        """Write all memories and documents to one file of JSON Lines, or a folder of Markdown.

        Args:
            path: a file or a folder that is not there yet.
            form: ``jsonl`` also has what was forgotten, as digests.
            private: also memories with private text.
            namespace: whose memories.

        Raises:
            UsageError: there is something at the path, or it cannot be written.
        """
        from recall.exchange import exporting

        arguments.choice("form", form, EXPORT_FORMS)
        where, named = arguments.path("path", path), checks.named_namespace(namespace)
        write = exporting.to_file if form == "jsonl" else exporting.to_folder
        with self._store.read():
            return write(self._store, where, named, private=private)

    def import_memories(  # noqa: PLR0913 - how things are taken in
        self,
        path: FilePath,
        *,
        dry_run: bool = True,
        form: Literal["memory-file", "basic-memory"] | None = None,
        scope: MemoryScope = "global",
        project: str | None = None,
        force: bool = False,
        allow_secrets: bool = False,
        namespace: str = DEFAULT_NAMESPACE,
        client: str = DEFAULT_CLIENT,
        session: str | None = None,
    ) -> ImportReport:
        """Take in memories from a file or a folder; by default only say what would become of it.

        Known are this program's own exports, CLAUDE.md, AGENTS.md and MEMORY.md, the memory.json
        of the MCP memory server, the export of memento-mcp, and the notes of basic-memory.

        Args:
            path: the file or folder.
            dry_run: change nothing, and report what is new, doubled, secret or dead.
            form: how to read Markdown; found out by default.
            scope: for what says none of its own.
            project: for what says none of its own.
            force: store what is doubled or was forgotten, too.
            allow_secrets: store what holds what looks like a key or a password.
            namespace: whose memories they become.
            client: which program, for the journal.
            session: in which session.

        Raises:
            UsageError: nothing readable at the path, or a value out of range.
        """
        from recall.exchange import importing, reading

        arguments.choice("scope", scope, SCOPES)
        if form is not None:
            arguments.choice("form", form, reading.FORMS)
        terms = importing.Terms(
            scope,
            None if project is None else checks.named_project(project),
            force,
            allow_secrets,
        )
        who = actor(namespace, client, session, "import")
        found = list(reading.read(arguments.path("path", path), form, who.namespace))
        return importing.run(self._store, found, terms, who, dry_run=dry_run)


def _wanted(project: str | None, namespace: str) -> memories.Filter:
    return memories.Filter(
        checks.named_namespace(namespace),
        time.time(),
        project=None if project is None else checks.named_project(project),
    )
