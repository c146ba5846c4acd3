import ntpath
import os
import posixpath
import unicodedata

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from vault_sync.paths import below, fold, os_path, portable

ANY_TEXT = st.text(st.characters(exclude_categories=[]) | st.sampled_from("\\x5cfud8\udcff"))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Log.md", "LOG.MD"),
        ("Cafe\u0301", "Café"),
        ("CAFE\u0301", "café"),
        ("a\u00a0b", "a b"),
        ("a\u202fb", "A b"),
        ("ΟΔΟΣ", "οδος"),
        ("Їжак.md", unicodedata.normalize("NFD", "їжак.md")),
    ],
)
def test_r061_r062_r063_a08_a10_spellings_of_one_name_have_one_key(one: str, other: str) -> None:
    assert fold(one) == fold(other)


@pytest.mark.parametrize(("one", "other"), [("Masse", "Maße"), ("a b", "ab"), ("a-b", "a_b")])
def test_different_names_have_different_keys(one: str, other: str) -> None:
    assert fold(one) != fold(other)


@given(ANY_TEXT)
def test_the_key_of_a_key_is_itself(name: str) -> None:
    assert fold(fold(name)) == fold(name)


@given(ANY_TEXT, ANY_TEXT)
@example("ΟΔΟΣ", "x")
def test_the_key_of_a_path_joins_the_keys_of_its_parts(folder: str, name: str) -> None:
    assert fold(f"{folder}/{name}.md") == f"{fold(folder)}/{fold(name)}.md"


@given(ANY_TEXT)
@example("\\x5cxff")
@example("\\\\xff\udcff\ud83d")
def test_a_name_from_the_disk_survives_the_portable_spelling(name: str) -> None:
    stored = portable(name)
    stored.encode("utf-8")
    assert os_path(stored) == name


def test_bytes_that_are_no_utf8_are_shown_as_escapes() -> None:
    assert portable(os.fsdecode(b"caf\xe9 \xc3\xa9.md")) == "caf\\xe9 é.md"


def test_usual_names_are_left_alone() -> None:
    for name in ("Note.md", "a\\b.md", "Übersicht.md", "U\u0308.md", "a\nb.md", "\\x41.md"):
        assert portable(name) == name


@pytest.mark.parametrize(
    ("root", "path", "expected"),
    [
        ("/v", "/v/a/N.md", "a/N.md"),
        ("/v/", "/v//a/./N.md", "a/N.md"),
        ("/v", "/v", ""),
        ("/", "/a.md", "a.md"),
        ("/v", "/v-secret/x.md", None),
        ("/v", "/v/../v-secret/x.md", None),
        ("/v", "a/N.md", None),
        ("/v", "/V/N.md", None),
    ],
)
def test_a50_below_compares_whole_components(root: str, path: str, expected: str | None) -> None:
    assert below(root, path, posixpath) == expected


@pytest.mark.parametrize("path", ["C:\\V\\N.md", "c:\\v\\N.md", "C:/V/N.md", "c:/v/./N.md"])
def test_a49_drive_letter_and_separators_make_no_difference_on_windows(path: str) -> None:
    assert below("C:\\V", path, ntpath) == "N.md"
