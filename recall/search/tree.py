"""The tree of a query: what was asked for, whatever it was typed as.

The nodes are tuples, so those of equal content compare equal: ask for the type first. Annotations
are evaluated here: as texts each of them costs a compilation, which a search's start-up feels.
"""

from collections.abc import Iterator
from typing import NamedTuple, TypeAlias

from recall.search.syntax import Operator, Scope

Value: TypeAlias = str | float | bool | tuple[float, float] | None


class Word(NamedTuple):
    """A word as typed; with ``prefix`` the beginning of one. Has a letter, digit or symbol."""

    text: str
    prefix: bool = False


class Phrase(NamedTuple):
    """What stood between quotes: these characters as whole words, blanks between them single.

    ``case`` says whether capitals count.
    """

    text: str
    case: bool = False


class Text(NamedTuple):
    """Characters that stand anywhere, inside a word too: a word behind ``match-case:``."""

    text: str
    case: bool


class Expression(NamedTuple):
    """A regular expression, as JavaScript writes it."""

    source: str
    case: bool = False


class Filter(NamedTuple):
    """A condition on the item.

    ``value`` is a str; for ``before`` and ``after`` seconds since 1970, for ``on`` such a
    start and (excluded) end, and ``shown`` is that date as text. A ``property`` has its
    ``name``; its value is also None (empty), a bool, or a float behind a comparison, and the
    operator ``has`` asks only that it is there. ``matches`` asks for an expression; ``case``
    says whether capitals count.
    """

    field: str
    operator: Operator
    value: Value
    name: str = ""
    shown: str = ""
    case: bool = False


class Scoped(NamedTuple):
    """A part of the text, as a line, in which all of a tree holds; None asks for any such part.

    ``content`` is the whole text, without the names of the item. No other Scoped is below it
    (OBSIDIAN.md R290).
    """

    scope: Scope
    node: "Node | None"


class Not(NamedTuple):
    """What must not match; never a Not itself."""

    node: "Node"


class And(NamedTuple):
    """Two or more nodes that all match, none of them an And."""

    nodes: "tuple[Node, ...]"


class Or(NamedTuple):
    """Two or more nodes of which one matches, none of them an Or."""

    nodes: "tuple[Node, ...]"


Leaf: TypeAlias = Word | Phrase | Text | Expression | Filter

Node: TypeAlias = Leaf | Scoped | Not | And | Or


class Query(NamedTuple):
    """What was asked: the text (control characters as blanks), the tree, and remarks.

    ``root`` is None where nothing is left to look for.
    """

    text: str
    root: Node | None
    notes: tuple[str, ...]


def words(query: Query) -> tuple[Word | Phrase, ...]:
    """The words and phrases that are looked for, in order; not those excluded or in a part."""
    return tuple(leaf for leaf in _leaves(query.root) if isinstance(leaf, Word | Phrase))


def filters(query: Query) -> tuple[Filter, ...]:
    """All filters in order, excluded ones among them."""
    every = _leaves(query.root, excluded=True)
    return tuple(leaf for leaf in every if isinstance(leaf, Filter))


def is_plain(query: Query) -> bool:
    """Whether the tree is only words, phrases and filters that must all match."""
    return not any(isinstance(node, Not | Or) for node in parts(query.root))


def parts(root: Node | None) -> tuple[Node, ...]:
    """What must all match: the nodes of an And, or the tree itself."""
    if root is None:
        return ()
    return root.nodes if isinstance(root, And) else (root,)


def is_read_in_texts(node: Node | None) -> bool:
    """Whether something in a tree can only be told from the texts, not from the index."""
    match node:
        case And() | Or():
            return any(map(is_read_in_texts, node.nodes))
        case Not():
            return is_read_in_texts(node.node)
        case Filter():
            return node.operator == "matches"
        case Scoped("content", node) if node is not None:
            return is_read_in_texts(node)
        case _:
            return isinstance(node, Phrase | Text | Expression | Scoped)


def _leaves(node: Node | None, *, excluded: bool = False) -> Iterator[Leaf]:
    if isinstance(node, And | Or):
        for part in node.nodes:
            yield from _leaves(part, excluded=excluded)
    elif isinstance(node, Not):
        if excluded:
            yield from _leaves(node.node, excluded=True)
    elif node is not None and not isinstance(node, Scoped):
        yield node
