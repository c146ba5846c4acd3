"""The table of the built-in model: pieces of words and their rows.

``pieces.bin`` has the pieces in the order of their bytes, each filled up with zeros to
``PIECE_BYTES``, so that a piece is found by bisection without parsing the list. ``rows.bin`` has
``DIMENSIONS`` bytes a piece in the same order: the row's numbers plus 128. A query reads the
pieces, which takes a fifth of a millisecond, and a few rows.
"""

from __future__ import annotations

import os
from bisect import bisect_left
from functools import cache

MODEL = "recall-static-256x2-2"
"""Names what the vectors of a store were made with: another table, tokenizer or way to pack them
needs another name, and a store's vectors are then made anew."""

DIMENSIONS = 256
BIAS = 128
PIECE_BYTES = 24
_READ_AT = hasattr(os, "pread")
"""Whether a file can be read at a place; where not (Windows) all rows are read."""

LONGEST_PIECE = 18
"""Characters of the longest piece, the mark of a continuation included."""


class Table:
    """Pieces of words and their rows."""

    def __init__(self, folder: str) -> None:
        with open(os.path.join(folder, "pieces.bin"), "rb") as file:
            self._pieces = file.read()
        rows = os.path.join(folder, "rows.bin")
        if _READ_AT:
            self._file = os.open(rows, os.O_RDONLY)
        else:
            with open(rows, "rb") as file:
                self._rows = file.read()

    def __len__(self) -> int:
        return len(self._pieces) // PIECE_BYTES

    def __getitem__(self, place: int) -> bytes:
        """The piece at a place, filled up with zeros."""
        begin = place * PIECE_BYTES
        return self._pieces[begin : begin + PIECE_BYTES]

    def find(self, piece: str) -> int | None:
        """The place of a piece; None for one that the table has not."""
        wanted = piece.encode("utf-8", "replace").ljust(PIECE_BYTES, b"\0")
        place = bisect_left(self, wanted)
        return place if self[place] == wanted else None

    def places(self) -> dict[str, int]:
        """The place of every piece, for those who look up thousands."""
        pieces = [self[place].rstrip(b"\0").decode() for place in range(len(self))]
        return dict(zip(pieces, range(len(pieces)), strict=True))

    def row(self, place: int) -> bytes:
        """The numbers of a piece, each plus ``BIAS``."""
        begin = place * DIMENSIONS
        if _READ_AT:
            return os.pread(self._file, DIMENSIONS, begin)
        return self._rows[begin : begin + DIMENSIONS]


@cache
def built_in() -> Table:
    """The table that comes with this package."""
    return Table(os.path.join(os.path.dirname(__file__), "static"))
