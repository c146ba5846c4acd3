"""Text of a note -> the same text with other properties, as Obsidian writes them (R302 to R307).

Pure: nothing here touches a file; ``vault_sync.write`` does. The body stays byte for byte. The
block is written anew: the order of keys stays, new keys come last, YAML comments are lost, and
its line ends are LF (R306).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from vault_sync import frontmatter
from vault_sync.errors import PropertiesUnreadableError
from vault_sync.text import Origin, unify

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from vault_sync.model import Value

_BYTE_ORDER_MARK = "\ufeff"
_EMPTY_BLOCK = "---\n---\n"


def set_properties(text: str, values: Mapping[str, Value]) -> str:
    """The note with these properties; those it has already keep their place and spelling.

    Names compare without case (R179). Tags are written without ``#`` (R304). A note without
    properties gets a block on top (R303). Where every value is the same, so is the text.

    Raises:
        PropertiesUnreadableError: the block is no valid YAML, or no keys with values.
    """
    properties, _ = _parts(text)
    spelling = {name.lower(): name for name in reversed(properties)}
    after = dict(properties)
    for name, value in values.items():
        known = spelling.setdefault(name.lower(), name)
        after[known] = _plain_tags(value) if name.lower() == "tags" else value
    return _with(text, after)


def remove_properties(text: str, names: Iterable[str]) -> str:
    """The note without these properties, and without a block when none is left (R303).

    Raises:
        PropertiesUnreadableError: the block is no valid YAML, or no keys with values.
    """
    gone = {name.lower() for name in names}
    properties, _ = _parts(text)
    return _with(
        text, {name: value for name, value in properties.items() if name.lower() not in gone}
    )


def prepend(text: str, addition: str) -> str:
    """The note with a text put after its properties; those of the addition are merged (R307).

    A value that the note has stays; an empty one is filled, and a list gets the items that it
    lacks. How Obsidian decides between two values is not documented; the note's author wins.

    Raises:
        PropertiesUnreadableError: one of both blocks is no valid YAML, or no keys with values.
    """
    added, new_body = _parts(addition)
    merged = _with(text, _merged(_parts(text)[0], added)) if added else text
    offset = len(merged) - len(_parts(merged)[1])
    head, body = merged[:offset].removeprefix(_BYTE_ORDER_MARK), merged[offset:]
    if not new_body:
        return merged
    if head and not head.endswith("\n"):
        head += "\n"
    if body and not new_body.endswith("\n"):
        new_body += "\n"
    # dashes of both may look like a block together (R161)
    if not head and frontmatter.split(unify(new_body + body)) is not None:
        head = _EMPTY_BLOCK
    return head + new_body + body


def _parts(text: str) -> tuple[dict[str, Value], str]:
    """Properties and body of a note; the body is the end of the text as it stands."""
    unified = unify(text)
    mark = unified.startswith(_BYTE_ORDER_MARK)
    header = frontmatter.read("", unified[mark:])
    place = frontmatter.split(unified[mark:])
    if place is None:
        return {}, text[mark:]
    if header.findings:
        raise PropertiesUnreadableError(header.findings[0].message, header.findings[0].line)
    if not header.properties and _has_content(unified[mark:][place.start : place.end]):
        raise PropertiesUnreadableError("They are no keys with values.", 1)
    return header.properties, text[Origin(text).offset(header.body + mark) :]


def _has_content(header: str) -> bool:
    lines = (line.strip() for line in header.split("\n"))
    return any(line and not line.startswith("#") and line != "{}" for line in lines)


def _with(text: str, properties: dict[str, Value]) -> str:
    before, body = _parts(text)
    if _same(before, properties):
        return text
    # a rule and a second pair of dashes below would become the properties (R170)
    if not properties and frontmatter.split(unify(body)) is None:
        return body
    from vault_sync import yaml_text

    closing = "---" if not body and not text.endswith(("\n", "\r")) and before else "---\n"
    return f"---\n{yaml_text.dump(properties)}{closing}{body}"


def _same(one: dict[str, Value], other: dict[str, Value]) -> bool:
    return repr(one) == repr(other)  # where 1, 1.0 and True differ, and the order counts


def _plain_tags(value: Value) -> Value:
    if isinstance(value, list):
        return [_plain_tags(item) for item in value]
    return value.removeprefix("#") if isinstance(value, str) else value


def _merged(properties: dict[str, Value], added: dict[str, Value]) -> dict[str, Value]:
    after = dict(properties)
    spelling = {name.lower(): name for name in reversed(properties)}
    for name, value in added.items():
        known = spelling.setdefault(name.lower(), name)
        present = after.get(known)
        if isinstance(present, list):
            items = value if isinstance(value, list) else [value]
            new = [item for item in items if item not in present and item is not None]
            after[known] = [*present, *new]
        elif present is None or present == "":
            after[known] = value
    return after
