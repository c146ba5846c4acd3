"""Equality, order and arithmetic of values."""

from __future__ import annotations

import math
import operator
import re
from typing import TYPE_CHECKING, Any

from vault_sync import durations
from vault_sync.bases.values import (
    BaseValue,
    FileValue,
    LinkValue,
    Moment,
    TagValue,
    kind_of,
    milliseconds,
    read_link,
    read_moment,
    shifted,
    to_text,
)
from vault_sync.durations import BASES_UNITS, Duration

if TYPE_CHECKING:
    from collections.abc import Callable

    from vault_sync.bases.tools import Tools

_DIGITS = re.compile(r"([0-9]+)")
_RANKS = ("number", "duration", "date", "string", "tag", "link", "file", "boolean", "list")


def equal(left: BaseValue, right: BaseValue, tools: Tools) -> bool:
    """Whether two values are the same; links and files are when they lead to one file."""
    tools.spend(1)
    kinds = {kind_of(left), kind_of(right)}
    if "tag" in kinds and kinds <= {"tag", "string"}:
        return _tag_key(left) == _tag_key(right)
    if "link" in kinds or "file" in kinds:
        return _same_target(left, right, tools)
    if "date" in kinds and kinds <= {"date", "string"}:
        return _as_moment(left, tools) == _as_moment(right, tools) is not None
    if kinds == {"list"}:
        return _all_equal(left, right, tools)
    if kinds == {"object"}:
        return to_text(left) == to_text(right)
    return len(kinds) == 1 and left == right


def compare(left: BaseValue, right: BaseValue, tools: Tools) -> int | None:
    """Negative, zero or positive; None where two values have no order."""
    if isinstance(left, Moment) or isinstance(right, Moment):
        first, second = _as_moment(left, tools), _as_moment(right, tools)
        return None if first is None or second is None else _sign(first, second)
    if isinstance(left, Duration) or isinstance(right, Duration):
        lengths = _length(left), _length(right)
        return None if None in lengths else _sign(*lengths)
    if kind_of(left) != kind_of(right) or not isinstance(left, float | str | bool):
        return None
    if isinstance(left, float) and (math.isnan(left) or math.isnan(right)):  # type: ignore[arg-type]
        return None
    return _sign(left, right)


def sort_key(value: BaseValue) -> tuple[object, ...]:
    """Key that puts values of one kind in their order, kinds beside each other, null last."""
    kind = kind_of(value)
    rank = _RANKS.index(kind) if kind in _RANKS else len(_RANKS) + (kind == "null")
    if isinstance(value, Moment):
        return rank, value.when
    if isinstance(value, Duration):
        return rank, value.length
    if isinstance(value, float):
        return rank, (math.inf if math.isnan(value) else value)
    return rank, _natural(to_text(value))


def calculated(sign: str, left: BaseValue, right: BaseValue, tools: Tools) -> BaseValue:
    """The result of ``+ - * / %``; null where an operand is, or where they do not go together."""
    if isinstance(left, float) and isinstance(right, float):
        return _ARITHMETIC[sign](left, right)
    result: BaseValue = None
    if isinstance(left, Moment):
        result = _of_moment(sign, left, right, tools)
    elif isinstance(left, Duration):
        result = _of_duration(sign, left, right)
    if result is None and sign == "+" and _has_text(left, right):
        return tools.text(to_text(left) + to_text(right))
    if result is None and left is not None and right is not None:
        return tools.mismatch(f"{kind_of(left)} {sign} {kind_of(right)} has no result")
    return result


def _has_text(left: BaseValue, right: BaseValue) -> bool:
    return isinstance(left, str | TagValue) or isinstance(right, str | TagValue)


def _of_moment(sign: str, left: Moment, right: BaseValue, tools: Tools) -> BaseValue:
    """A date moved by a duration, which may be written out, or milliseconds between two dates."""
    if isinstance(right, Moment) and sign == "-":
        return milliseconds(left, tools.zone) - milliseconds(right, tools.zone)
    duration = _as_duration(right)
    if duration is None or sign not in {"+", "-"}:
        return None
    return shifted(left, duration, 1 if sign == "+" else -1)


def _of_duration(sign: str, left: Duration, right: BaseValue) -> BaseValue:
    if isinstance(right, float) and sign in {"*", "/"}:
        factor = right if sign == "*" else _divided(1.0, right)
        months, rest = left.months * factor, left.milliseconds * factor
        if math.isfinite(months) and math.isfinite(rest):
            whole = int(months)
            return Duration(whole, rest + (months - whole) * 30 * 86_400_000)
    other = _as_duration(right)
    if other is not None and sign in {"+", "-"}:
        factor = 1 if sign == "+" else -1
        return Duration(
            left.months + int(factor) * other.months,
            left.milliseconds + factor * other.milliseconds,
        )
    if isinstance(right, Moment) and sign == "+":
        return shifted(right, left, 1)
    return None


def _divided(left: float, right: float) -> float:
    if right:
        return left / right
    return math.nan if not left or math.isnan(left) else math.copysign(math.inf, left)


def _remainder(left: float, right: float) -> float:
    """As in JavaScript: the sign is that of the dividend."""
    return math.fmod(left, right) if right and math.isfinite(left) else math.nan


_ARITHMETIC: dict[str, Callable[[float, float], float]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": _divided,
    "%": _remainder,
}


def _as_duration(value: BaseValue) -> Duration | None:
    if isinstance(value, str):
        return durations.parse(value, BASES_UNITS)
    if isinstance(value, float) and math.isfinite(value):
        return Duration(0, value)
    return value if isinstance(value, Duration) else None


def _length(value: BaseValue) -> float | None:
    duration = _as_duration(value)
    return duration.length if duration else None


def _as_moment(value: BaseValue, tools: Tools) -> object | None:
    """What dates are compared by; a text counts where it is a date."""
    moment = read_moment(value, tools.zone) if isinstance(value, str) else value
    return moment.when if isinstance(moment, Moment) else None


def _sign(left: Any, right: Any) -> int:  # noqa: ANN401 - of one kind, which the caller knows
    return int(left > right) - int(left < right)


def _tag_key(value: BaseValue) -> str:
    return to_text(value).removeprefix("#").lower()


def _same_target(left: BaseValue, right: BaseValue, tools: Tools) -> bool:
    if isinstance(left, str):
        left, right = right, left
    if isinstance(right, str):
        found = read_link(right, "")
        if found is None:
            return to_text(left) == right
        right = found
    if not isinstance(left, LinkValue | FileValue) or not isinstance(right, LinkValue | FileValue):
        return False
    first, second = tools.target(left), tools.target(right)
    if first is None and second is None:
        return left[:2] == right[:2]
    return first == second


def _all_equal(left: BaseValue, right: BaseValue, tools: Tools) -> bool:
    if not isinstance(left, tuple) or not isinstance(right, tuple) or len(left) != len(right):
        return False
    return all(equal(one, other, tools) for one, other in zip(left, right, strict=True))


def _natural(text: str) -> tuple[object, ...]:
    """Key in which ``a2`` comes before ``a10``, without a number of endless digits."""
    parts: list[object] = []
    for index, part in enumerate(_DIGITS.split(text.casefold())):
        digits = part.lstrip("0")
        parts.append((len(digits), digits) if index % 2 else part)
    return (*parts, text)
