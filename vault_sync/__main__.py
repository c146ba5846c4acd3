"""``python -m vault_sync``: what Obsidian reads in a vault, as JSON, for scripts and checks."""

from __future__ import annotations

import argparse
import os
import sys
from typing import TYPE_CHECKING

from vault_sync.errors import VaultError

if TYPE_CHECKING:
    from collections.abc import Sequence

INCOMPLETE = 1
USAGE = 2
INTERRUPTED = 130

_EXAMPLES = """
examples:
  python -m vault_sync metadata ~/Notes > metadata.json
  python -m vault_sync metadata ~/Notes "Projects/Plan.md" Daily
  python -m vault_sync metadata ~/Notes | jq '.notes["Plan.md"].listItems[].task'
  python -m vault_sync metadata --resolved-only ~/Notes | jq '.notes[].unresolved'

exit codes:
  0  all was read
  1  some files could not be read; they are named on standard error
  2  no vault, no such note, or options that were not understood
"""
_DESCRIPTION = """
Print what Obsidian's metadata cache holds of each note, as one JSON object:
"notes" with the links, embeds, tags, headings, sections, list items, block
ids, footnotes and properties of each note by its path; "resolved" and
"unresolved" with how often each file links where; and "findings".

Lines and columns count from zero, columns and offsets in UTF-16 units, as in
Obsidian. Nothing in the vault is changed.
"""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code."""
    options = _parser().parse_args(arguments)
    from vault_sync import export

    try:
        unread = export.write(
            options.vault, options.paths, resolved_only=options.resolved_only, out=_write
        )
        sys.stdout.flush()
    except BrokenPipeError:  # the reader has read enough
        _leave_output()
        return 0
    except VaultError as error:
        return _fail(error, USAGE)
    except OSError as error:
        _leave_output()
        return _fail(f"The output could not be written: {error.strerror}.", INCOMPLETE)
    except KeyboardInterrupt:
        _leave_output()
        return _fail("Interrupted.", INTERRUPTED)
    for line in unread:
        _say(f"vault_sync: {line}")
    return INCOMPLETE if unread else 0


def _parser() -> argparse.ArgumentParser:
    raw = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(
        prog="python -m vault_sync", description=__doc__, epilog=_EXAMPLES, formatter_class=raw
    )
    commands = parser.add_subparsers(metavar="COMMAND", required=True)
    metadata = commands.add_parser(
        "metadata",
        help="print what Obsidian's metadata cache holds of the notes",
        description=_DESCRIPTION,
        epilog=_EXAMPLES,
        formatter_class=raw,
    )
    metadata.add_argument("vault", metavar="VAULT", help="folder of the vault")
    metadata.add_argument(
        "paths", metavar="PATH", nargs="*", help="only these notes, canvases and folders of it"
    )
    metadata.add_argument(
        "--resolved-only",
        action="store_true",
        help="of each note only what it links to, tags, aliases and headings, "
        "as exports of Obsidian's graph have them",
    )
    return parser


def _write(data: bytes) -> None:
    sys.stdout.buffer.write(data)


def _say(text: object) -> None:
    line = " ".join(str(text).split())
    sys.stderr.write(line.encode("utf-8", "backslashreplace").decode("utf-8") + "\n")


def _fail(text: object, code: int) -> int:
    _say(f"vault_sync: {text}")
    return code


def _leave_output() -> None:
    """Give standard output up, so that closing it at the end cannot fail again."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)


if __name__ == "__main__":
    raise SystemExit(main())
