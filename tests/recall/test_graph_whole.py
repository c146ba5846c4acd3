"""What only the whole graph tells: bridges and communities."""

import hashlib
from pathlib import Path

import networkx  # noqa: TID253 - what ours is compared with
import pytest
from hypothesis import given
from hypothesis import strategies as st

from recall.api import Recall
from recall.errors import UsageError
from recall.graph import communities as parting
from recall.graph import network
from recall.graph.bridges import cut_off

PAIRS = st.lists(
    st.tuples(st.integers(0, 12), st.integers(0, 12)).filter(lambda pair: pair[0] != pair[1]),
    max_size=30,
)


@given(PAIRS)
def test_bridges_are_what_parts_the_graph_and_how(pairs):
    graph = networkx.Graph(pairs)
    found = cut_off({each: dict.fromkeys(graph[each], 1.0) for each in graph})
    assert set(found) == set(networkx.articulation_points(graph))
    for bridge, parts in found.items():
        whole = networkx.node_connected_component(graph, bridge) - {bridge}
        left = networkx.connected_components(graph.subgraph(whole))
        sizes = sorted(map(len, left), reverse=True)
        assert [part.size for part in parts] == sizes[1:]
        assert all(part.first in graph[bridge] for part in parts)


def test_a_long_chain_is_no_recursion():
    beside = {each: {} for each in range(20_000)}
    for each in range(19_999):
        beside[each][each + 1] = beside[each + 1][each] = 1.0
    assert len(cut_off(beside)) == 19_998


@pytest.fixture
def two_circles(desk):
    """Two groups, each linked among itself, joined by one note, with names of their own."""
    for topic, names in (("Bread", "abcde"), ("Clocks", "vwxyz")):
        for name in names:
            links = " ".join(f"[[{topic} {each}]]" for each in names if each != name)
            desk.write(f"{topic} {name}.md", f"{links} #{topic.lower()}/all")
    desk.write("Between.md", "[[Bread a]] [[Clocks v]]")
    desk.write("Alone.md", "nothing")
    desk.write("Hanging.md", "[[Between]]")
    desk.sync()
    return desk


def test_bridges_say_what_falls_off(two_circles):
    found = two_circles.recall.bridges()
    assert [(each.node.title, each.parts) for each in found.bridges] == [
        ("Between", (5, 1)), ("Bread a", (4,)), ("Clocks v", (4,)),
    ]  # fmt: skip
    assert set(found.bridges[1].examples) <= {f"Bread {each}" for each in "bcde"}
    assert (found.total, found.items) == (3, 13)
    assert len(two_circles.recall.bridges(limit=1).bridges) == 1


def test_communities_are_named_by_what_their_notes_share(two_circles):
    found = two_circles.recall.communities()
    assert {each.terms[0].strip("#").partition("/")[0] for each in found.communities} == {
        "bread",
        "clocks",
    }
    assert sorted(each.size for each in found.communities) == [5, 7]
    assert (found.unlinked, found.scattered, found.items, found.method) == (1, 0, 13, "louvain")
    assert found.modularity > 0.3
    assert found == two_circles.recall.communities()


def test_a_graph_too_large_for_one_method_is_parted_by_another(two_circles, monkeypatch):
    monkeypatch.setattr(parting, "MOST_PAIRS_FOR_LOUVAIN", 5)
    found = two_circles.recall.communities()
    assert found.method == "label propagation"
    assert sorted(each.size for each in found.communities) == [5, 7]


def test_a_graph_too_large_for_all_is_refused_with_a_sentence(two_circles, monkeypatch):
    monkeypatch.setattr(network, "MOST_EDGES", 5)
    with pytest.raises(UsageError, match="More than 5 pairs of items"):
        two_circles.recall.bridges()


def test_a_vault_without_links_has_neither(desk):
    desk.notes(a="", b="")
    desk.sync()
    assert desk.recall.communities().communities == ()
    assert desk.recall.communities().unlinked == 2
    assert desk.recall.bridges().bridges == ()


def test_pairs_are_no_community(desk):
    desk.notes(a="[[b]]", b="", c="[[d]]", d="")
    desk.sync()
    found = desk.recall.communities()
    assert (found.total, found.scattered) == (0, 4)


def test_excluded_notes_and_attachments_do_not_count(desk):
    desk.settings(userIgnoreFilters=["Archive/"])
    desk.notes(a="[[b]] [[old]] ![[pic.png]]", b="")
    desk.write("Archive/old.md", "[[b]]")
    desk.write("pic.png", b"x")
    desk.sync()
    assert desk.recall.bridges().items == 2


def test_asking_the_graph_writes_nothing(two_circles):
    two_circles.close()
    before = hashlib.sha256(Path(two_circles.store).read_bytes()).digest()
    with Recall.open(two_circles.store) as recall:
        assert recall.graph("Between", weak=True).edges
        assert recall.backlinks("Between").total == 1
        assert recall.path("Bread b", "Clocks w").paths
        assert recall.related("Hanging").related
        assert recall.hubs().total
        assert recall.orphans().total == 1
        assert recall.broken().total == 0
        assert recall.bridges().total
        assert recall.communities().total
    assert hashlib.sha256(Path(two_circles.store).read_bytes()).digest() == before
