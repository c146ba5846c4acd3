"""The built-in embedding: its table, its tokenizer, and one vector by two ways."""

import hashlib
import math
import operator
import re
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recall.embedding import codes, encoder, pieces, table
from recall.embedding.codes import CODE_BYTES, NOTHING
from recall.embedding.encoder import Encoder
from recall.embedding.query import query_vector

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
def test_a_vector_is_the_scaled_sum_of_rows(text):
    expected = pytest.approx(slow_vector(text), abs=1e-6)
    assert query_vector(text).numbers == expected


@given(st.text(max_size=300))
def test_any_text_has_a_vector_of_length_one_or_none(text):
    found = query_vector(text)
    length = math.sqrt(cosine(found.numbers, found.numbers))
    assert length == pytest.approx(1.0) or not any(found.numbers)
    assert 0 <= found.known <= found.words
    assert len(ENCODER.codes(text, [text, "", text])) == 3


def test_the_same_text_has_the_same_vector_after_any_other():
    before = ENCODER.codes("", ["where the notes live"])
    for number in range(200):
        ENCODER.codes("", [f"word{number} other{number}"])
    assert ENCODER.codes("", ["where the notes live"]) == before


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
    near_vector, far_vector = query_vector(near).numbers, query_vector(far).numbers
    assert cosine(asked, near_vector) > cosine(asked, far_vector) + 0.1


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
        "import sys; from recall.embedding.query import query_vector; query_vector('a note');"
        "print(sorted({'numpy', 'json', 'unicodedata', 'recall.store', 'recall.embedding.encoder'} & set(sys.modules)))"
    )
    ran = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert ran.stdout.strip() in ("['unicodedata']", "[]")


TEXTS = [
    "a note on clay pots",
    "which plugin shows tasks",
    "salt water and lids",
    "the",
    "travel budget",
]


def unpacked(code):
    """The levels of a code, one a dimension."""
    half = CODE_BYTES // 2
    levels = [0.0] * table.DIMENSIONS
    for byte in range(half):
        for bit, dimension in enumerate(codes.dimensions_of(byte)):
            high, low = code[byte] >> bit & 1, code[half + byte] >> bit & 1
            levels[dimension] = 2 * high + low - 1.5
    return levels


def levels_of(numbers):
    """Which of the four levels each number is nearest to."""
    border = codes.STEP / 16
    return [(0.5 + (abs(number) > border)) * (1 if number > 0 else -1) for number in numbers]


def telling(text):
    """The text without its light words."""
    built_in = table.built_in()

    def is_light(word):
        places = pieces.places(word, built_in.find)
        row = built_in.row(places[0]) if len(places) == 1 else b""
        return row and sum((each - table.BIAS) ** 2 for each in row) < encoder.LIGHT**2

    return " ".join(word for word in pieces.words(text) if not is_light(word))


def agreement(code, numbers):
    return sum(map(operator.eq, unpacked(code), levels_of(numbers)))


@pytest.mark.parametrize("text", [*TEXTS, "Notes " * 500, "getURLPath zettelkasten", "café"])
def test_a_code_has_the_level_of_each_number_of_what_is_telling(text):
    (code,) = ENCODER.codes("", [text])
    numbers = query_vector(telling(text)).numbers
    assert (agreement(code, numbers) >= 255) if any(numbers) else (code == NOTHING)


def test_light_words_are_left_out_of_passages():
    assert telling("the clay of the note and what it is") == "clay note"
    assert ENCODER.codes("", ["the clay of the note"]) == ENCODER.codes("", ["clay note"])


def test_a_title_counts_as_words_of_each_passage():
    assert ENCODER.codes("Crock", ["clay pots"]) == ENCODER.codes("", ["Crock clay pots"])


