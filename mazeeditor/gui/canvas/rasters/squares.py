"""Paints mazes of square cells, of any size, in a few milliseconds.

From 2 px a cell on every block is a post, the wall above the cell, the wall to its left, and the
cell; where the route is drawn as a line a cell is parted further::

    +----+------+      | wall | pad | line | pad |
    |post| top  |
    +----+------+      The visible blocks make a small picture with a pixel for each part; then
    |left| cell |      its rows and columns are repeated as wide as each part is.
    +----+------+

Farther off a pyramid is shown: how much ink there is, and the most important class of cell.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.lib.stride_tricks import as_strided
from numpy.typing import NDArray

from mazeeditor.gui.canvas.area import Area
from mazeeditor.gui.canvas.paint import WAY, paint_of
from mazeeditor.gui.canvas.pyramid import Pyramid, largest
from mazeeditor.gui.canvas.rasters import raster
from mazeeditor.gui.canvas.shades import CLASS, INK, INKS, LINE, POST, ROUTE, Pixels, Shades
from mazeeditor.gui.canvas.viewport import NEAR, wall_width
from mazeeditor.job import Job
from mazeeditor.maze.geometry import Ids
from mazeeditor.maze.lattice import Lattice
from mazeeditor.maze.maze import Maze
from mazeeditor.maze.solution import Solution

Grid = NDArray[np.uint8]

TOP, RIGHT, BOTTOM, LEFT = range(4)
LINE_FROM = 4  # px a cell: the route is a line on a soft band
POSTS_FROM = 8  # px a cell: posts without walls are shown as dots
MANY = 20_000  # walls changed at once: build the pyramid anew
INK_OF_A_WALL = 120  # of 255 in the far picture; a cell owns two walls
REPEAT = np.array([0, 1, 1, 1])  # wall, pad, line, pad out of wall, cell


def is_square_grid(lattice: Lattice) -> bool:
    """Whether the cells are squares in rows and columns, some of them perhaps outside."""
    stride = lattice.columns + 1
    return lattice.mask == 0 and lattice.offsets.tolist() == [[-stride, 1, stride, -1]]


@raster("squares", is_square_grid)
class Squares:
    """The picture of one maze; it reads the maze's own walls whenever it paints."""

    def __init__(self, maze: Maze) -> None:
        self._maze = maze
        self._lattice = maze.lattice
        self._rows, self._columns = maze.lattice.rows, maze.lattice.columns
        self._walls = self._grid(maze.walls)
        self._inside = self._grid(maze.lattice.inside.view(np.uint8))
        self._full = maze.lattice.cells == self._rows * self._columns
        self._ink = self._new_ink()
        self._late: list[Ids] = []  # changes that a pyramid in the making may have missed
        self._wanted: tuple[Solution, bool, bool] | None = None
        self._cells: Grid | None = None  # the paint of the cells, rim included
        self._tint: Pyramid | None = None
        self.ready = False

    def _grid(self, flat: Grid) -> Grid:
        """Return a view (rows + 2, columns + 2) with the rim; a row's last cell is shared.

        The outside cell after a row is the one before the next: both stand in the view.
        """
        shape = (self._rows + 2, self._columns + 2)
        return as_strided(flat, shape, (self._columns + 1, 1), writeable=False)

    # What changes

    def paint(self, solution: Solution | None, *, route: bool, marks: bool) -> None:
        """Show the route and the marks, or with ``None`` neither, after ``prepare``."""
        self._wanted = None if solution is None else (solution, route, marks)
        self.ready = False

    def change(self, walls: Ids | None) -> None:
        """Take note that ``walls`` int64[k], or (``None``) any, were opened or closed."""
        if walls is None or len(walls) > MANY:
            self._ink, self.ready = self._new_ink(), False
        elif self._ink.ready:
            rows, columns = np.divmod(walls // 4, self._columns + 1)
            inside = (rows > 0) & (columns > 0) & (rows <= self._rows)
            self._ink.update(rows[inside] - 1, columns[inside] - 1)
        else:
            self._late.append(walls)

    def touched(self, walls: Ids, zoom: float) -> NDArray[np.int64]:
        """Return int64[k, 4], the areas that change with ``walls`` int64[k]."""
        if zoom >= NEAR:
            geometry = self._lattice.geometry
            ends = geometry.post_positions(geometry.posts(walls)) * zoom - wall_width(zoom) // 2
            start, stop = ends.min(axis=1), ends.max(axis=1) + wall_width(zoom)
        else:
            side = 2 ** self._ink.level_for(zoom)
            rows, columns = np.divmod(walls // 4, self._columns + 1)
            start = np.stack([columns - 1, rows - 1], axis=-1) // side * side * zoom - 1
            stop = start + side * zoom + 2
        return np.hstack([np.floor(start), np.ceil(stop)]).astype(np.int64)

    # The slow work

    def prepare(self, job: Job) -> Callable[[], None]:
        """Build the pyramids, and what the solver found as paint."""
        ink, wanted = self._ink, self._wanted
        if not ink.ready:
            ink = self._new_ink()
            ink.build(job)
        cells = tint = None
        if wanted is not None:
            solution, route, marks = wanted
            maze = self._maze
            openings = (*((maze.entrance,) if maze.entrance else ()), *maze.exits)
            cells = self._grid(paint_of(solution, openings, route=route, marks=marks))
            tint = self._new_tint(cells)
            tint.build(job)

        def use() -> None:
            self._ink, self._cells, self._tint, self.ready = ink, cells, tint, True
            late, self._late = self._late, []
            for walls in late:
                self.change(walls)

        return use

    def _new_ink(self) -> Pyramid:
        return Pyramid(self._ink_of, self._rows, self._columns)

    def _new_tint(self, cells: Grid) -> Pyramid:
        inner = cells[1:-1, 1:-1]

        def kinds(rows: Any, columns: Any) -> Grid:
            return inner[rows, columns] & np.uint8(CLASS)

        return Pyramid(kinds, self._rows, self._columns, largest)

    def _ink_of(self, rows: Any, columns: Any) -> Grid:
        """Return how much ink the right and bottom walls of cells are."""
        walls = self._walls[1:-1, 1:-1][rows, columns]
        right, bottom = walls >> RIGHT & 1, walls >> BOTTOM & 1
        if not self._full:
            inside = self._inside[1:-1, 1:-1][rows, columns]
            right &= inside | self._inside[1:-1, 2:][rows, columns]
            bottom &= inside | self._inside[2:, 1:-1][rows, columns]
        return (right + bottom) * np.uint8(INK_OF_A_WALL)

    # The picture

    def extent(self, zoom: float) -> Area:
        """Return all the px the maze paints: half a wall more than its cells."""
        width, height = round(self._columns * zoom), round(self._rows * zoom)
        if zoom < NEAR:
            return Area(0, 0, max(1, width), max(1, height))
        before = wall_width(zoom) // 2
        after = wall_width(zoom) - before
        return Area(-before, -before, width + after, height + after)

    def compose(self, area: Area, zoom: float, shades: Shades, out: Pixels) -> None:
        """Paint an area within the extent into ``out`` uint32[height, width]."""
        if zoom >= NEAR:
            self._compose_near(area, int(zoom), shades, out)
        else:
            self._compose_far(area, zoom, shades, out)

    def _compose_far(self, area: Area, zoom: float, shades: Shades, out: Pixels) -> None:
        columns = _cells_at(area.left, area.right, zoom, self._columns)
        rows = _cells_at(area.top, area.bottom, zoom, self._rows)
        level = self._ink.level_for(zoom)
        kinds = self._ink.sample(level, rows, columns) >> 3
        if self._tint is not None:
            kinds |= self._tint.sample(level, rows, columns) * np.uint8(INKS)
        np.take(shades.far, kinds, out=out, mode="clip")

    def _compose_near(self, area: Area, zoom: int, shades: Shades, out: Pixels) -> None:
        lined = self._cells is not None and zoom >= LINE_FROM
        parts = _parts(zoom, lined)
        columns, across = _index_map(area.left, area.right, zoom, parts)
        rows, down = _index_map(area.top, area.bottom, zoom, parts)
        blocks = self._blocks(rows, columns, zoom)
        if lined:
            blocks = self._with_line(blocks, rows, columns)
        colours = (shades.near_line if lined else shades.near).take(blocks)
        np.take(colours.take(across, axis=1), down, axis=0, out=out, mode="clip")

    def _blocks(self, rows: slice, columns: slice, zoom: int) -> Grid:
        """Return uint8[2 r, 2 c]: post, top, left and cell of each block."""
        wide_rows = slice(rows.start, rows.stop + 1)  # the grid's rim is row 0
        wide_columns = slice(columns.start, columns.stop + 1)
        walls = self._walls[wide_rows, wide_columns]
        inside = self._inside[wide_rows, wide_columns]
        top = walls[1:] & (inside[1:] | inside[:-1])
        left = walls[:, 1:] >> LEFT & (inside[:, 1:] | inside[:, :-1])
        post = top[:, 1:] | top[:, :-1] | left[1:] | left[:-1]
        blocks = np.zeros((2 * post.shape[0], 2 * post.shape[1]), np.uint8)
        if self._cells is not None:
            self._tinted(blocks, self._cells[wide_rows, wide_columns])
        if zoom >= POSTS_FROM:
            near = inside[1:] | inside[:-1]
            np.copyto(blocks[::2, ::2], POST, where=(near[:, 1:] | near[:, :-1]).view(np.bool_))
        np.copyto(blocks[::2, ::2], INK, where=post.view(np.bool_))
        np.copyto(blocks[::2, 1::2], INK, where=top[:, 1:].view(np.bool_))
        np.copyto(blocks[1::2, ::2], INK, where=left[1:].view(np.bool_))
        return blocks

    def _tinted(self, blocks: Grid, cells: Grid) -> None:
        """Paint cells, and what would be wall between two of them like the lesser one.

        Of two cells of the route only those are joined that follow each other on it.
        """
        kinds = cells & CLASS
        above = np.minimum(kinds[1:], kinds[:-1])
        before = np.minimum(kinds[:, 1:], kinds[:, :-1])
        above[(above == ROUTE) | _passes(cells[1:], TOP)] = 0
        before[(before == ROUTE) | _passes(cells[:, 1:], LEFT)] = 0
        above[_passes(cells[1:], TOP)] = ROUTE
        before[_passes(cells[:, 1:], LEFT)] = ROUTE
        blocks[1::2, 1::2] = kinds[1:, 1:]
        blocks[::2, 1::2] = above[:, 1:]
        blocks[1::2, ::2] = before[1:]
        np.minimum(above[:, 1:], above[:, :-1], out=blocks[::2, ::2])

    def _with_line(self, blocks: Grid, rows: slice, columns: slice) -> Grid:
        """Return uint8[4 r, 4 c]: the blocks with the route's line through their middles."""
        assert self._cells is not None
        fine = blocks.repeat(np.tile([1, 3], len(blocks) // 2), axis=0)
        fine = fine.repeat(np.tile([1, 3], blocks.shape[1] // 2), axis=1)
        cells = self._cells[rows.start + 1 : rows.stop + 1, columns.start + 1 : columns.stop + 1]
        np.copyto(fine[2::4, 2::4], LINE, where=cells & CLASS == ROUTE)
        for slot, places in WAYS.items():
            passed = _passes(cells, slot)
            for down, across in places:
                part = fine[down::4, across::4]
                np.copyto(part, LINE, where=passed & (part != INK))
        return fine


# Which parts of a block (row, column) the line covers on its way through each slot
WAYS = {TOP: ((0, 2), (1, 2)), RIGHT: ((2, 3),), BOTTOM: ((3, 2),), LEFT: ((2, 0), (2, 1))}


def _passes(cells: Grid, slot: int) -> NDArray[np.bool_]:
    return cells & np.uint8(1 << WAY + slot) != 0


def _parts(zoom: int, lined: bool) -> NDArray[np.int64]:
    """Return int64[zoom]: which part of a block each of its px belongs to."""
    wall = wall_width(zoom)
    cell = zoom - wall
    if not lined:
        return np.repeat([0, 1], [wall, cell])
    line = max(round(zoom / 7), 2 if zoom > LINE_FROM + 1 else 1)
    line += (cell - line) % 2  # as far from one wall as from the other
    pad = (cell - line) // 2
    return np.repeat([0, 1, 2, 3], [wall, pad, line, pad])


def _index_map(
    start: int, stop: int, zoom: int, parts: NDArray[np.int64]
) -> tuple[slice, NDArray[np.int64]]:
    """Return the blocks that px ``start`` to ``stop`` show, and for each px its part of them."""
    cells, places = np.divmod(np.arange(start, stop) + wall_width(zoom) // 2, zoom)
    first = int(cells[0])
    count = int(parts[-1]) + 1
    return slice(first, int(cells[-1]) + 1), (cells - first) * count + parts[places]


def _cells_at(start: int, stop: int, zoom: float, count: int) -> NDArray[np.int64]:
    """Return the cell under the middle of each px."""
    cells = np.floor((np.arange(start, stop) + 0.5) / zoom).astype(np.int64)
    return np.clip(cells, 0, count - 1)
