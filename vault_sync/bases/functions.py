"""The functions of the language: global ones, and those of each type.

Every function takes its subject (null for a global one), its arguments and the tools. Those
that take an expression instead of a value (``if``, ``filter``, ``map``, ``reduce``) are part of
the evaluation itself.
"""

from __future__ import annotations

import math
import re
from typing import TYPE_CHECKING

from vault_sync import durations
from vault_sync.bases import file_functions as files
from vault_sync.bases import text_functions as texts
from vault_sync.bases.comparison import equal, sort_key
from vault_sync.bases.syntax import NotUnderstoodError
from vault_sync.bases.tools import Function
from vault_sync.bases.values import (
    BaseValue,
    FileValue,
    LinkValue,
    Moment,
    Rendered,
    is_truthy,
    kind_of,
    milliseconds,
    read_link,
    read_moment,
    to_text,
)
from vault_sync.moment import moment_format

if TYPE_CHECKING:
    from collections.abc import Callable

    from vault_sync.bases.tools import FunctionBody, Tools

_MANY = 1_000


LAZY = {"if": (2, 3), "filter": (1, 1), "map": (1, 1), "reduce": (2, 2)}
"""Number of arguments of those that take expressions: ``if`` is global, the others of lists."""


def check(name: str, count: int, *, is_global: bool) -> None:
    """Nothing where such a function exists and takes so many arguments.

    Raises:
        NotUnderstoodError: there is none.
    """
    if name in LAZY and is_global == (name == "if"):
        arities = [LAZY[name]]
    elif is_global:
        arities = [GLOBALS[name][:2]] if name in GLOBALS else []
    else:
        arities = [table[name][:2] for table in METHODS.values() if name in table]
    if not arities:
        raise NotUnderstoodError(f"the function '{name}()' is not known")
    if not any(least <= count <= most for least, most in arities):
        raise NotUnderstoodError(f"the function '{name}()' takes no {count} arguments")


def call_method(
    subject: BaseValue, name: str, arguments: tuple[BaseValue, ...], tools: Tools
) -> BaseValue:
    """The result of a method.

    One that a type does not have gives null for null, the property that is not there, and
    for everything else as well, but is noted.
    """
    kind = kind_of(subject)
    function = (
        METHODS["any"].get(name) if name not in METHODS.get(kind, {}) else METHODS[kind][name]
    )
    if function is None and kind == "tag":
        return call_method(to_text(subject), name, arguments, tools)
    if function is None or not function.least <= len(arguments) <= function.most:
        if subject is not None:
            tools.mismatch(f"a {kind} has no function '{name}()' of {len(arguments)} arguments")
        return None
    return function.run(subject, arguments, tools)


def _date(_: None, arguments: tuple[BaseValue, ...], tools: Tools) -> BaseValue:
    value = arguments[0]
    if isinstance(value, Moment) or value is None:
        return value
    moment = read_moment(value, tools.zone) if isinstance(value, str) else None
    if moment is None:
        tools.mismatch(f"date() cannot read a {kind_of(value)} that is no date")
    return moment


def _duration(_: None, arguments: tuple[BaseValue, ...], tools: Tools) -> BaseValue:
    found = durations.parse(to_text(arguments[0]), durations.BASES_UNITS)
    if found is None and arguments[0] is not None:
        tools.mismatch("duration() cannot read a text that is no duration")
    return found


def _link(_: None, arguments: tuple[BaseValue, ...], tools: Tools) -> BaseValue:
    value, display = arguments[0], to_text(arguments[1]) if len(arguments) > 1 else None
    if isinstance(value, FileValue):
        return LinkValue(value.path, "", display, tools.path)
    if value is None:
        return None
    link = value if isinstance(value, LinkValue) else read_link(to_text(value), tools.path)
    if link is None:
        path, mark, rest = to_text(value).partition("#")
        link = LinkValue(path, mark + rest, None, tools.path)
    return link._replace(display=display or link.display)


def _list(_: None, arguments: tuple[BaseValue, ...], __: Tools) -> BaseValue:
    return arguments[0] if isinstance(arguments[0], tuple) and _is_list(arguments[0]) else arguments


