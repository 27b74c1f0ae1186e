r"""Kernels that draw lines into pixels: hard, and soft where cells are large; walls and the route.

::

      . + + + + .      soft: a line has round ends, and covers a pixel more the nearer its
    + # # # # # # +    middle is; where lines meet, a pixel has the largest of its shares, so
      . + + + + .      that joints are round and no darker than lines

        /\
      --+-\----        hard: a line has the pixels whose diamonds it enters, whose corners are
        \/  \         the middles of the pixel's sides; so lines joined end to end are as thin
                      as one line, and have no gap

``cover`` is the share of each pixel that soft lines cover; ``blend`` applies it to the picture.
All coordinates are world px, so that a part of the picture is the same as in the whole. Arcs are
drawn as chords; straight walls begin at whole pixels, so they are sharp. At the end, the same with
numpy for what is drawn without kernels.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from mazeeditor.core.distinct import distinct
from mazeeditor.core.kernels.compiled import (
    U8,
    U32,
    InBool,
    InF64,
    InI32,
    InI64,
    InU8,
    InU16,
    InU64,
    kernel,
)
from mazeeditor.maze.geometry import Ids, Points
from mazeeditor.screen.cell_paint import ROUTE_BIT
from mazeeditor.screen.viewport import wall_width

FULL_COVERAGE = 255  # the share of a pixel that is covered
HARD = 0  # the width of lines one pixel wide that have no soft edges
PAIR, ONES = 0x00FF00FF, 0x00010001  # two of the four bytes of a pixel, separated; 1 in both


ARC_ERROR_PX = 0.1  # px: the largest distance between an arc and its chords


class WallTables(NamedTuple):
    """All walls of a lattice for kernels: the arrays of ``WallIndex``, flat."""

    lower: InI32
    slots: InU8
    upper: InI32
    backs: InU8
    ends: InI32
    points: InF64
    bulges: InF64
    centres: InF64


def flat(array: NDArray[Any]) -> NDArray[Any]:
    """Return a flat read-only view of an array, as kernels expect it in tuples."""
    view = array.reshape(-1)
    view.flags.writeable = False
    return view


class KernelView(NamedTuple):
    """The painted part: ``area`` int64[4] in world px, and ``runs`` int64[2 * r] of its walls.

    Runs are start, stop, start, stop ... in the index of walls. ``snap`` is added to posts, see
    ``snap_of``; the middle of a cell in the area is at most ``room`` px outside of it.
    """

    area: InI64
    runs: InI64
    zoom: float
    snap: float
    room: float


@kernel
def in_px(place: float, zoom: float, snap: float) -> float:
    """Return a coordinate in cells as world px; unrounded where ``snap`` is below 0."""
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
    return max(1, math.ceil(math.sqrt(longest / ARC_ERROR_PX)))


@kernel
def on_arc(one: float, other: float, aside: float, bulge: float, share: float) -> float:
    r"""Return x (or y) of the point at a share of an arc, without a sine; ``aside`` is -dy (or dx).

    ::

            m            a circle as a rational curve: the place at a share of it is a mean
          /   \          of both ends and of the intersection of the tangents, whose weight is the
         a     b         cosine of half the angle; Piegl and Tiller, The NURBS Book, 7.3
    """
    rest, square = 1 - share, bulge * bulge
    weight = (1 - square) / (1 + square)
    middle = weight * ((one + other) / 2) + aside * (bulge / (1 + square))
    top = rest * rest * one + 2 * rest * share * middle + share * share * other
    return top / (rest * rest + 2 * rest * share * weight + share * share)


@kernel
def draw_walls(
    pixels: U32,
    cover: U8,
    view: KernelView,
    index: WallTables,
    width: int,
    colour: int,
    walls: InU8,
) -> None:
    """Draw closed walls, or cover with them where ``width`` is not HARD."""
    area, runs, zoom, snap = view.area, view.runs, view.zoom, view.snap
    lower, slots, ends = index.lower, index.slots, index.ends
    points, bulges = index.points, index.bulges
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
    view: KernelView,
    index: WallTables,
    width: int,
    colour: int,
    paint: InU16,
    inside: InBool,
) -> None:
    """Draw or cover the route, from the middles of cells to those of the walls it passes."""
    area, runs, zoom = view.area, view.runs, view.zoom
    lower, slots, upper, backs = index.lower, index.slots, index.upper, index.backs
    ends, points, bulges, centres = index.ends, index.points, index.bulges, index.centres
    reach = width / 2 + 0.5
    for run in range(0, len(runs), 2):
        for wall in range(runs[run], runs[run + 1]):
            for side in range(2):
                cell = upper[wall] if side else lower[wall]
                slot = backs[wall] if side else slots[wall]
                if paint[cell] >> (slot + ROUTE_BIT) & 1 and inside[cell]:
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
    """Blend a colour over ``pixels`` by the shares in ``cover``, and reset these to 0.

    ``eights`` are the bytes of ``cover`` in groups of eight: in most groups all are 0.
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
            if share == FULL_COVERAGE:
                pixels[place] = colour
                continue
            below = int(pixels[place])
            packed = mix(below & PAIR, even, share) | mix(below >> 8 & PAIR, odd, share) << 8
            pixels[place] = packed


