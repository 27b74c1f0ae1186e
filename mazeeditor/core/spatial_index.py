r"""The spatial index: points, lines and arcs in squares of a grid, to look up what is near a place.

::

    +---+---+---+---+     What lies in the squares of a row follows each other in one array, so what
    |   | /-|---|-\ |     is within a box is one run of it for each row of squares, here two:
    +---+/--+---+-\-+     those of 1 to 2 and those of 5 to 6.
    |   /   |   |  \|
    +--/+---+---+---+     Points lie in one square, lines in each that they come through.

Those who sort points or lines in by kernels go through them twice, last ones first, and call
``add`` for each: the first pass counts, ``counted`` makes room, the second pass writes.
"""

from __future__ import annotations

from math import atan, cos, sin
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from mazeeditor.core.distinct import distinct
from mazeeditor.core.job import Job
from mazeeditor.core.kernels.compiled import F64, I32, I64, TICK, kernel

Ids = NDArray[np.int64]
Numbers = NDArray[np.float64]
Box = tuple[float, float, float, float]  # left, top, right, bottom

STRAIGHT = np.zeros(0)  # the bulges where every edge is a line
OFF_ARC = 0.25  # of the side of a square: how far chords may be from their arc
# bulges below are as good as straight; the radius of a smaller one may be infinite
STRAIGHT_BULGE = 1e-9
# squares for each edge, about: a few tiny ones in a large box have larger squares
SQUARES_PER_EDGE = 4
MAX_ENTRIES = np.iinfo(np.int32).max  # entries


