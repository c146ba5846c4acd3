"""What a caller says of a memory, checked at the door: a sentence, no crash further down."""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING

from recall import arguments
from recall.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Sequence

MAX_CONTENT = 1_000_000
"""Characters of one memory."""
MOST_CHARACTERS = 500
"""Characters of a title, a tag, a name."""


def content(value: object) -> None:
    """Refuse what is no text, an empty one, and one that is too long."""
    found = arguments.text("content", value)
    if not found.strip():
        raise UsageError("content is empty; there is nothing to remember.")
    if len(found) > MAX_CONTENT:
        raise UsageError(
            f"content has {len(found):,} characters, more than the {MAX_CONTENT:,} "
            "that one memory may have."
        )


def named_namespace(namespace: str) -> str:
    """A namespace, exactly as spelled: nothing crosses from Ann to ann.

    Raises:
        UsageError: it is empty, too long, or no text.
    """
    line("namespace", namespace)
    return namespace


def named_project(project: str) -> str:
    """The one name of a project, from any of its spellings.

    Raises:
        UsageError: it is empty, too long, or no text.
    """
    from recall.memory.projects import identity

    return identity(line("project", project))


def line(name: str, value: object) -> str:
    """A text that is not empty, on one line and of bounded length, as a name is.

    Raises:
        UsageError: it is something else.
    """
    from recall.store.items import storable

    found = " ".join(storable(arguments.text(name, value)).split())
    if not found:
        raise UsageError(f"{name} is empty.")
    if len(found) > MOST_CHARACTERS:
        raise UsageError(
            f"{name} has {len(found):,} characters, more than the {MOST_CHARACTERS} it may have."
        )
    return found


def key(value: object) -> str:
    """A key exactly as it is spelled.

    Raises:
        UsageError: it is empty, too long, begins or ends with a blank, or has more than one line.
    """
    from recall.store.items import storable

    found = storable(arguments.text("key", value))
    if not found.strip():
        raise UsageError("key is empty.")
    if len(found) > MOST_CHARACTERS:
        raise UsageError(
            f"key has {len(found):,} characters, more than the {MOST_CHARACTERS} it may have."
        )
    if found != found.strip() or any(unicodedata.category(char) == "Cc" for char in found):
        raise UsageError(
            f"key is {found[:40]!r}; it must be one line without blanks at its ends, such as "
            "session:latest."
        )
    return found


def memory_type(value: str | None) -> str | None:
    """A type in lower case.

    Raises:
        UsageError: it is no single word.
    """
    if value is None:
        return None
    import re

    found = arguments.text("type", value).strip().casefold()
    if not re.fullmatch(r"[^\W\d_][\w-]{0,39}", found):
        raise UsageError(f"type is {value!r}; it must be one word, such as fact or decision.")
    return found


def tags(values: str | Sequence[str]) -> tuple[str, ...]:
    """Tags without ``#``, each once, in the order in which they are kept.

    Raises:
        UsageError: one is empty or has a blank.
    """
    found: dict[str, str] = {}
    for value in arguments.texts("tags", values):
        tag = value.strip().removeprefix("#")
        if not tag or any(map(str.isspace, tag)):
            raise UsageError(f"The tag {value!r} is no word; write-it-so or write/it/so.")
        tag = line("tag", tag)
        found.setdefault(tag.casefold(), tag)
    return tuple(found[key] for key in sorted(found))
