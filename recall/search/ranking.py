"""From passages to ranked items: fold, weigh by currency, keep every number for ``--explain``."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from recall.model import Currency, Term
from recall.search import decay

if TYPE_CHECKING:
    from collections.abc import Callable

    from recall.search.lexical import Plan
    from recall.store.passage_search import ItemRow, Scored

OTHER_PASSAGES = 0.10
"""What each further matching passage of an item adds, as a share of its own relevance."""

OTHER_PASSAGES_COUNTED = 3

NAME_SHARE = 0.2
"""Share of relevance that only an item has whose name stands whole in the query."""


class Ranked(NamedTuple):
    """An item with its best passage and the arithmetic of its score."""

    item: ItemRow
    passage_id: int
    relevance: float
    currency: Currency
    score: float
    terms: tuple[Term, ...]


class Folded(NamedTuple):
    """The passages of one item, best first."""

    item_id: int
    passages: tuple[Scored, ...]


def fold(passages: list[Scored]) -> list[Folded]:
    """Passages by item, in the order of each item's best passage."""
    by_item: dict[int, list[Scored]] = {}
    for each in passages:
        by_item.setdefault(each.item_id, []).append(each)
    return [Folded(item_id, tuple(group)) for item_id, group in by_item.items()]


class Names(NamedTuple):
    """What the query says and how to compare names with it."""

    asked: frozenset[str]
    stems: Callable[[str], frozenset[str]]


def rank(
    folded: list[Folded], rows: dict[int, ItemRow], asked: Plan, names: Names, now: float
) -> list[Ranked]:
    """Items by score = relevance * currency, best first; equal scores by path."""
    ranked = [
        _ranked(each, rows[each.item_id], asked, names, now)
        for each in folded
        if each.item_id in rows
    ]
    ranked.sort(key=lambda each: (-each.score, each.item.path, each.item.id))
    return ranked


def _ranked(folded: Folded, item: ItemRow, asked: Plan, names: Names, now: float) -> Ranked:
    terms = _relevance(folded, item, asked, names)
    relevance = 0.0
    for term in terms:
        relevance = (
            relevance * term.value if term.operation == "multiply" else relevance + term.value
        )
    current = decay.currency(item, now)
    terms.append(Term("multiply", "currency", current.value, describe(current)))
    return Ranked(
        item,
        folded.passages[0].passage_id,
        relevance,
        current,
        relevance * current.value,
        tuple(terms),
    )


def _relevance(folded: Folded, item: ItemRow, asked: Plan, names: Names) -> list[Term]:
    limit = asked.limit
    if not limit:
        return [Term("start", "listed", 1.0, "no words to rank by, only filters")]
    best, *others = folded.passages
    named = ", ".join(f"{unit.expression} (idf {unit.idf:.2f})" for unit in asked.units)
    note = f"BM25 {best.bm25:.3f} of at most {limit:.3f}: {named}"
    terms = [Term("start", "words", best.bm25 / limit, note)]
    counted = others[:OTHER_PASSAGES_COUNTED]
    if counted:
        value = OTHER_PASSAGES * sum(each.bm25 for each in counted) / limit
        value = min(value, 1.0 - terms[0].value)
        note = f"{OTHER_PASSAGES:g} of the relevance of {len(counted)} more"
        terms.append(Term("add", "other passages", value, note))
    terms.append(_name(item, names))
    return terms


def _name(item: ItemRow, names: Names) -> Term:
    """How much of one of the item's names the query says: ``Tags`` is about tags, whole."""
    best, closest = 0.0, ""
    for name in (item.title, *item.aliases.split("\n")):
        stems = names.stems(name) if name else frozenset()
        share = len(stems & names.asked) / len(stems) if stems else 0.0
        if share > best:
            best, closest = share, name
    note = (
        f"{best:.0%} of the words of the name {closest!r}" if closest else "not named in the query"
    )
    return Term("multiply", "name", 1 - NAME_SHARE * (1 - best), note)


def describe(current: Currency) -> str:
    """The currency's formula with its numbers filled in."""
    status = f"{current.status_factor:g} * " if current.status_factor != 1 else ""
    if current.half_life_days is None:
        return f"{status}1, {current.reason}" if current.reason else f"{status}1"
    note = (
        f"{status}({current.floor:g} + {1 - current.floor:g} * "
        f"2^(-{current.age_days:.1f} d / {current.half_life_days:g} d))"
    )
    return f"{note}, {current.reason}" if current.reason else note
