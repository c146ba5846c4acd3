"""Rows of ``items`` and what hangs on them: drafts in, records out. No policy."""

from __future__ import annotations

import zlib
from typing import TYPE_CHECKING, NamedTuple

from recall.store.tokenizer import fold
from vault_sync.paths import portable

if TYPE_CHECKING:
    from collections.abc import Iterable

    from recall.model import DateOrigin, SourceKind
    from recall.reports import Finding
    from recall.store.database import Store
    from vault_sync.changes import Stamp

_HANGING = (
    "texts", "tails", "passages", "vectors", "aliases", "tags", "properties", "name_words",
    "arrows",
)  # fmt: skip
_BASE32 = "0123456789abcdefghjkmnpqrstvwxyz"  # Crockford's: no i, l, o, u to misread
_COMPRESSION = 1  # level 1 halves notes at 100 MB/s; level 6 gains a tenth more at a third of that


PART_MARK = "//"
"""What parts the path of a session log from the number of a part of it: no path has it."""


def log_path(path: str) -> str:
    """The path of the session log that a part is of."""
    return path.partition(PART_MARK)[0]


def public_id(place: str, path: str, attempt: int = 0) -> str:
    """Eight characters that name an item, from its vault's folder and its path when first seen.

    40 bits: among 100,000 items two collide once in 220 stores; ``attempt`` then gives another.
    """
    from hashlib import blake2b  # 3 ms that a search need not pay

    digest = blake2b(f"{place}\0{path}\0{attempt}".encode(), digest_size=5).digest()
    number = int.from_bytes(digest, "big")
    return "".join(_BASE32[number >> shift & 31] for shift in range(35, -1, -5))


def known(store: Store, collection_id: int) -> dict[str, Stamp]:
    """Path to stamp of every item of a collection; rows without one read as never seen."""
    rows = store.connection.execute(
        "select path, coalesce(size, -1), coalesce(mtime_ns, -1), coalesce(ctime_ns, -1) "
        "from items where collection_id = ?",
        (collection_id,),
    )
    from vault_sync.changes import Stamp

    return {path: Stamp(*stamp) for path, *stamp in rows}


def hashes(store: Store, collection_id: int) -> dict[str, bytes]:
    """Path to content hash of every item of a collection that has one."""
    return dict(
        store.connection.execute(
            "select path, content_hash from items "
            "where collection_id = ? and length(content_hash) > 0",
            (collection_id,),
        )
    )


def paths(store: Store, collection_id: int) -> dict[str, int]:
    """Path to row id of every item of a collection."""
    return dict(
        store.connection.execute(
            "select path, id from items where collection_id = ?", (collection_id,)
        )
    )


def targets(store: Store, collection_id: int, paths: Iterable[str]) -> set[int]:
    """Row ids of items that the items at these paths link to."""
    execute = store.connection.execute
    return {
        row[0]
        for path in paths
        for row in execute(
            "select edges.target_id from items join edges on edges.source_id = items.id "
            "where items.collection_id = ? and items.path = ? and edges.target_id is not null",
            (collection_id, path),
        )
    }


def bounded(stamp: Stamp) -> tuple[int, ...]:
    """A stamp as SQLite can hold it: a time after the year 2262 becomes the end of that range."""
    return tuple(min(max(number, -(2**63)), 2**63 - 1) for number in stamp)


class FileTime(NamedTuple):
    """When a file was modified, and the date that a note without another one has by that."""

    modified: float
    dated: float | None
    date_text: str | None
    date_origin: DateOrigin


def touch(store: Store, collection_id: int, path: str, stamp: Stamp, time: FileTime) -> None:
    """Note that a file has another time or size on disk but the same content."""
    store.connection.execute(
        "update items set size = ?, mtime_ns = ?, ctime_ns = ?, modified = ? "
        "where collection_id = ? and path = ?",
        (*bounded(stamp), time.modified, collection_id, path),
    )
    store.connection.execute(
        "update items set dated = ?, date_text = ?, date_origin = ? "
        "where collection_id = ? and path = ? "
        "and kind = 'note' and date_origin in ('modified', 'none')",
        (*time[1:], collection_id, path),
    )


def forget_content(store: Store, collection_id: int, paths: Iterable[str]) -> None:
    """Have the next sync read these files again, whatever their time, size and content."""
    store.connection.executemany(
        "update items set mtime_ns = null, content_hash = null "
        "where collection_id = ? and path = ?",
        ((collection_id, path) for path in paths),
    )


def move(store: Store, collection_id: int, old: str, new: str) -> None:
    """Give an item another path, so that what hangs on its row id stays; writing it follows."""
    store.connection.execute(
        "update items set path = ? where collection_id = ? and path = ?", (new, collection_id, old)
    )


