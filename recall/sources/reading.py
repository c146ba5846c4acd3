"""Reading one item or a part of it: from the file as it is now, else from what was indexed."""

from __future__ import annotations

import json
import os
import re
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from recall.errors import (
    AmbiguousNameError,
    NotFoundError,
    SourceUnavailableError,
    UsageError,
)
from recall.reports import CitationState, Document, FileState
from recall.sources.passages import line_starts
from recall.sources.vault_notes import content_hash
from recall.store import collections, items, lookup, memories, passage_search
from recall.store.collections import GIVEN
from vault_sync import canvas, note, registry, subpath, uri
from vault_sync.errors import SubpathNotFoundError, VaultError
from vault_sync.paths import below, fold, last_part, os_path, portable
from vault_sync.text import unify
from vault_sync.vault import Vault

if TYPE_CHECKING:
    from recall.model import DateOrigin, SourceKind
    from recall.store.database import Store
    from recall.store.lookup import Named
    from vault_sync.model import Note

_LINES = re.compile(r"L([0-9]+)(?:\s*-\s*L?([0-9]+)?)?", re.IGNORECASE)


class _Place(NamedTuple):
    """An item and what of it was asked for; ``part`` is what stood behind the ``#``."""

    item: Named
    part: str


class _Body(NamedTuple):
    text: str
    parsed: Note
    state: FileState


def get(
    store: Store, address: str, vault: str | None = None, namespace: str = "default"
) -> Document:
    """What an address names, all of it; ``disclosure.document`` then cuts it to a budget.

    Raises:
        NotFoundError: nothing answers to the address; similar names are in the message.
        AmbiguousNameError: several items do; their paths are in the message.
        UsageError: the item has no text, or not the lines asked for.
    """
    with store.read():
        place = find(store, address, vault, namespace)
        indexed = items.text_of(store, place.item.id)
        alike = collections.share_a_folder_name(store)
        row = _row(store, place.item.id)
    if row.source == "vault" and row.kind not in ("note", "daily", "canvas", "base"):
        raise UsageError(f"{place.item.path!r} is a file without text; open it with 'recall open'.")
    if row.source == "transcript":
        from recall.sources import session_reading

        return session_reading.document(store, place.item, place.part, row)
    body = _current(place.item, row, indexed)
    starts = line_starts(body.text)
    total = _line_count(starts)
    cited: CitationState = "as cited"
    lines = lines_in(place.part, total) if body.state == "changed" else None
    if lines is not None:
        body, place, cited = _followed(place, body, indexed, lines)
        starts = line_starts(body.text)
        total = _line_count(starts)
    first, last = _range(place, body, total)
    text = unify(body.text[starts[first - 1] : starts[last]]).rstrip("\n")
    return Document(
        id=place.item.public_id,
        source=row.source,
        collection=place.item.collection,
        kind=row.kind,
        title=place.item.title,
        path=place.item.path,
        first_line=first,
        last_line=last,
        total_lines=total,
        detail="full",
        text=text,
        tokens=0,
        cursor=None,
        date=row.date_text,
        date_origin=row.date_origin,
        aliases=body.parsed.aliases or row.aliases,
        tags=row.tags,
        properties=row.properties or _facts_of_memory(store, place.item, namespace),
        outline=tuple((each.level, each.text, each.line + 1) for each in body.parsed.headings),
        status=row.status,
        superseded_by=row.superseded_by,
        file_state=body.state,
        uri=_uri(place, alike) if row.source == "vault" else None,
        cited=cited,
        cited_lines=None if lines is None or cited == "as cited" else as_part(*lines),
    )


def _line_count(starts: list[int]) -> int:
    """Lines of a text by their starts; the end of the last one begins no other."""
    return len(starts) - 1 - (len(starts) > 2 and starts[-1] == starts[-2])


def _followed(
    place: _Place, body: _Body, indexed: str, lines: tuple[int, int]
) -> tuple[_Body, _Place, CitationState]:
    """Lines that were cited before their file changed: where they are now, or as they were."""
    from recall.sources import citations

    before, now = (_split(text) for text in (indexed, body.text))
    first, last = lines[0], min(lines[1], len(before))
    if first > last or before[first - 1 : last] == now[first - 1 : last]:
        return body, place, "as cited"
    found = citations.follow(before, now, first, last)
    if found is None:
        parsed = note.parse(place.item.path, indexed.encode("utf-8", "replace"))
        return _Body(indexed, parsed, body.state), place, "gone"
    state: CitationState = "as cited" if found[0] == first else "moved"
    return body, place._replace(part=as_part(*found)), state


def _split(text: str) -> list[str]:
    starts = line_starts(text)
    return [text[start:stop] for start, stop in pairwise(starts)][: _line_count(starts)]


def as_part(first: int, last: int) -> str:
    """Lines as an address names them: ``L12-L18`` or ``L12``."""
    return f"L{first}" if last <= first else f"L{first}-L{last}"


