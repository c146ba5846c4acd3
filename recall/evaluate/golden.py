"""Questions made out of a vault itself, whose right answers its own links and names tell.

Five kinds, each a way in which a note is looked for:

- ``alias``: another name of a note; names whose words are all in its title are left out.
- ``heading``: a heading without the words of the note's title and aliases.
- ``anchor``: a sentence that links to notes, without what the links show; the linked notes are
  right, and the note it was taken from is out of the race.
- ``quote``: words from the middle of a note; every note that has them is right.
- ``neighbour``: the title of a hub; the notes that it links to or that link to it are right, and
  the hub itself is out of the race.

The same vault and seed give the same questions. Of a note only its candidates are held.
"""

from __future__ import annotations

import os
from itertools import pairwise
from random import Random
from typing import TYPE_CHECKING, Final, NamedTuple

from recall.evaluate.sentences import PROSE, linking_sentences
from recall.evaluate.wording import (
    fragment,
    joined,
    key,
    key_words,
    readable,
    telling,
    words,
)
from recall.sources.passages import line_starts
from recall.sources.vaults import open_vault
from vault_sync import note
from vault_sync.errors import VaultError
from vault_sync.resolve import Resolver
from vault_sync.text import decode

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from vault_sync.model import Note
    from vault_sync.vault import Vault

    Progress = Callable[[str, int, int], None]

KINDS: Final = ("alias", "heading", "anchor", "quote", "neighbour")

READING, COMPARING = "Reading", "Comparing"
"""Phases that progress is told of; both count files."""

MOST_RIGHT: Final = 5
"""A question that more notes answer asks for none of them; only hubs have more neighbours."""

HUB_NEIGHBOURS: Final = (3, 20)
QUOTES_OF_A_NOTE: Final = 3
LEAST_OF_A_HEADING: Final = 2
MOST_WORDS_OF_A_NAME: Final = 12
_ENDS: Final = frozenset("\t\r\n")


class Question(NamedTuple):
    """A question, the paths that answer it, and those that are out of the race."""

    kind: str
    text: str
    right: tuple[str, ...]
    left_out: tuple[str, ...] = ()


class Golden(NamedTuple):
    """Questions made from a vault, by kind and then by path.

    ``root`` is the vault's folder, ``notes`` were looked at; ``candidates`` says how many
    questions of each kind there could be, ``unread`` which files could not be read.
    """

    root: str
    notes: int
    questions: tuple[Question, ...]
    candidates: Mapping[str, int]
    unread: tuple[str, ...]


def build(
    root: str, *, per_kind: int = 50, seed: int = 0, progress: Progress | None = None
) -> Golden:
    """Make at most ``per_kind`` questions of each kind, spread evenly over the vault's notes.

    Raises:
        VaultUnavailableError: there is no readable folder at ``root``.
    """
    vault = open_vault(os.path.abspath(os.path.expanduser(root)))
    files = [entry for entry in vault.census().files if entry.kind == "note"]
    paths = [
        entry.path
        for entry in files
        # A path with a tab or a line end cannot stand in the files of a set.
        if not (vault.settings.is_excluded(entry.path) or _ENDS.intersection(entry.path))
    ]
    made = _Maker(vault, paths, seed)
    for done, path in enumerate(paths, 1):
        made.take(path)
        if progress:
            progress(READING, done, len(paths))
    candidates = {kind: list(made.candidates(kind)) for kind in KINDS}
    chosen = {
        kind: spread(found, per_kind, Random(f"{seed}:{kind}"))
        for kind, found in candidates.items()
    }
    chosen["quote"] = list(_with_all_holders(vault, paths, chosen["quote"], progress))
    return Golden(
        root=vault.root,
        notes=len(paths) - len(made.unread),
        questions=tuple(question for kind in KINDS for question in chosen[kind]),
        candidates={kind: len(found) for kind, found in candidates.items()},
        unread=tuple(made.unread),
    )


def spread(found: Sequence[Question], most: int, random: Random) -> list[Question]:
    """At most so many questions, from as many notes as possible and all over the order."""
    rounds: dict[str, list[Question]] = {}
    for question in found:
        rounds.setdefault(question.right[0], []).append(question)
    for group in rounds.values():
        random.shuffle(group)
    chosen: list[Question] = []
    turn = 0
    while len(chosen) < min(most, len(found)):
        there = [group[turn] for group in rounds.values() if turn < len(group)]
        chosen += _evenly(there, most - len(chosen), random)
        turn += 1
    return sorted(chosen, key=lambda question: (question.right, question.text))


