"""Saving, listing, forgetting: each sentence of the family's description, at its boundaries."""

from pathlib import Path

import pytest
from storehouse import check

from recall.api import Recall
from recall.disclosure.json_form import answer_json, dump
from recall.disclosure.memories import memory_line
from recall.disclosure.text import answer_text
from recall.errors import ForgottenError, NotFoundError, RefusedError, UsageError

NOW = 1_796_040_000.0
DAY = 86_400.0
REPOSITORY = "git@github.com:example/repo.git"


class Clock:
    def __init__(self):
        self.now = NOW

    def __call__(self):
        return self.now

    def pass_days(self, days):
        self.now += days * DAY


@pytest.fixture
def clock(monkeypatch):
    made = Clock()
    monkeypatch.setattr("time.time", made)
    return made


@pytest.fixture
def recall(tmp_path, clock):
    path = str(tmp_path / "recall.db")
    with Recall.open(path, writable=True) as opened:
        yield opened
    check(path)


def ids(found):
    return [memory.id for memory in found.memories]


# husk, remember: "Store a new memory."
def test_what_is_remembered_is_there_with_all_its_fields(recall):
    answer = recall.remember(
        "The hub listens on port 8443.",
        scope="project", project=REPOSITORY, title="Port of the hub", type="Fact",
        tags=["#hub", "net/ports", "HUB"], importance=0.7, pinned=True, session="s1",
        valid_until=NOW + DAY, event_date=NOW - DAY,
    )  # fmt: skip
    memory = answer.memory
    assert (answer.duplicate, answer.contradicts, answer.why) == (False, (), ())
    assert memory == recall.memory(memory.id)
    assert memory.content == "The hub listens on port 8443."
    assert (memory.scope, memory.project) == ("project", "github.com/example/repo")
    assert (memory.created_at, memory.updated_at) == (NOW, NOW)
    assert (memory.title, memory.type, memory.importance) == ("Port of the hub", "fact", 0.7)
    assert memory.tags == ("hub", "net/ports")
    assert (memory.pinned, memory.private, memory.session) == (True, False, "s1")
    assert (memory.valid_until, memory.event_date) == (NOW + DAY, NOW - DAY)


# husk, remember: "scope ... Memory scope. Default: "session""
# husk, TTL defaults: session 30 days (2,592,000s), project 90 days (7,776,000s), global forever
@pytest.mark.parametrize(
    ("scope", "lives"),
    [(None, 2_592_000), ("session", 2_592_000), ("project", 7_776_000), ("global", None)],
)
@pytest.mark.parametrize("ttl", [None, 0])
def test_a_scope_has_its_default_lifetime(recall, scope, lives, ttl):
    memory = recall.remember("Words of mine", scope=scope, ttl=ttl).memory
    assert memory.scope == (scope or "session")
    assert memory.expires_at == (None if lives is None else NOW + lives)


# husk, remember: "ttl ... TTL in seconds. 0 or omitted = scope default"
@pytest.mark.parametrize("scope", ["session", "project", "global"])
@pytest.mark.parametrize("ttl", [1, 2_592_001, 3_153_600_000])
def test_a_ttl_of_its_own_counts_in_seconds(recall, scope, ttl):
    assert recall.remember("Words", scope=scope, ttl=ttl).memory.expires_at == NOW + ttl


@pytest.mark.parametrize(
    "wrong",
    [
        {"ttl": -1}, {"ttl": 1.5}, {"ttl": True}, {"ttl": "60"}, {"ttl": 3_153_600_001},
        {"scope": "Session"}, {"scope": ""}, {"scope": "user"},
        {"importance": 1.01}, {"importance": -0.01}, {"importance": float("nan")},
        {"content": ""}, {"content": " \n"}, {"content": None}, {"content": 3},
        {"content": "x" * 1_000_001},
        {"type": "two words"}, {"type": ""}, {"tags": ["two words"]}, {"tags": "#"},
        {"project": ""}, {"project": "x" * 501}, {"namespace": ""}, {"title": " "},
        {"valid_until": 1e20}, {"client": ""},
    ],
    ids=repr,
)  # fmt: skip
def test_what_is_out_of_range_is_refused_with_a_sentence(recall, wrong):
    with pytest.raises(UsageError, match=rf"{next(iter(wrong))[:3]}.*\."):
        recall.remember(**({"content": "Words"} | wrong))
    assert recall.list_memories().total == 0


