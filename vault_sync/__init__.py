"""Obsidian vaults, read as Obsidian reads them and never written to.

Names are loaded when they are asked for: `import vault_sync` costs nothing, and a program
that only counts files never loads a Markdown parser.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from vault_sync.canvas import Canvas
    from vault_sync.canvas import parse as parse_canvas
    from vault_sync.changes import Changes, Stamp, compare
    from vault_sync.conflicts import Conflict, conflict_of, is_conflict_copy
    from vault_sync.dates import daily_note_date, date_in_name, moment_format, parse_moment
    from vault_sync.errors import (
        ChangedOutsideError,
        FileTooLargeError,
        NoSuchFileError,
        NotAVaultError,
        OutsideRootError,
        PropertiesUnreadableError,
        SubpathNotFoundError,
        VaultError,
    )
    from vault_sync.footnotes import Footnote, FootnoteRef, ReferenceLink
    from vault_sync.lists import Callout, ListItem
    from vault_sync.metadata import cached as cached_metadata
    from vault_sync.model import Census, FileEntry, Finding, Link, Note, Resolution
    from vault_sync.note import parse as parse_note
    from vault_sync.places import Place, Span
    from vault_sync.registry import KnownVault, known_vaults
    from vault_sync.resolve import Resolver
    from vault_sync.settings import VaultSettings
    from vault_sync.structure import Section, Structure
    from vault_sync.structure import of as structure_of
    from vault_sync.subpath import find as find_subpath
    from vault_sync.uri import open_uri
    from vault_sync.uri import parse as parse_uri
    from vault_sync.vault import Vault, find_root

__all__ = [
    "Callout",
    "Canvas",
    "Census",
    "ChangedOutsideError",
    "Changes",
    "Conflict",
    "FileEntry",
    "FileTooLargeError",
    "Finding",
    "Footnote",
    "FootnoteRef",
    "KnownVault",
    "Link",
    "ListItem",
    "NoSuchFileError",
    "NotAVaultError",
    "Note",
    "OutsideRootError",
    "Place",
    "PropertiesUnreadableError",
    "ReferenceLink",
    "Resolution",
    "Resolver",
    "Section",
    "Span",
    "Stamp",
    "Structure",
    "SubpathNotFoundError",
    "Vault",
    "VaultError",
    "VaultSettings",
    "cached_metadata",
    "compare",
    "conflict_of",
    "daily_note_date",
    "date_in_name",
    "find_root",
    "find_subpath",
    "is_conflict_copy",
    "known_vaults",
    "moment_format",
    "open_uri",
    "parse_canvas",
    "parse_moment",
    "parse_note",
    "parse_uri",
    "structure_of",
]

_HOMES = {
    "canvas": "Canvas parse_canvas",
    "changes": "Changes Stamp compare",
    "conflicts": "Conflict conflict_of is_conflict_copy",
    "dates": "daily_note_date date_in_name moment_format parse_moment",
    "errors": "ChangedOutsideError FileTooLargeError NoSuchFileError NotAVaultError "
    "OutsideRootError PropertiesUnreadableError SubpathNotFoundError VaultError",
    "footnotes": "Footnote FootnoteRef ReferenceLink",
    "lists": "Callout ListItem",
    "metadata": "cached_metadata",
    "model": "Census FileEntry Finding Link Note Resolution",
    "note": "parse_note",
    "places": "Place Span",
    "registry": "KnownVault known_vaults",
    "resolve": "Resolver",
    "settings": "VaultSettings",
    "structure": "Section Structure structure_of",
    "subpath": "find_subpath",
    "uri": "open_uri parse_uri",
    "vault": "Vault find_root",
}
_SHORTER = {
    "cached_metadata": "cached",
    "find_subpath": "find",
    "parse_canvas": "parse",
    "parse_note": "parse",
    "parse_uri": "parse",
    "structure_of": "of",
}
"""Functions whose name in their own module leaves out what the module's name says."""


def __getattr__(name: str) -> object:
    for home, names in _HOMES.items():
        if name in names.split():
            value: object = getattr(import_module(f"vault_sync.{home}"), _SHORTER.get(name, name))
            globals()[name] = value
            return value
    raise AttributeError(f"module 'vault_sync' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted(__all__)
