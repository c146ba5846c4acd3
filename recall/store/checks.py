"""What a check of a vault reads: its files and its links, as indexed."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

    from recall.store.database import Store


class FileRow(NamedTuple):
    """A file of a vault; ``is_read`` says that what stands in it is known."""

    id: int
    path: str
    kind: str
    excluded: bool
    is_read: bool


class LinkRow(NamedTuple):
    """A link with the file it stands in and the file it leads to, if it leads to one.

    ``path`` is the linkpath, empty for a link into its own note; ``type`` is the property that
    holds it where ``origin`` is ``property``.
    """

    source_id: int
    target_id: int | None
    type: str
    origin: str
    path: str
    subpath: str
    line: int | None


def files(store: Store, collection_id: int) -> dict[int, FileRow]:
    """The files of a collection by row id, in the order of their paths."""
    rows = store.connection.execute(
        "select id, path, kind, excluded, coalesce(length(content_hash), 0) > 0 from items "
        "where collection_id = ? and path is not null order by path",
        (collection_id,),
    )
    return {row[0]: FileRow(row[0], row[1], row[2], bool(row[3]), bool(row[4])) for row in rows}


def links(store: Store, collection_id: int) -> Iterator[LinkRow]:
    """The links of a collection, in the order of paths and lines."""
    rows = store.connection.execute(
        "select edges.source_id, edges.target_id, edges.type, edges.origin, edges.path, "
        "edges.subpath, edges.line from edges join items on items.id = edges.source_id "
        "where items.collection_id = ? "
        "order by items.path, coalesce(edges.line, 0), edges.id",
        (collection_id,),
    )
    return (LinkRow(*row) for row in rows)
