"""The graph as text: a tree that fits a width, lists of items, links with their lines."""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING

from recall.disclosure.levels import address
from recall.disclosure.visible import one_line

if TYPE_CHECKING:
    from collections.abc import Iterator

    from recall.graph_model import (
        BacklinkList,
        Bridges,
        BrokenList,
        Communities,
        Edge,
        Neighbourhood,
        Node,
        NodeList,
        Path,
        Paths,
        RelatedList,
    )

ROOMY = 0
"""The width of an output that is no terminal: lines are as long as they are."""


def node_line(node: Node) -> str:
    """An item: its title, and where it lies or its id."""
    title = one_line(node.title)
    gone = "  [superseded]" if node.superseded else ""
    return f"{title} — {address(node.path) if node.path else node.id}{gone}"


def tree(found: Neighbourhood, width: int = ROOMY) -> str:
    """What lies around an item, each item once, under the one it was first reached from."""
    edges: dict[frozenset[str], list[Edge]] = {}
    for edge in found.edges:
        edges.setdefault(frozenset((edge.source, edge.target)), []).append(edge)
    children = _children(found, edges)
    lines = [fitted(f"{found.center.id}  {node_line(found.center)}", width)]
    waiting = [(child, "", found.center.id) for child in reversed(children[found.center.id])]
    shown = 0
    while waiting:
        child, margin, parent = waiting.pop()
        is_last = not waiting or waiting[-1][2] != parent
        between = edges[frozenset((parent, child.id))]
        shown += len(between)
        branch = "└─ " if is_last else "├─ "
        lines.append(
            fitted(f"{margin}{branch}{_between(between, parent)}  {node_line(child)}", width)
        )
        below = margin + ("   " if is_last else "│  ")
        waiting += [(each, below, child.id) for each in reversed(children[child.id])]
    return "\n".join(lines)


def _children(
    found: Neighbourhood, edges: dict[frozenset[str], list[Edge]]
) -> dict[str, list[Node]]:
    """The items below each, by the first item one step nearer that an edge joins them with."""
    beside: dict[str, list[str]] = {node.id: [] for node in found.nodes}
    for pair in edges:
        one, other = pair
        beside[one].append(other)
        beside[other].append(one)
    places = {node.id: place for place, node in enumerate(found.nodes)}
    children: dict[str, list[Node]] = {node.id: [] for node in found.nodes}
    for node, distance in zip(found.nodes, found.distances, strict=True):
        nearer = [
            places[each] for each in beside[node.id] if found.distances[places[each]] < distance
        ]
        if nearer:
            children[found.nodes[min(nearer)].id].append(node)
    return children


def _between(edges: list[Edge], parent: str) -> str:
    """Types of the edges between an item and one below it, with arrows: ``→ supersedes``."""
    parts = []
    for edge in edges:
        arrow = "→" if edge.source == parent else "←"
        words = edge.type.replace("_", " ")
        if edge.label and edge.origin in ("canvas", "derived"):
            words += f" ({edge.label})"
        place = f" L{edge.line}" if edge.line is not None else ""
        parts.append(f"{arrow} {one_line(words)}{place}")
    return ", ".join(parts)


def graph_talk(found: Neighbourhood) -> Iterator[str]:
    """What is to be said about a neighbourhood beside it."""
    if len(found.nodes) == 1:
        along = f" of the types {', '.join(found.types)}" if found.types else ""
        way = {"in": " to it", "out": " from it", "both": ""}[found.direction]
        yield f"No edge{along}{way}."
    if found.left_out:
        more = "" if found.is_complete else "at least "
        items = "item" if found.left_out == 1 else "items"
        yield f"{more}{found.left_out:,} more {items} around it: --limit shows more."
    elif not found.is_complete:
        yield "Not all items around it were looked at: there are too many."


def paths_text(found: Paths, width: int = ROOMY) -> str:
    """Each chain as a sentence, and below it where its edges stand."""
    lines: list[str] = []
    for path in found.paths:
        lines.append(_sentence(path))
        for step in path.steps:
            edge = step.edge
            line = f":{edge.line}" if edge.line is not None else ""
            place = f"{address(edge.path)}{line}" if edge.path else f"by {edge.origin}"
            lines.append(fitted(f"    {one_line(edge.type.replace('_', ' '))}  {place}", width))
    return "\n".join(lines)


def _sentence(path: Path) -> str:
    """A chain in words, as ``A supersedes B, which links to C``."""
    said = one_line(path.nodes[0].title)
    for number, (step, node) in enumerate(zip(path.steps, path.nodes[1:], strict=True)):
        which = ", which" if number else ""
        said += f"{which} {one_line(step.words)} {one_line(node.title)}"
    return f"{said}."


