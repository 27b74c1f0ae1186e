"""Which cell, wall or post each pixel of a frame shows: computed once for all frames of a film.

Works for every shape. A frame is then a few lookups, however many walls and cells there are::

    p w w w p w w w p        p: a post, w: a wall, a and b: cells
    w a a a w b b b w
    w a - - - - - b w        -: a pixel of the path through that wall,
    w a a a w b b b w           where the path crosses it
    p w w w p w w w p
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from mazeeditor.core.job import Job
from mazeeditor.maze.geometry import Ids, Points
from mazeeditor.maze.lattice import Lattice
from mazeeditor.maze.tiling import Tiling
from mazeeditor.maze.walls import select_walls

if TYPE_CHECKING:
    from PIL import Image, ImageDraw

    Pen = ImageDraw.ImageDraw

ARC = 8  # segments of an arc
REPORT_EVERY = 1024  # shapes drawn
A_WALL, A_PIXEL = 200, 18  # bytes while a pixel map is made: of each point of a wall
ROWS_AT_ONCE = 4096  # rows of an array that are lists at a time


@dataclass(frozen=True, eq=False)
class PixelMap:
    """A lattice at ``cell`` px a cell.

    ``walls`` int64[w] are all visible walls, ``posts`` int64[w, 2] the numbers of their posts.
    ``labels`` int32[height, width]: 0 outside, then cells, walls and posts, numbered in one row.
    ``pixels`` int64[p] are those that a path may cover and ``path_parts`` int32[p] by which part
    of it: the index in ``walls`` of the wall that it crosses, or ``len(walls)`` plus the cell in
    whose middle it turns. ``middles`` float64[n, 2] are those of the cells, in px.
    """

    lattice: Lattice
    cell: int
    walls: Ids
    posts: Ids
    labels: NDArray[np.int32]
    pixels: Ids
    path_parts: NDArray[np.int32]
    middles: Points


def bytes_of(lattice: Lattice, cell: int) -> float:
    """Return how many bytes making a pixel map takes at most, about."""
    slots = np.arange(lattice.degree)
    arcs = np.any(lattice.geometry.bulges(lattice.last.cell * lattice.degree + slots))
    width, height = size_of(lattice.geometry, cell)
    walls = lattice.cells * lattice.degree / 2
    return A_WALL * walls * (ARC if arcs else 2) + A_PIXEL * width * height


def pixel_map_of(lattice: Lattice, cell: int, job: Job) -> PixelMap:
    """Return the pixel map of a lattice at ``cell`` px a cell; raises ``CancelledError``."""
    closed = np.full(lattice.size, lattice.closed, np.uint8)
    walls = select_walls(lattice, closed, closed=True)
    geometry, shift = lattice.geometry, margin_of(cell) + wall_of(cell) // 2
    names, posts = np.unique(geometry.posts(walls), return_inverse=True)
    corners = geometry.post_positions(names) * cell + shift
    middles = np.zeros((lattice.size, 2))
    inside = lattice.inside_cells()
    middles[inside] = geometry.centres(inside) * cell + shift
    job.phase(2 * (len(inside) + len(walls)) + len(corners))
    drawing = _Drawing(lattice, cell, walls, chains(geometry, walls) * cell + shift, middles, job)
    labels = drawing.labels(corners)
    parts = drawing.path_parts().ravel()
    pixels = np.flatnonzero(parts)
    posts = posts.reshape(-1, 2).astype(np.int64)
    return PixelMap(lattice, cell, walls, posts, labels, pixels, parts[pixels] - 1, middles)


def margin_of(cell: int) -> int:
    """Return the px of paper around a maze."""
    return max(2, cell // 2)


def wall_of(cell: int) -> int:
    """Return the px of a wall's width."""
    return max(1, round(cell / 8))


def size_of(geometry: Tiling, cell: int) -> tuple[int, int]:
    """Return the width and height of a maze in px."""
    rim = 2 * margin_of(cell) + wall_of(cell)
    return round(geometry.width * cell) + rim, round(geometry.height * cell) + rim


def chains(geometry: Tiling, walls: Ids) -> Points:
    """Return float64[w, k, 2]: the points through which each wall is drawn, arcs in segments.

    A point at the share ``t`` of an arc, whose half angle is ``a``, lies ``sin(a (2t - 1)) / 2
    sin(a)`` of the chord from its middle, and ``(cos(a (2t - 1)) - cos(a)) / 2 sin(a)`` across it.
    """
    ends = geometry.post_positions(geometry.posts(walls))
    bulges = geometry.bulges(walls)
    if not np.any(bulges):
        return ends
    half = 2 * np.arctan(np.where(bulges, bulges, 1.0))[:, None]
    share = np.linspace(-1, 1, ARC + 1)[None, :]
    along = np.where(bulges[:, None], np.sin(half * share) / (2 * np.sin(half)), share / 2)
    offsets = (np.cos(half * share) - np.cos(half)) / (2 * np.sin(half))
    offsets *= bulges[:, None] != 0
    chord = (ends[:, 1] - ends[:, 0])[:, None, :]
    across = np.stack([-chord[..., 1], chord[..., 0]], axis=-1)
    points: Points = ends.mean(axis=1)[:, None, :] + along[..., None] * chord
    return points + offsets[..., None] * across


