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
from mazeeditor.gui.canvas.tracing import OFF

HARD = 0  # the width of lines one pixel wide that have no soft edges


@kernel
def in_px(place: float, zoom: float, snap: float) -> float:
    """Return a place in cells as world px: a whole one and ``snap``, or where snap is -1 any."""
    if snap < 0:
        return place * zoom
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
def draw_line(
    pixels: U32,
    cover: U8,
    area: InI64,
    x0: float,
    y0: float,
    x1: float,
    y1: float,
    width: int,
    colour: int,
) -> None:
    """Draw a straight line one pixel wide and hard, or cover one ``width`` px wide and soft.

    ``area`` are left, top, right and bottom of what the pixels show.
    """
    left, top, right, bottom = area[0], area[1], area[2], area[3]
    step_along, step_across = 1, right - left
    if abs(y1 - y0) > abs(x1 - x0):
        x0, y0, x1, y1 = y0, x0, y1, x1
        left, top, right, bottom = top, left, bottom, right
        step_along, step_across = step_across, step_along
    if x0 > x1:
        x0, y0, x1, y1 = x1, y1, x0, y0
    first, stop = math.ceil(x0 - 0.5), min(math.ceil(x1 - 0.5), right)
    begin = max(first, left)
    if begin >= stop:
        return
    slope = (y1 - y0) / (x1 - x0)
    start = y0 + (first + 0.5 - x0) * slope
    half = 0.0 if width == HARD else width / 2 * math.sqrt(1 + slope * slope)
    for along in range(begin, stop):
        across = start + (along - first) * slope
        pixel = math.floor(across - half)
        place = (along - left) * step_along + (pixel - top) * step_across
        if width == HARD and top <= pixel < bottom:
            pixels[place] = colour
        while pixel < across + half:
            if top <= pixel < bottom and width != HARD:
                share = min(pixel + 1.0, across + half) - max(float(pixel), across - half)
                cover[place] = min(FULL, cover[place] + math.floor(FULL * share + 0.5))
            pixel += 1
            place += step_across


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
            for number in range(1, count):
                to_x = on_arc(ax, bx, -dy, bulge, number / count)
                to_y = on_arc(ay, by, dx, bulge, number / count)
                draw_line(pixels, cover, area, x, y, to_x, to_y, width, colour)
                x, y = to_x, to_y
            draw_line(pixels, cover, area, x, y, bx, by, width, colour)


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
                    draw_line(
                        pixels, cover, area, begin_x, begin_y, x * zoom, y * zoom, width, colour
                    )


@kernel
def blend(pixels: U32, cover: U8, eights: InU64, colour: int) -> None:
    """Put a colour over ``pixels`` as much as ``cover`` says of each, and cover nothing again.

    ``eights`` are the bytes of ``cover`` eight by eight: most of them are 0 together.
    """
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
            below, mixed = int(pixels[place]), 0
            for shift in range(0, 32, 8):
                old, new = below >> shift & 255, colour >> shift & 255
                mixed |= (old * (FULL - share) + new * share + FULL // 2) // FULL << shift
            pixels[place] = mixed
