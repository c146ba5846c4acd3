"""Texts to vectors in pure Python, a query as well as a hundred thousand passages.

A row of the table is widened to one large integer with a lane of 16 bits a dimension, so that
adding two rows is one addition; a word that was seen before costs one look-up and one addition.
That makes as many passages a second as numpy does, and loading numpy would cost a search more
than all the rest of it.
"""

from __future__ import annotations

import math
from struct import Struct
from typing import TYPE_CHECKING, NamedTuple

from recall.embedding import pieces
from recall.embedding.table import BIAS, DIMENSIONS, Table, built_in

if TYPE_CHECKING:
    from collections.abc import Sequence

    from recall.embedding.pieces import Find

_LANE_BITS = 16
_ONE_PIECE = 1 << (_LANE_BITS * DIMENSIONS)
"""One in a lane of its own behind the others: it counts the pieces, each of which has ``BIAS`` in
every number."""

_ADDED_WORDS = 64
"""Words added at once: with ``MOST_PIECES`` pieces of at most 255 each no lane overflows."""

_EVEN_LANES = int.from_bytes(b"\xff\xff\0\0" * (DIMENSIONS // 2 + 1), "little")
_WIDE = Struct(f"<{DIMENSIONS // 2 + 1}I")
_CACHED_WORDS = 50_000
"""Widened words kept at a time; each takes half a kilobyte."""


class QueryVector(NamedTuple):
    """A query's direction, of length 1 (all zeros when no word has a row).

    ``known`` of its ``words`` different words stand whole in the table: few in another language.
    """

    numbers: list[float]
    words: int
    known: int


class _Words(dict[str, int]):
    """Widened sums of words' rows, made when first asked for."""

    def __init__(self, table: Table, find: Find) -> None:
        self._table, self._find = table, find

    def __missing__(self, word: str) -> int:
        widened = 0
        for place in pieces.places(word, self._find):
            lanes = bytearray(2 * DIMENSIONS)
            lanes[::2] = self._table.row(place)
            widened += int.from_bytes(lanes, "little") + _ONE_PIECE
        if len(self) >= _CACHED_WORDS:
            self.clear()
        self[word] = widened
        return widened


class Encoder:
    """Makes the vectors of many texts."""

    def __init__(self, table: Table | None = None) -> None:
        table = table or built_in()
        self._words = _Words(table, table.places().get)

    def sums(self, text: str) -> list[int]:
        """For each dimension the sum over the text's pieces: its vector before it is scaled."""
        return _sums(self._words, pieces.words(text))

    def vector(self, text: str) -> list[float]:
        """The vector of a text; all zeros when no word of it has a row."""
        return scaled(self.sums(text))


def query_vector(text: str, table: Table | None = None) -> QueryVector:
    """The vector of one short text, for which reading the whole table would take too long."""
    table = table or built_in()
    words = pieces.words(text)
    known = sum(table.find(word) is not None for word in set(words))
    numbers = scaled(_sums(_Words(table, table.find), words))
    return QueryVector(numbers, len(set(words)), known)


def _sums(widened: _Words, words: Sequence[str]) -> list[int]:
    even = odd = 0
    for begin in range(0, len(words), _ADDED_WORDS):
        added = sum(map(widened.__getitem__, words[begin : begin + _ADDED_WORDS]))
        even += added & _EVEN_LANES
        odd += added >> _LANE_BITS & _EVEN_LANES
    lanes = [0] * (DIMENSIONS + 2)
    lanes[::2], lanes[1::2] = _wide(even), _wide(odd)
    bias = BIAS * lanes[DIMENSIONS]
    return [lane - bias for lane in lanes[:DIMENSIONS]]


def _wide(total: int) -> tuple[int, ...]:
    return _WIDE.unpack(total.to_bytes(_WIDE.size, "little"))


def scaled(sums: list[int]) -> list[float]:
    """A vector in the direction of ``sums`` and of length 1."""
    length = math.sqrt(sum([each * each for each in sums]))
    return [each / length for each in sums] if length else [0.0] * len(sums)
