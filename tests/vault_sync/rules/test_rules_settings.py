"""Settings files of a vault and of the app (OBSIDIAN.md section 16, R258 to R269)."""

import json
from datetime import date, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rulebook import rows

from vault_sync import bookmarks, templates
from vault_sync.bookmarks import Bookmark
from vault_sync.dates import daily_note_date
from vault_sync.moment import moment_format, parse_moment
from vault_sync.registry import find_vaults, read_registry, registry_files
from vault_sync.settings import VaultSettings, load
from vault_sync.templates import TemplateSettings, fill

DAY = datetime(2024, 3, 5, 7, 8, 9)  # noqa: DTZ001 - clocks in templates have no zone


def write(root, name, content):
    folder = root / ".obsidian"
    folder.mkdir(exist_ok=True)
    data = content if isinstance(content, bytes) else json.dumps(content).encode()
    (folder / name).write_bytes(data)


READ = [
    # rule, file, its content, what differs from the defaults
    ("R258", "daily-notes.json", {}, {}),
    ("R258", "daily-notes.json", {"format": "", "folder": ""}, {}),
    (
        "R258",
        "daily-notes.json",
        {"format": "YYYY/DD", "folder": "/J/days/", "template": "T/Day", "autorun": True},
        {
            "daily_format": "YYYY/DD",
            "daily_folder": "J/days",
            "daily_template": "T/Day",
            "daily_at_start": True,
        },
    ),
    ("R264", "app.json", {"attachmentFolderPath": "./sub"}, {"attachment_folder": "./sub"}),
    ("R264", "app.json", {"attachmentFolderPath": ""}, {}),
    ("R266", "core-plugins.json", ["graph"], {"core_plugins": {"graph": True}}),
    (
        "R266",
        "core-plugins.json",
        {"graph": False, "bases": True, "x": 1},
        {"core_plugins": {"graph": False, "bases": True}},
    ),
    (
        "R269",
        "app.json",
        b'\xef\xbb\xbf{"useMarkdownLinks": true, "newLinkFormat": "relative"}',
        {"markdown_links": True, "link_format": "relative"},
    ),
    ("R269", "app.json", {"newLinkFormat": None, "alwaysUpdateLinks": True}, {"update_links": True}),
]  # fmt: skip


@pytest.mark.parametrize(("name", "content", "differs"), rows(READ))
def test_a_settings_file_is_read(tmp_path, name, content, differs):
    write(tmp_path, name, content)
    assert load(str(tmp_path)) == VaultSettings()._replace(**differs)


BROKEN = [
    # rule, file, its bytes
    ("R269", "app.json", b""),
    ("R269", "app.json", b'{"useMarkdownLinks": tr'),
    ("R269", "app.json", b'{"useMarkdownLinks": "yes"}'),
    ("R269", "app.json", b'{"newLinkFormat": "longest"}'),
    ("R269", "app.json", b'{"newLinkFormat": ["shortest"]}'),
    ("R269", "app.json", b'{"trashOption": "compost"}'),
    ("R269", "app.json", b'{"attachmentFolderPath": 3}'),
    ("R269", "daily-notes.json", b"[]"),
    ("R269", "daily-notes.json", b'{"autorun": 1}'),
    ("R269", "core-plugins.json", b'"graph"'),
    ("R269", "types.json", b"\xff\xfe\x00"),
]


@pytest.mark.parametrize(("name", "data"), rows(BROKEN))
def test_a_broken_settings_file_leaves_the_defaults_and_is_named(tmp_path, name, data):
    write(tmp_path, name, data)
    settings = load(str(tmp_path))
    assert settings._replace(findings=()) == VaultSettings()
    assert [(finding.path, finding.code) for finding in settings.findings] == [
        (f".obsidian/{name}", "broken-settings")
    ]


FORMATS = [
    # rule, format, text for the morning of 5 March 2024
    ("R259", "YYYY/MM-MMMM/YYYY-MM-DD-dddd", "2024/03-March/2024-03-05-Tuesday"),
    ("R259", "[W]WW [of] GGGG", "W10 of 2024"),
    ("R260", "YYYY YY MMMM MMM MM M", "2024 24 March Mar 03 3"),
    ("R260", "DD D Do DDD DDDD", "05 5 5th 65 065"),
    ("R260", "dddd ddd gggg GGGG ww WW w W", "Tuesday Tue 2024 2024 10 10 10 10"),
    ("R260", "HH H hh h mm ss A a Q X x ZZ", "07 7 07 7 08 09 AM am 1 1709622489 1709622489000 +0000"),
]  # fmt: skip


@pytest.mark.parametrize(("template", "text"), rows(FORMATS))
def test_formats_of_dates(template, text):
    assert moment_format(DAY, template) == text


WEEKS = [
    # rule, day, format, text
    ("R260", date(2021, 1, 3), "GGGG-[W]WW", "2020-W53"),
    ("R260", date(2021, 1, 3), "gggg-ww", "2021-02"),
    ("R260", date(2019, 12, 30), "GGGG-[W]W", "2020-W1"),
]


