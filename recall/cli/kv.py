"""``recall kv``: documents under a key, stored whole, appended to, edited between markers."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Literal

import click

from recall.api import Recall
from recall.arguments import DEFAULT_NAMESPACE
from recall.cli.command import RecallGroup, help_alone
from recall.cli.command import session as session_of
from recall.cli.options import Whole, json_option
from recall.cli.output import is_terminal, say, write
from recall.cli.remember import CLIENT, session_option
from recall.cli.stores import opened_to_change
from recall.disclosure.visible import one_line
from recall.document_api import MAX_LIMIT, MAX_OFFSET, ORDERS, SEPARATOR

if TYPE_CHECKING:
    from recall.memory_model import KeyDocument, KeyHit

NOTHING_FOUND = 1

user_option = click.option(
    "--user", "namespace", metavar="ID", default=DEFAULT_NAMESPACE,
    help="Whose documents; nothing crosses from one to another.",
)  # fmt: skip
tags_option = click.option("--tag", "tags", multiple=True, metavar="T", help="Repeatable.")
secrets_option = click.option(
    "--allow-secrets", is_flag=True, help="Store it with what looks like a secret."
)
limit_option = click.option(
    "--limit", "-n", type=Whole(1, MAX_LIMIT), default=10, show_default=True, metavar="N",
    help="Show N at most.",
)  # fmt: skip


@click.command(
    cls=RecallGroup,
    examples=(
        "recall kv store session:latest 'Working on the hub'",
        "recall kv append session:latest 'The ports are done'",
        "recall kv list | cat",
    ),
)
@click.pass_context
def kv(ctx: click.Context) -> None:
    """Keep documents under keys: store, append, edit, read."""
    help_alone(ctx)


@kv.command(
    examples=(
        "recall kv store project:overview 'A hub, five tablets, one ledger' --tag hub",
        "recall kv store pref:ledger --json < fixtures/vault/Home.md",
    ),
)
@click.argument("key")
@click.argument("text", nargs=-1)
@tags_option
@click.option("--force", is_flag=True, help="Store it though it was forgotten.")
@secrets_option
@user_option
@session_option
@json_option
@click.pass_context
def store(  # noqa: PLR0913 - the options of one change
    ctx: click.Context,
    key: str,
    text: tuple[str, ...],
    *,
    tags: tuple[str, ...],
    force: bool,
    allow_secrets: bool,
    namespace: str,
    session: str | None,
    as_json: bool,
) -> None:
    """Write a document whole, in the place of what has its key.

    Without TEXT, or with - for it, it is read from the standard input.
    """
    with Recall.open(session_of(ctx).store, writable=True) as recall:
        done = recall.store_document(
            key, _content(text), tags=tags, force=force, allow_secrets=allow_secrets,
            namespace=namespace, client=CLIENT, session=session,
        )  # fmt: skip
    _print_change("Stored", done, as_json=as_json)


@kv.command(examples=("recall kv append learn:ports 'The hub has 8443'",))
@click.argument("key")
@click.argument("text", nargs=-1)
@click.option(
    "--separator", default=SEPARATOR, metavar="S",
    help="What comes between; an empty line by default, '' for nothing.",
)  # fmt: skip
@click.option(
    "--create/--no-create", default=True, help="Make the document when it is missing, or not."
)
@tags_option
@secrets_option
@user_option
@session_option
@json_option
@click.pass_context
def append(  # noqa: PLR0913 - the options of one change
    ctx: click.Context,
    key: str,
    text: tuple[str, ...],
    *,
    separator: str,
    create: bool,
    tags: tuple[str, ...],
    allow_secrets: bool,
    namespace: str,
    session: str | None,
    as_json: bool,
) -> None:
    """Add a text behind a document's, which costs no more for a long one."""
    with Recall.open(session_of(ctx).store, writable=True) as recall:
        done = recall.append_document(
            key, _content(text), separator=separator, create_if_missing=create, tags=tags,
            allow_secrets=allow_secrets, namespace=namespace, client=CLIENT, session=session,
        )  # fmt: skip
    _print_change("Appended to", done, as_json=as_json)


@kv.command(
    "replace-section",
    examples=(
        "recall kv replace-section todo:hub 'buy a relay' "
        "--start '<!-- next:start -->' --end '<!-- next:end -->' --create",
    ),
)
@click.argument("key")
@click.argument("text", nargs=-1)
@click.option("--start", required=True, metavar="M", help="The marker before the section.")
@click.option("--end", required=True, metavar="M", help="The marker behind it.")
@click.option("--inclusive", is_flag=True, help="Replace the markers, too.")
@click.option("--create", is_flag=True, help="Make the document or the section when missing.")
@secrets_option
@user_option
@session_option
@json_option
@click.pass_context
def replace_section(  # noqa: PLR0913 - the options of one change
    ctx: click.Context,
    key: str,
    text: tuple[str, ...],
    *,
    start: str,
    end: str,
    inclusive: bool,
    create: bool,
    allow_secrets: bool,
    namespace: str,
    session: str | None,
    as_json: bool,
) -> None:
    """Replace what stands between two markers of a document."""
    with Recall.open(session_of(ctx).store, writable=True) as recall:
        done = recall.replace_section(
            key, _content(text), start_marker=start, end_marker=end, inclusive=inclusive,
            create_if_missing=create, allow_secrets=allow_secrets, namespace=namespace,
            client=CLIENT, session=session,
        )  # fmt: skip
    _print_change("Edited", done, as_json=as_json)


