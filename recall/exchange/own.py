"""This program's own two forms: JSON Lines, and a folder of Markdown files."""

from __future__ import annotations

import json
import math
import re
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from recall.exchange.incoming import Incoming, seconds_of
from recall.memory_model import SCOPES, Memory
from vault_sync import frontmatter

if TYPE_CHECKING:
    from collections.abc import Mapping

FORM = 1
"""Number of the form; a reader refuses a higher one."""

MARK = "recall"
_MOMENTS = (
    "created_at", "updated_at", "expires_at", "valid_until", "event_date", "reinforced_at",
)  # fmt: skip
_LISTS = ("tags", "supersedes", "contradicts")
_LEFT_OUT = ("content", "namespace", "superseded_by")
_SLUG = re.compile(r"[^\w]+")
_ID = re.compile(r"[0-9a-z]{1,40}")


def to_line(memory: Memory) -> str:
    """A memory as a line of JSON."""
    return json.dumps({MARK: FORM, "memory": _fields(memory)}, ensure_ascii=False) + "\n"


def forgotten_line(digest: bytes) -> str:
    """The digest of a forgotten text as a line of JSON."""
    return json.dumps({MARK: FORM, "forgotten": digest.hex()}) + "\n"


def of_line(value: Mapping[str, object], origin: str, namespace: str) -> Incoming:
    """What a line of JSON brings."""
    form, fields, dead = value.get(MARK), value.get("memory"), value.get("forgotten")
    if not isinstance(form, int) or form > FORM:
        return Incoming(origin, problem="It was written by a newer version of recall.")
    if isinstance(dead, str) and re.fullmatch(r"(?:[0-9a-f]{2}){1,64}", dead):
        return Incoming(origin, digest=bytes.fromhex(dead))
    if not isinstance(fields, dict):
        return Incoming(origin, problem="It holds no memory.")
    return _incoming(fields, origin, namespace)


def to_markdown(memory: Memory) -> tuple[str, str]:
    """The name and the text of a Markdown file for a memory."""
    fields = {MARK: FORM, **_fields(memory)}
    lines = [
        f"{name}: {json.dumps(value, ensure_ascii=False)}"
        for name, value in fields.items()
        if name != "content" and value not in (None, [], False)
    ]
    slug = _SLUG.sub("-", memory.title.casefold()).strip("-")[:60].rstrip("-")
    text = "\n".join(["---", *lines, "---", memory.content, ""])
    return f"{slug or 'memory'}-{memory.id}.md", text


def of_markdown(text: str, origin: str, namespace: str) -> Incoming | None:
    """What a Markdown file brings; None for one that this program has not written."""
    place = frontmatter.split(text)
    if place is None:
        return None
    properties = frontmatter.read(origin, text).properties
    if MARK not in properties:
        return None
    content = text[place.body :].removesuffix("\n")
    line = {MARK: properties[MARK], "memory": {**properties, "content": content}}
    return of_line(line, origin, namespace)


def _fields(memory: Memory) -> dict[str, object]:
    values: dict[str, object] = memory._asdict()
    for name in _MOMENTS:
        moment = values[name]
        if isinstance(moment, (int, float)):
            values[name] = datetime.fromtimestamp(moment, UTC).isoformat()
    fields = {
        name: list(value) if isinstance(value, tuple) else value
        for name, value in values.items()
        if name not in _LEFT_OUT
    }
    return {**fields, "content": memory.content}


def _incoming(fields: Mapping[str, object], origin: str, namespace: str) -> Incoming:
    """A memory from fields that anybody may have edited."""
    content, title = fields.get("content"), fields.get("title")
    if not isinstance(content, str) or not content.strip():
        return Incoming(origin, problem="It has no content.")
    moments = {
        name: None if fields.get(name) is None else seconds_of(fields[name]) for name in _MOMENTS
    }
    lists = {name: _texts(fields.get(name)) for name in _LISTS}
    scope, key, importance = fields.get("scope"), fields.get("key"), fields.get("importance")
    created = moments["created_at"]
    memory = Memory(
        id=_identity(fields.get("id")),
        content=content,
        scope=next((each for each in SCOPES if each == scope), "global"),
        project=_text(fields.get("project")),
        created_at=created or 0.0,
        expires_at=moments["expires_at"],
        title=_text(title) or "",
        type=_text(fields.get("type")),
        tags=lists["tags"],
        updated_at=moments["updated_at"] or created or 0.0,
        namespace=namespace,
        importance=_share(importance),
        pinned=fields.get("pinned") is True,
        private=fields.get("private") is True,
        session=_text(fields.get("session")),
        valid_until=moments["valid_until"],
        event_date=moments["event_date"],
        reinforced_at=moments["reinforced_at"],
        reinforcements=_count(fields.get("reinforcements")),
        supersedes=lists["supersedes"],
        contradicts=lists["contradicts"],
        superseded_by=None,
        key=_text(key),
    )
    return Incoming(origin, content, created_at=created, memory=memory)


def _identity(value: object) -> str:
    found = str(value or "").strip().lower()
    return found if _ID.fullmatch(found) else ""


def _text(value: object) -> str | None:
    found = " ".join(value.split())[:500] if isinstance(value, str) else ""
    return found or None


def _texts(value: object) -> tuple[str, ...]:
    values = value if isinstance(value, (list, tuple)) else [value]
    return tuple(dict.fromkeys(filter(None, map(_text, values))))


def _share(value: object) -> float | None:
    if isinstance(value, (int, float)) and not isinstance(value, bool) and 0 <= value <= 1:
        return float(value)
    return None


def _count(value: object) -> int:
    if isinstance(value, int) and not isinstance(value, bool):
        return min(max(value, 0), 1_000_000)
    return int(value) if isinstance(value, float) and math.isfinite(value) and value > 0 else 0
