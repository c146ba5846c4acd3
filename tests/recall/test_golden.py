"""Questions made out of a vault whose right answers were planted in it."""

import os
from pathlib import Path
from random import Random

import pytest

from recall.errors import VaultUnavailableError
from recall.evaluate.golden import COMPARING, KINDS, READING, Question, build, spread

PLANTED = {
    "People/Ada.md": """---
aliases: [Countess Lovelace, Ada, the of]
---
# Ada
## Programs of Ada for the engine
## Ada
## Punched cards
See also [[Babbage]].
""",
    "People/Babbage.md": """---
aliases: [Countess Lovelace]
---
## Punched cards
The difference machine was never finished because [[Joseph Clement|his toolmaker]] quarrelled. Fine.
""",
    "Joseph Clement.md": "Toolmaker of [[Babbage]] and [[Ada]], [[Nowhere]], [[Joseph Clement]].\n",
    "Countess Lovelace.md": "Another note of that very name.\n",
    "Archive/Engine.md": "![[Ada]] Brass wheels carry tens by [[Ada#Punched cards]] and ![[x.png]].\n",
}


@pytest.fixture
def vault(tmp_path):
    """Makes a folder of notes: paths and texts."""

    def make(notes):
        root = tmp_path / "vault"
        for path, text in notes.items():
            file = root / path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(text if isinstance(text, bytes) else text.encode())
        return str(root)

    return make


def of(kind, made):
    return [question[1:] for question in made.questions if question.kind == kind]


def test_an_alias_asks_for_the_notes_of_that_name(vault):
    assert of("alias", build(vault(PLANTED))) == [
        # The alias of two notes is the name of a third. "Ada" is in the title; "the of" says nothing.
        (
            "Countess Lovelace",
            ("Countess Lovelace.md", "People/Ada.md", "People/Babbage.md"),
            (),
        )
    ]


def test_a_heading_asks_without_the_words_of_the_title(vault):
    assert of("heading", build(vault(PLANTED))) == [
        # "Ada", "the" and "of" are words of its names.
        ("Programs for engine", ("People/Ada.md",), ()),
        ("Punched cards", ("People/Ada.md", "People/Babbage.md"), ()),
    ]


def test_a_sentence_asks_for_what_it_links_to_without_the_words_of_the_link(vault):
    assert of("anchor", build(vault(PLANTED))) == [
        (
            "The difference machine was never finished because quarrelled",
            ("Joseph Clement.md",),
            ("People/Babbage.md",),
        ),
        # An embed is no target, and what is embedded is not asked in.
        ("Brass wheels carry tens by and", ("People/Ada.md",), ("Archive/Engine.md",)),
    ]


@pytest.mark.parametrize(
    ("text", "right"),
    [
        ("The loud brown engine is [[Ada]] at work today.\n", ("Ada.md",)),
        ("The loud brown engine, [[Ada]], at work with [[Bob]].\n", ("Ada.md", "Bob.md")),
        ("The loud brown engine of Ada is [[Ada]] at work.\n", None),  # the title is in the words
        ("See [[Ada]] for more.\n", None),
        ("```\nThe loud brown engine is [[Ada]] at work.\n```\n", None),
        ("The loud brown engine is [[Gone]] at work today.\n", None),
        ("The loud brown engine is [[#Heading]] at work today.\n", None),
        ("The loud brown engine is [[Source]] at work today.\n", None),
        ("The loud brown engine is [Ada](Ada.md) at work today.\n", ("Ada.md",)),
        ("- The loud brown engine is [[Ada]] at work today\n- [[Bob]]\n", ("Ada.md",)),
        ("The loud brown engine is [[Hidden/Cy]] at work today.\n", None),
        ("The loud brown engine " + "runs " * 30 + "[[Ada]] at work today.\n", None),
    ],
)  # fmt: skip
def test_which_notes_a_sentence_asks_for(text, right, vault):
    notes = {"Source.md": text, "Ada.md": "", "Bob.md": "", "Hidden/Cy.md": ""}
    ignored = {".obsidian/app.json": '{"userIgnoreFilters": ["Hidden/"]}'}
    found = of("anchor", build(vault(notes | ignored)))
    assert [(each[1], each[2]) for each in found] == ([(right, ("Source.md",))] if right else [])


QUOTED = (
    "Copper pipes carry warm water under every bench while pumps hum quietly through winter nights."
)


def test_a_quote_is_from_the_middle_and_asks_for_every_note_that_has_it(vault):
    notes = {
        "A.md": QUOTED + "\n",
        "Copy.md": QUOTED.upper().replace(" ", "  ") + "\n",
        "Other.md": "Something short.\n",
    }
    found = of("quote", build(vault(notes)))
    assert found
    for text, right, left_out in found:
        words = text.lower().split()
        assert 5 <= len(words) <= 9
        assert (right, left_out) == (("A.md", "Copy.md"), ())
        assert text.lower() in QUOTED.lower()
        assert not {"copper", "pipes", "carry", "winter", "nights"} & set(words)


def test_a_quote_that_too_many_notes_have_is_no_question(vault):
    six = {f"{number}.md": QUOTED + "\n" for number in range(6)}
    made = build(vault(six))
    assert of("quote", made) == []
    assert made.candidates["quote"] > 0


