"""Records of a base, and what its evaluation needs to know of a vault."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, Protocol

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from vault_sync.model import FileEntry, Finding, Note, Value


class SortKey(NamedTuple):
    """A property id (``note.x``, ``file.x``, ``formula.x``) and which end comes first."""

    property: str
    descending: bool


class View(NamedTuple):
    """One view of a base.

    ``filters`` is the tree as written, evaluated when the view is listed. ``limit`` is None
    without one. ``options`` are the keys that no rule names: a table's row height, a map's
    centre. ``problem`` says why the view cannot be listed at all, "" where it can.
    """

    name: str = ""
    type: str = ""
    filters: Value = None
    limit: int | None = None
    order: tuple[str, ...] = ()
    sort: tuple[SortKey, ...] = ()
    group_by: SortKey | None = None
    summaries: Mapping[str, Value] = {}
    options: Mapping[str, Value] = {}
    problem: str = ""


class Base(NamedTuple):
    """A ``.base`` file as read.

    ``is_readable`` is False where the file is no YAML or no mapping: nothing of it is known
    then. ``extra`` are the unknown keys (R245). ``text`` finds the line of a statement.
    """

    path: str
    text: str
    is_readable: bool
    filters: Value
    formulas: Mapping[str, str]
    properties: Mapping[str, Value]
    summaries: Mapping[str, Value]
    views: tuple[View, ...]
    extra: Mapping[str, Value]
    findings: tuple[Finding, ...]


class Listing(NamedTuple):
    """The files that a view shows, in its order.

    ``paths`` is None where it is unknown, because something in the view is not understood;
    ``findings`` say what and where. ``total`` counts the files before the limit.
    """

    paths: tuple[str, ...] | None
    total: int | None
    findings: tuple[Finding, ...]


class VaultView(Protocol):
    """What is needed of a vault to evaluate a base."""

    @property
    def files(self) -> Sequence[FileEntry]:
        """The files a base may list, those that the owner excluded left out (R253)."""

    @property
    def property_types(self) -> Mapping[str, str]:
        """Declared types of properties (R192)."""

    def note(self, path: str) -> Note | None:
        """The note at a path; None for other files and for one that cannot be read."""

    def resolve(self, linkpath: str, source: str) -> str | None:
        """Path of the file that a link in the source leads to; excluded files count."""

    def created_ns(self, path: str) -> int | None:
        """When a file was made, in nanoseconds of Unix time; None where nobody knows."""
