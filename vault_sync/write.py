"""Writing one file below a folder so that nothing is lost (OBSIDIAN.md R305).

The only module that writes. It is given the folder it may write in, which is never a vault as
such but one folder that the user set aside.
"""

from __future__ import annotations

import errno
import os
import secrets
from typing import TYPE_CHECKING

from vault_sync import files
from vault_sync.errors import ChangedOutsideError, OutsideRootError
from vault_sync.paths import below, os_path, portable

if TYPE_CHECKING:
    from pathlib import Path

MAX_BYTES = 64 * 1024 * 1024
_NEW = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
_NEW |= getattr(os, "O_CLOEXEC", 0) | files.NO_FOLLOW
_NO_LINKS = {errno.EPERM, errno.ENOTSUP, errno.EOPNOTSUPP, errno.ENOSYS, errno.EMLINK, errno.EACCES}


def digest(data: bytes) -> str:
    """SHA-256 of a file's content, by which a later write knows it again."""
    import hashlib

    return hashlib.sha256(data).hexdigest()


def write(root: str | Path, path: str, data: bytes, *, expected: str | None) -> str:
    """Write a file as a whole, or leave everything as it was. Gives the new digest.

    The content goes to a temporary file in the same folder, is flushed to the disk and takes
    the place of the old file in one step: a reader sees the old or the new content. Missing
    folders are made. What the file held is compared right before that step; between the two
    lies a moment in which an outside writer, who knows no lock of ours, could still lose.

    Args:
        root: the folder that may be written in.
        path: POSIX path relative to it, no part of which is hidden (R248, R311).
        data: the new content.
        expected: digest of the content that is to be replaced, None for a new file.

    Raises:
        OutsideRootError: the path is absolute, has ``..`` or a hidden part, or a symlink leads
            out of the root.
        ChangedOutsideError: the file does not hold what was expected, or exists already.
        OSError: the disk is full, the folder may not be written in, and the like.
    """
    target = _locate(root, path)
    if expected is None:
        os.makedirs(os.path.dirname(target), exist_ok=True)
    _check(target, path, expected)
    temporary = os.path.join(os.path.dirname(target), f".~{secrets.token_hex(8)}.tmp")
    try:
        _fill(temporary, data, _mode(target))
        if target != _locate(root, path):  # a folder became a link meanwhile
            raise OutsideRootError(path, portable(os.fspath(root)))
        _check(target, path, expected)
        if expected is None:
            _put_new(temporary, target, path)
        else:
            os.replace(temporary, target)
    finally:
        if os.path.lexists(temporary):
            os.unlink(temporary)
    _flush_folder(os.path.dirname(target))
    return digest(data)


def _locate(root: str | Path, path: str) -> str:
    """Absolute path without symlinks of a file below the root, existing or not."""
    parts = [part for part in path.split("/") if part]
    plain = bool(parts) and not path.startswith("/") and not path.endswith("/")
    if not plain or "\0" in path or any(not _is_plain(part) for part in parts):
        raise OutsideRootError(path, portable(os.fspath(root)))
    top = os.path.realpath(root, strict=True)
    target = os.path.realpath(os.path.join(top, *map(os_path, parts)))
    if below(top, target) is None or any(part.startswith(".") for part in _inside(top, target)):
        raise OutsideRootError(path, portable(top))
    return target


def _is_plain(part: str) -> bool:
    if part.startswith("."):
        return False
    return os.sep == "/" or not (":" in part or "\\" in os_path(part))


def _inside(top: str, target: str) -> list[str]:
    return (below(top, target) or "").split("/")


def _check(target: str, path: str, expected: str | None) -> None:
    try:
        found = digest(files.read_bytes(target, files.NO_FOLLOW, MAX_BYTES))
    except FileNotFoundError:
        found = None
    if found != expected:
        raise ChangedOutsideError(path, expected, found)


def _mode(target: str) -> int | None:
    try:
        return os.stat(target).st_mode & 0o7777
    except FileNotFoundError:
        return None


def _fill(temporary: str, data: bytes, mode: int | None) -> None:
    descriptor = os.open(temporary, _NEW, 0o666)
    try:
        if mode is not None and hasattr(os, "fchmod"):
            os.fchmod(descriptor, mode)
        rest = memoryview(data)
        while rest:
            rest = rest[os.write(descriptor, rest) :]
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _put_new(temporary: str, target: str, path: str) -> None:
    """Give the file its name only if no other has it: a link never replaces, as a rename does."""
    try:
        os.link(temporary, target)
    except FileExistsError as error:
        raise ChangedOutsideError(path, None, "another file") from error
    except OSError as error:
        if error.errno not in _NO_LINKS:
            raise
        os.replace(temporary, target)  # a disk without hard links
        return
    os.unlink(temporary)


def _flush_folder(folder: str) -> None:
    """Keep the new name through a loss of power, where folders can be flushed."""
    if os.name == "nt":
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    except OSError as error:
        if error.errno not in {errno.EINVAL, errno.ENOTSUP}:
            raise
    finally:
        os.close(descriptor)
