"""The semantic arm: passages that mean what the query means, though they share no word with it.

A cosine of two unit vectors means the same for every query and lies in [0, 1] once what is
opposite counts as unlike, so that it can be added to the words' relevance as it is: a convex
combination. On texts of five kinds 0.2 to 0.3 for the meaning was the best share. A passage
without a vector is judged by its words alone, and so is every passage when the model knows too
little of the query, as in another language.
"""

from __future__ import annotations

from bisect import bisect_right
from itertools import accumulate
from typing import TYPE_CHECKING

from recall.search.query import Filter, Word, words
from recall.search.tree import parts
from recall.store import vectors
from recall.store.passage_search import Scored

if TYPE_CHECKING:
    from recall.embedding.codes import Asked
    from recall.search.lexical import Plan
    from recall.search.query import Query
    from recall.store.conditions import Condition
    from recall.store.database import Store

MEANING = 0.22
"""Share of the meaning in relevance; the words have the rest."""

KNOWN_SHARE = 0.5
"""Share of a query's words that the model must know whole for the meaning to count."""

NEAREST = 300
"""Passages looked for by meaning."""

LEAST_COSINE = 0.4
"""Below it a passage is no answer if it shares no word with the query: texts picked at random
rarely come that near to each other."""

_CODES = "codes by item"


class Judged:
    """Passages by relevance, the best first; ``failure`` says why the meaning was not asked."""

    __slots__ = ("failure", "passages", "share")

    def __init__(self, passages: list[Scored], share: float, failure: str = "") -> None:
        self.passages, self.share, self.failure = passages, share, failure


def judge(store: Store, query: Query, asked: Plan, passages: list[Scored], share: float) -> Judged:
    """The passages found by words with their cosines, and those that are near in meaning."""
    if not share or not _is_prose(query, asked):
        return Judged(passages, 0.0)
    try:
        return _judged(store, query, asked, passages, share)
    except (OSError, ValueError) as error:
        return Judged(passages, 0.0, f"what the question means was not looked for: {error}")


def _is_prose(query: Query, asked: Plan) -> bool:
    """Whether the query is words, with filters or not: an operator means what it says."""
    nodes = parts(query.root)
    plain = all(isinstance(node, Filter) or _is_word(node) for node in nodes)
    return plain and not asked.is_exact and asked.checks is None and bool(asked.units)


def _is_word(node: object) -> bool:
    return isinstance(node, Word) and not node.prefix


def _judged(
    store: Store, query: Query, asked: Plan, passages: list[Scored], share: float
) -> Judged:
    from recall.embedding import codes
    from recall.embedding.query import query_vector
    from recall.embedding.table import MODEL

    leaves = words(query)
    corrected = dict(asked.suggestions)
    meant = query_vector(" ".join(corrected.get(leaf.text, leaf.text) for leaf in leaves))
    if not meant.known or meant.known < KNOWN_SHARE * meant.words:
        return Judged(passages, 0.0)
    field = _field(store, MODEL)
    if not field.vectors.item_ids:
        return Judged(passages, 0.0)
    known = {each.passage_id: field.place(each) for each in passages}
    numbers = codes.asked(meant.numbers)
    near = _nearest(store, field, numbers, asked.condition)
    places = {place for place in known.values() if place is not None}.union(near)
    cosines = field.codes.cosines(numbers, places)
    judged = [
        each if (place := known[each.passage_id]) is None
        else each._replace(cosine=max(cosines[place], 0.0))
        for each in passages
    ]  # fmt: skip
    if len(leaves) > 1 or not passages:  # who types one word that is there means that word
        judged += [
            Scored(*field.passage(place), 0.0, 0, cosines[place])
            for place in near
            if cosines[place] >= LEAST_COSINE and field.passage(place)[1] not in known
        ]
    limit = asked.limit
    judged.sort(key=lambda each: (-relevance(each, limit, share), each.passage_id))
    return Judged(judged, share)


def relevance(passage: Scored, limit: float, share: float) -> float:
    """How well a passage answers, from 0 to 1; ``limit`` is the highest BM25."""
    by_words = passage.bm25 / limit
    if passage.cosine is None or not share:
        return by_words
    return (1 - share) * by_words + share * passage.cosine


class _Field:
    """All vectors of a store, laid out for scanning; a place is a number from 0 on."""

    def __init__(self, found: vectors.Vectors) -> None:
        from recall.embedding.codes import CODE_BYTES, Codes

        self.vectors = found
        lengths = [len(codes) // CODE_BYTES for codes in found.codes]
        self._starts = [0, *accumulate(lengths)]
        self._rows = {item_id: row for row, item_id in enumerate(found.item_ids)}
        self.codes = Codes(b"".join(found.codes))

    def place(self, passage: Scored) -> int | None:
        """Where the vector of a passage is; None if it has none."""
        row = self._rows.get(passage.item_id)
        if row is None:
            return None
        place = self._starts[row] + passage.passage_id - self.vectors.first_passages[row]
        return place if self._starts[row] <= place < self._starts[row + 1] else None

    def passage(self, place: int) -> tuple[int, int]:
        """Row ids of the item and the passage at a place."""
        row = bisect_right(self._starts, place) - 1
        vectors_ = self.vectors
        return vectors_.item_ids[row], vectors_.first_passages[row] + place - self._starts[row]

    def part(self, item_ids: set[int]) -> tuple[list[int], list[bytes]]:
        """Places and codes of some of the items."""
        rows = sorted(self._rows[each] for each in item_ids if each in self._rows)
        places = [at for row in rows for at in range(self._starts[row], self._starts[row + 1])]
        return places, [self.vectors.codes[row] for row in rows]


def _field(store: Store, model: str) -> _Field:
    """The vectors of a store, laid out once for as long as it does not change."""
    found = vectors.load(store, model)
    kept = store.kept.get(_CODES)
    if kept is None or kept[0] is not found:
        kept = (found, _Field(found))
        store.kept[_CODES] = kept
    field = kept[1]
    assert isinstance(field, _Field)
    return field


def _nearest(store: Store, field: _Field, query: Asked, condition: Condition | None) -> list[int]:
    """Places of the nearest passages among items that satisfy the condition."""
    if condition is None:
        return field.codes.nearest(query, NEAREST)
    from recall.embedding.codes import Codes

    places, packed = field.part(vectors.among(store, condition))
    return [places[at] for at in Codes(b"".join(packed)).nearest(query, NEAREST)]
