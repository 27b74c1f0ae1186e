r"""Route apart: the only route is shortened where it runs beside itself, until it never does.

::

    S-+-+  +-+        S-+-+--+-+       a wall between two cells of the route opens, and the passage
          \|  |   ->        .    |     by which the first of them was left closes; the maze stays
     +-+-+-+  G        +-+-+-+   G     perfect
"""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from mazeeditor.core.errors import UsageError
from mazeeditor.core.job import Job
from mazeeditor.core.translation import _
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.search.only_route import only_route
from mazeeditor.maze.transforms import transform

MOST_CELLS = 100_000  # as things along the route are for


@transform("route-apart", _("Route apart from itself"), order=5, memory=2000)
def route_apart(maze: Maze, job: Job) -> Maze:
    """Shorten the only route where it runs beside itself, until no two parts of it are neighbours.

    Then the cells of the route alone, without any walls, show the way, as a maze of numbers needs.
    """
    return with_route_apart(maze, job, _("Routes apart from themselves"))


def with_route_apart(maze: Maze, job: Job, what: str = "") -> Maze:
    """Return a maze whose route is apart from itself; raises ``UsageError``, ``CancelledError``.

    ``what`` is what needs exactly one route, as in ``only_route``.
    """
    job.check()
    if maze.lattice.cells > MOST_CELLS:
        text = _("Shortening the route is for mazes of {most:,} cells at most.")
        raise UsageError(text.format(most=MOST_CELLS))
    route = only_route(maze, job, what)
    result, walls = maze.copy(), _changed_walls(maze, route)
    ids = np.array(walls, np.int64)
    if len(ids) and maze.locks is not None and maze.is_locked(ids).any():
        raise UsageError(_("Locked walls keep the route beside itself: unlock them first."))
    if len(ids):
        result.toggle(ids)
    return result


def _changed_walls(maze: Maze, route: list[int]) -> list[int]:
    """Return the walls to be toggled: shortcuts, and passages of the route that close loops then.

    The cells of the route stay joined as a tree: shortcuts are in it, and then as many of its
    passages as can be (J. Kruskal, 1956).
    """
    short, joined = way_apart(maze, route), {cell: cell for cell in route}

    def root(cell: int) -> int:
        while joined[cell] != cell:
            joined[cell] = joined[joined[cell]]
            cell = joined[cell]
        return cell

    passages, walls = {*map(frozenset, pairwise(route))}, list[int]()
    for one, other in pairwise(short):
        joined[root(one)] = root(other)
        if frozenset((one, other)) not in passages:
            walls.append(_wall(maze, one, other))
    kept = {*map(frozenset, pairwise(short))}
    for one, other in pairwise(route):
        if frozenset((one, other)) in kept:
            continue
        if root(one) == root(other):
            walls.append(_wall(maze, one, other))
        joined[root(one)] = root(other)
    return walls


def _wall(maze: Maze, cell: int, other: int) -> int:
    """Return the wall between two neighbours."""
    lattice = maze.lattice
    slots = range(lattice.degree)
    return lattice.wall(cell, next(s for s in slots if lattice.neighbour(cell, s) == other))


def way_apart(maze: Maze, route: list[int]) -> list[int]:
    """Return a way over cells of a route that never runs beside itself, from its start to its end.

    From each cell it goes on to the last cell of the route that is beside it, whatever walls are
    between: no later one is beside it then. The same is done from the end; the longer way counts.
    """
    ways = [_skipping(maze, route), _skipping(maze, route[::-1])[::-1]]
    return max(ways, key=len)


def _skipping(maze: Maze, route: list[int]) -> list[int]:
    lattice = maze.lattice
    place = {cell: number for number, cell in enumerate(route)}
    way = [route[0]]
    while way[-1] != route[-1]:
        beside = (lattice.neighbour(way[-1], slot) for slot in range(lattice.degree))
        way.append(route[max(place.get(other, -1) for other in beside)])
    return way
