"""What a machine does, and along which lines and arcs: in millimetres, in flat arrays."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from mazeeditor.core.translation import _
from mazeeditor.page.curves import extremes_of, lengths_of, onward
from mazeeditor.page.scene import Box, Ids, Numbers, Points, Strokes


class Operation(Enum):
    """What the machine does along paths, in the order in which a part needs it done.

    What is cut loose may move: so engravings come first, and holes before the outline around them.
    """

    ENGRAVE = "engrave"
    SCORE = "score"
    INNER_CUT = "inner-cut"
    OUTER_CUT = "outer-cut"

    @property
    def label(self) -> str:
        """What users read."""
        return {
            Operation.ENGRAVE: _("Engrave"),
            Operation.SCORE: _("Score"),
            Operation.INNER_CUT: _("Cut inside"),
            Operation.OUTER_CUT: _("Cut outside"),
        }[self]

    @property
    def cuts(self) -> bool:
        """Whether it goes through the material."""
        return self in (Operation.INNER_CUT, Operation.OUTER_CUT)


@dataclass(frozen=True, eq=False)
class ToolPaths:
    """Paths of one operation; x goes right, y down.

    Path ``p`` goes through ``points[starts[p]:starts[p + 1]]``, and back to its first point where
    ``closed[p]``. ``points`` float64[m, 2] in mm, ``starts`` int64[k + 1], ``closed`` bool[k].
    ``bulges`` float64[m] has for each point how far the line from it is an arc, as in
    ``Strokes``; 0 where it is straight.
    """

    points: Points
    starts: Ids
    closed: NDArray[np.bool_]
    bulges: Numbers

    def __len__(self) -> int:
        return len(self.closed)

    @cached_property
    def lengths(self) -> Numbers:
        """float64[m], how long the line or arc from each point is in mm, 0 behind the last."""
        return lengths_of(self.drawn(1.0, ""))

    @property
    def length(self) -> float:
        """How long all paths together are, in mm."""
        return float(self.lengths.sum())

    @property
    def heads(self) -> Points:
        """float64[k, 2], where each path begins."""
        result: Points = self.points[self.starts[:-1]]
        return result

    @property
    def tails(self) -> Points:
        """float64[k, 2], where each path ends."""
        return np.where(self.closed[:, None], self.heads, self.points[self.starts[1:] - 1])

    @cached_property
    def box(self) -> Box:
        """The left, upper, right and lower side of all paths, arcs with them; there must be one."""
        x, y = np.concatenate([self.points, extremes_of(self.drawn(1.0, ""))]).T
        return float(x.min()), float(y.min()), float(x.max()), float(y.max())

    def drawn(self, width: float, colour: str) -> Strokes:
        bulges = self.bulges if self.bulges.any() else None
        return Strokes(self.points, self.starts, self.closed, width, colour, "round", bulges)

    def translated(self, x: float, y: float) -> ToolPaths:
        """Return the paths translated by so many mm."""
        return replace(self, points=self.points + np.array([x, y]))

    def rotated(self) -> ToolPaths:
        """Return the paths rotated clockwise by a quarter around (0, 0)."""
        x, y = self.points.T
        return replace(self, points=np.stack([-y, x], axis=1))

    def turned(self, angle: float) -> ToolPaths:
        """Return the paths turned clockwise around (0, 0), by radians."""
        x, y = self.points.T
        along, across = np.cos(angle), np.sin(angle)
        return replace(
            self, points=np.stack([along * x - across * y, across * x + along * y], axis=1)
        )

    def mirrored(self) -> ToolPaths:
        """Return the paths with left and right exchanged around (0, 0).

        They are followed backwards, so what was on the right of a ring is there again.
        """
        other = replace(self, points=self.points * (-1.0, 1.0), bulges=-self.bulges + 0.0)
        return other.chosen(np.arange(len(self)), np.ones(len(self), np.bool_))

    def chosen(self, order: Ids, turned: NDArray[np.bool_] | None = None) -> ToolPaths:
        """Return the paths ``order`` int64[j], where ``turned`` bool[j] from their ends on."""
        lengths = self.starts[order + 1] - self.starts[order]
        starts = np.concatenate([[0], np.cumsum(lengths)]).astype(np.int64)
        first = np.repeat(self.starts[:-1][order], lengths)
        step = np.arange(starts[-1]) - np.repeat(starts[:-1], lengths)
        if turned is None or not turned.any():
            points, bulges = self.points[first + step], self.bulges[first + step]
            return ToolPaths(points, starts, self.closed[order], bulges)
        count = np.repeat(lengths, lengths)
        back = np.repeat(turned, lengths)
        points = self.points[first + np.where(back, count - 1 - step, step)]
        # the line on from a point is the one that led to it, seen from its other side
        onward = self.bulges[first + np.where(back, (2 * count - 2 - step) % count, step)]
        return ToolPaths(points, starts, self.closed[order], np.where(back, -onward, onward) + 0.0)

    def begun_at(self, points: Ids) -> ToolPaths:
        """Return the paths with closed ones begun at the ``points`` int64[k] of ``self.points``."""
        lengths = np.diff(self.starts)
        first = np.repeat(self.starts[:-1], lengths)
        step = np.arange(len(self.points)) - first
        ahead = np.repeat(np.where(self.closed, points - self.starts[:-1], 0), lengths)
        order = first + (step + ahead) % np.repeat(lengths, lengths)
        return replace(self, points=self.points[order], bulges=self.bulges[order])


def no_paths() -> ToolPaths:
    return ToolPaths(np.zeros((0, 2)), np.zeros(1, np.int64), np.zeros(0, np.bool_), np.zeros(0))


def paths_of(points: Points, starts: Ids, bulges: Numbers | None, *, closed: bool) -> ToolPaths:
    """Return lines, or rings where ``closed``, as ``Strokes`` and ``Polygons`` have them."""
    kept = np.zeros(len(points)) if bulges is None else bulges
    return ToolPaths(points, starts, np.full(len(starts) - 1, closed), kept)


def join_paths(parts: Sequence[ToolPaths]) -> ToolPaths:
    """Return all paths of ``parts`` as one."""
    if not parts:
        return no_paths()
    offsets = np.cumsum([0, *(len(part.points) for part in parts)])
    starts = [part.starts[:-1] + offset for part, offset in zip(parts, offsets[:-1], strict=True)]
    return ToolPaths(
        np.concatenate([part.points for part in parts]),
        np.concatenate([*starts, offsets[-1:]]).astype(np.int64),
        np.concatenate([part.closed for part in parts]),
        np.concatenate([part.bulges for part in parts]),
    )


def bounding_box(boxes: Iterable[Box]) -> Box:
    """Return the smallest box that holds all ``boxes``; there must be one."""
    lefts, tops, rights, bottoms = zip(*boxes, strict=True)
    return min(lefts), min(tops), max(rights), max(bottoms)


def rectangle(left: float, top: float, right: float, bottom: float) -> ToolPaths:
    """Return the ring around a rectangle, in mm."""
    corners = np.array([(left, top), (right, top), (right, bottom), (left, bottom)])
    return paths_of(corners, np.array([0, 4]), None, closed=True)


def circles(centres: Points, diameter: float) -> ToolPaths:
    """Return a circle of that diameter around each of ``centres`` float64[k, 2], all in mm."""
    tips = centres[:, None] + np.array([(-diameter / 2, 0.0), (diameter / 2, 0.0)])
    points, starts = tips.reshape(-1, 2), np.arange(0, 2 * len(centres) + 1, 2)
    return paths_of(points, starts, np.ones(len(points)), closed=True)


def areas_of(rings: ToolPaths) -> Numbers:
    """Return float64[k], the area in mm² that each ring goes round, < 0 where anticlockwise.

    As seen, with y down. The area between an arc and its chord is counted too.
    """
    x, y = rings.points.T
    after = onward(rings.starts, rings.closed)
    triangles = (x * y[after] - x[after] * y) / 2
    chords = (x[after] - x) ** 2 + (y[after] - y) ** 2
    angles = 4 * np.arctan(rings.bulges)
    with np.errstate(divide="ignore", invalid="ignore"):
        # r² (angle - sin(angle)) / 2, where the chord is 2 r sin(angle / 2)
        segments = chords * (angles - np.sin(angles)) / (8 * np.sin(angles / 2) ** 2)
    segments = np.where(np.abs(angles) < 1e-9, 0.0, segments)
    result: Numbers = np.add.reduceat(triangles - segments, rings.starts[:-1])
    return result


def cuts_around(rings: ToolPaths) -> dict[Operation, ToolPaths]:
    """Return the rings around walls as outer cuts, those around what they enclose as inner ones."""
    outside = areas_of(rings) > 0
    return {
        Operation.INNER_CUT: rings.chosen(np.flatnonzero(~outside)),
        Operation.OUTER_CUT: rings.chosen(np.flatnonzero(outside)),
    }
