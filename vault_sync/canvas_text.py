"""The text of a canvas file as Obsidian writes it (OBSIDIAN.md R310)."""

from __future__ import annotations

import json
import math
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from vault_sync.jsontext import Json

_GEOMETRY = frozenset({"x", "y", "width", "height"})
_DEFAULTS = {"fromEnd": "none", "toEnd": "arrow"}
_NONE = object()


def dump(content: dict[str, Json]) -> str:
    """A canvas as text: a line for each card and arrow, indented with tabs.

    Places and sizes become whole numbers, ends of arrows that are the default are left out,
    and keys that are not known here stay where they are (R243).
    """
    members = {"nodes": [], "edges": [], **content}
    lines = [f"\t{_json(key)}:{_member(key, value)}" for key, value in members.items()]
    return "{\n" + ",\n".join(lines) + "\n}"


def _member(key: str, value: Json) -> str:
    if key not in ("nodes", "edges") or not isinstance(value, list) or not value:
        return _json(value)
    change = _card if key == "nodes" else _arrow
    entries = (change(entry) if isinstance(entry, dict) else entry for entry in value)
    return "[\n" + ",\n".join(f"\t\t{_json(entry)}" for entry in entries) + "\n\t]"


def _card(entry: dict[str, Json]) -> dict[str, Json]:
    return {key: _whole(value) if key in _GEOMETRY else value for key, value in entry.items()}


def _whole(value: Json) -> Json:
    return round(value) if isinstance(value, float) and math.isfinite(value) else value


def _arrow(entry: dict[str, Json]) -> dict[str, Json]:
    return {key: value for key, value in entry.items() if _DEFAULTS.get(key, _NONE) != value}


def _json(value: Json) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