def test_the_longest_text_is_kept_whole(recall):
    text = ("word " * 200_000)[:1_000_000]
    assert recall.memory(recall.remember(text).memory.id).content == text


# husk, remember: "if a similar memory already exists, returns it instead of creating a new one"
# husk, Dedup behavior: "the existing memory is returned with `duplicate: true`"
def test_the_same_in_other_words_is_answered_with_what_is_there(recall):
    first = recall.remember("This project uses dayjs for date parsing, not moment.").memory
    answer = recall.remember("this project uses dayjs for parsing dates, not moment")
    assert answer.duplicate
    assert answer.memory == first
    assert answer.similarity > 0.92
    assert "says the same" in answer.why[0]
    assert recall.list_memories().total == 1


# husk, Dedup behavior: "scores above the dedup threshold (default 0.92)"
@pytest.mark.parametrize(
    "other",
    [
        "Port 5433 is open", "Port 5432 is not open", "Port 5432 is closed", "Pier 5432 is open",
        "Port 5432 was open", "Port 5432 must be open",
    ],
)  # fmt: skip
def test_another_value_is_no_duplicate(recall, other):
    recall.remember("Port 5432 is open")
    assert not recall.remember(other).duplicate


# husk, Dedup behavior: "memories from the same user"
def test_a_memory_of_another_user_is_no_duplicate(recall):
    recall.remember("Port 5432 is open", namespace="ann")
    assert not recall.remember("Port 5432 is open", namespace="Ann").duplicate
    assert not recall.remember("Port 5432 is open").duplicate
    assert recall.remember("Port 5432 is open.", namespace="ann").duplicate


def test_this_project_is_another_one_in_another_project(recall):
    recall.remember("This project uses tabs", project="github.com/a/one", scope="project")
    assert not recall.remember(
        "This project uses tabs", project="https://github.com/a/two", scope="project"
    ).duplicate
    assert recall.remember("This project uses tabs").duplicate


def test_what_ended_is_no_duplicate(recall, clock):
    first = recall.remember("Port 5432 is open", ttl=60).memory
    clock.now += 60
    second = recall.remember("Port 5432 is open").memory
    assert second.id != first.id


# husk, remember: "force ... Skip duplicate check and store anyway"
def test_force_stores_it_twice(recall):
    first = recall.remember("Port 5432 is open").memory
    answer = recall.remember("Port 5432 is open", force=True)
    assert (answer.duplicate, answer.memory.id == first.id) == (False, False)
    assert recall.list_memories().total == 2


# husk, remember: "replace ... ID of an existing memory to overwrite"
def test_replace_overwrites_that_memory(recall, clock):
    first = recall.remember("Port 5432 is open", scope="global", tags="net", type="fact").memory
    recall.remember("Port 80 is open")
    clock.pass_days(3)
    answer = recall.remember("Port 80 is open", replace=first.id.upper())
    memory = answer.memory
    assert not answer.duplicate
    assert (memory.id, memory.content, memory.title) == (
        first.id,
        "Port 80 is open",
        "Port 80 is open",
    )
    assert (memory.scope, memory.tags, memory.type) == ("global", ("net",), "fact")
    assert (memory.created_at, memory.updated_at) == (NOW, NOW + 3 * DAY)
    assert recall.search("5432").results.hits == ()
    assert recall.list_memories().total == 2


def test_to_replace_what_is_not_there_is_an_error(recall):
    other = recall.remember("Port 80 is open", namespace="ann").memory
    for missing in ("nothing1", other.id):
        with pytest.raises(NotFoundError, match="No memory"):
            recall.remember("Words", replace=missing)
        with pytest.raises(NotFoundError, match="No memory"):
            recall.remember("Words", supersedes=missing)
    assert recall.list_memories().total == 0


