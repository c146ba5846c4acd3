"""Reading the files that changed: here, and for many files on the other cores as well."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
import threading
from collections import deque
from contextlib import suppress
from queue import Empty, Queue
from typing import IO, TYPE_CHECKING, NamedTuple

from recall.reports import Finding
from recall.sources import own_process, vault_notes
from recall.store.prepared import prepare
from vault_sync.errors import FileTooLargeError, VaultError, reason_of
from vault_sync.vault import Vault

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterator, Mapping, Sequence

    from recall.store.prepared import Prepared
    from vault_sync.model import FileEntry

    Progress = Callable[[str, int, int], None]
    """Called with a phase's name, files done, files in all."""

    Ready = Queue["Outcome | None"]

PARALLEL_FILES = 1_000
"""From this many files on, starting another process (0.2 s) pays."""

MOST_PROCESSES = 4
"""Reading scales until writing, which is one process's work, takes as long."""

CHUNK = 100
"""Files read at a time: what a helper is asked for, and what is written at once."""


_CHUNKS_AHEAD = 2
_PIPE_BYTES = 1 << 20


class Outcome(NamedTuple):
    """What became of files: items to write, files whose content is the one indexed, trouble."""

    prepared: list[Prepared]
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

    def outcomes(self, entries: Sequence[FileEntry]) -> Generator[Outcome]:
        """What becomes of the files, a chunk at a time and in no order, as they are read.

        Here and in other processes; closing the generator ends those.
        """
        waiting = deque(entries[at : at + CHUNK] for at in range(0, len(entries), CHUNK))
        others = min(os.cpu_count() or 1, MOST_PROCESSES) - 1
        if len(entries) < PARALLEL_FILES:
            others = 0
        # Bounded: a helper that is far ahead of the writing would fill the memory.
        ready: Ready = Queue(2 * others or 1)
        helpers = [_Helper(self.vault, self.hashes, waiting, ready) for _ in range(others)]
        done = 0
        try:
            for outcome in self._gathered(waiting, ready, len(helpers)):
                self.findings += outcome.findings
                done += sum(len(files) for files in outcome)
                if self.progress:
                    self.progress("Reading", done, len(entries))
                yield outcome
        finally:
            waiting.clear()
            for helper in helpers:
                helper.stop(ready)

    def _gathered(
        self, waiting: deque[Sequence[FileEntry]], ready: Ready, working: int
    ) -> Iterator[Outcome]:
        """Outcomes of the helpers as soon as there are any, else our own."""
        while working or waiting:
            try:
                # Only when nothing is left to read here is there nothing better to do than wait.
                outcome = ready.get(block=not waiting)
            except Empty:
                try:
                    chunk = waiting.popleft()
                except IndexError:
                    continue  # a helper took it in between
                yield read(self.vault, chunk, self.hashes)
                continue
            if outcome is None:
                working -= 1
            else:
                yield outcome


def read(vault: Vault, entries: Sequence[FileEntry], hashes: Mapping[str, bytes]) -> Outcome:
    """Read and parse files one after the other; trouble with one of them is a finding."""
    outcome = Outcome([], [], [])
    for entry in entries:
        if entry.kind in ("attachment", "base"):
            outcome.prepared.append(prepare(vault_notes.named(vault, entry)))
            continue
        try:
            data = vault.read(entry.path)
        except FileNotFoundError:
            continue  # gone since the walk: the next one will not meet it
        except FileTooLargeError as error:
            outcome.prepared.append(prepare(vault_notes.too_large(vault, entry, error)))
            continue
        except (OSError, VaultError) as error:
            outcome.findings.append(unreadable(entry, error))
            continue
        if hashes.get(entry.path) == vault_notes.content_hash(data):
            outcome.touched.append(entry)
            continue
        try:
            outcome.prepared.append(prepare(vault_notes.draft(vault, entry, data)))
        except Exception as error:  # noqa: BLE001 - whatever is in one note, it stops no other
            outcome.findings.append(_not_understood(entry, error))
    return outcome


def unreadable(entry: FileEntry, error: OSError | VaultError) -> Finding:
    """The finding of a file whose content cannot be had."""
    message = f"Cannot be read: {reason_of(error)}. What was indexed of it before stays."
    return Finding(entry.path, None, "unreadable", message)


def _not_understood(entry: FileEntry, error: Exception) -> Finding:
    message = (
        f"Is not understood ({type(error).__name__}: {error}). What was indexed of it before "
        "stays. This is a fault of recall: please report it with the note's properties."
    )
    return Finding(entry.path, None, "not-understood", message)


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
        ready: Ready,
    ) -> None:
        self._hashes, self._waiting, self._ready = hashes, waiting, ready
        self._process = _start()
        opening = (vault.root, vault.name, vault.follow_symlinks)
        self._thread = threading.Thread(target=self._run, args=(opening,), daemon=True)
        self._thread.start()

    def _run(self, opening: object) -> None:
        """Hand out chunks and take in outcomes; None says that no more will come."""
        held: deque[Sequence[FileEntry]] = deque()
        try:
            process = self._process
            if process is None or process.stdin is None or process.stdout is None:
                return
            with process.stdin as stdin:
                pickle.dump(opening, stdin, pickle.HIGHEST_PROTOCOL)
                while self._hand_out(stdin, held):
                    # Not a length first: what speaks nonsense would have us wait for the rest.
                    outcome = pickle.load(process.stdout)
                    held.popleft()
                    self._ready.put(outcome)
        except (IndexError, OSError, EOFError, ValueError, pickle.UnpicklingError):
            pass  # the process died
        finally:
            self._waiting.extend(held)  # whatever the reason, what it held is read here
            self._ready.put(None)

    def _hand_out(self, stdin: IO[bytes], held: deque[Sequence[FileEntry]]) -> bool:
        """Keep the process in work: the next chunk lies ready while it is at one."""
        while len(held) < _CHUNKS_AHEAD and self._waiting:
            try:
                chunk = self._waiting.popleft()
            except IndexError:
                break  # another took the last one
            held.append(chunk)
            known = {each.path: self._hashes.get(each.path) for each in chunk}
            pickle.dump((chunk, known), stdin, pickle.HIGHEST_PROTOCOL)
            stdin.flush()
        return bool(held)

    def stop(self, ready: Ready) -> None:
        """End the process, whatever it is doing; what it still hands over is thrown away."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
        while self._thread.is_alive():
            with suppress(Empty):
                ready.get(timeout=0.05)
        if self._process is not None and self._process.stdout is not None:
            self._process.stdout.close()


def _start() -> subprocess.Popen[bytes] | None:
    try:
        return subprocess.Popen(
            own_process.command("recall.sources.helper_process"),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=own_process.surroundings(),
            # An outcome fits: the process need not wait until somebody here has time to take it.
            pipesize=_PIPE_BYTES,
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
