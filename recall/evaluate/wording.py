"""Words of notes as somebody would type them: no markup, no operators of the query language.

Scripts without blanks are counted in characters: a character of theirs is a word here.
"""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING, Final

from recall.search.common_words import is_common
from recall.store.tokenizer import BIGRAM_SCRIPTS

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from random import Random

QUOTED_WORDS: Final = (5, 9)
QUOTED_CHARACTERS: Final = (10, 18)
"""Fewest and most words of a fragment; characters where words are not parted by blanks."""

LEAST_TELLING: Final = 3
"""Fewest words of a fragment that are not common."""

_TRIES: Final = 8

# All that parts words: blanks, controls, ASCII signs but for "-" and "'", punctuation of other
# scripts. What is left are letters, digits, the marks that belong to them, and emoji.
_PARTING = (
    "\\s\x00-\x20!-&(-,./:-@\\[-`{-\xa0¡-©«-±´¶-¸»-¿×÷"
    "\u02c6-\u02df\u055a-\u055f\u0589\u05be\u05c0\u05c3\u05f3\u05f4\u060c\u061b\u061f\u066a-\u066d"
    "\u06d4\u0964\u0965\u0e4f\u0e5a\u0e5b\u104a-\u104f\u17d4-\u17da"
    "\u2000-\u200b\u200e-\u2018\u201a-\u206f\u2190-\u23ff\u2460-\u25ff"
    "\u3000-\u3004\u3008-\u3020\u3030\u303d\u30fb"
    "\ufe10-\ufe1f\ufe30-\ufe6f\uff01-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff65\ufffd"
)
_LETTER = f"[^{_PARTING}{BIGRAM_SCRIPTS}'\u2019-]"
_WORD: Final = re.compile(f"[{BIGRAM_SCRIPTS}]|{_LETTER}++(?>(?:['\u2019-]{_LETTER}++)*)")
_UNSPACED: Final = re.compile(f"[{BIGRAM_SCRIPTS}]")
_GAP: Final = re.compile(f"[{_PARTING}'\u2019-]+")
_ACCENTS: Final = re.compile("[\u0300-\u036f]")
_OPERATORS: Final = frozenset({"AND", "OR", "NOT"})

# Each stops at the next sign that could begin another match, so that all are linear.
_LINK: Final = re.compile(
    r"!\[\[[^\[\]\n]*\]\]|\[\[([^\[\]\n|]*)(?:\|([^\[\]\n]*))?\]\]|!?\[([^\[\]\n]*)\]\([^()\n]*\)"
)
_CLUTTER: Final = re.compile(
    r"\b(?:https?|ftp|file|data|mailto|obsidian):\S+|<[^<>\n]{1,200}>|\[\^[^\[\]\n]*\]"
    r"|%%[^%]*%%|(?<!\S)\^[A-Za-z0-9-]+[ \t]*$",
    re.MULTILINE,
)


def readable(text: str) -> str:
    """The text as it is read: links by what they show, no addresses, tags of HTML or comments."""
    return _CLUTTER.sub(" ", _LINK.sub(_shown, text))


def _shown(link: re.Match[str]) -> str:
    path, label, text = link.groups()
    if path is None and text is None:
        return " "
    return text if text is not None else label or path.rpartition("/")[2].partition("#")[0]


def words(text: str) -> list[re.Match[str]]:
    """The words of a text, where they stand."""
    return list(_WORD.finditer(text))


def joined(found: Sequence[re.Match[str]]) -> str:
    """Words as a question: what touched in the text touches, all else is parted by a blank."""
    parts = []
    end = found[0].start() if found else 0
    for word in found:
        if word.start() != end:
            parts.append(" ")
        parts.append(_plain(word[0]))
        end = word.end()
    return "".join(parts)


def key(text: str) -> str:
    """What two texts of the same words have in common: no case, accents or punctuation."""
    if not text.isascii():
        text = _ACCENTS.sub("", unicodedata.normalize("NFKD", text))
    return _GAP.sub(" ", text.casefold()).strip()


def key_words(texts: Iterable[str]) -> frozenset[str]:
    """Keys of all words in some texts."""
    return frozenset(key(word[0]) for text in texts for word in words(text))


def telling(found: Iterable[re.Match[str]]) -> int:
    """How much of a subject words name: those that are not common; of characters half of them."""
    halves = 0
    for word in found:
        if is_unspaced(word[0]):
            halves += 1
        elif any(sign.isalpha() for sign in word[0]) and not is_common(word[0]):
            halves += 2
    return halves // 2


def is_unspaced(word: str) -> bool:
    """Whether a word is a character of a script without blanks."""
    return _UNSPACED.fullmatch(word) is not None


def fragment(text: str, random: Random) -> str | None:
    """Some words that follow each other in the middle of a text; None when it is too short.

    Fragments of common words alone are not taken.
    """
    found = words(text)
    unspaced = sum(is_unspaced(word[0]) for word in found)
    least, most = QUOTED_CHARACTERS if 2 * unspaced > len(found) else QUOTED_WORDS
    # A fourth at either end is left: there stand the name of the thing, and "see also".
    first, last = len(found) // 4, len(found) - len(found) // 4
    for _ in range(_TRIES):
        length = random.randint(least, most)
        if last - first < length:
            continue
        start = random.randint(first, last - length)
        while start < last - least and unicodedata.category(found[start][0][0])[0] == "M":
            start += 1  # a vowel sign belongs to the letter before it
        taken = found[start : start + length]
        if telling(taken) >= LEAST_TELLING:
            return joined(taken)
    return None


def _plain(word: str) -> str:
    return word.lower() if word in _OPERATORS else word
