"""From passages to ranked items: fold, weigh by currency, keep every number for ``--explain``."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from recall.model import Currency, Term
from recall.search import decay

if TYPE_CHECKING:
    from recall.search.lexical import Plan
    from recall.store.passage_search import ItemRow, Scored

OTHER_PASSAGES = 0.10
"""What each further matching passage of an item adds, as a share of its own relevance."""

OTHER_PASSAGES_COUNTED = 3


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


def rank(folded: list[Folded], rows: dict[int, ItemRow], asked: Plan, now: float) -> list[Ranked]:
    """Items by score = relevance * currency, best first; equal scores by path."""
    ranked = [
        _ranked(each, rows[each.item_id], asked, now) for each in folded if each.item_id in rows
    ]
    ranked.sort(key=lambda each: (-each.score, each.item.path, each.item.id))
    return ranked


def _ranked(folded: Folded, item: ItemRow, asked: Plan, now: float) -> Ranked:
    terms = _relevance(folded, asked)
    relevance = min(sum(term.value for term in terms), 1.0)
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


def _relevance(folded: Folded, asked: Plan) -> list[Term]:
    limit = asked.limit
    if not limit:
        return [Term("start", "listed", 1.0, "no words to rank by, only filters")]
    best, *others = folded.passages
    named = ", ".join(f"{unit.word} (idf {unit.idf:.2f})" for unit in asked.units)
    terms = [
        Term(
            "start",
            "words",
            best.bm25 / limit,
            f"BM25 {best.bm25:.3f} of at most {limit:.3f}: {named}",
        )
    ]
    counted = others[:OTHER_PASSAGES_COUNTED]
    if counted:
        value = OTHER_PASSAGES * sum(each.bm25 for each in counted) / limit
        value = min(value, 1.0 - terms[0].value)
        note = f"{OTHER_PASSAGES:g} of the relevance of {len(counted)} more"
        terms.append(Term("add", "other passages", value, note))
    return terms


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
