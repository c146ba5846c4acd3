"""Editing a document between two markers."""

from __future__ import annotations

from recall.errors import UsageError


def find(text: str, start_marker: str, end_marker: str) -> tuple[int, int, int, int] | None:
    """Where a section is: begin and end of its start marker, begin and end of its end marker.

    None when neither marker is there.

    Raises:
        UsageError: one is missing, one is there more than once, or the end comes first.
    """
    starts, ends = _places(text, start_marker), _places(text, end_marker)
    if not starts and not ends:
        return None
    for name, marker, places in (("start", start_marker, starts), ("end", end_marker, ends)):
        if not places:
            raise UsageError(f"The {name} marker {marker!r} is not there; nothing was changed.")
        if len(places) > 1:
            raise UsageError(
                f"The {name} marker {marker!r} is there {len(places)} times; nothing was changed."
            )
    begin, end = starts[0], ends[0]
    if end < begin + len(start_marker):
        raise UsageError(
            f"The end marker {end_marker!r} comes before the start marker {start_marker!r}; "
            "nothing was changed."
        )
    return begin, begin + len(start_marker), end, end + len(end_marker)


def _places(text: str, marker: str) -> list[int]:
    """Every place of a marker, also where it overlaps itself."""
    places = []
    at = text.find(marker)
    while at >= 0:
        places.append(at)
        at = text.find(marker, at + 1)
    return places
