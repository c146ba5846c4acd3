"""Work grows as texts do, whatever is in them: nobody's note can make reading it take for ever."""

import time
from collections.abc import Callable

import pytest
from work import assert_linear

from vault_sync.note import parse

HOSTILE: dict[str, Callable[[int], str]] = {
    "open brackets": lambda size: "[" * size,
    "open wikilinks": lambda size: "[[a " * size,
    "open labels": lambda size: "[a](" * size,
    "open titles": lambda size: '[a](b "' * size,
    "pictures in pictures": lambda size: "![a" * size + "](b)" * size,
    "quote marks": lambda size: ">" * size,
    "items in one line": lambda size: "- " * size,
    "deep lists": lambda size: "".join("  " * level + "- a\n" for level in range(size // 20)),
    "open HTML comments": lambda size: "a <!-- b\n\n" * size,
    "open tags": lambda size: "<a " * size,
    "open comments": lambda size: "a\n%%% b\n" * size,
    "comments with text": lambda size: "%% a %% b\n" * size,
    "backticks": lambda size: " ".join("`" * (run % 300 + 1) for run in range(size // 50)),
    "single backticks": lambda size: "`a" * size + "``",
    "dollars": lambda size: "$a " * size,
    "open math": lambda size: "a $$ b\n\n" * size,
    "delimiter rows": lambda size: "-|-\n" * size,
    "pipes": lambda size: "|" * size + "\n" + "-|" * size,
    "hashes": lambda size: ">#a" * size,
    "blanks": lambda size: " " * size + "a\n" + " \t\n" * size,
    "changing markers": lambda size: "- a\n* b\n" * (size // 4),
    "quotes and headings": lambda size: "> a\n# b\n" * (size // 4),
    "comments between lists": lambda size: "- # a\n%%\n- # b\n%%\n" * (size // 8),
    "link definitions": lambda size: "".join(f"[a{index}]: b\n\n" for index in range(size)),
    "one long line": lambda size: "a [[b]] #t 🙂 " * size,
    "an open header": lambda size: "---\n" + "a\n" * size,
    "closing brackets": lambda size: "[" * size + "]" * size,
    "open embeds": lambda size: "![[" * size,
    "angles": lambda size: "<" * size,
    "stars": lambda size: "*" * size,
    "backtick marks": lambda size: "`" * size,
    "comment marks": lambda size: "%%" * size,
    "comment marks on lines": lambda size: "%% a\n" * size,
    "math marks": lambda size: "$$" * size,
    "open HTML comments in one line": lambda size: "<!--" * size,
    "HTML comments on lines": lambda size: "<!--\n" * size,
    "hash marks": lambda size: "#" * size,
    "carets": lambda size: "^" * size,
    "block ids": lambda size: "a ^b\n\n^c\n\n" * size,
    "backslashes": lambda size: "\\" * size,
    "open references": lambda size: "[r]: x\n\n" + "[a][" * size,
    "references": lambda size: "[r]: x\n\n" + "![" * size + "][r]" * size,
    "parentheses": lambda size: "[a](" + "(" * size + ")" * size,
    "blank lines of blanks": lambda size: "\n- " + "\n    \t" * size + "1. ",
    "quotes a thousand deep": lambda size: ("> " * 1000 + "a\n") * (size // 200),
    "lists a thousand deep": lambda size: "- " * 1000 + "a\n" * size,
    "quotes that a line ends": lambda size: "> # a\nb\n" * (size // 4),
    "quoted fences that a line ends": lambda size: "> ```\nb\n" * (size // 4),
    "quoted math that a line ends": lambda size: "> $$\n<a \n" * (size // 4),
    "quotes in quotes that a line ends": lambda size: "> > # a\n> b\n" * (size // 4),
    "deep quotes that a line ends": lambda size: (">" * 20 + "# a\nb\n") * (size // 20),
    "deep quotes that a line continues": lambda size: (">" * 20 + "a\nb\n") * (size // 20),
    "stairs of quotes": lambda size: "".join(">" * (i % 20 + 1) + "a\n" for i in range(size // 4)),
    "stairs down": lambda size: "".join(">" * (20 - i % 20) + "a\n" for i in range(size // 4)),
}


@pytest.mark.parametrize("build", list(HOSTILE.values()), ids=list(HOSTILE))
def test_twice_the_text_is_twice_the_work(build: Callable[[int], str]) -> None:
    assert_linear(lambda size: parse("Note.md", build(size).encode()), 1600)


LONG = {
    "[": 100_000, "[[": 100_000, "![[": 100_000, "](": 100_000, "<": 100_000, "*": 100_000,
    "`": 100_000, "%%": 100_000, "$$": 100_000, "<!--": 100_000, "#": 100_000, "^": 100_000,
    "|": 100_000, "\\": 100_000, " ": 100_000, "a ^": 100_000, "\n    \t": 20_000,
    "<!-- a\n": 20_000, "%%\n": 9_999, "x": 1_000_000, "a b ": 250_000, "[[a]] #b `c` ": 75_000,
}  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("piece", LONG)
@pytest.mark.parametrize("before", ["", "a ", "- ", "> "])
def test_long_texts_of_one_piece_are_read(piece: str, before: str) -> None:
    """What an expression does inside is no call: what is quadratic there takes minutes here."""
    begin = time.process_time()
    parse("Note.md", (before + piece * LONG[piece] + "\n1. z").encode())
    assert time.process_time() - begin < 20
