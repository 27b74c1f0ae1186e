"""Lines and arcs by where they are: which of many come near a place."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from mazeeditor.drawing.curves import Places, share_ahead
from mazeeditor.drawing.scene import Ids, Numbers
from mazeeditor.maze.distinct import distinct


@dataclass(frozen=True, eq=False)
class NearEdges:
    """Points on lines and arcs, ``side`` apart at the most, in squares of that side.

    ``square`` int64[k] is sorted; ``edge`` int64[k] are the numbers of the edges. Squares are
    numbered in rows of ``across``; the first begins at ``left`` and ``top``.
    """

    square: Ids
    edge: Ids
    left: float
    top: float
    across: int
    side: float

    @classmethod
    def of(cls, begin: Places, chord: Places, bulges: Numbers, side: float) -> NearEdges:
        """Sort the edges that begin at complex128[m] and lead along chords complex128[m]."""
        half = 2 * np.arctan(bulges)
        steps = np.ceil(np.abs(chord) / np.sinc(half / np.pi) / side).astype(np.int64) + 1
        edge = np.repeat(np.arange(len(begin)), steps)
        step = np.arange(len(edge)) - np.repeat(np.cumsum(steps) - steps, steps)
        ahead = share_ahead(half[edge], step / (steps[edge] - 1).clip(1))
        places = begin[edge] + chord[edge] * ahead
        left, top = (float(axis.min(initial=0.0)) for axis in (places.real, places.imag))
        column = ((places.real - left) / side).astype(np.int64)
        across = int(column.max(initial=0)) + 1
        square = ((places.imag - top) / side).astype(np.int64) * across + column
        order = np.argsort(square, kind="stable")
        return cls(square[order], edge[order], left, top, across, side)

    def around(self, x: float, y: float, reach: float) -> Ids:
        """Return int64[j], in order, what comes within ``reach`` of a place, and a little more."""
        reach += self.side / 2  # from a point on an edge to the next
        low, high = (int((x + away - self.left) // self.side) for away in (-reach, reach))
        low, high = max(low, 0), min(high, self.across - 1)
        first, last = (int((y + away - self.top) // self.side) for away in (-reach, reach))
        rows = np.arange(max(first, 0), last + 1) * self.across
        if low > high or not len(rows):
            return np.empty(0, np.int64)
        begins = np.searchsorted(self.square, rows + low)
        ends = np.searchsorted(self.square, rows + high, side="right")
        parts = [self.edge[a:b] for a, b in zip(begins.tolist(), ends.tolist(), strict=True)]
        return distinct(np.concatenate(parts))
