"""The language of filters and formulas: text -> tree.

A lexer by one expression and a parser by precedence. A tree is data; what its names and
functions mean is decided in ``vault_sync.bases.evaluation``.
"""

from __future__ import annotations

import re
from typing import NamedTuple, NoReturn, TypeAlias

MAX_SOURCE = 10_000
"""Characters of one statement; people write some hundred at most."""

MAX_DEPTH = 60
"""How deep parentheses may nest, and how long a chain of one precedence may be."""


class NotUnderstoodError(Exception):
    """A statement with something in it that is not understood; ``reason`` is a sentence."""

    def __init__(self, reason: str, place: int | None = None) -> None:
        super().__init__(reason, place)
        self.reason, self.place = reason, place


class Literal(NamedTuple):
    """A text, number, true, false or null."""

    value: str | float | bool | None
    place: int


class Name(NamedTuple):
    """A bare name: a property, ``file``, ``note``, ``formula``, ``this``, or a variable."""

    name: str
    place: int


class Access(NamedTuple):
    """``subject.name``."""

    subject: Node
    name: str
    place: int


class Index(NamedTuple):
    """``subject[key]``."""

    subject: Node
    key: Node
    place: int


class Call(NamedTuple):
    """``name(arguments)``, of ``subject.name(arguments)`` where there is a subject."""

    subject: Node | None
    name: str
    arguments: tuple[Node, ...]
    place: int


class Unary(NamedTuple):
    """``!operand`` or ``-operand``."""

    operator: str
    operand: Node
    place: int


class Binary(NamedTuple):
    """Two operands; ``hyphenated`` is the property that ``due-date`` may be instead."""

    operator: str
    left: Node
    right: Node
    place: int
    hyphenated: str = ""


class Logic(NamedTuple):
    """``a && b && c`` or ``a || b || c``, whose operands are evaluated as far as needed."""

    operator: str
    operands: tuple[Node, ...]
    place: int


class Items(NamedTuple):
    """``[a, b]``."""

    items: tuple[Node, ...]
    place: int


class Pairs(NamedTuple):
    """``{"a": 1}``."""

    pairs: tuple[tuple[str, Node], ...]
    place: int


class Pattern(NamedTuple):
    """``/source/flags``."""

    source: str
    flags: str
    place: int


Node: TypeAlias = (
    "Literal | Name | Access | Index | Call | Unary | Binary | Logic | Items | Pairs | Pattern"
)

_TOKEN = re.compile(
    r"""\s*+(?:
      (?P<number>\d++(?:\.\d++)?)
    | (?P<text>"[^"\\]*+(?>(?:\\.[^"\\]*+)*)"|'[^'\\]*+(?>(?:\\.[^'\\]*+)*)')
    | (?P<name>[^\W\d][\w$]*+)
    | (?P<mark>==|!=|<=|>=|&&|\|\||[-+*/%!<>()\[\]{},.:])
    | (?P<end>\Z)
    )""",
    re.VERBOSE | re.DOTALL,
)
_CLASS = r"\[[^\]\\\n]*+(?>(?:\\[^\n][^\]\\\n]*+)*)\]"
_PATTERN = re.compile(rf"/([^/\\\[\n]*+(?>(?:(?:\\[^\n]|{_CLASS})[^/\\\[\n]*+)*))/([a-z]*)")
_ESCAPE = re.compile(r"\\(.)", re.DOTALL)
_ESCAPED = {"n": "\n", "t": "\t", "r": "\r"}
_CONSTANTS: dict[str, bool | None] = {"true": True, "false": False, "null": None}
_PRECEDENCE = {
    "||": 1, "&&": 2, "==": 3, "!=": 3, "<": 4, ">": 4, "<=": 4, ">=": 4,
    "+": 5, "-": 5, "*": 6, "/": 6, "%": 6,
}  # fmt: skip


class _Token(NamedTuple):
    kind: str
    text: str
    start: int
    end: int


def parse(source: str) -> Node:
    """The tree of a statement.

    Raises:
        NotUnderstoodError: it is none, or too long or too deep.
    """
    if len(source) > MAX_SOURCE:
        raise NotUnderstoodError(f"it has more than {MAX_SOURCE} characters")
    parser = _Parser(source)
    node = parser.expression(1)
    parser.expect_end()
    return node


