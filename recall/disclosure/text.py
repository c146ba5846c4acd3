"""Answers and documents as text for people: what goes to the output, what is said beside it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from recall.disclosure.budget import join
from recall.disclosure.levels import Paint, Role, address, day, plain, quoted, shown
from recall.disclosure.visible import one_line, visible

if TYPE_CHECKING:
    from collections.abc import Iterator

    from recall.model import Answer, Hit, Results, Step, Term
    from recall.reports import Document

_COLOURS: Final[dict[Role, dict[str, str | bool]]] = {
    "id": {"fg": "yellow"},
    "score": {"dim": True},
    "date": {"dim": True},
    "title": {"bold": True},
    "place": {"fg": "cyan"},
    "headings": {"dim": True},
    "fact": {"fg": "magenta"},
    "mark": {"fg": "green", "bold": True},
    "note": {"dim": True},
}
_SIGNS: Final = {"start": " ", "add": "+", "multiply": "×"}
_ESCAPE: Final = "\x1b\\[[0-9;]*m"
_NARROWEST: Final = 40
_INDENT: Final = "    "
_DEEPEST: Final = 8
"""Levels of lists and objects in a property that are shown."""


def answer_text(answer: Answer, *, color: bool = False, width: int = 0) -> str:
    """The hits of an answer, without a final newline; "" when there are none.

    ``width`` wraps summaries to the columns of a terminal; 0 wraps nothing. Without colour and
    width it is the text whose tokens the answer counts.
    """
    paint = _coloured if color else plain
    items = []
    for item in answer.shown:
        text = shown(item.hit, item.detail, paint)
        wraps = width > 0 and item.detail == "summary"
        items.append(item._replace(text=_wrapped(text, width) if wraps else text))
    return join(answer._replace(shown=tuple(items)))


def document_text(document: Document, *, color: bool = False, outline: bool = False) -> str:
    """A document with one line that says what it is, without a final newline.

    ``outline`` lists the headings with their lines instead of the text.
    """
    paint = _coloured if color else plain
    place = address(document.citation) if document.path else document.source
    head = "  ".join(
        (
            paint("id", one_line(document.id)),
            paint("date", day(document.date, document.date_origin)),
            f"{paint('title', one_line(document.title))} — {paint('place', place)}"
            f" of {document.total_lines}",
        )
    )
    body = "\n".join(_outline(document)) if outline else visible(document.text)
    facts = list(_properties(document, paint))
    if document.detail == "index" and not outline:
        facts += (paint("fact", line) for line in _other_properties(document))
    return "\n".join([head, *facts, *(("", body) if body else ())])


_STATES: Final = {
    "changed": "The file has changed since it was indexed; 'recall sync' brings it up to date.",
    "gone": "The file is no longer there; this is what was indexed. 'recall sync' looks for it.",
    "away": "The file or its vault cannot be read at this moment; this is what was indexed.",
}


def document_talk(document: Document) -> list[str]:
    """Sentences to say beside a document: that it is stale, cut, superseded."""
    said = []
    if document.file_state in _STATES:
        said.append(_STATES[document.file_state])
    if document.cited == "moved":
        said.append(f"{document.cited_lines} as cited; these lines have moved since.")
    if document.cited == "gone":
        said.append(f"{document.cited_lines} as cited; the file no longer has these lines.")
    if document.superseded_by:
        said.append(f"Superseded by {one_line(document.superseded_by)}.")
    if document.cursor:
        said.append(
            f"Lines {document.first_line} to {document.last_line} of {document.total_lines}. "
            f"The rest: recall get {quoted(document.cursor)}"
        )
    return said


def explanation_text(hit: Hit) -> str:
    """The arithmetic of a hit's score line by line, with the running value; the score ends it."""
    if not hit.terms:
        return f"{hit.score:.4f}  score"
    names = [one_line(term.name) for term in hit.terms]
    wide = max(map(len, names))
    lines, value = [], 0.0
    for term, name in zip(hit.terms, names, strict=True):
        value = _applied(value, term)
        line = f"{_SIGNS[term.operation]} {term.value:.4f}  = {value:.4f}  {name:{wide}}"
        lines.append(f"{line}  {one_line(term.note)}".rstrip())
    rest = hit.score - value
    if abs(rest) >= 0.00005:
        lines.append(
            f"{'+' if rest > 0 else '-'} {abs(rest):.4f}  = {hit.score:.4f}  not accounted for"
        )
    lines.append(f"  {'':6}  = {hit.score:.4f}  score")
    return "\n".join(lines)


def talk(answer: Answer) -> list[str]:
    """What an answer says of itself, as sentences for the standard error output.

    How the query was relaxed, likely misspellings, what failed, what was held back and how to
    get it. ``asked`` of a step completes "notes with" ("all of: a, b") or "no note matches"
    ("as written").
    """
    results = answer.results
    said = [
        *map(one_line, results.notes),
        *_relaxed(results),
        *_verdict(results),
        *(
            f"Did you mean '{one_line(suggestion.meant)}' for '{one_line(suggestion.word)}'?"
            for suggestion in results.suggestions
        ),
        *(f"Incomplete: {one_line(failure)}" for failure in results.failures),
    ]
    if answer.withheld:
        said.append(_more(answer))
    return said