def test_a_quote_has_neither_markup_nor_code_nor_addresses(vault):
    rows = "https://example.org/pipe **Copper** pipes carry [[Notes/Warm water|warm]] `water` under"
    rest = " <b>every</b> bench ==while== pumps hum ![[x.png]] quietly NOT through winter nights."
    code = "\n\n```python\nprint('never asked in a question about something else at all')\n```\n"
    made = build(vault({f"{at}.md": f"{rows}{rest}{at}{code}" for at in range(5)}), seed=3)
    assert of("quote", made)
    for text, _, _ in of("quote", made):
        assert not set("*=<>[]`!:/") & set(text)
        assert "NOT" not in text.split()
        assert "print" not in text


def test_a_quote_of_a_script_without_blanks_is_counted_in_characters(vault):
    text = "春天的时候我们把种子放在温暖潮湿的地方让它们慢慢发芽然后再移到外面的花园里去种植。"
    found = of("quote", build(vault({"种子.md": text + "\n"})))
    assert found
    assert all(10 <= len(quote) <= 18 and quote in text for quote, _, _ in found)


def test_a_hub_asks_for_its_neighbours(vault):
    hub = {
        "Engine room.md": "[[One]] and [[Two]], ![[Two]] and [[Engine room]]\n",
        "One.md": "",
        "Two.md": "",
    }
    assert of("neighbour", build(vault(hub))) == []  # two neighbours are too few
    third = {"Three.md": "Down to the [engine](Engine%20room.md).\n"}
    assert of("neighbour", build(vault(third))) == [
        ("Engine room", ("One.md", "Three.md", "Two.md"), ("Engine room.md",))
    ]
    many = {f"More {number:02}.md": "[[Engine room]]\n" for number in range(17)}
    assert len(of("neighbour", build(vault(many)))[0][1]) == 20
    assert of("neighbour", build(vault({"Last.md": "[[Engine room]]\n"}))) == []


def test_hubs_of_one_name_share_their_neighbours(vault):
    notes = {"a/Hub.md": "[[One]] [[Two]]", "b/Hub.md": "[[Three]] [[a/Hub]]"}
    leaves = {f"{name}.md": "" for name in ("One", "Two", "Three")}
    assert of("neighbour", build(vault(notes | leaves))) == [
        ("Hub", ("One.md", "Three.md", "Two.md"), ("a/Hub.md", "b/Hub.md"))
    ]


def test_what_cannot_be_read_is_named_and_the_rest_is_asked(vault):
    root = vault(PLANTED)
    os.symlink("/nowhere/at/all", Path(root, "Broken.md"))
    Path(root, "Loop.md").symlink_to("Loop.md")
    made = build(root)
    assert made.notes + len(made.unread) >= len(PLANTED)
    assert len(of("alias", made)) == 1


@pytest.mark.parametrize(
    "text",
    [
        b"\xff\xfe\x00broken",
        b"---\naliases: [a, b\n: {\n---\n# x",
        b"---\naliases: [" + b"[" * 5_000,
        b"[[" * 20_000,
        b"[" * 20_000 + b"](" * 20_000,
        b"%%" * 20_001,
        b"<" * 40_000,
        b"a\x00b [[Ada]] c\x00d " * 500,
        "\u0301\u200b\u202e".encode() * 5_000,
        b"# " + b"word " * 5_000,
        b"",
    ],
)
def test_a_hostile_note_costs_nothing_but_itself(text, vault):
    made = build(vault({**PLANTED, "Hostile.md": text}))
    assert len(of("alias", made)) == 1
    assert {question.kind for question in made.questions} <= set(KINDS)


def test_a_vault_that_is_not_there_is_refused(tmp_path):
    with pytest.raises(VaultUnavailableError):
        build(str(tmp_path / "none"))


def test_an_empty_vault_gives_no_question(vault):
    made = build(vault({"One.md": ""}))
    assert (made.questions, made.notes) == ((), 1)
    assert made.candidates == dict.fromkeys(KINDS, 0)


def test_every_note_is_told_of_twice(vault):
    told = []
    build(vault(PLANTED | {"A.md": QUOTED}), progress=lambda *each: told.append(each))
    notes = len(PLANTED) + 1
    assert told == [
        (phase, at, notes) for phase in (READING, COMPARING) for at in range(1, notes + 1)
    ]


def test_a_path_with_a_tab_cannot_stand_in_a_set(vault):
    made = build(vault({"a\tb.md": "---\naliases: [Countess]\n---\n", "c.md": ""}))
    assert (made.questions, made.notes) == ((), 1)


def test_the_seed_decides(vault):
    notes = {f"{number}.md": QUOTED.replace("warm", f"warm{number}") for number in range(30)}
    root = vault(notes)
    first, same, other = (build(root, per_kind=10, seed=seed) for seed in (0, 0, 1))
    assert first == same
    assert first.questions != other.questions


# --- which of many


def asked(note, number=0):
    return Question("quote", f"{note} {number}", (f"{note}.md",))


def test_many_questions_of_a_note_do_not_crowd_out_others():
    found = [asked("a", number) for number in range(50)] + [asked("b"), asked("c")]
    chosen = spread(found, 3, Random(0))
    assert [question.right[0] for question in chosen] == ["a.md", "b.md", "c.md"]


def test_those_chosen_are_spread_over_all_notes():
    found = [asked(f"{number:03}") for number in range(100)]
    for seed in range(20):
        chosen = [int(each.right[0][:3]) for each in spread(found, 10, Random(seed))]
        assert [number // 10 for number in chosen] == list(range(10))


def test_all_are_taken_when_there_are_few():
    found = [asked("a", 1), asked("a", 2), asked("b", 1)]
    assert spread(found, 50, Random(0)) == found
    assert spread([], 50, Random(0)) == []
