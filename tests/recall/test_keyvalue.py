"""Key-value documents: each sentence of the family's description, at its boundaries."""

import json

import pytest
from storehouse import check

from recall.api import Recall
from recall.errors import NotFoundError, RefusedError, UsageError

NOW = 1_796_040_000.0
DAY = 86_400.0


@pytest.fixture
def clock(monkeypatch):
    class Clock:
        now = NOW

    monkeypatch.setattr("time.time", lambda: Clock.now)
    return Clock


@pytest.fixture
def recall(tmp_path, clock):
    path = str(tmp_path / "recall.db")
    with Recall.open(path, writable=True) as opened:
        yield opened
    check(path)


@pytest.fixture
def memory(recall):
    """The tool, as an agent calls it; every answer is JSON."""

    def call(action, **given):
        answer = recall.keyvalue(action, **given)
        return json.loads(json.dumps(answer))

    return call


def value(memory, key, **given):
    return memory("get", key=key, **given)["value"]


def keys(answer):
    return [each["key"] for each in answer["results"]]


def refused(answer, words):
    assert set(answer) == {"success", "error"}
    assert answer["success"] is False
    assert words in answer["error"]
    return answer["error"]


# keyvalue says "Returns {success, results/value}."
def test_every_answer_has_success_and_results_or_a_value(memory):
    calls = [
        ("store", {"key": "a", "message": "x <!--s-->y<!--e-->"}),
        ("append", {"key": "a", "message": "z"}),
        (
            "replace_section",
            {"key": "a", "start_marker": "<!--s-->", "end_marker": "<!--e-->", "new_content": "w"},
        ),
        ("search", {"query": "x"}),
        ("list", {}),
        ("delete", {"key": "a"}),
    ]
    for action, given in calls:
        answer = memory(action, **given)
        assert answer["success"] is True
        assert len(answer["results"]) == 1
        assert answer["results"][0]["key"] == "a"
    memory("store", key="a", message="x")
    assert memory("get", key="a") == {"success": True, "key": "a", "value": "x", "_total_chars": 1}


# keyvalue says "Semantic memory for cross-session persistence." "async disk persist"
def test_what_was_stored_is_there_for_the_next_process(tmp_path):
    path = str(tmp_path / "recall.db")
    with Recall.open(path, writable=True) as first:
        first.keyvalue("store", key="session:latest", message="Working on the hub.")
        first.keyvalue("append", key="session:latest", message="Half done.")
    with Recall.open(path) as second:
        answer = second.keyvalue("get", key="session:latest")
    assert answer["value"] == "Working on the hub.\n\nHalf done."


# keyvalue says "store (save key+message, full overwrite)"
def test_store_overwrites_all_of_it(memory):
    memory("store", key="k", message="first words", tags=["a"])
    answer = memory("store", key="k", message="other")
    assert value(memory, "k") == "other"
    assert answer["results"][0]["characters"] == 5
    assert memory("list")["total"] == 1
    assert memory("search", query="first words")["results"] == []


# keyvalue says "key ... Required for store/append/replace_section/get/delete."
# keyvalue says "message ... Content for store/append.", "query", "action ... Yes"
@pytest.mark.parametrize(
    ("action", "given", "words"),
    [
        ("store", {"message": "x"}, "key is needed"),
        ("store", {"key": "k"}, "message is needed"),
        ("append", {"message": "x"}, "key is needed"),
        ("append", {"key": "k"}, "message is needed"),
        ("replace_section", {"key": "k", "message": "x", "end_marker": "e"}, "start_marker is needed"),
        ("replace_section", {"key": "k", "message": "x", "start_marker": "s"}, "end_marker is needed"),
        ("replace_section", {"key": "k", "start_marker": "s", "end_marker": "e"}, "new_content is needed"),
        ("get", {}, "key is needed"),
        ("delete", {}, "key is needed"),
        ("search", {}, "query is needed"),
        ("search", {"query": " "}, "query is empty"),
        ("save", {"key": "k"}, "action is 'save'"),
        ("store", {"key": "k", "message": ""}, "message is empty"),
        ("append", {"key": "k", "message": ""}, "message is empty"),
        ("store", {"key": "", "message": "x"}, "key is empty"),
        ("store", {"key": " k", "message": "x"}, "blanks"),
        ("store", {"key": "a\nb", "message": "x"}, "one line"),
        ("store", {"key": "k" * 501, "message": "x"}, "501 characters"),
        ("store", {"key": 3, "message": "x"}, "must be a text"),
        ("store", {"key": "k", "message": 3}, "must be a text"),
        ("store", {"key": "k", "message": "x", "ttl": 3}, "no parameter 'ttl'"),
        ("store", {"key": "k", "message": "x", "user_id": ""}, "namespace is empty"),
        ("get", {"key": "k", "offset": -1}, "offset is -1"),
        ("get", {"key": "k", "max_chars": -1}, "max_chars is -1"),
        ("get", {"key": "k", "offset": 1.5}, "whole number"),
        ("list", {"limit": 0}, "limit is 0"),
        ("list", {"limit": 1_001}, "limit is 1001"),
        ("list", {"sort_by": "size"}, "sort_by is 'size'"),
        ("search", {"query": "x", "limit": 0}, "limit is 0"),
        ("search", {"query": "x", "limit": 1_001}, "limit is 1001"),
        ("search", {"query": "x", "preprocess": "no"}, "true or false"),
        ("append", {"key": "k", "message": "x", "create_if_missing": 1}, "true or false"),
        ("append", {"key": "k", "message": "x", "separator": 1}, "must be a text"),
    ],
)  # fmt: skip
def test_what_is_missing_or_out_of_range_is_refused_with_a_sentence(memory, action, given, words):
    refused(memory(action, **given), words)
    assert memory("list")["results"] == []


