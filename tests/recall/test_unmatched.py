"""Why nothing was found: values that no item has, days that are none, nothing asked."""

import pytest


@pytest.fixture
def shelf(desk):
    desk.write("Decisions/a.md", "---\nstatus: accepted\nRating: 3\n---\n#lesson #work/urgent kelp")
    desk.write("2026-05-01.md", "A day. #week")
    desk.write("picture.png", b"x")
    desk.sync()
    return desk


@pytest.mark.parametrize(
    ("query", "reason"),
    [
        ("tag:lessons", "Nothing has the tag 'lessons'. Did you mean 'lesson'?"),
        ("kelp tag:#lessons", "Nothing has the tag 'lessons'. Did you mean 'lesson'?"),
        ("tag:wrk", "Nothing has the tag 'wrk'. Did you mean 'work'?"),
        ("tag:xyzzy", "Nothing has the tag 'xyzzy'."),
        ("tag:(xyzzy OR plugh)", "Nothing has the tag 'plugh'."),
        ("type:notes", "Nothing is of the type 'notes'. Did you mean 'note'?"),
        ("type:attachment", "Nothing is of the type 'attachment'."),
        ("status:acepted", "Nothing has the status 'acepted'. Did you mean 'accepted'?"),
        ("scope:session", "Nothing has the scope 'session'."),
        ("project:x", "Nothing has the project 'x'."),
        ("source:memory", "Nothing comes from the source 'memory'."),
        ("vault:Vaults", "There is no vault 'Vaults'. Did you mean 'Vault'?"),
        ("is:pined", "Nothing is 'pined'. Did you mean 'pinned'?"),
        ("path:Decision/ kelp", "No path contains 'Decision/'. Did you mean 'Decisions'?"),
        ("file:xyzzy", "No name of a file contains 'xyzzy'."),
        ("file:picture", "No name of a file contains 'picture'."),
        ("title:xyzzy", "No title contains 'xyzzy'."),
        ("[statsu]", "Nothing has the property 'statsu'. Did you mean 'status'?"),
        ("[status:wrong]", "Nothing has [status:wrong]."),
        ("[rating:>5]", "Nothing has [rating:>5]."),
        ("after:2026-05 before:2026-01", "No day is both after:2026-05 and before:2026-01."),
        ("on:2026-01 on:2026-02 kelp", "No day is both on:2026-02 and on:2026-01."),
        ("", "There is nothing to look for: the query has no word."),
        ("?! ...", "There is nothing to look for: the query has no word."),
    ],
)
def test_a_filter_that_nothing_can_pass_is_named(shelf, query, reason):
    found = shelf.search(query)
    assert found.hits == ()
    assert reason in found.notes


@pytest.mark.parametrize(
    "query", ["xyzzy", "tag:lesson -kelp", "-tag:nope xyzzy", "kelp on:2020", "after:2026-05 xyzzy"]
)
def test_what_could_have_matched_is_not_blamed(shelf, query):
    found = shelf.search(query)
    assert (found.hits, found.notes) == ((), ())


def test_an_answer_needs_no_reason(shelf):
    assert shelf.search("tag:(lesson OR nope)").notes == ()
    assert shelf.search("", tags="lesson").notes == ()


def test_options_are_named_as_fields_are(shelf):
    found = shelf.search("kelp", tags=["#lessons"], kind="dayly", source="memory")
    assert found.notes == (
        "Nothing is of the type 'dayly'. Did you mean 'daily'?",
        "Nothing comes from the source 'memory'.",
        "Nothing has the tag 'lessons'. Did you mean 'lesson'?",
    )


def test_a_hundred_filters_are_not_a_hundred_sentences(shelf):
    assert len(shelf.search(" ".join(f"tag:no{number}" for number in range(60))).notes) == 5


def test_values_of_another_namespace_are_no_suggestions(shelf):
    from recall.store.database import open_store

    shelf.close()
    store = open_store(shelf.store, writable=True)
    with store.write():
        store.connection.execute("update items set namespace = 'ann' where path like 'Decisions%'")
    store.close()
    assert shelf.search("tag:lessons").notes == ("Nothing has the tag 'lessons'.",)
    assert shelf.search("tag:lesson").notes == ("Nothing has the tag 'lesson'.",)
    assert shelf.search("status:acepted").notes == ("Nothing has the status 'acepted'.",)
    assert shelf.search("path:Decision/").notes == ("No path contains 'Decision/'.",)
    assert shelf.search("[statsu]").notes == ("Nothing has the property 'statsu'.",)
