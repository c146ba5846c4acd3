"""``python -m recall``: the same as the command ``recall``."""

from __future__ import annotations

from recall.cli import main

if __name__ == "__main__":
    main()
