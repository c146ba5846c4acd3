"""The lexical arm: BM25 over weighted columns, strict and then visibly relaxed.

Relevance needs a scale that means the same for every query. BM25 of a passage is a sum over the
query's terms, each at most (k1 + 1) * idf (FTS5: k1 = 1.2); divided by the sum of these limits it
lies in [0, 1] and says which share of the strongest possible match a passage is.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

from recall.model import Step, Suggestion
from recall.search import filters, suggest
from recall.search.common_words import is_common
from recall.search.query import And, Or, Phrase, Query, Scoped, Word, is_plain, words
from recall.search.tree import is_read_in_texts, parts
from recall.store import conditions, passage_search
from recall.store.passage_search import Scored
from recall.store.tokenizer import phrase_term, word_terms

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from recall.search.text_checks import TextChecks
    from recall.search.tree import Node
    from recall.store.conditions import Condition
    from recall.store.database import Store

COLUMN_WEIGHTS: Mapping[str, float] = {
    "title": 3.0,
    "aliases": 3.0,
    "headings": 2.0,
    "anchors": 1.0,
    "tags": 1.0,
    "body": 1.0,
}
K1, B = 1.2, 0.75
"""Of FTS5's bm25(), in which they cannot be set; a term's weight is at most (K1 + 1) * idf."""

MORE_WORDS = 80
"""So many words longer every passage is taken to be than it is, before lengths are compared.

