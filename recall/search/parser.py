"""Tokens to a tree, with a note for all that was read differently than it may have been meant."""

from __future__ import annotations

from typing import TYPE_CHECKING

from recall.search.syntax import (
    CASES,
    DATE_FIELDS,
    EXPRESSION_FIELDS,
    FIELDS,
    OPERATORS,
    SCOPES,
    Token,
    has_sign,
    joins,
    shorten,
    trim,
)
from recall.search.tree import (
    And,
    Expression,
    Filter,
    Leaf,
    Node,
    Not,
    Or,
    Phrase,
    Scoped,
    Text,
    Value,
    Word,
)

if TYPE_CHECKING:
    from datetime import tzinfo

    from recall.search.syntax import Form, Operator, Scope

LEAF_LIMIT = 64
"""How many distinct words, and how many distinct filters, a query may have.

Each word costs a walk through its postings; a pasted page would cost thousands and its first
64 words find it. Repeated words are kept up to eight times as many.
"""

DEPTH_LIMIT = 32
"""How deep groups may nest: FTS5 and the readers of the tree recurse, this bounds them."""

NOTE_LIMIT = 10

SOURCES = ("memory", "file", "transcript", "vault")

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
    """An open parenthesis, or a prefix that waits for its term: what came so far, and what holds.

    ``field``, ``scope`` and ``case`` hold for what is inside, ``wraps`` says that the prefix is
    that of a scope; a ``single`` one is closed by its first term.
    """

    __slots__ = (
        "alternatives", "asks_any", "case", "field", "is_negated", "negates_next", "scope",
        "single", "wraps",
    )  # fmt: skip

    def __init__(self, outer: _Group | None = None, field: str = "") -> None:
        self.field: str = field or (outer.field if outer else "")
        self.scope: Scope | None = outer.scope if outer else None
        self.case: bool | None = outer.case if outer else None
        self.wraps = self.single = self.asks_any = self.negates_next = False
        self.is_negated = outer.negates_next if outer else False
        self.alternatives: list[list[Node]] = [[]]

    def add(self, node: Node | None) -> None:
        if node is not None:
            self.alternatives[-1].append(_negate(node) if self.negates_next else node)
        self.negates_next = False

    def node(self) -> Node | None:
        parts = [_join(And, nodes) for nodes in self.alternatives]
        node = _join(Or, [part for part in parts if part is not None])
        if self.wraps and self.scope and (node is not None or self.asks_any):
            node = Scoped(self.scope, node)
        return node


