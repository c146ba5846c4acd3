"""Bringing the store in line with the session logs of a folder: only what was appended is read."""

from __future__ import annotations

import json
import os
import time
from contextlib import nullcontext
from hashlib import blake2b
from typing import TYPE_CHECKING, BinaryIO, Final

from recall.reports import Finding, SyncReport
from recall.sources import session_states, vault_notes
from recall.sources.session_states import State
from recall.sources.transcripts import session
from recall.sources.transcripts.agents import AGENTS
from recall.sources.transcripts.session import BranchedError, Branches, Point
from recall.sources.transcripts.tree import Tree
from recall.store import collections, items, passage_index, sessions, vectors, writing
from recall.store.drafts import Draft, EdgeDraft
from recall.store.items import name_key
from recall.store.prepared import prepare
from vault_sync.changes import Stamp
from vault_sync.errors import VaultError, reason_of
from vault_sync.files import NO_FOLLOW

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Set

    from recall.sources.folder import Folder
    from recall.sources.transcripts.agents import Agent
    from recall.sources.transcripts.session import Part
    from recall.store.collections import Collection
    from recall.store.database import Store
    from vault_sync.model import Census, FileEntry

    Progress = Callable[[str, int, int], None]

FORMAT: Final = "sessions 1"
"""Changed when the same log becomes other passages: every log is then read again."""

ENDING: Final = ".jsonl"
WAVE_SECONDS: Final = 5.0
"""Of reading and writing in one transaction, as for the files of a vault."""

_LARGE_BYTES: Final = 4 << 20
_MOST_FINDINGS: Final = 200


def census(folder: Folder) -> Census:
    """The session logs of a folder at this moment."""
    return folder.census(lambda path: path.lower().endswith(ENDING))


def sync(
    store: Store,
    collection: Collection,
    folder: Folder,
    found: Census,
    *,
    now: float,
    progress: Progress | None,
) -> SyncReport:
    """Read what was added to the logs of a folder; ``found`` are its files."""
    begun = time.perf_counter()
    known = session_states.known_states(store, collection.id)
    if collection.settings_digest != FORMAT:
        known = {}
    with store.read():
        paths = items.paths(store, collection.id)
        before = sessions.states(store, collection.id)
    work = _Work(store, collection, folder, paths, known)
    waiting = [entry for entry in found.files if _is_changed(entry, known)]
    for done, entry in enumerate(waiting, 1):
        work.take(entry)
        if progress:
            progress("Reading", done, len(waiting))
    here = {entry.path for entry in found.files}
    gone = [path for path in {**before, **_logs(paths)} if path not in here]
    unlisted = tuple(f"{each}/" for each in found.unreadable)
    removed = [path for path in gone if not path.startswith(unlisted)]
    if waiting or removed or collection.settings_digest != FORMAT:
        work.end(removed, now)
    return SyncReport(
        collection=collection.name,
        root=collection.root,
        added=work.added,
        changed=work.changed,
        moved=0,
        removed=len(removed),
        unchanged=len(found.files) - len(waiting),
        passages=work.passages,
        seconds=time.perf_counter() - begun,
        available=True,
        findings=(
            *vault_notes.plain_findings(found.findings),
            *work.findings,
            *list(session_states.findings_of(work.states))[:_MOST_FINDINGS],
        ),
    )


def _logs(paths: Mapping[str, int]) -> dict[str, None]:
    return dict.fromkeys(map(items.log_path, paths))


def _is_changed(entry: FileEntry, known: Mapping[str, State]) -> bool:
    state = known.get(entry.path)
    return state is None or state.stamp != (entry.size, entry.mtime_ns, entry.ctime_ns)


class _AbandonedError(Exception):
    """Lines of a log that turned out to be of branches that were left."""

    def __init__(self, lines: set[int]) -> None:
        super().__init__(lines)
        self.lines = lines


