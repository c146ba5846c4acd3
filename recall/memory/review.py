"""What somebody should look at: contradictions, doubles, what ends soon, ended or was replaced."""

from __future__ import annotations

from typing import TYPE_CHECKING

from recall.memory import duplicates, keeping, wording
from recall.memory_model import Review, ReviewFinding
from recall.store import memories

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from recall.memory_model import ReviewKind
    from recall.store.database import Store

FADING_SECONDS = 7 * 86_400.0
"""How long before its end a memory is shown."""

_MOST_COMPARED = 500
"""Newest memories that are compared with all others."""


def review(
    store: Store, wanted: memories.Filter, kinds: tuple[ReviewKind, ...], limit: int
) -> Review:
    """Findings of these kinds, at most ``limit`` of each."""
    findings: list[ReviewFinding] = []
    counts: dict[ReviewKind, int] = {}
    for kind in kinds:
        found = list(_FINDERS[kind](store, wanted, limit))
        counts[kind] = len(found)
        findings += found
    return Review(tuple(findings), counts)


def _contradictions(store: Store, wanted: memories.Filter, limit: int) -> Iterator[ReviewFinding]:
    for newer, older in memories.contradicting(store, wanted, limit):
        yield ReviewFinding(
            "contradiction",
            (newer, older),
            f"{newer.id} and {older.id} give different values for the same thing.",
        )


def _duplicates(store: Store, wanted: memories.Filter, limit: int) -> Iterator[ReviewFinding]:
    found: set[frozenset[str]] = set()
    for memory in memories.chosen(store, wanted, "any", _MOST_COMPARED):
        if len(found) >= limit:
            return
        near = duplicates.near(
            store, wording.read(memory.content), wanted._replace(project=memory.project)
        )
        for each in near:
            other = each.memory
            pair = frozenset((memory.id, other.id))
            if each.likeness.score < duplicates.THRESHOLD or len(pair) < 2 or pair in found:
                continue
            if other.superseded_by is not None:
                continue
            found.add(pair)
            newer, older = sorted((memory, other), key=lambda both: -both.created_at)
            yield ReviewFinding(
                "duplicate",
                (newer, older),
                f"{newer.id} says the same as {older.id} ({each.likeness.score:.2f}).",
            )


def _fading(store: Store, wanted: memories.Filter, limit: int) -> Iterator[ReviewFinding]:
    until = wanted.now + FADING_SECONDS
    for memory in memories.chosen(store, wanted, "fading", limit, until):
        day = keeping.day(memory.expires_at or until)
        yield ReviewFinding("fading", (memory,), f"{memory.id} ends on {day}.")


def _expired(store: Store, wanted: memories.Filter, limit: int) -> Iterator[ReviewFinding]:
    for memory in memories.ended(store, wanted.namespace, wanted.now)[:limit]:
        day = keeping.day(memory.expires_at or wanted.now)
        yield ReviewFinding("expired", (memory,), f"{memory.id} ended on {day}.")


def _superseded(store: Store, wanted: memories.Filter, limit: int) -> Iterator[ReviewFinding]:
    for memory in memories.superseded(store, wanted, limit):
        yield ReviewFinding(
            "superseded", (memory,), f"{memory.id} is superseded by {memory.superseded_by}."
        )


_FINDERS: dict[ReviewKind, Callable[[Store, memories.Filter, int], Iterator[ReviewFinding]]] = {
    "contradiction": _contradictions,
    "duplicate": _duplicates,
    "fading": _fading,
    "expired": _expired,
    "superseded": _superseded,
}
