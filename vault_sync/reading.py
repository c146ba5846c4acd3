"""All the parts of reading a note, put together; loaded when the first note is read."""

from __future__ import annotations

from vault_sync import frontmatter, links, outline
from vault_sync.blocks import Reader
from vault_sync.model import Block, Note
from vault_sync.text import decode, unify


def read(path: str, data: bytes) -> Note:
    """The note at ``path``, whose file holds ``data``; see ``vault_sync.note.parse``."""
    text, findings = decode(path, data)
    unified = unify(text)
    header = frontmatter.read(path, unified)
    sections = list(Reader(unified).sections(header.body, len(unified), header.body_line))
    body_links, body_tags = links.of_body(text, unified, sections)
    return Note(
        path=path,
        text=text,
        body_line=header.body_line,
        properties=header.properties,
        aliases=frontmatter.aliases(header.properties),
        tags=(*frontmatter.tags(header.properties), *body_tags),
        headings=tuple(outline.headings(unified, sections)),
        links=(*links.of_properties(header.properties), *body_links),
        block_ids=tuple(outline.block_ids(unified, sections)) if "^" in unified else (),
        blocks=tuple([Block(section[0], section[1], section[2]) for section in sections]),
        findings=findings + header.findings,
    )