# husk, forget: "Delete a memory by ID."
def test_forget_takes_it_out_of_list_search_and_get(recall):
    memory = recall.remember("The marmalade is on the shelf").memory
    done = recall.forget(memory.id)
    assert (done.id, done.deleted, done.erased) == (memory.id, True, False)
    assert recall.list_memories().total == 0
    assert recall.search("marmalade").results.hits == ()
    for call in (recall.get, recall.memory, recall.forget, recall.confirm):
        with pytest.raises(NotFoundError):
            call(memory.id)


def test_the_dead_stay_dead_unless_forced(recall):
    memory = recall.remember("The marmalade is on the shelf").memory
    recall.forget(memory.id, reason="it is eaten")
    with pytest.raises(
        ForgottenError, match=r"forgotten on 2026-.* \(it is eaten\).*force"
    ) as caught:
        recall.remember("the MARMALADE is on the shelf!")
    assert caught.value.exit_code == 1
    assert recall.remember("The marmalade is on the shelf", namespace="ann").memory
    forced = recall.remember("The marmalade is on the shelf", force=True).memory
    assert recall.remember("The marmalade is on the shelf").memory.id == forced.id


def test_unforget_brings_it_back_as_it_was_within_thirty_days(recall, clock):
    memory = recall.remember("The marmalade is on the shelf", scope="global", tags="jam").memory
    recall.forget(memory.id)
    clock.pass_days(30)
    assert recall.unforget(memory.id) == memory
    assert [hit.id for hit in recall.search("marmalade").results.hits] == [memory.id]
    assert recall.remember("The marmalade is on the shelf").duplicate
    with pytest.raises(NotFoundError, match="It is there"):
        recall.unforget(memory.id)


def test_after_thirty_days_it_cannot_be_brought_back_and_stays_dead(recall, clock):
    memory = recall.remember("The marmalade is on the shelf", scope="global").memory
    recall.forget(memory.id)
    clock.now += 30 * DAY + 1
    with pytest.raises(NotFoundError, match="keeping time of 30 days is over"):
        recall.unforget(memory.id)
    with pytest.raises(ForgottenError):
        recall.remember("The marmalade is on the shelf")


# husk, list_memories: "List all memories with optional filters. Returns full memory objects including IDs"
def test_list_gives_full_objects_newest_first(recall, clock):
    made = []
    for name in ("alpha", "beta", "gamma"):
        made.insert(0, recall.remember(f"The word {name}").memory)
        clock.now += 1
    assert recall.list_memories().memories == tuple(made)
    assert recall.list_memories().total == 3


# husk, list_memories: "project ... Filter by git remote / project", "scope ... Filter by scope"
def test_list_filters_by_project_and_scope(recall):
    one = recall.remember("The word alpha", project=REPOSITORY, scope="project").memory
    two = recall.remember("The word beta", project="https://github.com/example/repo").memory
    recall.remember("The word gamma", scope="project")
    assert set(ids(recall.list_memories(project="ssh://git@github.com/Example/repo"))) == {
        one.id,
        two.id,
    }
    assert ids(recall.list_memories(REPOSITORY, "project")) == [one.id]
    assert recall.list_memories(scope="project").total == 2
    assert recall.list_memories(scope="global").total == 0


# husk, list_memories: "limit ... integer (1-200) ... Default: 50", "offset ... Default: 0"
def test_list_has_pages(recall):
    for number in range(203):
        recall.remember(f"Number {number}", force=True)
    whole = recall.list_memories(limit=200)
    assert (len(whole.memories), whole.total, whole.limit, whole.offset) == (200, 203, 200, 0)
    assert len(recall.list_memories().memories) == 50
    assert len(recall.list_memories(limit=1).memories) == 1
    rest = recall.list_memories(limit=200, offset=200)
    assert len(rest.memories) == 3
    assert not set(ids(rest)) & set(ids(whole))
    assert ids(recall.list_memories(limit=200, offset=203)) == []


@pytest.mark.parametrize("wrong", [{"limit": 0}, {"limit": 201}, {"offset": -1}, {"limit": "5"}, {"scope": "all"}])  # fmt: skip
def test_a_list_out_of_range_is_refused(recall, wrong):
    with pytest.raises(UsageError):
        recall.list_memories(**wrong)


