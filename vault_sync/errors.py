"""What can go wrong with a vault as a whole. Trouble inside one file is a Finding instead."""

from __future__ import annotations


class VaultError(Exception):
    """Base of all errors of vault_sync."""


class NotAVaultError(VaultError):
    """A path that cannot be opened as a vault; ``reason`` completes the sentence."""

    def __init__(self, path: str, reason: str) -> None:
        super().__init__(path, reason)
        self.path, self.reason = path, reason

    def __str__(self) -> str:
        return f"{self.path!r} cannot be opened as a vault: {self.reason}"


class OutsideRootError(VaultError):
    """A path that leads out of the vault, by ``..``, as an absolute path or by a symlink."""

    def __init__(self, path: str, root: str) -> None:
        super().__init__(path, root)
        self.path, self.root = path, root

    def __str__(self) -> str:
        return f"{self.path!r} leads outside the vault {self.root!r}; only files in it are read."


class FileTooLargeError(VaultError):
    """A file of more bytes than are read; ``reason`` completes the sentence."""

    def __init__(self, path: str, limit: int) -> None:
        super().__init__(path, limit)
        self.path, self.limit = path, limit
        self.reason = f"is larger than {limit >> 20} MB; it is found by its name only."

    def __str__(self) -> str:
        return f"{self.path!r} {self.reason}"


class SubpathNotFoundError(VaultError):
    """A heading or block that a note does not have; ``choices`` are what it has (R112)."""

    def __init__(self, path: str, subpath: str, choices: tuple[str, ...]) -> None:
        super().__init__(path, subpath, choices)
        self.path, self.subpath, self.choices = path, subpath, choices

    def __str__(self) -> str:
        has = ", ".join(map(repr, self.choices)) if self.choices else "none"
        what = "block" if self.subpath.startswith("#^") else "heading"
        return f"{self.path!r} has no {what} {self.subpath!r}. Its {what}s: {has}."