def _is_list(value: BaseValue) -> bool:
    return type(value) is tuple


def _number(_: None, arguments: tuple[BaseValue, ...], tools: Tools) -> BaseValue:
    value = arguments[0]
    if isinstance(value, bool):
        return float(value)
    if isinstance(value, Moment):
        return milliseconds(value, tools.zone)
    if isinstance(value, durations.Duration):
        return value.length
    if isinstance(value, str) and _NUMBER.fullmatch(value.strip()):
        return float(value)
    if value is None or isinstance(value, float):
        return value
    return tools.mismatch(f"number() cannot read a {kind_of(value)} that is no number")


_NUMBER = re.compile(
    r"[-+]?(?:\d{1,300}(?:\.\d{0,300})?|\.\d{1,300})(?:[eE][-+]?\d{1,3})?", re.ASCII
)


def _extreme(choose: Callable[[list[float]], float]) -> FunctionBody:
    def run(_: None, arguments: tuple[BaseValue, ...], __: Tools) -> BaseValue:
        numbers = [each for each in arguments if isinstance(each, float)]
        return choose(numbers) if numbers else None

    return run


def _rendered(kind: str) -> FunctionBody:
    return lambda _, arguments, __: Rendered(kind, to_text(arguments[0]))


def _escaped(_: None, arguments: tuple[BaseValue, ...], tools: Tools) -> BaseValue:
    import html

    return tools.text(html.escape(to_text(arguments[0])))


GLOBALS: dict[str, Function] = {
    "date": Function(1, 1, _date),
    "duration": Function(1, 1, _duration),
    "escapeHTML": Function(1, 1, _escaped),
    "file": Function(1, 1, lambda _, arguments, tools: files.find(arguments[0], tools)),
    "html": Function(1, 1, _rendered("html")),
    "icon": Function(1, 1, _rendered("icon")),
    "image": Function(1, 1, _rendered("image")),
    "link": Function(1, 2, _link),
    "list": Function(1, 1, _list),
    "max": Function(1, _MANY, _extreme(max)),
    "min": Function(1, _MANY, _extreme(min)),
    "now": Function(0, 0, lambda _, __, tools: tools.now),
    "number": Function(1, 1, _number),
    "today": Function(0, 0, lambda _, __, tools: _day(tools.now)),
}


def _day(moment: Moment) -> Moment:
    return Moment(moment.when.replace(hour=0, minute=0, second=0, microsecond=0), has_time=False)


def _contains(subject: tuple[BaseValue, ...], wanted: BaseValue, tools: Tools) -> bool:
    return any(equal(each, wanted, tools) for each in subject)


def _round(subject: float, arguments: tuple[BaseValue, ...], _: Tools) -> BaseValue:
    """Halves go up, as in JavaScript."""
    digits = arguments[0] if arguments else 0.0
    if not isinstance(digits, float) or not math.isfinite(subject) or not abs(digits) <= 15:
        return subject
    factor = 10.0 ** int(digits)
    scaled = subject * factor + 0.5
    return math.floor(scaled) / factor if math.isfinite(scaled) else subject


def _fixed(subject: float, arguments: tuple[BaseValue, ...], tools: Tools) -> BaseValue:
    digits = arguments[0] if arguments else 0.0
    if not isinstance(digits, float) or not 0 <= digits <= 100:
        return tools.mismatch("toFixed() takes a number of digits from 0 to 100")
    if not abs(subject) < 1e21:
        return to_text(subject)
    from decimal import ROUND_HALF_UP, Decimal, localcontext

    with localcontext() as context:
        context.prec = 130
        step = Decimal(1).scaleb(-int(digits))
        return f"{Decimal(subject).quantize(step, ROUND_HALF_UP):f}"


def _whole(choose: Callable[[float], int]) -> FunctionBody:
    return lambda subject, _, __: float(choose(subject)) if math.isfinite(subject) else subject


def _flat(subject: tuple[BaseValue, ...], _: object, tools: Tools) -> BaseValue:
    flat: list[BaseValue] = []
    waiting: list[BaseValue] = [subject]
    while waiting:
        each = waiting.pop()
        tools.spend(1)
        if isinstance(each, tuple) and _is_list(each):
            waiting.extend(reversed(each))
        else:
            flat.append(each)
    return tools.items(tuple(flat))


