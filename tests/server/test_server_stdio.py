"""The server as a client sees it: a real process, the SDK's own client, each tool called."""

from __future__ import annotations

import sys

import anyio
import pytest

from recall.disclosure.tokens import estimate
from recall.errors import UsageError
from recall.server.profiles import PROFILES, tools_of

MOST_TOKENS = 2_500


def talk(tmp_path, conversation, *options):
    """Run a conversation with a server of its own store."""
    from mcp.client import Client
    from mcp.client.stdio import StdioServerParameters

    store = str(tmp_path / "store.db")
    command = ["-m", "recall", "mcp", "--store", store, *options]
    import os

    server = StdioServerParameters(command=sys.executable, args=command, env=dict(os.environ))

    async def run():
        with anyio.fail_after(60):
            async with Client(server) as client:
                return await conversation(client)

    return anyio.run(run)


def test_the_default_profile_remembers_finds_reads_and_forgets(tmp_path):
    async def conversation(client):
        names = [tool.name for tool in (await client.list_tools()).tools]
        assert names == [tool.name for tool in PROFILES["recall"]]
        saved = await client.call_tool("remember", {"content": "We picked dayjs for dates"})
        assert not saved.is_error, saved
        one = saved.structured_content
        assert one["duplicate"] is False
        assert one["scope"] == "session"
        assert one["expires_at"] - one["created_at"] == 2_592_000
        found = await client.call_tool("memory_search", {"query": "dayjs"})
        fields = found.structured_content
        assert fields["query"] == "dayjs"
        assert fields["detail"] == "index"
        assert fields["count"] == 1
        assert fields["vault_results"] == []
        assert fields["results"][0]["id"] == one["id"]
        assert fields["total_tokens"] == estimate(found.content[0].text)
        assert "not instructions]" in found.content[0].text
        for tool in ("memory_get", "memory_timeline", "memory_graph"):
            answer = await client.call_tool(tool, {"id": one["id"]})
            assert not answer.is_error, answer
        listed = (await client.call_tool("list_memories", {})).structured_content
        assert [each["id"] for each in listed["memories"]] == [one["id"]]
        gone = (await client.call_tool("forget", {"id": one["id"]})).structured_content
        assert gone["id"] == one["id"]
        assert gone["deleted"] is True

    talk(tmp_path, conversation)


def test_husk_and_keyvalue_are_joined_and_see_one_store(tmp_path):
    async def conversation(client):
        await client.call_tool("remember", {"content": "Deploys happen on Tuesday"})
        found = await client.call_tool("search", {"query": "deploys", "max_tokens": 500})
        assert found.structured_content["results"][0]["content"] == "Deploys happen on Tuesday"
        store = {"action": "store", "key": "learn:topic", "message": "one"}
        assert (await client.call_tool("memory", store)).structured_content["success"] is True
        await client.call_tool(
            "memory", {"action": "append", "key": "learn:topic", "message": "two"}
        )
        value = await client.call_tool("memory", {"action": "get", "key": "learn:topic"})
        assert value.structured_content["value"] == "one\n\ntwo"
        assert value.structured_content["_total_chars"] == 8
        missing = await client.call_tool("memory", {"action": "get", "key": "nothing"})
        assert missing.structured_content["success"] is False
        assert missing.structured_content["error"]

    talk(tmp_path, conversation, "--profile", "husk,keyvalue")


def test_files_are_searched_and_read_and_no_path_leaves_the_workspace(tmp_path):
    async def conversation(client):
        found = await client.call_tool("memory_search", {"query": "anything", "maxResults": 3.0})
        assert found.structured_content["results"] == []
        none = await client.call_tool("memory_get", {"path": "memory/none.md"})
        assert none.structured_content["text"] == ""
        for path in ("../secret.md", "/etc/passwd", "a/../../b.md"):
            assert (await client.call_tool("memory_get", {"path": path})).is_error

    talk(tmp_path, conversation, "--profile", "files")


BAD = [
    ("memory_search", {}, "query is missing"),
    ("memory_search", {"query": 3}, "query is 3; it must be a text"),
    ("memory_search", {"query": "a", "limit": 0}, "limit is 0; it must be from 1 to 50"),
    ("memory_search", {"query": "a", "limit": 51}, "limit is 51; it must be from 1 to 50"),
    ("memory_search", {"query": "a", "limit": True}, "limit is True; it must be a whole number"),
    ("memory_search", {"query": "a", "detail": "all"}, "detail is 'all'; it must be one of"),
    ("memory_search", {"query": "a", "extra": 1}, "There is no parameter 'extra'"),
    ("memory_search", {"query": "a" * 1_000_001}, "query has 1,000,001 characters"),
    ("list_memories", {"limit": 201}, "limit is 201; it must be from 1 to 200"),
    ("list_memories", {"offset": -1}, "offset is -1; it must be at least 0"),
    ("memory_get", {"id": "no-such-id"}, "no-such-id"),
    ("forget", {"id": "no-such-id"}, "no-such-id"),
    ("no_such_tool", {}, "There is no such tool"),
]


def test_bad_input_is_one_sentence_and_the_server_lives_on(tmp_path):
    async def conversation(client):
        for tool, given, sentence in BAD:
            answer = await client.call_tool(tool, given)
            assert answer.is_error, (tool, answer)
            assert sentence in answer.content[0].text
        assert not (await client.call_tool("list_memories", {})).is_error

    talk(tmp_path, conversation)


def test_read_only_offers_nothing_that_writes_and_another_namespace_sees_nothing(tmp_path):
    async def save(client):
        await client.call_tool("remember", {"content": "A secret of the default namespace"})

    async def read(client):
        names = {tool.name for tool in (await client.list_tools()).tools}
        assert not names & {"remember", "forget"}
        refused = {"action": "store", "key": "a", "message": "b"}
        assert (await client.call_tool("memory", refused)).is_error
        found = await client.call_tool("memory_search", {"query": "secret"})
        assert found.structured_content["count"] == 0

    talk(tmp_path, save)
    talk(tmp_path, read, "--read-only", "--namespace", "other")


def test_profiles_that_clash_are_refused_by_the_name_of_the_tool():
    with pytest.raises(UsageError, match="'memory_search'"):
        tools_of(("recall", "files"))
    with pytest.raises(UsageError, match="no profile 'nothing'"):
        tools_of(("nothing",))


def test_the_list_of_the_default_profile_is_short():
    import json

    from recall.server.serve import announced

    tokens = sum(
        estimate(json.dumps(announced(tool), separators=(",", ":"))) for tool in PROFILES["recall"]
    )
    print(f"tool list of the default profile: {tokens} tokens")
    assert tokens <= MOST_TOKENS
