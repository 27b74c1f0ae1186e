"""Rotate, flip and transpose: the maze after a motion that leads cells to cells."""

from __future__ import annotations

from typing import Annotated, Literal, get_args

from mazeeditor.core.job import Job
from mazeeditor.core.translation import _
from mazeeditor.maze.lattice import Lattice
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.transforms import transform
from mazeeditor.maze.transforms.symmetry.motions import (
    MIRRORS,
    Motion,
    apply_motion,
    one_step,
    placement_of,
    turn,
)

STEP = "one-step"
Angle = Literal["60", "90", "120", "180", "240", "270", "300", "one-step"]


def why_not_rotated(lattice: Lattice, *, by: str) -> str:
    """Return why a maze cannot be turned by an angle, "" where it can."""
    if by == STEP:
        angle = one_step(lattice)
        if angle is None:
            return _("The rows of this maze are not rings: there is no step to turn it by.")
        if f"{angle:g}" in get_args(Angle):  # one name for one turn: menus would show it twice
            return _("One step of this maze is {angle:g} degrees.").format(angle=angle)
    elif not placement_of(lattice, turn(float(by))):
        text = _("Turned by {by} degrees, the cells would not fit the grid.")
        return text.format(by=by)
    return ""


@transform("rotate", _("Rotate"), order=12, refusal=why_not_rotated, memory=70)
def rotate(
    maze: Maze,
    job: Job,
    *,
    by: Annotated[
        Angle, _("angle to turn by, clockwise in degrees, or one cell of the innermost ring")
    ] = "90",
) -> Maze:
    """Turn the maze clockwise, by an angle after which its cells lie on places for cells.

    ::

        1 2 3      4 1       a quarter: the rows become columns, the lowest comes first.
        4 5 6  ->  5 2       Hexagons in a hexagon turn by 60 degrees, triangles in a
                   6 3       triangle by 120, rings by a cell of the innermost one.
    """
    angle = one_step(maze.lattice) if by == STEP else float(by)
    return apply_motion(maze, job, turn(angle or 0.0))


Direction = Literal["horizontal", "vertical"]


def why_not_flipped(lattice: Lattice, *, direction: str) -> str:
    """Return why a maze cannot be mirrored so, "" where it can."""
    if placement_of(lattice, MIRRORS[direction]):
        return ""
    labels = {
        "horizontal": _("Flipped left to right, the cells would not fit the grid."),
        "vertical": _("Flipped upside down, the cells would not fit the grid."),
    }
    return labels[direction]


@transform("flip", _("Flip"), order=11, refusal=why_not_flipped, memory=70)
def flip(
    maze: Maze,
    job: Job,
    *,
    direction: Annotated[
        Direction, _("direction of the flip: left and right change places, or top and bottom")
    ] = "horizontal",
) -> Maze:
    """Exchange left and right, or top and bottom."""
    return apply_motion(maze, job, MIRRORS[direction])


DIAGONAL = Motion((0.0, 1.0), (1.0, 0.0))


def why_not_transposed(lattice: Lattice) -> str:
    """Return why a maze cannot be mirrored in its diagonal, "" where it can."""
    if placement_of(lattice, DIAGONAL):
        return ""
    return _("Mirrored in the diagonal, the cells would not fit the grid.")


@transform("transpose", _("Transpose"), order=13, refusal=why_not_transposed, memory=70)
def transpose(maze: Maze, job: Job) -> Maze:
    """Mirror the maze in its diagonal: rows become columns."""
    return apply_motion(maze, job, DIAGONAL)
