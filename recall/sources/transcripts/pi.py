"""Sessions of pi: ``agent/sessions/--<folder>--/<time>_<id>.jsonl``.

From version 2 on every entry names its parent, and what is not on the way from the last entry up
to the first was abandoned. Version 1 has no tree.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from recall.sources.transcripts import words
from recall.sources.transcripts.records import (
    Object,
    Place,
    Record,
    Said,
    left_out,
    list_of,
    moment,
    object_of,
    text_of,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

NAME: Final = "pi"

_STATE: Final = frozenset(
    {"session", "model_change", "thinking_level_change", "custom", "label", "session_info"}
)
_TYPES: Final = _STATE | {"message", "compaction", "branch_summary", "custom_message"}


def is_record(row: Object) -> bool:
    """Whether a record is one of pi's."""
    if row.get("type") == "session":
        return "id" in row and "sessionId" not in row
    return text_of(row.get("type")) in _TYPES and "uuid" not in row and "sessionId" not in row


def read(row: Object) -> Record:
    """What an entry says."""
    message = object_of(row.get("message"))
    time = moment(row.get("timestamp")) or moment(message.get("timestamp"))
    if row.get("type") == "session":
        return left_out("state", time)._replace(facts=_facts(row))
    return _read(row, message, time)


def place(row: Object) -> Place | None:
    """Where an entry stands in the tree; any entry may be where a branch begins."""
    name = text_of(row.get("id"))
    if not name or row.get("type") == "session" or "parentId" not in row:
        return None
    return Place(name, text_of(row.get("parentId")), is_prompt=True)


def _read(row: Object, message: Object, time: float | None) -> Record:
    kind = text_of(row.get("type"))
    if kind in ("compaction", "branch_summary"):
        text = words.plain(text_of(row.get("summary")))
        if text:
            return Record((Said("summary", text),), time=time)
        return left_out("empty", time)
    counts: dict[str, int] = {}
    said: tuple[Said, ...] = ()
    if kind == "message":
        said = tuple(_said(message, text_of(row.get("id")), counts))
    elif kind == "custom_message" and row.get("display"):
        text = words.plain(words.of_blocks(row.get("content"), ("text",)))
        said = (Said("user", text),) if text else ()
    else:
        reason = "injected" if kind == "custom_message" else "state"
        known = reason if kind in _TYPES else "unknown type"
        return left_out(known, time)._replace(facts=_facts(row))
    if not said and not counts:
        counts["empty"] = 1
    return Record(said, counts, time)


def _facts(row: Object) -> dict[str, str]:
    if row.get("type") == "session_info":
        name = words.plain(text_of(row.get("name")))
        return {"title": name} if name else {}
    if row.get("type") != "session":
        return {}
    facts = {
        "session": text_of(row.get("id")),
        "folder": text_of(row.get("cwd")),
        "parent": _stem(text_of(row.get("parentSession")) or text_of(row.get("branchedFrom"))),
    }
    return {name: value for name, value in facts.items() if value}


def _stem(path: str) -> str:
    """The session that a file's name stands for: ``<time>_<id>.jsonl``."""
    name = path.replace("\\", "/").rpartition("/")[2].removesuffix(".jsonl")
    return name.rpartition("_")[2]


def _said(message: Object, answer: str, counts: dict[str, int]) -> Iterator[Said]:
    role, content = message.get("role"), message.get("content")
    if role == "assistant":
        yield from _answered(content, answer, counts)
    elif role == "toolResult":
        text = words.first_lines(words.of_blocks(content, ("text",)))
        if text:
            yield Said("result", text)
        _count_images(content, counts)
    elif role == "bashExecution":
        yield Said("tool", words.masked(text_of(message.get("command"))), "bash")
        text = words.first_lines(text_of(message.get("output")))
        if text:
            yield Said("result", text)
    elif role in ("branchSummary", "compactionSummary"):
        yield Said("summary", words.plain(text_of(message.get("summary"))))
    elif role == "user":
        text = words.plain(words.of_blocks(content, ("text",)))
        if text:
            yield Said("user", text)
        _count_images(content, counts)
    else:
        words.count(counts, "injected" if role == "custom" else "unknown type")


def _answered(content: object, answer: str, counts: dict[str, int]) -> Iterator[Said]:
    if isinstance(content, str):
        content = [{"type": "text", "text": content}]
    for block in map(object_of, list_of(content)):
        kind = block.get("type")
        if kind == "text":
            text = words.plain(text_of(block.get("text")))
            if text:
                yield Said("assistant", text, answer=answer)
        elif kind == "toolCall":
            name = text_of(block.get("name"))
            yield Said("tool", words.arguments(block.get("arguments")), name, answer)
        else:
            words.count(counts, "thinking" if kind == "thinking" else "unknown block")


def _count_images(content: object, counts: dict[str, int]) -> None:
    for block in map(object_of, list_of(content)):
        if block.get("type") == "image":
            words.count(counts, "image")
