r"""Paints cells of any shape from 4 px a cell on: slanted walls and arcs, fills, the route.

::

         / \ / \        each pixel is filled like the cell under it; the line of the route leads
        | o-|-o |       from the middle of a cell to that of a wall; walls are drawn over all
         \ / \ /
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mazeeditor.gui.canvas.area import Area
from mazeeditor.gui.canvas.coverage import FULL, Shares, dots, lines
from mazeeditor.gui.canvas.paint import WAY, Paint
from mazeeditor.gui.canvas.shades import (
    CLASS,
    DOT,
    HEAD,
    INK,
    LINE,
    PLAIN,
    POST,
    ROUTE,
    UNREACHED,
    Pixels,
    Shades,
)
from mazeeditor.gui.canvas.tracing import in_px, pieces_of
from mazeeditor.gui.canvas.viewport import wall_width
from mazeeditor.gui.canvas.wallmap import WallMap, Walls
from mazeeditor.maze.arcs import middles
from mazeeditor.maze.geometry import Ids, Points
from mazeeditor.maze.maze import Maze

FROM = 4  # px a cell: from here on every wall is drawn
BAND = 64  # rows of pixels filled at a time: what is in between stays in the cache
SMOOTH_FROM = 8  # px a cell: slanted lines have soft edges, and posts without walls are dots


@dataclass(frozen=True, eq=False)
class Sketch:
    """What is to be drawn: a maze, and what its cells are painted as and how far they are."""

    maze: Maze
    map: WallMap
    paint: Paint | None
    levels: NDArray[np.uint8] | None

    @property
    def filled(self) -> bool:
        """Whether anything is shown but walls."""
        return self.paint is not None or self.levels is not None


def compose(sketch: Sketch, area: Area, zoom: float, shades: Shades) -> Pixels:
    """Return an area (world px) as uint32[height, width]."""
    out = np.empty((area.height, area.width), np.uint32)
    walls = sketch.map.within(*(side / zoom for side in area))
    near = shades.near_line if sketch.filled else shades.near
    if sketch.filled:
        _fill(sketch, area, zoom, near, out)
    else:
        out[:] = near[PLAIN]
    smooth = zoom >= SMOOTH_FROM
    if sketch.levels is not None and smooth:
        _dot(sketch, area, zoom, _cells(sketch, walls, UNREACHED), int(near[DOT]), out)
    if sketch.paint is not None:
        line = _route(sketch, walls, zoom)
        _draw(out, lines(line, line_width(zoom), area, smooth=smooth), int(near[LINE]))
        _dot(sketch, area, zoom, _cells(sketch, walls, ROUTE), int(near[LINE]), out)
        _head(sketch, _cells(sketch, walls, HEAD), area, zoom, near, out)
    closed = walls.closed(sketch.maze)
    if smooth:
        out.reshape(-1)[_posts(sketch, walls, closed, area, zoom)] = near[POST]
    pieces = pieces_of(*walls.shapes(closed), zoom, sketch.map.curved)
    _draw(out, lines(pieces, wall_width(zoom), area, smooth=smooth), int(near[INK]))
    return out


def _posts(
    sketch: Sketch, walls: Walls, closed: NDArray[np.bool_], area: Area, zoom: float
) -> NDArray[np.bool_]:
    """Return which places of an area belong to posts at which no wall stands."""
    free = np.zeros(area.height * area.width, np.bool_)
    for chosen in (~closed, closed):
        ends = in_px(walls.shapes(chosen)[0].reshape(-1, 2), zoom, sketch.map.curved)
        free[dots(ends, wall_width(zoom), area)] = chosen is not closed
    return free


def line_width(zoom: float) -> int:
    """Return how many px the line of the route is wide."""
    return max(1, round(zoom / 7))


def _cells(sketch: Sketch, walls: Walls, kind: int) -> NDArray[np.int64]:
    """Return the cells on both sides of walls that are of a kind, each once."""
    lower, _slots, upper, _backs = walls.sides
    found = [cells[_kinds(sketch, cells) == kind] for cells in (lower, upper)]
    return np.unique(np.concatenate(found))


def _kinds(sketch: Sketch, cells: NDArray[np.integer[Any]]) -> NDArray[np.uint8]:
    """Return uint8[...], the class or the distance of cells, as ``shades`` has them."""
    kinds = None
    if sketch.paint is not None:
        kinds = (sketch.paint[cells] & np.uint16(CLASS)).astype(np.uint8)
    if sketch.levels is None:
        assert kinds is not None
        return kinds
    levels = sketch.levels[cells]
    return levels if kinds is None else np.where(kinds >= ROUTE, kinds, levels)


def _fill(sketch: Sketch, area: Area, zoom: float, near: Pixels, out: Pixels) -> None:
    x = (np.arange(area.left, area.right, dtype=np.float64) + 0.5) / zoom
    y = (np.arange(area.top, area.bottom, dtype=np.float64) + 0.5) / zoom
    for top in range(0, area.height, BAND):
        cells = sketch.maze.lattice.geometry.all_under(x, y[top : top + BAND, None])
        np.take(near, _kinds(sketch, cells), out=out[top : top + BAND], mode="clip")


def _dot(
    sketch: Sketch,
    area: Area,
    zoom: float,
    cells: NDArray[np.int64],
    colour: int,
    out: Pixels,
) -> None:
    middle = sketch.maze.lattice.geometry.centres(cells) * zoom
    out.reshape(-1)[dots(middle, line_width(zoom), area)] = colour


def _head(
    sketch: Sketch,
    heads: NDArray[np.int64],
    area: Area,
    zoom: float,
    near: Pixels,
    out: Pixels,
) -> None:
    """Cover the line in a head, and leave a hole in its middle."""
    if len(heads):
        middle = sketch.maze.lattice.geometry.centres(heads) * zoom
        around = max(line_width(zoom) + 2, round(zoom / 2))
        out.reshape(-1)[dots(middle, around, area)] = near[HEAD]
        _dot(sketch, area, zoom, heads, int(near[PLAIN]), out)


def _route(sketch: Sketch, walls: Walls, zoom: float) -> Points:
    """Return the pieces float64[k, 2, 2] of the line, in world px."""
    lattice, paint = sketch.maze.lattice, sketch.paint
    assert paint is not None
    lower, slots, upper, backs = walls.sides
    found = []
    for cells, bits in ((lower, slots), (upper, backs)):
        passed = (paint[cells] >> (bits + np.uint8(WAY)) & 1).astype(np.bool_)
        passed &= lattice.inside[cells]
        begin = lattice.geometry.centres(cells[passed].astype(np.int64))
        found.append(np.stack([begin, middles(*walls.shapes(passed))], axis=1))
    return np.concatenate(found) * zoom


def _draw(out: Pixels, covered: tuple[Ids, Shares], colour: int) -> None:
    """Put a colour over what is there, as much as the shares say of each pixel."""
    flat, (places, shares) = out.reshape(-1), covered
    flat[places[shares == FULL]] = colour
    soft = np.flatnonzero(shares < FULL)
    places, share = places[soft], shares[soft].astype(np.uint16)[:, None]
    below = flat[places].view(np.uint8).reshape(-1, 4)
    above = np.array([colour], np.uint32).view(np.uint8)
    mixed = (below * (FULL - share) + above * share + np.uint16(FULL // 2)) // np.uint16(FULL)
    flat[places] = mixed.astype(np.uint8).view(np.uint32)[:, 0]
