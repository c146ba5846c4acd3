"""Inline fields of a note: Dataview's ``Due:: 2024-01-02`` and the Tasks plugin's emoji.

Plain Obsidian has neither (OBSIDIAN.md section 11), so a note is searched for them only when
somebody asks. What stands in code, math and comments is no field (R217).
"""

from __future__ import annotations

import re
import unicodedata
from collections import deque
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias

from vault_sync import field_runs, field_values
from vault_sync.text import Cursor, unify

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from vault_sync.field_runs import Run
    from vault_sync.field_values import FieldValue, ValueKind
    from vault_sync.model import Note

FieldForm: TypeAlias = Literal["line", "bracket", "parenthesis", "emoji"]

_BRACKET = re.compile(r"\\.|[\[\]()]", re.DOTALL)
_KEY = re.compile(r"[^\[\]()\n]*?(?=::)")
_CLOSING = {"[": "]", "(": ")"}
_FORMS: dict[str, FieldForm] = {"[": "bracket", "(": "parenthesis"}
_DATE = r"[ \t]*(?P<date>\d{4}-\d\d-\d\d)"
_EMOJI = re.compile(
    rf"(?:(?P<due>[📅📆🗓])|(?P<done>✅)|(?P<created>➕)|(?P<scheduled>[⏳⌛])|(?P<start>🛫)"
    rf"|(?P<cancelled>❌))\ufe0f?{_DATE}"
    r"|(?P<recurrence>🔁)\ufe0f?[ \t]*(?P<rule>[A-Za-z0-9, !]+)"
    r"|(?P<priority>[🔺⏫🔼🔽⏬])\ufe0f?"
    r"|(?:(?P<id>🆔)|(?P<depends_on>⛔)|(?P<on_completion>🏁))\ufe0f?[ \t]*"
    r"(?P<word>[\w-]+(?:,[ ]?[\w-]+)*)"
)
_FIRST = re.compile(r"[^\W_]")
_PRIORITIES = {"🔺": "highest", "⏫": "high", "🔼": "medium", "🔽": "low", "⏬": "lowest"}
_SYMBOLS = frozenset({"So", "Sk", "Mn", "Mc", "Me"})
_JOINERS = "_-/\u200d"


class Field(NamedTuple):
    """One field of a note.

    ``key`` is the canonical form (R215), ``raw_key`` what was written; for emoji it is the
    emoji and ``key`` one of due, done, created, scheduled, start, cancelled, recurrence,
    priority, id, depends_on, on_completion (R221). ``raw_value`` is the text of the value.
    ``line`` and ``column`` are where it begins (zero-based, UTF-16), ``item_line`` is the
    first line of the list item it belongs to.
    """

    key: str
    raw_key: str
    value: FieldValue
    kind: ValueKind
    raw_value: str
    line: int
    column: int
    item_line: int | None
    form: FieldForm


class _Found(NamedTuple):
    start: int
    key: str
    value: str
    form: FieldForm
    name: str = ""
    """The key of an emoji."""


def of(note: Note) -> tuple[Field, ...]:
    """The fields of a note's body in their order. Never raises."""
    text = unify(note.text)
    fields: list[Field] = []
    cursor = Cursor(text)
    for run in field_runs.runs(text):
        for found in sorted(_of_run(text, run)):
            value, kind = field_values.parse(found.value)
            key = found.name or canonical(found.key)
            if not key:
                continue
            written = (key, found.key, value, kind, found.value)
            place = cursor.move(found.start)
            fields.append(Field(*written, *place, run.item_line, found.form))
    return tuple(fields)


def by_key(fields: Iterable[Field]) -> dict[str, FieldValue]:
    """Values by canonical key; a key that comes again has a list of values (R218)."""
    collected: dict[str, list[FieldValue]] = {}
    for field in fields:
        collected.setdefault(field.key, []).append(field.value)
    return {
        key: values[0] if len(values) == 1 else tuple(values) for key, values in collected.items()
    }


def canonical(key: str) -> str:
    """Form in which keys are compared: ``Bold Key`` and ``bold-key`` are one (R215)."""
    if key.isascii() and key.isalnum():
        return key.lower()
    kept = (
        "-" if each.isspace() else each.lower()
        for each in " ".join(key.split())
        if each.isspace() or each.isalnum() or each in "_-\u200d" or _is_symbol(each)
    )
    return "".join(kept)


