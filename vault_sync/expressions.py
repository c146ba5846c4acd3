"""Expressions that others wrote, run only where they cannot take for ever.

Python's ``re`` tries one way after the other and has no time limit: ``(a+)+$`` takes 2^60
steps for a name of 60 letters. So each expression is judged before it is used, by how many
choices it may have to take back. A repeat or an alternative is no such choice when the next
character already decides it (``[^/]*/``, ``(foo|bar)+x``) or when nothing can fail after it.

Loaded late: by ``vault_sync.settings`` for vaults that have expressions, and by whoever looks for
one in texts (``judged``).
"""

from __future__ import annotations

import math
import re
import warnings
from importlib import import_module
from itertools import combinations
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Iterator

MAX_EXPRESSION = 500
MAX_CHOICES = 3
"""Choices, the place where a match begins among them; each multiplies the time by the length."""
MAX_PATH = 4_096
MAX_PATH_OF_CHOICES = 512
"""Longest path that an expression with more than one choice is tried on."""

Characters: TypeAlias = frozenset[int]
"""ASCII characters, and 128 for all others together; rather too many than too few."""

_ALL = frozenset(range(129))
_NONE: Characters = frozenset()
_OTHER = frozenset({128})
_ENDLESS = math.inf


class Expression(NamedTuple):
    """An expression and the longest path that it is tried on."""

    pattern: re.Pattern[str]
    longest: int

    def matches(self, path: str) -> bool:
        """Whether it is found in a path; in none that is longer than it may be."""
        return len(path) <= self.longest and self.pattern.search(path) is not None


class SlowExpressionError(Exception):
    """An expression that could take very long."""


class _After(NamedTuple):
    """What follows: the characters it may begin with, and whether it matches in any case."""

    first: Characters
    sure: bool


class Judged(NamedTuple):
    """An expression, and what trying it may cost.

    ``choices`` are those that may have to be taken back, the place where a match begins among
    them. ``shortest`` and ``longest`` are lengths of a match. ``crosses_lines`` says whether it may
    take a line end, ``looks_around`` whether it asks what stands beside it.
    """

    pattern: re.Pattern[str]
    choices: float
    shortest: int
    longest: int
    crosses_lines: bool
    looks_around: bool


def judged(source: str, flags: int) -> Judged | None:
    """The expression, as JavaScript writes it; None where Python does not understand it.

    Raises:
        SlowExpressionError: it is itself very long or deep.
    """
    if len(source) > MAX_EXPRESSION:
        raise SlowExpressionError
    python_source = source.replace("(?<", "(?P<").replace("(?P<=", "(?<=").replace("(?P<!", "(?<!")
    python_source = python_source.replace("[^]", r"[\s\S]")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            pattern = re.compile(python_source, flags)
            tree = import_module("re._parser").parse(python_source, flags)
            choices = _choices(list(tree), _After(_NONE, sure=True))
        except (re.error, OverflowError):
            return None
        except RecursionError as error:
            raise SlowExpressionError from error
    if pattern.flags & re.MULTILINE or not _is_anchored(tree):
        choices += 1
    nodes = list(_every(tree))
    return Judged(
        pattern,
        choices,
        int(tree.getwidth()[0]),
        int(tree.getwidth()[1]),
        crosses_lines=any(_takes_line_end(node) for node in nodes),
        looks_around=any(str(node[0]) in ("AT", "ASSERT", "ASSERT_NOT") for node in nodes),
    )


def compiled(source: str) -> Expression | None:
    """The expression for paths; None where Python does not understand it.

    Raises:
        SlowExpressionError: it could take very long, or is itself very long.
    """
    found = judged(source, re.IGNORECASE)
    if found is None:
        return None
    if found.choices > MAX_CHOICES:
        raise SlowExpressionError
    return Expression(found.pattern, MAX_PATH if found.choices <= 1 else MAX_PATH_OF_CHOICES)


def _every(nodes: Any) -> Iterator[Any]:  # noqa: ANN401
    """A sequence's nodes and all below them."""
    for node in nodes:
        yield node
        kind, value = str(node[0]), node[1]
        if kind in ("SUBPATTERN", "ATOMIC_GROUP"):
            yield from _every(_group(node))
        elif kind in ("ASSERT", "ASSERT_NOT"):
            yield from _every(value[1])
        elif kind == "BRANCH":
            for each in value[1]:
                yield from _every(each)
        elif kind.endswith("_REPEAT"):
            yield from _every(value[2])


def _takes_line_end(node: Any) -> bool:  # noqa: ANN401
    """Whether a node that takes one character may take a line end; ``.`` does not."""
    kind = str(node[0])
    return kind == "GROUPREF_EXISTS" or (kind != "ANY" and 10 in (_single(node) or _NONE))


def _is_anchored(tree: Any) -> bool:  # noqa: ANN401 - the parser's own types
    return len(tree) > 0 and str(tree[0][0]) == "AT" and str(tree[0][1]).startswith("AT_BEGINNING")


def _choices(nodes: list[Any], after: _After) -> float:
    """How many choices of a sequence may have to be taken back."""
    total = 0.0
    for node in reversed(nodes):
        total += _choices_of(node, after)
        after = _before(node, after)
    return total


def _choices_of(node: Any, after: _After) -> float:  # noqa: ANN401
    kind, value = str(node[0]), node[1]
    match kind:
        case "SUBPATTERN" | "ATOMIC_GROUP":
            return _choices(_group(node), after)
        case "ASSERT" | "ASSERT_NOT":
            return _choices(list(value[1]), _After(_NONE, sure=True))
        case "BRANCH":
            inner = max(_choices(list(each), after) for each in value[1])
            return inner + (not _decided([list(each) for each in value[1]], after))
        case "MAX_REPEAT" | "MIN_REPEAT" | "POSSESSIVE_REPEAT":
            return _choices_of_repeat(value[0], value[1], value[2], after)
        case "GROUPREF_EXISTS":
            return _ENDLESS
    return 0