BM25 holds it against a passage of forty words among those of twenty that it is twice as long as
most; but twenty words more are no wordiness. On conversations and on notes, which are cut into
short passages, this is worth more than any weight; to passages of 200 words it does little.
"""

TIMES = 2.0
"""So often at least a term is taken to stand in a passage, where its length is weighed anew."""

POSTINGS_BUDGET = 40_000
"""Passages a query may touch, its words taken rarest first: what a query costs is the number of
passages its words stand in, and the commonest words tell least."""


LEAST_IDF_SHARE = 0.02

FEW_PASSAGES = 40
"""In a smaller store a word may be in most passages and still be what is asked for."""


class Unit(NamedTuple):
    """One term of the ranking: as typed, as FTS5 reads it, and how rare it is."""

    word: str
    expression: str
    frequency: int
    idf: float


class Plan(NamedTuple):
    """How a query will be asked.

    ``ignored`` are words too common to be worth their time. ``condition`` is what an item must
    satisfy beside the words, ``loose`` what is left of it when nothing satisfies that; None when
    every item qualifies. ``is_exact`` says that the condition is all that was asked: the words
    only rank. ``checks`` has read texts for the condition. ``asks_any`` says that words are
    alternatives.
    """

    units: tuple[Unit, ...]
    ignored: tuple[str, ...]
    condition: Condition | None
    loose: Condition | None
    suggestions: tuple[Suggestion, ...]
    is_exact: bool
    checks: TextChecks | None
    asks_any: bool

    @property
    def limit(self) -> float:
        """The highest BM25 a passage can reach."""
        return (K1 + 1) * sum(unit.idf for unit in self.units)

    @property
    def any_of(self) -> str:
        """FTS5 expression: some term."""
        return " OR ".join(unit.expression for unit in self.units)

    @property
    def all_of(self) -> str:
        """FTS5 expression: every term in one passage."""
        return " AND ".join(f"({unit.expression})" for unit in self.units)


class Found(NamedTuple):
    """Candidates of the arm, best first, and the steps that led to them."""

    passages: list[Scored]
    steps: tuple[Step, ...]
    total: int | None = None
    """How many items there are, where that was counted."""


def plan(store: Store, query: Query, scope: Condition | None) -> Plan:
    """Turn a query into terms and conditions; reads the index for the rarity of each word."""
    total = passage_search.size(store)
    suggestions: list[Suggestion] = []
    leaves = words(query)
    # Words of grammar are asked for only when there is nothing else to ask for: not when the
    # words of substance stand nowhere, or every note with an "is" would answer.
    substance = [leaf for leaf in leaves if not _is_grammar(leaf)] or leaves
    units = [unit for leaf in substance for unit in _units(store, leaf, total, suggestions)]
    asked = tuple(dict.fromkeys(unit.word for unit in units))
    units += _part_units(store, query.root, total)
    # Who writes OR means each of the words.
    kept = _affordable(_telling(units, total) if is_plain(query) else units)
    checks = _checks(store, query.root, scope)
    is_exact = not filters.only_words(query.root) and not any(
        isinstance(part, Word) for part in parts(query.root)
    )
    condition = _both(scope, filters.required(query.root, checks))
    loose = condition if is_exact else _both(scope, filters.lasting(query.root, checks))
    return Plan(
        tuple(kept),
        tuple(word for word in asked if not any(unit.word == word for unit in kept)),
        condition,
        loose,
        tuple(dict.fromkeys(suggestions)),
        is_exact,
        checks,
        _asks_any(query.root),
    )


def _asks_any(root: Node | None) -> bool:
    """Whether some words are alternatives, so that nobody asked for all of them."""
    if isinstance(root, Or):
        return any(isinstance(each, Word | Phrase | And | Or) for each in root.nodes)
    return isinstance(root, And) and any(map(_asks_any, root.nodes))


def _checks(store: Store, root: Node | None, scope: Condition | None) -> TextChecks | None:
    if not is_read_in_texts(root):
        return None
    from recall.search.text_checks import TextChecks

    return TextChecks(store, _both(scope, filters.known(root)))


def _part_units(store: Store, root: Node | None, total: int) -> list[Unit]:
    """The words of ``content:x`` and ``line:(x y)``, which must be there in any case.

    They rank, too, so that what has most of them comes first.
    """
    found = []
    for part in parts(root):
        if isinstance(part, Scoped):
            column = "{body} : " if part.scope == "content" else ""
            for leaf in _words_of(part.node):
                term = phrase_term(leaf.text, prefix=isinstance(leaf, Word) and leaf.prefix)
                found += [_unit(store, leaf.text, f"{column}{term}", total)] if term else []
    return found


def _words_of(node: Node | None) -> Iterator[Word | Phrase]:
    if isinstance(node, Word | Phrase):
        yield node
    else:
        for part in parts(node) if not isinstance(node, Or) else node.nodes:
            if isinstance(part, Word | Phrase | And | Or):
                yield from _words_of(part)


def _is_grammar(leaf: Word | Phrase) -> bool:
    return isinstance(leaf, Word) and is_common(leaf.text)


def _both(left: Condition | None, right: Condition | None) -> Condition | None:
    if left is None or right is None:
        return left or right
    return conditions.all_of([left, right])


def _units(
    store: Store, leaf: Word | Phrase, total: int, suggestions: list[Suggestion]
) -> list[Unit]:
    if isinstance(leaf, Phrase):
        term = phrase_term(leaf.text)
        return [_unit(store, leaf.text, term, total)] if term else []
    terms = word_terms(leaf.text, prefix=leaf.prefix)
    units = [_unit(store, leaf.text, term, total) for term in terms]
    if units and not any(unit.frequency for unit in units):
        return [_tolerant(store, leaf.text, total, suggestions) or units[0]]
    # Of a run without blanks, the pairs that no passage has mostly lie across two words.
    return [unit for unit in units if unit.frequency] or units


def _unit(store: Store, word: str, expression: str, total: int) -> Unit:
    frequency = passage_search.document_frequency(store, expression)
    return Unit(word, expression, frequency, idf(frequency, total))


def idf(frequency: int, total: int) -> float:
    """FTS5's inverse document frequency: ln((N - n + 0.5) / (n + 0.5)), at least 1e-6."""
    return max(math.log((total - frequency + 0.5) / (frequency + 0.5)), 1e-6)


def _tolerant(store: Store, word: str, total: int, suggestions: list[Suggestion]) -> Unit | None:
    """A word that stands nowhere: the beginning of a name's word, or a name's word mistyped."""
    completed = suggest.completion(store, word)
    if completed:
        return _unit(store, word, completed, total)
    meant = suggest.closest(store, word)
    if meant is None:
        return None
    suggestions.append(Suggestion(word, meant))
    return _unit(store, word, word_terms(meant)[0], total)


