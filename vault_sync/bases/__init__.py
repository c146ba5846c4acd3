"""Bases: ``.base`` files, and which files each of their views lists (OBSIDIAN.md R245)."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from vault_sync.bases.listing import listed
    from vault_sync.bases.model import Base, Listing, SortKey, VaultView, View
    from vault_sync.bases.reading import parse
    from vault_sync.bases.vault_files import VaultFiles

__all__ = ["Base", "Listing", "SortKey", "VaultFiles", "VaultView", "View", "listed", "parse"]

_HOMES = {
    "listing": "listed",
    "model": "Base Listing SortKey VaultView View",
    "reading": "parse",
    "vault_files": "VaultFiles",
}


def __getattr__(name: str) -> object:
    for home, names in _HOMES.items():
        if name in names.split():
            value: object = getattr(import_module(f"vault_sync.bases.{home}"), name)
            globals()[name] = value
            return value
    raise AttributeError(f"module 'vault_sync.bases' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted(__all__)
