"""The settings file and the places where recall keeps its files."""

from __future__ import annotations

import os
import sys

import pytest

from recall import Recall, config
from recall.errors import UsageError

NOTE = "---\ndate: 2020-01-01\n---\nThe pump stands in the cellar.\n"


@pytest.fixture
def settings_file(tmp_path, monkeypatch):
    path = tmp_path / "config.toml"
    monkeypatch.setenv("RECALL_CONFIG", str(path))
    return path


@pytest.fixture
def pump(tmp_path):
    vault = tmp_path / "vault"
    vault.mkdir()
    (vault / "Pump.md").write_text(NOTE, encoding="utf-8")
    (vault / "Cellar.md").write_text(
        "---\ndate: 2020-01-01\n---\npump pump pump\n", encoding="utf-8"
    )
    with Recall.open(str(tmp_path / "store.db"), writable=True) as recall:
        recall.add_vault(str(vault))
        recall.sync()
        yield recall


def test_without_a_file_the_built_in_values_hold(settings_file):
    assert config.settings() == config.Settings()


def test_a_half_life_of_the_settings_fades_a_kind_faster(settings_file, pump):
    before = pump.search("pump").shown[0].hit.currency
    settings_file.write_text("[decay.note]\nhalf_life_days = 10\nfloor = 0.25\n")
    after = pump.search("pump").shown[0].hit.currency
    assert (before.half_life_days, before.floor) == (730.0, 0.85)
    assert (after.half_life_days, after.floor) == (10.0, 0.25)
    assert after.value == pytest.approx(0.25, abs=1e-6)


def test_false_as_half_life_keeps_a_kind_from_fading(settings_file, pump):
    settings_file.write_text("[decay.note]\nhalf_life_days = false\n")
    assert pump.search("pump").shown[0].hit.currency.value == 1.0


def test_a_floor_alone_keeps_the_half_life_of_the_kind(settings_file, pump):
    settings_file.write_text("[decay.note]\nfloor = 0.5\n")
    currency = pump.search("pump").shown[0].hit.currency
    assert (currency.half_life_days, currency.floor) == (730.0, 0.5)


def test_swapping_weights_changes_the_order_case_a28(settings_file, pump):
    settings_file.write_text("[weights]\ntitle = 50\nbody = 0.1\n")
    # Not "pump": a note asked for by its name comes first under any weights.
    by_title = [shown.hit.title for shown in pump.search("pump pumps").shown]
    settings_file.write_text("[weights]\ntitle = 0\nbody = 1\n")
    by_body = [shown.hit.title for shown in pump.search("pump pumps").shown]
    assert by_title == ["Pump", "Cellar"]
    assert by_body == ["Cellar", "Pump"]


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("decay = 3", "'decay'"),
        ("[decay.note]\nhalflife = 3", "'decay.note'"),
        ("[decay.note]\nhalf_life_days = -1", "'decay.note.half_life_days'"),
        ("[decay.note]\nhalf_life_days = true", "'decay.note.half_life_days'"),
        ("[decay.note]\nfloor = 1.5", "'decay.note.floor'"),
        ("[weights]\ntitle = 'much'", "'weights.title'"),
        ("[weights", "cannot be read"),
        ("[decai.note]\nfloor = 0.5", "'decai'"),
    ],
)
def test_a_setting_out_of_place_is_named_with_its_file(settings_file, text, named):
    settings_file.write_text(text)
    with pytest.raises(UsageError) as caught:
        config.settings()
    assert named in str(caught.value)
    assert str(settings_file) in str(caught.value)


def test_a_misspelt_weight_is_an_error_and_not_ignored(settings_file, pump):
    settings_file.write_text("[weights]\ntitel = 8\n")
    with pytest.raises(UsageError, match=r"'titel'.*title, aliases"):
        pump.search("pump")


@pytest.mark.skipif(sys.platform != "linux", reason="the rule of Linux")
def test_on_linux_the_folders_are_those_of_platformdirs(monkeypatch, tmp_path):
    import platformdirs

    for named in (None, str(tmp_path)):
        for variable in ("XDG_DATA_HOME", "XDG_CACHE_HOME", "XDG_CONFIG_HOME"):
            if named:
                monkeypatch.setenv(variable, named)
            else:
                monkeypatch.delenv(variable, raising=False)
        monkeypatch.delenv("RECALL_STORE", raising=False)
        monkeypatch.delenv("RECALL_CONFIG", raising=False)
        data = platformdirs.user_data_dir("recall", appauthor=False)
        cache = platformdirs.user_cache_dir("recall", appauthor=False)
        settings = platformdirs.user_config_dir("recall", appauthor=False)
        assert config.store_path() == os.path.join(data, "recall.db")
        assert config.vault_store_path("/v").startswith(os.path.join(cache, "vaults"))
        assert config.settings_path() == os.path.join(settings, "config.toml")
