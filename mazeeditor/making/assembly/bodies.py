r"""Parts as bodies: each as thick as its material, at its seat.

::

     ring          the area within the cuts of a part is filled with triangles once;
    +------+       below and above them they are the faces of each copy, and two
    | +--+ |  ->   triangles for each edge of a ring are its sides
    | +--+ |
    +------+
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from mazeeditor.core.errors import MazeError
from mazeeditor.core.job import Job
from mazeeditor.core.translation import _
from mazeeditor.making.parts import BallRun, CutPart, Product, Seat, engraved_name
from mazeeditor.making.paths.tool_paths import (
    Operation,
    ToolPaths,
    areas_of,
    join_paths,
    rectangle,
)
from mazeeditor.making.presets.materials import Material
from mazeeditor.making.solid import fill_walls, straight
from mazeeditor.page.curves import flatten, onward
from mazeeditor.page.marks.free_ground import grow_box

ARC_ERROR_MM = 0.05  # mm: how far lines of a picture may be from arcs
FLOOR_MARGIN_MM = 10.0  # mm of floor around a part, which is left out again
MAX_CORNERS = 1_000_000  # corners of all bodies: more would take seconds for each picture
Places = NDArray[np.float64]
Corners = NDArray[np.int32]


@dataclass(frozen=True, eq=False)
class Slab:
    """A part on its own: ``points`` float64[n, 2] in mm, y down, joined to rings.

    ``after`` int32[n] is the point that follows each one in its ring, with material on the right as
    seen; ``faces`` int32[t, 3] fill what is material, clockwise as seen. ``marks`` are the lines
    that are engraved or scored on it, as pairs float64[k, 2, 2] of ends.
    """

    points: Places
    after: Corners
    faces: Corners
    marks: Places
    thickness: float


@dataclass(frozen=True, eq=False)
class Body:
    """A copy of a part at its seat; ``clear`` where one sees through it."""

    slab: Slab
    seat: Seat
    clear: bool
    number: int  # of the part it is a copy of
    names: Places

    @cached_property
    def lowest(self) -> float:
        """The height of its lowest point in mm, put together."""
        ends = (self.places(self.slab.points, at, 0.0) for at in (0.0, self.slab.thickness))
        return min(float(places[:, 2].min()) for places in ends)

    def places(self, points: Places, height: Places | float, apart: float) -> Places:
        """Return float64[k, 3], where points of the part are, at a height within the part.

        ``apart`` is how far exploded it is, from 0 to 1.
        """
        right, down, up = (np.array(axis) for axis in self.seat.axes)
        origin = np.array(self.seat.origin) + apart * np.array(self.seat.away)
        high = np.broadcast_to(np.asarray(height, np.float64), points.shape[:1])
        x, y = points.T
        return origin + x[:, None] * right + y[:, None] * down + high[:, None] * up


@dataclass(frozen=True, eq=False)
class Assembly:
    """All bodies of a product, and how the ball rolls through them; ``steps`` is how many."""

    bodies: tuple[Body, ...]
    ball: BallRun | None = None

    @classmethod
    def of(cls, product: Product, material: Material, job: Job | None = None) -> Assembly:
        """Return what a product is when it is put together.

        Raises ``MazeError`` for one that is too large or that has no seats, and ``CancelledError``.
        """
        job = job or Job()
        bodies: list[Body] = []
        parts = [part for part in product.parts if part.seats]
        if not parts:
            text = _(
                "Parts are shown together on a base that is cut out: choose an outline for it."
            )
            raise MazeError(text)
        corners = sum(_corners(part) * len(part.seats) for part in parts)
        if corners > MAX_CORNERS:
            text = _("All parts together have {corners:,} corners, too many for a picture of them.")
            raise MazeError(text.format(corners=corners))
        for number, part in enumerate(parts):
            with job.part(1 / len(parts)):
                own = part.material or material
                slab = slab_of(part, own.thickness, job)
            for seat in part.seats:
                place = part.name_place
                names = engraved_name(seat.name, place) if place else None
                drawn = np.zeros((0, 2, 2)) if names is None else _pairs([names])
                bodies.append(Body(slab, seat, part.material is not None, number, drawn))
        return cls(tuple(bodies), product.ball)

    @property
    def steps(self) -> int:
        """How many steps it takes to put all together."""
        return 1 + max(body.seat.step for body in self.bodies)

    @cached_property
    def reach(self) -> tuple[Places, Places]:
        """float64[3] twice: a box around all, put together."""
        return self._reach(0.0)

    @cached_property
    def exploded_reach(self) -> tuple[Places, Places]:
        """float64[3] twice: a box around all, exploded."""
        return self._reach(1.0)

    def _reach(self, apart: float) -> tuple[Places, Places]:
        every = list(self._outer_places(apart))
        low = np.min([places.min(axis=0) for places in every], axis=0)
        return low, np.max([places.max(axis=0) for places in every], axis=0)

    def _outer_places(self, apart: float) -> Iterator[Places]:
        for body in self.bodies:
            points = body.slab.points
            box = np.stack([points.min(axis=0), points.max(axis=0)])
            around = box[[0, 1, 1, 0], 0], box[[0, 0, 1, 1], 1]
            corners = np.stack(around, axis=1)
            for height in (0.0, body.slab.thickness):
                yield body.places(corners, height, apart)


def slab_of(part: CutPart, thickness: float, job: Job) -> Slab:
    """Return a part as what is filled within its cuts; raises ``MazeError``."""
    rings = _rings(part)
    around = rectangle(*grow_box(rings.box, FLOOR_MARGIN_MM, FLOOR_MARGIN_MM))
    corners, starts, floor = straight(rings, around)
    points = corners.astype(np.float64)
    after = onward(starts, np.ones(len(starts) - 1, np.bool_))
    faces = fill_walls(points, after, job, floor=floor).tops - floor
    left, _top, _right, bottom = around.box
    # y down again: so what was anticlockwise is clockwise as seen
    seen = points[floor:] * (1, -1) + (left, bottom)
    drawn = [part.paths[kind] for kind in Operation if not kind.cuts and kind in part.paths]
    following = (after[floor:] - floor).astype(np.int32)
    return Slab(seen, following, faces.astype(np.int32), _pairs(drawn), thickness)


def _corners(part: CutPart) -> int:
    return sum(len(paths.points) for kind, paths in part.paths.items() if kind.cuts)


def _rings(part: CutPart) -> ToolPaths:
    """Return the cuts of a part as rings with its material on their right, as seen."""
    inner = part.paths.get(Operation.INNER_CUT)
    outer = part.paths[Operation.OUTER_CUT]
    rings = [_direct(outer, clockwise=True)]
    if inner is not None and len(inner):
        rings.append(_direct(inner, clockwise=False))
    return join_paths(rings)


def _direct(rings: ToolPaths, *, clockwise: bool) -> ToolPaths:
    turned = (areas_of(rings) > 0) != clockwise
    return rings.chosen(np.arange(len(rings)), turned)


def _pairs(parts: list[ToolPaths]) -> Places:
    """Return lines float64[k, 2, 2] by their ends, arcs as short ones."""
    every = [np.zeros((0, 2, 2))]
    for paths in parts:
        if not len(paths):
            continue
        lines = flatten(paths.drawn(1.0, ""), ARC_ERROR_MM)
        after = onward(lines.starts, lines.closed)
        here = np.flatnonzero(after >= 0)
        every.append(np.stack([lines.points[here], lines.points[after[here]]], axis=1))
    return np.concatenate(every)
