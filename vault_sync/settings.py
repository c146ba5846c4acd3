"""Settings that a vault keeps in its configuration folder (OBSIDIAN.md section 16)."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias, TypeVar

from vault_sync.jsontext import Json, decode
from vault_sync.model import Finding
from vault_sync.paths import fold

if TYPE_CHECKING:
    from collections.abc import Mapping

    from vault_sync.expressions import Expression

Choice = TypeVar("Choice", bound=str)

CONFIG_FOLDER = ".obsidian"
MAX_BYTES = 4 * 1024 * 1024
"""Settings are some kilobytes; a larger file is damaged or was put there to harm."""

MAX_EXPRESSIONS = 100
"""Each is tried on every path; those after them are ignored, and named."""


LinkFormat: TypeAlias = Literal["shortest", "relative", "absolute"]
LINK_FORMATS: tuple[LinkFormat, ...] = ("shortest", "relative", "absolute")

TrashOption: TypeAlias = Literal["system", "local", "none"]
TRASH_OPTIONS: tuple[TrashOption, ...] = ("system", "local", "none")
"""The system's trash, ``.trash``, for good. These names are uncertain (OBSIDIAN.md R309)."""


class VaultSettings(NamedTuple):
    """What the vault's owner chose; a file that is absent or broken leaves the defaults.

    ``daily_folder`` is relative to the root, ``""`` is the root. ``property_types`` maps a
    property to its declared type (OBSIDIAN.md R192), ``core_plugins`` a plugin to whether
    it is on. ``link_format``, ``markdown_links`` and ``update_links`` say how Obsidian writes
    links and change nothing in how they are read (R098, R312). ``attachment_folder`` is as
    typed; see ``attachment_folder_for``. ``findings`` name the files that could not be read
    as meant (R269).
    """

    user_ignore_filters: tuple[str, ...] = ()
    show_unsupported_files: bool = False
    daily_format: str = "YYYY-MM-DD"
    daily_folder: str = ""
    daily_template: str = ""
    daily_at_start: bool = False
    link_format: LinkFormat = "shortest"
    markdown_links: bool = False
    update_links: bool = False
    attachment_folder: str = "/"
    trash_option: TrashOption = "system"
    property_types: Mapping[str, str] = {}
    core_plugins: Mapping[str, bool] = {}
    findings: tuple[Finding, ...] = ()

    def is_excluded(self, path: str) -> bool:
        """Whether the owner excluded this file from search (OBSIDIAN.md R252, R253).

        Excluded files still resolve and still have backlinks.
        """
        filters = _filters(self.user_ignore_filters)
        if filters.prefixes and fold(path).startswith(filters.prefixes):
            return True
        return any(expression.matches(path) for expression in filters.expressions)

    def attachment_folder_for(self, source: str) -> str:
        """Folder for a new attachment of a note, ``""`` the root (OBSIDIAN.md R264).

        ``./`` and ``./sub`` are beside the note. It never leads out of the vault: ``..`` is
        passed over.
        """
        typed = self.attachment_folder
        beside = source.rpartition("/")[0] if typed == "." or typed.startswith("./") else ""
        return "/".join(
            part for part in f"{beside}/{typed}".split("/") if part not in {"", ".", ".."}
        )


def load(root: str, config_folder: str = CONFIG_FOLDER) -> VaultSettings:
    """Settings of the vault at an absolute path. Never raises, never writes.

    Args:
        root: folder of the vault.
        config_folder: its configuration folder (OBSIDIAN.md R249: any dot-folder).
    """
    reader = SettingsReader(root, config_folder)
    app = reader.mapping("app.json")
    daily = reader.mapping("daily-notes.json")
    types = reader.mapping("types.json")
    folder = reader.text("daily-notes.json", daily, "folder")
    ignored = reader.texts("app.json", app, "userIgnoreFilters")
    for entry in _filters(ignored).refused:
        reader.refuse("app.json", entry)
    return VaultSettings(
        user_ignore_filters=ignored,
        show_unsupported_files=reader.flag("app.json", app, "showUnsupportedFiles"),
        daily_format=reader.text("daily-notes.json", daily, "format") or "YYYY-MM-DD",
        daily_folder="/".join(part for part in folder.split("/") if part),
        daily_template=reader.text("daily-notes.json", daily, "template"),
        daily_at_start=reader.flag("daily-notes.json", daily, "autorun"),
        link_format=reader.choice("app.json", app, "newLinkFormat", LINK_FORMATS),
        markdown_links=reader.flag("app.json", app, "useMarkdownLinks"),
        update_links=reader.flag("app.json", app, "alwaysUpdateLinks"),
        attachment_folder=reader.text("app.json", app, "attachmentFolderPath") or "/",
        trash_option=reader.choice("app.json", app, "trashOption", TRASH_OPTIONS),
        property_types=_texts_of(reader.member("types.json", types, "types")),
        core_plugins=reader.plugins("core-plugins.json"),
        findings=tuple(reader.findings),
    )


