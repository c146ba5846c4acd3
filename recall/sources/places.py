"""Where agents keep memory files and sessions, and which of these places were added."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Final, Literal, NamedTuple

from recall.errors import UnknownSourceError, UsageError
from recall.sources.apart import demand_apart
from recall.sources.folder import Folder
from recall.store import collections
from vault_sync.paths import last_part, portable

if TYPE_CHECKING:
    from collections.abc import Iterator

    from recall.model import SourceKind
    from recall.store.collections import Collection
    from recall.store.database import Store

    Kind = Literal["files", "transcripts"]

SOURCE_OF: Final[dict[str, SourceKind]] = {"files": "file", "transcripts": "transcript"}
KIND_OF: Final[dict[str, Kind]] = {"file": "files", "transcript": "transcripts"}
SESSION_ENDING: Final = ".jsonl"
_MOST_LOOKED_AT: Final = 10_000


class Place(NamedTuple):
    """A place that can be added by its name."""

    name: str
    kind: Kind
    path: str
    what: str


class _Agent(NamedTuple):
    name: str
    variable: str
    home: str
    below: str
    what: str


_AGENTS: Final = (
    _Agent("claude-code", "CLAUDE_CONFIG_DIR", ".claude", "projects", "sessions of Claude Code"),
    _Agent("codex", "CODEX_HOME", ".codex", "sessions", "sessions of Codex"),
    _Agent("openclaw", "OPENCLAW_STATE_DIR", ".openclaw", "agents", "sessions of OpenClaw"),
    _Agent("pi", "PI_CODING_AGENT_DIR", ".pi/agent", "sessions", "sessions of pi"),
)


def offered() -> tuple[Place, ...]:
    """The known places that exist on this computer, and the workspace one is in."""
    return tuple(_there())


def _there() -> Iterator[Place]:
    for agent in _AGENTS:
        home = os.environ.get(agent.variable) or os.path.join(os.path.expanduser("~"), agent.home)
        path = os.path.join(os.path.abspath(home), agent.below)
        if os.path.isdir(path):
            yield Place(agent.name, "transcripts", path, agent.what)
    from recall.sources import memory_files

    here = os.getcwd()
    if memory_files.is_workspace(Folder(os.path.realpath(here))):
        yield Place("workspace", "files", here, "memory files of the current folder")


def find(name: str) -> Place | None:
    """The known place of this name, if it exists here."""
    return next((each for each in offered() if each.name == name), None)


def register(
    store: Store, path: str, name: str | None, kind: Kind | None, now: float
) -> Collection:
    """The source at an absolute path, registered if it is new.

    Raises:
        SourceUnavailableError: there is nothing readable.
        UsageError: the name is taken, the store lies there, or it was added as something else.
    """
    folder = Folder.open(path)
    root = os.path.join(folder.root, folder.only) if folder.only else folder.root
    demand_apart(store.path, root)
    with store.write():
        known = collections.find(store, root)
        if known is None:
            source = SOURCE_OF[kind or kind_of(folder)]
            called = name or _agent_at(root) or portable(last_part(root)) or root
            return collections.add(store, source, called, root, now)
        if known.source == "vault" or (kind and known.source != SOURCE_OF[kind]):
            what = KIND_OF.get(known.source, "vault")
            raise UsageError(f"{root!r} was added as {what} already, by the name {known.name!r}.")
        if name and name != known.name:
            collections.rename(store, known, name)
    with store.read():
        return collections.get(store, root)


def kind_of(folder: Folder) -> Kind:
    """What a folder holds: session logs when some are there and no memory file is."""
    from recall.sources import memory_files

    if folder.only is not None:
        return "transcripts" if folder.only.lower().endswith(SESSION_ENDING) else "files"
    if memory_files.is_workspace(folder):
        return "files"
    looked = 0
    for here, folders, names in os.walk(folder.root):
        folders[:] = [each for each in folders if not each.startswith(".")]
        if any(name.lower().endswith(SESSION_ENDING) for name in names):
            return "transcripts"
        looked += len(names) + len(folders)
        if looked > _MOST_LOOKED_AT or not here:
            break
    return "files"


def known(store: Store, name: str | os.PathLike[str]) -> Collection:
    """The source of this name, or at this path.

    Raises:
        UnknownSourceError: there is none.
    """
    text = os.fspath(name)
    with store.read():
        found = collections.find(store, text) or collections.find(
            store, os.path.realpath(os.path.expanduser(text))
        )
        names = tuple(
            each.name
            for each in collections.all_of(store)
            if each.source != "vault" and not collections.is_given(each)
        )
    if found is None or found.name not in names:
        hint = f"Known: {', '.join(names)}." if names else "Add one: recall source add PATH"
        raise UnknownSourceError("source", text, hint=hint)
    return found


def _agent_at(root: str) -> str | None:
    for place in offered():
        if os.path.realpath(place.path) == root and place.name != "workspace":
            return place.name
    return None