def _telling(units: list[Unit], total: int) -> list[Unit]:
    """The terms without those that stand in about every second passage beside a rarer one.

    Such a term cannot tell one note from another, and alone it must not answer for the rarer one:
    every note has a "2026" when the whole vault is of that year.
    """
    if total < FEW_PASSAGES:
        return units
    least = LEAST_IDF_SHARE * max((unit.idf for unit in units), default=0.0)
    return [unit for unit in units if unit.idf >= least]


def _affordable(units: list[Unit]) -> list[Unit]:
    """The terms that fit ``POSTINGS_BUDGET``, rarest first, in the order typed; at least one."""
    spent = 0
    kept: set[str] = set()
    for unit in sorted(units, key=lambda each: each.frequency):
        spent += unit.frequency
        if kept and spent > POSTINGS_BUDGET:
            break
        kept.add(unit.expression)
    return [unit for unit in units if unit.expression in kept]


def find(store: Store, asked: Plan, depth: int, named_weights: Mapping[str, float]) -> Found:
    """The best passages for a plan: all words first, some words after, in visible steps."""
    if not asked.units:
        return _listed(store, asked, depth)
    weights = passage_search.weights_of(named_weights)
    named = ", ".join(dict.fromkeys(unit.word for unit in asked.units))
    steps: list[Step] = []
    passages: list[Scored] = []
    several = len(asked.units) > 1
    if several:
        strict = passage_search.top(store, asked.all_of, weights, depth, asked.condition)
        if not asked.asks_any:
            steps.append(Step(f"all of: {named}", len({each.item_id for each in strict})))
        passages += strict
    loose = passage_search.top(store, asked.any_of, weights, depth, asked.condition)
    if not loose and asked.condition != asked.loose:
        steps.append(Step("as written", 0))
        loose = passage_search.top(store, asked.any_of, weights, depth, asked.loose)
    known = {each.passage_id for each in passages}
    passages += [each for each in loose if each.passage_id not in known]
    passages = _weighed_anew(passages, asked.limit, passage_search.mean_words(store))
    steps.append(
        Step(f"{'some' if several else 'all'} of: {named}", len({p.item_id for p in passages}))
    )
    passages.sort(key=lambda each: (-each.bm25, each.passage_id))
    if asked.is_exact and asked.condition is not None:
        return _completed(store, asked, depth, passages)
    return Found(passages, tuple(steps))


def _weighed_anew(passages: list[Scored], limit: float, mean: float) -> list[Scored]:
    return [
        Scored(item_id, passage_id, bm25 * length_factor(words, mean, bm25 / limit), words)
        for item_id, passage_id, bm25, words, _ in passages
    ]


def length_factor(words: int, mean: float, share: float) -> float:
    """What a passage's BM25 is multiplied with so that ``MORE_WORDS`` are in its length.

    BM25 gives a term ``times / (times + length)`` of its limit, ``length`` being
    ``K1 * (1 + B * (words / mean - 1))``. How often the terms are there is not known any more;
    as often as would give the passage its share of the limit if they all were.
    """
    longer = K1 * B * (words - mean)
    length = K1 + longer / max(mean, 1.0)
    times = max(TIMES, length * share / max(1 - share, 1e-6))
    return (times + length) / (times + K1 + longer / (mean + MORE_WORDS))


def _completed(store: Store, asked: Plan, depth: int, passages: list[Scored]) -> Found:
    """All that the condition holds for; what has none of the words that rank comes last."""
    listed = _listed(store, asked, depth)
    known = {each.item_id for each in passages}
    rest = [each for each in listed.passages if each.item_id not in known]
    return Found([*passages, *rest], (Step("as written", listed.total or 0),), listed.total)


def _listed(store: Store, asked: Plan, depth: int) -> Found:
    if asked.condition is None:
        return Found([], ())
    passages = passage_search.listed(store, asked.condition, depth)
    total = len(passages)
    if total == depth:
        total = passage_search.count_listed(store, asked.condition)
    return Found(passages, (Step("filters alone", total),), total)
