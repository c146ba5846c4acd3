"""Golden sets on disk: documents, questions, judgements, and runs to be scored elsewhere.

A set is a folder with ``corpus.jsonl`` ({"id", "title", "text", "path"?, ...}),
``queries.jsonl`` ({"id", "query", "category"?, "scope"?, ...}) and ``qrels.tsv`` (query id,
document id, grade). Fields beside these are kept in ``extra``.
"""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING, Final, NamedTuple

from recall.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from recall.evaluate.metrics import Judgements, Ranking

SET_FILES: Final = ("corpus.jsonl", "queries.jsonl", "qrels.tsv")

RUN_DEPTH: Final = 100
"""Documents of a query that a run file holds."""

LARGEST: Final = 1_000_000_000
"""Grades and ranks go to this number; measures are fractions, which have no larger ones."""


class CorpusDocument(NamedTuple):
    """A document to be found. ``scope`` is the one its queries are limited to, None for all."""

    id: str
    path: str
    title: str
    text: str
    scope: str | None
    extra: Mapping[str, object]


class QueryRecord(NamedTuple):
    """A question. With a ``scope`` it is answered from the documents of that scope alone."""

    id: str
    query: str
    category: str | None
    scope: str | None
    extra: Mapping[str, object]


class EvaluationSet(NamedTuple):
    """A golden set; ``name`` is its folder's."""

    name: str
    documents: tuple[CorpusDocument, ...]
    queries: tuple[QueryRecord, ...]
    judgements: Judgements


def read_set(folder: str) -> EvaluationSet:
    """Reads the three files of a set.

    Raises:
        UsageError: A file is missing or broken; the message names file and line.
    """
    missing = [name for name in SET_FILES if not os.path.exists(os.path.join(folder, name))]
    if missing:
        raise UsageError(
            f"{folder}: is no set of questions: it lacks {', '.join(missing)}. "
            "'recall guide evaluation' says what they hold."
        )
    return EvaluationSet(
        name=os.path.basename(os.path.abspath(folder)),
        documents=read_corpus(os.path.join(folder, "corpus.jsonl")),
        queries=read_queries(os.path.join(folder, "queries.jsonl")),
        judgements=read_judgements(os.path.join(folder, "qrels.tsv")),
    )


def read_corpus(path: str) -> tuple[CorpusDocument, ...]:
    """Reads ``corpus.jsonl``; the path of a document is its id where none is given.

    Raises:
        UsageError: The file cannot be read, or a line is no document or repeats an id.
    """
    known: set[str] = set()
    documents = []
    for place, row in _rows(path):
        name = _new_id(row, place, known)
        documents.append(
            CorpusDocument(
                id=name,
                path=_text(row, "path", place, name),
                title=_text(row, "title", place, ""),
                text=_text(row, "text", place),
                scope=_optional(row, "scope", place),
                extra=row,
            )
        )
    return tuple(documents)


def read_queries(path: str) -> tuple[QueryRecord, ...]:
    """Reads questions: ``.jsonl`` records, ``.tsv`` lines of id and question, else plain lines.

    Plain lines get the ids q1, q2, ... by their line numbers; blank lines and lines that begin
    with ``#`` are passed over.

    Raises:
        UsageError: The file cannot be read, or a line is no question or repeats an id.
    """
    read = {".jsonl": _json_queries, ".tsv": _tab_queries}.get(os.path.splitext(path)[1].lower())
    return tuple((read or _plain_queries)(path))


def read_judgements(path: str) -> Judgements:
    """Reads ``qrels.tsv``: query id, document id and grade (a whole number), parted by tabs.

    Raises:
        UsageError: The file cannot be read or a line is no judgement.
    """
    judgements: dict[str, dict[str, int]] = {}
    for place, line in numbered_lines(path):
        columns = line.split("\t")
        if len(columns) != 3:
            raise UsageError(f"{place}: not three columns: query id, document id, grade.")
        query, document, grade = columns
        judgements.setdefault(query, {})[document] = _whole_number(grade, "the grade", place)
    return judgements


def read_run(path: str) -> dict[str, list[str]]:
    """Reads a run file as ``write_run`` writes it: query id, document id, rank.

    Raises:
        UsageError: The file cannot be read or a line is no result.
    """
    found: dict[str, list[tuple[int, str]]] = {}
    for place, line in numbered_lines(path):
        columns = line.split("\t")
        if len(columns) < 3:
            raise UsageError(f"{place}: not three columns: query id, document id, rank.")
        query, document, rank = columns[:3]
        found.setdefault(query, []).append((_whole_number(rank, "the rank", place), document))
    return {
        query: [document for _, document in sorted(rows, key=lambda row: row[0])]
        for query, rows in found.items()
    }


