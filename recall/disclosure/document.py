"""How much of a document is shown: its facts, its beginning, or as much as a budget allows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from recall.disclosure import blocks, tokens

if TYPE_CHECKING:
    from recall.model import Detail, Document

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


def _rest(document: Document, last: int) -> str | None:
    """Address of what follows line ``last``; None when that is nothing but blank lines.

    By id: two vaults may have notes of one path.
    """
    following = document.text.split("\n")[last - document.first_line + 1 :]
    for number, line in enumerate(following, last + 1):
        if line.strip():
            return f"{document.id}#L{number}-L{document.last_line}"
    return None
