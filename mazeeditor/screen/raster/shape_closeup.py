r"""Paints cells of any shape from 4 px a cell on: slanted walls and arcs, fills, the route.

::

         / \ / \        cells are filled to the middles of their walls; the line of the route
        | o-|-o |       leads from the middle of a cell to that of a wall; walls are drawn over
         \ / \ /        all

Kernels paint in a few ms. Until they are compiled, and where they cannot be, ``draw_plainly``
draws hard lines with numpy.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mazeeditor.core.distinct import distinct
from mazeeditor.core.kernels.compiled import Kernel
from mazeeditor.maze.geometry import Ids, Points, middles
from mazeeditor.maze.maze import Maze
from mazeeditor.screen.area import Area
from mazeeditor.screen.cell_paint import ROUTE_BIT, Paint
from mazeeditor.screen.pixel_colours import (
    BLANK,
    DOT,
    HEAD,
    LINE,
    PLAIN,
    POST,
    ROUTE,
    UNREACHED,
    WALL,
    PixelColours,
    Pixels,
)
from mazeeditor.screen.raster import fill_kernels, line_kernels
from mazeeditor.screen.raster.line_kernels import (
    HARD,
    KernelView,
    flat,
    pieces_of,
    points_in_px,
    snap_of,
)
from mazeeditor.screen.viewport import wall_width
from mazeeditor.screen.wall_index import WallIndex

CLOSE_FROM = 4  # px a cell: from owners on every wall is drawn
SMOOTH_FROM = 8  # px a cell: slanted lines have soft edges, and posts without walls are dots
NO_PAINT, NO_LEVELS = np.empty(0, np.uint16), np.empty(0, np.uint8)
NO_PIXELS, NO_BLANKS = np.empty(0, np.uint32), np.empty(0, np.bool_)
WALL_KERNELS: tuple[Kernel[Any, Any], ...] = (
    line_kernels.draw_walls,
    line_kernels.blend,
    fill_kernels.stamp_posts,
)
FILL_KERNELS: tuple[Kernel[Any, Any], ...] = (
    fill_kernels.fill,
    fill_kernels.stamp_cells,
    line_kernels.draw_route,
)
KERNELS = WALL_KERNELS + FILL_KERNELS


def kernels_for(*, filled: bool, blanks: bool) -> tuple[Kernel[Any, Any], ...]:
    """Return the kernels that draw a maze whose cells are filled, or some of which are blank."""
    if filled:
        return KERNELS
    return (*WALL_KERNELS, fill_kernels.fill) if blanks else WALL_KERNELS


@dataclass(frozen=True, eq=False)
class BlankCells:
    """The index of the walls around blank cells, between two of them too; ``cells`` bool[n]."""

    index: WallIndex
    cells: NDArray[np.bool_]


@dataclass(frozen=True, eq=False)
class ShownMaze:
    """A maze, the index of its walls, and the paint and the distances of its cells if shown.

    ``blanks`` are the blank cells, None where there are none.
    """

    maze: Maze
    index: WallIndex
    paint: Paint | None
    levels: NDArray[np.uint8] | None
    blanks: BlankCells | None = None

    @property
    def filled(self) -> bool:
        return self.paint is not None or self.levels is not None

    @property
    def ready(self) -> bool:
        """Whether the kernels that draw it are compiled."""
        kernels = kernels_for(filled=self.filled, blanks=self.blanks is not None)
        return all(kernel.ready for kernel in kernels)


def line_width(zoom: float) -> int:
    """Return the width of the line of the route in px."""
    least = 2 if zoom >= SMOOTH_FROM else 1  # soft edges make a thin line pale
    return max(least, round(zoom / 7))


def draw_closeup(
    shown: ShownMaze, area: Area, zoom: float, colours: PixelColours, out: Pixels
) -> None:
    """Paint an area (world px) into ``out`` uint32[height, width] with the kernels."""
    pixels = np.empty(out.shape, np.uint32)
    ShapeCloseup(shown, area, zoom, pixels).draw(colours)
    np.copyto(out, pixels)


class ShapeCloseup:
    """An area of a maze in world px, painted into ``out`` uint32[height, width], C-contiguous."""

    def __init__(self, shown: ShownMaze, area: Area, zoom: float, out: Pixels) -> None:
        self._maze, self._index, self._filled = shown.maze, shown.index, shown.filled
        self._blanks = shown.blanks
        self.zoom, self.smooth = zoom, zoom >= SMOOTH_FROM
        self.wall_width, self.line_width = wall_width(zoom), line_width(zoom)
        index = self._index
        self._pixels = out.reshape(-1)
        self._view = KernelView(
            flat(np.array(area, np.int64)),
            flat(index.runs(*(side / zoom for side in area))),
            float(zoom),
            float(snap_of(zoom, index.curved)),
            index.reach * zoom + 2,
        )
        self._paint = NO_PAINT if shown.paint is None else shown.paint
        self._levels = NO_LEVELS if shown.levels is None else shown.levels

    @cached_property
    def _eights(self) -> NDArray[np.uint64]:
        """A byte for each pixel, in groups of eight; all are 0 between two uses."""
        return np.zeros(-(-len(self._pixels) // 8), np.uint64)

    @cached_property
    def _bytes(self) -> NDArray[np.uint8]:
        return self._eights.view(np.uint8)

    def draw(self, shades: PixelColours) -> None:
        """Draw all parts in their order."""
        colours = shades.closeup_line if self._filled else shades.closeup
        paper, line = int(colours[PLAIN]), int(colours[LINE])
        kinds = 0
        if self._blanks:
            self.fill_blanks(self._blanks, colours)
        if self._filled:
            kinds = self.fill(colours)
        elif not self._blanks:
            self._pixels[:] = paper
        if kinds & 1 << UNREACHED and self.smooth:
            self.stamp(UNREACHED, self.line_width, int(colours[DOT]))
        if kinds & (1 << ROUTE | 1 << HEAD):
            self.route(line)
            self.stamp(ROUTE, self.line_width, line)
        if kinds & 1 << HEAD:  # the current cell covers the line, and has a hole in its middle
            size = max(self.line_width + 2, round(self.zoom / 2))
            self.stamp(HEAD, size, int(colours[HEAD]))
            self.stamp(HEAD, self.line_width, paper)
        if self.smooth:
            self.posts(int(colours[POST]))
        self.walls(int(colours[WALL]))

    def fill_blanks(self, blanks: BlankCells, colours: Pixels) -> None:
        """Fill blank cells, and all else as PLAIN; where ``fill`` follows, only prepare that."""
        runs = blanks.index.runs(*(side / self.zoom for side in self._view.area.tolist()))
        room = max(self._index.reach, blanks.index.reach) * self.zoom + 2
        view = self._view._replace(runs=flat(runs), room=room)
        pixels = NO_PIXELS if self._filled else self._pixels
        tables, paint, levels, cells = blanks.index.tables, self._paint, self._levels, blanks.cells
        fill_kernels.fill(pixels, self._bytes, view, tables, paint, levels, cells, colours)

    def fill(self, colours: Pixels, only: NDArray[np.bool_] = NO_BLANKS) -> int:
        """Fill each cell with the colour in ``colours`` of its class or distance.

        With ``only`` bool[n], these are filled as BLANK and all else as PLAIN. Returns the kinds in
        view, as bits; bit 15 stands for the distances.
        """
        view, tables, paint, levels = self._view, self._index.tables, self._paint, self._levels
        pixels = self._pixels
        return fill_kernels.fill(pixels, self._bytes, view, tables, paint, levels, only, colours)

    def stamp(self, kind: int, size: int, colour: int) -> None:
        """Draw a square in the middle of each cell of a kind; on the route only without a line."""
        view, tables, paint, levels = self._view, self._index.tables, self._paint, self._levels
        fill_kernels.stamp_cells(self._pixels, view, tables, size, colour, kind, paint, levels)

    def route(self, colour: int) -> None:
        """Draw the line of the route through the middles of cells and walls."""
        pixels, cover, inside = self._pixels, self._bytes, self._maze.lattice.inside
        view, tables, paint = self._view, self._index.tables, self._paint
        width = self.line_width if self.smooth else HARD
        line_kernels.draw_route(pixels, cover, view, tables, width, colour, paint, inside)
        if self.smooth:
            line_kernels.blend(pixels, cover, self._eights, colour)

    def posts(self, colour: int) -> None:
        """Draw a dot at every post without a wall."""
        used, tables = np.zeros(len(self._index.points), np.uint8), self._index.tables
        pixels, view, walls = self._pixels, self._view, self._maze.walls
        fill_kernels.stamp_posts(pixels, used, view, tables, self.wall_width, colour, walls)

    def walls(self, colour: int) -> None:
        """Draw all closed walls."""
        pixels, cover, tables = self._pixels, self._bytes, self._index.tables
        width = self.wall_width if self.smooth else HARD
        line_kernels.draw_walls(pixels, cover, self._view, tables, width, colour, self._maze.walls)
        if self.smooth:
            line_kernels.blend(pixels, cover, self._eights, colour)


def covered_pixels_of(
    shown: ShownMaze, cells: NDArray[np.bool_], area: Area, zoom: float
) -> NDArray[np.bool_]:
    """Return bool[height, width], which px of an area (world px) show one of ``cells`` bool[n]."""
    pixels = np.empty((area.height, area.width), np.uint32)
    colours = np.zeros(256, np.uint32)
    colours[BLANK] = 1
    ShapeCloseup(shown, area, zoom, pixels).fill(colours, cells)
    return pixels != 0


# Without kernels


def draw_plainly(
    shown: ShownMaze, area: Area, zoom: float, colours: PixelColours, out: Pixels
) -> None:
    """Draw the route and the walls over ``out``, in which the cells are filled: hard lines.

    And the posts without a wall, which are all that is seen of an empty grid. It is used in the
    first seconds after an installation, and without numba.
    """
    runs = shown.index.runs(*(side / zoom for side in area))
    walls = np.concatenate([np.arange(*run) for run in runs.tolist()])
    if shown.paint is not None:
        route = _route_lines(shown, walls) * zoom
        _draw_lines(route, line_width(zoom), int(colours.closeup_line[LINE]), area, out)
    lower, slots = shown.index.lower.take(walls), shown.index.slots.take(walls)
    standing = (shown.maze.walls.take(lower) >> slots & 1).astype(np.bool_)
    closed = walls[standing]
    if zoom >= SMOOTH_FROM:
        posts = distinct(shown.index.ends.take(walls[~standing], axis=0).astype(np.int64))
        places = points_in_px(shown.index.points.take(posts, axis=0), zoom, shown.index.curved)
        dots = np.stack([places, places], axis=1)  # the walls cover those that have one
        _draw_lines(dots, wall_width(zoom), int(colours.closeup[POST]), area, out)
    pieces, _walls = pieces_of(*shown.index.shapes(closed), zoom, shown.index.curved)
    _draw_lines(pieces, wall_width(zoom), int(colours.closeup[WALL]), area, out)


def _route_lines(shown: ShownMaze, walls: Ids) -> Points:
    """Return float64[k, 2, 2] in cells, from the middles of cells to those of walls they pass."""
    index, paint, lines = shown.index, shown.paint, []
    assert paint is not None
    for cells, slots in ((index.lower, index.slots), (index.upper, index.backs)):
        owners = cells.take(walls)
        passed = (paint.take(owners) >> (slots.take(walls) + np.uint8(ROUTE_BIT)) & 1).astype(
            np.bool_
        )
        passed &= shown.maze.lattice.inside.take(owners)
        begin = index.centres.take(owners[passed], axis=0)
        lines.append(np.stack([begin, middles(*index.shapes(walls[passed]))], axis=1))
    return np.concatenate(lines)


def _draw_lines(lines: Points, width: int, colour: int, area: Area, out: Pixels) -> None:
    """Draw lines, float64[k, 2, 2] in world px, as squares ``width`` px wide at every pixel."""
    begin, step = lines[:, 0], lines[:, 1] - lines[:, 0]
    counts = np.ceil(np.abs(step).max(axis=1, initial=0.0)).astype(np.int64) + 1
    line = np.repeat(np.arange(len(lines)), counts)
    number = np.arange(len(line)) - np.repeat(np.cumsum(counts) - counts, counts)
    share = number / np.maximum(counts - 1, 1)[line]
    places = begin[line] + share[:, None] * step[line]
    x, y = (np.floor(places - width / 2 + 0.5).astype(np.int64) - (area.left, area.top)).T
    for down in range(width):
        for across in range(width):
            column, row = x + across, y + down
            visible = (column >= 0) & (column < area.width) & (row >= 0) & (row < area.height)
            out[row[visible], column[visible]] = colour
