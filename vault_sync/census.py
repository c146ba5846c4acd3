"""The census: which files of a folder belong to the vault (OBSIDIAN.md R246 to R257)."""

from __future__ import annotations

import os
from operator import itemgetter
from typing import TYPE_CHECKING

from vault_sync.kinds import KINDS, kind_of
from vault_sync.model import Census, FileEntry, Finding
from vault_sync.paths import below, fold, portable

if TYPE_CHECKING:
    from collections.abc import Iterable

    from vault_sync.model import FileKind

_MAX_TIME = 2**63 - 1
"""A time that a store keeps, in nanoseconds; files dated after 2262 exceed it."""

_is_junction = getattr(os.path, "isjunction", None)
"""Tells Windows' own kind of folder link from a folder (Python 3.12 and later)."""


def take(root: str, *, show_unsupported_files: bool, follow_symlinks: bool) -> Census:
    """Census of the folder at an absolute path without symlinks. Never raises."""
    walk = _Walk(root, show_unsupported_files=show_unsupported_files)
    walk.tree(root, "")
    walk.symlinks(follow=follow_symlinks)
    walk.files.sort(key=itemgetter(0))
    _report_twins(walk.files, walk.findings)
    return Census(
        files=tuple(walk.files),
        unreadable=tuple(sorted(walk.unreadable)),
        placeholders=tuple(sorted(walk.placeholders)),
        findings=tuple(sorted(walk.findings, key=itemgetter(0, 2))),
    )


class _Walk:
    """A walk through one vault and what it met."""

    def __init__(self, root: str, *, show_unsupported_files: bool) -> None:
        self.root = root
        self.other: FileKind | None = "attachment" if show_unsupported_files else None
        self.files: list[FileEntry] = []
        self.links: list[tuple[str, str]] = []
        self.unreadable: list[str] = []
        self.placeholders: list[str] = []
        self.findings: list[Finding] = []

    def tree(self, os_folder: str, folder: str) -> None:
        """Everything below a folder; links are put aside."""
        stack = [(os_folder, folder)]
        while stack:
            here, path = stack.pop()
            try:
                with os.scandir(here) as entries:
                    folders = self._folder(entries, f"{path}/" if path else "")
                self._report_note_like(folders)
                stack += folders
            except OSError as error:
                self.unreadable.append(path)
                self._find(path, "unreadable", f"This folder cannot be read: {error.strerror}.")

    def symlinks(self, *, follow: bool) -> None:
        """What the links lead to; links inside the vault are no files of their own (R250)."""
        followed = [self.root]
        while self.links:
            self.links.sort(reverse=True)
            os_link, path = self.links.pop()
            target = _target(os_link)
            if target is None:
                self._broken(path, follow=follow)
            elif any(_overlap(known, target) for known in followed):
                continue
            elif not follow:
                message = f"This link leads out of the vault, to {portable(target)!r}."
                self._find(path, "symlink-outside", message)
            elif os.path.isdir(target):
                followed.append(target)
                self.tree(target, path)
            else:
                self._linked_file(target, path)

    def _folder(self, entries: Iterable[os.DirEntry[str]], prefix: str) -> list[tuple[str, str]]:
        """Subfolders of a folder; its files are added."""
        # the hot loop: it runs for every file of the vault at every start of a search
        kinds, other, add, new = KINDS, self.other, self.files.append, tuple.__new__
        folders: list[tuple[str, str]] = []
        for entry in entries:
            name = entry.name
            if name[0] == ".":
                self._hidden(name, prefix)
            elif entry.is_symlink() or (_is_junction and _is_junction(entry.path)):
                self.links.append((entry.path, prefix + portable(name)))
            elif entry.is_dir(follow_symlinks=False):
                folders.append((entry.path, prefix + portable(name)))
            else:
                _, dot, extension = name.rpartition(".")
                kind = kinds.get(extension) or kinds.get(extension.lower(), other)
                kind = kind if dot else other
                if kind:
                    if not entry.is_file(follow_symlinks=False):
                        self._no_file(entry.path, prefix + portable(name))
                        continue
                    try:
                        status = entry.stat(follow_symlinks=False)
                    except FileNotFoundError:  # deleted since the folder was listed
                        continue
                    path = prefix + portable(name)
                    size, mtime, ctime = status.st_size, status.st_mtime_ns, status.st_ctime_ns
                    if not (-_MAX_TIME <= mtime <= _MAX_TIME and -_MAX_TIME <= ctime <= _MAX_TIME):
                        mtime, ctime = _storable(mtime), _storable(ctime)
                    add(new(FileEntry, (path, kind, size, mtime, ctime)))
        return folders

    def _report_note_like(self, folders: list[tuple[str, str]]) -> None:
        for _, path in folders:
            if kind_of(path) == "note":
                self._find(path, "folder-like-note", "This is a folder with the name of a note.")

    def _hidden(self, name: str, prefix: str) -> None:
        """Hidden names are no files of the vault (R248), but may stand for one (R300)."""
        loaded = name[1 : -len(".icloud")]
        if name.endswith(".icloud") and loaded and (kind_of(loaded) or self.other):
            self.placeholders.append(prefix + portable(loaded))

    def _linked_file(self, target: str, path: str) -> None:
        kind = kind_of(path) or self.other
        if not kind:
            return
        if not os.path.isfile(target):
            self._no_file(target, path)
            return
        try:
            status = os.stat(target)
        except OSError:
            self._broken(path, follow=True)
            return
        times = _storable(status.st_mtime_ns), _storable(status.st_ctime_ns)
        self.files.append(FileEntry(path, kind, status.st_size, *times))

    def _no_file(self, os_name: str, path: str) -> None:
        if os.path.lexists(os_name):  # not deleted since the folder was listed
            message = "This is a pipe, a socket or a device and no file; it is not read."
            self._find(path, "not-a-file", message)

    def _broken(self, path: str, *, follow: bool) -> None:
        if follow:  # its disk may be away: what was known below it is kept
            self.unreadable.append(path)
        self._find(path, "broken-symlink", "This link leads to nothing that can be read.")

    def _find(self, path: str, code: str, message: str) -> None:
        self.findings.append(Finding(path, None, code, message))


def _target(os_link: str) -> str | None:
    """What a link leads to, None when that is nothing or may not be known."""
    try:
        target = os.path.realpath(os_link)
    except OSError:  # a link on the way that may not be read, as in /proc
        return None
    return target if os.path.exists(target) else None


def _storable(time_ns: int) -> int:
    return max(-_MAX_TIME, min(time_ns, _MAX_TIME))


def _overlap(one: str, other: str) -> bool:
    return below(one, other) is not None or below(other, one) is not None


def _report_twins(entries: list[FileEntry], findings: list[Finding]) -> None:
    """Names that are one on other systems: both are kept, and named (OBSIDIAN.md R255)."""
    keys = [path.lower() if path.isascii() else fold(path) for path in map(itemgetter(0), entries)]
    if len(set(keys)) == len(keys):
        return
    first: dict[str, str] = {}
    for key, entry in zip(keys, entries, strict=True):
        twin = first.setdefault(key, entry.path)
        if twin != entry.path:
            message = f"Its name differs from {twin!r} only in case or in composed characters."
            findings.append(Finding(entry.path, None, "twin-name", message))
