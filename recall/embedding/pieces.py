"""From a text to pieces of words, as the table's own tokenizer cuts them (WordPiece)."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

from recall.embedding.table import LONGEST_PIECE

if TYPE_CHECKING:
    from collections.abc import Callable

    Find = Callable[[str], int | None]

MOST_PIECES = 4
"""What falls into more pieces is a key, a code or a word of another language."""

CONTINUED = "##"
SHORT = 200
"""Characters of a text for which compiling an expression is not worth its time."""


def words(text: str) -> list[str]:
    """The words of a text in small letters without accents; punctuation has no meaning here."""
    text = text.lower()
    if not text.isascii():
        from unicodedata import normalize

        text = _accents().sub("", normalize("NFD", text))
    if len(text) <= SHORT:
        return "".join([char if char.isalnum() else " " for char in text]).split()
    return _word().findall(text)


@cache
def _word() -> re.Pattern[str]:
    return re.compile(r"[^\W_]+")


@cache
def _accents() -> re.Pattern[str]:
    return re.compile("[\u0300-\u036f]+")


def places(word: str, find: Find) -> list[int]:
    """Places of a word's pieces, each as long as can be; none if a part of it has no piece."""
    whole = find(word)
    if whole is not None:
        return [whole]
    found: list[int] = []
    begin, mark = 0, ""
    while begin < len(word):
        if len(found) == MOST_PIECES:
            return []
        room = LONGEST_PIECE - len(mark)
        for end in range(min(len(word), begin + room), begin, -1):
            place = find(mark + word[begin:end])
            if place is not None:
                break
        else:
            return []
        found.append(place)
        begin, mark = end, CONTINUED
    return found
