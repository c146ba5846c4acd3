"""The full-text index over all passages, kept right by ``refresh``."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, NamedTuple

from recall.store import items
from recall.store.tokenizer import index_text

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from recall.store.database import Store
    from recall.store.drafts import Draft

MAX_ANCHORS = 64
"""Different anchor texts indexed at one item: the words of thousands of links would drown it."""

BULK_ITEMS = 500
"""From this many items on, all incoming links are read in one pass instead of item by item."""

_DATA_URI = "data:"
_INLINE_IMAGE = re.compile(r"data:[\w/+.-]+;base64,[A-Za-z0-9+/=_-]{40,}+")

_INSERT = (
    "insert into passage_index (rowid, title, aliases, headings, anchors, tags, body) "
    "values (?, ?, ?, ?, ?, ?, ?)"
)


class _Owner(NamedTuple):
    """What all passages of an item share. ``passages``: id, start, stop, headings."""

    title: str
    aliases: str
    tags: str
    properties: str
    passages: list[tuple[int, int, int, str]]
    text: str


class _Anchor(NamedTuple):
    subpath: str
    label: str | None
    context: str


def refresh(store: Store, item_ids: Iterable[int], drafts: Mapping[int, Draft]) -> int:
    """Make the index say what the tables say about these items; returns the passage count.

    Called with every item that was written and every item whose incoming links changed.
    ``drafts`` are the items written a moment ago: their text need not be read back.
    """
    ids = sorted(item_ids)
    incoming = _all_incoming(store) if len(ids) >= BULK_ITEMS else None
    count = 0

    def rows() -> Iterator[tuple[object, ...]]:
        nonlocal count
        for item_id in ids:
            owner = _owner(store, item_id, drafts.get(item_id))
            if owner is None:
                continue
            found = incoming.get(item_id, []) if incoming is not None else None
            for row in _rows(owner, _incoming(store, item_id) if found is None else found):
                count += 1
                yield row

    _delete(store, [item_id for item_id in ids if item_id not in drafts])
    store.connection.executemany(_INSERT, rows())
    return count


def _delete(store: Store, item_ids: list[int]) -> None:
    store.connection.executemany(
        "delete from passage_index where rowid in (select id from passages where item_id = ?)",
        [(item_id,) for item_id in item_ids],
    )


def _rows(owner: _Owner, incoming: list[_Anchor]) -> Iterator[tuple[object, ...]]:
    title = index_text(owner.title)
    anchors = _anchors(incoming, owner.passages) if incoming else None
    for ordinal, (passage_id, start, stop, headings) in enumerate(owner.passages):
        body = _without_data_uris(owner.text[start:stop])
        if ordinal == 0 and owner.properties:
            body = f"{body}\n{owner.properties}"
        yield (
            passage_id,
            title,
            owner.aliases,
            index_text(headings) if headings else "",
            index_text(anchors[ordinal]) if anchors and anchors[ordinal] else "",
            owner.tags,
            index_text(body),
        )


def _owner(store: Store, item_id: int, draft: Draft | None) -> _Owner | None:
    """None for an item that is not searched: excluded, or without passages."""
    execute = store.connection.execute
    excluded = draft.excluded if draft else None
    if excluded is None:
        excluded = execute("select excluded from items where id = ?", (item_id,)).get
    passages = list(
        execute(
            "select id, start, stop, headings from passages where item_id = ? order by ordinal",
            (item_id,),
        )
    )
    if excluded or not passages:
        return None
    if draft:
        title, aliases, tags = draft.title, draft.aliases, _distinct(draft.tags)
        properties, text = draft.properties, draft.text
    else:
        title, packed = execute("select title, properties from items where id = ?", (item_id,)).get
        properties = json.loads(packed)
        aliases = items.aliases_of(store, item_id)
        tags = [row[0] for row in execute("select tag from tags where item_id = ?", (item_id,))]
        text = items.text_of(store, item_id)
    return _Owner(
        title,
        index_text("\n".join(aliases)) if aliases else "",
        index_text(" ".join(tags)) if tags else "",
        _property_text(properties) if properties else "",
        passages,
        text,
    )


def _distinct(tags: Iterable[str]) -> list[str]:
    """Tags as the table of tags gives them back."""
    distinct: dict[str, str] = {}
    for tag in tags:
        distinct.setdefault(tag.casefold(), tag)
    return [distinct[key] for key in sorted(distinct)]


def _property_text(properties: Mapping[str, object]) -> str:
    """Values of properties as words: Obsidian's search finds them, so does ours."""
    return "\n".join(
        f"{name} {items.scalar_text(value)}"
        for name, value in properties.items()
        if value is not None and name.casefold() not in ("tags", "aliases")
    )


def _all_incoming(store: Store) -> dict[int, list[_Anchor]]:
    incoming: dict[int, list[_Anchor]] = {}
    for target, *anchor in store.connection.execute(
        "select target_id, subpath, label, context from edges "
        "where target_id is not null and source_id <> target_id"
    ):
        incoming.setdefault(target, []).append(_Anchor(*anchor))
    return incoming


def _incoming(store: Store, item_id: int) -> list[_Anchor]:
    rows = store.connection.execute(
        "select subpath, label, context from edges "
        "where target_id = ? and source_id <> target_id",
        (item_id,),
    )
    return [_Anchor(*row) for row in rows]


def _anchors(incoming: list[_Anchor], passages: list[tuple[int, int, int, str]]) -> list[str]:
    """For each passage the words with which other items link to it.

    A link to a heading counts for the first passage under it, every other link for the first.
    """
    texts: list[set[str]] = [set() for _ in passages]
    places: dict[str, int] = {}
    if any(anchor.subpath for anchor in incoming):
        for ordinal, passage in enumerate(passages):
            places.setdefault(items.name_key(passage[3].rpartition("\n")[2]), ordinal)
    for subpath, label, context in incoming:
        place = texts[0]
        if subpath:
            place = texts[places.get(items.name_key(subpath.rpartition("#")[2]), 0)]
        text = f"{label} {context}" if label else context
        if text:
            place.add(text)
    # Sorted, so that the index does not depend on which note was read first.
    return ["\n".join(sorted(each)[:MAX_ANCHORS]) for each in texts]


def _without_data_uris(text: str) -> str:
    """An image written into a note is no text (CASES.md A-54)."""
    if _DATA_URI not in text:
        return text
    return _INLINE_IMAGE.sub(" ", text)


def optimize(store: Store) -> None:
    """Merge segments after a bulk load: queries get twice as fast (LIBRARIES.md 3.7)."""
    store.connection.execute("insert into passage_index (passage_index) values ('optimize')")
