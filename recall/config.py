"""Where recall keeps its files, and the user's settings. Environment first, then the platform."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING, NamedTuple

from recall.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Mapping

STORE_VARIABLE = "RECALL_STORE"
CONFIG_VARIABLE = "RECALL_CONFIG"
_NAME = "recall"
_XDG = {
    "data": ("XDG_DATA_HOME", "~/.local/share"),
    "cache": ("XDG_CACHE_HOME", "~/.cache"),
    "config": ("XDG_CONFIG_HOME", "~/.config"),
}


class Settings(NamedTuple):
    """What the settings file changes; a key that is absent keeps the built-in value.

    ``decay`` has, by kind (``note``, ``daily``, ...), ``half_life_days`` (None: does not decay)
    and ``floor`` in [0, 1]; ``weights`` are by column of the index.
    """

    decay: Mapping[str, Mapping[str, float | None]] = {}
    weights: Mapping[str, float] = {}


def store_path() -> str:
    """The store's file: ``RECALL_STORE``, or ``recall.db`` in the user's data folder."""
    named = os.environ.get(STORE_VARIABLE)
    if named:
        return os.path.abspath(os.path.expanduser(named))
    return os.path.join(_folder("data"), "recall.db")


def vault_store_path(root: str) -> str:
    """The store of a vault that is searched without being added: in the cache, one a root."""
    from hashlib import blake2b

    digest = blake2b(root.encode("utf-8", "surrogateescape"), digest_size=8).hexdigest()
    return os.path.join(_folder("cache"), "vaults", f"{digest}.db")


def settings_path() -> str:
    """The settings file: ``RECALL_CONFIG``, or the user's ``config.toml``."""
    named = os.environ.get(CONFIG_VARIABLE)
    return os.path.expanduser(named) if named else os.path.join(_folder("config"), "config.toml")


def _folder(kind: str) -> str:
    """The user's folder for ``data``, ``cache`` or ``config`` of this program."""
    if sys.platform == "linux":
        # The rule of the XDG base directory specification, word for word what platformdirs does:
        # importing it costs 7 ms, a fifth of the time a search may take to start.
        variable, default = _XDG[kind]
        named = os.environ.get(variable, "").strip()
        return os.path.join(named or os.path.expanduser(default), _NAME)
    import platformdirs

    if kind == "data":
        return platformdirs.user_data_dir(_NAME, appauthor=False)
    if kind == "cache":
        return platformdirs.user_cache_dir(_NAME, appauthor=False)
    return platformdirs.user_config_dir(_NAME, appauthor=False)


def settings(path: str | None = None) -> Settings:
    """The user's settings, or those of another file, which must be there.

    Raises:
        UsageError: the file cannot be read as meant; the message names file and key.
    """
    if path is None:
        path = settings_path()
        if not os.path.exists(path):
            return Settings()
    import tomllib

    try:
        with open(path, "rb") as file:
            table = tomllib.load(file)
    except (OSError, ValueError) as error:
        raise UsageError(f"The settings in {path!r} cannot be read: {error}.") from error
    unknown = sorted(set(table) - {"decay", "weights"})
    if unknown:
        known = "[decay.KIND] and [weights]"
        message = f"In {path!r}, {unknown[0]!r} is no setting. There are {known}."
        raise UsageError(message)
    return Settings(
        {kind: _decay(path, kind, values) for kind, values in _table(path, table, "decay")},
        {name: _number(path, f"weights.{name}", value, 0.0, 100.0)
         for name, value in _table(path, table, "weights")},
    )  # fmt: skip


def _table(path: str, table: Mapping[str, object], name: str) -> list[tuple[str, object]]:
    value = table.get(name, {})
    if not isinstance(value, dict):
        raise UsageError(
            f"In {path!r}, {name!r} is not a table; write [{name}] and its keys below."
        )
    return list(value.items())


def _decay(path: str, kind: str, values: object) -> dict[str, float | None]:
    key = f"decay.{kind}"
    if not isinstance(values, dict) or set(values) - {"half_life_days", "floor"}:
        raise UsageError(
            f"In {path!r}, {key!r} may have the keys 'half_life_days' and 'floor' only."
        )
    found: dict[str, float | None] = {}
    if "half_life_days" in values:
        days = values["half_life_days"]
        # TOML has no null: false says that the kind does not decay.
        found["half_life_days"] = (
            None if days is False else _number(path, f"{key}.half_life_days", days, 0.01, 1e6)
        )
    if "floor" in values:
        found["floor"] = _number(path, f"{key}.floor", values["floor"], 0.0, 1.0)
    return found


def _number(path: str, key: str, value: object, least: float, most: float) -> float:
    if isinstance(value, (int, float)) and not isinstance(value, bool) and least <= value <= most:
        return float(value)
    raise UsageError(
        f"In {path!r}, {key!r} is {value!r}; it must be a number from {least:g} to {most:g}."
    )
