"""A journal beside the snapshot: neither waits for the other, and either makes up for the other."""

from __future__ import annotations

import errno
import threading
from shutil import rmtree
from typing import Any

import numpy as np
import pytest

from mazeeditor.app.commands.recover_work import offer_at_start
from mazeeditor.app.recovery import recovery
from mazeeditor.app.recovery.recovery import (
    CLEAN_MS,
    JOURNAL_MS,
    PAUSE_MS,
    SLOW,
    SLOW_WRITES,
    SYNC_MS,
)
from mazeeditor.app.ui import Recover
from mazeeditor.core.errors import MazeError
from mazeeditor.editing.edits import ReplaceMaze
from mazeeditor.files import snapshots as snapshot_files
from mazeeditor.files.snapshots import SnapshotFolder
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.recipe import Recipe, maze_of
from tests.app.scripted import Program, opened
from tests.app.test_recovery import crash, kept, pass_time, saved_walls, snapshot_time
from tests.faults import full_disk


def no_space(*_what: object) -> None:
    raise MazeError("No space left on device.")


class Clock:
    """The time that the program measures a write with: a busy machine is no slow disk."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture(autouse=True)
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(recovery, "monotonic", clock)
    return clock


def test_a_snapshot_that_takes_long_does_not_hold_up_the_journal(
    program: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    go_on, begun = threading.Event(), threading.Event()
    program.edit(5)
    pass_time(program, JOURNAL_MS)
    check = Maze.check

    def slow(maze: Maze) -> None:  # which is the first that is done for a snapshot
        if threading.current_thread() is not threading.main_thread():
            begun.set()
            assert go_on.wait(60)
        check(maze)

    monkeypatch.setattr(Maze, "check", slow)
    program.session.opened.recovery.write_soon()
    program.timer.advance_until(begun.is_set)
    for cell in (6, 7, 8):
        program.edit(cell)
        program.timer.advance(JOURNAL_MS)
    expected = program.walls()
    program.timer.advance_until(lambda: saved_walls(kept()[0]) == expected)
    go_on.set()
    pass_time(program, JOURNAL_MS)
    assert saved_walls(kept()[0]) == expected


def test_a_journal_that_cannot_be_written_makes_a_snapshot_necessary(
    program: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    program.edit(5)
    pass_time(program, JOURNAL_MS)

    def full(*_what: object, **_more: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(snapshot_files, "append", full)
        program.edit(6)
        pass_time(program, 2 * JOURNAL_MS)
        pass_time(program, JOURNAL_MS)
        assert kept()[0].read()[0].maze.walls.tolist() == program.walls()
        assert program.answers.messages == []
        with full_disk():
            for cell in (7, 8, 9):
                program.edit(cell)
                pass_time(program, PAUSE_MS)
    assert len(program.answers.messages) == 1
    program.edit(10)
    pass_time(program, PAUSE_MS)
    assert saved_walls(kept()[0]) == program.walls()


def test_a_journal_that_does_not_reach_the_disk_makes_a_snapshot_necessary(
    program: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    program.edit(5)
    pass_time(program, JOURNAL_MS)

    def failing(_path: object) -> None:
        raise OSError(errno.EIO, "Input/output error")

    monkeypatch.setattr(snapshot_files, "sync", failing)
    program.edit(6)
    pass_time(program, JOURNAL_MS)
    pass_time(program, SYNC_MS)
    pass_time(program, JOURNAL_MS)
    assert kept()[0].read()[0].maze.walls.tolist() == program.walls()


def test_a_folder_that_was_cleared_is_filled_again(program: Program) -> None:
    program.edit(5)
    pass_time(program, JOURNAL_MS)
    program.edit(6)
    pass_time(program, JOURNAL_MS)
    folder = kept()[0].path.parent
    rmtree(folder, ignore_errors=True)  # Windows leaves what is open: the lock
    assert {path.name for path in folder.parent.rglob("*.*")} == set()
    program.edit(7)
    pass_time(program, JOURNAL_MS)
    pass_time(program, JOURNAL_MS)
    assert saved_walls(kept()[0]) == program.walls()


def test_redo_goes_on_with_the_journal(program: Program) -> None:
    program.edit(5)
    pass_time(program, JOURNAL_MS)
    first = snapshot_time()
    for _time in range(20):
        program.run("undo")
        pass_time(program, CLEAN_MS // 2)
        program.run("redo")
        pass_time(program, JOURNAL_MS)
    assert snapshot_time() == first
    assert saved_walls(kept()[0]) == program.walls()
    program.run("undo")
    pass_time(program, CLEAN_MS)
    assert kept() == []


def test_another_large_maze_is_kept_at_once(program: Program) -> None:
    program.edit(5)
    pass_time(program, JOURNAL_MS)
    for seed in (1, 2):
        recipe = Recipe("backtracker", sizes={"rows": 300, "columns": 300}, seed=seed)
        program.document.apply(ReplaceMaze("Generate maze", maze_of(recipe), recipe))
        program.edit(6)
        pass_time(program, JOURNAL_MS)
        pass_time(program, JOURNAL_MS)
        assert saved_walls(kept()[0]) == program.walls()


def test_work_is_safe_where_the_last_snapshot_fails_and_the_journal_is_written(
    program: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    program.edit(5)
    pass_time(program, JOURNAL_MS)
    program.edit(6)

    monkeypatch.setattr(SnapshotFolder, "write", no_space)
    assert program.session.abandon()
    assert saved_walls(kept()[0]) == program.walls()


def test_a_drag_that_a_kill_ends_is_a_step(program: Program) -> None:
    program.edit(5)
    pass_time(program, JOURNAL_MS)
    stroke = program.document.begin()
    lattice = program.document.maze.lattice
    right = lattice.sides.index("right")
    for cell in (20, 21, 22):
        stroke.toggle(np.array([lattice.wall(int(lattice.inside_cells()[cell]), right)]))
        pass_time(program, 2 * JOURNAL_MS)
    expected, name = program.walls(), program.document.undo_name
    crash(program)
    with opened() as other:
        other.answers.recover = [Recover.OPEN]
        other.session.parts.call(offer_at_start)
        other.settle()
        assert (other.walls(), other.document.undo_name) == (expected, name)
        other.run("undo")
        assert other.document.can_undo


def test_an_edit_is_in_the_journal_at_once(program: Program) -> None:
    program.edit(5)
    pass_time(program, JOURNAL_MS)
    for cell in (6, 7, 8):
        program.edit(cell)
        assert saved_walls(kept()[0]) == program.walls()


def test_a_slow_disk_is_left_to_a_worker(
    program: Program, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    program.edit(5)
    pass_time(program, JOURNAL_MS)
    append, here = snapshot_files.__dict__["append"], list[bool]()

    def slow(*what: Any, **more: Any) -> None:
        here.append(threading.current_thread() is threading.main_thread())
        clock.now += 2 * SLOW
        append(*what, **more)

    monkeypatch.setattr(snapshot_files, "append", slow)
    for _edit in range(20):
        for cell in (6, 7, 8):
            program.edit(cell)
        pass_time(program, JOURNAL_MS)
    assert here[:SLOW_WRITES] == [True] * SLOW_WRITES
    assert here[SLOW_WRITES:] == [False] * 19
    assert saved_walls(kept()[0]) == program.walls()