@pytest.mark.parametrize("limit", [1, 1_000])
def test_the_ends_of_a_limit_are_allowed(memory, limit):
    memory("store", key="k" * 500, message="x")
    assert len(memory("list", limit=limit)["results"]) == 1
    assert len(memory("search", query="x", limit=limit)["results"]) == 1


# keyvalue says "append (add fragment to existing key without rewriting it - server concatenates ...)"
# keyvalue says "For append: only the new fragment to add."
# keyvalue says "separator ... string inserted between existing text and new fragment. Default '\n\n'. Pass '' for butt-join."
@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ({}, "one\n\ntwo"),
        ({"separator": ""}, "onetwo"),
        ({"separator": " | "}, "one | two"),
        ({"separator": "\n"}, "one\ntwo"),
    ],
)
def test_append_puts_the_separator_between(memory, given, expected):
    memory("store", key="k", message="one")
    memory("append", key="k", message="two", **given)
    assert value(memory, "k") == expected


# keyvalue says "create_if_missing ... For append (default True)": "create the key/section when it doesn't exist"
def test_append_makes_a_key_unless_told_not_to(memory):
    refused(
        memory("append", key="k", message="one", create_if_missing=False),
        "No document with the key",
    )
    memory("append", key="k", message="one")
    assert value(memory, "k") == "one"


# keyvalue says "server concatenates and re-embeds": what was appended is found
def test_what_was_appended_is_found_with_its_lines_and_headings(recall, memory):
    memory("store", key="log", message="# Log\n\n" + "## Monday\n\nwords and words\n\n" * 200)
    memory("append", key="log", message="## Tuesday\n\nThe printer jammed.")
    memory("append", key="log", message="Wen fixed the jammer.")
    hit = recall.search("printer jammed").results.hits[0]
    lines = value(memory, "log").split("\n")
    assert "The printer jammed." in lines[hit.first_line - 1 : hit.last_line]
    assert hit.headings[-1] == "Tuesday"
    [found] = recall.search("jammer").results.hits
    assert lines[found.last_line - 1] == "Wen fixed the jammer."
    assert recall.get("log").text == value(memory, "log")


def test_appending_gives_the_passages_that_storing_the_whole_gives(recall, memory):
    parts = [
        "# A\n\nfirst", "second " * 200, "### deep\n\ntext " * 30, "- item\n- item", "## B", "```\ncode\n```",
        "ünïcödé 日本語 " * 90, "| a | b |\n|---|---|\n| 1 | 2 |", "# C\n\nlast " * 20,
    ]  # fmt: skip
    memory("store", key="whole", message="\n\n".join(parts))
    for part in parts:
        memory("append", key="parts", message=part)

    def passages(key):
        return recall._store.connection.execute(
            "select ordinal, first_line, last_line, start, stop, passages.headings from passages "
            "join items on items.id = item_id where document_key = ? order by ordinal", (key,),
        ).fetchall()  # fmt: skip

    assert value(memory, "parts") == value(memory, "whole")
    assert passages("parts") == passages("whole")


