r"""The texture of each region of a photo: its corridors lead one way, round in a spiral, or anyhow.

J. Xu and C. S. Kaplan, "Image-guided maze construction" (2007): walls get weights by what a region
shows, and a minimum spanning tree opens the lightest ones first. Here cells of a region lie in
strips as wide as one corridor, and walls within a strip are opened first::

    a strip along (2, 1) is all (x, y) of one floor((y * 2 - x) / 3):     . . . 1 1 .
    a digital line as J.-P. Reveillès (1991) has it, whose cells join     . 1 1 1 . .
    side by side and not by corners alone, in any direction               1 1 . . . .

    a spiral is a strip too, whose distance from the middle grows with the angle
"""

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from mazeeditor.maze.geometry import Ids
from mazeeditor.maze.photo.tones import Tones, blur_tones

DIRECTIONS = (  # along which corridors lead: right and down, not more than 12 degrees apart
    *((1, 0), (4, 1), (2, 1), (4, 3), (1, 1), (3, 4), (1, 2), (1, 4)),
    *((0, 1), (-1, 4), (-1, 2), (-3, 4), (-1, 1), (-4, 3), (-2, 1), (-4, 1)),
)
SMOOTHED = 1.2  # cells: the blur before slopes are measured
MIN_AGREEMENT = 0.25  # slopes agree more than that where a region has a direction, 0 to 1
MIN_SLOPE = 0.02  # the change of tone from cell to cell below which there is no direction
LARGE, ROUND = 80, 0.45  # a region for a spiral: its cells; of the square around it
NONE = np.iinfo(np.int64).min  # the strip of cells of random regions
ARM = 2**0.5  # cells from arm to arm of a spiral: they join side by side


class Texture(IntEnum):
    """How the corridors of a region lead."""

    RANDOM = 0
    DIRECTION = 1
    SPIRAL = 2


class Strips(NamedTuple):
    """For each cell int64[rows, columns]: its region, its strip there or ``NONE``, and the turn.

    Two neighbours are on one strip where region and strip are the same. Where one of them is left
    of the ``turn`` of a spiral and the other one right of it, the number of strips changes by one.
    """

    regions: Ids
    strips: Ids
    turn: Ids


def textures_of(tones: Tones, regions: NDArray[np.int32]) -> list[tuple[Texture, tuple[int, int]]]:
    """Return for each region the texture that its part of a photo suggests, and its direction.

    ``tones`` float64[rows, columns]. The direction is that of equal tones, right and down.
    """
    count = int(regions.max()) + 1
    flat = regions.ravel()
    smooth = blur_tones(tones, SMOOTHED)
    down, right = (np.asarray(np.gradient(smooth, axis=axis), np.float64) for axis in (0, 1))

    def total(values: Tones) -> Tones:
        return np.bincount(flat, values.ravel(), count).astype(np.float64)

    xx, yy, xy = total(right * right), total(down * down), total(right * down)
    sizes = np.bincount(flat, minlength=count)
    sums = xx + yy
    spread = np.hypot(xx - yy, 2 * xy)
    agreement = np.divide(spread, sums, out=np.zeros(count), where=sums > 0)
    steep = np.sqrt(sums / sizes)
    vectors = np.array(DIRECTIONS, np.float64)
    vectors /= np.hypot(*vectors.T)[:, None]
    # the sum of the squares of slopes along each direction: least along equal tones
    x, y = vectors.T
    along = xx[:, None] * x * x + 2 * xy[:, None] * x * y + yy[:, None] * y * y
    best = along.argmin(axis=1).tolist()
    fills = sizes / _squares(regions, count)
    result = []
    for region in range(count):
        texture = Texture.RANDOM
        if agreement[region] > MIN_AGREEMENT and steep[region] > MIN_SLOPE:
            texture = Texture.DIRECTION
        elif sizes[region] >= LARGE and fills[region] > ROUND:
            texture = Texture.SPIRAL
        result.append((texture, DIRECTIONS[best[region]]))
    return result


def _squares(regions: NDArray[np.int32], count: int) -> Tones:
    """Return the area of the square around each region, in cells."""
    rows, columns = regions.shape
    extents = []
    for values in (np.arange(rows)[:, None], np.arange(columns)[None]):
        places = np.broadcast_to(values, regions.shape).ravel()
        low, high = np.full(count, max(rows, columns)), np.zeros(count, np.int64)
        np.minimum.at(low, regions.ravel(), places)
        np.maximum.at(high, regions.ravel(), places)
        extents.append(high - low + 1)
    result: Tones = np.maximum(*extents).astype(np.float64) ** 2
    return result


def strips_of(
    regions: NDArray[np.int32], textures: list[tuple[Texture, tuple[int, int]]]
) -> Strips:
    """Return the strips of all cells, those of random regions having none."""
    rows, columns = regions.shape
    count, flat = len(textures), regions.ravel()
    kinds = np.array([texture for texture, _direction in textures])[regions]
    right, down = np.array([direction for _texture, direction in textures]).T[:, regions]
    y, x = np.mgrid[:rows, :columns]
    lines = (y * right - x * down) // (np.abs(right) + np.abs(down))
    sizes = np.bincount(flat, minlength=count)
    middle_x = (np.bincount(flat, x.ravel(), count) / sizes)[regions]
    middle_y = (np.bincount(flat, y.ravel(), count) / sizes)[regions]
    away_x, away_y = x - np.floor(middle_x), y - np.floor(middle_y)
    angle = np.arctan2(away_y, away_x) / (2 * np.pi)  # -0.5 to 0.5, with the turn on the left
    arms = np.floor(np.hypot(away_x, away_y) / ARM - angle)
    strips = np.where(kinds == Texture.DIRECTION, lines, NONE)
    strips = np.where(kinds == Texture.SPIRAL, arms.astype(np.int64), strips)
    # angles jump from 0.5 (just below the turn, and on it) to -0.5 (above it)
    turn = np.where((kinds == Texture.SPIRAL) & (away_x < 0), np.where(away_y >= 0, 1, -1), 0)
    return Strips(regions.astype(np.int64), strips, turn)


def on_one_strip(strips: Strips, one: Ids, other: Ids) -> NDArray[np.bool_]:
    """Return bool[k]: which pairs of neighbouring cells are on one strip of one region.

    ``one`` and ``other`` int64[k] are places, counted row by row.
    """
    regions, numbers, turn = (array.ravel() for array in strips)
    first, second = numbers[one], numbers[other]
    # across the turn of a spiral, from above to below it, an arm goes on with the number before
    crosses = turn[one] * turn[other] == -1
    shift = np.where(crosses, (turn[one] - turn[other]) // 2, 0)
    same: NDArray[np.bool_] = (regions[one] == regions[other]) & (first != NONE)
    return same & (first == second - shift)
