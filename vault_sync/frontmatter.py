"""Properties of a note: where their block lies, and what it says by YAML 1.2 core rules."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache, lru_cache
from typing import TYPE_CHECKING, NamedTuple

from vault_sync.model import Finding, Value

if TYPE_CHECKING:
    import yaml
    from frontmatter.default_handlers import YAMLHandler

MAX_VALUES = 50_000
"""Values one header may hold once its YAML aliases are written out (OBSIDIAN.md R191)."""

MAX_DEPTH = 64

# Blanks after the dashes are accepted (R165); an indented or longer rule is none (R166, R169).
_OPENING = re.compile(r"---[ \t]*\n")
_CLOSING = re.compile(r"^---[ \t]*(?:\n|\Z)", re.MULTILINE)

# YAML 1.2 core schema, section 10.3.2: no yes/no, no dates, no base 60 (R180 to R184).
_NULL = re.compile(r"(?:~|null|Null|NULL|)\Z")
_BOOL = re.compile(r"(?:true|True|TRUE|false|False|FALSE)\Z")
_INT = re.compile(r"(?:[-+]?[0-9]+|0o[0-7]+|0x[0-9a-fA-F]+)\Z")
_FLOAT = re.compile(
    r"(?:[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?"
    r"|[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN))\Z"
)


class Place(NamedTuple):
    """Where a properties block lies in a text with LF line ends."""

    start: int
    """Offset of the first line between the dashes."""
    end: int
    """Offset of the closing dashes."""
    body: int
    """Offset of the first line after the block."""


class Header(NamedTuple):
    """What a properties block says; ``problem`` is (line within the block, sentence)."""

    properties: dict[str, Value]
    problem: tuple[int, str] | None


def split(text: str) -> Place | None:
    """Where the properties of a note stand; None when it has none (R161 to R172)."""
    opening = _OPENING.match(text)
    if opening is None:
        return None
    closing = _CLOSING.search(text, opening.end())
    return closing and Place(opening.end(), closing.start(), closing.end())


def load(path: str, header: str) -> tuple[dict[str, Value], tuple[Finding, ...]]:
    """Properties in the text between the dashes, and what is wrong with them.

    Invalid YAML gives no properties and one finding (R173). The result is the caller's to
    change: headers repeat in a vault and are parsed once.
    """
    properties, problem = _load(header)
    if problem is None:
        return _copy(properties), ()
    line, message = problem
    return {}, (Finding(path, line + 1, "invalid-yaml", message),)


def known_list(properties: dict[str, Value], name: str) -> Value:
    """Value of a property whose name compares without case (R179, R199)."""
    if name in properties:
        return properties[name]
    return next((value for key, value in properties.items() if key.lower() == name), None)


def aliases(properties: dict[str, Value]) -> tuple[str, ...]:
    """Other names of a note: a text is one alias, commas and all (R201, R202)."""
    value = known_list(properties, "aliases")
    items = value if isinstance(value, list) else [value]
    texts = (_scalar_text(item).strip() for item in items)
    return tuple(text for text in texts if text)


def tags(properties: dict[str, Value]) -> tuple[str, ...]:
    """Tags in the properties, without ``#`` (R194 to R199)."""
    value = known_list(properties, "tags")
    items = value if isinstance(value, list) else [value]
    names = (item.strip().removeprefix("#").rstrip("/") for item in items if isinstance(item, str))
    return tuple(name for name in names if name and not re.search(r"[\s,]", name))


def texts(properties: dict[str, Value]) -> Iterator[tuple[str, str]]:
    """Every text in the properties with its dotted key: ``up``, ``p.0``, ``a.b`` (R206)."""
    for key, value in properties.items():
        yield from _texts(key, value)


def _texts(key: str, value: Value) -> Iterator[tuple[str, str]]:
    if isinstance(value, str):
        yield key, value
    elif isinstance(value, list):
        for index, item in enumerate(value):
            yield from _texts(f"{key}.{index}", item)
    elif isinstance(value, dict):
        for name, item in value.items():
            yield from _texts(f"{key}.{name}", item)


def _scalar_text(value: Value) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value) if isinstance(value, str | int | float) else ""


def _copy(properties: dict[str, Value]) -> dict[str, Value]:
    return {key: _copy_value(value) for key, value in properties.items()}


def _copy_value(value: Value) -> Value:
    if isinstance(value, list):
        return [_copy_value(item) for item in value]
    if isinstance(value, dict):
        return _copy(value)
    return value


