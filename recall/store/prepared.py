"""A draft made ready for the tables: all that needs no database, so that any process can do it."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, NamedTuple

from recall.store.items import bounded, name_key, name_words, pack, scalar_text
from recall.store.tokenizer import index_text

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from recall.store.drafts import ArrowDraft, Draft, EdgeDraft

COLUMNS = (
    "source", "kind", "namespace", "memory_type", "title", "path", "name_key", "excluded",
    "status", "pinned", "half_life_days", "floor", "created", "modified", "dated", "date_text",
    "date_origin", "expires", "content_hash", "size", "mtime_ns", "ctime_ns", "properties",
    "findings",
)  # fmt: skip
"""Columns of ``items`` in the order of ``Prepared.values``."""

_TO_JSON = json.JSONEncoder(ensure_ascii=True, default=str).encode
_DATA_URI = "data:"
_INLINE_IMAGE = re.compile(r"data:[\w/+.-]+;base64,[A-Za-z0-9+/=_-]{40,}+")
_UNBROKEN = re.compile(r"(?<![!-~])[!-~]{1000,}+")
"""Longer than any word and nearly any address: keys, hashes, code that a machine squeezed.

Scripts without blanks are not ASCII.
"""
_LEAST_UNBROKEN = 1_000


MAX_TAGS = 64
"""Tags indexed with every passage of an item; a filter finds all of them in their own table."""


class Terms(NamedTuple):
    """A passage as the index takes it in; ``anchors`` are known only to the store."""

    title: str
    aliases: str
    headings: str
    tags: str
    body: str


class Prepared(NamedTuple):
    """Rows of one item, without its id. ``passages``: first and last line, start, stop, headings.

    ``terms`` has one entry a passage, and none for an item that is not searched.
    """

    path: str
    content_hash: bytes
    values: tuple[object, ...]
    text: bytes
    passages: tuple[tuple[int, int, int, int, str], ...]
    terms: tuple[Terms, ...]
    aliases: tuple[tuple[str, str], ...]
    tags: tuple[tuple[str, str], ...]
    properties: tuple[tuple[str, str, float | None], ...]
    words: tuple[str, ...]
    edges: tuple[EdgeDraft, ...]
    arrows: tuple[ArrowDraft, ...]


def prepare(draft: Draft) -> Prepared:
    """The rows that a draft becomes."""
    tags = _distinct(draft.tags)
    passages = tuple((*each[:4], "\n".join(each.headings)) for each in draft.passages)
    terms: tuple[Terms, ...] = ()
    if not draft.excluded:
        spans = [(start, stop, headings) for _, _, start, stop, headings in passages]
        names = [tag for _, tag in tags]
        terms = tuple(
            terms_of(draft.title, draft.aliases, names, draft.properties, draft.text, spans)
        )
    return Prepared(
        draft.path,
        draft.content_hash,
        _values(draft),
        pack(draft.text),
        passages,
        terms,
        tuple((alias, name_key(alias)) for alias in draft.aliases),
        tags,
        tuple(_properties(draft.properties)),
        tuple(sorted(name_words(draft.title, draft.aliases))),
        draft.edges,
        draft.arrows,
    )


def terms_of(
    title: str,
    aliases: Sequence[str],
    tags: Sequence[str],
    properties: Mapping[str, object],
    text: str,
    spans: Iterable[tuple[int, int, str]],
) -> Iterator[Terms]:
    """What the index takes in of an item, passage by passage; ``spans``: start, stop, headings."""
    title = index_text(title)
    alias_terms = index_text("\n".join(aliases)) if aliases else ""
    tag_terms = index_text(" ".join(tags[:MAX_TAGS])) if tags else ""
    extra = _property_text(properties) if properties else ""
    for start, stop, headings in spans:
        body = without_data(text[start:stop])
        if extra:
            body, extra = f"{body}\n{extra}", ""
        yield Terms(
            title,
            alias_terms,
            index_text(headings) if headings else "",
            tag_terms,
            index_text(body),
        )


def _values(draft: Draft) -> tuple[object, ...]:
    return (
        draft.source, draft.kind, draft.namespace, draft.memory_type, draft.title, draft.path,
        draft.name_key, int(draft.excluded), draft.status, int(draft.pinned),
        draft.half_life_days, draft.floor, draft.created, draft.modified, draft.dated,
        draft.date_text, draft.date_origin, draft.expires, draft.content_hash,
        *bounded(draft.stamp),
        _TO_JSON(dict(draft.properties)) if draft.properties else "{}",
        _TO_JSON(draft.findings) if draft.findings else "[]",
    )  # fmt: skip


def _distinct(tags: Iterable[str]) -> tuple[tuple[str, str], ...]:
    """Keys of tags with the tags, each key once and in the order of the table."""
    distinct: dict[str, str] = {}
    for tag in tags:
        distinct.setdefault(tag.casefold(), tag)
    return tuple((key, distinct[key]) for key in sorted(distinct))


def _properties(
    properties: Mapping[str, object], prefix: str = ""
) -> Iterator[tuple[str, str, float | None]]:
    """One row a scalar: lists give several rows of one key, maps dotted keys."""
    for name, value in properties.items():
        key = f"{prefix}{name}".casefold()
        values = value if isinstance(value, list) else [value]
        for each in values or [None]:
            if isinstance(each, dict):
                yield from _properties(each, f"{key}.")
            else:
                yield (key, scalar_text(each), _number(each))


def _number(value: object) -> float | None:
    if isinstance(value, bool):
        return None  # it is compared as the text true or false
    if isinstance(value, (int, float)) and abs(value) < 1e300:  # what SQLite's real can hold
        return float(value)
    return None


def _property_text(properties: Mapping[str, object]) -> str:
    """Values of properties as words: Obsidian's search finds them, so does ours."""
    return "\n".join(
        f"{name} {scalar_text(value)}"
        for name, value in properties.items()
        if value is not None and name.casefold() not in ("tags", "aliases")
    )


def data_in(text: str, start: int, stop: int) -> Iterator[tuple[int, int]]:
    """Where images and other data stand that somebody wrote or pasted into a text, in order."""
    for image in _INLINE_IMAGE.finditer(text, start, stop):
        yield from _unbroken(text, start, image.start())
        yield image.span()
        start = image.end()
    yield from _unbroken(text, start, stop)


def _unbroken(text: str, start: int, stop: int) -> Iterator[tuple[int, int]]:
    if stop - start >= _LEAST_UNBROKEN:
        for run in _UNBROKEN.finditer(text, start, stop):
            yield run.span()


def without_data(text: str) -> str:
    """An image or a key written into a note is no text (CASES.md A-54)."""
    if _DATA_URI not in text and len(text) < _LEAST_UNBROKEN:
        return text
    kept: list[str] = []
    at = 0
    for first, after in data_in(text, 0, len(text)):
        kept.append(text[at:first])
        at = after
    return " ".join([*kept, text[at:]]) if kept else text
