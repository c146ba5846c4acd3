"""Everything recall refuses to do, as facts that make one sentence: what, where, what to do.

One class per thing a caller can do about it; the exit codes are documented in
``recall guide exit-codes`` (0 done, 1 nothing found or findings, 2 usage, 3 store, 75 try again).
"""

from __future__ import annotations


class RecallError(Exception):
    """Base of all errors of recall; the message is one sentence for people."""

    exit_code = 1


class UsageError(RecallError):
    """Input that cannot be taken as meant: a bad date, an unknown name, a value out of range."""

    exit_code = 2


class NotFoundError(RecallError):
    """Nothing answers to this address; ``similar`` are names that come close."""

    def __init__(self, what: str, name: str, similar: tuple[str, ...] = (), hint: str = "") -> None:
        super().__init__(what, name, similar, hint)
        self.what, self.name, self.similar, self.hint = what, name, similar, hint

    def __str__(self) -> str:
        near = f" Did you mean {' or '.join(map(repr, self.similar))}?" if self.similar else ""
        hint = f" {self.hint}" if self.hint else ""
        return f"No {self.what} {self.name!r}.{near}{hint}"


class UnknownVaultError(NotFoundError):
    """No vault answers to this name: an option that cannot be meant, not an empty answer."""

    exit_code = 2

    @classmethod
    def among(cls, what: str, name: str, names: tuple[str, ...]) -> UnknownVaultError:
        """The error with those that there are, and the one that was probably meant."""
        from difflib import get_close_matches

        if not names:
            return cls(what, name, hint="Add one with 'recall vault add PATH'.")
        keys = {each.casefold(): each for each in names}
        near = get_close_matches(name.casefold(), keys, n=1, cutoff=0.7)
        known = f"Known: {', '.join(map(repr, names))}."
        return cls(what, name, tuple(keys[each] for each in near), known)


class UnknownSourceError(NotFoundError):
    """No source answers to this name: an option that cannot be meant, not an empty answer."""

    exit_code = 2


class AmbiguousNameError(RecallError):
    """A name that several items answer to; ``choices`` are addresses that are unique."""

    exit_code = 2

    def __init__(self, name: str, choices: tuple[str, ...]) -> None:
        super().__init__(name, choices)
        self.name, self.choices = name, choices

    def __str__(self) -> str:
        return f"{self.name!r} may mean {', '.join(map(repr, self.choices))}. Name one of them."


class VaultUnavailableError(RecallError):
    """A vault that cannot be read at this moment; what is indexed of it stays."""

    exit_code = 3

    def __init__(self, path: str, reason: str) -> None:
        super().__init__(path, reason)
        self.path, self.reason = path, reason

    def __str__(self) -> str:
        return f"Cannot read the vault {self.path!r}: {self.reason}"


class SourceUnavailableError(RecallError):
    """Memory files or sessions that cannot be read at this moment; what is indexed stays."""

    exit_code = 3

    def __init__(self, path: str, reason: str) -> None:
        super().__init__(path, reason)
        self.path, self.reason = path, reason

    def __str__(self) -> str:
        return f"Cannot read {self.path!r}: {self.reason}"


class StoreError(RecallError):
    """The store cannot be used; ``path`` is its file, ``reason`` completes the sentence."""

    exit_code = 3

    def __init__(self, path: str, reason: str) -> None:
        super().__init__(path, reason)
        self.path, self.reason = path, reason

    def __str__(self) -> str:
        return f"The store {self.path!r} {self.reason}"


class StoreMissingError(StoreError):
    """There is no store yet."""

    def __init__(self, path: str) -> None:
        super().__init__(
            path,
            "does not exist yet. Add a vault with 'recall vault add PATH', "
            "or search one directly with 'recall search QUERY --vault PATH'.",
        )


class StoreBusyError(StoreError):
    """Another process writes to the store and did not finish in time."""

    exit_code = 75

    def __init__(self, path: str, reason: str = "is locked by another process. Try again.") -> None:
        super().__init__(path, reason)


class StoreCorruptError(StoreError):
    """The file is no store of recall or is damaged."""


class StoreTooNewError(StoreError):
    """A newer recall wrote this store."""

    def __init__(self, path: str, found: int, known: int) -> None:
        super().__init__(
            path,
            f"was written by a newer version of recall (schema {found}, this one knows {known}). "
            "Update with 'pip install --upgrade recall-vault'.",
        )
        self.found, self.known = found, known


class StoreFullError(StoreError):
    """The disk is full; the change was rolled back."""

    def __init__(self, path: str) -> None:
        super().__init__(
            path, "cannot grow: the disk is full. Nothing was changed. Make room, then try again."
        )


class StoreReadOnlyError(StoreError):
    """The file or its folder does not permit writing."""

    def __init__(self, path: str) -> None:
        super().__init__(
            path,
            "cannot be written: no permission. Change the permission, "
            "or name another store with --store or RECALL_STORE.",
        )


class RefusedError(RecallError):
    """Nothing was stored, for a reason that the message names with the way to store it still."""


class ForgottenError(RefusedError):
    """This text was forgotten, and does not come back by itself."""

    def __init__(self, item_id: str | None, day: str, reason: str | None) -> None:
        super().__init__(item_id, day, reason)
        self.id, self.day, self.reason = item_id, day, reason

    def __str__(self) -> str:
        why = f" ({self.reason})" if self.reason else ""
        back = f", or bring it back with unforget {self.id}" if self.id else ""
        return (
            f"Not stored: this text was forgotten on {self.day}{why}. Use force to store it{back}."
        )


class SecretError(RefusedError):
    """The text holds what looks like a secret; ``line`` is one-based."""

    def __init__(self, what: str, line: int) -> None:
        super().__init__(what, line)
        self.what, self.line = what, line

    def __str__(self) -> str:
        return (
            f"Not stored: line {self.line} holds what looks like {self.what}. "
            "Take it out, or allow secrets (--allow-secrets)."
        )
