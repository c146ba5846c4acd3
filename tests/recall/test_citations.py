"""A citation of lines leads to the same words after their file changed, or says that it cannot."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recall.api import Recall
from recall.disclosure.text import document_talk
from recall.sources.citations import follow

TEXT = """# Day

## Morning

Six brass sieves came from Bram.
Two of them are bent.

## Evening

Nothing to do.
"""


@pytest.fixture
def cited(tmp_path):
    """A memory file whose lines 5 and 6 were cited, and what `get` says of them afterwards."""
    folder = tmp_path / "work"
    folder.mkdir()
    path = folder / "MEMORY.md"
    path.write_text(TEXT)
    with Recall.open(tmp_path / "store.db", writable=True) as recall:
        recall.add_source(folder)
        recall.sync()

        def get(text, address="MEMORY.md#L5-L6"):
            path.write_text(text)
            return recall.get(address)

        yield get


SAME = "Six brass sieves came from Bram.\nTwo of them are bent."


@pytest.mark.parametrize(
    ("text", "state", "lines", "shown"),
    [
        (TEXT, "as cited", (5, 6), SAME),
        (TEXT + "\nMore below.\n", "as cited", (5, 6), SAME),
        (TEXT.replace("# Day", "# Day\n\nNew words above."), "moved", (7, 8), SAME),
        (TEXT.replace("# Day\n\n", ""), "moved", (3, 4), SAME),
        (TEXT.replace("\n", "\r\n").replace("# Day", "# Day\r\nx"), "moved", (6, 7), SAME),
        (TEXT.replace("Six brass", "Seven brass"), "as cited", (5, 6), SAME.replace("Six", "Seven")),
        (TEXT.replace("# Day", "# Day\n\nx").replace("bent", "crooked"), "moved", (7, 8),
         SAME.replace("bent", "crooked")),
        (TEXT.replace(SAME, "Something else stands here."), "gone", (5, 6), SAME),
        ("", "gone", (5, 6), SAME),
    ],
)  # fmt: skip
def test_lines_are_followed_by_their_words(text, state, lines, shown, cited):
    document = cited(text)
    assert (document.cited, (document.first_line, document.last_line)) == (state, lines)
    assert document.text == shown
    assert document.cited_lines == (None if state == "as cited" else "L5-L6")
    said = " ".join(document_talk(document))
    assert ("have moved" in said) == (state == "moved")
    assert ("no longer has these lines" in said) == (state == "gone")


def test_of_two_such_places_the_nearest_is_meant(cited):
    text = TEXT.replace("# Day", f"# Day\n\n{SAME}\n\nx\n\nx\n\nx")
    assert cited(text).first_line == 3


@pytest.mark.parametrize(
    "address", ["MEMORY.md", "MEMORY.md#Evening", "MEMORY.md#L1", "MEMORY.md#L2-"]
)
def test_what_still_stands_where_it_was_is_as_cited(address, cited):
    document = cited(TEXT + "\n## Night\n", address)
    assert document.cited == "as cited"


def test_lines_that_never_were_are_those_of_the_file(cited):
    document = cited(TEXT + "\n## Night\n\nOwls.\n", "MEMORY.md#L12-L14")
    assert (document.cited, document.text) == ("as cited", "## Night\n\nOwls.")


def test_after_a_sync_the_lines_are_those_of_the_file(cited, tmp_path):
    cited(TEXT.replace("# Day", "# Day\n\nNew words above."))
    with Recall.open(tmp_path / "store.db", writable=True) as recall:
        recall.sync()
        assert recall.get("MEMORY.md#L7-L8").text == SAME


LINES = st.lists(st.text("ab \t", max_size=6), min_size=1, max_size=12)


@given(LINES, LINES, st.data())
def test_any_change_leads_to_lines_that_are_there(before, now, data):
    first = data.draw(st.integers(1, len(before)))
    last = data.draw(st.integers(first, len(before)))
    found = follow(before, now, first, last)
    if found is not None and any(line.split() for line in before[first - 1 : last]):
        assert 1 <= found[0] <= found[1] <= len(now)


@given(LINES, LINES, LINES)
def test_what_was_pushed_down_is_found(above, cited, below):
    if any(line.split() for line in cited):
        found = follow(cited, [*above, *cited, *below], 1, len(cited))
        assert found is not None


def test_following_takes_time_in_proportion():
    def cost(count):
        before = [f"word{number % 7} word" for number in range(count)]
        begun = time.process_time()
        follow(before, [*before[1:], "x"] * 2, 1, min(count, 300))
        return time.process_time() - begun

    cost(1_000)
    assert cost(40_000) < 60 * cost(4_000) + 0.2
