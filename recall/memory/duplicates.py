"""Which memories say the same as a text, and which say something else of the same thing."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from recall.memory import likeness, wording
from recall.store import conditions, memories, passage_search
from recall.store.tokenizer import word_terms

if TYPE_CHECKING:
    from recall.memory.likeness import Likeness
    from recall.memory.wording import Wording
    from recall.memory_model import Memory
    from recall.store.database import Store

THRESHOLD = 0.92
"""From this likeness on two memories count as one."""

_ASKED = 5
"""Rarest words of a text by which like ones are looked for."""
_COMMON = 200
"""A word in more passages than this tells little: such words are asked for several together."""
_TOGETHER = 6
_CANDIDATES = 10
_LOOKED_UP = 24
_LONGEST_SHARE = 4
"""A text so many times as long says more: a book need not be read for a sentence."""


_ID = re.compile(r"(?<![0-9a-z])[0-9a-hjkmnp-tv-z]{8}(?![0-9a-z])")
_MOST_IDS = 20
_FRAME_CHARACTERS = 900
"""What stands around a memory where it is shown: its facts, or the fields of a hit in JSON."""


class Near(NamedTuple):
    """A memory that is like a text, and how."""

    memory: Memory
    likeness: Likeness


def near(store: Store, said: Wording, wanted: memories.Filter) -> list[Near]:
    """The memories most like a text, the likest first.

    Memories of other namespaces, private ones and those that ended are not looked at. When
    ``wanted`` names a project, those of other projects are left out: "this project" is another.
    """
    found = []
    length = sum(map(len, said.words))
    for item_id in _candidates(store, said, wanted):
        memory = memories.by_row(store, item_id)
        if memory is None or _is_elsewhere(memory, wanted.project):
            continue
        if len(memory.content) <= _LONGEST_SHARE * (length + _LONGEST_SHARE * 10):
            found.append(Near(memory, likeness.compare(said, wording.read(memory.content))))
    return sorted(found, key=lambda each: (-each.likeness.score, each.memory.created_at))


def _is_elsewhere(memory: Memory, project: str | None) -> bool:
    if project is None or memory.project is None:
        return False
    return memory.project.casefold() != project.casefold()


def _candidates(store: Store, said: Wording, wanted: memories.Filter) -> list[int]:
    """Row ids of memories that have the rarest words of a text.

    What says the same has all words of the matter but for slips; so the rarest that are in the
    index at all lead to it, however many memories there are.
    """
    texts = dict.fromkeys(token.text for token in said.matter)
    rare: list[tuple[int, str]] = []
    common: list[str] = []
    for text in list(texts)[:_LOOKED_UP]:
        for term in word_terms(text):
            number = passage_search.frequency_up_to(store, term, _COMMON)
            if number == _COMMON:
                common.append(f"{{body}} : {term}")
            elif number:
                rare.append((number, f"{{body}} : {term}"))
    asked = [term for _, term in sorted(rare)[:_ASKED]]
    if len(asked) < 2:
        # The one that is left may be misspelled on the other side.
        common.sort(key=len, reverse=True)
        groups = (common[:_TOGETHER], common[_TOGETHER : 2 * _TOGETHER])
        asked += [f"({' AND '.join(group)})" for group in groups if group]
    if not asked:
        return []
    condition = conditions.all_of(
        [
            conditions.equals("source", "memory"),
            conditions.equals("kind", "memory"),
            conditions.equals("namespace", wanted.namespace),
            conditions.unexpired(wanted.now),
        ]
    )
    weights = passage_search.weights_of({})
    passages = passage_search.top(store, " OR ".join(asked), weights, _CANDIDATES, condition)
    return list(dict.fromkeys(each.item_id for each in passages))


def exact(memory: Memory) -> Near:
    """A memory of the very same words."""
    return Near(memory, likeness.Likeness(1.0, "the same words"))


def shown_by_search(store: Store, content: str, wanted: memories.Filter) -> Near | None:
    """The memory that a text shows as a search or a list prints it: its id, title or text, facts.

    So what a search has just returned is known again when an agent saves it.
    """
    said = _plain(content)
    for public_id in dict.fromkeys(_ID.findall(content)[:_MOST_IDS]):
        memory = memories.get(store, public_id, wanted.namespace)
        if memory is None or (memory.expires_at or wanted.now + 1) <= wanted.now:
            continue
        own = next(
            (each for each in map(_plain, (memory.content, memory.title)) if each in said), ""
        )
        if own and len(said) - len(own) <= _FRAME_CHARACTERS:
            return exact(memory)
    return None


def _plain(text: str) -> str:
    return " ".join(text.rstrip("…").split()).casefold()
