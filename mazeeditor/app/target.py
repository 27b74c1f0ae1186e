"""What a command is for that acts on one place: where the user has clicked, else the cell cursor.

::

    right click --- target_at(maze, x, y) --> view.target -------+
    cell cursor, else the cell under the pointer -> target_in ---+---> target_of
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from mazeeditor.maze.lattice import Opening
    from mazeeditor.maze.maze import Maze


class Target(NamedTuple):
    """A place of the maze: a cell, the wall nearest to it, and an opening that is or could be."""

    cell: int | None = None
    wall: int | None = None
    opening: Opening | None = None


NOTHING = Target()


def target_at(maze: Maze, x: float, y: float) -> Target:
    """Return what is at a point, in cells."""
    from mazeeditor.editing.changes.entrances import place_at

    geometry = maze.lattice.geometry
    wall = geometry.wall_at(x, y)
    inner = wall if wall is not None and maze.lattice.is_inner(wall) else None
    return Target(geometry.cell_at(x, y), inner, place_at(maze.lattice, x, y))


def target_in(maze: Maze, cell: int | None) -> Target:
    """Return what is meant by a cell alone: no wall, and an opening of it, else its first place."""
    from mazeeditor.editing.changes.entrances import choices

    if cell is None:
        return NOTHING
    places = choices(maze.lattice, cell)
    present = [place for place in places if place in maze.openings]
    return Target(cell, None, (present or places)[0])
