"""Records of everything that is no search: documents, syncs, what a vault holds and lacks.

Apart from ``recall.model``, since each record costs a search's start-up 0.2 ms. Lines are one-based
here, times are seconds since 1970 in UTC. Field names are the JSON keys.
"""

from collections.abc import Mapping
from typing import Literal, NamedTuple, TypeAlias, get_args

from recall.model import DateOrigin, Detail, SourceKind, cite

CheckKind: TypeAlias = Literal[
    "unresolved-link",
    "ambiguous-link",
    "missing-heading",
    "missing-block",
    "invalid-yaml",
    "duplicate-block-id",
    "conflict-copy",
    "twin-name",
    "orphan",
    "unused-attachment",
]
CHECK_KINDS: tuple[CheckKind, ...] = get_args(CheckKind)
"""What a check looks for, the most telling first."""

CitationState: TypeAlias = Literal["as cited", "moved", "gone"]

FileState: TypeAlias = Literal["as indexed", "changed", "gone", "away"]


class Document(NamedTuple):
    """What ``get`` returns: an item, or the lines of it that were asked for.

    ``text`` holds lines ``first_line`` to ``last_line`` of ``total_lines``, cut before
    ``max_tokens`` at a block's end; ``cursor`` is the address of the rest, None at the end.
    ``file_state`` says whether ``text`` is what was indexed: ``changed`` text is the file's own,
    of a file that is ``gone`` or in a vault that is ``away`` it is what was indexed.
    ``cited`` says whether lines that were asked for are where they were when they were indexed:
    ``cited_lines`` (``L12-L18``) that ``moved`` are shown where they are now, and of those that
    are ``gone`` from their file ``text`` is what was indexed.
    """

    id: str
    source: SourceKind
    collection: str
    kind: str
    title: str
    path: str
    first_line: int
    last_line: int
    total_lines: int
    detail: Detail
    text: str
    tokens: int
    cursor: str | None
    date: str | None
    date_origin: DateOrigin
    aliases: tuple[str, ...]
    tags: tuple[str, ...]
    properties: Mapping[str, object]
    outline: tuple[tuple[int, str, int], ...]
    status: str | None
    superseded_by: str | None
    file_state: FileState
    uri: str | None
    cited: CitationState = "as cited"
    cited_lines: str | None = None

    @property
    def stale(self) -> bool:
        """Whether the index does not say what is on the disk."""
        return self.file_state in ("changed", "gone")

    @property
    def citation(self) -> str:
        """Place of the text, ``path#L12-L18``, behind a memory's id where there is no path."""
        return cite(self.path or self.id, self.first_line, self.last_line)


class Finding(NamedTuple):
    """Trouble in the user's data, reported at the end and never fatal; ``line`` is one-based."""

    path: str
    line: int | None
    code: str
    message: str


class SyncReport(NamedTuple):
    """What a sync of one collection did; the counts are items.

    ``available`` is false for a vault that could not be read: nothing of it was changed.
    """

    collection: str
    root: str
    added: int
    changed: int
    moved: int
    removed: int
    unchanged: int
    passages: int
    seconds: float
    available: bool
    findings: tuple[Finding, ...]


class VaultStatus(NamedTuple):
    """A vault or another source as indexed, and how far the disk has moved on since.

    ``counts`` are indexed items by kind. ``available`` is false when the vault cannot be read
    at this moment, ``reason`` then says why; the three ``waiting`` counts are files that a sync
    would add, read again and remove. ``synced`` is seconds since 1970, None before a sync.
    ``follow_symlinks`` says that folders outside are read, too, that a link in it leads to.
    ``records`` counts those of session logs: all, the searchable, what is left out and why.
    ``unembedded`` items are found by their words only, until their vectors are made.
    """

    name: str
    root: str
    available: bool
    reason: str
    synced: float | None
    counts: Mapping[str, int]
    waiting_added: int
    waiting_changed: int
    waiting_removed: int
    findings: tuple[Finding, ...]
    follow_symlinks: bool = False
    source: SourceKind = "vault"
    records: Mapping[str, int] = {}
    unembedded: int = 0


class CheckFinding(NamedTuple):
    """Something between the notes of a vault that is probably not meant so.

    ``link`` is the link as written, without its brackets; ``target`` is the file it leads to,
    or the file that this one is a copy or a twin of, ``others`` are those it could mean, too.
    """

    kind: CheckKind
    path: str
    line: int | None
    message: str
    link: str | None = None
    target: str | None = None
    others: tuple[str, ...] = ()


class VaultCheck(NamedTuple):
    """What a check of a vault found in its index; ``counts`` has every kind that was looked for.

    ``available``, ``reason``, ``synced`` and ``waiting_...`` say whether the index is that of the
    vault on disk, as in ``VaultStatus``.
    """

    name: str
    root: str
    available: bool
    reason: str
    synced: float | None
    waiting_added: int
    waiting_changed: int
    waiting_removed: int
    counts: Mapping[CheckKind, int]
    findings: tuple[CheckFinding, ...]


class TimelineEntry(NamedTuple):
    """An item in its place in time; ``part`` is ``before``, ``at`` or ``after`` the anchor."""

    part: str
    id: str
    source: SourceKind
    kind: str
    title: str
    address: str
    moment: float
    date: str


class Timeline(NamedTuple):
    """Items around an anchor, in the order of time.

    ``understood`` is what the anchor was taken for, from ``start`` on and before ``end``. ``more``
    says that not all that lies in it is listed.
    """

    anchor: str
    understood: str
    start: float
    end: float
    entries: tuple[TimelineEntry, ...]
    more: bool = False