class SettingsReader:
    """The files of one configuration folder, and what was wrong with them."""

    def __init__(self, root: str, config_folder: str) -> None:
        self.root, self.config_folder = root, config_folder
        self.findings: list[Finding] = []

    def mapping(self, name: str) -> dict[str, Json]:
        """The JSON object that a file holds, empty where there is none."""
        value = self._read(name)
        if value is None or isinstance(value, dict):
            return value or {}
        self._report(name, "It is no JSON object.")
        return {}

    def plugins(self, name: str) -> dict[str, bool]:
        """A list of names in old vaults, a map in later ones (OBSIDIAN.md R266)."""
        value = self._read(name)
        if isinstance(value, list):
            return {item: True for item in value if isinstance(item, str)}
        if isinstance(value, dict):
            return {key: item for key, item in value.items() if isinstance(item, bool)}
        if value is not None:
            self._report(name, "It is neither a list nor a JSON object.")
        return {}

    def member(self, name: str, values: dict[str, Json], key: str) -> dict[str, Json]:
        """A JSON object in one, empty where it is absent or something else."""
        value = values.get(key)
        if value is None or isinstance(value, dict):
            return value or {}
        self._report(name, f"{key!r} is no JSON object.")
        return {}

    def text(self, name: str, values: dict[str, Json], key: str) -> str:
        """A text, empty where it is absent or something else."""
        value = values.get(key)
        if value is None or isinstance(value, str):
            return value or ""
        self._report(name, f"{key!r} is no text.")
        return ""

    def texts(self, name: str, values: dict[str, Json], key: str) -> tuple[str, ...]:
        """The texts of a list."""
        value = values.get(key)
        if value is None or isinstance(value, list):
            return tuple(item for item in value or () if isinstance(item, str))
        self._report(name, f"{key!r} is no list.")
        return ()

    def flag(self, name: str, values: dict[str, Json], key: str) -> bool:
        """Yes or no; no where it is absent or something else."""
        value = values.get(key)
        if value is None or isinstance(value, bool):
            return bool(value)
        self._report(name, f"{key!r} is neither true nor false.")
        return False

    def choice(
        self, name: str, values: dict[str, Json], key: str, choices: tuple[Choice, ...]
    ) -> Choice:
        """One of the choices; the first is the default."""
        value = values.get(key)
        for choice in choices:
            if value == choice:
                return choice
        if value is not None:
            self._report(name, f"{key!r} is none of {', '.join(choices)}.")
        return choices[0]

    def refuse(self, name: str, entry: str) -> None:
        """Report an expression that is not looked for."""
        shown = entry if len(entry) <= 80 else f"{entry[:79]}…"
        message = f"The excluded files {shown!r} are not excluded: looking for them may never end."
        self.findings.append(
            Finding(f"{self.config_folder}/{name}", None, "slow-expression", message)
        )

    def _read(self, name: str) -> Json:
        from vault_sync.files import read_bytes

        try:
            data = read_bytes(f"{self.root}/{self.config_folder}/{name}", limit=MAX_BYTES)
        except (FileNotFoundError, NotADirectoryError):
            return None
        except OSError as error:
            self._report(name, f"It cannot be read: {error.strerror}.")
            return None
        try:
            return decode(data)
        except ValueError as error:
            self._report(name, str(error))
            return None

    def _report(self, name: str, what: str) -> None:
        message = f"{what} The defaults are used instead."
        self.findings.append(
            Finding(f"{self.config_folder}/{name}", None, "broken-settings", message)
        )


def _texts_of(values: dict[str, Json]) -> dict[str, str]:
    return {key: value for key, value in values.items() if isinstance(value, str)}


class _Filters(NamedTuple):
    prefixes: tuple[str, ...]
    """Beginnings of paths, compared as names are (R061)."""
    expressions: tuple[Expression, ...]
    """Those written as ``/…/``; what Python does not understand is ignored (R252)."""
    refused: tuple[str, ...]
    """Expressions that could take very long."""


@functools.lru_cache(maxsize=16)
def _filters(entries: tuple[str, ...]) -> _Filters:
    prefixes: list[str] = []
    sources: list[str] = []
    for entry in entries:
        if len(entry) > 2 and entry.startswith("/") and entry.endswith("/"):
            sources.append(entry)
        elif entry.strip("/"):
            prefixes.append(fold(entry))
    return _Filters(tuple(prefixes), *(_expressions(sources) if sources else ((), ())))


def _expressions(sources: list[str]) -> tuple[tuple[Expression, ...], tuple[str, ...]]:
    from vault_sync.expressions import SlowExpressionError, compiled

    expressions: list[Expression] = []
    refused: list[str] = []
    for source in sources[:MAX_EXPRESSIONS]:
        try:
            expression = compiled(source[1:-1])
        except SlowExpressionError:
            refused.append(source)
        else:
            expressions += [expression] if expression else []
    return tuple(expressions), (*refused, *sources[MAX_EXPRESSIONS:][:1])
