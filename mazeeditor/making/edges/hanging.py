r"""Holes to hang a piece by, on the vertical line through its centre of mass: so it hangs straight.

::

         o             one hole, or two as far to both sides of the line where a piece is wide;
    +----:----+        where there is no room they lie in a lug on top
    |    x    |  x  the centre of mass of all that hangs together, cuts and kerf taken off
    +---------+

A hole takes as much from both sides of the line, and so does a lug: the line stays where it is.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from mazeeditor.core.errors import UsageError
from mazeeditor.core.job import Job
from mazeeditor.core.translation import _
from mazeeditor.making.edges.outline import ARC_ERROR_MM, Content
from mazeeditor.making.kerf import half_kerf
from mazeeditor.making.paths.nesting import enclosed_points, kept_on_right
from mazeeditor.making.paths.offset import inside, mitre_rings, nearest, union
from mazeeditor.making.paths.tool_paths import Operation, ToolPaths, join_paths, paths_of
from mazeeditor.page.curves import flatten
from mazeeditor.page.scene import Points
from mazeeditor.page.wall_styles import Bools

STEP = 0.25  # mm between places that are tried for a hole
LUG_OVERLAP_MM = 0.5  # mm: how far a lug reaches into the piece, whose edge it takes the place of
MAX_SHIFT_MM = 2.0  # mm from a place by hand in which a hole may lie
PLACES_AT_ONCE = 256  # places for a hole that are tried together
WIDE_ASPECT = 2.0  # times as wide as high: a piece that hangs by two holes
HALVINGS = 8  # of a step, until a hole is as high as there is room
HOLE_OFFSET = 0.3  # of the width: how far two holes are from the line


class Mass(NamedTuple):
    """What hangs on a hole: its area in mm², and the area times its centre of mass."""

    area: float = 0.0
    x: float = 0.0
    y: float = 0.0

    def plus(self, *others: Mass) -> Mass:
        area, x, y = (sum(column) for column in zip(self, *others, strict=True))
        return Mass(area, x, y)

    def times(self, share: float) -> Mass:
        """Return that of as many pieces, or of a piece so many times as thick."""
        return Mass(self.area * share, self.x * share, self.y * share)

    @classmethod
    def of_lines(cls, lines: ToolPaths, width: float) -> Mass:
        """Return that of walls ``width`` mm wide on lines."""
        straight = flatten(lines.drawn(1.0, ""), ARC_ERROR_MM)
        own = ToolPaths(
            straight.points, straight.starts, straight.closed, np.zeros(len(straight.points))
        )
        long = own.lengths * width
        after = np.append(own.points[1:], own.points[:1], axis=0)
        after[own.starts[1:] - 1] = own.points[own.starts[:-1]]
        x, y = (long[:, None] * (own.points + after) / 2).sum(axis=0).tolist()
        return cls(float(long.sum()), x, y)

    @classmethod
    def of(cls, paths: Mapping[Operation, ToolPaths], kerf: float, job: Job) -> Mass:
        """Return that of what cuts leave: half a kerf within their paths; < 0 of holes alone."""
        known = kept_on_right(paths, job)
        cuts = [known[one] for one in Operation if one.cuts and one in known]
        rings = join_paths([some.chosen(np.flatnonzero(some.closed)) for some in cuts])
        if not len(rings):
            return cls()
        lines = flatten(rings.drawn(1.0, ""), ARC_ERROR_MM)
        straight = paths_of(lines.points, lines.starts, None, closed=True)
        edges = mitre_rings(straight, -half_kerf(kerf))
        x, y = edges.points.T
        after = np.arange(1, len(x) + 1)
        after[edges.starts[1:] - 1] = edges.starts[:-1]
        cross = x * y[after] - x[after] * y
        area = float(cross.sum()) / 2
        moments = (float(((at + at[after]) * cross).sum()) / 6 for at in (x, y))
        return cls(area, *moments)


@dataclass(frozen=True)
class Hole:
    """Holes of a ``diameter``, with ``safe`` mm of material around each at least."""

    diameter: float
    safe: float

    @property
    def reach(self) -> float:
        """How far its middle is from any edge."""
        return self.diameter / 2 + self.safe

    def places(
        self, edge: ToolPaths, content: Content, line: float, count: int | None
    ) -> tuple[Points, bool]:
        """Return their middles, float64[k, 2], and whether they need lugs there.

        Beside the upright ``line``, as high as there is room; else on top of the ``edge``. Where
        ``count`` is None, two in a piece that is wide.
        """
        left, top, right, bottom = edge.box
        if count is None:
            count = 2 if right - left >= WIDE_ASPECT * (bottom - top) else 1
        away = HOLE_OFFSET * min(line - left, right - line) * 2 if count == 2 else 0.0
        across = [line - away, line + away] if count == 2 else [line]
        high = np.arange(top + self.reach, (top + bottom) / 2, STEP)
        fits = np.ones(len(high), np.bool_)
        for x in across:
            column = np.stack([np.full(len(high), x), high], axis=1)
            fits[fits] = self.has_room(column[fits], edge, content)
        if fits.any():
            y = float(high[fits][0])
            above = y - STEP
            for _halving in range(HALVINGS if above > high[0] - STEP / 2 else 0):
                middle = (above + y) / 2
                some = np.array([(x, middle) for x in across])
                above, y = (
                    (above, middle) if self.has_room(some, edge, content).all() else (middle, y)
                )
            return np.array([(x, y) for x in across]), False
        polygon = flatten(edge.drawn(1.0, ""), ARC_ERROR_MM).points
        y = min(min(self._tops(polygon, x), default=top) for x in across)
        while not self._is_clear(np.array([(x, y) for x in across]), content).all():
            y -= STEP
        return np.array([(x, y) for x in across]), True

    def by_hand(
        self, edge: ToolPaths, content: Content, line: float, place: Sequence[float], count: int
    ) -> Points:
        """Return their middles, the first at a ``place`` in mm, or where there is room beside it.

        Raises ``UsageError`` where there is none.
        """
        away = np.arange(-MAX_SHIFT_MM, MAX_SHIFT_MM + STEP / 2, STEP)
        steps = np.stack(np.meshgrid(away, away), axis=-1).reshape(-1, 2)
        steps = steps[np.argsort(np.hypot(*steps.T), kind="stable")]
        firsts = np.asarray(place) + np.concatenate([np.zeros((1, 2)), steps])
        others = np.stack([2 * line - firsts[:, 0], firsts[:, 1]], axis=1)
        fits = self.has_room(firsts, edge, content)
        if count == 2:
            fits &= self.has_room(others, edge, content)
        number = int(fits.argmax())
        result = np.stack([firsts[number], others[number]])[:count]
        if not fits.any():
            text = _(
                "A hole of {hole:g} mm has no room there: it needs {reach:.1f} mm of material "
                "around its middle, and no walls or letters."
            )
            raise UsageError(text.format(hole=self.diameter, reach=self.reach))
        return result

    def has_room(self, places: Points, edge: ToolPaths, content: Content) -> Bools:
        """Return bool[k], where a hole has material around it, and is clear of all else."""
        polygon = flatten(edge.drawn(1.0, ""), ARC_ERROR_MM).points
        result = np.zeros(len(places), np.bool_)
        for first in range(0, len(places), PLACES_AT_ONCE):
            some = places[first : first + PLACES_AT_ONCE]
            fits = nearest(some, edge) > self.reach - 5 * ARC_ERROR_MM
            fits &= inside(polygon, some)
            fits[fits] = self._is_clear(some[fits], content)
            result[first : first + PLACES_AT_ONCE] = fits
        return result

    def with_lugs(self, edge: ToolPaths, middles: Points) -> ToolPaths:
        for x, y in middles.tolist():
            polygon, reach = flatten(edge.drawn(1.0, ""), ARC_ERROR_MM).points, self.reach
            # its lower end is square, so that its sides reach the edge of the piece
            low = max(*self._tops(polygon, x), edge.box[1], y) + LUG_OVERLAP_MM
            points = np.array([(x - reach, low), (x - reach, y), (x + reach, y), (x + reach, low)])
            bulges = np.array([0.0, -1.0, 0.0, 0.0])
            edge = union(edge, paths_of(points, np.array([0, 4]), bulges, closed=True))
        return edge

    def _tops(self, polygon: Points, x: float) -> list[float]:
        """Return how far up a piece reaches, across the width of a lug."""
        tops = [_top_at(polygon, at) for at in np.linspace(x - self.reach, x + self.reach, 41)]
        return [top for top in tops if top is not None]

    def _is_clear(self, places: Points, content: Content) -> Bools:
        """Return bool[k], where the hole is clear of walls and marks, outside the maze."""
        clear = nearest(places, content.rim) >= self.reach + content.beyond - 5 * ARC_ERROR_MM
        clear &= ~enclosed_points(places, content.rim, Job(), ARC_ERROR_MM)
        apart = self.diameter / 2 + min(self.safe, 1.0)
        for number in np.flatnonzero(clear) if len(content.marks) else ():
            clear[number] = np.hypot(*(content.marks - places[number]).T).min() >= apart
        result: Bools = clear
        return result


def _top_at(polygon: Points, x: float) -> float | None:
    (here_x, here_y), (to_x, to_y) = polygon.T, np.roll(polygon, -1, axis=0).T
    crossed = (here_x > x) != (to_x > x)
    if not crossed.any():
        return None
    share = (x - here_x[crossed]) / (to_x - here_x)[crossed]
    return float((here_y[crossed] + share * (to_y - here_y)[crossed]).min())
