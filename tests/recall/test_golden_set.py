"""Golden sets on disk: written and read again, and one clear sentence where they are broken."""

import json
from pathlib import Path

import pytest

from recall.errors import UsageError
from recall.evaluate.corpus import read_judgements, read_queries
from recall.evaluate.golden import Golden, Question
from recall.evaluate.golden_set import demand_place, find_set, read_kinds, write_set

MADE = Golden(
    root="/notes",
    notes=3,
    questions=(
        Question("alias", "Countess Lovelace", ("Ada.md", "People/B b.md")),
        Question("alias", "种子", ("种子.md",)),
        Question("anchor", "brass wheels carry", ("Ada.md",), ("Engine.md",)),
    ),
    candidates={"alias": 7, "anchor": 1, "quote": 0},
    unread=(),
)


def test_a_set_is_read_as_it_was_written(tmp_path):
    folder = str(tmp_path / "made" / "here")
    manifest = write_set(folder, MADE, {"seed": 0})
    files = find_set(folder)
    assert files.vault == "/notes"
    assert [(query.id, query.query) for query in read_queries(files.queries)] == [
        ("alias-001", "Countess Lovelace"), ("alias-002", "种子"), ("anchor-001", "brass wheels carry"),
    ]  # fmt: skip
    assert read_judgements(files.qrels) == {
        "alias-001": {"Ada.md": 1, "People/B b.md": 1},
        "alias-002": {"种子.md": 1},
        "anchor-001": {"Ada.md": 1, "Engine.md": -1},
    }
    assert read_kinds(files.kinds) == {
        "alias-001": "alias", "alias-002": "alias", "anchor-001": "anchor",
    }  # fmt: skip
    assert manifest == json.loads(Path(folder, "manifest.json").read_text())
    assert manifest["kinds"] == {
        "alias": {"questions": 2, "candidates": 7},
        "anchor": {"questions": 1, "candidates": 1},
        "quote": {"questions": 0, "candidates": 0},
    }


@pytest.mark.parametrize(
    ("manifest", "sentence"),
    [
        (None, "there is no set of questions. Make one: recall eval build --vault PATH --out "),
        ("", "cannot be read: "),
        ("{", "cannot be read: "),
        ("[" * 100_000, "cannot be read: "),
        (b"\xff\xfe", "cannot be read: "),
        ("[]", "does not say which vault the set was made of."),
        ("null", "does not say which vault the set was made of."),
        ("{}", "does not say which vault the set was made of."),
        ('{"vault": 7}', "does not say which vault the set was made of."),
        ('{"vault": ""}', "does not say which vault the set was made of."),
        ('{"vault": "a\\u0000b"}', "does not say which vault the set was made of."),
        ('{"vault": "\\ud800"}', "does not say which vault the set was made of."),
    ],
)
def test_a_broken_manifest_is_one_sentence(manifest, sentence, tmp_path):
    if manifest is not None:
        text = manifest if isinstance(manifest, bytes) else manifest.encode()
        (tmp_path / "manifest.json").write_bytes(text)
    with pytest.raises(UsageError) as raised:
        find_set(str(tmp_path))
    assert sentence in str(raised.value)
    assert "\n" not in str(raised.value)
    assert len(str(raised.value)) < 400


@pytest.mark.parametrize("line", ["alias-001", "alias-001\talias\tmore", "alias-001 alias"])
def test_a_kind_that_is_no_pair_is_named_with_its_line(line, tmp_path):
    path = tmp_path / "kinds.tsv"
    path.write_text(f"q0\talias\n\n{line}\n")
    with pytest.raises(UsageError, match=r"kinds\.tsv:3: not two columns: query id, kind\."):
        read_kinds(str(path))


def test_a_place_is_demanded_before_any_work(tmp_path):
    vault = tmp_path / "vault"
    vault.mkdir()
    (tmp_path / "link").symlink_to(vault)
    for folder in ("vault", "vault/in/it", "link/set", "link"):
        with pytest.raises(UsageError, match="lies in the vault"):
            demand_place(str(tmp_path / folder), str(vault), replace=True)
    demand_place(str(tmp_path / "elsewhere"), str(vault), replace=False)
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "letter.txt").write_text("mine")
    with pytest.raises(UsageError, match="is not empty and has no set"):
        demand_place(str(tmp_path / "full"), str(vault), replace=True)
