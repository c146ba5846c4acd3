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
        (
            "type:attachment",
            "Only attachments match type:attachment: no search shows them, "
            "'recall open' opens them.",
        ),
        ("status:acepted", "Nothing has the status 'acepted'. Did you mean 'accepted'?"),
        ("scope:session", "Nothing has the scope 'session'."),
        ("project:x", "Nothing has the project 'x'."),
        ("source:memory", "Nothing comes from the source 'memory'."),
        ("vault:Vaults", "There is no vault 'Vaults'. Did you mean 'Vault'?"),
        ("is:pined", "Nothing is 'pined'. Did you mean 'pinned'?"),
        ("path:Decision/ kelp", "No path contains 'Decision/'. Did you mean 'Decisions'?"),
        ("file:xyzzy", "No name of a file contains 'xyzzy'."),
        (
            "file:picture",
            "Only attachments match file:picture: no search shows them, 'recall open' opens them.",
        ),
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


@pytest.mark.parametrize(
    ("query", "notes", "verdict"),
    [
        ("is:pinned", ("Nothing is 'pinned'.",), "nothing_relevant"),
        ("[status:acepted]", ("Nothing has [status:acepted]. Did you mean 'accepted'?",), None),
        ("[colour:red]", ("Nothing has the property 'colour'.",), None),
        (
            "source:vlt",
            ("There is no source 'vlt': sources are memory, file, transcript and vault.",),
            None,
        ),
        (
            "line:(kelp accepted)",
            ("Notes have the words, but none matches line:(kelp accepted).",),
            "nothing_relevant",
        ),
        (
            "task-todo:kelp",
            ("Notes have the words, but none matches task-todo:kelp.",),
            "nothing_relevant",
        ),
        ("kelp on:2020", (), "filtered_out"),
    ],
)
def test_what_is_said_is_true_of_what_was_typed(desk, query, notes, verdict):
    desk.write("a.md", "---\nstatus: accepted\ncountry: Peru\n---\nkelp\n\naccepted")
    desk.sync()
    found = desk.search(query)
    assert found.notes == notes
    assert verdict in (None, found.verdict)


def test_what_is_left_out_of_searches_is_said_to_be(desk):
    desk.settings(userIgnoreFilters=["Templates/"])
    desk.write("Templates/Day.md", "kelp")
    desk.write("a.md", "kelp")
    desk.sync()
    (note,) = desk.search("path:Templates").notes
    assert note.startswith("Only files that are excluded from searches match path:Templates")


def test_an_or_is_not_called_a_missing_and(desk):
    desk.notes(a="tamarack", b="maqluba")
    desk.sync()
    for query in ("tamarack OR maqluba", "(tamarack OR maqluba) kelp"):
        found = desk.search(query)
        assert len(found.hits) == 2
        assert not any(step.asked.startswith("all") for step in found.steps)


def test_a_score_that_is_too_high_a_demand_is_named(desk):
    desk.notes(a="kelp", b="kelp and more")
    desk.sync()
    best = desk.hit("kelp").score
    found = desk.search("kelp", min_score=1.0)
    assert found.notes == (f"2 notes match, the best with a score of {best:.4f}, below 1.",)
    assert found.verdict == "filtered_out"


def test_words_of_another_vault_are_no_matter_of_filters(desk):
    desk.notes(a="kelp")
    desk.sync()
    (desk.folder / "Other").mkdir()
    desk.recall.add_vault(desk.folder / "Other")
    found = desk.search("kelp", vault="Other")
    assert found.verdict == "nothing_relevant"
    assert found.notes == ("Notes outside the vault 'Other' have these words; in it none has.",)


def test_the_type_option_is_the_type_field(desk):
    desk.write("a.md", "---\ntype: recipe\n---\nbread")
    desk.write("b.md", "bread")
    desk.sync()
    for kind in ("recipe", "Recipe"):
        assert desk.found("bread", kind=kind) == desk.found(f"bread type:{kind}") == ["a.md"]


@pytest.mark.parametrize(
    ("query", "paths"),
    [
        ("[due:<2027]", ["a.md", "c.md"]),
        ("[due:<=2027]", ["a.md", "b.md", "c.md"]),
        ("[due:>2026]", ["b.md"]),
        ("[due:>=2026]", ["a.md", "b.md"]),
        ("[due:>2026-03]", ["b.md"]),
        ("[due:<=2026-03]", ["a.md"]),
        ("[due:<2027-01-01]", ["a.md"]),
    ],
)
def test_a_year_is_compared_with_the_year_of_a_date(desk, query, paths):
    for name, due in (("a", "2026-03-12"), ("b", "2027-05-01"), ("c", "7")):
        desk.write(f"{name}.md", f"---\ndue: {due}\n---\n")
    desk.sync()
    assert sorted(desk.found(query)) == paths
