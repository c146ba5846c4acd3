"""YAML 1.2 core values by python-frontmatter and libyaml (OBSIDIAN.md section 9).

Loaded late, by ``vault_sync.frontmatter`` and by ``vault_sync.yaml_text``.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import frontmatter  # noqa: TID253 - this module is itself imported late
import yaml  # noqa: TID253
from frontmatter.default_handlers import YAMLHandler  # noqa: TID253
from yaml.constructor import ConstructorError  # noqa: TID253

if TYPE_CHECKING:
    from vault_sync.model import Value

MAX_VALUES = 50_000
"""Values one header may hold once its YAML aliases are written out (R191)."""

MAX_DEPTH = 64

MAX_NUMBER = 500
"""Characters of a number; a longer one stays text (R189). Python writes out no integer of more
than 4,300 digits, of 640 where it is set so, whatever the base it was read in."""

# Section 10.3.2 of the YAML specification: no yes/no, no dates, no base 60 (R180 to R184).
_CORE = re.compile(
    r"""(?:(?P<null>~|null|Null|NULL|)
      | (?P<bool>true|True|TRUE|false|False|FALSE)
      | (?P<int>[-+]?[0-9]+|0o[0-7]+|0x[0-9a-fA-F]+)
      | (?P<float>[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?
          |[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN))
    )\Z""",
    re.VERBOSE,
)
_CORE_BEGINS = "~nNtTfF-+.0123456789"
_TAG = "tag:yaml.org,2002:"
_TEXT = _TAG + "str"


def load(header: str) -> dict[str, Value]:
    """Properties in the text between the dashes, none when it is no mapping (R178).

    Raises:
        yaml.YAMLError: The text is not YAML, gives a key twice or holds too much.
    """
    properties: dict[str, Any] = frontmatter.parse(f"---\n{header}---", handler=_Handler())[0]
    return properties


def is_core(text: str) -> bool:
    """Whether a text without quotes means something else: nothing, yes or no, a number."""
    return _CORE.match(text) is not None


def value(text: str) -> Value:
    """The one value of a YAML text, None for an empty one.

    Raises:
        yaml.YAMLError: as ``load`` does.
    """
    loaded: Value = yaml.load(text, Loader=_CoreLoader)
    return loaded


class _CoreLoader(yaml.CSafeLoader):
    """Nodes by libyaml; no tag ever makes an object (R190)."""

    def resolve(self, kind: type[yaml.Node], value: str, implicit: tuple[bool, bool]) -> str:
        if kind is not yaml.ScalarNode:
            return _TAG + ("map" if kind is yaml.MappingNode else "seq")
        if not implicit[0] or (value and value[0] not in _CORE_BEGINS):
            return _TEXT
        core = _CORE.match(value)
        return _TAG + core.lastgroup if core and core.lastgroup else _TEXT

    def get_single_data(self) -> Value:
        node = self.get_single_node()
        return None if node is None else _Builder().value(node, MAX_DEPTH)


class _Handler(YAMLHandler):
    """YAML between dashes that ``vault_sync.frontmatter`` has found already."""

    def split(self, text: str) -> tuple[str, str]:
        return text[len("---\n") : -len("---")], ""

    def load(self, fm: str, **_: object) -> Any:  # noqa: ANN401 - the base class's type
        return yaml.load(fm, Loader=_CoreLoader)


class _Builder:
    """Builds values from YAML nodes: a value of its own for every use of an anchor."""

    def __init__(self) -> None:
        self._count = 0

    def value(self, node: yaml.Node, depth: int) -> Value:
        self._take(node, depth)
        if isinstance(node, yaml.ScalarNode):
            return _scalar(node)
        if isinstance(node, yaml.SequenceNode):
            return [self.value(item, depth - 1) for item in node.value]
        mapping: dict[str, Value] = {}
        for key_node, value_node in node.value:
            key = self._key(key_node, depth)
            if key in mapping:  # R174
                raise ConstructorError(
                    None, None, f"the key {key!r} is given twice", key_node.start_mark
                )
            mapping[key] = self.value(value_node, depth - 1)
        return mapping

    def _key(self, node: yaml.Node, depth: int) -> str:
        """A key as typed; templates make it a mapping or a list: ``{{date}}`` (R175)."""
        if isinstance(node, yaml.ScalarNode):
            return str(node.value)
        self._take(node, depth)
        inner = depth - 1
        if isinstance(node, yaml.SequenceNode):
            return "[ " + ", ".join(self._key(item, inner) for item in node.value) + " ]"
        pairs = ((self._key(key, inner), self._key(item, inner)) for key, item in node.value)
        return "{ " + ", ".join(f"{key}: {text}" if text else key for key, text in pairs) + " }"

    def _take(self, node: yaml.Node, depth: int) -> None:
        self._count += 1
        if depth == 0 or self._count > MAX_VALUES:
            raise ConstructorError(
                None, None, "too many or too deeply nested values", node.start_mark
            )


def _scalar(node: yaml.ScalarNode) -> Value:
    text: str = node.value
    match node.tag.removeprefix(_TAG):
        case "null":
            return None
        case "bool":
            return text.lower() == "true"
        case "int" if len(text) <= MAX_NUMBER:
            return int(text, {"0o": 8, "0x": 16}.get(text[:2], 10))
        case "float" if len(text) <= MAX_NUMBER:
            return float(re.sub(r"\.(?=[iInN])", "", text))
    return text