def test_a_long_document_can_be_appended_to_and_read_anywhere(recall, memory):
    expected = "start " * 20_000
    memory("store", key="k", message=expected)
    for number in range(300):
        fragment = f"entry {number} " + "é日🎉 " * 100
        memory("append", key="k", message=fragment, separator="\n")
        expected += "\n" + fragment
    whole = memory("get", key="k")
    assert whole["value"] == expected
    assert whole["_total_chars"] == len(expected)
    for offset in (0, 1, 119_999, 120_000, 120_001, 190_000, len(expected) - 1, len(expected)):
        assert value(memory, "k", offset=offset, max_chars=50) == expected[offset : offset + 50]
    assert keys(memory("search", query="entry 299")) == ["k"]


# keyvalue says "replace_section (in-place edit of marker-bounded region inside an existing entry)"
# keyvalue says "inclusive ... if False (default) preserve markers and replace only between them. If True, replace markers along with the content."
START, END = "<!-- todo:start -->", "<!-- todo:end -->"


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ({"new_content": "NEW"}, f"before {START}NEW{END} after"),
        ({"new_content": "NEW", "inclusive": True}, "before NEW after"),
        ({"new_content": "", "inclusive": True}, "before  after"),
        ({"new_content": ""}, f"before {START}{END} after"),
        # keyvalue says "new_content ... Falls back to 'message' if not provided."
        ({"message": "MESSAGE"}, f"before {START}MESSAGE{END} after"),
        ({"new_content": "NEW", "message": "MESSAGE"}, f"before {START}NEW{END} after"),
    ],
)
def test_a_section_is_replaced_between_its_markers(memory, given, expected):
    memory("store", key="k", message=f"before {START}\nold\n{END} after")
    answer = memory("replace_section", key="k", start_marker=START, end_marker=END, **given)
    assert value(memory, "k") == expected
    assert answer["results"][0]["characters"] == len(expected)


# keyvalue says "end_marker ... Must follow start_marker in the document."
# keyvalue says "create_if_missing ... replace_section (default False)" ... "instead of erroring"
@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("nothing here", "has neither"),
        (f"only {START} x", "end marker '<!-- todo:end -->' is not there"),
        (f"only {END} x", "start marker '<!-- todo:start -->' is not there"),
        (f"{END} x {START}", "comes before the start"),
        (f"{START} a {START} b {END}", "start marker '<!-- todo:start -->' is there 2 times"),
        (f"{START} a {END} b {END}", "end marker '<!-- todo:end -->' is there 2 times"),
    ],
)
def test_markers_that_make_no_section_leave_the_document_as_it_is(memory, text, words):
    memory("store", key="k", message=text)
    given = {"key": "k", "start_marker": START, "end_marker": END, "new_content": "x"}
    refused(memory("replace_section", **given), words)
    assert value(memory, "k") == text


@pytest.mark.parametrize(
    ("start", "end", "words"),
    [("", END, "start_marker is empty"), (START, "", "end_marker is empty"), ("==", "==", "the same")],
)  # fmt: skip
def test_markers_that_are_none_are_refused(memory, start, end, words):
    memory("store", key="k", message="== a ==")
    given = {"key": "k", "start_marker": start, "end_marker": end, "new_content": "x"}
    refused(memory("replace_section", **given), words)


def test_markers_that_overlap_are_no_section(memory):
    memory("store", key="k", message="abcd")
    given = {"key": "k", "start_marker": "abc", "end_marker": "bcd", "new_content": "x"}
    refused(memory("replace_section", **given), "comes before")


def test_a_missing_section_or_key_is_made_when_asked_for(memory):
    given = {"start_marker": START, "end_marker": END, "new_content": "x"}
    refused(memory("replace_section", key="k", **given), "No document with the key")
    memory("replace_section", key="k", create_if_missing=True, **given)
    assert value(memory, "k") == f"{START}\nx\n{END}"
    memory("store", key="other", message="text")
    memory("replace_section", key="other", create_if_missing=True, **given)
    assert value(memory, "other") == f"text\n\n{START}\nx\n{END}"
    memory("replace_section", key="other", **{**given, "new_content": "y"})
    assert value(memory, "other") == f"text\n\n{START}y{END}"


# keyvalue says "get (exact key)"
@pytest.mark.parametrize("wrong", ["Session:latest", "session:lates", "session", "session:latest2"])
def test_get_wants_the_exact_key(memory, wrong):
    memory("store", key="session:latest", message="x")
    refused(memory("get", key=wrong), f"No document with the key {wrong!r}")
    assert "'session:latest'" in memory("get", key="session:lates")["error"]


