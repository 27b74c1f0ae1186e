"""What Windows does differently: no open file can be renamed, and a lock keeps others out."""

from __future__ import annotations

import ctypes
import errno
import sys
from collections.abc import Callable, Iterable
from itertools import chain, repeat
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from mazeeditor.cli import main
from mazeeditor.core.disk import file_lock, open_elsewhere, paths, staging
from mazeeditor.core.disk.atomic import write_together, write_whole
from mazeeditor.core.disk.file_lock import LOCK_VIOLATION, PLACE, lock
from mazeeditor.core.disk.input_files import bytes_of
from mazeeditor.core.disk.open_elsewhere import NO_ACCESS, names_by, reason_of
from mazeeditor.core.errors import MazeError
from tests.core.disk.test_atomic import content
from tests.faults import SharedError

WINDOWS = SimpleNamespace(platform="win32")
pytestmark = pytest.mark.skipif(
    not Path("/proc/self/fd").exists(), reason="this system does not say which files are open"
)


@pytest.fixture
def strict_renames(monkeypatch: pytest.MonkeyPatch) -> None:
    """Refuse to rename a file that this process has open."""
    replace = Path.replace

    def checked(source: Path, target: Path) -> Path:
        numbers = list(Path("/proc/self/fd").iterdir())
        if any(source.samefile(number) for number in numbers if number.exists()):
            raise PermissionError(13, "The process cannot access the file")
        return replace(source, target)

    monkeypatch.setattr(Path, "replace", checked)
    monkeypatch.setattr(staging, "sys", WINDOWS)


@pytest.mark.usefixtures("strict_renames")
def test_files_are_closed_before_they_are_renamed(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"old")
    result = write_whole(tmp_path / "a", b"new", keep_previous=True)
    assert result.state
    assert result.state.size == 3
    assert result.warning == ""
    assert content(tmp_path) == {"a": b"new", "a~": b"old"}
    write_together([(tmp_path / name, b"newer") for name in "abc"])
    assert content(tmp_path) == {"a": b"newer", "b": b"newer", "c": b"newer", "a~": b"old"}


