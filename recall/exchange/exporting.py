"""Writing memories where other programs and people can read them."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from recall.errors import UsageError
from recall.exchange import own
from recall.memory_model import Exported
from recall.store import journal, memories
from vault_sync import write as files
from vault_sync.errors import ChangedOutsideError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from recall.memory_model import Memory
    from recall.store.database import Store


def lines(store: Store, namespace: str, *, private: bool) -> Iterator[str]:
    """Every memory and document of a namespace, and what must stay away, as lines of JSON."""
    for memory in memories.everything(store, namespace):
        if private or not memory.private:
            yield own.to_line(memory)
    for digest in journal.digests(store, namespace):
        yield own.forgotten_line(digest)


def to_file(store: Store, path: str, namespace: str, *, private: bool) -> Exported:
    """Write one file of JSON Lines, which must not be there.

    Raises:
        UsageError: there is something at the path, or it cannot be written.
    """
    text = "".join(lines(store, namespace, private=private))
    root, name = os.path.split(os.path.abspath(path))
    _write(root, name, text)
    return _counted(store, path, namespace, private=private, forgotten=True)


def to_folder(store: Store, path: str, namespace: str, *, private: bool) -> Exported:
    """Write a folder of Markdown files, one a memory; it must be new or empty.

    Raises:
        UsageError: there is something in the folder, or it cannot be written.
    """
    if os.path.lexists(path) and (not os.path.isdir(path) or os.listdir(path)):
        raise UsageError(f"{path!r} is there and not empty. Name a new folder.")
    for memory in memories.everything(store, namespace):
        if private or not memory.private:
            name, text = own.to_markdown(memory)
            _write(path, name, text)
    return _counted(store, path, namespace, private=private, forgotten=False)


def _write(root: str, name: str, text: str) -> None:
    try:
        os.makedirs(root, exist_ok=True)
        files.write(root, name, text.encode("utf-8", "replace"), expected=None)
    except ChangedOutsideError:
        raise UsageError(f"{os.path.join(root, name)!r} is there already.") from None
    except OSError as error:
        raise UsageError(f"{os.path.join(root, name)!r}: {error.strerror}.") from None


def _counted(
    store: Store, path: str, namespace: str, *, private: bool, forgotten: bool
) -> Exported:
    found: list[Memory] = list(memories.everything(store, namespace))
    written = [each for each in found if private or not each.private]
    keyed = sum(each.key is not None for each in written)
    return Exported(
        path,
        len(written) - keyed,
        keyed,
        len(journal.digests(store, namespace)) if forgotten else 0,
        len(found) - len(written),
    )
