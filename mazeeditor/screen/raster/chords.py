"""Walls of any shape as straight pieces in pixels: arcs as chords, straight walls sharp."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from mazeeditor.core.distinct import distinct
from mazeeditor.maze.geometry import Ids, Points
from mazeeditor.screen.viewport import wall_width

OFF = 0.1  # px: the largest distance between an arc and its chords


def in_px(places: Points, zoom: float, curved: bool) -> Points:
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
    ends = in_px(ends, zoom, curved)
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
    return np.maximum(1, np.ceil(np.sqrt(longest / OFF))).astype(np.int64)


def _chords(ends: Points, bulges: NDArray[np.float64], count: int) -> Points:
    r"""Return each arc as ``count`` chords of nearly equal length, without any sine.

    ::

            m            a circle as a rational curve: the place at a share of it is a mean
          /   \          of both ends and of the intersection of the tangents, whose weight is the
         a     b         cosine of half the angle; Piegl and Tiller, The NURBS Book, 7.3
    """
    share = (np.arange(count + 1) / count)[:, None]
    rest = 1 - share
    bulge = bulges[:, None, None]
    weight = (1 - bulge * bulge) / (1 + bulge * bulge)
    one, other = ends[:, None, 0], ends[:, None, 1]
    along = other - one
    aside = np.stack([-along[..., 1], along[..., 0]], axis=-1)
    middle = weight * ((one + other) / 2) + aside * (bulge / (1 + bulge * bulge))
    top = rest * rest * one + 2 * rest * share * middle + share * share * other
    points = top / (rest * rest + 2 * rest * share * weight + share * share)
    return np.stack([points[:, :-1], points[:, 1:]], axis=2).reshape(-1, 2, 2)
