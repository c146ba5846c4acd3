"""Which tools a profile has, and how several are joined."""

from __future__ import annotations

from typing import TYPE_CHECKING

from recall.errors import UsageError
from recall.server import memory_tools as memory
from recall.server import search_tools as reading

if TYPE_CHECKING:
    from recall.server.tool import Tool

PROFILES: dict[str, tuple[Tool, ...]] = {
    "recall": (
        reading.SEARCH, reading.GET, reading.TIMELINE, reading.GRAPH,
        memory.REMEMBER, memory.FORGET, memory.LIST, memory.KEYVALUE,
    ),
    "husk": (memory.HUSK_SEARCH, memory.REMEMBER, memory.FORGET, memory.LIST),
    "keyvalue": (memory.KEYVALUE,),
    "files": (memory.FILES_SEARCH, memory.FILES_GET),
}  # fmt: skip


def tools_of(profiles: tuple[str, ...], *, read_only: bool = False) -> dict[str, Tool]:
    """The tools of some profiles by name.

    Raises:
        UsageError: there is no such profile, or two have different tools of one name.
    """
    found: dict[str, Tool] = {}
    for profile in profiles:
        if profile not in PROFILES:
            raise UsageError(f"There is no profile {profile!r}; there are {', '.join(PROFILES)}.")
        for tool in PROFILES[profile]:
            if found.setdefault(tool.name, tool) is not tool:
                raise UsageError(
                    f"The profiles {', '.join(profiles)} have different tools named "
                    f"{tool.name!r}; start a server for each."
                )
    # ``memory`` reads and writes; it refuses the writing actions itself.
    return {
        name: tool
        for name, tool in found.items()
        if tool.reads or not read_only or tool is memory.KEYVALUE
    }
