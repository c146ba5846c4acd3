"""A text as what it says: the words of the matter, in order, without what only carries grammar."""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING, NamedTuple

from recall.memory.grammar import (
    CLASSES,
    KOREAN_PARTICLES,
    LIGHT,
    NEGATION,
    PARTICLES,
    RELATIONS,
    UNITS,
)
from recall.store.tokenizer import BIGRAM_SCRIPTS

if TYPE_CHECKING:
    from collections.abc import Iterator

_MARKS = "\u0300-\u036f\u0591-\u05c7\u0610-\u061a\u064b-\u065f\u0670\u0900-\u0963\u0970-\u0d7f"
_LETTERS = rf"[^\W\d_{BIGRAM_SCRIPTS}]|[{_MARKS}]"
_TOKEN = re.compile(
    rf"""
    (?P<run>[{BIGRAM_SCRIPTS}]+)
  | (?P<flag>(?<![\w-])--?[A-Za-z][\w-]*)
  | (?P<grouped>(?<![\w.])[0-9]{{1,3}}(?:[,'’\u00a0\u202f][0-9]{{3}})+(?![\w,.]?[0-9]))
  | (?P<measure>(?<![\w.])[0-9]+(?:[.,][0-9]+)?(?:[A-Za-zµ]{{1,3}}(?![\w.:/@-]))?
      (?![\w:/@]|[.,][0-9\w]))
  | (?P<name>[A-Za-z0-9_~]*[A-Za-z0-9_](?:(?:[./\\:@]+|::)[A-Za-z0-9_~-]+)+)
  | (?P<code>[A-Za-z0-9]*(?:[0-9_][A-Za-z_]|[A-Za-z_][0-9_])[A-Za-z0-9_]*)
  | (?P<word>(?:{_LETTERS})+(?:['’](?:{_LETTERS})+)*)
  | (?P<number>[0-9]+)
  | (?P<sign>->|=>|<=|>=|!=|==|[<>=≠≤≥+%€$£→←]|[\u2600-\u27bf\U0001f300-\U0001faff])
    """,
    re.VERBOSE,
)
_OBLIGED = {"have", "has", "need", "needs", "had"}
_ELIDED = re.compile(r"^(?:l|d|qu|c|j|s|m|t|n)['’](?=\w)", re.IGNORECASE)
_SENTENCE_ENDS = '.!?:;\n\r-*•|(["“«'


class Token(NamedTuple):
    """A word: ``key`` is what it is compared by, ``exact`` forbids to take it for a misspelling.

    ``relation`` marks words whose place matters and who they are does not.
    """

    key: str
    text: str
    relation: bool = False
    exact: bool = False


class Wording(NamedTuple):
    """A text as compared. ``words`` are all of it, casefolded: what makes two texts the same."""

    tokens: tuple[Token, ...]
    words: tuple[str, ...]

    @property
    def matter(self) -> list[Token]:
        """The tokens that say what the text is about."""
        return [token for token in self.tokens if not token.relation]


def read(text: str) -> Wording:
    """What a text says."""
    text = unicodedata.normalize("NFKC", text)
    tokens: list[Token] = []
    words: list[str] = []
    shouts = text.isupper()
    for match in _TOKEN.finditer(text):
        words.append(match[0].casefold())
        for token in _tokens(match, text, shouts=shouts):
            if tokens and token.key == "to" and tokens[-1].key == "have-or-need":
                tokens[-1] = Token("must", tokens[-1].text)
            else:
                tokens.append(token)
    kept = tuple(token for token in tokens if token.key != "have-or-need" or token.text == "need")
    return Wording(kept, tuple(words))


def _tokens(match: re.Match[str], text: str, *, shouts: bool) -> Iterator[Token]:
    kind, found = match.lastgroup, match[0]
    if kind == "run":
        yield from _signs(found)
    elif kind == "grouped":
        yield _exact(re.sub(r"\D", "", found))
    elif kind == "measure":
        yield from _measure(found)
    elif kind in ("name", "code", "flag", "number", "sign"):
        yield _exact(found.casefold())
    else:
        yield from _word(found, match.start(), text, shouts=shouts)


def _exact(key: str) -> Token:
    return Token(CLASSES.get(key, key), key, exact=True)


def _signs(run: str) -> Iterator[Token]:
    if "\uac00" <= run[0] <= "\ud7a3" and len(run) > 1 and run[-1] in KOREAN_PARTICLES:
        run = run[:-1]
    for sign in run:
        if sign not in PARTICLES:
            yield _exact(sign)


def _measure(found: str) -> Iterator[Token]:
    """``30s`` is 30 and a unit; ``3,5`` is 3.5."""
    digits = found.rstrip("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZµ")
    yield _exact(digits.replace(",", "."))
    unit = found[len(digits) :].casefold()
    if unit:
        yield _exact(UNITS.get(unit, unit))


def _word(found: str, start: int, text: str, *, shouts: bool) -> Iterator[Token]:
    found = _ELIDED.sub("", found) or found
    lower = found.casefold().replace("’", "'")
    if lower.endswith("n't"):
        yield from _plain(lower[:-3].removesuffix("ca") or "", found)
        yield Token(NEGATION, found, exact=True)
        return
    if lower == "cannot":
        yield Token("can", found, exact=True)
    lower = lower.partition("'")[0]
    if lower in _OBLIGED:
        yield Token("have-or-need", lower.removesuffix("s"))
        return
    if found.isupper() and not shouts and (len(found) > 1 or not _is_first(text, start)):
        if lower != "i":
            yield Token(_stem(lower), lower, exact=True)
        return
    is_name = found[:1].isupper() and not shouts and not _is_first(text, start)
    yield from _plain(lower, found, is_name=is_name)


def _plain(lower: str, found: str, *, is_name: bool = False) -> Iterator[Token]:
    if lower in CLASSES:
        key = CLASSES[lower]
        yield Token(key, found, relation=key in ("=", "&"), exact=True)
    elif lower in RELATIONS:
        yield Token(lower, found, relation=True, exact=True)
    elif lower and lower not in LIGHT:
        yield Token(_stem(lower), lower, exact=is_name)


def _is_first(text: str, start: int) -> bool:
    """Whether a sentence begins here, so that a capital says nothing."""
    before = text[max(0, start - 8) : start].rstrip(" \t'‘`*_#>")
    return not before or before[-1] in _SENTENCE_ENDS


def _stem(word: str) -> str:
    """English endings off: ``uses``, ``used`` and ``using`` are one word."""
    if not word.isascii() or len(word) < 4:
        return word
    for ending, least in (("ing", 4), ("ied", 3), ("ies", 3), ("ed", 3), ("es", 3), ("s", 3)):
        if word.endswith(ending) and len(word) - len(ending) >= least:
            if ending == "s" and word.endswith(("ss", "us", "is")):
                break
            word = word[: -len(ending)] + ("y" if ending in ("ied", "ies") else "")
            break
    if len(word) >= 4 and word[-1] == word[-2] and word[-1] not in "sle":
        word = word[:-1]
    return word.removesuffix("e") if len(word) > 3 else word
