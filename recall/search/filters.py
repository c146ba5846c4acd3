"""A query's tree as a condition on items; the words of the tree rank, the condition decides."""

from __future__ import annotations

from typing import TYPE_CHECKING

from recall.search.query import And, Filter, Node, Not, Or, Phrase, Word
from recall.store import conditions
from recall.store.tokenizer import phrase_term, word_terms

if TYPE_CHECKING:
    from collections.abc import Callable

    from recall.store.conditions import Condition


def required(node: Node | None) -> Condition | None:
    """What an item must satisfy whatever its words: filters, negations, alternatives, phrases.

    Bare words are left to the ranking, which relaxes them visibly. None when nothing is required.
    """
    parts = node.nodes if isinstance(node, And) else (node,)
    found = [
        whole(part)
        for part in parts
        if part is not None and not isinstance(part, Word) and not _only_words(part, node)
    ]
    return conditions.all_of(found) if found else None


def filters_only(node: Node | None) -> Condition | None:
    """The last step of relaxing: filters and negations alone, phrases and alternatives dropped."""
    parts = node.nodes if isinstance(node, And) else (node,)
    found = [whole(part) for part in parts if isinstance(part, (Filter, Not))]
    return conditions.all_of(found) if found else None


def _only_words(part: Node, root: Node | None) -> bool:
    """``a OR b`` as the whole query: the ranking's own OR already demands one of them."""
    return (
        part is root
        and isinstance(part, Or)
        and all(isinstance(each, (Word, Phrase)) for each in part.nodes)
    ) or (part is root and isinstance(part, Phrase))


def whole(node: Node) -> Condition:
    """The exact meaning of a tree at the level of items."""
    if isinstance(node, And):
        return conditions.all_of([whole(each) for each in node.nodes])
    if isinstance(node, Or):
        return conditions.any_of([whole(each) for each in node.nodes])
    if isinstance(node, Not):
        return conditions.negate(whole(node.node))
    if isinstance(node, Word):
        terms = word_terms(node.text, prefix=node.prefix)
        if len(terms) > 1:  # a run without blanks: as a whole, not its pairs anywhere
            terms = tuple(filter(None, (phrase_term(node.text, prefix=node.prefix),)))
        return conditions.all_of([conditions.matches(term) for term in terms])
    if isinstance(node, Phrase):
        term = phrase_term(node.text)
        return conditions.matches(term) if term else conditions.all_of([])
    return _filter(node)


def _type(value: str) -> Condition:
    return conditions.any_of(
        [conditions.equals("kind", value), conditions.equals("memory_type", value)]
    )


def _in_column(column: str) -> Callable[[str], Condition]:
    def build(value: str) -> Condition:
        term = phrase_term(value)
        return conditions.matches(f"{{{column}}} : {term}") if term else conditions.all_of([])

    return build


def _is(value: str) -> Condition:
    if value.casefold() in ("pinned", "evergreen"):
        return conditions.pinned()
    return conditions.equals("status", value)


_TEXT_FIELDS: dict[str, Callable[[str], Condition]] = {
    "tag": conditions.has_tag,
    "path": conditions.path_contains,
    "file": conditions.name_contains,
    "title": conditions.name_contains,
    "content": _in_column("body"),
    "type": _type,
    "vault": conditions.in_collection,
    "source": lambda value: conditions.equals("source", value),
    "scope": lambda value: conditions.equals("scope", value),
    "project": lambda value: conditions.equals("project", value),
    "status": lambda value: conditions.equals("status", value),
    "is": _is,
}


def _filter(node: Filter) -> Condition:
    if node.field == "property":
        return _property(node)
    if node.field == "on" and isinstance(node.value, tuple):
        start, end = node.value
        return conditions.all_of([conditions.dated(">=", start), conditions.dated("<", end)])
    if node.field in ("before", "after") and isinstance(node.value, (int, float)):
        return conditions.dated(node.operator, node.value)
    return _TEXT_FIELDS[node.field](str(node.value))


def _property(node: Filter) -> Condition:
    if node.operator == "has":
        return conditions.has_property(node.name)
    if node.value is None:
        return conditions.property_is_empty(node.name)
    if isinstance(node.value, bool):
        return conditions.property_compares(node.name, "=", "true" if node.value else "false")
    if node.operator == "=":
        return conditions.property_contains(node.name, str(node.value))
    return conditions.property_compares(node.name, node.operator, str(node.value))
