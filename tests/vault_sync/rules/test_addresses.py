"""obsidian:// addresses (OBSIDIAN.md section 17, R270 to R275)."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from rulebook import rows

from vault_sync.registry import KnownVault, find_vaults, vault_of
from vault_sync.uri import open_uri, parse

READ = [
    # rule, address, its action, vault, file, subpath and path
    ("R270", "obsidian://open?vault=V&file=Dir%2FNote%23Plan", ("open", "V", "Dir/Note", "#Plan", "")),
    ("R270", "obsidian://open?vault=V&file=Dir%2FNote.md%23%5Eid", ("open", "V", "Dir/Note.md", "#^id", "")),
    ("R270", "obsidian://open?vault=V", ("open", "V", "", "", "")),
    ("R270", "obsidian://open?file=Note&vault=My%20V", ("open", "My V", "Note", "", "")),
    ("R271", "obsidian://open?vault=ef6ca3e3b524d22f&file=N", ("open", "ef6ca3e3b524d22f", "N", "", "")),
    ("R272", "obsidian://open?vault=V&file=x&path=%2Fabs%2Ffile.md", ("open", "", "", "", "/abs/file.md")),
    ("R272", "obsidian://open?path=C%3A%5CV%5CN.md%23P", ("open", "", "", "#P", "C:\\V\\N.md")),
    ("R273", "obsidian://vault/V/Dir%2FNote", ("open", "V", "Dir/Note", "", "")),
    ("R273", "obsidian://vault/My%20V", ("open", "My V", "", "", "")),
    ("R273", "obsidian:///abs/pa%20th.md", ("open", "", "", "", "/abs/pa th.md")),
    ("R274", "obsidian://daily?vault=V", ("daily", "V", "", "", "")),
    ("R274", "obsidian://unique?vault=V&content=x", ("unique", "V", "", "", "")),
    ("R274", "obsidian://choose-vault", ("choose-vault", "", "", "", "")),
    ("R275", "obsidian://open?vault=V&file=a+b", ("open", "V", "a+b", "", "")),
    ("R275", "obsidian://open?vault=V&file=50%25%20%26%20%23a", ("open", "V", "50% & ", "#a", "")),
    ("R275", "obsidian://open?vault=V&file=50%.md", ("open", "V", "50%.md", "", "")),
]  # fmt: skip


@pytest.mark.parametrize(("address", "expected"), rows(READ))
def test_what_an_address_asks_for(address, expected):
    assert parse(address)[:5] == expected


PARAMETERS = [
    # rule, address, its action, its parameters
    (
        "R274",
        "obsidian://new?vault=V&name=a%26b&content=x%3Dy%0Az&append&silent=true",
        "new",
        {"vault": "V", "name": "a&b", "content": "x=y\nz", "append": "", "silent": "true"},
    ),
    (
        "R274",
        "obsidian://new?vault=V&file=d%2Fn&prepend=1&overwrite=0",
        "new",
        {"vault": "V", "file": "d/n", "prepend": "1", "overwrite": "0"},
    ),
    (
        "R274",
        "obsidian://search?vault=V&query=tag%3A%23a%20b",
        "search",
        {"vault": "V", "query": "tag:#a b"},
    ),
]


@pytest.mark.parametrize(("address", "action", "parameters"), rows(PARAMETERS))
def test_what_an_action_is_given(address, action, parameters):
    found = parse(address)
    assert (found.action, found.parameters) == (action, parameters)


def known(identifier, path):
    return KnownVault(identifier, path.rpartition("/")[2], path, 0, open=False, exists=True)


OUTER, INNER, OTHER = known("1", "/v"), known("2", "/v/in/V"), known("3", "/w/V")

MEANT = [
    # rule, address, vaults it means
    ("R271", "obsidian://open?vault=3&file=N", [OTHER]),
    ("R271", "obsidian://open?vault=V&file=N", [INNER, OTHER]),
    ("R272", "obsidian://open?vault=3&path=%2Fv%2Fin%2FV%2Fa.md", [INNER]),
    ("R272", "obsidian:///v/in/V2/a.md", [OUTER]),
    ("R272", "obsidian:///elsewhere/a.md", []),
]


@pytest.mark.parametrize(("address", "expected"), rows(MEANT))
def test_which_vault_an_address_means(address, expected):
    found, vaults = parse(address), [OUTER, INNER, OTHER]
    if found.path:
        holding = vault_of(vaults, found.path)
        assert ([holding] if holding else []) == expected
    else:
        assert list(find_vaults(vaults, found.vault)) == expected


WRITTEN = [
    # rule, vault, path, subpath, address
    ("R270", "V", "Dir/Note.md", "#Plan", "obsidian://open?vault=V&file=Dir%2FNote%23Plan"),
    ("R270", "V", "Dir/Note.md", "#^id", "obsidian://open?vault=V&file=Dir%2FNote%23%5Eid"),
    ("R275", "My V", "a/b c.md", "", "obsidian://open?vault=My%20V&file=a%2Fb%20c"),
    (
        "R275",
        "V",
        "a & b + 50% # é 日.md",
        "",
        "obsidian://open?vault=V&file=a%20%26%20b%20%2B%2050%25%20%23%20%C3%A9%20%E6%97%A5.md",
    ),
]


@pytest.mark.parametrize(("vault", "path", "subpath", "address"), rows(WRITTEN))
def test_the_address_of_a_file(vault, path, subpath, address):
    assert open_uri(vault, path, subpath) == address


NAME = st.text(
    st.sampled_from("&+%#é日 ?=.aA'~-_:|\\[]^") | st.characters(exclude_categories=["Cs"]),
    min_size=1,
).map(lambda name: name.replace("/", "").replace("\0", "") or "n")


@given(NAME, st.lists(NAME, max_size=2), NAME)
@example("a & b + 50% # é 日", ["C#"], "V & W")
@example("x.md", [], "V")
def test_r275_an_address_reads_back_as_what_it_was_written_for(name, folders, vault):
    path = "/".join([*folders, f"{name}.md"])
    found = parse(open_uri(vault, path, "#Plan & #more"))
    assert (found.action, found.vault, found.path) == ("open", vault, "")
    if "#" not in "".join(folders):  # a folder like `x.md#y` has the form of a link
        assert found.file in (path, path[:-3])
        assert found.subpath == "#Plan & #more"
