r"""Fills the cells of any shape, and draws the dots in them and at posts, compiled.

::

         +3 / \ -3     where a row of pixels comes into a cell from the left, what the cell is
           /   \       filled with is added, and where it leaves it that is taken away again: each
       ---+-----+---   pixel then is the sum of all that stands left of it in its row
"""

from __future__ import annotations

import math

from mazeeditor.compiled import U8, U32, InF64, InI32, InI64, InU8, InU16, InU32, kernel
from mazeeditor.gui.canvas.paint import WAY
from mazeeditor.gui.canvas.shades import CLASS, ROUTE
from mazeeditor.gui.canvas.strokes import chords, in_px, on_arc


@kernel
def kind_of(cell: int, paint: InU16, levels: InU8) -> int:
    """Return the class of a cell, or how far it is; ``paint`` and ``levels`` may be empty."""
    kind = int(paint[cell]) & CLASS if len(paint) else 0
    if kind < ROUTE and len(levels):
        return int(levels[cell])
    return kind


@kernel
def is_far(cell: int, area: InI64, zoom: float, room: float, centres: InF64) -> bool:
    """Return whether the middle of a cell is more than ``room`` px beside the area."""
    x, y = centres[2 * cell] * zoom, centres[2 * cell + 1] * zoom
    return bool(
        x < area[0] - room or x > area[2] + room or y < area[1] - room or y > area[3] + room
    )


@kernel
def add_edge(
    sums: U8, area: InI64, x0: float, y0: float, x1: float, y1: float, change: int
) -> None:
    """Add what changes in each row where one crosses an edge, going down it, to the right."""
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
def add_up(pixels: U32, sums: U8, width: int, near: InU32) -> None:
    """Add ``sums`` up along each row, look the results up in ``near``, and leave zeroes."""
    for start in range(0, len(pixels), width):
        kind = 0
        for place in range(start, start + width):
            kind = (kind + sums[place]) & 255
            sums[place] = 0
            pixels[place] = near[kind]


@kernel
def fill(
    pixels: U32,
    sums: U8,
    area: InI64,
    runs: InI64,
    zoom: float,
    snap: float,
    room: float,
    paint: InU16,
    levels: InU8,
    lower: InI32,
    upper: InI32,
    ends: InI32,
    points: InF64,
    bulges: InF64,
    centres: InF64,
    near: InU32,
) -> int:
    """Fill every cell with the colour in ``near`` of its kind; ``sums`` uint8[k] stay 0.

    Return which kinds there are in view, as bits; bit 15 stands for the distances.
    """
    met = 0
    for run in range(0, len(runs), 2):
        for wall in range(runs[run], runs[run + 1]):
            left = kind_of(lower[wall], paint, levels)
            right = kind_of(upper[wall], paint, levels)
            met |= 1 << min(left, 15) | 1 << min(right, 15)
            if left == right == 0:
                continue
            one, other = 2 * ends[2 * wall], 2 * ends[2 * wall + 1]
            ax, ay = in_px(points[one], zoom, snap), in_px(points[one + 1], zoom, snap)
            if not (area[0] <= ax <= area[2] and area[1] <= ay <= area[3]):
                left *= not is_far(lower[wall], area, zoom, room, centres)
                right *= not is_far(upper[wall], area, zoom, room, centres)
            if left == right:
                continue
            bx, by = in_px(points[other], zoom, snap), in_px(points[other + 1], zoom, snap)
            bulge = bulges[wall] if len(bulges) else 0.0
            dx, dy = bx - ax, by - ay
            count = chords(dx, dy, bulge)
            x, y = ax, ay
            for number in range(1, count):
                to_x = on_arc(ax, bx, -dy, bulge, number / count)
                to_y = on_arc(ay, by, dx, bulge, number / count)
                add_edge(sums, area, x, y, to_x, to_y, right - left)
                x, y = to_x, to_y
            add_edge(sums, area, x, y, bx, by, right - left)
    add_up(pixels, sums, area[2] - area[0], near)
    return met


@kernel
def stamp(pixels: U32, area: InI64, x: float, y: float, size: int, colour: int) -> None:
    """Draw a square ``size`` px wide around a place in px."""
    left, top = math.floor(x - size / 2 + 0.5), math.floor(y - size / 2 + 0.5)
    for row in range(max(top, area[1]), min(top + size, area[3])):
        start = (row - area[1]) * (area[2] - area[0]) - area[0]
        for column in range(max(left, area[0]), min(left + size, area[2])):
            pixels[start + column] = colour


@kernel
def stamp_cells(
    pixels: U32,
    area: InI64,
    runs: InI64,
    zoom: float,
    size: int,
    colour: int,
    kind: int,
    paint: InU16,
    levels: InU8,
    lower: InI32,
    upper: InI32,
    centres: InF64,
) -> None:
    """Draw a square in the middle of each cell of a kind, of the route where no line goes."""
    for run in range(0, len(runs), 2):
        for wall in range(runs[run], runs[run + 1]):
            for side in range(2):
                cell = upper[wall] if side else lower[wall]
                if kind == ROUTE and paint[cell] >> WAY:
                    continue
                if kind_of(cell, paint, levels) == kind:
                    x, y = centres[2 * cell] * zoom, centres[2 * cell + 1] * zoom
                    stamp(pixels, area, x, y, size, colour)


@kernel
def stamp_posts(
    pixels: U32,
    met: U8,
    area: InI64,
    runs: InI64,
    zoom: float,
    snap: float,
    size: int,
    colour: int,
    walls: InU8,
    lower: InI32,
    slots: InU8,
    ends: InI32,
    points: InF64,
) -> None:
    """Draw a square at each post at which no wall stands; ``met`` uint8[posts] is 0 before."""
    for closed in range(1, -1, -1):
        for run in range(0, len(runs), 2):
            for wall in range(runs[run], runs[run + 1]):
                if walls[lower[wall]] >> slots[wall] & 1 != closed:
                    continue
                for end in range(2 * wall, 2 * wall + 2):
                    post = ends[end]
                    if closed:
                        met[post] = 1
                    elif met[post] == 0:
                        x, y = points[2 * post], points[2 * post + 1]
                        px, py = in_px(x, zoom, snap), in_px(y, zoom, snap)
                        stamp(pixels, area, px, py, size, colour)
