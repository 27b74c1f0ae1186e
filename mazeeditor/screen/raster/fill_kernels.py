r"""Fills the cells of any shape, and draws the dots in them and at posts, compiled.

::

         +3 / \ -3     where a row of pixels enters a cell from the left, the number of its colour
           /   \       is added, and subtracted again where the row leaves the cell: each
       ---+-----+---   pixel then is the sum of all changes left of it in its row
"""

from __future__ import annotations

import math

from mazeeditor.core.kernels.compiled import (
    U8,
    U32,
    InBool,
    InF64,
    InI64,
    InU8,
    InU16,
    InU32,
    kernel,
)
from mazeeditor.screen.cell_paint import ROUTE_BIT
from mazeeditor.screen.pixel_colours import BLANK, CLASS, ROUTE
from mazeeditor.screen.raster.line_kernels import KernelView, WallTables, chords, in_px, on_arc


@kernel
def kind_of(cell: int, paint: InU16, levels: InU8) -> int:
    """Return the class or the level of a cell; ``paint`` and ``levels`` may be empty."""
    kind = int(paint[cell]) & CLASS if len(paint) else 0
    if kind < ROUTE and len(levels):
        return max(kind, int(levels[cell]))
    return kind


@kernel
def is_outside(cell: int, view: KernelView, centres: InF64) -> bool:
    """Return whether the middle of a cell is more than ``room`` px outside of the area."""
    area, zoom, room = view.area, view.zoom, view.room
    x, y = centres[2 * cell] * zoom, centres[2 * cell + 1] * zoom
    return bool(
        x < area[0] - room or x > area[2] + room or y < area[1] - room or y > area[3] + room
    )


@kernel
def add_edge(
    sums: U8, area: InI64, x0: float, y0: float, x1: float, y1: float, change: int
) -> None:
    """Add ``change`` to each row where an edge leading down crosses it; less where it leads up."""
    if y0 > y1:
        x0, y0, x1, y1, change = x1, y1, x0, y0, -change
    first, stop = max(math.ceil(y0 - 0.5), area[1]), min(math.ceil(y1 - 0.5), area[3])
    slope = (x1 - x0) / (y1 - y0) if y1 > y0 else 0.0
    for row in range(first, stop):
        column = max(math.ceil(x0 + (row + 0.5 - y0) * slope - 0.5), area[0])
        if column < area[2]:
            place = (row - area[1]) * (area[2] - area[0]) + column - area[0]
            sums[place] = (sums[place] + change) & 255


@kernel
def add_arc(
    sums: U8, area: InI64, x0: float, y0: float, x1: float, y1: float, bulge: float, change: int
) -> None:
    """Add ``change`` as ``add_edge`` does for each chord of an arc; ``bulge`` 0 is a line."""
    dx, dy = x1 - x0, y1 - y0
    count = chords(dx, dy, bulge)
    x, y = x0, y0
    for number in range(1, count):
        to_x = on_arc(x0, x1, -dy, bulge, number / count)
        to_y = on_arc(y0, y1, dx, bulge, number / count)
        add_edge(sums, area, x, y, to_x, to_y, change)
        x, y = to_x, to_y
    add_edge(sums, area, x, y, x1, y1, change)


@kernel
def add_up(pixels: U32, sums: U8, width: int, colours: InU32) -> None:
    """Add ``sums`` up along each row, look the results up in ``colours``, and reset them to 0."""
    for start in range(0, len(pixels), width):
        kind = 0
        for place in range(start, start + width):
            kind = (kind + sums[place]) & 255
            sums[place] = 0
            pixels[place] = colours[kind]


