"""Kinds of files by their extension. Loads nothing: addresses of search hits need it."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from vault_sync.model import FileKind

_ATTACHMENTS = """
    pdf avif bmp gif jpeg jpg png svg webp flac m4a mp3 ogg wav 3gp mkv mov mp4 ogv webm
"""
_ATTACHMENT: FileKind = "attachment"
KINDS: dict[str, FileKind] = {
    "md": "note",
    "canvas": "canvas",
    "base": "base",
    **dict.fromkeys(_ATTACHMENTS.split(), _ATTACHMENT),
}
"""Extension, in small letters, of every kind of file that a vault always shows (R246)."""


def kind_of(path: str) -> FileKind | None:
    """Kind of a file by its extension, None when a vault does not show such files (R246, R247)."""
    stem, dot, extension = path.rpartition("/")[2].rpartition(".")
    return KINDS.get(extension.lower()) if dot and stem else None
