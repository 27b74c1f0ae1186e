"""What differs between two mazes: against a loop over all walls, on every shape and with masks."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from mazeeditor.core.errors import UsageError
from mazeeditor.core.job import Job
from mazeeditor.editing.changes.blanking import blanking
from mazeeditor.editing.document import Document
from mazeeditor.maze.facts.differences import maze_differences
from mazeeditor.maze.lattice import Opening
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.recipe import BY_HAND, Recipe, maze_of
from mazeeditor.maze.shapes import SHAPES, sizes_about

SEEDS = range(8)


def made(shape: str, seed: int) -> Maze:
    return maze_of(Recipe("backtracker", seed=seed, shape=shape, sizes=sizes_about(shape, 7, {})))


def blanked(maze: Maze, random: Random) -> Maze:
    """Return a copy with a few cells less."""
    copy = maze.copy()
    cells = random.sample(copy.lattice.inside_cells().tolist(), 3)
    document = Document(copy)
    recipe = Recipe("", masks=(BY_HAND,))
    document.apply(blanking(copy, recipe, np.array(cells, np.int64)))
    return document.maze


def expected(first: Maze, second: Maze) -> tuple[set[int], set[int]]:
    """Return the walls that only one has, one by one."""
    lattice = first.lattice
    here, there = set(), set()
    for cell in range(lattice.size):
        for slot in range(lattice.degree):
            other = lattice.neighbour(cell, slot)
            common = all(
                maze.lattice.inside[place] for maze in (first, second) for place in (cell, other)
            )
            if common:
                closed = [maze.walls[cell] >> slot & 1 for maze in (first, second)]
                wall = lattice.wall(cell, slot)
                if closed == [1, 0]:
                    here.add(wall)
                elif closed == [0, 1]:
                    there.add(wall)
    return here, there


@pytest.mark.parametrize("shape", SHAPES.names())
@pytest.mark.parametrize("masked", [False, True])
def test_every_difference_is_found(shape: str, masked: bool) -> None:
    for seed in SEEDS:
        random = Random(seed)
        first, second = made(shape, seed), made(shape, seed + 100)
        if masked:
            first, second = blanked(first, random), blanked(second, random)
        found = maze_differences(first, second, Job())
        here, there = expected(first, second)
        assert set(found.walls[0].tolist()) == here
        assert set(found.walls[1].tolist()) == there
        assert len(found.walls[0]) == len(here)
        only = first.lattice.inside & ~second.lattice.inside
        assert found.cells[0].tolist() == np.flatnonzero(only).tolist()
        back = maze_differences(second, first, Job())
        assert set(back.walls[1].tolist()) == here
        touched = set(found.touched(first.lattice, 0).tolist())
        degree = first.lattice.degree
        for wall in here:
            ends = {wall // degree, first.lattice.neighbour(wall // degree, wall % degree)}
            assert ends <= touched


def test_a_maze_equals_itself() -> None:
    for shape in SHAPES.names():
        maze = made(shape, 1)
        assert maze_differences(maze, maze.copy(), Job()).equal


def test_openings_differ() -> None:
    first = made("rectangular", 1)
    second = first.copy()
    other = Opening(second.lattice.cell(3, 3))
    second.set_openings(first.entrance, (*first.exits, other))
    found = maze_differences(first, second, Job())
    assert not found.equal
    assert found.openings == ((), (("exit", other),))
    assert [len(walls) for walls in found.walls] == [0, 0]


def test_other_sizes_are_named() -> None:
    with pytest.raises(UsageError, match=r"rectangular, rows \d+, columns \d+ and hexagonal"):
        maze_differences(made("rectangular", 1), made("hexagonal", 1), Job())
