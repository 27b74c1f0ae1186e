"""The line of a solution: through the middles of its cells and out of the gaps; round in rings."""

from __future__ import annotations

import numpy as np

from mazeeditor.drawing.layout import HAIRLINE, Layout
from mazeeditor.drawing.rings import hub_of, round_about
from mazeeditor.drawing.scene import Ids, Points, Strokes
from mazeeditor.drawing.sites import gap_of
from mazeeditor.drawing.style import Page
from mazeeditor.errors import UsageError
from mazeeditor.maze.lattice import Opening
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.solution import Solution
from mazeeditor.words import _

SHARE, WIDEST = 0.25, 2.0  # of a cell; mm
LEFT = 0.6  # the share of what thick walls leave of the narrowest passage


def route_of(maze: Maze, solution: Solution, page: Page, layout: Layout) -> Strokes:
    """Return the route as one stroke, in mm; raises ``UsageError`` where a wall is in its way."""
    _check(maze, solution)
    route = solution.route
    cell = layout.scale.cell
    gaps = [maze.entrance, next((each for each in maze.exits if each.cell == route[-1]), None)]
    ends = [_mouth(maze, gap) for gap in gaps]
    centres = maze.lattice.geometry.centres(route)
    hub = hub_of(maze.lattice, int(route[0]))
    bulges = None
    if hub is None:
        points = np.concatenate([ends[0] * cell, centres * cell, ends[1] * cell])
        points = points[_bends(points)]
    else:
        points, bulges = round_about(hub, np.concatenate([ends[0], centres, ends[1]]))
        points *= cell
    return Strokes(
        points + np.array([layout.x, layout.y]),
        np.array([0, len(points)]),
        np.zeros(1, np.bool_),
        _width(page, layout),
        page.solution_colour,
        "round",
        bulges,
    )


def _width(page: Page, layout: Layout) -> float:
    """Return how wide the line is in mm: paper is left on both sides of it."""
    if page.walls == "hairlines":
        return HAIRLINE
    cell, passage = layout.scale.cell, layout.form.clear * layout.scale.cell - layout.scale.wall
    return min(SHARE * cell, WIDEST, LEFT * passage)


def _mouth(maze: Maze, opening: Opening | None) -> Points:
    """Return the middle of the gap by which the route leaves the maze, in cells, if it does."""
    if opening is None or opening.slot is None:
        return np.zeros((0, 2))
    return gap_of(maze.lattice, opening)[0][None]


def _check(maze: Maze, solution: Solution) -> None:
    """Raise ``UsageError`` where the maze was changed since and the route is one no more."""
    if not (solution.lattice.same(maze.lattice) and _leads_through(maze, solution.route)):
        raise UsageError(_("This route does not lead through this maze: solve the maze again."))


def _leads_through(maze: Maze, route: Ids) -> bool:
    """Whether a route runs from the entrance to an exit through passages alone."""
    if maze.entrance is None or maze.entrance.cell != route[0]:
        return False
    if all(each.cell != route[-1] for each in maze.exits):
        return False
    lattice, here, there = maze.lattice, route[:-1], route[1:]
    ways = lattice.offsets[lattice.rows_of(here)] == (there - here)[:, None]
    walls = lattice.wall_ids(here, ways.argmax(axis=1))
    return bool(ways.any(axis=1).all() and not maze.is_closed(walls).any())


def _bends(points: Points) -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
    """Return bool[m]: which points are the first, the last or not on a straight line."""
    steps = np.diff(points, axis=0)
    cross = steps[:-1, 0] * steps[1:, 1] - steps[:-1, 1] * steps[1:, 0]
    keep = np.ones(len(points), np.bool_)
    keep[1:-1] = np.abs(cross) > 1e-9
    return keep
