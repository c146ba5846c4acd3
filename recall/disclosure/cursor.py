"""Cursors: where the next part of an answer begins, and of which question."""

from __future__ import annotations

from typing import Final
from zlib import crc32

from recall.errors import UsageError

_DIGITS: Final = "0123456789abcdefghijklmnopqrstuvwxyz"
_LONGEST: Final = 20
_DIGEST_BITS: Final = 32


def encode_cursor(offset: int, question: str) -> str:
    """A short string for the hits behind the first ``offset`` of the answer to ``question``.

    ``question`` is whatever decides what is found: the query and its filters.
    """
    number = offset << _DIGEST_BITS | _digest(question)
    digits = ""
    while number:
        number, digit = divmod(number, len(_DIGITS))
        digits = _DIGITS[digit] + digits
    return digits or "0"


def decode_cursor(cursor: str, question: str) -> int:
    """The offset in a cursor.

    Raises:
        UsageError: It is no cursor, or one of another question.
    """
    plain = cursor.strip().lower()
    if not (plain.isascii() and plain.isalnum() and len(plain) <= _LONGEST):
        raise UsageError(
            f"{cursor[:40]!r} is not a cursor. Take the one that the answer before ended with."
        )
    offset, digest = divmod(int(plain, len(_DIGITS)), 1 << _DIGEST_BITS)
    if digest != _digest(question):
        raise UsageError(
            f"The cursor {cursor!r} is none of this search. "
            "Repeat the query and the filters that it came from."
        )
    return offset


def _digest(question: str) -> int:
    return crc32(question.encode("utf-8", "surrogatepass"))
