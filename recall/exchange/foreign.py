"""What other programs wrote: memory files, knowledge graphs, notes with observations."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

from recall.exchange.incoming import Incoming, seconds_of, tag_of, tags_of, type_of
from recall.sources.memory_files import bullets_apart
from vault_sync import note

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from recall.memory_model import MemoryScope
    from vault_sync.model import Note

_BULLET = re.compile(r"\s*(?:[-*+]|\d{1,9}[.)])\s+(?:\[[ xX]\]\s+)?")
_OBSERVATION = re.compile(r"\[([^\]\n]{1,60})\]\s+(.+)", re.DOTALL)
_CONTEXT = re.compile(r"\s*\(([^()]{1,300})\)\s*$")
_TAG = re.compile(r"(?<!\S)#([\w/-]{1,80})")
_RELATION = re.compile(r"([^\[\]\n]{0,100})\[\[([^\]\n]{1,300})\]\](.*)", re.DOTALL)
_IMPORT = re.compile(r"@\S+")
_STARTS = ("paragraph", "list")
_NO_TEXT = ("heading", "comment", "html", "yaml", "thematicBreak")


def memory_file(text: str, origin: str) -> Iterator[Incoming]:
    """CLAUDE.md, AGENTS.md, MEMORY.md: one memory a bullet and a paragraph.

    Code, tables and quotes belong to what stands before them; the heading becomes a tag.
    """
    parsed = note.parse("", text.encode("utf-8", "replace"))
    lines = parsed.text.splitlines()
    begun: Incoming | None = None
    heading = ""
    for block in bullets_apart(parsed):
        body = "\n".join(lines[block.first_line : block.last_line + 1]).strip()
        if block.kind == "heading":
            heading = _heading(parsed, block.first_line) or heading
        if block.kind in _NO_TEXT:
            continue
        if begun is not None and block.kind not in _STARTS:
            begun = begun._replace(content=f"{begun.content}\n\n{body}")
            continue
        if begun is not None:
            yield begun
            begun = None
        content = _without_bullet(body) if block.kind == "list" else body
        if content and not _IMPORT.fullmatch(content):
            begun = Incoming(f"{origin}:{block.first_line + 1}", content, tags=tags_of(heading))
    if begun is not None:
        yield begun


def graph(value: Mapping[str, object], origin: str) -> Iterator[Incoming]:
    """An entity or a relation of the MCP memory server, or a whole graph of them."""
    for each in _objects(value.get("entities")):
        yield from graph({**each, "type": "entity"}, origin)
    for each in _objects(value.get("relations")):
        yield from graph({**each, "type": "relation"}, origin)
    if value.get("type") == "entity":
        entity, kind = str(value.get("name") or "").strip(), value.get("entityType")
        observations = value.get("observations")
        for each in observations if isinstance(observations, list) else ():
            text = str(each).strip()
            if text and entity:
                yield Incoming(origin, f"{_spoken(entity)}: {text}", tags=tags_of(kind, entity))
    elif value.get("type") == "relation":
        ends = [str(value.get(name) or "").strip() for name in ("from", "relationType", "to")]
        if all(ends):
            text = f"{_spoken(ends[0])} {_spoken(ends[1])} {_spoken(ends[2])}"
            yield Incoming(origin, text, tags=tags_of("relation", ends[0], ends[2]))


def memento(value: Mapping[str, object], origin: str) -> Iterator[Incoming]:
    """An export of memento-mcp: memories, decisions and pitfalls with their projects."""
    projects = {
        str(each.get("id")): str(each.get("root_path") or each.get("name") or "")
        for each in _objects(value.get("projects"))
    }
    for name, kind in (("memories", None), ("decisions", "decision"), ("pitfalls", "lesson")):
        for number, row in enumerate(_objects(value.get(name)), 1):
            if not row.get("deleted_at"):
                yield _memento(row, kind, projects, f"{origin}:{name}[{number}]")


def _memento(
    row: Mapping[str, object], kind: str | None, projects: Mapping[str, str], origin: str
) -> Incoming:
    title = " ".join(str(row.get("title") or "").split())[:500]
    content = str(row.get("body") or "").strip() or title
    if not content:
        return Incoming(origin, problem="It has neither a title nor a body.")
    scope: MemoryScope = "project" if row.get("scope") == "project" else "global"
    importance = row.get("importance_score")
    is_share = isinstance(importance, (int, float)) and 0 <= importance <= 1
    return Incoming(
        origin,
        content,
        title=title or None,
        type=type_of(row.get("memory_type")) or kind,
        tags=tags_of(*_listed(row.get("tags"))),
        importance=float(importance) if is_share else None,  # type: ignore[arg-type]
        pinned=bool(row.get("is_pinned")),
        created_at=seconds_of(row.get("created_at")),
        scope=scope,
        project=projects.get(str(row.get("project_id"))) or None,
    )


def basic_memory(text: str, origin: str) -> Iterator[Incoming]:
    """A note of basic-memory: its observations, its relations, and the rest as one memory."""
    parsed = note.parse("", text.encode("utf-8", "replace"))
    lines = parsed.text.splitlines()
    named = {str(name).casefold(): value for name, value in parsed.properties.items()}
    name = str(named.get("title") or "").strip() or _heading(parsed) or origin
    own = tags_of(*(tag.name for tag in parsed.tags if tag.name))
    created = seconds_of(named.get("created") or named.get("date"))
    rest: list[str] = []
    for block in bullets_apart(parsed):
        body = "\n".join(lines[block.first_line : block.last_line + 1]).strip()
        place = f"{origin}:{block.first_line + 1}"
        found = _observed(_without_bullet(body), name) if block.kind == "list" else None
        if found is not None:
            content, kind, tags = found
            yield Incoming(
                place, content, type=type_of(kind), created_at=created,
                tags=tuple(dict.fromkeys((*own, *tags_of(*tags)))),
            )  # fmt: skip
        elif block.kind not in _NO_TEXT:
            rest.append(body)
    if rest:
        yield Incoming(
            f"{origin}:1", "\n\n".join(rest), title=name[:500], tags=own, created_at=created,
            type=type_of(named.get("type")) if named.get("type") != "note" else None,
        )  # fmt: skip


def _observed(bullet: str, name: str) -> tuple[str, str | None, list[str]] | None:
    """Text, category and tags of an observation or a relation; None for any other bullet."""
    observation = _OBSERVATION.match(bullet)
    if observation:
        text, tags = observation[2].strip(), _TAG.findall(observation[2])
        text = " ".join(_TAG.sub("", text).split())
        return f"{name}: {text}", observation[1], tags
    relation = _RELATION.match(bullet)
    if relation:
        verb = _spoken(relation[1].strip()) or "relates to"
        target = relation[2].partition("|")[0].strip()
        context = _CONTEXT.sub(r" (\1)", relation[3])
        return f"{name} {verb} {target}{context}", None, ["relation"]
    return None


def _heading(parsed: Note, line: int | None = None) -> str:
    """The heading on a line, or the first one."""
    return next((each.text for each in parsed.headings if line is None or each.line == line), "")


def _without_bullet(text: str) -> str:
    return _BULLET.sub("", text, count=1).strip()


def _spoken(name: str) -> str:
    return name.replace("_", " ")


def _objects(value: object) -> list[dict[str, object]]:
    return [each for each in value if isinstance(each, dict)] if isinstance(value, list) else []


def _listed(value: object) -> list[object]:
    """Tags as a list, as JSON in a text, or between commas."""
    if isinstance(value, str):
        try:
            value = json.loads(value)
        except ValueError:
            value = [each for each in str(value).split(",") if tag_of(each)]
    return value if isinstance(value, list) else []
