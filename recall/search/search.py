"""One search from text to ranked hits. It reads, it never writes, not even a counter."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from recall.model import Hit, Results
from recall.search import filters, lexical, ranking, semantic, snippet
from recall.search.decay import KINDS, superseded_by
from recall.search.intent import asks_for_the_first, asks_for_the_past
from recall.search.lexical import COLUMN_WEIGHTS, Found
from recall.search.query import Filter, Query, parse, understood
from recall.store import collections, conditions, items, passage_search
from vault_sync.paths import last_part
from vault_sync.uri import open_uri

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from datetime import tzinfo

    from recall.model import Verdict
    from recall.search.decay import HalfLife
    from recall.search.lexical import Plan
    from recall.search.ranking import Ranked
    from recall.search.semantic import Judged
    from recall.search.unmatched import Missed
    from recall.store.conditions import Condition
    from recall.store.database import Store
    from recall.store.passage_search import ItemRow

DEPTH = 1_000
"""Passages fetched before folding into items: the same for every page, so that pages add up."""


class Scope(NamedTuple):
    """Where to look and from which moment. ``now`` is what ``--as-of`` moves.

    ``namespace`` is None where items of every namespace qualify; ``where`` is what else items must
    be. ``until`` is the real moment where ``now`` is an earlier one: what is dated between the two
    was not there then.
    """

    now: float
    zone: tzinfo | None = None
    namespace: str | None = "default"
    vault: str | None = None
    source: str | None = None
    kind: str | None = None
    project: str | None = None
    tags: tuple[str, ...] = ()
    min_score: float = 0.0
    half_life_days: float | None = None
    kinds: Mapping[str, HalfLife] = KINDS
    weights: Mapping[str, float] = COLUMN_WEIGHTS
    meaning: float = semantic.MEANING
    scope: str | None = None
    where: Condition | None = None
    until: float | None = None


def search(store: Store, text: str, scope: Scope, *, limit: int, offset: int = 0) -> Results:
    """Items that answer ``text``, best first, from place ``offset`` on, at most ``limit``."""
    query = parse(text, scope.now, scope.zone)
    with store.read():
        asked, found, judged, kept, total, below = _find(store, query, scope, limit + offset)
        several = collections.are_several(store)
        alike = collections.share_a_folder_name(store) if several else frozenset()
        hits = tuple(
            _hit(store, each, asked, query, scope.now, alike)._replace(
                rank=place, shows_vault=several and scope.vault is None
            )
            for place, each in enumerate(kept[offset:], offset + 1)
        )
        missed = None if kept else _missed(store, query, scope, asked, found, below)
        notes = (*_notes(query, asked, hits), *(missed.notes if missed else ()))
        if kept and not found.passages:
            notes = (*notes, "No note has any of these words; what follows is near in meaning.")
    return Results(
        query=text,
        understood=understood(query),
        notes=notes,
        steps=found.steps,
        verdict=_verdict(judged, missed),
        hits=hits,
        total=total,
        total_is_exact=len(found.passages) < DEPTH or (found.total == total),
        suggestions=asked.suggestions,
        as_of=scope.now,
        failures=(judged.failure,) if judged.failure else (),
    )


def ranked_paths(store: Store, text: str, scope: Scope, *, limit: int) -> tuple[str, ...]:
    """Paths of the hits that ``search`` gives, in its order, for half of its time: no snippets."""
    query = parse(text, scope.now, scope.zone)
    with store.read():
        kept = _find(store, query, scope, limit)[3]
    return tuple(each.item.path for each in kept)


def _find(
    store: Store, query: Query, scope: Scope, needed: int
) -> tuple[Plan, Found, Judged, list[Ranked], int, list[Ranked]]:
    """How the query is asked, what words and meaning find, the best, how many, what scores low."""
    chosen = _chosen(scope)
    limits = [*_always(store, scope), *chosen]
    condition = conditions.all_of(limits) if limits else None
    asked = lexical.plan(store, query, condition)
    if not asked.units and not chosen and asked.condition == condition:
        found = Found([], ())  # no words and no filters: nothing was asked for
    else:
        found = lexical.find(store, asked, DEPTH, scope.weights)
    judged = semantic.judge(store, query, asked, found.passages, scope.meaning)
    folded = ranking.fold(judged.passages)
    question = _question(store, query, asked, scope)._replace(share=judged.share)
    if not scope.min_score:
        total = len(folded) if found.total is None else found.total
        return asked, found, judged, ranking.rank(folded, question, needed), total, []
    ranked = ranking.rank(folded, question, len(folded))
    kept = [each for each in ranked if each.score >= scope.min_score]
    return asked, found, judged, kept[:needed], len(kept), ranked[len(kept) :]


def _verdict(judged: Judged, missed: Missed | None) -> Verdict:
    if judged.failure:
        return "incomplete"
    return missed.verdict if missed else "answered"


def _always(store: Store, scope: Scope) -> list[Condition]:
    """What no answer may leave out of account, though nobody asked for it."""
    parts: list[Condition] = []
    namespace = scope.namespace
    if namespace is not None and passage_search.has_other_namespaces(store, namespace):
        parts.append(conditions.equals("namespace", namespace))
    if passage_search.has_expiring(store):
        parts.append(conditions.unexpired(scope.now))
    if scope.until is not None and scope.until > scope.now:
        parts.append(conditions.not_dated_between(scope.now, scope.until))
    return parts


def _chosen(scope: Scope) -> list[Condition]:
    """What was asked for beside the query."""
    parts: list[Condition] = []
    if scope.vault is not None:
        parts.append(conditions.in_collection(scope.vault))
    if scope.source is not None:
        parts.append(conditions.equals("source", scope.source))
    if scope.kind is not None:
        parts.append(filters.of_type(scope.kind))
    if scope.scope is not None:
        parts.append(conditions.equals("scope", scope.scope))
    if scope.project is not None:
        parts.append(conditions.equals("project", scope.project))
    parts += [conditions.has_tag(tag) for tag in scope.tags]
    if scope.where is not None:
        parts.append(scope.where)
    return parts


def _question(store: Store, query: Query, asked: Plan, scope: Scope) -> ranking.Question:
    def row(item_id: int) -> ItemRow | None:
        found = passage_search.item_row(store, item_id)
        if found is None or scope.half_life_days is None:
            return found
        return found._replace(half_life_days=scope.half_life_days)

    names = [unit.expression for unit in asked.units if any(map(str.isdigit, unit.word))]

    def exact(item_id: int) -> frozenset[str]:
        if not names:
            return frozenset()
        present = passage_search.contains(store, item_id, names)
        return frozenset(name for name, here in zip(names, present, strict=True) if here)

    return ranking.Question(
        asked,
        scope.now,
        scope.kinds,
        passage_search.stems(store, " ".join(unit.word for unit in asked.units)),
        lambda name: passage_search.stems(store, name),
        row,
        asks_for_the_past(query.text),
        passage_search.has_typed_memories(store),
        exact,
        lambda item_id: passage_search.shares_its_title(store, item_id),
        first=asks_for_the_first(query.text),
        named=passage_search.named(store, query.text),
    )


def _missed(
    store: Store, query: Query, scope: Scope, asked: Plan, found: Found, below: list[Ranked]
) -> Missed:
    """Why nothing was found, as far as that can be known."""
    from recall.search import unmatched

    named = (
        ("type", scope.kind),
        ("source", scope.source),
        ("scope", scope.scope),
        ("project", scope.project),
    )
    options = [Filter(field, "=", value) for field, value in named if value is not None]
    options += [Filter("tag", "=", tag) for tag in scope.tags]
    namespace = scope.namespace
    everything = conditions.all_of(
        [] if namespace is None else [conditions.equals("namespace", namespace)]
    )
    if below:
        return unmatched.too_low(len(below), below[0].score, scope.min_score)
    has_words = False
    if not found.passages and asked.condition is not None and asked.units:
        weights = passage_search.weights_of(COLUMN_WEIGHTS)
        has_words = bool(passage_search.top(store, asked.any_of, weights, 1, everything))
    notes = tuple(unmatched.reasons(store, query, options, everything))
    if not has_words:
        return unmatched.Missed("nothing_relevant", notes)
    is_filtered = bool(options) or scope.where is not None
    return unmatched.kept_out(query, scope.vault, notes, is_filtered=is_filtered)


def _notes(query: Query, asked: Plan, hits: Sequence[Hit]) -> tuple[str, ...]:
    notes = list(query.notes)
    meant = {suggestion.word for suggestion in asked.suggestions}
    nowhere = dict.fromkeys(
        unit.word for unit in asked.units if not unit.frequency and unit.word not in meant
    )
    if nowhere and len(nowhere) < len({unit.word for unit in asked.units}):
        notes.append(f"No note has {_named(nowhere)}.")
    if asked.checks is not None:
        notes += asked.checks.notes
    if asked.ignored:
        notes.append(f"Not asked for, too common to tell notes apart: {_named(asked.ignored)}.")
    if asks_for_the_past(query.text) and any(hit.superseded_by or hit.status for hit in hits):
        notes.append("Read as a question about the past: what is superseded keeps its weight.")
    return tuple(notes)


def _named(words: Iterable[str]) -> str:
    return ", ".join(repr(word) for word in words)


def _hit(
    store: Store, ranked: Ranked, asked: Plan, query: Query, now: float, alike: frozenset[str]
) -> Hit:
    """A hit of rank 0; ``alike`` are the roots of vaults whose folders share a name."""
    item = ranked.item
    shown = ranked.passage_id
    evidence: list[tuple[int, int]] = []
    if asked.checks is not None and query.root is not None:
        from recall.search import evidence as found_in_text

        shown, evidence = found_in_text.passage(store, asked.checks, query.root, item.id, shown)
    passage = passage_search.passage(store, shown)
    expressions = tuple(unit.expression for unit in asked.units)
    found = snippet.marks(store, passage.text, expressions)
    linked_from = None
    if evidence:
        found = snippet.merged([*(each for each in evidence if each[1] <= len(passage.text))])
    elif expressions and item.source == "vault" and (not found or _is_named(ranked)):
        from recall.search.evidence import beyond_the_text

        if _is_named(ranked):
            shown = passage_search.first_passage(store, item.id)
        else:
            shown, linked_from = beyond_the_text(store, item.id, passage, expressions)
        passage = passage_search.passage(store, shown)
        found = snippet.marks(store, passage.text, expressions)
    shown_text = snippet.make(
        passage.text, passage.first_line, found, headed=bool(passage.headings)
    )
    is_file = item.source != "transcript"
    if not is_file:  # the lines of a session are those of its log, whatever a record says
        shown_text = shown_text._replace(first_line=passage.first_line, last_line=passage.last_line)
    return Hit(
        rank=0,
        id=item.public_id,
        source=item.source,
        collection=item.collection,
        kind=item.kind,
        title=item.title,
        path=item.path if is_file else items.log_path(item.path),
        first_line=passage.first_line,
        last_line=passage.last_line,
        headings=passage.headings,
        score=ranked.score,
        relevance=ranked.relevance,
        currency=ranked.currency,
        date=item.date_text,
        date_origin=item.date_origin,
        tags=passage_search.tags_of(store, item.id),
        status=item.status,
        superseded_by=superseded_by(item, now),
        missing=_missing(store, item.id, asked),
        snippet=shown_text,
        text=passage.text,
        uri=_uri(item, passage.headings, alike) if item.source == "vault" else None,
        terms=ranked.terms,
        linked_from=linked_from,
    )


def _is_named(ranked: Ranked) -> bool:
    """Whether the query is the item's name and nothing else."""
    return any(term.name == "named" for term in ranked.terms)


def _missing(store: Store, item_id: int, asked: Plan) -> tuple[str, ...]:
    """Words of the query that stand nowhere in the item."""
    if len(asked.units) < 2:
        return ()
    present = passage_search.contains(store, item_id, [unit.expression for unit in asked.units])
    there = {unit.word for unit, here in zip(asked.units, present, strict=True) if here}
    words = dict.fromkeys(unit.word for unit in asked.units)
    return tuple(word for word in words if word not in there)


def _uri(item: ItemRow, headings: tuple[str, ...], alike: frozenset[str]) -> str:
    subpath = f"#{headings[-1]}" if headings else ""
    if item.root not in alike:
        return open_uri(last_part(item.root), item.path, subpath)
    from vault_sync.registry import name_in_addresses

    return open_uri(name_in_addresses(item.root), item.path, subpath)
