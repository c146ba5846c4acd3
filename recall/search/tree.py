"""The tree of a query: what was asked for, whatever it was typed as.

The nodes are tuples, so those of equal content compare equal: ask for the type first.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Iterator

    from recall.search.syntax import Operator

Value: TypeAlias = str | float | bool | tuple[float, float] | None


class Word(NamedTuple):
    """A word as typed; with ``prefix`` the beginning of one. Has a letter, digit or symbol."""

    text: str
    prefix: bool = False


class Phrase(NamedTuple):
    """Words that stand side by side, blanks between them single."""

    text: str


class Filter(NamedTuple):
    """A condition on the item.

    ``value`` is a str; for ``before`` and ``after`` seconds since 1970, for ``on`` such a
    start and (excluded) end, and ``shown`` is that date as text. A ``property`` has its
    ``name``; its value is also None (empty), a bool, or a float behind a comparison, and the
    operator ``has`` asks only that it is there.
    """

    field: str
    operator: Operator
    value: Value
    name: str = ""
    shown: str = ""


class Not(NamedTuple):
    """What must not match; never a Not itself."""

    node: Node


class And(NamedTuple):
    """Two or more nodes that all match, none of them an And."""

    nodes: tuple[Node, ...]


class Or(NamedTuple):
    """Two or more nodes of which one matches, none of them an Or."""

    nodes: tuple[Node, ...]


Node: TypeAlias = Word | Phrase | Filter | Not | And | Or


class Query(NamedTuple):
    """What was asked: the text (control characters as blanks), the tree, and remarks.

    ``root`` is None where nothing is left to look for.
    """

    text: str
    root: Node | None
    notes: tuple[str, ...]


def words(query: Query) -> tuple[Word | Phrase, ...]:
    """The words and phrases that are looked for, in order; not those excluded."""
    return tuple(leaf for leaf in _leaves(query.root) if not isinstance(leaf, Filter))


def filters(query: Query) -> tuple[Filter, ...]:
    """All filters in order, excluded ones among them."""
    every = _leaves(query.root, excluded=True)
    return tuple(leaf for leaf in every if isinstance(leaf, Filter))


def is_plain(query: Query) -> bool:
    """Whether the tree is only words, phrases and filters that must all match."""
    root = query.root
    nodes = root.nodes if isinstance(root, And) else (root,)
    return not any(isinstance(node, Not | Or) for node in nodes)


def _leaves(node: Node | None, *, excluded: bool = False) -> Iterator[Word | Phrase | Filter]:
    if isinstance(node, And | Or):
        for part in node.nodes:
            yield from _leaves(part, excluded=excluded)
    elif isinstance(node, Not):
        if excluded:
            yield from _leaves(node.node, excluded=True)
    elif node is not None:
        yield node