def _lists(rows: NDArray[Any]) -> Iterator[Any]:
    """Yield the rows as lists, few at a time: a list takes ten times the memory of an array."""
    for start in range(0, len(rows), ROWS_AT_ONCE):
        yield from rows[start : start + ROWS_AT_ONCE].tolist()


class _Drawing:
    """Draws labels instead of colours; everything in px."""

    def __init__(
        self, lattice: Lattice, cell: int, walls: Ids, curves: Points, middles: Points, job: Job
    ) -> None:
        self._lattice, self._cell, self._walls, self._job = lattice, cell, walls, job
        self._curves, self._middles = curves, middles
        self._sides = lattice.sides_of(walls)[::2]
        steps = np.abs(np.diff(curves, axis=1))
        self._square = bool(np.all(steps.min(axis=-1) < 1e-6))
        self._drawn = 0

    def labels(self, corners: Points) -> NDArray[np.int32]:
        image, pen = self._blank()
        width = wall_of(self._cell)
        for cell, outline in self._outlines():
            pen.polygon(outline, fill=1 + cell)
            self._report()
        first = 1 + self._lattice.size
        for label, curve in enumerate(_lists(self._curves), first):
            for start, end in pairwise(curve):
                self._line(pen, start, end, width, label)
            self._report()
        first += len(self._walls)
        for label, corner in enumerate(_lists(corners), first):
            self._dot(pen, corner, width, label)
            self._report()
        return np.asarray(image)

    def path_parts(self) -> NDArray[np.int32]:
        """Return which part of a path may cover each pixel, from 1; 0 where none can."""
        image, pen = self._blank()
        width = max(1, round(self._cell / 5))
        middle = self._curves[:, self._curves.shape[1] // 2]
        if self._curves.shape[1] == 2:
            middle = self._curves.mean(axis=1)
        for side in self._sides:
            inside = self._lattice.inside[side]
            starts = np.where(inside[:, None], self._middles[side], middle)
            ends = zip(_lists(starts), _lists(middle), strict=True)
            for label, (start, end) in enumerate(ends, 1):
                self._line(pen, start, end, width, label)
            self._report(len(middle) // 2)
        for cell in _lists(self._lattice.inside_cells()):
            self._dot(pen, self._middles[cell].tolist(), width, 1 + len(self._walls) + cell)
            self._report()
        return np.asarray(image)

    def _blank(self) -> tuple[Image.Image, Pen]:
        from PIL import Image, ImageDraw

        image = Image.new("I", size_of(self._lattice.geometry, self._cell))
        return image, ImageDraw.Draw(image)

    def _outlines(self) -> Iterator[tuple[int, list[tuple[float, float]]]]:
        """Yield each inside cell with the points of its walls, in their order around it."""
        per_wall = self._curves.shape[1]
        cells = np.concatenate([np.repeat(side, per_wall) for side in self._sides])
        points = np.concatenate([self._curves.reshape(-1, 2)] * 2)
        away = points - self._middles[cells]
        order = np.lexsort([np.arctan2(away[:, 1], away[:, 0]), cells])
        order = order[self._lattice.inside[cells[order]]]
        cells, points = cells[order], points[order]
        starts = np.flatnonzero(np.diff(cells, prepend=-1))
        ends = np.append(starts[1:], len(cells))
        for start, end in _lists(np.stack([starts, ends], axis=-1)):
            yield int(cells[start]), list(map(tuple, points[start:end].tolist()))

    def _line(self, pen: Pen, start: list[float], end: list[float], width: int, label: int) -> None:
        if abs(start[0] - end[0]) > 1e-6 and abs(start[1] - end[1]) > 1e-6:
            pen.line([*start, *end], label, width)
            return
        (left, right), (top, bottom) = sorted((start[0], end[0])), sorted((start[1], end[1]))
        first = round(left) - width // 2, round(top) - width // 2
        last = round(right) - width // 2 + width - 1, round(bottom) - width // 2 + width - 1
        pen.rectangle((*first, *last), label)

    def _dot(self, pen: Pen, middle: list[float], width: int, label: int) -> None:
        left, top = round(middle[0]) - width // 2, round(middle[1]) - width // 2
        box = left, top, left + width - 1, top + width - 1
        if self._square or width < 3:
            pen.rectangle(box, label)
        else:
            pen.ellipse(box, label)

    def _report(self, drawn: int = 1) -> None:
        self._drawn += drawn
        if self._drawn % REPORT_EVERY == 0 or drawn > 1:
            self._job.step(self._drawn)
