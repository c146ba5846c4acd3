"""Recall: one local store that answers "what do I know about this?".

``from recall import Recall`` is the programs' door; every name below loads what it needs
when it is first asked for, so that ``import recall`` stays cheap.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from recall.api import Recall
    from recall.errors import RecallError
    from recall.model import Answer, Hit, Results
    from recall.reports import Document, SyncReport

__version__ = "0.1.0"

__all__ = ["Answer", "Document", "Hit", "Recall", "RecallError", "Results", "SyncReport"]

_HOMES = {
    "Recall": "recall.api",
    "RecallError": "recall.errors",
    "Answer": "recall.model",
    "Document": "recall.reports",
    "Hit": "recall.model",
    "Results": "recall.model",
    "SyncReport": "recall.reports",
}


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        msg = f"module 'recall' has no attribute {name!r}"
        raise AttributeError(msg)
    return getattr(importlib.import_module(_HOMES[name]), name)


def __dir__() -> list[str]:
    return sorted([*__all__, "__version__"])
