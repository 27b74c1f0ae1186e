"""Walls of any shape as straight pieces on the screen: arcs as chords, straight walls sharp."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from mazeeditor.gui.canvas.viewport import wall_width
from mazeeditor.maze.arcs import centres
from mazeeditor.maze.geometry import Ids, Points

OFF = 0.1  # px that an arc may be off


def in_px(places: Points, zoom: float, curved: bool) -> Points:
    """Return places in world px; where all walls are straight, they begin at whole pixels.

    Upright walls then cover whole pixels too, and are sharp.
    """
    if curved:
        return places * zoom
    return np.round(places * zoom) + wall_width(zoom) % 2 / 2


def pieces_of(ends: Points, bulges: NDArray[np.float64], zoom: float, curved: bool) -> Points:
    """Return walls, whose ends are in cells, as straight pieces float64[k, 2, 2] in world px."""
    ends = in_px(ends, zoom, curved)
    if not curved:
        return ends
    straight = bulges == 0
    found = [ends[straight]]
    ends, bulges = ends[~straight], bulges[~straight]
    counts = _counts(ends, bulges)
    for count in np.unique(counts):
        some = counts == count
        found.append(_chords(ends[some], bulges[some], int(count)))
    return np.concatenate(found)


def along(ends: Points, bulges: NDArray[np.float64]) -> Iterator[Points]:
    """Yield for each wall, given its ends in px, the points float64[m, 2] of a line along it."""
    for each, bulge, count in zip(ends, bulges, _counts(ends, bulges), strict=True):
        if bulge == 0:
            yield each
        else:
            chords = _chords(each[None], np.array([bulge]), int(count))
            yield np.concatenate([chords[:, 0], chords[-1:, 1]])


def _counts(ends: Points, bulges: NDArray[np.float64]) -> Ids:
    """Return how many chords each arc needs."""
    chords = np.hypot(*(ends[:, 1] - ends[:, 0]).T)
    return np.maximum(1, np.ceil(np.sqrt(np.abs(bulges) * chords / 2 / OFF))).astype(np.int64)


def _chords(ends: Points, bulges: NDArray[np.float64], count: int) -> Points:
    """Return each arc as ``count`` chords of equal length."""
    centre = centres(ends, bulges)
    away = (ends[:, 0] - centre) @ np.array([1, 1j])
    angles = -4 * np.arctan(bulges)[:, None] * np.arange(count + 1) / count  # y runs down
    around = centre @ np.array([1, 1j])
    points = around[:, None] + away[:, None] * np.exp(1j * angles)
    places = np.stack([points.real, points.imag], axis=-1)
    return np.stack([places[:, :-1], places[:, 1:]], axis=2).reshape(-1, 2, 2)