def _sort(subject: tuple[BaseValue, ...], _: object, tools: Tools) -> BaseValue:
    tools.spend(len(subject) * 4)
    return tuple(sorted(subject, key=sort_key))


def _unique(subject: tuple[BaseValue, ...], _: object, tools: Tools) -> BaseValue:
    kept: dict[object, BaseValue] = {}
    tools.spend(len(subject) * 4)
    for each in subject:
        target = tools.target(each) if isinstance(each, LinkValue | FileValue) else None
        kept.setdefault(target or (kind_of(each), tools.text(to_text(each))), each)
    return tuple(kept.values())


def _join(
    subject: tuple[BaseValue, ...], arguments: tuple[BaseValue, ...], tools: Tools
) -> BaseValue:
    parts = [tools.text(to_text(each)) for each in subject]
    separator = to_text(arguments[0])
    texts.room(sum(map(len, parts)) + len(parts) * len(separator))
    return tools.text(separator.join(parts))


METHODS: dict[str, dict[str, Function]] = {
    "any": {
        "isTruthy": Function(0, 0, lambda subject, _, __: is_truthy(subject)),
        "isType": Function(
            1, 1, lambda subject, arguments, __: kind_of(subject) == to_text(arguments[0]).lower()
        ),
        "toString": Function(0, 0, lambda subject, _, tools: tools.text(to_text(subject))),
        "isEmpty": Function(0, 0, lambda subject, _, __: subject is None),
    },
    "date": {
        "date": Function(0, 0, lambda subject, _, __: _day(subject)),
        "format": Function(
            1, 1, lambda subject, arguments, tools: tools.text(
                moment_format(subject.when, tools.text(to_text(arguments[0])))
            ),
        ),
        "relative": Function(
            0, 0, lambda subject, _, tools: texts.relative(subject.when, tools.now.when)
        ),
        "time": Function(0, 0, lambda subject, _, __: f"{subject.when:%H:%M:%S}"),
    },
    "string": texts.METHODS,
    "number": {
        "abs": Function(0, 0, lambda subject, _, __: abs(subject)),
        "ceil": Function(0, 0, _whole(math.ceil)),
        "floor": Function(0, 0, _whole(math.floor)),
        "round": Function(0, 1, _round),
        "toFixed": Function(0, 1, _fixed),
    },
    "list": {
        "contains": Function(1, 1, lambda subject, arguments, tools: _contains(
            subject, arguments[0], tools)),
        "containsAll": Function(1, _MANY, lambda subject, arguments, tools: all(
            _contains(subject, each, tools) for each in arguments)),
        "containsAny": Function(1, _MANY, lambda subject, arguments, tools: any(
            _contains(subject, each, tools) for each in arguments)),
        "flat": Function(0, 0, _flat),
        "isEmpty": Function(0, 0, lambda subject, _, __: not subject),
        "join": Function(1, 1, _join),
        "reverse": Function(0, 0, lambda subject, _, __: subject[::-1]),
        "slice": Function(1, 2, texts.sliced),
        "sort": Function(0, 0, _sort),
        "unique": Function(0, 0, _unique),
    },
    "link": {
        "asFile": Function(0, 0, lambda subject, _, tools: files.find(subject, tools)),
        "linksTo": Function(1, 1, files.links_to),
    },
    "file": {
        "asLink": Function(0, 1, files.as_link),
        "hasLink": Function(1, 1, files.has_link),
        "hasProperty": Function(1, 1, files.has_property),
        "hasTag": Function(1, _MANY, files.has_tag),
        "inFolder": Function(1, 1, files.in_folder),
    },
    "object": {
        "isEmpty": Function(0, 0, lambda subject, _, __: not subject),
        "keys": Function(0, 0, lambda subject, _, tools: tools.items(tuple(subject))),
        "values": Function(0, 0, lambda subject, _, tools: tools.items(tuple(subject.values()))),
    },
    "regexp": {
        "matches": Function(
            1, 1, lambda subject, arguments, tools: texts.matches(subject, arguments[0], tools)
        ),
    },
}  # fmt: skip