def _facts_of_memory(store: Store, item: Named, namespace: str) -> dict[str, object]:
    """What is known of a memory, in the place of a note's properties."""
    memory = memories.get(store, item.public_id, namespace) if item.source == "memory" else None
    if memory is None:
        return {}
    shown = memory._asdict()
    for name in ("id", "content", "title", "tags", "namespace", "superseded_by"):
        del shown[name]
    return {name: value for name, value in shown.items() if value not in (None, (), False)}


class Row(NamedTuple):
    """What is known of an item beside its text."""

    source: SourceKind
    kind: str
    date_text: str | None
    date_origin: DateOrigin
    status: str | None
    superseded_by: str | None
    content_hash: bytes
    properties: dict[str, object]
    aliases: tuple[str, ...]
    tags: tuple[str, ...]


def _row(store: Store, item_id: int) -> Row:
    facts = items.facts(store, item_id)
    return Row(
        *facts[:7],
        properties=json.loads(facts.properties),
        aliases=items.aliases_of(store, item_id),
        tags=passage_search.tags_of(store, item_id),
    )


def uri_of(store: Store, address: str, vault: str | None = None) -> str:
    """The ``obsidian://`` address of what an address names.

    Raises:
        NotFoundError: nothing answers to the address; similar names are in the message.
        AmbiguousNameError: several items do; their paths are in the message.
        UsageError: the item lies in no vault, or has not the lines asked for.
    """
    place = find(store, address, vault)
    if not place.item.root:
        raise UsageError(f"{place.item.title!r} lies in no vault; read it with 'recall get'.")
    row = _row(store, place.item.id)
    if place.part and row.kind in ("note", "daily"):
        # Obsidian opens the note at its top when the part is not there, and says nothing.
        body = _current(place.item, row, items.text_of(store, place.item.id))
        _range(place, body, body.text.count("\n") + 1)
    return _uri(place, collections.share_a_folder_name(store))


def find(
    store: Store, address: str, vault: str | None = None, namespace: str = "default"
) -> _Place:
    """The item an address means. Names may hold ``#``: the longest one that exists is meant.

    Raises:
        NotFoundError: with similar names.
        AmbiguousNameError: with the addresses to choose from.
    """
    text = items.storable(address.strip())
    if text.casefold().startswith("obsidian:"):
        return _by_uri(store, text)
    if text.endswith("]]") and (link := text.removeprefix("!")).startswith("[["):
        text = link[2:-2].partition("|")[0].strip()
    cuts = [at for at, char in enumerate(text) if char == "#"]
    for at in (len(text), *reversed(cuts)):
        name, part = text[:at].strip(), text[at + 1 :].strip()
        found = _named(store, name, vault, namespace) if name else []
        if len(found) > 1:
            raise AmbiguousNameError(name, tuple(_choice(each, found) for each in found))
        if found:
            return _Place(found[0], part)
    name = text.partition("#")[0].strip() or text
    raise NotFoundError("note or id", name, lookup.similar(store, name, namespace))


def _named(store: Store, name: str, vault: str | None, namespace: str) -> list[Named]:
    """Candidates by the first way of naming that has any: id, path, name, end of a path, alias.

    With several vaults a path begins with the name of one before it is the path in any.
    """
    ways = [lookup.by_id, lookup.by_path, lookup.by_name, lookup.by_path_end, lookup.by_alias]
    ways.insert(1 if collections.are_several(store) else len(ways), lookup.by_vault_path)
    for way in ways:
        found = [
            each
            for each in way(store, name)
            if each.namespace == namespace
            and (vault is None or fold(vault) == fold(each.collection) or vault == each.root)
        ]
        if found:
            # A memory may be titled as a note is named: its id means it, the name means the note.
            return [each for each in found if each.source != "memory"] or found
    return _on_disk(store, name)


def _on_disk(store: Store, name: str) -> list[Named]:
    """The item whose file a path means from the current folder, as a shell completes it."""
    if "\0" in name:
        return []
    folder, file = os.path.split(os.path.abspath(os.path.expanduser(name)))
    root, inside = _in_vault(store, portable(os.path.join(os.path.realpath(folder), file)))
    return [each for each in lookup.by_path(store, inside) if root and each.root == root]


def _choice(named: Named, found: list[Named]) -> str:
    """A path, behind the name of its vault where they are of several."""
    if named.path and len({each.root for each in found}) == 1:
        return named.path
    return f"{named.collection}/{named.path}" if named.collection else named.public_id


def _by_uri(store: Store, address: str) -> _Place:
    try:
        parsed = uri.parse(address)
    except ValueError as error:
        raise UsageError(str(error)) from error
    vault, name = _in_vault(store, parsed.path) if parsed.path else (parsed.vault, parsed.file)
    found = lookup.by_location(store, vault, name)
    if not found and vault:
        found = lookup.by_location(store, registry.root_of(vault) or vault, name)
    if not found:
        if vault and not (registry.root_of(vault) or collections.is_folder_or_name(store, vault)):
            raise collections.unknown(store, vault)
        raise NotFoundError("note", parsed.path or name, hint=f"Looked in the vault {vault!r}.")
    return _Place(_of_one_vault(found, vault, name), parsed.subpath.removeprefix("#"))


