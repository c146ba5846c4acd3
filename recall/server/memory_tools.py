"""The tools of the families ``husk``, ``keyvalue`` and ``files``, as agents know them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from recall.disclosure.json_form import dump, plain
from recall.disclosure.memories import memory_line, record_json, remembered_json
from recall.errors import UsageError
from recall.memory_model import SCOPES
from recall.server import schema
from recall.server.tool import Reply, Tool, fenced

if TYPE_CHECKING:
    from recall.api import Recall
    from recall.server.tool import Fields, Options, Values

CLIENT: Final = "mcp"
ACTIONS: Final = ("store", "append", "replace_section", "search", "get", "delete", "list")
WRITES: Final = ("store", "append", "replace_section", "delete")


def _remember(recall: Recall, values: Values, options: Options) -> Reply:
    if "project" not in values and options.project:
        values = {**values, "project": options.project}
    # What replaces a memory keeps its scope; all else is of the session unless said otherwise.
    given = {name: each for name, each in values.items() if name != "content"}
    if "replace" not in given:
        given.setdefault("scope", "session")
    answer = recall.remember(values["content"], namespace=options.namespace, client=CLIENT, **given)
    done = "Known already" if answer.duplicate else "Saved"
    text = "\n".join([f"{done}:", fenced(memory_line(answer.memory), "memory"), *answer.why])
    return Reply(remembered_json(answer), text)


def _forget(recall: Recall, values: Values, options: Options) -> Reply:
    gone = recall.forget(values["id"], namespace=options.namespace, client=CLIENT)
    return Reply(record_json(gone), f"Forgot {gone.id}.")


def _list(recall: Recall, values: Values, options: Options) -> Reply:
    found = recall.list_memories(
        values.get("project", options.project),
        values.get("scope"),
        values["limit"],
        values["offset"],
        namespace=options.namespace,
    )
    lines = "\n".join(map(memory_line, found.memories))
    text = f"{len(found.memories)} of {found.total}"
    return Reply(record_json(found), f"{text}\n{fenced(lines, 'memories')}" if lines else text)


def _search(recall: Recall, values: Values, options: Options) -> Reply:
    found = recall.search_memories(
        values["query"],
        values.get("scope"),
        values.get("project", options.project),
        values["limit"],
        values.get("max_tokens"),
        namespace=options.namespace,
    )
    results: list[Fields] = [
        {name: plain(each) for name, each in hit.memory._asdict().items()}
        | {"score": plain(hit.score)}
        for hit in found.results
    ]
    fields: Fields = {"results": results, "tokens": found.tokens, "withheld": found.withheld}
    lines = "\n\n".join(f"{hit.memory.id}  {hit.memory.content}" for hit in found.results)
    return Reply(fields, fenced(lines, "memories") if lines else "Nothing found.")


def _keyvalue(recall: Recall, values: Values, options: Options) -> Reply:
    action = values["action"]
    if options.read_only and action in WRITES:
        raise UsageError(f"{action!r} writes, and this server was started with --read-only.")
    given = {name: each for name, each in values.items() if name != "action"}
    given.setdefault("user_id", options.namespace)
    answer = {name: plain(each) for name, each in recall.keyvalue(action, **given).items()}
    if not answer["success"]:
        return Reply(answer, str(answer["error"]), failed=True)
    return Reply(answer, fenced(dump(answer), "documents"))


def _files(name: str, recall: Recall, values: Values, options: Options) -> Reply:
    found = recall.files(name, values, workspace=options.workspace)
    answer = {name: plain(each) for name, each in found.items()}
    return Reply(answer, fenced(dump(answer), "files"))


def _files_search(recall: Recall, values: Values, options: Options) -> Reply:
    return _files("memory_search", recall, values, options)


def _files_get(recall: Recall, values: Values, options: Options) -> Reply:
    return _files("memory_get", recall, values, options)


_SCOPE = schema.text("Filter by scope", None, SCOPES)
_PROJECT = schema.text("Git remote in any spelling, or a name")

REMEMBER = Tool(
    "remember",
    "Save a memory",
    "Save a fact, decision or lesson. What is known already is not stored twice but answered with "
    "duplicate: true. About 60 tokens.",
    schema.parameters(
        ("content",),
        content=schema.text("What to remember"),
        scope=schema.text("How far it reaches (default session)", None, SCOPES),
        project=_PROJECT,
        force=schema.flag("Skip the duplicate check", default=False),
        replace=schema.text("Id of a memory to overwrite"),
        ttl=schema.whole("Seconds to live; 0: 30 days, project 90, global forever", 0),
    ),
    schema.fields(id="string", content="string", scope="string", duplicate="boolean"),
    _remember,
    reads=False,
    destroys=True,
    repeatable=False,
)
FORGET = Tool(
    "forget",
    "Delete a memory",
    "Delete a memory by id; find it with a search or list_memories first. About 10 tokens.",
    schema.parameters(("id",), id=schema.text("The memory's id")),
    schema.fields(id="string", deleted="boolean"),
    _forget,
    reads=False,
    destroys=True,
)
LIST = Tool(
    "list_memories",
    "List memories",
    "Memories as full objects with ids, newest first, for audit and cleanup. About 40 tokens each.",
    schema.parameters(
        (),
        project=_PROJECT,
        scope=_SCOPE,
        limit=schema.whole("Most memories", 1, 200, 50),
        offset=schema.whole("How many to skip", 0, None, 0),
    ),
    schema.fields(memories="array", total="integer"),
    _list,
)
HUSK_SEARCH = Tool(
    "search",
    "Search memories",
    "The memories nearest to a query, whole, best first. With max_tokens as many of the best 50 as "
    "fit, which overrides limit.",
    schema.parameters(
        ("query",),
        query=schema.text("The search query"),
        scope=_SCOPE,
        project=_PROJECT,
        limit=schema.whole("Most results", 1, 50, 10),
        max_tokens=schema.whole("Token budget", 1, 100_000),
    ),
    schema.fields(results="array"),
    _search,
)
KEYVALUE = Tool(
    "memory",
    "Documents under keys",
    "Persist documents under keys. On session start get session:latest and project:overview; on "
    "milestones store session:latest. Keys: session:, project:, learn:, pref:, todo:, code:. "
    "Use append for rolling logs and replace_section for edits between markers: they cost the "
    "fragment only. Answers {success, results|value|error}.",
    schema.parameters(
        ("action",),
        action=schema.text("What to do", None, ACTIONS),
        key=schema.text("For all but search and list"),
        message=schema.text("Content, or fragment to append"),
        query=schema.text("For search; by meaning"),
        tags=schema.texts("Filter, or tags to store; the key's prefix is one"),
        limit=schema.whole("For search and list", 1, None, 10),
        sort_by=schema.text("For list", "date", ("date", "key")),
        offset=schema.whole("For get: first character", 0, None, 0),
        max_chars=schema.whole("For get; 0: the rest", 0, None, 0),
        separator=schema.text("For append", "\n\n"),
        start_marker=schema.text("For replace_section"),
        end_marker=schema.text("Must follow start_marker"),
        new_content=schema.text("Between the markers; else message"),
        inclusive=schema.flag("Replace the markers too", default=False),
        create_if_missing=schema.flag("Default: append true, replace_section false"),
        preprocess=schema.flag("For search; false: exact", default=True),
        user_id=schema.text("Namespace"),
    ),
    {
        "type": "object",
        "properties": {"success": {"type": "boolean"}, "results": {"type": "array"}},
        "required": ["success"],
    },
    _keyvalue,
    reads=False,
    destroys=True,
    repeatable=False,
)
FILES_SEARCH = Tool(
    "memory_search",
    "Search memory files",
    "Search MEMORY.md, memory/*.md and session transcripts. Always search before answering about "
    "prior work, decisions, dates, people, preferences or todos.",
    schema.parameters(
        ("query",),
        query=schema.text("Question or topic"),
        maxResults=schema.whole("Most results", 1, 1_000, 6),
        minScore=schema.share("Least relevance"),
    ),
    schema.fields(results="array"),
    _files_search,
)
FILES_GET = Tool(
    "memory_get",
    "Read a memory file",
    "Read lines of a memory file; after memory_search, for more context around a result.",
    schema.parameters(
        ("path",),
        path=schema.text("Relative to the workspace"),
        from_=schema.whole("First line", 1),
        lines=schema.whole("How many lines", 1),
    ),
    schema.fields(path="string", text="string", total_lines="integer"),
    _files_get,
)