class _Parser:
    def __init__(self, source: str) -> None:
        self._source = source
        self._depth = 0
        self._token = self._read(0)

    def expression(self, least: int) -> Node:
        """Operands joined by operators of at least a precedence."""
        self._descend()
        left = self._operand()
        count = 0
        while (precedence := _PRECEDENCE.get(self._mark(), 0)) >= least:
            count += 1
            if count > MAX_DEPTH:
                self._fail(f"more than {MAX_DEPTH} operators in a row")
            if precedence <= 2:
                left = self._logic(left, precedence)
            else:
                left = self._binary(left, precedence)
        self._depth -= 1
        return left

    def expect_end(self) -> None:
        if self._token.kind != "end":
            self._fail(f"{self._token.text!r} is not expected here")

    def _logic(self, left: Node, precedence: int) -> Node:
        operator, place = self._token.text, self._token.start
        operands = [left]
        while self._mark() == operator:
            self._take()
            operands.append(self.expression(precedence + 1))
        return Logic(operator, tuple(operands), place)

    def _binary(self, left: Node, precedence: int) -> Node:
        operator = self._take()
        after = self._token
        right = self.expression(precedence + 1)
        hyphenated = ""
        if operator.text == "-" and after.start == operator.end and isinstance(right, Name):
            hyphenated = _hyphenated(left, right, self._source, operator.start)
        return Binary(operator.text, left, right, operator.start, hyphenated)

    def _operand(self) -> Node:
        token = self._token
        if token.text in {"!", "-"} and token.kind == "mark":
            self._take()
            self._descend()
            operand = self._operand()
            self._depth -= 1
            return Unary(token.text, operand, token.start)
        return self._postfixes(self._primary())

    def _postfixes(self, node: Node) -> Node:
        count = 0
        while (mark := self._mark()) in {".", "["}:
            count += 1
            if count > MAX_DEPTH:
                self._fail(f"more than {MAX_DEPTH} dots in a row")
            place = self._take().start
            if mark == "[":
                node = Index(node, self.expression(1), place)
                self._expect("]")
                continue
            name = self._take()
            if name.kind != "name":
                self._fail("a name must follow the dot", name)
            if self._mark() == "(":
                node = Call(node, name.text, self._arguments(), name.start)
            else:
                node = Access(node, name.text, name.start)
        return node

    def _primary(self) -> Node:
        token = self._token
        if token.text == "/" and token.kind == "mark":
            return self._pattern()
        self._take()
        if token.kind == "number":
            return Literal(float(token.text), token.start)
        if token.kind == "text":
            return Literal(_unquoted(token.text), token.start)
        return self._named(token) if token.kind == "name" else self._bracketed(token)

    def _bracketed(self, token: _Token) -> Node:
        match token.text:
            case "(":
                node = self.expression(1)
                self._expect(")")
                return node
            case "[":
                return Items(self._list("]"), token.start)
            case "{":
                return self._pairs(token)
        what = "the end" if token.kind == "end" else repr(token.text)
        raise NotUnderstoodError(f"{what} is not expected here", token.start)

    def _named(self, token: _Token) -> Node:
        if self._mark() == "(":
            return Call(None, token.text, self._arguments(), token.start)
        if token.text in _CONSTANTS:
            return Literal(_CONSTANTS[token.text], token.start)
        return Name(token.text, token.start)

    def _arguments(self) -> tuple[Node, ...]:
        self._expect("(")
        return self._list(")")

    def _list(self, closing: str) -> tuple[Node, ...]:
        items: list[Node] = []
        while self._mark() != closing:
            items.append(self.expression(1))
            if self._mark() != closing:
                self._expect(",")
        self._take()
        return tuple(items)

    def _pairs(self, opening: _Token) -> Node:
        pairs: list[tuple[str, Node]] = []
        while self._mark() != "}":
            key = self._take()
            if key.kind not in {"text", "name"}:
                self._fail("a key must stand here", key)
            self._expect(":")
            name = _unquoted(key.text) if key.kind == "text" else key.text
            pairs.append((name, self.expression(1)))
            if self._mark() != "}":
                self._expect(",")
        self._take()
        return Pairs(tuple(pairs), opening.start)

    def _pattern(self) -> Node:
        start = self._token.start
        found = _PATTERN.match(self._source, start)
        if found is None or not found[1]:
            self._fail("a regular expression has no end")
        self._token = self._read(found.end())
        return Pattern(found[1], found[2], start)

    def _mark(self) -> str:
        return self._token.text if self._token.kind == "mark" else ""

    def _expect(self, mark: str) -> None:
        if self._mark() != mark:
            self._fail(f"{mark!r} is missing")
        self._take()

    def _take(self) -> _Token:
        token = self._token
        if token.kind != "end":
            self._token = self._read(token.end)
        return token

    def _read(self, position: int) -> _Token:
        found = _TOKEN.match(self._source, position)
        if found is None:
            raise NotUnderstoodError("there is a character that is no syntax", position)
        kind = found.lastgroup or "end"
        return _Token(kind, found[kind], found.start(kind), found.end())

    def _descend(self) -> None:
        self._depth += 1
        if self._depth > MAX_DEPTH:
            self._fail("it is nested too deeply")

    def _fail(self, reason: str, token: _Token | None = None) -> NoReturn:
        raise NotUnderstoodError(reason, (token or self._token).start)


def _hyphenated(left: Node, right: Name, source: str, place: int) -> str:
    """Name of the property that ``due-date`` or ``note.due-date`` may be; "" for none."""
    if source[place - 1].isspace():
        return ""
    if isinstance(left, Binary):
        name = left.hyphenated
    elif isinstance(left, Name) or (isinstance(left, Access) and _is_note(left.subject)):
        name = left.name
    else:
        return ""
    return name and f"{name}-{right.name}"


def _is_note(node: Node) -> bool:
    return isinstance(node, Name) and node.name == "note"


def _unquoted(text: str) -> str:
    return _ESCAPE.sub(lambda found: _ESCAPED.get(found[1], found[1]), text[1:-1])
