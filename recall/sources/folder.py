"""A folder that was added as a source: its files, and the one way in which they are read."""

from __future__ import annotations

import errno
import os
import stat
from operator import itemgetter
from typing import TYPE_CHECKING

from recall.errors import SourceUnavailableError
from vault_sync import files
from vault_sync.errors import FileTooLargeError, OutsideRootError
from vault_sync.model import Census, FileEntry, Finding
from vault_sync.paths import below, os_path, portable

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    Wanted = Callable[[str], bool]

MAX_FILE_BYTES = 64 * 1024 * 1024
"""A memory file of more is none; session logs are read in pieces and have no limit."""


class Folder:
    """A folder, or one file of it, opened for reading. Nothing here writes a byte.

    ``root`` is an absolute path without symlinks; ``only`` is the one file that was added, None
    when the folder was.
    """

    def __init__(self, root: str, only: str | None = None) -> None:
        self.root, self.only = root, only

    @classmethod
    def open(cls, path: str) -> Folder:
        """The folder, or the file in its folder, at a path.

        Raises:
            SourceUnavailableError: it is not there or cannot be read.
        """
        try:
            real = os.path.realpath(path, strict=True)
            if os.path.isfile(real):
                return cls(os.path.dirname(real), portable(os.path.basename(real)))
            os.scandir(real).close()
        except (OSError, ValueError) as error:
            raise SourceUnavailableError(portable(path), _reason(error)) from error
        return cls(real)

    def census(self, wanted: Wanted, folders: Iterable[str] | None = None) -> Census:
        """The files whose path is wanted, sorted: at the top and below some folders, or anywhere.

        Hidden folders are passed over unless they are named. A link to a folder is not followed,
        and a link to a file only when it stays inside. Never raises.
        """
        walk = _Walk(self, wanted)
        if self.only is not None:
            walk.file(self.only)
        else:
            below_top = walk.listed("")
            walk.trees(below_top if folders is None else folders)
        found = sorted(walk.files, key=itemgetter(0))
        return Census(tuple(found), tuple(sorted(walk.unreadable)), (), tuple(walk.findings))

    def read(self, path: str) -> bytes:
        """Content of a file of the folder; ``path`` is POSIX and relative.

        Raises:
            OutsideRootError: the path is absolute, has ``..``, or a symlink leads out.
            FileTooLargeError: it has more than ``MAX_FILE_BYTES``.
            OSError: the file is missing or unreadable.
        """
        try:
            return files.read_bytes(self.locate(path), files.NO_FOLLOW, MAX_FILE_BYTES)
        except OSError as error:
            if error.errno == errno.EFBIG:
                raise FileTooLargeError(path, MAX_FILE_BYTES) from error
            raise

    def locate(self, path: str) -> str:
        """Absolute path of a file, symlinks resolved: the one door to every file.

        Raises:
            OutsideRootError: the path is absolute, has ``..``, or a symlink leads out.
        """
        parts = path.split("/")
        names = [os_path(part) for part in parts if part not in ("", ".")]
        if path.startswith("/") or "\0" in path or ".." in parts or _is_foreign(names):
            raise OutsideRootError(path, portable(self.root))
        real = os.path.realpath(os.path.join(self.root, *names))
        inside = below(self.root, real)
        if inside is None or (self.only is not None and portable(inside) != self.only):
            raise OutsideRootError(path, portable(self.root))
        return real


class _Walk:
    """A walk through a folder and what it met."""

    def __init__(self, folder: Folder, wanted: Wanted) -> None:
        self._folder, self._wanted = folder, wanted
        self.files: list[FileEntry] = []
        self.unreadable: list[str] = []
        self.findings: list[Finding] = []

    def trees(self, folders: Iterable[str]) -> None:
        """Everything below some folders; one that is not there has nothing."""
        stack = list(folders)
        while stack:
            stack += self.listed(stack.pop())

    def listed(self, path: str) -> list[str]:
        """Take the files of a folder, and give the folders in it."""
        os_folder = os.path.join(self._folder.root, os_path(path))
        if path and os.path.islink(os_folder):
            return []
        folders: list[str] = []
        try:
            with os.scandir(os_folder) as entries:
                for entry in entries:
                    inside = f"{path}/{portable(entry.name)}" if path else portable(entry.name)
                    if not entry.is_dir(follow_symlinks=False):
                        if self._wanted(inside):
                            self.file(inside)
                    elif not entry.name.startswith("."):
                        folders.append(inside)
        except (FileNotFoundError, NotADirectoryError):
            pass
        except OSError as error:
            self.unreadable.append(path)
            message = f"This folder cannot be read: {error.strerror}."
            self.findings.append(Finding(path, None, "unreadable", message))
        return folders

    def file(self, path: str) -> None:
        """A file by its path; what is no regular file inside is passed over."""
        try:
            status = os.stat(self._folder.locate(path))
        except OutsideRootError:
            message = "Is a link that leads out of the folder; it is not read."
            self.findings.append(Finding(path, None, "outside", message))
            return
        except OSError:
            return
        if stat.S_ISREG(status.st_mode):
            stamp = (status.st_size, status.st_mtime_ns, status.st_ctime_ns)
            self.files.append(FileEntry(path, "note", *stamp))


def _is_foreign(names: list[str]) -> bool:
    """Whether a part is what Windows reads as a drive, a stream or another separator."""
    return os.sep != "/" and any(":" in name or "\\" in name for name in names)


def _reason(error: OSError | ValueError) -> str:
    if isinstance(error, FileNotFoundError):
        return "there is no such file or folder. If it is on another disk, is that mounted?"
    if isinstance(error, PermissionError):
        return "you have no permission to read it."
    if isinstance(error, OSError):
        return f"the system says: {error.strerror}."
    return "the path holds a NUL character."
