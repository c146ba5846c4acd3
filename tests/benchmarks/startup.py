"""The command as a whole process, on a store already built, beside its two libraries alone.

    python -m tests.benchmarks.startup [--rounds 15]

Compiled modules are kept, as on a user's machine, and everything is run once before it counts.
"""

import argparse
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from tests.benchmarks.measure import ROOT, Row, environment, show

# What the script that pip writes for `recall` does.
RECALL = (sys.executable, "-c", "from recall.cli import main; main()")
COMMANDS = {
    "baseline": (sys.executable, "-c", "import apsw, click"),
    "recall search": (*RECALL, "search", "why", "did", "we", "leave", "CouchDB"),
    "recall --version": (*RECALL, "--version"),
    "recall --help": (*RECALL, "--help"),
}


def run(command, kept):
    """Milliseconds on the clock and of the processor."""
    before = _processor()
    begun = time.perf_counter()
    quiet = subprocess.DEVNULL
    subprocess.run(command, env=kept, cwd=ROOT, stdout=quiet, stderr=quiet, check=True)
    return 1_000 * (time.perf_counter() - begun), 1_000 * (_processor() - before)


def _processor():
    try:
        import resource
    except ImportError:
        return 0.0
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def measure(vault, folder, rounds):
    """Rows by the clock, then by the processor (which does not hear the neighbours)."""
    from recall import Recall

    store = str(folder / "recall.db")
    with Recall.open(store, writable=True) as recall:
        recall.add_vault(str(vault))
        recall.sync()
    kept = environment(RECALL_STORE=store)
    found = {name: [] for name in COMMANDS}
    for number in range(rounds + 1):
        for name, command in COMMANDS.items():
            taken = run(command, kept)
            if number:
                found[name].append(taken)
    rows = []
    for place, clock in enumerate(("clock", "processor")):
        base = [each[place] for each in found["baseline"]]
        for name, taken in found.items():
            if name != "baseline" and any(base):
                budget = 1.6 if name == "recall search" else None
                rows.append(Row(f"{name}, {clock}", [each[place] for each in taken], base, budget))
    return "Whole processes, beside python -c 'import apsw, click'", rows


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--vault", type=Path, default=ROOT / "fixtures" / "vault")
    parser.add_argument("--rounds", type=int, default=15)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="recall-benchmark-") as folder:
        show(*measure(arguments.vault, Path(folder), arguments.rounds))


if __name__ == "__main__":
    main()