@pytest.mark.parametrize(("day", "template", "text"), rows(WEEKS))
def test_years_of_weeks(day, template, text):
    assert moment_format(day, template) == text
    assert moment_format(parse_moment(text, template), template) == text


DAILY = [
    # rule, folder, format, path, the day of which it is the note
    ("R258", "", "YYYY-MM-DD", "2024-03-05.md", date(2024, 3, 5)),
    ("R259", "J", "YYYY/MM-MMMM/YYYY-MM-DD-dddd", "J/2024/03-March/2024-03-05-Tuesday.md", date(2024, 3, 5)),
    ("R259", "J", "YYYY/MM-MMMM/YYYY-MM-DD-dddd", "J/2024/03-März/2024-03-05-Dienstag.md", date(2024, 3, 5)),
    ("R261", "J", "YYYY-MM-DD", "J/2024-03-05.md", date(2024, 3, 5)),
    ("R261", "J", "YYYY-MM-DD", "2024-03-05.md", None),
    ("R261", "J", "YYYY-MM-DD", "J/x/2024-03-05.md", None),
    ("R261", "J", "YYYY-MM-DD", "J/2024-03-05 talk.md", None),
    ("R261", "J", "YYYY-MM-DD", "J/2024-03-05.canvas", None),
    ("R261", "", "YYYY-MM-DD dddd", "2024-03-05 Monday.md", None),
]  # fmt: skip


@pytest.mark.parametrize(("folder", "template", "path", "day"), rows(DAILY))
def test_which_note_is_that_of_a_day(folder, template, path, day):
    settings = VaultSettings(daily_folder=folder, daily_format=template)
    assert daily_note_date(path, settings) == day


TEMPLATES = [
    # rule, content of templates.json, folder, format of dates, format of times
    ("R262", b"{}", "", "YYYY-MM-DD", "HH:mm"),
    ("R262", b'{"folder": "/T/x/"}', "T/x", "YYYY-MM-DD", "HH:mm"),
    ("R262", b'{"dateFormat": "D.M.", "timeFormat": "H"}', "", "D.M.", "H"),
    ("R262", b'{"date_format": "D.M.", "time_format": "H"}', "", "D.M.", "H"),
    ("R262", b'{"dateFormat": "", "date_format": "D"}', "", "D", "HH:mm"),
    ("R262", b"{", "", "YYYY-MM-DD", "HH:mm"),
]


@pytest.mark.parametrize(("data", "folder", "date_format", "time_format"), rows(TEMPLATES))
def test_settings_of_templates(tmp_path, data, folder, date_format, time_format):
    write(tmp_path, "templates.json", data)
    settings = templates.load(str(tmp_path))
    assert settings[:3] == (folder, date_format, time_format)
    assert len(settings.findings) == (data == b"{")


FILLED = [
    # rule, template, text
    ("R263", "# {{title}}\n{{date}} {{time}}", "# Plan A\n2024-03-05 07:08"),
    ("R263", "{{TITLE}} {{Date}} {{ time }}", "Plan A 2024-03-05 07:08"),
    ("R263", "{{date:dddd}} {{date:YYYY[x]}} {{time:h:mm a}}", "Tuesday 2024x 7:08 am"),
    ("R263", "{{date:}} {{name}} {{title:x}} {title} {{date", "2024-03-05 {{name}} {{title:x}} {title} {{date"),
]  # fmt: skip


@pytest.mark.parametrize(("template", "text"), rows(FILLED))
def test_variables_of_templates(template, text):
    assert fill(template, "Plan A", DAY, TemplateSettings()) == text


ATTACHMENTS = [
    # rule, setting, note, folder
    ("R264", "/", "a/b/n.md", ""),
    ("R264", "Files", "a/b/n.md", "Files"),
    ("R264", "Files/x/", "n.md", "Files/x"),
    ("R264", "./", "a/b/n.md", "a/b"),
    ("R264", "./", "n.md", ""),
    ("R264", "./sub", "a/b/n.md", "a/b/sub"),
    ("R264", "../../x", "a/n.md", "x"),
    ("R264", "./../x", "a/n.md", "a/x"),
]


@pytest.mark.parametrize(("setting", "note", "folder"), rows(ATTACHMENTS))
def test_where_new_attachments_go(setting, note, folder):
    assert VaultSettings(attachment_folder=setting).attachment_folder_for(note) == folder


BOOKMARKS = [
    # rule, content of bookmarks.json, bookmarks
    ("R265", {"items": []}, ()),
    (
        "R265",
        {
            "items": [
                {"type": "file", "ctime": 1, "path": "a/N.md", "subpath": "#P", "title": "n"},
                {"type": "folder", "path": "a"},
                {
                    "type": "group",
                    "title": "G",
                    "items": [
                        {"type": "search", "query": "tag:#x"},
                        {"type": "group", "title": "H", "items": [{"type": "graph"}]},
                    ],
                },
                {"type": "url", "url": "https://x.test"},
                {"type": "portal"},
            ]
        },
        (
            Bookmark("file", "n", "a/N.md", "#P"),
            Bookmark("folder", path="a"),
            Bookmark("search", query="tag:#x", groups=("G",)),
            Bookmark("graph", groups=("G", "H")),
            Bookmark("url", url="https://x.test"),
            Bookmark("portal"),
        ),
    ),
    ("R265", {"items": [3, {}, {"type": 4}, {"type": "group", "items": "x"}]}, ()),
    ("R265", b'{"items": [', ()),
    ("R265", [], ()),
    ("R265", {"items": {}}, ()),
]


