"""What tests of several folders share."""

import os
from pathlib import Path

import pytest
import storehouse


@pytest.fixture
def desk(tmp_path):
    """An empty vault and a store of it; when the test ends, its stores must be sound."""
    made = storehouse.Desk(tmp_path)
    yield made
    made.close()
    for store in Path(made.store).parent.glob("*.db"):
        if os.path.getsize(store):
            storehouse.check(str(store))
