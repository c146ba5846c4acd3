import json
from pathlib import Path

import pytest

from vault_sync.registry import (
    KnownVault,
    Registry,
    find_vaults,
    known_vaults,
    read_registry,
    registry_files,
    vault_of,
)


def write(path: Path, vaults: object) -> str:
    path.write_text(json.dumps({"vaults": vaults}))
    return str(path)


def test_r267_r268_vaults_are_listed_the_one_opened_last_first(tmp_path: Path) -> None:
    (tmp_path / "Notes").mkdir()
    path = write(
        tmp_path / "obsidian.json",
        {
            "aaaa": {"path": str(tmp_path / "Notes"), "ts": 5, "open": True},
            "bbbb": {"path": str(tmp_path / "old" / "Notes"), "ts": 9},
            "cccc": {"path": "C:\\Users\\me\\Work\\"},
        },
    )
    assert known_vaults(path) == (
        KnownVault("bbbb", "Notes", str(tmp_path / "old" / "Notes"), 9, open=False, exists=False),
        KnownVault("aaaa", "Notes", str(tmp_path / "Notes"), 5, open=True, exists=True),
        KnownVault("cccc", "Work", "C:\\Users\\me\\Work\\", 0, open=False, exists=False),
    )


def test_r267_registries_of_several_installations_are_one_list(tmp_path: Path) -> None:
    first = write(tmp_path / "1.json", {"a": {"path": "/x/A"}, "b": {"path": "/x/B", "ts": 1}})
    second = write(tmp_path / "2.json", {"b": {"path": "/y/B", "ts": 7}, "c": {"path": "/x/C"}})
    vaults = read_registry([first, second, str(tmp_path / "none.json")]).vaults
    assert [vault.path for vault in vaults] == ["/x/B", "/x/A", "/x/C"]


@pytest.mark.parametrize(
    "data", [b"", b"{", b"[]", b'{"vaults": []}', b"\xff", b"[" * 100_000, b'{"vaults": null}']
)
def test_r269_a_broken_registry_is_empty_with_a_finding(tmp_path: Path, data: bytes) -> None:
    (tmp_path / "obsidian.json").write_bytes(data)
    found = read_registry([str(tmp_path / "obsidian.json")])
    assert found.vaults == ()
    [finding] = found.findings
    assert finding.code == "broken-registry"


def test_entries_that_are_no_vaults_are_left_out(tmp_path: Path) -> None:
    entries = {"a": 1, "b": {}, "c": {"path": 3}, "d": {"path": "/"}, "e": {"path": "/v\0"}}
    entries["f"] = {"path": "/v", "ts": "soon", "open": 1}
    path = write(tmp_path / "obsidian.json", entries)
    assert known_vaults(path) == (KnownVault("f", "v", "/v", 0, open=False, exists=False),)


def test_a_missing_registry_is_empty_without_a_finding(tmp_path: Path) -> None:
    assert read_registry([str(tmp_path / "obsidian.json")]) == Registry((), ())


def test_r267_the_registry_lies_where_the_platform_wants_it() -> None:
    assert registry_files("linux", {"HOME": "/home/me"}) == (
        "/home/me/.config/obsidian/obsidian.json",
        "/home/me/.var/app/md.obsidian.Obsidian/config/obsidian/obsidian.json",
        "/home/me/snap/obsidian/current/.config/obsidian/obsidian.json",
    )
    assert registry_files("linux", {"HOME": "/h", "XDG_CONFIG_HOME": "/c"})[0] == (
        "/c/obsidian/obsidian.json"
    )
    assert registry_files("darwin", {"HOME": "/Users/me"}) == (
        "/Users/me/Library/Application Support/obsidian/obsidian.json",
    )
    assert registry_files("win32", {"APPDATA": "C:\\A", "USERPROFILE": "C:\\me"}) == (
        "C:\\A\\obsidian\\obsidian.json",
    )
    assert registry_files("win32", {"USERPROFILE": "C:\\me"}) == (
        "C:\\me\\AppData\\Roaming\\obsidian\\obsidian.json",
    )


def known(identifier: str, path: str) -> KnownVault:
    return KnownVault(identifier, path.rpartition("/")[2], path, 0, open=False, exists=True)


def test_r268_r271_the_id_decides_where_vaults_share_a_name() -> None:
    one, two, other = known("1", "/a/V"), known("2", "/b/V"), known("V2", "/W")
    assert find_vaults([one, two, other], "V") == (one, two)
    assert find_vaults([one, two, other], "2") == (two,)
    assert find_vaults([one, two, other], "X") == ()


def test_r272_the_innermost_vault_holds_a_path() -> None:
    outer, inner, sibling = known("1", "/v"), known("2", "/v/in"), known("3", "/v/in-2")
    vaults = [outer, inner, sibling]
    assert vault_of(vaults, "/v/in/a.md") == inner
    assert vault_of(vaults, "/v/in.md") == outer
    assert vault_of(vaults, "/w/a.md") is None


def test_a49_r272_windows_paths_compare_without_case() -> None:
    vault = KnownVault("1", "V", "C:\\V", 0, open=False, exists=True)
    assert vault_of([vault], "c:/v/N.md") == vault
