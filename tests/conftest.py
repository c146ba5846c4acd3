"""What tests of several folders share."""

import os
import signal
from pathlib import Path

import pytest
import storehouse
from hypothesis import settings

# A first example imports and compiles what the others find done: no clock judges any of them.
settings.register_profile("unhurried", deadline=None)
settings.load_profile("unhurried")

# A shell that starts a run in the background has it ignore interrupts, and its children with it:
# the tests that interrupt a sync would then see none.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture
def desk(tmp_path):
    """An empty vault and a store of it; when the test ends, its stores must be sound."""
    made = storehouse.Desk(tmp_path)
    yield made
    made.close()
    for store in Path(made.store).parent.glob("*.db"):
        if os.path.getsize(store):
            storehouse.check(str(store))


@pytest.fixture(autouse=True)
def own_folders(tmp_path, monkeypatch):
    """No test touches the user's data, cache or settings."""
    for name in ("XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "HOME"):
        monkeypatch.setenv(name, str(tmp_path / name.lower()))
    for name in ("RECALL_STORE", "RECALL_CONFIG"):
        monkeypatch.delenv(name, raising=False)
