"""Text to a tree: what a query asks for. Any text is a query; nothing here can fail.

Words beside each other must all match, ``OR`` binds weaker, ``-`` negates (OBSIDIAN.md
R276-R292). What was read differently than it may have been meant is said in ``notes``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from recall.search.parser import DEPTH_LIMIT, LEAF_LIMIT, NOTE_LIMIT, SOURCES, Parser
from recall.search.syntax import Lexer, clean
from recall.search.tree import (
    And,
    Expression,
    Filter,
    Node,
    Not,
    Or,
    Phrase,
    Query,
    Scoped,
    Text,
    Value,
    Word,
    filters,
    is_plain,
    words,
)

if TYPE_CHECKING:
    from datetime import tzinfo

__all__ = [
    "DEPTH_LIMIT",
    "LEAF_LIMIT",
    "SOURCES",
    "And",
    "Expression",
    "Filter",
    "Node",
    "Not",
    "Or",
    "Phrase",
    "Query",
    "Scoped",
    "Text",
    "Value",
    "Word",
    "filters",
    "is_plain",
    "parse",
    "understood",
    "words",
]


def parse(text: str, now: float, zone: tzinfo | None = None) -> Query:
    """The tree of any text whatever.

    Args:
        text: What the user typed.
        now: The moment relative dates count from, in seconds since 1970.
        zone: Whose calendar days are meant; None is this computer's zone.
    """
    cleaned = clean(text)
    notes: list[str] = []
    parser = Parser(now, zone, notes)
    for token in Lexer(cleaned, notes).tokens():
        parser.take(token)
    root = parser.finish()
    return Query(cleaned, root, tuple(dict.fromkeys(notes))[:NOTE_LIMIT])


def understood(query: Query) -> str:
    """The query in its canonical spelling, which parses to the same tree at any later time."""
    from recall.search.spelling import spell

    return "" if query.root is None else spell(query.root)