def paths_talk(found: Paths) -> Iterator[str]:
    """What is to be said of two items that no chain connects."""
    if found.start.id == found.end.id:
        yield f"Both are {one_line(found.start.title)}."
    elif not found.paths:
        names = f"{one_line(found.start.title)} and {one_line(found.end.title)}"
        if found.is_complete:
            yield f"No chain of edges connects {names}."
        else:
            yield f"No chain was found between {names} among the edges looked at; there are more."
        if found.shared_tags:
            yield f"Both have: {one_line(' '.join(f'#{tag}' for tag in found.shared_tags))}"


def backlinks_text(found: BacklinkList, width: int = ROOMY) -> str:
    """One line a link, and below it the line it stands in."""
    lines: list[str] = []
    for link in found.backlinks:
        place = address(link.path) if link.path else link.node.id
        line = f":{link.line}" if link.line is not None else ""
        kind = one_line(link.type.replace("_", " "))
        lines.append(fitted(f"{place}{line}  {kind}", width))
        text = one_line(link.text or (link.label or ""))
        if text:
            lines.append(fitted(f"    {text}", width or 200))
    return "\n".join(lines)


def nodes_text(found: NodeList, width: int = ROOMY, *, counts: bool) -> str:
    """One line an item, with how many link to it where that is asked."""
    if not counts:
        return "\n".join(fitted(node_line(each.node), width) for each in found.nodes)
    wide = max((len(f"{each.linked_from:,}") for each in found.nodes), default=1)
    return "\n".join(
        fitted(
            f"{each.linked_from:{wide},} ←  {each.links_to:{wide},} →  {node_line(each.node)}",
            width,
        )
        for each in found.nodes
    )


def broken_text(found: BrokenList, width: int = ROOMY) -> str:
    """One line a name, and below it where the links to it stand."""
    lines: list[str] = []
    for each in found.broken:
        lines.append(fitted(f"{each.links:,}  {address(each.name)}", width))
        for place in each.places:
            line = f":{place.line}" if place.line is not None else ""
            lines.append(fitted(f"    {address(place.path)}{line}", width))
        if each.links > len(each.places):
            lines.append(f"    and {each.links - len(each.places):,} more")
    return "\n".join(lines)


def bridges_text(found: Bridges, width: int = ROOMY) -> str:
    """One line an item, and below it what would fall off without it."""
    lines: list[str] = []
    for each in found.bridges:
        lines.append(fitted(node_line(each.node), width))
        examples = ", ".join(map(one_line, each.examples))
        parts = ", ".join(f"{size:,}" for size in each.parts[:5])
        if len(each.parts) > 5:
            parts += f" and {len(each.parts) - 5:,} more parts"
        lines.append(fitted(f"    holds {parts}: {examples}", width))
    return "\n".join(lines)


def communities_text(found: Communities, width: int = ROOMY) -> str:
    """One line a community with the words that name it, and below it what it lies around."""
    wide = max((len(f"{each.size:,}") for each in found.communities), default=1)
    lines: list[str] = []
    for each in found.communities:
        named = ", ".join(map(one_line, each.terms)) or "(no words in common)"
        lines.append(fitted(f"{each.size:{wide},}  {named}", width))
        around = ", ".join(one_line(node.title) for node in each.central)
        lines.append(fitted(f"{'':{wide}}  around {around}", width))
    return "\n".join(lines)


def communities_talk(found: Communities) -> Iterator[str]:
    """What was left out, and how the items were parted."""
    yield from more_talk(len(found.communities), found.total, "communities")
    left = [
        (found.unlinked, "without a link"),
        (found.scattered, "in groups of fewer than three"),
    ]
    counted = ", ".join(f"{count:,} {what}" for count, what in left if count)
    if counted:
        yield f"Of {found.items:,} items in none: {counted}."
    if found.method == "label propagation":
        yield "Parted by label propagation, which is coarser: the graph is large."


def related_text(found: RelatedList, width: int = ROOMY) -> str:
    """One line an item with its score, and below it each reason."""
    lines: list[str] = []
    for each in found.related:
        lines.append(fitted(f"{each.score:.2f}  {each.node.id}  {node_line(each.node)}", width))
        lines += (fitted(f"      {one_line(reason.note)}", width) for reason in each.reasons)
    return "\n".join(lines)


def fitted(line: str, width: int) -> str:
    """A line that takes ``width`` columns of a terminal at most; 0 for no limit."""
    if not width or _columns(line) <= width:
        return line
    room, kept = width - 1, []
    for char in line:
        room -= _columns(char)
        if room < 0:
            break
        kept.append(char)
    return "".join(kept).rstrip() + "…"


def _columns(text: str) -> int:
    if text.isascii():
        return len(text)
    return sum(map(_char_columns, text))


def _char_columns(char: str) -> int:
    if unicodedata.combining(char) or unicodedata.category(char) in ("Cf", "Me", "Mn"):
        return 0
    return 2 if unicodedata.east_asian_width(char) in "WF" else 1


def more_talk(shown: int, total: int, what: str) -> Iterator[str]:
    """How many are not shown."""
    if total > shown:
        if total - shown == 1:
            what = {"communities": "community"}.get(what, what.removesuffix("s"))
        yield f"{total - shown:,} more {what}: --limit shows more."
