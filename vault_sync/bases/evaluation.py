"""Trees of statements -> values, for one file after the other."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from vault_sync.bases import comparison, functions
from vault_sync.bases import file_functions as files
from vault_sync.bases.syntax import (
    Access,
    Binary,
    Call,
    Index,
    Items,
    Literal,
    Logic,
    Name,
    Node,
    NotUnderstoodError,
    Pairs,
    Pattern,
    Unary,
    parse,
)
from vault_sync.bases.values import (
    BaseValue,
    FileValue,
    Moment,
    TagValue,
    is_truthy,
    kind_of,
    to_text,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from vault_sync.bases.tools import Tools

MAX_DEPTH = 100
"""How deep evaluation may go, formulas that use formulas among it; Python allows a thousand
calls and takes some four for each."""

_NO_VARIABLES: Mapping[str, BaseValue] = {}
_OF_DATE = ("year", "month", "day", "hour", "minute", "second")


class Scope(NamedTuple):
    """The file that a statement is about, and the variables of a list's function."""

    path: str
    variables: Mapping[str, BaseValue] = _NO_VARIABLES


class Evaluator:
    """Evaluates statements of one base.

    Args:
        formulas: the base's formulas, as written.
        this: path of the file that shows the base.
        tools: the vault, the clock, the budget.
    """

    def __init__(self, formulas: Mapping[str, str], this: str, tools: Tools) -> None:
        self._formulas, self._this, self._tools = formulas, this, tools
        self._trees: dict[str, Node] = {}
        self._results: dict[str, BaseValue] = {}
        self._path = ""
        self._active: list[str] = []
        self._depth = 0
        self._evaluate: dict[type, Callable[[Any, Scope], BaseValue]] = {
            Literal: lambda node, _: node.value,
            Pattern: lambda node, _: node,
            Name: self._name,
            Access: self._access,
            Index: self._index,
            Call: self._call,
            Unary: self._unary,
            Binary: self._binary,
            Logic: self._logic,
            Items: self._items,
            Pairs: self._pairs,
        }

    def statement(self, source: str, path: str) -> BaseValue:
        """The value of a statement for the file at a path.

        Raises:
            NotUnderstoodError: something in it is not understood.
        """
        if path != self._path:
            self._path = self._tools.path = path
            self._results.clear()
        return self.value(self.tree(source), Scope(path))

    def tree(self, source: str) -> Node:
        """The tree of a statement, whose functions all exist.

        Raises:
            NotUnderstoodError: it is none, or one of them does not.
        """
        tree = self._trees.get(source)
        if tree is None:
            tree = parse(source)
            _check(tree)
            self._trees[source] = tree
        return tree

    def value(self, node: Node, scope: Scope) -> BaseValue:
        """The value of a tree.

        Raises:
            NotUnderstoodError: something in it is not understood, or it is too much work.
        """
        self._tools.spend(1)
        if self._depth >= MAX_DEPTH:
            raise NotUnderstoodError("it is nested too deeply", node.place)
        self._depth += 1
        try:
            return self._evaluate[type(node)](node, scope)
        except NotUnderstoodError as error:
            if error.place is None:
                error.place = node.place
            raise
        finally:
            self._depth -= 1

    def _name(self, node: Name, scope: Scope) -> BaseValue:
        name = node.name
        if name in scope.variables:
            return scope.variables[name]
        if name == "file":
            return FileValue(scope.path)
        if name == "this":
            return FileValue(self._this, is_this=True)
        if name == "note":
            return files.note_properties(scope.path, self._tools)
        if name == "formula":
            raise NotUnderstoodError("'formula' needs the name of one after it")
        return files.note_property(scope.path, name, self._tools)

    def _access(self, node: Access, scope: Scope) -> BaseValue:
        special = self._of_namespace(node.subject, node.name, scope)
        return special() if special else self._member(self.value(node.subject, scope), node.name)

    def _of_namespace(
        self, subject: Node, name: str, scope: Scope
    ) -> Callable[[], BaseValue] | None:
        """How to get ``note.name`` or ``formula.name``; None for all other subjects."""
        if not isinstance(subject, Name) or subject.name in scope.variables:
            return None
        if subject.name == "note":
            return lambda: files.note_property(scope.path, name, self._tools)
        if subject.name == "formula":
            return lambda: self._formula(name, scope)
        return None

    def _formula(self, name: str, scope: Scope) -> BaseValue:
        source = self._formulas.get(name)
        if source is None:
            raise NotUnderstoodError(f"the base has no formula {name!r}")
        if name in self._results:
            return self._results[name]
        if name in self._active:
            raise NotUnderstoodError(f"the formula {name!r} uses itself")
        self._active.append(name)
        try:
            result = self.value(self.tree(source), Scope(scope.path)) if source.strip() else None
        except NotUnderstoodError as error:
            if "in the formula" not in error.reason and "uses itself" not in error.reason:
                where = "" if error.place is None else f" at column {error.place + 1}"
                reason = f"{error.reason}, in the formula {name!r}{where}"
                raise NotUnderstoodError(reason) from error
            raise
        finally:
            self._active.pop()
        self._results[name] = result
        return result

    def _member(self, value: BaseValue, name: str) -> BaseValue:
        """``value.name``; null of null, and of what has no such field."""
        if isinstance(value, FileValue):
            return self._of_file(value, name)
        if isinstance(value, Moment) and name in _OF_DATE:
            return float(getattr(value.when, name))
        if isinstance(value, Moment) and name == "millisecond":
            return float(value.when.microsecond // 1_000)
        if isinstance(value, dict):
            return value.get(name)
        if name == "length" and (isinstance(value, str | TagValue) or type(value) is tuple):
            return float(len(to_text(value) if isinstance(value, TagValue) else value))
        if value is not None:
            self._tools.mismatch(f"a {kind_of(value)} has no field '{name}'")
        return None

    def _of_file(self, file: FileValue, name: str) -> BaseValue:
        """A field of a file; ``this`` has the properties of its note beside ``file``."""
        if not file.is_this:
            return files.field(file, name, self._tools)
        if name == "file":
            return FileValue(file.path)
        if name == "note":
            return files.note_properties(file.path, self._tools)
        return files.note_property(file.path, name, self._tools)

    def _index(self, node: Index, scope: Scope) -> BaseValue:
        key = self.value(node.key, scope)
        if isinstance(key, str):
            special = self._of_namespace(node.subject, key, scope)
            return special() if special else self._member(self.value(node.subject, scope), key)
        value = self.value(node.subject, scope)
        if value is None or key is None:
            return None
        if not isinstance(key, float) or type(value) is not tuple:
            return self._tools.mismatch(f"a {kind_of(value)} has no members by {kind_of(key)}")
        is_there = key.is_integer() and 0 <= key < len(value)
        member: BaseValue = value[int(key)] if is_there else None
        return member

    def _call(self, node: Call, scope: Scope) -> BaseValue:
        if node.subject is None:
            if node.name == "if":
                return self._if(node, scope)
            arguments = tuple(self.value(each, scope) for each in node.arguments)
            return functions.GLOBALS[node.name].run(None, arguments, self._tools)
        subject = self.value(node.subject, scope)
        if node.name in functions.LAZY:
            return self._over_list(subject, node, scope)
        arguments = tuple(self.value(each, scope) for each in node.arguments)
        return functions.call_method(subject, node.name, arguments, self._tools)

    def _if(self, node: Call, scope: Scope) -> BaseValue:
        condition, yes, *no = node.arguments
        if is_truthy(self.value(condition, scope)):
            return self.value(yes, scope)
        return self.value(no[0], scope) if no else None

    def _over_list(self, subject: BaseValue, node: Call, scope: Scope) -> BaseValue:
        """``filter``, ``map`` and ``reduce``: their first argument is evaluated for each member."""
        if type(subject) is not tuple:
            if subject is not None:
                self._tools.mismatch(f"a {kind_of(subject)} has no function '{node.name}()'")
            return None
        results: list[BaseValue] = []
        result = self.value(node.arguments[1], scope) if node.name == "reduce" else None
        for index, member in enumerate(subject):
            variables = {**scope.variables, "value": member, "index": float(index)}
            if node.name == "reduce":
                variables["acc"] = result
            result = self.value(node.arguments[0], Scope(scope.path, variables))
            if node.name == "map" or (node.name == "filter" and is_truthy(result)):
                results.append(result if node.name == "map" else member)
        return result if node.name == "reduce" else self._tools.items(tuple(results))

    def _unary(self, node: Unary, scope: Scope) -> BaseValue:
        value = self.value(node.operand, scope)
        if node.operator == "!":
            return not is_truthy(value)
        if isinstance(value, float):
            return -value
        return None if value is None else self._tools.mismatch(f"-{kind_of(value)} has no result")

    def _binary(self, node: Binary, scope: Scope) -> BaseValue:
        if node.hyphenated:
            found = files.note_property(scope.path, node.hyphenated, self._tools)
            if found is not None:
                return found
        left, right = self.value(node.left, scope), self.value(node.right, scope)
        if node.operator in {"==", "!="}:
            return comparison.equal(left, right, self._tools) is (node.operator == "==")
        if node.operator in {"+", "-", "*", "/", "%"}:
            return comparison.calculated(node.operator, left, right, self._tools)
        order = comparison.compare(left, right, self._tools)
        if order is None:
            return False
        is_right = order > 0 if ">" in node.operator else order < 0
        return is_right or (order == 0 and node.operator.endswith("="))

    def _logic(self, node: Logic, scope: Scope) -> BaseValue:
        """Whether all or any hold; operands after the one that decides are not evaluated."""
        values = (is_truthy(self.value(each, scope)) for each in node.operands)
        return all(values) if node.operator == "&&" else any(values)

    def _items(self, node: Items, scope: Scope) -> BaseValue:
        return tuple(self.value(each, scope) for each in node.items)

    def _pairs(self, node: Pairs, scope: Scope) -> BaseValue:
        return {key: self.value(each, scope) for key, each in node.pairs}


def _check(tree: Node) -> None:
    """Nothing where every function in a tree exists, evaluated or not.

    Raises:
        NotUnderstoodError: one does not.
    """
    waiting: list[Any] = [tree]
    while waiting:
        each = waiting.pop()
        if isinstance(each, Call):
            try:
                functions.check(each.name, len(each.arguments), is_global=each.subject is None)
            except NotUnderstoodError as error:
                raise NotUnderstoodError(error.reason, each.place) from error
        if isinstance(each, tuple):
            waiting.extend(member for member in each if isinstance(member, tuple))
