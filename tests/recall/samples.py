"""Small records built by hand."""

from __future__ import annotations

from recall.model import Currency, Hit, Results, Snippet, Step
from recall.reports import Document

PASSAGE = """\
We keep the ledger in Postgres.

The write path needs transactions over three tables, and the team knows how to run it.
MySQL was the other candidate."""


def hit(rank: int = 1, **fields) -> Hit:
    text = fields.pop("text", PASSAGE)
    first_line = fields.pop("first_line", 12)
    score = fields.get("score", 0.6184)
    snippet = "The write path needs transactions over three tables"
    values = {
        "rank": rank,
        "id": "k3v9x2ab",
        "source": "vault",
        "collection": "notes",
        "kind": "note",
        "title": "Postgres decision",
        "path": "Decisions/Postgres.md",
        "first_line": first_line,
        "last_line": first_line + text.count("\n"),
        "headings": ("Storage", "Ledger"),
        "score": score,
        "relevance": score,
        "currency": Currency(1.0, 0.0, None, 1.0, 1.0, "evergreen"),
        "date": "2026-02-11",
        "date_origin": "property",
        "tags": ("decision",),
        "status": None,
        "superseded_by": None,
        "missing": (),
        "snippet": Snippet(snippet, 14, 14, ((4, 9), (21, 33))),
        "text": text,
        "uri": "obsidian://open?vault=notes&file=Decisions%2FPostgres",
        "terms": (),
    }
    return Hit(**(values | fields))


def ranked(number: int) -> tuple[Hit, ...]:
    """Hits of falling score with ids of their own."""
    return tuple(
        hit(
            rank,
            id=f"id{rank:06}",
            title=f"Note {rank}",
            path=f"Folder/Note {rank}.md",
            score=1 / rank,
        )
        for rank in range(1, number + 1)
    )


def results(hits: tuple[Hit, ...] = (), **fields) -> Results:
    values = {
        "query": "write path",
        "understood": "write path",
        "notes": (),
        "steps": (Step("all of: write, path", len(hits)),),
        "verdict": "answered",
        "hits": hits,
        "total": max((each.rank for each in hits), default=0),
        "total_is_exact": True,
        "suggestions": (),
        "as_of": 1_780_000_000.0,
        "failures": (),
    }
    return Results(**(values | fields))


def document(text: str = PASSAGE, **fields) -> Document:
    values = {
        "id": "k3v9x2ab",
        "source": "vault",
        "collection": "notes",
        "kind": "note",
        "title": "Postgres decision",
        "path": "Decisions/Postgres.md",
        "first_line": 12,
        "last_line": 12 + text.count("\n"),
        "total_lines": 40,
        "detail": "full",
        "text": text,
        "tokens": 40,
        "cursor": None,
        "date": "2026-02-11",
        "date_origin": "property",
        "aliases": (),
        "tags": (),
        "properties": {},
        "outline": ((1, "Postgres decision", 8), (2, "Storage", 12)),
        "status": None,
        "superseded_by": None,
        "file_state": "as indexed",
        "uri": None,
    }
    return Document(**(values | fields))