def _coloured(role: Role, text: str) -> str:
    from click import style

    look = _COLOURS[role]
    return style(
        text,
        fg=look.get("fg"),
        bold=bool(look.get("bold")) or None,
        dim=bool(look.get("dim")) or None,
    )


def _wrapped(text: str, width: int) -> str:
    return "\n".join(_wrapped_line(line, max(width, _NARROWEST)) for line in text.split("\n"))


def _wrapped_line(line: str, width: int) -> str:
    """A line broken at blanks, its continuations indented like a snippet."""
    indent = _INDENT if line.startswith(_INDENT) else ""
    rows, row = [], indent
    for word in line[len(indent) :].split(" "):
        joined = f"{row} {word}" if row.strip() else row + word
        if row.strip() and _columns(joined) > width:
            rows.append(row.rstrip())
            joined = _INDENT + word
        row = joined
    return "\n".join([*rows, row])


def _columns(text: str) -> int:
    from unicodedata import combining, east_asian_width

    bare = re.sub(_ESCAPE, "", text)
    if bare.isascii():
        return len(bare)
    return sum(0 if combining(sign) else 1 + (east_asian_width(sign) in "WF") for sign in bare)


def _applied(value: float, term: Term) -> float:
    if term.operation == "start":
        return term.value
    return value + term.value if term.operation == "add" else value * term.value


def _properties(document: Document, paint: Paint) -> Iterator[str]:
    facts = []
    if document.status:
        facts.append(f"status: {one_line(document.status)}")
    if document.aliases:
        facts.append(f"aliases: {', '.join(map(one_line, document.aliases))}")
    if document.tags:
        facts.append(f"tags: {', '.join(map(one_line, document.tags))}")
    if facts:
        yield paint("fact", "; ".join(facts))


def _other_properties(document: Document) -> Iterator[str]:
    """The properties that ``_properties`` leaves out, one a line."""
    told = ("status", "aliases", "alias", "tags", "tag")
    for name, value in document.properties.items():
        if name.casefold() not in told and (text := _value(value)):
            yield f"{one_line(name)}: {one_line(text)}"


def _value(value: object, depth: int = 0) -> str:
    """A property's value as it would be written in one line of a note."""
    if depth > _DEEPEST:
        return "…"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list | tuple):
        return ", ".join(_value(each, depth + 1) for each in value)
    if hasattr(value, "items"):
        return "; ".join(f"{name}: {_value(each, depth + 1)}" for name, each in value.items())
    return "" if value is None else str(value)


def _outline(document: Document) -> Iterator[str]:
    wide = len(str(document.total_lines))
    for level, heading, line in document.outline:
        yield f"L{line:<{wide}}  {'  ' * (level - 1)}{one_line(heading)}"


def _relaxed(results: Results) -> Iterator[str]:
    """How the query was loosened, in one sentence or two; silent where nothing was missed."""
    if len(results.steps) < 2 or results.steps[-1].items == 0:
        return
    *earlier, last = results.steps
    instead = _some_of_them(earlier[0], last)
    failed = [_nothing_has(step) for step in earlier if step.items == 0]
    if failed:
        yield f"{' '.join(failed)} Showing notes with {instead}."
        return
    strict = earlier[0]
    if strict.items < len(results.hits):
        have = "note has" if strict.items == 1 else "notes have"
        full = f"{strict.items} {have} {one_line(strict.asked)}."
        yield f"{full} Then come notes with {instead}."


def _nothing_has(step: Step) -> str:
    asked = one_line(step.asked)
    return f"No note has {asked}." if ":" in asked else f"No note matches {asked}."


def _some_of_them(strict: Step, last: Step) -> str:
    """What the last step asked for, without the words once more when they are the same."""
    kind, _, words = last.asked.partition(": ")
    same = words and words == strict.asked.partition(": ")[2]
    return f"{one_line(kind)} them" if same else one_line(last.asked)


def _verdict(results: Results) -> Iterator[str]:
    if results.verdict == "filtered_out":
        yield "Notes match the words, but the filters leave none of them."
    elif results.verdict == "nothing_relevant" and results.steps:
        yield "No note answers this."


def _more(answer: Answer) -> str:
    if answer.needed_tokens is not None:
        count = f"{answer.max_tokens} token{'' if answer.max_tokens == 1 else 's'}"
        which = "next" if answer.results.hits[0].rank > 1 else "first"
        return f"Nothing fits into {count}; the {which} hit needs {answer.needed_tokens}."
    total = sum(reason.hits for reason in answer.withheld)
    over = sum(reason.hits for reason in answer.withheld if reason.reason == "budget")
    room = f" ({over} did not fit into {answer.max_tokens} tokens)" if over else ""
    least = "" if answer.results.total_is_exact else "At least "
    return f"{least}{total} more{room}: --cursor {answer.cursor}"