def _choices_of_repeat(least: int, most: int, body: Any, after: _After) -> float:  # noqa: ANN401
    nodes = list(body)
    may_be_empty = _is_empty(nodes)
    first = _first(nodes, _After(_NONE, sure=False)).first
    if may_be_empty and least > 1:
        return _ENDLESS  # a million times nothing
    again = _After(first | after.first, after.sure and least <= 1)
    inner = _choices(nodes, again if most > 1 else after)
    total = inner * most if inner else 0.0
    if least != most and not after.sure and (may_be_empty or first & after.first):
        total += 1
    return total if total <= MAX_CHOICES else _ENDLESS


def _decided(branches: list[list[Any]], after: _After) -> bool:
    """Whether of two alternatives never both can begin at a place."""
    if after.sure:
        return True
    leads = [_lead(each, after) for each in branches]
    return all(
        any(not one & other for one, other in zip(*pair, strict=False))
        for pair in combinations(leads, 2)
    )


def _lead(nodes: list[Any], after: _After) -> list[Characters]:
    """The characters that the places of a sequence may have, as far as each takes one."""
    lead: list[Characters] = []
    for index, node in enumerate(nodes):
        one = _single(node)
        if one is None:
            return [*lead, _first(nodes[index:], after).first]
        lead.append(one)
    return [*lead, after.first]


def _first(nodes: list[Any], after: _After) -> _After:
    for node in reversed(nodes):
        after = _before(node, after)
    return after


def _before(node: Any, after: _After) -> _After:  # noqa: ANN401
    """What follows at the place before a node."""
    kind, value = str(node[0]), node[1]
    one = _single(node)
    if one is not None:
        return _After(one, sure=False)
    match kind:
        case "SUBPATTERN" | "ATOMIC_GROUP":
            return _first(_group(node), after)
        case "BRANCH":
            one = _NONE.union(*(_first(list(each), after).first for each in value[1]))
        case "MAX_REPEAT" | "MIN_REPEAT" | "POSSESSIVE_REPEAT":
            one = _first(list(value[2]), after).first
            if value[0] == 0:
                return _After(one | after.first, after.sure)
        case "AT":
            one = frozenset(b"\n") if str(value).startswith("AT_END") else after.first
        case _:
            one = _ALL
    return _After(one, sure=False)


def _group(node: Any) -> list[Any]:  # noqa: ANN401
    return list(node[1][3] if str(node[0]) == "SUBPATTERN" else node[1])


def _is_empty(nodes: list[Any]) -> bool:
    """Whether a sequence may match without taking a character."""
    return all(_may_be_empty(node) for node in nodes)


def _may_be_empty(node: Any) -> bool:  # noqa: ANN401
    kind, value = str(node[0]), node[1]
    match kind:
        case "SUBPATTERN" | "ATOMIC_GROUP":
            return _is_empty(_group(node))
        case "BRANCH":
            return any(_is_empty(list(each)) for each in value[1])
        case "MAX_REPEAT" | "MIN_REPEAT" | "POSSESSIVE_REPEAT":
            return value[0] == 0 or _is_empty(list(value[2]))
    return _single(node) is None


def _single(node: Any) -> Characters | None:  # noqa: ANN401
    """What a node that takes exactly one character may take; None for all other nodes."""
    kind, value = str(node[0]), node[1]
    match kind:
        case "LITERAL":
            return _any_case(value)
        case "NOT_LITERAL":
            return _ALL - {value}
        case "ANY":
            return _ALL
        case "IN":
            if str(value[0][0]) == "NEGATE":
                return _ALL.difference(*(_exactly(each) for each in value[1:]))
            return _NONE.union(*(_members(each) for each in value))
    return None


def _members(member: Any) -> Characters:  # noqa: ANN401
    """The most that a member of a set of characters may take."""
    if str(member[0]) == "CATEGORY":
        name = str(member[1])
        return _ALL - _ascii_of(name, re.ASCII) if "_NOT_" in name else _ascii_of(name) | _OTHER
    first, last = _range(member)
    codes = [*range(first, min(last, 127) + 1), last]
    return _NONE.union(*(_any_case(each) for each in codes))


def _exactly(member: Any) -> Characters:  # noqa: ANN401
    """The least that a member of a set takes, as ASCII."""
    if str(member[0]) == "CATEGORY":
        name = str(member[1])
        ascii_only = _ascii_of(name, re.ASCII)
        return _ALL - _ascii_of(name) - _OTHER if "_NOT_" in name else ascii_only
    first, last = _range(member)
    return frozenset(range(first, min(last, 127) + 1))


def _range(member: Any) -> tuple[int, int]:  # noqa: ANN401
    kind, value = str(member[0]), member[1]
    return value if kind == "RANGE" else (value, value)


def _ascii_of(category: str, flags: int = 0) -> Characters:
    shape = {"DIGIT": r"\d", "SPACE": r"\s", "WORD": r"\w"}[category.rpartition("_")[2]]
    return frozenset(each for each in range(128) if re.match(shape, chr(each), flags))


def _any_case(code: int) -> Characters:
    if code > 127:
        # Kelvin sign, long s and dotless i are letters of ASCII in another case
        return _OTHER | frozenset(b"kKsSiI")
    letter = chr(code)
    both = frozenset({ord(letter.lower()), ord(letter.upper())})
    return both | _OTHER if letter in "kKsSiI" else both
