"""What tables of rules share: rows as parameters, and notes and vaults as their rows state them.

A module of this folder has tables in capitals whose rows begin with the number of a rule; the
collector in ``test_rules.py`` reads them, and demands a row for every rule there is.
"""

from collections import Counter
from typing import NamedTuple

import pytest

from vault_sync import Vault
from vault_sync.canvas import parse as parse_canvas
from vault_sync.note import parse
from vault_sync.resolve import Resolver, unresolved_key


class Found(NamedTuple):
    """All of a link that a rule speaks of."""

    path: str
    subpath: str
    display: str
    embed: bool


def rows(table):
    """The rows of a table as parameters of a test, each named by its rule."""
    return [pytest.param(*row[1:], id=row[0]) for row in table]


def link(path, subpath="", display=None, *, embed=False):
    """A link; without a display it shows its path."""
    return Found(path, subpath, path if display is None else display, embed)


def embed(path, subpath="", display=None):
    """A link that shows its target in place."""
    return link(path, subpath, display, embed=True)


def read(text, path="Note.md"):
    """A note by its text."""
    return parse(path, text.encode())


def links(text):
    """All links of a note, those of its properties first."""
    return [
        Found(found.path, found.subpath, found.display, found.embed) for found in read(text).links
    ]


def tags(text):
    """All tags of a note, those of its properties first."""
    return [tag.name for tag in read(text).tags]


def edges(vault):
    """Where the links of a vault lead, given as texts by path: target -> count, by source.

    What leads nowhere is listed as ``?name``.
    """
    resolver = Resolver(vault)
    found = {}
    for source, text in vault.items():
        count = Counter(
            resolver.resolve(target, source).path or f"?{unresolved_key(target)}"
            for target in _targets(source, text)
        )
        if count:
            found[source] = dict(count)
    return found


def _targets(path, text):
    if path.endswith(".md"):
        return [found.path for found in parse(path, text.encode()).links]
    if path.endswith(".canvas"):
        canvas = parse_canvas(path, text.encode())
        # the path of a card is one from the root (R239)
        return ["/" * (found.syntax == "canvas") + found.path for found in canvas.links]
    return []


def edges_on_disk(folder):
    """The same for a vault on disk, whose files are those of its census."""
    vault = Vault.open(folder)
    read_files = {entry.path: vault.read(entry.path) for entry in vault.census().files}
    return edges({path: data.decode("utf-8", "replace") for path, data in read_files.items()})


def write(folder, files):
    """Files of a vault, given as texts by path."""
    for path, text in files.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_bytes(text.encode())