@kv.command(
    examples=(
        "recall kv get session:latest | cat",
        "recall kv get session:latest --offset 8 --max-chars 10 --json | cat",
    ),
)
@click.argument("key")
@click.option("--offset", type=Whole(0, MAX_OFFSET), default=0, metavar="N", help="Leave out N.")
@click.option(
    "--max-chars", type=Whole(0, MAX_OFFSET), default=0, metavar="N",
    help="Print N characters at most; 0 is all the rest.",
)  # fmt: skip
@user_option
@json_option
@click.pass_context
def get(
    ctx: click.Context, key: str, *, offset: int, max_chars: int, namespace: str, as_json: bool
) -> None:
    """Read a document, or a part of it."""
    with Recall.open(session_of(ctx).store) as recall:
        found = recall.get_document(key, offset=offset, max_chars=max_chars, namespace=namespace)
    if as_json:
        _dump(found._asdict())
        return
    write(found.value)
    if found.next_offset is not None:
        rest = found.total_chars - found.next_offset
        say(f"{rest:,} characters more: --offset {found.next_offset}")


@kv.command(examples=("recall kv delete todo:hub | cat",))
@click.argument("key")
@user_option
@session_option
@json_option
@click.pass_context
def delete(
    ctx: click.Context, key: str, *, namespace: str, session: str | None, as_json: bool
) -> None:
    """Take a document out; its text is kept for undo for 30 days."""
    with opened_to_change(ctx) as recall:
        public_id = recall.delete_document(key, namespace=namespace, client=CLIENT, session=session)
    if as_json:
        _dump({"key": key, "id": public_id, "deleted": True})
        return
    write(f"Deleted {one_line(key)}")
    say(f"'recall unforget {public_id}' brings it back within 30 days.")


@kv.command(
    "list", examples=("recall kv list --sort key | cat", "recall kv list --tag learn | cat")
)
@tags_option
@click.option(
    "--sort", type=click.Choice(ORDERS), default="date", show_default=True,
    help="Newest first, or by key.",
)  # fmt: skip
@limit_option
@user_option
@json_option
@click.pass_context
def list_keys(
    ctx: click.Context,
    *,
    tags: tuple[str, ...],
    sort: Literal["date", "key"],
    limit: int,
    namespace: str,
    as_json: bool,
) -> None:
    """List keys. The exit code is 1 when there are none."""
    with Recall.open(session_of(ctx).store) as recall:
        found = recall.list_documents(tags=tags, sort_by=sort, limit=limit, namespace=namespace)
    if as_json:
        _dump({"documents": found.documents, "total": found.total})
    elif found.documents:
        write("\n".join(map(_document_line, found.documents)))
        if found.total > len(found.documents):
            say(f"{found.total - len(found.documents):,} more: --limit {found.total}")
    else:
        say("No document.")
    if not found.documents:
        ctx.exit(NOTHING_FOUND)


@kv.command(
    examples=("recall kv search tablet | cat", "recall kv search 'five tablets' --exact | cat"),
)
@click.argument("words", nargs=-1, required=True)
@tags_option
@click.option("--exact", is_flag=True, help="Only what holds WORDS as they are written.")
@limit_option
@user_option
@json_option
@click.pass_context
def search(
    ctx: click.Context,
    words: tuple[str, ...],
    *,
    tags: tuple[str, ...],
    exact: bool,
    limit: int,
    namespace: str,
    as_json: bool,
) -> None:
    """Find documents and memories, also by words of like meaning.

    The exit code is 1 when nothing was found.
    """
    with Recall.open(session_of(ctx).store) as recall:
        hits = recall.search_documents(
            " ".join(words), tags=tags, limit=limit, preprocess=not exact, namespace=namespace
        )
    if as_json:
        _dump({"results": hits})
    elif hits:
        write("\n".join(map(_hit_line, hits)))
    else:
        say("Nothing found.")
    if not hits:
        ctx.exit(NOTHING_FOUND)


def _content(text: tuple[str, ...]) -> str:
    if text and text != ("-",):
        return " ".join(text)
    if sys.stdin is None or (not text and is_terminal(sys.stdin)):
        raise click.UsageError("Name a text, or pipe it in.")
    return sys.stdin.read().rstrip("\n")


def _print_change(done: str, document: KeyDocument, *, as_json: bool) -> None:
    if as_json:
        _dump(document._asdict())
        return
    write(f"{done} {_document_line(document)}")
    for sentence in document.notes:
        say(sentence)


def _document_line(document: KeyDocument) -> str:
    tags = "".join(f" {one_line(f'#{tag}')}" for tag in document.tags)
    characters = f"{document.characters:,} character{'' if document.characters == 1 else 's'}"
    return f"{one_line(document.key)} — {characters}{tags}"


def _hit_line(hit: KeyHit) -> str:
    text = one_line(hit.text)
    shown = text if len(text) <= 120 else f"{text[:119]}…"
    return f"{hit.score:.2f}  {one_line(hit.key)} — {shown}"


def _dump(fields: dict[str, object]) -> None:
    from recall.disclosure.json_form import SCHEMA, dump, plain

    write(dump({"schema": SCHEMA, **{name: plain(each) for name, each in fields.items()}}))
