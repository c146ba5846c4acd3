"""Links and tags in a run of text: the inline half of reading a note.

One expression finds every place where something may begin; what it is, is decided from left
to right, so that whatever begins first hides what lies in it (code spans, comments, math, HTML
tags). No step looks further ahead than the next place of its kind, which keeps the cost linear.
"""

from __future__ import annotations

import re
from collections import deque
from typing import TYPE_CHECKING, NamedTuple

from vault_sync import target

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from vault_sync.model import LinkSyntax

# Blanks as JavaScript has them: the byte-order mark is one, and Python's separators of records
# and the next line are none.
_BLANK = r"\t-\r\x20\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff"
_IS_BLANK = re.compile(f"[{_BLANK}]")
# Obsidian's own set of characters that end a tag (R144 to R146).
_TAG = rf"""[^\u2000-\u206F\u2E00-\u2E7F'!"\#$%&()*+,.:;<=>?@^`{{|}}~\[\]\\{_BLANK}]+"""

# A wikilink holds no line break, no other wikilink and no double bracket (R012 to R016).
_WIKILINK = r"\[(?!\]\])(?P<content>[^\[\]\n]*+(?>(?:(?:\[(?!\[)|\](?!\]))[^\[\]\n]*+)*))\]\]"
# A wikilink comes first, so that no parentheses make it a label (R059).
_LABEL = r"[^\[\]\\`<$\#\n]*+"
_TAIL = r"""\((?P<destination>[^\s()<>\\]++)(?:[ ]+"[^"\\\n]*+")?\)"""

_TOKEN = re.compile(
    rf"""[\\\[\]\#`<$](?:
      (?<=\[)(?:(?P<wikilink>{_WIKILINK})
        | (?P<external>{_LABEL}\]\([a-zA-Z][a-zA-Z0-9+.-]+:[^\s()<>\\]*+(?:[ ]+"[^"\\\n]*+")?\))
        | (?P<link>(?P<label>{_LABEL})\]{_TAIL})
        | (?P<bracketed>{_LABEL}\](?![\[(]))
        | (?P<open>))
    | (?<=\])(?P<close>)
    | (?<=\#)(?P<tag>{_TAG})
    | (?<=\\)(?P<escape>[!-/:-@\[-`{{-~])
    | (?<=`)(?P<code>`*+)
    | (?<=<)(?:[/a-zA-Z][^<>]*+>|(?P<comment>!--))
    | (?<=\$)(?P<math>\$?)
    )""",
    re.VERBOSE,
)
_SIMPLE_TAIL = re.compile(_TAIL, re.VERBOSE)
_TICKS = re.compile("`+")
_MATH_CLOSE = {"$": re.compile(r"(?<![\s\\$])\$(?![$0-9])"), "$$": re.compile(r"\$\$")}
_REFERENCE = re.compile(r"\[([^\[\]]*)\]")
_NO_RUN = (0, -1)
_MAX_QUOTE_MARKS = 100
_MAX_NESTING = 32  # pictures in pictures' labels: each label repeats all that lies in it
_DEFINITION = re.compile(
    r"[ ]{0,3}\[(?!\^)([^\[\]\n]+)\]:[ \t]*(?:<([^<>\n]*)>|([^\s<]\S*))[^\n]*(?:\n|\Z)"
)


class FoundLink(NamedTuple):
    """A link in the body by its offsets."""

    start: int
    end: int
    syntax: LinkSyntax
    embed: bool
    target: target.Target


class FoundTag(NamedTuple):
    """A tag in the body: where its ``#`` stands, and its name without it."""

    start: int
    name: str


class Definition(NamedTuple):
    """A link definition; ``name`` is its label as labels are compared, ``end`` the next line."""

    name: str
    label: str
    destination: str
    start: int
    end: int


def definitions(text: str, start: int, end: int) -> tuple[dict[str, str], int]:
    """Link definitions that begin a paragraph (``[name]: Note.md``), and where they stop."""
    found: dict[str, str] = {}
    for definition in each_definition(text, start, end):
        found.setdefault(definition.name, definition.destination)
        start = definition.end
    return found, start