# husk, search: "Filter by scope", "Filter by git remote / project"
def test_search_filters_by_scope_and_project(recall):
    one = recall.remember("jam in the cellar", project=REPOSITORY, scope="project").memory
    two = recall.remember("jam in the attic", scope="global").memory
    hits = recall.search("jam", project="https://github.com/example/repo.git").results.hits
    assert [hit.id for hit in hits] == [one.id]
    assert [hit.id for hit in recall.search("jam", scope="global").results.hits] == [two.id]
    hits = recall.search(f"jam project:{REPOSITORY}").results.hits
    assert [hit.id for hit in hits] == [one.id]
    with pytest.raises(UsageError):
        recall.search("jam", scope="all")


def test_a_memory_that_ended_is_gone_from_search_and_list_at_once(recall, clock):
    recall.remember("jam in the cellar", ttl=60)
    clock.now += 59
    assert len(recall.search("jam").results.hits) == recall.list_memories().total == 1
    clock.now += 1
    assert len(recall.search("jam").results.hits) == recall.list_memories().total == 0


def test_purge_takes_out_what_ended_after_saying_so(recall, clock):
    memory = recall.remember("jam in the cellar", ttl=60).memory
    recall.remember("jam in the attic", scope="global")
    clock.now += 60
    dry = recall.purge(dry_run=True)
    assert [each.id for each in dry.memories] == [memory.id]
    assert recall.memory(memory.id)
    assert recall.purge().memories == dry.memories
    with pytest.raises(NotFoundError):
        recall.memory(memory.id)
    assert recall.purge().memories == ()
    assert recall.remember("jam in the cellar").memory.id != memory.id  # it ended, nobody forgot it


def test_a_hit_of_a_memory_is_read_by_its_id(recall):
    text = "# Pumps\n\nThe pump is blue.\n\n## Spare\n\nA spare one stands in the shed."
    memory = recall.remember(text, type="fact", tags="water").memory
    (hit,) = recall.search("spare shed").results.hits
    assert (hit.id, hit.path, hit.uri, hit.source) == (memory.id, "", None, "memory")
    assert hit.title == memory.title == "Pumps"
    assert hit.citation == hit.address == f"{memory.id}#L5-L7"
    assert "spare one" in recall.get(hit.address).text
    document = recall.get(memory.id)
    assert (document.text, document.uri, document.file_state) == (text, None, "as indexed")
    assert document.properties["type"] == "fact"
    assert document.citation == f"{memory.id}#L1-L7"
    assert recall.get("Pumps").id == memory.id
    assert recall.get(f"{memory.id}#Spare").text.startswith("## Spare")


def test_a_note_wins_over_a_memory_titled_alike(desk):
    desk.write("Pumps.md", "words")
    desk.sync()
    memory = desk.recall.remember("Pumps").memory
    assert desk.get("Pumps").path == "Pumps.md"
    assert desk.get(memory.id).text == "Pumps"
    desk.recall.remove_vault("Vault")
    assert desk.get("Pumps").id == memory.id


def test_a_sync_does_not_touch_memories(desk):
    desk.write("a.md", "words")
    memory = desk.recall.remember("words of a memory", scope="global").memory
    desk.sync()
    desk.delete("a.md")
    desk.sync()
    assert desk.recall.memory(memory.id) == memory
    desk.recall.remove_vault("Vault")
    assert [hit.id for hit in desk.recall.search("words").results.hits] == [memory.id]


def test_supersedes_leaves_the_old_one_findable_behind_the_new_one(recall, clock):
    old = recall.remember("The chat runs on Zulip", scope="global", type="fact").memory
    clock.pass_days(10)
    new = recall.remember("The chat runs on Matrix", scope="global", supersedes=old.id).memory
    assert recall.memory(old.id).superseded_by == new.id
    assert new.supersedes == (old.id,)
    hits = recall.search("chat runs").results.hits
    assert [hit.id for hit in hits] == [new.id, old.id]
    assert hits[1].superseded_by == new.title
    recall.forget(new.id)
    assert recall.memory(old.id).superseded_by is None
    recall.unforget(new.id)
    assert recall.memory(old.id).superseded_by == new.id
    with pytest.raises(UsageError, match="supersede itself"):
        recall.remember("The chat runs on IRC", replace=old.id, supersedes=new.id)


