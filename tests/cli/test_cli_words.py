"""Which arguments of a search are words and which are options."""

import click
import pytest

from recall.cli.search import search


def parsed(*arguments):
    context = click.Context(search, info_name="search")
    with context.scope(cleanup=False):
        search.parse_args(context, list(arguments))
    return context


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("wrap-up", "-draft"), ("wrap-up", "-draft")),
        (("-draft", "wrap-up"), ("-draft", "wrap-up")),
        (('-"a b"', "x"), ('-"a b"', "x")),
        (("-tag:old", "x"), ("-tag:old", "x")),
        (("-notes", "x"), ("-notes", "x")),
        (("-0day", "x"), ("-0day", "x")),
        (("--dry-run", "x"), ("--dry-run", "x")),
        (("x", "--", "--json", "-n", "5"), ("x", "--json", "-n", "5")),
        (("--", "-draft"), ("-draft",)),
        (("-", "x"), ("-", "x")),
        (("x", "-n", "5", "y"), ("x", "y")),
        (("x", "--limit=5", "y"), ("x", "y")),
        (("--tag", "-odd", "x"), ("x",)),
        (("--detail", "full", "--", "x"), ("x",)),
    ],
)
def test_what_is_no_option_is_a_word(arguments, words):
    assert parsed(*arguments).params["words"] == words


@pytest.mark.parametrize("arguments", [("-n", "5"), ("-n5",), ("--limit", "5"), ("--limit=5",)])
@pytest.mark.parametrize("first", [True, False])
def test_an_option_stands_before_or_behind_the_words(arguments, first):
    given = (*arguments, "-a") if first else ("-a", *arguments)
    assert parsed(*given).params["limit"] == 5
    assert parsed(*given).params["words"] == ("-a",)


@pytest.mark.parametrize("slip", ["--detial", "--tags", "--limits=3", "--max_tokens", "--EXPLAIN"])
def test_a_slip_is_an_error_that_names_the_option(slip):
    with pytest.raises(click.NoSuchOption) as caught:
        parsed("x", slip)
    assert caught.value.option_name == slip.partition("=")[0]


def test_an_option_without_its_value_says_so():
    with pytest.raises(click.BadOptionUsage, match="requires an argument"):
        parsed("x", "-draft", "--vault")


def test_long_words_are_told_to_the_reader_and_short_ones_are_not():
    assert parsed("--dry-run", "-draft", "--", "--json").meta["odd_words"] == ["--dry-run"]
