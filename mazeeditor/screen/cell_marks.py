r"""Marks over the picture: a tint on selected cells, and a dot on each locked wall.

::

    +---+---+       a dot lies in the middle of the wall, whether it is closed or open; it has an
    |   .   |       edge in the colour of the paper, so that it is seen on a wall too
    +-.-+---+
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from mazeeditor.core.distinct import distinct
from mazeeditor.maze.geometry import Ids, middles
from mazeeditor.maze.maze import Maze
from mazeeditor.screen.area import Area
from mazeeditor.screen.maze_raster import MazeRaster
from mazeeditor.screen.pixel_colours import PixelColours, Pixels

LOCKS_FROM = 8  # px a cell: at less, dots would hide the walls
DOT_SIZE = 6  # a dot is a cell divided by this wide, and its edge a pixel more
PER_CELL = 2  # points looked at across and down each cell: none is missed


def tint(
    raster: MazeRaster, cells: NDArray[np.bool_], area: Area, zoom: float, colour: int, out: Pixels
) -> None:
    """Mix three eighths of a colour into the pixels of ``cells`` bool[n], an area in world px."""
    covered = raster.covered(cells, area, zoom)
    if covered.any():
        before = out[covered]
        added = sum((colour >> shift) & (0xFF >> shift) * 0x01010101 for shift in (2, 3))
        for shift in (2, 3):
            before -= (out[covered] >> np.uint32(shift)) & np.uint32((0xFF >> shift) * 0x01010101)
        out[covered] = before + np.uint32(added)


def draw_locks(maze: Maze, area: Area, zoom: float, colours: PixelColours, out: Pixels) -> None:
    """Draw a dot on each locked wall of an area (world px), where cells are large enough."""
    if maze.locks is None or zoom < LOCKS_FROM:
        return
    geometry = maze.lattice.geometry
    walls = _locked_in(maze, area, zoom)
    if not len(walls):
        return
    places = middles(geometry.post_positions(geometry.posts(walls)), geometry.bulges(walls)) * zoom
    size = max(2, round(zoom / DOT_SIZE))
    for wide, colour in ((size + 2, colours.lock[1]), (size, colours.lock[0])):
        _stamp(places, wide, colour, area, out)


def _locked_in(maze: Maze, area: Area, zoom: float) -> Ids:
    """Return the locked walls int64[k] of the cells in an area, and perhaps of some around."""
    assert maze.locks is not None
    lattice, step = maze.lattice, zoom / PER_CELL
    x, y = (
        np.arange(first - zoom, last + zoom + step, step) / zoom
        for first, last in ((area.left, area.right), (area.top, area.bottom))
    )
    cells = distinct(lattice.geometry.all_under(x, y[:, None]))
    cells = cells[maze.locks[cells] != 0].astype(np.int64)
    walls = [
        lattice.wall_ids(some, np.full(len(some), slot, np.int64))
        for slot in range(lattice.degree)
        for some in [cells[maze.locks[cells] >> np.uint8(slot) & 1 != 0]]
    ]
    return distinct(np.concatenate(walls))


def _stamp(places: NDArray[np.float64], size: int, colour: int, area: Area, out: Pixels) -> None:
    """Draw a square ``size`` px wide around each of ``places`` float64[k, 2], in world px."""
    first = np.floor(places - size / 2 + 0.5).astype(np.int64) - (area.left, area.top)
    steps = np.arange(size)
    rows, columns = np.broadcast_arrays(
        (first[:, 1, None] + steps)[:, :, None], (first[:, 0, None] + steps)[:, None, :]
    )
    height, width = out.shape
    seen = (rows >= 0) & (rows < height) & (columns >= 0) & (columns < width)
    out[rows[seen], columns[seen]] = colour
