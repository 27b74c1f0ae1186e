r"""What lines cover beyond half of their width: sharp corners, and square ends.

::

       \  /      The corner of two lines at the angle a goes on for half of the width / sin(a / 2)
        \/       from the middle, up to the miter limit; a square end goes on for half of the width
        /\       in the direction of the line.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from mazeeditor.prepress.content.paths import PagePath, widened
from mazeeditor.prepress.document.values import Matrix, Rectangle, union

MITER, SQUARE = 0, 2  # of the operators j and J
_STRAIGHT = 0.999  # a cosine: lines that turn less have no corner
Places = NDArray[np.float64]


@dataclass(frozen=True)
class LineEnds:
    """How lines end and meet, as J, j and M say."""

    cap: int = 0
    join: int = MITER
    limit: float = 10.0

    def farthest(self, area: Rectangle, width: float, by: Matrix) -> Rectangle:
        """Return a box around all that a line of ``width`` in user space may cover."""
        most = max(2**0.5 if self.cap == SQUARE else 1.0, self.limit if self.join == MITER else 1.0)
        return widened(area, width * most, by)

    def covered(self, path: PagePath, width: float, by: Matrix) -> Rectangle:
        """Return the box around what a line of ``width`` in user space covers."""
        area = widened(path.box, width, by)
        if width <= 0 or (self.cap != SQUARE and (self.join != MITER or path.amount < 3)):
            return area
        places = path.places()
        a, b, c, d, e, f = by
        size = a * d - b * c
        if places is None or not size:
            return self.farthest(path.box, width, by)
        x, y = places[:, 0] - e, places[:, 1] - f
        points = np.stack([d * x - c * y, a * y - b * x], axis=1) / size
        tips = self._tips(points, places[:, 2] != 0, width / 2)
        if not len(tips):
            return area
        xs, ys = a * tips[:, 0] + c * tips[:, 1] + e, b * tips[:, 0] + d * tips[:, 1] + f
        return union(area, (xs.min(), ys.min(), xs.max(), ys.max()))

    def _tips(self, points: Places, leads: NDArray[np.bool_], half: float) -> Places:
        """Return the farthest points of corners and ends: float64[n, 2].

        ``leads`` is whether a line leads to a point.
        """
        steps = np.diff(points, axis=0, prepend=points[:1])
        lengths = np.hypot(steps[:, 0], steps[:, 1])
        kept = (lengths > 0) | ~leads  # a line without a length has no direction
        points, leads, steps, lengths = points[kept], leads[kept], steps[kept], lengths[kept]
        directions = steps / np.where(lengths > 0, lengths, 1.0)[:, None]
        starts = np.flatnonzero(~leads)
        first, last = starts + 1, np.append(starts[1:], len(points)) - 1
        whole = last >= first
        starts, first, last = starts[whole], first[whole], last[whole]
        closed = (points[starts] == points[last]).all(axis=1)
        inner = np.flatnonzero(leads[:-1] & leads[1:])
        found = [np.empty((0, 2))]
        if self.join == MITER:
            before = np.append(inner, last[closed])
            after = np.append(inner + 1, first[closed])
            found.append(self._corners(points[before], directions[before], directions[after], half))
        if self.cap == SQUARE:
            for at, way in ((starts, -directions[first]), (last, directions[last])):
                beside = way[:, ::-1] * (-1, 1)
                tips = [points[at] + half * way + side * beside for side in (-half, half)]
                found += [tip[~closed] for tip in tips]
        return np.concatenate(found)

    def _corners(self, points: Places, into: Places, out: Places, half: float) -> Places:
        """Return the tips of corners that the limit does not cut off."""
        turn = (into * out).sum(axis=1)  # the cosine of the change of direction
        sine = np.sqrt(np.maximum(0.0, (1 + turn) / 2))  # of half the angle between the lines
        sharp = (turn < _STRAIGHT) & (sine * self.limit >= 1)
        outward = (into - out)[sharp]
        outward /= np.hypot(outward[:, 0], outward[:, 1])[:, None]
        return points[sharp] + outward * (half / sine[sharp])[:, None]
