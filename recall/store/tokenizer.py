"""How text becomes index terms: SQLite's own tokenizer plus what it cannot do.

``porter unicode61`` finds nothing inside scripts without blanks, cuts Devanagari at its
vowel signs and knows no parts of an identifier (LIBRARIES.md 3.2). The index is contentless,
so the indexed text need not be the stored text: ``index_text`` rewrites the few texts that
need it, in Python, and everything else passes at the speed of C. A store can thus be opened
by any SQLite program, with no tokenizer of ours to register.

The same folding serves both sides: ``index_text`` for passages, ``word_terms`` and
``phrase_term`` for queries.
"""

from __future__ import annotations

import re
import unicodedata
from functools import cache, lru_cache

TOKENIZER_NAME = "porter"
TOKENIZER_ARGUMENTS = ("unicode61", "remove_diacritics", "2", "categories", "L* N* Co Mn Mc So")
"""Marks (Mn, Mc) belong to the words of Indic scripts; So makes emoji findable."""

TOKENIZER = "porter unicode61 remove_diacritics 2 categories 'L* N* Co Mn Mc So'"
"""The same as FTS5 wants to read it."""

# Scripts indexed as overlapping pairs of characters: those written without blanks (Thai, Lao,
# Burmese, Khmer, kana, Han), and Hangul, whose particles are glued to the word.
BIGRAM_SCRIPTS = (
    "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3005-\u3007\u3041-\u309f\u30a1-\u30ff"
    "\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3\uf900-\ufaff\U00020000-\U0003ffff"
)
# Patterns are text, compiled (and kept by `re`) when first met: an English query meets few.
_EMOJI = "[\u2600-\u27bf\u2b00-\u2bff\U0001f000-\U0001faff]"
# Accents that stand alone (SQLite drops them, which would leave terms of no letters); vowel points
# of Arabic and Hebrew and the Arabic stretch, which most writers leave out; joiners, soft hyphens
# and variation selectors, which are no part of a word.
_DROPPED = (
    "[\u0300-\u036f\u0591-\u05bd\u05bf-\u05c7\u0640\u064b-\u0652\u0670\u00ad\u200b-\u200f\u2060"
    "\ufe00-\ufe0f\ufeff]"
)
# camelCase, getURLPath, iPhone15Pro: a small letter or digit with a capital right after it, and not
# HTMLElement, which is written like SQLite and LaTeX, names of one part. A text's letters become
# "A" and "a", all else blanks: searching bytes for "aA" is four times as fast as an expression.
_SHAPES = bytes(
    ord("A") if 65 <= byte <= 90 else ord("a") if 48 <= byte <= 57 or 97 <= byte <= 122 else 32
    for byte in range(256)
)
_CAMEL_PART = r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+"
# C++, C#, F#: one letter whose sign makes the name.
_SHARP = r"#(?<=[A-Za-z]#)(?<![\w+#].#)(?![\w+#])"
_PLUS = r"\+\+(?<=[A-Za-z]\+\+)(?<![\w+#].\+\+)(?![\w+#])"
_SIGN_NAMES = {"++": "plusplus", "#": "sharp"}


@cache
def _run() -> re.Pattern[str]:
    """Runs of bigram scripts; compiling takes 3 ms, which an English query need not pay."""
    return re.compile(f"[{BIGRAM_SCRIPTS}]+")


def index_text(text: str) -> str:
    """The text to index for ``text``: folded, runs without blanks as bigrams, parts of names added.

    Parts of identifiers follow at the end, so that phrases across the identifier still match.
    The blanks of addresses (``Plugin%20Guide``) keep words apart.
    """
    if "%20" in text:
        text = text.replace("%20", " ")
    extra = _name_parts(text)
    folded = fold(text)
    return f"{folded} {extra}" if extra else folded


def fold(text: str) -> str:
    """Compatibility form, full case folding, runs of scripts without blanks as bigrams."""
    return text if text.isascii() else _run().sub(_bigrams, _plain(text))


