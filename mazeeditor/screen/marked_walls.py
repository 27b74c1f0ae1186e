"""Walls marked in colours over the picture of a maze: many of them, which would be slow as items.

Lines are drawn one px wide into a picture of their numbers, which is thickened and coloured::

    . . . . .      . 1 1 1 .      - - - - -      -  paper, so that they stand off from
    . 1 1 1 .  ->  . 1 1 1 .  ->  - a a a -         the walls around
                   . 1 1 1 .      - a a a -
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from mazeeditor.maze.geometry import Ids, Points, middles
from mazeeditor.maze.lattice import Lattice
from mazeeditor.screen.area import Area
from mazeeditor.screen.palette import Palette
from mazeeditor.screen.pixel_colours import Pixels, pixel
from mazeeditor.screen.raster.line_kernels import pieces_of

WIDTH = 3  # px at 96 dpi of a line, less where cells are small
DASHED_FROM = 8  # px a cell at 96 dpi: shorter walls have no room for dashes
LINES_FROM = 2  # px a cell: shorter walls are dots


@dataclass(frozen=True)
class WallGroup:
    """Walls int64[k] in the ``colour`` of a palette; ``dash`` is px at 96 dpi drawn, and left."""

    walls: Ids
    colour: str
    dash: tuple[int, int] | tuple[()] = ()


@dataclass(frozen=True, eq=False)
class MarkedWalls:
    """Groups of walls of one lattice; where two meet, the later group is seen."""

    lattice: Lattice
    groups: Sequence[WallGroup]

    @cached_property
    def _ends(self) -> list[Points]:
        """The ends of the walls of each group, float64[k, 2, 2] in cells."""
        geometry = self.lattice.geometry
        return [geometry.post_positions(geometry.posts(group.walls)) for group in self.groups]

    @cached_property
    def _bulges(self) -> list[NDArray[np.float64]]:
        return [self.lattice.geometry.bulges(group.walls) for group in self.groups]

    @cached_property
    def _middles(self) -> list[NDArray[np.float64]]:
        """The x and the y of the middles of each group, float64[2, k]."""
        both = zip(self._ends, self._bulges, strict=True)
        return [np.ascontiguousarray(middles(ends, bulges).T) for ends, bulges in both]

    @cached_property
    def _curved(self) -> bool:
        return any(bulges.any() for bulges in self._bulges)

    def draw(self, area: Area, zoom: float, scale: float, palette: Palette, out: Pixels) -> None:
        """Draw them into ``out`` uint32[h, w], which shows an area in world px.

        ``scale`` is how many px a px at 96 dpi is.
        """
        reach = int(max(min(WIDTH * scale, zoom / 4), zoom / 6)) // 2
        around = reach + 1  # px beyond the area from which lines reach into it
        shown = np.zeros((area.height + 2 * around, area.width + 2 * around), np.uint8)
        corner = area.left - around, area.top - around
        for number, group in enumerate(self.groups, 1):
            points = self._points(number - 1, group, area, zoom, scale, reach)
            columns, rows = np.floor(points - corner).astype(np.int64).T
            within = (columns >= 0) & (rows >= 0)
            within &= (columns < shown.shape[1]) & (rows < shown.shape[0])
            shown[rows[within], columns[within]] = number
        lines = thickened(shown, reach)
        seen = (thickened(lines, 1) if reach else lines) > 0
        names = [palette.paper, *(getattr(palette, group.colour) for group in self.groups)]
        colours = np.array([pixel(name) for name in names], np.uint32)
        inner = slice(around, -around), slice(around, -around)
        np.copyto(out, colours[lines[inner]], where=seen[inner])

    def _points(
        self, place: int, group: WallGroup, area: Area, zoom: float, scale: float, reach: int
    ) -> Points:
        """Return points float64[m, 2] in world px, at most one px apart, of walls near an area.

        Lines will grow by ``reach`` px, dashes at their ends too.
        """
        x, y = self._middles[place]
        left, top, right, bottom = (side / zoom for side in area)
        room = 1 + 2 / zoom  # cells
        near = np.flatnonzero((y >= top - room) & (y <= bottom + room))
        near = near[(x[near] >= left - room) & (x[near] <= right + room)]
        if zoom < LINES_FROM:
            return np.stack([x[near], y[near]], axis=1) * zoom
        ends, bulges = self._ends[place][near], self._bulges[place][near]
        pieces, walls = pieces_of(ends, bulges, zoom, self._curved)
        points, along = points_along(pieces, walls)
        if group.dash and zoom >= DASHED_FROM * scale:
            drawn, left = (length * scale for length in group.dash)
            thin = max(drawn - 2 * reach, 1.0)
            points = points[along % (max(drawn, 2 * reach) + left) < thin]
        return points


def points_along(pieces: Points, lines: Ids) -> tuple[Points, NDArray[np.float64]]:
    """Return points float64[m, 2] on straight pieces float64[k, 2, 2], at most one px apart.

    And float64[m], how far along its line each is, px, where pieces of one line, which ``lines``
    int64[k] numbers, follow one another.
    """
    steps = pieces[:, 1] - pieces[:, 0]
    lengths = np.abs(steps).max(axis=1, initial=0.0)
    numbers = np.ceil(lengths).astype(np.int64) + 1
    owners = np.repeat(np.arange(len(pieces)), numbers)
    places = np.arange(len(owners)) - np.repeat(numbers.cumsum() - numbers, numbers)
    shares = places / np.maximum(numbers - 1, 1)[owners]
    first = np.flatnonzero(np.diff(lines, prepend=-1))
    before = lengths.cumsum() - lengths
    before -= np.repeat(before[first], np.diff(first, append=len(lines)))
    return pieces[owners, 0] + steps[owners] * shares[:, None], before[owners] + places


def thickened(picture: NDArray[np.uint8], reach: int) -> NDArray[np.uint8]:
    """Return lines wider by ``reach`` px on each side; where two meet, the larger value wins."""
    for axis in (0, 1):
        thin = picture.swapaxes(0, axis)
        wide = thin.copy()
        for offset in range(1, reach + 1):
            np.maximum(wide[offset:], thin[:-offset], out=wide[offset:])
            np.maximum(wide[:-offset], thin[offset:], out=wide[:-offset])
        picture = wide.swapaxes(0, axis)
    return picture
