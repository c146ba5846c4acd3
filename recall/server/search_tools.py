"""The reading tools of the profile ``recall``: from one line a hit to the whole of one item."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING, Final

from recall.disclosure import text as texts
from recall.disclosure.budget import Form
from recall.disclosure.graph_text import paths_text, tree
from recall.disclosure.json_form import answer_json, document_json, record_json
from recall.disclosure.levels import shown
from recall.disclosure.tokens import estimate
from recall.disclosure.visible import one_line
from recall.errors import UsageError
from recall.memory_model import SCOPES
from recall.server import schema
from recall.server.tool import Reply, Tool, fenced

if TYPE_CHECKING:
    from recall.api import Recall
    from recall.model import Answer
    from recall.server.tool import Fields, Options, Values

DETAILS: Final = ("index", "summary", "full")


def _printed(answer: Answer) -> str:
    said = [f"{answer.results.verdict}: {one_line(answer.results.understood)}"]
    said += texts.talk(answer)
    if answer.cursor:
        said.append(f"cursor: {answer.cursor}")
    body = texts.answer_text(answer)
    return "\n".join([*said, fenced(body, "search")] if body else said)


FORM: Final = Form(shown, _printed)
"""What ``max_tokens`` counts: all of the text that is sent."""


def _search(recall: Recall, values: Values, options: Options) -> Reply:
    query = values["query"]
    asked = query
    if values["memory_type"]:
        asked += f' type:"{values["memory_type"]}"'
    if not values["include_file_memories"]:
        asked += " -source:file"
    answer = recall.search(
        asked,
        limit=values["limit"],
        detail=values["detail"],
        max_tokens=values.get("max_tokens"),
        cursor=values.get("cursor"),
        vault=values.get("vault", options.vault),
        scope=values.get("scope"),
        tags=values.get("tags", ()),
        project=values["project_path"] or options.project,
        namespace=options.namespace,
        min_score=values.get("min_score", 0.0),
        as_of=_moment(values["as_of"]) if "as_of" in values else None,
        form=FORM,
    )
    found = answer_json(answer)
    hits: list[Fields] = found.pop("hits")  # type: ignore[assignment]
    own = [hit for hit in hits if hit["source"] != "vault"]
    text = _printed(answer)
    fields = {
        **found,
        "query": query,
        "count": len(own),
        "results": own,
        "vault_results": [hit for hit in hits if hit["source"] == "vault"],
        "total_tokens": estimate(text),
    }
    return Reply(fields, text)


def _moment(text: str) -> float:
    try:
        return datetime.fromisoformat(text).astimezone().timestamp()
    except (ValueError, OverflowError, OSError) as error:
        raise UsageError(f"as_of is {text[:50]!r}; write a date as 2026-03-01.") from error


def _get(recall: Recall, values: Values, options: Options) -> Reply:
    document = recall.get(
        values["id"],
        detail=values["detail"],
        max_tokens=values.get("max_tokens"),
        namespace=options.namespace,
    )
    said = texts.document_talk(document)
    text = "\n".join([fenced(texts.document_text(document), document.id), *said])
    return Reply(document_json(document), text)


def _timeline(recall: Recall, values: Values, options: Options) -> Reply:
    found = recall.timeline(values["id"], values["window"], namespace=options.namespace)
    lines = [
        f"{'>' if each.part == 'at' else ' '} {each.date}  {each.source}  {each.id}  "
        f"{one_line(each.title)}"
        for each in found.entries
    ]
    return Reply(record_json(found), fenced("\n".join(lines), "timeline"))


def _graph(recall: Recall, values: Values, options: Options) -> Reply:
    if "to" in values:
        paths = recall.path(values["id"], values["to"], namespace=options.namespace)
        return Reply(record_json(paths), fenced(paths_text(paths) or "not connected", "graph"))
    found = recall.graph(
        values["id"],
        depth=values["depth"],
        direction=values["direction"],
        types=values.get("types", ()),
        limit=values["limit"],
        namespace=options.namespace,
    )
    return Reply(record_json(found), fenced(tree(found), "graph"))


SEARCH = Tool(
    "memory_search",
    "Search memories",
    "Find facts, decisions and notes in memories, memory files, sessions and Obsidian vaults, "
    "ranked by relevance and age. Costs about 30 tokens a hit at detail=index (start here), 80 at "
    "summary, 150-300 at full. Then memory_get, memory_timeline or memory_graph with a hit's id.",
    schema.parameters(
        ("query",),
        query=schema.text('Words, "phrases", -not, OR, tag:x, path:x, after:7d'),
        project_path=schema.text("Only memories of this project; empty: all", ""),
        memory_type=schema.text("Such as decision, lesson; empty: all", ""),
        limit=schema.whole("Most hits", 1, 50, 10),
        detail=schema.text("Level; escalate only if needed", "index", DETAILS),
        include_file_memories=schema.flag("Also Markdown memory files", default=True),
        scope=schema.text("Only memories of this scope", None, SCOPES),
        tags=schema.texts("Items with all of these"),
        vault=schema.text("Only this vault"),
        max_tokens=schema.whole("The text never costs more", 1, 100_000),
        min_score=schema.share("Leave out hits below"),
        as_of=schema.text("Date that counts as today"),
        cursor=schema.text("Continue an earlier answer"),
    ),
    schema.fields(
        query="string", detail="string", count="integer", results="array",
        vault_results="array", total_tokens="integer", verdict="string", understood="string",
        withheld="array",
    ),
    _search,
)  # fmt: skip
GET = Tool(
    "memory_get",
    "Read one item",
    "Read one hit in full by id or address (note.md#Heading, note.md#L10-L30). Costs what the text "
    "has; max_tokens cuts it at a block and answers a cursor, which is the id of the rest.",
    schema.parameters(
        ("id",),
        id=schema.text("Id or address of a hit"),
        detail=schema.text("index gives facts only", "full", DETAILS),
        max_tokens=schema.whole("Budget of the text", 1, 100_000),
    ),
    schema.fields(id="string", text="string"),
    _get,
)
TIMELINE = Tool(
    "memory_timeline",
    "What came before and after",
    "Chronological neighbours of a hit, a date or words, across all sources. About 20 tokens a "
    "line.",
    schema.parameters(
        ("id",),
        id=schema.text("Id, address, date or words"),
        window=schema.whole("Items on each side", 1, 50, 5),
    ),
    schema.fields(entries="array"),
    _timeline,
)
GRAPH = Tool(
    "memory_graph",
    "Explore connections",
    "Typed edges around an item, or with `to` the ways between two. About 20 tokens an edge.",
    schema.parameters(
        ("id",),
        id=schema.text("Id or address"),
        to=schema.text("Other end of a path"),
        depth=schema.whole("Steps from the item", 1, 6, 1),
        direction=schema.text("Along or against edges", "both", ("out", "in", "both")),
        types=schema.texts("Only these types of edges"),
        limit=schema.whole("Most items", 1, 200, 50),
    ),
    {"type": "object"},
    _graph,
)