# keyvalue says "offset ... starting char offset into stored text. Use with _next_offset from prior response"
# keyvalue says "max_chars ... max chars to return from offset. 0 = all remaining. Response includes _total_chars and _next_offset if more data exists."
def test_get_pages_by_characters(memory):
    text = "é日🎉a" * 5
    memory("store", key="k", message=text)
    assert memory("get", key="k", max_chars=20) == {
        "success": True, "key": "k", "value": text, "_total_chars": 20,
    }  # fmt: skip
    pages, offset = [], 0
    while offset is not None:
        page = memory("get", key="k", offset=offset, max_chars=3)
        assert page["_total_chars"] == 20
        pages.append(page["value"])
        offset = page.get("_next_offset")
    assert "".join(pages) == text
    assert [len(page) for page in pages] == [3] * 6 + [2]
    assert value(memory, "k", offset=17) == text[17:]
    assert memory("get", key="k", offset=20) == {
        "success": True, "key": "k", "value": "", "_total_chars": 20,
    }  # fmt: skip
    refused(memory("get", key="k", offset=21), "behind the end")


# keyvalue says "delete=remove"
def test_delete_takes_a_key_out_and_it_may_come_again(recall, memory):
    memory("store", key="k", message="words")
    answer = memory("delete", key="k")
    assert answer["results"][0]["deleted"] is True
    refused(memory("get", key="k"), "No document with the key")
    refused(memory("delete", key="k"), "No document with the key")
    assert memory("search", query="words")["results"] == []
    assert recall.search("words").results.hits == ()
    assert memory("store", key="k", message="words")["success"]
    assert value(memory, "k") == "words"


# keyvalue says "list=all keys", "sort_by ... 'date' (newest first) or 'key' (alphabetical)", "limit ... Default: 10."
def test_list_gives_keys_newest_first_or_in_their_order(memory, clock):
    for number, key in enumerate(["m", "z", "a", *(f"k{n:02}" for n in range(9))]):
        clock.now = NOW + number
        memory("store", key=key, message=f"text {number}")
    listed = memory("list")
    assert len(listed["results"]) == 10
    assert listed["total"] == 12
    assert keys(listed)[:2] == ["k08", "k07"]
    assert keys(memory("list", sort_by="key", limit=3)) == ["a", "k00", "k01"]
    clock.now += DAY
    memory("append", key="m", message="more")
    assert keys(memory("list", limit=1)) == ["m"]


# keyvalue says "tags ... Tags for filtering (search/list) or storing."
# keyvalue says "Auto-extracted from key prefix (learn:topic -> ['learn'])."
def test_tags_come_from_the_key_and_from_the_call(memory):
    assert memory("store", key="learn:kg", message="graphs")["results"][0]["tags"] == ["learn"]
    assert memory("store", key="pref:tabs", message="graphs too", tags=["#style", "Learn"])[
        "results"
    ][0]["tags"] == ["Learn", "pref", "style"]
    memory("store", key="plain", message="graphs again")
    assert set(keys(memory("list", tags=["learn"]))) == {"learn:kg", "pref:tabs"}
    assert keys(memory("list", tags=["learn", "style"])) == ["pref:tabs"]
    assert memory("list", tags="style")["total"] == 1
    assert set(keys(memory("search", query="graphs", tags=["learn"]))) == {"learn:kg", "pref:tabs"}
    assert memory("search", query="graphs", tags=["nothing"])["results"] == []
    assert len(keys(memory("search", query="graphs"))) == 3


def test_a_change_keeps_the_tags_and_append_adds_to_them(memory):
    memory("store", key="learn:kg", message="x", tags=["a"])
    assert memory("store", key="learn:kg", message="y")["results"][0]["tags"] == ["a", "learn"]
    assert memory("append", key="learn:kg", message="z", tags="b")["results"][0]["tags"] == [
        "a", "b", "learn",
    ]  # fmt: skip
    assert value(memory, "learn:kg") == "y\n\nz"


# keyvalue says "Key conventions: session:latest ..., project:overview ..., learn: ..., pref: ..., todo:, code:."
@pytest.mark.parametrize(
    "key", ["session:latest", "project:overview", "learn:x", "pref:x", "todo:x", "code:x"]
)
def test_the_conventions_are_keys_with_a_tag(memory, key):
    assert memory("store", key=key, message="x")["results"][0]["tags"] == [key.partition(":")[0]]


