"""What only the texts can tell: phrases, expressions, ``match-case:``, parts of a text.

The index narrows down to the items that may have it, their texts are read and decide. A tree
becomes the set of items in which it holds, a condition like any other.
"""

from __future__ import annotations

from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING

from recall.search import filters, text_parts
from recall.search.matching import Matcher, Piece, matcher
from recall.search.text_expressions import Clock, OutOfTimeError
from recall.search.tree import And, Expression, Filter, Not, Or, Phrase, Scoped, Text, Word
from recall.store import conditions, texts
from recall.store.tokenizer import phrase_term
from vault_sync.text import unify

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from recall.search.tree import Node
    from recall.store.conditions import Condition
    from recall.store.database import Store
    from recall.store.texts import StoredText

_UNINDEXED = ("tag", "alias")
"""Names of properties that the index leaves out, so that it cannot narrow down by them."""


_NAMES: dict[str, Callable[[str], str]] = {
    "path": str,
    "file": lambda path: path.rpartition("/")[2],
    "title": texts.name_of,
}


class TextChecks:
    """The checks of one query.

    ``within`` holds for all items that can answer it. ``notes`` says what could not be told in
    time. ``read`` and ``parsed`` count the texts that were read, and those read as Markdown.
    """

    def __init__(self, store: Store, within: Condition | None) -> None:
        self._store = store
        self._within = within
        self._clock = Clock()
        self._matchers: dict[str, Matcher] = {}
        self._ids: dict[Filter, frozenset[int]] = {}
        self._conditions: dict[str, Condition] = {}
        self.notes: list[str] = []
        self.read = self.parsed = 0

    def condition(self, node: Node) -> Condition:
        """The items in whose texts a tree holds."""
        key = repr(node)  # trees of equal content compare equal whatever they ask for
        if key not in self._conditions:
            self._conditions[key] = conditions.among(self._holding(node))
        return self._conditions[key]

    def places(self, node: Node, item: StoredText) -> list[tuple[int, int]]:
        """Where what a tree asks for stands in a text, as far as it asks for it to be there."""
        found: list[tuple[int, int]] = []
        with suppress(OutOfTimeError):
            _Item(self, item).collect(node, found)
        return found

    def matcher(self, leaf: Word | Phrase | Text | Expression) -> Matcher:
        """A leaf made ready, once."""
        key = repr(leaf)
        if key not in self._matchers:
            self._matchers[key] = matcher(self._store, leaf, self._clock)
        return self._matchers[key]

    def ids(self, leaf: Filter) -> frozenset[int]:
        """The items that satisfy a filter: one inside a part, one with an expression."""
        if leaf not in self._ids:
            self._ids[leaf] = (
                self._with_value(leaf)
                if leaf.operator == "matches"
                else texts.ids(self._store, filters.whole(leaf))
            )
        return self._ids[leaf]

    def _with_value(self, leaf: Filter) -> frozenset[int]:
        asked = self.matcher(Expression(str(leaf.value), leaf.case))
        if leaf.field == "property":
            values = texts.property_values(self._store, leaf.name)
        else:
            shown = _NAMES[leaf.field]
            values = ((row, shown(path)) for row, path in texts.paths(self._store))
        return frozenset(item_id for item_id, value in values if asked.found(Piece(value)))

    def _holding(self, node: Node) -> list[int]:
        found: list[int] = []
        try:
            narrowed = [each for each in (self._within, self._narrowed(node)) if each is not None]
            for item in texts.read(self._store, conditions.all_of(narrowed)):
                self.read += 1
                if _Item(self, item).holds(node):
                    found.append(item.item_id)
        except OutOfTimeError:
            self.notes.append(
                f"The expression takes too long: only {self.read:,} of the texts were read."
            )
        return found

    def _narrowed(self, node: Node | None, *, by_path: bool = True) -> Condition | None:
        """What the index knows of the items in which a tree can hold; None where nothing."""
        if isinstance(node, And | Or):
            each = [self._narrowed(part, by_path=by_path) for part in node.nodes]
            known = [condition for condition in each if condition is not None]
            if isinstance(node, And):
                return conditions.all_of(known) if known else None
            return conditions.any_of(known) if len(known) == len(each) else None
        if isinstance(node, Scoped):
            return self._narrowed(node.node, by_path=False)
        if isinstance(node, Filter):
            return self._narrowed_by(node)
        if isinstance(node, Phrase | Word) and not _is_unindexed(node.text):
            return _with_words(node, by_path=by_path)
        return None

    def _narrowed_by(self, leaf: Filter) -> Condition | None:
        if leaf.operator != "matches":
            return filters.whole(leaf)
        return conditions.among(self.ids(leaf))