def _evenly(there: list[Question], most: int, random: Random) -> list[Question]:
    """One from each of ``most`` stretches of the same length."""
    if len(there) <= most:
        return there
    borders = [at * len(there) // most for at in range(most + 1)]
    return [there[random.randrange(first, stop)] for first, stop in pairwise(borders)]


class _Candidate:
    """A question that several notes may have given rise to."""

    __slots__ = ("left_out", "right", "text")

    def __init__(self, text: str) -> None:
        self.text = text
        self.right: set[str] = set()
        self.left_out: set[str] = set()


class _Maker:
    """Takes note after note and holds what could be asked."""

    def __init__(self, vault: Vault, paths: Sequence[str], seed: int) -> None:
        self._vault = vault
        self._seed = seed
        self._searchable = frozenset(paths)
        self._resolver = Resolver(entry.path for entry in vault.census().files)
        self._pools: dict[str, dict[str, _Candidate]] = {kind: {} for kind in KINDS}
        self._neighbours: dict[str, set[str]] = {}
        self._titles: dict[str, set[str]] = {}
        self.unread: list[str] = []
        for path in paths:
            self._titles.setdefault(key(title_of(path)), set()).add(path)

    def take(self, path: str) -> None:
        """Look at a note; one that cannot be read is remembered as such."""
        try:
            parsed = note.parse(path, self._vault.read(path))
        except (OSError, VaultError):
            self.unread.append(path)
            return
        starts = line_starts(parsed.text)
        self._aliases(parsed)
        self._headings(parsed)
        self._links(parsed)
        self._anchors(parsed, starts)
        self._quotes(parsed, starts)

    def candidates(self, kind: str) -> Iterator[Question]:
        """All that could be asked of a kind, in the order of the notes that are right."""
        least, most = 1, MOST_RIGHT
        if kind == "neighbour":
            self._hubs()
            least, most = HUB_NEIGHBOURS
        made = (
            Question(kind, each.text, tuple(sorted(right)), tuple(sorted(each.left_out)))
            for each in self._pools[kind].values()
            if least <= len(right := each.right - each.left_out) <= most
        )
        yield from sorted(made, key=lambda question: (question.right, question.text))

    def _add(
        self, kind: str, text: str, right: Iterable[str], left_out: Iterable[str] = ()
    ) -> None:
        candidate = self._pools[kind].setdefault(key(text), _Candidate(text))
        candidate.right.update(right)
        candidate.left_out.update(left_out)

    def _aliases(self, parsed: Note) -> None:
        own = key_words([title_of(parsed.path)])
        for alias in parsed.aliases:
            found = words(readable(alias))[:MOST_WORDS_OF_A_NAME]
            if telling(found) and not key_words([alias]) <= own:
                text = joined(found)
                self._add("alias", text, {parsed.path} | self._titles.get(key(text), set()))

    def _headings(self, parsed: Note) -> None:
        own = key_words([title_of(parsed.path), *parsed.aliases])
        for heading in parsed.headings:
            found = [each for each in words(readable(heading.text)) if key(each[0]) not in own]
            if telling(found) >= LEAST_OF_A_HEADING:
                self._add("heading", joined(found[:MOST_WORDS_OF_A_NAME]), [parsed.path])

    def _links(self, parsed: Note) -> None:
        for link in parsed.links:
            target = self._target(link.path, parsed.path)
            if target is not None:
                self._neighbours.setdefault(parsed.path, set()).add(target)
                self._neighbours.setdefault(target, set()).add(parsed.path)

    def _anchors(self, parsed: Note, starts: Sequence[int]) -> None:
        for sentence in linking_sentences(parsed, starts):
            found = {self._target(each, parsed.path) for each in sentence.targets}
            right = {each for each in found if each is not None}
            said = key_words([sentence.question])
            if right and not any(key_words([title_of(each)]) <= said for each in right):
                self._add("anchor", sentence.question, right, [parsed.path])

    def _quotes(self, parsed: Note, starts: Sequence[int]) -> None:
        blocks = [each for each in parsed.blocks if each.kind in PROSE]
        random = Random(f"{self._seed}:{parsed.path}")
        random.shuffle(blocks)
        taken = 0
        for _, first_line, last_line in blocks:
            text = parsed.text[starts[first_line] : starts[last_line + 1]]
            quote = fragment(readable(text), random)
            if quote is not None:
                self._add("quote", quote, [parsed.path])
                taken += 1
            if taken == QUOTES_OF_A_NOTE:
                break

    def _hubs(self) -> None:
        """A hub is a title: notes that share it share their neighbours, and none is asked for."""
        for paths in self._titles.values():
            title = words(title_of(min(paths)))[:MOST_WORDS_OF_A_NAME]
            near = set().union(*(self._neighbours.get(path, ()) for path in paths))
            if telling(title) and near:
                self._add("neighbour", joined(title), near, paths)

    def _target(self, linkpath: str, source: str) -> str | None:
        """The other note that a link leads to, if it can be found by a search."""
        found = self._resolver.resolve(linkpath, source).path if linkpath else None
        return found if found != source and found in self._searchable else None


def title_of(path: str) -> str:
    """A note's name without folder and ending."""
    return path.rpartition("/")[2].rpartition(".")[0]


def _with_all_holders(
    vault: Vault, paths: Sequence[str], quotes: Sequence[Question], progress: Progress | None
) -> Iterator[Question]:
    """The quotes with every note that has their words; one that too many have is dropped."""
    wanted = [(key(quote.text), set(quote.right)) for quote in quotes]
    for done, path in enumerate(paths, 1) if quotes else ():
        try:
            text = decode(path, vault.read(path))[0]
        except (OSError, VaultError):
            continue
        plain = key(readable(text))
        for fragment_key, right in wanted:
            if fragment_key in plain:
                right.add(path)
        if progress:
            progress(COMPARING, done, len(paths))
    for quote, (_, right) in zip(quotes, wanted, strict=True):
        if len(right) <= MOST_RIGHT:
            yield quote._replace(right=tuple(sorted(right)))