class _Work:
    """One sync: reads log after log and writes its parts, in transactions of some seconds."""

    def __init__(
        self,
        store: Store,
        collection: Collection,
        folder: Folder,
        paths: dict[str, int],
        states: dict[str, State],
    ) -> None:
        self._store, self._collection, self._folder = store, collection, folder
        self._paths, self.states = paths, states
        self.added = self.changed = self.passages = 0
        self.findings: list[Finding] = []

    def take(self, entry: FileEntry) -> None:
        """Read a log; one that cannot be read keeps what is indexed of it."""
        is_new = entry.path not in self._paths
        try:
            opened = os.open(
                self._folder.locate(entry.path),
                os.O_RDONLY | NO_FOLLOW | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0),
            )
            with open(opened, "rb") as file:
                self._read(file, entry)
        except FileNotFoundError:
            return
        except (OSError, VaultError) as error:
            message = f"Cannot be read: {reason_of(error)}. What was indexed of it before stays."
            self.findings.append(Finding(entry.path, None, "unreadable", message))
            return
        if entry.path in self._paths:
            self.added += is_new
            self.changed += not is_new

    def _read(self, file: BinaryIO, entry: FileEntry) -> None:
        state = self.states.get(entry.path)
        # Of a log that was not read to its end it is not known which branches were left.
        if (
            state is not None
            and state.stamp != session_states.UNFINISHED
            and session_states.is_same(file, state)
        ):
            agent = AGENTS[state.point.agent]
            try:
                self._write(file, entry, agent, state)
            except BranchedError:
                pass
            else:
                return
        found = session.agent_of(file, entry.path)
        if found is None:
            message = "Is no session of an agent that is known; it is not read."
            self.findings.append(Finding(entry.path, None, "unknown-format", message))
            return
        self._write(file, entry, found, None)

    def _write(self, file: BinaryIO, entry: FileEntry, agent: Agent, state: State | None) -> None:
        """Read the parts of a log, and write them as long as a transaction may last."""
        if state is not None:
            branches = Branches(set(state.point.abandoned), state.end)
            self._waves(file, entry, session.parts(file, agent, state.point, branches), branches)
            return
        try:
            branches = Branches(tree=Tree())
            parts = session.parts(file, agent, Point(agent.NAME), branches)
            self._waves(file, entry, parts, branches)
        except _AbandonedError as found:
            with self._store.read():  # what the transaction had written is not there
                self._paths.clear()
                self._paths.update(items.paths(self._store, self._collection.id))
            branches = Branches(found.lines)
            parts = session.parts(file, agent, Point(agent.NAME), branches)
            self._waves(file, entry, parts, branches)

    def _waves(
        self, file: BinaryIO, entry: FileEntry, parts: Iterator[Part], branches: Branches
    ) -> None:
        is_large = entry.size - (branches.known or 0) > _LARGE_BYTES
        ended = False
        while not ended:
            with (
                self._store.write(),
                passage_index.much_memory(self._store) if is_large else nullcontext(),
            ):
                ended = self._wave(file, entry, parts, branches)

    def _wave(
        self, file: BinaryIO, entry: FileEntry, parts: Iterator[Part], branches: Branches
    ) -> bool:
        """Write parts for some seconds; whether those were the last.

        Raises:
            _AbandonedError: at the end it shows that some lines are not to be searched.
        """
        store, collection = self._store, self._collection
        until = time.monotonic() + WAVE_SECONDS
        part = None
        for part in parts:
            if part.passages:
                draft = _draft(entry, part)
                written = writing.write(store, collection, self._paths, [prepare(draft)])
                writing.link(store, written, {}, lambda *_: None)
                self.passages += passage_index.refresh(store, written, written)
            if time.monotonic() > until and not part.is_last:
                break
        else:
            left = branches.tree.abandoned() if branches.tree is not None else set()
            if left:
                raise _AbandonedError(left)
            self._finish(file, entry, part, branches.gone)
            return True
        self._keep(file, entry, part, part.next, branches.gone)
        return False

    def _finish(self, file: BinaryIO, entry: FileEntry, part: Part | None, gone: Set[int]) -> None:
        if part is None:
            return
        last = part.point.part if part.passages else part.point.part - 1
        sessions.cut_off(self._store, self._collection.id, self._paths, entry.path, max(last, 0))
        self._keep(file, entry, part, part.point, gone)

    def _keep(
        self, file: BinaryIO, entry: FileEntry, part: Part, point: Point, gone: Set[int]
    ) -> None:
        lines = sorted(each for each in gone if each >= point.line)
        point = point._replace(abandoned=tuple(lines))
        is_whole = point is not part.next
        stamp = (
            (entry.size, entry.mtime_ns, entry.ctime_ns) if is_whole else session_states.UNFINISHED
        )
        head, tail = session_states.digests(file, part.end)
        state = State(
            stamp, point, part.end, part.lines, head, tail, part.next.counts, part.next.malformed
        )
        self.states[entry.path] = state
        sessions.put(self._store, self._collection.id, entry.path, json.dumps(state))

    def end(self, removed: list[str], now: float) -> None:
        """Take out the logs that are gone, and tie sub-agents to the sessions they are of."""
        store, collection = self._store, self._collection
        with store.write():
            for path in removed:
                if path in self._paths:
                    items.remove(store, collection.id, path)
                    del self._paths[path]
                sessions.cut_off(store, collection.id, self._paths, path, 1)
                sessions.forget(store, collection.id, path)
                self.states.pop(path, None)
            sessions.tie(store, collection.id)
            vectors.expect(store)
            collections.mark(store, collection, synced=now, settings_digest=FORMAT)


def _draft(entry: FileEntry, part: Part) -> Draft:
    facts, number = part.next.facts, part.point.part
    path = entry.path
    stem = path.rpartition("/")[2].removesuffix(ENDING)
    own, parent = _family(facts, stem)
    title = facts.get("title") or stem
    properties = {
        "agent": part.point.agent,
        **{name: facts[name] for name in ("session", "folder", "branch") if facts.get(name)},
    }
    if parent:
        properties["parent"] = parent
    text = part.text
    return Draft(
        source="transcript",
        kind="transcript",
        title=title,
        path=sessions.part_path(path, number),
        name_key=name_key(sessions.part_path(stem, number)),
        text=text,
        content_hash=blake2b(text.encode("utf-8", "replace"), digest_size=16).digest(),
        stamp=Stamp(-1, -1, -1),
        passages=part.passages,
        aliases=(own,) if own and number == 1 and own != stem else (),
        properties=properties,
        edges=(_tie(parent),) if parent and number == 1 else (),
        created=part.first_time,
        modified=entry.mtime_ns / 1e9,
        dated=part.last_time,
        date_text=_day(part.last_time),
        date_origin="created" if _day(part.last_time) else "none",
    )


def _family(facts: Mapping[str, str], stem: str) -> tuple[str, str]:
    """The id of a session and that of the one it came from, "" for none."""
    own, parent = facts.get("session", ""), facts.get("parent", "")
    if facts.get("sub_agent") and stem.startswith("agent-"):
        return "", own  # a sub-agent's log has the id of the session that started it
    return own, "" if parent == own else parent


def _tie(parent: str) -> EdgeDraft:
    return EdgeDraft("part_of", "transcript", name_key(parent), parent, "", None, "", None)


def _day(moment: float | None) -> str | None:
    from datetime import datetime

    try:
        return None if moment is None else f"{datetime.fromtimestamp(moment).astimezone():%Y-%m-%d}"
    except (ValueError, OverflowError, OSError):
        return None
