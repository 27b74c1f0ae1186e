"""Locks on open projects: seen by other processes, gone with their process, without litter."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from mazeeditor.app.files import open_files
from mazeeditor.app.files.open_files import OpenFiles
from mazeeditor.core.disk.file_lock import lock

HOLD = """
import sys, time
from pathlib import Path
from mazeeditor.app.files.open_files import OpenFiles
files = OpenFiles()
print(files.hold(Path(sys.argv[1])), flush=True)
time.sleep(600)
"""


@pytest.fixture
def state(state_folder: Path) -> Path:
    return state_folder / "open"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    (tmp_path / "a.maze").write_bytes(b"x")
    return tmp_path / "a.maze"


def test_a_killed_process_holds_nothing(state: Path, path: Path) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", HOLD, str(path)], stdout=subprocess.PIPE, text=True
    ) as other:
        assert other.stdout
        try:
            assert other.stdout.readline() == "None\n"
            mine = OpenFiles()
            holder = mine.hold(path)
            assert holder is not None
            assert holder.process == other.pid
            assert abs(holder.since - state.stat().st_mtime) < 60
        finally:
            other.kill()
    assert len(list(state.iterdir())) == 2, "its lock files are left"
    assert mine.hold(path) is None
    mine.close()
    assert list(state.iterdir()) == []


def test_old_lock_files_are_removed(state: Path, path: Path) -> None:
    state.mkdir(parents=True)
    (state / "old.lock").write_bytes(b"nonsense")
    (state / "other").write_bytes(b"not ours")
    files = OpenFiles()
    assert files.hold(path) is None
    assert {file.name for file in state.iterdir()} > {"other"}
    assert not (state / "old.lock").exists()
    files.close()
    assert [file.name for file in state.iterdir()] == ["other"]


def test_another_file_releases_the_first(state: Path, path: Path) -> None:
    one, two = OpenFiles(), OpenFiles()
    other = path.with_name("b.maze")  # that does not exist yet
    assert one.hold(path) is None
    assert two.hold(path) is not None
    assert one.hold(other) is None
    assert two.hold(path) is None
    assert two.hold(other) is not None
    assert one.hold(None) is None
    assert two.hold(other) is None
    two.close()
    assert list(state.iterdir()) == []
    assert list(path.parent.iterdir()) in ([path, state.parent], [state.parent, path])


@pytest.mark.parametrize("said", [b"", b"[]", b'{"process": null}', b"\xff" * 3000, b"{" * 3000])
def test_a_lock_that_says_nothing_of_its_holder(said: bytes, state: Path, path: Path) -> None:
    one, two = OpenFiles(), OpenFiles()
    one.hold(path)
    for file in state.iterdir():
        file.write_bytes(said)
    assert two.hold(path) == open_files.Holder()
    one.close()
    two.close()


@pytest.mark.skipif(sys.platform == "win32", reason="Windows removes no open file")
def test_a_lock_file_that_goes(state: Path, path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The lock of a file without a name is worth nothing: another process makes a new one."""
    with monkeypatch.context() as patch:
        patch.setattr(open_files, "state_folder", lambda: None)
        assert OpenFiles().hold(path) is None, "without a folder for locks"
    removed: list[Path] = []

    def late(number: int) -> bool:
        if not removed:
            removed.extend(state.iterdir())
            for file in removed:
                file.unlink()
        return lock(number)

    monkeypatch.setattr(open_files, "lock", late)
    one, two = OpenFiles(), OpenFiles()
    assert one.hold(path) is None
    assert removed
    assert len(list(state.iterdir())) == 2, "each lock has a file that others can find"
    assert two.hold(path) is not None
    one.close()
    two.close()
    assert list(state.iterdir()) == []
