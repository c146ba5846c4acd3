"""Links as Obsidian writes them: they lead back to the file they were written for."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vault_sync.linktext import heading_subpath, link, link_text, same_name
from vault_sync.note import parse
from vault_sync.resolve import Resolver
from vault_sync.settings import LINK_FORMATS, VaultSettings
from vault_sync.subpath import find

FILES = Resolver(
    ["Note.md", "a/Note.md", "a/b/Only.md", "a/Two Words.md", "pic.png", "pic.png.md", "50% (a.md"]
)


@pytest.mark.parametrize(
    ("path", "source", "shortest", "relative", "absolute"),
    [
        ("a/b/Only.md", "s.md", "Only", "a/b/Only", "a/b/Only"),
        ("a/b/Only.md", "a/s.md", "Only", "b/Only", "a/b/Only"),
        ("a/b/Only.md", "x/y/s.md", "Only", "../../a/b/Only", "a/b/Only"),
        ("Note.md", "a/s.md", "Note", "../Note", "Note"),
        ("a/Note.md", "s.md", "a/Note", "a/Note", "a/Note"),
        # the bare name would lead to the note at the root (R071)
        ("a/Note.md", "a/s.md", "a/Note", "./Note", "a/Note"),
        ("pic.png", "a/s.md", "pic.png", "../pic.png", "pic.png"),
        ("pic.png.md", "s.md", "pic.png.md", "pic.png.md", "pic.png.md"),
    ],
)
def test_r098_the_text_of_a_link_in_each_format(path, source, shortest, relative, absolute):
    found = [link_text(path, source, FILES, link_format) for link_format in LINK_FORMATS]
    assert found == [shortest, relative, absolute]


@pytest.mark.parametrize(
    ("path", "subpath", "alias", "wikilink", "markdown"),
    [
        ("a/b/Only.md", "", "", "[[Only]]", "[Only](Only.md)"),
        ("a/b/Only.md", "", "Only", "[[Only]]", "[Only](Only.md)"),
        ("a/b/Only.md", "", "AI", "[[Only|AI]]", "[AI](Only.md)"),
        ("a/b/Only.md", "#P q", "", "[[Only#P q]]", "[Only > P q](Only.md#P%20q)"),
        ("a/b/Only.md", "#^id", "x|y", "[[Only#^id|x|y]]", "[x|y](Only.md#^id)"),
        ("a/Two Words.md", "", "", "[[Two Words]]", "[Two Words](Two%20Words.md)"),
        ("s.md", "#P", "", "[[#P]]", "[P](#P)"),
        ("pic.png", "", "80", "![[pic.png|80]]", "![80](pic.png)"),
        ("50% (a.md", "", "", "[[50% (a]]", "[50% (a](50%25%20%28a.md)"),
        ("a/b/Only.md", "", "x]]\ny", "[[Only|x] ] y]]", "[x\\] \\] y](Only.md)"),
    ],
)
def test_r058_r084_whole_links(path, subpath, alias, wikilink, markdown):
    files = Resolver(["s.md", "a/b/Only.md", "a/Two Words.md", "pic.png", "50% (a.md"])
    found = [
        link(path, "s.md", files, VaultSettings(markdown_links=on), subpath=subpath, alias=alias)
        for on in (False, True)
    ]
    assert found == [wikilink, markdown]


@pytest.mark.parametrize(
    ("heading", "subpath"),
    [
        ("Q1: [[Alpha]] | draft", "#Q1 Alpha draft"),
        ("Plan", "#Plan"),
        ("a # b ^ c \\ d %% e", "#a b c d e"),
        ("50% [x] It's a-b_c", "#50% [x] It's a-b_c"),
    ],
)
def test_r108_a_heading_is_written_so_that_it_is_found(heading, subpath):
    assert heading_subpath(heading) == subpath
    assert find(parse("n.md", f"## {heading}".encode()), subpath) == (0, 0)


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("z/Note.md", ("Note.md", "a/Note.md")),
        ("z/only.md", ("a/b/Only.md",)),
        ("z/pic.png", ("pic.png",)),
        ("a/Note.md", ("Note.md",)),
        ("z/Else.md", ()),
    ],
)
def test_r099_who_creates_a_note_learns_whose_links_it_would_take(path, expected):
    assert same_name(path, FILES) == expected


def test_r099_a_file_named_as_typed_takes_the_links_of_a_note():
    assert same_name("pic.png", Resolver(["a/pic.png.md"])) == ("a/pic.png.md",)


@pytest.mark.parametrize(
    ("path", "wikilink", "markdown"),
    [
        ("ab:c.md", "[[ab:c]]", "[ab:c](ab%3Ac.md)"),
        ('"].md', '[["].md]]', '["\\]]("].md)'),
        ("[x].md", "[[[x].md]]", "[\\[x\\]]([x].md)"),
        ("a|b.md", "[a|b](a|b.md)", "[a|b](a|b.md)"),
        ("a]]b.md", "[a\\]\\]b](a]]b.md)", "[a\\]\\]b](a]]b.md)"),
        ("a [[b.md", "[a \\[\\[b](a%20[[b.md)", "[a \\[\\[b](a%20[[b.md)"),
        ("d/ a.md", "[[d/ a]]", "[ a](d/%20a.md)"),
        ("a\nb.md", "[a\nb](a%0Ab.md)", "[a\nb](a%0Ab.md)"),
        ("%41.md", "[[%41]]", "[%41](%2541.md)"),
        ("<b>.md", "[[<b>]]", "[<b>](%3Cb%3E.md)"),
        ("`.md", "[[`]]", "[\\`](`.md)"),
        ("mailto:x.png", "![[mailto:x.png]]", "![mailto:x.png](mailto%3Ax.png)"),
    ],
)
def test_r037_a_name_that_would_break_its_link_is_written_otherwise(path, wikilink, markdown):
    files = Resolver([path, "s.md"])
    found = [link(path, "s.md", files, VaultSettings(markdown_links=on)) for on in (False, True)]
    assert found == [wikilink, markdown]
    for text in found:
        (one,) = parse("s.md", f"see {text} there\n".encode()).links
        assert files.resolve(one.path, "s.md").path == path


PARTS = st.text(
    st.sampled_from("aA .(%)é[]^&+'!日\u0301-:|\"<>`$*_~=\t?"), min_size=1, max_size=5
).map(str.strip)
PATHS = st.builds(
    lambda folders, name, ending: "/".join([*folders, name + ending]),
    st.lists(PARTS, max_size=2),
    PARTS,
    st.sampled_from([".md", ".md", ".png", ".MD", ""]),
).filter(lambda path: all(part and part[0] != "." and "\\" not in part for part in path.split("/")))


@given(
    st.lists(PATHS, min_size=1, max_size=6),
    PATHS,
    st.sampled_from(LINK_FORMATS),
    st.booleans(),
    st.sampled_from(["shown", ""]),
    st.sampled_from(["", "#P q", "#^id"]),
)
def test_a_link_leads_to_the_file_it_was_written_for(
    paths, source, link_format, markdown, alias, subpath
):
    path = paths[0]
    files = Resolver([*paths, source])
    settings = VaultSettings(link_format=link_format, markdown_links=markdown)
    text = link(path, source, files, settings, alias=alias, subpath=subpath)
    found = parse(source, f"{text}\n".encode()).links
    assert [files.resolve(one.path, source).path for one in found] == [path]
    assert found[0].subpath == subpath
    assert not alias or found[0].label == alias