@pytest.mark.parametrize(("content", "expected"), rows(BOOKMARKS))
def test_bookmarks(tmp_path, content, expected):
    write(tmp_path, "bookmarks.json", content)
    assert bookmarks.load(str(tmp_path)).items == expected


PLACES = [
    # The homes of flatpak and snap are not documented: where these systems put them.
    # rule, platform, environment, paths of the registry
    ("R267", "darwin", {"HOME": "/Users/me"}, ("/Users/me/Library/Application Support/obsidian/obsidian.json",)),
    ("R267", "win32", {"APPDATA": "C:\\A"}, ("C:\\A\\obsidian\\obsidian.json",)),
    (
        "R267",
        "linux",
        {"HOME": "/h", "XDG_CONFIG_HOME": "/c"},
        (
            "/c/obsidian/obsidian.json",
            "/h/.var/app/md.obsidian.Obsidian/config/obsidian/obsidian.json",
            "/h/snap/obsidian/current/.config/obsidian/obsidian.json",
        ),
    ),
    (
        "R267",
        "linux",
        {"HOME": "/h"},
        (
            "/h/.config/obsidian/obsidian.json",
            "/h/.var/app/md.obsidian.Obsidian/config/obsidian/obsidian.json",
            "/h/snap/obsidian/current/.config/obsidian/obsidian.json",
        ),
    ),
]  # fmt: skip


@pytest.mark.parametrize(("platform", "environment", "paths"), rows(PLACES))
def test_where_the_registry_of_vaults_lies(platform, environment, paths):
    assert registry_files(platform, environment) == paths


VAULTS = [
    # rule, entries of obsidian.json, asked name or id, what is found as (id, name, exists)
    ("R267", {"0123456789abcdef": {"path": "/gone/V", "ts": 5, "open": True}}, "V", [("0123456789abcdef", "V", False)]),
    ("R267", {"a": 3, "b": {"path": 4}, "c": {"path": "/x/V"}}, "V", [("c", "V", False)]),
    ("R268", {"a": {"path": "/x/V"}, "b": {"path": "/y/V"}}, "V", [("a", "V", False), ("b", "V", False)]),
    ("R268", {"a": {"path": "/x/V"}, "b": {"path": "/y/V"}}, "b", [("b", "V", False)]),
    ("R268", {"a": {"path": "C:\\me\\Notes\\"}}, "Notes", [("a", "Notes", False)]),
    ("R268", {"a": {"path": "HERE"}}, "HERE", [("a", "HERE", True)]),
    ("R269", {}, "V", []),
]  # fmt: skip


@pytest.mark.parametrize(("entries", "asked", "expected"), rows(VAULTS))
def test_the_vaults_of_the_registry(tmp_path, monkeypatch, entries, asked, expected):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "HERE").mkdir()
    (tmp_path / "obsidian.json").write_text(json.dumps({"vaults": entries}))
    vaults = read_registry(["obsidian.json"]).vaults
    found = [(vault.id, vault.name, vault.exists) for vault in find_vaults(vaults, asked)]
    assert found == expected


FILES = ["app", "daily-notes", "types", "templates", "bookmarks", "core-plugins"]
KEYS = st.sampled_from(
    [
        "vaults",
        "items",
        "types",
        "type",
        "path",
        "ts",
        "format",
        "folder",
        "newLinkFormat",
        "trashOption",
        "autorun",
        "title",
        "query",
        "userIgnoreFilters",
        "attachmentFolderPath",
        "dateFormat",
        "group",
        "file",
        "nodes",
        "edges",
        "text",
    ]
)
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text() | KEYS,
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(KEYS | st.text(), inner, max_size=4)
    ),
)
ANYTHING = (
    st.binary()
    | st.text().map(lambda text: text.encode("utf-8", "surrogatepass"))
    | VALUES.map(lambda value: json.dumps(value).encode())
)


@given(ANYTHING)
def test_no_settings_file_whatever_it_holds_raises(tmp_path_factory, data):
    root = tmp_path_factory.mktemp("v")
    for name in FILES:
        write(root, f"{name}.json", data)
    (root / "obsidian.json").write_bytes(data)
    settings = load(str(root))
    settings.is_excluded("a/b.md")
    settings.attachment_folder_for("a/b.md").encode()
    daily_note_date("2024-03-05.md", settings)
    fill("{{date}} {{time}}", "t", DAY, templates.load(str(root)))
    for mark in bookmarks.load(str(root)).items:
        "".join([*mark[:6], *mark.groups]).encode()
    read_registry([str(root / "obsidian.json")])
