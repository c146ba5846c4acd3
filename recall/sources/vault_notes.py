"""A vault's files as drafts of items: the border between vault_sync's records and the store's.

Lines turn from zero-based (Obsidian's cache) to one-based (citations) here and nowhere else.
"""

from __future__ import annotations

import re
from datetime import date, datetime, time
from hashlib import blake2b
from typing import TYPE_CHECKING

from recall.reports import Finding
from recall.sources import dating, plugin_data
from recall.sources.passages import cut
from recall.sources.typed_links import meanings
from recall.store.drafts import ArrowDraft, Draft, EdgeDraft, PassageDraft
from recall.store.items import name_key
from vault_sync import canvas, dates, note, resolve, vault
from vault_sync.changes import Stamp
from vault_sync.conflicts import is_conflict_copy
from vault_sync.paths import fold

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from vault_sync.errors import FileTooLargeError
    from vault_sync.model import FileEntry, Link, Note
    from vault_sync.model import Finding as VaultFinding

CONFLICT_COPY = "conflict copy"
"""Status of a note that is one and claims no other."""

CONTEXT_CHARACTERS = 60
"""How far on each side of a link the words around it reach; never beyond its line."""

_EXTERNAL_CLUTTER = re.compile(r"\]\([^)\s]*\)|!?\[\[|\]\]|[|*_=`<>#]+")
_DAYS = re.compile(
    r"^\s*(\d+(?:\.\d+)?)\s*(d|days?|w|weeks?|m|months?|y|years?)?\s*$", re.IGNORECASE
)
_UNIT_DAYS = {"d": 1.0, "w": 7.0, "m": 30.44, "y": 365.25}
MAX_HALF_LIFE_DAYS = 1_000_000.0


def content_hash(data: bytes) -> bytes:
    """Digest that tells whether a file's bytes are the ones indexed."""
    return blake2b(data, digest_size=16).digest()


def draft(source: vault.Vault, entry: FileEntry, data: bytes) -> Draft:
    """The item that a file of the vault becomes; never raises for what is in the file."""
    if entry.kind == "note":
        return _note(source, entry, data)
    if entry.kind == "canvas":
        return _canvas(source, entry, data)
    return named(source, entry, content_hash(data))


def named(source: vault.Vault, entry: FileEntry, digest: bytes = b"") -> Draft:
    """A file that is found by its name alone: an attachment, a base."""
    title = entry.path.rpartition("/")[2]
    passages = (PassageDraft(1, 1, 0, 0, ()),) if entry.kind == "base" else ()
    return Draft(
        source="vault",
        kind=entry.kind,
        title=title,
        path=entry.path,
        name_key=name_key(title),
        text="",
        content_hash=digest,
        stamp=Stamp(entry.size, entry.mtime_ns, entry.ctime_ns),
        passages=passages,
        excluded=source.settings.is_excluded(entry.path),
        modified=entry.mtime_ns / 1e9,
    )


def too_large(source: vault.Vault, entry: FileEntry, error: FileTooLargeError) -> Draft:
    """A file that nobody reads whole: found by its name, and said to be so."""
    plain = named(source, entry)
    title = plain.title.rpartition(".")[0] if entry.kind in ("note", "canvas") else plain.title
    return plain._replace(
        title=title,
        name_key=name_key(title if entry.kind == "note" else plain.title),
        passages=(PassageDraft(1, 1, 0, 0, ()),),
        findings=(Finding(entry.path, None, "too-large", str(error)),),
    )


