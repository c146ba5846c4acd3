"""Memory files of agents: MEMORY.md, daily logs, instructions.

A workspace has its files at known places: names such as ``MEMORY.md`` at the top, everything
below ``memory/``, the memories of sub-agents below ``.claude/agent-memory/``. Of any other folder
every Markdown file is one.
"""

from __future__ import annotations

import os
import re
from datetime import datetime, time
from typing import TYPE_CHECKING, Final

from recall.sources import dating, vault_notes
from recall.sources.passages import cut, line_starts
from recall.store.drafts import Draft
from recall.store.items import name_key
from vault_sync import dates, note
from vault_sync.changes import Stamp
from vault_sync.model import Block

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from datetime import date

    from recall.sources.folder import Folder
    from vault_sync.model import Census, FileEntry, Note

CURATED: Final = frozenset({"memory.md"})
"""Names (lower case) of files that hold what lasts: never dated, they do not decay."""

INSTRUCTIONS: Final = frozenset(
    {"agents.md", "claude.md", "claude.local.md", "gemini.md", "soul.md", "user.md", "identity.md",
     "tools.md", "heartbeat.md", "dreams.md"}
)  # fmt: skip
"""Names (lower case) of the other files that stand at the top of a workspace."""

FOLDERS: Final = ("memory", ".claude/agent-memory")
"""Folders of a workspace in which every Markdown file is one."""

LOG_FOLDERS: Final = frozenset({"memory", "agent-memory"})
"""Folders of these names are no workspaces, but what lies in one."""

PASSAGE_BYTES: Final = 900
"""Bullets of one list are gathered to passages of about this size; a day has many subjects."""

_MARKDOWN: Final = (".md", ".markdown")
_BULLET: Final = re.compile(r"([ \t]*)(?:[-*+]|\d{1,9}[.)])[ \t]")


def census(folder: Folder) -> Census:
    """The memory files of a folder at this moment."""
    if not is_workspace(folder):
        return folder.census(_is_markdown)
    return folder.census(_is_of_workspace, FOLDERS)


def is_one(folder: Folder, path: str) -> bool:
    """Whether a file of a folder is a memory file by its path."""
    path = "/".join(part for part in path.split("/") if part not in ("", "."))
    return (_is_of_workspace if is_workspace(folder) else _is_markdown)(path)


def is_workspace(folder: Folder) -> bool:
    """Whether a folder has memory files at the places of a workspace."""
    if folder.only is not None or os.path.basename(folder.root) in LOG_FOLDERS:
        return False
    if any(os.path.isdir(os.path.join(folder.root, each)) for each in FOLDERS):
        return True
    try:
        names = {name.lower() for name in os.listdir(folder.root)}
    except OSError:
        return False
    return not names.isdisjoint(CURATED | INSTRUCTIONS)


def _is_markdown(path: str) -> bool:
    return path.lower().endswith(_MARKDOWN)


def _is_of_workspace(path: str) -> bool:
    if "/" not in path:
        return path.lower() in CURATED | INSTRUCTIONS
    return path.startswith(tuple(f"{each}/" for each in FOLDERS)) and _is_markdown(path)


def draft(entry: FileEntry, data: bytes) -> Draft:
    """The item that a memory file becomes; never raises for what is in the file."""
    parsed = note.parse(entry.path, data)
    name = entry.path.rpartition("/")[2].lower()
    title = entry.path.rpartition("/")[2].rpartition(".")[0]
    properties = {key.casefold(): value for key, value in parsed.properties.items()}
    heading = next((each.text for each in parsed.headings if each.level == 1), "")
    day = None if name in CURATED | INSTRUCTIONS else _day(entry.path, heading)
    claimed = dating.date_of(properties, _midnight(day), None)
    if name in CURATED | INSTRUCTIONS:
        claimed = dating.Dating(None, None, "none")
    aliases = parsed.aliases or ((heading,) if heading and heading != title else ())
    return Draft(
        source="file",
        kind=_kind(name, claimed),
        title=title,
        path=entry.path,
        name_key=name_key(title),
        text=parsed.text,
        content_hash=vault_notes.content_hash(data),
        stamp=Stamp(entry.size, entry.mtime_ns, entry.ctime_ns),
        passages=cut(
            parsed.text,
            parsed.body_line,
            tuple(bullets_apart(parsed)),
            parsed.headings,
            target=PASSAGE_BYTES,
        ),
        aliases=aliases,
        tags=tuple(dict.fromkeys(tag.name for tag in parsed.tags)),
        properties=parsed.properties,
        edges=tuple(vault_notes.edges_of(parsed)),
        findings=vault_notes.plain_findings(parsed.findings),
        created=claimed.seconds,
        modified=entry.mtime_ns / 1e9,
        dated=claimed.seconds,
        date_text=claimed.text,
        date_origin=claimed.origin,
    )


def bullets_apart(parsed: Note) -> Iterator[Block]:
    """The blocks of a file, each bullet of a list at its top level with all that is below it."""
    starts = line_starts(parsed.text)
    for block in parsed.blocks:
        if block.kind != "list":
            yield block
            continue
        firsts = list(_bullets(parsed.text, starts, block))
        for first, after in zip(firsts, [*firsts[1:], block.last_line + 1], strict=True):
            yield Block("list", first, after - 1)


def _bullets(text: str, starts: Sequence[int], block: Block) -> Iterator[int]:
    """Lines on which a list's own bullets begin; the first is the block's."""
    yield block.first_line
    own = _BULLET.match(text, starts[block.first_line])
    width = len(own[1]) if own else 0
    for line in range(block.first_line + 1, block.last_line + 1):
        bullet = _BULLET.match(text, starts[line])
        if bullet and len(bullet[1]) <= width:
            yield line


def _day(path: str, heading: str) -> date | None:
    """The date in a file's name, else the one in its title."""
    return dates.date_in_name(path) or dates.date_in_name(f"{heading}.md".replace("/", "-"))


def _midnight(day: date | None) -> datetime | None:
    if day is None:
        return None
    try:
        return datetime.combine(day, time()).astimezone()
    except (ValueError, OverflowError, OSError):
        return None


def _kind(name: str, claimed: dating.Dating) -> str:
    if name in INSTRUCTIONS:
        return "instructions"
    return "daily" if claimed.origin == "name" else "memory_file"
