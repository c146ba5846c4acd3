"""obsidian:// addresses: written for hits, read from users (OBSIDIAN.md R270 to R275)."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from vault_sync.kinds import kind_of

if TYPE_CHECKING:
    from collections.abc import Mapping

_UNRESERVED = r"[^A-Za-z0-9._~-]"
_ESCAPES = r"(?:%[0-9A-Fa-f]{2})+"


class Address(NamedTuple):
    """What an obsidian:// address asks for.

    ``vault`` is a name or an id (R271). ``file`` is a linkpath, to be resolved like that of a
    link: ``.md`` is optional. ``path`` is an absolute path; where it is given it decides and
    ``vault`` and ``file`` are empty (R272). ``subpath`` starts with ``#`` or is empty.
    """

    action: str
    vault: str
    file: str
    subpath: str
    path: str
    parameters: Mapping[str, str]


def open_uri(vault: str, path: str, subpath: str = "") -> str:
    """Address that opens a file of a vault in Obsidian, at a heading or block if one is given.

    Args:
        vault: the vault's name, or its id where vaults share a name.
        path: POSIX path relative to the root.
        subpath: `#Heading`, `#^block`, or empty.
    """
    stem = path.removesuffix(".md")
    # without its extension a name must still mean the same file when it is resolved
    is_clear = "#" not in stem and kind_of(stem) is None and stem == stem.strip()
    target = stem if is_clear else path
    mark = "" if subpath.startswith("#") or not subpath else "#"
    return f"obsidian://open?vault={_quoted(vault)}&file={_quoted(target + mark + subpath)}"


def parse(uri: str) -> Address:
    """What an address asks for; the short forms are `open` too (OBSIDIAN.md R273).

    Raises:
        ValueError: it does not start with `obsidian://`.
    """
    scheme, separator, rest = uri.strip().partition("://")
    if scheme.lower() != "obsidian" or not separator:
        raise ValueError(f"{uri!r} is no Obsidian address; one starts with 'obsidian://'.")
    head, _, query = rest.partition("?")
    parameters = _parameters(query)
    if head.startswith("/"):
        path, subpath = _split(_unquoted(head))
        return Address("open", "", "", subpath, path, parameters)
    if head.startswith("vault/"):
        vault, _, file = head.removeprefix("vault/").partition("/")
        file, subpath = _split(_unquoted(file))
        return Address("open", _unquoted(vault), file, subpath, "", parameters)
    return _of_action(head.strip("/").lower(), parameters)


def _of_action(action: str, parameters: dict[str, str]) -> Address:
    if parameters.get("path"):
        path, subpath = _split(parameters["path"])
        return Address(action, "", "", subpath, path, parameters)
    file, subpath = _split(parameters.get("file", ""))
    return Address(action, parameters.get("vault", ""), file, subpath, "", parameters)


def _parameters(query: str) -> dict[str, str]:
    parameters: dict[str, str] = {}
    for pair in query.split("&"):
        name, _, value = pair.partition("=")
        if name:
            parameters[_unquoted(name)] = _unquoted(value)
    return parameters


def _split(target: str) -> tuple[str, str]:
    """File and subpath. A `#` before a known extension belongs to the name: `C#.md#Plan`.

    Obsidian itself cannot open such names (R058); an address written here can be read back.
    """
    for match in re.finditer("#|$", target):
        if kind_of(target[: match.start()]) is not None:
            return target[: match.start()], target[match.start() :]
    file, mark, subpath = target.partition("#")
    return file, mark + subpath


def _quoted(text: str) -> str:
    return re.sub(
        _UNRESERVED,
        lambda match: "".join(f"%{byte:02X}" for byte in match[0].encode("utf-8", "replace")),
        text,
    )


def _unquoted(text: str) -> str:
    """Text with its escapes decoded; a bad one stays, and `+` is no blank (R052, R275)."""
    return re.sub(
        _ESCAPES,
        lambda match: bytes.fromhex(match[0].replace("%", "")).decode("utf-8", "replace"),
        text,
    )