@kernel
def mix(below: int, above: int, share: int) -> int:
    """Return two bytes at a time ``(below * (FULL - share) + above * share + FULL // 2) // FULL``.

    The quotient x // 255 is (x + 1 + (x >> 8)) >> 8 for every x that occurs, which is below 65535.
    """
    both = below * (FULL_COVERAGE - share) + above * share + ONES * (FULL_COVERAGE // 2)
    return both + ONES + (both >> 8 & PAIR) >> 8 & PAIR


@kernel
def draw_hard(
    pixels: U32, area: InI64, x0: float, y0: float, x1: float, y1: float, colour: int
) -> None:
    """Draw the pixels whose diamonds a line enters."""
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
    if rise == 0:  # as most lines are: no superfluous row
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
    return int(FULL_COVERAGE * max(min(depth, 1.0), 0.0) + 0.5)


def points_in_px(places: Points, zoom: float, curved: bool) -> Points:
    """Return places in world px; where all walls are straight, they begin at whole pixels.

    Upright walls then cover whole pixels too, and are sharp; so are those through the middle of
    rings, which is at a whole pixel by itself.
    """
    if curved:
        return places * zoom + (snap_of(zoom, curved) + 1)
    return np.floor(places * zoom + 0.5) + snap_of(zoom, curved)


def snap_of(zoom: float, curved: bool) -> float:
    """Return what is added to whole pixels: half a pixel for odd walls; 1 less for curved ones."""
    return wall_width(zoom) % 2 / 2 - curved


def pieces_of(
    ends: Points, bulges: NDArray[np.float64], zoom: float, curved: bool
) -> tuple[Points, Ids]:
    """Return walls, whose ends are in cells, as straight pieces float64[m, 2, 2] in world px.

    And int64[m], the wall to which each piece belongs.
    """
    ends = points_in_px(ends, zoom, curved)
    if not curved:
        return ends, np.arange(len(ends))
    counts = _counts(ends, bulges)
    pieces, walls = [np.empty((0, 2, 2))], [np.empty(0, np.int64)]
    for count in distinct(counts).tolist():
        some = np.flatnonzero(counts == count)
        pieces.append(_chords(ends[some], bulges[some], count))
        walls.append(np.repeat(some, count))
    return np.concatenate(pieces), np.concatenate(walls)


def along(ends: Points, bulges: NDArray[np.float64]) -> list[Points]:
    """Return for each wall, whose ends are in px, the points float64[m, 2] of a line along it."""
    lines = list(ends)
    counts = _counts(ends, bulges) * (bulges != 0)
    for count in distinct(counts[counts > 0]).tolist():
        some = np.flatnonzero(counts == count)
        chords = _chords(ends[some], bulges[some], count).reshape(-1, count, 2, 2)
        arcs = np.concatenate([chords[:, :, 0], chords[:, -1:, 1]], axis=1)
        for wall, arc in zip(some.tolist(), arcs, strict=True):
            lines[wall] = arc
    return lines


def _counts(ends: Points, bulges: NDArray[np.float64]) -> Ids:
    """Return how many chords each arc needs; those in its middle are the longest."""
    dx, dy = (ends[:, 1] - ends[:, 0]).T
    sagitta = np.abs(bulges) * np.sqrt(dx * dx + dy * dy) / 2
    longest = sagitta * (1 + bulges * bulges)
    return np.maximum(1, np.ceil(np.sqrt(longest / ARC_ERROR_PX))).astype(np.int64)


def _chords(ends: Points, bulges: NDArray[np.float64], count: int) -> Points:
    """Return each arc as ``count`` chords of nearly equal length."""
    one, other = ends[:, None, 0], ends[:, None, 1]
    along = other - one
    aside = np.stack([-along[..., 1], along[..., 0]], axis=-1)
    share = (np.arange(count + 1) / count)[:, None]
    arc: Any = on_arc.interpreted()  # on whole arrays
    points = arc(one, other, aside, bulges[:, None, None], share)
    return np.stack([points[:, :-1], points[:, 1:]], axis=2).reshape(-1, 2, 2)
