"""Drawings and boards: what people wrote in them is found, what plugins keep in them is not."""

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from recall.sources.passages import cut
from recall.sources.plugin_data import lines_of
from vault_sync import note

PROPERTIES = "---\nexcalidraw-plugin: parsed\ntags: [excalidraw]\nroom: loft\n---\n"
WARNING = "==⚠  Switch to EXCALIDRAW VIEW in the MORE OPTIONS menu. ⚠== Decompress it first.\n\n"
ELEMENTS = (
    "## Text Elements\nSeed drawer plan ^a1\n\n[[Home|the attic]] #sketch ^b2\n\n"
    "## Element Links\na1: [[Drawers]]\n\n## Embedded Files\n3f2: [[pic.png]]\n\n"
)
COMPRESSED = "```compressed-json\nN4KAkARALgngDgUwgLg\n\nQCAtmJ13hbEcK4OC\n```\n"
PLAIN = '```json\n{"type": "zigzag",\n"elements": []}\n```\n'
DRAWINGS = {
    "as written today": f"{WARNING}# Excalidraw Data\n\n{ELEMENTS}%%\n## Drawing\n{COMPRESSED}%%",
    "with its elements in a comment": (
        f"{WARNING}%%\n# Excalidraw Data\n\n{ELEMENTS}%%\n## Drawing\n{COMPRESSED}%%"
    ),
    "in one comment": f"{WARNING}%%\n# Excalidraw Data\n\n{ELEMENTS}## Drawing\n{COMPRESSED}%%",
    "as written long ago": f"{WARNING}# Text Elements\n{ELEMENTS}# Drawing\n{PLAIN}%%",
    "with a blank line": f"# Excalidraw Data\n{ELEMENTS}%%\n# Drawing\n\n{PLAIN}%%",
    "without an end": f"# Excalidraw Data\n{ELEMENTS}%%\n# Drawing\n{PLAIN[:-4]}",
}
DATA_WORDS = ("N4KAkARALgngDgUwgLg", "QCAtmJ13hbEcK4OC", "zigzag", "compressed", "Decompress")


@pytest.fixture
def drawings(desk):
    """The drawings above, each between two texts of its author where it has an end."""
    desk.notes(Home="attic", Drawers="oak")
    for name, text in DRAWINGS.items():
        below = "" if name == "without an end" else "\n\nwritten below"
        full = f"{PROPERTIES}{text}{below}"
        desk.write(f"{name}.excalidraw.md", full.replace("\n", "\r\n") if "ago" in name else full)
    desk.sync()
    return desk


def test_the_texts_of_a_drawing_are_found(drawings):
    every = {f"{name}.excalidraw.md" for name in DRAWINGS}
    for query in ("seed plan", "tag:sketch", "tag:excalidraw", "[room:loft]", "loft"):
        assert set(drawings.found(query)) == every, query
    assert len(drawings.found("written below")) == len(DRAWINGS) - 1
    assert "Drawers.md" in drawings.found("oak")
    assert drawings.found("drawer -seed") == ["Drawers.md"]


def test_the_data_of_a_drawing_are_not(drawings):
    for word in DATA_WORDS:
        assert drawings.found(word) == [], word


def test_a_drawing_is_linked_as_obsidian_counts(drawings):
    assert len(drawings.found("the attic")) == len(DRAWINGS) + 1
    assert drawings.hit("attic -seed").path == "Home.md"


def test_a_drawing_is_read_as_it_stands_in_its_file(drawings):
    name = "as written today.excalidraw"
    text = drawings.get(name).text
    assert text == f"{PROPERTIES}{DRAWINGS['as written today']}\n\nwritten below"


def test_a_passage_ends_before_the_data_and_the_next_begins_behind_it():
    text = (
        "---\nexcalidraw-plugin: raw\n---\nabove\n\n%%\n## Drawing\n```json\n{}\n```\n%%\n\nbelow"
    )
    assert passages("n.md", text) == [(4, 4, "above\n"), (13, 13, "below")]


