"""Session logs: how far each was read, and the parts that it is stored in.

A log is several items, so that none is larger than a long note. The path of the first is the
log's own, that of another has ``//`` and its number behind it, which no path of a file has.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from recall.store import items
from recall.store.items import PART_MARK, name_key

if TYPE_CHECKING:
    from recall.store.database import Store


class Passage(NamedTuple):
    """A passage of a log with the lines it is from, and when it was said."""

    first_line: int
    last_line: int
    time: str
    text: str


def part_path(path: str, part: int) -> str:
    """The path of a part (from 1) of a log."""
    return path if part == 1 else f"{path}{PART_MARK}{part}"


def states(store: Store, collection_id: int) -> dict[str, str]:
    """How far each log of a collection was read, by path."""
    return dict(
        store.connection.execute(
            "select path, state from sessions where collection_id = ?", (collection_id,)
        )
    )


def put(store: Store, collection_id: int, path: str, state: str) -> None:
    """Note how far a log was read."""
    store.connection.execute(
        "insert into sessions values (?, ?, ?) "
        "on conflict (collection_id, path) do update set state = excluded.state",
        (collection_id, path, state),
    )


def cut_off(store: Store, collection_id: int, paths: dict[str, int], path: str, last: int) -> int:
    """Take out the parts of a log behind the last one; returns how many there were."""
    part = last + 1
    while part_path(path, part) in paths:
        items.remove(store, collection_id, part_path(path, part))
        del paths[part_path(path, part)]
        part += 1
    return part - last - 1


def forget(store: Store, collection_id: int, path: str) -> None:
    """Forget how far a log was read."""
    store.connection.execute(
        "delete from sessions where collection_id = ? and path = ?", (collection_id, path)
    )


def tie(store: Store, collection_id: int) -> None:
    """Resolve the links of sessions to the ones they came from, by their ids."""
    execute = store.connection.execute
    waiting = list(
        execute(
            "select edges.id, edges.path from edges join items on items.id = edges.source_id "
            "where items.collection_id = ? and edges.origin = 'transcript' "
            "and edges.target_id is null",
            (collection_id,),
        )
    )
    for edge_id, session in waiting:
        key = name_key(session)
        execute(
            "update edges set target_id = (select items.id from items left join aliases "
            "on aliases.item_id = items.id where items.collection_id = ?1 "
            "and (items.name_key = ?2 or aliases.key = ?2) and items.id <> edges.source_id "
            "limit 1) where id = ?3",
            (collection_id, key, edge_id),
        )


def passages_of(
    store: Store, root: str, path: str, first_line: int, last_line: int
) -> list[Passage]:
    """What is indexed of some lines of a log, in order."""
    rows = store.connection.execute(
        "select passages.item_id, first_line, last_line, start, stop, headings from passages "
        "join items on items.id = passages.item_id "
        "join collections on collections.id = items.collection_id "
        "where collections.root = ? and (items.path = ? or items.path glob ?) "
        "and first_line <= ? and last_line >= ? order by first_line, passages.id",
        (root, path, f"{_globbed(path)}{PART_MARK}*", last_line, first_line),
    )
    texts: dict[int, str] = {}
    found = []
    for item_id, first, last, start, stop, headings in rows:
        if item_id not in texts:
            texts = {item_id: items.text_of(store, item_id)}
        found.append(Passage(first, last, headings, texts[item_id][start:stop].rstrip("\n")))
    return found


def lines_of(store: Store, item_id: int) -> tuple[int, int]:
    """First and last line of a log that a part of it holds."""
    row = store.connection.execute(
        "select coalesce(min(first_line), 1), coalesce(max(last_line), 1) from passages "
        "where item_id = ?",
        (item_id,),
    ).get
    return row[0], row[1]


def _globbed(path: str) -> str:
    return "".join(f"[{sign}]" if sign in "*?[" else sign for sign in path)


def last_line_of(store: Store, root: str, path: str) -> int:
    """The last line of a log of which something is indexed."""
    last: int = store.connection.execute(
        "select coalesce(max(last_line), 1) from passages "
        "join items on items.id = passages.item_id "
        "join collections on collections.id = items.collection_id "
        "where collections.root = ? and (items.path = ? or items.path glob ?)",
        (root, path, f"{_globbed(path)}{PART_MARK}*"),
    ).get
    return last


def state_of(store: Store, root: str, path: str) -> str | None:
    """How far a log was read; None when it is not known."""
    state: str | None = store.connection.execute(
        "select state from sessions join collections on collections.id = collection_id "
        "where root = ? and path = ?",
        (root, path),
    ).get
    return state
