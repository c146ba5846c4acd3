"""From passages to ranked items: fold, weigh by currency, keep every number for ``--explain``."""

from __future__ import annotations

import heapq
from typing import TYPE_CHECKING, NamedTuple

from recall.model import Currency, Term
from recall.search import decay, succession
from recall.search.semantic import relevance

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from recall.search.decay import HalfLife
    from recall.search.lexical import Plan
    from recall.search.succession import Loss
    from recall.store.passage_search import ItemRow, Scored

OTHER_PASSAGES = 0.05
"""What each further matching passage of an item adds, as a share of its own relevance."""

OTHER_PASSAGES_COUNTED = 3

NAME_SHARE = 0.2
"""Share of relevance that only an item has whose name stands whole in the query."""

LISTED = 0.1
"""Relevance of an item for which a query holds, but none of the words that rank is in it."""

RIVALS = 100
"""Items among which later answers are looked for: fixed, so that pages add up."""

PINNED_SHARE = 0.1
"""Share of what is missing to full relevance that a pinned memory is given."""

NAMED_SHARE = 0.5
"""The same for what the query names and says nothing else: that is what is wanted, old or not."""

RETIRED_SHARE = 0.15
"""The same for what is retired, when the past is asked for."""


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


class Question(NamedTuple):
    """What ranking needs to know beside the passages.

    ``stems`` are the query's words as index tokens, ``stems_of`` makes tokens of a name, ``row``
    gives the item of a row id. ``past`` says that what held before is asked for, ``memories``
    that some items may be later answers to what others say. ``exact`` gives which of the query's
    words with digits (``F28``, ``ERR_4417``) an item has, ``shared`` whether its title names many.
    ``first`` says that the first of what held before is asked for, not what came right before.
    ``named`` are the items whose name is the whole query.
    ``share`` is that of the meaning in relevance.
    """

    asked: Plan
    now: float
    kinds: Mapping[str, HalfLife]
    stems: frozenset[str]
    stems_of: Callable[[str], frozenset[str]]
    row: Callable[[int], ItemRow | None]
    past: bool = False
    memories: bool = False
    exact: Callable[[int], frozenset[str]] = lambda _: frozenset()
    shared: Callable[[int], bool] = lambda _: False
    first: bool = False
    named: frozenset[int] = frozenset()
    share: float = 0.0


def rank(folded: list[Folded], question: Question, needed: int) -> list[Ranked]:
    """The ``needed`` best items by score = relevance * currency; equal scores by path.

    What its passages say is about the most an item can score, since its name and its currency
    only lower that: the rest need not be looked at once none of them can reach the last place.
    """
    candidates = [(_relevance(each, question), each) for each in folded]
    candidates.sort(key=lambda pair: -pair[0])
    ranked: list[Ranked] = []
    if (question.memories or question.past) and question.asked.limit:
        rivals = ((each, question.row(each.item_id)) for _, each in candidates[:RIVALS])
        ranked = _without_losers(
            [_ranked(each, item, question) for each, item in rivals if item], question
        )
        candidates = candidates[RIVALS:]
    best = heapq.nlargest(needed, (each.score for each in ranked))
    heapq.heapify(best)  # the highest scores so far, the lowest of them first
    for reached, each in candidates:
        if len(best) >= needed and _ceiling(reached, question) < best[0]:
            break
        item = question.row(each.item_id)
        if item is None:
            continue
        ranked.append(_ranked(each, item, question))
        heapq.heappush(best, ranked[-1].score)
        if len(best) > needed:
            heapq.heappop(best)
    ranked.sort(key=lambda each: (-each.score, each.item.path, each.item.id))
    return ranked[:needed]


def _ceiling(relevance: float, question: Question) -> float:
    """The most an item can score."""
    share = max(
        PINNED_SHARE * question.memories,
        RETIRED_SHARE * question.past,
        NAMED_SHARE * bool(question.named),
    )
    return relevance + share * (1 - relevance)


def _ranked(folded: Folded, item: ItemRow, question: Question) -> Ranked:
    words = terms = _words(folded, question)
    relevance = sum(term.value for term in words)
    if question.asked.limit:
        name = _name(item, question)
        relevance *= name.value
        terms = [*words, name]
        share, why = _favour(item, question)
        if share:
            terms.append(Term("add", why, share * (1 - relevance), f"{share:g} of what is missing"))
            relevance += terms[-1].value
    if question.past:
        current = decay.in_the_past()
    else:
        current = decay.currency(item, question.now, question.kinds)
        if current.status_factor < 1 and item.id in question.named:
            current = decay.asked_by_name(current)
    terms = [*terms, Term("multiply", "currency", current.value, describe(current))]
    score = relevance * current.value
    return Ranked(item, folded.passages[0].passage_id, relevance, current, score, tuple(terms))


