"""What sync tools do to a vault from outside: placeholders, old times, other spellings of a name."""

import os

import pytest


@pytest.fixture
def cloud(desk):
    """A vault of which iCloud can take a file away from this disk and bring it back."""

    def unload(path):
        folder, _, name = path.rpartition("/")
        (desk.root / path).rename(desk.root / folder / f".{name}.icloud")

    def load(path):
        folder, _, name = path.rpartition("/")
        (desk.root / folder / f".{name}.icloud").rename(desk.root / path)

    desk.unload, desk.load = unload, load
    desk.write("a/Plan.md", "kelp [[Home]]")
    desk.write("Home.md", "[[Plan]] ![[pic.png]]")
    desk.write("pic.png")
    desk.sync()
    return desk


def test_a_file_that_is_only_in_the_cloud_is_not_deleted(cloud):
    """OBSIDIAN.md R300."""
    before = cloud.hit("kelp")
    cloud.unload("a/Plan.md")
    cloud.unload("pic.png")
    (status,) = cloud.recall.vault_status()
    assert status.waiting_removed == 0
    report = cloud.sync()
    assert (report.added, report.removed, report.passages) == (0, 0, 0)
    assert cloud.hit("kelp").id == before.id
    (check,) = cloud.recall.check_vault()
    assert check.findings == ()
    read = cloud.get("Plan")
    assert (read.text, read.file_state) == ("kelp [[Home]]", "away")
    cloud.load("a/Plan.md")
    assert cloud.sync().removed == 0
    assert cloud.get("Plan").file_state == "as indexed"


def test_a_file_that_the_cloud_brings_back_changed_is_read(cloud):
    cloud.unload("a/Plan.md")
    cloud.sync()
    (cloud.root / "a" / ".Plan.md.icloud").unlink()
    cloud.write("a/Plan.md", "urchin")
    assert cloud.sync().changed == 1
    assert cloud.found("urchin") == ["a/Plan.md"]
    assert cloud.found("kelp") == []


def test_a_file_whose_placeholder_goes_is_deleted(cloud):
    cloud.unload("a/Plan.md")
    cloud.sync()
    (cloud.root / "a" / ".Plan.md.icloud").unlink()
    assert cloud.sync().removed == 1
    assert cloud.found("kelp") == []


def test_a_file_that_never_was_on_this_disk_comes_when_it_is_loaded(desk):
    desk.write("Home.md", "[[Plan]]")
    desk.write(".Plan.md.icloud", "bplist")
    assert desk.sync().added == 1
    (desk.root / ".Plan.md.icloud").unlink()
    desk.write("Plan.md", "kelp")
    assert desk.sync().added == 1
    assert desk.recall.check_vault()[0].findings == ()


def rewrite(file, text):
    """Other content under the same size and times."""
    old = file.stat()
    assert len(text) == old.st_size
    file.write_text(text)
    os.utime(file, ns=(old.st_atime_ns, old.st_mtime_ns))


def test_another_content_is_seen_though_size_and_time_are_the_old_ones(desk):
    """OBSIDIAN.md R301: a tool that restores times."""
    desk.write("a.md", "kelp")
    desk.sync()
    rewrite(desk.root / "a.md", "eels")
    assert desk.sync().changed == 1
    assert desk.found("eels") == ["a.md"]


def test_another_time_with_the_same_content_is_no_change(desk):
    desk.write("a.md", "kelp", days_old=9)
    desk.sync()
    for days in (3, 30):
        desk.write("a.md", "kelp", days_old=days)
        report = desk.sync()
        assert (report.changed, report.unchanged, report.passages) == (0, 1, 0)
        assert round(desk.hit("kelp").currency.age_days) == days


@pytest.mark.parametrize(
    ("old", "new"),
    [("Cafe\u0301.md", "Café.md"), ("Café.md", "Cafe\u0301.md"), ("note.md", "Note.md")],
)
def test_another_spelling_of_a_name_is_a_rename(desk, old, new):
    """OBSIDIAN.md R256, R301: whatever else was changed meanwhile, the note keeps its id."""
    desk.write(old, "kelp")
    desk.write("s.md", f"[[{old[:-3]}]]")
    desk.sync()
    before = desk.hit("kelp").id
    desk.move(old, new)
    desk.write(new, "kelp and eels")
    report = desk.sync()
    assert (report.added, report.moved, report.removed) == (0, 1, 0)
    hit = desk.hit("eels")
    assert (hit.id, hit.path) == (before, new)
    assert desk.recall.check_vault(kinds="unresolved-link")[0].findings == ()