class Course(NamedTuple):
    """What became of an item beside its text; times in seconds since 1970, None where unknown.

    ``event_date`` is when an event takes place, ``valid_until`` until when something holds,
    ``reinforced`` its last deliberate use, ``superseded_by`` the row id of what replaced it.
    """

    event_date: float | None = None
    valid_until: float | None = None
    reinforced: float | None = None
    reinforcements: int = 0
    superseded_by: int | None = None


def take_course(store: Store, courses: Iterable[tuple[int, Course]]) -> None:
    """Write what became of items, given with their row ids."""
    store.connection.executemany(
        "update items set event_date = ?, valid_until = ?, reinforced = ?, reinforcements = ?, "
        "superseded_by = ? where id = ?",
        ((*course, item_id) for item_id, course in courses),
    )


def remove(store: Store, collection_id: int, path: str) -> None:
    """Take an item out, with all that hangs on it; links to it become unresolved."""
    item_id = store.connection.execute(
        "select id from items where collection_id = ? and path = ?", (collection_id, path)
    ).get
    if item_id is not None:
        clear(store, item_id)
        store.connection.execute("delete from items where id = ?", (item_id,))


def clear(store: Store, item_id: int) -> None:
    """Take away what hangs on an item; its index rows too, so that none is orphaned."""
    execute = store.connection.execute
    execute(
        "delete from passage_index where rowid in (select id from passages where item_id = ?)",
        (item_id,),
    )
    for table in _HANGING:
        execute(f"delete from {table} where item_id = ?", (item_id,))
    execute("delete from edges where source_id = ?", (item_id,))


def pack(text: str) -> bytes:
    """Text as kept in ``texts``."""
    return zlib.compress(text.encode("utf-8", "replace"), _COMPRESSION)


def text_of(store: Store, item_id: int) -> str:
    """The whole text of an item."""
    return settled_text(store, item_id) + tail(store, item_id)


def settled_text(store: Store, item_id: int) -> str:
    """The text of an item but for what was appended to it lately."""
    packed = store.connection.execute("select body from texts where item_id = ?", (item_id,)).get
    return zlib.decompress(packed).decode() if packed else ""


def tail(store: Store, item_id: int) -> str:
    """What was appended lately to the text of a document."""
    rows = store.connection.execute(
        "select body from tails where item_id = ? order by start", (item_id,)
    )
    return "".join([row[0] for row in rows])


def storable(text: str) -> str:
    """Any text as SQLite can take it: bytes that are no UTF-8 arrive as lone surrogates."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return portable(text)
    return text


def name_key(name: str) -> str:
    """What names are compared by: full case folding, compatibility form, single blanks."""
    return " ".join(fold(name).casefold().split())


def name_words(title: str, aliases: Iterable[str]) -> set[str]:
    """Words of an item's names, for prefix and typo-tolerant look-up."""
    words: set[str] = set()
    for name in (title, *aliases):
        for word in fold(name).casefold().replace("_", " ").split():
            stripped = word.strip("()[]{}.,:;!?\"'`-–—/\\#*|<>")
            if len(stripped) > 2 and not stripped.isdigit():
                words.add(stripped)
    return words


def scalar_text(value: object) -> str:
    """A property's value as text: ``true``, ``1.5``, ``a, b``; nothing for null."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list):
        return ", ".join(map(scalar_text, value))
    return str(value)


def findings_of(store: Store, collection_id: int) -> tuple[Finding, ...]:
    """Everything that could not be read as meant, of all items of a collection."""
    import json

    rows = store.connection.execute(
        "select findings from items where collection_id = ? and findings <> '[]' order by path",
        (collection_id,),
    )
    from recall.reports import Finding

    return tuple(Finding(*finding) for row in rows for finding in json.loads(row[0]))


def counts(store: Store, collection_id: int) -> dict[str, int]:
    """Number of items of a collection by kind."""
    rows = store.connection.execute(
        "select kind, count(*) from items where collection_id = ? group by kind order by kind",
        (collection_id,),
    )
    return dict(rows)


class Facts(NamedTuple):
    """What reading an item shows beside its text; ``properties`` is JSON."""

    source: SourceKind
    kind: str
    date_text: str | None
    date_origin: DateOrigin
    status: str | None
    superseded_by: str | None
    content_hash: bytes
    properties: str


def facts(store: Store, item_id: int) -> Facts:
    """The facts of one item."""
    return Facts(
        *store.connection.execute(
            "select items.source, items.kind, items.date_text, items.date_origin, items.status, "
            "successors.title, coalesce(items.content_hash, x''), items.properties from items "
            "left join items as successors on successors.id = items.superseded_by "
            "where items.id = ?",
            (item_id,),
        ).get
    )


def aliases_of(store: Store, item_id: int) -> tuple[str, ...]:
    """Aliases of an item as written."""
    rows = store.connection.execute("select alias from aliases where item_id = ?", (item_id,))
    return tuple(row[0] for row in rows)
