"""Snapshots of unsaved work: whole, private, and offered exactly while their process is dead."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
from datetime import datetime, timedelta, timezone
from pathlib import Path

import pytest

from mazeeditor.core.disk.file_state import FileState
from mazeeditor.core.errors import CancelledError, MazeError, UsageError
from mazeeditor.files import Project
from mazeeditor.files.change_journal import ChangesAfter
from mazeeditor.files.snapshots import Claim, SnapshotFolder, snapshot, snapshots, sweep_folders
from mazeeditor.files.unsaved_work import Origin
from mazeeditor.maze.generators import generate
from mazeeditor.maze.shapes import build

NOW = datetime(2026, 3, 1, 10, 15, 30, 250_000, timezone(timedelta(hours=2)))


def project(seed: int = 1) -> Project:
    maze = generate("backtracker", build("rectangular", rows=5, columns=6), seed=seed)
    return Project(maze, extra={"kept": [1]}, order=("kept", "walls"))


HOLD = """
import sys, time
from pathlib import Path
from mazeeditor.files.unsaved_work import Origin
from tests.files.test_snapshots import NOW, SnapshotFolder, project
folder = SnapshotFolder(Path(sys.argv[1]))
folder.write(1, project(), Origin(NOW, "a title", None))
print("written", flush=True)
time.sleep(60)
"""


FILES = [None, "/a/b.maze", "/with space/%41.maze"]
FILES += [os.fsdecode(b"/\xff")] if os.name == "posix" else []  # elsewhere names are Unicode


@pytest.mark.parametrize("file", FILES)
def test_a_snapshot_comes_back(file: str | None, tmp_path: Path) -> None:
    path = Path(file) if file else None
    folder, written = SnapshotFolder(tmp_path / "deep" / "down"), project()
    state = FileState(10, 20, 30, (40, 50), 60, "digest", 70)
    folder.write(1, written, Origin(NOW, "half a \ud800 title", path, state, {"done": []}))
    (kept,) = snapshots(tmp_path / "deep" / "down")
    read, origin, changes = kept.read()
    assert read.maze.walls.tolist() == project().maze.walls.tolist()
    assert read.extra == {"kept": [1]}
    assert origin == Origin(NOW, "half a \ud800 title", path, state, {"done": []})
    assert "recovery" not in read.order
    assert changes == ChangesAfter([])


def test_the_newest_is_first_and_each_replaces_the_one_before(tmp_path: Path) -> None:
    first, second = SnapshotFolder(tmp_path), SnapshotFolder(tmp_path)
    first.write(1, project(1), Origin(NOW, "first"))
    second.write(1, project(2), Origin(NOW, "second"))
    first.write(2, project(3), Origin(NOW, "first again"))
    os.utime(snapshots(tmp_path)[-1].path, ns=(1, 1))
    assert snapshots(tmp_path)[0].read()[1].title == "first again"
    assert len(snapshots(tmp_path)) == 2


def test_an_older_state_never_replaces_a_newer_one(tmp_path: Path) -> None:
    folder = SnapshotFolder(tmp_path)
    folder.write(2, project(), Origin(NOW, "new"))
    folder.write(1, project(), Origin(NOW, "old"))
    folder.write(1, None, None)
    assert [kept.read()[1].title for kept in snapshots(tmp_path)] == ["new"]
    folder.write(3, None, None)
    assert snapshots(tmp_path) == []


def test_nothing_is_left_once_all_is_saved(tmp_path: Path) -> None:
    folder = SnapshotFolder(tmp_path / "states")
    folder.close()
    assert not (tmp_path / "states").exists()
    folder = SnapshotFolder(tmp_path / "states")
    folder.write(1, project(), Origin(NOW, ""))
    folder.close()
    folder.write(2, project(), Origin(NOW, "a worker that was late"))
    assert list((tmp_path / "states").iterdir()) == []


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no modes")
def test_others_can_read_nothing(tmp_path: Path) -> None:
    SnapshotFolder(tmp_path).write(1, project(), Origin(NOW, ""))
    assert stat.S_IMODE(snapshots(tmp_path)[0].path.parent.stat().st_mode) == 0o700


@pytest.mark.slow
def test_a_snapshot_belongs_to_its_process_while_that_lives(tmp_path: Path) -> None:
    process = subprocess.Popen(
        [sys.executable, "-c", HOLD, str(tmp_path)], stdout=subprocess.PIPE, text=True
    )
    try:
        assert process.stdout
        assert process.stdout.readline() == "written\n"
        (kept,) = snapshots(tmp_path)
        assert kept.running
        with pytest.raises(MazeError, match="open in another window"):
            Claim(kept)
    finally:
        process.kill()
        process.communicate()
    (kept,) = snapshots(tmp_path)
    assert not kept.running
    assert kept.read()[1].title == "a title"
    claim = Claim(kept)
    assert snapshots(tmp_path)[0].running  # by us
    with pytest.raises(MazeError, match="open in another window"):
        Claim(kept)
    claim.release()
    with pytest.raises(CancelledError), Claim(kept):
        raise CancelledError
    assert not snapshots(tmp_path)[0].running
    with Claim(kept) as claim:
        assert claim.snapshot is kept
    assert snapshots(tmp_path)[0].running  # until it is released or discarded
    claim.discard()
    assert list(tmp_path.iterdir()) == []
    with pytest.raises(MazeError, match="opened or discarded"):
        Claim(kept)


def test_folders_without_a_snapshot_are_passed_over(tmp_path: Path) -> None:
    assert snapshots(None) == []
    assert snapshots(tmp_path / "missing") == []
    (tmp_path / "empty").mkdir()
    (tmp_path / "file").write_text("")
    assert snapshots(tmp_path) == []


def test_only_old_folders_of_dead_processes_are_swept(tmp_path: Path) -> None:
    running, full = SnapshotFolder(tmp_path), SnapshotFolder(tmp_path)
    for folder in (running, full):
        folder.write(1, project(), Origin(NOW, ""))
    running.write(2, None, None)
    full._process_lock.release()  # type: ignore[union-attr]
    for name in ("old", "young"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "lock").write_text("")
    (tmp_path / "file").write_text("")
    for path in tmp_path.iterdir():
        if path.name != "young":
            os.utime(path, (1, 1))
    before = {path.name for path in tmp_path.iterdir()}
    sweep_folders(tmp_path)
    assert before - {path.name for path in tmp_path.iterdir()} == {"old"}
    sweep_folders(tmp_path / "missing")
    sweep_folders(None)


@pytest.mark.parametrize("values", ["", '"recovery": 5,', '"recovery": {"time": "never"},'])
def test_a_project_that_is_no_snapshot_is_an_error(values: str, tmp_path: Path) -> None:
    SnapshotFolder(tmp_path).write(1, project(), Origin(NOW, ""))
    (kept,) = snapshots(tmp_path)
    lines = kept.path.read_text().splitlines(keepends=True)
    lines = [f"{values}\n" if line.startswith('"recovery"') else line for line in lines]
    kept.path.write_text("".join(line for line in lines[:-1] if line.strip()) + "]}")
    with pytest.raises(MazeError):
        kept.read()


def test_a_folder_that_cannot_be_written_is_an_error_of_one_line(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(MazeError, match=r"^Cannot write to the folder .*\.$"):
        SnapshotFolder(tmp_path / "file" / "states").write(1, project(), Origin(NOW, ""))
    with pytest.raises(MazeError, match="no home folder"):
        SnapshotFolder(None).write(1, project(), Origin(NOW, ""))


@pytest.mark.skipif(sys.platform == "win32", reason="Windows removes no open file: the lock")
def test_a_folder_that_was_cleared_is_made_again(tmp_path: Path) -> None:
    folder = SnapshotFolder(tmp_path)
    folder.write(1, project(), Origin(NOW, ""))
    for path in snapshots(tmp_path)[0].path.parent.iterdir():
        path.unlink()
    snapshots_folder = next(tmp_path.iterdir())
    snapshots_folder.rmdir()
    folder.write(2, project(), Origin(NOW, "again"))
    assert [kept.read()[1].title for kept in snapshots(tmp_path)] == ["again"]


def test_the_name_of_a_snapshot(tmp_path: Path) -> None:
    SnapshotFolder(tmp_path).write(1, project(), Origin(NOW, ""))
    (kept,) = snapshots(tmp_path)
    assert snapshot(tmp_path, kept.identifier) == kept
    for name in ("", ".", "..", "../x", "nothing"):
        with pytest.raises(UsageError, match="There is no unsaved work"):
            snapshot(tmp_path, name)
