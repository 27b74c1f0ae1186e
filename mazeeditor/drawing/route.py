"""The line of a solution: through the middles of its cells and out of the gaps."""

from __future__ import annotations

import numpy as np

from mazeeditor.drawing.layout import HAIRLINE, Layout
from mazeeditor.drawing.marks import gap_of
from mazeeditor.drawing.scene import Points, Strokes
from mazeeditor.drawing.style import Page
from mazeeditor.errors import UsageError
from mazeeditor.maze.lattice import Opening
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.solution import Solution
from mazeeditor.words import _

SHARE, WIDEST = 0.25, 2.0  # of a cell; mm


def route_of(maze: Maze, solution: Solution, page: Page, layout: Layout) -> Strokes:
    """Return the route as one stroke, in mm; raises ``UsageError`` where a wall is in its way."""
    route = np.asarray(solution.route, np.int64)
    _check(maze, solution)
    cell, wall = layout.scale.cell, layout.scale.wall
    points = maze.lattice.geometry.centres(route) * cell
    gaps = [maze.entrance, next((each for each in maze.exits if each.cell == route[-1]), None)]
    ends = [_mouth(maze, gap, cell, wall) for gap in gaps]
    points = np.concatenate([ends[0], points, ends[1]])
    points = points[_bends(points)] + (layout.x, layout.y)
    width = HAIRLINE if page.walls == "hairlines" else min(SHARE * cell, WIDEST)
    return Strokes(
        points,
        np.array([0, len(points)]),
        np.zeros(1, np.bool_),
        width,
        page.solution_colour,
        "round",
    )


def _mouth(maze: Maze, opening: Opening | None, cell: float, wall: float) -> Points:
    """Return the point where the route leaves through the outer wall, if it does."""
    if opening is None or opening.slot is None:
        return np.zeros((0, 2))
    gap, out = gap_of(maze.lattice, opening)
    return (gap * cell + np.array(out) * wall / 2)[None]


def _check(maze: Maze, solution: Solution) -> None:
    lattice, route = maze.lattice, solution.route
    good = solution.lattice.same(lattice) and maze.entrance and maze.entrance.cell == route[0]
    if good:
        here, there = route[:-1], route[1:]
        offsets = lattice.offsets[here & lattice.mask]
        step = offsets == (there - here)[:, None]
        slots = step.argmax(axis=1)
        closed = maze.is_closed(lattice.wall_ids(here, slots))
        good = bool(step.any(axis=1).all() and not closed.any())
    if not good:
        raise UsageError(_("This route does not lead through this maze: solve the maze again."))


def _bends(points: Points) -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
    """Return bool[m]: which points are the first, the last or not on a straight line."""
    steps = np.diff(points, axis=0)
    cross = steps[:-1, 0] * steps[1:, 1] - steps[:-1, 1] * steps[1:, 0]
    keep = np.ones(len(points), np.bool_)
    keep[1:-1] = np.abs(cross) > 1e-9
    return keep
