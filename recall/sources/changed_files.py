"""Reading the files that changed: here, and for many files on the other cores as well."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
import threading
from collections import deque
from typing import TYPE_CHECKING, NamedTuple

from recall.model import Finding
from recall.sources import vault_notes
from recall.store.prepared import prepare
from vault_sync.errors import OutsideRootError
from vault_sync.vault import Vault

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from recall.store.prepared import Prepared
    from vault_sync.model import FileEntry

    Progress = Callable[[str, int, int], None]
    """Called with a phase's name, files done, files in all."""

PARALLEL_FILES = 1_000
"""From this many files on, starting another process (0.2 s) pays."""

MOST_PROCESSES = 4
"""Reading scales until writing, which is one process's work, takes as long."""

_CHUNK = 100


class Outcome(NamedTuple):
    """What became of files: items to write, files whose content is the one indexed, trouble."""

    prepared: list[Prepared]
    touched: list[FileEntry]
    findings: list[Finding]

    def extend(self, more: Outcome) -> None:
        """Take in what became of more files."""
        self.prepared.extend(more.prepared)
        self.touched.extend(more.touched)
        self.findings.extend(more.findings)


class Reader:
    """Reads files of one vault; ``findings`` gathers those that could not be read.

    ``hashes`` are the contents indexed: a file that still has its content is not parsed again.
    """

    def __init__(
        self, vault: Vault, hashes: Mapping[str, bytes], progress: Progress | None = None
    ) -> None:
        self.vault, self.hashes, self.progress = vault, hashes, progress
        self.findings: list[Finding] = []

    def read(self, entries: Sequence[FileEntry], begin: int, total: int) -> Outcome:
        """The files ready to be written, in the order of their paths.

        ``begin`` and ``total`` place these files among all that are read, for the progress.
        """
        waiting = deque(entries[at : at + _CHUNK] for at in range(0, len(entries), _CHUNK))
        others = min(os.cpu_count() or 1, MOST_PROCESSES) - 1
        if len(entries) < PARALLEL_FILES:
            others = 0
        helpers = [_Helper(self.vault, self.hashes, waiting) for _ in range(others)]
        outcome = Outcome([], [], [])
        try:
            self._work(waiting, outcome, helpers, begin, total)
            for helper in helpers:
                outcome.extend(helper.outcome())
            self._work(waiting, outcome, [], begin, total)  # what a helper that died left behind
        finally:
            for helper in helpers:
                helper.stop()
        outcome.prepared.sort(key=lambda each: each.path)
        self.findings += outcome.findings
        return outcome

    def _work(
        self,
        waiting: deque[Sequence[FileEntry]],
        outcome: Outcome,
        helpers: Sequence[_Helper],
        begin: int,
        total: int,
    ) -> None:
        while waiting:
            try:
                chunk = waiting.popleft()
            except IndexError:
                return  # a helper took it in between
            outcome.extend(read(self.vault, chunk, self.hashes))
            if self.progress:
                done = len(outcome.prepared) + sum(helper.done for helper in helpers)
                self.progress("Reading", begin + done, total)


def read(vault: Vault, entries: Sequence[FileEntry], hashes: Mapping[str, bytes]) -> Outcome:
    """Read and parse files one after the other; trouble with one of them is a finding."""
    outcome = Outcome([], [], [])
    for entry in entries:
        if entry.kind in ("attachment", "base"):
            outcome.prepared.append(prepare(vault_notes.named(vault, entry)))
            continue
        try:
            data = vault.read(entry.path)
        except (OSError, OutsideRootError) as error:
            reason = getattr(error, "strerror", None) or str(error)
            message = f"Cannot be read: {reason}. What was indexed of it before stays."
            outcome.findings.append(Finding(entry.path, None, "unreadable", message))
            continue
        if hashes.get(entry.path) == vault_notes.content_hash(data):
            outcome.touched.append(entry)
        else:
            outcome.prepared.append(prepare(vault_notes.draft(vault, entry, data)))
    return outcome


class _Helper:
    """Another process that reads chunks of the files until none is waiting.

    A process of our own module and not ``multiprocessing``: that would run the caller's main
    module again, and a program that syncs at its top level would never end.
    """

    def __init__(
        self,
        vault: Vault,
        hashes: Mapping[str, bytes],
        waiting: deque[Sequence[FileEntry]],
    ) -> None:
        self.done = 0
        self._hashes, self._waiting = hashes, waiting
        self._outcome = Outcome([], [], [])
        self._process = _start()
        opening = (vault.root, vault.name, vault.follow_symlinks)
        self._thread = threading.Thread(target=self._talk, args=(opening,), daemon=True)
        self._thread.start()

    def _talk(self, opening: object) -> None:
        process = self._process
        if process is None or process.stdin is None or process.stdout is None:
            return
        chunk: Sequence[FileEntry] = ()
        try:
            with process.stdin as stdin:
                pickle.dump(opening, stdin, pickle.HIGHEST_PROTOCOL)
                while self._waiting:
                    chunk = self._waiting.popleft()
                    known = {each.path: self._hashes.get(each.path) for each in chunk}
                    pickle.dump((chunk, known), stdin, pickle.HIGHEST_PROTOCOL)
                    stdin.flush()
                    self._outcome.extend(pickle.load(process.stdout))
                    self.done += len(chunk)
                    chunk = ()
        except (OSError, EOFError, IndexError, ValueError, pickle.UnpicklingError):
            return  # another took the last chunk, or the process died
        finally:
            if chunk:
                self._waiting.append(chunk)

    def outcome(self) -> Outcome:
        """All that the process has read; waits for the chunk it is at."""
        self._thread.join()
        return self._outcome

    def stop(self) -> None:
        """End the process, whatever it is doing."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            if self._process.stdout is not None:
                self._process.stdout.close()


def _start() -> subprocess.Popen[bytes] | None:
    home = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
    paths = os.pathsep.join(filter(None, (home, os.environ.get("PYTHONPATH"))))
    try:
        return subprocess.Popen(
            # -P: no module of the current folder is imported in place of ours.
            [sys.executable, "-P", "-m", "recall.sources.helper_process"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env={**os.environ, "PYTHONPATH": paths},
        )
    except OSError:
        return None


def serve() -> None:
    """The helper's side: a vault on stdin, then chunks of its files; outcomes on stdout."""
    import gc

    gc.disable()  # what is read is soon sent and freed, by reference counts alone
    stdin, stdout = sys.stdin.buffer, sys.stdout.buffer
    root, name, follow_symlinks = pickle.load(stdin)
    vault = Vault.open(root, name=name, follow_symlinks=follow_symlinks)
    while True:
        try:
            chunk, hashes = pickle.load(stdin)
        except EOFError:
            return
        pickle.dump(read(vault, chunk, hashes), stdout, pickle.HIGHEST_PROTOCOL)
        stdout.flush()
