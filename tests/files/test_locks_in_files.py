"""Locks are read as they were written, on every shape; what is no lock is refused by its row."""

from __future__ import annotations

from pathlib import Path
from random import Random

import numpy as np
import pytest

from mazeeditor.core.errors import MazeError
from mazeeditor.files import Project
from mazeeditor.files.project import load, save
from mazeeditor.maze.maze import Maze, locked_walls, with_locks
from mazeeditor.maze.shapes import SHAPES, build
from tests.lattices import LATTICES
from tests.lattices import random_passages as passages


@pytest.mark.parametrize("shape", SHAPES.names())
def test_locks_survive_saving(shape: str, tmp_path: Path) -> None:
    for seed in range(5):
        random = Random(seed)
        maze, _graph = passages(LATTICES[shape](random), random)
        chosen = np.array([random.random() < 0.3 for _cell in range(maze.lattice.size)])
        maze.set_locks(with_locks(maze, chosen, locked=True))
        save(Project(maze), tmp_path / "a.maze")
        again = load(tmp_path / "a.maze").maze
        assert locked_walls(again).tolist() == locked_walls(maze).tolist()


def test_a_maze_without_locks_has_no_key_for_them(tmp_path: Path) -> None:
    maze, _graph = passages(LATTICES["rectangular"](Random(1)), Random(1))
    save(Project(maze), tmp_path / "a.maze")
    assert "locks" not in (tmp_path / "a.maze").read_text()


@pytest.mark.parametrize(
    ("locks", "reason"),
    [
        ('{"9": "00"}', "there is no row '9'"),
        ('{"x": "00"}', "there is no row 'x'"),
        ('{"0": "0"}', "row 0 has 1 digits where 2 are needed"),
        ('{"0": "0g"}', "row 0 has 'g' for column 1"),
        ('{"0": 3}', "a row must be a text"),
        ('{"0": "20"}', "cell 0,0 has a lock without a wall"),
        ('{"0": "10"}', "cell 0,0 has a lock without a wall"),
        ("[1]", "this must be an object"),
    ],
)
def test_what_is_no_lock_is_refused(locks: str, reason: str, tmp_path: Path) -> None:
    path = tmp_path / "a.maze"
    save(Project(Maze(build("rectangular", rows=2, columns=2))), path)
    lines = path.read_text().splitlines(keepends=True)
    lines.insert(3, f'"locks": {locks},\n')
    lines[-2:] = ["]}"]
    path.write_text("".join(lines))
    with pytest.raises(MazeError, match=r'"locks": ' + reason):
        load(path)