def _plain(text: str) -> str:
    if text.isascii():
        return text
    text = unicodedata.normalize("NFKC", text).casefold()
    return re.sub(_EMOJI, r" \g<0> ", re.sub(_DROPPED, "", text))


def _bigrams(run: re.Match[str]) -> str:
    """``日本語`` as `` 日本 本語 語 ``: the last one keeps words of one character findable."""
    text = run[0]
    return f" {' '.join(text[at : at + 2] for at in range(len(text)))} "


def _name_parts(text: str) -> str:
    parts: list[str] = []
    shape = text.encode("latin-1", "replace").translate(_SHAPES)
    at = shape.find(b"aA")
    while at >= 0:
        end = shape.find(b" ", at)
        name = text[shape.rfind(b" ", 0, at) + 1 : end if end >= 0 else len(text)]
        parts += _camel_parts(name)
        at = shape.find(b"aA", end) if end >= 0 else -1
    if "#" in text:
        parts += [text[sign.start() - 1] + "sharp" for sign in re.finditer(_SHARP, text)]
    if "++" in text:
        parts += [text[sign.start() - 1] + "plusplus" for sign in re.finditer(_PLUS, text)]
    return " ".join(parts)


@lru_cache(maxsize=4096)
def _camel_parts(name: str) -> tuple[str, ...]:
    """``getURLPath2`` as get, URL, Path: a notebook repeats few such names often."""
    return tuple(part for part in re.findall(_CAMEL_PART, name) if len(part) > 1)


def quote(term: str) -> str:
    """``term`` as an FTS5 string; nothing inside it is syntax (LIBRARIES.md 3.5)."""
    clean = term.replace("\0", " ").encode("utf-8", "replace").decode()
    return '"' + clean.replace('"', '""') + '"'


def word_terms(word: str, *, prefix: bool = False) -> tuple[str, ...]:
    """FTS5 expressions for a query word, each a term of its own in BM25; empty for punctuation.

    ``snake_case`` and ``don't`` are phrases of their pieces, a run of a bigram script gives one
    term for each pair, one lone character of such a script matches as a prefix.
    """
    letter, sign = word[:1], word[1:]
    if sign in _SIGN_NAMES and letter.isascii() and letter.isalpha():
        return (quote(letter + _SIGN_NAMES[sign]),)
    terms: list[str] = []
    spaced = word if word.isascii() else _run().sub(r" \g<0> ", _plain(word))
    for piece in spaced.split():
        if not piece.isascii() and _run().fullmatch(piece):
            terms += _run_terms(piece)
        elif has_token(piece):
            terms.append(quote(piece) + (" *" if prefix else ""))
    return tuple(dict.fromkeys(terms))


def _run_terms(run: str) -> list[str]:
    if len(run) == 1:
        return [quote(run) + " *"]
    return [quote(run[at : at + 2]) for at in range(len(run) - 1)]


def phrase_term(phrase: str, *, prefix: bool = False) -> str | None:
    """FTS5 expression for words side by side; None when nothing in it can be indexed."""
    plain = _plain(phrase).strip()
    if not has_token(plain):
        return None
    if plain.isascii():
        return quote(plain) + (" *" if prefix else "")
    folded = _run().sub(_bigrams, plain).strip()
    last_run = _run().search(plain, max(0, len(plain) - 1))
    if last_run:  # the text may go on after the phrase's last character
        pair = len(plain) > 1 and _run().match(plain[-2])
        folded, prefix = (folded[:-2], prefix) if pair else (folded, True)
    return quote(folded) + (" *" if prefix else "")


def has_token(text: str) -> bool:
    """Whether the tokenizer finds anything in ``text``: letters, numbers, marks, symbols."""
    categories = {unicodedata.category(char) for char in text}
    return any(each[0] in "LNM" or each in ("Co", "So") for each in categories)