def _of_one_vault(found: list[Named], vault: str, name: str) -> Named:
    """The item of the vault that is meant: the one of that folder's name which Obsidian knows.

    Raises:
        AmbiguousNameError: the address means several vaults alike (OBSIDIAN.md R268).
    """
    if len({each.root for each in found}) > 1:
        found = [each for each in found if last_part(each.root) == vault] or found
        known = [each for each in found if registry.id_of(each.root) is not None]
        if len({each.root for each in known or found}) > 1:
            raise AmbiguousNameError(name, tuple(_choice(each, found) for each in found))
        found = known or found
    return found[0]


def _in_vault(store: Store, path: str) -> tuple[str, str]:
    """Root of the innermost vault that holds an absolute path, and the path in it (R272)."""
    roots = sorted((each.root for each in collections.all_of(store)), key=len, reverse=True)
    for root in roots:
        inside = below(root, path)
        if inside is not None:
            return root, inside
    return "", path


def _current(item: Named, row: Row, indexed: str) -> _Body:
    """The file as it is on disk; what was indexed when the vault or the file is away."""
    state: FileState = "as indexed"
    if row.source in ("vault", "file") and item.root and not item.root.startswith(GIVEN):
        data, state = _read(item) if row.source == "vault" else _read_file(item)
        if data is not None:
            if row.kind != "base" and content_hash(data) != row.content_hash:
                state = "changed"
            if row.kind != "canvas":
                parsed = note.parse(item.path, data)
                return _Body(parsed.text, parsed, state)
            indexed = indexed if state == "as indexed" else canvas.parse(item.path, data).text
    return _Body(indexed, note.parse(item.path, indexed.encode("utf-8", "replace")), state)


def _read(item: Named) -> tuple[bytes | None, FileState]:
    """What is in the file; None with the reason where it cannot be read."""
    try:
        root, follow = os_path(item.root), bool(item.follow_symlinks)
        vault = Vault.open(root, name=item.collection, follow_symlinks=follow)
        return vault.read(item.path), "as indexed"
    except FileNotFoundError:
        # The vault is there, its file is not.
        return None, "away" if vault.is_elsewhere(item.path) else "gone"
    except (OSError, VaultError):
        return None, "away"


def _read_file(item: Named) -> tuple[bytes | None, FileState]:
    """What is in a memory file; None with the reason where it cannot be read."""
    from recall.sources.folder import Folder

    try:
        folder = Folder.open(os_path(item.root))
    except SourceUnavailableError:
        return None, "away"
    try:
        return folder.read(item.path), "as indexed"
    except FileNotFoundError:
        return None, "gone"
    except (OSError, VaultError):
        return None, "away"


def _range(place: _Place, body: _Body, total: int) -> tuple[int, int]:
    """First and last line (one-based) of the part asked for."""
    if not place.part:
        return 1, total
    lines = lines_in(place.part, total)
    if lines:
        first, last = lines
        if first > total or last < first:
            raise not_among(place.item.path, place.part, total)
        return first, min(last, total)
    try:
        first, last = subpath.find(body.parsed, f"#{place.part}")
    except SubpathNotFoundError as error:
        raise _no_part(place, error) from error
    return first + 1, min(last + 1, total)


def lines_in(part: str, total: int) -> tuple[int, int] | None:
    """First and last line of ``L10-L30``, ``L10-`` and ``L10``; None for another part."""
    match = _LINES.fullmatch(part)
    if match is None:
        return None
    first = int(match[1])
    if first < 1:
        return 1, 0  # no lines: they count from one
    open_end = match[2] is None and "-" in match[0]
    return first, total if open_end else int(match[2] or first)


def not_among(path: str, part: str, total: int) -> UsageError:
    """The error for lines that a file has not."""
    lines = f"{total:,} line{'' if total == 1 else 's'}"
    return UsageError(f"{path!r} has {lines}; {part!r} is not among them.")


def _no_part(place: _Place, error: SubpathNotFoundError) -> NotFoundError:
    what = "block" if place.part.startswith("^") else "heading"
    has = ", ".join(map(repr, error.choices)) if error.choices else "none"
    return NotFoundError(f"{what} in {place.item.path!r}:", place.part, hint=f"It has: {has}.")


def _uri(place: _Place, alike: frozenset[str]) -> str:
    root = place.item.root
    name = registry.name_in_addresses(root) if root in alike else last_part(root)
    part = "" if not place.part or _LINES.fullmatch(place.part) else f"#{place.part}"
    return uri.open_uri(name, place.item.path, part)
