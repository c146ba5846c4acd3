"""``recall brief`` and ``recall review``: what to begin with, and what to look at."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, NamedTuple

import click

from recall.api import Recall
from recall.cli.command import RecallCommand
from recall.cli.command import session as session_of
from recall.cli.options import MAX_TOKENS, Whole, json_option
from recall.cli.output import is_terminal, say, write
from recall.cli.remember import CLIENT, project_option
from recall.disclosure.visible import one_line
from recall.memory_model import REVIEW_KINDS
from recall.upkeep_api import BRIEF_TOKENS, MOST_FINDINGS

if TYPE_CHECKING:
    from collections.abc import Callable

    from recall.memory_model import ReviewFinding, ReviewKind

NOTHING_FOUND = 1
SOMETHING_FOUND = 1


@click.command(
    cls=RecallCommand,
    examples=(
        "recall brief | cat",
        "recall brief --project . --max-tokens 400 | cat",
        "recall brief --json | cat",
    ),
)
@project_option
@click.option(
    "--max-tokens", type=Whole(1, MAX_TOKENS), default=BRIEF_TOKENS, show_default=True,
    metavar="N", help="Print N tokens at most (estimated).",
)  # fmt: skip
@json_option
@click.pass_context
def brief(ctx: click.Context, *, project: str | None, max_tokens: int, as_json: bool) -> None:
    """Print what a session should begin with.

    The last session and the project (the documents session:latest and project:overview), what is
    pinned or due soon, preferences, the newest decisions, what is open. The exit code is 1 when
    there is nothing.
    """
    from recall.disclosure.brief import brief_json, brief_text

    with Recall.open(session_of(ctx).store) as recall:
        found = recall.brief(project, max_tokens=max_tokens)
    if as_json:
        from recall.disclosure.json_form import dump

        write(dump(brief_json(found)))
    elif found.entries:
        write(brief_text(found))
    left = sum(found.withheld.values())
    if left and not as_json:
        say(f"{left} more did not fit into {max_tokens:,} tokens.")
    if not found.entries:
        if not as_json:
            say("Nothing to begin with yet.")
        ctx.exit(NOTHING_FOUND)


class _Choice(NamedTuple):
    """A key that answers a finding."""

    key: str
    label: str
    act: Callable[[Recall, ReviewFinding], object]


def _forget(place: int) -> Callable[[Recall, ReviewFinding], object]:
    return lambda recall, finding: recall.forget(
        finding.memories[place].id, client=CLIENT, reason="review"
    )


def _supersede(newer: int, older: int) -> Callable[[Recall, ReviewFinding], object]:
    return lambda recall, finding: recall.supersede(
        finding.memories[newer].id, finding.memories[older].id, client=CLIENT, reason="review"
    )


def _renew(recall: Recall, finding: ReviewFinding) -> object:
    return recall.renew(finding.memories[0].id, client=CLIENT, reason="review")


_PAIR = (
    _Choice("n", "the newer holds", _supersede(0, 1)),
    _Choice("o", "the older holds", _supersede(1, 0)),
)
_CHOICES: dict[ReviewKind, tuple[_Choice, ...]] = {
    "contradiction": _PAIR,
    "duplicate": (
        _Choice("n", "forget the older", _forget(1)),
        _Choice("o", "forget the newer", _forget(0)),
    ),
    "fading": (_Choice("k", "keep it", _renew), _Choice("f", "forget it", _forget(0))),
    "expired": (_Choice("k", "keep it", _renew), _Choice("f", "forget it", _forget(0))),
    "superseded": (_Choice("f", "forget it", _forget(0)),),
}


@click.command(
    cls=RecallCommand,
    examples=("recall review --list | cat", "recall review --kind contradiction --json | cat"),
)
@click.option(
    "--kind", "kinds", type=click.Choice(REVIEW_KINDS), multiple=True,
    help="Only these findings; repeatable.",
)  # fmt: skip
@project_option
@click.option(
    "--limit", "-n", type=Whole(1, MOST_FINDINGS), default=50, show_default=True, metavar="N",
    help="Show N of a kind at most.",
)  # fmt: skip
@click.option("--list", "only_list", is_flag=True, help="Print them and ask nothing.")
@json_option
@click.pass_context
def review(
    ctx: click.Context,
    *,
    kinds: tuple[ReviewKind, ...],
    project: str | None,
    limit: int,
    only_list: bool,
    as_json: bool,
) -> None:
    """Look at what contradicts, is double, ends soon, ended or was superseded.

    On a terminal each finding is answered with one key, and every answer can be undone (recall
    undo). Elsewhere they are listed. The exit code is 1 when there are any left.
    """
    asks = not (only_list or as_json) and is_terminal(sys.stdin) and is_terminal(sys.stdout)
    with Recall.open(session_of(ctx).store, writable=asks) as recall:
        found = recall.review(kinds, project=project, limit=limit)
        left = len(found.findings)
        if asks:
            left = _ask(recall, found.findings)
    if as_json:
        from recall.disclosure.json_form import SCHEMA, dump, plain

        write(dump({"schema": SCHEMA, **{n: plain(v) for n, v in found._asdict().items()}}))
    elif not asks and found.findings:
        write("\n".join(map(_text, found.findings)))
    elif not found.findings:
        say("Nothing to review.")
    if left:
        ctx.exit(SOMETHING_FOUND)


def _text(finding: ReviewFinding) -> str:
    lines = [f"{finding.kind}: {finding.message}"]
    lines += [f"    {each.id}  {one_line(each.content)[:200]}" for each in finding.memories]
    return "\n".join(lines)


def _ask(recall: Recall, findings: tuple[ReviewFinding, ...]) -> int:
    """Have each finding answered; gives how many were left as they are."""
    left = 0
    settled: set[str] = set()
    for place, finding in enumerate(findings, 1):
        if settled & {each.id for each in finding.memories}:
            continue
        choices = _CHOICES[finding.kind]
        write(f"[{place}/{len(findings)}] {_text(finding)}")
        keys = [f"{each.key} {each.label}" for each in choices]
        click.echo("    " + " · ".join([*keys, "s skip", "q quit"]), err=True)
        key = _key({*(each.key for each in choices), "s", "q"})
        if key == "q":
            return left + len(findings) - place + 1
        chosen = next((each for each in choices if each.key == key), None)
        if chosen is None:
            left += 1
        else:
            chosen.act(recall, finding)
            settled |= {each.id for each in finding.memories}
    return left


def _key(known: set[str]) -> str:
    while True:
        key = click.getchar().lower()
        if key in known:
            return key
