"""``recall sync``: the store in line with the vaults."""

from __future__ import annotations

import click

from recall.cli.command import RecallCommand
from recall.cli.options import complete_vault, json_option
from recall.cli.output import Progress, say, write
from recall.cli.reports import findings_text, sync_text, unread_files
from recall.cli.stores import NO_VAULT, opened_to_change

NOTHING_FOUND = SOMETHING_UNREAD = 1


@click.command(
    cls=RecallCommand,
    examples=("recall sync", "recall sync Seeds", "recall sync --json"),
)
@click.argument("names", nargs=-1, metavar="[NAME]...", shell_complete=complete_vault)
@json_option
@click.pass_context
def sync(ctx: click.Context, names: tuple[str, ...], *, as_json: bool) -> None:
    """Read what changed in your vaults and sources.

    Only files whose size, time or content changed are read; nothing is written in a vault. All of
    a change is stored or nothing: interrupting is safe. The exit code is 1 when a file or a vault
    could not be read; what was indexed of it before stays.
    """
    progress = Progress()
    with opened_to_change(ctx) as recall:
        if not (recall.vaults() or recall.sources()):
            say(NO_VAULT)
            ctx.exit(NOTHING_FOUND)
        try:
            reports = recall.sync(names, progress=progress)
        finally:
            progress.clear()
    if as_json:
        from recall.disclosure.json_form import dump, listing_json

        write(dump(listing_json("reports", reports)))
    else:
        lines = [sync_text(report) for report in reports]
        for report in reports:
            lines += findings_text(report.collection, report.findings)
        write("\n".join(lines))
    if any(unread_files(report.findings) for report in reports):
        ctx.exit(SOMETHING_UNREAD)