# keyvalue says "search=semantic query": "Finds related content even with different wording."
# keyvalue says "Search is semantic with synonym expansion ('fast'->'quick')."
def test_search_finds_synonyms_behind_the_word_itself(memory):
    memory("store", key="a", message="The quick path skips the check of the ledger.")
    memory("store", key="b", message="A fast lane for hotfixes.")
    memory("store", key="c", message="The kitchen tablet needs a new case.")
    found = memory("search", query="fast")["results"]
    assert [each["key"] for each in found] == ["b", "a"]
    assert found[0]["score"] > found[1]["score"] > 0
    assert keys(memory("search", query="how to repair the automobile")) == []
    memory("store", key="d", message="Fix the car before spring.")
    assert keys(memory("search", query="repair the automobile")) == ["d"]


# keyvalue says "Use preprocess=False for exact match."
def test_without_preprocess_only_the_words_as_written_are_found(memory):
    memory("store", key="a", message="The quick path skips the checks.")
    memory("store", key="b", message="A fast lane.")
    memory("store", key="c", message="Lane: fast")
    assert set(keys(memory("search", query="fast", preprocess=False))) == {"b", "c"}
    assert keys(memory("search", query="fast lane", preprocess=False)) == ["b"]
    assert keys(memory("search", query="Fast Lane", preprocess=False)) == ["b"]
    assert memory("search", query="quickly", preprocess=False)["results"] == []
    assert memory("search", query='say "x"', preprocess=False)["results"] == []


# DESIGN section 7: "what one family saved the others find"
def test_families_find_what_the_others_saved(recall, memory):
    saved = recall.remember("The hub listens on port 8443.").memory
    assert keys(memory("search", query="hub port")) == [saved.id]
    memory("store", key="learn:relay", message="The relay needs a longer cable.")
    [hit] = recall.search("relay cable").results.hits
    assert hit.title == "learn:relay"
    assert recall.get("learn:relay").text == "The relay needs a longer cable."
    assert recall.get(hit.id).text == "The relay needs a longer cable."
    assert recall.list_memories().total == 1
    assert not recall.remember("The relay needs a longer cable.").duplicate


# keyvalue says "user_id ... User namespace. Default: 'default'."
def test_nothing_leaks_from_one_user_to_another(recall, memory):
    memory("store", key="k", message=f"secret plan {START}a{END}", user_id="ann", tags=["t"])
    memory("store", key="own", message="fast", user_id="bob")
    for other in ("bob", "Ann", None):
        here = {} if other is None else {"user_id": other}
        for action, given in (
            ("get", {}), ("delete", {}), ("append", {"message": "x", "create_if_missing": False}),
            ("replace_section", {"start_marker": START, "end_marker": END, "new_content": "x"}),
        ):  # fmt: skip
            error = refused(memory(action, key="k", **given, **here), "No document with the key")
            assert "Did you mean" not in error
        assert "k" not in keys(memory("list", **here))
        assert "k" not in keys(memory("list", tags=["t"], **here))
        for query in ("secret plan", "plan", "quick"):
            assert "k" not in keys(memory("search", query=query, **here))
            assert "k" not in keys(memory("search", query=query, preprocess=False, **here))
    memory("store", key="k", message="mine", user_id="bob")
    memory("append", key="k", message="mine", user_id="bob")
    assert value(memory, "k", user_id="ann") == f"secret plan {START}a{END}"
    assert memory("delete", key="k", user_id="bob")["success"]
    assert value(memory, "k", user_id="ann") == f"secret plan {START}a{END}"
    assert recall.search("secret plan").results.hits == ()
    assert recall.log(namespace="cid") == ()
    with pytest.raises(NotFoundError):
        recall.get("k")
    ann = recall.log(namespace="ann")[0].id
    for call in (recall.forget, recall.unforget, recall.history, recall.memory):
        with pytest.raises(NotFoundError):
            call(ann, namespace="bob")


# --- what holds for all that is saved ---------------------------------------------------------


def test_a_secret_is_refused_wherever_it_would_come_in(recall, memory):
    memory("store", key="k", message=f"text {START}a{END}")
    token = "ghp_" + "a1B2" * 9
    given = {"start_marker": START, "end_marker": END}
    for answer in (
        memory("store", key="x", message=f"one\n{token}"),
        memory("append", key="k", message=f"one\n{token}"),
        memory("replace_section", key="k", new_content=f"one\n{token}", **given),
    ):
        refused(answer, "line 2 holds what looks like a GitHub token")
    assert value(memory, "k") == f"text {START}a{END}"
    recall.store_document("x", token, allow_secrets=True)
    assert value(memory, "x") == token


