"""Records of memories: what is saved, what was done to it, and what an attempt to save answers.

Times are seconds since 1970 in UTC. Field names are the JSON keys.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias, get_args

if TYPE_CHECKING:
    from collections.abc import Mapping

MemoryScope: TypeAlias = Literal["session", "project", "global"]
SCOPES: tuple[MemoryScope, ...] = get_args(MemoryScope)

Action: TypeAlias = Literal[
    "remember", "replace", "forget", "unforget", "undo", "confirm", "cite", "get", "purge",
    "store", "append", "replace_section", "delete",
]  # fmt: skip


class Memory(NamedTuple):
    """Something a person or an agent saved, with the ids of the memories it is linked with.

    ``expires_at`` is None for one that stays for ever, ``valid_until`` until when what it says
    holds, ``event_date`` when what it tells of takes place. ``private`` text is never searched.
    ``key`` is that of a key-value document, None for all others.
    """

    id: str
    content: str
    scope: MemoryScope
    project: str | None
    created_at: float
    expires_at: float | None
    title: str
    type: str | None
    tags: tuple[str, ...]
    updated_at: float
    namespace: str
    importance: float | None
    pinned: bool
    private: bool
    session: str | None
    valid_until: float | None
    event_date: float | None
    reinforced_at: float | None
    reinforcements: int
    supersedes: tuple[str, ...]
    contradicts: tuple[str, ...]
    superseded_by: str | None
    key: str | None = None


class Remembered(NamedTuple):
    """What an attempt to save answers.

    ``memory`` is the one that was stored, or with ``duplicate`` the one that is there already and
    says the same; ``similarity`` is then from 0 to 1. ``contradicts`` are memories that give
    another value for the same thing. ``why`` are sentences on what was done.
    """

    memory: Memory
    duplicate: bool
    similarity: float | None
    contradicts: tuple[Memory, ...]
    why: tuple[str, ...]


class MemoryList(NamedTuple):
    """Some memories, newest first, of ``total`` that match."""

    memories: tuple[Memory, ...]
    total: int
    limit: int
    offset: int


class FoundMemory(NamedTuple):
    """A memory or document that answers a query, and how well, up to 1."""

    memory: Memory
    score: float


class FoundMemories(NamedTuple):
    """What answers a query, best first; ``withheld`` more did not fit into the tokens."""

    results: tuple[FoundMemory, ...]
    tokens: int
    withheld: int


class Forgotten(NamedTuple):
    """A memory that was taken out; ``erased`` says that its text cannot be brought back."""

    id: str
    deleted: bool
    title: str
    erased: bool


class Change(NamedTuple):
    """One entry of the journal: who did what to which memory, when and why.

    ``before`` and ``after`` are the memory's fields, None where it was not there, or where the
    keeping time is over (``is_kept`` is then false). Of a change within a long document they are
    what stood ``at`` a character, and what stands there since. ``undoes`` and ``undone_by`` are
    numbers of other entries.
    """

    number: int
    at: float
    client: str
    session: str | None
    action: Action
    id: str
    reason: str | None
    before: Mapping[str, object] | None
    after: Mapping[str, object] | None
    undoes: int | None
    undone_by: int | None
    is_kept: bool


class Undone(NamedTuple):
    """What an undo did; ``left`` are sentences on changes that it could not take back."""

    changes: tuple[Change, ...]
    left: tuple[str, ...]


class Purged(NamedTuple):
    """What a purge took out, or would take out: memories that ended, and texts kept for undo."""

    memories: tuple[Memory, ...]
    texts: int
    dry_run: bool


class KeyDocument(NamedTuple):
    """A key-value document without its text, or after a change; ``characters`` is its length.

    ``notes`` are sentences on what was left out of what was to be stored.
    """

    key: str
    id: str
    tags: tuple[str, ...]
    created_at: float
    updated_at: float
    characters: int
    notes: tuple[str, ...] = ()


class KeyValue(NamedTuple):
    """Part of a document's text; ``next_offset`` is None where it ends."""

    key: str
    value: str
    total_chars: int
    next_offset: int | None


class KeyHit(NamedTuple):
    """A document or a memory that answers a query; a memory's ``key`` is its id."""

    key: str
    id: str
    text: str
    score: float
    tags: tuple[str, ...]
    updated_at: float


class KeyList(NamedTuple):
    """Some documents of ``total`` that match."""

    documents: tuple[KeyDocument, ...]
    total: int


BriefSection: TypeAlias = Literal[
    "session", "project", "pinned", "due", "preferences", "decisions", "todos"
]
"""Parts of a brief, in the order in which they are read."""


class BriefEntry(NamedTuple):
    """One thing to know; ``id`` or ``key`` gets all of it."""

    section: BriefSection
    id: str
    key: str | None
    text: str
    date: float
    is_cut: bool


class Brief(NamedTuple):
    """What a session should begin with; ``withheld`` counts by section what did not fit."""

    project: str | None
    entries: tuple[BriefEntry, ...]
    tokens: int
    max_tokens: int
    withheld: Mapping[BriefSection, int]


ReviewKind: TypeAlias = Literal["contradiction", "duplicate", "fading", "expired", "superseded"]
REVIEW_KINDS: tuple[ReviewKind, ...] = get_args(ReviewKind)
"""What a review looks for, the most telling first."""


class ReviewFinding(NamedTuple):
    """Memories that somebody should look at, one or a pair with the newer one first."""

    kind: ReviewKind
    memories: tuple[Memory, ...]
    message: str


class Review(NamedTuple):
    """What a review found; ``counts`` has every kind that was looked for."""

    findings: tuple[ReviewFinding, ...]
    counts: Mapping[ReviewKind, int]


ImportOutcome: TypeAlias = Literal["new", "doubled", "secret", "dead", "unreadable", "forgotten"]
"""What becomes of something imported: ``dead`` was forgotten here, ``forgotten`` there."""


class ImportedItem(NamedTuple):
    """One thing of an import; ``id`` is the memory's that it became or that is there already."""

    outcome: ImportOutcome
    origin: str
    text: str
    id: str | None
    why: str


class ImportReport(NamedTuple):
    """What an import did, or with ``dry_run`` would do."""

    items: tuple[ImportedItem, ...]
    counts: Mapping[ImportOutcome, int]
    dry_run: bool


class Exported(NamedTuple):
    """What an export wrote; ``private`` memories were left out."""

    path: str
    memories: int
    documents: int
    forgotten: int
    private: int
