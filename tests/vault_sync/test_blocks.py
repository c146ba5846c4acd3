"""The two ways to read blocks give one result, which is markdown-it's."""

import os
import re
from pathlib import Path

import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt  # noqa: TID253 - the measure of these tests

from vault_sync import links, outline, quotes
from vault_sync.blocks import Reader, Section
from vault_sync.containers import _Region
from vault_sync.note import parse

FRAGMENTS = (
    *("- ", "* ", "+ ", "1. ", "2) ", "10. ", "> ", ">", "# ", "## x", "###", "```", "~~~"),
    *("    ", "\t", " ", "   ", "  ", "a", "text", "b | c", "| a | b |", "|---|---|", "--- | ---"),
    *("---", "===", "***", "- - -", "$$", "$", "%%", "%%%%", "%% c %%", "<!--", "-->", "<div>"),
    *("</div>", "<b>x</b>", "<br>", "[[A]]", "[[A|b]]", "`", "``", "#t", "[x](y.md)", "![[e]]"),
    *("^id", " ^id", "[^1]: f", "[^1]", "[r]: N.md", "[r]", "\\", "!", "[!note] t", "- [ ] d"),
    *("1", "-", "*", ":", "é", "\n", "\n", "\n", "\n\n", "\n\n", "\n  ", "\n    ", "\n- ", "\n> "),
    *("\n   ", "\n\t", "\n1. ", "\n  - "),
)
DOCUMENT = st.lists(st.sampled_from(FRAGMENTS), max_size=16).map("".join)
SHARED = Path(os.environ.get("RECALL_SHARED", Path(__file__).parents[3] / "shared")) / "data"
VAULTS = [
    Path(__file__).parents[2] / "fixtures" / "vault",
    SHARED / "vaults" / "obsidian-help",
    SHARED / "oracles" / "oldvault",
    SHARED / "oracles" / "mathgraph",
]

# Ours alone; and where markdown-it sees a table or an underline, Obsidian and GitHub do not.
OUR_OWN = re.compile(r"\$\$|%%|\[\^1\]:|^[> ]*[-=]+[ \t]+$", re.MULTILINE)
TABLE_FIRST = re.compile(r"^[ \t]*(?:[-*+>#<`~]|\d+[.)]).*\|.*\n[ \t]*[|:-]", re.MULTILINE)
KINDS = {
    "paragraph_open": "paragraph",
    "heading_open": "heading",
    "fence": "code",
    "code_block": "code",
    "html_block": "html",
    "table_open": "table",
    "hr": "thematicBreak",
    "bullet_list_open": "list",
    "ordered_list_open": "list",
    "blockquote_open": "blockquote",
}


def sections(text: str, *, simple: bool) -> list[Section]:
    return list(Reader(text, simple=simple).sections(0, len(text), 0))


def everything(text: str, *, simple: bool) -> object:
    read = sections(text, simple=simple)
    return (
        [section[:6] for section in read],
        links.of_body(text, text, read),
        list(outline.headings(text, read)),
        list(outline.block_ids(text, read)),
    )


def by_markdown_it(text: str) -> list[tuple[str, int, int]]:
    reader = MarkdownIt("commonmark", {"maxNesting": 100}).enable("table").disable("reference")
    lines = text.split("\n")
    found = []
    for token in reader.parse(text + "\n"):  # it raises on some quotes at the end
        if token.level == 0 and token.type in KINDS and token.map:
            first, after = token.map
            found.append((KINDS[token.type], first, last_line(lines, first, after - 1)))
    return found


def last_line(lines: list[str], first: int, last: int) -> int:
    last = min(last, len(lines) - 1)
    while last > first and not lines[last].strip(" \t"):
        last -= 1
    return last


@settings(max_examples=1000)
@given(DOCUMENT)
@example("\n- ![[e]]\n   b | c\n1. ``--- | ---\n\n\n- \n\t\n  - \n1. $$- [ ] d")
@example("- a\n\n      - [[b]]\n")
@example("- a\n\n   - [[b]]\n")
@example("-    a\n  * b\n     1. c\n")
@example("10. a\n   - b\n")
@example("- a\n  ---\n  b\n")
@example("- a | b\n  - | -\n  c | d\n")
@example("- a\n<b>\n\n</b>\n")
@example("- a\n\n\tb\n- c ^d\n\n  e ^f\n")
@example("a\n[^1]: b\n    c\n\n\td\n")
@example("- a `x\n- b` c")
@example("a\n- b\n---\n")
def test_the_simple_way_gives_what_the_exact_rules_give(text: str) -> None:
    assert everything(text, simple=True) == everything(text, simple=False)


@pytest.mark.parametrize("vault", VAULTS, ids=lambda vault: vault.name)
def test_the_simple_way_gives_the_same_on_whole_vaults(vault: Path) -> None:
    if not vault.exists():
        pytest.skip(f"{vault.name} is not here")
    for path in sorted(vault.rglob("*.md")):
        text = path.read_text("utf-8", errors="replace")
        assert everything(text, simple=True) == everything(text, simple=False), path


@settings(max_examples=1000)
@given(DOCUMENT)
@example("| a | b |\n|---|---|\n    c | d\n")
@example("a\n| a | b |\n|---|---|\n# c")
@example("a\n    | a | b |\n|---|---|\n")
@example("> a\n---\n\n- b\n===\n")
@example("a\n<b>\nc\n\n<b>\nd\n\ne\n<p>\nf\n")
def test_top_level_blocks_are_those_of_markdown_it(text: str) -> None:
    assume(not OUR_OWN.search(text) and not TABLE_FIRST.search(text))
    lines = text.split("\n")
    ours = [
        (
            section.kind.replace("callout", "blockquote"),
            section.first_line,
            last_line(lines, *section[1:3]),
        )
        for section in sections(text, simple=True)
    ]
    assert ours == by_markdown_it(text)


QUOTED_LINE = st.builds(
    "".join,
    st.tuples(
        st.text(">", max_size=3),
        st.sampled_from(["", " ", " - ", "   ", "     ", "\t"]),
        st.sampled_from(
            ["a", "# a", "```", "---", "<b>", "<!--", "- a", "1. a", "", "|a|", "|-|", "===", "> a"]
        ),
        st.just("\n"),
    ),
)


@settings(max_examples=500)
@given(st.lists(QUOTED_LINE, max_size=60), st.integers(1, 4))
def test_a_short_look_ahead_finds_the_quotes_of_markdown_it(lines: list[str], times: int) -> None:
    text = "".join(lines) * times
    theirs = MarkdownIt("commonmark").enable("table").disable("reference")
    ours = MarkdownIt("commonmark").enable("table").disable("reference")
    ours.block.ruler.at("blockquote", quotes.read, {"alt": ["paragraph", "blockquote", "list"]})
    try:
        expected = theirs.parse(text)
    except IndexError:
        assume(False)
    assert ours.parse(text, {"quotes": {}}) == expected


def test_a21_a_fault_of_markdown_it_costs_one_block(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise IndexError

    monkeypatch.setattr(_Region, "read", fail)
    note = parse("Note.md", b"> a [[A]]\n> b\n\n[[B]]")
    assert [block.kind for block in note.blocks] == ["blockquote", "paragraph"]
    assert [link.path for link in note.links] == ["A", "B"]
