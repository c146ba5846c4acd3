"""Properties written and read back, and the body that stays as it is."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vault_sync import frontmatter, yaml_core, yaml_text
from vault_sync.errors import PropertiesUnreadableError
from vault_sync.note import parse
from vault_sync.properties_text import prepend, remove_properties, set_properties

SCALARS = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False)
    | st.text(st.characters(exclude_categories=["Cs"]))
    | st.text(st.sampled_from("ab \n\t:#-?'\"[]{},&*!|>%@`~=.<0x\r\u0085\u2028\ufeff"))
    | st.sampled_from(["true", "012", "0x1f", "1e3", "...", "---", "- a", "[[N]]", "2024-01-02", "~"])
)  # fmt: skip
NAMES = st.text(st.characters(exclude_categories=["Cs"]), max_size=8) | st.sampled_from(
    ["a b", "a: b", "#a", "- a", "? a", "a" * 1100, "<<", "null", "a\nb"]
)
VALUES = st.recursive(
    SCALARS, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(NAMES, inner, max_size=3)
)
PROPERTIES = st.dictionaries(NAMES, VALUES, max_size=4)


@given(PROPERTIES)
def test_properties_read_back_as_they_were_written(properties):
    written = yaml_text.dump(properties)
    assert repr(yaml_core.load(written)) == repr(properties)
    assert frontmatter.split(f"---\n{written}---\n")[1] == 4 + len(written)


NOTES = st.lists(
    st.sampled_from(["---\n", "a: 1\n", "b: [x]\r\n", "---\r\n", "text\n", "\r", "é", "\n", "---"]),
    max_size=8,
).map("".join)


@given(NOTES, st.dictionaries(st.sampled_from("abAB"), SCALARS, min_size=1, max_size=2))
def test_setting_properties_keeps_the_body(text, values):
    before = parse("n.md", text.encode())
    try:
        after = set_properties(text, values)
    except PropertiesUnreadableError:
        return
    note = parse("n.md", after.encode())
    assert lines(note) == lines(before)
    lowered = {name.lower(): value for name, value in values.items()}
    assert {name.lower(): value for name, value in note.properties.items()}.items() >= {
        **{name.lower(): value for name, value in before.properties.items()},
        **lowered,
    }.items()
    assert set_properties(after, note.properties) == after


@given(NOTES)
def test_removing_all_properties_keeps_the_body(text):
    before = parse("n.md", text.encode())
    try:
        after = remove_properties(text, before.properties)
    except PropertiesUnreadableError:
        return
    note = parse("n.md", after.encode())
    assert note.properties == {}
    assert lines(note) == lines(before)


@given(NOTES, NOTES)
def test_prepending_keeps_both_texts(text, addition):
    try:
        after = prepend(text, addition)
    except PropertiesUnreadableError:
        return
    one, other = parse("n.md", text.encode()), parse("n.md", addition.encode())
    first, second = lines(other), lines(one)
    body = lines(parse("n.md", after.encode()))
    assert body in (first + second, f"{first}\n{second}")


def lines(note):
    text = note.text.replace("\r\n", "\n").replace("\r", "\n")
    return "".join(text.splitlines(keepends=True)[note.body_line :])


@pytest.mark.parametrize(
    "text",
    ["---\na: b: c\n---\n", "---\n- a\n---\n", "---\nwords\n---\n", "---\na: 1\na: 2\n---\n"],
)
def test_properties_that_cannot_be_read_are_not_written_over(text):
    for change in (
        lambda: set_properties(text, {"x": 1}),
        lambda: remove_properties(text, ["x"]),
        lambda: prepend(text, "---\nx: 1\n---\n"),
    ):
        with pytest.raises(PropertiesUnreadableError, match="cannot be read"):
            change()


def test_values_nested_too_deeply_are_refused():
    value = []
    for _ in range(100):
        value = [value, 1]
    with pytest.raises(ValueError, match="nested deeper"):
        yaml_text.dump({"a": value})
