"""Play in every shape there is: each passage has its arrow, and a drag along the route wins."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest

from mazeeditor.maze.generators import generate
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.playing.steering import Steering, follow
from mazeeditor.maze.playing.walk import Walk
from mazeeditor.maze.shapes import SHAPES, build
from mazeeditor.maze.solvers import solve
from tests.maze.playing.samples import knowing

ARROWS = ((-1, 0), (1, 0), (0, -1), (0, 1))


@pytest.fixture(params=SHAPES.names())
def maze(request: pytest.FixtureRequest) -> Maze:
    """Return a maze with loops: cells with as many passages as they can have."""
    maze = generate("backtracker", build(request.param), 5, braid=0.8)
    maze.set_openings(maze.lattice.first, (maze.lattice.last,))
    return maze


@pytest.mark.slow
def test_every_passage_has_an_arrow(maze: Maze) -> None:
    walk = knowing(Walk(maze))
    for _turn in range(150):
        for slot in walk.passages(walk.cell):
            assert slot in meant(walk), walk.lattice.place(walk.cell)
        if walk.won:
            break
        walk.step(walk.lattice.slot_between(*walk.hint()[:2]))


def meant(walk: Walk) -> set[int | None]:
    """Return where the arrows lead from here, each after each other one."""
    result = set()
    for before in ARROWS:
        for arrow in ARROWS:
            steering = Steering()
            steering.slot(walk, *before)
            result.add(steering.slot(walk, *arrow))
    return result


def test_a_drag_along_the_route_is_the_route(maze: Maze) -> None:
    walk = Walk(maze)
    route = solve("breadth-first", maze).route
    middles = walk.lattice.geometry.centres(route).tolist()
    for (x, y), (next_x, next_y) in pairwise(middles):
        assert follow(walk, (x, y), (next_x, next_y))
    assert walk.won
    assert np.array_equal(walk.trail.cells, route)
