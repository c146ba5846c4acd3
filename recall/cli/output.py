"""What reaches the reader: data on stdout, talk on stderr, UTF-8 whatever the locale."""

from __future__ import annotations

import contextlib
import os
import sys
import time
from typing import TYPE_CHECKING

import click

from recall.cli.command import session
from recall.disclosure.levels import address
from recall.disclosure.visible import visible
from recall.errors import RecallError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

PATIENCE_SECONDS = 1.0
"""How long a task may take before it says how far it is."""
_SURROGATES = "surrogatepass" if os.name == "nt" else "surrogateescape"


class OutputError(RecallError):
    """The output cannot be written, as on a full disk."""

    exit_code = 3

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason

    def __str__(self) -> str:
        return f"Cannot write the output: {self.reason}."


def use_utf8() -> None:
    """Print UTF-8 in every locale; what UTF-8 cannot hold is replaced, never a crash."""
    for stream, errors in ((sys.stdout, "replace"), (sys.stderr, "backslashreplace")):
        # A stream that is closed (`>&-`) is None; one that a program put there may be anything.
        with contextlib.suppress(AttributeError, OSError, ValueError):
            stream.reconfigure(encoding="utf-8", errors=errors)  # type: ignore[union-attr]


def flush() -> None:
    """Write what is buffered, so that trouble with the output shows while it can be told."""
    with told():
        if sys.stdout is not None:
            sys.stdout.flush()
    with contextlib.suppress(AttributeError, OSError, ValueError):
        sys.stderr.flush()


def leave_pipe() -> None:
    """Give up stdout whose reader is gone, so that Python does not complain at its end."""
    with contextlib.suppress(AttributeError, OSError, ValueError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)


def say(sentence: str) -> None:
    """Say something about the answer, on stderr; a closed stderr is no reason to fail.

    Names and reasons in a sentence come from files: none of them reaches the terminal raw.
    """
    with contextlib.suppress(OSError, ValueError):
        click.echo(visible(sentence), err=True)


def write(text: str, *, color: bool = False) -> None:
    """Print data with a final newline."""
    with told():
        click.echo(text, color=color)


def write_paths(paths: Iterable[str], *, null: bool) -> None:
    """Print file names as the disk spells them, one a line, or ended by NUL for ``xargs -0``.

    On a terminal, which a name could otherwise command, control characters are shown as signs.
    """
    from vault_sync.paths import os_path

    if is_terminal(sys.stdout) and not null:
        write("\n".join(map(address, paths)))
        return
    end = "\0" if null else "\n"
    text = "".join(os_path(path) + end for path in paths)
    with told():
        click.echo(text.encode("utf-8", _SURROGATES), nl=False)


def wants_color(ctx: click.Context) -> bool:
    """Whether to colour: as asked, else on a terminal that can, without ``NO_COLOR``."""
    asked = session(ctx).color
    if asked is not None:
        return asked
    if os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        return False
    return is_terminal(sys.stdout)


def columns() -> int:
    """Width of the terminal that stdout is, 0 where it is none."""
    if not is_terminal(sys.stdout):
        return 0
    told = os.environ.get("COLUMNS", "")
    if told.isdecimal() and int(told):
        return int(told)
    try:
        return os.get_terminal_size(sys.stdout.fileno()).columns
    except (OSError, ValueError):
        return 0


class Progress:
    """A line on a terminal that says how far a task is, once it takes longer than a second."""

    def __init__(self) -> None:
        self._begun = time.monotonic()
        self._is_seen = is_terminal(sys.stderr)
        self._length = 0

    def __call__(self, phase: str, done: int, total: int, noun: str = "files") -> None:
        """Tell that so many of the files, or of other things, are done."""
        if not self._is_seen or time.monotonic() - self._begun < PATIENCE_SECONDS:
            return
        self._show(f"{phase} {done:,} of {total:,} {noun}")

    def clear(self) -> None:
        """Take the line away, for the summary to stand there."""
        if self._length:
            self._show("")
            self._show("")

    def _show(self, text: str) -> None:
        with contextlib.suppress(OSError, ValueError):
            click.echo("\r" + text.ljust(self._length), nl=False, err=True)
        self._length = len(text)


def is_terminal(stream: object) -> bool:
    """Whether somebody sits at this stream; a closed one has nobody."""
    try:
        return bool(stream.isatty())  # type: ignore[attr-defined]
    except (AttributeError, ValueError):
        return False


@contextlib.contextmanager
def told() -> Iterator[None]:
    """Trouble with writing inside is told as an ``OutputError``, but for a reader that is gone."""
    try:
        yield
    except BrokenPipeError:
        raise
    except OSError as error:
        leave_pipe()
        raise OutputError(error.strerror or str(error)) from error
