"""Links as Obsidian writes them: the other direction of resolving (OBSIDIAN.md R058, R098)."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from vault_sync.resolve import key_of, keys_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from vault_sync.resolve import Resolver
    from vault_sync.settings import LinkFormat, VaultSettings

_NOT_IN_A_HEADING_LINK = re.compile(r"[:#|^\\]|%%|\[\[|\]\]")
_BREAKS_AN_ADDRESS = re.compile(r"[^\S ]|[%<>\\\x00-\x1f\x7f]")


def link_text(
    path: str,
    source: str,
    resolver: Resolver,
    link_format: LinkFormat = "shortest",
    *,
    keep_extension: bool = False,
) -> str:
    """Text by which a link in the source note leads to a file of the vault.

    ``shortest`` is the bare name if no other file has it, else the path from the root;
    ``relative`` goes from the folder of the source with ``../``; ``absolute`` is the path from
    the root. Where Obsidian's text would lead to another file, the next longer one that leads
    to this file is taken: with ``./``, with ``.md``, with a leading slash.

    Args:
        path: the file, as the resolver knows it.
        source: the note that holds the link.
        resolver: all files of the vault.
        link_format: the setting ``newLinkFormat``.
        keep_extension: whether ``.md`` stays, as in Markdown links.
    """
    return next(_texts(path, source, resolver, link_format, keep_extension=keep_extension))


def link(
    path: str,
    source: str,
    resolver: Resolver,
    settings: VaultSettings,
    *,
    subpath: str = "",
    alias: str = "",
) -> str:
    """A whole link as the vault's owner wants them; an embed where no note is meant.

    An alias is written beside the name, since it leads nowhere by itself (R084):
    ``[[Artificial|AI]]``. A link into its own note is only the subpath (R091).

    Where a name has signs that would end the link or make it another (R037), as in ``a]`` or
    ``a|b``, a longer text is taken, and at last a Markdown link with these signs encoded. A name
    with ``#`` (R058) or a backslash (R064) cannot be read back whatever is written.

    Args:
        path: the file that is meant, as the resolver knows it.
        source: the note that holds the link.
        resolver: all files of the vault.
        settings: of the vault: the format of links, and whether they are Markdown's.
        subpath: ``#Heading`` (see ``heading_subpath``), ``#^block`` or empty.
        alias: what is shown instead of the name.
    """
    mark = "" if _is_note(path) else "!"
    shown = " ".join(alias.replace("[[", "[ [").replace("]]", "] ]").split())
    first = ""
    for markdown in (True,) if settings.markdown_links else (False, True):
        texts: Iterable[str] = ("",)
        if path != source or not subpath:
            texts = _texts(path, source, resolver, settings.link_format, keep_extension=markdown)
        for text in texts:
            label = shown or _label(path if text else "", subpath) if markdown else shown
            for written in _written(text, subpath, label, markdown=markdown):
                if _reads_as(mark + written, text):
                    return mark + written
                first = first or mark + written
    return first


def heading_subpath(heading: str) -> str:
    """Subpath that Obsidian writes for a heading: what would end a link is a blank (R108)."""
    words = " ".join(_NOT_IN_A_HEADING_LINK.sub(" ", heading).split())
    return f"#{words}"


def same_name(path: str, resolver: Resolver) -> tuple[str, ...]:
    """Files whose bare links may lead elsewhere once a file at this path exists (R099).

    Obsidian rewrites those links when it creates such a file itself. Nothing here rewrites
    notes, so who creates a note asks first, and takes another name where any file is found.
    """
    names = {path.rpartition("/")[2], _without_extension(path.rpartition("/")[2])}
    found = {
        other
        for name in names
        if key_of(name) in keys_of(path)
        for other in resolver.resolve(name, "").candidates
    }
    return tuple(sorted(found - {path}))


def _written(text: str, subpath: str, label: str, *, markdown: bool) -> Iterator[str]:
    """A link as Obsidian writes it; of Markdown's, then one with every sign encoded."""
    if markdown:
        from urllib.parse import quote

        label = _escaped(label)
        yield f"[{label}]({_address(text + subpath)})"
        yield f"[{label}]({quote(text, safe='/', errors='replace')}{_address(subpath)})"
    else:
        pipe = f"|{label}" if label and label != text + subpath else ""
        yield f"[[{text}{subpath}{pipe}]]"


def _reads_as(written: str, path: str) -> bool:
    """Whether a text is one link and has this linkpath."""
    from vault_sync.inline import InlineReader

    reader = InlineReader(written, {})
    reader.read([(0, len(written))])
    found = reader.links
    return len(found) == 1 and found[0].end == len(written) and found[0].target.path == path


def _texts(
    path: str, source: str, resolver: Resolver, link_format: LinkFormat, *, keep_extension: bool
) -> Iterator[str]:
    """Texts that lead to a file, the one that Obsidian writes first."""
    if link_format == "shortest":
        name = path.rpartition("/")[2]
        bare = name if keep_extension else _without_extension(name)
        if resolver.resolve(bare, source).candidates == (path,):
            yield bare
    for text in _spellings(path, source, link_format, keep_extension=keep_extension):
        if resolver.resolve(text, source).path == path:
            yield text
    yield f"/{path}"


def _spellings(
    path: str, source: str, link_format: LinkFormat, *, keep_extension: bool
) -> Iterator[str]:
    """Texts that may lead to a file, the one that Obsidian writes first."""
    endings = [path] if keep_extension else [_without_extension(path), path]
    if link_format == "relative":
        for ending in endings:
            relative = _relative(ending, source)
            yield relative
            yield f"./{relative}"
    yield from endings


def _relative(path: str, source: str) -> str:
    """A path as seen from the folder of the source: no path begins with ``./``."""
    folders, target = source.split("/")[:-1], path.split("/")
    common = 0
    while common < min(len(folders), len(target) - 1) and folders[common] == target[common]:
        common += 1
    return "/".join([".."] * (len(folders) - common) + target[common:])


def _is_note(path: str) -> bool:
    return path[-3:].lower() == ".md"


def _without_extension(path: str) -> str:
    return path[:-3] if _is_note(path) and not path.endswith("/.md") else path


def _label(path: str, subpath: str) -> str:
    """What Obsidian shows for such a link without a label of its own (R007, R008)."""
    name = _without_extension(path.rpartition("/")[2])
    return " > ".join(filter(None, [name, *subpath.split("#")]))


def _escaped(label: str) -> str:
    return re.sub(r"[\[\]\\`]", r"\\\g<0>", label)


def _address(text: str) -> str:
    """Destination of a Markdown link: only blanks are encoded (R058).

    All that would end the destination or decode to something else is encoded too, where
    there is any of it; Obsidian leaves it, and cannot read its own link.
    """
    if not _BREAKS_AN_ADDRESS.search(text) and _is_balanced(text):
        return text.replace(" ", "%20")
    from urllib.parse import quote

    return quote(text, safe="/#^[]!,;:@&=+$'*|", errors="replace")


def _is_balanced(text: str) -> bool:
    depth = 0
    for character in text:
        depth += (character == "(") - (character == ")")
        if depth < 0:
            return False
    return depth == 0
