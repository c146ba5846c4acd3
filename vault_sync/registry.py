"""The vaults that Obsidian knows on this computer (OBSIDIAN.md R267, R268)."""

from __future__ import annotations

import ntpath
import os
import posixpath
import sys
from typing import TYPE_CHECKING, NamedTuple

from vault_sync.model import Finding
from vault_sync.paths import below, last_part, os_path, portable

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from types import ModuleType

    from vault_sync.jsontext import Json

MAX_BYTES = 4 * 1024 * 1024
_LINUX_HOMES = (
    "~/.config/obsidian",
    "~/.var/app/md.obsidian.Obsidian/config/obsidian",  # flatpak
    "~/snap/obsidian/current/.config/obsidian",  # snap
)


class KnownVault(NamedTuple):
    """A vault that was opened in Obsidian.

    ``id`` is Obsidian's, 16 hexadecimal digits; it decides where two vaults share a name.
    ``opened_ms`` is when it was opened last (Unix time in milliseconds, 0 unknown), ``open``
    whether it is open, ``exists`` whether its folder is there.
    """

    id: str
    name: str
    path: str
    opened_ms: int
    open: bool
    exists: bool


class Registry(NamedTuple):
    """Vaults, the one opened last first, and what could not be read."""

    vaults: tuple[KnownVault, ...]
    findings: tuple[Finding, ...]


def known_vaults(path: str | None = None) -> tuple[KnownVault, ...]:
    """Vaults of this computer's registry, or of the file given; empty when there is none."""
    return read_registry(registry_files() if path is None else [path]).vaults


def name_in_addresses(root: str) -> str:
    """What an address calls a vault whose folder's name others have, too (R268, R271).

    The id that Obsidian gave it; its folder's name where Obsidian does not know it.
    """
    return id_of(root) or last_part(root)


def id_of(root: str) -> str | None:
    """The id that Obsidian gave the vault in this folder; None where it knows none."""
    real = os.path.realpath(os_path(root))
    ids = (each.id for each in known_vaults() if os.path.realpath(each.path) == real)
    return next(ids, None)


def root_of(vault_id: str) -> str | None:
    """Root of the vault of this id, symlinks resolved; None where Obsidian knows none (R271)."""
    roots = (each.path for each in known_vaults() if each.id == vault_id.lower())
    root = next(roots, None)
    return None if root is None else portable(os.path.realpath(root))


def read_registry(paths: Iterable[str]) -> Registry:
    """Vaults of several registry files. Never raises; a file that is absent is no finding."""
    vaults: dict[str, KnownVault] = {}
    findings: list[Finding] = []
    for path in paths:
        try:
            entries = _entries(path)
        except ValueError as error:
            message = f"{error} No vault is taken from it."
            findings.append(Finding(path, None, "broken-registry", message))
            continue
        for identifier, entry in entries.items():
            vault = _vault(identifier, entry)
            if vault is not None:
                vaults.setdefault(identifier, vault)
    order = sorted(vaults.values(), key=lambda vault: (-vault.opened_ms, vault.path, vault.id))
    return Registry(tuple(order), tuple(findings))


def registry_files(
    platform: str = sys.platform, environment: Mapping[str, str] | None = None
) -> tuple[str, ...]:
    """Paths where Obsidian keeps its registry on a platform, existing or not (R267).

    The homes of flatpak and snap are where these systems put them; Obsidian's help is
    silent on them.
    """
    values = os.environ if environment is None else environment
    home = values.get("HOME") or values.get("USERPROFILE") or os.path.expanduser("~")
    if platform == "win32":
        folder = values.get("APPDATA") or ntpath.join(home, "AppData", "Roaming")
        return (ntpath.join(folder, "obsidian", "obsidian.json"),)
    if platform == "darwin":
        folders = ["~/Library/Application Support/obsidian"]
    else:
        folders = list(_LINUX_HOMES)
        if values.get("XDG_CONFIG_HOME"):
            folders[0] = posixpath.join(values["XDG_CONFIG_HOME"], "obsidian")
    return tuple(
        posixpath.join(folder.replace("~", home, 1), "obsidian.json") for folder in folders
    )


def find_vaults(vaults: Iterable[KnownVault], name_or_id: str) -> tuple[KnownVault, ...]:
    """Vaults that a name or an id means; more than one when vaults share a name (R268, R271)."""
    every = tuple(vaults)
    same_id = tuple(vault for vault in every if vault.id == name_or_id)
    return same_id or tuple(vault for vault in every if vault.name == name_or_id)


def vault_of(vaults: Iterable[KnownVault], path: str) -> KnownVault | None:
    """The innermost vault that holds an absolute path (OBSIDIAN.md R272)."""
    holding = [
        vault for vault in vaults if below(vault.path, path, _system(vault.path)) is not None
    ]
    return max(holding, key=lambda vault: len(vault.path), default=None)


def _entries(path: str) -> dict[str, Json]:
    from vault_sync.files import read_bytes
    from vault_sync.jsontext import decode

    try:
        content = decode(read_bytes(path, limit=MAX_BYTES))
    except (FileNotFoundError, NotADirectoryError):
        return {}
    except OSError as error:
        raise ValueError(f"It cannot be read: {error.strerror}.") from error
    entries = content.get("vaults", {}) if isinstance(content, dict) else None
    if not isinstance(entries, dict):
        raise ValueError("It has no JSON object 'vaults'.")  # noqa: TRY004 - bad data, no bug
    return entries


def _vault(identifier: str, entry: Json) -> KnownVault | None:
    if not isinstance(entry, dict):
        return None
    path, opened = entry.get("path"), entry.get("ts")
    if not isinstance(path, str) or not path.strip("/\\") or "\0" in path:
        return None
    return KnownVault(
        id=identifier,
        name=_system(path).basename(path.rstrip("/\\")),
        path=path,
        opened_ms=opened if isinstance(opened, int) else 0,
        open=entry.get("open") is True,
        exists=os.path.isdir(path),
    )


def _system(path: str) -> ModuleType:
    return posixpath if path.startswith("/") else ntpath
