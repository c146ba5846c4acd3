"""Rows of ``collections``: the vaults (later: folders and session logs) a store knows."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from recall.errors import UnknownVaultError, UsageError
from recall.store.items import storable
from vault_sync.paths import fold, last_part, portable

if TYPE_CHECKING:
    from recall.model import SourceKind
    from recall.store.database import Store

_COLUMNS = "id, source, name, root, added, synced, settings_digest, follow_symlinks"

GIVEN = "documents:"
"""What the root of a collection begins with that lies on no disk."""


class Collection(NamedTuple):
    """A place that items come from. ``synced`` is None before the first sync that wrote.

    Name and root are spelled so that any system's names can be stored (``paths.portable``).
    ``settings_digest`` tells whether a vault's own settings are those of that sync,
    ``follow_symlinks`` whether folders outside are read that a link in it leads to.
    """

    id: int
    source: SourceKind
    name: str
    root: str
    added: float
    synced: float | None
    settings_digest: str | None
    follow_symlinks: int = 0


def add(store: Store, source: SourceKind, name: str, root: str, now: float) -> Collection:
    """Register a place under a name that no other has.

    Raises:
        UsageError: the name is taken.
    """
    taken = find(store, name)
    if taken:
        message = (
            f"The name {name!r} is taken by {taken.root!r}. Give this one another name with --name."
        )
        raise UsageError(message)
    store.connection.execute(
        "insert into collections (source, name, root, added) values (?, ?, ?, ?)",
        (source, storable(name), portable(root), now),
    )
    return get(store, storable(name))


def all_of(store: Store) -> tuple[Collection, ...]:
    """Every collection, by name."""
    rows = store.connection.execute(f"select {_COLUMNS} from collections order by name")
    return tuple(Collection(*row) for row in rows)


def is_given(collection: Collection) -> bool:
    """Whether its texts were handed over whole, so that there is nothing on a disk to read."""
    return collection.root.startswith(GIVEN)


def are_several(store: Store) -> bool:
    """Whether the store has more than one place, so that a path alone may mean several files."""
    count: int = store.connection.execute("select count(*) from collections").get
    return count > 1


def find(store: Store, name: str) -> Collection | None:
    """The collection of this name (case does not matter) or root; None when there is none."""
    key = fold(storable(name))
    for collection in all_of(store):
        if fold(collection.name) == key or collection.root in (name, portable(name)):
            return collection
    return None


def get(store: Store, name: str) -> Collection:
    """The collection of this name or root.

    Raises:
        UnknownVaultError: there is none; the message names those there are.
    """
    collection = find(store, name)
    if collection is None:
        raise unknown(store, name)
    return collection


def unknown(store: Store, name: str) -> UnknownVaultError:
    """The error for a name that no collection has."""
    return UnknownVaultError.among("vault", name, tuple(each.name for each in all_of(store)))


def is_folder_or_name(store: Store, name: str) -> bool:
    """Whether a collection has this name or root, or its folder is called so."""
    return find(store, name) is not None or any(
        last_part(each.root) == name for each in all_of(store)
    )


def rename(store: Store, collection: Collection, name: str) -> None:
    """Give a collection another name; its items keep their ids.

    Raises:
        UsageError: the name is taken.
    """
    taken = find(store, name)
    if taken and taken.id != collection.id:
        raise UsageError(f"The name {name!r} is taken by {taken.root!r}. Choose another.")
    store.connection.execute(
        "update collections set name = ? where id = ?", (storable(name), collection.id)
    )


def follow_symlinks(store: Store, collection: Collection, *, follow: bool) -> None:
    """Decide whether the next sync reads folders outside that links lead to (OBSIDIAN.md R250)."""
    store.connection.execute(
        "update collections set follow_symlinks = ? where id = ?", (int(follow), collection.id)
    )


def share_a_folder_name(store: Store) -> frozenset[str]:
    """Roots of vaults whose folders are called alike: their name tells Obsidian nothing (R268)."""
    by_name: dict[str, list[str]] = {}
    for each in all_of(store):
        if each.source == "vault":
            by_name.setdefault(fold(last_part(each.root)), []).append(each.root)
    return frozenset(root for roots in by_name.values() if len(roots) > 1 for root in roots)


def remove(store: Store, collection: Collection) -> int:
    """Take a collection and all that is indexed of it out of the store; returns the item count."""
    count: int = store.connection.execute(
        "select count(*) from items where collection_id = ?", (collection.id,)
    ).get
    store.connection.execute(
        "delete from passage_index where rowid in (select passages.id from passages "
        "join items on items.id = passages.item_id where items.collection_id = ?)",
        (collection.id,),
    )
    store.connection.execute("delete from collections where id = ?", (collection.id,))
    from recall.store import vectors

    vectors.expect(store)
    return count


def mark(store: Store, collection: Collection, *, synced: float, settings_digest: str) -> None:
    """Note when a sync that wrote something ended, and under which settings of the vault."""
    store.connection.execute(
        "update collections set synced = ?, settings_digest = ? where id = ?",
        (synced, settings_digest, collection.id),
    )
