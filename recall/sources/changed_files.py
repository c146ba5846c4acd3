"""Reading the files that changed: here, and for many files on the other cores as well."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
import threading
from typing import TYPE_CHECKING, NamedTuple

from recall.model import Finding
from recall.sources import vault_notes
from vault_sync.errors import OutsideRootError
from vault_sync.vault import Vault

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from recall.store.drafts import Draft
    from vault_sync.model import FileEntry

    Progress = Callable[[str, int, int], None]
    """Called with a phase's name, files done, files in all."""

PARALLEL_FILES = 1_000
"""From this many files on, starting another process (0.2 s) pays."""

MOST_PROCESSES = 4
"""Reading scales until writing, which is one process's work, takes as long."""

_BATCH = 200


class Outcome(NamedTuple):
    """What became of files: items to write, files whose content is the one indexed, trouble."""

    drafts: list[Draft]
    touched: list[FileEntry]
    findings: list[Finding]


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
        """The files as drafts, in the order of their paths.

        ``begin`` and ``total`` place these files among all that are read, for the progress.
        """
        shares = min(os.cpu_count() or 1, MOST_PROCESSES) if len(entries) >= PARALLEL_FILES else 1
        helpers = [_Helper(self.vault, entries[at::shares], self.hashes) for at in range(1, shares)]
        own = entries[::shares]
        outcome = Outcome([], [], [])
        try:
            for at in range(0, len(own), _BATCH):
                _extend(outcome, read(self.vault, own[at : at + _BATCH], self.hashes))
                if self.progress:
                    done = len(outcome.drafts) + sum(helper.done for helper in helpers)
                    self.progress("Reading", begin + min(done, len(entries)), total)
            for at, helper in enumerate(helpers, 1):
                theirs = helper.outcome()
                if theirs is None:  # it could not start or died: what it was to do is done here
                    theirs = read(self.vault, entries[at::shares], self.hashes)
                _extend(outcome, theirs)
        finally:
            for helper in helpers:
                helper.stop()
        outcome.drafts.sort(key=lambda draft: draft.path)
        self.findings += outcome.findings
        return outcome


def _extend(outcome: Outcome, more: Outcome) -> None:
    outcome.drafts.extend(more.drafts)
    outcome.touched.extend(more.touched)
    outcome.findings.extend(more.findings)


def read(vault: Vault, entries: Sequence[FileEntry], hashes: Mapping[str, bytes]) -> Outcome:
    """Read and parse files one after the other; trouble with one of them is a finding."""
    outcome = Outcome([], [], [])
    for entry in entries:
        if entry.kind in ("attachment", "base"):
            outcome.drafts.append(vault_notes.named(vault, entry))
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
            outcome.drafts.append(vault_notes.draft(vault, entry, data))
    return outcome


class _Helper:
    """Another process that reads a share of the files.

    A process of our own module and not ``multiprocessing``: that would run the caller's main
    module again, and a program that syncs at its top level would never end.
    """

    def __init__(
        self, vault: Vault, entries: Sequence[FileEntry], hashes: Mapping[str, bytes]
    ) -> None:
        self.done = 0
        self._outcome: Outcome | None = Outcome([], [], [])
        self._process = _start()
        known = {entry.path: hashes[entry.path] for entry in entries if entry.path in hashes}
        request = (vault.root, vault.name, vault.follow_symlinks, list(entries), known)
        self._thread = threading.Thread(target=self._talk, args=(request,), daemon=True)
        self._thread.start()

    def _talk(self, request: object) -> None:
        process = self._process
        try:
            if process is None or process.stdin is None or process.stdout is None:
                raise EOFError  # noqa: TRY301 - handled as the helper's death below
            with process.stdin as stdin:
                pickle.dump(request, stdin, pickle.HIGHEST_PROTOCOL)
            while True:
                batch = pickle.load(process.stdout)
                if batch is None:
                    return
                _extend(self._outcome or Outcome([], [], []), batch)
                self.done += len(batch.drafts)
        except (OSError, EOFError, pickle.UnpicklingError):
            self._outcome = None

    def outcome(self) -> Outcome | None:
        """All that the process read, after it has ended; None when it did not end well."""
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
    """The helper's side: one request on stdin, batches of outcomes on stdout, None at the end."""
    import gc

    gc.disable()  # what is read stays until the process ends
    root, name, follow_symlinks, entries, hashes = pickle.load(sys.stdin.buffer)
    vault = Vault.open(root, name=name, follow_symlinks=follow_symlinks)
    stdout = sys.stdout.buffer
    for at in range(0, len(entries), _BATCH):
        outcome = read(vault, entries[at : at + _BATCH], hashes)
        pickle.dump(outcome, stdout, pickle.HIGHEST_PROTOCOL)
        stdout.flush()
    pickle.dump(None, stdout)
    stdout.flush()
