"""Items that are alike and not linked, each with its reasons."""

import pytest

from recall.errors import NotFoundError


def reasons(desk, address):
    """By title: the name of each reason."""
    found = desk.recall.related(address)
    assert all(0 < each.score < 1 for each in found.related)
    scores = [each.score for each in found.related]
    assert scores == sorted(scores, reverse=True)
    return {each.node.title: [one.name for one in each.reasons] for each in found.related}


def notes_of(desk, address):
    return [one.note for each in desk.recall.related(address).related for one in each.reasons]


def test_neighbours_in_common_are_a_reason(desk):
    desk.notes(a="[[m]] [[n]]", b="[[m]] [[n]]", c="[[m]]", m="", n="", d="")
    desk.sync()
    assert reasons(desk, "a") == {"b": ["neighbours"], "c": ["neighbours"]}
    assert notes_of(desk, "a")[0] == "both are linked with n, m"
    first, second = desk.recall.related("a").related
    assert first.score > second.score


def test_what_is_linked_with_everything_is_no_reason(desk):
    crowd = {f"n{each:03}": "[[list]]" for each in range(320)}
    desk.notes(a="[[list]]", list="", **crowd)
    desk.sync()
    assert reasons(desk, "a") == {}


def test_what_is_linked_already_is_not_suggested(desk):
    desk.notes(a="[[m]] [[b]] #rare", b="[[m]] #rare", m="")
    desk.sync()
    assert reasons(desk, "a") == {}
    assert reasons(desk, "b") == {}


def test_rare_tags_in_common_are_a_reason(desk):
    desk.notes(
        a="#seed/bean #all", b="#Seed/Bean #all", **{f"n{each}": "#all" for each in range(60)}
    )
    desk.sync()
    assert reasons(desk, "a") == {"b": ["tags"]}


def test_telling_words_in_common_are_a_reason(desk):
    crowd = {f"n{each}": f"some words of note {each}" for each in range(30)}
    desk.notes(
        a="The hybrid clock orders events on the tablet",
        b="Events are ordered by a hybrid clock",
        **crowd,
    )
    desk.sync()
    assert reasons(desk, "a") == {"b": ["words"]}
    (note,) = notes_of(desk, "a")
    assert set(note.removeprefix("words in common: ").split(", ")) == {"hybrid", "clock", "events"}


def test_properties_that_all_notes_of_a_kind_have_are_no_words(desk):
    text = "---\nkind_of_thing: lesson_learned\nowner_of_it: nobody_else\n---\n"
    desk.write("a.md", f"{text}alpha")
    desk.write("b.md", f"{text}beta")
    desk.notes(**{f"n{each}": f"words {each}" for each in range(20)})
    desk.sync()
    assert reasons(desk, "a") == {}


@pytest.mark.parametrize("address", ["Label printer", "other"])
def test_a_name_without_a_link_is_a_reason_from_both_ends(desk, address):
    desk.write("Label printer.md", "a machine #device")
    desk.write("other.md", "We bought a label printer once. #device")
    desk.sync()
    (found,) = desk.recall.related(address).related
    assert "mention" in [each.name for each in found.reasons]


def test_a_name_in_a_link_or_in_code_is_no_mention(desk):
    desk.write("Label printer.md", "a machine")
    desk.write("other.md", "`label printer` and [[b|label printer]] labelprinter")
    desk.sync()
    assert "mention" not in str(reasons(desk, "Label printer"))


def test_memories_and_notes_are_alike_too(desk):
    desk.notes(
        a="The hybrid clock orders events",
        **{f"n{each}": f"plain text {each}" for each in range(20)},
    )
    desk.sync()
    memory = desk.recall.remember("We chose a hybrid clock for events").memory
    assert memory.title in reasons(desk, "a")
    assert "a" in reasons(desk, memory.id)


def test_a_note_of_nothing_is_like_nothing(desk):
    desk.notes(a="", b="x")
    desk.write("日本.md", "日本語のノート")
    desk.sync()
    assert reasons(desk, "a") == {}
    assert reasons(desk, "日本") == {}
    with pytest.raises(NotFoundError):
        desk.recall.related("nowhere")