def by_the_book(texts):
    """Codes of passages with what is around each: mean rows, weighted by their distance."""
    sums = []
    for text in texts:
        words = telling(text).split()
        rows = [
            table.built_in().row(place)
            for word in words
            for place in pieces.places(word, table.built_in().find)
        ]
        sums.append([sum(each) / len(rows) - table.BIAS for each in zip(*rows, strict=True)])
    for at in range(len(sums)):
        near = [
            (encoder.NEAR[abs(other - at)], one)
            for other, one in enumerate(sums)
            if abs(other - at) < len(encoder.NEAR)
        ]
        blended = [
            sum(weight * one[dimension] for weight, one in near)
            for dimension in range(table.DIMENSIONS)
        ]
        length = math.sqrt(cosine(blended, blended))
        yield [each / length for each in blended]


def test_a_passage_is_read_with_those_around_it():
    texts = [
        "clay pots with lids",
        "salt water",
        "travel budget of May",
        "tree songs " * 80,
        "tasks",
    ]
    expected = list(by_the_book(texts))
    found = ENCODER.codes("", texts)
    assert all(agreement(*pair) >= 250 for pair in zip(found, expected, strict=True))
    assert ENCODER.codes("", texts[2:3], texts[:2], texts[3:]) == found[2:3]
    assert ENCODER.codes("", texts[1:2], texts[:1], texts[2:]) == found[1:2]


@pytest.mark.parametrize("title", ["", "Crock"])
def test_no_passage_overflows_its_lanes(title):
    """Long ones between short ones, and words of four pieces each."""
    texts = ["zettelkasten " * 20_000, "pump", "note " * 60_000, "", "pump"]
    found = ENCODER.codes(title, texts)
    alone = [code for text in texts for code in ENCODER.codes(title, [text])]
    for code, other in zip(found, alone, strict=True):
        same = sum(
            (one > 0) == (two > 0) for one, two in zip(unpacked(code), unpacked(other), strict=True)
        )
        assert same > 150 or NOTHING in (code, other)


def packed_texts(count):
    words = ["clay", "water", "note", "plugin", "travel", "salt", "task", "song", "tree", "bread"]
    texts = [
        f"{words[n % 10]} {words[n // 10 % 10]} {words[n // 100 % 10]} {n}" for n in range(count)
    ]
    return codes.Codes(b"".join(ENCODER.codes("", [text])[0] for text in texts))


@pytest.mark.parametrize("count", [1, 2, 3, 500])
def test_cosines_are_those_of_the_levels(count):
    laid = packed_texts(count)
    query = query_vector("bread and water on a tree").numbers
    found = laid.cosines(codes.asked(query), range(count))
    for place, value in found.items():
        code = laid._packed[place * CODE_BYTES : (place + 1) * CODE_BYTES]
        exact = codes._UNIT * sum(map(operator.mul, query, unpacked(code)))
        assert value == pytest.approx(exact, abs=0.005)


@pytest.mark.parametrize("count", [501, 1000])
@pytest.mark.parametrize("most", [1, 20, 400])
def test_the_scan_finds_those_with_the_nearest_signs(count, most):
    laid = packed_texts(count)
    query = query_vector("bread and water on a tree").numbers

    def by_signs(place):
        code = laid._packed[place * CODE_BYTES : (place + 1) * CODE_BYTES]
        signs = unpacked(code)
        return sum(number for number, level in zip(query, signs, strict=True) if level > 0)

    found = laid.nearest(codes.asked(query), most)
    assert len(found) >= most
    assert len(set(found)) == len(found)
    worst = min(map(by_signs, found))
    assert sum(by_signs(place) > worst + 0.05 for place in set(range(count)) - set(found)) == 0


def test_nothing_is_near_to_any_query():
    laid = codes.Codes(NOTHING * 3)
    assert laid.cosines(codes.asked(query_vector("water").numbers), [0, 2]) == {0: 0.0, 2: 0.0}
    assert ENCODER.codes("", ["", "日本", "!"]) == [NOTHING] * 3
    assert codes.Codes(b"").nearest(codes.asked(query_vector("water").numbers), 5) == []


def test_a_query_of_no_known_word_is_near_to_nothing():
    laid = packed_texts(30)
    assert set(laid.cosines(codes.asked(query_vector("日本").numbers), range(30)).values()) == {0.0}