def test_another_value_for_the_same_thing_is_stored_and_said(recall):
    old = recall.remember("The staging database is Postgres").memory
    answer = recall.remember("The staging database is MySQL")
    assert not answer.duplicate
    assert [each.id for each in answer.contradicts] == [old.id]
    assert answer.memory.contradicts == (old.id,)
    assert old.id in answer.why[0]
    assert recall.remember("The kitchen is painted blue").contradicts == ()


# Nothing crosses a namespace.
def test_nothing_leaks_into_another_namespace(recall):
    text = "# Xylophone\n\nThe xylophone is in the attic"
    memory = recall.remember(text, namespace="ann", session="s1").memory
    theirs = recall.remember("Ben's words", namespace="ben").memory
    for namespace in ("default", "Ann", "ann ", "ben"):
        own = {"namespace": namespace}
        results = recall.search("xylophon", **own).results
        assert (results.hits, results.suggestions) == ((), ())
        assert recall.search("tag:x OR xylophone", **own).results.total == 0
        assert memory.id not in ids(recall.list_memories(**own))
        assert all(change.id != memory.id for change in recall.log(**own))
        for call in (
            recall.get, recall.memory, recall.forget, recall.unforget, recall.confirm, recall.cite,
            recall.history,
        ):  # fmt: skip
            with pytest.raises(NotFoundError) as caught:
                call(memory.id, **own)
            assert "ylophone" not in str(caught.value)
        with pytest.raises(NotFoundError) as caught:
            recall.get("Xylophon", **own)
        assert "Did you mean" not in str(caught.value)
        for options in ({"number": 1}, {"session": "s1"}):
            with pytest.raises(NotFoundError):
                recall.undo(**options, **own)
        for option in ("replace", "supersedes"):
            with pytest.raises(NotFoundError):
                recall.remember("Words", **{option: memory.id}, **own)
        answer = recall.remember("The xylophone is in the cellar", force=True, **own)
        assert answer.contradicts == ()
        recall.forget(answer.memory.id, **own)
    assert recall.memory(memory.id, namespace="ann") == memory
    assert recall.memory(theirs.id, namespace="ben").content == "Ben's words"
    assert recall.purge(namespace="ben").memories == ()


SECRETS = {
    "an AWS access key": "AKIA" + "IOSFODNN7EXAMPLE"[:16],
    "a GitHub token": "ghp_" + "a1B2" * 9,
    "a private key": "-----BEGIN RSA PRIVATE " + "KEY-----",
    "a Slack token": "xoxb-" + "123456789012-abcdefABCDEF",
    "a Google API key": "AIza" + "SyA1b2" * 5 + "C3d4e",
    "a Stripe key": "sk_live_" + "4eC39HqLyjWDarjtT1zdp7dc",
    "a password in an address": "postgres://app:" + "s3cr3t-Pw@db.example.org/app",
    "a JSON web token": "eyJhbGciOiJIUzI1NiJ9"
    + ".eyJzdWIiOiIxMjM0NTY3ODkwIn0"
    + ".dozjgNryP4J3jVmNHl0w5N_X",
    "a password or key": 'password = "' + 'hT7$kq92!xPz"',
}


@pytest.mark.parametrize("what", SECRETS)
def test_a_secret_is_refused_with_its_line(recall, what):
    text = f"How to log in\n\nuse {SECRETS[what]} for it"
    with pytest.raises(RefusedError, match=f"line 3 holds what looks like {what}") as caught:
        recall.remember(text, force=True)
    assert SECRETS[what] not in str(caught.value)
    assert recall.remember(text, allow_secrets=True).memory.content == text


@pytest.mark.parametrize(
    "text",
    [
        "The password is in the vault of the team", "commit 3f786850e387550fdab836ed7e6dc881de23001b",
        "id 550e8400-e29b-41d4-a716-446655440000", "password: <your password>", "token=$GITHUB_TOKEN",
        "git@github.com:example/repo.git", "https://user@example.org/path", "secret: rotated monthly",
        "postgres://user:password@localhost/db", "api_key = os.environ['API_KEY']",
        "The token is refreshed hourly by tokenrefresher", "sk-learn and scikit-learn",
        "password is case-sensitive", "sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
    ],
)  # fmt: skip
def test_what_is_no_secret_is_stored(recall, text):
    assert recall.remember(text).memory.content == text


