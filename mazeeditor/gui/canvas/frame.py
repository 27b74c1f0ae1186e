r"""The frame around the cell that the arrow keys stand on: as the cell is shaped, within its walls.

::

       /\
      /  \          each side moves in by the same way; where a cell is too small for
     / /\ \         that, the frame is the cell's outline, larger or smaller
    / /__\ \
   /________\
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from mazeeditor.gui.canvas.tracing import along
from mazeeditor.maze.arcs import distances
from mazeeditor.maze.geometry import Points
from mazeeditor.maze.lattice import Lattice

MIDDLE = np.zeros(2)
SAME = 0.01  # px between places that are one
OFF = 0.3  # px that a corner may be nearer to a wall than the frame


def frame_of(lattice: Lattice, cell: int, zoom: float, inset: float, least: float) -> Points:
    """Return float64[m, 2], the corners of a frame in px from the middle of its cell.

    It is ``inset`` px within the middles of the cell's walls, but reaches at least ``least`` px
    from the middle of the cell to all sides.
    """
    ends, bulges = _walls(lattice, cell, zoom)
    outline, room = _outline(ends, bulges), float(distances(MIDDLE, ends, bulges).min())
    way = room - max(room - inset, least)
    if way <= 0:
        return outline * (least / room)
    frame = _moved_in(outline, way)
    # at the corners of arcs, chords shorter than what is cut off would turn round
    clear = distances(frame[:, None], ends, bulges).min(axis=1) > way - OFF
    result: Points = frame[clear]
    return result


def _walls(lattice: Lattice, cell: int, zoom: float) -> tuple[Points, NDArray[np.float64]]:
    """Return the ends float64[k, 2, 2] of a cell's walls in px from its middle; their bulges."""
    geometry, cells = lattice.geometry, np.array([cell], np.int64)
    walls = lattice.walls_of(cells)[1]
    ends = geometry.post_positions(geometry.posts(walls)) - geometry.centres(cells)
    return ends * zoom, geometry.bulges(walls)


def _outline(ends: Points, bulges: NDArray[np.float64]) -> Points:
    """Return float64[m, 2], a line around a cell, whose middle sees all of it, as angles grow."""
    points = np.concatenate([*along(ends, bulges)])
    points = points[np.arctan2(points[:, 1], points[:, 0]).argsort(kind="stable")]
    steps = np.abs(points - np.roll(points, 1, axis=0)).max(axis=1)
    result: Points = points[steps > SAME]
    return result


def _moved_in(outline: Points, way: float) -> Points:
    """Return an outline whose sides have moved in by ``way``, each corner where its sides meet."""
    sides = np.roll(outline, -1, axis=0) - outline
    inward = np.stack([-sides[:, 1], sides[:, 0]], axis=1) / np.hypot(*sides.T)[:, None]
    before = np.roll(inward, 1, axis=0)
    cosine = (before * inward).sum(axis=1, keepdims=True)
    result: Points = outline + way * (before + inward) / (1 + cosine)
    return result
