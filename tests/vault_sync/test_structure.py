"""Structure holds for every text: nothing raises, and every place lies where it says."""

import os
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from work import assert_linear

from vault_sync import plain_lists, structure
from vault_sync.note import parse
from vault_sync.text import unify, utf16_length

PIECES = (
    *("- ", "* ", "+ ", "1. ", "2) ", "> ", ">", "[ ] ", "[x] ", "# ", "```", "%%", "<!--", "-->"),
    *("    ", "\t", " ", "  ", "a", "text", "🙂", "é", "\u200b", "| a |", "|---|", "---", "$$", "^id"),
    *("[^1]", "[^1]: ", "^[", "]", "[", "[r]: N.md", "[r]", "[[A]]", "[a](b.md)", "[!note]- t"),
    *("\n", "\n", "\n", "\n\n", "\r\n", "\r", "\n  - ", "\n    - ", "\n\t- ", "\n> ", "\n- ", " ^b"),
    *("---\na: b\n---\n", "\\", "`", "!", "\f", "\u2028"),
)  # fmt: skip
TEXT = st.one_of(
    st.lists(st.sampled_from(PIECES), max_size=20).map("".join),
    st.text(max_size=60),
)

SHARED = Path(os.environ.get("RECALL_SHARED", Path(__file__).parents[3] / "shared")) / "data"
VAULTS = [
    Path(__file__).parents[2] / "fixtures" / "vault",
    SHARED / "vaults" / "obsidian-help",
    SHARED / "oracles" / "mathgraph",
]


def of(text):
    note = parse("n.md", text.encode("utf-8", "replace"))
    return note, structure.of(note)


def spans(found):
    for name in ("sections", "items", "callouts", "footnotes", "footnote_refs", "reference_links"):
        for each in getattr(found, name):
            yield each.span
    yield from found.blocks.values()


@settings(max_examples=400)
@given(TEXT)
def test_every_place_is_in_the_text_and_its_three_counts_agree(text):
    note, found = of(text)
    units = note.text.encode("utf-16-le")
    lines = unify(note.text).split("\n")
    for span in spans(found):
        assert 0 <= span.start.offset <= span.end.offset <= len(units) // 2
        for place in span:
            before = units[: 2 * place.offset].decode("utf-16-le")
            assert place.line == unify(before).count("\n")
            assert place.column <= utf16_length(lines[place.line])
            assert place.column == utf16_length(unify(before).rpartition("\n")[2])


@settings(max_examples=400)
@given(TEXT)
def test_every_item_lies_in_a_list_and_behind_its_parent(text):
    _, found = of(text)
    holders = [each for each in found.sections if each.kind in {"list", "blockquote", "callout"}]
    begun: set[int] = set()
    groups: dict[int, int] = {}
    for item in found.items:
        start, end = item.span
        assert any(h.span.start <= start and end <= h.span.end for h in holders)
        assert item.task is None or len(item.task) == 1
        if item.parent < 0:
            first = groups.setdefault(item.parent, start.line)
            assert (first or 1) == -item.parent or first == 1
        else:
            assert item.parent in begun
        begun.add(start.line)
    assert [item.span.start for item in found.items] == sorted(
        item.span.start for item in found.items
    )


@settings(max_examples=400)
@given(TEXT)
def test_the_original_of_a_call_is_at_its_place(text):
    note, found = of(text)
    units = note.text.encode("utf-16-le")
    for ref in found.footnote_refs:
        cut = units[2 * ref.span.start.offset : 2 * ref.span.end.offset].decode("utf-16-le")
        assert cut.startswith(("[^", "^["))
        assert cut.endswith("]")
    for each in (*found.footnotes, *found.reference_links):
        assert each.span.start < each.span.end


@settings(max_examples=400)
@given(TEXT)
def test_sections_are_the_blocks_of_the_note(text):
    note, found = of(text)
    sections = [each for each in found.sections if each.kind != "yaml"]
    assert [(each.kind, each.span.start.line, each.span.end.line) for each in sections] == [
        tuple(block) for block in note.blocks
    ]
    assert found.blocks.keys() == {block.id for block in note.block_ids}


@pytest.mark.parametrize(
    "piece",
    ["- a\n", "  - a\n", "- a\n\n", "> - a\n", "^[", "[^1]", "[^1]: a\n", "%% ", "- %%\n", "🙂[^1]",
     "- [ ] ", "- [ ] 1. ", "> [!a]\n", "> ", "- ", "[r]: a\n", "- > a\n", "\t", "> a ^b\n>\n"],
)  # fmt: skip
def test_work_grows_with_size(piece):
    notes = {size: parse("n.md", (piece * size).encode()) for size in (1_000, 2_000)}
    assert_linear(lambda size: structure.of(notes[size]), 1_000)


@settings(max_examples=400)
@given(TEXT)
def test_the_quick_ways_give_what_the_exact_rules_give(text):
    note, found = of(text)
    assert found == structure.of(note, simple=False)


LIST_LINE = st.tuples(
    st.sampled_from(["", "", "", " ", "  ", "   ", "    ", "      ", "\t", "\t\t", " \t", "\t  "]),
    st.sampled_from(["- ", "- ", "- ", "-  ", "-    ", "-     ", "* ", "1. ", "2. ", "10. ", "1) ", "", "-"]),
    st.sampled_from(["a", "a", "[ ] b", "[x] 1. c", "[ ] - [x] d", "e ^f", "%% g", "# h", "", "> i", "x | y", "🙂"]),
    st.sampled_from(["\n", "\n", "\n", "\n", "\n\n", "\n \n\n", "\r\n"]),
).map("".join)  # fmt: skip


@settings(max_examples=1000)
@given(
    st.lists(LIST_LINE, max_size=8).map("".join), st.sampled_from(["", "a\n\n", "---\nb: c\n---\n"])
)
def test_lists_are_read_alike_the_quick_way(text, before):
    note, found = of(before + text)
    assert found == structure.of(note, simple=False)


@pytest.mark.parametrize("vault", VAULTS, ids=lambda vault: vault.name)
def test_the_quick_ways_give_the_same_on_whole_vaults(vault):
    if not vault.exists():
        pytest.skip(f"{vault.name} is not here")
    for path in sorted(vault.rglob("*.md")):
        note = parse(path.name, path.read_bytes())
        assert structure.of(note) == structure.of(note, simple=False), path


PLAIN = [
    "- a\n- b",
    "- a\nb\n- c",
    "- a\n\n- b",
    "1. a\n5. b",
    "- a\n\t- b\n\t\t- c\n- d",
    "* [ ] a\n  * [x] b",
    "  - a\n  - b",
]
NOT_PLAIN = [
    "- a\n* b",
    "- a\n      - b",
    "- a\n 1. b",
    "- a\n\n  b",
    "- a\n\n  - b",
    "- a\n  - b\n   - c\n - d",
    "- # a",
    "-     a",
    "- ",
    "- > a",
    "- %% a",
]


@pytest.mark.parametrize("text", PLAIN + NOT_PLAIN)
def test_only_plain_lists_are_told_line_by_line(text):
    items = plain_lists.read(text, 0, len(text), 7)
    assert (items is not None) == (text in PLAIN)
    assert items is None or len(items) == sum(each in "-*15" for each in text)
