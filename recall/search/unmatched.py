"""Why nothing was found, where that can be known: values that no item has, days that are none."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from recall.search import filters
from recall.search.query import SOURCES, And, Filter, Not, Or, Scoped
from recall.search.tree import is_read_in_texts, parts
from recall.store import collections, conditions, known_values

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from recall.model import Verdict
    from recall.search.query import Node, Query
    from recall.store.conditions import Condition
    from recall.store.database import Store

NOTHING_ASKED = "There is nothing to look for: the query has no word."
MOST = 5

_SENTENCES = {
    "tag": "Nothing has the tag {}.",
    "type": "Nothing is of the type {}.",
    "status": "Nothing has the status {}.",
    "scope": "Nothing has the scope {}.",
    "project": "Nothing has the project {}.",
    "source": "Nothing comes from the source {}.",
    "vault": "There is no vault {}.",
    "is": "Nothing is {}.",
    "path": "No path contains {}.",
    "file": "No name of a file contains {}.",
    "title": "No title contains {}.",
}
_ALIKE = 0.7
"""How much of two values must be the same; "colour" and "country" share 0.62."""
_PINNED = ("pinned", "evergreen")


class Missed(NamedTuple):
    """What is to say of a search without a hit."""

    verdict: Verdict
    notes: tuple[str, ...]


def reasons(
    store: Store, query: Query, options: Iterable[Filter], everything: Condition
) -> Iterator[str]:
    """Sentences on what of a query without an answer can have none.

    Args:
        store: Where nothing was found.
        query: What was asked.
        options: Filters given beside the query.
        everything: What holds for all items that the asker may know of.
    """
    asked = tuple(dict.fromkeys((*_filters(query.root), *options)))
    if query.root is None and not asked:
        yield NOTHING_ASKED
    yield from _dates(query.root)
    told = 0
    for leaf in asked:
        is_known = leaf.field in _SENTENCES or leaf.field == "property"
        if not is_known or leaf.operator == "matches":
            continue
        if leaf.field == "source" and leaf.value not in SOURCES:
            continue  # the parser has said so
        condition = conditions.all_of([everything, filters.whole(leaf)])
        if told < MOST and not known_values.is_there(store, condition):
            told += 1
            yield _hidden(store, leaf, condition) or _sentence(store, leaf, everything)


def too_low(count: int, best: float, least: float) -> Missed:
    """What matched scores below what was asked for."""
    notes = "One note matches" if count == 1 else f"{count:,} notes match"
    score = f"with a score of {best:.4f}" if count == 1 else f"the best with a score of {best:.4f}"
    return Missed("filtered_out", (f"{notes}, {score}, below {least:g}.",))


def kept_out(
    query: Query, vault: str | None, notes: tuple[str, ...], *, is_filtered: bool
) -> Missed:
    """Why nothing was found although the words stand somewhere.

    Filters are named as such only where some were given: a part of the text, as ``line:``, and
    the vault that was named are said by what they are.
    """
    given = [part for part in parts(query.root) if _is_of_filters(part)]
    if is_filtered or given:
        return Missed("filtered_out", notes)
    asked = [part for part in parts(query.root) if is_read_in_texts(part) or _is_scoped(part)]
    if asked:
        from recall.search.spelling import spell

        within = f" in the vault {vault!r}" if vault else ""
        named = " ".join(map(spell, asked))
        notes += (f"Notes have the words, but none{within} matches {named}.",)
    elif vault:
        notes += (f"Notes outside the vault {vault!r} have these words; in it none has.",)
    else:
        return Missed("filtered_out", notes)
    return Missed("nothing_relevant", notes)


def _is_scoped(node: Node) -> bool:
    return isinstance(node, Scoped)


def _is_of_filters(node: Node) -> bool:
    """Whether a part is filters, or leaves something out, as ``-word`` does."""
    if isinstance(node, Or):
        return any(map(_is_of_filters, node.nodes))
    return isinstance(node, Filter | Not)


def _hidden(store: Store, leaf: Filter, condition: Condition) -> str:
    """A sentence for what is there and yet in no answer; "" where nothing is."""
    from recall.search.values import spell_filter

    kind = known_values.hidden(store, condition)
    if kind == "attachment":
        return (
            f"Only attachments match {spell_filter(leaf)}: no search shows them, "
            "'recall open' opens them."
        )
    if kind:
        return (
            f"Only files that are excluded from searches match {spell_filter(leaf)} "
            "(recall guide vaults)."
        )
    return ""


def _filters(node: Node | None) -> Iterator[Filter]:
    if isinstance(node, And | Or):
        for part in node.nodes:
            yield from _filters(part)
    elif isinstance(node, Filter):
        yield node


def _sentence(store: Store, leaf: Filter, everything: Condition) -> str:
    if leaf.field == "property":
        return _property(store, leaf, everything)
    value = str(leaf.value)
    near = _near(value, _known(store, leaf.field, everything))
    return _SENTENCES[leaf.field].format(repr(value)) + near


def _property(store: Store, leaf: Filter, everything: Condition) -> str:
    from recall.search.values import spell_filter

    names = known_values.property_names(store, everything)
    if leaf.name.casefold() in names:
        values: list[str] = []
        if leaf.operator == "=" and isinstance(leaf.value, str):
            values = known_values.property_values(store, leaf.name, everything)
        return f"Nothing has {spell_filter(leaf)}.{_near(str(leaf.value), values)}"
    return f"Nothing has the property {leaf.name!r}.{_near(leaf.name, names)}"


def _known(store: Store, field: str, everything: Condition) -> list[str]:
    """The values to choose from; none where they are too many to be a choice."""
    if field == "tag":
        tags = known_values.tags(store, everything)
        parts = {tag[:at]: None for tag in tags for at, sign in enumerate(tag) if sign == "/"}
        return [*tags, *parts]
    if field == "path":
        return known_values.folders(store, everything)
    if field == "vault":
        return [each.name for each in collections.all_of(store)]
    columns = {"type": ("kind", "memory_type"), "is": ("status",), "file": (), "title": ()}
    found = [
        value
        for column in columns.get(field, (field,))
        for value in known_values.of_column(store, column, everything)
    ]
    return [*found, *_PINNED] if field == "is" else found


def _near(value: str, known: Iterable[str]) -> str:
    from difflib import get_close_matches

    by_key = {each.casefold(): each for each in known}
    by_key.pop(value.casefold(), None)  # it is known, and nothing has it
    close = get_close_matches(value.casefold(), by_key, n=1, cutoff=_ALIKE)
    return f" Did you mean {by_key[close[0]]!r}?" if close else ""


def _dates(root: Node | None) -> Iterator[str]:
    """A sentence on dates that all must hold and leave no moment between them."""
    nodes = root.nodes if isinstance(root, And) else (root,)
    first: tuple[float, Filter] | None = None
    last: tuple[float, Filter] | None = None
    for leaf in nodes:
        if not isinstance(leaf, Filter):
            continue
        start, end = _bounds(leaf)
        if start is not None and (first is None or start > first[0]):
            first = start, leaf
        if end is not None and (last is None or end < last[0]):
            last = end, leaf
    if first and last and first[0] >= last[0]:
        from recall.search.values import spell_filter

        yield f"No day is both {spell_filter(first[1])} and {spell_filter(last[1])}."


def _bounds(leaf: Filter) -> tuple[float | None, float | None]:
    if leaf.field == "on" and isinstance(leaf.value, tuple):
        return leaf.value
    if leaf.field == "after" and isinstance(leaf.value, float):
        return leaf.value, None
    if leaf.field == "before" and isinstance(leaf.value, float):
        return None, leaf.value
    return None, None
