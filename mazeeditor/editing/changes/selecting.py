r"""Which cells a person means: within a line, grown, shrunk, connected, dead ends, as far away.

::

      .--~~--.
     / o  o  o\       a lasso takes the cells whose middles lie within it; its ends are joined by a
    |  o  o  o/       straight line
     \_o__o_/
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from mazeeditor.core.job import Job
from mazeeditor.maze.braid import dead_ends
from mazeeditor.maze.geometry import Ids, Points
from mazeeditor.maze.lattice import Lattice
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.search.distances import FAR, distances
from mazeeditor.maze.search.reach import reached_from
from mazeeditor.maze.search.search import shortest_route, without_gaps

Cells = NDArray[np.bool_]


def within(lattice: Lattice, line: Points) -> Ids:
    """Return the inside cells int64[k] whose middles lie within a closed line float64[m, 2].

    Where the line crosses itself, a point is within that is surrounded an odd number of times.
    """
    low, high = line.min(axis=0), line.max(axis=0)
    cells = lattice.inside_cells()
    points = lattice.geometry.centres(cells)
    near = ((points >= low) & (points <= high)).all(axis=1)
    cells, points = cells[near], points[near]
    order = np.argsort(points[:, 1], kind="stable")
    across, down = points[order].T
    odd = np.zeros(len(cells), np.bool_)
    for (x0, y0), (x1, y1) in zip(line.tolist(), np.roll(line, -1, axis=0).tolist(), strict=True):
        first, last = np.searchsorted(down, sorted((y0, y1)))
        if first < last:  # only these points have the edge beside them
            slope = (x1 - x0) / (y1 - y0)
            odd[first:last] ^= across[first:last] < x0 + (down[first:last] - y0) * slope
    return np.sort(cells[order[odd]])


def grown(lattice: Lattice, cells: Cells) -> Cells:
    """Return ``cells`` bool[n] with all their neighbours, whatever walls there are."""
    result = cells.copy()
    places = np.flatnonzero(cells)
    for slot in range(lattice.degree):
        result[lattice.beyond(places, slot)[0]] = True
    return result & lattice.inside


def shrunk(lattice: Lattice, cells: Cells) -> Cells:
    """Return those of ``cells`` bool[n] of which all neighbours in the maze are in it."""
    return cells & ~grown(lattice, lattice.inside & ~cells)


def connected(maze: Maze, cells: Cells, job: Job) -> Cells:
    """Return bool[n], all that passages join with ``cells`` bool[n]."""
    return reached_from(maze, np.flatnonzero(cells).tolist(), job)


def with_one_passage(maze: Maze, job: Job) -> Cells:
    """Return bool[n], the dead ends."""
    result = np.zeros(maze.lattice.size, np.bool_)
    result[dead_ends(maze.lattice, without_gaps(maze), job)] = True
    return result


def as_far(maze: Maze, cells: Cells, job: Job) -> Cells:
    """Return bool[n], the cells that are as far from the entrance as one of ``cells`` bool[n]."""
    if maze.entrance is None:
        return np.zeros(maze.lattice.size, np.bool_)
    far = distances(maze, maze.entrance.cell, job)
    reached = maze.lattice.inside & (far != FAR)
    chosen = np.zeros(int(far[reached].max(initial=0)) + 1, np.bool_)
    chosen[far[cells & reached]] = True
    reached[reached] = chosen[far[reached]]
    return reached


def on_route(maze: Maze, job: Job) -> Cells:
    """Return bool[n], the cells of a shortest route, none where there is no route."""
    result = np.zeros(maze.lattice.size, np.bool_)
    if maze.entrance:
        job.phase(maze.lattice.cells)
        exits = {opening.cell for opening in maze.exits}
        walls = without_gaps(maze)
        result[shortest_route(maze.lattice, walls, maze.entrance.cell, exits, job)] = True
    return result
