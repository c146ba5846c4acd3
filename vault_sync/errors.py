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


class NoSuchFileError(VaultError):
    """A path at which a vault has no note, canvas or folder of such."""

    def __init__(self, path: str, root: str) -> None:
        super().__init__(path, root)
        self.path, self.root = path, root

    def __str__(self) -> str:
        return f"{self.path!r} is no note, canvas or folder of notes in the vault {self.root!r}."


class FileTooLargeError(VaultError):
    """A file of more bytes than are read; ``reason`` completes the sentence."""

    def __init__(self, path: str, limit: int) -> None:
        super().__init__(path, limit)
        self.path, self.limit = path, limit
        self.reason = f"is larger than {limit >> 20} MB; it is found by its name only."

    def __str__(self) -> str:
        return f"{self.path!r} {self.reason}"


class ChangedOutsideError(VaultError):
    """A file that is not as its writer last saw it; digests of both, None for no file."""

    def __init__(self, path: str, expected: str | None, found: str | None) -> None:
        super().__init__(path, expected, found)
        self.path, self.expected, self.found = path, expected, found

    def __str__(self) -> str:
        if self.expected is None:
            return f"{self.path!r} exists already; it is not replaced."
        what = "is gone" if self.found is None else "was changed"
        return f"{self.path!r} {what} since it was read; read it again before writing."


class PropertiesUnreadableError(VaultError):
    """A properties block that would be lost if it were written anew."""

    def __init__(self, problem: str, line: int | None) -> None:
        super().__init__(problem, line)
        self.problem, self.line = problem, line

    def __str__(self) -> str:
        where = "" if self.line is None else f" (line {self.line + 1})"
        return (
            f"The properties cannot be changed, because they cannot be read{where}: {self.problem}"
        )


class SubpathNotFoundError(VaultError):
    """A heading or block that a note does not have; ``choices`` are what it has (R112)."""

    def __init__(self, path: str, subpath: str, choices: tuple[str, ...]) -> None:
        super().__init__(path, subpath, choices)
        self.path, self.subpath, self.choices = path, subpath, choices

    def __str__(self) -> str:
        has = ", ".join(map(repr, self.choices)) if self.choices else "none"
        what = "block" if self.subpath.startswith("#^") else "heading"
        return f"{self.path!r} has no {what} {self.subpath!r}. Its {what}s: {has}."


def reason_of(error: OSError | VaultError) -> str:
    """Why a file could not be read: the end of a sentence that names the file, without its stop."""
    if isinstance(error, OutsideRootError):
        return "It leads outside the vault"
    reason = error.strerror if isinstance(error, OSError) else None
    return (reason or str(error)).removesuffix(".")
