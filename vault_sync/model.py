"""Records of a vault as Obsidian reads it.

Line and column numbers are zero-based and columns count UTF-16 code units, as in
Obsidian's own metadata cache (OBSIDIAN.md R038). Line ranges include both ends.
Named tuples and not dataclasses: a vault of 6,500 notes makes 100,000 of them, and a
class statement costs a seventh of a dataclass at import.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Mapping

Value: TypeAlias = "bool | int | float | str | list[Value] | dict[str, Value] | None"
"""What a property may hold: YAML 1.2 core values (OBSIDIAN.md section 9)."""

FileKind: TypeAlias = Literal["note", "canvas", "base", "attachment"]

LinkSyntax: TypeAlias = Literal["wikilink", "markdown", "reference", "property", "canvas"]

BlockKind: TypeAlias = Literal[
    "yaml",
    "heading",
    "paragraph",
    "list",
    "code",
    "blockquote",
    "callout",
    "table",
    "html",
    "comment",
    "thematicBreak",
    "footnoteDefinition",
    "math",
]
"""Section types of Obsidian's cache (OBSIDIAN.md R134)."""


class Finding(NamedTuple):
    """Something in the user's files that could not be read as meant; never stops a run.

    ``line`` is zero-based, None where the whole file is concerned. ``code`` is a stable
    kebab-case word (``invalid-yaml``, ``not-utf8``, ``unreadable``), ``message`` one sentence.
    """

    path: str
    line: int | None
    code: str
    message: str


class FileEntry(NamedTuple):
    r"""One file of a vault as the census saw it; ``path`` is POSIX, relative to the root.

    ``path`` keeps the spelling of the disk (NFC or NFD); bytes that are no UTF-8 appear as
    ``\xNN`` (see ``paths.portable``), so that the text can always be stored and printed.
    """

    path: str
    kind: FileKind
    size: int
    mtime_ns: int
    ctime_ns: int


class Census(NamedTuple):
    """The files of a vault at one moment.

    ``unreadable`` are folders (relative, ``""`` is the root) that could not be listed: what
    was known below them must be kept, not deleted (CASES.md A-39). ``placeholders`` are paths
    of files that exist but are not on this disk (OBSIDIAN.md R300).
    """

    files: tuple[FileEntry, ...]
    unreadable: tuple[str, ...]
    placeholders: tuple[str, ...]
    findings: tuple[Finding, ...]


class Heading(NamedTuple):
    """``text`` is raw, as Obsidian caches it (OBSIDIAN.md R133); level 1 to 6."""

    level: int
    text: str
    line: int


class Tag(NamedTuple):
    """``name`` has no leading ``#`` and keeps the case met; ``line`` is None in properties."""

    name: str
    line: int | None
    column: int | None


class Link(NamedTuple):
    """A link or embed. ``path`` is the linkpath (``""`` points into the same note).

    ``subpath`` starts with ``#`` or is empty. ``label`` is what the author wrote to be shown,
    None where nothing was; ``display`` is what Obsidian shows (R003 to R009). ``start`` and
    ``end`` are character offsets into ``Note.text``; for links in properties (R211) ``line``,
    ``column``, ``start`` and ``end`` are None and ``key`` names the property (``up``, ``p.0``).
    """

    syntax: LinkSyntax
    embed: bool
    path: str
    subpath: str
    display: str
    label: str | None
    original: str
    line: int | None = None
    column: int | None = None
    end_line: int | None = None
    end_column: int | None = None
    start: int | None = None
    end: int | None = None
    key: str | None = None


class BlockId(NamedTuple):
    """``id`` without ``^``, as typed; the lines of the block it names."""

    id: str
    first_line: int
    last_line: int


class Block(NamedTuple):
    """A top-level section of a note: its kind and the lines it covers."""

    kind: BlockKind
    first_line: int
    last_line: int


class Note(NamedTuple):
    """A Markdown file as read. Nothing in a file's content can make reading raise.

    ``text`` is the decoded file without byte-order mark, line ends as on disk. ``body_line`` is
    the first line after the properties (0 without properties). ``tags`` has those of the
    properties first, then the body's, duplicates kept (R160). ``blocks`` cover the body
    in order, without overlap.
    """

    path: str
    text: str
    body_line: int
    properties: Mapping[str, Value]
    aliases: tuple[str, ...]
    tags: tuple[Tag, ...]
    headings: tuple[Heading, ...]
    links: tuple[Link, ...]
    block_ids: tuple[BlockId, ...]
    blocks: tuple[Block, ...]
    findings: tuple[Finding, ...]


class Resolution(NamedTuple):
    """Where a linkpath leads: ``path`` is None when unresolved.

    ``candidates`` are all files the name could mean, the chosen one first (R080: an
    ambiguity is reported, not hidden).
    """

    path: str | None
    candidates: tuple[str, ...]
