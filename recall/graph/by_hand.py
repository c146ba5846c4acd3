"""Edges made by hand, between any two items; they live in the store and never in a vault."""

from __future__ import annotations

from typing import TYPE_CHECKING

from recall import relations
from recall.errors import NotFoundError, UsageError
from recall.graph import records
from recall.graph_model import UserLink
from recall.store import graph_rows, user_links

if TYPE_CHECKING:
    from recall.store.database import Store
    from recall.store.graph_rows import NodeRow, Whose

LONGEST_TYPE = 40


def type_of(name: str) -> str:
    """The type of an edge as a user names it.

    Raises:
        UsageError: it has no letters, or is a sentence.
    """
    kind = relations.canonical(name)
    if not kind or len(kind) > LONGEST_TYPE or not kind.replace("_", "").isalnum():
        raise UsageError(
            f"The type {name[:60]!r} is no name of a relation: up to {LONGEST_TYPE} letters and "
            "digits, such as 'supersedes' or 'decided in'."
        )
    if kind in relations.WEAK:
        raise UsageError(f"{kind!r} is a type that is computed; name another.")
    return kind


def link(store: Store, whose: Whose, ends: tuple[int, int], made: user_links.Link) -> UserLink:
    """Make an edge from the first item to the second; making it again keeps the first one's date.

    Raises:
        UsageError: both ends are one item.
    """
    source, target = _ends(store, whose, ends)
    if source.id == target.id:
        raise UsageError(f"Both ends are {source.title!r}; an item is not linked with itself.")
    made = made._replace(source=source.public_id, target=target.public_id)
    user_links.add(store, whose.namespace, made)
    (written,) = user_links.between(store, whose.namespace, made.source, made.target, made.type)
    return _record(written, source, target)


def unlink(
    store: Store, whose: Whose, ends: tuple[int, int], kind: str | None
) -> tuple[UserLink, ...]:
    """Take out the edges made by hand from the first item to the second, of a type or all.

    Raises:
        NotFoundError: there is none.
    """
    source, target = _ends(store, whose, ends)
    found = user_links.between(store, whose.namespace, source.public_id, target.public_id, kind)
    if not found:
        raise NotFoundError(
            "link made by hand from",
            f"{source.title} to {target.title}",
            hint="A link that is written in a note is changed in the note.",
        )
    for each in found:
        user_links.remove(store, whose.namespace, each)
    return tuple(_record(each, source, target) for each in found)


def _ends(store: Store, whose: Whose, ends: tuple[int, int]) -> tuple[NodeRow, NodeRow]:
    nodes = graph_rows.nodes(store, whose, ends)
    source, target = (nodes[each] for each in ends)
    return source, target


def _record(link: user_links.Link, source: NodeRow, target: NodeRow) -> UserLink:
    return UserLink(records.node(source), records.node(target), *link[2:])
