"""Items that are not linked with one and like it: what they share, each reason with its share.

Four signs, each a number in [0, 1) that stands for how sure it alone would make one, put together
as if they were independent: what both are linked with, which counts less the more has it (Adamic
and Adar 2003); rare tags; telling words in common; and a name that stands in the text unlinked.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from recall.graph import near, records
from recall.graph_model import Reason, Related, RelatedList
from recall.search.common_words import COMMON_WORDS
from recall.store import graph_rows, items, passage_search
from recall.store.tokenizer import phrase_term, word_terms
from vault_sync import note as notes
from vault_sync.mentions import Names

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from recall.store.database import Store
    from recall.store.graph_rows import NodeRow, Whose

CROWD = 300
"""Edges of an item from which on being linked with it says nothing of two others."""

_NEIGHBOURS, _TAGS, _WORDS, _MENTION = 0.6, 0.4, 0.6, 0.5
"""What each sign can make of it at most; a mention is there or not."""

_LONGEST_TEXT = 100_000
_LOOKED_UP, _TELLING, _CANDIDATES = 60, 14, 40
_COMMON = 2_000
_WORD = re.compile(r"[^\W\d_][\w'’-]*")
_TAG = re.compile(r"#[\w/-]+")
_LEAST_NAME = 4
"""Characters of a name that is looked for in texts; shorter ones are words of the language."""


class _Word(NamedTuple):
    word: str
    term: str
    weight: float


def to(store: Store, whose: Whose, center: int, limit: int) -> RelatedList:
    """Items like one that no edge joins with it, the best first."""
    mine = graph_rows.nodes(store, whose, (center,))[center]
    linked = {far for _, far in graph_rows.beside(store, whose, (center,), frozenset())}
    reasons: dict[int, list[Reason]] = {}
    for found in (
        _by_neighbours(store, whose, center, linked),
        _by_tags(store, center),
        _by_words(store, center),
        _by_mention(store, mine),
    ):
        for item_id, reason in found.items():
            if item_id != center and item_id not in linked:
                reasons.setdefault(item_id, []).append(reason)
    nodes = graph_rows.counted_among(store, whose, reasons)
    likely = [each for each in reasons if each in nodes]
    for item_id, reason in _mentioned_here(store, center, mine, likely, nodes).items():
        if all(each.name != reason.name for each in reasons[item_id]):
            reasons[item_id].append(reason)
    related = [
        Related(records.node(nodes[each]), _together(reasons[each]), tuple(reasons[each]))
        for each in likely
    ]
    related.sort(key=lambda each: (-each.score, each.node.path, each.node.id))
    return RelatedList(records.node(mine), tuple(related[:limit]))


def _together(reasons: Iterable[Reason]) -> float:
    return 1 - math.prod(1 - reason.value for reason in reasons)


def _by_neighbours(store: Store, whose: Whose, center: int, linked: set[int]) -> dict[int, Reason]:
    counts = graph_rows.edge_counts(store, linked)
    telling = [each for each in linked if counts.get(each, 1) <= CROWD]
    shared: dict[int, set[int]] = {}
    for middle, far in graph_rows.beside(store, whose, telling, frozenset()):
        if far != center:
            shared.setdefault(far, set()).add(middle)
    names = graph_rows.nodes(store, whose, telling)
    found = {}
    for far, middles in shared.items():
        known = sorted(
            (each for each in middles if each in names),
            key=lambda each: (counts.get(each, 1), names[each].path),
        )
        if not known:
            continue
        weight = sum(1 / math.log2(2 + counts.get(each, 1)) for each in known)
        titles = ", ".join(names[each].title for each in known[:3])
        more = f" and {len(known) - 3} more" if len(known) > 3 else ""
        value = _NEIGHBOURS * (1 - 2**-weight)
        found[far] = Reason("neighbours", value, f"both are linked with {titles}{more}")
    return found


def _by_tags(store: Store, center: int) -> dict[int, Reason]:
    tags: dict[int, list[tuple[str, float]]] = {}
    for other, tag, holders in graph_rows.sharing_tags(store, center, near.MOST_SHARING):
        tags.setdefault(other, []).append((tag, near.rarity(holders)))
    return {
        other: Reason(
            "tags",
            _TAGS * (1 - 2 ** -sum(value for _, value in shared)),
            f"both have {' '.join(f'#{tag}' for tag, _ in shared[:4])}",
        )
        for other, shared in tags.items()
    }


def _by_words(store: Store, center: int) -> dict[int, Reason]:
    words = _telling(store, _plain(items.text_of(store, center)[:_LONGEST_TEXT]))
    if not words:
        return {}
    expression = " OR ".join(each.term for each in words)
    near_ones = graph_rows.matching(store, expression, _CANDIDATES + 1)
    total = sum(each.weight for each in words)
    found = {}
    for item_id in near_ones:
        theirs = set(_words(_plain(items.text_of(store, item_id)[:_LONGEST_TEXT])))
        shared = [each for each in words if each.word in theirs]
        if len(shared) < 2:
            continue
        value = _WORDS * sum(each.weight for each in shared) / total
        named = ", ".join(each.word for each in shared[:5])
        found[item_id] = Reason("words", value, f"words in common: {named}")
    return found


def _plain(text: str) -> str:
    """A text without tags and properties: what those say is told from elsewhere."""
    parsed = notes.parse("", text.encode("utf-8", "replace"))
    return _TAG.sub(" ", "\n".join(text.splitlines()[parsed.body_line :]))


def _words(text: str) -> list[str]:
    return [match[0].casefold() for match in _WORD.finditer(text)]


def _telling(store: Store, text: str) -> list[_Word]:
    """The words of a text that are rare elsewhere and that it has most."""
    counts = Counter(each for each in _words(text) if len(each) > 2 and each not in COMMON_WORDS)
    size = max(passage_search.size(store), 1)
    words = []
    for word, count in counts.most_common(_LOOKED_UP):
        term = " AND ".join(word_terms(word))
        if not term:
            continue
        passages = passage_search.frequency_up_to(store, term, _COMMON)
        if 1 < passages < min(_COMMON, size / 4 + 2):
            weight = (1 + math.log(count)) * math.log(1 + size / passages)
            words.append(_Word(word, f"({term})", weight))
    words.sort(key=lambda each: (-each.weight, each.word))
    return words[:_TELLING]


def _names(row: NodeRow, aliases: Iterable[str]) -> list[str]:
    return [each for each in (row.title, *aliases) if len(each.strip()) >= _LEAST_NAME]


def _by_mention(store: Store, mine: NodeRow) -> dict[int, Reason]:
    """Items that name this one in their text and do not link to it."""
    found: dict[int, Reason] = {}
    if mine.source == "memory":
        return found
    for name in _names(mine, items.aliases_of(store, mine.id)):
        term = phrase_term(name)
        if term is None or name.casefold() in COMMON_WORDS:
            continue
        for item_id in graph_rows.matching(store, f"body : {term}", _CANDIDATES):
            text = items.text_of(store, item_id)[:_LONGEST_TEXT]
            parsed = notes.parse("other", text.encode("utf-8", "replace"))
            if Names([(name, "this")]).mentions(parsed):
                found.setdefault(
                    item_id, Reason("mention", _MENTION, f"names {name!r} without a link")
                )
    return found


def _mentioned_here(
    store: Store,
    center: int,
    mine: NodeRow,
    likely: list[int],
    nodes: Mapping[int, NodeRow],
) -> dict[int, Reason]:
    """Likely items that this one names in its text."""
    if not likely:
        return {}
    by_key = {str(each): each for each in likely if nodes[each].source != "memory"}
    named = [
        (name, key)
        for key, each in by_key.items()
        for name in _names(nodes[each], items.aliases_of(store, each))
    ]
    text = items.text_of(store, center)[:_LONGEST_TEXT]
    parsed = notes.parse(mine.path or "this", text.encode("utf-8", "replace"))
    found: dict[int, Reason] = {}
    for mention in Names(named).mentions(parsed):
        name = parsed.text[mention.start : mention.end]
        for key in mention.paths:
            reason = Reason("mention", _MENTION, f"is named here as {name!r} without a link")
            found.setdefault(by_key[key], reason)
    return found
