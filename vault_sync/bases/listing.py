"""Which files a view of a base lists."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vault_sync.bases.comparison import sort_key
from vault_sync.bases.evaluation import Evaluator
from vault_sync.bases.model import Listing, View
from vault_sync.bases.syntax import NotUnderstoodError
from vault_sync.bases.tools import Tools
from vault_sync.bases.values import is_truthy, to_text
from vault_sync.model import Finding

if TYPE_CHECKING:
    from datetime import datetime

    from vault_sync.bases.model import Base, SortKey, VaultView
    from vault_sync.bases.values import BaseValue
    from vault_sync.model import Value

MAX_DEPTH = 60
"""How deep groups of filters may nest."""


def listed(
    base: Base, view_name: str | None, vault: VaultView, *, now: datetime, this: str | None = None
) -> Listing:
    """The files that a view shows. Never raises.

    Args:
        base: the base.
        view_name: name of the view; None is the first one, or all that passes the base's own
            filters where it has no views.
        vault: where to look.
        now: the moment of ``now()``; its zone is the reader's, UTC without one.
        this: path of the file that shows the base (``this``); the base itself by default.

    What is not understood makes the listing unknown (``paths`` is None) with a finding. Files
    stand in the order of the view's ``sort``, else by path.
    """
    view, findings = _view(base, view_name)
    if view is None:
        return Listing(None, None, findings)
    try:
        tools = Tools(vault, now)
    except NotUnderstoodError as error:
        return Listing(None, None, (Finding(base.path, None, "invalid-base", error.reason),))
    return _Lister(base, view, Evaluator(base.formulas, this or base.path, tools), tools).listing()


def _view(base: Base, name: str | None) -> tuple[View | None, tuple[Finding, ...]]:
    if not base.is_readable:
        return None, base.findings
    if name is None:
        view = base.views[0] if base.views else View()
    else:
        view = next((each for each in base.views if each.name == name), View(problem="?"))
        if view.problem == "?":
            names = ", ".join(repr(each.name) for each in base.views) or "none"
            message = f"The base has no view {name!r}. Its views: {names}."
            return None, (Finding(base.path, None, "unknown-base-view", message),)
    if view.problem:
        return None, (Finding(base.path, None, "invalid-base", view.problem),)
    return view, ()


class _Lister:
    def __init__(self, base: Base, view: View, evaluator: Evaluator, tools: Tools) -> None:
        self._base, self._view, self._evaluator, self._tools = base, view, evaluator, tools
        self._findings: list[Finding] = []

    def listing(self) -> Listing:
        named = f"view {self._view.name!r}, filters" if self._view.name else "view, filters"
        filters = [(self._base.filters, "filters"), (self._view.filters, named)]
        paths = sorted(entry.path for entry in self._tools.vault.files)
        shown: list[str] | None = paths
        for tree, place in filters:
            if not self._understands(tree, place, 0):
                shown = None
        if shown is not None:
            shown = self._passing(filters, paths)
        if shown is not None:
            shown = self._sorted(shown)
        self._report_mismatches()
        if shown is None:
            return Listing(None, None, tuple(self._findings))
        limit = len(shown) if self._view.limit is None else self._view.limit
        return Listing(tuple(shown[:limit]), len(shown), tuple(self._findings))

    def _understands(self, tree: Value, place: str, depth: int) -> bool:
        """Whether all statements of a filter can be read; says of each one that cannot."""
        group = None
        try:
            group = _group(tree, depth)
            if group is None:
                source = _statement(tree)
                if source:
                    self._evaluator.tree(source)
        except NotUnderstoodError as error:
            self._report_filter(error, tree, place)
            return False
        if group is None:
            return True
        kind, members = group
        answers = [
            self._understands(each, f"{place}.{kind}[{index}]", depth + 1)
            for index, each in enumerate(members)
        ]
        return all(answers)

    def _passing(self, filters: list[tuple[Value, str]], paths: list[str]) -> list[str] | None:
        shown: list[str] = []
        for path in paths:
            try:
                if all(self._passes(tree, path) for tree, _ in filters):
                    shown.append(path)
            except _FilterError as error:
                place = next((where for tree, where in filters if error.is_in(tree)), "filters")
                self._report_filter(error.cause, error.statement, place)
                return None
            except RecursionError:
                self._report_filter(NotUnderstoodError("it is nested too deeply"), "", "filters")
                return None
        return shown

    def _passes(self, tree: Value, path: str) -> bool:
        group = _group(tree, 0)
        if group is None:
            source = _statement(tree)
            try:
                return not source or is_truthy(self._evaluator.statement(source, path))
            except NotUnderstoodError as error:
                raise _FilterError(source, error) from error
        kind, members = group
        if not members:
            return True
        passing = (self._passes(each, path) for each in members)
        if kind == "and":
            return all(passing)
        return any(passing) is (kind == "or")

    def _sorted(self, paths: list[str]) -> list[str] | None:
        """The files in the view's order; None where it is unknown and a limit cuts by it."""
        try:
            for key in reversed(self._view.sort):
                paths = self._sorted_by(key, paths)
        except (NotUnderstoodError, RecursionError) as error:
            reason = error.reason if isinstance(error, NotUnderstoodError) else "it is too deep"
            name = next((each.property for each in self._view.sort), "")
            message = f"The view is not sorted by {name!r}: {reason}."
            self._findings.append(Finding(self._base.path, None, "unsupported-base-sort", message))
            cut = self._view.limit is not None and self._view.limit < len(paths)
            return None if cut else sorted(paths)
        return paths

    def _sorted_by(self, key: SortKey, paths: list[str]) -> list[str]:
        """By one property, files that lack it last in both directions."""
        values: dict[str, BaseValue] = {
            path: self._evaluator.statement(_of_property_id(key.property), path) for path in paths
        }
        there = [path for path in paths if values[path] is not None]
        there.sort(key=lambda path: sort_key(values[path]), reverse=key.descending)
        return there + [path for path in paths if values[path] is None]

    def _report_filter(self, error: NotUnderstoodError, statement: Value, place: str) -> None:
        shown = statement if isinstance(statement, str) else ""
        shown = shown if len(shown) <= 80 else f"{shown[:79]}…"
        column = "" if error.place is None else f", column {error.place + 1}"
        message = f"Not understood in {place}{column}: {error.reason}."
        if shown:
            message += f" It says: {shown}"
        line = _line_of(self._base.text, statement)
        self._findings.append(Finding(self._base.path, line, "unsupported-base-filter", message))

    def _report_mismatches(self) -> None:
        for message, (path, count) in self._tools.mismatches.items():
            others = f" and {count - 1} times more" if count > 1 else ""
            said = f"{message[0].upper()}{message[1:]}: for {path!r}{others}; null is taken."
            self._findings.append(Finding(self._base.path, None, "base-type-mismatch", said))


