"""Paints mazes of any shape with numpy alone: all walls at once, in some ten milliseconds."""

from __future__ import annotations

from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from mazeeditor.gui.canvas.coverage import FULL, Shares, dots, lines
from mazeeditor.gui.canvas.paint import WAY
from mazeeditor.gui.canvas.shades import CLASS, HEAT, ROUTE, Pixels
from mazeeditor.gui.canvas.sketch import Part
from mazeeditor.gui.canvas.spans import sums
from mazeeditor.gui.canvas.tracing import in_px, pieces_of
from mazeeditor.maze.arcs import middles
from mazeeditor.maze.geometry import Ids

Cells = NDArray[np.int32]


class PlainBrush:
    """See ``freehand.Brush``."""

    def __init__(self, part: Part) -> None:
        self._part, self._sketch, self._map = part, part.sketch, part.sketch.map
        self._flat = part.out.reshape(-1)

    @cached_property
    def _walls(self) -> Ids:
        """The walls in view."""
        return np.concatenate([np.arange(*run) for run in self._part.runs.tolist()])

    @cached_property
    def _sides(self) -> tuple[Cells, Cells]:
        """The cells on both sides of them."""
        return self._map.lower.take(self._walls), self._map.upper.take(self._walls)

    @cached_property
    def _closed(self) -> NDArray[np.bool_]:
        lower, slots = self._sides[0], self._map.slots.take(self._walls)
        return (self._sketch.maze.walls.take(lower) >> slots & 1).astype(np.bool_)

    @cached_property
    def _kinds(self) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
        """The classes or the distances of the cells on both sides."""
        lower, upper = (self._kinds_of(cells) for cells in self._sides)
        return lower, upper

    def _kinds_of(self, cells: Cells) -> NDArray[np.uint8]:
        paint, levels = self._sketch.paint, self._sketch.levels
        if paint is None:
            assert levels is not None
            return levels.take(cells)
        kinds = (paint.take(cells) & np.uint16(CLASS)).astype(np.uint8)
        return kinds if levels is None else np.where(kinds >= ROUTE, kinds, levels.take(cells))

    def fill(self, near: Pixels) -> int:
        """Fill each cell with its colour in ``near``; return the kinds in view, as bits."""
        part = self._part
        seen = [
            np.where(self._is_near(cells), kinds, 0).astype(np.int64)
            for cells, kinds in zip(self._sides, self._kinds, strict=True)
        ]
        changes = seen[1] - seen[0]
        edges = np.flatnonzero(changes)
        shapes = self._map.shapes(self._walls[edges])
        pieces, owners = pieces_of(*shapes, part.zoom, self._map.curved)
        np.take(near, sums(pieces, changes[edges][owners], part.area), out=part.out, mode="clip")
        counts = np.bincount(np.concatenate(self._kinds), minlength=HEAT)[:HEAT]
        return sum(1 << int(kind) for kind in np.flatnonzero(counts))

    def _is_near(self, cells: Cells) -> NDArray[np.bool_]:
        """Return for which cells all walls are in view: their middles are in or near the area."""
        places, room = self._map.centres.take(cells, axis=0) * self._part.zoom, self._part.room
        left, top, right, bottom = self._part.area
        x, y = places.T
        return (x >= left - room) & (x <= right + room) & (y >= top - room) & (y <= bottom + room)

    def stamp(self, kind: int, size: int, colour: int) -> None:
        """Draw a square in the middle of each cell of a kind, of the route where no line goes."""
        found = [
            cells[kinds == kind] for cells, kinds in zip(self._sides, self._kinds, strict=True)
        ]
        cells = np.unique(np.concatenate(found))
        if kind == ROUTE:
            assert self._sketch.paint is not None
            cells = cells[self._sketch.paint[cells] >> np.uint16(WAY) == 0]
        places = self._map.centres.take(cells, axis=0) * self._part.zoom
        self._flat[dots(places, size, self._part.area)] = colour

    def route(self, colour: int) -> None:
        """Draw the line of the route through the middles of cells and walls."""
        part, paint, found = self._part, self._sketch.paint, []
        assert paint is not None
        slots = (self._map.slots.take(self._walls), self._map.backs.take(self._walls))
        for cells, bits in zip(self._sides, slots, strict=True):
            passed = (paint.take(cells) >> (bits + np.uint8(WAY)) & 1).astype(np.bool_)
            passed &= self._sketch.maze.lattice.inside.take(cells)
            begin = self._map.centres.take(cells[passed], axis=0)
            end = middles(*self._map.shapes(self._walls[passed]))
            found.append(np.stack([begin, end], axis=1))
        line = np.concatenate(found) * part.zoom
        self._blend(lines(line, part.line_width, part.area, smooth=part.smooth), colour)

    def posts(self, colour: int) -> None:
        """Draw a dot at every post at which no wall stands."""
        part, ends = self._part, self._map.ends
        met = np.zeros(len(self._map.points), np.bool_)
        met[ends[self._walls[self._closed]]] = True
        free = ends[self._walls[~self._closed]].reshape(-1)
        free = free[~met[free]]
        places = in_px(self._map.points.take(free, axis=0), part.zoom, self._map.curved)
        self._flat[dots(places, part.wall_width, part.area)] = colour

    def walls(self, colour: int) -> None:
        """Draw all closed walls."""
        part, shapes = self._part, self._map.shapes(self._walls[self._closed])
        pieces, _owners = pieces_of(*shapes, part.zoom, self._map.curved)
        self._blend(lines(pieces, part.wall_width, part.area, smooth=part.smooth), colour)

    def _blend(self, covered: tuple[Ids, Shares], colour: int) -> None:
        """Put a colour over what is there, as much as the shares say of each pixel."""
        flat, (places, shares) = self._flat, covered
        flat[places[shares == FULL]] = colour
        soft = np.flatnonzero(shares < FULL)
        places, share = places[soft], shares[soft].astype(np.uint16)[:, None]
        below = flat[places].view(np.uint8).reshape(-1, 4)
        above = np.array([colour], np.uint32).view(np.uint8)
        mixed = (below * (FULL - share) + above * share + np.uint16(FULL // 2)) // np.uint16(FULL)
        flat[places] = mixed.astype(np.uint8).view(np.uint32)[:, 0]
