import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vault_sync.canvas import Canvas, CanvasEdge, CanvasNode, parse


def read(content: object, *, links_in_text: bool = True) -> Canvas:
    return parse("b.canvas", json.dumps(content).encode(), links_in_text=links_in_text)


def node(kind: str, **more: object) -> dict[str, object]:
    return {"id": "n", "type": kind, "x": 0, "y": 0, "width": 1, "height": 1, **more}


def targets(canvas: Canvas) -> list[tuple[str, str, str]]:
    return [(link.syntax, link.path, link.subpath) for link in canvas.links]


@pytest.mark.parametrize("data", [b"", b" \n", b"\xef\xbb\xbf", b"{}", b'{"nodes":[],"edges":[]}'])
def test_r238_an_empty_file_is_an_empty_canvas(data: bytes) -> None:
    assert parse("b.canvas", data) == Canvas("b.canvas", (), (), (), "", ())


def test_r239_a_file_card_links_to_its_file_and_place() -> None:
    canvas = read({"nodes": [node("file", file="a/N.md", subpath="#P")]})
    assert canvas.nodes == (CanvasNode("n", "file", file="a/N.md", subpath="#P"),)
    [link] = canvas.links
    assert (link.syntax, link.embed, link.path, link.subpath) == ("canvas", True, "a/N.md", "#P")
    assert (link.display, link.line, link.start) == ("a/N.md > P", None, None)


def test_r240_links_in_a_text_card_count_and_can_be_left_out() -> None:
    content = {"nodes": [node("text", text="see [[N#h|x]] ![[p.png]] [t](M.md) `[[no]]`")]}
    assert targets(read(content)) == [
        ("wikilink", "N", "#h"),
        ("wikilink", "p.png", ""),
        ("markdown", "M.md", ""),
    ]
    assert all(link.line is None and link.start is None for link in read(content).links)
    assert targets(read(content, links_in_text=False)) == []


def test_r240_dashes_at_the_start_of_a_card_are_no_properties() -> None:
    canvas = read({"nodes": [node("text", text='---\nup: "[[N]]"\n---')]})
    assert targets(canvas) == [("wikilink", "N", "")]


def test_r241_r242_search_finds_cards_and_labels_and_arrows_are_no_links() -> None:
    canvas = read(
        {
            "nodes": [
                node("text", text="# Plan #tag"),
                node("group", label="Ideas"),
                node("link", url="https://x.test"),
                node("file", file="N.md"),
            ],
            "edges": [
                {"id": "e", "fromNode": "a", "toNode": "b", "label": "leads to"},
                {"id": "f"},
            ],
        }
    )
    assert canvas.text == "# Plan #tag\n\nIdeas\n\nleads to"
    assert canvas.edges == (CanvasEdge("e", "a", "b", "leads to"), CanvasEdge("f", "", "", ""))
    assert targets(canvas) == [("canvas", "N.md", "")]
    assert canvas.nodes[2].url == "https://x.test"


def test_r243_unknown_keys_and_types_are_no_trouble() -> None:
    canvas = read({"nodes": [node("hologram", text="x", file="N.md", zoom=3)], "metadata": {}})
    assert canvas.nodes == (CanvasNode("n", "hologram"),)
    assert (canvas.links, canvas.text, canvas.findings) == ((), "", ())


@pytest.mark.parametrize(
    "data",
    [b"{", b'{"nodes": [', b"[]", b"3", b"null", b"\xff\xfe", b"[" * 100_000, b'{"a":' * 100_000],
    ids=lambda data: repr(data[:12]),
)
def test_r244_a_broken_canvas_is_one_finding_and_nothing_else(data: bytes) -> None:
    canvas = parse("b.canvas", data)
    assert canvas[:5] == ("b.canvas", (), (), (), "")
    [finding] = canvas.findings
    assert finding.code == "invalid-canvas"
    assert finding.message.endswith("The canvas is found by its name only.")


def test_parts_that_are_no_objects_are_findings_and_the_rest_is_read() -> None:
    canvas = read({"nodes": [1, "x", None, node("text", text="ok")], "edges": {"a": 1}})
    assert canvas.text == "ok"
    assert [finding.message for finding in canvas.findings] == [
        "3 of its 'nodes' are no JSON objects; they are ignored.",
        "Its 'edges' are no list; they are ignored.",
    ]


def test_text_of_a_canvas_can_always_be_stored() -> None:
    canvas = parse("b.canvas", b'{"nodes":[{"type":"text","text":"a\\ud800b\\u0000[[N\\udfff]]"}]}')
    canvas.text.encode("utf-8")
    assert "\0" not in canvas.text
    assert targets(canvas) == [("wikilink", "N?", "")]


JSON = st.recursive(
    st.none() | st.booleans() | st.floats() | st.integers() | st.text() | st.just("[[a]]"),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=8,
)
KEYS = ["id", "type", "text", "file", "subpath", "url", "label", "fromNode", "toNode"]
ENTRIES = st.dictionaries(
    st.sampled_from(KEYS), JSON | st.sampled_from(["text", "file", "link", "group"])
)


@given(st.binary() | st.text().map(str.encode) | JSON.map(json.dumps).map(str.encode))
def test_any_bytes_are_read(data: bytes) -> None:
    parse("b.canvas", data)


@given(st.dictionaries(st.sampled_from(["nodes", "edges"]), st.lists(ENTRIES | JSON) | JSON))
def test_any_canvas_like_content_is_read(content: dict[str, object]) -> None:
    canvas = read(content)
    canvas.text.encode("utf-8")
    assert all(isinstance(field, str) for card in canvas.nodes for field in card)
