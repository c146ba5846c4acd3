"""The built-in table is made from the trained one by a script, and comes out the same."""

import os
from pathlib import Path

import pytest

from recall.embedding import build, table
from recall.embedding.table import BIAS, DIMENSIONS, PIECE_BYTES

STATIC = Path(table.__file__).parent / "static"
ROOT = Path(__file__).parents[2]
MODEL = Path(os.environ.get("RECALL_SHARED") or ROOT / ".." / "shared") / "data" / "static-model"


def array(rows, kind="|i1"):
    header = (
        f"{{'descr': '{kind}', 'fortran_order': False, 'shape': ({len(rows)}, {DIMENSIONS}), }}"
    )
    header = header.ljust(117) + "\n"
    numbers = b"".join(bytes(number % 256 for number in row) for row in rows)
    return b"\x93NUMPY\x01\x00" + len(header).to_bytes(2, "little") + header.encode() + numbers


def test_pieces_are_put_in_order_and_signs_and_empty_rows_are_left_out():
    def row(number):
        return [number] * DIMENSIONS

    names = ["water", "[CLS]", "!", "##s", "nothing", "clay"]
    made = build.files_from("\n".join(names), array([row(n) for n in (-128, 1, 2, 127, 0, -1)]))
    pieces = [made.pieces[at : at + PIECE_BYTES] for at in range(0, len(made.pieces), PIECE_BYTES)]
    assert [piece.rstrip(b"\0") for piece in pieces] == [b"##s", b"clay", b"water"]
    assert made.rows == bytes(value + BIAS for value in (127, -1, -128) for _ in range(DIMENSIONS))


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"something else", "no array"),
        (array([[0] * DIMENSIONS], kind="<f4"), "must be"),
        (array([[0] * DIMENSIONS] * 2), "must be"),
    ],
)
def test_another_array_is_refused(data, message):
    with pytest.raises(ValueError, match=message):
        build.files_from("water", data)


@pytest.mark.skipif(not MODEL.exists(), reason="the trained table is not here")
def test_the_files_of_the_package_are_made_from_the_trained_table(tmp_path):
    build.main(str(MODEL), str(tmp_path))
    for name in ("pieces.bin", "rows.bin"):
        assert (tmp_path / name).read_bytes() == (STATIC / name).read_bytes()
