"""Entrances and exits: where one would be set, and the steps that set, add and remove them."""

from __future__ import annotations

import numpy as np

from mazeeditor.editing.edits import SetOpenings
from mazeeditor.errors import UsageError
from mazeeditor.maze.lattice import Lattice, Opening
from mazeeditor.maze.maze import Maze
from mazeeditor.words import _

NEAR = 0.35  # cells: nearer to an outer wall than this, a gap in it is meant


def place_at(lattice: Lattice, x: float, y: float) -> Opening | None:
    """Return the opening that a click means, None more than half a cell from the maze.

    ::

         gap   gap          near or outside an outer wall, a gap in it;
       +-----+-----+
       |.    :     :        elsewhere the middle of the cell
    gap| . . :  middle
    """
    cell = lattice.geometry.cell_at(x, y)
    if cell is None:
        wall = lattice.geometry.wall_at(x, y)
        return None if wall is None else _gap(lattice, wall)
    near = [
        (_distance(lattice, lattice.wall(cell, slot), x, y), slot)
        for slot in lattice.outer_slots(cell)
    ]
    distance, slot = min(near, default=(NEAR, 0))
    return Opening(cell, slot) if distance < NEAR else Opening(cell)


def _gap(lattice: Lattice, wall: int) -> Opening | None:
    """Return the opening that a gap in an outer wall is, None for an inner wall."""
    cell, slot = divmod(wall, lattice.degree)
    if lattice.is_inner(wall):
        return None
    if lattice.inside[cell]:
        return Opening(cell, slot)
    return Opening(lattice.neighbour(cell, slot), lattice.back(cell, slot))


def _distance(lattice: Lattice, wall: int, x: float, y: float) -> float:
    """Return how far a point is from a wall, in cells."""
    geometry = lattice.geometry
    start, end = geometry.post_positions(geometry.posts(np.array([wall], np.int64)))[0]
    point, along = np.array([x, y]) - start, end - start
    share = np.clip(point @ along / (along @ along), 0.0, 1.0)
    return float(np.hypot(*(point - share * along)))


def choices(lattice: Lattice, cell: int) -> list[Opening]:
    """Return every opening that a cell can have: its outer sides, then its middle."""
    return [*(Opening(cell, slot) for slot in lattice.outer_slots(cell)), Opening(cell)]


def set_entrance(maze: Maze, opening: Opening | None) -> SetOpenings:
    """Return the step that puts the entrance here, or removes it; raises ``UsageError``."""
    if opening and opening in maze.exits:
        raise UsageError(_("The exit is here; the entrance needs another place."))
    return SetOpenings(maze, opening, maze.exits)


def set_exit(maze: Maze, opening: Opening | None) -> SetOpenings:
    """Return the step that puts the one exit here, or removes all; raises ``UsageError``."""
    return SetOpenings(maze, maze.entrance, (_free(maze, opening),) if opening else ())


def add_exit(maze: Maze, opening: Opening) -> SetOpenings:
    """Return the step that adds an exit; raises ``UsageError``."""
    return SetOpenings(maze, maze.entrance, (*maze.exits, _free(maze, opening)))


def remove(maze: Maze, *openings: Opening) -> SetOpenings:
    """Return the step that removes openings: the entrance, or exits."""
    entrance = None if maze.entrance in openings else maze.entrance
    return SetOpenings(maze, entrance, tuple(each for each in maze.exits if each not in openings))


def _free(maze: Maze, opening: Opening) -> Opening:
    if opening == maze.entrance:
        raise UsageError(_("The entrance is here; the exit needs another place."))
    return opening