def write_run(path: str, ranking: Ranking, depth: int = RUN_DEPTH) -> int:
    """Writes ``query id TAB document id TAB rank`` lines, and gives their number.

    Raises:
        UsageError: An id holds a tab or a line feed, or the file cannot be written.
    """
    lines = []
    for query, documents in ranking.items():
        for rank, document in enumerate(list(dict.fromkeys(documents))[:depth], 1):
            if any(sign in query + document for sign in "\t\r\n"):
                raise UsageError(f"{path}: tab or line feed in an id: {query!r}, {document!r}.")
            lines.append(f"{query}\t{document}\t{rank}\n")
    try:
        with open(path, "w", encoding="utf-8", newline="\n") as handle:
            handle.writelines(lines)
    except OSError as error:
        raise UsageError(f"{path}: cannot be written: {error.strerror}.") from error
    return len(lines)


def _json_queries(path: str) -> Iterator[QueryRecord]:
    known: set[str] = set()
    for place, row in _rows(path):
        yield QueryRecord(
            id=_new_id(row, place, known),
            query=_text(row, "query", place),
            category=_optional(row, "category", place),
            scope=_optional(row, "scope", place),
            extra=row,
        )


def _tab_queries(path: str) -> Iterator[QueryRecord]:
    known: set[str] = set()
    for place, line in numbered_lines(path):
        name, tab, query = line.partition("\t")
        if not tab:
            raise UsageError(f"{place}: no tab; a line is a query id, a tab and the question.")
        yield QueryRecord(_new_id({"id": name}, place, known), query.strip(), None, None, {})


def _plain_queries(path: str) -> Iterator[QueryRecord]:
    for place, line in numbered_lines(path):
        if not line.startswith("#"):
            number = place.rsplit(":", 1)[1]
            yield QueryRecord(f"q{number}", line.strip(), None, None, {})


def numbered_lines(path: str) -> Iterator[tuple[str, str]]:
    """The lines of a file that are not blank, each with its place ``file:line``."""
    try:
        with open(path, encoding="utf-8-sig", newline="\n") as handle:
            for number, line in enumerate(handle, 1):
                if line.strip():
                    yield f"{path}:{number}", line.rstrip("\r\n")
    except OSError as error:
        raise UsageError(f"{path}: cannot be read: {error.strerror}.") from error
    except UnicodeDecodeError as error:
        raise UsageError(f"{path}: is not UTF-8 text (at byte {error.start}).") from error


def _rows(path: str) -> Iterator[tuple[str, dict[str, object]]]:
    for place, line in numbered_lines(path):
        try:
            row = json.loads(line)
        except (ValueError, RecursionError) as error:
            raise UsageError(f"{place}: is not JSON: {error}. Write one object a line.") from error
        if not isinstance(row, dict):
            raise UsageError(
                f"{place}: is not an object, but {line[:40]!r}. Write one object a line."
            )
        yield place, row


def _new_id(row: dict[str, object], place: str, known: set[str]) -> str:
    name = _text(row, "id", place)
    if name in known:
        raise UsageError(f"{place}: the id {name!r} has been used by an earlier line.")
    known.add(name)
    return name


def _text(row: dict[str, object], field: str, place: str, default: str | None = None) -> str:
    """Takes a field out of a row; numbers are taken as their digits."""
    value = row.pop(field, default)
    if value is None:
        raise UsageError(f"{place}: the field {field!r} is missing.")
    if isinstance(value, bool) or not isinstance(value, str | int):
        raise UsageError(f"{place}: the field {field!r} is no text, but {value!r}.")
    return str(value)


def _optional(row: dict[str, object], field: str, place: str) -> str | None:
    return None if row.get(field) is None else _text(row, field, place)


def _whole_number(text: str, what: str, place: str) -> int:
    try:
        number = int(text)
    except ValueError:
        raise UsageError(f"{place}: {what} is no whole number, but {text[:40]!r}.") from None
    if abs(number) > LARGEST:
        raise UsageError(f"{place}: {what} is beyond {LARGEST:,}: {text[:40]!r}.")
    return number
