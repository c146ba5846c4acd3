"""The run of a passage's text that shows why it was found."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from recall.model import Snippet
from recall.store import passage_search
from recall.store.tokenizer import fold

if TYPE_CHECKING:
    from recall.store.database import Store

LENGTH = 200
"""Characters of a snippet: with its line about the 80 tokens of the level ``summary``."""

_BLANKS = r"\s+"
_RULE_OF_A_TABLE = r"\n[ \t]*\|[ \t]*:?-[-:| \t]*(?:\r?\n)"
_NEXT_ROW = r"\|[ \t]*\r?\n[ \t]*\|"
_QUOTED = r'"((?:[^"]|"")*)"'


def marks(store: Store, text: str, expressions: tuple[str, ...]) -> list[tuple[int, int]]:
    """Places in ``text`` of the words of FTS5 expressions, as [start, end) in characters."""
    wanted: set[str] = set()
    runs: set[str] = set()
    for expression in expressions:
        for quoted in re.findall(_QUOTED, expression):
            for _, _, token in passage_search.tokens(store, quoted.replace('""', '"')):
                (wanted if token.isascii() or fold(token) == token else runs).add(token)
    found = _token_marks(store, text, wanted)
    for run in runs:
        found += [match.span() for match in re.finditer(re.escape(run), text)]
    return merged(found)


def _token_marks(store: Store, text: str, wanted: set[str]) -> list[tuple[int, int]]:
    if not wanted:
        return []
    found = [
        (first, last)
        for first, last, token in passage_search.tokens(store, text)
        if token in wanted
    ]
    if text.isascii():
        return found
    data = text.encode("utf-8", "replace")
    return [
        (len(data[:first].decode("utf-8", "ignore")), len(data[:last].decode("utf-8", "ignore")))
        for first, last in found
    ]


def merged(spans: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """The spans in order, those that touch or overlap as one."""
    merged: list[tuple[int, int]] = []
    for start, end in sorted(spans):
        if merged and start <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        else:
            merged.append((start, end))
    return merged


def make(
    text: str, first_line: int, found: list[tuple[int, int]], *, headed: bool = False
) -> Snippet:
    """About ``LENGTH`` characters around the densest run of marks, blanks folded, cut at words.

    With ``headed`` the headings are known from elsewhere: those that the text begins with are
    left out where something follows them.
    """
    if headed and (skipped := _headings_end(text)):
        below = [(start - skipped, end - skipped) for start, end in found if start >= skipped]
        return make(text[skipped:], first_line + _lines(text[:skipped]), below)
    start, end = _window(text, found)
    pieces: list[str] = []
    spans: list[tuple[int, int]] = []
    length = 0
    at = start
    for mark_start, mark_end in found:
        if mark_start < start or mark_end > end:
            continue
        length = _append(pieces, text[at:mark_start], length)
        begin = length
        length = _append(pieces, text[mark_start:mark_end], length)
        spans.append((begin, length))
        at = mark_end
    _append(pieces, text[at:end], length)
    lead = "… " if start > 0 and text[:start].strip() else ""
    tail = " …" if text[end:].strip() else ""
    body = "".join(pieces).rstrip()
    first = first_line + _lines(text[:start])
    return Snippet(
        f"{lead}{body}{tail}",
        first,
        first + _lines(text[start:end].rstrip()),
        tuple((a + len(lead), b + len(lead)) for a, b in spans),
    )


def _headings_end(text: str) -> int:
    """Where the text begins below its first headings, 0 where it has none or nothing else."""
    place = 0
    while text.startswith("#", place) and (line := text.find("\n", place)) >= 0:
        if not re.match(r"#{1,6}[ \t]", text[place : place + 7]):
            break
        rest = text[line:]
        place = line + len(rest) - len(rest.lstrip())
    return place if place < len(text) else 0


def _append(pieces: list[str], text: str, length: int) -> int:
    if "\n" in text:
        text = re.sub(_RULE_OF_A_TABLE, "\n", text)
        text = re.sub(_NEXT_ROW, "|\n·\n|", text)
    folded = re.sub(_BLANKS, " ", text)
    if folded.startswith(" ") and (not pieces or pieces[-1].endswith(" ")):
        folded = folded[1:]
    if folded:
        pieces.append(folded)
    return length + len(folded)


def _lines(text: str) -> int:
    return text.count("\n") + text.count("\r") - text.count("\r\n")


def _window(text: str, found: list[tuple[int, int]]) -> tuple[int, int]:
    """The stretch of at most ``LENGTH`` characters with the most different marked words."""
    best = (0, 0)
    for at, (start, _) in enumerate(found):
        inside = [span for span in found[at:] if span[1] <= start + LENGTH]
        different = len({text[a:b].casefold() for a, b in inside})
        if different > best[0]:
            best = (different, start)
    anchor = best[1]
    start = _word_start(text, max(0, anchor - LENGTH // 4)) if anchor > LENGTH // 4 else 0
    end = min(len(text), start + LENGTH)
    if end < len(text):
        blank = max(text.rfind(" ", start, end), text.rfind("\n", start, end))
        if blank > start + LENGTH // 2:
            end = blank
    for mark_start, mark_end in found:  # never cut a marked word
        if mark_start < end < mark_end:
            end = mark_end
    return start, end


def _word_start(text: str, at: int) -> int:
    line = text.rfind("\n", at, at + LENGTH // 4)
    if line >= 0:
        return line + 1
    blank = text.find(" ", at, at + LENGTH // 4)
    return blank + 1 if blank >= 0 else at
