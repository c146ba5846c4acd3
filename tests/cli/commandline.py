"""The command line in this process, through its front door."""

from typing import NamedTuple

from click.testing import CliRunner

from recall.cli.door import run


class Ran(NamedTuple):
    code: int
    out: str
    err: str


def recall(*arguments, typed=None, color=False):
    """Run a command through the front door, in this process."""
    runner = CliRunner()
    with runner.isolation(input=typed, color=color) as streams:
        code = run(arguments)
        out, err = (stream.getvalue() for stream in streams[:2])
    return Ran(code, out.decode("utf-8", "surrogateescape"), err.decode())
