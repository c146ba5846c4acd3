"""Bytes of a file as text, and places in that text as Obsidian counts them."""

from __future__ import annotations

import codecs
import re
from bisect import bisect_left

from vault_sync.model import Finding

_LINE_END = re.compile(r"\r\n?")


def decode(path: str, data: bytes) -> tuple[str, tuple[Finding, ...]]:
    """Text of a file and what was wrong with its bytes.

    A byte-order mark is dropped (OBSIDIAN.md R163) and bytes that are no UTF-8 become U+FFFD.
    NUL, which many C libraries take for the end of a text, becomes a blank: one byte as well,
    for a file may hold nothing else. Line ends stay.
    """
    findings: tuple[Finding, ...] = ()
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        text = data.decode("utf-16", errors="replace")
        findings = (Finding(path, None, "not-utf8", "The file is UTF-16; read as such."),)
    else:
        try:
            text = data.decode("utf-8")
        except UnicodeDecodeError as error:
            text = data.decode("utf-8", errors="replace")
            line = len(_LINE_END.sub("\n", data[: error.start].decode("utf-8")).split("\n")) - 1
            message = f"Byte {error.start} is not UTF-8; shown as the replacement character."
            findings = (Finding(path, line, "not-utf8", message),)
    text = text.removeprefix("\ufeff")
    if "\0" in text:
        findings += (_nul_finding(path, data, text),)
        text = text.replace("\0", " ")
    return text, findings


def _nul_finding(path: str, data: bytes, text: str) -> Finding:
    """What the NULs of a file say about it: UTF-16 of Latin letters has one in every pair."""
    half = len(data) // 2
    first, second = data[::2].count(0), data[1::2].count(0)
    if max(first, second) > 0.6 * half and min(first, second) < 0.1 * half:
        message = "The file looks like UTF-16 without its mark, not read as such; save it as UTF-8."
        return Finding(path, None, "not-utf8", message)
    line = len(_LINE_END.sub("\n", text[: text.index("\0")]).split("\n")) - 1
    message = f"The file holds {text.count(chr(0))} NUL bytes, read as blanks; is it damaged?"
    return Finding(path, line, "nul-bytes", message)


def unify(text: str) -> str:
    """The text with every line end (LF, CRLF, lone CR) as LF; the number of lines stays."""
    return _LINE_END.sub("\n", text) if "\r" in text else text


def utf16_length(text: str) -> int:
    """Length in UTF-16 code units, in which Obsidian counts columns (OBSIDIAN.md R038)."""
    return len(text) if text.isascii() else len(text.encode("utf-16-le", "surrogatepass")) // 2


class Cursor:
    """Lines and columns of ascending offsets into a text with LF line ends.

    It moves forward only, so that all places of a text together cost one pass over it,
    however long its lines are.
    """

    def __init__(self, text: str) -> None:
        self._text = text
        self._offset = self._line = self._column = 0

    def move(self, offset: int) -> tuple[int, int]:
        """Line and column of an offset that is not before the previous one."""
        text, before = self._text, self._offset
        breaks = text.count("\n", before, offset)
        if breaks:
            self._line += breaks
            self._column = 0
            before = text.rindex("\n", before, offset) + 1
        self._column += utf16_length(text[before:offset])
        self._offset = offset
        return self._line, self._column


class Origin:
    """Offsets into a text as on disk from offsets into the same text after ``unify``."""

    def __init__(self, text: str) -> None:
        pairs = (match.start() for match in re.finditer("\r\n", text)) if "\r\n" in text else ()
        self._pairs = [start - index for index, start in enumerate(pairs)]

    @property
    def differs(self) -> bool:
        """Whether any offset does, or all are the same; lone CR keep them."""
        return bool(self._pairs)

    def offset(self, unified: int) -> int:
        """The offset on disk; each CRLF before the place counts one more."""
        return unified + bisect_left(self._pairs, unified)
