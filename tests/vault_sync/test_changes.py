import os
import unicodedata
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from vault_sync.changes import Changes, Stamp, compare
from vault_sync.model import Census, FileEntry
from vault_sync.vault import Vault

PARTS = st.sampled_from(["a", "A", "b", "é", "e\u0301", "x.md"])
PATHS = st.lists(PARTS, min_size=1, max_size=3).map("/".join)
STAMPS = st.builds(Stamp, *[st.integers(0, 2)] * 3)
WORLDS = st.dictionaries(PATHS, STAMPS, max_size=12)


def entry(path: str, stamp: Stamp = Stamp(1, 1, 1)) -> FileEntry:  # noqa: B008
    return FileEntry(path, "note", *stamp)


def census(
    world: dict[str, Stamp], unreadable: tuple[str, ...] = (), placeholders: tuple[str, ...] = ()
) -> Census:
    files = tuple(entry(path, stamp) for path, stamp in sorted(world.items()))
    return Census(files, unreadable, placeholders, ())


def apply(known: dict[str, Stamp], changes: Changes) -> dict[str, Stamp]:
    after = {path: stamp for path, stamp in known.items() if path not in set(changes.removed)}
    return after | {item.path: Stamp(*item[2:]) for item in changes.added + changes.changed}


@given(WORLDS, WORLDS)
def test_changes_applied_to_what_was_known_give_what_was_found(
    known: dict[str, Stamp], world: dict[str, Stamp]
) -> None:
    changes = compare(known, census(world))
    assert apply(known, changes) == world
    assert len(changes.added) + len(changes.changed) + changes.unchanged_count == len(world)


@given(WORLDS)
def test_nothing_changed_gives_no_changes(world: dict[str, Stamp]) -> None:
    assert compare(world, census(world)) == Changes((), (), (), (), len(world))


@given(WORLDS, WORLDS, st.sets(PATHS, max_size=3))
def test_a39_nothing_below_an_unreadable_folder_is_removed(
    known: dict[str, Stamp], world: dict[str, Stamp], unreadable: set[str]
) -> None:
    changes = compare(known, census(world, tuple(sorted(unreadable))))
    expected = {
        path
        for path in known.keys() - world.keys()
        if not any(path == folder or path.startswith(f"{folder}/") for folder in unreadable)
    }
    assert set(changes.removed) == expected


@given(WORLDS)
def test_a39_nothing_is_removed_when_the_root_cannot_be_read(known: dict[str, Stamp]) -> None:
    assert compare(known, census({}, ("",))).removed == ()


def test_r300_a_placeholder_keeps_what_was_known() -> None:
    known = {"d/Übersicht.md": Stamp(1, 1, 1), "d/b.md": Stamp(1, 1, 1)}
    decomposed = unicodedata.normalize("NFD", "d/Übersicht.md")
    assert compare(known, census({}, placeholders=(decomposed,))).removed == ("d/b.md",)


@given(WORLDS, WORLDS)
def test_respelled_pairs_are_also_removed_and_added(
    known: dict[str, Stamp], world: dict[str, Stamp]
) -> None:
    changes = compare(known, census(world))
    olds, news = [old for old, _ in changes.respelled], [new for _, new in changes.respelled]
    assert len(set(olds)) == len(olds) <= len(changes.removed)
    assert len(set(news)) == len(news)
    assert set(olds) <= set(changes.removed)
    assert set(news) <= {item.path for item in changes.added}


def test_r256_a10_a_change_of_case_or_composition_is_told_as_one_rename() -> None:
    known = {"note.md": Stamp(1, 1, 1), "Їжак.md": Stamp(1, 1, 1), "gone.md": Stamp(1, 1, 1)}
    decomposed = unicodedata.normalize("NFD", "Їжак.md")
    changes = compare(known, census({"Note.md": Stamp(2, 2, 2), decomposed: Stamp(1, 1, 1)}))
    assert changes.respelled == (("note.md", "Note.md"), ("Їжак.md", decomposed))


def test_each_kind_of_change_on_a_real_disk(tmp_path: Path) -> None:
    for name in ("same.md", "longer.md", "touched.md", "gone.md", "moved.md"):
        (tmp_path / name).write_text(name)
    vault = Vault.open(tmp_path)
    known = {item.path: Stamp(*item[2:]) for item in vault.census().files}
    (tmp_path / "longer.md").write_text("longer text")
    os.utime(tmp_path / "touched.md", ns=(1, 1))
    (tmp_path / "gone.md").unlink()
    (tmp_path / "moved.md").rename(tmp_path / "here.md")
    changes = compare(known, vault.census())
    assert [item.path for item in changes.added] == ["here.md"]
    assert [item.path for item in changes.changed] == ["longer.md", "touched.md"]
    assert changes.removed == ("gone.md", "moved.md")
    assert changes.unchanged_count == 1
