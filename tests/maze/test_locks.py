"""Walls that may change: between two chosen inside cells, not locked, on both sides alike."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest
from numpy.typing import NDArray

from mazeeditor.core.errors import MazeError, UsageError
from mazeeditor.maze.generators import generate
from mazeeditor.maze.maze import Maze, locked_walls, with_locks
from mazeeditor.maze.shapes import build
from mazeeditor.maze.walls import check_locks, free_walls
from tests.lattices import LATTICES, inner_walls, random_passages


@pytest.mark.parametrize("kind", LATTICES)
def test_free_walls_are_between_two_chosen_cells(kind: str) -> None:
    for seed in range(10):
        random = Random(seed)
        lattice = LATTICES[kind](random)
        chosen = np.array([random.random() < 0.7 for _cell in range(lattice.size)])
        chosen_inside = chosen & lattice.inside
        locked = np.array([random.randrange(256) for _cell in range(lattice.size)], np.uint8)
        free, of_all = free_walls(lattice, chosen, locked), free_walls(lattice)
        for cell in range(lattice.size):
            for slot in range(lattice.degree):
                other = lattice.neighbour(cell, slot)
                both = bool(chosen_inside[cell] and chosen_inside[other])
                assert bool(free[cell] >> slot & 1) == (both and not locked[cell] >> slot & 1)
                inner = bool(lattice.inside[cell] and lattice.inside[other])
                assert bool(of_all[cell] >> slot & 1) == inner
        assert not (free >> lattice.degree).any()


@pytest.mark.parametrize("kind", LATTICES)
def test_locking_cells_locks_their_inner_walls_and_no_others(kind: str) -> None:
    for seed in range(10):
        random = Random(seed)
        maze, _graph = random_passages(LATTICES[kind](random), random)
        lattice = maze.lattice
        chosen = np.array([random.random() < 0.4 for _cell in range(lattice.size)])
        maze.set_locks(with_locks(maze, chosen, locked=True))
        again = np.array([random.random() < 0.4 for _cell in range(lattice.size)])
        expected = {wall for wall in inner_walls(maze.lattice) if touches(maze, wall, chosen)}
        assert set(locked_walls(maze).tolist()) == expected
        if maze.locks is not None:
            check_locks(lattice, maze.locks)
            unlocked = with_locks(maze, again, locked=False)
            maze.set_locks(unlocked)
            expected = {wall for wall in expected if not touches(maze, wall, again)}
            assert set(locked_walls(maze).tolist()) == expected


def touches(maze: Maze, wall: int, chosen: NDArray[np.bool_]) -> bool:
    """Whether one of the cells on both sides of a wall is chosen."""
    lower, _slots, upper, _backs = maze.lattice.sides_of(np.array([wall]))
    return bool(chosen[lower[0]] or chosen[upper[0]])


def test_a_locked_wall_is_not_toggled() -> None:
    maze = generate("backtracker", build("rectangular", rows=3, columns=3), seed=1)
    walls = np.array(inner_walls(maze.lattice))
    chosen = np.zeros(maze.lattice.size, np.bool_)
    chosen[maze.lattice.first.cell] = True
    maze.set_locks(with_locks(maze, chosen, locked=True))
    before = maze.walls.copy()
    for wall in walls.tolist():
        if maze.is_locked(np.array([wall]))[0]:
            with pytest.raises(UsageError, match="locked"):
                maze.toggle(np.array([wall, walls[-1]]))
    assert (maze.walls == before).all()
    assert (maze.copy().locks == maze.locks).all()  # type: ignore[union-attr]
    maze.toggle(walls[~maze.is_locked(walls)])


def test_a_lock_on_one_side_of_a_wall_is_refused() -> None:
    lattice = build("rectangular", rows=3, columns=3)
    for cell in lattice.inside_cells().tolist():
        for slot in range(lattice.degree):
            locks = np.zeros(lattice.size, np.uint8)
            locks[cell] = 1 << slot
            with pytest.raises(MazeError, match="without a wall"):
                check_locks(lattice, locks)
