"""Fields and functions of files and links."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from vault_sync.bases.syntax import NotUnderstoodError
from vault_sync.bases.values import (
    BaseValue,
    FileValue,
    LinkValue,
    TagValue,
    moment_at,
    of_property,
    read_link,
    to_text,
)
from vault_sync.frontmatter import named
from vault_sync.paths import fold

if TYPE_CHECKING:
    from collections.abc import Callable

    from vault_sync.bases.tools import Tools
    from vault_sync.model import Link

Arguments: TypeAlias = "tuple[BaseValue, ...]"


def field(file: FileValue, name: str, tools: Tools) -> BaseValue:
    """A field of a file, as ``file.name`` names it.

    Raises:
        NotUnderstoodError: there is no such field.
    """
    read = _FIELDS.get(name)
    if read is None:
        raise NotUnderstoodError(f"files have no field 'file.{name}'")
    return read(file.path, tools)


def note_property(path: str, name: str, tools: Tools) -> BaseValue:
    """A property of a note, whose name compares without case; null where there is none."""
    note = tools.vault.note(path)
    if note is None:
        return None
    properties = dict(note.properties)
    key = name if name in properties else name.lower()
    value = named(properties, key)
    return of_property(name, value, tools.vault.property_types, path, tools.zone)


def note_properties(path: str, tools: Tools) -> dict[str, BaseValue]:
    """All properties of a note."""
    note = tools.vault.note(path)
    if note is None:
        return {}
    types, zone = tools.vault.property_types, tools.zone
    tools.spend(len(note.properties))
    return {
        name: of_property(name, value, types, path, zone) for name, value in note.properties.items()
    }


def find(value: BaseValue, tools: Tools) -> FileValue | None:
    """The file that a file, a link or a path means; null where there is none."""
    if isinstance(value, FileValue):
        return FileValue(value.path)
    if isinstance(value, str):
        value = read_link(value, tools.path) or LinkValue(value, "", None, tools.path)
    if not isinstance(value, LinkValue):
        return None
    path = tools.target(value)
    return None if path is None else FileValue(path)


def _links(path: str, tools: Tools, *, embeds: bool) -> BaseValue:
    note = tools.vault.note(path)
    if note is None:
        return ()
    return tools.items(tuple(_link(each, path) for each in note.links if each.embed == embeds))


def _link(link: Link, source: str) -> LinkValue:
    return LinkValue(link.path, link.subpath, link.label, source)


def _backlinks(path: str, tools: Tools) -> BaseValue:
    return tools.items(tuple(FileValue(each) for each in tools.backlinks_of(path)))


def _tags(path: str, tools: Tools) -> BaseValue:
    note = tools.vault.note(path)
    names = {each.name.lower(): each.name for each in note.tags} if note else {}
    return tools.items(tuple(TagValue(f"#{name}") for name in names.values()))


def _size(path: str, tools: Tools) -> BaseValue:
    entry = tools.entry(path)
    return None if entry is None else float(entry.size)


def _modified(path: str, tools: Tools) -> BaseValue:
    entry = tools.entry(path)
    return None if entry is None else moment_at(entry.mtime_ns, tools.zone)


def _created(path: str, tools: Tools) -> BaseValue:
    created = tools.vault.created_ns(path)
    if created is None:
        raise NotUnderstoodError("'file.ctime': this system does not say when a file was created")
    return moment_at(created, tools.zone)


def _name(path: str) -> str:
    return path.rpartition("/")[2]


def _stem(path: str) -> str:
    name = _name(path)
    return name.rpartition(".")[0] or name


def _extension(path: str) -> str:
    stem, _, extension = _name(path).rpartition(".")
    return extension if stem else ""


_FIELDS: dict[str, Callable[[str, Tools], BaseValue]] = {
    "file": lambda path, _: FileValue(path),
    "name": lambda path, _: _name(path),
    "basename": lambda path, _: _stem(path),
    "path": lambda path, _: path,
    "folder": lambda path, _: path.rpartition("/")[0],
    "ext": lambda path, _: _extension(path),
    "size": _size,
    "mtime": _modified,
    "ctime": _created,
    "tags": _tags,
    "links": lambda path, tools: _links(path, tools, embeds=False),
    "embeds": lambda path, tools: _links(path, tools, embeds=True),
    "backlinks": _backlinks,
    "properties": note_properties,
}


def as_link(file: FileValue, arguments: Arguments, tools: Tools) -> BaseValue:
    """``file.asLink(display?)``."""
    display = to_text(arguments[0]) if arguments else None
    return LinkValue(file.path, "", display, tools.path)


def has_link(file: FileValue, arguments: Arguments, tools: Tools) -> BaseValue:
    """``file.hasLink(other)``: to a file, or by name to one that does not exist."""
    other = find(arguments[0], tools)
    if other is not None:
        return other.path in tools.links_of(file.path)
    note = tools.vault.note(file.path)
    wanted = arguments[0]
    name = wanted.path if isinstance(wanted, LinkValue) else to_text(wanted)
    links = note.links if note and name else ()
    tools.spend(len(links))
    return any(fold(link.path) == fold(name) for link in links)


def has_property(file: FileValue, arguments: Arguments, tools: Tools) -> BaseValue:
    """``file.hasProperty(name)``, in any case (R179)."""
    note = tools.vault.note(file.path)
    wanted = to_text(arguments[0]).lower()
    return note is not None and any(name.lower() == wanted for name in note.properties)


def has_tag(file: FileValue, arguments: Arguments, tools: Tools) -> BaseValue:
    """``file.hasTag(…)``: one of the tags, or one nested in them (R159)."""
    note = tools.vault.note(file.path)
    names = {each.name.lower() for each in note.tags} if note else set()
    tools.spend(1 + len(names) * len(arguments))
    for argument in arguments:
        wanted = to_text(argument).removeprefix("#").strip("/").lower()
        if any(name == wanted or name.startswith(f"{wanted}/") for name in names):
            return True
    return False


def in_folder(file: FileValue, arguments: Arguments, _: Tools) -> BaseValue:
    """``file.inFolder(folder)``: in it or in one below."""
    folder = fold(to_text(arguments[0])).strip("/")
    return not folder or fold(file.path).startswith(f"{folder}/")


def links_to(link: LinkValue, arguments: Arguments, tools: Tools) -> BaseValue:
    """``link.linksTo(file)``: whether the file that a link leads to links to another."""
    source, other = find(link, tools), find(arguments[0], tools)
    if source is None or other is None:
        return False
    return other.path in tools.links_of(source.path)
