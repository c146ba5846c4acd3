"""The front door of the command line and its net.

Whatever happens inside becomes one sentence and an exit code (``recall guide exit-codes``).
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import click

from recall.cli.group import recall
from recall.cli.output import flush, leave_pipe, say, told, use_utf8
from recall.errors import RecallError

if TYPE_CHECKING:
    from collections.abc import Sequence

DEBUG_VARIABLE = "RECALL_DEBUG"
COMPLETION_VARIABLE = "_RECALL_COMPLETE"
"""Set by a shell that completes a line, as the scripts of ``recall completion`` say."""
CRASHED = 70
"""EX_SOFTWARE of sysexits.h: a crash is not "nothing found" (1), which scripts act on."""
INTERRUPTED = 130


def run(arguments: Sequence[str]) -> int:
    """Run one command and return its exit code; nothing is raised."""
    use_utf8()
    try:
        code = _invoke(list(arguments))
        flush()
    except BrokenPipeError:
        # The reader has read enough, as in `recall search mongo | head -1`.
        leave_pipe()
        return 0
    except RecallError as error:
        say(f"recall: {_on_one_line(error)}")
        return error.exit_code
    except (KeyboardInterrupt, EOFError, click.Abort):
        say("recall: Interrupted. What was stored before is kept.")
        return INTERRUPTED
    except Exception as error:  # noqa: BLE001 - the net below everything (STYLE rule 22)
        return _crash(error)
    return code


def _invoke(arguments: list[str]) -> int:
    """What ``recall.main`` does, but for its treatment of a closed pipe as a failure."""
    instruction = os.environ.get(COMPLETION_VARIABLE)
    if instruction:
        from click.shell_completion import shell_complete

        with told():
            return shell_complete(recall, {}, "recall", COMPLETION_VARIABLE, instruction)
    try:
        with recall.make_context("recall", arguments) as ctx:
            recall.invoke(ctx)
    except click.exceptions.Exit as end:
        return end.exit_code
    except click.ClickException as error:
        from io import StringIO

        shown = StringIO()
        error.show(shown)
        say(shown.getvalue().rstrip("\n"))
        return error.exit_code
    return 0


def _on_one_line(error: Exception) -> str:
    """The sentence of an error; a reason from the system may have brought line feeds with it."""
    return " ".join(str(error).splitlines())


def _crash(error: Exception) -> int:
    if os.environ.get(DEBUG_VARIABLE):
        import traceback

        say("".join(traceback.format_exception(error)).rstrip())
    from recall import __version__

    say(
        f"recall: Unexpected {type(error).__name__}: {_on_one_line(error)}. "
        f"This is a bug in recall {__version__}. "
        f"Run the same command with {DEBUG_VARIABLE}=1 and report what it prints."
    )
    return CRASHED
