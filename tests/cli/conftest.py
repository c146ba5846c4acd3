"""A copy of the example vault, a store that has it, and the command line in this process."""

import json
import os
import shutil
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
MODIFIED = 1_793_534_400.0
"""2026-11-01 12:00 UTC: the file time of every note, so that scores do not depend on a checkout."""
NOW = 1_796_040_000.0
"""2026-11-30 12:00 UTC."""


@pytest.fixture(scope="session")
def workshop(tmp_path_factory):
    """A folder with ``fixtures`` as in the project, and ``stores/seeds.db`` that has the vault."""
    folder = tmp_path_factory.mktemp("workshop")
    for name in ("vault", "workspace", "sessions"):
        shutil.copytree(ROOT / "fixtures" / name, folder / "fixtures" / name)
    for path in sorted((folder / "fixtures").rglob("*")):
        os.utime(path, (MODIFIED, MODIFIED))
    from recall.api import Recall

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("time.time", lambda: NOW)
        with Recall.open(str(folder / "stores" / "seeds.db"), writable=True) as opened:
            opened.add_vault(str(folder / "fixtures" / "vault"), "Seeds")
            opened.sync()
    return folder


@pytest.fixture
def bare(tmp_path, workshop, monkeypatch):
    """An environment of its own beside the example vault; there is no store yet."""
    for name in ("NO_COLOR", "COLUMNS", "RECALL_DEBUG", "RECALL_CONFIG", "TERM"):
        monkeypatch.delenv(name, raising=False)
    for name in ("XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "HOME"):
        monkeypatch.setenv(name, str(tmp_path / name.lower()))
    monkeypatch.setenv("RECALL_STORE", str(tmp_path / "recall.db"))
    monkeypatch.setenv("TZ", "UTC")
    monkeypatch.setattr("time.time", lambda: NOW)
    monkeypatch.setenv("PYTHONPATH", str(ROOT))  # for the tests in a process of their own
    monkeypatch.chdir(workshop)
    return tmp_path


@pytest.fixture
def store(bare, workshop):
    """The path of a store that has the example vault under the name Seeds."""
    path = bare / "recall.db"
    shutil.copy(workshop / "stores" / "seeds.db", path)
    return path


@pytest.fixture
def obsidian(bare, workshop):
    """A computer whose Obsidian app knows the example vault."""
    registry = bare / "xdg_config_home" / "obsidian" / "obsidian.json"
    registry.parent.mkdir(parents=True)
    known = {"path": str(workshop / "fixtures" / "vault"), "ts": 1, "open": True}
    registry.write_text(json.dumps({"vaults": {"0123456789abcdef": known}}))
    return registry


@pytest.fixture
def vault(bare):
    """A copy of the example vault that a test may change."""
    copy = bare / "vault"
    shutil.copytree(Path("fixtures/vault").resolve(), copy)
    return copy
