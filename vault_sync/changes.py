"""What happened to a vault since it was last read."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from vault_sync.paths import fold

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from vault_sync.model import Census, FileEntry


class Stamp(NamedTuple):
    """What tells without reading it that a file may have changed; times in nanoseconds.

    A stamp that differs asks for a look at the content, it does not prove a change
    (OBSIDIAN.md R301).
    """

    size: int
    mtime_ns: int
    ctime_ns: int


class Changes(NamedTuple):
    """The way from what was known to what was found.

    ``respelled`` are files whose name differs only in case or composition from one that
    went away, as (old path, new path): one rename and no loss (OBSIDIAN.md R256, CASES.md
    A-10). Each also stands in ``removed`` and ``added``.
    """

    added: tuple[FileEntry, ...]
    changed: tuple[FileEntry, ...]
    removed: tuple[str, ...]
    respelled: tuple[tuple[str, str], ...]
    unchanged_count: int


def compare(known: Mapping[str, Stamp], census: Census) -> Changes:
    """Changes between the stamps of an earlier census and a new one, each sorted by path.

    A file counts as removed only where the census could have seen it: not below a folder
    that could not be listed (CASES.md A-39), and not when its placeholder says that it
    exists but is elsewhere (OBSIDIAN.md R300).
    """
    added: list[FileEntry] = []
    changed: list[FileEntry] = []
    found: set[str] = set()
    for entry in census.files:
        path = entry[0]
        found.add(path)
        stamp = known.get(path)
        if stamp is None:
            added.append(entry)
        elif stamp != entry[2:]:
            changed.append(entry)
    removed = tuple(sorted(_gone(known.keys() - found, census)))
    return Changes(
        tuple(added),
        tuple(changed),
        removed,
        _respelled(removed, added),
        len(found) - len(added) - len(changed),
    )


def _gone(missing: set[str], census: Census) -> Iterator[str]:
    if not missing or "" in census.unreadable:
        return
    folders = tuple(f"{folder}/" for folder in census.unreadable)
    elsewhere = {fold(path) for path in census.placeholders}
    for path in missing:
        if not f"{path}/".startswith(folders) and fold(path) not in elsewhere:
            yield path


def _respelled(removed: tuple[str, ...], added: list[FileEntry]) -> tuple[tuple[str, str], ...]:
    if not removed or not added:
        return ()
    names = {fold(entry.path): entry.path for entry in reversed(added)}
    pairs = ((path, names.pop(fold(path), None)) for path in removed)
    return tuple((old, new) for old, new in pairs if new is not None)
