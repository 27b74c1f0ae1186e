r"""The shapes that lie over the picture: markers of openings, the frame of the keyboard cursor.

And the outlines and pixels of the cells in the mask preview.

::

       /\
      /  \          a frame has the shape of its cell: each side moves in by the same length;
     / /\ \         if a cell is too small for that, the frame is the cell's outline,
    / /__\ \        larger or smaller
   /________\
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from mazeeditor.maze.geometry import Ids, Points, distances, middles
from mazeeditor.maze.lattice import Lattice, Opening
from mazeeditor.screen.raster.line_kernels import along
from mazeeditor.screen.viewport import Viewport, wall_width

# An arrow that points right, as long as its head and shaft: from (-1, 0) to its tip (0, 0)
ARROW = np.array(
    [(0, 0), (-0.5, -0.38), (-0.5, -0.12), (-1, -0.12), (-1, 0.12), (-0.5, 0.12), (-0.5, 0.38)]
)
PLAY = np.array([(0.6, 0), (-0.35, -0.55), (-0.35, 0.55)])  # in a disc of radius 1 around (0, 0)
# Sizes at 96 dpi: px at least, cells, px at most
ARROW_LENGTH = (12, 0.72, 18)
DISC_RADIUS = (6, 0.38, 30)
PICTURE = (14, 0.9, 24)  # outside the maze
PICTURE_SHARE = 0.8  # of a cell, for a picture in it
ARROW_GAP = 3  # px between the wall and the arrow
MIDDLE = np.zeros(2)
TOLERANCE_PX = 0.01  # px: points closer than this are the same
CLEARANCE = 0.3  # px: how much nearer to a wall than the frame a corner may be

REACH = 2.0  # cells: the distance from its middle within which a cell lies


@dataclass(frozen=True)
class MarkerShape:
    """A part of a marker: its outline in px, and whether it has the marker's or the paper's colour.

    ``points`` float64[k, 2]; for an oval the corners of the box around it.
    """

    kind: Literal["polygon", "oval"]
    points: NDArray[np.float64]
    solid: bool = True


def figures(
    lattice: Lattice, opening: Opening, view: Viewport, *, enters: bool
) -> list[MarkerShape]:
    """Return the marker of an entrance (``enters``) or an exit, from the back to the front."""
    if opening.slot is None:
        centre = lattice.geometry.centres(np.array([opening.cell]))[0]
        return _disc(np.array(view.to_px(*centre)), _limit_size(DISC_RADIUS, view), enters)
    start, outward = _mouth(lattice, opening, view)
    length = min(_limit_size(ARROW_LENGTH, view), _room_outside(view, ARROW_LENGTH))
    tip, ahead = (start, -outward) if enters else (start + outward * length, outward)
    aside = np.array([-ahead[1], ahead[0]])
    return [MarkerShape("polygon", np.round(tip + length * (ARROW @ np.array([ahead, aside]))))]


def _mouth(lattice: Lattice, opening: Opening, view: Viewport) -> tuple[Points, Points]:
    """Return where marks outside a gap begin, in px, and the direction out of it."""
    assert opening.slot is not None
    geometry, wall = lattice.geometry, np.array([lattice.wall(opening.cell, opening.slot)])
    gap = middles(geometry.post_positions(geometry.posts(wall)), geometry.bulges(wall))[0]
    outward = np.array(geometry.outward(opening.cell, opening.slot))
    room = wall_width(view.zoom) / 2 + ARROW_GAP * view.scale
    return np.array(view.to_px(*gap)) + outward * room, outward


def picture_place(
    lattice: Lattice, opening: Opening, view: Viewport, *, inside: bool
) -> tuple[float, float, int]:
    """Return the middle of the picture at an opening and its larger side, in px."""
    geometry = lattice.geometry
    if inside or opening.slot is None:
        centre = geometry.centres(np.array([opening.cell]))[0]
        return *view.to_px(*centre), max(
            round(PICTURE_SHARE * view.zoom), round(PICTURE[0] * view.scale)
        )
    side = min(_limit_size(PICTURE, view), _room_outside(view, PICTURE))
    start, outward = _mouth(lattice, opening, view)
    x, y = start + outward * (side / 2)
    return float(x), float(y), round(side)


def cross_lines(figure: MarkerShape) -> list[list[float]]:
    """Return the two lines x0, y0, x1, y1 that cross a figure out: the diagonals of a square."""
    low, high = figure.points.min(axis=0), figure.points.max(axis=0)
    x, y = (low + high) / 2
    half = float((high - low).max()) / 2
    return [[x - half, y - half, x + half, y + half], [x - half, y + half, x + half, y - half]]


def _disc(centre: NDArray[np.float64], radius: float, enters: bool) -> list[MarkerShape]:
    disc = MarkerShape("oval", _box(centre, radius))
    if enters:
        return [disc, MarkerShape("polygon", centre + radius * PLAY, solid=False)]
    ring = MarkerShape("oval", _box(centre, 0.6 * radius), solid=False)
    return [disc, ring, MarkerShape("oval", _box(centre, 0.32 * radius))]


def _box(centre: NDArray[np.float64], radius: float) -> NDArray[np.float64]:
    return np.array([centre - radius, centre + radius])


def _limit_size(limits: tuple[float, float, float], view: Viewport) -> float:
    least, cells, most = limits
    return min(max(least * view.scale, cells * view.zoom), most * view.scale)


def _room_outside(view: Viewport, limits: tuple[float, float, float]) -> float:
    """Return how long marks on the paper around the maze may be, px, but not less than a limit."""
    room = view.margin - wall_width(view.zoom) / 2 - (ARROW_GAP + 1) * view.scale
    return max(room, limits[0] * view.scale)


def frame_of(lattice: Lattice, cell: int, zoom: float, inset: float, least: float) -> Points:
    """Return float64[m, 2], the corners of a frame in px from the middle of its cell.

    It is ``inset`` px within the middles of the cell's walls, but reaches at least ``least`` px
    from the middle of the cell to all sides.
    """
    ends, bulges = _walls(lattice, cell, zoom)
    outline, room = _outline(ends, bulges), float(distances(MIDDLE, ends, bulges).min())
    inward = room - max(room - inset, least)
    if inward <= 0:
        return outline * (least / room)
    frame = _moved_in(outline, inward)
    # at the corners of arcs, chords shorter than the inset would be reversed
    clear = distances(frame[:, None], ends, bulges).min(axis=1) > inward - CLEARANCE
    result: Points = frame[clear]
    return result


def _walls(lattice: Lattice, cell: int, zoom: float) -> tuple[Points, NDArray[np.float64]]:
    """Return the ends float64[k, 2, 2] of a cell's walls in px from its middle; their bulges."""
    geometry, cells = lattice.geometry, np.array([cell], np.int64)
    walls = lattice.walls_of(cells)[1]
    ends = geometry.post_positions(geometry.posts(walls)) - geometry.centres(cells)
    return ends * zoom, geometry.bulges(walls)


