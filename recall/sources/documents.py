"""Plain documents as items: texts that are handed over whole, not read from a folder."""

from __future__ import annotations

from hashlib import blake2b
from typing import TYPE_CHECKING, NamedTuple

from recall.sources import dating, meaning
from recall.sources.passages import cut
from recall.store import collections, items, passage_index, vectors, writing
from recall.store.drafts import Draft
from recall.store.prepared import prepare
from vault_sync import note
from vault_sync.changes import Stamp

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from datetime import datetime

    from recall.store.database import Store


class Text(NamedTuple):
    """A document: ``path`` is its id, ``namespace`` whose it is; dates as text, None if unknown.

    ``type`` is that of a memory (fact, decision, session ...), ``superseded_by`` the id of the
    document that replaced it.
    """

    path: str
    title: str
    text: str
    namespace: str = "default"
    created: str | None = None
    type: str | None = None
    tags: tuple[str, ...] = ()
    modified: str | None = None
    reinforced: str | None = None
    reinforced_count: int = 0
    status: str | None = None
    superseded_by: str | None = None
    pinned: bool = False
    valid_until: str | None = None
    event_date: str | None = None


def load(store: Store, name: str, texts: Iterable[Text], now: float) -> int:
    """Write documents as the items of one collection; returns how many."""
    with store.write():
        collection = collections.add(store, "file", name, f"{collections.GIVEN}{name}", now)
        given = list(texts)
        ids: dict[str, int] = {}
        written = writing.write(store, collection, ids, [prepare(_draft(text)) for text in given])
        items.take_course(store, [(ids[text.path], _course(text, ids)) for text in given])
        passage_index.refresh(store, written, written)
        passage_index.optimize(store)
        vectors.expect(store)
    meaning.embed(store)
    return len(written)


def _draft(text: Text) -> Draft:
    data = text.text.encode("utf-8", "replace")
    parsed = note.parse(text.path, data)
    created, moment = dating.parse_date(text.created), _newest(text.created, text.modified)
    return Draft(
        source="file",
        kind="document",
        title=text.title,
        path=text.path,
        name_key=items.name_key(text.title),
        text=parsed.text,
        content_hash=blake2b(data, digest_size=16).digest(),
        stamp=Stamp(len(data), -1, -1),
        passages=cut(parsed.text, parsed.body_line, parsed.blocks, parsed.headings),
        aliases=parsed.aliases,
        tags=tuple(dict.fromkeys((*text.tags, *(tag.name for tag in parsed.tags)))),
        namespace=text.namespace,
        memory_type=text.type,
        status=text.status,
        pinned=text.pinned,
        created=created.timestamp() if created else None,
        dated=moment.timestamp() if moment else None,
        date_text=moment.strftime("%Y-%m-%d") if moment else None,
        date_origin="created" if moment else "none",
    )


def _course(text: Text, ids: Mapping[str, int]) -> items.Course:
    return items.Course(
        event_date=_seconds(text.event_date),
        valid_until=_seconds(text.valid_until),
        reinforced=_seconds(text.reinforced),
        reinforcements=text.reinforced_count,
        superseded_by=None if text.superseded_by is None else ids.get(text.superseded_by),
    )


def _newest(*dates: str | None) -> datetime | None:
    return max(filter(None, map(dating.parse_date, dates)), default=None)


def _seconds(date: str | None) -> float | None:
    moment = dating.parse_date(date)
    return moment.timestamp() if moment else None
