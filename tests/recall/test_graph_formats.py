"""The graph in the languages of other programs, with names that try to be syntax."""

import io
import json
import re

import networkx  # noqa: TID253 - one of the readers
import pytest

from recall.disclosure import graph_formats as forms
from recall.disclosure.json_form import dump, plain
from vault_sync import canvas as canvases

HOSTILE = 'a "quote" <b> & #1; %%{init}%% `x` \\ end'


@pytest.fixture
def picture(desk):
    desk.write(f"{HOSTILE}.md".replace("/", ""), "up:: [[b]]")
    desk.notes(b="[[c]] [[b]]", c="![[d]]", d="")
    desk.write("x\u202ey\x1b[31m.md", "[[b]]")
    desk.sync()
    return forms.around(desk.recall.graph("b", depth=3))


def test_mermaid_has_no_sign_of_a_title_raw(picture):
    lines = forms.mermaid(picture).split("\n")
    assert lines[0] == "flowchart LR"
    node = r'  n\d+\["[^"<>&%`\\\[\]{}()|;]*(?:#\d+;[^"<>&%`\\\[\]{}()|;]*)*"\]'
    edge = r'  n\d+ -->\|"[\w ]+"\| n\d+'
    assert all(re.fullmatch(f"{node}|{edge}|  style n0 .*", line) for line in lines[1:])
    assert sum("-->" in line for line in lines) == 4
    text = re.sub(r"#(\d+);", lambda sign: chr(int(sign[1])), "\n".join(lines))
    assert HOSTILE in text
    assert "\x1b" not in text
    assert "\u202e" not in text


def test_dot_has_every_name_in_its_quotes(picture):
    lines = forms.dot(picture).split("\n")
    string = r'"(?:[^"\\]|\\["\\])*"'
    node = rf"  n\d+ \[label={string}, id={string}(?:, penwidth=3)?\];"
    edge = rf"  n\d+ -> n\d+ \[label={string}\];"
    assert lines[0] == "digraph recall {"
    assert lines[-1] == "}"
    assert all(re.fullmatch(f"{node}|{edge}", line) for line in lines[3:-1])


def test_graphml_is_read_by_others_as_it_was_meant(picture):
    read = networkx.read_graphml(io.BytesIO(forms.graphml(picture).encode()))
    titles = {data["title"] for _, data in read.nodes(data=True)}
    assert HOSTILE in titles
    assert {data["type"] for *_, data in read.edges(data=True)} == {"up", "links_to", "embeds"}
    (line,) = [data["line"] for *_, data in read.edges(data=True) if data["type"] == "up"]
    assert line == 1


def test_a_canvas_is_one_that_obsidian_reads(picture):
    text = dump(plain(forms.canvas(picture)), indent="\t")
    board = canvases.parse("x.canvas", text.encode())
    assert board.findings == ()
    assert {card.type for card in board.nodes} == {"file"}
    assert {card.file for card in board.nodes} == {node.path for node in picture.nodes}
    ids = {card.id for card in board.nodes}
    assert len(board.edges) == 4
    assert all({arrow.from_node, arrow.to_node} <= ids for arrow in board.edges)


def rectangles(content):
    return [(card["x"], card["y"], card["width"], card["height"]) for card in content["nodes"]]


def overlap(one, other):
    return (
        one[0] < other[0] + other[2] and other[0] < one[0] + one[2]
        and one[1] < other[1] + other[3] and other[1] < one[1] + one[3]
    )  # fmt: skip


def test_no_card_of_a_canvas_lies_on_another(desk):
    links = " ".join(f"[[n{each}]]" for each in range(40))
    desk.notes(hub=links, **{f"n{each}": f"[[m{each}]]" for each in range(40)})
    desk.notes(
        **{f"m{each}": "" for each in range(40)}, **{f"i{each}": "[[hub]]" for each in range(30)}
    )
    desk.sync()
    content = forms.canvas(forms.around(desk.recall.graph("hub", depth=2, limit=200)))
    found = rectangles(content)
    assert len(found) == 111
    assert not any(overlap(one, other) for at, one in enumerate(found) for other in found[:at])
    center = found[0]
    by_id = {card["id"]: card for card in content["nodes"]}
    for arrow in content["edges"]:
        start, end = by_id[arrow["fromNode"]], by_id[arrow["toNode"]]
        assert start["x"] < end["x"]
    assert center[:2] == (0, 0)


def test_what_lies_in_no_vault_is_a_card_of_text(desk):
    desk.notes(a="")
    desk.sync()
    memory = desk.recall.remember("A [[link]] and <b>", title="A [[link]] and <b>").memory
    desk.recall.link("a", memory.id)
    content = forms.canvas(forms.around(desk.recall.graph("a")))
    assert [card["type"] for card in content["nodes"]] == ["file", "text"]
    assert content["nodes"][1]["text"] == r"A \[\[link\]\] and \<b\>"


def test_chains_are_rows_between_both_ends(desk):
    desk.notes(a="[[x]] [[m]]", x="[[b]]", m="[[n]]", n="[[b]]", b="")
    desk.sync()
    picture = forms.along(desk.recall.path("a", "b"))
    places = {node.title: picture.places[node.id] for node in picture.nodes}
    assert places["a"][1] == places["b"][1] == 0
    assert places["a"][0] < places["m"][0] < places["n"][0] < places["b"][0]
    assert json.loads(json.dumps(forms.canvas(picture)))["edges"][0]["label"] == "links to"


def test_a_graph_of_one_is_a_picture_in_every_form(desk):
    desk.notes(a="")
    desk.sync()
    picture = forms.around(desk.recall.graph("a"))
    assert forms.mermaid(picture).count("\n") == 2
    assert len(networkx.read_graphml(io.BytesIO(forms.graphml(picture).encode()))) == 1
    assert forms.canvas(picture)["edges"] == []
    assert "n0" in forms.dot(picture)