def _favour(item: ItemRow, question: Question) -> tuple[float, str]:
    """Share of what is missing to full relevance that an item is given, and why."""
    if item.id in question.named:
        return NAMED_SHARE, "named"
    retired = item.superseded_by is not None or item.status in decay.STATUS_FACTORS
    if question.past and retired:
        return RETIRED_SHARE, "retired"
    if question.memories and item.pinned and item.source != "vault" and not retired:
        return PINNED_SHARE, "pinned"
    return 0.0, ""


def _without_losers(ranked: list[Ranked], question: Question) -> list[Ranked]:
    """The items with what they lose to better answers to the same question."""
    contenders = [
        succession.Contender(each.item, each.relevance, question.exact(each.item.id))
        for each in ranked
    ]
    wanted = frozenset[str]().union(*(each.exact for each in contenders))
    if wanted:
        ranked = [
            _spared(each) if contender.exact == wanted else each
            for each, contender in zip(ranked, contenders, strict=True)
        ]
    found = succession.losses(contenders, question.now, past=question.past, first=question.first)
    return [_less(each, found[each.item.id], past=question.past) if each.item.id in found else each
            for each in ranked]  # fmt: skip


def _spared(ranked: Ranked) -> Ranked:
    """An old answer with the very code that is asked for is not buried by fresh ones without."""
    share = ranked.currency.value / ranked.currency.status_factor
    value = ranked.currency.status_factor * (1 + share) / 2
    return _with_currency(ranked, value, "halfway to 1: it has the number asked for")


def _less(ranked: Ranked, loss: Loss, *, past: bool) -> Ranked:
    which = "what is asked for" if past else "later"
    why = f"times {loss.factor:.3f}: {which} is {loss.rival!r}"
    return _with_currency(ranked, ranked.currency.value * loss.factor, why)


def _with_currency(ranked: Ranked, value: float, why: str) -> Ranked:
    current = ranked.currency._replace(value=value)
    note = f"{ranked.terms[-1].note}, {why}"
    terms = (*ranked.terms[:-1], Term("multiply", "currency", current.value, note))
    return ranked._replace(currency=current, score=ranked.relevance * current.value, terms=terms)


def _relevance(folded: Folded, question: Question) -> float:
    """What the passages of an item say, before its name and its currency count."""
    limit = question.asked.limit
    best, *others = folded.passages
    if not limit:
        return 1.0
    if not best.bm25 and best.cosine is None:
        return LISTED
    value = relevance(best, limit, question.share)
    counted = others[:OTHER_PASSAGES_COUNTED]
    return value + _more(value, counted, limit, question.share)


def _more(value: float, others: Sequence[Scored], limit: float, share: float) -> float:
    more = OTHER_PASSAGES * sum([relevance(each, limit, share) for each in others])
    return min(more, 1.0 - value)


def _words(folded: Folded, question: Question) -> list[Term]:
    """The same as ``_relevance`` in its terms."""
    asked, share = question.asked, question.share
    limit = asked.limit
    if not limit:
        return [Term("start", "listed", 1.0, "no words to rank by, only filters")]
    best, *others = folded.passages
    if not best.bm25 and best.cosine is None:
        note = "the query holds for it without the words that rank"
        return [Term("start", "listed", LISTED, note)]
    named = ", ".join(f"{unit.expression} (idf {_telling(unit.idf, 2)})" for unit in asked.units)
    note = f"BM25 {_telling(best.bm25)} of at most {_telling(limit)}: {named}"
    if best.cosine is None or not share:
        terms = [Term("start", "words", best.bm25 / limit, note)]
    else:
        note = f"{1 - share:g} of {note}"
        terms = [Term("start", "words", (1 - share) * best.bm25 / limit, note)]
        note = f"{share:g} of the cosine {_telling(best.cosine)}"
        terms.append(Term("add", "meaning", share * best.cosine, note))
    counted = others[:OTHER_PASSAGES_COUNTED]
    if counted:
        value = _more(sum(term.value for term in terms), counted, limit, share)
        note = f"{OTHER_PASSAGES:g} of the relevance of {len(counted)} more"
        terms.append(Term("add", "other passages", value, note))
    return terms


def _telling(value: float, digits: int = 3) -> str:
    """A number with so many digits behind the point, or as many as tell it from nought."""
    return f"{value:.{digits}f}" if abs(value) >= 0.1 or not value else f"{value:.{digits}g}"


def _name(item: ItemRow, question: Question) -> Term:
    """How much of one of the item's names the query says: ``Tags`` is about tags, whole."""
    best, closest = 0.0, ""
    for name in (item.title, *item.aliases.split("\n")):
        stems = question.stems_of(name) if name else frozenset()
        share = len(stems & question.stems) / len(stems) if stems else 0.0
        if share > best and not (name == item.title and question.shared(item.id)):
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
