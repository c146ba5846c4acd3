"""Functions of texts and of regular expressions."""

from __future__ import annotations

import math
import re
from typing import TYPE_CHECKING, Any, TypeAlias

from vault_sync.bases.syntax import NotUnderstoodError, Pattern
from vault_sync.bases.tools import MAX_TEXT, Function
from vault_sync.bases.values import BaseValue, to_text

if TYPE_CHECKING:
    from datetime import datetime

    from vault_sync.bases.tools import Tools

Arguments: TypeAlias = "tuple[BaseValue, ...]"

_MANY = 1_000
_WORD = re.compile(r"\S+")
_REFERENCE = re.compile(r"\$(?:(?P<number>[1-9][0-9]?)|(?P<all>&)|<(?P<name>\w+)>|(?P<dollar>\$))")
_AGES = (
    # below this many seconds, counted in this many, one of them, several
    (45, 1, "a few seconds", "a few seconds"),
    (45 * 60, 60, "a minute", "{} minutes"),
    (22 * 3_600, 3_600, "an hour", "{} hours"),
    (26 * 86_400, 86_400, "a day", "{} days"),
    (320 * 86_400, 30.4375 * 86_400, "a month", "{} months"),
    (math.inf, 365.25 * 86_400, "a year", "{} years"),
)
"""As moment.js rounds ages."""


def relative(when: datetime, now: datetime) -> str:
    """``3 days ago``, ``in an hour``."""
    seconds = (when - now).total_seconds()
    age = abs(seconds)
    _, unit, one, several = next(each for each in _AGES if age < each[0])
    count = max(int(age / unit + 0.5), 1)  # halves go up, as in JavaScript
    text = one if count == 1 else several.format(count)
    return f"in {text}" if seconds > 0 else f"{text} ago"


def matches(pattern: Pattern, text: BaseValue, tools: Tools) -> bool:
    """Whether a regular expression is found in a text; never in null."""
    if text is None:
        return False
    return _compiled(pattern, to_text(text), tools).search(to_text(text)) is not None


def _compiled(pattern: Pattern, text: str, tools: Tools) -> re.Pattern[str]:
    """The expression for a text that is not too long for it.

    Raises:
        NotUnderstoodError: the text is, or the expression may take too long.
    """
    expression = tools.expression(pattern.source, pattern.flags)
    if len(text) > expression.longest:
        raise NotUnderstoodError(
            f"a text of {len(text)} characters is too long for /{pattern.source[:40]}/"
        )
    tools.spend(1 + len(text) * (1 if expression.longest > 1_000 else len(text)) // 50)
    return expression.pattern


def _holds(text: str, wanted: BaseValue) -> bool:
    return wanted is not None and to_text(wanted) in text


def _replace(text: str, arguments: Arguments, tools: Tools) -> BaseValue:
    pattern, replacement = arguments[0], to_text(arguments[1])
    if not isinstance(pattern, Pattern):
        wanted = to_text(pattern)
        room(text.count(wanted) * len(replacement) + len(text))
        return tools.text(text.replace(wanted, replacement)) if wanted else text
    expression = _compiled(pattern, text, tools)
    room((len(text) + 1) * len(replacement))
    return tools.text(
        expression.sub(
            lambda found: _filled(replacement, found), text, count=0 if "g" in pattern.flags else 1
        )
    )


def _filled(replacement: str, found: re.Match[str]) -> str:
    """A replacement with what was found, ``$1``, ``$&`` and ``$<name>``."""
    if "$" not in replacement:
        return replacement

    def fill(reference: re.Match[str]) -> str:
        if reference["dollar"]:
            return "$"
        if reference["all"]:
            return found[0]
        try:
            return found[reference["name"] or int(reference["number"])] or ""
        except IndexError:
            return reference[0]

    return _with_room(_REFERENCE.sub(fill, replacement))


def _with_room(text: str) -> str:
    room(len(text))
    return text


def room(length: float) -> None:
    """Nothing where a text of so many characters may be made.

    Raises:
        NotUnderstoodError: it may not.
    """
    if length > MAX_TEXT:
        raise NotUnderstoodError(f"it makes a text of more than {MAX_TEXT} characters")


def _repeat(text: str, arguments: Arguments, tools: Tools) -> BaseValue:
    count = arguments[0]
    if not isinstance(count, float) or not count >= 0:
        return None if count is None else tools.mismatch("repeat() takes a number from 0 up")
    room(len(text) * count)
    return tools.text(text * int(min(count, MAX_TEXT)))


def _split(text: str, arguments: Arguments, tools: Tools) -> BaseValue:
    separator = arguments[0]
    if isinstance(separator, Pattern):
        parts = [each or "" for each in _compiled(separator, text, tools).split(text)]
    else:
        parts = text.split(to_text(separator)) if to_text(separator) else list(text)
    most = arguments[1] if len(arguments) > 1 else None
    if isinstance(most, float) and math.isfinite(most):
        parts = parts[: max(int(most), 0)]
    return tools.items(tuple(parts))


def sliced(subject: Any, arguments: Arguments, _: Tools) -> BaseValue:  # noqa: ANN401
    """The part of a text or list from a place to another, counted from the end below zero."""
    places = [int(each) if isinstance(each, float) and math.isfinite(each) else None
              for each in (*arguments, None)[:2]]  # fmt: skip
    part: BaseValue = subject[places[0] : places[1]]
    return part


def _title(text: str) -> str:
    return _WORD.sub(lambda word: word[0][:1].upper() + word[0][1:], text)


METHODS: dict[str, Function] = {
    "contains": Function(1, 1, lambda text, arguments, _: _holds(text, arguments[0])),
    "containsAll": Function(
        1, _MANY, lambda text, arguments, _: all(_holds(text, each) for each in arguments)
    ),
    "containsAny": Function(
        1, _MANY, lambda text, arguments, _: any(_holds(text, each) for each in arguments)
    ),
    "endsWith": Function(
        1, 1, lambda text, arguments, _: _holds(text, arguments[0])
        and text.endswith(to_text(arguments[0]))
    ),
    "isEmpty": Function(0, 0, lambda text, _, __: not text),
    "lower": Function(0, 0, lambda text, _, __: text.lower()),
    "repeat": Function(1, 1, _repeat),
    "replace": Function(2, 2, _replace),
    "reverse": Function(0, 0, lambda text, _, __: text[::-1]),
    "slice": Function(1, 2, sliced),
    "split": Function(1, 2, _split),
    "startsWith": Function(
        1, 1, lambda text, arguments, _: _holds(text, arguments[0])
        and text.startswith(to_text(arguments[0]))
    ),
    "title": Function(0, 0, lambda text, _, __: _title(text)),
    "trim": Function(0, 0, lambda text, _, __: text.strip()),
}  # fmt: skip
