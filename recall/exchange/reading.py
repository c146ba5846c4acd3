"""A file or a folder that memories come from: which form it has, and what it brings."""

from __future__ import annotations

import json
import os
import re
from typing import TYPE_CHECKING

from recall.errors import UsageError
from recall.exchange import foreign, own
from recall.exchange.incoming import Incoming

if TYPE_CHECKING:
    from collections.abc import Iterator

FORMS = ("memory-file", "basic-memory")
"""Forms of Markdown that can be told apart only by asking; all others are found out."""
MOST_BYTES = 100_000_000
_BASIC = re.compile(r"^permalink:|^#{1,6} (?:Observations|Relations)\s*$", re.MULTILINE)


def read(path: str, form: str | None, namespace: str) -> Iterator[Incoming]:
    """What a file or a folder brings; ``form`` is found out where it is not given.

    Raises:
        UsageError: there is nothing readable at the path, or nothing of that form.
    """
    if os.path.isdir(path):
        names = sorted(_markdown_files(path))
        if not names:
            raise UsageError(f"{path!r} has no Markdown files to import.")
        for name in names:
            yield from _file(os.path.join(path, name), name, form, namespace)
        return
    yield from _file(path, os.path.basename(path), form, namespace)


def _markdown_files(root: str) -> Iterator[str]:
    for folder, folders, files in os.walk(root):
        folders[:] = [each for each in folders if not each.startswith(".")]
        for name in files:
            if name.lower().endswith(".md") and not name.startswith("."):
                yield os.path.relpath(os.path.join(folder, name), root)


def _file(path: str, origin: str, form: str | None, namespace: str) -> Iterator[Incoming]:
    try:
        with open(path, "rb") as file:
            data = file.read(MOST_BYTES + 1)
    except OSError as error:
        raise UsageError(f"{path!r} cannot be read: {error.strerror}.") from None
    if len(data) > MOST_BYTES:
        raise UsageError(f"{path!r} has more than the {MOST_BYTES:,} bytes that are imported.")
    text = data.decode("utf-8-sig", "replace")
    if form is not None or _is_markdown(path, text):
        yield from _markdown(text, origin, form, namespace)
    else:
        yield from _json(text, origin, namespace)


def _is_markdown(path: str, text: str) -> bool:
    return path.lower().endswith((".md", ".markdown", ".txt")) or not text.lstrip().startswith("{")


def _markdown(text: str, origin: str, form: str | None, namespace: str) -> Iterator[Incoming]:
    mine = own.of_markdown(text, origin, namespace) if form is None else None
    if mine is not None:
        yield mine
    elif form == "basic-memory" or (form is None and _BASIC.search(text)):
        yield from foreign.basic_memory(text, origin)
    else:
        yield from foreign.memory_file(text, origin)


def _json(text: str, origin: str, namespace: str) -> Iterator[Incoming]:
    """One JSON object, or one a line."""
    whole = _loaded(text)
    if isinstance(whole, dict):
        yield from _object(whole, origin, namespace)
        return
    for number, line in enumerate(text.split("\n"), 1):
        if line.strip():
            value = _loaded(line)
            place = f"{origin}:{number}"
            if isinstance(value, dict):
                yield from _object(value, place, namespace)
            else:
                yield Incoming(place, problem="It is no JSON object.")


def _object(value: dict[str, object], origin: str, namespace: str) -> Iterator[Incoming]:
    if own.MARK in value:
        yield own.of_line(value, origin, namespace)
    elif "schema_version" in value and "memories" in value:
        yield from foreign.memento(value, origin)
    elif value.get("type") in ("entity", "relation") or "entities" in value:
        yield from foreign.graph(value, origin)
    else:
        yield Incoming(origin, problem="It is of no form that is known here.")


def _loaded(text: str) -> object:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None
