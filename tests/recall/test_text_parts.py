"""The parts that a search looks into are those that a note has, read only as far as asked."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from recall.search import text_parts
from vault_sync import structure
from vault_sync.note import parse

PIECES = (
    *(
        "- ",
        "- [ ] ",
        "- [x] ",
        "* ",
        "1. ",
        "> ",
        "> - [ ] ",
        "    ",
        "\t",
        "a",
        "🙂",
        "# b",
        "## c",
    ),
    *("\n", "\n", "\n", "\n\n", "\n- ", "\n  - ", "\n\t- [x] ", "```", "%%", "---\na: b\n---\n"),
    *("| a |", "|---|", "===", "$$", "[^1]: ", "\n- [ ] 1. [x] d"),
)
TEXT = st.lists(st.sampled_from(PIECES), max_size=16).map("".join)


def lines_of(scope, text):
    """First and last line of each part, from the structure of the note."""
    note = parse("n.md", text.encode())
    found = structure.of(note)
    if scope == "section":
        begins = [0, *(heading.line for heading in note.headings if heading.line)]
        ends = [*(begin - 1 for begin in begins[1:]), text.count("\n")]
        return list(zip(begins, ends, strict=True))
    if scope == "block":
        spans = [each.span for each in found.sections if each.kind != "list"]
        spans += [item.span for item in found.items]
    else:
        done = {"task": (True, False), "task-todo": (False,), "task-done": (True,)}[scope]
        spans = [item.span for item in found.tasks if item.is_done in done]
    return [(span.start.line, span.end.line) for span in spans]


@pytest.mark.parametrize("scope", ["block", "section", "task", "task-todo", "task-done"])
@settings(max_examples=300)
@given(TEXT)
def test_the_parts_are_those_of_the_note(scope, text):
    found = list(text_parts.spans(scope, text, lambda start, end: True))
    lines = [(text.count("\n", 0, start), text.count("\n", 0, end)) for start, end in found]
    assert sorted(lines) == sorted(lines_of(scope, text))
    for start, end in found:
        assert start == 0 or text[start - 1] == "\n"
        assert end == len(text) or text[end] == "\n"
    assert found == [] or text_parts.may_have(scope, text)


@given(st.text("ab\n", max_size=30))
def test_lines_are_lines(text):
    found = [text[start:end] for start, end in text_parts.spans("line", text, lambda *_: True)]
    assert found == text.split("\n")


@settings(max_examples=300)
@given(TEXT, st.sampled_from(["a", "b", "d", "🙂"]))
def test_what_is_passed_over_holds_nothing(text, word):
    def parts(may_hold):
        spans = text_parts.spans("block", text, may_hold)
        return sorted(text[start:end] for start, end in spans if word in text[start:end])

    assert parts(lambda start, end: word in text[start:end]) == parts(lambda *_: True)
