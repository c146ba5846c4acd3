"""Names of files: the key they are compared by, and a spelling that can always be stored."""

from __future__ import annotations

import os
import re
import unicodedata
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from types import ModuleType

_BLANKS = str.maketrans({"\u00a0": " ", "\u202f": " ", "\u03c2": "\u03c3"})
"""Blanks that count as the ordinary one (OBSIDIAN.md R063), and the final sigma: lower()
writes it by what follows, which would make the key of a name depend on its extension."""

# Text and not compiled: few vaults need them, and compiling costs a millisecond at start.
_UNSTORABLE = r"[\ud800-\udfff]|\\(?=x(?:5c|[89a-f][0-9a-f])|ud[89a-f][0-9a-f]{2})"
_ESCAPE = r"\\(?:x(5c|[89a-f][0-9a-f])|u(d[89a-f][0-9a-f]{2}))"


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
    return re.sub(_UNSTORABLE, _escape, os_name)


def os_path(portable_name: str) -> str:
    """Name as the operating system knows it: what `portable` was given."""
    if "\\" not in portable_name:
        return portable_name
    return re.sub(_ESCAPE, _unescape, portable_name)


def last_part(path: str) -> str:
    """The last part of an absolute path of any system: a vault is called by it (R268)."""
    return path.replace("\\", "/").rstrip("/").rpartition("/")[2]


def below(root: str, path: str, system: ModuleType = os.path) -> str | None:
    r"""POSIX path of an absolute path relative to the root, None when it lies elsewhere.

    Compares whole components and looks at no disk: `/v-secret` is not below `/v`, and
    `C:\V\N.md`, `c:/v/N.md` are the same file on Windows (CASES.md A-49, A-50).
    """
    if not system.isabs(path):
        return None
    separator: str = system.sep
    inside: str = system.normpath(path)
    top: str = system.normpath(root).rstrip(separator) + separator
    if not system.normcase(inside + separator).startswith(system.normcase(top)):
        return None
    return inside[len(top) :].replace(separator, "/")


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
