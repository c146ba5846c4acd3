"""``recall search``: words in, ranked and cited hits out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from recall.cli.options import (
    DETAILS,
    Number,
    Whole,
    json_option,
    max_tokens_option,
    moment,
    vault_option,
)
from recall.cli.output import columns, say, wants_color, write, write_paths
from recall.cli.stores import nothing_indexed, opened
from recall.cli.words import WordsCommand
from recall.disclosure.budget import TEXT, Form, join
from recall.disclosure.levels import Paint, plain, shown
from recall.disclosure.text import answer_text, explanation_text, talk

if TYPE_CHECKING:
    from recall.model import Answer, Detail, Hit

SOURCES = ("memory", "file", "transcript", "vault")
NOTHING_FOUND = 1
_INDENT = "    "


def _hit_text(hit: Hit, detail: Detail, paint: Paint = plain) -> str:
    """A hit with the arithmetic of its score below it."""
    lines = explanation_text(hit).split("\n")
    return "\n".join([shown(hit, detail, paint), *(_INDENT + line for line in lines)])


EXPLAINED = Form(_hit_text, join)
"""What ``--explain`` prints, for a budget to count."""


@click.command(
    cls=WordsCommand,
    examples=(
        "recall search why we left PouchDB",
        "recall search '\"event log\" tag:decision' --detail index",
        "recall search price -meeting --limit 3 --explain",
        "recall search 'task-todo:(label OR packet)' --paths",
        "recall search label printer --vault fixtures/vault",
        "recall search --tag decision --as-of 2026-06-30",
        "recall search bundles --max-tokens 300 --json",
        "recall search bundles -0 | xargs -0 -n1 echo",
    ),
)
@click.argument("words", nargs=-1, metavar="WORDS...")
@vault_option
@click.option(
    "--limit", "-n", type=Whole(1, 1_000), default=10, show_default=True, metavar="N",
    help="Show N hits at most.",
)  # fmt: skip
@click.option(
    "--detail", type=click.Choice(DETAILS), default="summary", show_default=True,
    help="One line a hit (about 30 tokens), why it was found (80), or the passage (150 to 300).",
)  # fmt: skip
@max_tokens_option("Never print more than N tokens (estimated); the best of it is shown.")
@click.option("--cursor", metavar="C", help="Go on where the answer that named C ended.")
@click.option("--tag", "tags", multiple=True, metavar="T", help="Only with this tag; repeatable.")
@click.option("--type", "kind", metavar="KIND", help="Only this kind: note, daily, canvas, ...")
@click.option("--source", type=click.Choice(SOURCES), help="Only from this kind of source.")
@click.option(
    "--as-of", metavar="DATE", help="Ask as at the end of DATE: what is dated later is left out."
)
@click.option(
    "--half-life", type=Number(0.01, 1_000_000), metavar="DAYS",
    help="Rehearse another half-life; nothing is changed.",
)  # fmt: skip
@click.option(
    "--min-score", type=Number(0, 1), default=0.0, metavar="X",
    help="Leave out hits with a score below X, 0 to 1.",
)  # fmt: skip
@click.option("--words-only", is_flag=True, help="Rank by words alone, not by meaning.")
@click.option("--explain", is_flag=True, help="Print the arithmetic of each score.")
@json_option
@click.option("--paths", is_flag=True, help="Print the path of each hit only, one a line.")
@click.option("--null", "-0", "null", is_flag=True, help="As --paths, each ended by NUL.")
@click.pass_context
def search(
    ctx: click.Context,
    /,
    words: tuple[str, ...],
    *,
    vault: str | None,
    as_of: str | None,
    half_life: float | None,
    **options: Any,  # noqa: ANN401 - what click parsed, checked by the types above
) -> None:
    """Find what you know about WORDS, best first.

    WORDS are plain words, "phrases", -not, OR, tag:x, path:x, line:(a b), task:x,
    /expressions/, before:2026-05, [status:done]: any text is understood (recall guide
    query-language). A word may begin with a dash: what is no option is a word, and behind --
    everything is.

    Hits go to stdout. What is to say about them (a looser query, a likely slip, how to get more)
    goes to stderr. The exit code is 1 when nothing was found.
    """
    shape = {name: options.pop(name) for name in ("as_json", "paths", "null")}
    if shape["as_json"] and (shape["paths"] or shape["null"]):
        raise click.UsageError("--json and --paths exclude each other: name one of them.")
    if not words and not (options["tags"] or options["kind"] or options["source"]):
        raise click.MissingParameter(ctx=ctx, param_type="argument", param_hint="'WORDS...'")
    with opened(ctx, vault) as (recall, name):
        answer = recall.search(
            " ".join(words),
            vault=name,
            as_of=moment(as_of, "--as-of"),
            half_life_days=half_life,
            form=_form(as_json=shape["as_json"], explain=options["explain"]),
            **options,
        )
        reason = "" if answer.results.hits else nothing_indexed(recall)
    _print(ctx, answer, **shape)
    if reason:
        say(reason)
    if not answer.results.hits:
        ctx.exit(NOTHING_FOUND)


def _form(*, as_json: bool, explain: bool) -> Form:
    if as_json:
        from recall.disclosure.json_form import JSON

        return JSON
    return EXPLAINED if explain else TEXT


def _print(ctx: click.Context, answer: Answer, *, as_json: bool, paths: bool, null: bool) -> None:
    if as_json:
        from recall.disclosure.json_form import answer_json, dump

        write(dump(answer_json(answer)))  # it holds all that is to say
        return
    if paths or null:
        write_paths((item.hit.full_path for item in answer.shown), null=null)
    elif answer.shown:
        color = wants_color(ctx)
        write(_text(answer, color=color), color=color)
    for word in ctx.meta["odd_words"]:
        say(f"{word!r} is no option and was taken as a word; 'recall search --help' lists them.")
    for sentence in talk(answer):
        say(sentence)


def _text(answer: Answer, *, color: bool) -> str:
    width = columns()
    parts = []
    for item in answer.shown:
        text = answer_text(answer._replace(shown=(item,)), color=color, width=width)
        if item.hit.terms:
            text += "".join(f"\n{_INDENT}{line}" for line in explanation_text(item.hit).split("\n"))
        parts.append(text)
    return ("\n\n" if any("\n" in part for part in parts) else "\n").join(parts)
