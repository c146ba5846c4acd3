"""class Recall: what programs call; opening, closing, vaults, addresses."""

import subprocess
import sys
from pathlib import Path

import pytest
from storehouse import Desk

import recall
from recall.api import Recall
from recall.errors import NotFoundError, RecallError, StoreMissingError, UsageError


def test_the_package_gives_its_names_when_asked_and_is_cheap(desk):
    assert recall.Recall is Recall
    assert set(recall.__all__) <= set(dir(recall))
    for name in recall.__all__:
        assert getattr(recall, name).__name__ == name
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        recall.nothing  # noqa: B018
    program = "import recall, sys; sys.exit('apsw' in sys.modules or 'recall.api' in sys.modules)"
    assert (
        subprocess.run(
            [sys.executable, "-c", program], cwd=Path(recall.__file__).parents[1], check=False
        ).returncode
        == 0
    )


def test_the_store_lies_where_the_user_says(tmp_path, monkeypatch):
    monkeypatch.setenv("RECALL_STORE", str(tmp_path / "mine.db"))
    with pytest.raises(StoreMissingError):
        Recall.open()
    with Recall.open(writable=True) as opened:
        assert opened.store_path == str(tmp_path / "mine.db")
    Recall.open().close()


def test_closing_twice_is_no_error(desk):
    opened = desk.recall
    opened.close()
    opened.close()


def test_a_vault_is_added_listed_found_renamed_removed(desk):
    root = str(desk.root)
    with Recall.open(desk.store, writable=True) as opened:
        status = opened.add_vault(root)
        assert (status.name, status.root, status.available, status.synced) == (
            "Vault",
            root,
            True,
            None,
        )
        assert [each.name for each in opened.vaults()] == ["Vault"]
        assert (
            opened.find_vault("vault") == opened.find_vault(root) == opened.find_vault(f"{root}/")
        )
        assert opened.find_vault("other") is None
        assert opened.add_vault(root, "Garden").name == "Garden"
        assert opened.remove_vault("GARDEN") == 0
        assert opened.vaults() == ()
        with pytest.raises(NotFoundError):
            opened.remove_vault("Garden")


def test_two_vaults_cannot_have_one_name(desk):
    other = Desk(desk.folder / "elsewhere", "Vault")
    desk.recall.vaults()
    with pytest.raises(UsageError, match=r"'Vault' is taken by .*--name") as caught:
        desk.recall.add_vault(str(other.root))
    assert caught.value.exit_code == 2
    assert desk.recall.add_vault(str(other.root), "Second").name == "Second"
    with pytest.raises(UsageError, match="taken"):
        desk.recall.add_vault(str(other.root), "vault")
    assert [each.name for each in desk.recall.vaults()] == ["Second", "Vault"]


def test_a_home_folder_may_be_written_with_a_tilde(desk, monkeypatch):
    monkeypatch.setenv("HOME", str(desk.folder))
    with Recall.open(desk.store, writable=True) as opened:
        assert opened.add_vault("~/Vault").root == str(desk.root)
        assert opened.find_vault("~/Vault") is not None


def test_a_folder_that_was_never_added_has_a_store_of_its_own(desk):
    desk.write("a.md", "words")
    opened, report = Recall.of_vault(str(desk.root))
    with opened:
        assert report.added == 1
        assert opened.search("words").results.total == 1
    again, report = Recall.of_vault(f"{desk.root}/../Vault")
    with again:
        assert (report.added, report.unchanged) == (0, 1)
        assert again.store_path == opened.store_path
    assert not Path(desk.store).exists()


def test_an_address_for_the_app(desk):
    desk.write("Ein Ordner/Über uns.md", "# Plan & Ziel\n\nx ^k1")
    desk.write("b.md", "y")
    desk.sync()
    assert (
        desk.recall.uri("über uns")
        == "obsidian://open?vault=Vault&file=Ein%20Ordner%2F%C3%9Cber%20uns"
    )
    assert desk.recall.uri("Über uns#Plan & Ziel").endswith("%23Plan%20%26%20Ziel")
    assert desk.recall.uri("b#L1") == "obsidian://open?vault=Vault&file=b"
    for hit in desk.search("plan OR y").hits:
        assert desk.get(hit.uri).path == hit.path
    with pytest.raises(NotFoundError):
        desk.recall.uri("nothing like it")


def test_answers_keep_to_their_budget_and_lead_on(desk):
    for number in range(40):
        desk.write(f"Note {number}.md", f"pump number {number} with some more words")
    desk.sync()
    answer = desk.recall.search("pump", limit=40, max_tokens=300)
    assert 0 < answer.tokens <= 300
    assert 0 < len(answer.shown) < 40
    assert sum(each.hits for each in answer.withheld) == 40 - len(answer.shown)
    seen = [each.hit.id for each in answer.shown]
    while answer.cursor:
        answer = desk.recall.search("pump", limit=40, max_tokens=300, cursor=answer.cursor)
        seen += [each.hit.id for each in answer.shown]
    assert len(seen) == len(set(seen)) == 40


