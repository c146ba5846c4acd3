"""Answers, documents and reports as JSON; the keys are the field names of the records."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Final, NamedTuple

from recall.disclosure.budget import Form
from recall.disclosure.levels import passage, rest
from recall.disclosure.tokens import estimate

if TYPE_CHECKING:
    from collections.abc import Iterable

    from recall.model import Answer, Detail, Hit
    from recall.reports import Document

SCHEMA: Final = 1
"""Grows only when a key changes its meaning; new keys are added without."""

_DIGITS: Final = 6
_DEEPEST: Final = 32
_INDEX_FIELDS: Final = (
    "rank", "id", "source", "collection", "kind", "title", "path", "first_line", "last_line",
    "citation", "address", "score", "date", "status", "superseded_by",
)  # fmt: skip
_SUMMARY_FIELDS: Final = (
    *_INDEX_FIELDS, "headings", "relevance", "currency", "date_origin", "tags", "missing", "uri",
    "snippet", "linked_from",
)  # fmt: skip
_FIELDS: Final[dict[Detail, tuple[str, ...]]] = {
    "index": _INDEX_FIELDS,
    "summary": _SUMMARY_FIELDS,
    "full": (*_SUMMARY_FIELDS, "text", "rest"),
}
_UNPRINTABLE: Final = re.compile("[\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]")
_SURROGATES: Final = re.compile("[\ud800-\udfff]")


def answer_json(answer: Answer) -> dict[str, object]:
    """An answer as plain values: the results' fields, the answer's own, and ``hits``.

    A hit carries the fields of its level: ``index`` what an index line says and where the
    passage lies, ``summary`` all but ``text``, ``full`` everything; its ``rest`` is the address
    of what was cut off, null when nothing was. ``terms`` are there when the search was asked to
    explain.
    """
    results = answer.results._asdict()
    del results["hits"]
    fields = answer._asdict()
    for name in ("results", "shown"):
        del fields[name]
    return {
        "schema": SCHEMA,
        **_object(results),
        **_object(fields),
        "hits": [_hit(item.hit, item.detail, item.tokens) for item in answer.shown],
    }


def document_json(document: Document) -> dict[str, object]:
    """A document as plain values, its citation included."""
    return {"schema": SCHEMA, **_object(document._asdict()), "citation": plain(document.citation)}


def listing_json(name: str, records: Iterable[NamedTuple]) -> dict[str, object]:
    """Records of any kind as plain values under one name: reports of a sync, vaults, findings."""
    return {"schema": SCHEMA, name: [plain(record) for record in records]}


def record_json(record: NamedTuple) -> dict[str, object]:
    """One record of any kind as plain values."""
    return {"schema": SCHEMA, **_object(record._asdict())}


def dump(value: Mapping[str, object], indent: int | str | None = None) -> str:
    """One line of JSON, or indented; UTF-8 as it is but for what could harm a terminal."""
    import json

    text = json.dumps(value, ensure_ascii=False, allow_nan=False, indent=indent)
    return _UNPRINTABLE.sub(lambda sign: f"\\u{ord(sign[0]):04x}", text)


def _hit_line(hit: Hit, detail: Detail) -> str:
    return dump(_hit(hit, detail, estimate(hit.text)))


def _whole(answer: Answer) -> str:
    return dump(answer_json(answer))


JSON: Final = Form(_hit_line, _whole)
"""One line of JSON: what ``disclose`` counts when the answer is printed with ``dump``."""


def _hit(hit: Hit, detail: Detail, tokens: int) -> dict[str, object]:
    values: dict[str, object] = {
        **hit._asdict(),
        "citation": hit.citation,
        "address": hit.address,
    }
    if detail == "full":
        values["text"], values["rest"] = passage(hit)[0], rest(hit)
    found = {name: plain(values[name]) for name in _FIELDS[detail]}
    if hit.terms:
        found["terms"] = plain(hit.terms)
    return {**found, "detail": detail, "tokens": tokens}


def _object(fields: Mapping[str, object]) -> dict[str, object]:
    return {name: plain(value) for name, value in fields.items()}


def plain(value: object, depth: int = 0) -> object:
    """A value that JSON can hold: records become objects, dates strings, NaN becomes null."""
    if isinstance(value, str):
        return _SURROGATES.sub("\ufffd", value)
    if isinstance(value, float):
        return _number(value)
    if value is None or isinstance(value, int):
        return value
    if depth >= _DEEPEST:
        return plain(repr(value))
    return _contents(value, depth + 1)


def _contents(value: object, depth: int) -> object:
    if hasattr(value, "_asdict"):
        value = value._asdict()
    if isinstance(value, Mapping):
        return {str(plain(str(key))): plain(item, depth) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [plain(item, depth) for item in value]
    if isinstance(value, set | frozenset):
        return sorted(str(plain(str(item))) for item in value)
    return value.isoformat() if hasattr(value, "isoformat") else plain(str(value))


def _number(value: float) -> float | None:
    return round(value, _DIGITS) if abs(value) < float("inf") else None