def _note(source: vault.Vault, entry: FileEntry, data: bytes) -> Draft:
    parsed = note.parse(entry.path, data)
    title = entry.path.rpartition("/")[2].rpartition(".")[0]
    daily = dates.daily_note_date(entry.path, source.settings)
    properties = {name.casefold(): value for name, value in parsed.properties.items()}
    claimed = dating.date_of(
        properties, _midnight(daily or dates.date_in_name(entry.path)), entry.mtime_ns / 1e9
    )
    created = dating.first_date(properties, dating.CREATED_PROPERTIES)
    tags = tuple(dict.fromkeys(tag.name for tag in parsed.tags))
    return Draft(
        source="vault",
        kind="daily" if daily else "note",
        title=title,
        path=entry.path,
        name_key=name_key(title),
        text=parsed.text,
        content_hash=content_hash(data),
        stamp=Stamp(entry.size, entry.mtime_ns, entry.ctime_ns),
        passages=cut(
            parsed.text,
            parsed.body_line,
            parsed.blocks,
            parsed.headings,
            plugin_data.lines_of(parsed),
        ),
        aliases=parsed.aliases,
        tags=tags,
        properties=parsed.properties,
        edges=tuple(edges_of(parsed)),
        findings=(
            *plain_findings(parsed.findings),
            *_repeated_blocks(parsed),
            *_odd_settings(entry.path, properties),
        ),
        excluded=source.settings.is_excluded(entry.path),
        memory_type=_text(properties.get("type")),
        status=_text(properties.get("status")) or _conflict(entry.path),
        pinned=_pinned(properties, tags),
        half_life_days=_days(_half_life(properties)),
        floor=_floor(properties),
        created=created.timestamp() if created else None,
        modified=entry.mtime_ns / 1e9,
        dated=claimed.seconds,
        date_text=claimed.text,
        date_origin=claimed.origin,
    )


def _canvas(source: vault.Vault, entry: FileEntry, data: bytes) -> Draft:
    board = canvas.parse(entry.path, data)
    plain = named(source, entry, content_hash(data))
    stop = len(board.text)
    lines = board.text.count("\n") + 1
    edges = tuple(_edge(link, "") for link in board.links)
    return plain._replace(
        text=board.text,
        title=plain.title.rpartition(".")[0],
        passages=(PassageDraft(1, lines, 0, stop, ()),),
        edges=edges,
        arrows=tuple(_arrows(board)),
        findings=plain_findings(board.findings),
    )


def _arrows(board: canvas.Canvas) -> Iterator[ArrowDraft]:
    """Arrows from or to a file; what else they touch stands for the canvas itself."""
    files = {card.id: card.file for card in board.nodes if card.file}
    for arrow in board.edges:
        source = files.get(arrow.from_node, board.path)
        target = files.get(arrow.to_node, board.path)
        if source != target:
            yield ArrowDraft(source, target, " ".join(arrow.label.split()))


def plain_findings(findings: tuple[VaultFinding, ...]) -> tuple[Finding, ...]:
    """Findings of a file with one-based lines."""
    return tuple(
        Finding(path, None if line is None else line + 1, code, message)
        for path, line, code, message in findings
    )


def _repeated_blocks(parsed: Note) -> Iterator[Finding]:
    """Block ids that stand in a note more than once: a link leads to the first (R107)."""
    first: dict[str, int] = {}
    for block in parsed.block_ids:
        line = first.setdefault(fold(block.id), block.last_line)
        if line != block.last_line:
            message = f"The block id '^{block.id}' stands on line {line + 1} already."
            yield Finding(parsed.path, block.last_line + 1, "duplicate-block-id", message)


def edges_of(parsed: Note) -> Iterator[EdgeDraft]:
    """The links of a file, with the words around them."""
    links = parsed.links
    meant = meanings(parsed)
    for at, link in enumerate(links):
        before = links[at - 1].end if at else None
        after = links[at + 1].start if at + 1 < len(links) else None
        edge = _edge(link, _context(parsed.text, link, before or 0, after))
        yield edge._replace(**meant[at]._asdict()) if at in meant else edge


def _edge(link: Link, context: str) -> EdgeDraft:
    kind = "embeds" if link.embed else "links_to"
    if link.key is not None:
        kind = link.key.partition(".")[0].casefold()
    # A canvas names files by their whole path: a leading slash keeps it from meaning another
    # file of that name (OBSIDIAN.md R075, R239).
    path = f"/{link.path}" if link.syntax == "canvas" else link.path
    return EdgeDraft(
        type=kind,
        origin=link.syntax,
        name_key=resolve.key_of(path),
        path=path,
        subpath=link.subpath,
        label=None if link.embed else link.label,
        context=context,
        line=None if link.line is None else link.line + 1,
    )


