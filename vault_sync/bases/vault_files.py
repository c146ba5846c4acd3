"""A vault on disk, as the evaluation of a base sees it."""

from __future__ import annotations

import sys
from functools import lru_cache
from typing import TYPE_CHECKING

from vault_sync.errors import VaultError
from vault_sync.note import parse
from vault_sync.resolve import Resolver

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from vault_sync.model import FileEntry, Note
    from vault_sync.vault import Vault

_NOTES_KEPT = 512


class VaultFiles:
    """The files of a vault as they stand at one census; notes are read when asked for.

    Attributes:
        files: those that a base may list, without what the owner excluded (R253).
        property_types: the declared types (R192).
    """

    def __init__(self, vault: Vault) -> None:
        census = vault.census()
        settings = vault.settings
        self.files: Sequence[FileEntry] = tuple(
            entry for entry in census.files if not settings.is_excluded(entry.path)
        )
        self.property_types: Mapping[str, str] = settings.property_types
        self._vault = vault
        self._entries = {entry.path: entry for entry in census.files}
        self._resolver = Resolver(self._entries)
        self._note = lru_cache(_NOTES_KEPT)(self._read)

    def note(self, path: str) -> Note | None:
        """The note at a path; None for other files and for one that cannot be read."""
        entry = self._entries.get(path)
        return self._note(path) if entry and entry.kind == "note" else None

    def resolve(self, linkpath: str, source: str) -> str | None:
        """Path of the file that a link in the source leads to."""
        return self._resolver.resolve(linkpath, source).path

    def created_ns(self, path: str) -> int | None:
        """When a file was made: Windows says so, other systems do not in the census."""
        entry = self._entries.get(path)
        return entry.ctime_ns if entry and sys.platform == "win32" else None

    def _read(self, path: str) -> Note | None:
        try:
            return parse(path, self._vault.read(path))
        except (OSError, VaultError):
            return None
