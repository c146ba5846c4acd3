"""A brief made to fit a budget, and printed."""

from __future__ import annotations

import time
from collections import Counter
from typing import TYPE_CHECKING, Final, get_args

from recall.disclosure.json_form import SCHEMA, plain
from recall.disclosure.tokens import estimate
from recall.disclosure.visible import one_line, visible
from recall.memory_model import Brief, BriefSection

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from recall.memory_model import BriefEntry

_TITLES: Final[dict[BriefSection, str]] = {
    "session": "Where the last session ended",
    "project": "The project",
    "pinned": "Always",
    "due": "Due soon",
    "preferences": "Preferences",
    "decisions": "Newest decisions",
    "todos": "Open",
}
_LONG: Final = ("session", "project")
_SHARE: Final = 0.3
"""Most of the budget that one long document may take."""

_MOST_CHARACTERS: Final = 280
"""Of a memory; its id gets the rest."""


def fitting(candidates: Sequence[BriefEntry], project: str | None, max_tokens: int) -> Brief:
    """As much as fits: of every section the first, then of every one the second, and so on."""
    chosen: list[BriefEntry] = []
    for entry in _in_turn(candidates):
        shown = _short(entry, max_tokens)
        if shown.text and estimate(_text([*chosen, shown])) <= max_tokens:
            chosen.append(shown)
    entries = tuple(_in_order(chosen))
    withheld = Counter(each.section for each in candidates)
    withheld.subtract(each.section for each in chosen)
    left = {section: count for section, count in withheld.items() if count}
    return Brief(project, entries, estimate(_text(entries)), max_tokens, left)


def brief_text(brief: Brief) -> str:
    """A brief as Markdown."""
    return _text(brief.entries)


def brief_json(brief: Brief) -> dict[str, object]:
    """A brief as plain values."""
    return {"schema": SCHEMA, **{name: plain(each) for name, each in brief._asdict().items()}}


def _in_turn(candidates: Sequence[BriefEntry]) -> Iterable[BriefEntry]:
    place: Counter[BriefSection] = Counter()
    numbered = []
    for entry in candidates:
        numbered.append((place[entry.section], entry))
        place[entry.section] += 1
    numbered.sort(key=lambda each: each[0])
    return [entry for _, entry in numbered]


def _in_order(entries: Iterable[BriefEntry]) -> list[BriefEntry]:
    order = get_args(BriefSection)
    return sorted(entries, key=lambda each: order.index(each.section))


def _short(entry: BriefEntry, max_tokens: int) -> BriefEntry:
    """An entry as it is shown: whole lines of a long document, a memory on one line."""
    if entry.section in _LONG:
        kept: list[str] = []
        for line in visible(entry.text).split("\n"):
            if estimate("\n".join([*kept, line])) > max_tokens * _SHARE:
                break
            kept.append(line)
        text = "\n".join(kept).strip()
        return entry._replace(text=text, is_cut=len(kept) < entry.text.count("\n") + 1)
    text = one_line(entry.text)
    if len(text) > _MOST_CHARACTERS:
        blank = text.rfind(" ", _MOST_CHARACTERS // 2, _MOST_CHARACTERS)
        return entry._replace(
            text=text[: blank if blank > 0 else _MOST_CHARACTERS].rstrip(), is_cut=True
        )
    return entry._replace(text=text)


def _text(entries: Iterable[BriefEntry]) -> str:
    lines: list[str] = []
    section = None
    for entry in _in_order(entries):
        if entry.section != section:
            section = entry.section
            lines += [*([""] if lines else []), f"## {_TITLES[section]}", ""]
        rest = " …" if entry.is_cut else ""
        if section in _LONG:
            lines.append(entry.text + (f"\n… (recall kv get {entry.key})" if entry.is_cut else ""))
        else:
            day = time.strftime("%Y-%m-%d", time.localtime(entry.date))
            name = one_line(entry.key) if entry.key else entry.id
            lines.append(f"- {entry.text}{rest} ({name}, {day})")
    return "\n".join(lines)
