"""What a caller hands over, checked at the door: a sentence, no crash further down."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from recall.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Sequence

LONGEST_ADDRESS = 4_096
"""As long as a path may be on Linux; every ``#`` of an address is a place where a name may end."""
_FIRST_MOMENT, _LAST_MOMENT = -62_135_596_800, 253_402_300_799
"""The years 1 to 9999, which is what dates can say."""

DEFAULT_NAMESPACE = "default"
"""Whose memories are meant where nobody says."""


def text(name: str, value: object) -> str:
    """A text.

    Raises:
        UsageError: it is something else.
    """
    if not isinstance(value, str):
        raise UsageError(f"{name} is {_shown(value)}; it must be a text.")
    return value


def path(name: str, value: object) -> str:
    """A path as text, ``~`` replaced by the home folder; a number is no open file.

    Raises:
        UsageError: it is no path, or an empty one, which would mean the current folder.
    """
    if isinstance(value, os.PathLike):
        value = os.fspath(value)
    if not isinstance(value, str):
        raise UsageError(f"{name} is {_shown(value)}; it must be a path.")
    if not value or "\0" in value:
        raise UsageError(f"{name} is {value!r}, which names nothing.")
    return os.path.expanduser(value)


def names(name: str, values: object) -> tuple[str, ...]:
    """Several names or paths; one alone counts as a list of one."""
    alone = isinstance(values, (str, os.PathLike))
    listed = (values,) if alone else _listed(name, values)
    return tuple(path(f"one of the {name}", each) for each in listed)


def place_name(value: object) -> str:
    """What a vault or source is called; a slash in it would read as a folder.

    Raises:
        UsageError: it is no text, is empty, or holds a slash.
    """
    found = text("name", value)
    if not found.strip():
        raise UsageError(f"The name {found!r} is empty.")
    if "/" in found or "\\" in found:
        raise UsageError(f"The name {found!r} holds a slash, which would read as a folder.")
    return found


def address(value: object) -> str:
    """What ``get`` takes.

    Raises:
        UsageError: it is no text, or longer than any address.
    """
    found = text("address", value)
    if len(found) > LONGEST_ADDRESS:
        raise UsageError(
            f"The address has {len(found):,} characters, more than the {LONGEST_ADDRESS:,} "
            f"that one may have. It begins {found[:40]!r}."
        )
    return found


def texts(name: str, values: object) -> tuple[str, ...]:
    """Several texts; one alone counts as a list of one."""
    if isinstance(values, str):
        return (values,)
    return tuple(text(f"one of the {name}", each) for each in _listed(name, values))


def choice(name: str, value: object, choices: Sequence[str]) -> None:
    """Refuse what is none of the choices."""
    if value not in choices:
        known = f"{', '.join(choices[:-1])} or {choices[-1]}"
        raise UsageError(f"{name} is {_shown(value)}; it must be {known}.")


def whole(name: str, value: object, least: int, most: int) -> None:
    """Refuse what is no whole number from ``least`` to ``most``."""
    if not isinstance(value, int) or isinstance(value, bool):
        raise UsageError(f"{name} is {_shown(value)}; it must be a whole number.")
    number(name, value, least, most)


def number(name: str, value: object, least: float, most: float) -> None:
    """Refuse what is no number from ``least`` to ``most``; NaN is none."""
    is_number = isinstance(value, (int, float)) and not isinstance(value, bool)
    if not is_number or not least <= value <= most:  # type: ignore[operator]
        limits = f"from {least:g} to {most:,.0f}"
        raise UsageError(f"{name} is {_shown(value)}; it must be a number {limits}.")


def moment(name: str, value: object) -> None:
    """Refuse what is no moment in seconds since 1970."""
    is_number = isinstance(value, (int, float)) and not isinstance(value, bool)
    if not is_number or not _FIRST_MOMENT <= value <= _LAST_MOMENT:  # type: ignore[operator]
        raise UsageError(
            f"{name} is {_shown(value)}; it must be seconds since 1970, of a year from 1 to 9999."
        )


def _listed(name: str, values: object) -> tuple[object, ...]:
    if not isinstance(values, (list, tuple, set, frozenset)):
        raise UsageError(f"{name} is {_shown(values)}; it must be a text or a list of texts.")
    return tuple(values)


def _shown(value: object) -> str:
    shown = repr(value)
    return shown if len(shown) <= 40 else f"{shown[:40]}…"