def test_private_parts_are_left_out_and_said(memory):
    answer = memory("store", key="k", message="open <private>closed</private>")
    assert answer["results"][0]["notes"] == ["Left out: 1 private part."]
    assert value(memory, "k") == "open"
    refused(memory("append", key="k", message="<private>all</private>"), "private")


def test_a_forgotten_text_is_not_stored_under_a_key_unless_forced(recall, memory):
    recall.forget(recall.remember("Standup is at ten").memory.id)
    refused(memory("store", key="k", message="standup is at TEN"), "was forgotten on")
    recall.store_document("k", "standup is at TEN", force=True)
    assert value(memory, "k") == "standup is at TEN"


# --- the journal ------------------------------------------------------------------------------


def test_every_change_of_a_document_can_be_undone_and_done_again(recall, memory):
    given = {"key": "k", "start_marker": START, "end_marker": END}
    states = [None]
    for action, more in (
        ("store", {"message": f"one {START}a{END}"}),
        ("append", {"message": "two"}),
        ("replace_section", {**given, "new_content": "b"}),
        ("append", {"message": "three"}),
        ("delete", {}),
        ("store", {"message": "anew"}),
    ):
        assert memory(action, **{"key": "k", **more})["success"]
        states.append(memory("get", key="k").get("value"))
    for expected in reversed(states[:-1]):
        recall.undo()
        assert memory("get", key="k").get("value") == expected
    undos = [change.number for change in recall.log(limit=6)]
    for number, expected in zip(undos, states[1:], strict=True):
        recall.undo(number)
        assert memory("get", key="k").get("value") == expected


def test_an_append_is_not_undone_under_a_later_change(recall, memory):
    memory("store", key="k", message="one")
    memory("append", key="k", message="two")
    memory("append", key="k", message="two")
    second, first = (change.number for change in recall.log(limit=2))
    with pytest.raises(RefusedError, match="changed since"):
        recall.undo(first)
    recall.undo(second)
    recall.undo(first)
    assert value(memory, "k") == "one"


def test_what_was_appended_and_taken_back_does_not_keep_a_store_from_being_undone(
    recall, memory, clock
):
    memory("store", key="k", message="one")
    clock.now += DAY
    memory("append", key="k", message="two")
    recall.undo()
    recall.undo()
    refused(memory("get", key="k"), "No document")


def test_the_journal_notes_what_was_appended_and_not_the_document(recall, memory):
    memory("store", key="k", message="one " * 1_000)
    memory("append", key="k", message="two")
    [change] = recall.log(limit=1)
    assert (change.action, change.before["text"], change.after["text"]) == ("append", "", "\n\ntwo")
    assert change.after["at"] == 4_000
    assert [each.action for each in recall.history(change.id)] == ["store", "append"]


def test_a_deleted_document_comes_back_by_its_id(recall, memory):
    memory("store", key="k", message="one")
    memory("append", key="k", message="two")
    deleted = memory("delete", key="k")["results"][0]["id"]
    assert recall.unforget(deleted).key == "k"
    assert value(memory, "k") == "one\n\ntwo"


def test_a_key_that_is_taken_by_now_is_not_taken_back(recall, memory):
    memory("store", key="k", message="one")
    deleted = memory("delete", key="k")["results"][0]["id"]
    [change] = recall.log(limit=1)
    memory("store", key="k", message="two")
    with pytest.raises(RefusedError, match="key"):
        recall.unforget(deleted)
    with pytest.raises(RefusedError, match="key"):
        recall.undo(change.number)
    assert value(memory, "k") == "two"
    memory("delete", key="k")
    recall.undo(change.number)
    assert value(memory, "k") == "one"


def test_a_document_is_no_memory_to_be_replaced(recall, memory):
    memory("store", key="k", message="one")
    [found] = memory("search", query="one")["results"]
    with pytest.raises(UsageError, match="is the document 'k'"):
        recall.remember("two", replace=found["id"])


def test_nothing_is_left_of_an_erased_document(tmp_path, recall, memory):
    memory("store", key="k", message="quokka " * 50)
    memory("append", key="k", message="numbat")
    [found] = memory("search", query="quokka")["results"]
    recall.forget(found["id"], erase=True)
    for path in tmp_path.iterdir():
        data = path.read_bytes().lower()
        assert b"quokka" not in data
        assert b"numbat" not in data