def _context(text: str, link: Link, after_link: int, before_link: int | None) -> str:
    """Words around a link on its own line, cut between words, without the syntax of links.

    They reach to the links beside it and no further: what a neighbour is called says something
    of the neighbour. ``after_link`` and ``before_link`` are where those end and begin.
    """
    if link.start is None or link.end is None or link.embed:
        return ""
    line_start = max(text.rfind("\n", 0, link.start) + 1, link.start - CONTEXT_CHARACTERS)
    line_start = min(max(line_start, after_link), link.start)
    line_stop = text.find("\n", link.end)
    line_stop = min(len(text) if line_stop < 0 else line_stop, link.end + CONTEXT_CHARACTERS)
    if before_link is not None:
        line_stop = max(min(line_stop, before_link), link.end)
    before, after = text[line_start : link.start], text[link.end : line_stop]
    if line_start and text[line_start - 1] not in "\r\n ":
        before = before.partition(" ")[2]
    if line_stop < len(text) and text[line_stop] not in "\r\n ":
        after = after.rpartition(" ")[0]
    words = _EXTERNAL_CLUTTER.sub(" ", f"{before} {after}").split()
    return " ".join(words)


def _midnight(day: date | None) -> datetime | None:
    if day is None:
        return None
    try:
        return datetime.combine(day, time()).astimezone()
    except (ValueError, OverflowError, OSError):
        return None


def _text(value: object) -> str | None:
    if isinstance(value, list) and len(value) == 1:
        value = value[0]
    return value.strip().casefold() if isinstance(value, str) and value.strip() else None


def _conflict(path: str) -> str | None:
    """A sync tool's second version of a note steps back behind the first (OBSIDIAN.md R299)."""
    if "conflict" not in path.lower():  # every name that is certain has the word
        return None
    return CONFLICT_COPY if is_conflict_copy(path) else None


def _pinned(properties: Mapping[str, object], tags: tuple[str, ...]) -> bool:
    """Pinned or evergreen: the author says that this does not grow old."""
    if properties.get("pinned") is True or properties.get("evergreen") is True:
        return True
    return any(tag.casefold() == "evergreen" for tag in tags)


def _half_life(properties: Mapping[str, object]) -> object:
    return properties.get("half-life", properties.get("half_life"))


def _odd_settings(path: str, properties: Mapping[str, object]) -> Iterator[Finding]:
    """Properties meant for recall that say nothing it can use."""
    half_life, floor = _half_life(properties), properties.get("floor")
    if half_life is not None and _days(half_life) is None:
        message = f"The half-life {half_life!r:.40} is no time; write days above 0, or '3 months'."
        yield Finding(path, None, "odd-half-life", message)
    if half_life is not None and isinstance(floor, (int, float)) and _share(floor) is None:
        message = f"The floor {floor!r:.40} is no share; write a number from 0 to 1."
        yield Finding(path, None, "odd-floor", message)


def _days(value: object) -> float | None:
    """A half-life as a note states it: ``90``, ``90d``, ``3 months``; None for anything else."""
    if isinstance(value, bool):
        return None
    match = _DAYS.match(str(value)) if isinstance(value, (int, float, str)) else None
    if not match:
        return None
    days = float(match[1]) * _UNIT_DAYS[(match[2] or "d")[0].lower()]
    return days if 0 < days <= MAX_HALF_LIFE_DAYS else None


def _floor(properties: Mapping[str, object]) -> float | None:
    """The floor beside a half-life; alone the word means other things (``floor: 3``)."""
    return None if _half_life(properties) is None else _share(properties.get("floor"))


def _share(value: object) -> float | None:
    number = isinstance(value, (int, float)) and not isinstance(value, bool)
    return float(value) if number and 0 <= value <= 1 else None  # type: ignore[arg-type, operator]
