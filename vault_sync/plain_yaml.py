"""The YAML that most notes have: keys, each with a plain value or a list of such values.

libyaml and the nodes built from its events take 45 microseconds a header, half of what a short
note costs to read; this takes five. It answers only where every line is of a kind that YAML
cannot read otherwise, and says None for everything else. The tests compare both on headers made
of what is nearly plain.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from vault_sync.model import Value

# A word begins with a letter and holds nothing that is syntax anywhere in YAML, a date and a time
# are text (OBSIDIAN.md R180, R183), a quoted text has no escapes in it.
_WORD = r"[^\W\d_](?:[\w /.()+&'-]*[\w/.()+&'-])?"
_ADDRESS = r"https?://[\w./%?=&#:+~-]*[\w/=%~+-]"
_TIME = r"\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d)?(?:[+-]\d\d:\d\d|Z)?)?"
_QUOTED = r"\"([\w !#$%&'()*+,./:;<=>?@\[\]^`{|}~-]*)\""
_NUMBER = r"(0|[1-9][0-9]{0,14})"
_LINE = re.compile(
    r"(?:([A-Za-z][\w-]*):|( {0,4}-))"
    rf"(?: +(?:({_WORD}|{_ADDRESS}|{_TIME})|{_QUOTED}|{_NUMBER}))? *\Z"
)
_CONSTANTS: dict[str, Value] = {
    **dict.fromkeys(("null", "Null", "NULL"), None),
    **dict.fromkeys(("true", "True", "TRUE"), True),
    **dict.fromkeys(("false", "False", "FALSE"), False),
}


def load(header: str) -> dict[str, Value] | None:
    """Properties of a header whose every line is plain; None where YAML has to read it."""
    properties: dict[str, Value] = {}
    key = dash = ""
    items: list[Value] = []
    value: Value
    for line in header.removesuffix("\n").split("\n"):
        found = _LINE.match(line)
        if found is None:
            return None
        name, mark, word, quoted, number = found.groups()
        if word is not None:
            value = _CONSTANTS.get(word, word)
        else:
            value = quoted if number is None else int(number)
        if mark is None:
            if name in properties:
                return None
            properties[name] = value
            key, dash, items = (name, "", []) if found.lastindex == 1 else ("", "", [])
        elif key and (not dash or mark == dash):
            dash = mark
            items.append(value)
            properties[key] = items
        else:
            return None  # an item under a word, or of another list
    return properties
