"""Sessions of Claude Code: ``projects/<folder>/<session>.jsonl``.

A record names its parent. Tools may run side by side, so that a record can have several children
though nothing was taken back: a branch begins where a person wrote another prompt.
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

NAME: Final = "claude-code"

_INJECTED: Final = ("Caveat: The messages below were generated", "[Request interrupted by user")
_OWN_TYPES: Final = frozenset(
    {"user", "assistant", "summary", "system", "file-history-snapshot", "queue-operation",
     "progress", "attachment"}
)  # fmt: skip


def is_record(row: Object) -> bool:
    """Whether a record is one of Claude Code's."""
    kind = text_of(row.get("type"))
    if kind in ("summary", "file-history-snapshot"):
        return "leafUuid" in row or "messageId" in row
    return kind in _OWN_TYPES and ("sessionId" in row or "parentUuid" in row or "uuid" in row)


def read(row: Object) -> Record:
    """What a record says."""
    kind, time = text_of(row.get("type")), moment(row.get("timestamp"))
    if kind == "summary":
        text = words.plain(text_of(row.get("summary")))
        if not text:
            return left_out("empty", time)
        return Record((Said("summary", text),), time=time)
    if kind not in ("user", "assistant"):
        reason = "state" if kind in _OWN_TYPES else "unknown type"
        return left_out(reason, time)
    message = object_of(row.get("message"))
    if not message:
        return left_out("no message", time)
    counts: dict[str, int] = {}
    if row.get("isMeta"):
        return left_out("injected", time)
    said = tuple(_said(row, message, counts))
    if not said and not counts:
        counts["empty"] = 1
    return Record(said, counts, time, _facts(row))


def place(row: Object) -> Place | None:
    """Where a record stands in its session; those of a sub-agent have no place in it."""
    name = text_of(row.get("uuid"))
    if not name or row.get("isSidechain"):
        return None
    content = object_of(row.get("message")).get("content")
    typed = isinstance(content, str) or any(
        object_of(block).get("type") == "text" for block in list_of(content)
    )
    is_prompt = row.get("type") == "user" and typed and not row.get("isMeta")
    return Place(name, text_of(row.get("parentUuid")), is_prompt)


def _facts(row: Object) -> dict[str, str]:
    facts = {
        "session": text_of(row.get("sessionId")),
        "folder": text_of(row.get("cwd")),
        "branch": text_of(row.get("gitBranch")),
    }
    if row.get("isSidechain"):
        facts["sub_agent"] = text_of(row.get("agentId")) or "yes"
    return {name: value for name, value in facts.items() if value}


def _said(row: Object, message: Object, counts: dict[str, int]) -> Iterator[Said]:
    content = message.get("content")
    if message.get("role") == "assistant":
        yield from _answered(content, text_of(message.get("id")), counts)
        return
    if row.get("isCompactSummary"):
        yield Said("summary", words.plain(words.of_blocks(content, ("text",))))
        return
    texts = [content] if isinstance(content, str) else []
    for block in map(object_of, list_of(content)):
        if block.get("type") == "text":
            texts.append(text_of(block.get("text")))
        elif block.get("type") == "tool_result":
            yield from _result(block, counts)
        else:
            words.count(counts, _reason(block))
    for text in texts:
        kept = "" if text.startswith(_INJECTED) else words.plain(text)
        if kept:
            yield Said("user", kept)
        elif text.strip():
            words.count(counts, "injected")


def _answered(content: object, answer: str, counts: dict[str, int]) -> Iterator[Said]:
    if isinstance(content, str):
        content = [{"type": "text", "text": content}]
    for block in map(object_of, list_of(content)):
        kind = block.get("type")
        if kind == "text":
            text = words.plain(text_of(block.get("text")))
            if text:
                yield Said("assistant", text, answer=answer)
        elif kind == "tool_use":
            name = text_of(block.get("name"))
            yield Said("tool", words.arguments(block.get("input")), name, answer)
        else:
            words.count(counts, _reason(block))


def _result(block: Object, counts: dict[str, int]) -> Iterator[Said]:
    content = block.get("content")
    text = words.first_lines(words.of_blocks(content, ("text",)))
    if text:
        yield Said("result", text)
    for each in map(object_of, list_of(content)):
        if each.get("type") != "text":
            words.count(counts, _reason(each))


def _reason(block: Object) -> str:
    kind = block.get("type")
    if kind in ("thinking", "redacted_thinking"):
        return "thinking"
    return "image" if kind in ("image", "document") else "unknown block"
