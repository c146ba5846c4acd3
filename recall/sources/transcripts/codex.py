"""Sessions of Codex: ``sessions/YYYY/MM/DD/rollout-<time>-<id>.jsonl``.

Each message is written twice, as an item of the model's and as an event; the item is read.
"""

from __future__ import annotations

import json
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

NAME: Final = "codex"

_REQUEST: Final = "## My request for Codex:"
_INJECTED: Final = ("# AGENTS.md instructions", "# Context from my IDE setup:", "<user_action>")
_TYPES: Final = frozenset(
    {"session_meta", "turn_context", "response_item", "event_msg", "compacted"}
)
_CALLS: Final = ("function_call", "custom_tool_call", "local_shell_call", "web_search_call")
_OUTPUTS: Final = ("function_call_output", "custom_tool_call_output")


def is_record(row: Object) -> bool:
    """Whether a record is one of Codex's."""
    return text_of(row.get("type")) in _TYPES and isinstance(row.get("payload"), dict)


def read(row: Object) -> Record:
    """What a record says."""
    kind, time = text_of(row.get("type")), moment(row.get("timestamp"))
    payload = object_of(row.get("payload"))
    if kind == "session_meta":
        return left_out("state", time)._replace(facts=_facts(payload))
    if kind == "compacted":
        text = words.plain(text_of(payload.get("message")))
        return Record((Said("summary", text),), time=time) if text else left_out("empty", time)
    if kind == "event_msg":
        repeats = payload.get("type") in ("user_message", "agent_message")
        thought = payload.get("type") in ("agent_reasoning", "agent_reasoning_raw_content")
        return left_out("said twice" if repeats else "thinking" if thought else "state", time)
    if kind != "response_item":
        return left_out("state" if kind == "turn_context" else "unknown type", time)
    counts: dict[str, int] = {}
    said = tuple(_item(payload, counts))
    return Record(said, counts if said or counts else {"empty": 1}, time)


def place(row: Object) -> Place | None:  # noqa: ARG001 - as of the other agents
    """No record has a place: a session that branches off is a file of its own."""
    return None


def _facts(payload: Object) -> dict[str, str]:
    git = object_of(payload.get("git"))
    source = object_of(payload.get("source"))
    spawned = object_of(object_of(source.get("subagent")).get("thread_spawn"))
    facts = {
        "session": text_of(payload.get("id")),
        "folder": text_of(payload.get("cwd")),
        "branch": text_of(git.get("branch")),
        "parent": text_of(payload.get("forked_from_id"))
        or text_of(spawned.get("parent_thread_id")),
    }
    return {name: value for name, value in facts.items() if value}


def _item(payload: Object, counts: dict[str, int]) -> Iterator[Said]:
    kind = payload.get("type")
    if kind == "message":
        yield from _message(payload, counts)
    elif kind in _CALLS:
        given = payload.get("arguments", payload.get("input", payload.get("action")))
        name = text_of(payload.get("name")) or str(kind).removesuffix("_call")
        yield Said("tool", words.arguments(given), name)
    elif kind in _OUTPUTS:
        text = words.first_lines(_output(payload.get("output")))
        if text:
            yield Said("result", text)
    else:
        words.count(counts, "thinking" if kind == "reasoning" else "unknown type")


def _message(payload: Object, counts: dict[str, int]) -> Iterator[Said]:
    role, content = payload.get("role"), payload.get("content")
    for block in map(object_of, list_of(content)):
        if block.get("type") not in ("input_text", "output_text", "text"):
            words.count(counts, "image" if block.get("type") == "input_image" else "unknown block")
    text = words.of_blocks(content, ("input_text", "output_text", "text"))
    if role == "assistant":
        kept = words.plain(text)
        if kept:
            yield Said("assistant", kept)
        return
    if role == "user":
        before, request, after = text.partition(_REQUEST)
        kept = words.plain(after if request else before)
        if kept and not kept.startswith(_INJECTED):
            yield Said("user", kept)
            return
    if text.strip():
        words.count(counts, "injected")


def _output(value: object) -> str:
    """What a tool printed; it may be JSON in a text, or blocks."""
    if isinstance(value, str) and value.startswith("{"):
        try:
            value = json.loads(value)
        except (ValueError, RecursionError):
            return text_of(value)
    if isinstance(value, dict):
        return text_of(value.get("output")) or words.of_blocks(
            value.get("content"), ("text", "input_text", "output_text")
        )
    return words.of_blocks(value, ("text", "input_text", "output_text"))