class _FilterError(Exception):
    """A statement that is not understood for some file."""

    def __init__(self, statement: str, cause: NotUnderstoodError) -> None:
        super().__init__(statement)
        self.statement, self.cause = statement, cause

    def is_in(self, tree: Value) -> bool:
        """Whether a filter has this statement."""
        waiting = [tree]
        while waiting:
            each = waiting.pop()
            if isinstance(each, dict):
                waiting.extend(each.values())
            elif isinstance(each, list):
                waiting.extend(each)
            elif each is not None and _statement(each) == self.statement:
                return True
        return False


def _group(tree: Value, depth: int) -> tuple[str, list[Value]] | None:
    """The kind of a group of filters and its members; None for a statement.

    Raises:
        NotUnderstoodError: it is neither.
    """
    if depth > MAX_DEPTH:
        raise NotUnderstoodError("filters are nested too deeply")
    if isinstance(tree, list):
        raise NotUnderstoodError("a list of filters needs 'and', 'or' or 'not' before it")
    if not isinstance(tree, dict):
        return None
    if len(tree) != 1 or not tree.keys() <= {"and", "or", "not"}:
        keys = ", ".join(map(repr, tree)) or "nothing"
        raise NotUnderstoodError(f"a group of filters has 'and', 'or' or 'not', this has {keys}")
    ((kind, members),) = tree.items()
    if members is None:
        return kind, []
    return kind, members if isinstance(members, list) else [members]


def _statement(tree: Value) -> str:
    if isinstance(tree, bool):
        return "true" if tree else "false"
    if isinstance(tree, int | float):
        return to_text(float(tree)) if abs(tree) < 1e15 else "true"
    return tree.strip() if isinstance(tree, str) else ""


def _of_property_id(name: str) -> str:
    """A property id as a statement: a bare name may hold what no name in a statement may."""
    kind, dot, rest = name.partition(".")
    if not dot or kind not in {"note", "file", "formula"}:
        kind, rest = "note", name
    quoted = rest.replace("\\", "\\\\").replace('"', '\\"')
    return f"file.{rest}" if kind == "file" else f'{kind}["{quoted}"]'


def _line_of(text: str, statement: Value) -> int | None:
    """Line of a statement in the file; None where it is written over several, or escaped."""
    at = text.find(statement) if isinstance(statement, str) and statement else -1
    return text.count("\n", 0, at) if at >= 0 else None