def test_paths_may_be_paths_and_numbers_are_none(desk):
    desk.write("a.md", "words")
    with Recall.open(Path(desk.store), writable=True) as opened:
        assert opened.add_vault(desk.root, "Garden").name == "Garden"
        assert opened.find_vault(desk.root).name == "Garden"
        assert opened.sync("Garden")[0].added == 1
        assert opened.sync(desk.root)[0].unchanged == 1
        assert opened.sync([desk.root, "garden"])[1].unchanged == 1
        assert opened.vault_status(desk.root)[0].name == "Garden"
        assert opened.search("words", vault=desk.root).results.total == 1
        assert opened.get("a", vault=desk.root).text == "words"
        assert opened.uri("a", vault=desk.root).endswith("file=a")
        assert opened.remove_vault(desk.root) == 1
    opened, _ = Recall.of_vault(desk.root)
    opened.close()


def test_a_number_is_no_open_file(desk, tmp_path):
    with (tmp_path / "precious").open("w") as file, pytest.raises(UsageError, match="a path"):
        Recall.open(file.fileno(), writable=True)
    for value in (5, True, b"x", 1.5, ["x"]):
        for call in (Recall.open, Recall.of_vault, desk.recall.add_vault, desk.recall.find_vault):
            with pytest.raises(UsageError, match="it must be a path"):
                call(value)
    for value in ("", "a\0b"):
        for call in (Recall.open, Recall.of_vault, desk.recall.add_vault, desk.recall.find_vault):
            with pytest.raises(UsageError, match="which names nothing"):
                call(value)
    for value in (5, [5], [""], ""):
        with pytest.raises(UsageError):
            desk.recall.sync(value)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"detail": "wrong"}, "detail is 'wrong'; it must be index, summary or full."),
        ({"source": "zzz"}, "source is 'zzz'; it must be memory, file, transcript or vault."),
        ({"as_of": float("nan")}, "as_of is nan; it must be seconds since 1970"),
        ({"as_of": float("inf")}, "as_of is inf; it must be seconds since 1970"),
        ({"as_of": "2026"}, "as_of is '2026'; it must be seconds since 1970"),
        ({"query": 5}, "query is 5; it must be a text."),
        ({"query": None}, "query is None; it must be a text."),
        ({"query": b"x"}, "query is b'x'; it must be a text."),
        ({"limit": 2.5}, "limit is 2.5; it must be a whole number."),
        ({"limit": 0}, "limit is 0; it must be a number from 1 to 1,000."),
        ({"limit": True}, "limit is True; it must be a whole number."),
        ({"max_tokens": "9"}, "max_tokens is '9'; it must be a whole number."),
        ({"min_score": float("nan")}, "min_score is nan; it must be a number from 0 to 1."),
        ({"half_life_days": float("nan")}, "half_life_days is nan; it must be a number from 0.01"),
        ({"kind": 5}, "kind is 5; it must be a text."),
        ({"tags": 5}, "tags is 5; it must be a text or a list of texts."),
        ({"tags": ["a", 5]}, "one of the tags is 5; it must be a text."),
        ({"tags": "#"}, "The tag '#' has no name."),
        ({"cursor": 5}, "cursor is 5; it must be a text."),
        ({"cursor": ""}, "'' is not a cursor."),
        ({"vault": "Nobody"}, "No vault 'Nobody'. Known: 'Vault'."),
        ({"vault": ""}, "vault is '', which names nothing."),
        ({"vault": ["Vault", "Other"]}, "vault is ['Vault', 'Other']; it must be a path."),
    ],
)
def test_what_a_search_cannot_take_is_a_usage_error(desk, options, message):
    with pytest.raises(RecallError) as caught:
        desk.recall.search(**{"query": "words"} | options)
    assert str(caught.value).startswith(message)
    assert caught.value.exit_code == 2


def test_a_tag_may_be_given_as_it_stands_in_the_note(desk):
    desk.notes(a="a #work/urgent kelp", b="b kelp")
    desk.sync()
    for tags in ("work", "#work", ["#Work/"], " #work/urgent "):
        assert desk.found("kelp", tags=tags) == ["a.md"]


def test_a_detail_that_does_not_exist_is_refused_by_get(desk):
    desk.write("a.md", "words")
    desk.sync()
    with pytest.raises(UsageError, match="detail is 'wrong'"):
        desk.recall.get("a", detail="wrong")


@pytest.mark.parametrize("sign", ["#", "x", "[["])
def test_an_endless_address_is_refused_and_not_repeated(desk, sign):
    for call in (desk.recall.get, desk.recall.uri):
        with pytest.raises(UsageError, match="100,000 characters, more than the 4,096") as caught:
            call((sign * 100_000)[:100_000])
        assert len(str(caught.value)) < 200
    with pytest.raises(NotFoundError):
        desk.recall.get("#x" * 2_048)


def test_the_store_stays_out_of_the_vault(desk):
    with (
        Recall.open(desk.root / "mine.db", writable=True) as opened,
        pytest.raises(UsageError, match=r"lies in the vault .*where recall writes nothing"),
    ):
        opened.add_vault(desk.root)
