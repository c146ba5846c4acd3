"""What a word that stands nowhere was probably meant to be, from the words of names."""

from __future__ import annotations

from typing import TYPE_CHECKING

from recall.store import passage_search
from recall.store.tokenizer import fold, quote

if TYPE_CHECKING:
    from recall.store.database import Store

MIN_LETTERS = 4
"""Shorter words are one edit away from too many others."""


def completion(store: Store, word: str) -> str | None:
    """FTS5 expression for names with a word that starts like this one; None when there are none."""
    key = fold(word).casefold()
    if len(key) < MIN_LETTERS - 1 or not key.isalnum():
        return None
    if not passage_search.name_words_like(store, key, len(key), 64):
        return None
    return f"{{title aliases}} : {quote(key)} *"


def closest(store: Store, word: str) -> str | None:
    """The word of a name that differs least: one edit up to 7 letters, two from 8 on.

    An edit is a letter too many, missing, wrong, or two neighbours exchanged. The first letter is
    taken as right, or as exchanged with the second.
    """
    key = fold(word).casefold()
    if len(key) < MIN_LETTERS or not key.isalpha():
        return None
    allowed = 1 if len(key) < 8 else 2
    starts = {key[0], key[1]}
    near = [
        (distance, other)
        for start in sorted(starts)
        for other in passage_search.name_words_like(
            store, start, len(key) - allowed, len(key) + allowed
        )
        if (distance := edits(key, other, allowed)) <= allowed
    ]
    return min(near)[1] if near else None


def edits(left: str, right: str, most: int) -> int:
    """Edit distance with neighbour exchange (optimal string alignment); stops above ``most``."""
    if abs(len(left) - len(right)) > most:
        return most + 1
    before: list[int] = []
    row = list(range(len(right) + 1))
    for at, letter in enumerate(left, 1):
        older, before, row = before, row, [at]
        for to, other in enumerate(right, 1):
            cost = min(before[to] + 1, row[to - 1] + 1, before[to - 1] + (letter != other))
            exchanged = at > 1 and to > 1 and letter == right[to - 2] and left[at - 2] == other
            if exchanged:
                cost = min(cost, older[to - 2] + 1)
            row.append(cost)
        if min(row) > most:
            return most + 1
    return row[-1]
