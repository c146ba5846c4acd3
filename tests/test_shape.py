"""The shape of the house: sizes, what the door loads, and names that must agree."""

import ast
import importlib
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import recall

ROOT = Path(__file__).parents[1]
PACKAGES = (ROOT / "recall", ROOT / "vault_sync")
GUIDES = ROOT / "recall" / "guides"
MOST_LINES = 400


def sources():
    return (path for package in PACKAGES for path in package.rglob("*.py"))


def read(path):
    return path.read_text(encoding="utf-8")


def test_no_module_is_too_long_to_hold_in_mind():
    assert {
        str(path.relative_to(ROOT)): lines
        for path in sources()
        if (lines := len(read(path).splitlines())) > MOST_LINES
    } == {}


def test_the_door_for_programs_loads_nothing():
    code = (
        "import sys, importlib, typing; before = set(sys.modules); import recall; "
        "print(*set(sys.modules) - before)"
    )
    ran = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert set(ran.stdout.split()) <= {"__future__", "recall"}


@pytest.mark.parametrize("base", recall.Recall.__bases__, ids=lambda base: base.__name__)
def test_a_class_that_is_loaded_late_has_the_methods_of_its_module(base):
    for name in [name for name in vars(base) if not name.startswith("__")]:
        method = getattr(recall.Recall, name)
        real = getattr(importlib.import_module(method.__module__), base.__name__)
        assert method is getattr(real, name)
        public = {each for each in vars(real) if not each.startswith("_")}
        assert public == {each for each in vars(base) if not each.startswith("_")}


@pytest.mark.parametrize("name", recall.__all__)
def test_every_name_of_the_door_leads_somewhere(name):
    assert getattr(recall, name).__name__ == name
    assert name in dir(recall)


def test_an_unknown_name_of_the_door_is_an_attribute_error():
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        recall.nothing  # noqa: B018


def test_every_floor_has_its_place_in_the_layers():
    settings = tomllib.loads(read(ROOT / "pyproject.toml"))
    contract = settings["tool"]["importlinter"]["contracts"][0]
    placed = {name for layer in contract["layers"] for name in re.split(r" [:|] ", layer)}
    there = {
        f"recall.{path.stem}"
        for path in PACKAGES[0].iterdir()
        if (path.suffix == ".py" and not path.stem.startswith("__"))
        or (path / "__init__.py").exists()
    }
    assert placed == there | {"vault_sync"}


def test_every_page_of_the_manual_that_is_named_exists():
    texts = [*sources(), *GUIDES.glob("*.md"), *ROOT.glob("README.md")]
    named = {
        name for path in texts for name in re.findall(r"recall guide ([a-z][a-z-]*)", read(path))
    }
    assert named <= {path.stem for path in GUIDES.glob("*.md")}


def test_every_page_of_the_manual_begins_with_its_title():
    assert all(re.match(r"# \S", read(path)) for path in GUIDES.glob("*.md"))


def test_the_changelog_begins_with_this_version():
    heading = re.search(r"^## (\S+)", read(ROOT / "CHANGELOG.md"), re.MULTILINE)
    assert heading
    assert heading[1] == recall.__version__


@pytest.mark.skipif(
    not (shutil.which("git") and (ROOT / ".git").exists()), reason="needs a git checkout"
)
def test_no_tracked_file_names_the_folder_it_lies_in():
    ran = subprocess.run(
        ["git", "grep", "--fixed-strings", "--name-only", str(ROOT)],
        cwd=ROOT, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert ran.stdout == ""


def test_no_expression_repeats_a_group_possessively():
    # Python 3.11.0 to 3.11.3 (Debian 12 has 3.11.2) does not go back to where such a group began
    # when its last turn fails, and misses matches; an atomic group (?>(?:...)*) does the same.
    # One character class may: it has no middle to fail in.
    possessive = re.compile(r"\)(?:[*+?]|\{\{?[0-9]+,[0-9]*\}\}?)\+")
    for path in sources():
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and "(?" in str(node.value):
                outside_classes = re.sub(r"\[(?:\\.|[^\]\\])*\]", "x", str(node.value))
                assert not possessive.search(outside_classes), f"{path}:{node.lineno}"
