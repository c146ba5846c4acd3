"""``recall vault check``: what between the notes of a vault is probably not meant so."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

import click

from recall.api import Recall
from recall.cli.command import RecallCommand, session
from recall.cli.options import complete_vault, json_option
from recall.cli.output import say, write
from recall.cli.reports import place, waiting_text
from recall.cli.stores import NO_VAULT, known_name
from recall.disclosure.levels import quoted
from recall.disclosure.visible import one_line
from recall.reports import CHECK_KINDS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from recall.reports import CheckKind, VaultCheck

FOUND = NOTHING_READ = 1
SHOWN = 10
"""Findings of each kind that are shown when nobody asks for more."""

_WORDS: dict[CheckKind, tuple[str, str]] = {
    "unresolved-link": ("unresolved link", "unresolved links"),
    "ambiguous-link": ("ambiguous link", "ambiguous links"),
    "missing-heading": ("link to a missing heading", "links to missing headings"),
    "missing-block": ("link to a missing block", "links to missing blocks"),
    "invalid-yaml": ("note with broken properties", "notes with broken properties"),
    "duplicate-block-id": ("repeated block id", "repeated block ids"),
    "conflict-copy": ("conflict copy", "conflict copies"),
    "twin-name": ("name with a twin", "names with a twin"),
    "orphan": ("orphan", "orphans"),
    "unused-attachment": ("unused attachment", "unused attachments"),
}


@click.command(
    cls=RecallCommand,
    examples=(
        "recall vault check Seeds --kind invalid-yaml --kind conflict-copy",
        "recall vault check Seeds --kind missing-heading --all",
        "recall vault check --json | head -c 100",
    ),
)
@click.argument("name", required=False, shell_complete=complete_vault)
@click.option(
    "--kind", "kinds", multiple=True, type=click.Choice(CHECK_KINDS), metavar="KIND",
    help=f"Look for this only, and show all of it; repeatable: {', '.join(CHECK_KINDS)}.",
)  # fmt: skip
@click.option("--all", "show_all", is_flag=True, help="Show everything found of every kind.")
@json_option
@click.pass_context
def check(
    ctx: click.Context,
    name: str | None,
    *,
    kinds: tuple[CheckKind, ...],
    show_all: bool,
    as_json: bool,
) -> None:
    """Look for broken links, ambiguous names, orphans and the like.

    Judges what is indexed and says when the vault has changed since; no note is opened. Without
    --all or --kind the first 10 of each kind are shown, in JSON all. The exit code is 1 when
    something was found, or when the vault was never read.
    """
    with Recall.open(session(ctx).store) as recall:
        checked = recall.check_vault(None if name is None else known_name(recall, name), kinds)
    if as_json:
        from recall.disclosure.json_form import dump, listing_json

        write(dump(listing_json("vaults", checked)))
    else:
        most = None if show_all or kinds else SHOWN
        lines = [line for each in checked for line in _text(each, most)]
        if lines:
            write("\n".join(lines))
    for each in checked:
        _say_age(each)
    if not checked:
        say(NO_VAULT)
    if not checked or any(each.findings or each.synced is None for each in checked):
        ctx.exit(FOUND)


def _text(checked: VaultCheck, most: int | None) -> Iterator[str]:
    """The counts, then the findings of each kind."""
    name = one_line(checked.name)
    if checked.synced is None:
        return
    counts = [_counted(kind, count) for kind, count in checked.counts.items() if count]
    yield f"{name}: {', '.join(counts) or 'nothing found'}."
    for kind, group in groupby(checked.findings, key=lambda each: each.kind):
        found = list(group)
        plural = _WORDS[kind][1]
        yield f"{plural[0].upper()}{plural[1:]} ({len(found):,}):"
        for each in found[:most]:
            yield f"  {place(each)}{one_line(each.message)}"
        if most is not None and len(found) > most:
            more = f"recall vault check {quoted(checked.name)} --kind {kind}"
            yield f"  and {len(found) - most:,} more: {more}"


def _counted(kind: CheckKind, count: int) -> str:
    return f"{count:,} {_WORDS[kind][count != 1]}"


def _say_age(checked: VaultCheck) -> None:
    """Say where the index is not that of the vault on disk."""
    name = one_line(checked.name)
    if checked.synced is None:
        say(f"{name} was not read yet: recall sync {quoted(checked.name)}")
    elif not checked.available:
        say(f"{name} is away: {one_line(checked.reason)} Checked is what is indexed of it.")
    elif waiting_text(checked):
        say(f"{name} has changed since: {waiting_text(checked)}.")
