r"""Draws the walls and the route of any shape as lines into pixels, compiled: few ms a picture.

::

    cover: how much of each pixel lines have; what they have together is blended over the picture

      # + .           the same sums as in ``coverage`` and ``tracing``, which say what they mean,
      + # + .         taken wall by wall where those take all walls at once; to the last bit the
      . + # +         same pictures
"""

from __future__ import annotations

import math

from mazeeditor.compiled import U8, U32, InBool, InF64, InI32, InI64, InU8, InU16, InU64, kernel
from mazeeditor.gui.canvas.coverage import FULL
from mazeeditor.gui.canvas.paint import WAY
from mazeeditor.gui.canvas.pens import HARD, draw_hard, draw_soft
from mazeeditor.gui.canvas.tracing import OFF

PAIR, ONES = 0x00FF00FF, 0x00010001  # two of the four bytes of a pixel, apart; 1 in both


@kernel
def in_px(place: float, zoom: float, snap: float) -> float:
    """Return a place in cells as world px, as ``tracing`` has it: where snap is below 0, any."""
    if snap < 0:
        return place * zoom + (snap + 1)
    return math.floor(place * zoom + 0.5) + snap


@kernel
def chords(dx: float, dy: float, bulge: float) -> int:
    """Return how many chords an arc needs, whose ends are ``dx``, ``dy`` px apart."""
    if bulge == 0:
        return 1
    sagitta = abs(bulge) * math.sqrt(dx * dx + dy * dy) / 2
    longest = sagitta * (1 + bulge * bulge)
    return max(1, math.ceil(math.sqrt(longest / OFF)))


@kernel
def on_arc(one: float, other: float, aside: float, bulge: float, share: float) -> float:
    """Return x (or y) of the place at a share of an arc; ``aside`` is -dy (or dx)."""
    rest, square = 1 - share, bulge * bulge
    weight = (1 - square) / (1 + square)
    middle = weight * ((one + other) / 2) + aside * (bulge / (1 + square))
    top = rest * rest * one + 2 * rest * share * middle + share * share * other
    return top / (rest * rest + 2 * rest * share * weight + share * share)


@kernel
def draw_walls(
    pixels: U32,
    cover: U8,
    area: InI64,
    runs: InI64,
    zoom: float,
    snap: float,
    width: int,
    colour: int,
    walls: InU8,
    lower: InI32,
    slots: InU8,
    ends: InI32,
    points: InF64,
    bulges: InF64,
) -> None:
    """Draw or cover closed walls; ``runs`` int64[2 * r] are from, to, from, to ... of all."""
    reach = width / 2 + 0.5
    for run in range(0, len(runs), 2):
        for wall in range(runs[run], runs[run + 1]):
            if walls[lower[wall]] >> slots[wall] & 1 == 0:
                continue
            one, other = 2 * ends[2 * wall], 2 * ends[2 * wall + 1]
            ax, ay = in_px(points[one], zoom, snap), in_px(points[one + 1], zoom, snap)
            bx, by = in_px(points[other], zoom, snap), in_px(points[other + 1], zoom, snap)
            bulge = bulges[wall] if len(bulges) else 0.0
            dx, dy = bx - ax, by - ay
            count = chords(dx, dy, bulge)
            x, y = ax, ay
            for number in range(1, count + 1):
                to_x, to_y = bx, by
                if number < count:
                    to_x = on_arc(ax, bx, -dy, bulge, number / count)
                    to_y = on_arc(ay, by, dx, bulge, number / count)
                if width == HARD:
                    draw_hard(pixels, area, x, y, to_x, to_y, colour)
                else:
                    draw_soft(cover, area, x, y, to_x, to_y, reach)
                x, y = to_x, to_y


@kernel
def draw_route(
    pixels: U32,
    cover: U8,
    area: InI64,
    runs: InI64,
    zoom: float,
    width: int,
    colour: int,
    paint: InU16,
    inside: InBool,
    lower: InI32,
    slots: InU8,
    upper: InI32,
    backs: InU8,
    ends: InI32,
    points: InF64,
    bulges: InF64,
    centres: InF64,
) -> None:
    """Draw or cover the route, from the middles of cells to those of the walls it passes."""
    reach = width / 2 + 0.5
    for run in range(0, len(runs), 2):
        for wall in range(runs[run], runs[run + 1]):
            for side in range(2):
                cell = upper[wall] if side else lower[wall]
                slot = backs[wall] if side else slots[wall]
                if paint[cell] >> (slot + WAY) & 1 and inside[cell]:
                    one, other = 2 * ends[2 * wall], 2 * ends[2 * wall + 1]
                    dx, dy = points[other] - points[one], points[other + 1] - points[one + 1]
                    half = bulges[wall] / 2 if len(bulges) else 0.0
                    x = (points[one] + points[other]) / 2 - dy * half
                    y = (points[one + 1] + points[other + 1]) / 2 + dx * half
                    begin_x, begin_y = centres[2 * cell] * zoom, centres[2 * cell + 1] * zoom
                    x, y = x * zoom, y * zoom
                    if width == HARD:
                        draw_hard(pixels, area, begin_x, begin_y, x, y, colour)
                    else:
                        draw_soft(cover, area, begin_x, begin_y, x, y, reach)


@kernel
def blend(pixels: U32, cover: U8, eights: InU64, colour: int) -> None:
    """Put a colour over ``pixels`` as much as ``cover`` says of each, and cover nothing again.

    ``eights`` are the bytes of ``cover`` eight by eight: most of them are 0 together.
    """
    even, odd = colour & PAIR, colour >> 8 & PAIR
    for eight in range(len(eights)):
        if eights[eight] == 0:
            continue
        for place in range(8 * eight, 8 * eight + 8):
            share = int(cover[place])
            if share == 0:
                continue
            cover[place] = 0
            if share == FULL:
                pixels[place] = colour
                continue
            below = int(pixels[place])
            mixed = mix(below & PAIR, even, share) | mix(below >> 8 & PAIR, odd, share) << 8
            pixels[place] = mixed


@kernel
def mix(below: int, above: int, share: int) -> int:
    """Return two bytes at a time ``(below * (FULL - share) + above * share + FULL // 2) // FULL``.

    The quotient x // 255 is (x + 1 + (x >> 8)) >> 8 for every x that occurs, which is below 65535.
    """
    both = below * (FULL - share) + above * share + ONES * (FULL // 2)
    return both + ONES + (both >> 8 & PAIR) >> 8 & PAIR