class Kernel:
    """The library of Windows that locks bytes of files; its answers are error numbers, 0 is yes."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, answers: Iterable[int]) -> None:
        self.locked: list[tuple[int, int]] = []  # where, and how many bytes
        self._answers, self._last = iter(answers), 0
        handles = SimpleNamespace(get_osfhandle=lambda number: number + 1000)
        monkeypatch.setitem(sys.modules, "msvcrt", handles)
        monkeypatch.setattr(ctypes, "WinDLL", lambda _name, **_how: self, raising=False)
        monkeypatch.setattr(ctypes, "get_last_error", lambda: self._last, raising=False)
        monkeypatch.setattr(ctypes, "WinError", lambda one: OSError(one, "no"), raising=False)
        monkeypatch.setattr(file_lock, "sys", WINDOWS)

    def LockFile(self, handle: Any, low: int, high: int, count: int, _more: int) -> bool:  # noqa: N802
        assert handle.value > 1000
        self.locked.append((high << 32 | low, count))
        self._last = next(self._answers)
        return self._last == 0


@pytest.mark.parametrize("free", [True, False])
def test_a_byte_beyond_the_file_is_locked(
    free: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kernel = Kernel(monkeypatch, [0 if free else LOCK_VIOLATION])
    with (tmp_path / "a").open("wb", buffering=0) as file:
        file.write(b"some")
        assert lock(file.fileno()) == free
        file.write(b" bytes")
    assert kernel.locked == [(PLACE, 1)]
    assert (tmp_path / "a").read_bytes() == b"some bytes"


def test_waiting_for_a_lock_is_short_and_ends(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kernel = Kernel(monkeypatch, chain([LOCK_VIOLATION] * 3, [0], repeat(LOCK_VIOLATION)))
    with (tmp_path / "a").open("wb", buffering=0) as file:
        assert lock(file.fileno(), wait=True)
        assert len(kernel.locked) == 4
        monkeypatch.setattr(file_lock, "TIMEOUT_S", 0.02)
        assert not lock(file.fileno(), wait=True)


def test_a_file_system_of_windows_without_locks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    Kernel(monkeypatch, [1, 1])  # ERROR_INVALID_FUNCTION
    with (tmp_path / "a").open("wb") as file, pytest.raises(OSError, match="no"):
        lock(file.fileno())
    monkeypatch.setattr(staging, "sys", WINDOWS)
    write_whole(tmp_path / "a", b"new")
    assert (tmp_path / "a").read_bytes() == b"new"


# A file that another program has open


def refuse(
    monkeypatch: pytest.MonkeyPatch, method: str, concerned: Callable[[Path], bool], times: int
) -> list[Path]:
    """Let a method of ``Path`` fail some times for some files; returns those, one for each."""
    refused: list[Path] = []
    plain: Callable[..., Any] = getattr(Path, method)

    def checked(path: Path, *rest: Any, **named: Any) -> Any:
        if concerned(path) and len(refused) < times:
            refused.append(path)
            raise SharedError((33, NO_ACCESS, 32)[len(refused) % 3])
        return plain(path, *rest, **named)

    monkeypatch.setattr(Path, method, checked)
    return refused


def test_a_scanner_is_waited_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "a").write_bytes(b"old")
    moved = refuse(monkeypatch, "replace", lambda _path: True, 3)
    removed = refuse(monkeypatch, "unlink", lambda path: path.name.startswith("."), 2)
    write_together([(tmp_path / name, b"new") for name in "ab"])
    assert len(moved) == 3
    assert len(removed) == 2
    assert content(tmp_path) == {"a": b"new", "b": b"new"}


@pytest.mark.parametrize(
    ("names", "sentence"),
    [
        (["Adobe Acrobat"], "it is open in Adobe Acrobat; close it there, then try again."),
        ([*"abcd"], "it is open in a, b, c …; close it there, then try again."),
        ([], "it is open in another program"),
    ],
)
def test_who_has_a_file_open(
    names: list[str], sentence: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "a").write_bytes(b"old")
    monkeypatch.setattr(staging, "TIMEOUT_S", 0.03)
    monkeypatch.setattr(open_elsewhere, "programs_with", lambda _path: names)
    refuse(monkeypatch, "replace", lambda _path: True, 1000)
    with pytest.raises(MazeError) as refused:
        write_whole(tmp_path / "a", b"new")
    assert str(refused.value).startswith(f"Cannot write {tmp_path / 'a'}: {sentence}")
    assert content(tmp_path) == {"a": b"old"}
    refuse(monkeypatch, "stat", lambda path: path == tmp_path / "a", 1)
    with pytest.raises(MazeError, match="it is open in"):
        bytes_of(tmp_path / "a", 100)
    plain = PermissionError(errno.EACCES, "Permission denied")  # as opening a file raises it
    assert reason_of(plain, tmp_path) == (sentence.rstrip(".") if names else "Permission denied")


@pytest.mark.parametrize("failing", ["", "RmStartSession", "RmRegisterResources", "RmGetList"])
def test_the_restart_manager_is_asked(failing: str, tmp_path: Path) -> None:
    calls: list[str] = []

    def call(name: str) -> Callable[..., int]:
        def called(*given: Any) -> int:
            calls.append(name)
            if name == "RmRegisterResources":
                assert given[2][0] == str(tmp_path / "a")
            if name == "RmGetList":
                _session, _needed, count, found, _reasons = given
                assert count._obj.value == len(found)
                count._obj.value = 3
                for info, text in zip(found, ("Viewer", "Viewer", "Scan\x1b"), strict=False):
                    info.name = text
            return 5 if name == failing else 0

        return called

    names = ("RmStartSession", "RmRegisterResources", "RmGetList", "RmEndSession")
    manager = SimpleNamespace(**{name: call(name) for name in names})
    expected = [] if failing else ["Viewer", r"Scan\x1b"]
    assert names_by(manager, tmp_path / "a") == expected
    assert (calls[-1] == "RmEndSession") == (failing != "RmStartSession")


# Names that it can have no files of


def test_a_device_is_no_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["generate", "-o", "a.maze", "--rows", "5", "--columns", "5"]) == 0
    capsys.readouterr()
    monkeypatch.setattr(paths, "sys", WINDOWS)
    monkeypatch.setattr(paths, "reachable", lambda path: path)
    with pytest.raises(MazeError, match="device called NUL"):
        write_whole(tmp_path / "NUL.maze", b"lost")
    for command in (["generate", "-o"], ["export", "a.maze", "-o"], ["film", "a.maze", "-o"]):
        name = "Aux.gif" if command[0] == "film" else "Aux.svg"
        assert main([*command, name]) == 1
        assert capsys.readouterr().err == (
            f"mazeeditor: Cannot write {name}: Windows has a device called AUX. "
            "Choose another name.\n"
        )
    assert list(content(tmp_path)) == ["a.maze"]
