"""Makes the files of the built-in table out of a trained one, byte for byte the same every time.

    python -m recall.embedding.build MODEL_FOLDER OUTPUT_FOLDER

``MODEL_FOLDER`` has ``vocab.txt``, a piece a line, and ``emb.i8.npy``, a row of small integers for
each (NumPy's format, read here without NumPy). Training the rows takes the sentence models that
``static/NOTICE`` names and is done once, by hand; it is no part of this program.
"""

from __future__ import annotations

import ast
import os
import re
import sys
from typing import NamedTuple

from recall.embedding.pieces import CONTINUED
from recall.embedding.table import BIAS, DIMENSIONS, PIECE_BYTES

_MAGIC = b"\x93NUMPY\x01\x00"
_PIECE = re.compile(rf"(?:{CONTINUED})?[^\W_]+")
_BIASED = bytes((value + BIAS) % 256 for value in range(256))


class Files(NamedTuple):
    """What ``static`` holds."""

    pieces: bytes
    rows: bytes


def files_from(vocabulary: str, array: bytes) -> Files:
    """The two files from a list of pieces and an array in NumPy's format.

    Signs and pieces without meaning (a row of zeros) are left out; the rest is in the order of the
    pieces' bytes.

    Raises:
        ValueError: the array has another form, or not a row for each piece.
    """
    names = vocabulary.removesuffix("\n").split("\n")
    numbers = _numbers(array, len(names))
    rows = {
        name.encode(): numbers[at * DIMENSIONS : (at + 1) * DIMENSIONS]
        for at, name in enumerate(names)
        if _PIECE.fullmatch(name)
    }
    kept = sorted(name for name, row in rows.items() if any(row))
    return Files(
        b"".join(name.ljust(PIECE_BYTES, b"\0") for name in kept),
        b"".join(rows[name].translate(_BIASED) for name in kept),
    )


def _numbers(array: bytes, count: int) -> bytes:
    if not array.startswith(_MAGIC):
        raise ValueError("This is no array in version 1 of NumPy's format.")
    end = len(_MAGIC) + 2 + int.from_bytes(array[len(_MAGIC) : len(_MAGIC) + 2], "little")
    header = ast.literal_eval(array[len(_MAGIC) + 2 : end].decode("latin-1"))
    wanted = {"descr": "|i1", "fortran_order": False, "shape": (count, DIMENSIONS)}
    if header != wanted:
        raise ValueError(f"The array is {header}, but must be {wanted}.")
    return array[end:]


def main(model: str, output: str) -> None:
    """Read the model's folder and write both files."""
    with open(os.path.join(model, "vocab.txt"), encoding="utf-8") as listed:
        vocabulary = listed.read()
    with open(os.path.join(model, "emb.i8.npy"), "rb") as array:
        made = files_from(vocabulary, array.read())
    for name, data in zip(("pieces.bin", "rows.bin"), made, strict=True):
        with open(os.path.join(output, name), "wb") as file:
            file.write(data)


if __name__ == "__main__":
    main(*sys.argv[1:3])
