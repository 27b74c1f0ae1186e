r"""Draws one straight line into pixels, hard or with soft edges and round ends, compiled.

::

      . + + + + .      the same sums as in ``coverage``, which says what they mean, taken line by
    + # # # # # # +    line where that takes all lines at once; to the last bit the same picture
      . + + + + .
"""

from __future__ import annotations

import math

from mazeeditor.compiled import U8, U32, InI64, kernel
from mazeeditor.gui.canvas.coverage import FULL

HARD = 0  # the width of lines one pixel wide that have no soft edges


@kernel
def draw_hard(
    pixels: U32, area: InI64, x0: float, y0: float, x1: float, y1: float, colour: int
) -> None:
    """Draw the pixels in whose diamonds a line comes."""
    left, top, right, bottom = area[0], area[1], area[2], area[3]
    step_along, step_across = 1, right - left
    if abs(y1 - y0) > abs(x1 - x0):
        x0, y0, x1, y1 = y0, x0, y1, x1
        left, top, right, bottom = top, left, bottom, right
        step_along, step_across = step_across, step_along
    if x0 > x1:
        x0, y0, x1, y1 = x1, y1, x0, y0
    first, stop = math.ceil(x0 - 0.5), math.floor(x1 + 0.5)
    slope = (y1 - y0) / (x1 - x0) if x0 < x1 else 0.0
    for along in range(max(first, left), min(stop, right)):
        across = math.floor(y0 + (along + 0.5 - x0) * slope)
        if top <= across < bottom:
            pixels[(along - left) * step_along + (across - top) * step_across] = colour
    # an end in a column whose middle the line does not reach
    along, across = math.floor(x0), math.floor(y0)
    if (
        along < first
        and abs(x0 - along - 0.5) + abs(y0 - across - 0.5) <= 0.5
        and left <= along < right
        and top <= across < bottom
    ):
        pixels[(along - left) * step_along + (across - top) * step_across] = colour
    along, across = math.floor(x1), math.floor(y1)
    if (
        along >= stop
        and abs(x1 - along - 0.5) + abs(y1 - across - 0.5) <= 0.5
        and left <= along < right
        and top <= across < bottom
    ):
        pixels[(along - left) * step_along + (across - top) * step_across] = colour


@kernel
def draw_soft(
    cover: U8, area: InI64, x0: float, y0: float, x1: float, y1: float, reach: float
) -> None:
    """Cover the pixels whose middles are less than ``reach`` px from a line."""
    left, top, right, bottom = area[0], area[1], area[2], area[3]
    step_along, step_across = 1, right - left
    if abs(y1 - y0) > abs(x1 - x0):
        x0, y0, x1, y1 = y0, x0, y1, x1
        left, top, right, bottom = top, left, bottom, right
        step_along, step_across = step_across, step_along
    if x0 > x1:
        x0, y0, x1, y1 = x1, y1, x0, y0
    first = max(math.floor(x0 - reach + 0.5), left)
    stop = min(math.ceil(x1 + reach - 0.5), right)
    if first >= stop or x0 == x1:
        return
    span, rise = x1 - x0, y1 - y0
    length = math.sqrt(span * span + rise * rise)
    dx, dy = span / length, rise / length
    slope, room, inset = rise / span, reach / dx, reach * abs(dy)
    rows = int(2 * room) + 1
    if rise == 0:  # most lines are: no row too much
        rows = math.ceil(y0 + room - 0.5) - math.floor(y0 - room + 0.5)
    for along in range(first, stop):
        ahead = along + 0.5 - x0
        low = math.floor(y0 + min(max(ahead, 0.0), span) * slope - room + 0.5)
        place = (along - left) * step_along + (low - top) * step_across
        aside = low + 0.5 - y0
        if inset <= ahead <= span - inset:
            for across in range(low, low + rows):
                share = share_at(reach - abs(aside * dx - ahead * dy))
                if top <= across < bottom:
                    cover[place] = max(cover[place], share)
                place += step_across
                aside += 1
        else:
            for across in range(low, low + rows):
                away = aside * dx - ahead * dy
                passed = ahead * dx + aside * dy
                over = max(max(-passed, passed - length), 0.0)
                share = share_at(reach - math.sqrt(away * away + over * over))
                if top <= across < bottom:
                    cover[place] = max(cover[place], share)
                place += step_across
                aside += 1


@kernel
def share_at(depth: float) -> int:
    """Return the share of a pixel whose middle is ``depth`` px within the soft edge."""
    return int(FULL * max(min(depth, 1.0), 0.0) + 0.5)
