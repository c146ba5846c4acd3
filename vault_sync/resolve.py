"""Where a link leads: linkpath and source note to a file of the vault."""

from __future__ import annotations

import re
from bisect import insort
from typing import TYPE_CHECKING, TypeAlias

from vault_sync.model import Resolution
from vault_sync.paths import fold

if TYPE_CHECKING:
    from collections.abc import Iterable

_Ranked: TypeAlias = "tuple[int, str, str]"
"""A file as the rules order it: length of its path, the path, and the path's key."""

_MOST_REMEMBERED = 100_000
_UNRESOLVED = Resolution(None, ())


def key_of(linkpath: str) -> str:
    """Key of the files that a link with this linkpath could ever lead to.

    A link's resolution changes only when a file is added or removed that has this key among
    its `keys_of`. Empty when no file can matter (a link into its own note, `[[..]]`).
    """
    name = _normalised(linkpath).rpartition("/")[2]
    return "" if name in {".", ".."} else name


def keys_of(path: str) -> tuple[str, ...]:
    """Keys of the links that the presence of this file can affect: `alpha.md` and `alpha`."""
    name = fold(path.rpartition("/")[2])
    return (name, name[:-3]) if name.endswith(".md") else (name,)


def unresolved_key(linkpath: str) -> str:
    """Name under which an unresolved link is listed (OBSIDIAN.md R093, R094).

    Without subpath and `.md`, in the case typed; with its folders if it has any (R095).
    """
    name = linkpath.partition("#")[0].strip()
    return name[:-3] if name[-3:].lower() == ".md" else name


class Resolver:
    """Resolves links against a set of files, as Obsidian does (OBSIDIAN.md section 3).

    Paths are POSIX, relative to the root, without hidden files (R088). Only names count:
    aliases, titles and folders are no targets (R084 to R086).
    """

    def __init__(self, paths: Iterable[str] = ()) -> None:
        self._files: dict[str, list[_Ranked]] = {}
        for path in dict.fromkeys(paths):
            key = fold(path)
            self._files.setdefault(key.rpartition("/")[2], []).append((_length(path), path, key))
        for files in self._files.values():
            files.sort()
        self._anywhere: dict[str, Resolution] = {}
        self._from_folder: dict[tuple[str, str], Resolution] = {}

    def add(self, path: str) -> None:
        """Take in a file. One that is there already changes nothing."""
        key = fold(path)
        files = self._files.setdefault(key.rpartition("/")[2], [])
        entry = (_length(path), path, key)
        if entry not in files:
            insort(files, entry)
            self._forget()

    def remove(self, path: str) -> None:
        """Leave out a file. One that is not there changes nothing."""
        key = fold(path)
        name = key.rpartition("/")[2]
        files = self._files.get(name, [])
        entry = (_length(path), path, key)
        if entry in files:
            files.remove(entry)
            self._forget()
        if not files:
            self._files.pop(name, None)

    def resolve(self, linkpath: str, source: str) -> Resolution:
        """The file a link in the source note leads to, and all that its name could mean.

        A file named exactly as typed comes before one with `.md` added (R065). Among those:
        exact vault path, then files below the source's folder, then the rest; shortest path
        first, then by text order (R071 to R083, section 24.8). An empty linkpath is a link
        into the source itself (R091).
        """
        known = self._anywhere.get(linkpath)
        if known is not None:
            return known
        folder = source.rpartition("/")[0]
        known = self._from_folder.get((linkpath, folder))
        if known is not None:
            return known
        target = _normalised(linkpath)
        if not target:
            return Resolution(source, (source,))
        return self._resolve_new(linkpath, target, folder)

    def _resolve_new(self, linkpath: str, target: str, folder: str) -> Resolution:
        if target.startswith(("./", "../", "/")) or target in {".", ".."}:
            exact = _absolute(target, fold(folder))
            found = self._exact(exact, linkpath) if exact else _UNRESOLVED
            return self._remember(linkpath, folder, found, anywhere=target.startswith("/"))
        name = target.rpartition("/")[2]
        for suffix in ("", ".md"):  # R065, R069
            files = self._files.get(name + suffix)
            if files:
                found = _order(files, target + suffix, fold(folder), linkpath)
                if found.path is not None:
                    alone = len(found.candidates) == 1
                    return self._remember(linkpath, folder, found, anywhere=alone)
        return self._remember(linkpath, folder, _UNRESOLVED, anywhere=True)

    def _exact(self, target: str, linkpath: str) -> Resolution:
        """Only the file at this place, whatever else has its name (R073, R075)."""
        name = target.rpartition("/")[2]
        for suffix in ("", ".md"):
            files = self._files.get(name + suffix, ())
            found = [file for file in files if file[2] == target + suffix]
            if found:
                return _resolution(found, linkpath)
        return _UNRESOLVED

    def _remember(
        self, linkpath: str, folder: str, found: Resolution, *, anywhere: bool
    ) -> Resolution:
        if len(self._anywhere) + len(self._from_folder) >= _MOST_REMEMBERED:
            self._forget()
        if anywhere:
            self._anywhere[linkpath] = found
        else:
            self._from_folder[linkpath, folder] = found
        return found

    def _forget(self) -> None:
        self._anywhere.clear()
        self._from_folder.clear()


def _normalised(linkpath: str) -> str:
    """The linkpath as keys are written (OBSIDIAN.md R010, R061 to R064)."""
    target = fold(linkpath).replace("\\", "/").strip()
    return re.sub("/{2,}", "/", target) if "//" in target else target


def _absolute(target: str, folder: str) -> str | None:
    """Vault path of a relative or rooted target; None above the root or without a name."""
    parts = [] if target.startswith("/") else [part for part in folder.split("/") if part]
    for part in target.strip("/").split("/"):
        if part == "..":
            if not parts:
                return None
            parts.pop()
        elif part != ".":
            parts.append(part)
    is_name = not target.endswith(("/", "/.", "/..")) and target not in {".", ".."}
    return "/".join(parts) if is_name else None


def _order(files: list[_Ranked], target: str, folder: str, linkpath: str) -> Resolution:
    """The files of one name whose path ends in the target, in the order of the rules."""
    ending = "/" + target
    matching = [file for file in files if file[2] == target or file[2].endswith(ending)]
    if len(matching) < 2:
        return Resolution(matching[0][1], (matching[0][1],)) if matching else _UNRESOLVED
    below = f"{folder}/" if folder else ""

    def rank(file: _Ranked) -> int:
        # below the own folder, not only in it (R078): section 24.8 has it so
        return 0 if file[2] == target else 1 if file[2].startswith(below) else 2

    return _resolution(sorted(matching, key=rank), linkpath)


def _resolution(files: list[_Ranked], linkpath: str) -> Resolution:
    """Of names that differ only in case or composition, the one spelled as typed (R255)."""
    twins = [path for _, path, key in files if key == files[0][2]]
    typed = linkpath.strip().rpartition("/")[2]
    names = (typed, f"{typed}.md")
    chosen = next((path for path in twins if path.rpartition("/")[2] in names), twins[0])
    rest = (path for _, path, _ in files if path != chosen)
    return Resolution(chosen, (chosen, *rest))


def _length(path: str) -> int:
    """Length as Obsidian counts it, in UTF-16 units (R079)."""
    return len(path) if path.isascii() else len(path.encode("utf-16-le", "surrogatepass")) // 2
