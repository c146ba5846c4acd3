"""Bytes of a ``.base`` file -> Base."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vault_sync.bases.model import Base, SortKey, View
from vault_sync.model import Finding
from vault_sync.text import decode, unify

if TYPE_CHECKING:
    from vault_sync.model import Value

MAX_BYTES = 4 * 1024 * 1024
"""Bases are some kilobytes; a larger file is damaged or was put there to harm."""

_SECTIONS = ("filters", "formulas", "properties", "summaries", "views")
_OF_VIEW = ("name", "type", "filters", "limit", "order", "sort", "groupBy", "summaries")


def parse(path: str, data: bytes) -> Base:
    """The base at ``path``, whose file holds ``data``. Pure, and never raises.

    An empty file is an empty base; what is no YAML or no mapping is a finding (R245).
    """
    if len(data) > MAX_BYTES:
        message = f"The base is larger than {MAX_BYTES >> 20} MB and is not read."
        return _unreadable(path, "", (Finding(path, None, "invalid-base", message),))
    decoded, findings = decode(path, data)
    text = unify(decoded)
    values, problem = _load(text)
    if problem is not None:
        line, message = problem
        return _unreadable(path, text, (*findings, Finding(path, line, "invalid-base", message)))
    return _Reader(path, text, values, list(findings)).base()


def _unreadable(path: str, text: str, findings: tuple[Finding, ...]) -> Base:
    return Base(path, text, False, None, {}, {}, {}, (), {}, findings)


def _load(text: str) -> tuple[dict[str, Value], tuple[int | None, str] | None]:
    from yaml import MarkedYAMLError, YAMLError

    from vault_sync import yaml_core

    try:
        value = yaml_core.value(text)
    except MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        return {}, (mark.line if mark else None, f"The base is no YAML: {error.problem}.")
    except (YAMLError, ValueError, TypeError, RecursionError) as error:
        reason = str(error).partition("\n")[0]
        return {}, (None, f"The base is no YAML: {reason}.")
    if value is None:
        return {}, None
    if not isinstance(value, dict):
        return {}, (0, "The base is YAML, but has no keys such as 'views'.")
    return value, None


class _Reader:
    """The parts of one base, and what is wrong with them."""

    def __init__(
        self, path: str, text: str, values: dict[str, Value], findings: list[Finding]
    ) -> None:
        self._path, self._text, self._values, self._findings = path, text, values, findings

    def base(self) -> Base:
        views = self._views(self._values.get("views"))
        formulas = self._mapping("formulas")
        return Base(
            path=self._path,
            text=self._text,
            is_readable=True,
            filters=self._values.get("filters"),
            formulas={name: _scalar(value) for name, value in formulas.items()},
            properties=self._mapping("properties"),
            summaries=self._mapping("summaries"),
            views=views,
            extra={key: value for key, value in self._values.items() if key not in _SECTIONS},
            findings=tuple(self._findings),
        )

    def _mapping(self, key: str) -> dict[str, Value]:
        value = self._values.get(key)
        if isinstance(value, dict):
            return value
        if value is not None:
            self._report(f"{key!r} is no mapping and is not read.")
        return {}

    def _views(self, value: Value) -> tuple[View, ...]:
        if value is None:
            return ()
        if not isinstance(value, list):
            return (self._broken("'views' is no list."),)
        return tuple(self._view(number, each) for number, each in enumerate(value, 1))

    def _view(self, number: int, value: Value) -> View:
        if not isinstance(value, dict):
            return self._broken(f"View {number} is no mapping.")
        limit, problem = value.get("limit"), ""
        if limit is not None and (not isinstance(limit, int) or limit < 1 or limit is True):
            limit, problem = None, f"The limit of view {number} is no number above zero."
            self._report(problem)
        order = value.get("order")
        sort = value.get("sort")
        summaries = value.get("summaries")
        return View(
            name=_scalar(value.get("name")),
            type=_scalar(value.get("type")),
            filters=value.get("filters"),
            limit=int(limit) if isinstance(limit, int) else None,
            order=tuple(map(_scalar, order)) if isinstance(order, list) else (),
            sort=tuple(filter(None, map(_sort_key, sort))) if isinstance(sort, list) else (),
            group_by=_sort_key(value.get("groupBy")),
            summaries=summaries if isinstance(summaries, dict) else {},
            options={key: each for key, each in value.items() if key not in _OF_VIEW},
            problem=problem,
        )

    def _broken(self, problem: str) -> View:
        self._report(problem)
        return View(problem=problem)

    def _report(self, message: str) -> None:
        self._findings.append(Finding(self._path, None, "invalid-base", message))


def _sort_key(value: Value) -> SortKey | None:
    """A key to sort or group by; early versions wrote ``column`` for ``property``."""
    if isinstance(value, str):
        return SortKey(value, descending=False)
    if not isinstance(value, dict):
        return None
    name = value.get("property", value.get("column"))
    descending = _scalar(value.get("direction")).upper() == "DESC"
    return SortKey(name, descending) if isinstance(name, str) else None


def _scalar(value: Value) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value) if isinstance(value, str | int | float) else ""
