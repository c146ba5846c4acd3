"""Text to a tree: what a query asks for. Any text is a query; nothing here can fail.

Words beside each other must all match, ``OR`` binds weaker, ``-`` negates (OBSIDIAN.md
R276-R292). What was read differently than it may have been meant is said in ``notes``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from recall.search.syntax import (
    DATE_FIELDS,
    FIELDS,
    Lexer,
    Token,
    clean,
    joins,
    quote,
    shorten,
    trim,
)
from recall.search.tree import (
    And,
    Filter,
    Node,
    Not,
    Or,
    Phrase,
    Query,
    Value,
    Word,
    filters,
    is_plain,
    words,
)

if TYPE_CHECKING:
    from datetime import tzinfo

__all__ = [
    "And",
    "Filter",
    "Node",
    "Not",
    "Or",
    "Phrase",
    "Query",
    "Value",
    "Word",
    "filters",
    "is_plain",
    "parse",
    "understood",
    "words",
]

LEAF_LIMIT = 64
"""How many distinct words, and how many distinct filters, a query may have.

Each word costs a walk through its postings; a pasted page would cost thousands and its first
64 words find it. Repeated words are kept up to eight times as many.
"""

DEPTH_LIMIT = 32
"""How deep groups may nest: FTS5 and the readers of the tree recurse, this bounds them."""

_NOTE_LIMIT = 10

SOURCES = ("memory", "file", "transcript", "vault")


def parse(text: str, now: float, zone: tzinfo | None = None) -> Query:
    """The tree of any text whatever.

    Args:
        text: What the user typed.
        now: The moment relative dates count from, in seconds since 1970.
        zone: Whose calendar days are meant; None is this computer's zone.
    """
    cleaned = clean(text)
    notes: list[str] = []
    parser = _Parser(now, zone, notes)
    for token in Lexer(cleaned, notes).tokens():
        parser.take(token)
    root = parser.finish()
    return Query(cleaned, root, tuple(dict.fromkeys(notes))[:_NOTE_LIMIT])


def understood(query: Query) -> str:
    """The query in its canonical spelling, which parses to the same tree at any later time."""
    return "" if query.root is None else _spell(query.root)


# --- reading -----------------------------------------------------------------------------

# Symbols count as words beyond ASCII only: "€" and emoji are looked for, "+++" and "->" not.
_SYMBOLS = (
    ("©", "©"),
    ("®", "®"),
    ("°", "°"),
    ("¢", "¥"),
    ("\u20a0", "\u20cf"),  # currencies
    ("\u2100", "\u214f"),  # letter-like
    ("\u2190", "\u2bff"),  # arrows, mathematics, dingbats
    ("\ue000", "\uf8ff"),  # private use
    ("\U0001f000", "\U0001faff"),  # emoji
)


class _Group:
    """An open parenthesis: its alternatives so far, and whether the next node is negated."""

    __slots__ = ("alternatives", "field", "is_negated", "negates_next")

    def __init__(self, field: str, *, is_negated: bool) -> None:
        self.field = field
        self.is_negated = is_negated
        self.negates_next = False
        self.alternatives: list[list[Node]] = [[]]

    def add(self, node: Node | None) -> None:
        if node is not None:
            self.alternatives[-1].append(_negate(node) if self.negates_next else node)
        self.negates_next = False

    def node(self) -> Node | None:
        parts = [_join(And, nodes) for nodes in self.alternatives]
        node = _join(Or, [part for part in parts if part is not None])
        return _negate(node) if node is not None and self.is_negated else node


class _Parser:
    """Builds the tree from tokens, with its own stack: depth of input is not depth of calls."""

    def __init__(self, now: float, zone: tzinfo | None, notes: list[str]) -> None:
        self._now = now
        self._zone = zone
        self._notes = notes
        self._stack = [_Group("", is_negated=False)]
        self._too_deep = 0
        self._seen: dict[type, set[Node]] = {Word: set(), Filter: set()}
        self._counts: dict[type, int] = {Word: 0, Filter: 0}
        self._is_full = False

    def take(self, token: Token) -> None:
        """Takes the next token."""
        group = self._stack[-1]
        match token.kind:
            case "open":
                self._open(token.field or group.field)
            case "close":
                self._close()
            case "or":
                self._or(group)
            case "not":
                group.negates_next = not group.negates_next
            case "property":
                self._property(token)
            case "value":
                self._leaf(self._filter(token.field, token.text) or self._no_value(token))
            case "word" | "phrase" if group.field:
                self._leaf(self._filter(group.field, token.text))
            case "word":
                self._leaf(_word(token.text))
            case "phrase":
                self._leaf(_phrase(token.text))

    def finish(self) -> Node | None:
        """The tree; groups still open end here (OBSIDIAN.md R288)."""
        self._too_deep = 0
        while len(self._stack) > 1:
            self._close()
        self._end_alternative(self._stack[0])
        return self._stack[0].node()

    def _open(self, field: str) -> None:
        if self._too_deep or len(self._stack) > DEPTH_LIMIT:
            self._note(f"Parentheses nested deeper than {DEPTH_LIMIT} are passed over.")
            self._too_deep += 1
            return
        group = self._stack[-1]
        self._stack.append(_Group(field, is_negated=group.negates_next))
        group.negates_next = False

    def _close(self) -> None:
        if self._too_deep:
            self._too_deep -= 1
        elif len(self._stack) > 1:
            group = self._stack.pop()
            self._end_alternative(group)
            self._stack[-1].add(group.node())

    def _or(self, group: _Group) -> None:
        self._end_alternative(group)
        if group.alternatives[-1]:
            group.alternatives.append([])
        else:
            self._note_dangling("OR")

    def _end_alternative(self, group: _Group) -> None:
        if group.negates_next:
            group.negates_next = False
            self._note_dangling("NOT")
        elif len(group.alternatives) > 1 and not group.alternatives[-1]:
            self._note_dangling("OR")

    def _leaf(self, leaf: Word | Phrase | Filter | None) -> None:
        """Adds a leaf to the tree unless there are too many."""
        if leaf is not None and not self._is_admitted(leaf):
            leaf = None
        self._stack[-1].add(leaf)

    def _is_admitted(self, leaf: Word | Phrase | Filter) -> bool:
        kind = Filter if isinstance(leaf, Filter) else Word
        seen = self._seen[kind]
        is_new = leaf not in seen
        if self._counts[kind] >= 8 * LEAF_LIMIT or (is_new and len(seen) >= LEAF_LIMIT):
            self._is_full = True
            what = "filters" if kind is Filter else "words"
            self._note(f"Only the first {LEAF_LIMIT} different {what} are looked for.")
            return False
        self._counts[kind] += 1
        seen.add(leaf)
        return True

    def _filter(self, field: str, text: str) -> Filter | None:
        """The filter; None where the value is empty or no date (a note says so)."""
        if field in DATE_FIELDS:
            return self._date(field, text)
        from recall.search.values import field_value

        value = field_value(field, text)
        if not value:
            return None
        if field == "source" and value not in SOURCES:
            known = ", ".join(SOURCES[:-1])
            self._note(
                f"There is no source '{shorten(value)}': sources are {known} and {SOURCES[-1]}."
            )
        return Filter(field, FIELDS[field], value)

    def _date(self, field: str, text: str) -> Filter | None:
        from recall.search.when import parse_when

        found = parse_when(text, self._now, self._zone)
        if found is None:
            self._note(f"No date can be read in {field}:{shorten(text)}; the filter is left out.")
            return None
        value = (found.start, found.end) if field == "on" else found.start
        return Filter(field, FIELDS[field], value, shown=found.understood)

    def _no_value(self, token: Token) -> Word | None:
        if token.field in DATE_FIELDS:
            return None
        self._note(f"'{token.field}:' has no value and is read as a word.")
        return Word(f"{token.field}:")

    def _property(self, token: Token) -> None:
        from recall.search.values import conditions

        name, choices = token.field, conditions(token.text)
        if not choices:
            if name == name.upper():
                shown = shorten(name)
                self._note(
                    f"'[{shown}]' asks for a property '{shown}'; "
                    f'write "[{shown}]" in quotes to look for the text.'
                )
            self._leaf(Filter("property", "has", None, name))
        elif len(choices) == 1:
            self._leaf(Filter("property", *choices[0], name))
        else:
            self._open("")
            for operator, value in choices:
                group = self._stack[-1]
                if group.alternatives[-1]:
                    group.alternatives.append([])
                self._leaf(Filter("property", operator, value, name))
            self._close()

    def _note_dangling(self, operator: str) -> None:
        if self._is_full:  # what it joined was left out by the limit
            return
        self._note(
            f"'{operator}' has nothing to join and is left out; "
            f'write "{operator}" in quotes to look for the word.'
        )

    def _note(self, sentence: str) -> None:
        if len(self._notes) < 4 * _NOTE_LIMIT:
            self._notes.append(sentence)


def _negate(node: Node) -> Node:
    return node.node if isinstance(node, Not) else Not(node)


def _join(kind: type[And | Or], nodes: list[Node]) -> Node | None:
    """One node for several; a node of the same kind gives its parts (a AND (b AND c))."""
    if not nodes:
        return None
    if len(nodes) == 1:
        return nodes[0]
    flat: list[Node] = []
    for node in nodes:
        if isinstance(node, kind):
            flat.extend(node.nodes)
        else:
            flat.append(node)
    return kind(tuple(flat))


def _has_word(text: str) -> bool:
    return any(
        char.isalnum() or (char > "\x7f" and any(first <= char <= last for first, last in _SYMBOLS))
        for char in text
    )


def _word(text: str) -> Word | None:
    if not _has_word(text):
        return None
    stem = text[:-1]
    if text.endswith("*") and "*" not in stem and joins(stem[-1]):
        return Word(stem, prefix=True)
    return Word(text)


def _phrase(text: str) -> Phrase | None:
    text = trim(" ".join(text.split()))
    return Phrase(text) if _has_word(text) else None


# --- writing -----------------------------------------------------------------------------


def _spell(node: Node) -> str:
    match node:
        case Word():
            return f"{node.text}*" if node.prefix else node.text
        case Phrase():
            return quote(node.text)
        case Filter():
            from recall.search.values import spell_filter

            return spell_filter(node)
        case Not():
            return f"-{_spell_part(node.node, And | Or)}"
        case And():
            return " ".join(_spell_part(part, Or) for part in node.nodes)
        case Or():
            return " OR ".join(map(_spell, node.nodes))


def _spell_part(node: Node, grouped: object) -> str:
    text = _spell(node)
    if not isinstance(node, grouped):  # type: ignore[arg-type]
        return text
    # "f(x" before a closing parenthesis would take it for its own.
    blank = " " if "(" in text.rsplit(" ", 1)[-1] else ""
    return f"({text}{blank})"
