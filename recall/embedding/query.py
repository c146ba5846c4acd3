"""The vector of a query: a few rows of the table, added up.

Kept apart from the encoder of passages, which gives the same vector: whoever starts a program to
ask one question pays for each module and each record that it loads.
"""

from __future__ import annotations

import math

from recall.embedding import pieces
from recall.embedding.table import BIAS, DIMENSIONS, Table, built_in


class QueryVector:
    """A query's direction, of length 1 (all zeros when no word has a row).

    ``known`` of its ``words`` different words stand whole in the table: few in another language.
    """

    __slots__ = ("known", "numbers", "words")

    def __init__(self, numbers: list[float], words: int, known: int) -> None:
        self.numbers, self.words, self.known = numbers, words, known


def query_vector(text: str, table: Table | None = None) -> QueryVector:
    """The vector of one short text."""
    table = table or built_in()
    words = pieces.words(text)
    whole = {word: table.find(word) for word in dict.fromkeys(words)}
    places = {
        word: pieces.places(word, table.find) if place is None else [place]
        for word, place in whole.items()
    }
    known = len(whole) - list(whole.values()).count(None)
    rows = [table.row(place) for word in words for place in places[word]]
    bias = BIAS * len(rows)
    sums = [sum(column) - bias for column in zip(*rows, strict=True)] or [0] * DIMENSIONS
    length = math.sqrt(sum([each * each for each in sums])) or 1.0
    return QueryVector([each / length for each in sums], len(places), known)
