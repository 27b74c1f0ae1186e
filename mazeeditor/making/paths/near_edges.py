"""A spatial index of lines and arcs: which of many come near a place."""

from __future__ import annotations

from math import atan, cos, sin
from typing import NamedTuple

import numpy as np

from mazeeditor.core.job import Job
from mazeeditor.core.kernels.compiled import F64, I32, I64, TICK, kernel
from mazeeditor.maze.search.distinct import distinct
from mazeeditor.page.curves import Places
from mazeeditor.page.scene import Ids, Numbers

STRAIGHT = np.zeros(0)  # the bulges where every edge is a line
OFF_ARC = 0.25  # of the side of a square: how far chords may be from their arc
MOST = 4  # squares for each edge, about: a few tiny ones on a large sheet have larger squares


class NearEdges(NamedTuple):
    """Which edges come through squares of ``side`` mm, ``across`` in each of ``down`` rows.

    Those of square ``s`` are ``edge[first[s]:first[s + 1]]``, int32, in order; ``first`` int64. The
    first square begins at ``left`` and ``top``. An arc is in the squares of chords of it.
    """

    edge: I32
    first: I64
    left: float
    top: float
    across: int
    down: int
    side: float

    @classmethod
    def of(
        cls, begin: Places, chord: Places, bulges: Numbers, side: float, job: Job | None = None
    ) -> NearEdges:
        """Sort the edges that begin at complex128[m] and lead along chords complex128[m].

        ``bulges`` float64[m], or float64[0] where all are straight. Squares have at least the
        ``side`` in mm. Raises ``CancelledError``.
        """
        job = job or Job()
        lines = _Lines(begin.view(np.float64), chord.view(np.float64), bulges, side)
        box = np.zeros(4)
        _measure(lines, box, job.signal)
        job.check()
        left, top, right, bottom = box.tolist()
        side = max(side, ((right - left) * (bottom - top) / (MOST * len(begin) + 64)) ** 0.5)
        across, down = int((right - left) / side) + 1, int((bottom - top) / side) + 1
        first = np.zeros(across * down + 1, np.int64)
        squares = cls(np.empty(0, np.int32), first, left, top, across, down, side)
        _sort_in(lines, squares, job.signal)  # counts only
        job.check()
        np.cumsum(first, out=first)
        squares = squares._replace(edge=np.empty(int(first[-1]), np.int32))
        _sort_in(lines, squares, job.signal)
        job.check()
        return squares

    def near(self, x: float, y: float, reach: float) -> Ids:
        """Return int64[j], in order, what comes within ``reach`` of a place, and a little more."""
        reach += OFF_ARC * self.side
        low, high = (int((x + away - self.left) // self.side) for away in (-reach, reach))
        low, high = max(low, 0), min(high, self.across - 1)
        top, bottom = (int((y + away - self.top) // self.side) for away in (-reach, reach))
        rows = [row * self.across for row in range(max(top, 0), min(bottom, self.down - 1) + 1)]
        if low > high or not rows:
            return np.empty(0, np.int64)
        first = self.first
        parts = [self.edge[first[row + low] : first[row + high + 1]] for row in rows]
        return distinct(np.concatenate(parts)).astype(np.int64)


class _Lines(NamedTuple):
    """Where edges begin, and the chords along them: x and y in turns, float64[2m]; bulges.

    Arcs become chords that are at most a quarter of ``side`` mm from them.
    """

    begin: F64
    chord: F64
    bulge: F64
    side: float


@kernel
def _chords(lines: _Lines, edge: int) -> int:
    """Return into how many chords an edge is cut."""
    bulge = 0.0 if len(lines.bulge) == 0 else abs(lines.bulge[edge])
    if bulge == 0.0:
        return 1
    x, y = lines.chord[2 * edge], lines.chord[2 * edge + 1]
    radius = (x * x + y * y) ** 0.5 * (1.0 + bulge * bulge) / (4.0 * bulge)
    # an arc of angle a, in n equal chords, is r a^2 / 8 n^2 from each
    return int(4.0 * atan(bulge) * (radius / (8.0 * OFF_ARC * lines.side)) ** 0.5) + 1


@kernel
def _point(lines: _Lines, edge: int, share: float) -> tuple[float, float]:
    """Return the place that is a share of the way along an edge."""
    x, y = lines.chord[2 * edge], lines.chord[2 * edge + 1]
    ahead, aside = share, 0.0
    if 0.0 < share < 1.0 and len(lines.bulge) > 0 and lines.bulge[edge] != 0.0:
        # the part of an arc up to a share of it is an arc, too: its chord is the sine of its half
        phi = 2.0 * atan(lines.bulge[edge])
        length = sin(share * phi) / sin(phi)
        ahead, aside = length * cos((1.0 - share) * phi), length * sin((1.0 - share) * phi)
    at_x = lines.begin[2 * edge] + x * ahead - y * aside
    return at_x, lines.begin[2 * edge + 1] + x * aside + y * ahead


@kernel
def _measure(lines: _Lines, box: F64, signal: I64) -> int:
    """Write the lowest x and y and the highest x and y of all chords."""
    for edge in range(len(lines.begin) // 2):
        if edge & TICK == 0 and signal[1] != 0:
            return edge
        count = _chords(lines, edge)
        for n in range(count + 1):
            x, y = _point(lines, edge, n / count)
            if edge == 0 and n == 0:
                box[0], box[1], box[2], box[3] = x, y, x, y
            box[0], box[1] = min(box[0], x), min(box[1], y)
            box[2], box[3] = max(box[2], x), max(box[3], y)
    return len(lines.begin) // 2


@kernel
def _sort_in(lines: _Lines, squares: NearEdges, signal: I64) -> int:
    """Count the edges of each square in ``first``; where that has their ends, write the edges."""
    for back in range(len(lines.begin) // 2):
        if back & TICK == 0 and signal[1] != 0:
            return back
        edge = len(lines.begin) // 2 - 1 - back
        count = _chords(lines, edge)
        x, y = _point(lines, edge, 0.0)
        for n in range(count):
            to_x, to_y = _point(lines, edge, (n + 1) / count)
            _sort_chord(squares, edge, x, y, to_x, to_y)
            x, y = to_x, to_y
    return len(lines.begin) // 2


@kernel
def _sort_chord(squares: NearEdges, edge: int, x: float, y: float, to_x: float, to_y: float) -> int:
    """Sort one chord into the squares that it comes through, column by column."""
    side, left = squares.side, squares.left
    low, high = min(x, to_x), max(x, to_x)
    begin, end = int((low - left) / side), min(int((high - left) / side), squares.across - 1)
    for column in range(begin, end + 1):
        one, other = y, to_y
        if begin < end:  # where it comes into the column, and where it leaves
            slope = (to_y - y) / (to_x - x)
            one = y + (max(low, left + column * side) - x) * slope
            other = y + (min(high, left + (column + 1) * side) - x) * slope
        top = max(0, int((min(one, other) - squares.top) / side))
        bottom = min(squares.down - 1, int((max(one, other) - squares.top) / side))
        for row in range(top, bottom + 1):
            square = row * squares.across + column
            if len(squares.edge) == 0:
                squares.first[square] += 1
            else:
                squares.first[square] -= 1
                squares.edge[squares.first[square]] = edge
    return end + 1 - begin
