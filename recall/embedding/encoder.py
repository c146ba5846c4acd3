"""The vectors of many texts in pure Python.

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
    from collections.abc import Sequence

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
_CACHED_WORDS = 50_000
"""Widened words kept at a time; each takes half a kilobyte."""

LIGHT = 200
"""A word whose row is shorter than this is left out of passages: "the", "and", "would" hardly turn
a text's direction, and they are a third of its words."""

_SQUARES = [(value - BIAS) ** 2 for value in range(256)]

NEAR = (10, 5, 3)
"""What a passage's own meaning, that of the ones beside it, and of the next ones count.

A turn of a talk answers the one before it; a paragraph goes on with what its note is about.
"""

_UNIT = 1 << 18
"""What the sum of a passage is scaled to; with the weights of ``NEAR`` it still fits its lanes."""


class _Words(dict[str, int]):
    """Widened sums of words' rows, made when first asked for; 0 for words that say nothing."""

    def __init__(self, table: Table, find: Find) -> None:
        self._table, self._find = table, find

    def __missing__(self, word: str) -> int:
        widened = 0
        places = pieces.places(word, self._find)
        for place in places:
            row = self._table.row(place)
            if len(places) == 1 and sum(map(_SQUARES.__getitem__, row)) < LIGHT * LIGHT:
                break
            lanes = bytearray(2 * DIMENSIONS)
            lanes[::2] = row
            widened += int.from_bytes(lanes, "little") + _ONE_PIECE
        if len(self) >= _CACHED_WORDS:
            self.clear()
        self[word] = widened
        return widened


class _Sum(NamedTuple):
    """Rows added up: lanes of 32 bits, those of the dimensions of even number and of odd.

    Every lane is ``bias`` too high.
    """

    even: int
    odd: int
    bias: int


_NONE = _Sum(0, 0, 0)


class Encoder:
    """Makes the vectors of many texts."""

    def __init__(self, table: Table | None = None) -> None:
        table = table or built_in()
        self._words = _Words(table, table.places().get)

    def codes(
        self,
        title: str,
        bodies: Sequence[str],
        before: Sequence[str] = (),
        after: Sequence[str] = (),
    ) -> list[bytes]:
        """Codes of the passages of one item, each with its title and what is around it.

        Without a ``title`` the passages speak for themselves. ``before`` and ``after`` are texts
        of other items that belong together with it, as the turns of a talk.
        """
        named = pieces.words(title)
        own = [_sum(self._words, [*named, *pieces.words(body)]) for body in bodies]
        around = len(NEAR) - 1
        if len(own) == 1 and not before and not after:
            return [_code(own[0])]
        earlier = [_sum(self._words, pieces.words(text)) for text in before[-around:]]
        later = [_sum(self._words, pieces.words(text)) for text in after[:around]]
        scaled = [_scaled(each) for each in (*earlier, *own, *later)]
        scaled = [_NONE] * (around - len(earlier)) + scaled + [_NONE] * (around - len(later))
        return [
            _code(_blended(scaled[at : at + 2 * around + 1])) if whole.bias else NOTHING
            for at, whole in enumerate(own)
        ]


def _sum(widened: _Words, words: Sequence[str]) -> _Sum:
    even = odd = 0
    for begin in range(0, len(words), _ADDED_WORDS):
        chosen = map(widened.__getitem__, words[begin : begin + _ADDED_WORDS])
        added = sum(filter(None, chosen))
        even += added & _EVEN_LANES
        odd += added >> _LANE_BITS & _EVEN_LANES
    pieces_added = even >> _WIDE_BITS * _HALF
    return _Sum(even & _ALL_WIDE, odd, BIAS * pieces_added)


def _scaled(summed: _Sum) -> _Sum:
    """A sum as if it were of one piece: a long passage does not drown the short one beside it."""
    times = _UNIT * BIAS // summed.bias if summed.bias else 0
    return _Sum(summed.even * times, summed.odd * times, summed.bias * times)


def _blended(scaled: Sequence[_Sum]) -> _Sum:
    """The middle one with those beside it."""
    middle = len(scaled) // 2
    weights = [NEAR[abs(place - middle)] for place in range(len(scaled))]
    return _Sum(*(sum(map(mul, weights, lanes)) for lanes in zip(*scaled, strict=True)))


def _length(summed: _Sum) -> float:
    """How long the vector of a sum is."""
    lanes = (*_lanes(summed.even), *_lanes(summed.odd))
    bias = summed.bias
    # The sum of (lane - bias)^2.
    return math.sqrt(sum(map(mul, lanes, lanes)) - bias * (2 * sum(lanes) - DIMENSIONS * bias))


def _lanes(total: int) -> tuple[int, ...]:
    return _WIDE.unpack(total.to_bytes(_WIDE.size, "little"))


def _code(summed: _Sum) -> bytes:
    """The code of a vector: its signs, then whether a number is in the upper of its two levels."""
    length = _length(summed)
    if not length:
        return NOTHING
    border = STEP * length / math.sqrt(DIMENSIONS)
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
