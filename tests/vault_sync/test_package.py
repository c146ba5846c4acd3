import subprocess
import sys
from pathlib import Path

import pytest

import vault_sync


@pytest.mark.parametrize("name", vault_sync.__all__)
def test_every_public_name_can_be_loaded(name: str) -> None:
    assert getattr(vault_sync, name).__module__.startswith("vault_sync.")
    assert name in dir(vault_sync)


def test_an_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        vault_sync.nothing  # noqa: B018


@pytest.mark.parametrize(
    ("module", "forbidden"),
    [
        ("vault_sync", "vault_sync.model"),
        ("vault_sync.vault, vault_sync.changes, vault_sync.resolve, vault_sync.uri", "json"),
        ("vault_sync.vault, vault_sync.changes, vault_sync.resolve, vault_sync.uri", "pathlib"),
        ("vault_sync.vault, vault_sync.changes, vault_sync.resolve, vault_sync.uri", "dataclasses"),
        ("vault_sync.vault, vault_sync.changes, vault_sync.resolve, vault_sync.uri", "markdown_it"),
    ],
)
def test_what_a_search_needs_loads_nothing_heavy(module: str, forbidden: str) -> None:
    code = f"import {module}, sys; sys.exit({forbidden!r} in sys.modules)"
    here = Path(vault_sync.__file__).parents[1]
    run = subprocess.run([sys.executable, "-S", "-c", code], cwd=here, check=False)
    assert run.returncode == 0
