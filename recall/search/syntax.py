"""Tokens of the query language: any text becomes tokens, none is refused.

The one rule behind the details: whatever a word holds, writing it down again between two
blanks gives the same token. `recall.search.query` relies on that for its canonical form.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Iterator

Operator: TypeAlias = Literal[
    "contains", "matches", "under", "=", "<", "<=", ">", ">=", "within", "has"
]

Scope: TypeAlias = Literal["content", "line", "block", "section", "task", "task-todo", "task-done"]

FIELDS: dict[str, Operator] = {
    "tag": "under",
    "path": "contains",
    "file": "contains",
    "title": "contains",
    "type": "=",
    "source": "=",
    "scope": "=",
    "project": "=",
    "vault": "=",
    "status": "=",
    "before": "<",
    "after": ">=",
    "on": "within",
    "is": "=",
}
"""Fields by their lower-case name, each with what its value is compared by."""

DATE_FIELDS = frozenset({"before", "after", "on"})

EXPRESSION_FIELDS = frozenset({"path", "file", "title"})
"""Fields whose value may be an expression between slashes."""

SCOPES: dict[str, Scope] = {
    "content": "content",
    "line": "line",
    "block": "block",
    "section": "section",
    "task": "task",
    "task-todo": "task-todo",
    "task-done": "task-done",
}
"""Parts of a text in which all of what follows must stand (OBSIDIAN.md R282, R284, R285)."""

CASES: dict[str, bool] = {"match-case": True, "ignore-case": False}
"""Whether capitals count in what follows, which is looked for as it stands (R286)."""

OPERATORS = frozenset({"AND", "OR", "NOT"})

# All characters that are blanks in a cleaned text.
BLANKS = (
    " \xa0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a"
    "\u2028\u2029\u202f\u205f\u3000"
)

QUOTES = '"“”„«»‹›「」『』＂'

# Characters that may end a word besides a blank.
STOPS = frozenset("()" + QUOTES)

_OPENERS = '"“”„«»‹›「『＂'

# Patterns are text, compiled (and kept by `re`) when first met: most queries meet none, and
# compiling all of them costs more than the rest of this module.

# Groups come in pairs, a text and the quote that ends it. A straight quote inside may be escaped
# (OBSIDIAN.md R279); an unclosed quote runs to the end (R288), but » and › also stand between
# the names of a trail ("Home » Notes") and open only where « follows.
_QUOTED = (
    r'"((?>(?:\\"|[^"])*))("|\Z)|[“”„]([^“”"]*+)([“”"]|\Z)|«([^»]*+)(»|\Z)|»([^«»]*+)(«)'
    r"|‹([^›]*+)(›|\Z)|›([^‹›]*+)(‹)|「([^」]*+)(」|\Z)|『([^』]*+)(』|\Z)|＂([^＂]*+)(＂|\Z)"
)

# A property ends where the word ends, so that "[text](link)" stays text; an unquoted name has
# no blanks, so that prose in brackets stays prose.
_PROPERTY = (
    r'\[\s*("(?>(?:\\"|[^"])*)"|[“„][^“”]*+[“”]|\w[^\s\[\]":()“”„]*+)\s*'
    r"(?::(\s*/(?>(?:[^/\\]|\\.){1,500})/\s*(?=\])|"
    r'(?>(?:"(?>(?:\\"|[^"])*)"|[^"\[\]])*)))?\](?=[\s)\[]|\Z)'
)

_CHECKED_BOX = frozenset({"x", "X"})

# "file://host" is an address and "status::done" an inline field: both are words.
_FIELD = r"([A-Za-z][A-Za-z-]*+):(?!:|//)"

_SMILEY = r"[:;=][-'^o]?[()]+(?=\s|\Z)"

_DATE_GROUP = r"\(([^()]*+)(?:\)|\Z)"

_DATE_WORDS = (
    r"(?i)(?:last|past|this|next)\s+(?:\d+\s+)?"
    r"(?:(?:minute|hour|day|week|month|year)s?|(?:mon|tues|wednes|thurs|fri|satur|sun)day)\b"
)

# An expression stands alone as a word does, so that "/usr/bin" is text; the bound keeps the search
# for the second slash linear.
_EXPRESSION = r"/(?=\S)((?>(?:[^/\\]|\\.){1,500}))/\]*(?=[\s)\"“”„«»‹›「」『』＂]|\Z)"

# "/etc and / more" is prose, "/^- /" is not.
_SIGN = r"[\\[\](){}*+?|^$.]"

_LONGEST_LIST = 5
"""Blank-separated words up to which a query is rather a list of terms than a sentence."""

Form: TypeAlias = Literal["bare", "quoted", "expression"]
"""How a value is written: as it is, between quotes, between slashes."""


class Token(NamedTuple):
    """One token.

    ``text`` is what was typed: the word, what stood between quotes or slashes, a field's
    value, what stood after a property's colon. ``field`` is the field of a ``value`` or
    ``open``, the name of a ``property``; a ``prefix`` (``line``, ``match-case``) belongs to the
    term after it.
    """

    kind: Literal[
        "word", "phrase", "expression", "value", "property", "prefix",
        "open", "close", "or", "and", "not",
    ]  # fmt: skip
    text: str = ""
    field: str = ""
    form: Form = "bare"


_NEGATION = Token("not", "-")
_NOTHING = Token("word")


def clean(text: str) -> str:
    """The text with control characters as blanks and lone surrogates as U+FFFD."""
    if text.isprintable():
        return text
    return re.sub("[\ud800-\udfff]", "\ufffd", re.sub("[\x00-\x1f\x7f-\x9f]", " ", text))


def joins(char: str) -> bool:
    """Whether a character is part of a word in any script: letter, mark, digit, underscore."""
    return char.isalnum() or f"a{char}".isidentifier()


def unescape(text: str) -> str:
    r"""What stands between straight quotes, where ``\"`` is a quote."""
    return text.replace('\\"', '"')


