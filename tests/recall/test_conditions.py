"""Filters: what an item must be, whatever the script, the case or the signs in the value."""

import unicodedata

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from storehouse import NOW, Desk

from recall.store import conditions, passage_search
from recall.store.database import open_store


@pytest.fixture(scope="module")
def shelf(tmp_path_factory):
    """Notes with properties and tags of every sort; the tests only search."""
    desk = Desk(tmp_path_factory.mktemp("shelf"))
    desk.write(
        "Ärger/Überblick.md",
        "---\nstadt: Москва\ngröße: 12.5\nstatus: Done\ntype: Größe\n---\nword",
    )
    desk.write(
        "plain.md",
        "---\nstadt: Berlin\ngröße: 9\nempty:\ndue: 2026-03-05\nlist: [one, two]\nmap: {deep: yes}\nflag: true\n---\nword",
    )
    desk.write("100%_sure.md", "---\nstadt: 100%_sure\n---\nword #100% #a_b #x/y/z")
    desk.write("axb.md", "word #axb #ab/c #X/Y")
    desk.write(unicodedata.normalize("NFD", "Résumé.md"), "word #ops")
    desk.write("board.canvas", '{"nodes": [{"id": "1", "type": "text", "text": "word"}]}')
    desk.sync()
    yield desk
    desk.close()


@pytest.mark.parametrize(
    ("query", "paths"),
    [
        ("path:ärger", ["Ärger/Überblick.md"]),
        ("path:ÜBERBLICK", ["Ärger/Überblick.md"]),
        ("path:%", ["100%_sure.md"]),
        ("path:_", ["100%_sure.md"]),
        ("path:*", []),
        ("file:überblick", ["Ärger/Überblick.md"]),
        ("file:résumé", ["Re\u0301sume\u0301.md"]),
        ("path:résumé", ["Re\u0301sume\u0301.md"]),
        ("[stadt:москва]", ["Ärger/Überblick.md"]),
        ("[stadt:Москва]", ["Ärger/Überblick.md"]),
        ("[STADT:МОСКВА]", ["Ärger/Überblick.md"]),
        ("[stadt:%]", ["100%_sure.md"]),
        ("[stadt:_]", ["100%_sure.md"]),
        ("[größe:>10]", ["Ärger/Überblick.md"]),
        ("[größe:<10]", ["plain.md"]),
        ("[GRÖSSE]", ["plain.md", "Ärger/Überblick.md"]),
        ("[GRÖßE:9]", ["plain.md"]),
        ("[empty]", ["plain.md"]),
        ("[empty:null]", ["plain.md"]),
        ("[due:>2026-01-01]", ["plain.md"]),
        ("[due:<2026-01-01]", []),
        ("[list:two]", ["plain.md"]),
        ("[map.deep:yes]", ["plain.md"]),
        ("[flag:true]", ["plain.md"]),
        ("[flag:false]", []),
        ("[flag:>0]", []),
        ("status:DONE", ["Ärger/Überblick.md"]),
        ("type:größe", ["Ärger/Überblick.md"]),
        ("type:GRÖßE", ["Ärger/Überblick.md"]),
        ("type:canvas", ["board.canvas"]),
        ("tag:a_b", ["100%_sure.md"]),
        ("tag:#axb", ["axb.md"]),
        ("tag:ab", ["axb.md"]),
        ("tag:a", []),
        ("tag:x", ["100%_sure.md", "axb.md"]),
        ("tag:x/y", ["100%_sure.md", "axb.md"]),
        ("tag:x/y/z", ["100%_sure.md"]),
        ("tag:X/Y/Z", ["100%_sure.md"]),
        ("tag:op", []),
        ("tag:ops", ["Re\u0301sume\u0301.md"]),
        ("vault:vault tag:ops", ["Re\u0301sume\u0301.md"]),
        ("vault:other", []),
    ],
)
@pytest.mark.parametrize("words", ["", "word "], ids=["alone", "with a word"])
def test_a_filter_keeps_exactly(shelf, query, paths, words):
    assert sorted(shelf.found(words + query)) == sorted(paths)


def test_negations_are_the_rest(shelf):
    everything = set(shelf.found("word"))
    assert len(everything) == 6
    for query in ("path:ärger", "[stadt]", "tag:x", "[größe:>10]", "file:axb", "type:canvas"):
        kept = set(shelf.found(f"word {query}"))
        assert set(shelf.found(f"word -{query}")) == everything - kept
        assert set(shelf.found(f"word ({query} OR -{query})")) == everything


def test_a_29_tags_given_as_options_match_exactly(shelf):
    assert shelf.found("word", tags=["a_b"]) == ["100%_sure.md"]
    assert shelf.found("word", tags=["x", "a_b"]) == ["100%_sure.md"]
    for tag in ("_", "%", "*", "[x]", "axb%", "a?b"):
        assert shelf.found("word", tags=[tag]) == []


def test_a_29_one_tag_given_as_text_is_one_tag(shelf):
    assert shelf.found("word", tags="ops") == ["Re\u0301sume\u0301.md"]


def test_scope_options_keep_to_vault_source_and_kind(shelf):
    assert shelf.found("word", kind="canvas") == ["board.canvas"]
    assert shelf.found("word vault:other") == []
    assert len(shelf.found("word", vault="Vault", source="vault")) == 6
    assert shelf.found("word", source="memory") == []


ANYTHING = st.text(
    st.one_of(st.characters(), st.sampled_from("%_*?[]'\"\\/\0\ud800\udcff")), max_size=12
)
BUILDERS = (
    conditions.has_tag, conditions.path_contains, conditions.name_contains, conditions.in_collection,
    conditions.has_property, conditions.property_is_empty,
    lambda text: conditions.equals("status", text),
    lambda text: conditions.equals("namespace", text),
    lambda text: conditions.property_contains("x", text),
    lambda text: conditions.property_contains(text, "x"),
    lambda text: conditions.property_compares("x", "<", text),
    lambda text: conditions.negate(conditions.has_tag(text)),
)  # fmt: skip


@settings(max_examples=100, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(text=ANYTHING, build=st.sampled_from(BUILDERS))
def test_no_value_makes_a_filter_fail(shelf, text, build):
    store = open_store(shelf.store, writable=False)
    try:
        passage_search.count_listed(store, build(text))
    finally:
        store.close()


def test_a_column_that_is_not_ours_to_compare_is_refused():
    with pytest.raises(ValueError, match="title"):
        conditions.equals("title", "x")


def test_a_namespace_is_spelled_exactly(tmp_path):
    from recall.search.search import Scope, search
    from recall.sources.documents import Text, load

    store = open_store(str(tmp_path / "recall.db"), writable=True)
    load(store, "set", [Text("1", "a", "secret", "Ann"), Text("2", "b", "secret", "ann")], NOW)
    for namespace, path in (("Ann", "1"), ("ann", "2")):
        hits = search(store, "secret", Scope(now=NOW, namespace=namespace), limit=9).hits
        assert [hit.path for hit in hits] == [path]
    assert search(store, "secret", Scope(now=NOW), limit=9).hits == ()
    store.close()


def test_joins_of_nothing_are_all_and_none(shelf):
    store = open_store(shelf.store, writable=False)
    assert passage_search.count_listed(store, conditions.all_of([])) == 6
    assert passage_search.count_listed(store, conditions.any_of([])) == 0
    store.close()
