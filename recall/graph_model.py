"""Records of the graph: items as nodes, edges between them, and what is found on them.

Lines are one-based. Field names are the JSON keys.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias, get_args

if TYPE_CHECKING:
    from recall.model import SourceKind

Direction: TypeAlias = Literal["in", "out", "both"]
DIRECTIONS: tuple[Direction, ...] = get_args(Direction)


class Node(NamedTuple):
    """An item of the graph; ``path`` is empty for a memory."""

    id: str
    title: str
    source: SourceKind
    kind: str
    collection: str
    path: str
    date: str | None
    status: str | None
    superseded: bool


class Edge(NamedTuple):
    """A typed, directed edge between two items, by their ids.

    ``origin`` is what it was read from: wikilink, markdown, reference, property, field,
    relation, canvas, memory, user, or derived for one that nobody wrote. ``path`` and ``line``
    are where it stands, None in properties, canvases and where it stands in no file. ``times``
    is how often it is written. ``weight`` in (0, 1] says how much it binds.
    """

    source: str
    target: str
    type: str
    origin: str
    label: str | None
    path: str
    line: int | None
    times: int
    weight: float


class Neighbourhood(NamedTuple):
    """What lies around one item. ``nodes`` has the centre first, then the nearest.

    ``distances`` are the steps of each node from the centre. ``left_out`` counts nodes that were
    found and are beyond ``limit``; ``is_complete`` is false where not even all were counted.
    """

    center: Node
    depth: int
    direction: Direction
    types: tuple[str, ...]
    nodes: tuple[Node, ...]
    distances: tuple[int, ...]
    edges: tuple[Edge, ...]
    left_out: int
    is_complete: bool


class Backlink(NamedTuple):
    """One link to an item; ``text`` is the line it stands in, "" in properties and canvases."""

    node: Node
    type: str
    origin: str
    label: str | None
    path: str
    line: int | None
    text: str


class BacklinkList(NamedTuple):
    """Links to an item by the paths they stand in; of ``total`` in ``items`` others."""

    center: Node
    backlinks: tuple[Backlink, ...]
    total: int
    items: int


class Step(NamedTuple):
    """One edge of a path; ``forward`` says whether it is walked from its source."""

    edge: Edge
    forward: bool
    words: str


class Path(NamedTuple):
    """A way from one item to another; ``cost`` is the sum of its edges', lowest first."""

    nodes: tuple[Node, ...]
    steps: tuple[Step, ...]
    cost: float


class Paths(NamedTuple):
    """How two items are connected, the best way first; none when they are not.

    ``shared_tags`` are tags that both have. ``is_complete`` is false when the search ended at
    its limit of edges.
    """

    start: Node
    end: Node
    paths: tuple[Path, ...]
    shared_tags: tuple[str, ...]
    is_complete: bool


class Ranked(NamedTuple):
    """An item with how many others link to it and it links to."""

    node: Node
    linked_from: int
    links_to: int


class NodeList(NamedTuple):
    """Some items of ``total``."""

    nodes: tuple[Ranked, ...]
    total: int


class Place(NamedTuple):
    """Where a link stands; ``line`` is None in properties and canvases."""

    id: str
    path: str
    line: int | None


class Broken(NamedTuple):
    """A name that links lead to and no item has; how many do, and where the first stand."""

    name: str
    places: tuple[Place, ...]
    links: int


class BrokenList(NamedTuple):
    """The names that are missed most, of ``total``."""

    broken: tuple[Broken, ...]
    total: int


class Bridge(NamedTuple):
    """An item that alone holds others to the rest; ``parts`` are the sizes of what would fall off.

    ``examples`` are titles in the largest of those parts.
    """

    node: Node
    parts: tuple[int, ...]
    examples: tuple[str, ...]


class Bridges(NamedTuple):
    """The bridges that hold most, of ``total``; ``items`` were looked at."""

    bridges: tuple[Bridge, ...]
    total: int
    items: int


class Community(NamedTuple):
    """Items that are linked among each other more than with the rest.

    ``terms`` are words that its titles and tags have and others have not; ``central`` the items
    that its members link to most, ``members`` the ids of all.
    """

    terms: tuple[str, ...]
    size: int
    central: tuple[Node, ...]
    members: tuple[str, ...]


class Communities(NamedTuple):
    """The largest communities, of ``total``; ``items`` were looked at.

    ``unlinked`` items have no edge, ``scattered`` ones belong to groups of fewer than three.
    ``modularity`` says how well the items are parted, up to 1; ``method`` is louvain, or label
    propagation for what is too large for that.
    """

    communities: tuple[Community, ...]
    total: int
    items: int
    unlinked: int
    scattered: int
    modularity: float
    method: str


class Reason(NamedTuple):
    """Why two items are thought alike: what it adds to the score, and a sentence."""

    name: str
    value: float
    note: str


class Related(NamedTuple):
    """An item that is not linked with another and like it; ``score`` is in (0, 1)."""

    node: Node
    score: float
    reasons: tuple[Reason, ...]


class RelatedList(NamedTuple):
    """Items like one, the best first."""

    center: Node
    related: tuple[Related, ...]


class UserLink(NamedTuple):
    """An edge that a user made by hand; ``created`` in seconds since 1970."""

    source: Node
    target: Node
    type: str
    note: str | None
    created: float
    client: str
