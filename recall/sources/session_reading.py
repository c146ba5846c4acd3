"""Reading a session or some records of it: who said what, when, on which lines of its log."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from recall.errors import NotFoundError, SourceUnavailableError
from recall.reports import Document
from recall.sources import session_states
from recall.sources.folder import Folder
from recall.sources.reading import lines_in, not_among
from recall.store import items, sessions
from vault_sync.errors import VaultError
from vault_sync.paths import os_path

if TYPE_CHECKING:
    from recall.reports import FileState
    from recall.sources.reading import Row
    from recall.store.database import Store
    from recall.store.lookup import Named


def document(store: Store, item: Named, part: str, row: Row) -> Document:
    """What was said on some lines of a log; of a session named alone, its part with that id.

    Raises:
        NotFoundError: the part is no run of lines.
        UsageError: the log has no such lines.
    """
    path = items.log_path(item.path)
    with store.read():
        total = sessions.last_line_of(store, item.root, path)
        span = lines_in(part, total) if part else sessions.lines_of(store, item.id)
        if span is None:
            raise NotFoundError("lines in the session", part, hint="Write them as #L10-L30.")
        first, last = span[0], min(span[1], total)
        if first > total or last < first:
            raise not_among(path, part, total)
        found = sessions.passages_of(store, item.root, path, first, last)
        state = sessions.state_of(store, item.root, path)
    return Document(
        id=item.public_id,
        source=row.source,
        collection=item.collection,
        kind=row.kind,
        title=item.title,
        path=path,
        first_line=first,
        last_line=last,
        total_lines=total,
        detail="full",
        text="\n\n".join(map(_shown, found)),
        tokens=0,
        cursor=f"{item.public_id}#L{last + 1}-" if not part and last < total else None,
        date=row.date_text,
        date_origin=row.date_origin,
        aliases=row.aliases,
        tags=row.tags,
        properties=row.properties,
        outline=(),
        status=row.status,
        superseded_by=row.superseded_by,
        file_state=_state(item, path, state),
        uri=None,
    )


def _shown(passage: sessions.Passage) -> str:
    """A passage behind the lines it is from, so that it can be cited."""
    lines = f"L{passage.first_line}"
    if passage.last_line > passage.first_line:
        lines = f"{lines}-L{passage.last_line}"
    head = f"[{lines}, {passage.time}]" if passage.time else f"[{lines}]"
    return f"{head}\n{passage.text}"


def _state(item: Named, path: str, kept: str | None) -> FileState:
    """Whether what is indexed is what the log says."""
    state = session_states.load(kept) if kept else None
    try:
        folder = Folder.open(os_path(item.root))
    except SourceUnavailableError:
        return "away"
    try:
        status = os.stat(folder.locate(path))
    except FileNotFoundError:
        return "gone"
    except (OSError, VaultError):
        return "away"
    stamp = (status.st_size, status.st_mtime_ns, status.st_ctime_ns)
    return "as indexed" if state is not None and state.stamp == stamp else "changed"