@kernel
def fill(
    pixels: U32,
    sums: U8,
    view: KernelView,
    index: WallTables,
    paint: InU16,
    levels: InU8,
    blank: InBool,
    colours: InU32,
) -> int:
    """Fill every cell with the colour in ``colours`` of its kind; ``sums`` uint8[k] stay 0.

    With ``blank`` bool[n] instead of bool[0], the cells in it are BLANK and no others have a kind.
    Where there are no ``pixels``, the edges are only added to ``sums``: another call fills the
    cells of both. Return the kinds in view, as bits; bit 15 stands for the distances.
    """
    area, runs, zoom, snap = view.area, view.runs, view.zoom, view.snap
    lower, upper, ends = index.lower, index.upper, index.ends
    points, bulges, centres = index.points, index.bulges, index.centres
    kinds = 0
    for run in range(0, len(runs), 2):
        for wall in range(runs[run], runs[run + 1]):
            if len(blank):
                left, right = BLANK * blank[lower[wall]], BLANK * blank[upper[wall]]
            else:
                left = kind_of(lower[wall], paint, levels)
                right = kind_of(upper[wall], paint, levels)
            kinds |= 1 << min(left, 15) | 1 << min(right, 15)
            if left == right == 0:
                continue
            one, other = 2 * ends[2 * wall], 2 * ends[2 * wall + 1]
            ax, ay = in_px(points[one], zoom, snap), in_px(points[one + 1], zoom, snap)
            if not (area[0] <= ax <= area[2] and area[1] <= ay <= area[3]):
                left *= not is_outside(lower[wall], view, centres)
                right *= not is_outside(upper[wall], view, centres)
            if left == right:
                continue
            bx, by = in_px(points[other], zoom, snap), in_px(points[other + 1], zoom, snap)
            bulge = bulges[wall] if len(bulges) else 0.0
            add_arc(sums, area, ax, ay, bx, by, bulge, right - left)
    if len(pixels):
        add_up(pixels, sums, area[2] - area[0], colours)
    return kinds


@kernel
def stamp(pixels: U32, area: InI64, x: float, y: float, size: int, colour: int) -> None:
    """Draw a square ``size`` px wide around a point in px."""
    left, top = math.floor(x - size / 2 + 0.5), math.floor(y - size / 2 + 0.5)
    for row in range(max(top, area[1]), min(top + size, area[3])):
        start = (row - area[1]) * (area[2] - area[0]) - area[0]
        for column in range(max(left, area[0]), min(left + size, area[2])):
            pixels[start + column] = colour


@kernel
def stamp_cells(
    pixels: U32,
    view: KernelView,
    index: WallTables,
    size: int,
    colour: int,
    kind: int,
    paint: InU16,
    levels: InU8,
) -> None:
    """Draw a square in the middle of each cell of a kind; on the route only without a line."""
    area, runs, zoom = view.area, view.runs, view.zoom
    lower, upper, centres = index.lower, index.upper, index.centres
    for run in range(0, len(runs), 2):
        for wall in range(runs[run], runs[run + 1]):
            for side in range(2):
                cell = upper[wall] if side else lower[wall]
                if kind == ROUTE and paint[cell] >> ROUTE_BIT:
                    continue
                if kind_of(cell, paint, levels) == kind:
                    x, y = centres[2 * cell] * zoom, centres[2 * cell + 1] * zoom
                    stamp(pixels, area, x, y, size, colour)


@kernel
def stamp_posts(
    pixels: U32, used: U8, view: KernelView, index: WallTables, size: int, colour: int, walls: InU8
) -> None:
    """Draw a square at each post without a wall; all of ``used`` uint8[posts] are 0 before."""
    area, runs, zoom, snap = view.area, view.runs, view.zoom, view.snap
    lower, slots, ends, points = index.lower, index.slots, index.ends, index.points
    for closed in range(1, -1, -1):
        for run in range(0, len(runs), 2):
            for wall in range(runs[run], runs[run + 1]):
                if walls[lower[wall]] >> slots[wall] & 1 != closed:
                    continue
                for end in range(2 * wall, 2 * wall + 2):
                    post = ends[end]
                    if closed:
                        used[post] = 1
                    elif used[post] == 0:
                        x, y = points[2 * post], points[2 * post + 1]
                        px, py = in_px(x, zoom, snap), in_px(y, zoom, snap)
                        stamp(pixels, area, px, py, size, colour)
