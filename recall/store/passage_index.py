"""The full-text index over all passages: kept right by ``refresh``, asked by ``search``."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import NamedTuple

from recall.store import items
from recall.store.database import Store
from recall.store.tokenizer import fold, index_text

MAX_ANCHORS = 64
"""Different anchor texts indexed at one item: the words of thousands of links would drown it."""

_DATA_URI = "data:"


class _Owner(NamedTuple):
    title: str
    aliases: str
    tags: str
    properties: str


def refresh(store: Store, item_ids: Iterable[int]) -> int:
    """Make the index say what the tables say about these items; returns the passage count.

    Called with every item that was written and every item whose incoming links changed.
    """
    count = 0
    for item_id in item_ids:
        count += _refresh_one(store, item_id)
    return count


def _refresh_one(store: Store, item_id: int) -> int:
    execute = store.connection.execute
    row = execute(
        "select title, path, properties, excluded from items where id = ?", (item_id,)
    ).get
    passages = list(
        execute(
            "select id, start, stop, headings from passages where item_id = ? order by ordinal",
            (item_id,),
        )
    )
    if row is None or not passages:
        return 0
    execute(
        "delete from passage_index where rowid in (select id from passages where item_id = ?)",
        (item_id,),
    )
    title, _, properties, excluded = row
    if excluded:
        return 0
    owner = _owner(store, item_id, title, properties)
    anchors = _anchors(store, item_id, [each[3] for each in passages])
    text = items.text_of(store, item_id)
    rows = []
    for ordinal, (passage_id, start, stop, headings) in enumerate(passages):
        body = _without_data_uris(text[start:stop])
        if ordinal == 0 and owner.properties:
            body = f"{body}\n{owner.properties}"
        rows.append(
            (
                passage_id,
                index_text(owner.title),
                owner.aliases,
                index_text(headings),
                index_text(anchors[ordinal]),
                owner.tags,
                index_text(body),
            )
        )
    store.connection.executemany(
        "insert into passage_index (rowid, title, aliases, headings, anchors, tags, body) "
        "values (?, ?, ?, ?, ?, ?, ?)",
        rows,
    )
    return len(rows)


def _owner(store: Store, item_id: int, title: str, properties: str) -> _Owner:
    execute = store.connection.execute
    aliases = [row[0] for row in execute("select alias from aliases where item_id = ?", (item_id,))]
    tags = [row[0] for row in execute("select tag from tags where item_id = ?", (item_id,))]
    return _Owner(
        title, index_text("\n".join(aliases)), index_text(" ".join(tags)), _property_text(properties)
    )


def _property_text(properties: str) -> str:
    """Values of properties as words: Obsidian's search finds them, so does ours."""
    if properties == "{}":
        return ""
    values = (
        f"{name} {items.scalar_text(value)}"
        for name, value in json.loads(properties).items()
        if name.casefold() not in ("tags", "aliases") and value is not None
    )
    return "\n".join(values)


def _anchors(store: Store, item_id: int, headings: list[str]) -> list[str]:
    """For each passage the words with which other items link to it.

    A link to a heading counts for the passages under it, every other link for the first.
    """
    texts: list[dict[str, None]] = [{} for _ in headings]
    places: dict[str, int] = {}
    for ordinal, path in enumerate(headings):
        last = path.rpartition("\n")[2]
        if last:
            places.setdefault(items.name_key(last), ordinal)
    rows = store.connection.execute(
        "select subpath, label, context from edges where target_id = ? and source_id <> ? "
        "order by source_id, id limit 4000",
        (item_id, item_id),
    )
    for subpath, label, context in rows:
        wanted = items.name_key(subpath.rpartition("#")[2])
        place = texts[places.get(wanted, 0)]
        if len(place) < MAX_ANCHORS:
            text = f"{label} {context}" if label else context
            if text:
                place[text] = None
    return ["\n".join(each) for each in texts]


def _without_data_uris(text: str) -> str:
    """An image written into a note is no text (CASES.md A-54)."""
    if _DATA_URI not in text:
        return text
    import re

    return re.sub(r"data:[\w/+.-]+;base64,[A-Za-z0-9+/=_\s-]{40,}", " ", text)


def optimize(store: Store) -> None:
    """Merge the index's segments after a bulk load: queries get twice as fast (LIBRARIES.md 3.7)."""
    store.connection.execute("insert into passage_index (passage_index) values ('optimize')")
