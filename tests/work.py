"""Work counted instead of timed: what a test may demand on a machine that is busy with others."""

import sys
from collections.abc import Callable


def calls(action: Callable[[], object]) -> int:
    """Calls that an action makes, those of built-in functions too."""
    count = 0

    def profile(_: object, event: str, __: object) -> None:
        nonlocal count
        count += event in {"call", "c_call"}

    before = sys.getprofile()
    sys.setprofile(profile)
    try:
        action()
    finally:
        sys.setprofile(before)
    return count


def assert_linear(run: Callable[[int], object], size: int) -> None:
    """Twice the size may cost twice the calls, and something for growing tables."""
    run(size)  # what the first run imports or compiles is not counted
    small, large = calls(lambda: run(size)), calls(lambda: run(2 * size))
    assert large <= 2.6 * small + 2_000, f"{small:,} calls for {size:,}, {large:,} for twice of it"
