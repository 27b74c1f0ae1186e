"""Paints square cells from 2 px a cell on: every post, wall, cell and stretch of the route.

::

    +----+------+      | wall | pad | line | pad |
    |post| top  |
    +----+------+      Each cell is a block of four parts; where the route is a line, its cell is
    |left| cell |      parted further. The visible blocks make a small picture with a pixel for each
    +----+------+      part, whose rows and columns are then repeated as wide as the parts are.

The cell that is being worked on is a full square with a hole in its middle, and where distances
are shown, a cell that cannot be reached has a dot there.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from mazeeditor.gui.canvas.area import Area
from mazeeditor.gui.canvas.fills import BOTTOM, LEFT, RIGHT, TOP, Grid, fills, passes
from mazeeditor.gui.canvas.paint import Paint
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
from mazeeditor.gui.canvas.viewport import wall_width

LINE_FROM = 4  # px a cell: the route is a line on a soft band
POSTS_FROM = 8  # px a cell: posts without walls are shown as dots
# Which parts of a block (row, column) the line covers on its way through each slot
WAYS = {TOP: ((0, 2), (1, 2)), RIGHT: ((2, 3),), BOTTOM: ((3, 2),), LEFT: ((2, 0), (2, 1))}


@dataclass(frozen=True, eq=False)
class Grids:
    """A maze as arrays [rows + 2, columns + 2], the rim included.

    ``walls`` uint8 are those of the maze, ``inside`` uint8 is 1 for inside cells, ``cells`` uint16
    is their paint or ``None``, ``heat`` uint8 how far they are or ``None``.
    """

    walls: Grid
    inside: Grid
    cells: Paint | None = None
    heat: Grid | None = None

    @property
    def filled(self) -> bool:
        """Whether anything is shown but walls."""
        return self.cells is not None or self.heat is not None

    def part(self, rows: slice, columns: slice) -> Grids:
        """Return the blocks ``rows`` and ``columns``, and one more before them."""
        place = slice(rows.start, rows.stop + 1), slice(columns.start, columns.stop + 1)
        cells = None if self.cells is None else self.cells[place]
        heat = None if self.heat is None else self.heat[place]
        return Grids(self.walls[place], self.inside[place], cells, heat)


def compose(grids: Grids, area: Area, zoom: int, shades: Shades, out: Pixels) -> None:
    """Paint an area (world px) within the maze into ``out`` uint32[height, width]."""
    lined = grids.filled and zoom >= LINE_FROM
    parts = parts_of_block(zoom, lined=lined)
    columns, across = _index_map(area.left, area.right, zoom, parts)
    rows, down = _index_map(area.top, area.bottom, zoom, parts)
    part = grids.part(rows, columns)
    blocks = _blocks(part, posts=zoom >= POSTS_FROM)
    if lined:
        blocks = _with_middles(blocks)
        if part.cells is not None:
            _draw_line(blocks, part.cells[1:, 1:])
    colours = (shades.near_line if lined else shades.near).take(blocks)
    np.take(colours.take(across, axis=1), down, axis=0, out=out, mode="clip")


def parts_of_block(zoom: int, *, lined: bool) -> NDArray[np.int64]:
    """Return int64[zoom]: which part of a block, across or down, each of its px belongs to."""
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
    first, count = int(cells[0]), int(parts[-1]) + 1
    return slice(first, int(cells[-1]) + 1), (cells - first) * count + parts[places]


def _blocks(part: Grids, *, posts: bool) -> Grid:
    """Return uint8[2 r, 2 c]: post, top, left and cell of each block."""
    walls, inside = part.walls, part.inside
    top = walls[1:] & (inside[1:] | inside[:-1])
    left = walls[:, 1:] >> np.uint8(LEFT) & (inside[:, 1:] | inside[:, :-1])
    post = top[:, 1:] | top[:, :-1] | left[1:] | left[:-1]
    parts = [post, top[:, 1:], left[1:]]
    for ink in parts:  # a bit until here; what covers more is the larger number
        ink *= np.uint8(INK)
    if posts:
        near = inside[1:] | inside[:-1]
        np.maximum(post, (near[:, 1:] | near[:, :-1]) * np.uint8(POST), out=post)
    if not part.filled:
        return _interleaved([*parts, np.zeros((1, 1), np.uint8)])
    *filled, cells = fills(part.cells, part.heat)
    return _interleaved([*(np.maximum(*pair) for pair in zip(parts, filled, strict=True)), cells])


def _interleaved(parts: list[Grid]) -> Grid:
    """Return uint8[2 r, 2 c] out of post, top, left and cell of each block, uint8[r, c] each."""
    rows, columns = parts[0].shape
    blocks = np.empty((2 * rows, 2 * columns), np.uint8)
    blocks[::2, ::2], blocks[::2, 1::2], blocks[1::2, ::2], blocks[1::2, 1::2] = parts
    return blocks


def _with_middles(blocks: Grid) -> Grid:
    """Return uint8[4 r, 4 c]: the blocks with middles, dots in those that cannot be reached."""
    fine = blocks.repeat(np.tile([1, 3], len(blocks) // 2), axis=0)
    fine = fine.repeat(np.tile([1, 3], blocks.shape[1] // 2), axis=1)
    middles = fine[2::4, 2::4]
    np.copyto(middles, np.uint8(DOT), where=middles == UNREACHED)
    return fine


def _draw_line(fine: Grid, cells: Paint) -> None:
    """Draw the route through the middles of its cells, but through no walls."""
    kinds = cells & np.uint16(CLASS)
    np.copyto(fine[2::4, 2::4], np.uint8(LINE), where=kinds == ROUTE)
    for slot, places in WAYS.items():
        passed = passes(cells, slot)
        for down, across in places:
            part = fine[down::4, across::4]
            np.copyto(part, np.uint8(LINE), where=passed & (part != INK) & (part != HEAD))
    np.copyto(fine[2::4, 2::4], np.uint8(PLAIN), where=kinds == HEAD)
