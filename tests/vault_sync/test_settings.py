import contextlib
import json
import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vault_sync.jsontext import decode
from vault_sync.settings import MAX_BYTES, VaultSettings, load


def write(root: Path, name: str, content: object, folder: str = ".obsidian") -> None:
    path = root / folder / name
    path.parent.mkdir(exist_ok=True)
    data = content if isinstance(content, bytes) else json.dumps(content).encode()
    path.write_bytes(data)


def test_r269_a_vault_without_settings_has_the_defaults_and_no_finding(tmp_path: Path) -> None:
    assert load(str(tmp_path)) == VaultSettings()


def test_r258_daily_notes_have_a_format_and_a_folder(tmp_path: Path) -> None:
    write(tmp_path, "daily-notes.json", {"format": "YYYY/MM/DD", "folder": "/Journal/days/"})
    settings = load(str(tmp_path))
    assert (settings.daily_format, settings.daily_folder) == ("YYYY/MM/DD", "Journal/days")


@pytest.mark.parametrize("content", [{}, {"format": "", "folder": ""}, {"format": None}])
def test_r258_empty_daily_notes_settings_are_the_defaults(
    tmp_path: Path, content: dict[str, str]
) -> None:
    write(tmp_path, "daily-notes.json", content)
    settings = load(str(tmp_path))
    assert (settings.daily_format, settings.daily_folder) == ("YYYY-MM-DD", "")


def test_r192_declared_types_are_read(tmp_path: Path) -> None:
    write(tmp_path, "types.json", {"types": {"due": "date", "odd": 3}})
    assert load(str(tmp_path)).property_types == {"due": "date"}


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        (["graph", "daily-notes", 7], {"graph": True, "daily-notes": True}),
        ({"graph": False, "daily-notes": True, "x": "y"}, {"graph": False, "daily-notes": True}),
    ],
)
def test_r266_core_plugins_are_a_list_or_a_map(
    tmp_path: Path, content: object, expected: dict[str, bool]
) -> None:
    write(tmp_path, "core-plugins.json", content)
    assert load(str(tmp_path)).core_plugins == expected


def test_r249_the_configuration_folder_may_have_another_name(tmp_path: Path) -> None:
    write(tmp_path, "app.json", {"showUnsupportedFiles": True}, folder=".obsidian-phone")
    assert load(str(tmp_path), ".obsidian-phone").show_unsupported_files
    assert not load(str(tmp_path)).show_unsupported_files


def test_r269_a_byte_order_mark_is_no_trouble(tmp_path: Path) -> None:
    write(tmp_path, "app.json", b'\xef\xbb\xbf{"showUnsupportedFiles": true}')
    settings = load(str(tmp_path))
    assert settings.show_unsupported_files
    assert settings.findings == ()


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"  \n",
        b'{"showUnsupportedFiles": tr',
        b"[1, 2]",
        b"\xff\xfe\x00",
        b"[" * 200_000,
        b'{"a":' * 200_000,
        b"9" * 10_000,
        b" " * (MAX_BYTES + 1),
        b'{"showUnsupportedFiles": "yes"}',
        b'{"userIgnoreFilters": "Archive/"}',
    ],
    ids=lambda data: repr(data[:20]),
)
def test_r269_a_broken_file_leaves_the_defaults_and_one_finding(
    tmp_path: Path, data: bytes
) -> None:
    write(tmp_path, "app.json", data)
    settings = load(str(tmp_path))
    assert settings._replace(findings=()) == VaultSettings()
    [finding] = settings.findings
    assert (finding.path, finding.code) == (".obsidian/app.json", "broken-settings")


def test_one_broken_file_does_not_hide_the_others(tmp_path: Path) -> None:
    write(tmp_path, "app.json", {"userIgnoreFilters": ["Archive/"]})
    write(tmp_path, "daily-notes.json", b"{")
    write(tmp_path, "types.json", {"types": []})
    settings = load(str(tmp_path))
    assert settings.user_ignore_filters == ("Archive/",)
    assert [finding.path for finding in settings.findings] == [
        ".obsidian/daily-notes.json",
        ".obsidian/types.json",
    ]


def test_a_pipe_or_a_folder_in_place_of_a_file_is_a_finding(tmp_path: Path) -> None:
    (tmp_path / ".obsidian" / "types.json").mkdir(parents=True)
    os.mkfifo(tmp_path / ".obsidian" / "app.json")
    assert len(load(str(tmp_path)).findings) == 2


@pytest.mark.parametrize(
    ("filters", "path", "expected"),
    [
        (["Archive/"], "Archive/a.md", True),
        (["Archive/"], "archive/a.md", True),
        (["Archive/"], "x/Archive/a.md", False),
        (["Archive/"], "Archived.md", False),
        (["Arch"], "Archived.md", True),
        (["Cafe\u0301/"], "Café/a.md", True),
        (["/\\.EXCALIDRAW\\.md$/"], "x/a.excalidraw.md", True),
        (["/(?<year>\\d{4})/"], "log 2024.md", True),
        (["/(?<!a)b/", "/(?<=c)d/"], "xcd", True),
        (["/(?<!a)b/"], "ab", False),
        (["/(/", "/[[a]/", "b/"], "b/a.md", True),
        (["/(?<n>a)/", "/(?<n>b)/"], "b.md", True),
        (["//", "/", ""], "a.md", False),
        ([], "a.md", False),
    ],
)
def test_r252_excluded_files(filters: list[str], path: str, *, expected: bool) -> None:
    assert VaultSettings(user_ignore_filters=tuple(filters)).is_excluded(path) is expected


@given(st.binary() | st.text().map(str.encode))
def test_any_bytes_decode_or_raise_value_error(data: bytes) -> None:
    with contextlib.suppress(ValueError):
        decode(data)


def test_lone_surrogates_in_json_become_storable() -> None:
    value = decode(b'{"\\ud800": ["a\\udfffb", "\\ud83d\\ude00"]}')
    assert value == {"?": ["a?b", "\U0001f600"]}
