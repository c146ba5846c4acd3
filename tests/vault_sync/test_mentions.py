"""Unlinked mentions in any text, and with work that grows as the text does."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from work import assert_linear

from vault_sync.mentions import MAX_TOKENS, Names, names_of
from vault_sync.note import parse
from vault_sync.paths import fold

PIECES = st.lists(
    st.sampled_from(
        [
            "Alpha", "alpha beta", "日本", "本", "C++", "é", "e\u0301", " ", "\n", "\r\n", "`", "```\n",
            "[[", "]]", "-", "(x)", "[alpha](b)", "---\n", "a", "_", "ガ", "カ\u3099", "ß", "İ", "\u200d",
            "- ", "    ", "$$\n", "<b>",
        ]
    ),
    max_size=14,
).map("".join)  # fmt: skip


@given(st.lists(PIECES | st.text(max_size=5), max_size=6), PIECES)
def test_every_mention_is_a_name_outside_of_links(names, text):
    found = Names([(name, f"{index}.md") for index, name in enumerate(names)])
    note = parse("n.md", text.encode())
    keys = {" ".join(fold(name).split()) for name in names}
    after = 0
    for mention in found.mentions(note):
        assert after <= mention.start < mention.end
        after = mention.end
        assert " ".join(fold(note.text[mention.start : mention.end]).split()) in keys
        assert not any(
            link.start is not None and link.start < mention.end and mention.start < link.end
            for link in note.links
        )
        lines = note.text[: mention.start].replace("\r\n", "\n").replace("\r", "\n")
        assert mention.line == lines.count("\n") >= note.body_line


def test_names_are_a_notes_file_name_and_aliases():
    note = parse("d/Plan.v2.md", b"---\naliases: [One, Two words]\n---\n")
    assert list(names_of(note)) == [
        ("Plan.v2", "d/Plan.v2.md"),
        ("One", "d/Plan.v2.md"),
        ("Two words", "d/Plan.v2.md"),
    ]


@pytest.mark.parametrize("name", ["", " ", "a " * MAX_TOKENS + "a"])
def test_names_of_nothing_or_too_many_words_are_not_looked_for(name):
    text = f"x {name} y " * 3
    assert Names([(name, "a.md")]).mentions(parse("n.md", text.encode())) == ()


@pytest.mark.parametrize("piece", ["a ", "`", "` ``", "[[a]] ", "日", "```\n", "a\u0301"])
def test_work_grows_as_the_text_does(piece):
    names = Names([("a " * 40 + "b", "a.md"), ("日" * 40 + "本", "b.md")])
    notes = {size: parse("n.md", (piece * size).encode()) for size in (2_000, 4_000)}
    assert_linear(lambda size: names.mentions(notes[size]), 2_000)
