"""Text between ``<private>`` tags: kept only when that is asked for."""

from __future__ import annotations

import re

_PRIVATE = re.compile(r"<private>(.*?)(?:</private>|\Z)", re.IGNORECASE | re.DOTALL)


def without(content: str) -> tuple[str, int]:
    """The text without its private parts, and how many there were; an open one goes to the end."""
    text, count = _PRIVATE.subn("", content)
    return (text.strip(), count) if count else (content, 0)
