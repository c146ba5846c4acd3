"""Reading one note: bytes to text, places in it, and that nothing in it can make reading fail."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from vault_sync.model import Link, Note
from vault_sync.note import parse

FRAGMENTS = (
    *"abé日🙂-*+>#|`~$%<!=_:\\^[](){}&'\"\t",
    *("\n", "\n", "\n\n", "\r\n", "\r", "  ", "    ", "- ", "1. ", "2) ", "> ", "# ", "---\n"),
    *("```", "~~~", "$$", "%%", "<!--", "-->", "<div>", "</div>", "<b>", "[[", "]]", "![[", "]("),
    *("[[A]]", "[[A|b]]", "[[A#h\\|b]]", "[x](y.md)", "![a](b)", "[x][r]", "[r]: N.md", "#t", "#1"),
    *(" ^id", "[^1]: f", "[^1]", "| a | b |\n", "|---|---|\n", "> [!n] ", "\u200d", "\u2028", "\0"),
    *(
        "a: 1\n",
        "a: [",
        "tags: [x, y]\n",
        "&a",
        "*a",
        "{{d}}",
        "\ufeff",
        "\ud800".encode("utf-16", "surrogatepass").decode("utf-16", "replace"),
    ),
)
MARKDOWN = st.lists(st.sampled_from(FRAGMENTS) | st.text(max_size=2), max_size=30).map("".join)
LINES = MARKDOWN.filter(lambda text: "\r" not in text)


def read(text: str) -> Note:
    return parse("Note.md", text.encode())


def body_links(note: Note) -> list[Link]:
    return [link for link in note.links if link.syntax != "property"]


@given(st.binary())
@example(b"\xff\xfe[\x00[\x00A\x00]\x00]\x00")
@example(b"\xff\xfe[")
@example(b"---\n\xff: \xfe\n---\n")
def test_no_bytes_make_reading_fail(data: bytes) -> None:
    parse("Note.md", data)


@given(MARKDOWN)
@example("> a\n> ")
@example("- > ")
@example(">- <!--\n> ")
@example("> a\n>\n> ")
@example("#")
@example("a\n#")
def test_a18_a21_no_text_makes_reading_fail(text: str) -> None:
    read(text)


@given(MARKDOWN)
@example("a [[b]]\r\n[c\r\nd](e.md) [[f]]\r[[g]]\r\n\r\n[[h]]")
def test_links_stand_where_they_say(text: str) -> None:
    note = read(text)
    lines = note.text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    for link in body_links(note):
        assert note.text[link.start : link.end] == link.original
        assert link.line is not None
        assert link.end_line is not None
        assert link.column is not None
        units = lines[link.line].encode("utf-16-le")[2 * link.column :]
        assert units.decode("utf-16-le").startswith(
            link.original.replace("\r", "\n").split("\n")[0]
        )
        assert len(lines[link.end_line].encode("utf-16-le")) // 2 >= (link.end_column or 0)


@given(MARKDOWN)
def test_tags_stand_where_they_say(text: str) -> None:
    note = read(text)
    lines = note.text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    for tag in note.tags:
        if tag.line is not None and tag.column is not None:
            units = lines[tag.line].encode("utf-16-le")[2 * tag.column :]
            assert units.decode("utf-16-le").startswith("#" + tag.name)


@given(MARKDOWN)
def test_blocks_cover_the_text_in_order(text: str) -> None:
    note = read(text)
    lines = note.text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    covered = set(range(note.body_line))
    for block in note.blocks:
        span = range(block.first_line, block.last_line + 1)
        assert span.start == min(span)
        assert not covered.intersection(span)
        covered.update(span)
    assert list(note.blocks) == sorted(note.blocks, key=lambda block: block.first_line)
    assert all(index in covered or not line.strip(" \t") for index, line in enumerate(lines))


@given(MARKDOWN)
def test_block_ids_and_headings_name_lines_of_the_note(text: str) -> None:
    note = read(text)
    last = note.text.replace("\r\n", "\n").replace("\r", "\n").count("\n")
    for block in note.block_ids:
        assert note.body_line <= block.first_line <= block.last_line <= last
    for heading in note.headings:
        assert heading.line in {
            block.first_line for block in note.blocks if block.kind == "heading"
        }


@given(LINES)
def test_r164_line_ends_of_windows_and_old_macs_change_nothing(text: str) -> None:
    def without_offsets(note: Note) -> object:
        links = [
            (*link[:6], *link[7:11], link.key) for link in note.links if "\n" not in link.original
        ]
        return note[2:7], links, note[8:10]

    read_lf = without_offsets(read(text))
    assert without_offsets(read(text.replace("\n", "\r\n"))) == read_lf
    assert without_offsets(read(text.replace("\n", "\r"))) == read_lf


def test_offsets_count_the_line_ends_of_the_disk() -> None:
    note = parse("Note.md", b"a\r\nb [[C]]\r\n\r[[D]]\n")
    assert [(link.start, link.end, link.line) for link in note.links] == [(5, 10, 1), (13, 18, 3)]
    assert note.text == "a\r\nb [[C]]\r\n\r[[D]]\n"


def test_r163_a16_a_byte_order_mark_hides_nothing() -> None:
    note = parse("Note.md", b"\xef\xbb\xbf---\ntags: [z]\n---\nhi")
    assert [tag.name for tag in note.tags] == ["z"]
    assert note.text.startswith("---")


@pytest.mark.parametrize("line_end", ["\n", "\r\n", "\r"])
def test_a11_crlf_and_a_head_that_ends_the_file(line_end: str) -> None:
    with_body = read(line_end.join(["---", "kind: tool", "---", "body"]))
    assert (with_body.properties, with_body.body_line) == ({"kind": "tool"}, 3)
    assert [block.kind for block in with_body.blocks] == ["paragraph"]
    alone = read(line_end.join(["---", "kind: tool", "---"]))
    assert (alone.properties, alone.blocks) == ({"kind": "tool"}, ())


def test_bytes_that_are_no_utf8_are_reported_with_their_line() -> None:
    note = parse("Note.md", b"a\r\nb\r\n\xe9 [[C]]")
    assert note.text == "a\r\nb\r\n\ufffd [[C]]"
    assert [(found.path, found.line, found.code) for found in note.findings] == [
        ("Note.md", 2, "not-utf8")
    ]
    assert note.links[0].column == 2


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
def test_utf16_with_a_mark_is_read_and_reported(encoding: str) -> None:
    note = parse("Note.md", "\ufeff# é\n[[A]]".encode(encoding))
    assert note.headings[0].text == "é"
    assert note.links[0].path == "A"
    assert [found.code for found in note.findings] == ["not-utf8"]


def test_nul_is_a_blank_and_reported() -> None:
    note = parse("Note.md", b"a\r\nb\0\0 [[C]]")
    assert note.text == "a\r\nb   [[C]]"
    [found] = note.findings
    assert (found.line, found.code) == (1, "nul-bytes")
    assert found.message == "The file holds 2 NUL bytes, read as blanks; is it damaged?"


def test_a_file_full_of_nul_takes_no_more_room_and_is_reported() -> None:
    note = parse("Note.md", bytes(1_000_000))
    assert len(note.text.encode()) == 1_000_000
    assert [found.code for found in note.findings] == ["nul-bytes"]


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
@pytest.mark.parametrize("text", ["a", "# Hello [[A]]\n\nGrüße an alle\n", "x\n" * 10_000])
def test_utf16_without_a_mark_is_reported(encoding: str, text: str) -> None:
    codes = {found.code for found in parse("Note.md", text.encode(encoding)).findings}
    assert codes == {"not-utf8"}


def test_links_are_found_deeper_than_markdown_it_reads() -> None:
    lists = "".join(
        "  " * level + f"- [[{level}]]\n" + "  " * level + "  > a\n" for level in range(90)
    )
    note = read(f"{lists}- [[end]]\n\n{'> ' * 200}[[quote]]\n")
    assert [link.path for link in note.links] == [*map(str, range(90)), "end", "quote"]


def test_a08_names_keep_the_form_they_are_typed_in() -> None:
    assert read("[[U\u0308bersicht]] [[Übersicht]]").links[0].path == "U\u0308bersicht"


def test_a13_invalid_yaml_leaves_the_body() -> None:
    note = read("---\ntitle: a: b: [\n---\n# Body\n[[A]] #t")
    assert note.properties == {}
    assert [(found.line, found.code) for found in note.findings] == [(1, "invalid-yaml")]
    assert (note.headings[0].text, note.links[0].path, note.tags[0].name) == ("Body", "A", "t")


def test_r160_tags_of_the_properties_come_first_and_twice_is_twice() -> None:
    note = read("---\ntags: [b, a]\n---\n#a #a")
    assert [tag.name for tag in note.tags] == ["b", "a", "a", "a"]


def test_properties_of_two_notes_with_one_header_are_their_own() -> None:
    text = "---\na: [1]\nb: {c: [2]}\n---\n"
    first, second = read(text).properties, read(text).properties
    assert isinstance(first["a"], list)
    first["a"].append(3)
    assert second == {"a": [1], "b": {"c": [2]}}


@pytest.mark.parametrize(
    "header",
    [
        "a: " + "[" * 5000,
        "a: &a [1,1,1,1,1,1,1,1,1]\n"
        + "".join(
            f"{b}: &{b} [{','.join(['*' + a] * 9)}]\n"
            for a, b in zip("abcdefgh", "bcdefghi", strict=True)
        ),
        "? &a [1,1]\n: 1\n"
        + "".join(
            f"? &{b} [*{a},*{a}]\n: 1\n"
            for a, b in zip("abcdefghijklmnopqrst", "bcdefghijklmnopqrstu", strict=True)
        ),
        "a: &a {b: *a}",
        "a: \x01",
        'a: "\\ud800"',
    ],
    ids=["deep", "R191-laughs", "R191-laughing-keys", "R191-itself", "control", "surrogate"],
)
def test_hostile_headers_are_findings(header: str) -> None:
    note = read(f"---\n{header}\n---\n[[A]]")
    assert note.properties == {}
    assert [found.code for found in note.findings] == ["invalid-yaml"]
    assert [link.path for link in note.links] == ["A"]


@pytest.mark.parametrize("begin", ["", "-", "0x", "0o", "1.", "."])
@pytest.mark.parametrize("digits", [501, 5_000, 500_000])
def test_r189_a_number_longer_than_python_writes_keeps_its_digits(begin: str, digits: int) -> None:
    number = begin + "7" * digits
    note = read(f"---\nn: {number}\naliases: [{number}]\n---")
    assert note.properties == {"n": number, "aliases": [number]}
    assert note.aliases == (number,)


@pytest.mark.parametrize(("begin", "base"), [("", 10), ("-", 10), ("0x", 16), ("0o", 8)])
def test_r189_a_number_that_python_writes_is_a_number(begin: str, base: int) -> None:
    number = begin + "7" * (500 - len(begin))
    value = read(f"---\nn: {number}\n---").properties["n"]
    assert value == int(number, base)
    assert str(value)


def test_importing_the_reader_loads_no_parser() -> None:
    code = "import sys, vault_sync.note; print(*{'yaml', 'markdown_it', 'frontmatter', 'vault_sync.blocks'} & set(sys.modules))"
    root = str(Path(__file__).parents[2])
    found = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "PYTHONPATH": root},
        capture_output=True,
        text=True,
        check=True,
    )
    assert found.stdout == "\n"


def test_markdown_it_is_loaded_for_hard_notes_only() -> None:
    code = (
        "import sys; from vault_sync.note import parse\n"
        "parse('n', b'# a\\n\\n- [[b]]\\n    - c #d\\n\\n1. e\\n2. f\\n\\n`g` [h](i.md)\\n\\n> %% j %%\\n'.replace(b'> ', b''))\n"
        "print('markdown_it' in sys.modules)\nparse('n', b'> a\\n')\nprint('markdown_it' in sys.modules)"
    )
    root = str(Path(__file__).parents[2])
    found = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "PYTHONPATH": root},
        capture_output=True,
        text=True,
        check=True,
    )
    assert found.stdout.split() == ["False", "True"]
