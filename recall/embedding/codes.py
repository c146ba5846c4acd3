"""Vectors at two bits a dimension, and their cosines with a query without unpacking them.

A number of a vector becomes one of four evenly spaced levels: 64 bytes instead of 1,024, and
rankings stay as good. The first 32 bytes have the higher bits (the signs), the others the lower
ones, eight dimensions a byte. What a byte adds to the cosine with a given query is thus one of
256 values: a table. Looking up a byte of all vectors at once is ``bytes.translate``, and adding
the look-ups of all vectors is an addition of large integers; so 100,000 vectors are looked
through by their signs in some 8 ms without numpy. Only the best are measured by both bits.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from recall.embedding.table import DIMENSIONS

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

CODE_BYTES = DIMENSIONS // 4
_PLANE = CODE_BYTES // 2
"""Bytes of the higher bits, and of the lower ones."""

STEP = 0.9957
"""Distance of two levels, in standard deviations of a vector's numbers: the best for numbers
spread as these are, which loses 12 % of a vector's square (Max 1960)."""

_SHARE = 0.77
"""How much of a cosine the levels keep, measured on notes and questions: what they cut off is
where the vectors are largest, and where a question and its answer agree."""

NOTHING = bytes(CODE_BYTES)
"""The code of a text without a known word: it is near to no query."""

_UNIT = STEP / DIMENSIONS**0.5 / _SHARE
_STEPS = 254
"""Most that a byte adds to a sum, but for the rounding of its halves."""

_HALVES = bytes(value >> 1 for value in range(256))
"""For a scan, in which two of what is added must fit into eight bits."""

_HIGHER_HALF = bytes(value >> 4 for value in range(256))
_REST = bytes(240)


class Asked:
    """A query of length 1 as tables: what each byte of a plane adds to its bits' sum.

    In steps of ``step``; ``least`` is the sum of all that was subtracted to begin at nought,
    ``total`` that of the query's numbers.
    """

    __slots__ = ("least", "step", "tables", "total")

    def __init__(self, tables: list[bytes], step: float, least: float, total: float) -> None:
        self.tables, self.step, self.least, self.total = tables, step, least, total


def asked(query: Sequence[float]) -> Asked:
    """A query made ready for any number of vectors."""
    numbers = [[query[dimension] for dimension in dimensions_of(byte)] for byte in range(_PLANE)]
    step = max([sum(map(abs, eight)) for eight in numbers]) / _STEPS or 1.0
    tables = []
    least = 0.0
    for eight in numbers:
        low, high = _steps(eight[:4], step), _steps(eight[4:], step)
        tables.append(_sums_of_halves(high, low))
        least += sum([number for number in eight if number < 0])
    return Asked(tables, step, least, sum(query))


def _sums_of_halves(high: bytes, low: bytes) -> bytes:
    """For each byte what its halves add: one addition for all, as no sum needs a ninth bit."""
    added = int.from_bytes(low * 16, "little")
    added += int.from_bytes(_HIGHER_HALF.translate(high + _REST), "little")
    return added.to_bytes(256, "little")


def _steps(numbers: Sequence[float], step: float) -> bytes:
    """What the 16 values of half a byte add, in whole steps from the least of them on."""
    shares = [0.5 - sum([number for number in numbers if number < 0]) / step]
    for number in numbers:
        steps = number / step
        shares += [each + steps for each in shares]
    return bytes(map(int, shares))


def dimensions_of(byte: int) -> tuple[int, ...]:
    """The dimensions in a byte of a plane, lowest bit first; see ``packed_bits``."""
    return tuple(
        2 * (byte + shift) + bit for shift in (0, _PLANE * 2, _PLANE, _PLANE * 3) for bit in (0, 1)
    )


def packed_bits(even: bytes, odd: bytes) -> bytes:
    """A plane from a byte, 0 or 1, for each dimension of even and of odd number."""
    bits = int.from_bytes(even, "little") | int.from_bytes(odd, "little") << 1
    for half, shift in ((2 * _PLANE, 2), (_PLANE, 4)):
        bits = bits & (1 << 8 * half) - 1 | bits >> 8 * half << shift
    return bits.to_bytes(_PLANE, "little")


class Codes:
    """Vectors packed one behind the other, laid out for scanning by their signs."""

    def __init__(self, packed: bytes) -> None:
        self.count = len(packed) // CODE_BYTES
        self._packed = packed
        self._columns = [packed[place::CODE_BYTES] for place in range(_PLANE)]

    def nearest(self, query: Asked, most: int) -> list[int]:
        """Places of the ``most`` vectors whose signs are nearest to a query, and their equals."""
        if self.count <= most:
            return list(range(self.count))
        tables = [table.translate(_HALVES) for table in query.tables]
        lanes = self.count + self.count % 2
        mask = int.from_bytes(b"\xff\0" * (lanes // 2), "little")
        even = odd = 0
        for place in range(0, _PLANE, 2):
            added = sum(
                int.from_bytes(column.translate(table), "little")
                for column, table in zip(
                    self._columns[place : place + 2], tables[place : place + 2], strict=True
                )
            )
            even += added & mask
            odd += added >> 8 & mask
        # Twelve bits are in use: without the lowest four a lane fits into a byte.
        sides = [(total >> 4 & mask).to_bytes(lanes, "little")[::2] for total in (even, odd)]
        return [each for each in _highest(sides, most) if each < self.count]

    def cosines(self, query: Asked, places: Iterable[int]) -> dict[int, float]:
        """The cosine with a query of the vectors at these places."""
        chosen = list(places)
        codes = [self._packed[each * CODE_BYTES : (each + 1) * CODE_BYTES] for each in chosen]
        packed = b"".join(codes)
        high, low = (_sums(packed[first:], query.tables) for first in (0, _PLANE))
        step, constant = query.step, 3 * query.least - 1.5 * query.total
        return {
            place: 0.0 if code == NOTHING else _UNIT * ((2 * one + two) * step + constant)
            for place, code, one, two in zip(chosen, codes, high, low, strict=True)
        }


def _sums(packed: bytes, tables: list[bytes]) -> list[int]:
    """For each vector what the bytes of the plane at its begin add, in steps."""
    columns = [packed[place::CODE_BYTES].translate(table) for place, table in enumerate(tables)]
    return list(map(sum, zip(*columns, strict=True)))


def _highest(sides: list[bytes], most: int) -> list[int]:
    """Places of the highest bytes, at least ``most`` and all that equal the last of them.

    ``sides`` are the bytes of even and of odd place.
    """
    low, cut = 0, 256  # fewer than ``most`` are as high as ``cut``
    while cut - low > 1:
        middle = (low + cut) // 2
        below = bytes(range(middle))
        if sum(len(side.translate(None, below)) for side in sides) < most:
            cut = middle
        else:
            low = middle
    marks = bytes(value >= low for value in range(256))
    places = []
    for odd, side in enumerate(sides):
        marked = side.translate(marks)
        at = marked.find(1)
        while at >= 0:
            places.append(2 * at + odd)
            at = marked.find(1, at + 1)
    return places
