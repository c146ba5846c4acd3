"""The command line, ``recall``: a command parses, calls ``recall.api`` once, and prints.

``main`` is what the installed command calls. Start-up is a feature (STYLE rule 38): each command
is a module that is imported when it is called, and this one imports nothing that costs time.
"""

from __future__ import annotations

import gc
import os
import sys
from typing import NoReturn

__all__ = ["main"]

_COLLECT_AFTER = 100_000
"""Allocations before garbage is looked for; loading modules makes tens of thousands and none."""


def main() -> NoReturn:
    """Run the command in ``sys.argv`` and end the process with its exit code."""
    gc.set_threshold(_COLLECT_AFTER)
    try:
        from recall.cli.door import run

        code = run(sys.argv[1:])
    except KeyboardInterrupt:  # while modules were loading
        code = 130
    # All is closed and flushed; taking the modules apart would cost a tenth of a search.
    os._exit(code)
