"""Hand-drawn lines: the plane itself wavers, so walls that meet stay together and none cross.

Each point is moved by smooth noise, whose steps from place to place are smaller than those of the
places: nothing can be folded over. Noise has values at the corners of a grid, hashed from the
numbers of the corner, and between them a smooth curve; so it is the same on every computer. It
belongs to the page: two mazes side by side are not drawn alike.

A whole maze is as large wherever it lies: all its lines are stretched a little, or pressed, so that
the farthest points on each side are as far out as those of any other maze.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import ceil, hypot

import numpy as np
from numpy.typing import NDArray

from mazeeditor.core.job import Job
from mazeeditor.core.translation import _
from mazeeditor.page.curves import cut, lengths_of
from mazeeditor.page.scene import Box, Numbers, Points, Strokes
from mazeeditor.page.wall_styles import Bools, Pen, lines_of, wall_style
from mazeeditor.page.walls.wall_graph import WallGraph

WAVER, SHARE = 0.08, 0.15  # how far a point moves at the most: cells; of the passage that is left
MOVED = 0.85  # of that, by noise; the rest is left for stretching
# of that: how far the farthest points of a whole maze are out of their place
MAX_OFFSET_SHARE = 0.4
GRIDS = ((0.73, 0.72), (0.29, 0.28))  # cells between the corners of a grid; its share of the moves
TOLERANCE_CELLS = 1e-9  # cells
# the pieces of lines: mm; cells at the most, at the least
PIECE_MM, MAX_PIECE_CELLS, MIN_PIECE_CELLS = 0.5, 0.25, 0.06
BLOCK_POINTS = 1 << 16  # points moved at once


def waver_of(passage: float) -> float:
    """Return how far lines may leave their place where walls leave a passage, all in cells."""
    return min(WAVER, SHARE * max(passage, 0.0))


def waver(line: Strokes, _in_bends: Bools, pen: Pen) -> Strokes:
    """Return a line, in pieces, as a hand would draw it."""
    return _move(line, _piece(pen), pen)


def _piece(pen: Pen) -> float:
    """Return how long the pieces of lines are at the most, in cells."""
    return min(max(PIECE_MM / pen.cell, MIN_PIECE_CELLS), MAX_PIECE_CELLS)


def _move(line: Strokes, piece: float, pen: Pen) -> Strokes:
    pieces = np.maximum(np.ceil(lengths_of(line) / piece - 1e-6), 1).astype(np.int64)
    fine = cut(line, pieces)
    points = np.empty(fine.points.shape)
    corner = np.array([pen.left, pen.top])
    for first in range(0, len(points), BLOCK_POINTS):
        some = fine.points[first : first + BLOCK_POINTS]
        points[first : first + BLOCK_POINTS] = some + moves(some + corner) * (MOVED * pen.waver)
    return replace(fine, points=points, cap="round", bulges=None)


def fit_lines(
    parts: Sequence[tuple[int, Strokes]], box: Box, pen: Pen
) -> list[tuple[int, Strokes]]:
    """Return all lines of a maze that takes ``box`` in cells, stretched to their common size.

    ``parts`` are the lines of each colour with its number. A side at which no wall stands, as an
    opening is there, stays where it is.
    """
    if not parts:
        return []
    low = np.min([line.points.min(axis=0) for _step, line in parts], axis=0)
    high = np.max([line.points.max(axis=0) for _step, line in parts], axis=0)
    sides = np.array(box).reshape(2, 2)
    there = np.abs(np.stack([low, high]) - sides) <= pen.waver + TOLERANCE_CELLS
    outer = sides + np.array([[-1], [1]]) * MAX_OFFSET_SHARE * pen.waver
    first, last = np.where(there, outer, np.stack([low, high]))
    scale = (last - first) / (high - low)
    return [
        (step, replace(line, points=first + (line.points - low) * scale)) for step, line in parts
    ]


def moves(points: Points) -> Points:
    """Return where to points float64[k, 2] in cells move, none farther than 1."""
    result = np.zeros(points.shape)
    for number, (grid, share) in enumerate(GRIDS):
        places = points / grid
        for axis in (0, 1):
            result[:, axis] += share / 2**0.5 * _noise(places, 2 * number + axis)
    return result


def _noise(places: Points, salt: int) -> Numbers:
    """Return float64[k] from -1 to 1 at places float64[k, 2], counted in corners of a grid."""
    corner = np.floor(places)
    x, y = corner.astype(np.int64).T
    share = places - corner
    across, down = (share * share * (3 - 2 * share)).T
    upper = _hash(x, y, salt) * (1 - across) + _hash(x + 1, y, salt) * across
    lower = _hash(x, y + 1, salt) * (1 - across) + _hash(x + 1, y + 1, salt) * across
    result: Numbers = upper * (1 - down) + lower * down
    return result


def _hash(x: NDArray[np.int64], y: NDArray[np.int64], salt: int) -> Numbers:
    """Return float64[k] from -1 to 1 for corners: the mixing of MurmurHash3."""
    code = (x * 73_856_093) ^ (y * 19_349_663) ^ (salt * 83_492_791)
    code = code.astype(np.uint32)
    for shift, factor in ((16, 0x85EBCA6B), (13, 0xC2B2AE35)):
        code ^= code >> np.uint32(shift)
        code *= np.uint32(factor)
    code ^= code >> np.uint32(16)
    return code / 2**31 - 1


@wall_style(
    "hand-drawn",
    _("Hand-drawn lines"),
    order=6,
    memory=1500,
    points=3.0,
    path=waver,
    wavers=True,
    fit=fit_lines,
)
def hand_drawn(graph: WallGraph, pen: Pen, job: Job) -> Strokes:
    """Lines as of a steady hand, the same each time."""
    line, _in_bends = lines_of(graph, pen, job)
    piece = _piece(pen)
    if not len(graph.bulges):  # walls are all as long: each is cut alike, whatever line it is in
        one, other = graph.ends[:2]
        wall = hypot(graph.x[other] - graph.x[one], graph.y[other] - graph.y[one])
        piece = wall / ceil(wall / piece)
    return _move(line, piece, pen)
