"""What every function of the language may use: the vault, the clock, and a budget of work."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from vault_sync.bases.syntax import NotUnderstoodError
from vault_sync.bases.values import FileValue, LinkValue, moment_of
from vault_sync.target import is_external

if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import datetime

    from vault_sync.bases.model import VaultView
    from vault_sync.bases.values import BaseValue, Moment
    from vault_sync.expressions import Expression
    from vault_sync.model import FileEntry

MAX_TEXT = 100_000
MAX_ITEMS = 50_000
STEPS = 2_000_000
STEPS_PER_FILE = 500
"""Steps one listing may take, about a second for each million. Honest filters take some ten
steps a file; a list in a list in a list takes more than there is time for."""


FunctionBody: TypeAlias = "Callable[[Any, tuple[BaseValue, ...], Tools], BaseValue]"
"""A function's subject (null for a global one), its arguments, the tools -> its result."""


class Function(NamedTuple):
    """How many arguments a function takes, and what it does."""

    least: int
    most: int
    run: FunctionBody


class Tools:
    """Of one listing: everything in it is read, only the work done and mismatches are counted.

    Attributes:
        vault: the vault.
        zone: time zone in which dates without one are meant.
        now: the moment of the listing.
        path: the file being looked at.
        mismatches: what did not go together (a number that was asked for its words), with
            the file where it happened first and the number of times.
    """

    def __init__(self, vault: VaultView, now: datetime) -> None:
        from datetime import UTC

        self.vault = vault
        self.zone = now.tzinfo or UTC
        moment = moment_of(now, self.zone)
        if moment is None:
            raise NotUnderstoodError("the year of the clock is none")
        self.now: Moment = moment
        self.path = ""
        self.mismatches: dict[str, tuple[str, int]] = {}
        self._entries = {entry.path: entry for entry in vault.files}
        self._steps = STEPS + STEPS_PER_FILE * len(self._entries)
        self._backlinks: dict[str, set[str]] | None = None
        self._expressions: dict[tuple[str, str], Expression] = {}

    def spend(self, steps: int) -> None:
        """Count work.

        Raises:
            NotUnderstoodError: it is too much.
        """
        self._steps -= steps
        if self._steps < 0:
            raise NotUnderstoodError("it takes too many steps")

    def text(self, text: str) -> str:
        """The text, counted.

        Raises:
            NotUnderstoodError: it is too long.
        """
        self.spend(1 + len(text) // 100)
        if len(text) > MAX_TEXT:
            raise NotUnderstoodError(f"it makes a text of more than {MAX_TEXT} characters")
        return text

    def items(self, items: tuple[BaseValue, ...]) -> tuple[BaseValue, ...]:
        """The list, counted.

        Raises:
            NotUnderstoodError: it is too long.
        """
        self.spend(1 + len(items))
        if len(items) > MAX_ITEMS:
            raise NotUnderstoodError(f"it makes a list of more than {MAX_ITEMS} members")
        return items

    def mismatch(self, message: str) -> BaseValue:
        """Null, in place of a result that something does not have for this file; it is noted."""
        first, count = self.mismatches.get(message, (self.path, 0))
        self.mismatches[message] = first, count + 1
        return None

    def entry(self, path: str) -> FileEntry | None:
        """The file at a path, of those a base may list."""
        return self._entries.get(path)

    def target(self, value: LinkValue | FileValue) -> str | None:
        """Path of the file that a link leads to, or that a file is."""
        if isinstance(value, FileValue):
            return value.path
        self.spend(2)
        if is_external(value.path):
            return None
        return self.vault.resolve(value.path, value.source or self.path)

    def links_of(self, path: str) -> set[str]:
        """Paths that a note links to or embeds, in its text and properties."""
        note = self.vault.note(path)
        if note is None:
            return set()
        self.spend(1 + 2 * len(note.links))
        found = {self.vault.resolve(link.path, path) for link in note.links}
        return {each for each in found if each is not None}

    def backlinks_of(self, path: str) -> list[str]:
        """Paths of the notes that link to a file."""
        if self._backlinks is None:
            self._backlinks = {}
            for source in self._entries:
                for each in self.links_of(source):
                    self._backlinks.setdefault(each, set()).add(source)
        return sorted(self._backlinks.get(path, ()))

    def expression(self, source: str, flags: str) -> Expression:
        """A regular expression that may be run.

        Raises:
            NotUnderstoodError: Python does not know it, or it could take very long.
        """
        known = self._expressions.get((source, flags))
        if known is None:
            known = self._expressions[source, flags] = _compiled(source, flags)
        return known


def _compiled(source: str, flags: str) -> Expression:
    from vault_sync import expressions

    if set(flags) - set("giu"):
        raise NotUnderstoodError(f"the flags {flags!r} of a regular expression are not known")
    try:
        judged = expressions.judged(source, re.IGNORECASE if "i" in flags else 0)
    except expressions.SlowExpressionError:
        judged = None
    if judged is None or judged.choices > expressions.MAX_CHOICES:
        raise NotUnderstoodError(
            f"the regular expression /{source[:40]}/ is not known or may take too long"
        )
    few = judged.choices <= 1
    longest = expressions.MAX_PATH if few else expressions.MAX_PATH_OF_CHOICES
    return expressions.Expression(judged.pattern, longest)
