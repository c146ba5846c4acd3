"""How two items are connected: chains in words, the telling one first, others beside it."""

import pytest

from recall.disclosure.graph_text import paths_text
from recall.errors import NotFoundError, UsageError
from recall.graph import paths as search


def chains(found):
    return [[node.title for node in path.nodes] for path in found.paths]


def sentences(found):
    return [line for line in paths_text(found).split("\n") if not line.startswith(" ")]


def test_a_chain_reads_as_a_sentence(desk):
    desk.write("Postgres decision.md", "---\nsupersedes: '[[Mongo decision]]'\n---\n")
    desk.write("Mongo decision.md", "x\n- decided in [[Meeting 2023-04-12]]")
    desk.write("Meeting 2023-04-12.md", "talk")
    desk.sync()
    found = desk.recall.path("Postgres decision", "Meeting 2023-04-12")
    assert paths_text(found).split("\n") == [
        "Postgres decision supersedes Mongo decision, which was decided in Meeting 2023-04-12.",
        "    supersedes  Postgres decision.md",
        "    decided in  Mongo decision.md:2",
    ]
    assert sentences(desk.recall.path("Meeting 2023-04-12", "Postgres decision")) == [
        "Meeting 2023-04-12 decided Mongo decision, which is superseded by Postgres decision."
    ]


def test_named_edges_say_more_than_a_plain_link(desk):
    desk.notes(a="[[m]]\n- implements [[n]]", m="[[b]]", n="- implements [[b]]", b="")
    desk.sync()
    found = desk.recall.path("a", "b")
    assert chains(found) == [["a", "n", "b"], ["a", "m", "b"]]
    assert found.paths[0].cost < found.paths[1].cost


def test_what_everybody_is_linked_with_connects_nobody_closely(desk):
    crowd = {f"n{each}": "" for each in range(60)}
    desk.notes(a="[[list]] [[quiet]]", quiet="[[b]]", b="", **crowd)
    desk.write("list.md", "[[b]] " + " ".join(f"[[{name}]]" for name in crowd))
    desk.sync()
    assert chains(desk.recall.path("a", "b")) == [["a", "quiet", "b"], ["a", "list", "b"]]


def test_a_longer_chain_wins_where_it_says_more(desk):
    crowd = {f"n{each}": "" for each in range(100)}
    desk.notes(a="[[list]]\n- uses [[m]]", m="- uses [[n]]", n="- uses [[b]]", b="", **crowd)
    desk.write("list.md", "[[b]] " + " ".join(f"[[{name}]]" for name in crowd))
    desk.sync()
    assert chains(desk.recall.path("a", "b"))[0] == ["a", "m", "n", "b"]


def test_other_ways_lead_through_other_items(desk):
    desk.notes(a="[[b]] [[m]] [[n]]", m="[[b]]", n="[[b]]", b="")
    desk.sync()
    assert chains(desk.recall.path("a", "b")) == [["a", "b"], ["a", "m", "b"], ["a", "n", "b"]]
    assert len(desk.recall.path("a", "b", limit=1).paths) == 1


def test_types_are_kept_to(desk):
    desk.notes(a="[[b]]\n- uses [[m]]", m="- uses [[b]]", b="")
    desk.sync()
    assert chains(desk.recall.path("a", "b", types="uses")) == [["a", "m", "b"]]
    assert chains(desk.recall.path("a", "b", types="nothing")) == []


def test_two_that_nothing_connects_have_their_tags_told(desk):
    desk.notes(a="#Seed #b", b="#seed", c="[[#own]]")
    desk.sync()
    found = desk.recall.path("a", "b")
    assert (found.paths, found.shared_tags, found.is_complete) == ((), ("Seed",), True)
    assert desk.recall.path("a", "c").shared_tags == ()


def test_an_item_and_itself_need_no_chain(desk):
    desk.notes(a="[[a]] [[b]]", b="[[a]]")
    desk.sync()
    assert desk.recall.path("a", "a").paths == ()


def test_a_search_that_was_given_up_says_so(desk, monkeypatch):
    desk.notes(**{f"n{each}": f"[[n{each + 1}]]" for each in range(30)})
    desk.sync()
    assert len(chains(desk.recall.path("n0", "n29"))[0]) == 30
    monkeypatch.setattr(search, "MOST_EDGES", 10)
    found = desk.recall.path("n0", "n29")
    assert (found.paths, found.is_complete) == ((), False)


def test_chains_go_through_memories_and_not_through_those_that_ended(desk, monkeypatch):
    desk.notes(a="", b="")
    desk.sync()
    memory = desk.recall.remember("Between the two", ttl=60).memory
    desk.recall.link("a", memory.id, "caused by")
    desk.recall.link(memory.id, "b", "references")
    assert sentences(desk.recall.path("a", "b")) == [
        "a was caused by Between the two, which refers to b."
    ]
    import time

    later = time.time() + 61
    monkeypatch.setattr("time.time", lambda: later)
    assert desk.recall.path("a", "b").paths == ()


def test_names_in_a_sentence_cannot_command_a_terminal(desk):
    desk.write("a\x1b[31mred.md", "[[b]]")
    desk.notes(b="")
    desk.sync()
    told = paths_text(desk.recall.path("b", "a\x1b[31mred"))
    assert "\x1b" not in told
    assert "␛[31mred" in told


def test_bad_input_is_answered_with_a_sentence(desk):
    desk.notes(a="")
    desk.sync()
    with pytest.raises(NotFoundError):
        desk.recall.path("a", "nowhere")
    with pytest.raises(UsageError, match="limit is 0"):
        desk.recall.path("a", "a", limit=0)
