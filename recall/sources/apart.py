"""The store and the vaults are kept apart: nothing is ever written where notes lie."""

from __future__ import annotations

import os

from recall.config import STORE_VARIABLE
from recall.errors import UsageError

IN_MEMORY = ":memory:"
NAME_ANOTHER = f"Name another with --store or {STORE_VARIABLE}."


def demand_apart(store: str, root: str, remedy: str = NAME_ANOTHER) -> None:
    """Refuse a store that lies where the notes of a vault lie: nothing is written there.

    A hidden folder is not read, and so the store in one, as that of a whole home, may stay.

    Raises:
        UsageError: the store lies in the vault at ``root``.
    """
    from vault_sync.paths import below

    inside = below(os.path.realpath(root), os.path.realpath(store))
    if store == IN_MEMORY or inside is None:
        return
    hidden = [each for each in inside.split("/")[:-1] if each.startswith(".")]
    if not hidden or hidden[0] == ".obsidian":
        raise UsageError(
            f"The store {store!r} lies in the vault {root!r}, where recall writes nothing. {remedy}"
        )
