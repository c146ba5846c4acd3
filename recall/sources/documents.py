"""Plain documents as items: texts that are handed over whole, not read from a folder."""

from __future__ import annotations

from hashlib import blake2b
from typing import TYPE_CHECKING, NamedTuple

from recall.sources import dating
from recall.sources.passages import cut
from recall.store import collections, items, passage_index, writing
from recall.store.drafts import Draft
from recall.store.prepared import prepare
from vault_sync import note
from vault_sync.changes import Stamp

if TYPE_CHECKING:
    from collections.abc import Iterable

    from recall.store.database import Store


class Text(NamedTuple):
    """A document: ``path`` is its id, ``namespace`` whose it is, ``created`` as text or None."""

    path: str
    title: str
    text: str
    namespace: str = "default"
    created: str | None = None


def load(store: Store, name: str, texts: Iterable[Text], now: float) -> int:
    """Write documents as the items of one collection; returns how many."""
    with store.write():
        collection = collections.add(store, "file", name, f"documents:{name}", now)
        written = writing.write(store, collection, {}, [prepare(_draft(text)) for text in texts])
        passage_index.refresh(store, written, written)
        passage_index.optimize(store)
    return len(written)


def _draft(text: Text) -> Draft:
    data = text.text.encode("utf-8", "replace")
    parsed = note.parse(text.path, data)
    moment = dating.parse_date(text.created)
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
        tags=tuple(dict.fromkeys(tag.name for tag in parsed.tags)),
        namespace=text.namespace,
        created=moment.timestamp() if moment else None,
        dated=moment.timestamp() if moment else None,
        date_text=moment.strftime("%Y-%m-%d") if moment else None,
        date_origin="created" if moment else "none",
    )
