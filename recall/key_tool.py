"""The one tool of the family ``keyvalue``: names, defaults and fields as agents know them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from recall import arguments
from recall.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any

    from recall.document_api import DocumentMethods
    from recall.memory_model import KeyDocument

    Answer = dict[str, object]
    Values = Mapping[str, Any]

DEFAULTS: Mapping[str, object] = {
    "key": None,
    "tags": None,
    "limit": 10,
    "query": None,
    "offset": 0,
    "message": None,
    "sort_by": "date",
    "user_id": "default",
    "inclusive": False,
    "max_chars": 0,
    "separator": "\n\n",
    "end_marker": None,
    "new_content": None,
    "start_marker": None,
    "create_if_missing": None,
    "preprocess": True,
}
"""Parameters of the tool beside ``action``; None of ``create_if_missing`` is the action's own."""


def call(recall: DocumentMethods, action: str, given: Mapping[str, object]) -> Answer:
    """Answer one call.

    Raises:
        RecallError: it cannot be done; the sentence is the ``error`` of the answer.
    """
    arguments.choice("action", action, tuple(_ACTIONS))
    unknown = sorted(set(given) - set(DEFAULTS))
    if unknown:
        raise UsageError(f"There is no parameter {unknown[0]!r}; there are {', '.join(DEFAULTS)}.")
    values = {**DEFAULTS, **given}
    if values["create_if_missing"] is None:
        values["create_if_missing"] = action == "append"
    for name in ("inclusive", "preprocess", "create_if_missing"):
        if not isinstance(values[name], bool):
            raise UsageError(f"{name} is {values[name]!r}; it must be true or false.")
    act, needed = _ACTIONS[action]
    for name in needed:
        if values[name] is None:
            raise UsageError(f"{name} is needed for {action!r}.")
    values["tags"] = values["tags"] or ()
    return {"success": True, **act(recall, values)}


def _store(recall: DocumentMethods, values: Values) -> Answer:
    return _written(
        recall.store_document(
            values["key"], values["message"], tags=values["tags"], namespace=values["user_id"]
        )
    )


def _append(recall: DocumentMethods, values: Values) -> Answer:
    return _written(
        recall.append_document(
            values["key"],
            values["message"],
            separator=values["separator"],
            create_if_missing=values["create_if_missing"],
            tags=values["tags"],
            namespace=values["user_id"],
        )
    )


def _replace_section(recall: DocumentMethods, values: Values) -> Answer:
    content = values["message"] if values["new_content"] is None else values["new_content"]
    if content is None:
        raise UsageError("new_content is needed for 'replace_section' (or message).")
    return _written(
        recall.replace_section(
            values["key"],
            content,
            start_marker=values["start_marker"],
            end_marker=values["end_marker"],
            inclusive=values["inclusive"],
            create_if_missing=values["create_if_missing"],
            namespace=values["user_id"],
        )
    )


def _search(recall: DocumentMethods, values: Values) -> Answer:
    hits = recall.search_documents(
        values["query"],
        tags=values["tags"],
        limit=values["limit"],
        preprocess=values["preprocess"],
        namespace=values["user_id"],
    )
    return {"results": [each._asdict() for each in hits]}


def _get(recall: DocumentMethods, values: Values) -> Answer:
    found = recall.get_document(
        values["key"],
        offset=values["offset"],
        max_chars=values["max_chars"],
        namespace=values["user_id"],
    )
    answer = {"key": found.key, "value": found.value, "_total_chars": found.total_chars}
    if found.next_offset is not None:
        answer["_next_offset"] = found.next_offset
    return answer


def _delete(recall: DocumentMethods, values: Values) -> Answer:
    public_id = recall.delete_document(values["key"], namespace=values["user_id"])
    return {"results": [{"key": values["key"], "id": public_id, "deleted": True}]}


def _list(recall: DocumentMethods, values: Values) -> Answer:
    found = recall.list_documents(
        tags=values["tags"],
        sort_by=values["sort_by"],
        limit=values["limit"],
        namespace=values["user_id"],
    )
    return {"results": [_fields(each) for each in found.documents], "total": found.total}


def _written(document: KeyDocument) -> Answer:
    return {"results": [_fields(document)]}


def _fields(document: KeyDocument) -> Answer:
    fields = document._asdict()
    notes = fields.pop("notes")
    return {**fields, "notes": list(notes)} if notes else fields


_ACTIONS: Mapping[str, tuple[Callable[[DocumentMethods, Values], Answer], tuple[str, ...]]] = {
    "store": (_store, ("key", "message")),
    "append": (_append, ("key", "message")),
    "replace_section": (_replace_section, ("key", "start_marker", "end_marker")),
    "search": (_search, ("query",)),
    "get": (_get, ("key",)),
    "delete": (_delete, ("key",)),
    "list": (_list, ()),
}
"""What each action calls, and the parameters without which it cannot."""