def each_definition(text: str, start: int, end: int) -> Iterator[Definition]:
    """The link definitions that begin a paragraph, one a line."""
    while found := _DEFINITION.match(text, start, end):
        label, destination = found[1], found[2] or found[3] or ""
        yield Definition(_reference_key(label), label, destination, start, found.end())
        start = found.end()


def _reference_key(label: str) -> str:
    return " ".join(label.split()).casefold()


class InlineReader:
    """Collects the links and tags of one text."""

    def __init__(self, text: str, references: Mapping[str, str]) -> None:
        self.links: list[FoundLink] = []
        self.tags: list[FoundTag] = []
        self._text = text
        self._references = references
        self._start = self._end = self._edge = 0
        self._openers: deque[int] = deque(maxlen=_MAX_NESTING)
        self._ticks: dict[int, list[int]] | None = None
        self._unclosed: set[str] = set()
        self._take = {
            "wikilink": self._wikilink,
            "external": self._external,
            "link": self._simple_link,
            "bracketed": self._bracketed,
            "open": self._open,
            "close": self._close,
            "tag": self._tag,
            "escape": self._escape,
            "code": self._code,
            "comment": self._comment,
            "math": self._math,
        }

    def read(self, runs: Iterable[tuple[int, int]]) -> None:
        """Find the links and tags in runs of text such as paragraphs, given in order."""
        search, text, take = _TOKEN.search, self._text, self._take
        ahead = iter(runs)
        position = end = 0
        while token := search(text, position):
            start = token.start()
            if start >= end:
                while start >= end:
                    position, end = next(ahead, _NO_RUN)
                    if end < 0:
                        return
                self._begin_run(position, end)
                if start < position:
                    continue
            if token.end() > end:  # it reaches beyond the run: whatever it is, it is cut there
                token = search(text, start, end)
                if token is None:
                    position = end
                    continue
            kind = token.lastgroup
            position = take[kind](token) if kind else token.end()

    def _begin_run(self, start: int, end: int) -> None:
        self._start = self._edge = start
        self._end = end
        self._ticks = None
        if self._openers:
            self._openers.clear()
        if self._unclosed:
            self._unclosed.clear()

    def _wikilink(self, token: re.Match[str]) -> int:
        start, content = token.start(), token["content"]
        if content.startswith("[") and "]" not in content:
            return start + 1  # [[[a]]] is the link [[a]] in brackets
        embed = self._is_embed(start)
        found = target.of_wikilink(content, embed=embed)
        self.links.append(FoundLink(start - embed, token.end(), "wikilink", embed, found))
        return token.end()

    def _simple_link(self, token: re.Match[str]) -> int:
        destination = token["destination"]
        if "&" in destination:  # an entity, perhaps: a case for markdown-it
            return self._open(token)
        self._add(token.start(), token.end(), "markdown", destination, token["label"])
        return token.end()

    def _external(self, token: re.Match[str]) -> int:
        if self._openers and not self._is_embed(token.start()):
            self._close_openers()
        return token.end()

    def _add(self, start: int, end: int, syntax: LinkSyntax, destination: str, label: str) -> None:
        embed = self._is_embed(start)
        if not embed:
            self._close_openers()
        found = target.of_markdown(destination, label, embed=embed)
        if found is not None:
            self.links.append(FoundLink(start - embed, end, syntax, embed, found))

    def _close_openers(self) -> None:
        """Links hold no links: what stands open before one can only be a picture."""
        if self._openers:
            pictures = [start for start in self._openers if self._is_embed(start)]
            self._openers = deque(pictures, _MAX_NESTING)

    def _is_embed(self, start: int) -> bool:
        """Whether a ``!`` that is not escaped stands before the bracket (R020)."""
        return start > self._edge and self._text[start - 1] == "!"

    def _bracketed(self, token: re.Match[str]) -> int:
        if self._references:
            self._reference(token.start(), token.end(), token[0][1:-1], token[0][1:-1])
        return token.end()

    def _open(self, token: re.Match[str]) -> int:
        self._openers.append(token.start())
        return token.start() + 1

    def _close(self, token: re.Match[str]) -> int:
        end = token.end()
        if not self._openers:
            return end
        start = self._openers.pop()
        label = self._text[start + 1 : end - 1]
        if self._text.startswith("(", end):
            return self._destination(start, end, label)
        if self._references:
            reference = _REFERENCE.match(self._text, end, self._end)
            name = reference[1] if reference and reference[1] else label
            return self._reference(start, reference.end() if reference else end, label, name) or end
        return end

    def _destination(self, start: int, end: int, label: str) -> int:
        """The link whose label ends before ``(destination "title")``, by markdown-it (R057)."""
        text, limit = self._text, self._end
        simple = _SIMPLE_TAIL.match(text, end, limit)
        if simple and "&" not in simple["destination"]:
            self._add(start, simple.end(), "markdown", simple["destination"], label)
            return simple.end()

        from markdown_it.helpers import parseLinkDestination, parseLinkTitle

        position = _skip_blanks(text, end + 1, limit)
        destination = parseLinkDestination(text, position, limit)
        if destination.ok:
            position = _skip_blanks(text, destination.pos, limit)
            if position > destination.pos:
                title = parseLinkTitle(text, position, limit)
                position = _skip_blanks(text, title.pos, limit) if title.ok else position
        if position >= limit or text[position] != ")":
            return end
        self._add(start, position + 1, "markdown", destination.str, label)
        return position + 1

    def _reference(self, start: int, end: int, label: str, name: str) -> int | None:
        destination = self._references.get(_reference_key(name))
        if destination is None:
            return None
        self._add(start, end, "reference", destination, label)
        return end

    def _tag(self, token: re.Match[str]) -> int:
        start, name = token.start(), token["tag"].rstrip("/")  # R158
        if self._may_begin_tag(start) and name and not (name.isascii() and name.isdigit()):
            self.tags.append(FoundTag(start, name))
            self._edge = token.end()  # another may follow at once (R149)
        return token.end()

    def _may_begin_tag(self, start: int) -> bool:
        """Whether a blank, the beginning of a line or quote, or a tag is before it (R139, R150)."""
        before = self._text[start - 1 : start]
        if start == self._edge or _IS_BLANK.match(before):
            return True
        if before != ">":
            return False
        first = max(self._start, start - _MAX_QUOTE_MARKS)
        line_start = max(self._text.rfind("\n", first, start) + 1, first)
        return self._text[line_start:start].strip("> \t") == ""

    def _escape(self, token: re.Match[str]) -> int:
        self._edge = token.end()
        return token.end()

    def _code(self, token: re.Match[str]) -> int:
        """A code span reaches to the next run of as many backticks, if there is one."""
        text, end = self._text, token.end()
        after = text.find("`", end, self._end)
        if after < 0:
            return end
        if len(token[0]) == 1 and not text.startswith("`", after + 1):
            return after + 1
        if self._ticks is None:
            self._ticks = {}
            for ticks in _TICKS.finditer(text, token.start(), self._end):
                self._ticks.setdefault(len(ticks[0]), []).append(ticks.end())
            for ends in self._ticks.values():
                ends.reverse()
        ends = self._ticks.get(len(token[0]), [])
        while ends and ends[-1] <= end:
            ends.pop()
        return ends.pop() if ends else end

    def _comment(self, token: re.Match[str]) -> int:
        """An HTML comment hides what is in it (R025), if it ends."""
        end = token.end()
        closing = -1 if "-->" in self._unclosed else self._text.find("-->", end, self._end)
        if closing < 0:
            self._unclosed.add("-->")
            return end
        return closing + len("-->")

    def _math(self, token: re.Match[str]) -> int:
        """Math hides links and tags (R030, R157); ``$5 and $6`` is none (R226)."""
        mark, end = token[0], token.end()
        if mark in self._unclosed or (mark == "$" and self._text[end : end + 1].isspace()):
            return end
        closing = _MATH_CLOSE[mark].search(self._text, end, self._end)
        if closing is None:
            self._unclosed.add(mark)
            return end
        return closing.end()


def _skip_blanks(text: str, start: int, limit: int) -> int:
    while start < limit and text[start] in " \t\n":
        start += 1
    return start
