import pytest
from hypothesis import given
from hypothesis import strategies as st

from vault_sync.errors import SubpathNotFoundError
from vault_sync.model import BlockId, Heading, Note
from vault_sync.subpath import find, strip_heading


def note(text: str, *block_ids: BlockId) -> Note:
    headings = tuple(
        Heading(len(line) - len(line.lstrip("#")), line.lstrip("#").strip(), number)
        for number, line in enumerate(text.splitlines())
        if line.startswith("#")
    )
    return Note("N.md", text, 0, {}, (), (), headings, (), block_ids, (), ())


PLAN = "# Note\n## Plan\ntext ^p1\n### Plan\n"


@pytest.mark.parametrize(
    ("heading", "subpath"),
    [
        ("Cost: 10% (net)", "cost 10 net"),
        ("It's a-b_c", "It's a-b_c"),
        ("**Bold** plan", "Bold plan"),
        ("Q1: [[Alpha]] | draft", "Q1 Alpha draft"),
        ("Caf\u00e9", "CAFE\u0301"),
        ("a\u00a0b", "a  b"),
        ("`code` / x", "code x"),
    ],
)
def test_r101_r102_r103_r108_punctuation_and_case_do_not_matter(heading: str, subpath: str) -> None:
    assert find(note(f"x\n# {heading}\n"), f"#{subpath}") == (1, 1)


@pytest.mark.parametrize("subpath", ["its a-b_c", "It's ab_c", "It's a b_c"])
def test_r102_hyphen_underscore_and_apostrophe_matter(subpath: str) -> None:
    with pytest.raises(SubpathNotFoundError):
        find(note("# It's a-b_c\n"), f"#{subpath}")


@pytest.mark.parametrize(
    ("text", "subpath", "expected"),
    [
        (PLAN, "#plan", (1, 3)),
        (PLAN, "#Plan#Plan", (3, 3)),
        (PLAN, "#Note#Plan#Plan", (3, 3)),
        (PLAN, "#Note", (0, 3)),
        ("# A\n\n### B\nx\n", "#A#B", (2, 3)),
        ("# B\n# A\n## B\n", "#A#B", (2, 2)),
        ("# A\n# A\n## B\n", "#A#B", (2, 2)),
        ("# A\n## X\n# C\n## B\n# A\n## B\n", "#A#B", (5, 5)),
        ("# D\n\n# D\n", "#D", (0, 1)),
        ("## A\nx\n# B\n", "#A", (0, 1)),
        ("## A\nx\n### B\ny\n## C", "#A", (0, 3)),
        ("# A\r\nx\r\n# B\r\ny", "#B", (2, 3)),
        ("# A\rx\r# B\ry\r", "#B", (2, 3)),
        ("# ???\n# !!!\n", "#!!!", (1, 1)),
        ("x\ny\n", "", (0, 1)),
        ("x\ny\n", "#", (0, 1)),
        ("", "#", (0, 0)),
    ],
)
def test_r104_r105_r106_r111_sections(text: str, subpath: str, expected: tuple[int, int]) -> None:
    assert find(note(text), subpath) == expected


def test_r105_a_heading_outside_the_section_of_the_first_does_not_count() -> None:
    with pytest.raises(SubpathNotFoundError):
        find(note("# A\n# X\n## B\n"), "#A#B")


def test_r107_block_ids_are_found_in_any_case() -> None:
    blocks = (BlockId("p1", 2, 2), BlockId("k-2", 5, 8))
    assert find(note(PLAN, *blocks), "#^P1") == (2, 2)
    assert find(note(PLAN, *blocks), "#Plan#^k-2") == (5, 8)


def test_r112_a_missing_heading_is_an_error_with_the_headings() -> None:
    with pytest.raises(SubpathNotFoundError, match="Its headings: 'Note', 'Plan', 'Plan'") as error:
        find(note(PLAN), "#Plans")
    assert error.value.choices == ("Note", "Plan", "Plan")


def test_r112_a_missing_block_is_an_error_with_the_blocks() -> None:
    with pytest.raises(SubpathNotFoundError, match="Its blocks: 'p1'"):
        find(note(PLAN, BlockId("p1", 2, 2)), "#^p2")
    with pytest.raises(SubpathNotFoundError, match="Its headings: none"):
        find(note("text"), "#x")


@given(st.text())
def test_stripping_twice_changes_nothing(text: str) -> None:
    assert strip_heading(strip_heading(text)) == strip_heading(text)


@given(st.text("#AB x\n", max_size=40), st.text("#^AB x", max_size=8))
def test_a_found_range_lies_in_the_note(text: str, subpath: str) -> None:
    try:
        first, last = find(note(text), subpath)
    except SubpathNotFoundError:
        return
    assert 0 <= first <= last <= max(len(text.splitlines()) - 1, 0)
