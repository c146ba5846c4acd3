"""Golden sets in a folder, as ``recall eval build`` makes them.

``queries.tsv`` and ``qrels.tsv`` have the form of those written by hand, ``kinds.tsv`` says of
each question id which kind it is, and ``manifest.json`` of which vault the set was made, when,
by which version and with which seed. In ``qrels.tsv`` a note of grade -1 is out of the race: the
question was taken from it.
"""

from __future__ import annotations

import json
import os
from collections import Counter
from typing import TYPE_CHECKING, Final, NamedTuple

from recall.errors import UsageError
from recall.evaluate.corpus import numbered_lines

if TYPE_CHECKING:
    from recall.evaluate.golden import Golden

MANIFEST: Final = "manifest.json"
FILES: Final = ("queries.tsv", "qrels.tsv", "kinds.tsv", MANIFEST)
"""The manifest is written last: with it the set is whole."""

SCHEMA: Final = 1
RIGHT, LEFT_OUT = 1, -1
"""Grades of notes that answer a question, and of notes that it was taken from."""


class Files(NamedTuple):
    """Where a set's files lie, and which vault it was made of."""

    vault: str
    queries: str
    qrels: str
    kinds: str


def demand_place(folder: str, root: str, *, replace: bool) -> None:
    """Say that a set cannot be written before a vault is read for it.

    Raises:
        UsageError: the folder lies in the vault, or there is something in it.
    """
    from vault_sync.paths import below

    if below(os.path.realpath(root), os.path.realpath(folder)) is not None:
        raise UsageError(
            f"{folder}: lies in the vault {root!r}, where recall writes nothing. "
            "Name a folder elsewhere."
        )
    there = set(_listed(folder))
    if MANIFEST in there and not replace:
        raise UsageError(f"{folder}: has a set. Name another folder, or replace it with --force.")
    if there and MANIFEST not in there:
        raise UsageError(f"{folder}: is not empty and has no set. Name another folder.")


def _listed(folder: str) -> list[str]:
    try:
        return os.listdir(folder)
    except FileNotFoundError:
        return []
    except OSError as error:
        raise UsageError(f"{folder}: cannot be used: {error.strerror}.") from error


def write_set(folder: str, made: Golden, about: dict[str, object]) -> dict[str, object]:
    """Write a set and return its manifest; ``about`` is what the manifest says besides.

    Raises:
        UsageError: a file cannot be written.
    """
    counted: Counter[str] = Counter()
    queries: list[tuple[str, ...]] = []
    qrels: list[tuple[str, ...]] = []
    kinds: list[tuple[str, ...]] = []
    for question in made.questions:
        counted[question.kind] += 1
        name = f"{question.kind}-{counted[question.kind]:03}"
        queries.append((name, question.text))
        kinds.append((name, question.kind))
        qrels += [(name, path, str(RIGHT)) for path in question.right]
        qrels += [(name, path, str(LEFT_OUT)) for path in question.left_out]
    manifest = {
        "schema": SCHEMA,
        "vault": made.root,
        **about,
        "notes": made.notes,
        "kinds": {
            kind: {"questions": counted[kind], "candidates": number}
            for kind, number in made.candidates.items()
        },
    }
    texts = [*map(_lines, (queries, qrels, kinds)), json.dumps(manifest, indent=2) + "\n"]
    try:
        os.makedirs(folder, exist_ok=True)
        for name, text in zip(FILES, texts, strict=True):
            with open(os.path.join(folder, name), "w", encoding="utf-8", newline="\n") as file:
                file.write(text)
    except OSError as error:
        raise UsageError(f"{folder}: cannot be written: {error.strerror}.") from error
    return manifest


def _lines(rows: list[tuple[str, ...]]) -> str:
    return "".join("\t".join(row) + "\n" for row in rows)


def find_set(folder: str) -> Files:
    """The files of a set.

    Raises:
        UsageError: there is no set in the folder, or its manifest is broken.
    """
    path = os.path.join(folder, MANIFEST)
    try:
        with open(path, encoding="utf-8") as file:
            manifest = json.load(file)
    except FileNotFoundError as error:
        raise UsageError(
            f"{folder}: there is no set of questions. Make one: "
            f"recall eval build --vault PATH --out {folder}"
        ) from error
    except (OSError, ValueError, RecursionError) as error:
        raise UsageError(f"{path}: cannot be read: {error}.") from error
    vault = manifest.get("vault") if isinstance(manifest, dict) else None
    if not isinstance(vault, str) or not _can_be_a_path(vault):
        raise UsageError(f"{path}: does not say which vault the set was made of.")
    return Files(vault, *(os.path.join(folder, name) for name in FILES[:3]))


def _can_be_a_path(text: str) -> bool:
    try:
        return text != "" and b"\0" not in os.fsencode(text)
    except UnicodeEncodeError:
        return False


def read_kinds(path: str) -> dict[str, str]:
    """Question ids with their kinds, from lines of both parted by a tab.

    Raises:
        UsageError: the file cannot be read, or a line is no such pair.
    """
    kinds: dict[str, str] = {}
    for place, line in numbered_lines(path):
        columns = line.split("\t")
        if len(columns) != 2:
            raise UsageError(f"{place}: not two columns: query id, kind.")
        kinds[columns[0]] = columns[1]
    return kinds
