"""A query's tree as a condition on items; the words of the tree rank, the condition decides."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from recall.search.query import And, Filter, Node, Not, Or, Phrase, Scoped, Word
from recall.search.tree import is_read_in_texts, parts
from recall.store import conditions
from recall.store.tokenizer import phrase_term, word_terms

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from recall.store.conditions import Condition


class Texts(Protocol):
    """Tells what only the texts can (``recall.search.text_checks``)."""

    def condition(self, node: Node) -> Condition:
        """The items in whose texts a tree holds that ``is_of_texts``."""


def required(root: Node | None, texts: Texts | None) -> Condition | None:
    """What an item must satisfy whatever its words: filters, negations, alternatives, phrases.

    Bare words are left to the ranking, which relaxes them visibly. None when nothing is required.
    """
    if only_words(root):
        return None
    found = [part for part in parts(root) if not isinstance(part, Word)]
    return _all(found, texts) if found else None


def lasting(root: Node | None, texts: Texts | None) -> Condition | None:
    """The last step of relaxing words: phrases and alternatives are dropped, operators stay."""
    found = [part for part in parts(root) if not isinstance(part, Word | Phrase | Or)]
    return _all(found, texts) if found else None


def known(root: Node | None) -> Condition | None:
    """What can be told without reading texts of what always must hold."""
    found = [
        part
        for part in parts(root)
        if not isinstance(part, Word | Or) and not is_read_in_texts(part)
    ]
    return _all(found, None) if found else None


def only_words(root: Node | None) -> bool:
    """``a OR b`` as the whole query: the ranking's own OR already demands one of them."""
    return isinstance(root, Word) or (
        isinstance(root, Or) and all(isinstance(each, Word) for each in root.nodes)
    )


def is_of_texts(node: Node) -> bool:
    """Whether a tree is of nothing but what is read in texts, so that one reading tells it."""
    if isinstance(node, And | Or):
        return all(map(is_of_texts, node.nodes))
    if isinstance(node, Not):
        return is_of_texts(node.node)
    return is_read_in_texts(node)


def whole(node: Node, texts: Texts | None = None) -> Condition:
    """The exact meaning of a tree at the level of items."""
    if texts is not None and is_of_texts(node):
        return texts.condition(node)
    match node:
        case And():
            found = _all(node.nodes, texts)
        case Or():
            found = conditions.any_of(_each(Or, node.nodes, texts))
        case Not():
            found = conditions.negate(whole(node.node, texts))
        case Word():
            found = word(node.text, prefix=node.prefix)
        case Scoped("content", inner) if inner is not None:
            found = _in_body(inner)
        case Filter():
            found = _filter(node)
        case _:
            raise TypeError(node)
    return found


def _in_body(node: Node) -> Condition:
    """Words of the text without the item's names."""
    if isinstance(node, And):
        return conditions.all_of([_in_body(each) for each in node.nodes])
    if isinstance(node, Or):
        return conditions.any_of([_in_body(each) for each in node.nodes])
    if isinstance(node, Not):
        return conditions.negate(_in_body(node.node))
    if isinstance(node, Word):
        return word(node.text, prefix=node.prefix, column="body")
    return whole(node)


def word(text: str, *, prefix: bool = False, column: str = "") -> Condition:
    """Some passage has the word, in a column if one is named."""
    terms = word_terms(text, prefix=prefix)
    if len(terms) > 1:  # a run without blanks: as a whole, not its pairs anywhere
        terms = tuple(filter(None, (phrase_term(text, prefix=prefix),)))
    within = f"{{{column}}} : " if column else ""
    return conditions.all_of([conditions.matches(within + term) for term in terms])


def _all(nodes: Sequence[Node], texts: Texts | None) -> Condition:
    return conditions.all_of(_each(And, nodes, texts))


def _each(kind: type[And | Or], nodes: Sequence[Node], texts: Texts | None) -> list[Condition]:
    """The condition of each node; those of texts together are one, told by one reading."""
    if texts is None:
        return [whole(each) for each in nodes]
    of_texts = tuple([each for each in nodes if is_of_texts(each)])
    found = [whole(each, texts) for each in nodes if not is_of_texts(each)]
    if of_texts:
        found.append(texts.condition(kind(of_texts) if of_texts[1:] else of_texts[0]))
    return found


def of_type(value: str) -> Condition:
    """What ``type:`` and ``--type`` ask for: the kind of an item, or of a memory."""
    return conditions.any_of(
        [conditions.equals("kind", value), conditions.equals("memory_type", value)]
    )


def _is(value: str) -> Condition:
    if value.casefold() in ("pinned", "evergreen"):
        return conditions.pinned()
    return conditions.equals("status", value)


def _project(value: str) -> Condition:
    from recall.memory.projects import spelled

    return conditions.equals("project", spelled(value))


_TEXT_FIELDS: dict[str, Callable[[str], Condition]] = {
    "tag": conditions.has_tag,
    "type": of_type,
    "vault": conditions.in_collection,
    "source": lambda value: conditions.equals("source", value),
    "scope": lambda value: conditions.equals("scope", value),
    "project": _project,
    "status": lambda value: conditions.equals("status", value),
    "is": _is,
}


_NAME_FIELDS = {
    "path": conditions.path_contains,
    "file": conditions.file_contains,
    "title": conditions.name_contains,
}


def _filter(node: Filter) -> Condition:
    if node.field in _NAME_FIELDS:
        return _NAME_FIELDS[node.field](str(node.value), case=node.case)
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
        return conditions.property_contains(node.name, str(node.value), case=node.case)
    return conditions.property_compares(node.name, node.operator, str(node.value))
