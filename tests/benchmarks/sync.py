"""First, unchanged and one-note sync, memory and size, each beside its floor.

    python -m tests.benchmarks.sync [--vault PATH | --notes N] [--rounds 3] [--profile]

Works on a copy of the vault. The floor reads the same files and inserts their text into one FTS5
table with the same tokenizer; each repetition runs in a process of its own.
"""

import argparse
import os
import shutil
import tempfile
from pathlib import Path

from tests.benchmarks.make_vault import hub_archive, unpack, write_vault
from tests.benchmarks.measure import (
    Row,
    clocked,
    in_turns,
    peak_megabytes,
    processor_seconds,
    show,
    step,
)

UNCHANGED_ROUNDS = 15
CHANGED_ROUNDS = 7


def texts(root):
    """Path and size of every note below ``root``, as a walk finds them."""
    pending = [root]
    while pending:
        with os.scandir(pending.pop()) as entries:
            for entry in entries:
                if entry.is_dir():
                    pending.append(entry.path)
                elif entry.name.endswith(".md"):
                    yield entry.path, entry.stat().st_size


def walk(root):
    """The baseline of an unchanged sync: every entry seen, every file asked for its stat."""
    pending = [root]
    while pending:
        with os.scandir(pending.pop()) as entries:
            for entry in entries:
                if entry.is_dir(follow_symlinks=False):
                    pending.append(entry.path)
                else:
                    entry.stat()


# --- steps that run in a process of their own -------------------------------------------------


def first(root, store):
    """A first sync as ``recall vault add`` does it."""
    import gc

    gc.set_threshold(100_000)  # as recall.cli.main sets it
    from recall import Recall

    def action():
        with Recall.open(store, writable=True) as recall:
            recall.add_vault(root)
            recall.sync()

    return _costs(action)


def floor(root, store):
    """What any index of the vault must cost."""
    import apsw

    from recall.store.tokenizer import TOKENIZER

    def action():
        database = apsw.Connection(store)
        database.pragma("journal_mode", "wal")
        database.pragma("synchronous", "normal")
        database.execute(f'create virtual table note using fts5 (body, tokenize = "{TOKENIZER}")')
        with database:
            database.executemany("insert into note values (?)", ((text,) for text in bodies()))
        database.close()

    def bodies():
        for path, _ in texts(root):
            with open(path, encoding="utf-8", errors="replace") as file:
                yield file.read()

    return _costs(action)


def _costs(action):
    used = processor_seconds()
    seconds = clocked(action)
    return {
        "seconds": seconds,
        "processor": processor_seconds() - used,
        "peak": peak_megabytes() or 0.0,
    }


def profile(root, store):
    """Where a first sync spends its time; to stderr."""
    import cProfile
    import pstats
    import sys

    from recall.sources import changed_files

    changed_files.PARALLEL_FILES = 1_000_000  # all of it here, where the profiler sees it
    profiler = cProfile.Profile()
    profiler.runcall(first, root, store)
    found = pstats.Stats(profiler, stream=sys.stderr)
    found.sort_stats("tottime").print_stats(30)
    found.sort_stats("cumtime").print_stats("recall|vault_sync", 40)
    return {}


# --- the table --------------------------------------------------------------------------------


def measure(root, work, rounds):
    """Rows for a vault that may be changed; stores go into the folder ``work``."""
    syncs, floors = [], []
    for number in range(rounds):
        turns = [("first", syncs), ("floor", floors)]
        for name, found in turns if number % 2 == 0 else reversed(turns):
            found.append(step("sync", name, str(root), str(work / f"{name}-{number}.db")))
    store = str(work / "first-0.db")
    size = sum(size for _, size in texts(root))
    notes = sum(1 for _ in texts(root))
    unchanged, changed, walked = _later_syncs(root, store)
    whole, index = os.path.getsize(store) / 1e6, _index_megabytes(store)

    def costs(runs, what):
        return [each[what] for each in runs]

    return (
        f"Sync of {notes:,} notes, {size / 1e6:.1f} MB of text",
        [
            Row("first sync / floor", costs(syncs, "seconds"), costs(floors, "seconds"), 5, "s"),
            Row("the same, processor", costs(syncs, "processor"), costs(floors, "processor"),
                None, "s"),
            Row("unchanged sync / walk", unchanged, walked, 3),
            Row("one note changed", changed, None, 300),
            Row("memory of a first sync", costs(syncs, "peak"), None, 300, "MB"),
            Row("full-text index / text", [index], [size / 1e6], None, "MB"),
            Row("whole store / text", [whole], [size / 1e6], 1.5, "MB"),
        ],
    )  # fmt: skip


def _index_megabytes(store):
    import apsw

    database = apsw.Connection(store, flags=apsw.SQLITE_OPEN_READONLY)
    held = database.execute("select sum(pgsize) from dbstat where name like 'passage_index%'").get
    database.close()
    return held / 1e6


def _later_syncs(root, store):
    from recall import Recall

    note = max(texts(str(root)))[0]
    with Recall.open(store, writable=True) as recall:
        actions = {"unchanged": recall.sync, "walk": lambda: walk(str(root))}
        in_turns(actions, 1)
        found = in_turns(actions, UNCHANGED_ROUNDS)
        changed = []
        for number in range(CHANGED_ROUNDS):
            with open(note, "a", encoding="utf-8") as file:
                file.write(f"\nOne more line, number {number}.\n")
            changed.append(clocked(recall.sync))
    return _milliseconds(found["unchanged"]), _milliseconds(changed), _milliseconds(found["walk"])


def _milliseconds(seconds):
    return [1_000 * each for each in seconds]


def vault_copy(arguments, folder):
    """The vault to measure on, in a folder of its own."""
    if arguments.vault:
        return shutil.copytree(arguments.vault, folder / "vault", symlinks=True)
    archive = None if arguments.notes else hub_archive()
    if archive:
        return unpack(archive, folder)
    return write_vault(folder / "vault", arguments.notes or 5_000)


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--vault", type=Path, help="a vault; it is copied and not changed")
    parser.add_argument("--notes", type=int, help="write a vault of so many notes")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--profile", action="store_true", help="also where the time goes")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="recall-benchmark-") as name:
        folder = Path(name)
        (folder / "vaults").mkdir()
        (folder / "stores").mkdir()
        root = vault_copy(arguments, folder / "vaults")
        show(*measure(root, folder / "stores", arguments.rounds))
        if arguments.profile:
            step("sync", "profile", str(root), str(folder / "stores" / "profile.db"))


if __name__ == "__main__":
    main()
