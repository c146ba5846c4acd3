"""Bytes of regular files, and nothing else: no devices, no pipes, no folders."""

from __future__ import annotations

import errno
import os
import stat

_FLAGS = os.O_RDONLY | getattr(os, "O_BINARY", 0) | getattr(os, "O_CLOEXEC", 0)
_NO_WAIT = getattr(os, "O_NONBLOCK", 0)
"""Opening a pipe must not wait for its writer."""

NO_FOLLOW = getattr(os, "O_NOFOLLOW", 0)
"""Flag for a path whose symlinks are resolved: one that appears later is refused."""


def read_bytes(os_path: str, flags: int = 0, limit: int | None = None) -> bytes:
    """Content of a regular file.

    Raises:
        OSError: it cannot be read, is no regular file (EINVAL) or is larger than the
            limit in bytes (EFBIG).
    """
    descriptor = os.open(os_path, _FLAGS | _NO_WAIT | flags)
    try:
        status = os.fstat(descriptor)
        if not stat.S_ISREG(status.st_mode):
            if stat.S_ISDIR(status.st_mode):
                raise OSError(errno.EISDIR, os.strerror(errno.EISDIR), os_path)
            raise OSError(errno.EINVAL, "Not a regular file", os_path)
        if limit is not None and status.st_size > limit:
            raise OSError(errno.EFBIG, os.strerror(errno.EFBIG), os_path)
        return _read_all(descriptor, status.st_size, limit, os_path)
    finally:
        os.close(descriptor)


def _read_all(descriptor: int, size: int, limit: int | None, os_path: str) -> bytes:
    # the file may have grown since, and some systems read in pieces
    pieces = [os.read(descriptor, size + 1)]
    total = len(pieces[0])
    while piece := os.read(descriptor, 65_536):
        pieces.append(piece)
        total += len(piece)
        if limit is not None and total > limit:
            break
    if limit is not None and total > limit:
        raise OSError(errno.EFBIG, os.strerror(errno.EFBIG), os_path)
    return b"".join(pieces)
