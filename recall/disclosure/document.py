"""How much of a document is shown: its facts, its beginning, or as much as a budget allows."""

from __future__ import annotations

import re
from itertools import accumulate
from typing import TYPE_CHECKING

from recall.disclosure import blocks, tokens
from vault_sync import frontmatter

if TYPE_CHECKING:
    from recall.model import Detail
    from recall.reports import Document

SUMMARY_TOKENS = 80


def disclose(document: Document, detail: Detail, max_tokens: int | None) -> Document:
    """The document at a level: ``index`` no text, ``summary`` its beginning, ``full`` all of it.

    Text beyond ``max_tokens`` is cut at the end of a block, and ``cursor`` is the address of the
    rest. ``tokens`` counts the text that is left.
    """
    if detail == "index":
        return document._replace(detail=detail, text="", tokens=0)
    budget = max_tokens
    if detail == "summary":
        budget = min(SUMMARY_TOKENS, max_tokens or SUMMARY_TOKENS)
    if document.source == "transcript":
        return _session(document, detail, budget)
    if budget is not None and tokens.estimate(document.text) > budget:
        document = _without_properties(document)
    text, last = document.text, document.last_line
    if budget is not None:
        text, last = blocks.cut(document.text, budget, document.first_line)
    return document._replace(
        detail=detail,
        text=text,
        last_line=last,
        tokens=tokens.estimate(text),
        cursor=_rest(document, last),
    )


def _session(document: Document, detail: Detail, budget: int | None) -> Document:
    """Of a session whole passages, since its lines are records; at least the first."""
    heads = [0, *(match.end() - 2 for match in re.finditer(r"\n\n\[L(?=[0-9])", document.text))]
    kept = len(heads)
    if budget is not None:
        ends = [*heads[1:], len(document.text)]
        costs = accumulate(
            tokens.estimate(document.text[start:end])
            for start, end in zip(heads, ends, strict=True)
        )
        kept = max(sum(cost <= budget for cost in costs), 1)
    text, last, cursor = document.text, document.last_line, document.cursor
    if kept < len(heads):
        text = document.text[: heads[kept]].rstrip("\n")
        following = int(re.match(r"\[L([0-9]+)", document.text[heads[kept] :])[1])  # type: ignore[index]
        last = max(following - 1, document.first_line)
        cursor = f"{document.id}#L{following}-L{document.last_line}"
    return document._replace(
        detail=detail, text=text, last_line=last, tokens=tokens.estimate(text), cursor=cursor
    )


def _without_properties(document: Document) -> Document:
    """A note from its first line of text on; its properties stand in the facts beside it."""
    place = frontmatter.split(document.text) if document.first_line == 1 else None
    if place is None or not document.text[place.body :].strip():
        return document
    body = document.text[place.body :]
    skipped = place.body + len(body) - len(body.lstrip("\n"))
    lines = document.text.count("\n", 0, skipped)
    return document._replace(text=document.text[skipped:], first_line=1 + lines)


def _rest(document: Document, last: int) -> str | None:
    """Address of what follows line ``last``; None when that is nothing but blank lines.

    By id: two vaults may have notes of one path.
    """
    following = document.text.split("\n")[last - document.first_line + 1 :]
    for number, line in enumerate(following, last + 1):
        if line.strip():
            return f"{document.id}#L{number}-L{document.last_line}"
    return None
