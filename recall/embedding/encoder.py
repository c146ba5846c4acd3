"""Texts to vectors in pure Python, a query as well as a hundred thousand passages.

A row of the table is widened to one large integer with a lane of 16 bits a dimension, so that
adding two rows is one addition; a word that was seen before costs one look-up and one addition.
That makes as many passages a second as numpy does, and loading numpy would cost a search more
than all the rest of it.
"""

from __future__ import annotations

import math
from operator import mul
from struct import Struct
from typing import TYPE_CHECKING, NamedTuple

from recall.embedding import pieces
from recall.embedding.codes import NOTHING, STEP, packed_bits
from recall.embedding.table import BIAS, DIMENSIONS, Table, built_in

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from recall.embedding.pieces import Find

_LANE_BITS = 16
_ONE_PIECE = 1 << (_LANE_BITS * DIMENSIONS)
"""One in a lane of its own behind the others: it counts the pieces, each of which has ``BIAS`` in
every number."""

_ADDED_WORDS = 64
"""Words added at once: with ``MOST_PIECES`` pieces of at most 255 each no lane overflows."""

_EVEN_LANES = int.from_bytes(b"\xff\xff\0\0" * (DIMENSIONS // 2 + 1), "little")
_HALF = DIMENSIONS // 2
_WIDE_BITS = 32
_WIDE = Struct(f"<{_HALF}I")
_ALL_WIDE = (1 << _WIDE_BITS * _HALF) - 1
_EACH_LANE = _ALL_WIDE // ((1 << _WIDE_BITS) - 1)
_TOP = 1 << (_WIDE_BITS - 1)
_MOST_TIMES = 1_000
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


class _Sum(NamedTuple):
    """Rows added up: lanes of 32 bits, those of the dimensions of even number and of odd.

    Every lane is ``bias`` too high; the length is that of the vector without it.
    """

    even: int
    odd: int
    bias: int
    length: float


class Encoder:
    """Makes the vectors of many texts."""

    def __init__(self, table: Table | None = None) -> None:
        table = table or built_in()
        self._words = _Words(table, table.places().get)

    def vector(self, text: str) -> list[float]:
        """The vector of a text; all zeros when no word of it has a row."""
        return _numbers(_sum(self._words, pieces.words(text)))

    def codes(self, title: str, bodies: Iterable[str]) -> list[bytes]:
        """Codes of the passages of one item, each with the title as a third of its meaning.

        Without a ``title`` the passages speak for themselves.
        """
        named = pieces.words(title)
        name = _sum(self._words, named)
        found = []
        for body in bodies:
            whole = _sum(self._words, [*named, *pieces.words(body)])
            if name.length:
                times = min(round(whole.length / name.length), _MOST_TIMES)
                whole = _measured(
                    2 * whole.even + times * name.even,
                    2 * whole.odd + times * name.odd,
                    2 * whole.bias + times * name.bias,
                )
            found.append(_code(whole))
        return found


def query_vector(text: str, table: Table | None = None) -> QueryVector:
    """The vector of one short text, for which reading the whole table would take too long."""
    table = table or built_in()
    words = pieces.words(text)
    known = sum(table.find(word) is not None for word in set(words))
    numbers = _numbers(_sum(_Words(table, table.find), words))
    return QueryVector(numbers, len(set(words)), known)


def _sum(widened: _Words, words: Sequence[str]) -> _Sum:
    even = odd = 0
    for begin in range(0, len(words), _ADDED_WORDS):
        added = sum(map(widened.__getitem__, words[begin : begin + _ADDED_WORDS]))
        even += added & _EVEN_LANES
        odd += added >> _LANE_BITS & _EVEN_LANES
    bias = BIAS * (even >> _WIDE_BITS * _HALF)
    return _measured(even & _ALL_WIDE, odd, bias)


def _measured(even: int, odd: int, bias: int) -> _Sum:
    lanes = (*_lanes(even), *_lanes(odd))
    # The sum of (lane - bias)^2.
    square = sum(map(mul, lanes, lanes)) - bias * (2 * sum(lanes) - DIMENSIONS * bias)
    return _Sum(even, odd, bias, math.sqrt(square))


def _lanes(total: int) -> tuple[int, ...]:
    return _WIDE.unpack(total.to_bytes(_WIDE.size, "little"))


def _numbers(summed: _Sum) -> list[float]:
    """The vector in the direction of a sum and of length 1."""
    numbers = [0.0] * DIMENSIONS
    if summed.length:
        for first, half in enumerate((summed.even, summed.odd)):
            numbers[first::2] = [(lane - summed.bias) / summed.length for lane in _lanes(half)]
    return numbers


def _code(summed: _Sum) -> bytes:
    """The code of a vector: its signs, then whether a number is in the upper of its two levels."""
    if not summed.length:
        return NOTHING
    border = STEP * summed.length / math.sqrt(DIMENSIONS)
    above = [
        [_greater(half, summed.bias + limit) for half in (summed.even, summed.odd)]
        for limit in (math.floor(-border), 0, math.floor(border))
    ]
    lower = [one ^ two ^ three for one, two, three in zip(*above, strict=True)]
    return packed_bits(*map(_bits, above[1])) + packed_bits(*map(_bits, lower))


def _greater(lanes: int, limit: int) -> int:
    """One in every lane that is greater than ``limit``, nought in the others."""
    return (lanes + _EACH_LANE * (_TOP - limit - 1)) >> (_WIDE_BITS - 1) & _EACH_LANE


def _bits(lanes: int) -> bytes:
    return lanes.to_bytes(_WIDE.size, "little")[:: _WIDE_BITS // 8]
