"""What a link says: linkpath, subpath, label and the text shown for it (OBSIDIAN.md 1, 2)."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

_SIZE = re.compile(r"[0-9]+(?:x[0-9]+)?\Z")
_EXTERNAL = re.compile(r"[a-zA-Z][a-zA-Z0-9+.-]+:")
_BAD_ESCAPE = re.compile(r"%(?![0-9a-fA-F]{2})")

WIKILINK = re.compile(
    r"(!?)\[\[(?!\]\])([^\[\]\n]*+(?>(?:(?:\[(?!\[)|\](?!\]))[^\[\]\n]*+)*))\]\]\Z"
)
"""A text that is one wikilink and nothing else, as links in properties are (R207)."""

MARKDOWN = re.compile(r"(!?)\[([^\[\]\n]*+)\]\((?:<([^<>\n]+)>|([^\s()<>]+))\)\Z")


class Target(NamedTuple):
    """Where a link points and what it shows; ``label`` is None where the author gave none."""

    path: str
    subpath: str
    display: str
    label: str | None


@lru_cache(maxsize=4096)
def of_wikilink(content: str, *, embed: bool) -> Target:
    r"""The parts of what stands between ``[[`` and ``]]``.

    The first pipe divides (R004), a backslash before it is the table's and not the name's
    (R021, R023), and a link that begins with a pipe is all target (R013).
    """
    if content.startswith("|"):
        return Target(content, "", content, None)
    target, pipe, label = content.partition("|")
    if pipe:
        target = target.removesuffix("\\")
    path, subpath = _split(target)
    shown = _label(label, embed=embed) if pipe else None
    return Target(path, subpath, _display(path, subpath) if shown is None else shown, shown)


def of_markdown(destination: str, label: str, *, embed: bool) -> Target | None:
    """The parts of ``[label](destination)``; None when it leads out of the vault (R049)."""
    if not destination or is_external(destination):
        return None
    path, subpath = _split(_percent_decoded(destination))
    shown = _label(label, embed=embed)
    return Target(path, subpath, _display(path, subpath) if shown is None else shown, shown)


def is_external(destination: str) -> bool:
    """Whether a destination has a scheme, or an address pasted into it (``[[x](http://…)``)."""
    return "://" in destination or _EXTERNAL.match(destination) is not None


def _split(target: str) -> tuple[str, str]:
    """Linkpath and subpath; outer blanks belong to neither (R010), a bare ``#`` is none (R111)."""
    path, mark, rest = target.partition("#")
    rest = rest.strip()
    return path.strip(), mark + rest if rest else ""


def _label(label: str, *, embed: bool) -> str | None:
    """The label of a link; the size of an embedded picture is none (R121, R122)."""
    if not embed:
        return label or None
    caption, pipe, size = label.rpartition("|")
    if _SIZE.match(size.strip()):
        return caption or None
    return caption + pipe + size or None


def _display(path: str, subpath: str) -> str:
    """``Alpha > Plan > Costs`` for ``Alpha#Plan#Costs`` (R007, R008)."""
    if not subpath:
        return path
    return " > ".join(filter(None, [path, *subpath.split("#")]))


def _percent_decoded(destination: str) -> str:
    """The destination decoded, or as it is when it is not well encoded (R039, R052, R053)."""
    if "%" not in destination or _BAD_ESCAPE.search(destination):
        return destination
    from urllib.parse import unquote

    try:
        return unquote(destination, errors="strict")
    except UnicodeDecodeError:
        return destination
