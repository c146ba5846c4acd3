"""Bookmarks of a vault (OBSIDIAN.md R265)."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from vault_sync.settings import CONFIG_FOLDER, SettingsReader

if TYPE_CHECKING:
    from collections.abc import Iterator

    from vault_sync.jsontext import Json
    from vault_sync.model import Finding

_FILE = "bookmarks.json"
MAX_DEPTH = 64


class Bookmark(NamedTuple):
    """One bookmark; ``groups`` are the titles of the groups around it, the outermost first.

    ``type`` is ``file``, ``folder``, ``search``, ``graph``, ``url`` or one not known here.
    ``path`` is set for files and folders, with ``subpath`` (``#Heading``, ``#^block``) for a
    place in a file; ``query`` for a search, ``url`` for an address.
    """

    type: str
    title: str = ""
    path: str = ""
    subpath: str = ""
    query: str = ""
    url: str = ""
    groups: tuple[str, ...] = ()


class Bookmarks(NamedTuple):
    """The bookmarks in the order of the list, groups opened up."""

    items: tuple[Bookmark, ...] = ()
    findings: tuple[Finding, ...] = ()


def load(root: str, config_folder: str = CONFIG_FOLDER) -> Bookmarks:
    """Bookmarks of the vault at an absolute path. Never raises; a broken file holds none."""
    reader = SettingsReader(root, config_folder)
    items = reader.mapping(_FILE).get("items")
    found = tuple(_bookmarks(items, ())) if isinstance(items, list) else ()
    return Bookmarks(found, tuple(reader.findings))


def _bookmarks(items: list[Json], groups: tuple[str, ...]) -> Iterator[Bookmark]:
    for item in items:
        if not isinstance(item, dict):
            continue
        inner = item.get("items")
        if _text(item, "type") == "group":
            if isinstance(inner, list) and len(groups) < MAX_DEPTH:
                yield from _bookmarks(inner, (*groups, _text(item, "title")))
        elif _text(item, "type"):
            yield Bookmark(
                type=_text(item, "type"),
                title=_text(item, "title"),
                path=_text(item, "path"),
                subpath=_text(item, "subpath"),
                query=_text(item, "query"),
                url=_text(item, "url"),
                groups=groups,
            )


def _text(item: dict[str, Json], key: str) -> str:
    value = item.get(key)
    return value.replace("\0", " ") if isinstance(value, str) else ""
