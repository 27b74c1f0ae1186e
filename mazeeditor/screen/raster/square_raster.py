"""Paints mazes of square cells, of any size, in a few milliseconds.

The overview shows the density of walls, the highest class of cell, and the distances, from
pyramids. The close-up, from 2 px a cell on, draws every post, wall, cell and section of the route::

    +----+------+      | wall | pad | line | pad |
    |post| top  |
    +----+------+      Each cell is a block of four parts; if the route is a line, the cell is
    |left| cell |      divided further. The visible blocks make a small picture with a pixel a
    +----+------+      part, whose rows and columns are then repeated as wide as the parts are.

The current cell is a full square with a hole in its middle; where distances are shown, an
unreachable cell has a dot there.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mazeeditor.maze.geometry import Ids
from mazeeditor.maze.lattice import Lattice
from mazeeditor.maze.maze import Maze
from mazeeditor.screen.area import Area
from mazeeditor.screen.cell_paint import ROUTE_BIT, Paint
from mazeeditor.screen.maze_raster import MazeRaster
from mazeeditor.screen.pixel_colours import (
    BLANK,
    CLASS,
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
from mazeeditor.screen.raster.overview import (
    BLANK_SHARE,
    SHARE_OF_A_WALL,
    CellGrid,
    Pyramid,
    as_grid,
    density,
)
from mazeeditor.screen.viewport import CLOSE_UP, wall_width

Grid = NDArray[np.uint8]

TOP, RIGHT, BOTTOM, LEFT = range(4)

LINE_FROM = 4  # px a cell: the route is a line on a soft band
POSTS_FROM = 8  # px a cell: posts without walls are shown as dots
# The parts of a block (row, column) that the line covers towards each slot
LINE_PARTS = {TOP: ((0, 2), (1, 2)), RIGHT: ((2, 3),), BOTTOM: ((3, 2),), LEFT: ((2, 0), (2, 1))}


@dataclass(frozen=True, eq=False)
class SquareCells:
    """A maze as arrays [rows + 2, columns + 2], the rim included.

    ``walls`` uint8 are those of the maze, ``inside`` uint8 is 1 for inside cells, ``cells`` uint16
    is their paint or ``None``, ``levels`` uint8 those over it or ``None``. ``whole`` specifies
    that all cells but those of the rim are inside.
    """

    walls: Grid
    inside: Grid
    cells: Paint | None = None
    levels: Grid | None = None
    whole: bool = False

    @property
    def filled(self) -> bool:
        """Whether anything other than walls is shown."""
        return self.cells is not None or self.levels is not None

    def part(self, rows: slice, columns: slice) -> SquareCells:
        """Return the blocks ``rows`` and ``columns``, with a row and a column before them."""
        place = slice(rows.start, rows.stop + 1), slice(columns.start, columns.stop + 1)
        cells = None if self.cells is None else self.cells[place]
        levels = None if self.levels is None else self.levels[place]
        return SquareCells(self.walls[place], self.inside[place], cells, levels, self.whole)


def draw_squares(
    squares: SquareCells, area: Area, zoom: int, colours: PixelColours, out: Pixels
) -> None:
    """Paint an area (world px) within the maze into ``out`` uint32[height, width]."""
    lined = squares.filled and zoom >= LINE_FROM
    parts = parts_of_block(zoom, lined=lined)
    columns, across = _index_map(area.left, area.right, zoom, parts)
    rows, down = _index_map(area.top, area.bottom, zoom, parts)
    visible = squares.part(rows, columns)
    blocks = _blocks(visible, posts=zoom >= POSTS_FROM)
    if lined:
        blocks = _with_middles(blocks)
        if visible.cells is not None:
            _draw_line(blocks, visible.cells[1:, 1:])
    pixels = (colours.closeup_line if lined else colours.closeup).take(blocks)
    np.take(pixels.take(across, axis=1), down, axis=0, out=out, mode="clip")


def parts_of_block(zoom: int, *, lined: bool) -> NDArray[np.int64]:
    """Return int64[zoom]: the part of a block, across or down, to which each px belongs."""
    wall = wall_width(zoom)
    cell = zoom - wall
    if not lined:
        return np.repeat([0, 1], [wall, cell])
    line = max(round(zoom / 7), 2 if zoom > LINE_FROM + 1 else 1)
    line += (cell - line) % 2  # the same distance from both walls
    pad = (cell - line) // 2
    return np.repeat([0, 1, 2, 3], [wall, pad, line, pad])


def _index_map(
    start: int, stop: int, zoom: int, parts: NDArray[np.int64]
) -> tuple[slice, NDArray[np.int64]]:
    """Return the blocks that px ``start`` to ``stop`` show, and for each px its part of them."""
    cells, places = np.divmod(np.arange(start, stop) + wall_width(zoom) // 2, zoom)
    first, count = int(cells[0]), int(parts[-1]) + 1
    return slice(first, int(cells[-1]) + 1), (cells - first) * count + parts[places]


def _blocks(part: SquareCells, *, posts: bool) -> Grid:
    """Return uint8[2 r, 2 c]: post, top, left and cell of each block."""
    walls, inside = part.walls, part.inside
    top = walls[1:] & (inside[1:] | inside[:-1])
    left = walls[:, 1:] >> np.uint8(LEFT) & (inside[:, 1:] | inside[:, :-1])
    post = top[:, 1:] | top[:, :-1] | left[1:] | left[:-1]
    parts = [post, top[:, 1:], left[1:]]
    for walls in parts:  # a bit until now; kinds that cover others are larger numbers
        walls *= np.uint8(WALL)
    if posts:
        used = inside[1:] | inside[:-1]
        np.maximum(post, (used[:, 1:] | used[:, :-1]) * np.uint8(POST), out=post)
    parts.append(np.zeros((1, 1), np.uint8))
    layers = [fills(part.cells, part.levels)] if part.filled else []
    if not part.whole:
        layers.append(_of_lowest((inside ^ np.uint8(1)) * np.uint8(BLANK)))
    for layer in layers:
        parts = [np.maximum(*pair) for pair in zip(parts, layer, strict=True)]
    return _interleave(parts)


def _interleave(parts: list[Grid]) -> Grid:
    """Return uint8[2 r, 2 c] out of post, top, left and cell of each block, uint8[r, c] each."""
    rows, columns = parts[0].shape
    blocks = np.empty((2 * rows, 2 * columns), np.uint8)
    blocks[::2, ::2], blocks[::2, 1::2], blocks[1::2, ::2], blocks[1::2, 1::2] = parts
    return blocks


def _with_middles(blocks: Grid) -> Grid:
    """Return uint8[4 r, 4 c]: the blocks with middles, which are dots in unreachable cells."""
    fine = blocks.repeat(np.tile([1, 3], len(blocks) // 2), axis=0)
    fine = fine.repeat(np.tile([1, 3], blocks.shape[1] // 2), axis=1)
    middles = fine[2::4, 2::4]
    np.copyto(middles, np.uint8(DOT), where=middles == UNREACHED)
    return fine


def _draw_line(fine: Grid, cells: Paint) -> None:
    """Draw the route through the middles of its cells, but not over walls."""
    kinds = cells & np.uint16(CLASS)
    np.copyto(fine[2::4, 2::4], np.uint8(LINE), where=kinds == ROUTE)
    for slot, places in LINE_PARTS.items():
        passed = passes(cells, slot)
        for down, across in places:
            part = fine[down::4, across::4]
            np.copyto(part, np.uint8(LINE), where=passed & (part != WALL) & (part != HEAD))
    np.copyto(fine[2::4, 2::4], np.uint8(PLAIN), where=kinds == HEAD)


def fills(cells: Paint | None, levels: Grid | None) -> list[Grid]:
    """Return post, top, left and cell of each block, uint8[r, c] each, without walls.

    ``cells`` uint16[r + 1, c + 1] is the paint and ``levels`` uint8 what is over it, with a row and
    a column before those of the blocks; at least one is given. Levels cover all paint but the route
    and the head; where they are 0, it is seen.
    """
    if cells is None:
        assert levels is not None
        return _of_lowest(levels)
    kinds = _of_paint(cells)
    if levels is None:
        return kinds
    return [
        np.where(kind >= ROUTE, kind, np.maximum(kind, level))
        for kind, level in zip(kinds, _of_lowest(levels), strict=True)
    ]


def passes(cells: Paint, slot: int) -> NDArray[np.bool_]:
    """Return where the route goes through a slot of ``cells``."""
    return cells & np.uint16(1 << ROUTE_BIT + slot) != 0


def _of_paint(cells: Paint) -> list[Grid]:
    """Return post, top, left and cell as painted: a gap has the lower class of its two cells.

    Two cells of the route are joined only if they are consecutive on it.
    """
    kinds = (cells & np.uint16(CLASS)).astype(np.uint8)
    above = _join(kinds[1:], kinds[:-1], passes(cells[1:], TOP))
    before = _join(kinds[:, 1:], kinds[:, :-1], passes(cells[:, 1:], LEFT))
    return _corners(kinds, above, before)


def _join(kinds: Grid, others: Grid, passed: NDArray[np.bool_]) -> Grid:
    lesser = np.minimum(kinds, others)
    lesser *= (lesser != ROUTE).view(np.uint8)
    return np.maximum(lesser, passed.view(np.uint8) * np.uint8(ROUTE), out=lesser)


def _of_lowest(cells: Grid) -> list[Grid]:
    """Return post, top, left and cell: a gap is like the lower of its two cells."""
    return _corners(
        cells, np.minimum(cells[1:], cells[:-1]), np.minimum(cells[:, 1:], cells[:, :-1])
    )


def _corners(cells: Grid, above: Grid, before: Grid) -> list[Grid]:
    """Return post, top, left and cell; a post has the lowest of the four gaps around it."""
    post = np.minimum(above[:, 1:], above[:, :-1])
    np.minimum(post, np.minimum(before[1:], before[:-1]), out=post)
    return [post, above[:, 1:], before[1:], cells[1:, 1:]]


def is_square_grid(lattice: Lattice) -> bool:
    """Whether the cells are squares in rows and columns, some of them perhaps outside."""
    stride = lattice.columns + 1
    return len(lattice.which) == 1 and lattice.offsets.tolist() == [[-stride, 1, stride, -1]]


def wall_shares(grids: SquareCells, *, full: bool) -> Callable[[Any, Any], Grid]:
    """Return a reader of the share of walls at square cells: their right and bottom ones.

    ``full`` specifies that all cells are inside, which is faster. Where not, it is BLANK_SHARE
    at blank cells without these walls.
    """
    inside = grids.inside

    def share(rows: Any, columns: Any) -> Grid:
        walls = grids.walls[1:-1, 1:-1][rows, columns]
        right, bottom = walls >> RIGHT & 1, walls >> BOTTOM & 1
        if not full:
            own = inside[1:-1, 1:-1][rows, columns]
            right &= own | inside[1:-1, 2:][rows, columns]
            bottom &= own | inside[2:, 1:-1][rows, columns]
            blank = (own | right | bottom) ^ np.uint8(1)
            return (right + bottom) * np.uint8(SHARE_OF_A_WALL) + blank * np.uint8(BLANK_SHARE)
        return (right + bottom) * np.uint8(SHARE_OF_A_WALL)

    return share


class SquareRaster(MazeRaster):
    """The picture of one maze of squares."""

    small = 500_000
    quick = 20_000_000

    def __init__(self, maze: Maze) -> None:
        lattice = maze.lattice
        self._rows, self._columns = lattice.rows, lattice.columns
        self._cells = SquareCells(
            as_grid(maze.walls, lattice),
            as_grid(lattice.inside.view(np.uint8), lattice),
            whole=lattice.whole,
        )
        super().__init__(maze, CellGrid(lattice))

    def new_wall_pyramid(self) -> Pyramid:
        """Return the pyramid of the walls, not built yet."""
        return density(
            wall_shares(self._cells, full=self.lattice.whole),
            (self._rows, self._columns),
            self.lattice,
        )

    def cells_of(self, walls: Ids) -> Ids:
        """Return the lower cells: a cell owns its right and its bottom wall."""
        return walls // 4

    def touched(self, walls: Ids, zoom: float) -> Ids:
        """Return int64[k, 4], the areas that change with ``walls`` int64[k]."""
        if zoom < CLOSE_UP:
            return self.touched_by_paint(walls // 4, zoom)
        geometry = self.lattice.geometry
        ends = geometry.post_positions(geometry.posts(walls)) * zoom - wall_width(zoom) // 2
        return np.hstack([ends.min(axis=1), ends.max(axis=1) + wall_width(zoom)]).astype(np.int64)

    def touched_by_paint(self, cells: Ids, zoom: float) -> Ids:
        """Return int64[k, 4], the areas that change with the paint of ``cells`` int64[k]."""
        rows, columns = np.divmod(cells, self._columns + 1)
        start = np.stack([columns - 1, rows - 1], axis=-1)
        if zoom < CLOSE_UP:
            return self.overview.touched(start, start, zoom)
        start = start * int(zoom) - wall_width(zoom) // 2
        return np.hstack([start, start + int(zoom) + wall_width(zoom)])

    def cells_in(self, area: Area, zoom: float) -> Ids | None:
        """Return the cells in an area, and perhaps some around; None where they are too many."""
        if zoom < CLOSE_UP:
            return None
        rows, columns = (
            np.arange(max(int(first // zoom), 0), min(int(last // zoom) + 2, most + 1))
            for first, last, most in (
                (area.top, area.bottom, self._rows),
                (area.left, area.right, self._columns),
            )
        )
        cells: Ids = (rows[:, None] * (self._columns + 1) + columns).ravel()
        return cells

    # The picture

    def covered(self, cells: NDArray[np.bool_], area: Area, zoom: float) -> NDArray[np.bool_]:
        """Return bool[height, width], which px of an area show one of ``cells`` bool[n]."""
        rows, columns = (
            np.floor((np.arange(first, last) + 0.5) / zoom).astype(np.int64).clip(-1, most) + 1
            for first, last, most in (
                (area.top, area.bottom, self._rows),
                (area.left, area.right, self._columns),
            )
        )
        shown: NDArray[np.bool_] = as_grid(cells, self.lattice).take(columns, axis=1)[rows]
        return shown

    def extent(self, zoom: float) -> Area:
        """Return the area the maze paints: half a wall more than its cells."""
        width, height = round(self._columns * zoom), round(self._rows * zoom)
        if zoom < CLOSE_UP:
            return Area(0, 0, max(1, width), max(1, height))
        before = wall_width(zoom) // 2
        after = wall_width(zoom) - before
        return Area(-before, -before, width + after, height + after)

    def compose(self, area: Area, zoom: float, colours: PixelColours, out: Pixels) -> None:
        """Paint an area within the extent into ``out`` uint32[height, width]."""
        if zoom < CLOSE_UP:
            self.overview.compose(area, zoom, colours, out)
            return
        paint = as_grid(self.cell_paint.paint, self.lattice) if self.cell_paint else None
        levels = None if self.levels is None else as_grid(self.levels, self.lattice)
        cells = replace(self._cells, cells=paint, levels=levels)
        draw_squares(cells, area, int(zoom), colours, out)