def test_private_text_is_left_out_unless_asked_for(recall):
    text = "Ana is on leave. <private>She is ill.</private> Ben stands in."
    answer = recall.remember(text)
    assert "ill" not in answer.memory.content
    assert "private" in answer.why[0]
    kept = recall.remember(text, keep_private=True, force=True).memory
    assert (kept.content, kept.private) == (text, True)
    assert "ill" not in kept.title
    assert recall.search("ill").results.hits == ()
    assert kept.id not in ids(recall.list_memories())
    assert kept.id in ids(recall.list_memories(private=True))
    assert recall.get(kept.id).text == text
    with pytest.raises(RefusedError, match="all of it is private"):
        recall.remember("<PRIVATE>only\nthis")


# Reinforcement: only by a deliberate use, at most once a session.
def test_a_session_confirms_a_memory_once(recall, clock):
    memory = recall.remember("Seeds dry at 35 degrees", scope="global").memory
    clock.pass_days(2)
    assert recall.confirm(memory.id, session="s1").reinforcements == 1
    assert recall.confirm(memory.id, session="s1").reinforcements == 1
    assert recall.cite(memory.id, session="s1").reinforcements == 1
    assert recall.confirm(memory.id, session="s2").reinforcements == 2
    assert recall.confirm(memory.id).reinforcements == 3
    assert recall.confirm(memory.id).reinforcements == 3
    clock.pass_days(1)
    found = recall.confirm(memory.id)
    assert (found.reinforcements, found.reinforced_at) == (4, clock.now)
    assert found.updated_at == NOW


def test_searching_and_listing_do_not_write(recall):
    memory = recall.remember("Seeds dry at 35 degrees").memory
    recall.search("seeds")
    recall.search_memories("seeds")
    recall.list_memories()
    assert recall.memory(memory.id) == memory
    assert len(recall.log()) == 1


def test_a_memory_that_is_got_counts_as_used_once_a_session(recall, clock):
    memory = recall.remember("Seeds dry at 35 degrees").memory
    clock.pass_days(2)
    for session, uses in (("s1", 1), ("s1", 1), ("s2", 2)):
        recall.get(memory.id, session=session)
        assert recall.memory(memory.id).reinforcements == uses
    assert recall.memory(memory.id).reinforced_at == clock.now
    with Recall.open(recall.store_path) as reader:
        assert reader.get(memory.id, session="s3").text == "Seeds dry at 35 degrees"
    assert recall.memory(memory.id).reinforcements == 2
    recall.undo()  # not the reading, but the saving
    assert recall.list_memories().total == 0


# husk, search: "Search memories by semantic similarity. Returns the most relevant memories for a given query."
def test_search_gives_whole_memories_with_scores_best_first(recall):
    recall.remember("The relay needs a longer cable and a new plug, says Wen")
    saved = recall.remember("The relay needs a cable", scope="global").memory
    recall.store_document("learn:relay", "The relay is in the shed.")
    found = recall.search_memories("relay cable").results
    assert saved in {each.memory for each in found}
    assert [each.score for each in found] == sorted((each.score for each in found), reverse=True)
    found = recall.search_memories("relay").results
    assert {each.memory.key for each in found} == {None, "learn:relay"}
    assert recall.search_memories("nothing like it").results == ()


# husk, search: "limit ... integer (1-50) ... Max results. Default: 10", "max_tokens ... (1-100,000)", "query ... Yes"
@pytest.mark.parametrize(
    "wrong",
    [{"limit": 0}, {"limit": 51}, {"max_tokens": 0}, {"max_tokens": 100_001}, {"query": " "},
     {"scope": "all"}, {"limit": 1.5}, {"project": ""}],
    ids=repr,
)  # fmt: skip
def test_a_search_out_of_range_is_refused(recall, wrong):
    with pytest.raises(UsageError):
        recall.search_memories(**{"query": "x", **wrong})


