"""Bytes of a canvas file -> its cards, arrows, links and text (JSON Canvas 1.0)."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from vault_sync.jsontext import decode
from vault_sync.model import Finding, Link

if TYPE_CHECKING:
    from collections.abc import Iterator

    from vault_sync.jsontext import Json


class CanvasNode(NamedTuple):
    """A card. ``type`` is ``text``, ``file``, ``link``, ``group`` or one we do not know (R243).

    Of ``text``, ``file`` with ``subpath``, ``url`` and ``label`` (of a group) those are
    filled that the type has.
    """

    id: str
    type: str
    text: str = ""
    file: str = ""
    subpath: str = ""
    url: str = ""
    label: str = ""


class CanvasEdge(NamedTuple):
    """An arrow between two cards; it links no notes (OBSIDIAN.md R242)."""

    id: str
    from_node: str
    to_node: str
    label: str


class Canvas(NamedTuple):
    """A canvas as read. Nothing in a file's content can make reading raise.

    ``links`` are those of file cards (syntax ``canvas``; their path is a full vault path, so
    it is to be resolved as ``/path``, R239) and those in the text of text cards (R240).
    None has a position. ``text`` is what search finds: cards, labels of groups and arrows.
    """

    path: str
    nodes: tuple[CanvasNode, ...]
    edges: tuple[CanvasEdge, ...]
    links: tuple[Link, ...]
    text: str
    findings: tuple[Finding, ...]


def parse(path: str, data: bytes, *, links_in_text: bool = True) -> Canvas:
    """Read the canvas at a path, whose file holds these bytes. Pure, and never raises.

    Args:
        path: the canvas, for findings.
        data: content of its file; empty is an empty canvas (OBSIDIAN.md R238).
        links_in_text: whether links in text cards count (R240, section 21.6).
    """
    if not data.strip(b"\xef\xbb\xbf \t\r\n"):
        return Canvas(path, (), (), (), "", ())
    try:
        content = decode(data)
    except ValueError as error:
        return _unread(path, str(error))
    if not isinstance(content, dict):
        return _unread(path, "It is no JSON object.")
    nodes = tuple(_node(entry) for entry in _entries(content, "nodes"))
    edges = tuple(_edge(entry) for entry in _entries(content, "edges"))
    return Canvas(
        path,
        nodes,
        edges,
        tuple(_links(path, nodes, links_in_text=links_in_text)),
        "\n\n".join(_texts(nodes, edges)),
        tuple(_odd_parts(path, content)),
    )


def _unread(path: str, what: str) -> Canvas:
    message = f"{what} The canvas is found by its name only."
    return Canvas(path, (), (), (), "", (Finding(path, None, "invalid-canvas", message),))


def _entries(content: dict[str, Json], key: str) -> Iterator[dict[str, Json]]:
    entries = content.get(key)
    if isinstance(entries, list):
        yield from (entry for entry in entries if isinstance(entry, dict))


def _odd_parts(path: str, content: dict[str, Json]) -> Iterator[Finding]:
    for key in ("nodes", "edges"):
        entries = content.get(key)
        if entries is None:
            continue
        if not isinstance(entries, list):
            message = f"Its {key!r} are no list; they are ignored."
            yield Finding(path, None, "invalid-canvas", message)
        elif count := sum(not isinstance(entry, dict) for entry in entries):
            message = f"{count} of its {key!r} are no JSON objects; they are ignored."
            yield Finding(path, None, "invalid-canvas", message)


def _node(entry: dict[str, Json]) -> CanvasNode:
    kind = _text(entry, "type")
    subpath = _text(entry, "subpath")
    return CanvasNode(
        id=_text(entry, "id"),
        type=kind,
        text=_text(entry, "text") if kind == "text" else "",
        file=_text(entry, "file") if kind == "file" else "",
        subpath=subpath if kind == "file" and subpath.startswith("#") else "",
        url=_text(entry, "url") if kind == "link" else "",
        label=_text(entry, "label") if kind == "group" else "",
    )


def _edge(entry: dict[str, Json]) -> CanvasEdge:
    return CanvasEdge(
        id=_text(entry, "id"),
        from_node=_text(entry, "fromNode"),
        to_node=_text(entry, "toNode"),
        label=_text(entry, "label"),
    )


def _text(entry: dict[str, Json], key: str) -> str:
    value = entry.get(key)
    return value.replace("\0", " ") if isinstance(value, str) else ""


def _links(path: str, nodes: tuple[CanvasNode, ...], *, links_in_text: bool) -> Iterator[Link]:
    for node in nodes:
        if node.file:
            yield _file_link(node)
        elif links_in_text and "[" in node.text:
            yield from _text_links(path, node.text)


def _file_link(node: CanvasNode) -> Link:
    display = " > ".join([node.file, *filter(None, node.subpath.split("#"))])
    return Link(
        syntax="canvas",
        embed=True,
        path=node.file,
        subpath=node.subpath,
        display=display,
        label=None,
        original=node.file + node.subpath,
    )


def _text_links(path: str, text: str) -> Iterator[Link]:
    from vault_sync.note import parse as parse_note

    # a card has no properties: with a line before them, dashes are a rule
    for link in parse_note(path, f"\n{text}".encode("utf-8", "replace")).links:
        yield link._replace(
            line=None, column=None, end_line=None, end_column=None, start=None, end=None
        )


def _texts(nodes: tuple[CanvasNode, ...], edges: tuple[CanvasEdge, ...]) -> Iterator[str]:
    for node in nodes:
        if text := (node.text or node.label).strip():
            yield text
    for edge in edges:
        if text := edge.label.strip():
            yield text
