"""``recall guide``: the pages of the manual, which are files of the package."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from recall.cli.command import RecallCommand
from recall.cli.output import write
from recall.errors import NotFoundError

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

_SUFFIX = ".md"


def _complete_topic(
    ctx: click.Context,  # noqa: ARG001 - click's signature
    argument: click.Parameter,  # noqa: ARG001
    incomplete: str,
) -> list[CompletionItem]:
    from click.shell_completion import CompletionItem

    return [
        CompletionItem(topic, help=_title(text))
        for topic, text in pages().items()
        if topic.startswith(incomplete)
    ]


@click.command(
    cls=RecallCommand, examples=("recall guide", "recall guide vaults", "recall guide exit-codes")
)
@click.argument("topic", required=False, shell_complete=_complete_topic)
def guide(topic: str | None) -> None:
    """Read a page of the manual.

    Without TOPIC the pages are listed.
    """
    found = pages()
    if topic is None:
        wide = max(map(len, found))
        write("\n".join(f"{name:{wide}}  {_title(text)}" for name, text in found.items()))
        return
    wanted = topic.lower().removesuffix(_SUFFIX)
    if wanted not in found:
        from difflib import get_close_matches

        close = tuple(get_close_matches(wanted, found))
        raise NotFoundError("page", topic, close, f"The pages are {', '.join(found)}.")
    write(found[wanted].rstrip())


def pages() -> dict[str, str]:
    """Every page of the manual by topic."""
    from importlib.resources import files

    folder = files("recall").joinpath("guides")
    return {
        page.name.removesuffix(_SUFFIX): page.read_text(encoding="utf-8")
        for page in sorted(folder.iterdir(), key=lambda page: page.name)
        if page.name.endswith(_SUFFIX)
    }


def _title(text: str) -> str:
    return text.partition("\n")[0].lstrip("# ")