def quote(text: str) -> str:
    r"""The text between straight quotes, its own ones as ``\"``."""
    escaped = text.replace('"', '\\"')
    return f'"{escaped}"'


def has_sign(source: str) -> bool:
    """Whether an expression says more than these characters."""
    return re.search(_SIGN, source) is not None


def trim(value: str) -> str:
    r"""A value without blanks around it, nor a backslash at its end (it would escape a quote)."""
    return value.strip(BLANKS).rstrip(f"{BLANKS}\\")


def shorten(text: str) -> str:
    """The text, or its beginning, for a note."""
    return text if len(text) <= 60 else f"{text[:59]}…"


class Lexer:
    """Reads the tokens of one query; sentences about what it met are appended to ``notes``."""

    def __init__(self, text: str, notes: list[str]) -> None:
        self._text = text
        self._end = len(text)
        self._at = 0
        self._notes = notes

    def tokens(self) -> Iterator[Token]:
        """The tokens in order.

        A dash or a prefix whose term comes to nothing is followed by an empty word.
        """
        waits = False
        while self._at < self._end:
            if self._text[self._at].isspace():
                self._at += 1
                if waits:
                    yield _NOTHING
                waits = False
                continue
            for token in self._read(self._text[self._at]):
                yield token
                waits = token.kind in ("not", "prefix") and token.text != "NOT"

    def _read(self, char: str) -> Iterator[Token]:
        if char in "()":
            self._at += 1
            yield Token("open" if char == "(" else "close")
        elif char == "-":
            yield from self._dashes()
        elif char == "[":
            yield from self._bracket()
        elif char in _OPENERS:
            quoted = self._quoted()
            if quoted is not None:
                yield Token("phrase", quoted)
        elif char == "/" and (source := self._expression()):
            yield Token("expression", source)
        elif char == "/" and (words := self._words_between_slashes()):
            yield from words
        elif ":" in self._text and (field := re.compile(_FIELD).match(self._text, self._at)):
            yield from self._field(field)
        else:
            yield from self._word()

    def _dashes(self) -> Iterator[Token]:
        """One dash before something negates it where a word begins; other dashes are nothing."""
        start = self._at
        while self._at < self._end and self._text[self._at] == "-":
            self._at += 1
        begins = start == 0 or self._text[start - 1] == "(" or self._text[start - 1].isspace()
        if begins and self._at == start + 1 and not self._ends_here():
            yield _NEGATION

    def _bracket(self) -> Iterator[Token]:
        found = re.compile(_PROPERTY).match(self._text, self._at)
        if found is None:
            self._at += 1
            return
        name, body = found[1], found[2] or ""
        is_checkbox = name in _CHECKED_BOX and found[2] is None
        name = unescape(name[1:-1]) if name[0] in QUOTES else name
        name = trim(name)
        if is_checkbox or not name:
            self._at += 1
            return
        self._at = found.end()
        yield Token("property", body.strip(), name)

    def _quoted(self) -> str | None:
        """What stands between quotes from here on; None where the quote opens nothing."""
        found = re.compile(_QUOTED).match(self._text, self._at)
        if found is None:
            self._at += 1
            return None
        self._at = found.end()
        content = found[(found.lastindex or 2) - 1]
        if not found[found.lastindex or 2] and content.strip():
            self._notes.append("The quote was not closed; it reaches to the end.")
        return unescape(content) if found[0][0] == '"' else content

    def _expression(self) -> str:
        """What stands between slashes from here on; empty where that is text."""
        found = re.compile(_EXPRESSION).match(self._text, self._at)
        if found is None:
            return ""
        if not has_sign(found[1]) and (found[1][-1].isspace() or self._is_in_sentence()):
            return ""
        self._at = found.end()
        return found[1]

    def _is_in_sentence(self) -> bool:
        """Whether slashes around plain words are punctuation: "papers on /slip flow/ studies"."""
        begins = self._at == 0 or self._text[self._at - 1].isspace()
        words = self._text.split()
        composed = "OR" in words or any(sign in self._text for sign in '(["')
        return begins and len(words) > _LONGEST_LIST and not composed

    def _words_between_slashes(self) -> list[Token]:
        """The plain words between slashes in a sentence; none where there is no second slash."""
        found = re.compile(_EXPRESSION).match(self._text, self._at)
        if found is None or has_sign(found[1]) or not self._is_in_sentence():
            return []
        self._at = found.end()
        return [Token("word", word) for word in found[1].split()]

    def _field(self, found: re.Match[str]) -> Iterator[Token]:
        name, after = found[1].lower(), found.end()
        if name not in FIELDS and name not in SCOPES and name not in CASES:
            yield from self._word()
            self._note_unknown_field(found)
            return
        self._at = after
        if self._ends_here():
            self._notes.append(f"'{found[0]}' has no value and is read as a word.")
            yield Token("word", found[0])
        elif name in FIELDS:
            yield from self._value(name)
        else:
            yield Token("prefix", field=name)  # its term comes next

    def _value(self, name: str) -> Iterator[Token]:
        char = self._text[self._at]
        if char == "(":
            yield from self._values(name)
            return
        start = self._at
        if char in _OPENERS and (quoted := self._quoted()) is not None:
            yield Token("value", quoted, name, "quoted")
            return
        if char == "/" and name in EXPRESSION_FIELDS and (source := self._expression()):
            yield Token("value", source, name, "expression")
            return
        words = re.compile(_DATE_WORDS).match(self._text, start) if name in DATE_FIELDS else None
        self._at = words.end() if words else self._chunk_end(start)
        yield Token("value", self._text[start : self._at], name)

    def _values(self, name: str) -> Iterator[Token]:
        """A list in parentheses; in one of dates the blanks belong to the date."""
        group = re.compile(_DATE_GROUP).match(self._text, self._at) if name in DATE_FIELDS else None
        if group is None:
            self._at += 1
            yield Token("open", field=name)
            return
        self._at = group.end()
        dates = [date.strip(f" {QUOTES}") for date in re.split(r"\s+OR\s+", group[1])]
        if len(dates) == 1:
            yield Token("value", dates[0], name)
            return
        yield Token("open")
        for place, date in enumerate(dates):
            if place:
                yield Token("or", "OR")
            yield Token("value", date, name)
        yield Token("close")

    def _word(self) -> Iterator[Token]:
        start = self._at
        first = self._text[start]
        if first in ":;=" and (smiley := re.compile(_SMILEY).match(self._text, start)):
            self._at = smiley.end()
            yield _NOTHING
            return
        self._at = self._chunk_end(start)
        word = self._text[start : self._at]
        if "[" not in word:
            word = word.rstrip("]")
        if word not in OPERATORS or (start and self._text[start - 1] == ":"):
            yield Token("word", word)
        elif start and self._text[start - 1] == "-":
            yield Token("phrase", word)
        else:
            yield Token("or" if word == "OR" else "and" if word == "AND" else "not", word)

    def _chunk_end(self, start: int) -> int:
        """Where the word that starts here ends: a blank, or a parenthesis or quote not its own.

        A parenthesis opened inside a word belongs to it, with its partner: ``f(x)``. So does a
        quote behind a letter or digit: ``5"``.
        """
        text, at, open_inside = self._text, start, 0
        while at < self._end:
            char = text[at]
            if char.isspace():
                break
            if char not in STOPS:
                pass
            elif char == "(" and not (at - start <= 3 and text[start:at] in OPERATORS):
                open_inside += 1
            elif char == ")" and open_inside:
                open_inside -= 1
            elif not (char in QUOTES and (at == start or joins(text[at - 1]))):
                break
            at += 1
        return at

    def _ends_here(self) -> bool:
        at = self._at
        return at >= self._end or self._text[at] == ")" or self._text[at].isspace()

    def _note_unknown_field(self, found: re.Match[str]) -> None:
        """A note where ``word:`` was meant as a field by its look: ``err:42``, not ``a::b``."""
        rest = self._text[found.end() : self._at]
        name = found[1]
        if len(name) < 2 or not rest or not joins(rest[0]):
            return
        meant = name.lower().removesuffix("s")
        hint = f" Did you mean '{meant}:'?" if meant in FIELDS else ""
        self._notes.append(
            f"'{shorten(found[0] + rest)}' is read as words: "
            f"there is no field '{shorten(name)}:'.{hint}"
        )
