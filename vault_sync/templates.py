"""Templates: where they lie, and what Obsidian puts for their variables (R262, R263)."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from vault_sync.settings import CONFIG_FOLDER, SettingsReader

if TYPE_CHECKING:
    from datetime import datetime

    from vault_sync.jsontext import Json
    from vault_sync.model import Finding

_FILE = "templates.json"
_VARIABLE = re.compile(r"\{\{ *(title|date|time) *(?::([^{}\n]*))?\}\}", re.IGNORECASE)


class TemplateSettings(NamedTuple):
    """Folder of the templates, ``""`` where none is set, and the formats of their variables.

    The templates themselves are ordinary notes.
    """

    folder: str = ""
    date_format: str = "YYYY-MM-DD"
    time_format: str = "HH:mm"
    findings: tuple[Finding, ...] = ()


def load(root: str, config_folder: str = CONFIG_FOLDER) -> TemplateSettings:
    """Settings of the core plugin Templates. Never raises, never writes."""
    reader = SettingsReader(root, config_folder)
    values = reader.mapping(_FILE)
    default = TemplateSettings()
    folder = reader.text(_FILE, values, "folder")
    return TemplateSettings(
        folder="/".join(part for part in folder.split("/") if part),
        date_format=_format(reader, values, "date") or default.date_format,
        time_format=_format(reader, values, "time") or default.time_format,
        findings=tuple(reader.findings),
    )


def fill(template: str, title: str, now: datetime, settings: TemplateSettings) -> str:
    """Text of a template with its variables filled in; other braces stay as they are.

    ``{{title}}``, ``{{date}}``, ``{{time}}``, the latter two also with a format of their own:
    ``{{date:dddd}}``; case does not matter.
    """
    from vault_sync.moment import moment_format

    def value(match: re.Match[str]) -> str:
        name, own = match[1].lower(), match[2]
        if name == "title":
            return title if own is None else match[0]
        usual = settings.date_format if name == "date" else settings.time_format
        return moment_format(now, own or usual)

    return _VARIABLE.sub(value, template)


def _format(reader: SettingsReader, values: dict[str, Json], name: str) -> str:
    """A format under either of its two spellings: sources disagree on them (R262)."""
    return reader.text(_FILE, values, f"{name}Format") or reader.text(
        _FILE, values, f"{name}_format"
    )