def test_a_drawing_of_nothing_but_data_is_found_by_its_name(desk):
    desk.write("Attic plan.excalidraw.md", f"%%\n## Drawing\n{COMPRESSED}%%")
    desk.sync()
    assert desk.found("attic") == ["Attic plan.excalidraw.md"]
    assert desk.found("N4KAkARALgngDgUwgLg") == []


def test_code_of_a_note_that_is_no_drawing_stays():
    text = "## Drawing\n```json\n{}\n```"
    assert passages("n.md", text) == [(1, 4, text)]
    text = "---\nexcalidraw-plugin: raw\n---\n## Drawing\n```js\n```"
    assert passages("n.md", text) == [(4, 6, "## Drawing\n```js\n```")]


BOARD = """---
kanban-plugin: board
---

## To do

- [ ] sow [[Kelp]] @{2026-01-01}
- [ ] water

## Empty lane

%% kanban:settings
```
{"kanban-plugin":"board","list-collapse":[false,false],"move-tags":true}
```
%%
"""


def test_lanes_are_headings_and_cards_are_their_text(desk):
    desk.write("Board.md", BOARD)
    desk.write("Kelp.md", "brown")
    desk.sync()
    hit = desk.hit("water")
    assert (hit.path, hit.headings, hit.first_line, hit.last_line) == ("Board.md", ("To do",), 5, 8)
    assert desk.found("empty lane") == ["Board.md"]
    assert "Kelp.md" in desk.found("sow")
    assert desk.found("collapse") == []
    assert desk.get("Board").text == BOARD.rstrip("\n")


def passages(path, text):
    parsed = note.parse(path, text.encode("utf-8", "replace"))
    found = cut(parsed.text, parsed.body_line, parsed.blocks, parsed.headings, lines_of(parsed))
    return [
        (each.first_line, each.last_line, parsed.text[each.start : each.stop]) for each in found
    ]


def test_a_run_of_signs_that_no_word_has_is_not_indexed(desk):
    key = "".join(chr(33 + (index * 7 + index // 90) % 90) for index in range(1_500))
    desk.write("n.md", f"before {key} behind\n\nnext")
    desk.write("words.md", "kelp-" * 150)
    desk.write("thai.md", "สาหร่ายทะเล" * 200)
    desk.sync()
    assert desk.found("before behind next") == ["n.md"]
    desk.close()
    from storehouse import dump

    index = dump(desk.store)["index"]
    assert {spot[0] for term in index for spot in index[term] if spot[0] == "n.md"}
    assert sum(spot[0] == "n.md" for spots in index.values() for spot in spots) == 4
    assert sum(spot[0] == "words.md" for spots in index.values() for spot in spots) == 151
    assert sum(spot[0] == "thai.md" for spots in index.values() for spot in spots) > 1_000


PARTS = st.sampled_from(
    ("%%", "## Drawing", "# Drawing", "```json", "```compressed-json", "```", "words", "", "# One",
     "==⚠ EXCALIDRAW VIEW", "%% kanban:settings", "%% x %%", "- [ ] card", "{}", "| a |")
)  # fmt: skip


@settings(max_examples=300)
@example(["## Drawing", "```json", "```", "%%", "## Drawing", "```json"], "excalidraw-plugin")
@given(
    st.lists(PARTS, max_size=20), st.sampled_from(("excalidraw-plugin", "kanban-plugin", "none"))
)
def test_passages_and_data_never_overlap_and_are_all_there_is(lines, plugin):
    text = "\n".join(["---", f"{plugin}: x", "---", *lines])
    parsed = note.parse("n.md", text.encode())
    data = lines_of(parsed)
    left_out = {line for first, last in data for line in range(first, last + 1)}
    assert sum(last - first + 1 for first, last in data) == len(left_out)
    assert list(data) == sorted(data)
    kept = [line for first, last, body in passages("n.md", text) if body
            for line in range(first - 1, last)]  # fmt: skip
    assert kept == sorted(set(kept))
    assert not left_out & set(kept)
    full = {at for at, line in enumerate(text.split("\n")) if line.strip() and at > 2}
    assert full - left_out - set(kept) == set()
