"""What the benchmarks share: clocks that take turns, tables with a baseline beside each figure."""

import gc
import json
import os
import platform
import subprocess
import sys
import time
from pathlib import Path
from statistics import median
from typing import NamedTuple

ROOT = Path(__file__).parents[2]


class Row(NamedTuple):
    """A figure, what it is compared with, and what it may be.

    ``values`` and ``baseline`` hold one value a repetition; the best and the median are shown.
    The budget limits the ratio of the bests, or the best itself when there is no baseline.
    """

    what: str
    values: list[float]
    baseline: list[float] | None
    budget: float | None
    unit: str = "ms"

    def judged(self) -> float:
        return min(self.values) / (min(self.baseline) if self.baseline else 1.0)


def clocked(action) -> float:
    """Seconds that an action takes, without pauses of the garbage collector begun by others."""
    gc.collect()
    begun = time.perf_counter()
    action()
    return time.perf_counter() - begun


def in_turns(actions, rounds) -> dict[str, list[float]]:
    """Seconds of each action in each round; who goes first changes from round to round."""
    found: dict[str, list[float]] = {name: [] for name in actions}
    for number in range(rounds):
        names = list(actions) if number % 2 == 0 else list(reversed(actions))
        for name in names:
            found[name].append(clocked(actions[name]))
    return found


def step(module: str, name: str, *arguments) -> dict[str, float]:
    """Run ``name`` of a benchmark module in a process of its own; what it printed as JSON."""
    code = (
        f"import json, sys; from tests.benchmarks import {module} as module; "
        f"print(json.dumps(module.{name}(*json.loads(sys.argv[1]))))"
    )
    ran = subprocess.run(
        [sys.executable, "-c", code, json.dumps(arguments)],
        cwd=ROOT, env=environment(), stdout=subprocess.PIPE, text=True, check=True,
    )  # fmt: skip
    return json.loads(ran.stdout.splitlines()[-1])


def environment(**more: str) -> dict[str, str]:
    """The environment of a child: as a user has it, with compiled modules kept."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("RECALL_")}
    kept.pop("PYTHONDONTWRITEBYTECODE", None)
    return {**kept, "PYTHONPATH": str(ROOT), **more}


def peak_megabytes() -> float | None:
    """The most memory this process ever held, and the largest of those it started.

    None where the system does not say.
    """
    try:
        import resource
    except ImportError:
        return None
    processes = (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)
    held = sum(resource.getrusage(each).ru_maxrss for each in processes)
    return held / (1 << 20 if sys.platform == "darwin" else 1 << 10)


def processor_seconds() -> float:
    """What this process and those it started have computed; it does not hear the neighbours."""
    used = os.times()
    return used.user + used.system + used.children_user + used.children_system


def quantile(values, share: float) -> float:
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, round(share * (len(ordered) - 1)))]


def machine() -> str:
    """One line on where and under what load the figures were taken."""
    import apsw

    load = f"load {os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else "load unknown"
    return (
        f"Python {platform.python_version()}, apsw {apsw.apsw_version()}, {platform.system()} "
        f"{platform.machine()}, {os.cpu_count()} cores, {load}"
    )


def show(title: str, rows: list[Row]) -> bool:
    """Print a table; True when every figure is within its budget."""
    print(f"\n{title}\n{machine()}\n")
    head = ("", "best", "median", "baseline", "median", "ratio", "budget", "")
    lines = [head, *(_cells(row) for row in rows)]
    widths = [max(len(line[at]) for line in lines) for at in range(len(head))]
    for line in lines:
        cells = [line[0].ljust(widths[0])]
        cells += [cell.rjust(width) for cell, width in zip(line[1:], widths[1:], strict=True)]
        print("  ".join(cells).rstrip())
    return all(row.budget is None or row.judged() <= row.budget for row in rows)


def _cells(row: Row) -> tuple[str, ...]:
    ratio = f"{row.judged():.2f}" if row.baseline else ""
    base = [_figure(each(row.baseline), row.unit) for each in (min, median) if row.baseline]
    budget, verdict = "", ""
    if row.budget is not None:
        budget = f"{row.budget:g} x" if row.baseline else _figure(row.budget, row.unit)
        verdict = "ok" if row.judged() <= row.budget else "over"
    return (
        row.what,
        _figure(min(row.values), row.unit),
        _figure(median(row.values), row.unit),
        *(base or ("", "")),
        ratio,
        budget,
        verdict,
    )


def _figure(value: float, unit: str) -> str:
    digits = 1 if abs(value) < 100 else 0
    return f"{value:,.{digits if abs(value) >= 10 else digits + 1}f} {unit}"
