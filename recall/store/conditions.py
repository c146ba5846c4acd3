"""What an item must be to count: pieces of SQL that compose, each with its own parameters.

The search floor builds a condition from a query's tree without knowing SQL.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from recall.store.items import name_key, storable
from vault_sync.paths import fold, portable

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence


class Condition(NamedTuple):
    """A test of one row of ``items``; ``sql`` is ours alone, everything foreign is a parameter."""

    sql: str
    parameters: tuple[str | float | None, ...]


COMPARISONS = {"=": "=", "<": "<", ">": ">", "<=": "<=", ">=": ">="}


def all_of(conditions: Sequence[Condition]) -> Condition:
    """Every condition holds; true for none."""
    return _join(" and ", conditions) if conditions else Condition("1", ())


def any_of(conditions: Sequence[Condition]) -> Condition:
    """At least one condition holds; false for none."""
    return _join(" or ", conditions) if conditions else Condition("0", ())


def _join(word: str, conditions: Sequence[Condition]) -> Condition:
    sql = word.join(f"({each.sql})" for each in conditions)
    return Condition(sql, tuple(value for each in conditions for value in each.parameters))


def negate(condition: Condition) -> Condition:
    """The condition does not hold (an unknown value counts as not holding)."""
    return Condition(f"not coalesce(({condition.sql}), 0)", condition.parameters)


def matches(expression: str) -> Condition:
    """Some passage of the item matches an FTS5 expression."""
    return Condition(
        "items.id in (select item_id from passages where id in "
        "(select rowid from passage_index where passage_index match ?))",
        (expression,),
    )


def has_tag(tag: str) -> Condition:
    """The item has the tag or one nested below it (OBSIDIAN.md R159)."""
    key = storable(tag).casefold()
    # "0" is the character after "/": the range holds exactly what starts with "key/".
    return Condition(
        "items.id in (select item_id from tags where key = ? or (key > ? and key < ?))",
        (key, f"{key}/", f"{key}0"),
    )


def path_contains(text: str, *, case: bool = False) -> Condition:
    """The path holds the text."""
    if case:
        return Condition("instr(items.path, ?) > 0", (storable(text),))
    return Condition("instr(folded(items.path), ?) > 0", (fold(storable(text)),))


def file_contains(text: str, *, case: bool = False) -> Condition:
    """The name of the item's file, with its ending, holds the text."""
    if case:
        name = "substr(items.path, length(rtrim(items.path, replace(items.path, '/', ''))) + 1)"
        return Condition(f"instr({name}, ?) > 0", (storable(text),))
    ending = "case when items.path like '%.md' then '.md' else '' end"
    return Condition(f"instr(items.name_key || {ending}, ?) > 0", (name_key(storable(text)),))


def name_contains(text: str, *, case: bool = False) -> Condition:
    """The name of the item holds the text."""
    if case:
        return Condition("instr(items.title, ?) > 0", (storable(text),))
    return Condition("instr(items.name_key, ?) > 0", (name_key(storable(text)),))


def among(ids: Iterable[int]) -> Condition:
    """The item has one of these row ids."""
    listed = f"[{','.join(map(str, sorted(ids)))}]"
    return Condition("items.id in (select value from json_each(?))", (listed,))


def equals(column: str, text: str) -> Condition:
    """A column of ``items`` that holds one word has this one; case does not matter.

    Only a namespace must be spelled exactly so: nothing crosses from Ann to ann.
    """
    if column == "namespace":
        return Condition("items.namespace = ?", (storable(text),))
    if column not in ("kind", "memory_type", "source", "scope", "project", "status"):
        raise ValueError(column)
    return Condition(f"items.{column} = ? collate nocase", (storable(text).casefold(),))


def in_collection(name: str) -> Condition:
    """The item comes from the vault of this name."""
    return Condition(
        "items.collection_id in (select id from collections where folded(name) = ? or root = ?)",
        (fold(storable(name)), portable(name)),
    )


def dated(comparison: str, seconds: float) -> Condition:
    """The item's date compares so; an undated item never does."""
    return Condition(f"items.dated {COMPARISONS[comparison]} ?", (seconds,))


def has_property(name: str) -> Condition:
    """The item has the property, whatever its value."""
    return _property(name, "1", ())


def property_is_empty(name: str) -> Condition:
    """The item has the property with no value (OBSIDIAN.md R287)."""
    return _property(name, "text = ''", ())


def property_contains(name: str, text: str, *, case: bool = False) -> Condition:
    """A value of the property holds the text (OBSIDIAN.md R287)."""
    if case:
        return _property(name, "instr(text, ?) > 0", (storable(text),))
    return _property(name, "instr(folded(text), ?) > 0", (fold(storable(text)),))


_IS_DATE: Final = "text glob '[0-9][0-9][0-9][0-9]-[0-9][0-9]*'"


def property_compares(name: str, comparison: str, value: str) -> Condition:
    """A value of the property compares so: as numbers where both are, else as text (dates are).

    A year or a month is compared with the year or month of a date.
    """
    operator = COMPARISONS[comparison]
    try:
        number = float(value)
    except ValueError:
        compared, wanted = "folded(text)", fold(storable(value))
        if len(wanted) == 7 and wanted[:4].isdecimal() and wanted[4] == "-":
            compared = f"case when {_IS_DATE} then substr(text, 1, 7) else folded(text) end"
        test = f"number is null and text <> '' and {compared} {operator} ?"
        return _property(name, test, (wanted,))
    test = f"number {operator} ?"
    if number not in range(1_000, 10_000):
        return _property(name, test, (number,))
    of_date = f"number is null and {_IS_DATE} and substr(text, 1, 4) {operator} ?"
    return _property(name, f"({test} or {of_date})", (number, f"{number:.0f}"))


def _property(name: str, test: str, values: tuple[str | float, ...]) -> Condition:
    sql = f"items.id in (select item_id from properties where key = ? and {test})"
    return Condition(sql, (storable(name).casefold(), *values))


def pinned() -> Condition:
    """The item is pinned or evergreen."""
    return Condition("items.pinned", ())


def not_dated_between(first: float, last: float) -> Condition:
    """The item does not say of itself that it is of that time; a file's time says nothing."""
    return Condition(
        "items.dated is null or items.date_origin not in ('property', 'name', 'created') "
        "or items.dated <= ? or items.dated > ?",
        (first, last),
    )


def unexpired(now: float) -> Condition:
    """The item has not run out."""
    return Condition("items.expires is null or items.expires > ?", (now,))