def _outline(ends: Points, bulges: NDArray[np.float64]) -> Points:
    """Return float64[m, 2], the outline of a cell, star-shaped around (0, 0), sorted by angle."""
    points = np.concatenate([*along(ends, bulges)])
    points = points[np.arctan2(points[:, 1], points[:, 0]).argsort(kind="stable")]
    steps = np.abs(points - np.roll(points, 1, axis=0)).max(axis=1)
    result: Points = points[steps > TOLERANCE_PX]
    return result


def _moved_in(outline: Points, length: float) -> Points:
    """Return an outline with its sides moved in by ``length``, corners where sides meet."""
    sides = np.roll(outline, -1, axis=0) - outline
    normals = np.stack([-sides[:, 1], sides[:, 0]], axis=1) / np.hypot(*sides.T)[:, None]
    before = np.roll(normals, 1, axis=0)
    cosine = (before * normals).sum(axis=1, keepdims=True)
    result: Points = outline + length * (before + normals) / (1 + cosine)
    return result


def covered_pixels(
    lattice: Lattice, cells: Ids, centres: Points, view: Viewport
) -> tuple[int, int, NDArray[np.bool_]]:
    """Return left, top (screen px) and bool[height, width], the pixels of ``cells`` int64[k].

    ``centres`` float64[k, 2] are the cells' middles, in px. Where cells are smaller than a pixel,
    each has the pixel with its middle; else each pixel belongs to the cell under its middle.
    """
    size = view.width, view.height
    around = 0.0 if view.zoom < 1 else REACH * view.zoom
    low = np.floor(centres.min(axis=0) - around).astype(int).clip(0, size)
    high = np.floor(centres.max(axis=0) + around + 1).astype(int).clip(low, size)
    covered = np.zeros((high[1] - low[1], high[0] - low[0]), np.bool_)
    if view.zoom < 1:
        x, y = (np.floor(centres).astype(np.int64) - low).T
        within = (x >= 0) & (y >= 0) & (x < covered.shape[1]) & (y < covered.shape[0])
        covered[y[within], x[within]] = True
    else:
        x, y = ((np.arange(*ends) + 0.5) for ends in zip(low, high, strict=True))
        under = lattice.geometry.all_under(
            (x + view.left) / view.zoom, (y[:, None] + view.top) / view.zoom
        )
        first, last = int(cells.min()), int(cells.max())
        chosen = np.zeros(last - first + 1, np.bool_)
        chosen[cells - first] = True
        covered = (under >= first) & (under <= last)
        covered &= chosen[(under - first).clip(0, last - first)]
    return int(low[0]), int(low[1]), covered


