"""Every numbered rule of Obsidian's behaviour has a row in a table of the folder ``rules``."""

import ast
import re
from collections import Counter
from pathlib import Path

FOLDER = Path(__file__).parent / "rules"
RULE = re.compile(r"R\d+|S\d+\.\d+")


def span(first, last):
    return {f"R{number:03}" for number in range(first, last + 1)}


RULES = span(1, 314) | {f"S24.{number}" for number in range(1, 12)}
"""R001 to R314, and the eleven observations of section 24 in Obsidian's own exports."""

NOT_OURS: dict[str, str] = {
    "R293": "The official command talks to the running app; nothing here calls it or needs it.",
    "R294": "Which vault the official command takes is its own affair; nothing here calls it.",
}
"""Rules that nothing which reads a vault can keep or break, each with its reason."""


def tables(path):
    """The tables of a module: name -> the numbers its rows begin with."""
    found = {}
    for node in ast.parse(path.read_text("utf-8")).body:
        if not isinstance(node, ast.Assign) or not isinstance(node.value, ast.List | ast.Tuple):
            continue
        first = [
            str(row.elts[0].value)
            for row in node.value.elts
            if isinstance(row, ast.Tuple) and row.elts and isinstance(row.elts[0], ast.Constant)
        ]
        (target,) = node.targets
        if isinstance(target, ast.Name) and any(map(RULE.fullmatch, first)):
            assert len(first) == len(node.value.elts), f"{path.name}: {target.id} has other rows"
            found[target.id] = first
    return found


def names_in_tests(path):
    """Names that a parametrized test of a module takes its cases from."""
    return {
        name.id
        for call in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(call, ast.Call)
        and isinstance(call.func, ast.Attribute)
        and call.func.attr == "parametrize"
        for name in ast.walk(call)
        if isinstance(name, ast.Name)
    }


def rows_of_all_modules():
    return Counter(
        rule
        for path in sorted(FOLDER.glob("test_*.py"))
        for rules in tables(path).values()
        for rule in rules
    )


def test_every_rule_has_a_row_or_a_reason_for_none():
    assert sorted(RULES - rows_of_all_modules().keys() - NOT_OURS.keys()) == []


def test_every_row_names_a_rule_that_exists():
    named = rows_of_all_modules().keys() | NOT_OURS.keys()
    assert sorted(named - RULES) == []


def test_a_rule_with_rows_is_ours():
    assert sorted(rows_of_all_modules().keys() & NOT_OURS.keys()) == []


def test_every_table_is_the_table_of_a_test():
    for path in FOLDER.glob("test_*.py"):
        assert tables(path).keys() <= names_in_tests(path), path.name


def test_every_reason_is_a_sentence():
    assert [
        rule for rule, reason in NOT_OURS.items() if not re.fullmatch(r".{20,}\.", reason)
    ] == []
