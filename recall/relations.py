"""Types of edges that have a name of their own, and how each reads from either end."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple


class Wording(NamedTuple):
    """What stands between the names of two items: from the source on, and from the target back."""

    forward: str
    backward: str


LINK, EMBED, ARROW, TAG, FOLDER, DAY = "links_to", "embeds", "arrow", "tag", "folder", "day"
WEAK = (TAG, FOLDER, DAY)
"""Edges that nobody wrote: found when they are asked for, never stored."""

RELATIONS = {
    "based_on": Wording("is based on", "is the base of"),
    "blocked_by": Wording("is blocked by", "blocks"),
    "blocks": Wording("blocks", "is blocked by"),
    "caused_by": Wording("was caused by", "caused"),
    "causes": Wording("causes", "is caused by"),
    "contains": Wording("contains", "is part of"),
    "contradicts": Wording("contradicts", "is contradicted by"),
    "decided_in": Wording("was decided in", "decided"),
    "depends_on": Wording("depends on", "is needed by"),
    "derives_from": Wording("derives from", "is the source of"),
    "extends": Wording("extends", "is extended by"),
    "follows": Wording("follows", "precedes"),
    "implements": Wording("implements", "is implemented by"),
    "inspired_by": Wording("was inspired by", "inspired"),
    "mitigated_by": Wording("is mitigated by", "mitigates"),
    "mitigates": Wording("mitigates", "is mitigated by"),
    "part_of": Wording("is part of", "contains"),
    "precedes": Wording("precedes", "follows"),
    "references": Wording("refers to", "is referred to by"),
    "related": Wording("is related to", "is related to"),
    "related_to": Wording("is related to", "is related to"),
    "relates_to": Wording("relates to", "relates to"),
    "requires": Wording("requires", "is required by"),
    "see_also": Wording("points to", "is pointed to by"),
    "similar_to": Wording("is similar to", "is similar to"),
    "superseded_by": Wording("is superseded by", "supersedes"),
    "supersedes": Wording("supersedes", "is superseded by"),
    "supports": Wording("supports", "is supported by"),
    "up": Wording("belongs under", "is above"),
    "uses": Wording("uses", "is used by"),
}
"""The types that a list item may begin with, ``- implements [[X]]``, without an underscore."""

_WRITTEN = {
    LINK: Wording("links to", "is linked from"),
    EMBED: Wording("embeds", "is embedded in"),
    TAG: Wording("shares a tag with", "shares a tag with"),
    FOLDER: Wording("lies in one folder with", "lies in one folder with"),
    DAY: Wording("comes before", "comes after"),
}


@lru_cache(1_000)
def canonical(edge_type: str) -> str:
    """The form in which types are compared: ``Depends on`` and ``depends-on`` are one."""
    return "_".join(edge_type.replace("-", " ").replace("_", " ").casefold().split())


def wording(edge_type: str, label: str | None = None) -> Wording:
    """How an edge reads; an arrow of a canvas reads as its label says."""
    known = RELATIONS.get(edge_type) or _WRITTEN.get(edge_type)
    if known:
        return known
    if edge_type == ARROW:
        arrow = f'the arrow "{label}"' if label else "an arrow"
        return Wording(f"has {arrow} to", f"is reached by {arrow} from")
    words = edge_type.replace("_", " ")
    if words.endswith("s"):
        return Wording(f"has among its {words}", f"is among the {words} of")
    return Wording(f"has as {words}", f"is {words} of")
