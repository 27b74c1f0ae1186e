"""Draws a maze with numbers in place of colours, so that each pixel tells what it is part of."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from mazeeditor.job import Job
from mazeeditor.maze.geometry import Geometry, Ids, Points
from mazeeditor.maze.lattice import Lattice

if TYPE_CHECKING:
    from PIL import Image, ImageDraw

    Pen = ImageDraw.ImageDraw

ARC = 8  # pieces that an arc is drawn in
OFTEN = 1024  # shapes drawn from one look at Cancel to the next


def margin_of(cell: int) -> int:
    """Return the px of paper around a maze."""
    return max(2, cell // 2)


def wall_of(cell: int) -> int:
    """Return the px of a wall's width."""
    return max(1, round(cell / 8))


def size_of(geometry: Geometry, cell: int) -> tuple[int, int]:
    """Return the width and height in px of a picture."""
    rim = 2 * margin_of(cell) + wall_of(cell)
    return round(geometry.width * cell) + rim, round(geometry.height * cell) + rim


def chains(geometry: Geometry, walls: Ids) -> Points:
    """Return float64[w, k, 2]: the points through which each wall is drawn, arcs in pieces.

    A point at the share ``t`` of an arc, whose half angle is ``a``, lies ``sin(a (2t - 1)) / 2
    sin(a)`` of the chord from its middle, and ``(cos(a (2t - 1)) - cos(a)) / 2 sin(a)`` beside it.
    """
    ends = geometry.post_positions(geometry.posts(walls))
    bulges = geometry.bulges(walls)
    if not np.any(bulges):
        return ends
    half = 2 * np.arctan(np.where(bulges, bulges, 1.0))[:, None]
    share = np.linspace(-1, 1, ARC + 1)[None, :]
    along = np.where(bulges[:, None], np.sin(half * share) / (2 * np.sin(half)), share / 2)
    beside = (np.cos(half * share) - np.cos(half)) / (2 * np.sin(half))
    beside *= bulges[:, None] != 0
    chord = (ends[:, 1] - ends[:, 0])[:, None, :]
    across = np.stack([-chord[..., 1], chord[..., 0]], axis=-1)
    points: Points = ends.mean(axis=1)[:, None, :] + along[..., None] * chord
    return points + beside[..., None] * across


class Numbering:
    """Draws numbers instead of colours; everything in px."""

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
        """Return what each pixel shows when no line is drawn."""
        image, pen = self._blank()
        wide = wall_of(self._cell)
        for cell, outline in self._outlines():
            pen.polygon(outline, fill=1 + cell)
            self._count()
        first = 1 + self._lattice.size
        for label, curve in enumerate(self._curves.tolist(), first):
            for start, end in pairwise(curve):
                self._stroke(pen, start, end, wide, label)
            self._count()
        first += len(self._walls)
        for label, corner in enumerate(corners.tolist(), first):
            self._dot(pen, corner, wide, label)
            self._count()
        return np.asarray(image)

    def lines(self) -> NDArray[np.int32]:
        """Return through which wall, or in which cell, a line covers each pixel; both from 1."""
        image, pen = self._blank()
        wide = max(1, round(self._cell / 5))
        middle = self._curves[:, self._curves.shape[1] // 2]
        if self._curves.shape[1] == 2:
            middle = self._curves.mean(axis=1)
        for side in self._sides:
            inside = self._lattice.inside[side]
            starts = np.where(inside[:, None], self._middles[side], middle)
            ends = zip(starts.tolist(), middle.tolist(), strict=True)
            for label, (start, end) in enumerate(ends, 1):
                self._stroke(pen, start, end, wide, label)
            self._count(len(middle) // 2)
        for cell in self._lattice.inside_cells().tolist():
            self._dot(pen, self._middles[cell].tolist(), wide, 1 + len(self._walls) + cell)
            self._count()
        return np.asarray(image)

    def _blank(self) -> tuple[Image.Image, Pen]:
        from PIL import Image, ImageDraw

        image = Image.new("I", size_of(self._lattice.geometry, self._cell))
        return image, ImageDraw.Draw(image)

    def _outlines(self) -> Iterator[tuple[int, list[tuple[float, float]]]]:
        """Yield each inside cell with the points of its walls, in their order around it."""
        many = self._curves.shape[1]
        cells = np.concatenate([np.repeat(side, many) for side in self._sides])
        points = np.concatenate([self._curves.reshape(-1, 2)] * 2)
        away = points - self._middles[cells]
        order = np.lexsort([np.arctan2(away[:, 1], away[:, 0]), cells])
        order = order[self._lattice.inside[cells[order]]]
        cells, points = cells[order], points[order]
        starts = np.flatnonzero(np.diff(cells, prepend=-1)).tolist()
        flat = [tuple(point) for point in points.tolist()]
        for start, end in pairwise([*starts, len(flat)]):
            yield int(cells[start]), flat[start:end]

    def _stroke(
        self, pen: Pen, start: list[float], end: list[float], wide: int, label: int
    ) -> None:
        if abs(start[0] - end[0]) > 1e-6 and abs(start[1] - end[1]) > 1e-6:
            pen.line([*start, *end], label, wide)
            return
        (left, right), (top, bottom) = sorted((start[0], end[0])), sorted((start[1], end[1]))
        near = round(left) - wide // 2, round(top) - wide // 2
        far = round(right) - wide // 2 + wide - 1, round(bottom) - wide // 2 + wide - 1
        pen.rectangle((*near, *far), label)

    def _dot(self, pen: Pen, middle: list[float], wide: int, label: int) -> None:
        left, top = round(middle[0]) - wide // 2, round(middle[1]) - wide // 2
        box = left, top, left + wide - 1, top + wide - 1
        if self._square or wide < 3:
            pen.rectangle(box, label)
        else:
            pen.ellipse(box, label)

    def _count(self, many: int = 1) -> None:
        self._drawn += many
        if self._drawn % OFTEN == 0 or many > 1:
            self._job.step(self._drawn)
