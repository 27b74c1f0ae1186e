"""What the window remembers, and that damaged settings never keep it from starting."""

from __future__ import annotations

import json
import os
import sys
import threading
from pathlib import Path
from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mazeeditor.app.settings import MOST_RECENT, Settings
from mazeeditor.core.disk import file_lock
from mazeeditor.core.disk.file_lock import lock
from mazeeditor.core.disk.paths import settings_path
from tests.breadth import examples


def test_saved_settings_come_back(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "settings.json"
    settings = Settings(theme="dark", width=900, sections={"page": False}, path=path)
    settings.remember(tmp_path / "a.maze")
    settings.save()
    assert Settings.load(path) == settings
    assert json.loads(path.read_text())["version"] == 1
    path.write_bytes('{"theme": "dark"}'.encode("utf-16"))
    assert Settings.load(path).theme == "dark"
    Settings(path=path / "blocked" / "settings.json").save()  # which is no error
    with pytest.raises(TypeError, match="colour"):
        Settings(colour="red")


BROKEN = {
    "empty": b"",
    "cut off": b'{"theme": "dark", ',
    "a list": b"[]",
    "null": b"null",
    "a text": b'"x"',
    "deep": b"[" * 100_000,
    "NUL": b"\x00",
    "not UTF-8": b'{"theme": "\xff"}',
    "a long number": b'{"width": ' + b"9" * 5000 + b"}",
    "too large": b'{"recent": [' + b'"/a/b/c",' * 10**6 + b'"/a"]}',
}


def test_broken_settings_are_set_aside(tmp_path: Path) -> None:
    for kind, data in BROKEN.items():
        folder = tmp_path / kind
        folder.mkdir()
        path, aside = folder / "settings.json", folder / "settings.json.broken"
        path.write_bytes(data)
        settings = Settings.load(path)
        assert settings == Settings(path=path), kind
        assert str(aside) in settings.warning, kind
        assert aside.read_bytes() == data, kind
        assert not path.exists(), kind
        assert Settings.load(path).warning == "", kind
        settings.save()
        assert Settings.load(path) == settings, kind


@pytest.mark.parametrize("failing", [PermissionError, FileNotFoundError, IsADirectoryError])
def test_settings_that_cannot_be_set_aside(
    tmp_path: Path, failing: type[OSError], monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "settings.json"
    path.write_text("{")

    def replace(_self: Path, _target: Path) -> None:
        raise failing

    monkeypatch.setattr(Path, "replace", replace)
    settings = Settings.load(path)
    assert settings == Settings(path=path)
    assert settings.warning == f"The settings in {path} are damaged; all have their defaults."


def test_values_that_cannot_be_are_the_defaults(tmp_path: Path) -> None:
    path = tmp_path / "settings.json"
    assert Settings.load(path) == Settings(path=path), "there is no file"
    path.write_text('{"recent": 3, "width": true, "warning": "x", "path": "y"}')
    settings = Settings.load(path)
    assert settings == Settings(path=path)
    assert settings.warning == ""
    assert path.exists()
    for size in (0, -5, 32_768, 10**400):
        path.write_text(f'{{"width": {size}, "height": {size}, "rulers": false}}')
        assert Settings.load(path) == Settings(path=path, rulers=False), size


def test_recent_files_that_no_system_has_are_dropped(tmp_path: Path) -> None:
    path, good = tmp_path / "settings.json", ["/a/b.maze", "/\udcff.maze", "/a\nb.maze"]
    names = ["", "\0", "a\0b", "x" * 5000, *good]
    path.write_text(json.dumps({"recent": names + ["/c"] * 20_000}))
    assert Settings.load(path).recent == [*good, *["/c"] * 7]


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=5,
)
names = st.sampled_from(["theme", "width", "maximised", "recent", "sections", "path", "new"])


@pytest.mark.slow
@examples(10)
@given(st.dictionaries(names, json_values))
def test_foreign_values(tmp_path_factory: pytest.TempPathFactory, found: dict[str, object]) -> None:
    path = tmp_path_factory.mktemp("settings") / "settings.json"
    path.write_text(json.dumps(found))
    read, plain = Settings.load(path), Settings(path=path)
    for name in ("theme", "width", "maximised", "recent", "sections", "path"):
        assert type(getattr(read, name)) is type(getattr(plain, name))
    assert all(isinstance(path_text, str) for path_text in read.recent)
    assert all(isinstance(value, bool) for value in read.sections.values())


@pytest.mark.skipif(sys.platform == "win32", reason="each user of Windows has the folder")
@pytest.mark.usefixtures("usual_folders")
def test_a_user_without_a_home_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    def home() -> Path:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.setattr(Path, "home", home)
    assert settings_path() is None
    settings = Settings.load(None)
    assert settings == Settings()
    settings.save()


def test_recent_files_stand_once_newest_first(tmp_path: Path) -> None:
    settings = Settings()
    for number in [*range(MOST_RECENT + 3), 5]:
        settings.remember(tmp_path / str(number))
    assert len(settings.recent) == MOST_RECENT
    assert settings.recent[:2] == [str(tmp_path / "5"), str(tmp_path / str(MOST_RECENT + 2))]
    settings.forget(tmp_path / "5")
    assert str(tmp_path / "5") not in settings.recent


def test_recent_files_of_windows_stand_once_in_any_case(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os.path, "normcase", lambda path: str(path).lower())
    settings = Settings()
    for name in ("a.maze", "b.maze", "A.maze"):
        settings.remember(tmp_path / name)
    assert settings.recent == [str(tmp_path / name) for name in ("A.maze", "b.maze")]


def test_settings_of_two_processes_do_not_overwrite_each_other(tmp_path: Path) -> None:
    path = tmp_path / "settings.json"
    Settings(path=path, theme="light", width=900).save()
    one, two = Settings.load(path), Settings.load(path)
    one.theme = "dark"
    one.remember(tmp_path / "one.maze")
    two.rulers = False
    two.remember(tmp_path / "two.maze")
    one.save()
    two.save()
    kept = Settings.load(path)
    assert (kept.theme, kept.rulers, kept.width) == ("dark", False, 900)
    assert kept.recent == [str(tmp_path / "two.maze"), str(tmp_path / "one.maze")]
    one.forget(tmp_path / "two.maze")
    one.theme = "system"
    one.save()
    assert Settings.load(path).theme == "system"


def test_settings_another_program_has_open(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "settings.json"
    Settings(path=path, theme="dark", width=900).save()
    settings = Settings.load(path)
    settings.rulers = False
    before = path.read_bytes()

    def refuse(*_given: object) -> object:
        raise PermissionError(13, "Permission denied")

    with monkeypatch.context() as patch:
        patch.setattr(Path, "open", refuse)
        settings.save()
    assert path.read_bytes() == before
    with monkeypatch.context() as patch:
        patch.setattr(Path, "replace", refuse)
        settings.save()
    assert path.read_bytes() == before
    settings.save()
    kept = Settings.load(path)
    assert (kept.theme, kept.width, kept.rulers) == ("dark", 900, False)


def test_windows_locks_a_file_beside_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    locked: list[str] = []

    def note(number: int, *, wait: bool) -> None:
        assert wait
        locked.extend(name.name for name in tmp_path.iterdir())
        os.write(number, b"")  # it is open for writing, as a lock needs

    monkeypatch.setattr(file_lock, "lock", note)
    monkeypatch.setattr("mazeeditor.app.settings.sys", SimpleNamespace(platform="win32"))
    Settings(path=tmp_path / "settings.json").save()
    assert locked == ["settings.lock"]
    assert (tmp_path / "settings.json").exists()


@pytest.mark.skipif(os.name == "nt", reason="Windows locks no folder")
def test_a_save_waits_while_another_process_saves(tmp_path: Path) -> None:
    path = tmp_path / "settings.json"
    other = os.open(tmp_path, os.O_RDONLY)
    lock(other, wait=True)
    settings = Settings(path=path)
    thread = threading.Thread(target=settings.save)
    thread.start()
    thread.join(0.3)
    assert thread.is_alive()
    assert not path.exists()
    os.close(other)
    thread.join(60)
    assert path.exists()


def test_those_of_a_newer_program_stay_as_they_are(tmp_path: Path) -> None:
    path = tmp_path / "settings.json"
    written = b'{"version": 2, "program": "0.9.2", "theme": {"day": "light"}, "width": 900}'
    path.write_bytes(written)
    settings = Settings.load(path)
    assert settings.width == Settings().width
    assert f"{path} are not used, and stay as they are: it was written by" in settings.warning
    assert "mazeeditor 0.9.2" in settings.warning
    settings.theme = "dark"
    settings.save()
    assert path.read_bytes() == written
    other = Settings(path=path)  # of a process that began before the newer one wrote
    other.theme = "dark"
    other.save()
    assert path.read_bytes() == written
