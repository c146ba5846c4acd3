"""What a source hands to the store: an item with everything that hangs on it, ids not yet known."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping

    from recall.model import DateOrigin, SourceKind
    from recall.reports import Finding
    from vault_sync.changes import Stamp


class PassageDraft(NamedTuple):
    """A run of lines (one-based), the same as characters ``start`` to ``stop`` of the text."""

    first_line: int
    last_line: int
    start: int
    stop: int
    headings: tuple[str, ...]


class EdgeDraft(NamedTuple):
    """A link as written; ``name_key`` is the folded last part of ``path`` that resolution hangs on.

    ``context`` are the words around the link, indexed at its target together with ``label``.
    """

    type: str
    origin: str
    name_key: str
    path: str
    subpath: str
    label: str | None
    context: str
    line: int | None


class ArrowDraft(NamedTuple):
    """An arrow of a canvas between two files, by their paths in the vault."""

    source: str
    target: str
    label: str


class Draft(NamedTuple):
    """An item to be written. Times are seconds since 1970, None where unknown.

    ``half_life_days`` and ``floor`` are overrides from the item's own properties.
    """

    source: SourceKind
    kind: str
    title: str
    path: str
    name_key: str
    text: str
    content_hash: bytes
    stamp: Stamp
    passages: tuple[PassageDraft, ...]
    aliases: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    properties: Mapping[str, object] = {}
    edges: tuple[EdgeDraft, ...] = ()
    arrows: tuple[ArrowDraft, ...] = ()
    findings: tuple[Finding, ...] = ()
    excluded: bool = False
    namespace: str = "default"
    memory_type: str | None = None
    status: str | None = None
    pinned: bool = False
    half_life_days: float | None = None
    floor: float | None = None
    created: float | None = None
    modified: float | None = None
    dated: float | None = None
    date_text: str | None = None
    date_origin: DateOrigin = "none"
    expires: float | None = None
