"""Processes killed at each step of saving: each file is whole, no save that ended is lost."""

from __future__ import annotations

import os
import sys
from collections import Counter
from collections.abc import Collection
from pathlib import Path

import numpy as np
import pytest

from mazeeditor.core.disk.atomic import write_together
from mazeeditor.core.disk.staging import SUFFIX, sweep
from mazeeditor.core.errors import MazeError
from mazeeditor.files import Project
from mazeeditor.files.project import load, save
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.shapes import build
from tests.breadth import repeats
from tests.files.ageing import later
from tests.files.system_calls import killed_at

pytestmark = [
    pytest.mark.skipif(not hasattr(os, "fork"), reason="this system has no fork"),
    pytest.mark.slow,  # `test_save_faults` lets each call of the system fail
]


NUMBER = "number"  # the key of a file that says which save it is
PATTERNS = 3  # mazes that the saves write in turn


def numbered(mazes: dict[tuple[int, int], Maze], rows: int, number: int) -> Project:
    """Return the project of a save; ``mazes`` keeps them."""
    if (rows, 0) not in mazes:
        for pattern in range(PATTERNS):
            mazes[rows, pattern] = maze_of(rows, pattern)
    return Project(mazes[rows, number % PATTERNS], extra={NUMBER: number})


def maze_of(rows: int, pattern: int) -> Maze:
    """Return a maze whose walls differ from those of other patterns in each row."""
    maze = Maze(build("rectangular", rows=rows, columns=rows))
    lattice = maze.lattice
    cells = np.array([lattice.cell(row, (row + pattern) % (rows - 1)) for row in range(rows)])
    slots = np.full(rows, lattice.sides.index("right"))
    maze.toggle(lattice.wall_ids(cells, slots))
    return maze


def is_whole(path: Path, rows: int, mazes: dict[tuple[int, int], Maze]) -> int | None:
    """Return which save a file holds, None where it is none of them, complete."""
    try:
        project = load(path)
    except MazeError:
        return None
    number = project.extra.get(NUMBER)
    if not isinstance(number, int):
        return None
    expected = numbered(mazes, rows, number).maze
    return number if np.array_equal(project.maze.walls, expected.walls) else None


def swept(folder: Path, names: Collection[str] = ("a.maze", "a.maze~")) -> None:
    """Remove what a killed process has left, as if that had been a while ago."""
    files = [file for file in folder.iterdir() if file.name.endswith(SUFFIX)]
    with later():
        assert sweep(folder) == len(files)
    assert {file.name for file in folder.iterdir()} <= {*names}


def test_a_kill_at_each_step_of_a_save(tmp_path: Path) -> None:
    path, previous = tmp_path / "a.maze", tmp_path / "a.maze~"
    made: dict[tuple[int, int], Maze] = {}

    def write(number: int) -> None:
        save(numbered(made, 10, number), path, keep_previous=True)

    step = 0
    seen = Counter[tuple[int | None, int | None]]()
    while True:
        for file in tmp_path.iterdir():
            file.unlink()
        for number in (1, 2):
            write(number)
        if not killed_at(step, lambda: write(3)):
            break
        swept(tmp_path)
        seen[is_whole(path, 10, made), is_whole(previous, 10, made)] += 1
        step += 1
    assert {*seen} == {(2, 1), (3, 1), (3, 2)}


def test_a_kill_at_each_step_of_several_files(tmp_path: Path) -> None:
    names = ("a.svg", "a-solution.svg")

    def write(data: bytes) -> None:
        write_together([(tmp_path / name, data * 10_000) for name in names])

    step, seen = 0, Counter[tuple[bytes, ...]]()
    write(b"old")
    while killed_at(step, lambda: write(b"new")):
        swept(tmp_path, names)
        data = [(tmp_path / name).read_bytes() for name in names]
        assert all(each in (b"old" * 10_000, b"new" * 10_000) for each in data)
        seen[tuple(each[:3] for each in data)] += 1
        write(b"old")
        step += 1
    assert {*seen} == {(b"old", b"old"), (b"old", b"new"), (b"new", b"new")}


def test_processes_that_save_the_same_file_at_the_same_time(tmp_path: Path) -> None:
    """Whoever reads it meanwhile reads one of the versions, and no other file is left."""
    if sys.platform == "win32":
        pytest.skip("Windows has no fork")
    path, rows, made = tmp_path / "a.maze", 60, dict[tuple[int, int], Maze]()
    save(numbered(made, rows, 0), path)
    children = []
    for first in range(1, 4):
        child = os.fork()
        if not child:
            try:
                for number in range(first, first + 3 * len(repeats(15, 500)), 3):
                    save(numbered(made, rows, number), path, keep_previous=True)
            except BaseException:
                os._exit(1)
            os._exit(0)
        children.append(child)
    seen = set()
    while children:
        seen.add(is_whole(path, rows, made))
        for child in children.copy():
            ended, status = os.waitpid(child, os.WNOHANG)
            if ended:
                children.remove(child)
                assert status == 0
    assert len(seen) > 1
    assert None not in seen
    assert is_whole(tmp_path / "a.maze~", rows, made)
    assert {file.name for file in tmp_path.iterdir()} == {"a.maze", "a.maze~"}
