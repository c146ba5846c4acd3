"""Words of a session as a person would look for them: no machine text, no data, no secrets."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Final

from recall.memory import secrets
from recall.sources.transcripts.records import list_of, object_of, text_of
from recall.store.prepared import without_data

if TYPE_CHECKING:
    from collections.abc import Mapping

RESULT_LINES: Final = 6
"""Lines of a tool's result that are searched: what it is, not all that it printed."""

RESULT_CHARACTERS: Final = 600
ARGUMENT_CHARACTERS: Final = 400
"""Of each argument of a tool, so that a written file is found by its path and beginning."""

MOST_ARGUMENTS: Final = 12
LONGEST_MESSAGE: Final = 1_000_000
"""Characters of one message that are searched."""

_BLOCK: Final = (
    "system-reminder|environment_context|user_instructions|permissions instructions|"
    "collaboration_mode|turn_aborted|INSTRUCTIONS|ide_opened_file|ide_selection|"
    "ide_diagnostics|command-message|command-contents|local-command-stdout|"
    "local-command-stderr|local-command-caveat|task-notification|skills_instructions|"
    "subagent_notification|user-prompt-submit-hook|post-tool-use-hook"
)
_MACHINE: Final = re.compile(
    rf"<({_BLOCK})(?:\s[^<>]*)?>.*?(?:</\1>|\Z)", re.DOTALL | re.IGNORECASE
)
_COMMAND: Final = re.compile(r"<command-name>\s*/?(.*?)</command-name>", re.DOTALL)
_ARGUMENTS: Final = re.compile(r"<command-args>(.*?)</command-args>", re.DOTALL)
_CODES: Final = re.compile(r"\x1b\[[0-9;?]{0,20}[A-Za-z]|\x00")


def plain(text: str) -> str:
    """A message without machine text, escape codes and data, its secrets masked."""
    text = text[:LONGEST_MESSAGE]
    if "<" in text:
        text = _commands(_MACHINE.sub("", text))
    return masked(text)


def masked(text: str) -> str:
    """A text without escape codes and data, its secrets masked."""
    if "\x1b" in text or "\0" in text:
        text = _CODES.sub("", text)
    return secrets.masked(without_data(text.strip()))


def _commands(text: str) -> str:
    """A command that was typed, as it was typed: ``/name arguments``."""
    name = _COMMAND.search(text)
    if name is None:
        return text
    given = _ARGUMENTS.search(text)
    typed = f"/{name[1].strip()} {given[1].strip() if given else ''}".strip()
    return _ARGUMENTS.sub("", _COMMAND.sub(lambda _: typed, text, count=1))


def first_lines(text: str) -> str:
    """The beginning of a tool's result."""
    head = text[: RESULT_CHARACTERS * 20].strip().split("\n")
    lines = [line for line in head if line.strip()][:RESULT_LINES]
    return masked("\n".join(lines)[:RESULT_CHARACTERS])


def arguments(value: object) -> str:
    """Arguments of a tool as ``name: value``, one alone without its name."""
    if isinstance(value, str):
        try:
            value = json.loads(value)
        except (ValueError, RecursionError):
            return masked(text_of(value)[:ARGUMENT_CHARACTERS])
    named = object_of(value)
    shown = [
        (name, _shown(each)) for name, each in list(named.items())[:MOST_ARGUMENTS] if each != ""
    ]
    if len(shown) == 1:
        return masked(shown[0][1])
    return masked("\n".join(f"{name}: {text}" for name, text in shown))


def _shown(value: object) -> str:
    if isinstance(value, list) and all(isinstance(each, str) for each in value):
        text = " ".join(map(str, value))
    elif isinstance(value, str):
        text = value
    else:
        text = json.dumps(value, ensure_ascii=False)
    return text[:ARGUMENT_CHARACTERS]


def of_blocks(content: object, kinds: tuple[str, ...]) -> str:
    """The texts of blocks of these kinds, or the content itself when it is one text."""
    if isinstance(content, str):
        return content
    texts = [
        text_of(block.get("text"))
        for block in map(object_of, list_of(content))
        if block.get("type") in kinds
    ]
    return "\n".join(filter(None, texts))


def count(counts: dict[str, int], reason: str) -> None:
    """Count something that is left out."""
    counts[reason] = counts.get(reason, 0) + 1


def total(counts: Mapping[str, int]) -> int:
    """How much was counted in all."""
    return sum(counts.values())
