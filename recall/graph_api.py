"""The part of ``Recall`` that is about the graph: each method checks, and calls one floor below."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from recall import arguments
from recall.arguments import DEFAULT_NAMESPACE
from recall.errors import NotFoundError
from recall.graph_model import DIRECTIONS
from recall.store.graph_rows import Whose

if TYPE_CHECKING:
    import os
    from collections.abc import Sequence

    from recall.graph_model import (
        BacklinkList,
        Bridges,
        BrokenList,
        Communities,
        Direction,
        Neighbourhood,
        NodeList,
        Paths,
        RelatedList,
        UserLink,
    )
    from recall.store.collections import Collection
    from recall.store.database import Store

    FilePath = str | os.PathLike[str]

MAX_DEPTH = 6
MAX_LIMIT = 5_000
MAX_PATHS = 20
MAX_RELATED = 200


class GraphMethods:
    """What ``Recall`` knows of how items are connected; all of it within one ``namespace``."""

    _store: Store

    if TYPE_CHECKING:

        def _known(self, name: FilePath) -> Collection: ...

    def graph(
        self,
        address: str,
        *,
        depth: int = 1,
        direction: Direction = "both",
        types: str | Sequence[str] = (),
        limit: int = 50,
        weak: bool = False,
        vault: FilePath | None = None,
        namespace: str = DEFAULT_NAMESPACE,
    ) -> Neighbourhood:
        """What lies around an item: the items near to it, and the edges between them.

        Args:
            address: what ``get`` takes.
            depth: steps from the item, 1 to 6.
            direction: ``out`` along edges, ``in`` against them, or ``both``.
            types: only edges of these types, such as ``links_to`` or ``supersedes``.
            limit: most items around it, 1 to 5,000; the nearest and most bound are kept.
            weak: also edges that nobody wrote: shared tags, its folder, the days beside it.
            vault: the vault that the address is meant in, by name or path.
            namespace: whose memories are seen.

        Raises:
            NotFoundError: nothing answers to the address.
            AmbiguousNameError: several items do.
        """
        from recall.graph import near

        arguments.whole("depth", depth, 1, MAX_DEPTH)
        arguments.choice("direction", direction, DIRECTIONS)
        arguments.whole("limit", limit, 1, MAX_LIMIT)
        wish = near.Wish(depth, direction, _types(types), limit, weak)
        whose = self._whose(namespace, vault)
        with self._store.read():
            center = self._item(address, whose)
            return near.around(self._store, whose, center, wish)

    def backlinks(
        self,
        address: str,
        *,
        types: str | Sequence[str] = (),
        limit: int = 50,
        vault: FilePath | None = None,
        namespace: str = DEFAULT_NAMESPACE,
    ) -> BacklinkList:
        """The links to an item, each with the line it stands in.

        Raises:
            NotFoundError: nothing answers to the address.
            AmbiguousNameError: several items do.
        """
        from recall.graph import back

        arguments.whole("limit", limit, 1, MAX_LIMIT)
        whose = self._whose(namespace, vault)
        with self._store.read():
            center = self._item(address, whose)
            return back.links(self._store, whose, center, _types(types), limit)

    def path(
        self,
        start: str,
        end: str,
        *,
        types: str | Sequence[str] = (),
        limit: int = 3,
        vault: FilePath | None = None,
        namespace: str = DEFAULT_NAMESPACE,
    ) -> Paths:
        """How two items are connected: the chain of edges that says most, and others beside it.

        Edges may be walked against their direction. What somebody gave a name (a property, a
        relation) says more than a plain link, and an item that very many are linked with less.

        Args:
            start: what ``get`` takes.
            end: the same.
            types: only along edges of these types.
            limit: most chains, 1 to 20; no two have an item between the ends in common.
            vault: the vault that both addresses are meant in, by name or path.
            namespace: whose memories are seen.

        Raises:
            NotFoundError: nothing answers to an address.
            AmbiguousNameError: several items do.
        """
        from recall.graph import paths

        arguments.whole("limit", limit, 1, MAX_PATHS)
        whose = self._whose(namespace, vault)
        with self._store.read():
            ends = self._item(start, whose), self._item(end, whose)
            return paths.between(self._store, whose, ends, paths.Wish(_types(types), limit))

    def hubs(
        self,
        *,
        limit: int = 20,
        vault: FilePath | None = None,
        namespace: str = DEFAULT_NAMESPACE,
    ) -> NodeList:
        """The items that most others link to."""
        from recall.graph import whole

        arguments.whole("limit", limit, 1, MAX_LIMIT)
        whose = self._whose(namespace, vault)
        with self._store.read():
            return whole.hubs(self._store, whose, limit)

    def orphans(
        self,
        *,
        limit: int = 50,
        vault: FilePath | None = None,
        namespace: str = DEFAULT_NAMESPACE,
    ) -> NodeList:
        """Notes of vaults that are linked with nothing, by path."""
        from recall.graph import whole

        arguments.whole("limit", limit, 1, MAX_LIMIT)
        whose = self._whose(namespace, vault)
        with self._store.read():
            return whole.orphans(self._store, whose, limit)

    def broken(
        self,
        *,
        limit: int = 50,
        vault: FilePath | None = None,
        namespace: str = DEFAULT_NAMESPACE,
    ) -> BrokenList:
        """Names that links lead to and nothing has, those that are missed most first."""
        from recall.graph import whole

        arguments.whole("limit", limit, 1, MAX_LIMIT)
        whose = self._whose(namespace, vault)
        with self._store.read():
            return whole.broken(self._store, whose, limit)

    def bridges(
        self,
        *,
        limit: int = 20,
        vault: FilePath | None = None,
        namespace: str = DEFAULT_NAMESPACE,
    ) -> Bridges:
        """Items without which others fall off from the rest, those that hold most first.

        Raises:
            UsageError: more than 1,000,000 pairs of items are linked.
        """
        from recall.graph import bridges

        arguments.whole("limit", limit, 1, MAX_LIMIT)
        whose = self._whose(namespace, vault)
        with self._store.read():
            return bridges.find(self._store, whose, limit)

    def communities(
        self,
        *,
        limit: int = 12,
        vault: FilePath | None = None,
        namespace: str = DEFAULT_NAMESPACE,
    ) -> Communities:
        """Items that are linked among each other more than with the rest, the largest first.

        Raises:
            UsageError: more than 1,000,000 pairs of items are linked.
        """
        from recall.graph import communities

        arguments.whole("limit", limit, 1, MAX_LIMIT)
        whose = self._whose(namespace, vault)
        with self._store.read():
            return communities.find(self._store, whose, limit)

    def related(
        self,
        address: str,
        *,
        limit: int = 10,
        vault: FilePath | None = None,
        namespace: str = DEFAULT_NAMESPACE,
    ) -> RelatedList:
        """Items that are like one and not linked with it, each with the reasons.

        Reasons are neighbours in common, rare tags in common, telling words in common, and a
        name that stands in the text without a link.

        Raises:
            NotFoundError: nothing answers to the address.
            AmbiguousNameError: several items do.
        """
        from recall.graph import related

        arguments.whole("limit", limit, 1, MAX_RELATED)
        whose = self._whose(namespace, vault)
        with self._store.read():
            center = self._item(address, whose)
            return related.to(self._store, whose._replace(vault=None), center, limit)

    def link(
        self,
        source: str,
        target: str,
        type: str = "relates_to",  # noqa: A002 - the field's name
        *,
        note: str | None = None,
        namespace: str = DEFAULT_NAMESPACE,
        client: str = "python",
    ) -> UserLink:
        """Make an edge between two items, in the store alone; ``unlink`` takes it out.

        Args:
            source: what ``get`` takes.
            target: the same.
            type: a relation, such as ``supersedes``, ``caused_by``, ``implements``.
            note: why, in a few words.
            namespace: whose edge.
            client: who made it.

        Raises:
            NotFoundError: nothing answers to an address.
            AmbiguousNameError: several items do.
            UsageError: both are one item, or the type is no name.
        """
        from recall.graph import by_hand
        from recall.store.user_links import Link

        kind = by_hand.type_of(arguments.text("type", type))
        words = None if note is None else arguments.text("note", note).strip() or None
        whose = self._whose(namespace, None)
        made = Link("", "", kind, words, whose.now, arguments.text("client", client))
        with self._store.write():
            ends = self._item(source, whose), self._item(target, whose)
            return by_hand.link(self._store, whose, ends, made)

    def unlink(
        self,
        source: str,
        target: str,
        type: str | None = None,  # noqa: A002 - the field's name
        *,
        namespace: str = DEFAULT_NAMESPACE,
    ) -> tuple[UserLink, ...]:
        """Take out the edges that ``link`` made from one item to another, of a type or all.

        Raises:
            NotFoundError: there is none, or nothing answers to an address.
            AmbiguousNameError: several items answer to one.
        """
        from recall.graph import by_hand

        kind = None if type is None else by_hand.type_of(arguments.text("type", type))
        whose = self._whose(namespace, None)
        with self._store.write():
            ends = self._item(source, whose), self._item(target, whose)
            return by_hand.unlink(self._store, whose, ends, kind)

    def _whose(self, namespace: str, vault: FilePath | None) -> Whose:
        if namespace != DEFAULT_NAMESPACE:
            from recall.memory.checks import named_namespace

            namespace = named_namespace(namespace)
        return Whose(namespace, time.time(), None if vault is None else self._known(vault).name)

    def _item(self, address: str, whose: Whose) -> int:
        """The row id of what an address means; a part behind ``#`` stands for its note."""
        from recall.sources import reading
        from recall.store import graph_rows

        found = reading.find(self._store, arguments.address(address), whose.vault, whose.namespace)
        if found.item.id not in graph_rows.nodes(self._store, whose, (found.item.id,)):
            raise NotFoundError("living note or memory", address)
        return found.item.id


def _types(types: str | Sequence[str]) -> frozenset[str]:
    from recall.relations import canonical

    return frozenset(map(canonical, arguments.texts("types", types)))
