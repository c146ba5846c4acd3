"""The metadata of a whole vault, written file by file as one JSON object."""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING, NamedTuple

from vault_sync import canvas, metadata, note
from vault_sync.errors import (
    FileTooLargeError,
    NoSuchFileError,
    OutsideRootError,
    VaultError,
    reason_of,
)
from vault_sync.paths import fold, portable
from vault_sync.resolve import Resolver
from vault_sync.vault import Vault

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from vault_sync.model import Census, FileEntry, Finding, Link


def write(
    root: str, paths: Iterable[str], *, resolved_only: bool, out: Callable[[bytes], None]
) -> list[str]:
    """Write the metadata of a vault's notes; a sentence for each file that could not be read.

    Args:
        root: folder of the vault.
        paths: the notes, canvases and folders that are asked for; none means all.
        resolved_only: only what links to what, tags, aliases and headings.
        out: takes the JSON in pieces.

    Raises:
        VaultError: the folder is no vault, or a path is not in it.
    """
    vault = Vault.open(root)
    census = vault.census()
    entries = _chosen(vault, census, [*paths])
    writer = _Writer(vault, census, resolved_only=resolved_only)
    for piece in writer.pieces(entries):
        out(piece)
    return [*writer.unread, *_not_listed(census)]


class _Counts(NamedTuple):
    resolved: dict[str, dict[str, int]]
    unresolved: dict[str, dict[str, int]]


class _Writer:
    """Holds one note at a time; of all of them only how often they link where."""

    def __init__(self, vault: Vault, census: Census, *, resolved_only: bool) -> None:
        self.unread: list[str] = []
        self._vault = vault
        self._resolver = Resolver(entry.path for entry in census.files)
        self._resolved_only = resolved_only
        self._counts = _Counts({}, {})
        self._findings: list[Finding] = [*census.findings]

    def pieces(self, entries: Iterable[FileEntry]) -> Iterator[bytes]:
        yield b'{"notes": {'
        before = "\n"
        for entry in entries:
            data = self._read(entry.path)
            if data is None:
                continue
            if entry.kind == "canvas":
                self._take_canvas(entry.path, data)
                continue
            yield _encoded(f"{before}{_json(entry.path)}: {_json(self._note(entry.path, data))}")
            before = ",\n"
        yield b"\n}"
        if not self._resolved_only:
            yield from self._rest()
        yield b"}\n"

    def _rest(self) -> Iterator[bytes]:
        for name, counts in self._counts._asdict().items():
            yield _encoded(f',\n"{name}": {_json(counts)}')
        findings = [finding._asdict() for finding in self._findings]
        yield _encoded(f',\n"findings": {_json(findings)}')

    def _read(self, path: str) -> bytes | None:
        try:
            return self._vault.read(path)
        except FileTooLargeError as error:
            self.unread.append(str(error))
        except (OSError, VaultError) as error:
            self.unread.append(f"{path!r} could not be read: {reason_of(error)}.")
        return None

    def _note(self, path: str, data: bytes) -> metadata.Entry:
        read = note.parse(path, data)
        if self._resolved_only:
            return metadata.exported(read, self._resolver)
        self._findings += read.findings
        self._count(path, read.links)
        return metadata.cached(read)

    def _take_canvas(self, path: str, data: bytes) -> None:
        if not self._resolved_only:
            read = canvas.parse(path, data)
            self._findings += read.findings
            self._count(path, read.links)

    def _count(self, path: str, links: Iterable[Link]) -> None:
        for known, found in zip(
            self._counts, metadata.link_counts(links, path, self._resolver), strict=True
        ):
            if found:
                known[path] = dict(found)


def _chosen(vault: Vault, census: Census, paths: list[str]) -> list[FileEntry]:
    """The notes and canvases that are asked for, in the order of their paths."""
    entries = [entry for entry in census.files if entry.kind in {"note", "canvas"}]
    if not paths:
        return entries
    chosen: set[str] = set()
    for asked in paths:
        path = _inside(vault, asked)
        key = fold(path)
        found = [entry.path for entry in entries if entry.path == path] or [
            entry.path
            for entry in entries
            if not path or fold(entry.path) == key or fold(entry.path).startswith(f"{key}/")
        ]
        if not found:
            raise NoSuchFileError(portable(asked), portable(vault.root))
        chosen.update(found)
    return [entry for entry in entries if entry.path in chosen]


def _inside(vault: Vault, asked: str) -> str:
    """The path from the root of what is asked for; empty for the root itself."""
    if os.path.isabs(asked):
        return "" if os.path.realpath(asked) == vault.root else vault.relative(asked)
    path = portable(asked).replace(os.sep, "/")
    parts = [part for part in path.split("/") if part not in {"", "."}]
    if not vault.contains("/".join(parts)) or path.startswith("/"):
        raise OutsideRootError(portable(asked), portable(vault.root))
    return "/".join(parts)


def _not_listed(census: Census) -> Iterator[str]:
    for folder in census.unreadable:
        yield f"The folder {folder or '.'!r} could not be listed."
    for path in census.placeholders:
        yield f"{path!r} is not on this disk; its cloud has it."


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, check_circular=False)


def _encoded(text: str) -> bytes:
    # half of a character, which only an escape can say, is written as JSON escapes it
    return text.encode("utf-8", "backslashreplace")
