"""Canvas files (OBSIDIAN.md section 14, R238 to R244) and how they are written (R310)."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rulebook import edges, rows

from vault_sync.canvas import CanvasEdge, CanvasNode, parse
from vault_sync.canvas_text import dump


def canvas(nodes=(), **more):
    return json.dumps({"nodes": list(nodes), **more}).encode()


TEXT = {"id": "t", "type": "text", "text": "# Plan #tag\n- [ ] do [[N]]"}
FILE = {"id": "f", "type": "file", "file": "a/N.md", "subpath": "#P"}
GROUP = {"id": "g", "type": "group", "label": "Ideas"}
WEB = {"id": "w", "type": "link", "url": "https://x.test/a"}
ARROW = {"id": "e", "fromNode": "t", "toNode": "f", "label": "leads [[M]]"}

READ = [
    # rule, bytes, cards, arrows, paths and subpaths of links, text, codes of findings
    ("R238", b"", (), (), [], "", []),
    ("R238", b" \n", (), (), [], "", []),
    ("R238", b"{}", (), (), [], "", []),
    ("R238", b'{"nodes": []}', (), (), [], "", []),
    ("R238", b'{"edges": []}', (), (), [], "", []),
    (
        "R239",
        canvas([FILE]),
        (CanvasNode("f", "file", file="a/N.md", subpath="#P"),),
        (),
        [("canvas", "a/N.md", "#P")],
        "",
        [],
    ),
    (
        "R240",
        canvas([{"id": "t", "type": "text", "text": "[[N#h|x]] ![[p.png]] `[[C]]`"}]),
        (CanvasNode("t", "text", text="[[N#h|x]] ![[p.png]] `[[C]]`"),),
        (),
        [("wikilink", "N", "#h"), ("wikilink", "p.png", "")],
        "[[N#h|x]] ![[p.png]] `[[C]]`",
        [],
    ),
    (
        "R241",
        canvas([TEXT]),
        (CanvasNode("t", "text", text=TEXT["text"]),),
        (),
        [("wikilink", "N", "")],
        TEXT["text"],
        [],
    ),
    (
        "R242",
        canvas([GROUP, WEB], edges=[ARROW]),
        (
            CanvasNode("g", "group", label="Ideas"),
            CanvasNode("w", "link", url="https://x.test/a"),
        ),
        (CanvasEdge("e", "t", "f", "leads [[M]]"),),
        [],
        "Ideas\n\nleads [[M]]",
        [],
    ),
    (
        "R243",
        canvas([{**FILE, "type": "portal", "glow": 3}, {"id": "x"}], mood="calm"),
        (CanvasNode("f", "portal"), CanvasNode("x", "")),
        (),
        [],
        "",
        [],
    ),
    ("R244", b'{"nodes": [', (), (), [], "", ["invalid-canvas"]),
    ("R244", b"[]", (), (), [], "", ["invalid-canvas"]),
    ("R244", b"\xff\xfe\x00", (), (), [], "", ["invalid-canvas"]),
    ("R244", b'{"nodes": 3, "edges": [7]}', (), (), [], "", ["invalid-canvas"] * 2),
]


@pytest.mark.parametrize(("data", "cards", "arrows", "links", "text", "codes"), rows(READ))
def test_what_a_canvas_holds(data, cards, arrows, links, text, codes):
    found = parse("b.canvas", data)
    assert found.nodes == cards
    assert found.edges == arrows
    assert [(link.syntax, link.path, link.subpath) for link in found.links] == links
    assert found.text == text
    assert [finding.code for finding in found.findings] == codes


EDGES = [
    # rule, vault, edges with their counts
    (
        "R239",
        {"b.canvas": canvas([FILE]).decode(), "a/N.md": "", "N.md": ""},
        {"b.canvas": {"a/N.md": 1}},
    ),
    (
        "R239",
        {"d/b.canvas": canvas([{**FILE, "file": "N.md"}]).decode(), "d/N.md": ""},
        {"d/b.canvas": {"?/N": 1}},
    ),
    (
        "R240",
        {"b.canvas": canvas([FILE, TEXT]).decode(), "a/N.md": ""},
        {"b.canvas": {"a/N.md": 2}},
    ),
    ("R242", {"b.canvas": canvas([WEB, GROUP], edges=[ARROW]).decode(), "M.md": ""}, {}),
    ("R244", {"b.canvas": '{"nodes": [', "N.md": "[[b.canvas]]"}, {"N.md": {"b.canvas": 1}}),
]


@pytest.mark.parametrize(("vault", "expected"), rows(EDGES))
def test_where_the_links_of_a_canvas_lead(vault, expected):
    assert edges(vault) == expected


def test_r240_links_of_text_cards_can_be_left_out():
    assert parse("b.canvas", canvas([TEXT]), links_in_text=False).links == ()


WRITTEN = [
    # rule, canvas, its text
    ("R310", {}, '{\n\t"nodes":[],\n\t"edges":[]\n}'),
    (
        "R310",
        {"nodes": [{"id": "a", "x": 1.6, "y": -2.4, "width": 250, "text": "é"}]},
        '{\n\t"nodes":[\n\t\t{"id":"a","x":2,"y":-2,"width":250,"text":"é"}\n\t],\n\t"edges":[]\n}',
    ),
    (
        "R310",
        {
            "edges": [
                {"id": "e", "fromNode": "a", "fromEnd": "none", "toEnd": "arrow"},
                {"id": "f", "fromEnd": "arrow", "toEnd": "none", "color": "1"},
            ],
            "mood": {"x": 1.5},
        },
        '{\n\t"nodes":[],\n\t"edges":[\n\t\t{"id":"e","fromNode":"a"},\n'
        '\t\t{"id":"f","fromEnd":"arrow","toEnd":"none","color":"1"}\n\t],\n\t"mood":{"x":1.5}\n}',
    ),
    ("R243", {"nodes": [3, {"glow": 1.5}]}, '{\n\t"nodes":[\n\t\t3,\n\t\t{"glow":1.5}\n\t],\n\t"edges":[]\n}'),
]  # fmt: skip


@pytest.mark.parametrize(("content", "text"), rows(WRITTEN))
def test_how_a_canvas_is_written(content, text):
    assert dump(content) == text


CARDS = st.dictionaries(
    st.sampled_from(["id", "type", "text", "file", "x", "y", "width", "color"]),
    st.text(st.characters(exclude_categories=["Cs"])) | st.floats() | st.sampled_from(["text"]),
)


@given(st.dictionaries(st.sampled_from(["nodes", "edges", "mood"]), st.lists(CARDS | st.none())))
def test_a_canvas_reads_back_as_what_was_written(content):
    before = parse("b.canvas", json.dumps(content).encode())
    assert parse("b.canvas", dump(content).encode()) == before
