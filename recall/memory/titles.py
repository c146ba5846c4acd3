"""A title for a memory that came without one: its first heading or sentence, cut to one line."""

from __future__ import annotations

import re

MOST_CHARACTERS = 72

_MARKUP = re.compile(
    r"^[\s>#*+\-]*(?:\[[ xX]\]\s*)?|(?<!\w)[*_`~]{1,3}(?=\S)|(?<=\S)[*_`~]{1,3}(?!\w)"
)
_LINK = re.compile(
    r"!?\[\[(?:[^\]|]{0,200}\|)?([^\]|]{1,200})\]\]|!?\[([^\]]{1,200})\]\([^)]{0,500}\)"
)
_SENTENCE_END = re.compile(r"(?<=[^\W\d_][.!?])\s+(?=\S)|(?<=[。！？])")


def make(content: str) -> str:
    """The beginning of a text as a title, without its markup; never empty for a text with words."""
    line = next((each for each in map(_plain, content.splitlines()) if each), "")
    if not line:
        line = " ".join(content.split())
    sentence = next(
        (line[: end.start()] for end in _SENTENCE_END.finditer(line) if end.start() >= 12), line
    )
    return _cut(sentence.strip()).rstrip(".。:;, ") or line[:MOST_CHARACTERS]


def _plain(line: str) -> str:
    text = _LINK.sub(lambda link: link[1] or link[2], line[:2_000])
    text = _MARKUP.sub("", text)
    return " ".join(text.split()) if any(map(str.isalnum, text)) else ""


def _cut(text: str) -> str:
    if len(text) <= MOST_CHARACTERS:
        return text
    blank = text.rfind(" ", MOST_CHARACTERS // 2, MOST_CHARACTERS)
    return text[: blank if blank > 0 else MOST_CHARACTERS - 1].rstrip(",;: ") + "…"
