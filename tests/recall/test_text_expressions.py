"""Expressions over texts: piece by piece and stretch by stretch they find what ``re`` finds."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from recall.search.text_expressions import (
    STRETCH,
    STRETCH_OF_CHOICES,
    Clock,
    OutOfTimeError,
    compiled,
    refusal,
)

SOURCES = [
    "ab", "a.*b", "a.+b", "a.*?b.*a", ".*b", "a.*", "^a.*b$", "(?:ab).*[ab]c", "a.*(b|c).*a", "a.*b|c",
    "a+b", "a*b", "[ab]+c", r"\ba.*c\b", r"a\.*b", "[.]*c", "a.{1,}b", "^.*$", "^$", "a\nb", r"a\s+b", "a[^b]*b",
    "(?=a).*b", "[ab]+b", r"\w*c", "a+b|c", "[^a]+c", r"b*\b", r"(a)b\1", "b(?!a)", "é.*A", ".+.+c", ".+",
]  # fmt: skip


@settings(max_examples=300)
@given(st.text(st.sampled_from("aAbc.é \n"), max_size=60), st.booleans())
def test_an_expression_is_found_where_re_finds_it(text, case):
    for source in SOURCES:
        found = compiled(source, case=case).find(text, 0, Clock())
        flags = re.MULTILINE if case else re.MULTILINE | re.IGNORECASE
        expected = re.compile(source, flags).search(text)
        assert (found is None) == (expected is None), source
        if found and expected:
            assert found[0] == expected.start(), source


@pytest.mark.parametrize("before", [0, 100, STRETCH_OF_CHOICES - 2, STRETCH - 2, 3 * STRETCH])
@pytest.mark.parametrize("source", ["xy+z", "x *y+z", "x[^q]*y*z", r"\bxy*z\b", "x.*y.*z"])
def test_it_is_found_behind_a_line_of_any_length(before, source):
    text = "- " * (before // 2) + "xyyz" + " -" * STRETCH
    found = compiled(source, case=True).find(text, 0, Clock())
    assert found is not None
    assert text[found[0] : found[1]].rstrip(" -") == "xyyz"


@pytest.mark.parametrize("source", [r"xy*$", r"x\w*\b(?!-)", "x[^q]*$"])
def test_the_end_of_a_stretch_is_no_end_of_a_line(source):
    text = "x" + "y" * (10 * STRETCH) + "-q"
    assert compiled(source, case=True).find(text, 0, Clock()) is None


def test_all_places_are_told():
    found = compiled("a.*b", case=False).spans("ab\nc\nxA-b-\n", Clock())
    assert list(found) == [(0, 2), (6, 9)]


def test_no_time_is_left():
    with pytest.raises(OutOfTimeError):
        compiled(r"\s+x", case=False).find(" " * 100_000, 0, Clock(0.0))


REFUSED = {
    "(a+)+$": "could take very long",
    "(": "is no expression",
    "a{2": "",
    "[": "is no expression",
    "*": "is no expression",
    r"\p{L}": "is no expression",
    "(?<year>\\d+)-(?<day>\\d+)": "",
    "[^]": "",
    r"\u00e9\x41\/": "",
    "((((((((((a))))))))))": "",
    "(" * 150 + "a" + ")" * 150: "",
}


@pytest.mark.parametrize(("source", "reason"), REFUSED.items())
def test_why_an_expression_is_refused(source, reason):
    assert refusal(source).startswith(reason)
    assert bool(refusal(source)) == bool(reason)
