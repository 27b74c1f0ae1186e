"""Entrance and exits of a drawn route: where one is taken hold of, which stays, and which moves."""

from __future__ import annotations

import numpy as np

from mazeeditor.core.translation import _
from mazeeditor.maze.completing import route_openings
from mazeeditor.maze.geometry import Ids, middles
from mazeeditor.maze.lattice import Opening
from mazeeditor.maze.maze import Maze

ARROW = 30.0  # px at 96 dpi that the arrow at an opening, or a picture there, reaches outwards
HANDLE_OFFSET_PX = 13.0  # px at 96 dpi to both sides of its middle
DISC = 7.0  # px at 96 dpi around the middle of a cell that is an opening, however small it is


def opening_at(maze: Maze, x: float, y: float, px: float) -> Opening | None:
    """Return the opening whose arrow or disc is under a point in cells, None for none.

    ``px`` is how many cells a px at 96 dpi is. What lies over cells of the maze is no arrow.
    """
    outside = maze.lattice.geometry.cell_at(x, y) is None
    for opening in maze.openings:
        if opening.slot is None:
            centre = maze.lattice.geometry.centres(np.array([opening.cell], np.int64))[0]
            if np.hypot(*(centre - (x, y))) <= DISC * px:
                return opening
        elif outside and _on_arrow(maze, opening, x, y, px):
            return opening
    return None


def _on_arrow(maze: Maze, opening: Opening, x: float, y: float, px: float) -> bool:
    assert opening.slot is not None
    lattice, geometry = maze.lattice, maze.lattice.geometry
    wall = np.array([lattice.wall(opening.cell, opening.slot)], np.int64)
    gap = middles(geometry.post_positions(geometry.posts(wall)), geometry.bulges(wall))[0]
    ahead = np.array(geometry.outward(opening.cell, opening.slot))
    away = np.array([x, y]) - gap
    along, aside = float(away @ ahead), abs(float(away[0] * ahead[1] - away[1] * ahead[0]))
    return -px <= along <= ARROW * px and aside <= HANDLE_OFFSET_PX * px


def end_cells(maze: Maze) -> set[int]:
    """Return the cells of the entrance and the only exit, none where one is missing."""
    if maze.entrance is None or len(maze.exits) != 1:
        return set()
    return {maze.entrance.cell, maze.exits[0].cell}


def leads_back(maze: Maze, first: int, last: int) -> bool:
    """Whether a line drawn from one cell to another leads from the exit, or to the entrance."""
    entrance = maze.entrance.cell if maze.entrance else -1
    return first != entrance and (last == entrance or first in _exit_cells(maze))


def _exit_cells(maze: Maze) -> set[int]:
    return {opening.cell for opening in maze.exits}


def ends_note(maze: Maze, route: Ids) -> str:
    """Return what becomes of the openings of a maze around ``route`` int64[k], for a hint."""
    entrance, (exit_, *_more) = route_openings(maze, route)
    enters, leaves = entrance == maze.entrance, exit_ in maze.exits
    others = len(maze.exits) - leaves
    if enters and leaves:
        return _("the other exits are removed") if others else _("entrance and exit stay")
    if enters:
        return _exit_moves(exit_, bool(maze.exits))
    if leaves:
        return _("the entrance moves to its start") if maze.entrance else _("it gets an entrance")
    return _("entrance and exit move to its ends")


def _exit_moves(exit_: Opening, before: bool) -> str:
    if exit_.slot is None:
        return _("the exit moves to its end") if before else _("the exit is at its end")
    if before:
        return _("the exit moves to its end, in the border")
    return _("the exit is at its end, in the border")
