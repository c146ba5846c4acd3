"""A query's tree as it is typed: the canonical spelling, which parses to the same tree."""

from __future__ import annotations

from recall.search.syntax import quote
from recall.search.tree import And, Expression, Leaf, Node, Not, Or, Phrase, Scoped, Text, Word


def spell(node: Node) -> str:
    """The canonical spelling of a tree."""
    match node:
        case And():
            text = " ".join(_spell_part(part, Or) for part in node.nodes)
        case Or():
            text = " OR ".join(map(spell, node.nodes))
        case Not():
            text = f"-{_spell_part(node.node, And | Or)}"
        case Scoped():
            text = _spell_scoped(node)
        case _:
            text = _spell_leaf(node)
    return text


def _spell_leaf(leaf: Leaf) -> str:
    if isinstance(leaf, Word):
        return _spell_word(f"{leaf.text}*" if leaf.prefix else leaf.text)
    if isinstance(leaf, Text):
        return f"{'match' if leaf.case else 'ignore'}-case:{_operand(_spell_word(leaf.text))}"
    if isinstance(leaf, Phrase):
        text = quote(leaf.text)
    elif isinstance(leaf, Expression):
        text = f"/{leaf.source}/"
    else:
        from recall.search.values import spell_filter

        text = spell_filter(leaf)
    return f"match-case:{text}" if leaf.case else text


def _spell_word(text: str) -> str:
    """A word; slashes after one keep it from opening an expression that a later one ends."""
    return f"{text} //" if text[0] == "/" and "/" not in text[1:] else text


def _spell_scoped(scoped: Scoped) -> str:
    node = scoped.node
    if node is None:
        return f'{scoped.scope}:""'
    text = spell(node)
    return f"{scoped.scope}:" + (
        _grouped(text) if isinstance(node, And | Or | Not) else _operand(text)
    )


def _operand(text: str) -> str:
    """What stands behind a prefix; "line::" and "line://" would be text."""
    return _grouped(text) if text.startswith((":", "//")) else text


def _spell_part(node: Node, grouped: object) -> str:
    text = spell(node)
    return _grouped(text) if isinstance(node, grouped) else text  # type: ignore[arg-type]


def _grouped(text: str) -> str:
    # "f(x" before a closing parenthesis would take it for its own.
    blank = " " if "(" in text.rsplit(" ", 1)[-1] else ""
    return f"({text}{blank})"
