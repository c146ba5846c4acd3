"""The three levels at which a hit is shown: index, summary and full (DESIGN section 5)."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Final, Literal, TypeAlias

from recall.disclosure.blocks import fitting, whole_characters
from recall.disclosure.tokens import estimate, prefix_length
from recall.disclosure.visible import indented, one_line, visible
from recall.model import DateOrigin, Detail, Hit, Snippet, cite

Role: TypeAlias = Literal[
    "id", "score", "date", "title", "place", "headings", "fact", "mark", "note"
]
"""What a piece of a line is, so that a terminal can colour it."""

Paint: TypeAlias = Callable[[Role, str], str]

TITLE_TOKENS: Final = 20
"""A longer title is shortened: an index line costs about 30 tokens."""
SNIPPET_TOKENS: Final = 60
"""Longest snippet of a summary, which costs about 80 tokens."""
FULL_TOKENS: Final = 300
"""Longest part of a passage that is shown in full; the rest is a ``get`` away."""

_INDENT: Final = "    "
_NO_DATE: Final = "undated"
_DATE_WIDTH: Final = 10


def plain(role: Role, text: str) -> str:  # noqa: ARG001 - it is a Paint
    """Text without any colour."""
    return text


def shown(hit: Hit, detail: Detail, paint: Paint = plain) -> str:
    """A hit at a level of detail, harmless for a terminal, without a final newline.

    ``index`` is one line: id, score, date, title, citation. ``summary`` adds the headings, what
    is known against the hit, and the snippet; ``full`` the passage in the snippet's place.
    """
    lines = [_index_line(hit, paint)]
    if detail != "index":
        lines += [_INDENT + fact for fact in _facts(hit, paint)]
    if detail == "summary" and hit.snippet.text.strip():
        lines.append(_INDENT + _snippet(hit.snippet, paint))
    if detail == "full":
        lines += _passage(hit, paint)
    return "\n".join(lines)


def passage(hit: Hit) -> tuple[str, int]:
    """The part of a hit's passage that ``full`` shows, as it stands in the note, and its last line.

    Cut behind a block, or behind a line of a paragraph or a table, never inside a code fence:
    a fence that is too long is left out, and the last line is then the one before it.
    """
    if estimate(hit.text) <= FULL_TOKENS:
        return hit.text, hit.last_line
    lines = hit.text.split("\n")
    fit = fitting(lines, FULL_TOKENS)
    count = fit.block or fit.outside_fence
    if not count and not fit.line:
        end = whole_characters(lines[0], prefix_length(lines[0], FULL_TOKENS))
        return lines[0][:end] + "…", hit.first_line
    return "\n".join(lines[:count]), hit.first_line + count - 1


def rest(hit: Hit) -> str | None:
    """Address of what ``full`` leaves out of a passage, None when it shows everything."""
    text, last_line = passage(hit)
    if last_line < hit.last_line:
        return cite(hit.full_path, last_line + 1, hit.last_line)
    return hit.address if text != hit.text else None


def _index_line(hit: Hit, paint: Paint) -> str:
    title = paint("title", _short(one_line(hit.title), TITLE_TOKENS))
    place = paint("place", address(hit.address) if hit.path else hit.source)
    line = "  ".join(
        (
            paint("id", one_line(hit.id)),
            paint("score", f"{hit.score:.2f}"),
            paint("date", f"{day(hit.date, hit.date_origin):{_DATE_WIDTH}}"),
            f"{title} — {place}",
        )
    )
    return f"{line}  {paint('fact', '[superseded]')}" if hit.superseded_by else line


def day(date: str | None, origin: DateOrigin) -> str:
    """A date on one line; ``~`` before one that only the file's time says."""
    if not date:
        return _NO_DATE
    return f"~{one_line(date)}" if origin == "modified" else one_line(date)


def _facts(hit: Hit, paint: Paint) -> Iterator[str]:
    from recall.search.decay import STATUS_FACTORS

    if hit.headings:
        yield paint("headings", " > ".join(map(one_line, hit.headings)))
    facts = []
    if hit.linked_from:
        facts.append(f"linked from: {one_line(hit.linked_from)}")
    if hit.missing:
        facts.append(f"without: {', '.join(map(one_line, hit.missing))}")
    if hit.superseded_by:
        facts.append(f"superseded by: {one_line(hit.superseded_by)}")
    if hit.status and hit.status.casefold() in STATUS_FACTORS:
        facts.append(f"status: {one_line(hit.status)}")
    if facts:
        yield paint("fact", "; ".join(facts))


def _snippet(snippet: Snippet, paint: Paint) -> str:
    text = snippet.text
    end = len(text)
    if estimate(text) > SNIPPET_TOKENS:
        end = _word_end(text, prefix_length(text, SNIPPET_TOKENS))
    pieces, place = [], 0
    for start, stop in sorted(snippet.marks):
        if place <= start < stop <= end:
            pieces += [_folded(text[place:start]), paint("mark", _folded(text[start:stop]))]
            place = stop
    pieces.append(_folded(text[place:end]))
    return "".join(pieces).strip() + ("…" if end < len(text) else "")


def _passage(hit: Hit, paint: Paint) -> Iterator[str]:
    text, last_line = passage(hit)
    if text:
        yield indented(visible(text), _INDENT)
    if place := rest(hit):
        what = "cut here; the rest" if last_line < hit.last_line else "line cut here; all of it"
        yield _INDENT + paint("note", f"[{what}: recall get {quoted(place)}]")


def address(place: str) -> str:
    """An address on one line; line feeds and tabs of a file name become signs."""
    return visible(place).replace("\n", "␊").replace("\t", "␉")


def quoted(place: str) -> str:
    """An address as a shell reads it: quoted where it holds anything but plain characters."""
    flat = address(place)
    if re.fullmatch(r"[\w@%+=:,./-][\w@%+=:,./#-]*", flat) and not flat.startswith("-"):
        return flat
    return "'" + flat.replace("'", "'\"'\"'") + "'"


def _short(text: str, max_tokens: int) -> str:
    if estimate(text) <= max_tokens:
        return text
    return text[: _word_end(text, prefix_length(text, max_tokens))].rstrip() + "…"


def _word_end(text: str, end: int) -> int:
    blank = text.rfind(" ", 0, end)
    return blank if blank > end // 2 else whole_characters(text, end)


def _folded(text: str) -> str:
    return visible(re.sub(r"\s+", " ", text))
