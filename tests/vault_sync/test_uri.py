import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from vault_sync.resolve import Resolver
from vault_sync.uri import Address, open_uri, parse

TEXT = st.text(
    st.sampled_from("&+%#é日 ?=/.aAmd\"'~-_:|\\") | st.characters(exclude_categories=["Cs"])
)


@pytest.mark.parametrize(
    ("vault", "path", "subpath", "expected"),
    [
        ("V", "Dir/Note.md", "", "obsidian://open?vault=V&file=Dir%2FNote"),
        ("V", "Dir/Note.md", "#Plan", "obsidian://open?vault=V&file=Dir%2FNote%23Plan"),
        ("V", "Dir/Note.md", "Plan", "obsidian://open?vault=V&file=Dir%2FNote%23Plan"),
        ("V", "Dir/Note.md", "#^id", "obsidian://open?vault=V&file=Dir%2FNote%23%5Eid"),
        ("My V", "a b&c+d.md", "", "obsidian://open?vault=My%20V&file=a%20b%26c%2Bd"),
        ("é", "日%.md", "", "obsidian://open?vault=%C3%A9&file=%E6%97%A5%25"),
        ("V", "pic.png.md", "", "obsidian://open?vault=V&file=pic.png.md"),
        ("V", "b.canvas", "", "obsidian://open?vault=V&file=b.canvas"),
        ("V", "v1.2.md", "", "obsidian://open?vault=V&file=v1.2"),
    ],
)
def test_r270_r275_addresses_are_percent_encoded(
    vault: str, path: str, subpath: str, expected: str
) -> None:
    assert open_uri(vault, path, subpath) == expected


@pytest.mark.parametrize(
    ("uri", "expected"),
    [
        ("obsidian://open?vault=V&file=Dir%2FNote%23Plan", ("open", "V", "Dir/Note", "#Plan", "")),
        (
            "obsidian://open?vault=V&file=Dir%2FNote.md%23%5Eid",
            ("open", "V", "Dir/Note.md", "#^id", ""),
        ),
        ("OBSIDIAN://Open/?vault=V&file=a+b", ("open", "V", "a+b", "", "")),
        ("obsidian://vault/My%20V/Dir%2FNote", ("open", "My V", "Dir/Note", "", "")),
        ("obsidian://vault/V/Dir/Note%23Plan", ("open", "V", "Dir/Note", "#Plan", "")),
        ("obsidian:///abs/No%20te.md", ("open", "", "", "", "/abs/No te.md")),
        (
            "obsidian://open?vault=V&file=x&path=%2Fabs%2Fa.md%23P",
            ("open", "", "", "#P", "/abs/a.md"),
        ),
        ("obsidian://search?vault=V&query=a%20b", ("search", "V", "", "", "")),
        ("obsidian://choose-vault", ("choose-vault", "", "", "", "")),
        ("obsidian://open?vault=V&file=50%.md", ("open", "V", "50%.md", "", "")),
        ("obsidian://open?vault=V&file=%ff", ("open", "V", "\ufffd", "", "")),
        ("obsidian://", ("", "", "", "", "")),
    ],
)
def test_r270_to_r274_addresses_are_read(uri: str, expected: tuple[str, ...]) -> None:
    assert parse(uri)[:5] == expected


def test_r274_the_parameters_of_other_actions_are_kept() -> None:
    found = parse("obsidian://new?vault=V&name=a%26b&content=x%3Dy&append&silent=true")
    assert found == Address(
        "new",
        "V",
        "",
        "",
        "",
        {"vault": "V", "name": "a&b", "content": "x=y", "append": "", "silent": "true"},
    )


def test_text_that_is_no_utf8_gives_an_address_all_the_same() -> None:
    assert open_uri("V", "a\ud800.md") == "obsidian://open?vault=V&file=a%3F"


@pytest.mark.parametrize("uri", ["", "https://x.test", "obsidian:open", "xobsidian://open"])
def test_other_addresses_are_refused(uri: str) -> None:
    with pytest.raises(ValueError, match="no Obsidian address"):
        parse(uri)


@given(
    TEXT,
    TEXT,
    st.sampled_from([".md", ".canvas", ".png"]),
    TEXT.filter(lambda text: "#" not in text),
)
@example("V", "& + % # é 日", ".md", "Plan & so")
@example("V", "C#", ".md", "")
@example("V", " ", ".md", "")
@example("V", "pic.png", ".md", "x.md")
def test_r275_an_address_leads_back_to_the_file_and_place(
    vault: str, name: str, extension: str, heading: str
) -> None:
    path = f"d/x{name}{extension}"
    # such a name reads as a file with a subpath, to Obsidian as well (R058)
    assume(".md#" not in path and ".canvas#" not in path and ".png#" not in path)
    assume("\\" not in path and "//" not in path and path == path.strip())
    subpath = f"#{heading}" if heading else ""
    found = parse(open_uri(vault, path, subpath))
    assert (found.action, found.vault, found.subpath) == ("open", vault, subpath)
    assert Resolver([path]).resolve(found.file, "").path == path


@given(st.text())
def test_any_query_is_read(text: str) -> None:
    parse(f"obsidian://{text}")
