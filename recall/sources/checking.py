"""Checking a vault: what between its notes is probably not meant so. Reads the store alone.

Excluded files (OBSIDIAN.md R253) are not checked themselves: as in Obsidian they count only for
those they link to.
"""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING, NamedTuple

from recall.reports import CHECK_KINDS, CheckFinding, CheckKind, VaultCheck
from recall.sources import vaults
from recall.store import checks, collections, items
from vault_sync import note, subpath
from vault_sync.conflicts import conflict_of, is_conflict_copy
from vault_sync.errors import SubpathNotFoundError
from vault_sync.paths import fold
from vault_sync.resolve import Resolver

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from recall.reports import VaultStatus
    from recall.store.checks import FileRow, LinkRow
    from recall.store.database import Store
    from vault_sync.conflicts import Conflict
    from vault_sync.model import Note

_NOTES = ("note", "daily")
_NAMED = 3
"""Files that a message names; a finding has all of them."""


class _Link(NamedTuple):
    row: LinkRow
    source: FileRow
    target: FileRow | None

    @property
    def shown(self) -> str:
        """The link as written, but for the slash that the store keeps canvases apart with."""
        path = self.row.path.removeprefix("/") if self.row.origin == "canvas" else self.row.path
        return path + self.row.subpath

    def found(
        self, kind: CheckKind, message: str, target: str | None = None, *others: str
    ) -> CheckFinding:
        """A finding at the place of the link."""
        return CheckFinding(
            kind, self.source.path, self.row.line, message, self.shown, target, others
        )


def check(store: Store, name: str | None, kinds: frozenset[str]) -> tuple[VaultCheck, ...]:
    """The findings of these kinds in each vault, or in the one named.

    Raises:
        UnknownVaultError: there is no such vault.
    """
    return tuple(_check(store, status, kinds) for status in vaults.status(store, name))


def _check(store: Store, status: VaultStatus, kinds: frozenset[str]) -> VaultCheck:
    with store.read():
        collection = collections.get(store, status.name)
        vault = _IndexedVault(store, collection.id)
        ordered = [(kind, tuple(_LOOK[kind](vault))) for kind in CHECK_KINDS if kind in kinds]
    return VaultCheck(
        name=status.name,
        root=status.root,
        available=status.available,
        reason=status.reason,
        synced=status.synced,
        waiting_added=status.waiting_added,
        waiting_changed=status.waiting_changed,
        waiting_removed=status.waiting_removed,
        counts={kind: len(found) for kind, found in ordered},
        findings=tuple(each for _, found in ordered for each in found),
    )


class _IndexedVault:
    """The files and links of a vault; texts are read and parsed when they are asked for."""

    def __init__(self, store: Store, collection_id: int) -> None:
        self._store, self._collection_id = store, collection_id
        self.files = checks.files(store, collection_id)
        self.every_link = [
            _Link(
                row,
                self.files[row.source_id],
                None if row.target_id is None else self.files.get(row.target_id),
            )
            for row in checks.links(store, collection_id)
        ]
        self.conflicts = dict(self._conflicts())
        """By file id: what a copy's name says, and the file it is one of where that exists."""
        self._parsed: dict[int, Note] = {}

    def _conflicts(self) -> Iterator[tuple[int, tuple[Conflict, FileRow | None]]]:
        """A name that people give, too (``Plan 2``), is no copy's where another file links to it.

        No sync tool rewrites links.
        """
        links = ((each.source, each.target) for each in self.every_link)
        linked = {target.id for source, target in links if target and target.id != source.id}
        paths = {fold(file.path): file for file in self.files.values()}
        for file in self.files.values():
            conflict = conflict_of(file.path, paths)
            if conflict and (file.id not in linked or is_conflict_copy(file.path)):
                yield file.id, (conflict, paths.get(fold(conflict.original)))

    @property
    def checked(self) -> list[FileRow]:
        """The files that are not excluded."""
        return [file for file in self.files.values() if not file.excluded]

    @property
    def links(self) -> Iterable[_Link]:
        """The links of files that are not excluded; one that a line repeats counts once."""
        links = (each for each in self.every_link if not each.source.excluded)
        return dict.fromkeys(links)

    def findings(self, code: CheckKind) -> Iterator[CheckFinding]:
        """What was found when the files were read."""
        excluded = {file.path for file in self.files.values() if file.excluded}
        for each in items.findings_of(self._store, self._collection_id):
            if each.code == code and each.path not in excluded:
                yield CheckFinding(code, each.path, each.line, each.message)

    def parsed(self, file: FileRow) -> Note:
        """A note as it was indexed."""
        known = self._parsed.get(file.id)
        if known is None:
            text = items.text_of(self._store, file.id)
            known = self._parsed[file.id] = note.parse(file.path, text.encode("utf-8", "replace"))
        return known


def _unresolved(vault: _IndexedVault) -> Iterator[CheckFinding]:
    for link in vault.links:
        if link.target is not None:
            continue
        place = f" in the property {link.row.type!r}" if link.row.origin == "property" else ""
        message = f"{link.shown!r}{place} leads nowhere."
        if "://" in link.shown and link.row.origin != "canvas":
            # OBSIDIAN.md R036
            message = (
                f"{link.shown!r}{place} is to Obsidian the name of a note that is not there; "
                "write a web address as [text](address)."
            )
        yield link.found("unresolved-link", message)