class Parser:
    """Builds the tree from tokens, with its own stack: depth of input is not depth of calls."""

    def __init__(self, now: float, zone: tzinfo | None, notes: list[str]) -> None:
        self._now = now
        self._zone = zone
        self._notes = notes
        self._stack = [_Group()]
        self._too_deep = 0
        self._seen: dict[type, set[Node]] = {Word: set(), Filter: set()}
        self._counts: dict[type, int] = {Word: 0, Filter: 0}
        self._is_full = False

    def take(self, token: Token) -> None:
        """Takes the next token."""
        group = self._stack[-1]
        match token.kind:
            case "open":
                self._open(token.field)
            case "close":
                self._close()
            case "or":
                self._or(group)
            case "not":
                group.negates_next = not group.negates_next
            case "prefix":
                self._prefix(token.field, group)
            case "property":
                self._property(token)
            case "value":
                found = self._filter(token.field, token.text, token.form)
                self._leaf(found or self._no_value(token))
            case "word" | "phrase" | "expression":
                self._term(token, group)

    def finish(self) -> Node | None:
        """The tree; groups still open end here (OBSIDIAN.md R288)."""
        self._too_deep = 0
        while len(self._stack) > 1:
            self._end_group()
        self._end_alternative(self._stack[0])
        return self._stack[0].node()

    def _term(self, token: Token, group: _Group) -> None:
        """A word, or what stood between quotes or slashes."""
        form: Form = "bare"
        if token.kind != "word":
            form = "quoted" if token.kind == "phrase" else "expression"
        if group.field:
            self._leaf(self._filter(group.field, token.text, form))
            return
        if form == "quoted" and group.single and group.wraps and not token.text.strip():
            self._ask_any(group)
        self._leaf(self._text_leaf(token.text, form, group))

    def _text_leaf(self, text: str, form: Form, group: _Group) -> Leaf | None:
        """What is looked for in texts."""
        if form == "expression":
            # With a sign, for in a longer query the slashes of "/x/" are punctuation.
            return self._expression(text if has_sign(text) else f"(?:{text})")
        if form == "quoted" or (text in OPERATORS and group.case is None):
            return _phrase(text, case=bool(group.case))
        if group.case is None:
            return _word(text)
        return Text(text, group.case) if _has_word(text) else None

    def _ask_any(self, group: _Group) -> None:
        """Empty quotes ask for all tasks (OBSIDIAN.md R285); every text has lines and blocks."""
        group.asks_any = str(group.scope).startswith("task")
        if not group.asks_any:
            self._note(f"'{group.scope}:' asks for nothing and is left out.")

    def _open(self, field: str) -> None:
        if self._is_too_deep():
            self._too_deep += 1
            return
        group = self._stack[-1]
        self._stack.append(_Group(group, field))
        group.negates_next = False

    def _prefix(self, name: str, group: _Group) -> None:
        """``line:`` or ``match-case:``, whose term comes next."""
        if self._is_too_deep():
            return
        inner = _Group(group)
        inner.single = True
        if name in CASES:
            inner.case = CASES[name]
        elif group.scope is None:
            inner.field, inner.scope, inner.wraps = "", SCOPES[name], True
        elif name != "content" and not name == group.scope == "section":
            self._note(f"'{name}:' has no meaning inside '{group.scope}:' and is left out.")
        self._stack.append(inner)
        group.negates_next = False

    def _is_too_deep(self) -> bool:
        if self._too_deep or len(self._stack) > DEPTH_LIMIT:
            self._note(f"Parentheses nested deeper than {DEPTH_LIMIT} are passed over.")
            return True
        return False

    def _close(self) -> None:
        if self._too_deep:
            self._too_deep -= 1
            return
        while self._stack[-1].single:  # a prefix with nothing behind it
            self._end_group()
        if len(self._stack) > 1:
            self._end_group()

    def _end_group(self) -> None:
        group = self._stack.pop()
        self._end_alternative(group)
        node = group.node()
        if isinstance(node, Scoped) and not self._is_admitted(node):
            node = None
        self._add(_negate(node) if node is not None and group.is_negated else node)

    def _add(self, node: Node | None) -> None:
        """Adds a node where it stands; a prefix has its term then."""
        self._stack[-1].add(node)
        if self._stack[-1].single:
            self._end_group()

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

    def _leaf(self, leaf: Leaf | None) -> None:
        """Adds a leaf to the tree unless there are too many."""
        if leaf is not None and not self._is_admitted(leaf):
            leaf = None
        self._add(leaf)

    def _is_admitted(self, leaf: Leaf | Scoped) -> bool:
        kind = Word if isinstance(leaf, Word | Phrase) else Filter
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

    def _expression(self, source: str) -> Expression | None:
        """The expression; None where it is none or could take long (a note says so)."""
        case = bool(self._stack[-1].case)
        from recall.search.text_expressions import refusal

        refused = refusal(source, case=case)
        if refused:
            self._note(f"/{shorten(source)}/ {refused}; it is left out.")
            return None
        return Expression(source, case)

    def _filter(self, field: str, text: str, form: Form = "bare") -> Filter | None:
        """The filter; None where the value is empty or no date (a note says so)."""
        if field in DATE_FIELDS:
            return self._date(field, text)
        case = bool(self._stack[-1].case) and field in EXPRESSION_FIELDS
        if form == "expression" and field in EXPRESSION_FIELDS:
            found = self._expression(text)
            return found and Filter(field, "matches", text, case=case)
        from recall.search.values import field_value

        value = field_value(field, text)
        if not value:
            return None
        if field == "source" and value not in SOURCES:
            known = ", ".join(SOURCES[:-1])
            self._note(
                f"There is no source '{shorten(value)}': sources are {known} and {SOURCES[-1]}."
            )
        return Filter(field, FIELDS[field], value, case=case)

    def _date(self, field: str, text: str) -> Filter | None:
        from recall.search.when import parse_when

        found = parse_when(text, self._now, self._zone)
        if found is None:
            self._note(f"No date can be read in {field}:{shorten(text)}; the filter is left out.")
            return None
        value = (found.start, found.end) if field == "on" else found.start
        return Filter(field, FIELDS[field], value, shown=found.understood)

    def _no_value(self, token: Token) -> Word | None:
        if token.field in DATE_FIELDS or token.form == "expression":
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
            self._leaf(self._property_leaf(name, *choices[0]))
        else:
            self._open("")
            for operator, value in choices:
                group = self._stack[-1]
                if group.alternatives[-1]:
                    group.alternatives.append([])
                self._leaf(self._property_leaf(name, operator, value))
            self._close()

    def _property_leaf(self, name: str, operator: Operator, value: Value) -> Filter | None:
        case = bool(self._stack[-1].case) and isinstance(value, str)
        if operator == "matches" and not self._expression(str(value)):
            return None
        return Filter("property", operator, value, name, case=case)

    def _note_dangling(self, operator: str) -> None:
        if self._is_full:  # what it joined was left out by the limit
            return
        self._note(
            f"'{operator}' has nothing to join and is left out; "
            f'write "{operator}" in quotes to look for the word.'
        )

    def _note(self, sentence: str) -> None:
        if len(self._notes) < 4 * NOTE_LIMIT:
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


def _phrase(text: str, *, case: bool) -> Phrase | None:
    text = trim(" ".join(text.split()))
    return Phrase(text, case) if text else None