class SpatialIndex(NamedTuple):
    """What lies in squares of a ``side``, ``across`` in each of ``down`` rows, as numbers.

    Those in square ``s`` are ``at[first[s]:first[s + 1]]``, lowest first; squares are counted row
    by row from the one at ``left``, ``top``. Both int32; the unit is that of the places.
    """

    at: I32
    first: I32
    left: float
    top: float
    side: float
    across: int
    down: int

    @classmethod
    def over(cls, box: Box, side: float) -> SpatialIndex:
        """Return an index of nothing in squares that cover a box."""
        left, top, right, bottom = box
        across, down = int((right - left) / side) + 1, int((bottom - top) / side) + 1
        first = np.zeros(across * down + 1, np.int32)
        return cls(np.empty(0, np.int32), first, left, top, side, across, down)

    @classmethod
    def of_edges(
        cls,
        begin: NDArray[np.complex128],
        chord: NDArray[np.complex128],
        bulges: Numbers,
        side: float,
        job: Job | None = None,
    ) -> SpatialIndex:
        """Index the lines and arcs that begin at complex128[m] and lead along chords complex128[m].

        ``bulges`` float64[m], or float64[0] where all are straight. Squares have at least the
        ``side``; an arc is in the squares of chords of it. Raises ``CancelledError``.
        """
        job = job or Job()
        lines = _Lines(begin.view(np.float64), chord.view(np.float64), bulges, side)
        box = np.zeros(4)
        _measure(lines, box, job.signal)
        job.check()
        left, top, right, bottom = box.tolist()
        side = max(
            side, ((right - left) * (bottom - top) / (SQUARES_PER_EDGE * len(begin) + 64)) ** 0.5
        )
        empty = cls.over((left, top, right, bottom), side)
        _add_lines(lines, empty, job.signal)
        job.check()
        squares = empty.counted()
        _add_lines(lines, squares, job.signal)
        job.check()
        return squares

    def squares_of(self, x: Numbers, y: Numbers) -> NDArray[np.int32]:
        """Return int32[k], the squares of places, float64[k]; of those outside the nearest."""
        column, row = (
            np.clip(((at - edge) / self.side).astype(np.int32), 0, most - 1)
            for at, edge, most in ((x, self.left, self.across), (y, self.top, self.down))
        )
        row *= self.across
        row += column
        return row

    def with_points(self, squares: NDArray[np.int32]) -> SpatialIndex:
        """Return the index of points in ``squares`` int32[k], as ``squares_of`` returns them."""
        count = len(self.first) - 1
        # numbers of 16 bits are sorted without comparing
        small = squares.astype(np.uint16) if count <= 1 << 16 else squares
        at = np.argsort(small, kind="stable").astype(np.int32)
        first = np.zeros(count + 1, np.int32)
        np.cumsum(np.bincount(squares, minlength=count), out=first[1:])
        return self._replace(at=at, first=first)

    def counted(self) -> SpatialIndex:
        """Return the index with room for what was counted in the first pass."""
        entries = int(self.first.sum(dtype=np.int64))
        if entries > MAX_ENTRIES:
            raise MemoryError
        np.cumsum(self.first, dtype=np.int32, out=self.first)
        return self._replace(at=np.empty(entries, np.int32))

    def runs(self, box: Box) -> Ids:
        """Return int64[r, 2], from where to where ``at`` has what is in squares that meet a box.

        There is a run for each row of squares, and an empty one where no row meets the box.
        """
        low, high, rows = self._met(box)
        if low >= high or not rows:
            return np.zeros((1, 2), np.int64)
        first = np.arange(rows.start, rows.stop) * self.across
        return np.stack([self.first[first + low], self.first[first + high]], axis=1).astype(
            np.int64
        )

    def _met(self, box: Box) -> tuple[int, int, range]:
        """Return from which column to which, and the rows, whose squares meet a box."""
        left, top, right, bottom = box
        low, high = int((left - self.left) // self.side), int((right - self.left) // self.side)
        above, below = int((top - self.top) // self.side), int((bottom - self.top) // self.side)
        rows = range(max(above, 0), min(below + 1, self.down))
        return max(low, 0), min(high + 1, self.across), rows

    def near(self, x: float, y: float, reach: float) -> Ids:
        """Return int64[j], in order, what comes within ``reach`` of a place, and a little more."""
        reach += OFF_ARC * self.side
        low, high, rows = self._met((x - reach, y - reach, x + reach, y + reach))
        if low >= high or not rows:
            return np.empty(0, np.int64)
        # for a few rows this takes half of the time of ``runs``
        at, first, across = self.at, self.first, self.across
        parts = [at[first[row * across + low] : first[row * across + high]] for row in rows]
        return distinct(np.concatenate(parts)).astype(np.int64)


@kernel
def square_at(squares: SpatialIndex, x: float, y: float) -> int:
    """Return the square of a place within the index."""
    row = int((y - squares.top) / squares.side)
    return row * squares.across + int((x - squares.left) / squares.side)


@kernel
def add(squares: SpatialIndex, square: int, number: int) -> int:
    """Count one entry of a square, or write it where the index has room; return how many."""
    if len(squares.at) == 0:
        squares.first[square] += 1
    else:
        squares.first[square] -= 1
        squares.at[squares.first[square]] = number
    return squares.first[square]


class _Lines(NamedTuple):
    """Where edges begin, and the chords along them: x and y in turns, float64[2m]; bulges.

    Arcs become chords that are at most a quarter of ``side`` from them.
    """

    begin: F64
    chord: F64
    bulge: F64
    side: float


@kernel
def _chords(lines: _Lines, edge: int) -> int:
    """Return into how many chords an edge is cut."""
    bulge = 0.0 if len(lines.bulge) == 0 else abs(lines.bulge[edge])
    if bulge < STRAIGHT_BULGE:
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
def _add_lines(lines: _Lines, squares: SpatialIndex, signal: I64) -> int:
    """Add all edges to the squares that they come through."""
    for back in range(len(lines.begin) // 2):
        if back & TICK == 0 and signal[1] != 0:
            return back
        edge = len(lines.begin) // 2 - 1 - back
        count = _chords(lines, edge)
        x, y = _point(lines, edge, 0.0)
        for n in range(count):
            to_x, to_y = _point(lines, edge, (n + 1) / count)
            _add_chord(squares, edge, x, y, to_x, to_y)
            x, y = to_x, to_y
    return len(lines.begin) // 2


@kernel
def _add_chord(
    squares: SpatialIndex, edge: int, x: float, y: float, to_x: float, to_y: float
) -> int:
    """Add one chord to the squares that it comes through, column by column."""
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
            add(squares, row * squares.across + column, edge)
    return end + 1 - begin
