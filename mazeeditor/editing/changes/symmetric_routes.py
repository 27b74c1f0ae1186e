"""A maze around a route that is symmetric: the images of the route are passages as well."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from mazeeditor.core.errors import UsageError
from mazeeditor.core.job import Job
from mazeeditor.core.translation import _
from mazeeditor.maze.completing import Growth, check_route, check_unlocked, route_openings
from mazeeditor.maze.facts.facts import facts
from mazeeditor.maze.geometry import Ids
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.transforms.symmetry.group import NO_WALL, SymmetryGroup
from mazeeditor.maze.transforms.symmetry.keeping import finished_in
from mazeeditor.maze.walls import set_bits

DOUBLED = _(
    "With its images under the symmetry this would not be the only route: draw it elsewhere, or "
    "choose no symmetry."
)


def around_symmetric(
    maze: Maze,
    route: Ids,
    growth: Growth | None,
    group: SymmetryGroup,
    free: NDArray[np.uint8],
    job: Job,
    drawn: NDArray[np.uint8] | None = None,
) -> Maze:
    """Return a maze around ``route`` int64[k] that is symmetric but for the fewest walls.

    Without a growth the maze stays as far as can be. ``free`` uint8[n] are the walls that may
    change; those ``drawn`` uint8[n] stay unless the route or one of its images crosses one, or they
    seal cells. Raises ``UsageError`` where the route crosses others, or its images make a second
    route.
    """
    lattice, before = maze.lattice, maze.copy()
    slots = check_route(lattice, route)
    check_unlocked(lattice, maze.walls, free, route)
    before.set_openings(None, ())
    walls, fixed = before.walls.copy(), free.copy()
    if growth:
        walls |= free
    crossed = lattice.wall_ids(route[:-1], slots)
    sides = lattice.sides_of(crossed)
    set_bits(walls, sides, False)
    set_bits(fixed, sides, False)
    begun = Maze(lattice, walls)
    begun.set_locks(maze.locks)
    begun.set_openings(*route_openings(maze, route))
    kept = fixed if drawn is None else fixed & ~_uncross(group, drawn, crossed)
    completion = finished_in(group, begun, growth, kept, job, seed=0)
    if len(completion.sealed) and drawn is not None:
        completion = finished_in(group, begun, growth, fixed, job, seed=0)
    result = completion.maze
    if facts(result, job).routes != "one":
        raise UsageError(DOUBLED)
    return result


def _uncross(group: SymmetryGroup, drawn: NDArray[np.uint8], crossed: Ids) -> NDArray[np.uint8]:
    """Return ``drawn`` uint8[n] without walls int64[k] and their images."""
    result = drawn.copy()
    for walls in (crossed, *group.wall_images(crossed)):
        set_bits(result, group.lattice.sides_of(walls[walls != NO_WALL]), False)
    return result
