"""Which removed file a new one was: the same text, and of several such the one that fits best."""

from __future__ import annotations

from collections import defaultdict, deque
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

_MOST_PARTS = 3
"""Names from the end of a path that tell files of one text apart."""


class _Place(NamedTuple):
    """A text and the end of a path; an empty end is any path."""

    content: bytes
    end: str


class Vanished:
    """The removed files of one sync, each given away once."""

    def __init__(
        self, removed: Iterable[str], new: Iterable[str], hashes: Mapping[str, bytes]
    ) -> None:
        self._left = {path for path in removed if path in hashes}
        self._new_names = {_name(path) for path in new}
        self._at: defaultdict[_Place, deque[str]] = defaultdict(deque)
        for path in sorted(self._left):
            for place in _places(path, hashes[path]):
                self._at[place].append(path)
        self._alone = {
            place.content for place, paths in self._at.items() if not place.end and len(paths) == 1
        }

    def take(self, path: str, content: bytes) -> str | None:
        """The removed file that a new one with this text was; None if it is new indeed.

        A moved folder keeps the names in it, so a file whose name another new one has is left
        to that one: of empty notes, too, each keeps its id.
        """
        for place in _places(path, content):
            waiting = self._at.get(place, deque())
            while waiting:
                old = waiting.popleft()
                if old in self._left and (place.end or self._is_free(old, content)):
                    self._left.discard(old)
                    return old
        return None

    def _is_free(self, path: str, content: bytes) -> bool:
        return content in self._alone or _name(path) not in self._new_names


def _places(path: str, content: bytes) -> Iterator[_Place]:
    """Where a file may be looked for, the closest first."""
    parts = path.split("/")
    for count in range(min(_MOST_PARTS, len(parts)), 0, -1):
        yield _Place(content, "/".join(parts[-count:]))
    yield _Place(content, "")


def _name(path: str) -> str:
    return path.rpartition("/")[2]
