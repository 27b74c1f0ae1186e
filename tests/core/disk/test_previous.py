"""The previous version of a project, kept beside it: never in the way of saving."""

from __future__ import annotations

import errno
import os
import sys
from pathlib import Path

import pytest

from mazeeditor.core.errors import MazeError
from mazeeditor.files import Project
from mazeeditor.files.project import save
from tests.faults import without_links
from tests.files.projects import maze

MODE = 0o666 if sys.platform == "win32" else 0o640  # Windows knows only what may not be written
TOO_LONG = pytest.param(
    "a name too long",
    marks=pytest.mark.skipif(sys.platform == "win32", reason="Wine resolves no such names"),
)


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def saved(path: Path, rows: int) -> bytes:
    """Save a maze of so many rows, with the previous version; return what was written."""
    assert save(Project(maze(rows)), path, keep_previous=True).warning == ""
    return path.read_bytes()


def test_each_save_keeps_the_version_before(tmp_path: Path) -> None:
    path = tmp_path / "a.maze"
    versions = [saved(path, 3)]
    assert names(tmp_path) == ["a.maze"]
    for rows in (4, 5, 6):
        versions.append(saved(path, rows))
        assert names(tmp_path) == ["a.maze", "a.maze~"]
        assert (tmp_path / "a.maze~").read_bytes() == versions[-2]


@pytest.mark.parametrize("old", [b"", b"+--+\n|  |\n+--+\n", b'{"format": "other"}'])
def test_only_a_project_is_a_previous_version(old: bytes, tmp_path: Path) -> None:
    (tmp_path / "a.maze").write_bytes(old)
    saved(tmp_path / "a.maze", 3)
    assert names(tmp_path) == ["a.maze"]


def test_a_file_system_without_hard_links(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    without_links(monkeypatch)
    path = tmp_path / "a.maze"
    first = saved(path, 3)
    path.chmod(0o640)
    saved(path, 4)
    assert (tmp_path / "a.maze~").read_bytes() == first
    assert (tmp_path / "a.maze~").stat().st_mode & 0o777 == MODE
    assert names(tmp_path) == ["a.maze", "a.maze~"]


def test_the_file_behind_a_link(tmp_path: Path) -> None:
    (tmp_path / "there").mkdir()
    link = tmp_path / "link.maze"
    first = saved(tmp_path / "there" / "a.maze", 3)
    link.symlink_to(tmp_path / "there" / "a.maze")
    saved(link, 4)
    assert (tmp_path / "there" / "a.maze~").read_bytes() == first
    assert names(tmp_path) == ["link.maze", "there"]


@pytest.mark.skipif(not hasattr(os, "link"), reason="this system has no hard links")
def test_a_previous_version_that_is_the_same_file(tmp_path: Path) -> None:
    """As a kill between two steps could leave it: to rename a file to itself does nothing."""
    path = tmp_path / "a.maze"
    first = saved(path, 3)
    os.link(path, tmp_path / "a.maze~")
    saved(path, 4)
    assert (tmp_path / "a.maze~").read_bytes() == first
    assert names(tmp_path) == ["a.maze", "a.maze~"]


@pytest.mark.parametrize("failure", ["a folder", TOO_LONG, "no space for a copy"])
def test_the_save_counts_where_it_cannot_be_kept(
    failure: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / ("a" * 250 + ".maze" if failure == "a name too long" else "a.maze")
    saved(path, 3)
    if failure == "a folder":
        (tmp_path / "a.maze~").mkdir()
    if failure == "no space for a copy":

        def refuse(*_names: object) -> None:
            raise OSError(errno.ENOSPC, "No space left on device")

        without_links(monkeypatch)
        monkeypatch.setattr("mazeeditor.core.disk.staging._copy", refuse)
    before = names(tmp_path)
    written = save(Project(maze(4)), path, keep_previous=True)
    assert written.warning.startswith("The previous version could not be kept as ")
    assert written.warning.count(". ") == 0
    assert b'"rows": 4' in path.read_bytes()
    assert names(tmp_path) == before


def test_a_failed_save_leaves_the_previous_version(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a.maze"
    versions = [saved(path, rows) for rows in (3, 4)]

    def refuse(_source: Path, _target: Path) -> None:
        raise OSError(errno.EIO, "Input/output error")

    monkeypatch.setattr(Path, "replace", refuse)
    with pytest.raises(MazeError):
        save(Project(maze(5)), path, keep_previous=True)
    assert [path.read_bytes(), (tmp_path / "a.maze~").read_bytes()] == versions[::-1]
    assert names(tmp_path) == ["a.maze", "a.maze~"]
