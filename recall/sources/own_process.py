"""How a module of this package is run as a process of its own, wherever the package lies."""

from __future__ import annotations

import os
import sys


def command(module: str, *arguments: str) -> list[str]:
    """What to start; -P: no module of the current folder is imported in place of ours."""
    return [sys.executable, "-P", "-m", module, *arguments]


def surroundings() -> dict[str, str]:
    """The environment in which it finds this package."""
    home = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
    paths = os.pathsep.join(filter(None, (home, os.environ.get("PYTHONPATH"))))
    return {**os.environ, "PYTHONPATH": paths}