def _ambiguous(vault: _IndexedVault) -> Iterator[CheckFinding]:
    resolver = Resolver(file.path for file in vault.files.values())
    for link in vault.links:
        if link.target is None or not link.row.path:
            continue
        chosen, *others = resolver.resolve(link.row.path, link.source.path).candidates
        if others and not _is_whole_path(link.row.path, chosen, others):
            named = _named(others)
            message = f"{link.shown!r} means {chosen!r}, but could mean {named}."
            yield link.found("ambiguous-link", message, chosen, *others)


def _is_whole_path(linkpath: str, chosen: str, others: list[str]) -> bool:
    """Whether a link says the folder, too, and so as only one of the files is called.

    That is how Obsidian itself tells files of one name apart (OBSIDIAN.md R098). A name alone is
    ambiguous even where a file in the root is called just so (R071).
    """
    typed = fold(linkpath.strip())
    whole = fold(chosen)
    is_whole = "/" in typed and whole in (typed, f"{typed}.md")
    return is_whole and all(fold(other) != whole for other in others)


def _missing(vault: _IndexedVault, kind: CheckKind) -> Iterator[CheckFinding]:
    is_block = kind == "missing-block"
    for link in vault.links:
        target = link.target
        # `#page=3` of a PDF and `#View` of a base are no headings (OBSIDIAN.md R109, R110).
        if not link.row.subpath or target is None or target.kind not in _NOTES:
            continue
        part = link.row.subpath.rpartition("#")[2].strip()
        if part.startswith("^") != is_block or not target.is_read:
            continue
        try:
            subpath.find(vault.parsed(target), link.row.subpath)
        except SubpathNotFoundError:
            what = "block" if is_block else "heading"
            named = part if is_block else link.row.subpath.removeprefix("#")
            message = f"{target.path!r} has no {what} {named!r}."
            yield link.found(kind, message, target.path)


def _missing_headings(vault: _IndexedVault) -> Iterator[CheckFinding]:
    return _missing(vault, "missing-heading")


def _missing_blocks(vault: _IndexedVault) -> Iterator[CheckFinding]:
    return _missing(vault, "missing-block")


def _broken_properties(vault: _IndexedVault) -> Iterator[CheckFinding]:
    return vault.findings("invalid-yaml")


def _repeated_blocks(vault: _IndexedVault) -> Iterator[CheckFinding]:
    return vault.findings("duplicate-block-id")


def _conflict_copies(vault: _IndexedVault) -> Iterator[CheckFinding]:
    """Second versions that sync tools kept (OBSIDIAN.md R296 to R299)."""
    for file in vault.checked:
        if file.id in vault.conflicts:
            conflict, original = vault.conflicts[file.id]
            of = repr(original.path) if original else f"{conflict.original!r}, which is gone"
            message = f"{conflict.tool} kept this second version of {of}; merge it and delete it."
            if not is_conflict_copy(file.path):
                message = (
                    f"By its name a second version of {of} that {conflict.tool} kept; is it one?"
                )
            target = original.path if original else None
            yield CheckFinding("conflict-copy", file.path, None, message, None, target)


def _twins(vault: _IndexedVault) -> Iterator[CheckFinding]:
    """Names that are one to Obsidian on most systems (OBSIDIAN.md R255, R256)."""
    first: dict[str, str] = {}
    for file in vault.checked:
        twin = first.setdefault(fold(file.path), file.path)
        if twin != file.path:
            message = f"Its name differs from {twin!r} only in {_difference(file.path, twin)}."
            yield CheckFinding("twin-name", file.path, None, message, None, twin)


def _difference(one: str, other: str) -> str:
    same = unicodedata.normalize("NFC", one) == unicodedata.normalize("NFC", other)
    return "how letters are composed of signs" if same else "case, or in the kind of blank"


def _orphans(vault: _IndexedVault) -> Iterator[CheckFinding]:
    """Notes without a link from or to anything but themselves and attachments."""
    linked: set[int] = set()
    for link in vault.every_link:
        source, target = link.source, link.target
        if target is None or (target.id != source.id and target.kind != "attachment"):
            linked.add(source.id)
            if target is not None:
                linked.add(target.id)
    for file in vault.checked:
        if file.kind in _NOTES and file.id not in linked and file.id not in vault.conflicts:
            message = "Nothing links here, and it links to no other note."
            yield CheckFinding("orphan", file.path, None, message)


def _unused(vault: _IndexedVault) -> Iterator[CheckFinding]:
    used = {link.target.id for link in vault.every_link if link.target is not None}
    for file in vault.checked:
        if file.kind == "attachment" and file.id not in used:
            message = "Nothing links to this file or shows it."
            yield CheckFinding("unused-attachment", file.path, None, message)


def _named(paths: list[str]) -> str:
    shown = ", ".join(map(repr, paths[:_NAMED]))
    left = len(paths) - _NAMED
    return f"{shown} and {left:,} more" if left > 0 else shown


_LOOK: dict[CheckKind, Callable[[_IndexedVault], Iterable[CheckFinding]]] = {
    "unresolved-link": _unresolved,
    "ambiguous-link": _ambiguous,
    "missing-heading": _missing_headings,
    "missing-block": _missing_blocks,
    "invalid-yaml": _broken_properties,
    "duplicate-block-id": _repeated_blocks,
    "conflict-copy": _conflict_copies,
    "twin-name": _twins,
    "orphan": _orphans,
    "unused-attachment": _unused,
}
