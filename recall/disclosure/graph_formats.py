"""The graph in the languages of other programs: Mermaid, Graphviz, GraphML, JSON Canvas.

Titles and labels come from files: each form escapes what would be syntax in it.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from recall.disclosure.visible import one_line

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from recall.graph_model import Edge, Neighbourhood, Node, Paths

WIDTH, HEIGHT = 300, 120
"""Of a card on a canvas: room for a title and a few lines."""

_ACROSS, _BELOW = WIDTH + 200, HEIGHT + 40
_TALLEST = 12
"""Cards in a column of a canvas; more go into another one beside it."""

_CENTER_COLOR, _OLD_COLOR = "4", "1"
_NO_XML = re.compile("[\ufffe\uffff]")
_MARKDOWN = re.compile(r"([\\`*_{}\[\]<>#+!|~$=^%-])")
_MERMAID = re.compile(r"[\"#&<>%`;\\{}\[\]()|]")


class Picture(NamedTuple):
    """Items with their places in columns and rows, edges between them; the first ones stand out."""

    nodes: tuple[Node, ...]
    edges: tuple[Edge, ...]
    places: dict[str, tuple[int, int]]
    marked: frozenset[str]


def around(found: Neighbourhood) -> Picture:
    """The centre in the middle, what it leads to on the right, what leads to it on the left."""
    center = found.center.id
    forth = {edge.target for edge in found.edges if edge.source == center}
    beside: dict[str, set[str]] = {}
    for edge in found.edges:
        beside.setdefault(edge.source, set()).add(edge.target)
        beside.setdefault(edge.target, set()).add(edge.source)
    column: dict[str, int] = {center: 0}
    for node, distance in zip(found.nodes[1:], found.distances[1:], strict=True):
        if distance == 1:
            column[node.id] = 1 if node.id in forth else -1
            continue
        nearer = [
            column[each] for each in beside.get(node.id, ())
            if abs(column.get(each, 0)) == distance - 1
        ]  # fmt: skip
        column[node.id] = distance if sum(nearer) >= 0 else -distance
    return Picture(found.nodes, found.edges, _stacked(found.nodes, column), frozenset({center}))


def _stacked(nodes: Iterable[Node], column: Mapping[str, int]) -> dict[str, tuple[int, int]]:
    """Columns as high as they may be, each centred, the further ones further out."""
    columns: dict[int, list[str]] = {}
    for node in nodes:
        columns.setdefault(column[node.id], []).append(node.id)
    places: dict[str, tuple[int, int]] = {}
    for side in (1, -1):
        at = 0 if side == 1 else 1
        for number in sorted((each for each in columns if each * side >= at), key=abs):
            ids = columns[number]
            for first in range(0, len(ids), _TALLEST):
                stack = ids[first : first + _TALLEST]
                top = -(len(stack) - 1) * _BELOW // 2
                for row, each in enumerate(stack):
                    places[each] = (side * at * _ACROSS, top + row * _BELOW)
                at += 1
    return places


def along(found: Paths) -> Picture:
    """Each chain a row from left to right, both ends in the first one."""
    nodes: dict[str, Node] = {found.start.id: found.start, found.end.id: found.end}
    edges: dict[Edge, None] = {}
    longest = max((len(path.steps) for path in found.paths), default=1)
    places = {found.start.id: (0, 0), found.end.id: (longest * _ACROSS, 0)}
    for row, path in enumerate(found.paths):
        edges.update(dict.fromkeys(step.edge for step in path.steps))
        for at, node in enumerate(path.nodes[1:-1], 1):
            nodes[node.id] = node
            places[node.id] = (at * _ACROSS, row * _BELOW)
    ends = frozenset({found.start.id, found.end.id})
    return Picture(tuple(nodes.values()), tuple(edges), places, ends)


def mermaid(picture: Picture) -> str:
    """A flowchart that a fenced block ``mermaid`` of a note shows."""
    names = _names(picture)
    lines = ["flowchart LR"]
    lines += (f'  {names[each.id]}["{_mermaid(each.title)}"]' for each in picture.nodes)
    lines += (
        f'  {names[edge.source]} -->|"{_mermaid(_label(edge))}"| {names[edge.target]}'
        for edge in picture.edges
    )
    lines += (f"  style {names[each]} stroke-width:3px" for each in sorted(picture.marked))
    return "\n".join(lines)


def dot(picture: Picture) -> str:
    """A graph for ``dot -Tsvg`` and its relatives."""
    names = _names(picture)
    lines = ["digraph recall {", "  rankdir=LR;", "  node [shape=box, style=rounded];"]
    for node in picture.nodes:
        more = ", penwidth=3" if node.id in picture.marked else ""
        lines.append(f"  {names[node.id]} [label={_dot(node.title)}, id={_dot(node.id)}{more}];")
    lines += (
        f"  {names[edge.source]} -> {names[edge.target]} [label={_dot(_label(edge))}];"
        for edge in picture.edges
    )
    return "\n".join([*lines, "}"])


def graphml(picture: Picture) -> str:
    """A graph for Gephi, yEd, Cytoscape and networkx, with all that is known of each edge."""
    lines = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        '<graphml xmlns="http://graphml.graphdrawing.org/xmlns">',
    ]
    lines += (
        f'<key id="{owner}_{name}" for="{owner}" attr.name="{name}" attr.type="{kind}"/>'
        for owner, name, kind in _KEYS
    )
    lines.append('<graph edgedefault="directed">')
    for node in picture.nodes:
        lines.append(f"<node id={_xml(node.id)}>{''.join(_data('node', node._asdict()))}</node>")
    for number, edge in enumerate(picture.edges):
        data = "".join(_data("edge", edge._asdict()))
        ends = f"source={_xml(edge.source)} target={_xml(edge.target)}"
        lines.append(f'<edge id="e{number}" {ends}>{data}</edge>')
    return "\n".join([*lines, "</graph>", "</graphml>"])


_KEYS = (
    *(("node", name, "string") for name in
      ("title", "source", "kind", "collection", "path", "date", "status")),
    ("node", "superseded", "boolean"),
    *(("edge", name, "string") for name in ("type", "origin", "label", "path")),
    ("edge", "line", "int"), ("edge", "times", "int"), ("edge", "weight", "double"),
)  # fmt: skip


def canvas(picture: Picture) -> dict[str, object]:
    """A JSON Canvas: a card for each item, an arrow for each edge.

    Notes of the first item's vault are file cards; what lies elsewhere is a card of text.
    """
    vault = picture.nodes[0].collection
    cards: list[dict[str, object]] = []
    for node in picture.nodes:
        left, top = picture.places[node.id]
        card: dict[str, object] = {"id": node.id, "x": left, "y": top}
        card |= {"width": WIDTH, "height": HEIGHT}
        if node.source == "vault" and node.collection == vault:
            card |= {"type": "file", "file": node.path}
        else:
            card |= {"type": "text", "text": _MARKDOWN.sub(r"\\\1", one_line(node.title))}
        if node.id in picture.marked:
            card["color"] = _CENTER_COLOR
        elif node.superseded:
            card["color"] = _OLD_COLOR
        cards.append(card)
    return {"nodes": cards, "edges": list(_arrows(picture))}


def _arrows(picture: Picture) -> Iterator[dict[str, object]]:
    """One arrow for all edges from one item to another, with their types."""
    labels: dict[tuple[str, str], list[str]] = {}
    for edge in picture.edges:
        labels.setdefault((edge.source, edge.target), []).append(_label(edge))
    for number, ((source, target), words) in enumerate(labels.items()):
        (left, top), (right, bottom) = picture.places[source], picture.places[target]
        if left != right:
            sides = ("right", "left") if left < right else ("left", "right")
        else:
            sides = ("bottom", "top") if top < bottom else ("top", "bottom")
        yield {
            "id": f"e{number}", "fromNode": source, "fromSide": sides[0],
            "toNode": target, "toSide": sides[1], "label": ", ".join(words),
        }  # fmt: skip


def _names(picture: Picture) -> dict[str, str]:
    """A plain name for each item that no form takes for a word of its own."""
    return {node.id: f"n{number}" for number, node in enumerate(picture.nodes)}


def _label(edge: Edge) -> str:
    """The type of an edge, and what an arrow or a tag is called."""
    words = edge.type.replace("_", " ")
    if edge.label and edge.origin in ("canvas", "derived"):
        words = edge.label if edge.type == "arrow" else f"{words} {edge.label}"
    return one_line(words)


def _mermaid(text: str) -> str:
    return _MERMAID.sub(lambda sign: f"#{ord(sign[0])};", one_line(text))


def _dot(text: str) -> str:
    escaped = one_line(text).replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def _xml(text: str) -> str:
    from xml.sax.saxutils import quoteattr

    return quoteattr(_NO_XML.sub("\ufffd", one_line(text)))


def _data(owner: str, values: Mapping[str, object]) -> Iterator[str]:
    from xml.sax.saxutils import escape

    for kind, name, _ in _KEYS:
        value = values.get(name)
        if kind != owner or value is None or value == "":
            continue
        shown = str(value).lower() if isinstance(value, bool) else str(value)
        text = escape(_NO_XML.sub("\ufffd", one_line(shown)))
        yield f'<data key="{owner}_{name}">{text}</data>'


FORMATS: dict[str, Callable[[Picture], str]] = {"mermaid": mermaid, "dot": dot, "graphml": graphml}
"""Forms that are texts; a canvas is JSON."""
