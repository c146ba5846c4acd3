"""A vault on disk: its root, its settings, and the files that belong to it."""

from __future__ import annotations

import errno
import os
from typing import TYPE_CHECKING

from vault_sync import census, files
from vault_sync.errors import FileTooLargeError, NotAVaultError, OutsideRootError
from vault_sync.kinds import kind_of
from vault_sync.paths import below, os_path, portable

if TYPE_CHECKING:
    from vault_sync.model import Census
    from vault_sync.settings import VaultSettings

__all__ = ["Vault", "find_root", "kind_of"]

CONFIG_FOLDER = ".obsidian"

MAX_FILE_BYTES = 64 * 1024 * 1024
"""Notes of any size are indexed (OBSIDIAN.md R254), as far as memory goes: reading one takes
several times its size, and a sparse file claims gigabytes and holds nothing."""


class Vault:
    """A folder of notes, opened for reading. Nothing here writes a byte.

    Attributes:
        root: absolute path of the folder, symlinks resolved.
        name: the folder's name (OBSIDIAN.md R268), or what the caller calls it.
        is_obsidian: whether Obsidian has opened it before (it has a configuration folder).
        follow_symlinks: whether links out of the folder are followed, as Obsidian does (R250).
            Off unless asked for, so that a vault from elsewhere shows no other files of its reader.
    """

    def __init__(
        self, root: str, name: str, *, follow_symlinks: bool, config_folder: str = CONFIG_FOLDER
    ) -> None:
        self.root, self.name, self.follow_symlinks = root, name, follow_symlinks
        self.config_folder = config_folder
        self.is_obsidian = os.path.isdir(os.path.join(root, config_folder))
        self._settings: VaultSettings | None = None

    @classmethod
    def open(
        cls,
        path: str | os.PathLike[str],
        *,
        name: str | None = None,
        follow_symlinks: bool = False,
        config_folder: str = CONFIG_FOLDER,
    ) -> Vault:
        """The vault in a folder. Any folder that can be listed is one.

        Raises:
            NotAVaultError: it is missing, no folder, or may not be read.
        """
        asked = os.fspath(path)
        if not asked:  # the system would take it for the current folder
            raise NotAVaultError(asked, "no folder is named.")
        try:
            root = os.path.realpath(asked, strict=True)
            os.scandir(root).close()
        except (OSError, ValueError) as error:
            raise NotAVaultError(portable(asked), _reason(error)) from error
        called = name or portable(os.path.basename(os.path.abspath(asked))) or root
        return cls(root, called, follow_symlinks=follow_symlinks, config_folder=config_folder)

    @property
    def settings(self) -> VaultSettings:
        """What the owner chose in Obsidian, as it stood at the last census."""
        if self._settings is None:
            from vault_sync.settings import load

            self._settings = load(self.root, self.config_folder)
        return self._settings

    def census(self) -> Census:
        """The files of this moment, sorted by path. Reads no file's content, never raises."""
        self._settings = None
        return census.take(
            self.root,
            show_unsupported_files=self.settings.show_unsupported_files,
            follow_symlinks=self.follow_symlinks,
        )

    def read(self, path: str) -> bytes:
        """Content of a file of the vault.

        Args:
            path: POSIX path relative to the root, as a census spells it. It is taken
                literally: `%2e` is no dot.

        Raises:
            OutsideRootError: the path is absolute, has `..`, or a symlink leads out.
            FileTooLargeError: it has more than ``MAX_FILE_BYTES``.
            OSError: the file is missing, hidden (no part of a vault, R248) or unreadable.
        """
        target = self._locate(path)
        if any(part.startswith(".") for part in path.split("/") if part != "."):
            raise FileNotFoundError(errno.ENOENT, "hidden files are no part of a vault", path)
        try:
            return files.read_bytes(target, files.NO_FOLLOW, MAX_FILE_BYTES)
        except OSError as error:
            if error.errno == errno.EFBIG:
                raise FileTooLargeError(path, MAX_FILE_BYTES) from error
            raise

    def contains(self, path: str) -> bool:
        """Whether a relative path stays inside the vault, symlinks resolved.

        The file need not exist: for one to be created, the folder decides (CASES.md A-52).
        """
        try:
            self._locate(path)
        except (OSError, OutsideRootError):  # a link whose target may not be known
            return False
        return True

    def is_elsewhere(self, path: str) -> bool:
        """Whether a missing file exists though not on this disk (OBSIDIAN.md R300).

        Its placeholder says so, or a link on the way to it that leads to nothing at the moment.
        """
        *folders, name = path.split("/")
        here = self.root
        for folder in folders:
            here = os.path.join(here, os_path(folder))
            if os.path.islink(here) and not os.path.exists(here):
                return self.follow_symlinks
        return os.path.exists(os.path.join(here, f".{os_path(name)}.icloud"))

    def relative(self, path: str | os.PathLike[str]) -> str:
        """Path from the root of a file that is named by an absolute path.

        Raises:
            OutsideRootError: it lies elsewhere.
        """
        asked = os.fspath(path)
        try:
            inside = below(self.root, asked) or below(self.root, os.path.realpath(asked))
        except (OSError, ValueError):  # a link that may not be read, a NUL
            inside = None
        if not os.path.isabs(asked) or not inside:
            raise OutsideRootError(portable(asked), portable(self.root))
        return portable(inside)

    def _locate(self, path: str) -> str:
        """Absolute path without symlinks: the one door to every file (CASES.md A-50 to A-52)."""
        parts = [part for part in path.split("/") if part not in {"", "."}]
        if path.startswith("/") or "\0" in path or ".." in parts or not _is_native(parts):
            raise OutsideRootError(path, portable(self.root))
        here = self.root
        for part in parts:
            here = os.path.join(here, os_path(part))
            if os.path.islink(here):
                return self._resolve(path, os.path.join(self.root, *map(os_path, parts)))
        return here

    def _resolve(self, path: str, absolute: str) -> str:
        real = os.path.realpath(absolute)
        if not self.follow_symlinks and below(self.root, real) is None:
            raise OutsideRootError(path, portable(self.root))
        return real


def find_root(path: str | os.PathLike[str]) -> str | None:
    """Nearest folder, from the path upwards, that Obsidian has opened as a vault."""
    here = os.path.abspath(os.fspath(path))
    while not os.path.isdir(os.path.join(here, CONFIG_FOLDER)):
        parent = os.path.dirname(here)
        if parent == here:
            return None
        here = parent
    return here


def _is_native(parts: list[str]) -> bool:
    """False for what Windows would read as a drive, a stream or another separator."""
    return os.sep == "/" or not any(":" in part or "\\" in os_path(part) for part in parts)


def _reason(error: OSError | ValueError) -> str:
    if isinstance(error, FileNotFoundError):
        return "there is no such folder. If it is on another disk, is that disk mounted?"
    if isinstance(error, NotADirectoryError):
        return "it is a file, not a folder."
    if isinstance(error, PermissionError):
        return "you have no permission to list this folder."
    if isinstance(error, OSError):
        return f"the system says: {error.strerror}."
    return "the path holds a NUL character."
