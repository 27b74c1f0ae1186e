"""Temporary files of killed processes are removed, and no other file ever is."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from time import time

import pytest

from mazeeditor.core.disk import staging
from mazeeditor.core.disk.atomic import write_whole
from mazeeditor.core.disk.staging import FOREIGN_S, SETTLED_S, SUFFIX, Group, sweep
from tests.files.ageing import aged, later, left

WRITER = """
import sys, time
from pathlib import Path
from mazeeditor.core.disk.atomic import write_together, write_whole

def chunks():
    yield b"x" * 100
    print("writing", flush=True)
    time.sleep(600)

one, two = Path(sys.argv[1], "one.maze"), Path(sys.argv[1], "two.maze")
if sys.argv[2] == "group":
    write_together([(one, b"whole"), (two, chunks())])
else:
    write_whole(one, chunks())
"""


@pytest.fixture(autouse=True)
def future() -> Iterator[None]:
    with later():
        yield


@pytest.mark.parametrize("group", [False, True])
def test_a_killed_writer(group: bool, tmp_path: Path) -> None:
    writer = subprocess.Popen(
        [sys.executable, "-c", WRITER, str(tmp_path), "group" if group else "one"],
        stdout=subprocess.PIPE,
    )
    assert writer.stdout
    try:
        assert writer.stdout.readline() == b"writing" + os.linesep.encode()
        files = list(tmp_path.iterdir())
        assert len(files) == 1 + group
        for file in files:
            aged(file, FOREIGN_S + 5)  # as old as may be: whoever writes it lives
        assert sweep(tmp_path) == 0
        assert sorted(tmp_path.iterdir()) == sorted(files)
    finally:
        writer.kill()
        writer.wait()
        writer.stdout.close()
    assert sweep(tmp_path) == len(files)
    assert list(tmp_path.iterdir()) == []


def test_a_save_sweeps_its_folder(tmp_path: Path) -> None:
    old, new = left(tmp_path), left(tmp_path, age=0)
    write_whole(tmp_path / "a.maze", b"data")
    assert not old.exists()
    assert new.exists()
    assert (tmp_path / "a.maze").exists()


def test_names_fit_everywhere_and_are_recognised(tmp_path: Path) -> None:
    group = Group()
    for name in ("a.maze", "ä" * 120, "x" * 255, "new\nline", "\udcff" * 50, "", "…"):
        for _number in range(3):
            path = group.name_for(tmp_path / "x").with_name(
                group.name_for(tmp_path / name).name if name else f".{SUFFIX}"
            )
            assert len(os.fsencode(path.name)) < 143
            assert bool(staging.NAME.fullmatch(path.name)) == bool(name)


def test_other_files_stay(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    name = Group().name_for(tmp_path / "a.maze").name
    similar = [name[1:], name + "~", name.replace("mazeeditor.", ""), ".0123456789abcdef.tmp"]
    for other in similar:
        (tmp_path / other).write_bytes(b"x")
        aged(tmp_path / other, 10 * FOREIGN_S)
    folder = Group().name_for(tmp_path / "a")
    folder.mkdir()
    link = Group().name_for(tmp_path / "a")
    link.symlink_to(tmp_path / similar[0])
    aged(folder, 10 * FOREIGN_S)
    if hasattr(os, "mkfifo"):
        pipe = Group().name_for(tmp_path / "a")
        os.mkfifo(pipe)
        aged(pipe, 10 * FOREIGN_S)
    young = left(tmp_path, age=SETTLED_S / 2)
    future = left(tmp_path, age=-1000)
    before = sorted(tmp_path.iterdir())
    assert sweep(tmp_path) == 0
    assert sorted(tmp_path.iterdir()) == before
    assert young.exists()
    assert future.exists()
    if hasattr(os, "geteuid"):
        own = left(tmp_path, age=10 * FOREIGN_S)
        user = os.geteuid()
        with monkeypatch.context() as patch:
            patch.setattr(os, "geteuid", lambda: user + 1)
            assert sweep(tmp_path) == 0
        assert own.exists()


@pytest.mark.parametrize("locks", [True, False])
def test_where_locks_tell_nothing_a_day_must_pass(
    locks: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if locks:  # of another computer, whose locks may not be seen here
        with monkeypatch.context() as patch:
            patch.setattr(staging, "_host", lambda: "00000000")
            files = [left(tmp_path, age=age) for age in (FOREIGN_S - 60, FOREIGN_S + 60)]
    else:

        def unsupported(_number: int) -> bool:
            raise OSError("no locks available")

        monkeypatch.setattr(staging, "lock", unsupported)
        files = [left(tmp_path, age=age) for age in (FOREIGN_S - 60, FOREIGN_S + 60)]
    assert sweep(tmp_path) == 1
    assert [file.exists() for file in files] == [True, False]


def test_folders_that_cannot_be_looked_at(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"x")
    for folder in (
        tmp_path / "missing",
        tmp_path / "file",
        tmp_path / ("x" * 300),
        tmp_path / "a\0b",
    ):
        assert sweep(folder) == 0


@pytest.mark.skipif(sys.platform == "win32", reason="Windows keeps no time of a name")
def test_a_backup_is_as_old_as_its_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is a second name of a file that may be years old, in use for a moment."""
    (tmp_path / "a.maze").write_bytes(b"old")
    os.utime(tmp_path / "a.maze", (1, 1))
    os.link(tmp_path / "a.maze", Group().name_for(tmp_path / "a.maze"))
    with monkeypatch.context() as patch:
        patch.setattr(staging, "time", time)
        assert sweep(tmp_path) == 0
    assert sweep(tmp_path) == 1
    assert (tmp_path / "a.maze").read_bytes() == b"old"
