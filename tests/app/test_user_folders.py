"""Settings and state are where the system keeps them, or where the environment says."""

from __future__ import annotations

import sys
from pathlib import Path
from types import SimpleNamespace

import platformdirs
import pytest

from mazeeditor.app.files import user_folders
from mazeeditor.app.files.user_folders import state_folder, with_tilde
from mazeeditor.core.disk import paths
from mazeeditor.core.disk.paths import settings_path

pytestmark = pytest.mark.usefixtures("usual_folders")


@pytest.mark.skipif(sys.platform == "win32", reason="the folders of Linux")
@pytest.mark.parametrize("folder", [None, "", " ", "/somewhere/else", "not/absolute", "~/config"])
def test_they_are_where_the_system_has(monkeypatch: pytest.MonkeyPatch, folder: str | None) -> None:
    if folder is not None:
        monkeypatch.setenv("XDG_CONFIG_HOME", folder)
    expected = platformdirs.user_config_path("mazeeditor") / "settings.json"
    assert settings_path() == expected


def test_another_file_can_be_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    usual = settings_path()
    assert usual
    assert usual.name == "settings.json"
    monkeypatch.setenv("MAZEEDITOR_SETTINGS", str(tmp_path / "mine.json"))
    assert settings_path() == tmp_path / "mine.json"


def test_the_state_has_a_folder_of_its_own(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    assert state_folder() == platformdirs.user_state_path("mazeeditor", appauthor=False)
    with monkeypatch.context() as patch:
        homeless = Path("~/.local/state")
        patch.setattr(platformdirs, "user_state_path", lambda *_a, **_k: homeless)
        assert state_folder() is None
    monkeypatch.setenv("MAZEEDITOR_STATE", str(tmp_path / "mine"))
    assert state_folder() == tmp_path / "mine"


@pytest.mark.parametrize("system", ["win32", "darwin"])
def test_settings_of_windows_go_with_the_user(system: str, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[bool] = []

    def folder(*, roaming: bool) -> Path:
        asked.append(roaming)
        return Path("/Users/Ann/AppData/Roaming")

    monkeypatch.setattr(platformdirs, "user_config_path", folder)
    monkeypatch.setattr(paths, "sys", SimpleNamespace(platform=system))
    assert settings_path() == Path("/Users/Ann/AppData/Roaming/mazeeditor/settings.json")
    assert asked == [True]


def test_the_home_folder_has_a_short_name(monkeypatch: pytest.MonkeyPatch) -> None:
    folder = Path.home() / "mazes"
    monkeypatch.setattr(user_folders, "sys", SimpleNamespace(platform="linux"))
    assert with_tilde(folder) == str(Path("~", "mazes"))
    monkeypatch.setattr(user_folders, "sys", SimpleNamespace(platform="win32"))
    assert with_tilde(folder) == str(folder)  # where no program knows it
