"""What came before and after something, across memories, notes, memory files and sessions."""

from __future__ import annotations

import re
from datetime import datetime
from typing import TYPE_CHECKING, Final, NamedTuple

from recall import config
from recall.errors import NotFoundError, UsageError
from recall.model import cite
from recall.reports import Timeline, TimelineEntry
from recall.search.search import Scope as SearchScope
from recall.search.search import search
from recall.search.settings import with_settings
from recall.search.when import parse_when
from recall.sources import reading
from recall.store import collections, items, lookup, sessions, timeline

if TYPE_CHECKING:
    from recall.store.database import Store
    from recall.store.timeline import Row, Scope

MOST_INSIDE: Final = 200
"""Items of a stretch of time that are shown; a year has thousands."""

_AROUND: Final = re.compile(r"^\s*(?:around|about|near|before|after|um)\s+(?=\S)", re.IGNORECASE)


class _Anchor(NamedTuple):
    """What is looked around: a stretch of time, or one item (``end`` is then its moment)."""

    understood: str
    start: float
    end: float
    item_id: int | None = None


def around(store: Store, text: str, window: int, scope: Scope) -> Timeline:
    """The items around an id, an address, a date, or what a query finds.

    Raises:
        NotFoundError: nothing answers to the anchor.
        UsageError: the item has no date.
    """
    found = _anchor(store, text, scope)
    with store.read():
        before = timeline.before(store, scope, found.start, window)[::-1]
        if found.item_id is None:
            inside = timeline.between(store, scope, found.start, found.end, MOST_INSIDE + 1)
            after = timeline.since(store, scope, found.end, window)
        else:
            at = timeline.since(store, scope, found.start, 2 * window + MOST_INSIDE)
            place = next(n for n, row in enumerate(at) if row.id == found.item_id)
            before = [*before, *at[:place]][-window:]
            inside, after = [at[place]], at[place + 1 : place + 1 + window]
        several = collections.are_several(store)
        entries = [
            _entry(store, row, part, shows_place=several)
            for part, rows in (("before", before), ("at", inside[:MOST_INSIDE]), ("after", after))
            for row in rows
        ]
    return Timeline(
        text,
        found.understood,
        found.start,
        found.end,
        tuple(entries),
        more=len(inside) > MOST_INSIDE,
    )


def _anchor(store: Store, text: str, scope: Scope) -> _Anchor:
    with store.read():
        named = lookup.by_id(store, text.strip())
    if named:
        return _of_item(store, named[0].id, named[0].title)
    topic = _AROUND.sub("", text)
    for each in (text, topic):
        stretch = parse_when(each, scope.now)
        if stretch is not None:
            return _Anchor(stretch.understood, stretch.start, stretch.end)
    try:
        with store.read():
            item = reading.find(store, text, None, scope.namespace).item
    except (NotFoundError, UsageError):
        return _asked(store, topic, scope)
    return _of_item(store, item.id, item.title)


def _asked(store: Store, topic: str, scope: Scope) -> _Anchor:
    """The item that a query finds first, of those that have a date."""
    where = with_settings(SearchScope(now=scope.now, namespace=scope.namespace), config.settings())
    for hit in search(store, topic, where, limit=5).hits:
        with store.read():
            (item,) = lookup.by_id(store, hit.id)
            moment = timeline.moment_of(store, item.id)
        if moment is not None:
            return _Anchor(hit.title, moment, moment, item.id)
    raise NotFoundError(
        "date, item or words",
        topic,
        hint="Write an id, 2026-03, 'last week', or words to look for.",
    )


def _of_item(store: Store, item_id: int, title: str) -> _Anchor:
    with store.read():
        moment = timeline.moment_of(store, item_id)
    if moment is None:
        raise UsageError(f"{title!r} has no date, so nothing comes before or after it.")
    return _Anchor(title, moment, moment, item_id)


def _entry(store: Store, row: Row, part: str, *, shows_place: bool) -> TimelineEntry:
    path = items.log_path(row.path) if row.source == "transcript" else row.path
    address = f"{row.collection}/{path}" if shows_place and path else path or row.public_id
    if row.source == "transcript":
        address = cite(address, *sessions.lines_of(store, row.id))
    return TimelineEntry(
        part=part,
        id=row.public_id,
        source=row.source,
        kind=row.kind,
        title=row.title,
        address=address,
        moment=row.moment,
        date=_shown(row),
    )


def _shown(row: Row) -> str:
    """A date; with the time of day where that is known and not the start of a day."""
    try:
        moment = datetime.fromtimestamp(row.moment).astimezone()
    except (ValueError, OverflowError, OSError):
        return ""
    is_day = row.date_origin in ("name", "property") and not (moment.hour or moment.minute)
    return f"{moment:%Y-%m-%d}" if is_day else f"{moment:%Y-%m-%d %H:%M}"
