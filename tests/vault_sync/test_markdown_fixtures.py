"""Cases in fixtures/markdown: a title, the text of a note, and what is read in it."""

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from vault_sync.model import Link, Note
from vault_sync.note import parse

FOLDER = Path(__file__).parents[2] / "fixtures" / "markdown"
CASE = re.compile(r"^(.+)\n\.\n((?:.*\n)*?)\.\n((?:.*\n)*?)\.$", re.MULTILINE)


def note(text: str) -> Note:
    return parse("Note.md", text.encode())


def link_line(link: Link) -> str:
    place = f"{link.line}:{link.column}-{link.end_line}:{link.end_column}"
    kind = ("embed " if link.embed else "") + link.syntax
    if link.syntax == "property":
        place = f"key {link.key}"
    target = json.dumps([link.path, link.subpath, link.display, link.label], ensure_ascii=False)
    return f"{kind} {target} {place}\n"


def links(text: str) -> str:
    return "".join(map(link_line, note(text).links))


def tags(text: str) -> str:
    return "".join(f"{tag.name} {tag.line}:{tag.column}\n" for tag in note(text).tags)


def blocks(text: str) -> str:
    read = note(text)
    lines = [f"{block.kind} {block.first_line}-{block.last_line}\n" for block in read.blocks]
    lines += [f"h{head.level} {head.text!r} {head.line}\n" for head in read.headings]
    return "".join(lines)


def block_ids(text: str) -> str:
    return "".join(
        f"{found.id} {found.first_line}-{found.last_line}\n" for found in note(text).block_ids
    )


def properties(text: str) -> str:
    read = note(text)
    lines = [
        f"{key}: {json.dumps(value, ensure_ascii=False)}\n"
        for key, value in read.properties.items()
    ]
    lines += [f"alias {alias}\n" for alias in read.aliases]
    lines += [f"tag {tag.name}\n" for tag in read.tags]
    lines += map(link_line, read.links)
    lines += [f"{found.code} {found.line}: {found.message}\n" for found in read.findings]
    body = [line for line in read.text.split("\n")[read.body_line :] if line]
    return "".join([*lines, f"body {read.body_line}: {' / '.join(body)}\n"])


RENDER: dict[str, Callable[[str], str]] = {
    "links": links,
    "markdown_links": links,
    "tags": tags,
    "blocks": blocks,
    "block_ids": block_ids,
    "properties": properties,
}


def cases() -> Iterator[object]:
    for name in RENDER:
        for title, text, expected in CASE.findall((FOLDER / f"{name}.md").read_text("utf-8")):
            yield pytest.param(name, text, expected, id=f"{name}: {title}")


@pytest.mark.parametrize(("name", "text", "expected"), list(cases()))
def test_a_note_reads_as_its_case_says(name: str, text: str, expected: str) -> None:
    assert RENDER[name](text) == expected


def test_every_case_of_a_file_is_found() -> None:
    for name in RENDER:
        content = (FOLDER / f"{name}.md").read_text("utf-8")
        assert len(re.findall(r"^\.$", content, re.MULTILINE)) == 3 * len(CASE.findall(content))
