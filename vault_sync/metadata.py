"""What Obsidian's metadata cache holds of a note, under the names that its API gives it.

The keys are those of ``CachedMetadata`` in Obsidian's public typings, hence their spelling.
"""

from __future__ import annotations

import math
from collections import Counter
from typing import TYPE_CHECKING, TypeAlias

from vault_sync import structure
from vault_sync.places import Places, Span
from vault_sync.resolve import unresolved_key
from vault_sync.text import utf16_length

if TYPE_CHECKING:
    from collections.abc import Iterable

    from vault_sync.model import Link, Note, Tag, Value
    from vault_sync.places import Place
    from vault_sync.resolve import Resolver
    from vault_sync.structure import Section

Entry: TypeAlias = "dict[str, object]"


def cached(note: Note) -> Entry:
    """A note's ``CachedMetadata`` as plain data for JSON.

    Lists are there even when they are empty. Two keys hold what Obsidian's helpers
    make of the properties: ``aliases`` and ``frontmatterTags``.
    """
    places, found = Places(note.text), structure.of(note)
    body = [link for link in note.links if link.key is None]
    return {
        "links": [_link(places, link) for link in body if not link.embed],
        "embeds": [_link(places, link) for link in body if link.embed],
        "tags": [_tag(places, tag) for tag in note.tags if tag.line is not None],
        "headings": _headings(note, found.sections),
        "sections": [
            {"type": each.kind, "position": _position(each.span), **_id(each.id)}
            for each in found.sections
        ],
        "listItems": [
            {
                "position": _position(item.span),
                "parent": item.parent,
                **({} if item.task is None else {"task": item.task}),
                **_id(item.id),
            }
            for item in found.items
        ],
        **_frontmatter(note, found.sections),
        "blocks": {
            name: {"id": name, "position": _position(span)} for name, span in found.blocks.items()
        },
        "footnotes": [_named(each.id, each.span) for each in found.footnotes],
        "footnoteRefs": [_named(each.id, each.span) for each in found.footnote_refs],
        "referenceLinks": [
            {**_named(each.id, each.span), "link": each.link} for each in found.reference_links
        ],
    }


def link_counts(
    links: Iterable[Link], source: str, resolver: Resolver
) -> tuple[Counter[str], Counter[str]]:
    """How often links of a file lead to which files, and to which names that are no file's.

    What ``resolvedLinks`` and ``unresolvedLinks`` hold of it (R090 to R094, R205, R239, R240).
    """
    resolved: Counter[str] = Counter()
    unresolved: Counter[str] = Counter()
    for link in links:
        target = _target(link, source, resolver)
        if target is None:
            unresolved[unresolved_key(link.path)] += 1
        else:
            resolved[target] += 1
    return resolved, unresolved


def exported(note: Note, resolver: Resolver) -> Entry:
    """What plugins that export the graph of a vault say of a note.

    Links between notes in the text and the unresolved ones by the last part of their names,
    without properties, attachments and embeds of nothing; tags once each in small letters.
    """
    links: Counter[str] = Counter()
    unresolved: Counter[str] = Counter()
    for link in note.links:
        target = _target(link, note.path, resolver) if link.key is None else None
        if target is not None:
            links[target] += target.lower().endswith(".md")
        elif link.key is None and not link.embed:
            unresolved[_exported_name(link)] += 1
    return {
        "links": dict(+links),
        "unresolved": dict(unresolved),
        "tags": sorted({tag.name.lower() for tag in note.tags}),
        "aliases": list(note.aliases),
        "headings": [[heading.level, heading.text] for heading in note.headings],
    }


def _exported_name(link: Link) -> str:
    """Name of a link to nothing: exports keep all that a Markdown link says."""
    is_wikilink = link.syntax == "wikilink"
    name = unresolved_key(link.path) if is_wikilink else link.path + link.subpath
    return name.rpartition("/")[2]


def _target(link: Link, source: str, resolver: Resolver) -> str | None:
    # the path of a card on a canvas is one from the root (R239)
    path = f"/{link.path}" if link.syntax == "canvas" else link.path
    return resolver.resolve(path, source).path


def _link(places: Places, link: Link) -> Entry:
    entry = _reference(link)
    if link.line is not None and link.column is not None:
        end_line = link.line if link.end_line is None else link.end_line
        end_column = link.column if link.end_column is None else link.end_column
        start, end = places.at(link.line, link.column), places.at(end_line, end_column)
        entry["position"] = _position(Span(start, end))
    return entry


def _reference(link: Link) -> Entry:
    link_text = link.path + link.subpath
    return {"link": link_text, "original": link.original, "displayText": link.display}


def _tag(places: Places, tag: Tag) -> Entry:
    line, column = tag.line or 0, tag.column or 0
    end = column + len("#") + utf16_length(tag.name)
    span = Span(places.at(line, column), places.at(line, end))
    return {"tag": f"#{tag.name}", "position": _position(span)}


def _headings(note: Note, sections: Iterable[Section]) -> list[Entry]:
    spans = {each.span.start.line: each.span for each in sections}
    return [
        {"heading": each.text, "level": each.level, "position": _position(spans[each.line])}
        for each in note.headings
    ]


def _frontmatter(note: Note, sections: tuple[Section, ...]) -> Entry:
    entry: Entry = {}
    if note.properties and sections and sections[0].kind == "yaml":
        entry["frontmatter"] = {key: _plain(value) for key, value in note.properties.items()}
        entry["frontmatterPosition"] = _position(sections[0].span)
    entry["frontmatterLinks"] = [
        {"key": link.key, **_reference(link)} for link in note.links if link.key is not None
    ]
    entry["aliases"] = list(note.aliases)
    entry["frontmatterTags"] = [f"#{tag.name}" for tag in note.tags if tag.line is None]
    return entry


def _plain(value: Value) -> Value:
    """A property as JSON can say it: infinity and not-a-number become null."""
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if isinstance(value, list):
        return [_plain(item) for item in value]
    if isinstance(value, dict):
        return {key: _plain(item) for key, item in value.items()}
    return value


def _named(name: str, span: Span) -> Entry:
    return {"id": name, "position": _position(span)}


def _id(name: str | None) -> Entry:
    return {} if name is None else {"id": name}


def _position(span: Span) -> Entry:
    return {"start": _place(span.start), "end": _place(span.end)}


def _place(place: Place) -> Entry:
    return {"line": place.line, "col": place.column, "offset": place.offset}
