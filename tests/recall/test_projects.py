"""One project, however it is named."""

import shutil
import subprocess

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recall.memory.projects import identity, spelled


@pytest.mark.parametrize(
    "spelling",
    [
        "git@github.com:example/repo.git", "git@github.com:example/repo", "github.com:example/repo",
        "git@GitHub.com:example/repo.git", "git@github.com:/example/repo.git",
        "ssh://git@github.com/example/repo.git", "ssh://git@github.com:22/example/repo",
        "git+ssh://git@github.com/example/repo.git", "git://github.com/example/repo.git",
        "https://github.com/example/repo", "https://github.com/example/repo.git",
        "https://github.com/example/repo/", "https://github.com/example/repo.git/",
        "http://github.com/example/repo", "HTTPS://GITHUB.COM/example/repo",
        "https://user@github.com/example/repo.git", "https://user:token@github.com:443/example/repo",
        "https://github.com:8443/example/repo", "https://github.com//example//repo",
        "https://github.com/example/repo?tab=readme#top", "github.com/example/repo",
        "  git@github.com:example/repo.git\n",
    ],
)  # fmt: skip
def test_every_spelling_of_a_remote_is_one_project(spelling):
    assert identity(spelling) == spelled(spelling) == "github.com/example/repo"


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("git@github.com:example/repo", "git@gitlab.com:example/repo"),
        ("git@github.com:example/repo", "git@github.com:example/repo2"),
        ("git@github.com:example/repo", "git@github.com:examples/repo"),
        ("git@host.org:a/b/c.git", "git@host.org:a/c.git"),
    ],
)
def test_other_remotes_are_other_projects(one, other):
    assert identity(one) != identity(other)


@pytest.mark.parametrize(
    "name", ["recall", "My project", "learn:topic", "a/b", "v1.2", "日本", "C:\\nowhere"]
)
def test_a_name_that_is_no_remote_is_kept(name):
    assert spelled(name) == name


@given(st.text(max_size=60))
def test_any_text_has_an_identity(text):
    assert isinstance(spelled(text), str)
    assert spelled(spelled(text)) == spelled(text)


def git(folder, *arguments):
    subprocess.run(
        ["git", "-c", "user.name=a", "-c", "user.email=a@b.c", "-c", "protocol.file.allow=always",
         "-C", str(folder), *arguments],
        check=True, capture_output=True,
    )  # fmt: skip


@pytest.fixture
def clone(tmp_path):
    if not shutil.which("git"):
        pytest.skip("needs git")
    folder = tmp_path / "clone"
    folder.mkdir()
    git(folder, "init", "-q")
    git(folder, "commit", "-q", "--allow-empty", "-m", "first")
    git(folder, "remote", "add", "upstream", "https://github.com/other/repo")
    git(folder, "remote", "add", "origin", "git@github.com:example/repo.git")
    return folder


def test_a_clone_is_its_remote_also_from_below_a_worktree_and_by_a_link(
    clone, tmp_path, monkeypatch
):
    expected = "github.com/example/repo"
    below = clone / "src" / "deep"
    below.mkdir(parents=True)
    git(clone, "worktree", "add", "-q", str(tmp_path / "tree"))
    (tmp_path / "link").symlink_to(clone)
    for place in (clone, below, tmp_path / "tree", tmp_path / "link", f"{clone}/"):
        assert identity(str(place)) == expected
    assert identity(f"file://{clone}") == expected
    monkeypatch.chdir(below)
    assert identity(".") == identity("..") == identity("./") == expected
    monkeypatch.setenv("HOME", str(tmp_path))
    assert identity("~/clone") == expected


def test_a_submodule_is_its_own_remote_and_a_clone_of_a_path_that_of_the_path(clone, tmp_path):
    git(tmp_path, "clone", "-q", str(clone), "second")
    assert identity(str(tmp_path / "second")) == "github.com/example/repo"
    outer = tmp_path / "outer"
    outer.mkdir()
    git(outer, "init", "-q")
    git(outer, "submodule", "add", "-q", str(clone), "part")
    git(outer / "part", "remote", "set-url", "origin", "https://host.org/part.git")
    assert identity(str(outer / "part")) == "host.org/part"
    assert identity(str(outer)) == str(outer.resolve())


def test_a_bare_repository_and_a_clone_without_a_remote_are_their_folder(clone, tmp_path):
    git(tmp_path, "clone", "-q", "--bare", str(clone), "bare.git")
    git(clone, "remote", "remove", "origin")
    git(clone, "remote", "remove", "upstream")
    assert identity(str(clone)) == str(clone.resolve())
    assert identity(str(tmp_path / "bare.git")) == str(clone.resolve())  # its origin is the clone


@pytest.mark.parametrize(
    "config",
    [
        "",
        "[remote",
        '[remote "origin"]\nurl',
        "\x00\xff",
        '[remote "origin"]\nurl = \n',
        "[core]\nurl = x",
    ],
)
def test_broken_settings_of_git_are_no_trouble(clone, config):
    (clone / ".git" / "config").write_bytes(config.encode("latin-1"))
    assert identity(str(clone)) == str(clone.resolve())


def test_what_is_not_there_is_itself(tmp_path):
    assert identity(str(tmp_path / "nowhere")) == str((tmp_path / "nowhere").resolve())
    assert identity("/\0") == identity("/\0")


def test_a_remote_that_leads_round_in_a_circle_ends(clone):
    git(clone, "remote", "set-url", "origin", str(clone))
    assert identity(str(clone)) == str(clone.resolve())
