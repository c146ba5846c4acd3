"""Which records of a session were taken back: branches that were left for another one."""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from recall.sources.transcripts.records import Place

_NONE = -1


class Tree:
    """The records of a session, 25 bytes and an entry of a table each."""

    def __init__(self) -> None:
        self._at: dict[int, int] = {}
        self._parents = array("l")
        self._lines = array("l")
        self._prompts = bytearray()

    def add(self, line: int, place: Place) -> None:
        """Take in a record; one whose parent is not known follows the one before it."""
        at = len(self._lines)
        known = self._at.get(hash(place.parent)) if place.parent else None
        self._parents.append(at - 1 if known is None else known)
        self._lines.append(line)
        self._prompts.append(place.is_prompt)
        self._at[hash(place.id)] = at

    def abandoned(self) -> set[int]:
        """Lines of records that are on no way to the last one.

        What hangs on that way stays unless a prompt begins it: tools that ran side by side each
        have their result, and only one of them is an ancestor of what follows.
        """
        on_the_way = bytearray(len(self._lines))
        at = len(self._lines) - 1
        while at != _NONE and not on_the_way[at]:
            on_the_way[at] = 1
            at = self._parents[at]
        gone: set[int] = set()
        lives = on_the_way
        for at, parent in enumerate(self._parents):
            if not lives[at]:
                if parent != _NONE and lives[parent] and not self._prompts[at]:
                    lives[at] = 1
                else:
                    gone.add(self._lines[at])
        return gone


class Trunk:
    """The end of a session as far as it has been read: whether what follows goes on from there."""

    def __init__(self, recent: list[str]) -> None:
        self.recent = recent

    def goes_on(self, place: Place) -> bool:
        """Whether a record follows the last one, or one after which nothing was said."""
        if not place.is_prompt or not place.parent or not self.recent:
            return True
        return place.parent in self.recent

    def add(self, place: Place, *, is_said: bool) -> None:
        """Take in a record; ``is_said`` when something of it is searched."""
        if is_said:
            self.recent = [place.id]
        elif len(self.recent) < MOST_RECENT:
            self.recent.append(place.id)
        else:
            self.recent[-1] = place.id


MOST_RECENT = 64