def _of_run(text: str, run: Run) -> Iterator[_Found]:
    shown = run.shown
    if run.is_task:
        yield from _emoji(text, run)
    if "::" not in shown:
        return
    bracketed = list(_bracketed(text, run))
    yield from bracketed
    if run.is_task or run.is_table:
        return
    if run.item_line is not None:
        if not bracketed and run.is_first:
            yield from _whole(text, run, 0, len(shown))
        return
    start = 0
    remaining = deque(each.start - run.start for each in bracketed)
    for line in shown.split("\n"):
        end = start + len(line)
        if not remaining or remaining[0] > end:
            yield from _whole(text, run, start, end)
        while remaining and remaining[0] <= end:
            remaining.popleft()
        start = end + 1


def _whole(text: str, run: Run, start: int, end: int) -> Iterator[_Found]:
    """The field that a whole line or plain item is (R213, R216)."""
    separator = run.shown.find("::", start, end)
    if separator < 0:
        return
    before = run.shown[start:separator]
    key = _line_key(before)
    if key is not None:
        value = text[run.start + separator + 2 : run.start + end]
        value = " ".join(line.strip() for line in value.split("\n"))
        indentation = len(before) - len(before.lstrip())
        yield _Found(run.start + start + indentation, key, value.strip(), "line")


def _line_key(before: str) -> str | None:
    """The key that the text before ``::`` is, without marks around it; None for prose (R220)."""
    if "\0" in before or "\n" in before.strip():
        return None
    first = _FIRST.search(before)
    start = (
        first.start()
        if first
        else next((index for index, each in enumerate(before) if _is_symbol(each)), len(before))
    )
    key = before[start:].rstrip("*_~` \t")
    opened = "[" in before[:start] or "(" in before[:start]
    is_key = key and not opened and all(each.isspace() or _is_of_key(each) for each in key)
    return key if is_key else None


def _is_of_key(character: str) -> bool:
    return character.isalnum() or character in _JOINERS or _is_symbol(character)


def _is_symbol(character: str) -> bool:
    return not character.isascii() and unicodedata.category(character) in _SYMBOLS


def _bracketed(text: str, run: Run) -> Iterator[_Found]:
    """Fields in brackets and in parentheses (R214), each kind by itself, as Dataview reads."""
    shown = run.shown
    closings = _closings(shown)
    ends = {"[": 0, "(": 0}
    for start, end in sorted(closings.items()):
        mark = shown[start]
        if start < ends[mark] or _begins_link(shown, start):
            continue
        key = _KEY.match(shown, start + 1)
        if key is None or key.end() > end or not key[0].strip():
            continue
        ends[mark] = end + 1
        value = text[run.start + key.end() + 2 : run.start + end].strip()
        written = text[run.start + start + 1 : run.start + key.end()].strip()
        yield _Found(run.start + start, written, _unescaped(value), _FORMS[mark])


def _closings(shown: str) -> dict[int, int]:
    """Where each bracket of a text is closed on its own line, in one pass."""
    closings: dict[int, int] = {}
    base = 0
    for line in shown.split("\n"):
        open_: dict[str, list[int]] = {"]": [], ")": []}
        for found in _BRACKET.finditer(line):
            mark = found[0]
            if mark in _CLOSING:
                open_[_CLOSING[mark]].append(base + found.start())
            elif open_.get(mark):
                closings[open_[mark].pop()] = base + found.start()
        base += len(line) + 1
    return closings


def _begins_link(shown: str, start: int) -> bool:
    """Whether a bracket is that of a wikilink or of a link's destination."""
    if shown[start] == "(":
        return shown[start - 1 : start] == "]"
    return shown.startswith("[[", start) or shown[max(start - 1, 0) : start] == "["


def _unescaped(value: str) -> str:
    return re.sub(r"\\([\[\]()])", r"\1", value) if "\\" in value else value


def _emoji(text: str, run: Run) -> Iterator[_Found]:
    for found in _EMOJI.finditer(run.shown):
        mark = text[run.start + found.start()]
        group = next(name for name in found.groupdict() if found[name])
        value = _PRIORITIES.get(mark) or found["date"] or found["rule"] or found["word"]
        yield _Found(run.start + found.start(), mark, value.strip(), "emoji", group)
