"""Links as rows: what they are, where they stand, what they say of their target."""

from storehouse import dump


def edges_of(desk):
    desk.sync()
    desk.close()
    return dump(desk.store)["edges"]


def test_every_sort_of_link_is_a_row_with_its_place(desk):
    desk.write(
        "a.md",
        "---\nup: '[[b]]'\nrelated: ['[[b|two]]', '[[c]]']\n---\n"
        "see [[b#Plan|the plan]] and ![[b]]\nthen [text](b.md) and [[#Own]]",
    )
    desk.write("b.md", "# Plan")
    found = {(row[2], row[3], row[5], row[6], row[7], row[9], row[1]) for row in edges_of(desk)}
    assert found == {
        ("up", "property", "b", "", None, None, "b.md"),
        ("related", "property", "b", "", "two", None, "b.md"),
        ("related", "property", "c", "", None, None, None),
        ("links_to", "wikilink", "b", "#Plan", "the plan", 5, "b.md"),
        ("embeds", "wikilink", "b", "", None, 5, "b.md"),
        ("links_to", "markdown", "b.md", "", "text", 6, "b.md"),
        ("links_to", "wikilink", "", "#Own", None, 6, "a.md"),
    }


def test_the_context_of_a_link_is_its_line_without_the_syntax(desk):
    desk.write(
        "a.md",
        f"other line\n- **why** we [[b|left]] [Mongo](http://x.test) *then* {'far ' * 40}\nnext",
    )
    contexts = [row[8] for row in edges_of(desk)]
    assert contexts[0].replace("[", "").startswith("- why we Mongo then far far")
    assert len(contexts[0]) <= 130
    assert "line" not in contexts[0]
    assert "next" not in contexts[0]


def test_embeds_say_nothing_of_their_target(desk):
    desk.write("a.md", "look at this ![[b|shown]] here")
    desk.write("b.md", "target")
    desk.sync()
    assert desk.found("look") == ["a.md"]


def test_a_note_is_not_found_by_what_it_says_of_itself_alone(desk):
    desk.write("a.md", "[[a|myself]] words")
    desk.sync()
    hit = desk.hit("myself", explain=True)
    assert hit.path == "a.md"
    desk.close()
    columns = {spot[2] for spot in dump(desk.store)["index"]["myself"]}
    assert columns == {"body"}
