"""The built-in embedding: its table, its tokenizer, and one vector by two ways."""

import hashlib
import math
import re
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recall.embedding import pieces, table
from recall.embedding.encoder import Encoder, query_vector

STATIC = Path(table.__file__).parent / "static"
ROOT = Path(__file__).parents[2]
ENCODER = Encoder()


def cosine(one, other):
    return sum(a * b for a, b in zip(one, other, strict=True))


def slow_vector(text):
    """The same by the book: a sum of rows, divided by its length."""
    built_in = table.built_in()
    total = [0] * table.DIMENSIONS
    for word in pieces.words(text):
        for place in pieces.places(word, built_in.find):
            total = [sum(pair) for pair in zip(total, built_in.row(place), strict=True)]
            total = [each - table.BIAS for each in total]
    length = math.sqrt(sum(each * each for each in total)) or 1.0
    return [each / length for each in total]


def test_the_files_are_those_that_the_notice_names():
    notice = (STATIC / "NOTICE").read_text(encoding="utf-8")
    named = dict(re.findall(r"^  (\w+\.bin) +([0-9a-f]{64})$", notice, re.MULTILINE))
    there = {
        path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in STATIC.glob("*.bin")
    }
    assert named == there


def test_the_pieces_are_in_order_and_each_has_a_row():
    built_in = table.built_in()
    listed = [built_in[place] for place in range(len(built_in))]
    assert listed == sorted(set(listed))
    assert max(len(each.rstrip(b"\0").decode()) for each in listed) == table.LONGEST_PIECE
    assert (STATIC / "rows.bin").stat().st_size == len(listed) * table.DIMENSIONS


def test_every_piece_is_found_by_bisection_and_nothing_else_is():
    built_in = table.built_in()
    places = built_in.places()
    assert all(built_in.find(piece) == place for piece, place in places.items())
    assert all(
        built_in.find(each) is None for each in ("", "zzzzzz", "##", "日本", "a" * 99, "\ud800")
    )


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The Crock's LIDS", ["the", "crock", "s", "lids"]),
        ("snake_case and dots.in.names", ["snake", "case", "and", "dots", "in", "names"]),
        ("Café Über naïve", ["cafe", "uber", "naive"]),
        ("v1.10.2", ["v1", "10", "2"]),
        ("", []),
        ("-- !! \n\t 🎉", []),
        ("日本 Москва", ["日本", "москва"]),
    ],
)
def test_words_are_small_letters_without_accents(text, expected):
    assert pieces.words(text) == expected


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        ("plugin", ["plug", "##in"]),
        ("note", ["note"]),
        ("zettelkasten", ["ze", "##tte", "##lka", "##sten"]),
        ("日本", []),  # no piece
        ("note日", []),  # one part has no piece
        ("deadbeefcafe0123456789", []),  # too many
        ("a" * 1000, []),
    ],
)
def test_a_word_falls_into_its_longest_pieces(word, expected):
    built_in = table.built_in()
    found = pieces.places(word, built_in.find)
    assert [built_in[place].rstrip(b"\0").decode() for place in found] == expected


@pytest.mark.parametrize(
    "text",
    [
        "",
        "!!",
        "日本語の文章",
        "note",
        "a note on notes",
        "Notes " * 500,
        "getURLPath zettelkasten",
        "café",
    ],
)
def test_a_vector_is_the_scaled_sum_of_rows_by_either_way(text):
    expected = pytest.approx(slow_vector(text), abs=1e-6)
    assert ENCODER.vector(text) == expected
    assert query_vector(text).numbers == expected


@given(st.text(max_size=300))
def test_any_text_has_a_vector_of_length_one_or_none(text):
    one, other = ENCODER.vector(text), query_vector(text)
    assert one == pytest.approx(other.numbers, abs=1e-6)
    length = math.sqrt(cosine(one, one))
    assert length == pytest.approx(1.0) or not any(one)
    assert 0 <= other.known <= other.words


def test_the_same_text_has_the_same_vector_after_any_other():
    before = ENCODER.vector("where the notes live")
    for number in range(200):
        ENCODER.vector(f"word{number} other{number}")
    assert ENCODER.vector("where the notes live") == before


@pytest.mark.parametrize(
    ("query", "near", "far"),
    [
        ("how fast is it", "quick and speedy", "a recipe for bread"),
        ("doctor's appointment", "visit the physician on Monday", "compile the program"),
        ("money for the trip", "travel budget", "keyboard shortcuts"),
        ("delete a file", "remove documents", "sing a song"),
    ],
)
def test_texts_of_like_meaning_are_nearer(query, near, far):
    asked = query_vector(query).numbers
    assert cosine(asked, ENCODER.vector(near)) > cosine(asked, ENCODER.vector(far)) + 0.1


@pytest.mark.parametrize(
    ("query", "words", "known"),
    [
        ("where are the notes", 4, 4),
        ("wo liegen die Aufzeichnungen", 4, 2),
        ("где лежат заметки", 3, 0),
        ("笔记在哪里", 1, 0),
        ("", 0, 0),
    ],
)
def test_a_query_knows_how_many_of_its_words_the_table_has(query, words, known):
    found = query_vector(query)
    assert (found.words, found.known) == (words, known)


def test_a_query_needs_neither_numpy_nor_the_whole_list():
    code = (
        "import sys; from recall.embedding.encoder import query_vector; query_vector('a note');"
        "print(sorted({'numpy', 'json', 'unicodedata', 'recall.store'} & set(sys.modules)))"
    )
    ran = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert ran.stdout.strip() in ("['unicodedata']", "[]")
