"""Reports of syncs and states of vaults as text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from recall.disclosure.levels import quoted
from recall.disclosure.visible import one_line

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from recall.reports import CheckFinding, Finding, SyncReport, VaultCheck, VaultStatus
    from recall.store.collections import Collection

SHOWN_FINDINGS = 20
UNREAD_CODES = ("unreadable", "vault-unavailable", "too-large", "not-understood")
"""Findings of things that could not be read; all others are about what stands in a note."""


def unread_files(findings: Iterable[Finding]) -> int:
    """How many of the findings say that something could not be read."""
    return sum(each.code in UNREAD_CODES for each in findings)


def sync_text(report: SyncReport) -> str:
    """One line that says what a sync did."""
    name = one_line(report.collection)
    if not report.available:
        return f"{name}: away, nothing was changed."
    counts = (report.added, report.changed, report.moved, report.removed)
    words = ("added", "changed", "moved", "removed")
    did = ", ".join(f"{count:,} {word}" for count, word in zip(counts, words, strict=True) if count)
    rest = f", {report.unchanged:,} unchanged" if report.unchanged else ""
    done = did + rest if did else f"nothing changed in {number(report.unchanged, 'file')}"
    passages = f"; {number(report.passages, 'passage')} indexed" if report.passages else ""
    return f"{name}: {done}{passages}; {report.seconds:.1f} s."


def findings_text(
    name: str, findings: Sequence[Finding], most: int | None = SHOWN_FINDINGS
) -> Iterator[str]:
    """Findings of a vault, files that could not be read first, and how to see those left out."""
    if not findings:
        return
    ordered = sorted(findings, key=lambda each: each.code not in UNREAD_CODES)
    yield f"{number(len(findings), 'finding')} in {one_line(name)}:"
    for finding in ordered[:most]:
        yield f"  {place(finding)}{one_line(finding.message)}"
    if most is not None and len(findings) > most:
        left = len(findings) - most
        yield f"  and {left:,} more: recall vault status {quoted(name)}"


def status_text(status: VaultStatus) -> Iterator[str]:
    """What is indexed of a vault, and what waits to be read; without its findings."""
    yield f"{one_line(status.name)}  {one_line(status.root)}"
    counts = sorted(status.counts.items(), key=lambda pair: (-pair[1], pair[0]))
    kinds = ", ".join(f"{kind} {count:,}" for kind, count in counts)
    yield f"  indexed: {kinds or 'nothing'}; last changed {day(status.synced)}"
    if status.records:
        said = ", ".join(f"{what} {count:,}" for what, count in status.records.items())
        yield f"  {one_line(said)}"
    if status.unembedded:
        yield f"  by words only: {number(status.unembedded, 'item')}; their vectors are being made"
    if status.follow_symlinks:
        yield "  links out of the vault are followed"
    if not status.available:
        yield f"  away: {one_line(status.reason)} What is indexed of it stays."
        return
    waiting = waiting_text(status)
    yield f"  waiting: {waiting}" if waiting else "  up to date"


def waiting_text(status: VaultStatus | VaultCheck) -> str:
    """What a sync would find to do in a vault that is there; "" for nothing."""
    waiting = (status.waiting_added, status.waiting_changed, status.waiting_removed)
    if not any(waiting):
        return ""
    words = ("new", "changed", "removed")
    each = ", ".join(
        f"{count:,} {word}" for count, word in zip(waiting, words, strict=True) if count
    )
    return f"{each}; 'recall sync {quoted(status.name)}' reads them"


def nested_in(status: VaultStatus, vaults: Iterable[Collection]) -> list[str]:
    """One sentence on each vault that holds this one or lies in it (OBSIDIAN.md R251)."""
    from vault_sync.paths import below, os_path

    root = os_path(status.root)
    said: list[str] = []
    for each in vaults:
        other = os_path(each.root)
        if other != root and (below(other, root) is not None or below(root, other) is not None):
            names = [each.name, status.name]
            outer, inner = names if below(other, root) else reversed(names)
            said.append(
                f"{one_line(inner)} lies in {one_line(outer)}: its notes belong to both, and are "
                "found once in each."
            )
    return said


def is_waiting(status: VaultStatus) -> bool:
    """Whether a sync is wanted, or cannot be had."""
    waiting = status.waiting_added + status.waiting_changed + status.waiting_removed
    return not status.available or waiting > 0


def day(moment: float | None) -> str:
    """A moment as date and time of this computer's zone."""
    if moment is None:
        return "never"
    from datetime import datetime

    return f"{datetime.fromtimestamp(moment).astimezone():%Y-%m-%d %H:%M}"


def number(count: int, noun: str) -> str:
    """A count with its noun: ``1 file``, ``2 files``."""
    return f"{count:,} {noun}{'' if count == 1 else 's'}"


def place(finding: Finding | CheckFinding) -> str:
    """Where a finding lies, ``path:line: ``; "" for one that is about no file."""
    if not finding.path:
        return ""
    line = f":{finding.line}" if finding.line is not None else ""
    return f"{one_line(finding.path)}{line}: "
