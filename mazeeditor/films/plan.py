"""Which part of a maze each pixel of a picture shows: made once, for all pictures of a film.

Works for every shape. A picture is then a few lookups, however many walls and cells there are::

    p w w w p w w w p        p: a post, w: a wall, a and b: cells
    w a a a w b b b w
    w a - - - - - b w        -: a pixel of the line through that wall,
    w a a a w b b b w           where such a line is drawn
    p w w w p w w w p
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from mazeeditor.films.numbering import Numbering, chains, margin_of, wall_of
from mazeeditor.job import Job
from mazeeditor.maze.geometry import Ids, Points
from mazeeditor.maze.lattice import Lattice
from mazeeditor.maze.walls import select_walls


@dataclass(frozen=True, eq=False)
class Plan:
    """A lattice at ``cell`` px a cell.

    ``walls`` int64[w] are all that can be seen, ``posts`` int64[w, 2] the numbers of their posts.
    ``labels`` int32[height, width]: 0 outside, then cells, walls, posts, in one row. ``pixels``
    int64[p] are those that lines may cover and ``lines`` int32[p] what for: a wall by its place in
    ``walls``, through which the line goes, or ``len(walls)`` and a cell, in whose middle it turns.
    ``middles`` float64[n, 2] are where the cells are, in px.
    """

    lattice: Lattice
    cell: int
    walls: Ids
    posts: Ids
    labels: NDArray[np.int32]
    pixels: Ids
    lines: NDArray[np.int32]
    middles: Points


def plan_of(lattice: Lattice, cell: int, job: Job) -> Plan:
    """Return the plan of a lattice at ``cell`` px a cell; raises ``CancelledError``."""
    closed = np.full(lattice.size, lattice.closed, np.uint8)
    walls = select_walls(lattice, closed, closed=True)
    geometry, shift = lattice.geometry, margin_of(cell) + wall_of(cell) // 2
    names, posts = np.unique(geometry.posts(walls), return_inverse=True)
    corners = geometry.post_positions(names) * cell + shift
    middles = np.zeros((lattice.size, 2))
    inside = lattice.inside_cells()
    middles[inside] = geometry.centres(inside) * cell + shift
    drawing = Numbering(lattice, cell, walls, chains(geometry, walls) * cell + shift, middles, job)
    job.phase(2 * (len(inside) + len(walls)) + len(corners))
    labels = drawing.labels(corners)
    lines = drawing.lines().ravel()
    pixels = np.flatnonzero(lines)
    posts = posts.reshape(-1, 2).astype(np.int64)
    return Plan(lattice, cell, walls, posts, labels, pixels, lines[pixels] - 1, middles)