@lru_cache(maxsize=1024)
def _load(header: str) -> Header:
    import frontmatter
    import yaml

    try:
        found, _ = frontmatter.parse(f"---\n{header}---", handler=_handler())
        properties = _plain(found, [MAX_VALUES], MAX_DEPTH)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        return Header({}, (mark.line if mark else 0, f"Properties: {error.problem or error.context}."))
    except (yaml.YAMLError, ValueError, TypeError, RecursionError) as error:
        return Header({}, (0, f"Properties: {str(error).splitlines()[0]}."))
    return Header(properties if isinstance(properties, dict) else {}, None)


def _plain(value: object, budget: list[int], depth: int) -> Value:
    """A value of its own for every use of an anchor, or ValueError when they are too many."""
    budget[0] -= 1
    if budget[0] < 0 or depth < 0:
        raise ValueError("too many or too deeply nested values")
    if isinstance(value, dict):
        return {key: _plain(item, budget, depth - 1) for key, item in value.items()}
    if isinstance(value, list):
        return [_plain(item, budget, depth - 1) for item in value]
    if value is None or isinstance(value, bool | int | float | str):
        return value
    raise ValueError(f"a value of type {type(value).__name__} is not supported")


@cache
def _handler() -> YAMLHandler:
    from frontmatter.default_handlers import YAMLHandler

    import yaml

    class Handler(YAMLHandler):
        """YAML between dashes that ``split`` has found already."""

        def split(self, text: str) -> tuple[str, str]:
            return text[len("---\n") : -len("---")], ""

        def load(self, fm: str, **_: object) -> object:
            return yaml.load(fm, Loader=_loader())

    return Handler()


@cache
def _loader() -> type[yaml.CSafeLoader]:
    import yaml

    class CoreLoader(yaml.CSafeLoader):
        """YAML 1.2 core schema; keys are texts as typed, and given once (R174)."""

        yaml_implicit_resolvers: dict[str, list[tuple[str, re.Pattern[str]]]] = {}
        yaml_constructors = {
            f"tag:yaml.org,2002:{kind}": yaml.SafeLoader.yaml_constructors[f"tag:yaml.org,2002:{kind}"]
            for kind in ("null", "bool", "str", "seq")
        }

        def construct_core_int(self, node: yaml.ScalarNode) -> int | str:
            digits: str = node.value
            try:
                return int(digits, {"0o": 8, "0x": 16}.get(digits[:2], 10))
            except ValueError:  # more digits than Python converts: the text loses none (R189)
                return digits

        def construct_core_float(self, node: yaml.ScalarNode) -> float:
            digits: str = node.value.lower()
            return float(digits.replace(".inf", "inf").replace(".nan", "nan"))

        def construct_core_map(self, node: yaml.MappingNode) -> Iterator[dict[str, object]]:
            mapping: dict[str, object] = {}
            yield mapping
            for key_node, value_node in node.value:
                key = key_node.value if isinstance(key_node, yaml.ScalarNode) else _source(key_node)
                if key in mapping:
                    raise yaml.constructor.ConstructorError(
                        None, None, f"the key {key!r} is given twice", key_node.start_mark
                    )
                mapping[key] = self.construct_object(value_node)

        def construct_untagged(self, node: yaml.Node) -> object:
            """What the text says without its tag: no tag ever makes an object (R190)."""
            if isinstance(node, yaml.SequenceNode):
                return self.construct_yaml_seq(node)
            if isinstance(node, yaml.MappingNode):
                return self.construct_core_map(node)
            return node.value

    prefix = "tag:yaml.org,2002:"
    for kind, pattern, first in (
        ("null", _NULL, ["~", "n", "N", ""]),
        ("bool", _BOOL, list("tTfF")),
        ("int", _INT, list("-+0123456789")),
        ("float", _FLOAT, list("-+.0123456789")),
    ):
        CoreLoader.add_implicit_resolver(prefix + kind, pattern, first)
    CoreLoader.add_constructor(prefix + "int", CoreLoader.construct_core_int)
    CoreLoader.add_constructor(prefix + "float", CoreLoader.construct_core_float)
    CoreLoader.add_constructor(prefix + "map", CoreLoader.construct_core_map)
    CoreLoader.add_constructor(None, CoreLoader.construct_untagged)
    return CoreLoader


def _source(node: yaml.Node) -> str:
    """Text for a key that is a mapping or a list, as templates leave it: ``{{date}}`` (R175)."""
    if isinstance(node.value, list):
        parts = (part for item in node.value for part in (item if isinstance(item, tuple) else [item]))
        inner = ", ".join(filter(None, map(_source, parts)))
        return "{ " + inner + " }" if node.id == "mapping" else "[ " + inner + " ]"
    return str(node.value)
