"""Names of files: the key they are compared by, and a spelling that can always be stored."""

from __future__ import annotations

import os
import re
import unicodedata
from typing import Protocol

_BLANKS = str.maketrans({"\u00a0": " ", "\u202f": " ", "\u03c2": "\u03c3"})
"""Blanks that count as the ordinary one (OBSIDIAN.md R063), and the final sigma: lower()
writes it by what follows, which would make the key of a name depend on its extension."""

_UNSTORABLE = re.compile(r"[\ud800-\udfff]|\\(?=x(?:5c|[89a-f][0-9a-f])|ud[89a-f][0-9a-f]{2})")
_ESCAPE = re.compile(r"\\(?:x(5c|[89a-f][0-9a-f])|u(d[89a-f][0-9a-f]{2}))")


def fold(name: str) -> str:
    """Comparison key of a name or path: equal keys mean the same file to Obsidian.

    Composed form, small letters, ordinary blanks (OBSIDIAN.md R061 to R063). Small letters
    and not case folding: `Masse` and `Maße` are two notes, on every disk and in Obsidian.
    """
    if name.isascii():
        return name.lower()
    lowered = unicodedata.normalize("NFC", name).lower()
    return unicodedata.normalize("NFC", lowered).translate(_BLANKS)


def portable(os_name: str) -> str:
    r"""Spelling of a name from the disk that can be stored and printed as UTF-8.

    A byte that is no UTF-8 becomes `\xNN`. A backslash that would read as such an escape
    becomes `\x5c`, so that `os_path` restores every name. All other names stay as they are.
    """
    if os_name.isascii() and "\\" not in os_name:
        return os_name
    return _UNSTORABLE.sub(_escape, os_name)


def os_path(portable_name: str) -> str:
    """Name as the operating system knows it: what `portable` was given."""
    if "\\" not in portable_name:
        return portable_name
    return _ESCAPE.sub(_unescape, portable_name)


class Flavour(Protocol):
    """The part of `posixpath` or `ntpath` that comparing absolute paths needs."""

    sep: str

    def isabs(self, s: str, /) -> bool:
        """Whether the path is absolute."""

    def normcase(self, s: str, /) -> str:
        """The path as the system compares it."""

    def normpath(self, path: str, /) -> str:
        """The path without `.`, `..` and doubled separators."""


def below(root: str, path: str, flavour: Flavour | None = None) -> str | None:
    r"""POSIX path of an absolute path relative to the root, None when it lies elsewhere.

    Compares whole components and looks at no disk: `/v-secret` is not below `/v`, and
    `C:\V\N.md`, `c:/v/N.md` are the same file on Windows (CASES.md A-49, A-50).
    """
    system = flavour or _SYSTEM
    if not system.isabs(path):
        return None
    inside = system.normpath(path)
    top = system.normpath(root).rstrip(system.sep) + system.sep
    if not system.normcase(inside + system.sep).startswith(system.normcase(top)):
        return None
    return inside[len(top) :].replace(system.sep, "/")


def _escape(match: re.Match[str]) -> str:
    character = match[0]
    if character == "\\":
        return r"\x5c"
    code = ord(character)
    return f"\\x{code - 0xDC00:02x}" if 0xDC80 <= code <= 0xDCFF else f"\\u{code:04x}"


def _unescape(match: re.Match[str]) -> str:
    byte, unit = match.groups()
    if unit is not None:
        return chr(int(unit, 16))
    return "\\" if byte == "5c" else chr(0xDC00 + int(byte, 16))


_SYSTEM: Flavour = os.path
