"""Notes with anything in them: all are indexed, found and read; trouble is named, nothing raises."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from storehouse import Desk, check, dump
from work import calls

BAD_YAML = "---\ntitle: a: b: [\n---\nbody of the broken one\n"


def test_a_13_one_note_with_broken_yaml_is_named_and_the_others_are_indexed(desk):
    for number in range(100):
        desk.write(f"Good {number}.md", f"body number{number}")
    desk.write("Bad.md", BAD_YAML)
    report = desk.sync()
    assert report.added == 101
    assert [(each.path, each.code) for each in report.findings] == [("Bad.md", "invalid-yaml")]
    assert "Bad.md" in desk.found("body broken", limit=200)
    assert len(desk.found("body", limit=200)) == 101
    assert [each.path for each in desk.sync().findings] == ["Bad.md"]
    (status,) = desk.recall.vault_status()
    assert [each.code for each in status.findings] == ["invalid-yaml"]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (b"---\r\nkind: tool\r\n---\r\nbody", "body"),
        (b"---\nkind: tool\n---", ""),
        (b"---\rkind: tool\r---\rbody", "body"),
        (b"---\r\nkind: tool\n---\rbody", "body"),
        (b"---\nkind: tool\n--- \t", ""),
    ],
)
def test_a_11_properties_are_read_whatever_ends_their_lines(desk, text, words):
    desk.write("note.md", text)
    assert desk.sync().findings == ()
    assert desk.get("note").properties == {"kind": "tool"}
    assert desk.found("[kind:tool]") == ["note.md"]
    assert desk.found("body") == (["note.md"] if words else [])


def test_a_12_yaml_values_of_every_type_are_indexed_as_text(desk):
    text = (
        "---\ntitle: 2024-05-01\naliases: [7, true]\ntags: [2024, a]\nversion: 1.10\n---\nwords\n"
    )
    file = desk.write("typed.md", text)
    assert desk.sync().findings == ()
    document = desk.get("typed")
    assert document.properties["title"] == "2024-05-01"
    assert document.tags == ("a",)  # a tag of digits alone is none (OBSIDIAN.md R153)
    assert desk.get("7").path == "typed.md"
    assert desk.found("[version:1.1]") == ["typed.md"]
    assert file.read_text() == text


@pytest.mark.parametrize("made", ["{{date:YYYY}}", "<% tp.date.now() %>"])
def test_a_14_a_template_is_indexed_with_a_warning(desk, made):
    desk.write("template.md", f"---\nmade: {made}\n---\nbody words\n")
    report = desk.sync()
    assert report.added == 1
    assert desk.found("body words") == ["template.md"]
    assert {each.path for each in report.findings} <= {"template.md"}


def test_a_15_a_rule_in_the_body_does_not_end_the_properties(desk):
    desk.write("rule.md", "---\na: 1\n---\none\n\n---\n\ntwo\n")
    desk.sync()
    assert desk.found("one two [a:1]") == ["rule.md"]
    assert desk.get("rule#L4-L8").text == "one\n\n---\n\ntwo"


def test_a_16_a_byte_order_mark_hides_nothing(desk):
    file = desk.write("mark.md", b"\xef\xbb\xbf---\ntags: [z]\n---\nhi")
    desk.sync()
    assert desk.found("tag:z hi") == ["mark.md"]
    document = desk.get("mark")
    assert document.tags == ("z",)
    assert document.text.startswith("---\n")
    assert "\ufeff" not in str(document) + str(desk.hit("hi"))
    assert file.read_bytes().startswith(b"\xef\xbb\xbf")


def test_a_17_dashes_in_a_value_do_not_end_the_properties(desk):
    desk.write("dash.md", "---\nnote: a --- b\nkind: k\nlast: x-----\n---\nBody")
    desk.sync()
    properties = desk.get("dash").properties
    assert properties == {"note": "a --- b", "kind": "k", "last": "x-----"}
    assert desk.hit("Body").text == "Body"


@pytest.mark.parametrize(
    ("name", "data", "word"),
    [
        ("latin", "caf\xe9 garden".encode("latin-1"), "garden"),
        ("utf16", "\ufeffgarden".encode("utf-16-le"), "garden"),
        ("nul", b"before\x00after garden", "garden"),
        ("nul heading", b"# he\x00ad\n\n[[x\x00y|la\x00bel]] garden #t\x00g\n", "garden"),
        ("crlf", b"---\r\ntags: x\r\n---\r\n# Head\r\n\r\ngarden\r\n", "garden"),
        ("old mac", b"# Head\r\rgarden\r", "garden"),
        ("control", bytes(range(32)) + b" garden " + bytes(range(127, 160)), "garden"),
        ("surrogates", b"\xed\xa0\x80 garden \xed\xbf\xbf", "garden"),
        ("escapes", b'---\nx: "\\ud83d \\0 \\x00"\n---\ngarden', "garden"),
        ("noncharacters", "\ufffe\uffff\U0010ffff garden".encode(), "garden"),
        ("separators", "one\u2028two\u2029three\x85four\x0cfive\x0bgarden".encode(), "garden"),
        ("only yaml", b"---\nx: garden\n---", "garden"),
        ("unclosed yaml", b"---\nx: garden\n", "garden"),
        ("blank", b"\n\n \n", "blank"),
        ("empty", b"", "empty"),
        ("deep yaml", b"---\nx: " + b"[" * 3_000 + b"\n---\ngarden", "garden"),
        ("deep quotes", b"> " * 3_000 + b"garden", "garden"),
        ("deep list", b"".join(b" " * n + b"- x\n" for n in range(400)) + b"garden", "garden"),
        ("huge number", b"---\nx: " + b"9" * 5_000 + b"\ny: 1e400\nz: .nan\n---\ngarden", "garden"),
        ("bomb", b"---\na: &a [x,x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b,*b,*b,*b,*b,*b]\nd: &d [*c,*c,*c,*c,*c,*c,*c,*c,*c]\ne: &e [*d,*d,*d,*d,*d,*d,*d,*d,*d]\nf: &f [*e,*e,*e,*e,*e,*e,*e,*e,*e]\ng: &g [*f,*f,*f,*f,*f,*f,*f,*f,*f]\nh: [*g,*g,*g,*g,*g,*g,*g,*g,*g]\n---\ngarden", "garden"),
        ("loop", b"---\na: &a [*a]\n---\ngarden", "garden"),
        ("old date", b"---\ndate: 0001-01-01\ncreated: 9999-99-99\nhalf-life: 1e999\nfloor: -3\n---\ngarden", "garden"),
    ],
)  # fmt: skip
def test_a_note_of_any_bytes_is_found_and_read(desk, name, data, word):
    file = desk.write(f"{name}.md", data)
    assert desk.sync().added == 1
    assert desk.found(word) == [f"{name}.md"]
    document = desk.get(name)
    for line in range(1, min(document.total_lines, 20) + 1):
        desk.get(f"{name}#L{line}")
    for level in ("index", "summary", "full"):
        str(desk.recall.search(word, detail=level)).encode()
    assert file.read_bytes() == data
    assert desk.sync().unchanged == 1


def test_lines_are_counted_alike_whatever_ends_them(desk):
    lines = ["---", "tags: x", "---", "# Head", "", "first para", "", "## Sub", "last garden"]
    for name, end in (("unix", "\n"), ("dos", "\r\n"), ("mac", "\r")):
        desk.write(f"{name}.md", end.join(lines))
    desk.sync()
    for name in ("unix", "dos", "mac"):
        hit = next(hit for hit in desk.search("last garden").hits if hit.path == f"{name}.md")
        assert (hit.first_line, hit.last_line, hit.headings) == (8, 9, ("Head", "Sub"))
        assert desk.get(f"{name}#L9").text == "last garden"
        assert desk.get(f"{name}#Sub").first_line == 8
        assert desk.get(name).total_lines == 9


def test_a_large_note_is_indexed_to_its_end(desk):
    size = 664 * 1024
    desk.write(
        "large.md", "# Large\n\n" + "lorem ipsum dolor sit amet\n\n" * (size // 28) + "zebra"
    )
    desk.sync()
    hit = desk.hit("zebra")
    assert hit.citation.startswith("large.md#L")
    assert desk.get(hit.citation).text.endswith("zebra")


@pytest.mark.parametrize("blank", [" ", ""], ids=["words", "no blank at all"])
def test_one_line_of_a_megabyte_is_cut_into_passages(desk, blank):
    line = f"lorem{blank}" * (1_000_000 // (5 + len(blank)))
    desk.write("line.md", f"{line} zebra {line}\nlast giraffe")
    desk.sync()
    hit = desk.hit("zebra")
    assert (hit.first_line, hit.last_line) == (1, 1)
    assert len(hit.text) <= 6_000
    assert "zebra" in hit.snippet.text
    assert desk.hit("giraffe").last_line == 2


def test_a_long_line_without_blanks_is_cut_where_no_word_is_lost(desk):
    words = [f"{number}の部署方案を討論した。" for number in range(2_000)]
    desk.write("long.md", "".join(words))
    desk.sync()
    lost = [word for word in words[::7] if not desk.found(f'"{word[:-1]}"')]
    assert lost == []


@pytest.mark.parametrize("offset", [5_999, 6_001, 100_000, 5_000_000])
def test_a_30_a_word_is_found_wherever_it_stands(desk, offset):
    filler = "lorem ipsum dolor sit amet " * (offset // 27 + 1)
    desk.write("far.md", filler[:offset] + " zebra " + filler[:2_000])
    desk.sync()
    assert desk.found("zebra") == ["far.md"]


def test_a_54_an_image_written_into_a_note_is_no_text(desk):
    image = "iVBORw0KGgo" * (15_000_000 // 11)
    desk.write("image.md", f"before\n\n![](data:image/png;base64,{image})\n\nafter giraffe")
    assert calls(desk.sync) < 100_000
    assert desk.found("giraffe") == ["image.md"]
    assert desk.found("iVBORw0KGgo*") == []
    assert "after giraffe" in desk.hit("giraffe").text


def test_a_55_many_notes_are_removed_and_filtered_in_batches(desk):
    for number in range(1_200):
        desk.write(f"n/{number}.md", "weed")
    desk.sync()
    assert desk.search("weed path:n/", limit=1_000).total >= 1_000
    desk.delete("n")
    assert desk.sync().removed == 1_200
    assert desk.found("weed") == []


FORTHCOMING = st.text(
    st.one_of(st.sampled_from("#[]|^!-*_`>\n\r\t \0{}:\"'%$~=+"), st.characters()), max_size=200
)


@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(texts=st.lists(st.one_of(FORTHCOMING, st.binary(max_size=200)), min_size=1, max_size=6))
def test_any_text_can_be_a_note(tmp_path_factory, texts):
    desk = Desk(tmp_path_factory.mktemp("any"))
    for number, text in enumerate(texts):
        data = text if isinstance(text, bytes) else text.encode("utf-8", "replace")
        desk.write(f"n{number}.md", data)
    assert desk.sync().added == len(texts)
    for number in range(len(texts)):
        document = desk.get(f"n{number}")
        desk.get(f"n{number}#L{document.total_lines}")
    dump(desk.store)
    desk.close()
    check(desk.store)
