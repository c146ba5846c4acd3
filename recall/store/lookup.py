"""From what a person writes to the row it means: ids, paths, names, aliases."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from recall.store.items import name_key
from vault_sync.paths import fold, last_part

if TYPE_CHECKING:
    from recall.model import SourceKind
    from recall.store.database import Store

_SELECT = (
    "select items.id, items.public_id, coalesce(collections.name, ''), "
    "coalesce(collections.root, ''), coalesce(items.path, ''), items.title, items.namespace, "
    "items.source, coalesce(collections.follow_symlinks, 0) from items "
    "left join collections on collections.id = items.collection_id "
)


class Named(NamedTuple):
    """An item that a name may mean; ``path`` is empty for a memory."""

    id: int
    public_id: str
    collection: str
    root: str
    path: str
    title: str
    namespace: str
    source: SourceKind
    follow_symlinks: int


def by_id(store: Store, public_id: str) -> list[Named]:
    """The item of this id, if there is one."""
    return _rows(store, "where items.public_id = ?", public_id.lower())


def by_path(store: Store, path: str) -> list[Named]:
    """Items at exactly this path of their vault; ``.md`` may be left out, ``./`` or ``/`` added."""
    path = _from_root(path)
    key = fold(path)
    return _rows(store, "where items.path in (?, ?)", path, f"{path}.md") or _rows(
        store, "where folded(items.path) in (?, ?)", key, f"{key}.md"
    )


def by_vault_path(store: Store, address: str) -> list[Named]:
    """Items at a path behind the name of their vault, as ``Seeds/Projects/Packets.md``."""
    cuts = [at for at, char in enumerate(address) if char == "/"]
    return [
        each
        for at in cuts
        for each in by_path(store, address[at + 1 :])
        if fold(each.collection) == fold(address[:at])
    ]


def by_name(store: Store, name: str) -> list[Named]:
    """Items of this file name; case and composition do not matter.

    The ending may be left out. A note wins over a canvas or base of the same name, as in a link
    (OBSIDIAN.md R067).
    """
    key = name_key(name.removesuffix(".md"))
    return _rows(store, "where items.name_key in (?, ?)", key, name_key(name)) or _rows(
        store, "where items.name_key in (?, ?)", f"{key}.canvas", f"{key}.base"
    )


def by_path_end(store: Store, path: str) -> list[Named]:
    """Items whose path ends with these components, as ``folder/Note``."""
    key = name_key(path.rpartition("/")[2].removesuffix(".md"))
    tail = fold(path).removesuffix(".md")
    return [
        each
        for each in _rows(store, "where items.name_key = ?", key)
        if fold(f"/{each.path}").removesuffix(".md").endswith(f"/{tail}")
    ]


def by_alias(store: Store, alias: str) -> list[Named]:
    """Items that have this alias."""
    return _rows(
        store, "where items.id in (select item_id from aliases where key = ?)", name_key(alias)
    )


def by_location(store: Store, root: str, path: str) -> list[Named]:
    """Items at this path, or else of this name, of the vault whose folder is called so.

    ``root`` is its folder's name or path, or its name in the store; "" stands for every vault.
    """
    for way in (by_path, by_name, by_path_end):
        found = [
            each
            for each in way(store, path)
            if root in ("", each.root, last_part(each.root), each.collection)
        ]
        if found:
            return found
    return []


def _from_root(path: str) -> str:
    """A path as the store spells it, without ``./`` or ``/`` before it."""
    while path.startswith(("./", "/")):
        path = path.removeprefix(".").lstrip("/")
    return path


def _rows(store: Store, where: str, *values: str) -> list[Named]:
    rows = store.connection.execute(_SELECT + where + " order by items.path", values)
    return [Named(*row) for row in rows]


def similar(store: Store, name: str, namespace: str = "default", most: int = 3) -> tuple[str, ...]:
    """Names and aliases in a namespace that come close to ``name``, best first."""
    import difflib

    key = name_key(name)
    keys: dict[str, str] = {}
    for title, title_key in store.connection.execute(
        "select title, name_key from items where kind <> 'attachment' and namespace = ?1 "
        "and (source <> 'memory' or excluded = 0) "
        "union all select alias, key from aliases "
        "where item_id in (select id from items where namespace = ?1)",
        (namespace,),
    ):
        keys.setdefault(title_key, title)
    near = difflib.get_close_matches(key, keys, n=most, cutoff=0.6)
    near += [each for each in sorted(keys) if key and key in each and each not in near]
    return tuple(keys[each] for each in near[:most])
