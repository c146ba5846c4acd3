"""The two tools of the family ``files``: names, defaults and fields as agents know them.

Paths are relative to a workspace, the current folder by default. What lies elsewhere, sessions
above all, has the name of its source before its path. Memories stand at ``memories/ID``.
"""

from __future__ import annotations

import os
import time
from typing import TYPE_CHECKING, Final

from recall import arguments, config
from recall.errors import NotFoundError, UsageError
from recall.model import cite
from recall.search.search import Scope, search
from recall.search.settings import with_settings
from recall.sources import memory_files, reading
from recall.sources.folder import Folder
from recall.sources.passages import line_starts
from recall.store import collections, conditions
from vault_sync.errors import OutsideRootError, VaultError, reason_of
from vault_sync.text import decode, unify

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from recall.model import Hit
    from recall.store.database import Store

    Answer = dict[str, object]

MOST_RESULTS: Final = 1_000
MOST_LINES: Final = 1_000_000_000
MEMORIES: Final = "memories/"
"""What the path of a memory begins with."""

PARAMETERS: Final[dict[str, dict[str, object]]] = {
    "memory_search": {"query": None, "maxResults": 6, "minScore": None},
    "memory_get": {"path": None, "from": None, "lines": None},
}
"""Parameters of each tool with their defaults; None of the first is: it must be given."""


def call(store: Store, tool: str, given: Mapping[str, object], workspace: str) -> Answer:
    """Answer one call for a workspace.

    Raises:
        UsageError: a value is missing or out of range, or a path leaves the workspace.
    """
    arguments.choice("tool", tool, tuple(PARAMETERS))
    known = PARAMETERS[tool]
    unknown = sorted(set(given) - set(known))
    if unknown:
        raise UsageError(f"There is no parameter {unknown[0]!r}; there are {', '.join(known)}.")
    values = {**known, **{name: each for name, each in given.items() if each is not None}}
    root = os.path.realpath(workspace)
    return _TOOLS[tool](store, values, root)


def _search(store: Store, values: Mapping[str, object], root: str) -> Answer:
    query = arguments.text("query", values["query"])
    most = _whole("maxResults", values["maxResults"], MOST_RESULTS)
    least = 0.0 if values["minScore"] is None else values["minScore"]
    arguments.number("minScore", least, 0, 1)
    scope = Scope(now=time.time(), min_score=float(str(least)), where=_memory_files())
    found = search(store, query, with_settings(scope, config.settings()), limit=most)
    with store.read():
        known = {each.name: each.root for each in collections.all_of(store)}
    answer: Answer = {"results": [_result(hit, known, root) for hit in found.hits]}
    if root not in known.values():
        answer["note"] = "This workspace is not indexed; 'recall source add' adds it."
    return answer


def _memory_files() -> conditions.Condition:
    """What the family searches: memory files but no instructions, sessions, memories."""
    of_files = (
        conditions.equals("source", "file"),
        conditions.negate(conditions.equals("kind", "instructions")),
    )
    others = (conditions.equals("source", each) for each in ("transcript", "memory"))
    return conditions.any_of([conditions.all_of(of_files), *others])


def _result(hit: Hit, known: Mapping[str, str], root: str) -> Answer:
    if hit.source == "memory":
        path = f"{MEMORIES}{hit.id}"
    else:
        here = known.get(hit.collection) == root
        path = hit.path if here else f"{hit.collection}/{hit.path}"
    return {
        "snippet": hit.text,
        "path": path,
        "startLine": hit.first_line,
        "endLine": hit.last_line,
        "score": hit.score,
        "citation": cite(path, hit.first_line, hit.last_line),
    }


def _get(store: Store, values: Mapping[str, object], root: str) -> Answer:
    path = arguments.text("path", values["path"])
    first = 1 if values["from"] is None else _whole("from", values["from"], MOST_LINES)
    count = None if values["lines"] is None else _whole("lines", values["lines"], MOST_LINES)
    _demand_inside(path)
    folder = Folder(root)
    found = _of_workspace(folder, path)
    if found is None:
        found = _of_sources(store, path, first, count)
    if found is None:
        note = f"There is no file {path!r} in the workspace."
        return {"path": path, "text": "", "from": first, "lines": 0, "total_lines": 0, "note": note}
    text, total = found
    last = total if count is None else min(first + count - 1, total)
    return {
        "path": path,
        "text": text(first, last) if first <= total else "",
        "from": first,
        "lines": max(last - first + 1, 0),
        "total_lines": total,
    }


def _demand_inside(path: str) -> None:
    """Refuse what could lead out of the workspace, whatever the system.

    Raises:
        UsageError: the path is absolute, of another drive, has ``..`` or no name.
    """
    parts = path.replace("\\", "/").split("/")
    if not path.strip() or "\0" in path:
        raise UsageError(f"path is {path!r}, which names nothing.")
    if path.startswith(("/", "\\", "~")) or ".." in parts or path[1:2] == ":":
        raise UsageError(
            f"path is {path[:200]!r}, which leaves the workspace; it must be relative to it."
        )


def _of_workspace(folder: Folder, path: str) -> _Text | None:
    """A memory file of the workspace, as it is on the disk; None when there is none.

    Raises:
        UsageError: a link leads out, the file is no memory file or cannot be read.
    """
    try:
        os_file = folder.locate(path)
        if not os.path.isfile(os_file):
            return None
        if not memory_files.is_one(folder, path):
            raise UsageError(f"{path!r} is no memory file: MEMORY.md, memory/*.md and the like.")
        text = decode(path, folder.read(path))[0]
    except OutsideRootError as error:
        raise UsageError(
            f"path is {path[:200]!r}, a link that leaves the workspace; it is not read."
        ) from error
    except (OSError, VaultError) as error:
        raise UsageError(f"{path!r} cannot be read: {reason_of(error)}.") from error
    starts = line_starts(text)
    total = len(starts) - 1 - (len(starts) > 1 and starts[-1] == starts[-2])

    def lines(first: int, last: int) -> str:
        return unify(text[starts[first - 1] : starts[last]]).removesuffix("\n")

    return lines, total


def _of_sources(store: Store, path: str, first: int, count: int | None) -> _Text | None:
    """A memory, or a file of a source that was added: its name stands before the path."""
    address = path.removeprefix(MEMORIES)
    name = path.partition("/")[0]
    with store.read():
        known = {each.name for each in collections.all_of(store) if each.source != "vault"}
    if name not in known and address == path:
        return None
    last = "" if count is None else f"L{first + count - 1}"
    try:
        total = reading.get(store, f"{address}#L1-L1").total_lines
        if first > total:
            return _nothing, total
        document = reading.get(store, f"{address}#L{first}-{last}")
    except (NotFoundError, UsageError):
        return None
    return None if document.source == "vault" else (lambda *_: document.text, total)


def _nothing(first: int, last: int) -> str:  # noqa: ARG001 - as of a text with lines
    return ""


def _whole(name: str, value: object, most: int) -> int:
    """A whole number from 1 on; JSON may write it as 6.0.

    Raises:
        UsageError: it is none.
    """
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    arguments.whole(name, value, 1, most)
    return int(str(value))


if TYPE_CHECKING:
    _Text = tuple[Callable[[int, int], str], int]
    """What gives some lines of a text, and how many there are."""

_TOOLS: Final[dict[str, Callable[[Store, Mapping[str, object], str], Answer]]] = {
    "memory_search": _search,
    "memory_get": _get,
}
