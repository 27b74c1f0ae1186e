"""What Windows does differently: no open file can be renamed, and a lock keeps others out."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from mazeeditor.core.disk import file_lock, staging
from mazeeditor.core.disk.atomic import write_together, write_whole
from mazeeditor.core.disk.file_lock import PLACE, lock
from tests.core.disk.test_atomic import content

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


@pytest.mark.parametrize("free", [True, False])
def test_a_byte_beyond_the_file_is_locked(
    free: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    locked: list[tuple[int, int]] = []

    def locking(number: int, _mode: int, count: int) -> None:
        locked.append((os.lseek(number, 0, os.SEEK_CUR), count))
        if not free:
            raise PermissionError

    monkeypatch.setitem(sys.modules, "msvcrt", SimpleNamespace(locking=locking, LK_NBLCK=2))
    monkeypatch.setattr(file_lock, "sys", WINDOWS)
    with (tmp_path / "a").open("wb", buffering=0) as file:
        file.write(b"some")
        assert lock(file.fileno()) == free
        file.write(b" bytes")
    assert locked == [(PLACE, 1)]
    assert (tmp_path / "a").read_bytes() == b"some bytes"