def test_a_search_has_its_limits(recall):
    for number in range(60):
        recall.remember(f"crate {number} holds apples", force=True)
    assert len(recall.search_memories("apples").results) == 10
    assert len(recall.search_memories("apples", limit=1).results) == 1
    assert len(recall.search_memories("apples", limit=50).results) == 50


# husk, Token budgeting: "fetches up to 50 results internally and returns as many as fit within the token budget"
# husk, search: "max_tokens ... Overrides limit." "Token estimates use ~4 characters per token."
def test_a_budget_is_filled_at_four_characters_a_token(recall):
    for number in range(60):
        recall.remember(f"crate {number:02} has apples", force=True)  # 19 characters: 5 tokens
    found = recall.search_memories("apples", limit=1, max_tokens=24)
    assert (len(found.results), found.tokens, found.withheld) == (4, 20, 46)
    assert recall.search_memories("apples", max_tokens=4).results == ()
    assert len(recall.search_memories("apples", max_tokens=5).results) == 1
    assert len(recall.search_memories("apples", max_tokens=100_000).results) == 50


# husk, search: "scope ... Filter by scope", "project ... Filter by git remote / project"
def test_a_search_of_memories_filters_by_scope_and_project(recall):
    recall.remember("apples here", scope="project", project=REPOSITORY)
    recall.remember("apples there", scope="global", project="other")
    recall.remember("apples of Ann", namespace="ann")
    for options, expected in (
        ({}, {"apples here", "apples there"}), ({"scope": "global"}, {"apples there"}),
        ({"project": "https://github.com/example/repo.git"}, {"apples here"}),
        ({"scope": "session"}, set()), ({"namespace": "ann"}, {"apples of Ann"}),
    ):  # fmt: skip
        found = recall.search_memories("apples", **options).results
        assert {each.memory.content for each in found} == expected


@pytest.mark.parametrize("form", ["index", "summary", "full", "json", "list"])
def test_what_a_search_showed_is_not_stored_again(recall, form):
    saved = recall.remember(
        "The relay in the shed needs a longer cable.", tags=["relay"], scope="global"
    ).memory
    if form == "json":
        shown = dump(answer_json(recall.search("relay cable"))["hits"][0])
    elif form == "list":
        shown = memory_line(saved)
    else:
        shown = answer_text(recall.search("relay cable", detail=form))
    answer = recall.remember(shown)
    assert (answer.duplicate, answer.memory.id) == (True, saved.id), shown
    assert not recall.remember(f"{saved.id} is what the relay's label says, oddly").duplicate


def grep(path, *words):
    """Which of the words stand in the store's file or beside it, in any case."""
    found = set()
    for file in Path(path).parent.iterdir():
        data = file.read_bytes().lower()
        found |= {word for word in words if word.encode() in data}
    return found


WORDS = ("zanzibar", "quokka", "flugelhorn")


@pytest.mark.parametrize("way", ["erase", "erase later", "keeping time", "replace", "purge"])
def test_nothing_is_left_of_what_is_gone(desk, clock, way):
    for number in range(40):
        desk.write(f"Note {number}.md", f"words {number} of a note about Lisbon")
    recall = desk.recall
    memory = recall.remember(
        "zanzibar quokka", title="flugelhorn", scope="global", ttl=432_000
    ).memory
    assert grep(desk.store, *WORDS)
    desk.sync()
    if way == "replace":
        recall.remember("something else", title="other", replace=memory.id)
        clock.now += 30 * DAY + 1
        recall.remember("one more thing")
    elif way == "purge":
        clock.pass_days(6)
        recall.purge()
        clock.now += 30 * DAY + 1
        recall.purge()
    elif way == "keeping time":
        recall.forget(memory.id)
        clock.now += 30 * DAY + 1
        recall.remember("one more thing")
    else:
        if way == "erase later":
            recall.forget(memory.id)
        assert recall.forget(memory.id, erase=True).erased
    assert grep(desk.store, *WORDS) == set()
    assert grep(desk.store, "lisbon") == {"lisbon"}
    desk.close()
    assert grep(desk.store, *WORDS) == set()
