"""The blocks of a text and the items in them, read no further than asked.

A search stops at the first part that answers; ``vault_sync.structure`` reads all of them.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from vault_sync import frontmatter, lists, plain_lists
from vault_sync.blocks import Reader, Section
from vault_sync.places import Places
from vault_sync.text import unify

if TYPE_CHECKING:
    from collections.abc import Iterator

    from vault_sync.lists import Callout, ListItem

_CONTAINERS = frozenset({"list", "blockquote", "callout"})


class Parts:
    """Reads one text.

    With ``simple`` off every block goes through the exact rules and every list to markdown-it:
    the same result, slower.
    """

    def __init__(self, text: str, *, simple: bool = True) -> None:
        self._text = text
        self._simple = simple
        self._unified = unify(text)
        self._reader = Reader(self._unified, simple=simple)

    @cached_property
    def places(self) -> Places:
        """Where on disk the places of the text are."""
        return Places(self._text)

    def blocks(self) -> Iterator[Section]:
        """The blocks at the top level in order; the properties, ``yaml``, are the first."""
        text = self._unified
        header = frontmatter.split(text)
        body, line = 0, 0
        if header:
            body, end = header.body, header.end + len("---")
            last_line = text.count("\n", 0, end)
            yield Section("yaml", 0, last_line, 0, end)
            line = last_line + 1
        yield from self._reader.sections(body, len(text), line)

    @staticmethod
    def may_hold_items(block: Section) -> bool:
        """Whether ``inside`` can find anything in a block."""
        return block.kind in _CONTAINERS

    def inside(self, block: Section) -> Iterator[ListItem | Callout]:
        """The items and callouts of a block, those in others too, in order.

        They are cheapest to have before the next block is.
        """
        if not self.may_hold_items(block):
            return
        start, end, line = block.start, block.end, block.first_line
        if self._simple and block.kind == "list":
            plain = plain_lists.read(self._unified, start, end, line)
            if plain is not None:
                yield from lists.of_plain(self.places, plain)
                return
        nested = self._reader.containers.nested(start, len(self._unified), line)
        yield from lists.read(self.places, nested)