def _with_words(leaf: Phrase | Word, *, by_path: bool) -> Condition | None:
    """The items whose words can be those; a phrase alone may also stand in the path."""
    if isinstance(leaf, Word):
        return filters.word(leaf.text, prefix=leaf.prefix)
    term = phrase_term(leaf.text)
    if term is None:
        return None
    in_index = conditions.matches(term)
    if not by_path:
        return in_index
    return conditions.any_of([in_index, conditions.path_contains(leaf.text)])


def _is_unindexed(text: str) -> bool:
    lowered = text.lower()
    return any(name in lowered for name in _UNINDEXED)


class _Item:
    """One item, read as far as is asked."""

    def __init__(self, checks: TextChecks, item: StoredText) -> None:
        self._checks = checks
        self._item = item
        self._text = unify(item.text)
        self._pieces: tuple[Piece, ...] | None = None

    def holds(self, node: Node) -> bool:
        """Whether a tree holds."""
        match node:
            case And():
                return all(map(self.holds, node.nodes))
            case Or():
                return any(map(self.holds, node.nodes))
            case Not():
                return not self.holds(node.node)
            case Scoped():
                return next(self._parts(node), None) is not None
            case Filter():
                return self._item.item_id in self._checks.ids(node)
            case _:
                asked = self._checks.matcher(node)
                return any(asked.found(piece) for piece in self._whole())

    def collect(self, node: Node, found: list[tuple[int, int]]) -> None:
        """Add where it stands that a tree holds."""
        match node:
            case And() | Or():
                for part in node.nodes:
                    self.collect(part, found)
            case Scoped():
                for start, piece in self._parts(node):
                    spans = list(self._spans(node.node, piece)) or [(0, len(piece.text))]
                    found += [(start + first, start + last) for first, last in spans]
            case Phrase() | Text() | Expression():
                found += self._checks.matcher(node).spans(Piece(self._text))

    def _whole(self) -> tuple[Piece, ...]:
        """Where what stands alone is looked for: text, name and path (OBSIDIAN.md R281)."""
        if self._pieces is None:
            self._pieces = tuple(map(Piece, (self._text, self._item.name, self._item.path)))
        return self._pieces

    def _parts(self, scoped: Scoped) -> Iterator[tuple[int, Piece]]:
        """The parts in which the tree of a scope holds, each with its place."""
        if not text_parts.may_have(scoped.scope, self._text):
            return
        self._checks.parsed += text_parts.needs_markdown(scoped.scope)
        node = scoped.node
        may_hold = partial(self._may_hold_in, node)
        for start, end in text_parts.spans(scoped.scope, self._text, may_hold):
            piece = Piece(self._text[start:end])
            if node is None or self._holds_in(node, piece):
                yield start, piece

    def _may_hold_in(self, node: Node | None, start: int, end: int) -> bool:
        """Whether a tree may hold in one of some lines that follow each other.

        What stands in a line stands in all of them. An expression may look behind it.
        """
        match node:
            case And():
                return all(self._may_hold_in(part, start, end) for part in node.nodes)
            case Or():
                return any(self._may_hold_in(part, start, end) for part in node.nodes)
            case Word() | Phrase() | Text():
                return self._checks.matcher(node).found(Piece(self._text[start:end]))
            case _:
                return True

    def _holds_in(self, node: Node, piece: Piece) -> bool:
        match node:
            case And():
                return all(self._holds_in(part, piece) for part in node.nodes)
            case Or():
                return any(self._holds_in(part, piece) for part in node.nodes)
            case Not():
                return not self._holds_in(node.node, piece)
            case Filter():
                return self._item.item_id in self._checks.ids(node)
            case Scoped():
                return False
            case _:
                return self._checks.matcher(node).found(piece)

    def _spans(self, node: Node | None, piece: Piece) -> Iterator[tuple[int, int]]:
        match node:
            case And() | Or():
                for part in node.nodes:
                    yield from self._spans(part, piece)
            case Word() | Phrase() | Text() | Expression():
                yield from self._checks.matcher(node).spans(piece)
