"""Names for new files (OBSIDIAN.md R257, R308)."""

from __future__ import annotations

import re
from itertools import count
from typing import TYPE_CHECKING

from vault_sync.paths import fold

if TYPE_CHECKING:
    from collections.abc import Iterable

_REFUSED = re.compile(r'[*"\\/<>:|?\x00-\x1f]')


def refused(name: str) -> tuple[str, ...]:
    r"""Characters for which Obsidian refuses a name (R257): ``* " \ / < > : | ?``.

    It takes ``#``, ``^``, ``[`` and ``]``, with which no link can be written. Reading takes
    whatever the disk holds.
    """
    return tuple(dict.fromkeys(_REFUSED.findall(name)))


def free_path(path: str, taken: Iterable[str], *, in_trash: bool = False) -> str:
    """This path, or the first with a number that no file has: ``Note 1.md``, ``Note 2.md``.

    In ``.trash`` the numbers begin with 2 (R308). Paths that Obsidian takes for one name
    count as taken (R061).
    """
    keys = {fold(other) for other in taken}
    if fold(path) not in keys:
        return path
    folder, slash, name = path.rpartition("/")
    stem, dot, extension = name.rpartition(".")
    if not stem:
        stem, dot, extension = name, "", ""
    numbered = (
        f"{folder}{slash}{stem} {number}{dot}{extension}" for number in count(2 if in_trash else 1)
    )
    return next(other for other in numbered if fold(other) not in keys)
