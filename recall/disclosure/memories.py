"""Memories and their journal as text for people and as JSON; the keys are the records' fields."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from recall.disclosure.json_form import SCHEMA, plain
from recall.disclosure.visible import one_line

if TYPE_CHECKING:
    from recall.memory_model import (
        Change,
        Forgotten,
        Memory,
        MemoryList,
        Purged,
        Remembered,
        Undone,
    )

_DONE = {
    "remember": "saved",
    "replace": "replaced",
    "forget": "forgot",
    "unforget": "brought back",
    "undo": "undid",
    "confirm": "confirmed",
    "cite": "cited",
    "get": "read",
    "purge": "purged",
    "store": "stored",
    "append": "appended to",
    "replace_section": "edited",
    "delete": "deleted",
}


def remembered_json(answer: Remembered) -> dict[str, object]:
    """The memory's fields with ``duplicate``, ``similarity``, the ids it contradicts, and why."""
    return {
        **_fields(answer.memory),
        "duplicate": answer.duplicate,
        "similarity": plain(answer.similarity),
        "contradicts": [each.id for each in answer.contradicts] or plain(answer.memory.contradicts),
        "why": plain(answer.why),
    }


def memory_json(memory: Memory) -> dict[str, object]:
    """The fields of a memory."""
    return _fields(memory)


def record_json(record: MemoryList | Forgotten | Undone | Purged) -> dict[str, object]:
    """The fields of what a command answers."""
    return _fields(record)


def changes_json(changes: tuple[Change, ...]) -> dict[str, object]:
    """Entries of the journal."""
    return {"schema": SCHEMA, "changes": [plain(each) for each in changes]}


def _fields(record: Memory | MemoryList | Forgotten | Undone | Purged) -> dict[str, object]:
    return {"schema": SCHEMA, **{name: plain(each) for name, each in record._asdict().items()}}


def memory_line(memory: Memory) -> str:
    """A memory on one line: id, day, title, and what there is to know of it."""
    facts = [memory.type or "", memory.scope, memory.project or ""]
    facts += [f"#{tag}" for tag in memory.tags]
    facts += ["pinned"] if memory.pinned else []
    facts += ["private"] if memory.private else []
    facts += [f"until {_day(memory.expires_at)}"] if memory.expires_at is not None else []
    facts += [f"superseded by {memory.superseded_by}"] if memory.superseded_by else []
    known = ", ".join(one_line(each) for each in facts if each)
    return f"{memory.id}  {_day(memory.updated_at)}  {one_line(memory.title)} — {known}"


def change_line(change: Change) -> str:
    """A change on one line: number, moment, who, what, and whether it was taken back."""
    fields = change.after or change.before or {}
    title = one_line(str(fields.get("title", ""))) or "(text no longer kept)"
    who = change.client + (f"/{change.session}" if change.session else "")
    what = _DONE[change.action] + (f" change {change.undoes} of" if change.undoes else "")
    line = f"{change.number:>4}  {_minute(change.at)}  {one_line(who)} {what} {change.id}  {title}"
    if change.reason:
        line += f" — {one_line(change.reason)}"
    return line + (f"  [undone by {change.undone_by}]" if change.undone_by else "")


def _day(moment: float) -> str:
    return time.strftime("%Y-%m-%d", time.localtime(moment))


def _minute(moment: float) -> str:
    return time.strftime("%Y-%m-%d %H:%M", time.localtime(moment))