def outlines(lattice: Lattice, cells: Ids) -> Points:
    """Return float64[k, m, 2], points around each of ``cells`` int64[k], some repeated.

    The ends and the middle of every wall, sorted by angle around the middle of the cell, which is
    star-shaped; for a slot that a cell does not use, the points of another wall.
    """
    geometry = lattice.geometry
    if not len(cells):
        return np.empty((0, 1, 2))
    slots = np.arange(lattice.degree)
    used = lattice.uses(cells[:, None], slots)
    slot = np.where(used, slots, used.argmax(axis=1)[:, None])
    walls = lattice.wall_ids(np.repeat(cells, lattice.degree), slot.ravel())
    ends = geometry.post_positions(geometry.posts(walls))
    half = middles(ends, geometry.bulges(walls))
    points = np.concatenate([ends, half[:, None]], axis=1).reshape(len(cells), -1, 2)
    away = points - points.mean(axis=1, keepdims=True)
    order = np.arctan2(away[..., 1], away[..., 0]).argsort(axis=1)
    result: Points = np.take_along_axis(points, order[..., None], axis=1)
    return result


LONGEST_LINE = 2000  # points of an item: longer ones slow the canvas down


def lines_in_view(points: Points, view: Viewport) -> list[Points]:
    """Return the parts of a line through points float64[k, 2], in px, that may be in view.

    Points on the straight line between their neighbours are left out.
    """
    if len(points) < 2:
        return []
    low, high = np.minimum(points[:-1], points[1:]), np.maximum(points[:-1], points[1:])
    size = np.array([view.width, view.height])
    seen: NDArray[np.bool_] = np.all((high >= 0) & (low <= size), axis=1)
    along = np.diff(points, axis=0)
    straight = np.abs(along[:-1, 0] * along[1:, 1] - along[:-1, 1] * along[1:, 0]) < TOLERANCE_PX
    starts = np.flatnonzero(seen & ~np.append(False, seen[:-1]))
    ends = np.flatnonzero(seen & ~np.append(seen[1:], False)) + 1
    lines = []
    for start, end in zip(starts.tolist(), ends.tolist(), strict=True):
        inner = np.flatnonzero(~straight[start : end - 1]) + start + 1
        line = points[np.concatenate([[start], inner, [end]])]
        firsts = range(0, len(line) - 1, LONGEST_LINE)
        lines += [line[first : first + LONGEST_LINE + 1] for first in firsts]
    return lines


def square_around(x: float, y: float, radius: float) -> tuple[float, float, float, float]:
    """Return left, top, right and bottom of a circle."""
    return x - radius, y - radius, x + radius, y + radius
