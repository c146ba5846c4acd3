"""Main module of the process that ``changed_files`` starts to read on another core."""

from __future__ import annotations

import os

from recall.sources.changed_files import serve

if __name__ == "__main__":
    try:
        serve()
    except (KeyboardInterrupt, BrokenPipeError):
        os._exit(1)  # the one who asked has ended; there is nobody to tell
